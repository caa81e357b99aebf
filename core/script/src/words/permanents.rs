//! What happens to permanents and to what is on the stack.

use super::Words;
use super::structure::change;
use crate::call::{Call, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{Amount, AttackOn, CastAs, Effect, Objects, Players, Recipients, Retarget};

pub(super) fn words(words: &mut Words) {
    let plain = |make: fn(Objects) -> Effect| move |call: &mut Call| Ok(Value::effect(make(call.objects(0)?)));
    words.add("tap(things)", "Taps these.", "spell(tap(target(creatures, #{ up_to: 2 })));", plain(Effect::Tap));
    words.add("untap(things)", "Untaps these.", "spell(untap(lands.yours));", plain(Effect::Untap));
    words.add(
        "put_counters(amount, kind, on)",
        "Puts so many counters on each of these objects or players.",
        "spell(put_counters(2, \"+1/+1\", target(creatures)));",
        |call| {
            let on = call.recipients(2)?;
            Ok(Value::effect(Effect::PutCounters(on, crate::host::keywords::counter_kind(call, 1)?, call.amount(0)?)))
        },
    );
    words.add(
        "divided_counters(kind, target)",
        "Puts counters of that kind on the targets, as many on each as was divided among them.",
        "spell(divided_counters(\"+1/+1\", divided(3, creatures)));",
        |call| match call.given(1) {
            Given::Value(Value::Target(to)) => {
                Ok(Value::effect(Effect::DividedCounters { to, kind: crate::host::keywords::counter_kind(call, 0)? }))
            }
            other => Err(Trouble::argument(1, "a target like `divided(3, creatures)`", other.kind())),
        },
    );
    words.add(
        "skip_next_untap(things)",
        "These do not untap in their controllers' next untap steps.",
        "let t = target(creatures); spell([tap(t), skip_next_untap(t)]);",
        |call| Ok(Value::effect(Effect::SkipUntap(call.objects(0)?))),
    );
    words.add(
        "remove_counters(amount, kind, from)",
        "Removes so many counters from each of these.",
        "spell(remove_counters(1, \"+1/+1\", target(creatures)));",
        |call| {
            let from: Recipients = call.recipients(2)?;
            Ok(Value::effect(Effect::RemoveCounters(from, call.text(1)?, call.amount(0)?)))
        },
    );
    words.add(
        "move_counters(amount, from, to, [kind])",
        "Moves so many counters from the one to the other.",
        "let a = target(creatures); spell(move_counters(1, a, another_target(creatures, a)));",
        |call| {
            let kind = if call.has(3) { Some(call.text(3)?) } else { None };
            Ok(Value::effect(Effect::MoveCounters(call.objects(1)?, call.objects(2)?, kind, call.amount(0)?)))
        },
    );
    words.add(
        "attach(things, to)",
        "Attaches the first to the second.",
        "activated(\"{2}\", attach(card, target(creatures.yours))).as_a_sorcery;",
        |call| {
            let to = call.recipients(1)?;
            Ok(Value::effect(Effect::Attach(call.objects(0)?, to)))
        },
    );
    words.add(
        "unattach(things)",
        "Unattaches these.",
        "spell(unattach(target(artifacts.of(\"Equipment\"))));",
        plain(Effect::Unattach),
    );
    words.add(
        "exchange_control(things, things)",
        "The controllers of two permanents exchange them.",
        "spell(exchange_control(target(creatures.yours), target(creatures.opponents)));",
        |call| {
            let second = call.objects(1)?;
            Ok(Value::effect(Effect::ExchangeControl(call.objects(0)?, second)))
        },
    );
    words.add(
        "regenerate(things)",
        "The next time it would be destroyed this turn, it is tapped and healed instead.",
        "activated(\"{B}\", regenerate(card));",
        plain(Effect::Regenerate),
    );
    words.add(
        "remove_from_combat(things)",
        "Removes these from combat.",
        "spell(remove_from_combat(target(creatures.attacking)));",
        plain(Effect::RemoveFromCombat),
    );
    words.add(
        "turn_face_down(things)",
        "Turns these face down.",
        "spell(turn_face_down(target(creatures)));",
        plain(Effect::TurnFaceDown),
    );
    words.add(
        "turn_face_up(things)",
        "Turns these face up.",
        "activated(\"{4}\", turn_face_up(card));",
        plain(Effect::TurnFaceUp),
    );
    words.add(
        "transform(things)",
        "Turns these to their other face.",
        "when(upkeep.yours, transform(card));",
        plain(Effect::Transform),
    );
    words.add("phase_out(things)", "These phase out.", "spell(phase_out(target(creatures.yours)));", plain(Effect::PhaseOut));
    words.add(
        "phase_out_until(things, pattern)",
        "These phase out until that happens, and not to the untap step.",
        "when(card.enters, phase_out_until(target(creatures.opponents), card.leaves));",
        |call| {
            let pattern = call.pattern(1)?;
            Ok(Value::effect(Effect::PhaseOutUntil(call.objects(0)?, Box::new(pattern))))
        },
    );
    words.add(
        "phase_in(things)",
        "Those of these that are phased out phase in.",
        "spell(phase_in(permanents.yours));",
        plain(Effect::PhaseIn),
    );
    words.add(
        "become_blocked(things)",
        "These attackers become blocked.",
        "spell(become_blocked(target(creatures.attacking)));",
        plain(Effect::BecomeBlocked),
    );
    words.add(
        "become_unblocked(things)",
        "These attackers become unblocked.",
        "spell(become_unblocked(target(creatures.blocked)));",
        plain(Effect::BecomeUnblocked),
    );
    words.add(
        "become_attacking(things, [whom])",
        "These creatures attack without having been declared: one of these players, planeswalkers or battles, or what their controller chooses.",
        "spell(become_attacking(target(creatures.yours.untapped)));",
        |call| {
            let on = attack_on(call)?;
            Ok(Value::effect(Effect::BecomeAttacking(call.objects(0)?, on)))
        },
    );
    words.add(
        "become_blocking(things, attackers)",
        "These creatures block these attackers without having been declared.",
        "spell(become_blocking(target(creatures.yours), target(creatures.attacking)));",
        |call| {
            let attackers = call.objects(1)?;
            Ok(Value::effect(Effect::BecomeBlocking(call.objects(0)?, attackers)))
        },
    );
    words.add(
        "attack_instead(things, [whom])",
        "You choose anew what these attackers attack: anything that can be attacked, or one of these players, planeswalkers and battles.",
        "spell(attack_instead(target(creatures.attacking)));",
        |call| {
            let on = attack_on(call)?;
            Ok(Value::effect(Effect::AttackInstead(Players::You, call.objects(0)?, on)))
        },
    );
    words.add(
        "become_protector(things)",
        "You become the protector of these battles.",
        "spell(become_protector(target(battles)));",
        |call| Ok(Value::effect(Effect::SetProtector(call.objects(0)?, Players::You))),
    );
    words.add(
        "counter(things)",
        "Counters these spells or abilities.",
        "spell(counter(target(spells)));",
        plain(Effect::Counter),
    );
    words.add(
        "copy_spell(things, [amount])",
        "Copies these spells or abilities on the stack.",
        "spell(copy_spell(target(instants | sorceries)).new_targets);",
        |call| {
            let amount = call.amount_or(1, 1)?;
            Ok(Value::effect(Effect::CopyStack(call.objects(0)?, Players::You, amount, false, Vec::new(), None)))
        },
    );
    words.add(
        "effect.new_targets",
        "You may choose new targets for the copies.",
        "spell(copy_spell(target(spells.yours)).new_targets);",
        |call| {
            change(call, "`copy_spell`", |effect| match effect {
                Effect::CopyStack(_, _, _, new, ..) => {
                    *new = true;
                    true
                }
                _ => false,
            })
        },
    );
    words.add(
        "effect.for_each_target(recipients)",
        "A copy for each of these that the spell could target, with that as its target.",
        "let s = target(instants); spell(copy_spell(s).for_each_target(creatures.yours));",
        |call| {
            let each = Box::new(call.recipients(1)?);
            change(call, "`copy_spell`", |effect| match effect {
                Effect::CopyStack(_, _, _, _, _, known) => {
                    *known = Some(each);
                    true
                }
                _ => false,
            })
        },
    );
    words.add(
        "effect.except(statement)",
        "The copies of a spell differ in that; written of the card itself.",
        "spell(copy_spell(target(spells.yours.creature)).except(card.loses_type(\"Legendary\")));",
        |call| {
            let exceptions = super::tokens::exceptions(call, 1)?;
            change(call, "`copy_spell`", |effect| match effect {
                Effect::CopyStack(_, _, _, _, except, _) => {
                    except.extend(exceptions);
                    true
                }
                _ => false,
            })
        },
    );
    let retarget = |how: Retarget| {
        move |call: &mut Call| {
            let to = if call.has(1) { Some(call.recipients(1)?) } else { None };
            Ok(Value::effect(Effect::ChangeTargets(call.objects(0)?, Players::You, how, to)))
        }
    };
    words.add(
        "change_targets(things, [to])",
        "You choose new targets for these, as many as you like, or only out of those.",
        "spell(change_targets(target(spells)));",
        retarget(Retarget::ChooseNew),
    );
    words.add(
        "change_all_targets(things, [to])",
        "You change the target, or all targets, of these to other legal ones, or only to those; if that cannot be, to none.",
        "spell(change_all_targets(target(spells.with_targets(1))));",
        retarget(Retarget::All),
    );
    words.add(
        "change_a_target(things, [to])",
        "You change one target of these to another legal one, or only to one of those.",
        "spell(change_a_target(target(spells), creatures.yours));",
        retarget(Retarget::One),
    );
    words.add(
        "cast_now(things, [cost])",
        "You cast these while this resolves, without paying their mana costs or for that cost.",
        "spell(may(cast_now(target(instants.yours.in_graveyard))));",
        |call| {
            let cost = if call.has(1) { Some(call.cost(1)?) } else { None };
            Ok(Value::effect(Effect::CastNow(Players::You, call.objects(0)?, cost, CastAs::ItIs)))
        },
    );
    words.add(
        "play_now(things, [cost])",
        "The same for cards that may also be lands: these you play, if you can still play a land in this turn of yours.",
        "spell(may(play_now(top_cards(1))));",
        |call| {
            let cost = if call.has(1) { Some(call.cost(1)?) } else { None };
            Ok(Value::effect(Effect::PlayNow(Players::You, call.objects(0)?, cost)))
        },
    );
    words.add(
        "double_counters(kind, things)",
        "Doubles the number of such counters on each of these.",
        "spell(double_counters(\"+1/+1\", target(creatures)));",
        |call| {
            let name = call.shop.var();
            let each = Objects::Var(name);
            let amount = Amount::Counters(Box::new(each.clone()), call.text(0)?);
            let put = Effect::PutCounters(Recipients::objects(each), call.text(0)?, amount);
            Ok(Value::effect(Effect::ForEach(call.objects(1)?, name, Box::new(put))))
        },
    );
}

/// What is attacked by effect: what is named, or anything.
fn attack_on(call: &Call) -> Result<AttackOn, Trouble> {
    Ok(if call.has(1) { AttackOn::OneOf(call.recipients(1)?) } else { AttackOn::Anything })
}
