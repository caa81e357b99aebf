//! Replacement and prevention (modern 614, 615).

use super::Words;
use crate::call::{Call, Made, Trouble};
use crate::value::{Given, Part, Statement, Value};
use cardwright_engine::ability::{
    AbilityBody, Amount, Condition, DamageKind, Duration, Effect, EventChange, EventPattern, Filter, Instead, Objects, Pattern,
    Players, Replacement, Static, StaticPart, Uses, Zones,
};
use cardwright_engine::ids::Var;
use cardwright_engine::zone::ZoneKind;

pub(super) fn words(words: &mut Words) {
    words.add("instead(pattern, what)", "A replacement ability: in place of that event, an effect, or the event with changes; a closure is called once, with a stand-in for the event. Inside an effect: a replacement effect with a duration.", "instead(creatures.yours.dying, |e| exile(e.object));", |call| {
        let replacement = replacement(call, 0)?;
        let parts = vec![StaticPart::Replacement(replacement)];
        let zones = if everywhere(&parts) { Zones::Everywhere } else { Zones::Usual };
        let kind = AbilityBody::Static(Static { condition: Condition::Always, parts, characteristic_defining: false });
        Ok(Value::Ability(call.shop.draft(kind, zones, 0..0)))
    });
    words.add(
        "effect.instead(pattern, what)",
        "What this effect does is replaced as it happens, before anything else replaces it: a self-replacement effect.",
        "spell(counter(target(spells)).instead(spells.is_put_into_graveyard, goes(to_exile)));",
        |call| {
            let replacement = replacement(call, 1)?;
            Ok(Value::effect(match call.effect(0)? {
                Effect::SelfReplacing(effect, mut all) => {
                    all.push(replacement);
                    Effect::SelfReplacing(effect, all)
                }
                effect => Effect::SelfReplacing(Box::new(effect), vec![replacement]),
            }))
        },
    );
    words.add(
        "effect.instead_if(condition, effect)",
        "If it holds as this resolves, the other effect happens instead.",
        "let t = target(any_target); spell(damage(2, t).instead_if(creatures.yours.of(\"Dragon\").exist, damage(4, t)));",
        |call| {
            let (condition, other) = (call.condition(1)?, call.effect(2)?);
            Ok(Value::effect(Effect::If(condition, Box::new(other), Box::new(call.effect(0)?))))
        },
    );
    changes(words);
    prevention(words);
}

/// A replacement ability about its own card's moves between other zones works wherever the card is (modern 614.12a).
fn everywhere(parts: &[StaticPart]) -> bool {
    parts.iter().any(|part| match part {
        StaticPart::Replacement(replacement) => replacement.pattern.any.iter().any(|one| match one {
            Pattern::Moves { what, from, to, .. } => {
                super::abilities::says_this(what) && *from != Some(ZoneKind::Battlefield) && *to != Some(ZoneKind::Battlefield)
            }
            _ => false,
        }),
        _ => false,
    })
}

pub(super) fn plain(pattern: EventPattern, event: Var) -> Replacement {
    Replacement { pattern, event, condition: Condition::Always, optional: None, instead: Instead::Nothing, uses: Uses::Unlimited }
}

fn instead(call: &Call, given: Given, place: usize) -> Result<Instead, Trouble> {
    match given {
        Given::Value(Value::Changes(changes)) => Ok(Instead::Change(changes)),
        Given::List(list) if list.iter().any(|item| matches!(item, Given::Value(Value::Changes(_)))) => {
            let mut changes = Vec::new();
            for item in list {
                match item {
                    Given::Value(Value::Changes(more)) => changes.extend(more),
                    other => changes.push(EventChange::Also(Box::new(call.effect_of(place, other)?))),
                }
            }
            Ok(Instead::Change(changes))
        }
        given => Ok(match call.effect_of(place, given)? {
            Effect::Nothing => Instead::Nothing,
            // It says how the event changes: the event still happens.
            effect if crate::assemble::changes_event(&effect) => Instead::Change(vec![EventChange::First(Box::new(effect))]),
            effect => Instead::Do(Box::new(effect)),
        }),
    }
}

/// The replacement that two arguments say: the pattern in that place and after it what happens.
fn replacement(call: &mut Call, place: usize) -> Result<Replacement, Trouble> {
    let pattern = call.pattern(place)?;
    let event = call.shop.var();
    let given = call.bound(place + 1, vec![Value::Event(event)])?;
    let instead = instead(call, given, place + 1)?;
    Ok(Replacement { instead, ..plain(pattern, event) })
}

fn change(change: EventChange) -> Made {
    Ok(Value::Changes(vec![change]))
}

fn changes(words: &mut Words) {
    words.add(
        "amount_becomes(amount)",
        "The event has this amount.",
        "instead(you.is_dealt_damage, |e| amount_becomes(e.amount * 2));",
        |call| change(EventChange::Amount(call.amount(0)?)),
    );
    words.add(
        "goes(destination)",
        "The object goes there instead.",
        "instead(creatures.opponents.dying, goes(to_exile));",
        |call| change(EventChange::To(Box::new(call.destination(0)?))),
    );
    words.add(
        "mana_becomes(symbol)",
        "The mana is of that type, as much of it.",
        "instead(lands.opponents.is_tapped_for_mana, mana_becomes(\"{C}\"));",
        |call| match super::mana::symbols(call, 0)?.as_slice() {
            [kind] => change(EventChange::Mana(*kind)),
            _ => Err(Trouble::other("mana becomes mana of one type", "write one symbol: `mana_becomes(\"{C}\")`")),
        },
    );
    words.add(
        "tokens_become(token)",
        "Those tokens are created, as many and in the same way.",
        "instead(you.create_tokens(), tokens_become(token(#{ name: \"Frog\", type: \"Creature - Frog\", pt: \"3/3\" })));",
        |call| change(EventChange::Tokens(Box::new(super::tokens::spec(call, 0)?))),
    );
    words.add(
        "redirected_to(recipients)",
        "The damage is dealt to these instead.",
        "instead(you.is_dealt_damage, redirected_to(card));",
        |call| change(EventChange::Redirect(call.recipients(0)?)),
    );
    words.add(
        "prevented([amount])",
        "The damage, or so much of it, is prevented.",
        "instead(you.is_dealt_damage, |e| [prevented(), gain_life(e.prevented)]);",
        |call| change(if call.has(0) { EventChange::Prevent(call.amount(0)?) } else { EventChange::PreventAll }),
    );
    words.value(
        "arriving_tapped",
        "It enters tapped.",
        "instead(creatures.opponents.entering, arriving_tapped);",
        Value::Changes(vec![EventChange::Tapped]),
    );
    words.add(
        "arriving_with(amount, kind)",
        "It enters with so many counters.",
        "instead(creatures.yours.entering, arriving_with(1, \"+1/+1\"));",
        |call| change(EventChange::Counters(crate::host::keywords::counter_kind(call, 1)?, call.amount(0)?)),
    );
    words.add(
        "arriving_under(players)",
        "It enters under the control of that player.",
        "instead(creatures.opponents.entering, arriving_under(you)).once;",
        |call| change(EventChange::UnderControl(call.players(0)?)),
    );
    words.add(
        "arriving_as(copy)",
        "It enters as that copy.",
        "instead(creatures.yours.entering, arriving_as(copy_of(card)));",
        |call| match call.given(0) {
            Given::Value(Value::Copy(copy)) => change(EventChange::AsCopy(copy)),
            other => Err(Trouble::argument(0, "a copy like `copy_of_chosen(creatures)`", other.kind())),
        },
    );
    words.value(
        "arriving_transformed",
        "It enters with its other face up, if it has one.",
        "instead(creatures.yours.entering, arriving_transformed);",
        Value::Changes(vec![EventChange::Transformed]),
    );
    words.add(
        "and_also(effect)",
        "The event happens, and afterwards this too.",
        "instead(you.gain_life, |e| and_also(draw(1)));",
        |call| change(EventChange::Also(Box::new(call.effect(0)?))),
    );
    words.add(
        "but_first(effect)",
        "Before the event, this happens.",
        "instead(creatures.yours.entering, but_first(scry(1)));",
        |call| change(EventChange::First(Box::new(call.effect(0)?))),
    );
}

fn prevention(words: &mut Words) {
    words.add(
        "prevent(pattern, [amount])",
        "Prevents that damage, or so much of it.",
        "always(prevent(card.deals_combat_damage));",
        |call| {
            let change = if call.has(1) { EventChange::Prevent(call.amount(1)?) } else { EventChange::PreventAll };
            let event = call.shop.var();
            let replacement = Replacement { instead: Instead::Change(vec![change]), ..plain(call.pattern(0)?, event) };
            Ok(Value::replacement(replacement))
        },
    );
    words.add(
        "prevent_next(amount, pattern)",
        "Prevents the next so much of that damage.",
        "spell(prevent_next(3, any_damage.to(target(any_target))).until_end_of_turn);",
        |call| {
            let uses = Uses::Damage(call.amount(0)?);
            let event = call.shop.var();
            let instead = Instead::Change(vec![EventChange::PreventAll]);
            let replacement = Replacement { instead, uses, ..plain(call.pattern(1)?, event) };
            Ok(Value::replacement(replacement))
        },
    );
    words.add(
        "prevent_next_divided(target)",
        "This turn, prevents the next so much damage to each of the targets as was divided among them.",
        "spell(prevent_next_divided(divided(5, any_target)));",
        |call| {
            let Given::Value(Value::Target(to)) = call.given(0) else {
                let found = call.given(0).kind();
                return Err(Trouble::argument(0, "a target like `divided(5, any_target)`", found));
            };
            let (var, event) = (call.shop.var(), call.shop.var());
            let pattern = Pattern::Damage {
                by: Filter::Any,
                to_objects: Filter::Is(Box::new(Objects::Var(var))),
                to_players: Players::Var(var),
                kind: DamageKind::Any,
            };
            let instead = Instead::Change(vec![EventChange::PreventAll]);
            let replacement = Box::new(Replacement { instead, ..plain(pattern.into(), event) });
            Ok(Value::effect(Effect::ReplaceDivided { to, var, replacement, duration: Duration::EndOfTurn }))
        },
    );
    words.add(
        "redirect_next(amount, pattern, to)",
        "The next so much of that damage is dealt to these instead.",
        "spell(redirect_next(3, any_damage.to(you), target(creatures)).until_end_of_turn);",
        |call| {
            let uses = Uses::Damage(call.amount(0)?);
            let event = call.shop.var();
            let instead = Instead::Change(vec![EventChange::Redirect(call.recipients(2)?)]);
            let replacement = Replacement { instead, uses, ..plain(call.pattern(1)?, event) };
            Ok(Value::replacement(replacement))
        },
    );
    words.add("statement.once", "Only the next time.", "spell(prevent(any_damage.to(you)).once.until_end_of_turn);", |call| {
        altered(call, |replacement| replacement.uses = Uses::Times(Amount::Fixed(1)))
    });
    words.add(
        "statement.times(amount)",
        "Only the next so many times.",
        "spell(prevent(any_damage.to(you)).times(2).until_end_of_turn);",
        |call| {
            let times = call.amount(1)?;
            altered(call, |replacement| replacement.uses = Uses::Times(times.clone()))
        },
    );
    words.add("statement.you_may", "You may choose whether it applies.", "always(card.enters_tapped.you_may);", |call| {
        altered(call, |replacement| replacement.optional = Some(Players::You))
    });
    words.add(
        "statement.and_then(effect)",
        "Afterwards also this; a closure is called once, with a stand-in for the event.",
        "spell(prevent(any_damage.to(you)).once.and_then(|e| gain_life(e.prevented)).until_end_of_turn);",
        |call| {
            let Given::Value(Value::Statement(mut statement)) = call.given(0) else {
                return Err(Trouble::argument(0, "a statement", call.given(0).kind()));
            };
            let event = event_of(&statement);
            let effect = call.bound_effect(1, event.map(Value::Event).into_iter().collect())?;
            match statement.parts.last_mut() {
                Some(Part::Replacement(replacement)) if matches!(replacement.instead, Instead::Change(_)) => {
                    if let Instead::Change(changes) = &mut replacement.instead {
                        changes.push(EventChange::Also(Box::new(effect)));
                    }
                }
                _ => return Err(Trouble::other("`and_then` is said of `prevent(...)` and of how something enters", "")),
            }
            Ok(Value::Statement(statement))
        },
    );
}

/// The name of the event of a statement about one.
pub(super) fn event_of(statement: &Statement) -> Option<Var> {
    statement.parts.iter().find_map(|part| match part {
        Part::Replacement(replacement) => Some(replacement.event),
        _ => None,
    })
}

/// Makes the replacements of a statement conditional; whether it has any.
pub(super) fn narrow(statement: &mut Statement, condition: &Condition) -> bool {
    let mut any = false;
    for part in &mut statement.parts {
        if let Part::Replacement(replacement) = part {
            replacement.condition = std::mem::take(&mut replacement.condition).and(condition.clone());
            any = true;
        }
    }
    any
}

fn altered(call: &Call, alter: impl Fn(&mut Replacement)) -> Made {
    let Given::Value(Value::Statement(mut statement)) = call.given(0) else {
        return Err(Trouble::argument(0, "a statement", call.given(0).kind()));
    };
    let mut any = false;
    for part in &mut statement.parts {
        if let Part::Replacement(replacement) = part {
            alter(replacement);
            any = true;
        }
    }
    if any {
        Ok(Value::Statement(statement))
    } else {
        Err(Trouble::other(format!("`{}` is said of what replaces or prevents something", call.word.name), ""))
    }
}
