//! How other editions say what this one says: the table of the genre's wordings.

use super::word::{Word, words};
use cardwright_text::Edition;
use std::ops::Range;

/// A wording of another edition. `…` in the old one stands for some words, which stay.
pub(crate) struct Wording {
    /// What is written.
    pub old: &'static str,
    /// What this edition writes; empty to leave it out.
    pub new: &'static str,
    /// Whether the text can be changed without knowing more.
    pub safe: bool,
}

const fn safe(old: &'static str, new: &'static str) -> Wording {
    Wording { old, new, safe: true }
}

const fn by_hand(old: &'static str, new: &'static str) -> Wording {
    Wording { old, new, safe: false }
}

/// What today's texts say otherwise. Longer ones first.
const MODERN: &[Wording] = &[
    safe("is put into a graveyard from play", "is put into a graveyard from the battlefield"),
    safe("put the removed card into play", "put the exiled card onto the battlefield"),
    safe("comes into play", "enters"),
    safe("come into play", "enter"),
    safe("came into play", "entered"),
    safe("enters the battlefield", "enters"),
    safe("entered the battlefield", "entered"),
    safe("leaves play", "leaves the battlefield"),
    safe("leave play", "leave the battlefield"),
    safe("left play", "left the battlefield"),
    safe("removed from the game", "exiled"),
    safe("remove … from the game", "exile …"),
    safe("removes … from the game", "exiles …"),
    safe("into play", "onto the battlefield"),
    safe("in play", "on the battlefield"),
    safe("from play", "from the battlefield"),
    safe("converted mana costs", "mana values"),
    safe("converted mana cost", "mana value"),
    safe("to your mana pool", ""),
    safe("to his or her mana pool", ""),
    safe("to their mana pool", ""),
    safe("add one colorless mana", "add {C}"),
    safe("add two colorless mana", "add {C}{C}"),
    safe("attacks each turn if able", "attacks each combat if able"),
    safe("blocks each turn if able", "blocks each combat if able"),
    safe("is unblockable", "can't be blocked"),
    safe("are unblockable", "can't be blocked"),
    by_hand("unblockable", "can't be blocked"),
    by_hand("bury", "destroy ...; it can't be regenerated"),
    by_hand("buried", "destroyed and can't be regenerated"),
    by_hand("at end of turn", "at the beginning of the next end step"),
    by_hand("at the end of turn", "at the beginning of the next end step"),
    by_hand("at the end of the turn", "at the beginning of the next end step"),
    safe("until end of the turn", "until end of turn"),
    safe("until the end of turn", "until end of turn"),
    safe("until the end of the turn", "until end of turn"),
    safe("till end of turn", "until end of turn"),
    safe("put … token onto the battlefield", "create … token"),
    safe("put … tokens onto the battlefield", "create … tokens"),
    safe("puts … token onto the battlefield", "creates … token"),
    safe("puts … tokens onto the battlefield", "creates … tokens"),
    by_hand("put the top card of your library into your graveyard", "mill a card"),
    by_hand("puts the top card of their library into their graveyard", "mills a card"),
    by_hand("put the top … cards of your library into your graveyard", "mill … cards"),
    by_hand("puts the top … cards of their library into their graveyard", "mills … cards"),
    safe("his or her", "their"),
    safe("him or her", "them"),
    by_hand("he or she", "they"),
    safe("play a creature spell", "cast a creature spell"),
    safe("play a spell", "cast a spell"),
    safe("plays a spell", "casts a spell"),
    safe("play an instant", "cast an instant"),
    safe("plays an instant", "casts an instant"),
    safe("play spells", "cast spells"),
    safe("play creature spells", "cast creature spells"),
    safe("play this ability", "activate this ability"),
    safe("cost less to play", "cost less to cast"),
    safe("as an additional cost to play", "as an additional cost to cast"),
    safe("rather than pay its mana cost", "rather than pay this spell's mana cost"),
    safe("summoning sickness", "haste"),
    by_hand("counts as", "is"),
    by_hand("can not", "can't"),
    safe("non-creature", "noncreature"),
    safe("non-land", "nonland"),
    safe("non-artifact", "nonartifact"),
    safe("non-token", "nontoken"),
    safe("non-basic", "nonbasic"),
    safe("non-black", "nonblack"),
    safe("non-white", "nonwhite"),
    safe("non-red", "nonred"),
    safe("non-blue", "nonblue"),
    safe("non-green", "nongreen"),
];

/// What the texts of 1999 say otherwise.
const CLASSIC: &[Wording] = &[
    safe("enters the battlefield", "comes into play"),
    safe("enter the battlefield", "come into play"),
    safe("enters tapped", "comes into play tapped"),
    safe("enters", "comes into play"),
    safe("leaves the battlefield", "leaves play"),
    safe("onto the battlefield", "into play"),
    safe("on the battlefield", "in play"),
    safe("from the battlefield", "from play"),
    safe("is exiled", "is removed from the game"),
    safe("mana value", "converted mana cost"),
    safe("dies", "is put into a graveyard from play"),
    by_hand("exile", "remove ... from the game"),
    by_hand("create", "put ... into play"),
    by_hand("any target", "target creature or player"),
    by_hand("mills", "puts the top ... cards of the library into the graveyard"),
    safe("you cast", "you play"),
    safe("player casts", "player plays"),
    safe("to cast", "to play"),
];

/// A wording of another edition in a text.
pub(crate) struct Found {
    /// Which.
    pub wording: &'static Wording,
    /// The words, by place.
    pub words: Range<usize>,
    /// The words for `…`.
    gap: Range<usize>,
}

fn table(edition: Edition) -> &'static [Wording] {
    match edition {
        Edition::Modern => MODERN,
        Edition::Classic => CLASSIC,
    }
}

/// The wordings of other editions among the words of a line.
pub(crate) fn found(words: &[Word], edition: Edition) -> Vec<Found> {
    let mut all = Vec::new();
    let mut place = 0;
    while place < words.len() {
        let here = table(edition).iter().find_map(|wording| matched(wording, words, place));
        place = here.as_ref().map_or(place + 1, |found| found.words.end);
        all.extend(here);
    }
    all
}

/// The most words that `…` stands for.
const GAP: usize = 12;

fn matched(wording: &'static Wording, words: &[Word], place: usize) -> Option<Found> {
    // Nearly every wording begins with another letter than the word here: no need to look at the rest.
    let first = counted(wording.old.split([' ', '…']).next().unwrap_or_default());
    if !first.is_empty() && words.get(place)?.counts_as.as_bytes().first() != first.as_bytes().first() {
        return None;
    }
    let says = |from: usize, phrase: &str| {
        let mut end = from;
        for word in phrase.split_whitespace() {
            let here = words.get(end)?;
            let inside = end == from || !words[end - 1].ends_sentence;
            if !inside || here.counts_as != counted(word) {
                return None;
            }
            end += 1;
        }
        Some(end)
    };
    let Some((first, second)) = wording.old.split_once('…') else {
        let end = says(place, wording.old)?;
        return Some(Found { wording, words: place..end, gap: end..end });
    };
    let from = says(place, first)?;
    for gap in 1..GAP {
        if words.get(from + gap - 1)?.ends_sentence {
            return None;
        }
        if let Some(end) = says(from + gap, second) {
            return Some(Found { wording, words: place..end, gap: from..from + gap });
        }
    }
    None
}

/// A word of the table as words of texts count.
fn counted(word: &str) -> &str {
    match word {
        "one" => "1",
        "two" => "2",
        other => other,
    }
}

impl Found {
    /// The bytes that are out of date.
    pub fn span(&self, words: &[Word]) -> Range<usize> {
        words[self.words.start].span.start..words[self.words.end - 1].span.end
    }
    /// What stands there, brought up to date.
    pub fn updated(&self, words: &[Word], line: &str) -> String {
        let span = self.span(words);
        let mut edits = self.edits(words, line);
        edits.sort_by_key(|(part, _)| std::cmp::Reverse(part.start));
        let mut said = line[span.clone()].to_owned();
        for (part, with) in edits {
            said.replace_range(part.start.max(span.start) - span.start..part.end - span.start, &with);
        }
        said.trim().to_owned()
    }
    /// The changes to the line that bring it up to date.
    pub fn edits(&self, words: &[Word], line: &str) -> Vec<(Range<usize>, String)> {
        let bytes = |range: Range<usize>| words[range.start].span.start..words[range.end - 1].span.end;
        let replace = |span: Range<usize>, with: &str| match with {
            "" => (span.start - usize::from(line[..span.start].ends_with(' '))..span.end, String::new()),
            with => (span.clone(), cased(&line[span], with)),
        };
        match self.wording.new.split_once('…') {
            Some((first, second)) if !self.gap.is_empty() => vec![
                replace(bytes(self.words.start..self.gap.start), first.trim()),
                replace(bytes(self.gap.end..self.words.end), second.trim()),
            ],
            _ => vec![replace(self.span(words), self.wording.new)],
        }
    }
}

/// With a capital where the old words have one.
fn cased(old: &str, new: &str) -> String {
    let mut letters = new.chars();
    match letters.next().filter(|_| old.starts_with(char::is_uppercase)) {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => new.to_owned(),
    }
}

/// The words of a line as this edition would say them, so that a text is not blamed twice for one phrase.
pub(crate) fn modernized(old: Vec<Word>, line: &str, edition: Edition) -> Vec<Word> {
    let found = found(&old, edition);
    if found.is_empty() {
        return old;
    }
    let mut new = Vec::new();
    let mut place = 0;
    for one in found.iter().filter(|one| one.wording.safe) {
        new.extend_from_slice(&old[place..one.words.start]);
        let mut edits = one.edits(&old, line).into_iter();
        let head = if one.gap.is_empty() { one.words.clone() } else { one.words.start..one.gap.start };
        replaced(&old[head], edits.next(), &mut new);
        if !one.gap.is_empty() {
            new.extend_from_slice(&old[one.gap.clone()]);
            replaced(&old[one.gap.end..one.words.end], edits.next(), &mut new);
        }
        place = one.words.end;
    }
    new.extend_from_slice(&old[place..]);
    new
}

fn replaced(old: &[Word], edit: Option<(Range<usize>, String)>, new: &mut Vec<Word>) {
    let (Some(first), Some(last)) = (old.first(), old.last()) else { return };
    let said = edit.map_or(String::new(), |(_, said)| said);
    let mut instead = words(&said, &[]);
    for word in &mut instead {
        word.span = first.span.start..last.span.end;
    }
    match instead.last_mut() {
        Some(word) => word.ends_sentence = last.ends_sentence,
        None => {
            if let Some(before) = new.last_mut() {
                before.ends_sentence |= last.ends_sentence;
            }
        }
    }
    new.extend(instead);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today(line: &str) -> String {
        let words = words(line, &["Imp"]);
        let mut edits: Vec<_> = found(&words, Edition::Modern).iter().flat_map(|found| found.edits(&words, line)).collect();
        edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        edits.into_iter().fold(line.to_owned(), |mut line, (span, with)| {
            line.replace_range(span, &with);
            line
        })
    }

    #[test]
    fn old_wordings_are_brought_up_to_date() {
        for (old, new) in [
            ("When Imp comes into play, draw a card.", "When Imp enters, draw a card."),
            ("Remove target creature from the game.", "Exile target creature."),
            ("{T}: Add {G} to your mana pool.", "{T}: Add {G}."),
            ("Put two 1/1 red Imp creature tokens onto the battlefield.", "Create two 1/1 red Imp creature tokens."),
            ("Its converted mana cost is 2.", "Its mana value is 2."),
            ("Put it onto the battlefield. Then create a token.", "Put it onto the battlefield. Then create a token."),
        ] {
            assert_eq!(today(old), new);
        }
    }
}
