//! Events of combat: who attacks what, who blocks whom (modern 506.5, 508.3, 509.5).

use super::Words;
use super::patterns::{as_filter, of_players, of_things, pattern};
use crate::call::{Call, Trouble};
use crate::value::Value;
use cardwright_engine::ability::{Amount, Comparison, EventPattern, Filter, Objects, Occurrence, Pattern, Players};

pub(super) fn words(words: &mut Words) {
    words.add(
        "things.attacks",
        "It attacks.",
        "when(card.attacks, draw(1));",
        of_things(|what| Pattern::Attacks(what, Players::Each)),
    );
    words.add(
        "things.attacks(whom)",
        "It attacks one of these players, planeswalkers or battles: `[you, planeswalkers.yours]` for both.",
        "when(creatures.attacks(you), lose_life(1).by(opponents));",
        |call| {
            let whom = call.recipients(1)?;
            let what = call.filter(0)?;
            let mut any = Vec::new();
            if whom.objects != Objects::None && whom.objects != Objects::Union(vec![]) {
                any.push(Pattern::AttacksPermanent(what.clone(), as_filter(whom.objects)));
            }
            any.extend(whom.players.map(|players| Pattern::Attacks(what, players)));
            Ok(Value::Pattern(EventPattern { any, occurrence: Occurrence::Each }))
        },
    );
    words.add(
        "things.attacks_alone",
        "It is the only creature that is declared as an attacker.",
        "when(creatures.yours.attacks_alone, |e| e.object.get(+1, +1).until_end_of_turn);",
        of_things(Pattern::AttacksAlone),
    );
    words.add(
        "things.blocks_alone",
        "It is the only creature that is declared as a blocker.",
        "when(card.blocks_alone, card.get(+2, +2).until_end_of_turn);",
        of_things(Pattern::BlocksAlone),
    );
    words.add(
        "things.is_attacked",
        "This planeswalker or battle is attacked, once for all its attackers; `e.player` attacks.",
        "when(planeswalkers.yours.is_attacked, |e| lose_life(1).by(e.player));",
        of_things(|what| Pattern::IsAttacked(Players::None, what, Players::Each)),
    );
    words.add(
        "players.is_attacked",
        "They are attacked, once for all attackers; `e.player` attacks.",
        "when(you.is_attacked, |e| lose_life(1).by(e.player));",
        of_players(|players| Pattern::IsAttacked(players, Filter::Never, Players::Each)),
    );
    words.add(
        "players.attack(players)",
        "They attack one of those players with one or more creatures; not what those control.",
        "when(opponents.attack(you), draw(1)); when(end_step.yours, draw(1)).only_if(!happened(you.attack(opponents)));",
        |call| {
            let whom = call.players(1)?;
            pattern(Pattern::IsAttacked(whom, Filter::Never, call.players(0)?))
        },
    );
    words.add(
        "players.attack_with(filter)",
        "They attack with such a creature, once for each.",
        "when(you.attack_with(creatures.of(\"Goblin\")), |e| e.object.get(+1, +0).until_end_of_turn);",
        |call| {
            let players = call.players(0)?;
            let what = call.filter(1)?.and(Filter::ControlledBy(Box::new(players)));
            pattern(Pattern::Attacks(what, Players::Each))
        },
    );
    words.add(
        "things.blocks_number(comparison)",
        "It comes to block so many attackers.",
        "when(card.blocks_number(at_least(2)), card.get(+2, +2).until_end_of_turn);",
        |call| {
            let (comparison, number) = number_of(call)?;
            pattern(Pattern::BlocksCount(call.filter(0)?, comparison, number))
        },
    );
    words.add(
        "things.blocked_by_number(comparison)",
        "It comes to be blocked by so many creatures.",
        "when(card.blocked_by_number(at_least(2)), card.get(+2, +2).until_end_of_turn);",
        |call| {
            let (comparison, number) = number_of(call)?;
            pattern(Pattern::BlockedByCount(call.filter(0)?, comparison, number))
        },
    );
    words.add(
        "things.becomes_blocked_by(filter)",
        "It becomes blocked by such a creature, once for each: `e.object` blocks `e.source`.",
        "when(card.becomes_blocked_by(creatures.red), |e| destroy(e.object));",
        |call| {
            let by = call.filter(1)?;
            pattern(Pattern::BlockedBy(call.filter(0)?, by))
        },
    );
    words.add(
        "things.blocks",
        "It blocks.",
        "when(card.blocks, |e| tap(e.source));",
        of_things(|what| Pattern::Blocks(what, Filter::Any)),
    );
    words.add("things.blocks(filter)", "It blocks one that matches.", "when(card.blocks(creatures.red), draw(1));", |call| {
        let attacker = call.filter(1)?;
        pattern(Pattern::Blocks(call.filter(0)?, attacker))
    });
    words.add(
        "things.becomes_blocked",
        "It becomes blocked.",
        "when(card.becomes_blocked, card.get(+1, +1).until_end_of_turn);",
        of_things(Pattern::BecomesBlocked),
    );
    words.add(
        "things.is_not_blocked",
        "It attacks and is not blocked.",
        "when(card.is_not_blocked, draw(1));",
        of_things(Pattern::BecomesUnblocked),
    );
    words.add(
        "players.attack",
        "They attack with one or more creatures.",
        "when(you.attack, draw(1));",
        of_players(Pattern::AttacksWith),
    );
}

/// How many creatures a trigger asks for: `at_least(2)`, or a number.
fn number_of(call: &Call) -> Result<(Comparison, u16), Trouble> {
    let wrong = |found: &'static str| Trouble::argument(1, "a number like `2` or `at_least(2)`", found);
    let found = call.given(1).kind();
    match crate::coerce::comparison(call.given(1)) {
        Some((comparison, Amount::Fixed(number))) => Ok((comparison, u16::try_from(number).map_err(|_| wrong(found))?)),
        _ => Err(wrong(found)),
    }
}
