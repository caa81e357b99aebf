//! Actions, choices, questions and answers in words.

use super::{Names, list};
use cardwright_engine::ability::AbilityBody;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::question::{Action, Answer, Ask, Choice, Purpose, Question};
use cardwright_engine::zone::ZoneKind;

/// An action: "cast Ember Lance".
pub fn action(game: &Game, names: &Names, action: &Action) -> String {
    match *action {
        Action::Pass => "pass".to_owned(),
        Action::PlayLand(card) => format!("play {}", names.object(game, card)),
        Action::Cast { card, way, face } => {
            let mut name = names.object(game, card);
            if face > 0
                && let Some(other) = game.object(card).and_then(|object| game.definition(object.def).faces.get(face as usize))
            {
                name = other.base.name.to_string();
            }
            if way == 0 { format!("cast {name}") } else { format!("cast {name} (another way, {way})") }
        }
        Action::Activate { source, ability } => {
            format!("activate {}{}", names.object(game, source), which_ability(game, source, ability))
        }
        Action::TurnFaceUp(permanent) => format!("turn {} face up", names.object(game, permanent)),
    }
}

/// What tells an activated ability from the object's others: its keyword, or its place, where there are several.
pub fn which_ability(game: &Game, source: ObjectId, index: u16) -> String {
    let abilities = game.abilities(source);
    let Some(instance) = abilities.get(index as usize) else { return String::new() };
    if let Some(keyword) = instance.ability.keyword {
        return format!(": {keyword}");
    }
    let activated = |place: usize| matches!(abilities[place].ability.kind, AbilityBody::Activated(_));
    let own = (0..=index as usize).filter(|place| activated(*place)).count();
    let all = (0..abilities.len()).filter(|place| activated(*place)).count();
    if all > 1 { format!(" (ability {own} of {all})") } else { String::new() }
}

/// An option.
pub fn choice(game: &Game, names: &Names, choice: &Choice) -> String {
    match *choice {
        Choice::Object(object) => names.object_exactly(game, object),
        Choice::Player(player) => names.player(player),
        Choice::Mode(mode) => format!("mode {}", mode + 1),
        Choice::Answer(true) => "yes".to_owned(),
        Choice::Answer(false) => "no".to_owned(),
        Choice::Color(color) => color.word().to_owned(),
        Choice::Mana(mana) => format!("{{{}}}", mana.letter()),
        Choice::Word(word) => word.to_string(),
        Choice::Ability { source, index } => {
            // Delayed abilities have no place among those of their object.
            let same = if index == 0 || index == u16::MAX { String::new() } else { format!(" ({})", u32::from(index) + 1) };
            format!("{}'s ability{same}", names.object(game, source))
        }
        Choice::PayLife(true) => "pay life".to_owned(),
        Choice::PayLife(false) => "pay mana".to_owned(),
        Choice::Cost(tag) => tag.to_string(),
    }
}

/// An option as the player reads it who is asked: whoever chooses among cards of a library or a hand looks at them (modern
/// 400.2).
pub fn option(game: &Game, names: &Names, asked: PlayerId, one: &Choice) -> String {
    match *one {
        Choice::Object(object) if names.reader == Some(asked) && is_looked_at(game, object) => {
            Names { reader: None, ..names.clone() }.object_exactly(game, object)
        }
        _ => choice(game, names, one),
    }
}

/// Whether choosing that object means looking at a card that is hidden otherwise.
pub fn is_looked_at(game: &Game, object: ObjectId) -> bool {
    game.object(object).is_some_and(|object| matches!(object.zone, ZoneKind::Library | ZoneKind::Hand))
}

/// What a choice is for: "choose targets".
pub fn purpose(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::KeepHand => "keep this hand?",
        Purpose::BottomAfterMulligan => "choose cards to put on the bottom",
        Purpose::Modes => "choose modes",
        Purpose::Targets(_) => "choose targets",
        Purpose::X => "choose X",
        Purpose::OptionalCost => "pay an additional cost?",
        Purpose::AdditionalCost => "choose an additional cost",
        Purpose::PayCost => "choose what to pay with",
        Purpose::PayWith => "use something in place of mana, or nothing more",
        Purpose::Division => "divide",
        Purpose::PhyrexianMana => "pay with mana or life",
        Purpose::ManaType => "choose a type of mana",
        Purpose::TriggerOrder => "put the triggered abilities in order",
        Purpose::May => "do it?",
        Purpose::MayPay => "pay?",
        Purpose::Replacement => "choose what applies first",
        Purpose::Prevention => "how much of this damage is prevented?",
        Purpose::Objects => "choose",
        Purpose::Player => "choose a player",
        Purpose::Effect => "choose what happens",
        Purpose::Discard => "choose cards to discard",
        Purpose::Sacrifice => "choose what to sacrifice",
        Purpose::Search => "choose cards found",
        Purpose::Order => "put the cards in order",
        Purpose::Scry => "choose cards to put away",
        Purpose::Color => "choose a colour",
        Purpose::CreatureType => "choose a creature type",
        Purpose::Name => "choose a name",
        Purpose::Word => "choose",
        Purpose::LegendRule => "choose which one stays",
        Purpose::AttachTo => "choose what to attach it to",
        Purpose::Repetitions => "choose how often this goes on before you choose otherwise",
        Purpose::StayTapped => "choose what stays tapped",
        Purpose::Band => "choose who attacks in a band with it",
        Purpose::Attack => "choose what it attacks",
        Purpose::Block => "choose what it blocks",
        Purpose::DamagePlace => "choose its place in the order for damage",
        Purpose::Copy => "choose what to copy",
        Purpose::NewTargets => "choose new targets",
        Purpose::DamageOrder => "put them in order for damage",
        Purpose::CombatCost => "pay for combat?",
        Purpose::Coin => "call the coin",
    }
}

fn amount(min: u32, max: u32) -> String {
    match (min, max) {
        (min, max) if min == max => min.to_string(),
        (0, max) => format!("up to {max}"),
        (min, max) => format!("{min} to {max}"),
    }
}

/// The numbers that are left out, if any.
pub fn except(numbers: &[i32]) -> String {
    if numbers.is_empty() {
        return String::new();
    }
    let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
    format!(" but {}", numbers.join(", "))
}

/// A question in one line, with the options if they are few.
pub fn question(game: &Game, names: &Names, question: &Question) -> String {
    let about = question.about.map(|object| format!(" for {}", names.object(game, object))).unwrap_or_default();
    let asked = match &question.ask {
        Ask::Priority(actions) => {
            let actions: Vec<_> = actions.iter().map(|one| action(game, names, one)).collect();
            format!("act or pass: {}", actions.join(", "))
        }
        Ask::Choose { purpose: what, options, min, max, ordered } => {
            let options: Vec<_> = options.iter().map(|one| option(game, names, question.player, one)).collect();
            let order = if *ordered { " in order" } else { "" };
            format!("{}{about} ({}{order} of: {})", purpose(*what), amount(*min, *max), options.join(", "))
        }
        Ask::Number { purpose: what, min, max, except: not } => {
            format!("{}{about} (a number from {min} to {max}{})", purpose(*what), except(not))
        }
        Ask::Divide { purpose: what, total, among, min_each } => {
            let among: Vec<_> = among.iter().map(|one| names.recipient(game, *one)).collect();
            format!("{}{about} ({total} among {}, at least {min_each} each)", purpose(*what), list(&among))
        }
        Ask::Attackers(options) => {
            let able: Vec<_> = options.candidates.iter().map(|(one, _)| names.object(game, *one)).collect();
            format!("declare attackers (able: {})", list(&able))
        }
        Ask::Blockers(options) => {
            let able: Vec<_> = options.candidates.iter().map(|(one, _)| names.object(game, *one)).collect();
            format!("declare blockers (able: {})", list(&able))
        }
        Ask::AssignDamage(options) => {
            let among: Vec<_> =
                options.among.iter().map(|(one, lethal)| format!("{} (lethal: {lethal})", names.recipient(game, *one))).collect();
            format!("divide {} combat damage{about} among {}", options.total, list(&among))
        }
    };
    format!("{}: {asked}", names.player(question.player))
}

/// An answer to that question.
pub fn answer(game: &Game, names: &Names, question: &Question, answer: &Answer) -> String {
    match (&question.ask, answer) {
        (Ask::Priority(actions), Answer::Action(index)) => {
            actions.get(*index as usize).map_or_else(|| "?".to_owned(), |one| action(game, names, one))
        }
        (Ask::Choose { options, .. }, Answer::Chosen(chosen)) => {
            let chosen: Vec<_> = chosen
                .iter()
                .filter_map(|index| options.get(*index as usize))
                .map(|one| option(game, names, question.player, one))
                .collect();
            list(&chosen)
        }
        (_, Answer::Number(number)) => number.to_string(),
        (Ask::Divide { among, .. }, Answer::Division(parts)) => {
            let parts: Vec<_> =
                among.iter().zip(parts).map(|(one, part)| format!("{part} to {}", names.recipient(game, *one))).collect();
            list(&parts)
        }
        (Ask::AssignDamage(options), Answer::Division(parts)) => {
            let parts: Vec<_> = options
                .among
                .iter()
                .zip(parts)
                .map(|((one, _), part)| format!("{part} to {}", names.recipient(game, *one)))
                .collect();
            list(&parts)
        }
        (_, Answer::Attacks(attacks)) => {
            let attacks: Vec<_> = attacks
                .iter()
                .map(|(one, defender)| format!("{} attacks {}", names.object(game, *one), names.recipient(game, *defender)))
                .collect();
            if attacks.is_empty() { "no attack".to_owned() } else { list(&attacks) }
        }
        (_, Answer::Blocks(blocks)) => {
            let blocks: Vec<_> = blocks
                .iter()
                .map(|(one, attacker)| format!("{} blocks {}", names.object(game, *one), names.object(game, *attacker)))
                .collect();
            if blocks.is_empty() { "no block".to_owned() } else { list(&blocks) }
        }
        (_, other) => format!("{other:?}"),
    }
}
