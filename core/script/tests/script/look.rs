//! What scripts become: the data behind the look of a card.

use crate::{compile, host};
use cardwright_engine::ability::*;
use cardwright_engine::ids::TargetSlot;

fn only(script: &str) -> Ability {
    let compiled = compile(&host(), script);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    assert_eq!(compiled.abilities.len(), 1);
    (*compiled.abilities[0]).clone()
}

fn spell_mode(script: &str) -> Mode {
    match only(script).kind {
        AbilityBody::Spell(Body::Plain(mode)) => mode,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_burn_spell() {
    let mode = spell_mode("spell(damage(3, target(any_target)));");
    assert_eq!(mode.targets.len(), 1);
    assert_eq!(mode.targets[0].players, Players::Each);
    let damage = Effect::Damage { amount: Amount::Fixed(3), to: Recipients::target(TargetSlot(0)), source: Objects::This };
    assert_eq!(mode.effect, damage);
}

#[test]
fn using_a_target_twice_means_the_same_target() {
    let mode = spell_mode("let t = target(creatures); spell([tap(t), damage(2, t.controller)]);");
    assert_eq!(mode.targets.len(), 1);
    let mode = spell_mode("let a = target(creatures.yours); let b = another_target(creatures, a); spell(fight(a, b));");
    assert_eq!(mode.targets.len(), 2);
    assert_eq!(mode.targets[1].other_than, [TargetSlot(0)]);
    assert_eq!(mode.effect, Effect::Fight(Objects::Target(TargetSlot(0)), Objects::Target(TargetSlot(1))));
}

#[test]
fn each_mode_has_its_own_targets() {
    let ability = only("spell(choose_one([destroy(target(artifacts)), tap(target(creatures))]));");
    let AbilityBody::Spell(Body::Modal { modes, .. }) = ability.kind else { panic!() };
    for mode in &modes {
        assert_eq!(mode.targets.len(), 1);
    }
    assert_eq!(modes[1].effect, Effect::Tap(Objects::Target(TargetSlot(0))));
}

#[test]
fn a_delayed_ability_keeps_the_targets_of_its_maker() {
    let mode = spell_mode("let t = target(creatures); spell([untap(t), when(end_step, sacrifice(t))]);");
    assert_eq!(mode.targets.len(), 1);
    let Effect::Sequence(effects) = &mode.effect else { panic!("{:?}", mode.effect) };
    let Effect::LetObjects(name, Objects::Target(TargetSlot(0)), inner) = &effects[1] else { panic!("{:?}", effects[1]) };
    let Effect::Delayed(triggered, None) = &**inner else { panic!("{inner:?}") };
    let Body::Plain(inner) = &triggered.body else { panic!() };
    assert!(inner.targets.is_empty());
    assert_eq!(inner.effect, Effect::Sacrifice(Players::You, Objects::Var(*name)));
}

#[test]
fn a_reflexive_ability_has_targets_of_its_own() {
    let ability = only("when(card.enters, may(sacrifice(creatures.yours.other)).when_done(damage(3, target(any_target))));");
    let AbilityBody::Triggered(Triggered { body: Body::Plain(mode), .. }) = ability.kind else { panic!() };
    assert!(mode.targets.is_empty());
    let Effect::May(_, inner, _) = &mode.effect else { panic!() };
    let Effect::WhenDone(_, body) = &**inner else { panic!() };
    assert_eq!(body.modes()[0].targets.len(), 1);
}

#[test]
fn an_ability_that_is_given_away_is_not_the_cards_own() {
    let ability = only("always(creatures.yours.gains(activated(\"{T}\", damage(1, target(any_target)))));");
    let AbilityBody::Static(Static { parts, .. }) = ability.kind else { panic!() };
    let [StaticPart::Continuous { changes, .. }] = parts.as_slice() else { panic!() };
    let [Change::AddAbility(given)] = changes.as_slice() else { panic!() };
    let AbilityBody::Activated(activated) = &given.kind else { panic!() };
    assert_eq!(activated.body.modes()[0].targets.len(), 1);
}

#[test]
fn closures_are_called_once_with_stand_ins() {
    let mode = spell_mode("spell(for_each(creatures, |c| damage(c.power, c.controller).by(c)));");
    let Effect::ForEach(Objects::All(_), name, inner) = mode.effect else { panic!() };
    let each = Objects::Var(name);
    let damage = Effect::Damage {
        amount: Amount::Total(Stat::Power, Box::new(each.clone())),
        to: Recipients::players(Players::ControllerOf(Box::new(each.clone()))),
        source: each,
    };
    assert_eq!(*inner, damage);
}

#[test]
fn tokens_are_definitions() {
    let compiled = compile(
        &host(),
        "spell(create_token(token(#{ type: \"Creature - Goblin\", pt: \"1/1\", colors: [red], keywords: [\"haste\"], abilities: || when(card.dies, gain_life(1)) }), 2));",
    );
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    assert_eq!(compiled.tokens.len(), 1);
    let token = &compiled.tokens[0];
    assert_eq!((token.key.as_str(), token.name().as_str()), ("Test Card/Goblin", "Goblin"));
    assert_eq!(token.front().abilities().len(), 2);
    assert_eq!(compiled.abilities.len(), 1);
}
