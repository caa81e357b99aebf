//! Rules of combat: who may attack and block what, and how combat damage is dealt (modern 508-510, 702).

use super::Words;
use crate::call::{Call, Made};
use crate::value::{Given, Part, Value};
use cardwright_engine::ability::{Amount, AttackRule, BlockRule, DamageRule, Filter, Objects, Players, Rule, Stat};

pub(super) fn words(words: &mut Words) {
    attacking(words);
    blocking(words);
    damage(words);
}

/// A property: a rule about what matches.
pub(super) fn rule(make: impl Fn(Filter) -> Rule) -> impl Fn(&mut Call) -> Made {
    move |call| Ok(Value::rule(make(call.filter(0)?)))
}

fn attack(make: impl Fn(Filter) -> AttackRule) -> impl Fn(&mut Call) -> Made {
    rule(move |filter| Rule::Attack(make(filter)))
}

fn block(make: impl Fn(Filter) -> BlockRule) -> impl Fn(&mut Call) -> Made {
    rule(move |filter| Rule::Block(make(filter)))
}

fn attacking(words: &mut Words) {
    words.add(
        "things.cant_attack",
        "They cannot attack.",
        "always(card.cant_attack);",
        attack(|what| AttackRule::Cant(what, None)),
    );
    words.add(
        "things.cant_attack(whom)",
        "They cannot attack these players, planeswalkers or battles themselves.",
        "always(creatures.cant_attack([you, planeswalkers.yours]));",
        |call| {
            let whom = call.recipients(1)?;
            Ok(Value::rule(Rule::Attack(AttackRule::Cant(call.filter(0)?, Some(whom)))))
        },
    );
    words.add(
        "things.cant_attack_unless(condition)",
        "They cannot attack unless it holds; a closure is called once, with a stand-in for the defending player.",
        "always(card.cant_attack_unless(|defender| lands.of(\"Island\").controlled_by(defender).exist));",
        |call| {
            if let Given::Closure(_) = call.given(1) {
                let name = call.shop.var();
                let condition = call.bound_condition(1, vec![Value::Players(Players::Var(name))])?;
                return Ok(Value::rule(Rule::Attack(AttackRule::CantUnlessDefender(call.filter(0)?, name, condition))));
            }
            let condition = call.condition(1)?;
            Ok(Value::rule(Rule::Attack(AttackRule::CantUnless(call.filter(0)?, condition))))
        },
    );
    words.add(
        "things.cant_attack_alone",
        "They cannot attack alone.",
        "always(card.cant_attack_alone);",
        attack(|what| AttackRule::CantUnlessTogether(what, Amount::Fixed(2))),
    );
    words.add(
        "things.attack_at_most(amount)",
        "At most that many of them can attack.",
        "always(creatures.attack_at_most(1));",
        |call| {
            let amount = call.amount(1)?;
            Ok(Value::rule(Rule::Attack(AttackRule::AtMost(call.filter(0)?, amount))))
        },
    );
    words.add("things.must_attack", "They attack each combat if able.", "always(card.must_attack);", attack(AttackRule::Must));
    words.add(
        "things.must_attack(whom)",
        "They attack one of these players, or such a planeswalker or battle, if able.",
        "always(creatures.opponents.must_attack(you));",
        |call| {
            let whom = call.recipients(1)?;
            let what = call.filter(0)?;
            // Whoever attacks one of them cannot attack another: together they are no more than one requirement.
            let mut parts = Vec::new();
            if whom.objects != Objects::None && whom.objects != Objects::Union(vec![]) {
                let permanents = super::patterns::as_filter(whom.objects);
                parts.push(Rule::Attack(AttackRule::MustAttackPermanent(what.clone(), permanents)));
            }
            parts.extend(whom.players.map(|players| Rule::Attack(AttackRule::MustAttack(what, players))));
            Ok(Value::statement(parts.into_iter().map(|rule| Part::Rule(Box::new(rule))).collect()))
        },
    );
    words.add(
        "things.attacking_costs(cost, [whom])",
        "Their controller must pay for each that attacks, or that attacks one of these players, planeswalkers or battles itself.",
        "always(creatures.attacking_costs(\"{1}\", you));",
        |call| {
            let whom = if call.has(2) { Some(call.recipients(2)?) } else { None };
            let cost = call.cost(1)?;
            Ok(Value::rule(Rule::Attack(AttackRule::Cost(call.filter(0)?, whom, cost))))
        },
    );
    words.add(
        "things.may_pay_as_attacks(cost, word)",
        "As one of these attacks, its controller may pay that; the action of that word then happens to it, which abilities can wait for.",
        "always(card.may_pay_as_attacks(\"{1}\", \"goad on\")); when(you.perform(\"goad on\", card), draw(1));",
        |call| {
            let (cost, word) = (call.cost(1)?, call.text(2)?);
            Ok(Value::rule(Rule::Attack(AttackRule::MayPay(call.filter(0)?, cost, word))))
        },
    );
    words.add(
        "things.bands",
        "They can attack in a band with each other and at most one creature more: what blocks one of them blocks all.",
        "always(card.bands);",
        attack(|what| AttackRule::Bands(what, None)),
    );
    words.add(
        "things.bands_with(filter)",
        "They can attack in a band with creatures that match.",
        "always(card.bands_with(creatures.legendary));",
        |call| {
            let with = call.filter(1)?;
            Ok(Value::rule(Rule::Attack(AttackRule::Bands(call.filter(0)?, Some(with)))))
        },
    );
    words.add(
        "things.attack_without_tapping",
        "Attacking does not cause them to tap.",
        "always(card.attack_without_tapping);",
        attack(AttackRule::StaysUntapped),
    );
    words.add(
        "things.attack_as_though_without(keyword)",
        "They can attack as though they did not have that keyword.",
        "always(card.attack_as_though_without(\"defender\"));",
        |call| {
            let keyword = super::filters::keywords(call, 1)?.first().copied().unwrap_or_default();
            Ok(Value::rule(Rule::Attack(AttackRule::AsThoughWithout(call.filter(0)?, keyword))))
        },
    );
    words.add(
        "things.act_right_away",
        "They can attack and use {T} in the turn in which they came.",
        "always(creatures.yours.act_right_away);",
        rule(Rule::IgnoreSummoningSickness),
    );
}

fn blocking(words: &mut Words) {
    words.add(
        "things.blocked_only_by(filter)",
        "They can be blocked only by creatures that match.",
        "always(card.blocked_only_by(creatures.having_any(\"flying\", \"reach\")));",
        |call| {
            let by = call.filter(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::BlockedOnlyBy(call.filter(0)?, by))))
        },
    );
    words.add(
        "things.cant_be_blocked",
        "They cannot be blocked.",
        "always(card.cant_be_blocked);",
        block(|what| BlockRule::BlockedOnlyBy(what, Filter::Never)),
    );
    words.add(
        "things.cant_be_blocked_by(filter)",
        "They cannot be blocked by creatures that match.",
        "always(card.cant_be_blocked_by(creatures.with_power(at_most(2))));",
        |call| {
            let by = call.filter(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::Cant(by, call.filter(0)?))))
        },
    );
    words.add(
        "things.blocked_by_at_least(amount)",
        "They can be blocked only by that many or more creatures.",
        "always(card.blocked_by_at_least(2));",
        |call| {
            let amount = call.amount(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::BlockedByAtLeast(call.filter(0)?, amount))))
        },
    );
    words.add(
        "things.blocked_by_at_most(amount)",
        "They can be blocked by at most that many creatures.",
        "always(card.blocked_by_at_most(1));",
        |call| {
            let amount = call.amount(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::BlockedByAtMost(call.filter(0)?, amount))))
        },
    );
    words.add(
        "things.cant_block",
        "They cannot block.",
        "spell(target(creatures).cant_block.until_end_of_turn);",
        block(|what| BlockRule::Cant(what, Filter::Any)),
    );
    words.add(
        "things.cant_block(filter)",
        "They cannot block attackers that match.",
        "always(card.cant_block(creatures.with_power(at_least(3))));",
        |call| {
            let attackers = call.filter(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::Cant(call.filter(0)?, attackers))))
        },
    );
    words.add(
        "things.can_block_only(filter)",
        "They can block only attackers that match.",
        "always(card.can_block_only(creatures.having(\"flying\")));",
        |call| {
            let attackers = call.filter(1)?.negate();
            Ok(Value::rule(Rule::Block(BlockRule::Cant(call.filter(0)?, attackers))))
        },
    );
    words.add(
        "things.cant_block_unless(condition)",
        "They cannot block unless it holds.",
        "always(card.cant_block_unless(creatures.yours.count >= 3));",
        |call| {
            let condition = call.condition(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::CantUnless(call.filter(0)?, condition))))
        },
    );
    words.add(
        "things.cant_block_alone",
        "They cannot block alone.",
        "always(card.cant_block_alone);",
        block(|what| BlockRule::CantUnlessTogether(what, Amount::Fixed(2))),
    );
    words.add(
        "things.block_at_most(amount)",
        "At most that many of them can block.",
        "always(creatures.block_at_most(1));",
        |call| {
            let amount = call.amount(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::AtMost(call.filter(0)?, amount))))
        },
    );
    words.add(
        "things.must_block",
        "They block each combat if able.",
        "always(creatures.opponents.must_block);",
        block(BlockRule::Must),
    );
    words.add(
        "things.must_block(filter)",
        "They block attackers that match if able.",
        "spell(target(creatures).must_block(creatures.yours).until_end_of_turn);",
        |call| {
            let attackers = call.filter(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::MustBlock(call.filter(0)?, attackers))))
        },
    );
    words.add(
        "things.must_be_blocked",
        "They must be blocked if able.",
        "always(card.must_be_blocked);",
        block(BlockRule::MustBeBlocked),
    );
    words.add(
        "things.blocked_by_all_able",
        "All creatures able to block them do so.",
        "always(card.blocked_by_all_able);",
        block(BlockRule::AllMustBlock),
    );
    words.add(
        "things.block_more(amount)",
        "They can block that many additional creatures.",
        "always(card.block_more(1));",
        |call| {
            let amount = call.amount(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::Additional(call.filter(0)?, amount))))
        },
    );
    words.add(
        "things.blocking_costs(cost)",
        "Their controller must pay for each that blocks.",
        "always(creatures.opponents.blocking_costs(\"{1}\"));",
        |call| {
            let cost = call.cost(1)?;
            Ok(Value::rule(Rule::Block(BlockRule::Cost(call.filter(0)?, cost))))
        },
    );
    words.add(
        "things.block_as_though_without(keyword, filter)",
        "They can block attackers that match as though those did not have the keyword.",
        "always(creatures.yours.block_as_though_without(\"flying\", creatures));",
        |call| {
            let keyword = super::filters::keywords(call, 1)?.first().copied().unwrap_or_default();
            let attackers = call.filter(2)?;
            Ok(Value::rule(Rule::Block(BlockRule::AsThoughWithout(call.filter(0)?, attackers, keyword))))
        },
    );
    words.add(
        "things.can_block_tapped",
        "They can block even though tapped.",
        "always(card.can_block_tapped);",
        block(BlockRule::CanBlockTapped),
    );
}

fn damage(words: &mut Words) {
    let damage = |make: fn(Filter) -> DamageRule| rule(move |filter| Rule::Damage(make(filter)));
    words.add(
        "things.damage_in_first_step",
        "They deal combat damage in an earlier step, and not in the regular one.",
        "always(card.damage_in_first_step);",
        damage(|what| DamageRule::FirstStep { what, also_regular: false }),
    );
    words.add(
        "things.damage_in_both_steps",
        "They deal combat damage in an earlier step, and in the regular one.",
        "always(card.damage_in_both_steps);",
        damage(|what| DamageRule::FirstStep { what, also_regular: true }),
    );
    words.add(
        "things.damage_is_lethal",
        "Any damage they deal to a creature is enough to destroy it.",
        "always(card.damage_is_lethal);",
        damage(DamageRule::Lethal),
    );
    words.add(
        "things.excess_to_defender",
        "What is left after lethal damage to blockers may be dealt to what they attack.",
        "always(card.excess_to_defender);",
        damage(DamageRule::ExcessToDefender),
    );
    words.add(
        "things.damage_as_though_unblocked",
        "They may assign their combat damage as though they were not blocked.",
        "always(card.damage_as_though_unblocked);",
        damage(DamageRule::AsThoughUnblocked),
    );
    words.add(
        "things.damage_also(closure)",
        "Damage they deal also does this; the closure is called once, with a stand-in for the damage.",
        "always(card.damage_also(|e| gain_life(e.amount)));",
        |call| {
            let event = call.shop.var();
            let effect = call.bound_effect(1, vec![Value::Event(event)])?;
            Ok(Value::rule(Rule::Damage(DamageRule::Also(call.filter(0)?, event, Box::new(effect)))))
        },
    );
    words.add(
        "things.damage_creatures_by_counters(kind)",
        "Their damage to creatures is dealt as counters of that kind.",
        "always(card.damage_creatures_by_counters(\"-1/-1\"));",
        |call| {
            let kind = call.text(1)?;
            Ok(Value::rule(Rule::Damage(DamageRule::AsCountersOnCreatures(call.filter(0)?, kind))))
        },
    );
    words.add(
        "things.damage_players_by_counters(kind)",
        "Their damage to players gives counters of that kind instead of loss of life.",
        "always(card.damage_players_by_counters(\"poison\"));",
        |call| {
            let kind = call.text(1)?;
            Ok(Value::rule(Rule::Damage(DamageRule::AsCountersOnPlayers(call.filter(0)?, kind))))
        },
    );
    words.add(
        "things.damage_by_toughness",
        "They assign combat damage equal to their toughness.",
        "always(creatures.yours.damage_by_toughness);",
        damage(|what| DamageRule::AssignEqualTo(what, Stat::Toughness)),
    );
    words.add(
        "things.assign_no_damage",
        "They assign no combat damage.",
        "spell(target(creatures).assign_no_damage.until_end_of_turn);",
        damage(DamageRule::AssignNone),
    );
    words.add(
        "things.damage_divided_by(players)",
        "That player divides the combat damage among creatures that block them or are blocked by them.",
        "always(card.damage_divided_by(you));",
        |call| {
            let players = call.players(1)?;
            Ok(Value::rule(Rule::Damage(DamageRule::DividedBy(call.filter(0)?, players))))
        },
    );
}
