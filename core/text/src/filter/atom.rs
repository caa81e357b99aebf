//! The plain questions of a filter as words of a noun.

use super::Article;
use crate::noun::Noun;
use crate::sentence::{listed, with_article};
use crate::speech::Speech;
use cardwright_engine::ability::{AbilityKind, Amount, Comparison, Filter, MoveCause, Players, Stat};
use cardwright_engine::zone::ZoneKind;

/// Where the things are of which a noun speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Battlefield,
    Stack,
    /// Anywhere else, where they are cards.
    Cards,
}

/// The parts of one alternative of a filter.
#[derive(Default, Debug)]
pub(super) struct Branch {
    pub place: Option<Place>,
    pub other: bool,
    /// Card types, in the order of a type line, in lower case.
    pub types: Vec<String>,
    pub subtypes: Vec<String>,
    pub permanent: bool,
    pub token: bool,
    /// An ability on the stack: "triggered", or of any kind.
    pub ability: Option<&'static [&'static str]>,
    /// Words before the noun, with their place in the order.
    pub before: Vec<(u8, String)>,
    /// Phrases behind the noun, with their place in the order.
    pub after: Vec<(u8, String)>,
    zone: Option<ZoneKind>,
    /// Whose they are, with whether control is said not to be theirs.
    whose: Option<Players>,
    card: bool,
}

// The order of what stands before a noun.
const STATE: u8 = 0;
const NONTOKEN: u8 = 2;
const SUPERTYPE: u8 = 3;
const COLOR: u8 = 4;
const NON: u8 = 5;

// The order of what stands behind a noun.
const CONTROL: u8 = 0;
const WITH: u8 = 1;
const IN: u8 = 2;
const THAT: u8 = 3;
/// What is said of a spell cast when a sorcery could not have been (307.5a).
pub(super) const OFF_TIME: &str = "at a time a sorcery couldn't have been cast";

impl Speech<'_> {
    /// The parts of one alternative.
    pub(super) fn branch(&mut self, atoms: &[Filter], many: bool) -> Branch {
        let mut branch = Branch::default();
        for (place, atom) in atoms.iter().enumerate() {
            self.atom(&mut branch, atom, many, place == 0);
        }
        self.whereabouts(&mut branch, many);
        branch.before.sort_by_key(|(order, _)| *order);
        branch.after.sort_by_key(|(order, _)| *order);
        branch
    }

    fn atom(&mut self, branch: &mut Branch, atom: &Filter, many: bool, first: bool) {
        let verb = |one: &'static str, others: &'static str| if many { others } else { one };
        let it = if many { "them" } else { "it" };
        match atom {
            Filter::Any | Filter::Never | Filter::And(_) | Filter::Or(_) => {}
            Filter::This => branch.after.push((WITH, format!("that {} {}", verb("is", "are"), self.name()))),
            Filter::Other => branch.other = true,
            Filter::Is(objects) => {
                let objects = self.objects(objects).object();
                branch.after.push((THAT, format!("among {objects}")));
            }
            Filter::Zone(zone) => {
                branch.zone = Some(*zone);
                branch.place = Some(match zone {
                    ZoneKind::Battlefield => Place::Battlefield,
                    ZoneKind::Stack => Place::Stack,
                    ZoneKind::Library
                    | ZoneKind::Hand
                    | ZoneKind::Graveyard
                    | ZoneKind::Exile
                    | ZoneKind::Command
                    | ZoneKind::Outside => Place::Cards,
                });
            }
            Filter::Type(card_type) => {
                let word = card_type.word().to_lowercase();
                if !branch.types.contains(&word) {
                    branch.types.push(word);
                    // "artifact creature", "enchantment creature": the order of a type line.
                    branch.types.sort_by_key(|word| u8::from(word == "creature"));
                }
            }
            Filter::Supertype(supertype) => branch.before.push((SUPERTYPE, self.supertype(*supertype))),
            Filter::Subtype(subtype) => branch.subtypes.push(subtype.to_string()),
            Filter::SubtypeLinked(_) => branch.after.push((WITH, "of the chosen type".to_owned())),
            Filter::SharesSubtype(objects) => {
                let with = self.objects(objects).object();
                branch.after.push((THAT, format!("that {} a creature type with {with}", verb("shares", "share"))));
            }
            Filter::SharesColor(objects) => {
                let with = self.objects(objects).object();
                branch.after.push((THAT, format!("that {} a color with {with}", verb("shares", "share"))));
            }
            Filter::Permanent => branch.permanent = true,
            Filter::Color(color) => branch.before.push((COLOR, color.word().to_owned())),
            Filter::ColorLinked(_) => branch.after.push((WITH, "of the chosen color".to_owned())),
            Filter::Colorless => branch.before.push((COLOR, "colorless".to_owned())),
            Filter::Monocolored => branch.before.push((COLOR, "monocolored".to_owned())),
            Filter::Multicolored => branch.before.push((COLOR, "multicolored".to_owned())),
            Filter::Named(name) => branch.after.push((WITH, format!("named {name}"))),
            Filter::NameLinked(_) => branch.after.push((WITH, "with the chosen name".to_owned())),
            Filter::SameName(objects) => {
                let other = self.objects(objects).object();
                branch.after.push((WITH, format!("with the same name as {other}")));
            }
            Filter::Keyword(keyword) => branch.after.push((WITH, format!("with {keyword}"))),
            Filter::ControlledBy(players) => branch.whose = Some((**players).clone()),
            Filter::OwnedBy(players) => {
                let owner = self.any_player(players);
                let own = owner.verb("owns", "own");
                branch.after.push((CONTROL, format!("{} {own}", owner.text)));
            }
            Filter::Stat(Stat::Damage, comparison, amount) => {
                let damage = self.life_compared(*comparison, amount);
                branch.after.push((WITH, format!("with {damage} damage marked on {it}")));
            }
            Filter::Stat(stat, comparison, amount) => {
                let phrase = format!("with {} {}", stat_word(*stat), self.compared(*comparison, amount));
                branch.after.push((WITH, phrase));
            }
            Filter::Counters(kind, comparison, amount) => {
                let counters = self.so_many(*comparison, amount, &format!("{kind} counter"));
                branch.after.push((WITH, format!("with {counters} on {it}")));
            }
            Filter::AnyCounter => {
                let counters = verb("a counter on it", "counters on them");
                branch.after.push((WITH, format!("with {counters}")));
            }
            Filter::Tapped => branch.before.push((STATE, "tapped".to_owned())),
            Filter::Attacking => branch.before.push((STATE, "attacking".to_owned())),
            Filter::Blocking => branch.before.push((STATE, "blocking".to_owned())),
            Filter::Blocked => branch.before.push((STATE, "blocked".to_owned())),
            Filter::Unblocked => branch.before.push((STATE, "unblocked".to_owned())),
            Filter::FaceDown => branch.before.push((STATE, "face-down".to_owned())),
            Filter::AttackingPlayer(players) => {
                let whom = self.any_player(players).object();
                branch.after.push((THAT, format!("attacking {whom}")));
            }
            Filter::AttackingOne(recipients) => {
                let whom = self.any_recipient(recipients).object();
                branch.after.push((THAT, format!("attacking {whom}")));
            }
            Filter::AttackingAlone => branch.after.push((THAT, format!("that{} attacking alone", verb("'s", " are")))),
            Filter::HadToAttack => branch.after.push((THAT, "that had to attack this combat".to_owned())),
            Filter::BlockingAlone => branch.after.push((THAT, format!("that{} blocking alone", verb("'s", " are")))),
            Filter::ProtectedBy(players) => {
                let who = self.any_player(players);
                branch.after.push((THAT, format!("{} {}", who.text, who.verb("protects", "protect"))));
            }
            Filter::InCombatWith(objects) => {
                let other = self.objects(objects).object();
                // "Creature blocking it" says of which side it is.
                let sides = [("blocking", "blocking"), ("attacking", "blocked by")];
                let side = sides.into_iter().find_map(|(state, how)| {
                    let place = branch.before.iter().position(|(_, word)| word == state)?;
                    branch.before.remove(place);
                    Some(how)
                });
                branch.after.push((THAT, format!("{} {other}", side.unwrap_or("blocking or blocked by"))));
            }
            Filter::Token => branch.token = true,
            Filter::AttachedTo(objects) => {
                let host = self.objects(objects).object();
                branch.after.push((THAT, format!("attached to {host}")));
            }
            Filter::HasAttached(filter) => {
                let attached = self.filter(filter, if many { Article::Many } else { Article::A });
                branch.after.push((WITH, format!("with {} attached to {it}", attached.text)));
            }
            Filter::Spell => branch.place = Some(Place::Stack),
            Filter::AbilityOnStack(kind) => {
                branch.place = Some(Place::Stack);
                branch.ability = Some(match kind {
                    AbilityKind::Activated => &["activated"],
                    AbilityKind::Triggered => &["triggered"],
                    AbilityKind::Any => &[],
                });
            }
            Filter::Targets(recipients) => {
                let what = self.any_recipient(recipients).object();
                branch.after.push((THAT, format!("that {} {what}", verb("targets", "target"))));
            }
            Filter::TargetCount(comparison, amount) => {
                let phrase = match (comparison, &**amount) {
                    (Comparison::Equal, Amount::Fixed(1)) => "with a single target".to_owned(),
                    _ => format!("with {}", self.so_many(*comparison, amount, "target")),
                };
                branch.after.push((WITH, phrase));
            }
            Filter::EnteredThisTurn => branch.after.push((THAT, "that entered this turn".to_owned())),
            Filter::NewerThan(objects) => {
                let other = self.objects(objects).object();
                branch.after.push((THAT, format!("that {} there later than {other}", verb("came", "came"))));
            }
            Filter::EnteredBecause(None, Some(zone)) => {
                let from = zone_word(*zone, false);
                branch.after.push((THAT, format!("that entered from {from} this turn")));
            }
            Filter::EnteredBecause(cause, from) => {
                let how = cause.map_or("put there", cause_word);
                let from = from.map_or_else(String::new, |zone| format!(" from {}", zone_word(zone, false)));
                branch.after.push((THAT, format!("that {} {how}{from} this turn", verb("was", "were"))));
            }
            Filter::AttackedThisTurn => branch.after.push((THAT, "that attacked this turn".to_owned())),
            Filter::DamagedThisTurn => {
                branch.after.push((THAT, format!("that {} dealt damage this turn", verb("was", "were"))));
            }
            Filter::CastFrom(zone) => {
                let from = zone_word(*zone, false);
                branch.after.push((THAT, format!("cast from {from}")));
            }
            Filter::CastOffTime => branch.after.push((THAT, format!("cast {OFF_TIME}"))),
            Filter::Script(_) => {
                let words = format!("that its script picks{}", self.script_line());
                branch.after.push((THAT, words));
            }
            Filter::Not(inner) => self.not(branch, inner, many, first),
        }
    }

    fn not(&mut self, branch: &mut Branch, inner: &Filter, many: bool, first: bool) {
        let verb = |one: &'static str, others: &'static str| if many { others } else { one };
        let it = if many { "them" } else { "it" };
        match inner {
            // Cards are what is no token.
            Filter::Token if first => {
                branch.card = true;
                branch.place = Some(branch.place.unwrap_or(Place::Cards));
            }
            Filter::Token => branch.before.push((NONTOKEN, "nontoken".to_owned())),
            Filter::Type(card_type) => branch.before.push((NON, format!("non{}", card_type.word().to_lowercase()))),
            Filter::Supertype(supertype) => branch.before.push((NON, format!("non{}", self.supertype(*supertype)))),
            Filter::Subtype(subtype) => branch.before.push((NON, format!("non-{subtype}"))),
            Filter::Color(color) => branch.before.push((NON, format!("non{}", color.word()))),
            Filter::Permanent => branch.before.push((NON, "nonpermanent".to_owned())),
            Filter::Colorless => branch.before.push((COLOR, "colored".to_owned())),
            Filter::Tapped => branch.before.push((STATE, "untapped".to_owned())),
            Filter::Attacking => branch.before.push((STATE, "nonattacking".to_owned())),
            Filter::Blocking => branch.before.push((STATE, "nonblocking".to_owned())),
            Filter::FaceDown => branch.before.push((STATE, "face-up".to_owned())),
            Filter::This => branch.other = true,
            Filter::Keyword(keyword) => branch.after.push((WITH, format!("without {keyword}"))),
            Filter::ControlledBy(players) | Filter::OwnedBy(players) => {
                let who = self.any_player(players);
                let own = if matches!(inner, Filter::OwnedBy(_)) { "own" } else { "control" };
                branch.after.push((CONTROL, format!("{} {} {own}", who.text, who.verb("doesn't", "don't"))));
            }
            Filter::Is(objects) => {
                let objects = self.objects(objects).object();
                branch.after.push((WITH, format!("other than {objects}")));
            }
            Filter::Stat(stat, comparison, amount) => {
                let phrase = format!("with {} {}", stat_word(*stat), self.compared(opposite(*comparison), amount));
                branch.after.push((WITH, phrase));
            }
            Filter::Counters(kind, Comparison::AtLeast, amount) if **amount == Amount::Fixed(1) => {
                branch.after.push((WITH, format!("with no {kind} counters on {it}")));
            }
            Filter::Counters(kind, comparison, amount) => {
                let counters = self.so_many(opposite(*comparison), amount, &format!("{kind} counter"));
                branch.after.push((WITH, format!("with {counters} on {it}")));
            }
            Filter::AnyCounter => branch.after.push((WITH, format!("with no counters on {it}"))),
            Filter::HasAttached(filter) => {
                let attached = self.filter(filter, Article::Many);
                branch.after.push((WITH, format!("with no {} attached to {it}", attached.text)));
            }
            Filter::EnteredThisTurn => branch.after.push((THAT, "that didn't enter this turn".to_owned())),
            Filter::AttackedThisTurn => branch.after.push((THAT, "that didn't attack this turn".to_owned())),
            Filter::DamagedThisTurn => {
                branch.after.push((THAT, format!("that {} dealt damage this turn", verb("wasn't", "weren't"))));
            }
            Filter::CastFrom(zone) => {
                let from = zone_word(*zone, false);
                branch.after.push((THAT, format!("that {} cast from {from}", verb("wasn't", "weren't"))));
            }
            Filter::CastOffTime => branch.after.push((THAT, format!("that {} cast {OFF_TIME}", verb("wasn't", "weren't")))),
            Filter::Targets(recipients) => {
                let what = self.any_recipient(recipients).object();
                branch.after.push((THAT, format!("that {} target {what}", verb("doesn't", "don't"))));
            }
            // What is left is said as a thing that it is not.
            Filter::Any
            | Filter::Never
            | Filter::And(_)
            | Filter::Or(_)
            | Filter::Not(_)
            | Filter::Other
            | Filter::Zone(_)
            | Filter::SubtypeLinked(_)
            | Filter::SharesSubtype(_)
            | Filter::SharesColor(_)
            | Filter::NewerThan(_)
            | Filter::ColorLinked(_)
            | Filter::Monocolored
            | Filter::Multicolored
            | Filter::Named(_)
            | Filter::NameLinked(_)
            | Filter::SameName(_)
            | Filter::AttackingPlayer(_)
            | Filter::AttackingOne(_)
            | Filter::AttackingAlone
            | Filter::HadToAttack
            | Filter::BlockingAlone
            | Filter::ProtectedBy(_)
            | Filter::InCombatWith(_)
            | Filter::Blocked
            | Filter::Unblocked
            | Filter::AttachedTo(_)
            | Filter::Spell
            | Filter::AbilityOnStack(_)
            | Filter::TargetCount(..)
            | Filter::EnteredBecause(..)
            | Filter::Script(_) => {
                let quality = self.quality(inner);
                branch.after.push((THAT, format!("that {} {quality}", verb("isn't", "aren't"))));
            }
        }
    }

    /// "you control", "in your graveyard", "from a graveyard".
    fn whereabouts(&mut self, branch: &mut Branch, many: bool) {
        let cards = branch.card || branch.place == Some(Place::Cards);
        if cards {
            branch.before.retain(|(_, word)| word != "nontoken");
        }
        if let Some(zone) = branch.zone.filter(|zone| zone.is_owned()) {
            let preposition = if self.moving { "from" } else { "in" };
            let whose = branch.whose.take();
            let place = self.owned_zone(zone, whose.as_ref(), many);
            branch.after.push((IN, format!("{preposition} {place}")));
            return;
        }
        if let Some(players) = branch.whose.take() {
            let who = self.controllers(&players, many);
            let verb = if cards { who.verb("owns", "own") } else { who.verb("controls", "control") };
            branch.after.push((CONTROL, format!("{} {verb}", who.text)));
        }
        match branch.zone {
            Some(ZoneKind::Exile) if self.moving => branch.after.push((IN, "from exile".to_owned())),
            Some(ZoneKind::Exile) => branch.after.push((IN, "in exile".to_owned())),
            Some(ZoneKind::Command) => branch.after.push((IN, "in the command zone".to_owned())),
            Some(ZoneKind::Outside) => branch.after.push((IN, "outside the game".to_owned())),
            Some(ZoneKind::Battlefield | ZoneKind::Stack | ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard) | None => {}
        }
    }

    /// "your graveyard", "a graveyard", "all graveyards", "that player's hand".
    pub(crate) fn owned_zone(&mut self, zone: ZoneKind, whose: Option<&Players>, many: bool) -> String {
        let word = zone.word();
        match whose {
            None | Some(Players::Each) if many => crate::words::plural(word),
            None | Some(Players::Each) => with_article(word),
            Some(Players::Opponents) if many => format!("your opponents' {}", crate::words::plural(word)),
            Some(players) => format!("{} {word}", self.any_player(players).possessive()),
        }
    }

    /// Whose things are: "you", "an opponent", of many things "your opponents".
    fn controllers(&mut self, players: &Players, many: bool) -> Noun {
        match players {
            Players::Opponents if many => Noun::players("your opponents"),
            Players::TeammatesOf(of) if many && **of == Players::You => Noun::players("your teammates"),
            players => self.any_player(players),
        }
    }

    /// "4 or greater", "2 or less", "equal to the number of ...".
    pub(crate) fn compared(&mut self, comparison: Comparison, amount: &Amount) -> String {
        let (number, plain) = match amount {
            Amount::Fixed(number) => (number.to_string(), true),
            Amount::X => ("X".to_owned(), true),
            other => (self.value(other), false),
        };
        match (comparison, plain) {
            (Comparison::Equal, true) => number,
            (Comparison::Equal, false) => format!("equal to {number}"),
            (Comparison::NotEqual, true) => format!("other than {number}"),
            (Comparison::NotEqual, false) => format!("different from {number}"),
            (Comparison::Less, _) => format!("less than {number}"),
            (Comparison::AtMost, true) => format!("{number} or less"),
            (Comparison::AtMost, false) => format!("less than or equal to {number}"),
            (Comparison::Greater, _) => format!("greater than {number}"),
            (Comparison::AtLeast, true) => format!("{number} or greater"),
            (Comparison::AtLeast, false) => format!("greater than or equal to {number}"),
        }
    }

    /// "three or more charge counters", "a charge counter", "no charge counters".
    pub(crate) fn so_many(&mut self, comparison: Comparison, amount: &Amount, one: &str) -> String {
        let many = crate::words::plural(one);
        match (comparison, amount) {
            (Comparison::AtLeast, Amount::Fixed(1)) | (Comparison::Greater, Amount::Fixed(0)) => with_article(one),
            (Comparison::Equal | Comparison::AtMost, Amount::Fixed(0)) | (Comparison::Less, Amount::Fixed(1)) => {
                format!("no {many}")
            }
            (Comparison::Equal, Amount::Fixed(1)) => format!("exactly one {one}"),
            (comparison, amount) => {
                let number = match amount {
                    Amount::Fixed(number) => crate::sentence::number_word(*number),
                    other => self.value(other),
                };
                match comparison {
                    Comparison::AtLeast => format!("{number} or more {many}"),
                    Comparison::AtMost => format!("{number} or fewer {many}"),
                    Comparison::Equal => format!("exactly {number} {many}"),
                    Comparison::NotEqual => format!("a number of {many} other than {number}"),
                    Comparison::Less => format!("fewer than {number} {many}"),
                    Comparison::Greater => format!("more than {number} {many}"),
                }
            }
        }
    }

    fn supertype(&self, supertype: cardwright_engine::types::Supertype) -> String {
        supertype.word().to_lowercase()
    }
}

/// What is true where the comparison is not.
pub(crate) fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
    }
}

/// "power", "mana value".
pub(crate) fn stat_word(stat: Stat) -> &'static str {
    match stat {
        Stat::Power => "power",
        Stat::Toughness => "toughness",
        Stat::BasePower => "base power",
        Stat::BaseToughness => "base toughness",
        Stat::ManaValue => "mana value",
        Stat::Number(word) | Stat::Printed(word) | Stat::Designation(word) => word.as_str(),
        Stat::Damage => "damage marked on it",
        Stat::X => "a value of X",
    }
}

/// "a graveyard", "the battlefield", "exile".
pub(crate) fn zone_word(zone: ZoneKind, yours: bool) -> String {
    match zone {
        ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard if yours => format!("your {}", zone.word()),
        ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard => with_article(zone.word()),
        ZoneKind::Battlefield | ZoneKind::Stack | ZoneKind::Command => format!("the {}", zone.word()),
        ZoneKind::Exile => "exile".to_owned(),
        ZoneKind::Outside => "outside the game".to_owned(),
    }
}

fn cause_word(cause: MoveCause) -> &'static str {
    match cause {
        MoveCause::Effect => "put there by an effect",
        MoveCause::Destroy => "destroyed",
        MoveCause::Sacrifice => "sacrificed",
        MoveCause::Discard => "discarded",
        MoveCause::Mill => "milled",
        MoveCause::Draw => "drawn",
        MoveCause::Play => "played",
        MoveCause::Cast => "cast",
        MoveCause::Resolve => "put there as it resolved",
        MoveCause::Counter => "countered",
        MoveCause::StateBased => "put there by the rules",
        MoveCause::LeftGame => "left behind",
    }
}

/// Players as a list with "or", for filters that name several of them.
pub(crate) fn any_of(nouns: &[Noun]) -> String {
    listed(&nouns.iter().map(|noun| noun.text.clone()).collect::<Vec<_>>(), "or")
}
