//! Verbs of events in the forms that sentences need.

use crate::noun::{Noun, Number};

/// A verb: "die", "dies", "died", "dying".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verb {
    base: &'static str,
    one: &'static str,
    many: &'static str,
    past: &'static str,
    past_many: &'static str,
    ing: &'static str,
}

const fn verb(base: &'static str, one: &'static str, past: &'static str, ing: &'static str) -> Verb {
    Verb { base, one, many: base, past, past_many: past, ing }
}

pub(crate) const BE: Verb = Verb { base: "be", one: "is", many: "are", past: "was", past_many: "were", ing: "being" };
pub(crate) const BECOME: Verb = verb("become", "becomes", "became", "becoming");
pub(crate) const ENTER: Verb = verb("enter", "enters", "entered", "entering");
pub(crate) const LEAVE: Verb = verb("leave", "leaves", "left", "leaving");
pub(crate) const DIE: Verb = verb("die", "dies", "died", "dying");
pub(crate) const DEAL: Verb = verb("deal", "deals", "dealt", "dealing");
pub(crate) const GAIN: Verb = verb("gain", "gains", "gained", "gaining");
pub(crate) const LOSE: Verb = verb("lose", "loses", "lost", "losing");
pub(crate) const PAY: Verb = verb("pay", "pays", "paid", "paying");
pub(crate) const DRAW: Verb = verb("draw", "draws", "drew", "drawing");
pub(crate) const CAST: Verb = verb("cast", "casts", "cast", "casting");
pub(crate) const PLAY: Verb = verb("play", "plays", "played", "playing");
pub(crate) const ACTIVATE: Verb = verb("activate", "activates", "activated", "activating");
pub(crate) const ATTACK: Verb = verb("attack", "attacks", "attacked", "attacking");
pub(crate) const BLOCK: Verb = verb("block", "blocks", "blocked", "blocking");
pub(crate) const TAP: Verb = verb("tap", "taps", "tapped", "tapping");
pub(crate) const ADD: Verb = verb("add", "adds", "added", "adding");
pub(crate) const CREATE: Verb = verb("create", "creates", "created", "creating");
pub(crate) const SACRIFICE: Verb = verb("sacrifice", "sacrifices", "sacrificed", "sacrificing");
pub(crate) const DISCARD: Verb = verb("discard", "discards", "discarded", "discarding");
pub(crate) const GET: Verb = verb("get", "gets", "got", "getting");
pub(crate) const SCRY: Verb = verb("scry", "scries", "scried", "scrying");
pub(crate) const SURVEIL: Verb = verb("surveil", "surveils", "surveilled", "surveilling");
pub(crate) const MILL: Verb = verb("mill", "mills", "milled", "milling");
pub(crate) const SHUFFLE: Verb = verb("shuffle", "shuffles", "shuffled", "shuffling");
pub(crate) const SEARCH: Verb = verb("search", "searches", "searched", "searching");
pub(crate) const REVEAL: Verb = verb("reveal", "reveals", "revealed", "revealing");
pub(crate) const RESOLVE: Verb = verb("resolve", "resolves", "resolved", "resolving");
pub(crate) const PHASE: Verb = verb("phase", "phases", "phased", "phasing");
pub(crate) const ROLL: Verb = verb("roll", "rolls", "rolled", "rolling");
pub(crate) const BEGIN: Verb = verb("begin", "begins", "began", "beginning");
pub(crate) const COME: Verb = verb("come", "comes", "came", "coming");
pub(crate) const CHANGE: Verb = verb("change", "changes", "changed", "changing");
pub(crate) const DO: Verb = verb("do", "does", "did", "doing");

/// How an event is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mood {
    /// "a creature dies": behind "whenever" and "until".
    Now,
    /// "a creature would die"
    Would,
    /// "a creature died"
    Past,
    /// "no creatures died", "you didn't gain life"
    Never,
    /// "creatures can't die"
    Cant,
    /// "a creature dying"
    Ing,
    /// "creature that died"
    Counted,
}

/// Somebody or something does it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Happening {
    pub subject: Noun,
    pub verb: Verb,
    /// What stands behind the verb, if anything.
    pub rest: String,
    /// The verb as it is, for actions that an author has named.
    own: Option<String>,
    /// Whether it stays as it is in every mood.
    fixed: bool,
}

impl Happening {
    pub(crate) fn new(subject: Noun, verb: Verb, rest: impl Into<String>) -> Self {
        Happening { subject, verb, rest: rest.into(), own: None, fixed: false }
    }
    /// With a verb that is bent already.
    pub(crate) fn own(subject: Noun, verb: String, rest: impl Into<String>) -> Self {
        Happening { subject, verb: DO, rest: rest.into(), own: Some(verb), fixed: false }
    }
    /// With a verb that stays as it is in every mood.
    pub(crate) fn as_it_is(subject: Noun, verb: String, rest: impl Into<String>) -> Self {
        Happening { fixed: true, ..Happening::own(subject, verb, rest) }
    }
    /// Whether only the subjects differ: "you or a permanent you control becomes the target of a spell".
    pub(crate) fn does_the_same(&self, other: &Happening) -> bool {
        self.subject != other.subject && (self.verb, &self.rest, &self.own) == (other.verb, &other.rest, &other.own)
    }
    /// The verb in its form with all behind it.
    pub(crate) fn predicate(&self, mood: Mood) -> String {
        let verb = self.verb;
        if let Some(own) = &self.own {
            let helper = match mood {
                _ if self.fixed => "",
                Mood::Would => "would ",
                Mood::Cant => "can't ",
                Mood::Now | Mood::Past | Mood::Never | Mood::Ing | Mood::Counted => "",
            };
            return with(&format!("{helper}{own}"), &self.rest);
        }
        let many = self.subject.number == Number::Many || self.subject.is_you();
        let form = match mood {
            Mood::Now => self.subject.verb(verb.one, verb.many).to_owned(),
            Mood::Would => format!("would {}", verb.base),
            Mood::Cant => format!("can't {}", verb.base),
            Mood::Never if self.subject.text.starts_with("no ") => if many { verb.past_many } else { verb.past }.to_owned(),
            Mood::Never if verb == BE => if many { "weren't" } else { "wasn't" }.to_owned(),
            Mood::Never => format!("didn't {}", verb.base),
            Mood::Past | Mood::Counted => if many { verb.past_many } else { verb.past }.to_owned(),
            Mood::Ing => verb.ing.to_owned(),
        };
        with(&form, &self.rest)
    }
    /// All of it: "a creature would die".
    pub(crate) fn said(&self, mood: Mood) -> String {
        if mood == Mood::Now && self.subject.is_you() && self.verb == BE {
            return with("you're", &self.rest);
        }
        let that = if mood == Mood::Counted { " that" } else { "" };
        format!("{}{that} {}", self.subject.text, self.predicate(mood))
    }
}

/// Two parts of a sentence with a space between them, unless the second is empty or begins with a comma.
pub(crate) fn with(first: &str, second: &str) -> String {
    match second {
        "" => first.to_owned(),
        second if second.starts_with(',') => format!("{first}{second}"),
        second => format!("{first} {second}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_in_every_mood() {
        let dies = |subject: Noun| Happening::new(subject, DIE, "");
        let dealt = |subject: Noun| Happening::new(subject, BE, "dealt damage");
        for (happening, mood, said) in [
            (dies(Noun::thing("a creature")), Mood::Now, "a creature dies"),
            (dies(Noun::things("two creatures")), Mood::Now, "two creatures die"),
            (dies(Noun::thing("a creature")), Mood::Would, "a creature would die"),
            (dies(Noun::things("creatures")), Mood::Cant, "creatures can't die"),
            (dies(Noun::thing("creature")), Mood::Counted, "creature that died"),
            (dies(Noun::things("no creatures")), Mood::Never, "no creatures died"),
            (dealt(Noun::you()), Mood::Now, "you're dealt damage"),
            (dealt(Noun::you()), Mood::Past, "you were dealt damage"),
            (dealt(Noun::thing("it")), Mood::Past, "it was dealt damage"),
            (Happening::new(Noun::you(), GAIN, "life"), Mood::Never, "you didn't gain life"),
            (dealt(Noun::thing("it")), Mood::Ing, "it being dealt damage"),
        ] {
            assert_eq!(happening.said(mood), said);
        }
    }
}
