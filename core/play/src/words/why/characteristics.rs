//! Accounts of characteristics in words.

use super::{Reason, capital, lacks, made_by, with_pieces};
use crate::words::{Names, list};
use cardwright_engine::ability::AbilityInstance;
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::characteristics::Numbers;
use cardwright_engine::game::Game;
use cardwright_engine::mana::{Color, ColorSet, ManaCost};
use cardwright_engine::why::{Account, Changed, Difference, Missed, NotApplied, Start, Step};
use std::cmp::Reverse;

/// What the object began as, what each effect made of it, and what it is.
pub fn why_characteristics(game: &Game, names: &Names, account: &Account) -> Vec<Reason> {
    let mut reasons = vec![begins(account)];
    reasons.extend(account.steps.iter().map(|step| applied(game, names, step)));
    if !account.steps.is_empty() {
        let is = what_it_is(&account.after.characteristics);
        let whose = names.player(account.after.controller);
        reasons.push(Reason::new(format!("so it is {is}, controlled by {whose}"), ""));
    }
    reasons
}

fn begins(account: &Account) -> Reason {
    let is = what_it_is(&account.before.characteristics);
    let (words, rule) = match account.start {
        Start::Printed => (format!("printed: {is}"), "modern:109.3"),
        Start::Token => (format!("created as: {is}"), "modern:111.3"),
        Start::CopyOf => (format!("a copy: {is}"), "modern:707.2"),
        Start::FaceDown => (format!("face down: {is}"), "modern:708.2a"),
        Start::Nothing => ("it shows nothing of what it is".to_owned(), "modern:406.3"),
        Start::LastKnown => (format!("it has left; it was {is}"), "modern:608.2h"),
    };
    Reason { words, rule, source: Some(account.object), made_by: account.said_in }
}

fn applied(game: &Game, names: &Names, step: &Step) -> Reason {
    let who = made_by(game, names, &step.by);
    let layer = step.layer.number().map(|number| format!("layer {number}: ")).unwrap_or_default();
    let changes: Vec<String> = step.differences.iter().filter_map(|difference| said(names, difference)).collect();
    let what = if changes.is_empty() { "changes nothing".to_owned() } else { changes.join(", ") };
    let mut words = format!("{layer}{who}: {what}");
    if step.defining {
        words.push_str(" (defines it, so it comes first)");
    }
    if !step.waited_for.is_empty() {
        let on: Vec<String> = step.waited_for.iter().map(|on| made_by(game, names, on)).collect();
        words.push_str(&format!(" (it depends on {}, so it waited)", list(&on)));
    }
    Reason::by(words, step.layer.rule(), &step.by)
}

/// The effects that did not apply, each with the reason; first those that came nearest to it.
pub fn why_missed(game: &Game, names: &Names, account: &Account) -> Vec<Reason> {
    let it = names.object(game, account.object);
    let mut missed: Vec<&Missed> = account.missed.iter().collect();
    missed.sort_by_key(|missed| Reverse(missed.because.nearness()));
    missed
        .into_iter()
        .map(|missed| {
            let who = capital(&made_by(game, names, &missed.by));
            let said_in = missed.by.said_in;
            let (why, rule) = match &missed.because {
                NotApplied::AbilityLost { by: Some(by) } => {
                    (format!("lost the ability, by {}", made_by(game, names, by)), "modern:613.6")
                }
                NotApplied::AbilityLost { by: None } => ("lost the ability".to_owned(), "modern:613.6"),
                NotApplied::ConditionFails(condition) => {
                    let condition = with_pieces(game, said_in, |pieces| pieces.condition(condition));
                    (format!("applies only as long as {condition}"), "modern:604.2")
                }
                NotApplied::NotAffected(mismatch) => (format!("{it} {}", lacks(game, said_in, mismatch)), "modern:611.3a"),
            };
            Reason::by(format!("{who} does not apply: {why}"), rule, &missed.by)
        })
        .collect()
}

/// "a 2/2 red Creature - Goblin with flying"
fn what_it_is(is: &Characteristics) -> String {
    let mut words = Vec::new();
    if let (Some(power), Some(toughness)) = (is.power, is.toughness) {
        words.push(format!("{power}/{toughness}"));
    }
    if !is.colors.is_empty() {
        words.push(colors(is.colors));
    }
    words.push(is.types.to_string());
    let name = if is.name.is_empty() { String::new() } else { format!("{}, ", is.name) };
    let with = if is.abilities.is_empty() { String::new() } else { format!(" with {}", abilities(&is.abilities)) };
    format!("{name}{}{with}", words.join(" "))
}

fn abilities<'a>(abilities: impl IntoIterator<Item = &'a AbilityInstance>) -> String {
    let (mut words, mut others) = (Vec::new(), 0);
    for instance in abilities {
        match instance.ability.keyword {
            Some(keyword) => words.push(keyword.to_string()),
            None => others += 1,
        }
    }
    words.dedup();
    match (others, words.is_empty()) {
        (0, _) => {}
        (1, true) => words.push("an ability".to_owned()),
        (1, false) => words.push("another ability".to_owned()),
        (others, true) => words.push(format!("{others} abilities")),
        (others, false) => words.push(format!("{others} other abilities")),
    }
    list(&words)
}

fn colors(set: ColorSet) -> String {
    let words: Vec<&str> = Color::ALL.into_iter().filter(|color| set.contains(color.set())).map(Color::word).collect();
    if words.is_empty() { "colorless".to_owned() } else { list(&words) }
}

fn number(number: Option<i32>) -> String {
    number.map_or_else(|| "none".to_owned(), |number| number.to_string())
}
fn cost(cost: Option<&ManaCost>) -> String {
    cost.map_or_else(|| "none".to_owned(), ManaCost::to_string)
}
fn from_to<T>(what: &str, changed: &Changed<T>, say: impl Fn(&T) -> String) -> String {
    format!("{what} {} -> {}", say(&changed.before), say(&changed.after))
}

/// A difference in words; nothing for what only follows from others.
fn said(names: &Names, difference: &Difference) -> Option<String> {
    let name = |name: &cardwright_engine::symbol::Symbol| if name.is_empty() { "none".to_owned() } else { name.to_string() };
    let printed = |numbers: &Numbers| {
        let all: Vec<String> = numbers.iter().map(|(word, number)| format!("{word} {number}")).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    };
    let all = |list: &[(u16, AbilityInstance)]| abilities(list.iter().map(|(_, instance)| instance));
    Some(match difference {
        Difference::Name(changed) => from_to("name", changed, name),
        Difference::MoreNames(Changed { after: Some(_), .. }) => "it has other names besides".to_owned(),
        Difference::MoreNames(_) => "it has no other names besides".to_owned(),
        Difference::Cost(changed) => from_to("mana cost", changed, |is| cost(is.as_ref())),
        Difference::Colors(changed) => from_to("color", changed, |is| colors(*is)),
        Difference::Types(changed) if changed.after.every_creature_type && !changed.before.every_creature_type => {
            format!("{}, every creature type", from_to("types", changed, ToString::to_string))
        }
        Difference::Types(changed) => from_to("types", changed, ToString::to_string),
        Difference::Loses(lost) => format!("loses {}", all(lost)),
        Difference::Gains(gained) => format!("gains {}", all(gained)),
        Difference::Text(..) => "its text reads otherwise".to_owned(),
        Difference::Power(changed) => from_to("power", changed, |is| number(*is)),
        Difference::Toughness(changed) => from_to("toughness", changed, |is| number(*is)),
        Difference::Numbers(changed) => from_to("printed numbers", changed, printed),
        Difference::Controller(changed) => from_to("controller", changed, |is| names.player(*is)),
        Difference::Base(_) | Difference::ValuedAs(_) => return None,
    })
}
