//! Targets: "target creature you control", "up to two target players", "any target".

use crate::filter::Head;
use crate::noun::{Noun, Number};
use crate::sentence::{listed, number_word};
use crate::speech::{Referent, Speech};
use crate::words::plural;
use cardwright_engine::ability::{Amount, Filter, Players, TargetSpec};
use cardwright_engine::ids::TargetSlot;
use cardwright_engine::types::CardType;

impl Speech<'_> {
    /// What was chosen for that instance of "target": in full the first time, then "that creature" or "it".
    pub(crate) fn target(&mut self, slot: TargetSlot) -> Noun {
        if let Some(noun) = self.again(Referent::Target(slot)) {
            return noun;
        }
        let Some(spec) = self.targets.get(usize::from(slot.0)).cloned() else { return Noun::thing("that target") };
        let noun = self.target_in_full(&spec);
        let kind = self.kind_of_spec(&spec);
        self.mentioned(Referent::Target(slot), kind);
        noun
    }

    /// What a target is called when the text comes back to it.
    pub(crate) fn kind_of_target(&mut self, slot: TargetSlot) -> Noun {
        match self.targets.get(usize::from(slot.0)).cloned() {
            Some(spec) => self.kind_of_spec(&spec),
            None => Noun::thing("target"),
        }
    }

    fn kind_of_spec(&mut self, spec: &TargetSpec) -> Noun {
        let number = if spec.max == Amount::Fixed(1) { Number::One } else { Number::Many };
        let noun = match (&spec.objects, &spec.players) {
            (Filter::Never, _) => Noun { number, ..Noun::player("player") },
            (objects, Players::None) => return self.kind(objects, number),
            _ => Noun { number, ..Noun::thing("permanent or player") },
        };
        if number == Number::Many { Noun { text: plural(&noun.text), ..noun } } else { noun }
    }

    /// The target with all that is asked of it.
    fn target_in_full(&mut self, spec: &TargetSpec) -> Noun {
        let many = !matches!((&spec.min, &spec.max), (_, Amount::Fixed(1)));
        let players_only = spec.objects == Filter::Never;
        let other = !spec.other_than.is_empty();
        let (described, is_other) = self.what_is_targeted(spec, many);
        let other = other || is_other;
        let any_target = described == "any target";
        let text = if any_target && !many {
            if other { "any other target".to_owned() } else { described }
        } else {
            let before = self.how_many_targets(spec, other);
            let noun = match (any_target, described.as_str()) {
                (true, _) => "targets".to_owned(),
                (false, described) => format!("target {described}"),
            };
            match before.as_str() {
                "" => noun,
                before => format!("{before} {noun}"),
            }
        };
        let chooser = match &spec.chooser {
            Players::You => String::new(),
            // "target creature an opponent controls, chosen by that opponent"
            Players::Opponents if crate::players::controller_in(&spec.objects) == Some(Players::Opponents) => {
                ", chosen by that opponent".to_owned()
            }
            players => format!(" of {} choice", self.any_player(players).possessive()),
        };
        let together = if spec.same_controller { " controlled by the same player" } else { "" };
        let text = format!("{text}{chooser}{together}");
        let noun = if many { Noun::things(text) } else { Noun::thing(text) };
        if players_only { Noun { person: crate::noun::Person::Player, ..noun } } else { noun }
    }

    /// "up to two", "X", "any number of", "one, two, or three", "another".
    fn how_many_targets(&mut self, spec: &TargetSpec, other: bool) -> String {
        let word = |other: bool| if other { " other" } else { "" };
        if let (Some(divided), Amount::Fixed(1)) = (&spec.divided, &spec.min)
            && *divided == spec.max
        {
            return match divided {
                Amount::Fixed(2) => "one or two".to_owned(),
                Amount::Fixed(3) => "one, two, or three".to_owned(),
                _ => "any number of".to_owned(),
            };
        }
        match (&spec.min, &spec.max) {
            (Amount::Fixed(1), Amount::Fixed(1)) => if other { "another" } else { "" }.to_owned(),
            (_, Amount::Fixed(i32::MAX)) => format!("any number of{}", word(other)),
            (Amount::Fixed(0), Amount::Fixed(number)) => format!("up to {}{}", number_word(*number), word(other)),
            (Amount::Fixed(0), most) => format!("up to {}{}", self.value(most), word(other)),
            (Amount::Fixed(1), Amount::Fixed(2)) => "one or two".to_owned(),
            (Amount::Fixed(1), Amount::Fixed(3)) => "one, two, or three".to_owned(),
            (Amount::Fixed(least), Amount::Fixed(most)) if least == most => format!("{}{}", number_word(*least), word(other)),
            (least, most) if least == most => format!("{}{}", self.value(most), word(other)),
            (least, most) => format!("from {} to {}{}", self.value(least), self.value(most), word(other)),
        }
    }

    /// "creature you control", "player", "opponent", "creature or player", "any target"; and whether it is another than this.
    fn what_is_targeted(&mut self, spec: &TargetSpec, many: bool) -> (String, bool) {
        let number = |word: &str| if many { plural(word) } else { word.to_owned() };
        let player = match &spec.players {
            Players::None => None,
            Players::Each => Some(number("player")),
            Players::Opponents => Some(number("opponent")),
            other => {
                let text = self.any_player(other).text;
                Some(number(text.split_once(' ').map_or(text.as_str(), |(_, noun)| noun)))
            }
        };
        match (&spec.objects, player) {
            (Filter::Never, Some(player)) => (player, false),
            (objects, None) => {
                let described = self.describe(objects, many, Head::Permanent);
                (described.text, described.other)
            }
            (objects, Some(player)) => {
                if spec.players == Players::Each && is_any_target(objects) {
                    return ("any target".to_owned(), false);
                }
                let described = self.describe(objects, many, Head::Permanent);
                (listed(&[described.text, player], "or"), described.other)
            }
        }
    }
}

/// Creatures, planeswalkers and battles: with players, "any target" (modern 115.4).
fn is_any_target(filter: &Filter) -> bool {
    match filter {
        Filter::Or(any) => {
            [CardType::Creature, CardType::Planeswalker, CardType::Battle].iter().all(|one| any.contains(&Filter::Type(*one)))
                && any.len() == 3
        }
        Filter::And(all) => all.iter().any(is_any_target),
        _ => false,
    }
}
