//! The fifty abilities that the design is measured by, each as data: it compiles without a complaint, and without a callback.

use crate::{compile_as, host, said};

/// Number, type line and script.
const CARDS: &[(&str, &str, &str)] = &[
    ("1 X damage divided", "Sorcery", r#"spell(divided_damage(divided(x, any_target)));"#),
    (
        "2 choose two",
        "Instant",
        r#"
        spell(choose_modes(2, [
            destroy(target(artifacts)),
            draw(2).by(target(players)),
            creatures.yours.gains("vigilance").until_end_of_turn,
            tap(target(lands, #{ up_to: 2 })),
        ]));"#,
    ),
    ("3 +X/+X once", "Instant", r#"spell(target(creatures).get(you.hand_size, you.hand_size).until_end_of_turn);"#),
    ("3 +X/+X always", "Enchantment - Aura", r#"keyword(enchant, "creature"); always(host.get(you.hand_size, you.hand_size));"#),
    (
        "4 chosen colour",
        "Enchantment",
        r#"always(card.as_enters(choose_color())); always(creatures.of_chosen_color().get(+1, +1));"#,
    ),
    (
        "5 chosen in turn, sacrificed at once",
        "Sorcery",
        r#"
        spell(for_each(players, |p| choose(creatures.controlled_by(p), |c| sacrifice(c), #{ by: p })));"#,
    ),
    (
        "6 name a card",
        "Enchantment",
        r#"
        always(card.as_enters(choose_card_name(cards)));
        always(opponents.cant_cast(spells.of_chosen_name()));"#,
    ),
    (
        "7 costs less, but not less than",
        "Instant",
        r#"
        always([card.cost_less(creatures.attacked_this_turn.count), card.cost_at_least(1)]);
        spell(damage(4, target(any_target)));"#,
    ),
    ("7 spells cost more", "Artifact", r#"always(spells.cost_more("{1}"));"#),
    (
        "8 sacrifice instead of mana",
        "Sorcery",
        r#"
        always(card.alternative_cost(cost().sacrifice(creatures.yours)));
        spell(draw(2));"#,
    ),
    (
        "9 from the graveyard, then exiled",
        "Sorcery",
        r#"
        always(may_cast(card.in_graveyard).then_exile);
        spell(draw(1));"#,
    ),
    (
        "10 any colour for a type, and from exile",
        "Artifact",
        r#"
        always(card.as_enters(choose_creature_type()));
        always(you.spend_as_any_color(spells.of_chosen_type()));
        when(card.enters, exile(top_cards(1)).then(|c| may_play(c).until_end_of_turn));"#,
    ),
    (
        "11 half your life, two from one graveyard",
        "Artifact",
        r#"
        let owner = target(players);
        activated(
            cost("{T}").life(half_rounded_up(you.life)).exile(cards.in_graveyard, 2),
            draw(3));"#,
    ),
    ("12 what a land could produce", "Artifact", r#"activated("{T}", add_producible(lands.yours));"#),
    ("12 triggered mana", "Enchantment", r#"when(lands.is_tapped_for_mana, |e| add_mana("{G}").by(e.object.controller));"#),
    (
        "13 restricted activation",
        "Artifact",
        r#"
        activated("{2}", draw(1)).once_each_turn.as_a_sorcery.only_if(artifacts.yours.count >= 3);"#,
    ),
    ("14 one or more", "Creature - Elf", r#"when(one_or_more(creatures.yours.deals_combat_damage(players)), draw(1));"#),
    ("14 each", "Creature - Elf", r#"when(creatures.yours.deals_combat_damage(players), draw(1));"#),
    (
        "15 returns at the next end step",
        "Creature - Elf",
        r#"
        when(card.dies, |e| when(end_step, return_to_battlefield(e.object)));"#,
    ),
    (
        "16 last-known power",
        "Creature - Elf",
        r#"
        when(creatures.other.dies, |e| damage(e.object.power, target(any_target))).only_if(|e| e.object.power >= 4);"#,
    ),
    ("17 second spell", "Enchantment", r#"when(you.cast(spells).nth(2), draw(1));"#),
    (
        "17 except the first in draw steps",
        "Enchantment",
        r#"
        when(opponents.draw.except_first_of_step, |e| damage(1, e.player));"#,
    ),
    (
        "18 when you do",
        "Creature - Elf",
        r#"
        when(card.enters, may(sacrifice(creatures.yours.other)).when_done(damage(3, target(any_target))));"#,
    ),
    ("18 state trigger", "Creature - Elf", r#"when(you.hand_size == 0, sacrifice(card));"#),
    (
        "19 that player may pay",
        "Enchantment",
        r#"
        when(upkeep.each, |e| pay_or("{2}", sacrifice(permanents).by(e.player)).by(e.player));"#,
    ),
    ("20 an additional time", "Artifact", r#"always(permanents.yours.trigger_again(permanents.enters));"#),
    (
        "21 look at three instead of drawing",
        "Artifact",
        r#"
        instead(you.draw, look_at_top(3, #{ take: 1, to: to_hand, rest: to_bottom }));"#,
    ),
    ("22 tapped unless", "Land", r#"always(card.enters_tapped.unless(lands.yours.other.count >= 2));"#),
    (
        "22 a counter for each that died",
        "Creature - Elf",
        r#"always(card.enters_with(times_happened(creatures.dies), "+1/+1"));"#,
    ),
    (
        "22 as a copy, except",
        "Creature - Shapeshifter",
        r#"
        always(card.enters_as(copy_of_chosen(creatures).except(card.becomes_also("Artifact"))).you_may);"#,
    ),
    ("23 twice that much", "Enchantment", r#"instead(you.is_dealt_damage, |e| amount_becomes(e.amount * 2));"#),
    ("23 half of it", "Enchantment", r#"instead(you.is_dealt_damage, |e| amount_becomes(half_rounded_down(e.amount)));"#),
    (
        "24 a source of your choice",
        "Instant",
        r#"
        spell(choose(permanents | spells, |s|
            prevent(s.deals_damage(you)).once.and_then(|e| gain_life(e.amount)).until_end_of_turn));"#,
    ),
    (
        "25 twice as many tokens",
        "Enchantment",
        r#"
        instead(you.create_tokens(), |e| amount_becomes(e.amount * 2));
        instead(permanents.yours.gets_counters(), |e| amount_becomes(e.amount * 2));"#,
    ),
    ("25 a token copy", "Sorcery", r#"let t = target(creatures); spell(create_token(copy_of(t)));"#),
    ("26 regenerate", "Creature - Troll", r#"activated("{B}", regenerate(card));"#),
    ("26 can't be regenerated", "Sorcery", r#"spell(destroy(all(creatures)).cant_be_regenerated);"#),
    ("27 shuffled from anywhere", "Creature - Avatar", r#"instead(card.is_put_into_graveyard, |e| shuffle_into_library(card));"#),
    ("27 exiled instead", "Enchantment", r#"instead(cards.is_put_into_graveyard, goes(to_exile));"#),
    (
        "28 can't",
        "Enchantment",
        r#"
        always(damage_cant_be_prevented());
        always(players.cant_gain_life);
        always(cant_happen(creatures.enters_from_graveyard));"#,
    ),
    (
        "29 skips and extra turns",
        "Sorcery",
        r#"
        spell([
            skip_next(combat),
            skip_next(draw_step, 2),
            extra_turn(),
            when(you.begin_turn, when(end_step, lose_game())),
        ]);"#,
    ),
    ("30 creatures lose everything", "Enchantment", r#"always(creatures.loses_all_abilities.base_pt(1, 1));"#),
    (
        "30 enchantments are creatures",
        "Enchantment",
        r#"
        always(enchantments.other.becomes_also("Creature").each(|e| e.base_pt(e.mana_value, e.mana_value)));"#,
    ),
    ("31 nonbasic lands are Mountains", "Enchantment", r#"always(lands.nonbasic.becomes("Mountain"));"#),
    ("31 each land is a Swamp too", "Land", r#"always(lands.becomes_also("Swamp"));"#),
    (
        "32 for as long as this remains tapped",
        "Creature - Siren",
        r#"
        always(card.may_stay_tapped);
        activated("{2}, {T}", gain_control(target(creatures)).as_long_as(card.are(permanents.tapped)));"#,
    ),
    ("33 switch", "Instant", r#"spell(target(creatures).switch_pt.until_end_of_turn);"#),
    (
        "34 still a land",
        "Land",
        r#"
        activated("{3}", card.becomes_also("Creature - Elemental").base_pt(4, 4).until_end_of_turn);"#,
    ),
    ("34 every creature type", "Creature - Shapeshifter", r#"defines(card.is_every_creature_type);"#),
    (
        "35 words replaced",
        "Instant",
        r#"
        let t = target(permanents);
        spell(choose_one([t.color_word_becomes(red, blue), t.land_type_becomes("Swamp", "Island")]));"#,
    ),
    ("36 all activated abilities", "Creature - Ooze", r#"always(card.gains_activated_abilities_of(creatures.in_graveyard));"#),
    (
        "36 gives an ability",
        "Creature - Elf",
        r#"
        always(creatures.yours.other.gains(activated("{T}", add_mana("{G}"))));"#,
    ),
    ("37 power is a count", "Creature - Wizard", r#"defines(card.set_base_power(you.hand_size));"#),
    (
        "38 base numbers by controller",
        "Enchantment",
        r#"
        always(creatures.each(|c| {
            let number = lands.controlled_by(c.controller).count;
            c.base_pt(number, number)
        }));"#,
    ),
    (
        "39 exiled until this leaves",
        "Enchantment",
        r#"
        when(card.enters, exile_until(target(creatures.opponents), card.leaves));"#,
    ),
    (
        "40 exiled face down",
        "Artifact",
        r#"
        when(card.enters, choose(cards.yours.in_hand, |c| exile(c).face_down.remember()));
        always(may_play(cards.in_exile.among(remembered())));"#,
    ),
    (
        "41 copies",
        "Instant",
        r#"
        spell(choose_one([
            copy_spell(target(instants | sorceries)).new_targets,
            copy_spell(target(activated_abilities)).new_targets,
        ]));"#,
    ),
    (
        "41 a copy that is not legendary",
        "Sorcery",
        r#"
        let t = target(creatures);
        spell(create_token(copy_of(t).except(card.loses_type("Legendary"))));"#,
    ),
    (
        "42 two different basics",
        "Sorcery",
        r#"
        spell(search(lands.basic, [to_battlefield.tapped, to_hand], #{ up_to: 2, different_names: true }));"#,
    ),
    ("43 until a creature appears", "Sorcery", r#"spell(reveal_until(creatures, to_battlefield, to_bottom_at_random));"#),
    (
        "44 exchanges",
        "Sorcery",
        r#"
        spell(choose_one([
            exchange_control(target(permanents.yours), target(permanents.opponents)),
            exchange_life(you, target(opponents)),
            exchange_hand_and_graveyard(you),
        ]));"#,
    ),
    (
        "45 turned face down and up",
        "Creature - Beast",
        r#"
        when(card.is_turned_face_up, draw(1));
        activated("{1}", turn_face_down(card)).as_a_sorcery;
        activated("{2}{G}", turn_face_up(card));"#,
    ),
    (
        "45 cast face down, turned up without the stack",
        "Creature - Beast",
        r#"
        always(may_cast(card).face_down.for_cost("{3}", "hidden"));
        always(card.turn_up_for("{2}{G}"));"#,
    ),
    ("46 phases out", "Instant", r#"spell(phase_out(target(creatures.yours)));"#),
    (
        "47 combat demands",
        "Creature - Ogre",
        r#"
        always(card.must_attack);
        always(card.attacking_costs("{2}"));
        always(card.blocked_by_at_least(2));
        always(card.blocked_by_all_able);"#,
    ),
    (
        "48 another combat",
        "Sorcery",
        r#"
        spell([untap(creatures.attacked_this_turn), extra_combat_and_main()]);"#,
    ),
    (
        "49 attack taxes and more",
        "Creature - Elf",
        r#"
        always(creatures.attacking_costs("{1}", you));
        always(card.damage_as_though_unblocked);
        activated("{1}", remove_from_combat(target(creatures.attacking)));"#,
    ),
    (
        "49 another defender",
        "Creature - Elf",
        r#"
        activated("{2}", attack_instead(target(creatures.attacking), opponents));"#,
    ),
    ("50 the other side divides", "Creature - Soldier", r#"always(card.damage_divided_by(you));"#),
    ("50 attacks in a band", "Creature - Soldier", r#"always(card.bands);"#),
];

#[test]
fn every_hard_card_is_data() {
    let host = host();
    let mut failures = Vec::new();
    for (name, types, script) in CARDS {
        let compiled = compile_as(&host, types, script);
        let works = compiled.diagnostics.is_empty() && !compiled.abilities.is_empty() && compiled.callbacks == 0;
        if !works {
            failures.push(format!("{name}\n{}", said(&compiled.diagnostics)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
