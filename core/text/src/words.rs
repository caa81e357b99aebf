//! Words: plurals, and what other editions call things.
//!
//! Sentences are made in today's wording. What the edition of 1999 says in other words at the same place is put in its place at
//! the end ([`classic`]); where it puts them in another place, the maker of the sentence asks here ([`Speech::exiling`]).

use crate::speech::Speech;

impl Speech<'_> {
    /// "exile" and its object; "remove ... from the game" in 1999.
    pub(crate) fn exiling(&self, what: &str) -> (&'static str, String) {
        if !self.is_classic() {
            return ("exile", what.to_owned());
        }
        // "From" is said once: "remove a card in your hand from the game".
        let zone = what
            .rfind(" from ")
            .filter(|from| !what[*from..].starts_with(" from the top of"))
            .filter(|from| ["graveyard", "graveyards", "hand", "library"].iter().any(|zone| what[*from..].ends_with(zone)));
        let what = zone.map_or(what.to_owned(), |from| format!("{} in {}", &what[..from], &what[from + " from ".len()..]));
        ("remove", format!("{what} from the game"))
    }
    /// "exile target creature" in one piece.
    pub(crate) fn exile(&self, what: &str) -> String {
        let (verb, rest) = self.exiling(what);
        format!("{verb} {rest}")
    }
    /// "create" and its object; "put ... into play" in 1999. What says how many stands last: " for each creature you control".
    pub(crate) fn creating(&self, what: &str, tail: &str) -> (&'static str, String) {
        if !self.is_classic() {
            return ("create", format!("{what}{tail}"));
        }
        // What a token has in quotation marks is a sentence of its own, what it is a copy of stands last.
        if let Some((token, quoted)) = what.split_once(" with \"") {
            let has = if token.ends_with("tokens") { "They have" } else { "It has" };
            return ("put", format!("{token} into play{tail}. {has} \"{quoted}"));
        }
        let place =
            [" that's ", " that are ", " attached to "].iter().filter_map(|start| what.find(start)).min().unwrap_or(what.len());
        ("put", format!("{} into play{}{tail}", &what[..place], &what[place..]))
    }
    /// What mana is added; "to your mana pool" was said in 1999.
    pub(crate) fn added_mana(&self, what: &str, their: &str) -> String {
        if !self.is_classic() {
            return what.to_owned();
        }
        if what.contains(" that ") && !what.contains(" for each ") {
            return format!("to {their} mana pool {what}");
        }
        let place = what.find(" for each ").or_else(|| what.find(", where ")).unwrap_or(what.len());
        format!("{} to {their} mana pool{}", &what[..place], &what[place..])
    }
}

/// What stands for the name of the object while its text is put into other words: names are no words.
const NAME: char = '\u{1}';

/// Today's phrases and what they were in 1999, the longer ones first.
const PHRASES: &[(&str, &str)] = &[
    ("enters the battlefield", "comes into play"),
    ("enter the battlefield", "come into play"),
    ("leaves the battlefield", "leaves play"),
    ("leave the battlefield", "leave play"),
    ("left the battlefield", "left play"),
    ("onto the battlefield", "into play"),
    ("on the battlefield", "in play"),
    ("the battlefield", "play"),
    ("would die", "would be put into a graveyard from play"),
    ("dies", "is put into a graveyard from play"),
    ("died", "was put into a graveyard from play"),
    ("enters", "comes into play"),
    ("enter", "come into play"),
    ("entering", "coming into play"),
    ("entered", "came into play"),
    ("the exiled", "the removed"),
    ("exiled", "removed from the game"),
    ("in exile", "removed from the game"),
    ("cast from exile", "played while it was removed from the game"),
    ("from exile only", "while it's removed from the game, but only"),
    ("from exile", "that are removed from the game"),
    ("you've cast", "you've played"),
    ("you haven't cast", "you haven't played"),
    ("cast from", "played from"),
    ("you cast last turn", "you played last turn"),
    ("any target", "target creature or player"),
    ("mana value", "converted mana cost"),
    ("Activate only as a sorcery", "Play this ability only any time you could play a sorcery"),
    ("Activate only as an instant", "Play this ability only any time you could play an instant"),
    ("Activate only", "Play this ability only"),
    ("Activate no more than", "Play this ability no more than"),
    ("activates", "plays"),
    ("activate", "play"),
    ("be activated", "be played"),
    ("At the beginning of your end step", "At the end of your turn"),
    ("At the beginning of each end step", "At the end of each turn"),
    ("At the beginning of the end step", "At end of turn"),
    ("at the beginning of the next end step", "at end of turn"),
    ("at the beginning of your next end step", "at the end of your next turn"),
    ("if you cast it", "if you played it"),
    ("was cast", "was played"),
    ("were cast", "were played"),
    ("wasn't cast", "wasn't played"),
    ("be cast", "be played"),
    ("spell cast this way", "spell played this way"),
    ("casts", "plays"),
    ("casting", "playing"),
    ("cast", "play"),
    ("Cast", "Play"),
    ("then shuffle", "then shuffle your library"),
    ("This spell", "\u{1}"),
    ("this spell", "\u{1}"),
    ("their hand", "his or her hand"),
    ("their library", "his or her library"),
    ("their graveyard", "his or her graveyard"),
    ("their mana pool", "his or her mana pool"),
];

/// The text in the words of 1999.
pub(crate) fn classic(text: &str, name: &str) -> String {
    let hidden = text.replace(name, &NAME.to_string());
    let said = PHRASES.iter().fold(hidden, |text, (now, then)| replace_words(&text, now, then));
    buried(&said).replace(NAME, name)
}

/// Replaces a phrase where it stands as words of its own.
fn replace_words(text: &str, from: &str, to: &str) -> String {
    let (mut said, mut rest) = (String::new(), text);
    while let Some(place) = rest.find(from) {
        let end = place + from.len();
        let inside = rest[..place].ends_with(char::is_alphabetic) || rest[end..].starts_with(char::is_alphabetic);
        said.push_str(&rest[..place]);
        said.push_str(if inside { from } else { to });
        rest = &rest[end..];
    }
    said + rest
}

/// "Bury" was to destroy what can't be regenerated.
fn buried(text: &str) -> String {
    let mut text = text.to_owned();
    for rider in [". It can't be regenerated", ". They can't be regenerated"] {
        while let Some(place) = text.find(rider) {
            let before = &text[..place];
            let sentence = before.rfind(". ").map_or(0, |end| end + 2);
            let verb = ["destroy ", "Destroy "].iter().filter_map(|verb| before[sentence..].rfind(verb)).max();
            let Some(verb) = verb.map(|verb| sentence + verb) else { break };
            let word = if text[verb..].starts_with('D') { "Bury " } else { "bury " };
            text = format!("{}{word}{}{}", &text[..verb], &text[verb + "destroy ".len()..place], &text[place + rider.len()..]);
        }
    }
    text
}

/// The singular of what the text itself made plural.
pub(crate) fn singular(many: &str) -> String {
    many.strip_suffix("ies").map_or_else(|| many.strip_suffix('s').unwrap_or(many).to_owned(), |stem| format!("{stem}y"))
}

/// The plural of a noun phrase: of its last word ("artifact creature" becomes "artifact creatures").
pub(crate) fn plural(noun: &str) -> String {
    if let Some((first, second)) = noun.split_once(" or ") {
        return format!("{} or {}", plural(first), plural(second));
    }
    let (front, last) = noun.rsplit_once(' ').map_or(("", noun), |(front, last)| (front, last));
    let many = plural_word(last);
    if front.is_empty() { many } else { format!("{front} {many}") }
}

fn plural_word(word: &str) -> String {
    /// Words that stay as they are.
    const SAME: [&str; 10] =
        ["Plains", "Merfolk", "Equipment", "Eldrazi", "Kithkin", "Moonfolk", "Sphinxes", "Treefolk", "Fish", "Wolfkin"];
    /// Words that change in a way of their own.
    const OWN: [(&str, &str); 15] = [
        ("elf", "elves"),
        ("dwarf", "dwarves"),
        ("wolf", "wolves"),
        ("werewolf", "werewolves"),
        ("thief", "thieves"),
        ("ox", "oxen"),
        ("mouse", "mice"),
        ("elk", "elk"),
        ("sheep", "sheep"),
        ("deer", "deer"),
        ("moose", "moose"),
        ("player", "players"),
        ("child", "children"),
        ("fungus", "fungi"),
        ("pegasus", "pegasi"),
    ];
    if SAME.contains(&word) {
        return word.to_owned();
    }
    let lower = word.to_lowercase();
    if let Some((_, many)) = OWN.iter().find(|(one, _)| *one == lower) {
        return if word.starts_with(char::is_uppercase) { crate::sentence::capital(many) } else { (*many).to_owned() };
    }
    // "Watchman" and "Reedman", but not "Human" or "Shaman".
    if let Some(stem) = word.strip_suffix("man").filter(|_| lower != "human" && lower != "shaman") {
        return format!("{stem}men");
    }
    if let Some(stem) = word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        return format!("{stem}ies");
    }
    if lower.ends_with(['s', 'x', 'z']) || lower.ends_with("ch") || lower.ends_with("sh") {
        return format!("{word}es");
    }
    format!("{word}s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_end_as_the_word_wants() {
        for (one, many) in [
            ("creature", "creatures"),
            ("sorcery", "sorceries"),
            ("artifact creature", "artifact creatures"),
            ("spell or ability", "spells or abilities"),
            ("Elf", "Elves"),
            ("Human", "Humans"),
            ("Watchman", "Watchmen"),
            ("Plains", "Plains"),
            ("Equipment", "Equipment"),
            ("Monkey", "Monkeys"),
            ("Cyclops", "Cyclopses"),
        ] {
            assert_eq!(plural(one), many);
        }
    }

    #[test]
    fn the_words_of_1999() {
        for (now, then) in [
            ("When Cast Off enters, draw a card.", "When Cast Off comes into play, draw a card."),
            ("Destroy target creature. It can't be regenerated.", "Bury target creature."),
            (
                "When Cast Off dies, destroy all artifacts. They can't be regenerated. Draw a card.",
                "When Cast Off is put into a graveyard from play, bury all artifacts. Draw a card.",
            ),
            ("Whenever a player casts a spell, draw a card.", "Whenever a player plays a spell, draw a card."),
            ("This spell costs {1} less to cast.", "Cast Off costs {1} less to play."),
            ("Cast Off deals 2 damage to any target.", "Cast Off deals 2 damage to target creature or player."),
            ("{T}: Draw a card. Activate only once each turn.", "{T}: Draw a card. Play this ability only once each turn."),
        ] {
            assert_eq!(classic(now, "Cast Off"), then);
        }
    }

    #[test]
    fn other_word_order_in_1999() {
        crate::testing::gull(|speech| {
            speech.style.edition = crate::Edition::Classic;
            assert_eq!(speech.exile("target creature"), "remove target creature from the game");
            assert_eq!(speech.exile("a card from your hand"), "remove a card in your hand from the game");
            for (what, tail, said) in [
                ("a 1/1 red Imp creature token", "", "a 1/1 red Imp creature token into play"),
                ("a token", " for each land you control", "a token into play for each land you control"),
                ("a token that's a copy of it", "", "a token into play that's a copy of it"),
                ("two tokens with \"Draw a card.\"", "", "two tokens into play. They have \"Draw a card.\""),
            ] {
                assert_eq!(speech.creating(what, tail), ("put", said.to_owned()));
            }
            assert_eq!(speech.added_mana("{G} for each Elf", "your"), "{G} to your mana pool for each Elf");
        });
    }
}
