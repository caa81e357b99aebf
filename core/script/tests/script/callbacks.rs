//! Callbacks read a running game and answer; the prelude is at hand everywhere.

use crate::{compile, compile_as, host, said};
use cardwright_engine::ability::*;
use cardwright_engine::definition::{CardDef, Definitions, Face};
use cardwright_engine::eval::Scope;
use cardwright_engine::game::Game;
use cardwright_engine::host::Host;
use cardwright_engine::ids::{ObjectId, PlayerId, Var};
use cardwright_engine::object::{Bindings, Value};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;
use cardwright_script::ScriptHost;
use std::sync::Arc;

/// A table with creatures of these powers, all of the first player.
fn table(powers: &[i32]) -> (Game, Vec<ObjectId>) {
    let mut definitions = Definitions::new();
    let ids: Vec<_> = powers
        .iter()
        .map(|power| {
            let mut face = Face::default();
            face.base.name = Symbol::new(&format!("Bear {power}"));
            face.base.types = cardwright_script::text::type_line("Creature - Bear").unwrap();
            (face.base.power, face.base.toughness) = (Some(*power), Some(2));
            let key = face.base.name;
            definitions.insert(Arc::new(CardDef { key, faces: vec![face], ..CardDef::default() }))
        })
        .collect();
    let mut game = Game::empty(Arc::new(definitions), Arc::default(), 2, 1);
    let objects = ids.into_iter().map(|id| game.put(id, PlayerId(0), ZoneKind::Battlefield)).collect();
    (game, objects)
}

fn effect(host: &ScriptHost, script: &str) -> Effect {
    let compiled = compile(host, script);
    assert_eq!(said(&compiled.diagnostics), "", "{script}");
    match &compiled.abilities[0].kind {
        AbilityBody::Spell(Body::Plain(mode)) => mode.effect.clone(),
        other => panic!("{other:?}"),
    }
}

fn callback(host: &ScriptHost, script: &str) -> Callback {
    match effect(host, &format!("spell({script});")) {
        Effect::Script(callback) => callback,
        other => panic!("{other:?}"),
    }
}

fn scope<'a>(source: ObjectId, bindings: &'a Bindings) -> Scope<'a> {
    Scope { source, controller: PlayerId(0), origin: Origin::Printed, bindings }
}

#[test]
fn callbacks_read_the_game() {
    let host = host();
    let (game, bears) = table(&[2, 5, 3]);
    let runner = host.runner();
    let number = |script: &str| runner.number(&game, scope(bears[0], Bindings::EMPTY), &callback(&host, script));
    assert_eq!(number("script(|g| g.count(creatures.yours))"), Ok(3));
    assert_eq!(number("script(|g| creatures.yours.count + you.life)"), Ok(23));
    assert_eq!(
        number("script(|g| { let most = 0; for c in g.objects(creatures) { if c.power > most { most = c.power; } } most })"),
        Ok(5)
    );
    assert_eq!(number("script(|| card.power * 10)"), Ok(20));
    let holds = |script: &str| runner.holds(&game, scope(bears[0], Bindings::EMPTY), &callback(&host, script), Some(bears[1]));
    assert_eq!(holds("script(|g, c| c.power > c.toughness)"), Ok(true));
    assert_eq!(holds("script(|g, c| c.are(creatures.tapped))"), Ok(false));
}

#[test]
fn callbacks_yield_effects() {
    let host = host();
    let (game, bears) = table(&[2, 5, 3]);
    let runner = host.runner();
    let made = |script: &str| runner.effect(&game, scope(bears[0], Bindings::EMPTY), &callback(&host, script));
    assert_eq!(
        made("script(|g| if g.count(creatures) > 2 { draw(2) } else { draw(1) })"),
        Ok(Effect::Draw(Players::You, Amount::Fixed(2)))
    );
    // Binders inside keep their stand-ins.
    let Ok(Effect::ForEach(_, name, inner)) = made("script(|g| for_each(creatures, |c| damage(c.power, c.controller)))") else {
        panic!()
    };
    assert!(matches!(*inner, Effect::Damage { amount: Amount::Total(_, objects), .. } if *objects == Objects::Var(name)));
    assert!(made("script(|g| destroy(target(creatures)))").unwrap_err().message.contains("targets"));
    assert!(made("script(|g| destroy(g.objects(creatures)[0]))").unwrap_err().message.contains("found"));
}

#[test]
fn captured_stand_ins_mean_their_objects() {
    let host = host();
    let (game, bears) = table(&[2, 5, 3]);
    let runner = host.runner();
    let Effect::ForEach(_, name, inner) =
        effect(&host, "spell(for_each(creatures, |c| script(|g| damage(c.power, c.controller))));")
    else {
        panic!()
    };
    let Effect::Script(callback) = *inner else { panic!() };
    assert_eq!(callback.arguments, [name]);
    let bindings = Bindings { values: vec![(name, Value::Objects([bears[1]].into_iter().collect()))], ..Bindings::default() };
    let Ok(Effect::Damage { amount, .. }) = runner.effect(&game, scope(bears[0], &bindings), &callback) else { panic!() };
    assert_eq!(amount, Amount::Fixed(5));
    // A target is bound to a name first.
    let Effect::LetObjects(Var(_), Objects::Target(_), _) =
        effect(&host, "let t = target(creatures); spell(script(|g| damage(t.power, t)));")
    else {
        panic!()
    };
}

#[test]
fn failures_say_where() {
    let host = host();
    let (game, bears) = table(&[2]);
    let runner = host.runner();
    let failure =
        |script: &str| runner.number(&game, scope(bears[0], Bindings::EMPTY), &callback(&host, script)).unwrap_err().message;
    assert!(
        failure("script(|g|\n g.objects(creatures)[7].power)").starts_with("test.rhai:2:"),
        "{}",
        failure("script(|g|\n g.objects(creatures)[7].power)")
    );
    assert!(failure("script(|g| { loop {} })").contains("it does too much"));
    assert!(failure("script(|g| creatures)").contains("should yield a number"));
    // A later version does not take the earlier one's place.
    let old = callback(&host, "script(|g| 1)");
    let new = callback(&host, "script(|g| 2)");
    assert_eq!(runner.number(&game, scope(bears[0], Bindings::EMPTY), &old), Ok(1));
    assert_eq!(runner.number(&game, scope(bears[0], Bindings::EMPTY), &new), Ok(2));
    let next = host.successor().runner();
    assert_eq!(next.number(&game, scope(bears[0], Bindings::EMPTY), &old), Ok(1));
}

#[test]
fn the_prelude_is_at_hand() {
    let host = host();
    let compiled = compile(&host, "spell(if_(kicked(), [drain(3), loot(1)], pump(1, 1)));");
    assert_eq!(said(&compiled.diagnostics), "");
    let uses: Vec<_> = compiled.uses.prelude.iter().map(|name| name.as_str()).collect();
    assert_eq!(uses, ["drain", "kicked", "loot", "pump"]);
    let found = said(&compile(&host, "spell(drian(3));").diagnostics);
    assert!(found.contains("did you mean `drain`?"), "{found}");
    let mut host = ScriptHost::new();
    let file = cardwright_script::diagnostic::SourceFile::new(
        "prelude/own.rhai",
        "fn hit(n) {\n    for_each(opponents, |p| damage(creatures, p))\n}",
    );
    assert_eq!(said(&host.add_prelude(&file)), "");
    let found = compile_as(&host, "Instant", "\nspell(hit(3));").diagnostics;
    let label = found[0].primary().unwrap();
    assert_eq!((label.file.path.as_ref(), label.text()), ("prelude/own.rhai", "creatures"), "{}", said(&found));
}
