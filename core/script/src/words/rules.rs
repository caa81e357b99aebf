//! Rules about targets, attachment, players' limits, and what cannot happen (modern 101.2, 115, 303.4, 402.2).

use super::Words;
use super::combat::rule;
use crate::call::{Call, Made, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{
    Amount, EventPattern, Filter, Occurrence, Pattern, PlayerRule, Players, Prohibition, Rule, TargetRule,
};

pub(super) fn words(words: &mut Words) {
    targets(words);
    attaching(words);
    permanents(words);
    players(words);
    prohibitions(words);
}

fn targets(words: &mut Words) {
    words.add(
        "things.cant_be_targeted",
        "They cannot be targeted.",
        "always(card.cant_be_targeted);",
        rule(|what| Rule::Target(TargetRule::CantTarget(what, Filter::Any))),
    );
    words.add(
        "things.cant_be_targeted_by(filter)",
        "They cannot be targeted by spells that match or by abilities of what matches.",
        "always(card.cant_be_targeted_by(anything.opponents));",
        |call| {
            let by = call.filter(1)?;
            Ok(Value::rule(Rule::Target(TargetRule::CantTarget(call.filter(0)?, by))))
        },
    );
    words.add(
        "players.cant_be_targeted_by(filter)",
        "These players cannot be targeted by spells that match or by abilities of what matches.",
        "always(you.cant_be_targeted_by(anything.opponents));",
        |call| {
            let by = call.filter(1)?;
            Ok(Value::rule(Rule::Target(TargetRule::CantTargetPlayer(call.players(0)?, by))))
        },
    );
    words.add(
        "things.cant_have_attached(filter)",
        "What matches cannot be attached to them.",
        "always(card.cant_have_attached(permanents.red));",
        |call| {
            let what = call.filter(1)?;
            Ok(Value::rule(Rule::Target(TargetRule::CantAttach(call.filter(0)?, what))))
        },
    );
    words.add(
        "things.attaches_only_to(what)",
        "It is attached only to what matches, objects or players; an Aura spell targets that.",
        "always(card.attaches_only_to(creatures));",
        |call| {
            let (objects, players) = match call.given(1) {
                Given::Value(Value::Players(players)) => (Filter::Never, Some(players)),
                Given::Value(Value::Either(filter, players)) => (filter, Some(players)),
                _ => (call.filter(1)?, None),
            };
            Ok(Value::rule(Rule::Target(TargetRule::AttachesTo(objects, players))))
        },
    );
}

fn attaching(words: &mut Words) {
    words.add(
        "things.attaches_as_creature",
        "It can be attached although it is a creature.",
        "always(card.attaches_as_creature);",
        |_| Ok(Value::rule(Rule::Target(TargetRule::AttachesAsCreature))),
    );
}

fn permanents(words: &mut Words) {
    words.add(
        "things.does_not_untap",
        "They do not untap in their controllers' untap steps.",
        "always(host.does_not_untap);",
        rule(Rule::DoesNotUntap),
    );
    words.add(
        "things.phases_each_untap_step",
        "They phase out in their controllers' untap steps, as what is phased out phases in.",
        "always(card.phases_each_untap_step);",
        rule(Rule::PhasesEachUntapStep),
    );
    words.add(
        "things.may_stay_tapped",
        "Their controller may choose not to untap them.",
        "always(card.may_stay_tapped);",
        rule(Rule::MayStayTapped),
    );
    words.add(
        "things.ignore_legend_rule",
        "The \"legend rule\" does not apply to them.",
        "always(permanents.yours.ignore_legend_rule);",
        rule(Rule::NoLegendRule),
    );
    words.add(
        "things.trigger_again(pattern, [times])",
        "If that makes a triggered ability of one of them trigger, it triggers an additional time.",
        "always(permanents.yours.trigger_again(creatures.enters));",
        |call| {
            let times = call.amount_or(2, 1)?;
            let pattern: EventPattern = call.pattern(1)?;
            Ok(Value::rule(Rule::ExtraTriggers(call.filter(0)?, pattern, times)))
        },
    );
    words.add(
        "things.does_not_trigger(pattern)",
        "That does not make triggered abilities of these trigger.",
        "always(permanents.does_not_trigger(creatures.enters));",
        |call| {
            let pattern: EventPattern = call.pattern(1)?;
            Ok(Value::rule(Rule::NoTriggers(call.filter(0)?, pattern)))
        },
    );
    words.value(
        "marker",
        "Nothing by itself: other abilities ask for the keyword that has it.",
        "keyword_ability(\"kin\", || always(marker));",
        Value::rule(Rule::Marker),
    );
}

fn player_rule(make: impl Fn(Players) -> PlayerRule) -> impl Fn(&mut Call) -> Made {
    move |call| Ok(Value::rule(Rule::Player(make(call.players(0)?))))
}

fn players(words: &mut Words) {
    let with_amount = |make: fn(Players, Amount) -> PlayerRule| {
        move |call: &mut Call| {
            let amount = call.amount(1)?;
            Ok(Value::rule(Rule::Player(make(call.players(0)?, amount))))
        }
    };
    words.add(
        "players.max_hand_size(amount)",
        "Their maximum hand size changes by that much.",
        "always(opponents.max_hand_size(-2));",
        with_amount(PlayerRule::HandSize),
    );
    words.add(
        "players.no_max_hand_size",
        "They have no maximum hand size.",
        "always(you.no_max_hand_size);",
        player_rule(PlayerRule::NoHandSize),
    );
    words.add(
        "players.extra_lands(amount)",
        "They may play that many additional lands each turn.",
        "always(you.extra_lands(1));",
        with_amount(PlayerRule::ExtraLands),
    );
    words.add("players.skip(step)", "They skip that step or phase.", "always(you.skip(draw_step));", |call| {
        let step = super::conditions::step(call, 1)?;
        Ok(Value::rule(Rule::Player(PlayerRule::SkipStep(call.players(0)?, step))))
    });
    words.add(
        "players.max_hand_size_is(amount)",
        "Their maximum hand size is that much.",
        "always(opponents.max_hand_size_is(4));",
        |call| {
            let amount = call.amount(1)?;
            Ok(Value::rule(Rule::Player(PlayerRule::SetHandSize(call.players(0)?, amount))))
        },
    );
    words.add(
        "players.have(keyword, [argument])",
        "These players have that keyword, of those that players can have.",
        "always(you.have(\"hexproof\"));",
        |call| {
            let name = super::filters::keywords(call, 1)?.first().copied().unwrap_or_default();
            let argument = call.has(2).then_some(2);
            let abilities = crate::host::keywords::for_players(call, name, 1, argument)?;
            Ok(Value::rule(Rule::Player(PlayerRule::Has(call.players(0)?, name, abilities))))
        },
    );
    words.add(
        "players.lose_keyword(keyword)",
        "These players lose that keyword.",
        "always(opponents.lose_keyword(\"hexproof\"));",
        |call| {
            let name = super::filters::keywords(call, 1)?.first().copied().unwrap_or_default();
            Ok(Value::rule(Rule::Player(PlayerRule::Loses(call.players(0)?, name))))
        },
    );
    words.add(
        "players.cant_pay_life",
        "They cannot pay life.",
        "always(opponents.cant_pay_life);",
        player_rule(PlayerRule::CantPayLife),
    );
    words.add(
        "players.reveal_top_card",
        "They play with the top card of their library revealed.",
        "always(you.reveal_top_card);",
        player_rule(PlayerRule::TopCardRevealed),
    );
    words.add(
        "players.spells_each_turn(amount)",
        "They can cast at most that many spells each turn.",
        "always(players.spells_each_turn(1));",
        with_amount(PlayerRule::SpellsPerTurn),
    );
    words.add(
        "players.untap_at_most(amount, filter)",
        "They untap no more than that many of these in their untap steps.",
        "always(players.untap_at_most(1, lands));",
        |call| {
            let (amount, filter) = (call.amount(1)?, call.filter(2)?);
            Ok(Value::rule(Rule::Player(PlayerRule::UntapsAtMost(call.players(0)?, amount, filter))))
        },
    );
    words.add(
        "players.use_graveyards_as_own(filter)",
        "They may play and cast what matches in other players' graveyards as though it were in their own.",
        "spell(you.use_graveyards_as_own(cards).until_end_of_turn);",
        |call| {
            let filter = call.filter(1)?;
            Ok(Value::rule(Rule::Player(PlayerRule::GraveyardAsOwn(call.players(0)?, filter))))
        },
    );
    words.add(
        "things.merges_with(filter)",
        "The spell targets one that matches and merges with it instead of entering: one permanent that both cards stand for, like the upper one, with the abilities of both. `you.perform(\"merge\", card)` waits for it.",
        "always(card.alternative_cost(\"{1}{G}\", \"mutate\")); always(card.merges_with(creatures.owned_by(card.owner)).only_if(was_paid(\"mutate\")));",
        |call| Ok(Value::rule(Rule::Merges(call.filter(1)?))),
    );
    words.add(
        "before_game(effect)",
        "Before the decks are shuffled to start the game, you do this. What is chosen or remembered by it is known all through the game.",
        "always(before_game(choose_color())); defines(card.becomes_chosen_color());",
        |call| Ok(Value::rule(Rule::BeforeGame(Box::new(call.effect(0)?)))),
    );
    words.add("players.keep_mana", "They do not lose unspent mana as steps and phases end.", "always(you.keep_mana);", |call| {
        Ok(Value::rule(Rule::KeepMana(call.players(0)?)))
    });
    words.add(
        "players.spend_as_any_color(filter)",
        "They may spend mana as though it were of any colour for spells that match.",
        "always(you.spend_as_any_color(creatures));",
        |call| {
            let filter = call.filter(1)?;
            Ok(Value::rule(Rule::SpendAsAnyColor(call.players(0)?, filter)))
        },
    );
}

fn cant(prohibition: Prohibition) -> Made {
    Ok(Value::rule(Rule::Cant(prohibition)))
}

fn prohibitions(words: &mut Words) {
    words.add("cant_happen(pattern)", "That cannot happen.", "always(cant_happen(players.gain_life));", |call| {
        cant(Prohibition::Event(call.pattern(0)?))
    });
    words.add("players.cant_gain_life", "They cannot gain life.", "always(players.cant_gain_life);", |call| {
        cant(Prohibition::Event(Pattern::GainsLife(call.players(0)?).into()))
    });
    words.add("players.cant_lose_life", "They cannot lose life.", "always(you.cant_lose_life);", |call| {
        cant(Prohibition::Event(Pattern::LosesLife(call.players(0)?).into()))
    });
    words.add(
        "players.life_total_cant_change",
        "They cannot gain or lose life, and so cannot pay life.",
        "always(you.life_total_cant_change);",
        |call| {
            let who = call.players(0)?;
            let any = vec![Pattern::GainsLife(who.clone()), Pattern::LosesLife(who)];
            cant(Prohibition::Event(EventPattern { any, occurrence: Occurrence::Each }))
        },
    );
    words.add("players.cant_draw", "They cannot draw cards.", "always(opponents.cant_draw);", |call| {
        cant(Prohibition::Event(Pattern::Draws(call.players(0)?).into()))
    });
    words.add(
        "players.cant_cast(filter)",
        "They cannot cast spells that match.",
        "always(opponents.cant_cast(spells.noncreature));",
        |call| {
            let filter = call.filter(1)?;
            cant(Prohibition::Cast(call.players(0)?, filter))
        },
    );
    words.add(
        "players.cant_play_lands([filter])",
        "They cannot play lands, or lands that match.",
        "always(opponents.cant_play_lands());",
        |call| {
            let filter = if call.has(1) { call.filter(1)? } else { Filter::Any };
            cant(Prohibition::PlayLand(call.players(0)?, filter))
        },
    );
    words.add(
        "players.cant_activate(filter, [options])",
        "They cannot activate abilities of what matches; `#{ except_mana: true }` spares mana abilities.",
        "always(players.cant_activate(artifacts, #{ except_mana: true }));",
        |call| {
            let spared = call.options(2, &["except_mana"])?.flag("except_mana")?;
            let filter = call.filter(1)?;
            cant(Prohibition::Activate(call.players(0)?, filter, spared))
        },
    );
    let things = |make: fn(Filter) -> Prohibition| move |call: &mut Call| cant(make(call.filter(0)?));
    words.add(
        "things.cant_be_countered",
        "They cannot be countered.",
        "always(card.cant_be_countered);",
        things(Prohibition::Countered),
    );
    words.add(
        "things.cant_be_regenerated",
        "They cannot be regenerated.",
        "always(creatures.cant_be_regenerated);",
        things(Prohibition::Regenerate),
    );
    words.add(
        "things.cant_be_sacrificed",
        "They cannot be sacrificed.",
        "always(creatures.yours.cant_be_sacrificed);",
        things(Prohibition::Sacrifice),
    );
    words.add(
        "things.cant_be_destroyed",
        "They cannot be destroyed.",
        "always(card.cant_be_destroyed);",
        things(|what| Prohibition::Event(Pattern::Destroyed(what).into())),
    );
    words.add(
        "things.cant_have(keyword)",
        "They cannot have or gain that keyword.",
        "always(creatures.opponents.cant_have(\"hexproof\"));",
        |call| {
            let keyword = super::filters::keywords(call, 1)?.first().copied();
            let keyword = keyword.ok_or_else(|| Trouble::argument(1, "a keyword", "nothing"))?;
            cant(Prohibition::HaveKeyword(call.filter(0)?, keyword))
        },
    );
    words.add(
        "damage_cant_be_prevented([pattern])",
        "Damage, or damage that matches, cannot be prevented.",
        "always(damage_cant_be_prevented());",
        |call| {
            let pattern = if call.has(0) {
                call.pattern(0)?
            } else {
                Pattern::Damage {
                    by: Filter::Any,
                    to_objects: Filter::Any,
                    to_players: Players::Each,
                    kind: cardwright_engine::ability::DamageKind::Any,
                }
                .into()
            };
            cant(Prohibition::PreventDamage(pattern))
        },
    );
    let whose = |make: fn(Players) -> Prohibition| move |call: &mut Call| cant(make(call.players(0)?));
    words.add("players.cant_win", "They cannot win the game.", "always(opponents.cant_win);", whose(Prohibition::Win));
    words.add("players.cant_lose", "They cannot lose the game.", "always(you.cant_lose);", whose(Prohibition::Lose));
    words.add(
        "players.cant_search",
        "They cannot search libraries.",
        "always(opponents.cant_search);",
        whose(Prohibition::Search),
    );
}
