//! What is on the stack finishes as it was announced, unless somebody wants it otherwise.

use super::rerun::{cast, duel, lance, pass};
use crate::table::{CannotTake, Text};
use cardwright_engine::ids::PlayerId;

#[test]
fn a_spell_keeps_the_text_that_it_was_cast_with() {
    let mut table = duel(3);
    cast(&mut table);
    table.adopt([&lance(5, 0)]);
    let pinned = table.pinned();
    assert_eq!(pinned.len(), 1);
    assert_eq!(
        (pinned[0].key.as_str(), &pinned[0].changes[..], pinned[0].fits),
        ("Ember Lance", &["damage 3 -> 5".to_owned()][..], Ok(()))
    );
    pass(&mut table, 2);
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 17, "as it was announced");
    assert!(table.pinned().is_empty());
    // The card itself has the new text.
    cast(&mut table);
    pass(&mut table, 2);
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 12);
}

#[test]
fn a_spell_takes_the_new_text_if_somebody_says_so() {
    let mut table = duel(3);
    cast(&mut table);
    table.adopt([&lance(5, 0)]);
    let entry = table.pinned()[0].entry;
    table.adopt_on_stack(entry).unwrap();
    assert!(table.pinned().is_empty());
    assert_eq!(table.adopt_on_stack(entry), Err(CannotTake::SameText));
    pass(&mut table, 2);
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 15);
    // It is part of the record.
    let end = table.game().state_hash();
    let beats = table.beats();
    table.go_to(0, Text::AsItWas).unwrap();
    table.switch_to(crate::table::BranchId(0), Text::AsItWas).unwrap();
    assert_eq!((table.game().state_hash(), table.beats()), (end, beats));
    table.go_to(beats, Text::AsItWas).unwrap();
}

#[test]
fn a_new_text_that_does_not_fit_is_refused_in_words() {
    use cardwright_engine::ability::{AbilityBody, AbilityRef, Body};
    let mut table = duel(3);
    cast(&mut table);
    // Two instances of "target" where there was one.
    let mut two = (*lance(3, 0)).clone();
    let instance = &mut two.faces[0].base.abilities[0];
    let mut ability = (*instance.ability).clone();
    if let AbilityBody::Spell(Body::Plain(mode)) = &mut ability.kind {
        mode.targets.push(mode.targets[0].clone());
    }
    instance.ability = AbilityRef::new(ability);
    table.adopt([&std::sync::Arc::new(two)]);
    let pinned = table.pinned();
    assert_eq!(pinned[0].fits, Err(CannotTake::TargetCount));
    let before = table.game().state_hash();
    let refused = table.adopt_on_stack(pinned[0].entry).unwrap_err();
    assert_eq!(refused.to_string(), "the new text takes another number of targets than were chosen");
    assert_eq!(table.game().state_hash(), before);
    pass(&mut table, 2);
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 17);
}
