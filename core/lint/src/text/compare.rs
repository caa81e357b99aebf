//! The text of a card beside the text that is written from its abilities: which paragraph says which, and which words differ.

use super::align::{self, Hunk};
use super::said::paragraphs;
use super::word::{SELF, Word, words};
use super::{name, spelling, wordings};
use crate::view::Called;
use crate::{CardView, FaceView, LibraryView, Looked};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Ability, Callback};
use cardwright_engine::definition::CardDef;
use cardwright_engine::ruleset::{ContinuousEffects, Ruleset};
use cardwright_engine::symbol::Symbol;
use cardwright_library::{Library, LibraryCard};
use cardwright_text::{Edition, Lexicon, Paragraph, Style, rules_text};
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

/// What kind of difference it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A phrase says something else, too much or too little.
    Phrase,
    /// The same is said in other words.
    Wording,
    /// The card is called by another name.
    Name,
    /// No ability does this.
    NoAbility,
    /// The text does not say what an ability does.
    NotSaid,
}

/// A difference between a text and the written one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Of what kind.
    pub kind: Kind,
    /// The bytes of the text that differ: the words before the gap where something is left out.
    pub said: Range<usize>,
    /// The words of the text, without what only shows the gap.
    pub says: String,
    /// The words of the written text.
    pub written: String,
    /// The written line that they belong to.
    pub paragraph: String,
    /// The paragraph of the text, or the keyword in a line of them, by its place.
    pub unit: usize,
    /// The ability that says so.
    pub ability: Option<usize>,
    /// What would make the text say what the card does: bytes of the text, and what stands there then.
    pub edit: Option<(Range<usize>, String)>,
}

/// A text compared with the written one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Comparison {
    /// The differences, in the order of the text.
    pub differences: Vec<Difference>,
    /// The written text.
    pub written: Vec<Paragraph>,
    /// How much of both texts is the same, from 0 to 1.
    pub same: f64,
    /// Whether all that the card does could be put into words. Otherwise a difference may be the writer's fault.
    pub sure: bool,
    /// What was looked up in the library.
    pub(crate) looked: Looked,
}

/// The edition of a ruleset, as texts are worded.
pub fn edition(ruleset: &Ruleset) -> Edition {
    match ruleset.continuous_effects {
        ContinuousEffects::Layers => Edition::Modern,
        ContinuousEffects::Classic => Edition::Classic,
    }
}

/// What cards call themselves by: the name, and for one with a title what stands before it.
pub(crate) fn names_of(face: &FaceView<'_>) -> Vec<String> {
    let name = face.raw.name.value.clone();
    let legendary = face.face.base.types.supertypes.contains(cardwright_engine::types::Supertype::Legendary.set());
    let short = [", ", " of ", " the "].into_iter().find_map(|before| Some(name.split_once(before)?.0.to_owned()));
    std::iter::once(name.clone()).chain(short.filter(|_| legendary)).collect()
}

/// The part of a text that says one thing: a paragraph, or one keyword of a line of them.
struct Unit {
    words: Vec<Word>,
    /// Its bytes in its text.
    span: Range<usize>,
    /// The line of the written text.
    line: String,
    /// The paragraph of the written text.
    paragraph: usize,
    /// The ability of the written text.
    ability: Option<usize>,
    /// Whether it is a keyword.
    keyword: bool,
    /// Whether a script decides what is done, so that words can only say so.
    vague: bool,
}

/// Compares the texts of a card's faces, then of its tokens, with what their abilities do.
pub fn comparisons(library: &Library, card: &LibraryCard, style: Style) -> Vec<Comparison> {
    let (looked, called, ruleset) = (Cell::default(), Called::default(), Ruleset::default());
    let view = CardView { library: LibraryView::new(library, &looked, &called), card, ruleset: &ruleset };
    view.faces().map(|face| compare(&view, &face, style)).collect()
}

/// Compares the text of a face with what its abilities do.
pub(crate) fn compare(card: &CardView<'_>, face: &FaceView<'_>, style: Style) -> Comparison {
    let lookup = Lookup { card, face, looked: Cell::default() };
    let mut comparison = compared_with(&lookup, style);
    comparison.looked = lookup.looked.get();
    comparison
}

/// What is looked up: first on the card itself, since what is found in the library has to be found anew whenever that changes.
struct Lookup<'c, 'l> {
    card: &'c CardView<'l>,
    face: &'c FaceView<'l>,
    looked: Cell<Looked>,
}

impl<'l> Lookup<'_, 'l> {
    fn library(&self, looked: Looked) -> LibraryView<'l> {
        self.looked.set(self.looked.get().max(looked));
        self.card.library
    }
    /// Whether a piece of a line is a keyword with what it takes.
    fn is_keyword(&self, piece: &str) -> bool {
        let own = self.face.face.abilities().iter().filter_map(|instance| instance.ability.keyword);
        own.into_iter().any(|keyword| begins_with(piece, keyword.name))
            || self.library(Looked::Keywords).keywords().iter().any(|keyword| begins_with(piece, *keyword))
    }
}

impl Lexicon for Lookup<'_, '_> {
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        Lexicon::reminder(&self.library(Looked::Keywords), keyword, argument)
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        let own = self.card.card.tokens.iter().find(|token| token.key == key);
        own.cloned().or_else(|| Lexicon::definition(&self.library(Looked::Anything), key))
    }
}

fn begins_with(piece: &str, keyword: Symbol) -> bool {
    piece.strip_prefix(keyword.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn compared_with(lookup: &Lookup<'_, '_>, style: Style) -> Comparison {
    let face = lookup.face;
    let written = rules_text(face.face, lookup, style);
    let Some(text) = &face.raw.text else { return Comparison { written, ..Comparison::default() } };
    let sure = !written.iter().any(|paragraph| paragraph.text.contains('⟦'));
    let mut names = names_of(face);
    let own: Vec<&str> = names.iter().map(String::as_str).collect();
    let ours = written_units(face, &written, &own, lookup);
    names.extend(name::misspelt(&text.value, &face.raw.name.value).into_iter().map(|found| text.value[found].to_owned()));
    names.extend(name::stand_ins(&text.value).into_iter().map(|(_, mark)| mark.to_owned()));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let theirs = said_units(&text.value, &names, lookup, style.edition);
    let mut comparison = Comparison { written, sure, ..Comparison::default() };
    compare_units(&text.value, face, &theirs, &ours, &mut comparison);
    comparison
}

fn written_units(face: &FaceView<'_>, written: &[Paragraph], names: &[&str], lookup: &Lookup<'_, '_>) -> Vec<Unit> {
    let abilities = face.face.abilities();
    let mut units = Vec::new();
    for (place, paragraph) in written.iter().enumerate() {
        let of = &abilities[paragraph.abilities.start.min(abilities.len())..paragraph.abilities.end.min(abilities.len())];
        let vague = of.iter().any(|instance| calls_back(&instance.ability));
        let mut start = 0;
        for line in paragraph.text.split('\n') {
            for (span, words, keyword) in split(line, names, lookup) {
                let named = |ability: &Ability| {
                    let keyword = ability.keyword.map(|keyword| keyword.name.as_str().to_lowercase());
                    keyword.is_some_and(|keyword| joined(&words).starts_with(&keyword))
                };
                let which = of.iter().position(|instance| keyword && named(&instance.ability)).unwrap_or(0);
                units.push(Unit {
                    words: shifted(words, start),
                    span: span.start + start..span.end + start,
                    line: line.to_owned(),
                    paragraph: place,
                    ability: (!of.is_empty()).then_some(paragraph.abilities.start + which),
                    keyword,
                    vague,
                });
            }
            start += line.len() + 1;
        }
    }
    units
}

fn said_units(text: &str, names: &[&str], lookup: &Lookup<'_, '_>, edition: Edition) -> Vec<Unit> {
    let mut units = Vec::new();
    for (start, line) in paragraphs(text) {
        for (span, words, keyword) in split(line, names, lookup) {
            // What only an author can put into today's words cannot be compared.
            let vague = wordings::found(&words, edition).iter().any(|found| !found.wording.safe);
            let words = spelling::corrected(wordings::modernized(words, line, edition));
            let span = span.start + start..span.end + start;
            let words = shifted(words, start);
            units.push(Unit { words, span, line: line.to_owned(), paragraph: 0, ability: None, keyword, vague });
        }
    }
    units
}

fn shifted(mut words: Vec<Word>, by: usize) -> Vec<Word> {
    for word in &mut words {
        word.span = word.span.start + by..word.span.end + by;
    }
    words
}

/// A line as units: the keywords of a line of keywords, or else the line.
fn split(line: &str, names: &[&str], lookup: &Lookup<'_, '_>) -> Vec<(Range<usize>, Vec<Word>, bool)> {
    let all = words(line, names);
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return Vec::new() };
    let whole = first.span.start..last.span.end;
    if all.iter().any(|word| word.ends_sentence) || all.len() > 16 {
        return vec![(whole, all, false)];
    }
    let mut pieces: Vec<(Range<usize>, Vec<Word>)> = Vec::new();
    for word in &all {
        let apart = pieces.last().is_none_or(|(span, _)| line[span.end..word.span.start].contains([',', ';']));
        match pieces.last_mut().filter(|_| !apart) {
            Some((span, piece)) => {
                span.end = word.span.end;
                piece.push(word.clone());
            }
            None => pieces.push((word.span.clone(), vec![word.clone()])),
        }
    }
    // Modes, costs and chapters are no keywords: they are not even looked up.
    let sentence = line.starts_with('•') || line.contains(':') || line.trim_end().ends_with('—');
    match !sentence && pieces.iter().all(|(_, words)| lookup.is_keyword(&joined(words))) {
        true => pieces.into_iter().map(|(span, words)| (span, words, true)).collect(),
        false => vec![(whole, all, false)],
    }
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.counts_as.as_str()).collect::<Vec<_>>().join(" ")
}

fn calls_back(ability: &Ability) -> bool {
    let mut found = false;
    ability.each(|_: &Callback| found = true);
    found
}

/// How much alike two units must be to say the same thing in part.
const ALIKE: f64 = 0.5;

fn compare_units(text: &str, face: &FaceView<'_>, theirs: &[Unit], ours: &[Unit], out: &mut Comparison) {
    let pairs = pairs(theirs, ours);
    let mut common = 0;
    let mut found: Vec<Difference> = Vec::new();
    for &(place, our) in &pairs {
        let (their, our) = (&theirs[place], &ours[our]);
        let hunks = align::hunks(&their.words, &our.words);
        common += their.words.len() - hunks.iter().map(|hunk| hunk.old.len()).sum::<usize>();
        let hunks = hunks.iter().filter(|hunk| !is_misspelt_type(&their.words[hunk.old.clone()], &our.words[hunk.new.clone()]));
        let hunks: Vec<&Hunk> = hunks.collect();
        if !our.vague && !their.vague {
            let reordered = hunks.len() > 1 && same_words(&hunks, their, our);
            found.extend(hunks.into_iter().map(|hunk| {
                let found = difference(text, hunk, their, our, &out.written);
                let kind = if reordered { Kind::Wording } else { found.kind };
                Difference { unit: place, kind, ..found }
            }));
        }
    }
    let unpaired = |side: usize, place: usize| !pairs.iter().any(|pair| [pair.0, pair.1][side] == place);
    let vague = ours.iter().enumerate().any(|(place, unit)| unit.vague && unpaired(1, place));
    for (their, unit) in
        theirs.iter().enumerate().filter(|(place, unit)| unpaired(0, *place) && !unit.vague && !by_its_type(face, unit))
    {
        // A paragraph may be a sentence of one that is written as a whole.
        let elsewhere =
            found.iter().position(|other| other.says.is_empty() && joined(&words(&other.written, &[])) == joined(&unit.words));
        match elsewhere {
            Some(place) => drop(found.remove(place)),
            None if vague => {}
            None => found.push(Difference {
                kind: Kind::NoAbility,
                said: unit.span.clone(),
                says: text[unit.span.clone()].to_owned(),
                written: String::new(),
                paragraph: String::new(),
                unit: their,
                ability: None,
                edit: None,
            }),
        }
    }
    let outdated = theirs.iter().enumerate().any(|(place, unit)| unit.vague && unpaired(0, place));
    for (place, unit) in ours.iter().enumerate().filter(|(place, unit)| unpaired(1, *place) && !unit.vague && !outdated) {
        let elsewhere = found.iter().position(|other| {
            other.written.is_empty()
                && other.says.split(' ').count() > 2
                && joined(&words(&other.says, &[])) == joined(&unit.words)
        });
        if let Some(place) = elsewhere {
            found.remove(place);
            continue;
        }
        let paragraph = &out.written[unit.paragraph].text;
        let written = if unit.keyword { capital(&paragraph[unit.span.clone()]) } else { unit.line.clone() };
        found.push(Difference {
            kind: Kind::NotSaid,
            said: 0..text.len(),
            says: String::new(),
            edit: place_for(text, theirs, ours, &pairs, place).map(|place| match place {
                Place::Before(at) => (at..at, format!("{written}\n")),
                Place::After(at) => (at..at, format!("\n{written}")),
                Place::InLine(at) => (at..at, format!(", {}", &paragraph[unit.span.clone()].to_lowercase())),
            }),
            written,
            paragraph: unit.line.clone(),
            unit: theirs.len() + place,
            ability: unit.ability,
        });
    }
    found.sort_by_key(|difference| (difference.said.start, difference.said.end));
    let total = theirs.iter().chain(ours).map(|unit| unit.words.len()).sum::<usize>();
    out.same = if total == 0 { 1.0 } else { 2.0 * common as f64 / total as f64 };
    out.differences = found;
}

/// Whether what differs is the same all together: only the order of the clauses is another.
fn same_words(hunks: &[&Hunk], their: &Unit, our: &Unit) -> bool {
    let old: Vec<Word> = hunks.iter().flat_map(|hunk| their.words[hunk.old.clone()].to_vec()).collect();
    let new: Vec<Word> = hunks.iter().flat_map(|hunk| our.words[hunk.new.clone()].to_vec()).collect();
    align::is_wording(&old, &new)
}

/// Where in a text something that is missing belongs.
enum Place {
    /// Before the line there.
    Before(usize),
    /// On a line of its own behind the one that ends there.
    After(usize),
    /// Behind the keyword that ends there.
    InLine(usize),
}

/// Where a paragraph that is missing belongs: behind the one that says what is written before it, or before all. A keyword goes
/// behind the one before it on its line.
fn place_for(text: &str, theirs: &[Unit], ours: &[Unit], pairs: &[(usize, usize)], place: usize) -> Option<Place> {
    let said = |other: usize| pairs.iter().find(|pair| pair.1 == other).map(|pair| &theirs[pair.0]);
    let here = &ours[place];
    let neighbour = (0..place).rev().filter(|other| here.keyword && ours[*other].line == here.line).find_map(said);
    if let Some(neighbour) = neighbour {
        return Some(Place::InLine(neighbour.span.end));
    }
    let before = (0..place).rev().filter(|other| ours[*other].line != here.line).find_map(said);
    match before.map(|unit| unit.span.end) {
        Some(end) => Some(Place::After(text[end..].find('\n').map_or(text.trim_end().len(), |line| end + line))),
        None if text.trim().is_empty() => None,
        None => Some(Place::Before(0)),
    }
}

pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Whether only a creature type is misspelt, on the card or in its script: that is said by itself.
fn is_misspelt_type(old: &[Word], new: &[Word]) -> bool {
    let ([one], [other]) = (old, new) else { return false };
    let near = strsim::osa_distance(&one.counts_as, &other.counts_as) <= 2;
    near && (spelling::maybe_type(&one.counts_as) || spelling::maybe_type(&other.counts_as))
}

/// Which units say the same, the most alike first.
fn pairs(theirs: &[Unit], ours: &[Unit]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut free = vec![true; ours.len()];
    for (place, unit) in theirs.iter().enumerate() {
        let equal =
            |other: &Unit| other.words.iter().map(|word| &word.counts_as).eq(unit.words.iter().map(|word| &word.counts_as));
        if let Some(other) = (0..ours.len()).find(|other| free[*other] && equal(&ours[*other])) {
            free[other] = false;
            found.push((place, other));
        }
    }
    let mut likely: Vec<(f64, usize, usize)> = Vec::new();
    for (place, unit) in theirs.iter().enumerate().filter(|(place, _)| !found.iter().any(|pair| pair.0 == *place)) {
        for (other, our) in ours.iter().enumerate().filter(|(other, our)| free[*other] && our.keyword == unit.keyword) {
            let alike = align::likeness(&unit.words, &our.words);
            // Of a keyword the word itself must be the same: "flying" is not a misprint of "reach".
            let same_keyword = !unit.keyword || unit.words[0].counts_as == our.words[0].counts_as;
            if alike >= ALIKE && same_keyword {
                likely.push((alike, place, other));
            }
        }
    }
    likely.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1.abs_diff(a.2), a.1).cmp(&(b.1.abs_diff(b.2), b.1))));
    for (_, place, other) in likely {
        if free[other] && !found.iter().any(|pair| pair.0 == place) {
            free[other] = false;
            found.push((place, other));
        }
    }
    found
}

fn difference(text: &str, hunk: &Hunk, their: &Unit, our: &Unit, written: &[Paragraph]) -> Difference {
    let paragraph = &written[our.paragraph].text;
    let (old, new) = (&their.words[hunk.old.clone()], &our.words[hunk.new.clone()]);
    let span = |words: &[Word]| words.first().map(|first| first.span.start..words[words.len() - 1].span.end);
    let instead = span(new).map_or(String::new(), |span| paragraph[span].to_owned());
    let (said, says, edit) = match span(old) {
        Some(said) => {
            let says = text[said.clone()].to_owned();
            let edit = match instead.is_empty() {
                true => (without(text, &said, old, hunk), String::new()),
                false => (said.clone(), like_before(&says, &instead, hunk.after_sentence)),
            };
            (said, says, edit)
        }
        None => insertion(text, hunk, their, our, &instead),
    };
    Difference {
        kind: kind(old, &our.words, &says, hunk),
        said,
        says,
        written: instead,
        paragraph: our.line.clone(),
        unit: 0,
        ability: our.ability,
        edit: Some(edit),
    }
}

/// What to delete so that nothing is left of words: the space before them, or behind them where they begin a line, and the full
/// stop of a sentence.
fn without(text: &str, said: &Range<usize>, old: &[Word], hunk: &Hunk) -> Range<usize> {
    let start = said.start - usize::from(text[..said.start].ends_with(' '));
    let sentence = hunk.after_sentence && old.last().is_some_and(|word| word.ends_sentence);
    let space = start == said.start && text[said.end..].starts_with(' ');
    start..said.end + usize::from(space || sentence && text[said.end..].starts_with('.'))
}

/// Where words are left out: what is underlined, and what to insert.
fn insertion(text: &str, hunk: &Hunk, their: &Unit, our: &Unit, instead: &str) -> (Range<usize>, String, (Range<usize>, String)) {
    let before = hunk.old.start.checked_sub(1).and_then(|place| their.words.get(place));
    let (said, edit) = match (before, their.words.get(hunk.old.start)) {
        (Some(before), _) => {
            // A sentence of its own stands behind the full stop, a phrase before it.
            let begins = hunk.new.start.checked_sub(1).is_none_or(|place| our.words[place].ends_sentence);
            let sentence = before.ends_sentence && begins;
            let end = before.span.end;
            let stop = usize::from(sentence && text[end..].starts_with('.'));
            (before.span.clone(), (end + stop..end + stop, format!(" {instead}{}", if stop > 0 { "." } else { "" })))
        }
        (None, Some(after)) => (after.span.clone(), (after.span.start..after.span.start, format!("{instead} "))),
        (None, None) => (their.span.clone(), (their.span.clone(), instead.to_owned())),
    };
    (said, String::new(), edit)
}

/// A phrase at the beginning of a line keeps its capital.
fn like_before(says: &str, instead: &str, first: bool) -> String {
    let mut letters = instead.chars();
    match letters.next().filter(|_| first && says.starts_with(char::is_uppercase)) {
        Some(letter) => letter.to_uppercase().chain(letters).collect(),
        None => instead.to_owned(),
    }
}

fn kind(old: &[Word], our: &[Word], says: &str, hunk: &Hunk) -> Kind {
    let new = &our[hunk.new.clone()];
    let is_self = |word: &Word| word.counts_as.trim_end_matches("'s") == SELF;
    let capital = |word: &str| word.starts_with(char::is_uppercase);
    let named = says.split(' ').next().is_some_and(capital) && says.split(' ').next_back().is_some_and(capital);
    if old.len() > 1 && named && new.len() == 1 && is_self(&new[0]) {
        return Kind::Name;
    }
    if align::is_wording(old, new) {
        return Kind::Wording;
    }
    // A whole sentence that nothing corresponds to.
    let sentence = |words: &[Word]| words.len() > 1 && words.last().is_some_and(|word| word.ends_sentence);
    if new.is_empty() && hunk.after_sentence && sentence(old) {
        return Kind::NoAbility;
    }
    let begins = hunk.new.start.checked_sub(1).is_none_or(|before| our[before].ends_sentence);
    if old.is_empty() && begins && hunk.after_sentence && sentence(new) { Kind::NotSaid } else { Kind::Phrase }
}

/// What a card may say though it follows from its types: the mana of basic land types (modern 305.6).
fn by_its_type(face: &FaceView<'_>, unit: &Unit) -> bool {
    let types = &face.face.base.types.subtypes;
    let basic = || cardwright_engine::types::BASIC_LAND_TYPES.iter();
    let letters: Vec<String> = basic()
        .filter(|(word, _)| types.iter().any(|subtype| subtype.as_str() == *word))
        .map(|(_, color)| color.letter().to_lowercase().to_string())
        .collect();
    match &unit.words[..] {
        [tap, add, rest @ ..] if tap.counts_as == "t" && add.counts_as == "add" && !letters.is_empty() => {
            rest.iter().all(|word| {
                matches!(word.counts_as.as_str(), "or" | "to" | "your" | "mana" | "pool") || letters.contains(&word.counts_as)
            })
        }
        _ => false,
    }
}
