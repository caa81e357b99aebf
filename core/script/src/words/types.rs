//! What types are made of: what the game does of itself, what can be attacked, what damage takes away.

use super::Words;
use crate::call::{Call, Made, Trouble};
use crate::coerce;
use crate::value::Value;
use cardwright_engine::ability::{
    AbilityBody, Activated, Amount, AttackRule, Body, Comparison, Condition, DamageRule, Effect, Filter, Objects, Occurrence,
    Pattern, Players, Rule, Stat, Static, StaticPart, TargetRule, Timing, Zones,
};
use cardwright_engine::symbol::Symbol;

pub(super) fn words(words: &mut Words) {
    actions(words);
    combat(words);
    words.add(
        "things.number(name)",
        "Its number of that name: on the battlefield its counters, elsewhere what is printed. Only what is of the type has it.",
        "spell(gain_life(target(planeswalkers).number(\"loyalty\")));",
        |call| Ok(Value::Amount(Amount::Total(Stat::Number(call.text(1)?), Box::new(call.objects(0)?)))),
    );
    words.add(
        "things.printed_number(name)",
        "The number of that name that is printed on it, wherever it is.",
        "always(you.hand_size_limit(card.printed_number(\"hand\")));",
        |call| Ok(Value::Amount(Amount::Total(Stat::Printed(call.text(1)?), Box::new(call.objects(0)?)))),
    );
    words.add(
        "things.last_chapter",
        "The number of a Saga's final chapter; 0 if it has none.",
        "as_long_as(card.counters(\"lore\") < card.last_chapter, card.gains(\"hexproof\"));",
        |call| Ok(Value::Amount(Amount::LastCountersAwaited(call.objects(0)?, Symbol::new("lore")))),
    );
    words.add(
        "things.have_unresolved_triggers",
        "A triggered ability of such an object has triggered and has not left the stack.",
        "as_long_as(card.have_unresolved_triggers, card.get(+1, +1));",
        |call| Ok(Value::Condition(Condition::Unresolved(call.filter(0)?))),
    );
    words.add(
        "filter.with_number(name, comparison)",
        "Only those whose number of that name compares so.",
        "spell(destroy(target(battles.with_number(\"defense\", at_most(3)))));",
        |call| {
            let (comparison, amount) = super::filters::compared(call, 2)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::Stat(Stat::Number(call.text(1)?), comparison, Box::new(amount)))))
        },
    );
    designations(words);
    words.add(
        "things.cant_be_attached",
        "It cannot be attached to anything.",
        "subtype(\"Brazier\", #{ of: \"Artifact\" }, || law(card.cant_be_attached));",
        |call| of_itself(call, Rule::Target(TargetRule::AttachesNowhere)),
    );
}

/// What an object can be besides its characteristics: no counter, never copied, and gone with the object.
fn designations(words: &mut Words) {
    words.add(
        "designate(things, name, [number])",
        "These permanents get that designation, with that number if one is said, until they leave. It is no counter and is not copied.",
        "activated(\"{3}{R}\", designate(card, \"fully grown\")).only_if(card.designation(\"fully grown\") == 0);",
        |call| Ok(Value::effect(Effect::Designate(call.objects(0)?, call.text(1)?, call.amount_or(2, 1)?))),
    );
    words.add(
        "things.designation(name)",
        "The number of that designation of it: 1 if none was said, 0 if it does not have it.",
        "activated(\"{3}{R}\", designate(card, \"fully grown\")).only_if(card.designation(\"fully grown\") == 0);",
        |call| Ok(Value::Amount(Amount::Total(Stat::Designation(call.text(1)?), Box::new(call.objects(0)?)))),
    );
    words.add(
        "filter.designated(name, [comparison])",
        "Only those with that designation, or whose number of it compares so.",
        "always(creatures.designated(\"fully grown\").get(+3, +3));",
        |call| {
            let (comparison, amount) = match call.has(2) {
                true => super::filters::compared(call, 2)?,
                false => (Comparison::NotEqual, Amount::Fixed(0)),
            };
            Ok(Value::Filter(call.filter(0)?.and(Filter::Stat(Stat::Designation(call.text(1)?), comparison, Box::new(amount)))))
        },
    );
    words.add(
        "level(number, cost, abilities)",
        "A level of a Class: for that cost it comes to be of that level, as a sorcery and from the level before; from then on it has \
         these abilities.",
        "level(2, \"{1}{G}\", always(creatures.yours.get(+1, +1)));",
        level,
    );
}

/// modern 716.2a
fn level(call: &mut Call) -> Made {
    let name = Symbol::new("level");
    let number = match call.small_number(0)? {
        number @ 2.. => i32::from(number),
        number => return Err(Trouble::argument(0, "a level from `2` on: it is of level 1 as it enters", format!("`{number}`"))),
    };
    let cost = call.cost(1)?;
    let changes = super::modify::gained_at(call, 2, None)?;
    let level = || Amount::Total(Stat::Designation(name), Box::new(Objects::This));
    let has = Static {
        condition: Condition::Compare(level(), Comparison::AtLeast, Amount::Fixed(number)),
        parts: vec![StaticPart::Continuous { affects: Filter::This, changes }],
        characteristic_defining: false,
    };
    call.shop.draft(AbilityBody::Static(has), Zones::Usual, 0..0);
    let becomes = Activated {
        cost,
        body: Body::plain(Effect::Designate(Objects::This, name, Amount::Fixed(number))),
        by: Players::You,
        timing: Timing::Sorcery,
        condition: Condition::Compare(level(), Comparison::Equal, Amount::Fixed(number - 1)),
        per_turn: None,
        loyalty: false,
        uncounterable: false,
    };
    Ok(Value::Ability(call.shop.draft(AbilityBody::Activated(becomes), Zones::Usual, 0..0)))
}

fn actions(words: &mut Words) {
    words.add(
        "state_based(condition, effect)",
        "While the condition holds, this is done as a state-based action: by nobody, without the stack, at once with all others.",
        "subtype(\"Candle\", #{ of: \"Artifact\" }, || law(state_based(card.counters(\"wax\") == 0, put_into_graveyard(card))));",
        |call| Ok(Value::rule(Rule::StateBased(call.condition(0)?, Box::new(call.effect(1)?)))),
    );
    words.add(
        "turn_based(step, effect)",
        "As the step begins, this is done as a turn-based action: by nobody, without the stack.",
        "subtype(\"Candle\", #{ of: \"Artifact\" }, || law(turn_based(upkeep.yours, remove_counters(1, \"wax\", card))));",
        |call| {
            let given = call.given(0);
            let found = given.kind();
            let pattern = coerce::pattern(given).filter(|pattern| pattern.occurrence == Occurrence::Each);
            let step = pattern.and_then(|pattern| match pattern.any.as_slice() {
                [Pattern::Begins(step, players)] => Some((*step, players.clone())),
                _ => None,
            });
            let (step, players) = step.ok_or_else(|| Trouble::argument(0, "a step like `upkeep.yours`", found))?;
            Ok(Value::rule(Rule::TurnBased(step, players, Box::new(call.effect(1)?))))
        },
    );
}

fn combat(words: &mut Words) {
    words.add(
        "things.can_be_attacked(players)",
        "It can be attacked by opponents of these players, who defend it.",
        "subtype(\"Keep\", #{ of: \"Land\" }, || law(card.can_be_attacked(card.controller)));",
        |call| {
            let players = call.players(1)?;
            of_itself(call, Rule::Attack(AttackRule::CanBeAttacked(players)))
        },
    );
    words.add(
        "things.loses_to_damage(kind)",
        "Damage can be dealt to it, and takes away that many of these counters.",
        "subtype(\"Keep\", #{ of: \"Land\" }, || law(card.loses_to_damage(\"wall\")));",
        |call| {
            let kind = call.text(1)?;
            of_itself(call, Rule::Damage(DamageRule::RemovesCounters(kind)))
        },
    );
    words.add(
        "things.is_protected_by_one_of(players)",
        "As it enters, its controller chooses one of these players to be its protector; with none of them it goes to the graveyard.",
        "subtype(\"Keep\", #{ of: \"Land\" }, || law(card.is_protected_by_one_of(opponents)));",
        |call| {
            let players = call.players(1)?;
            of_itself(call, Rule::ProtectedBy(players))
        },
    );
    words.add(
        "things.never_fights",
        "It neither attacks nor blocks, and leaves combat.",
        "subtype(\"Keep\", #{ of: \"Land\" }, || law(card.never_fights));",
        |call| of_itself(call, Rule::NeverFights),
    );
}

/// A rule that is said of the card itself.
fn of_itself(call: &Call, rule: Rule) -> Made {
    match call.objects(0)? {
        Objects::This => Ok(Value::rule(rule)),
        _ => Err(Trouble::argument(0, "`card`", call.given(0).kind())),
    }
}
