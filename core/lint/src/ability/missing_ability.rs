//! `missing-ability`

use super::walk;
use crate::{CardView, Check, EXAMPLE_CARD, Example, FaceView, Family, Findings, Level, Lint};
use cardwright_engine::ability::{
    Ability, AbilityBody, Effect, EventPattern, Filter, Pattern, Rule, TargetRule, TriggerOn, Zones,
};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::CardType;

/// A type that needs an ability which the card lacks.
pub const LINT: Lint = Lint {
    name: "missing-ability",
    family: Family::Ability,
    level: Level::Warn,
    what: "a card lacks the ability that its type needs to be of use",
    why: "An Aura that does not say what it enchants is put into the graveyard (704.5m); an Equipment that nothing attaches, a Saga \
          without chapters, a planeswalker without loyalty abilities, an instant that does nothing as it resolves: their script \
          forgot the part that they are for.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cloak of Reeds"
cost = "{1}{G}"
type = "Enchantment - Aura"
script = '''
always(host.get(+1, +2));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cloak of Reeds"
cost = "{1}{G}"
type = "Enchantment - Aura"
script = '''
always(card.attaches_only_to(creatures));
always(host.get(+1, +2));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for face in card.faces() {
        // A card without a script is one that has not been written yet.
        if face.script.is_none() || (face.is_token && !attaches_by_itself(&face)) {
            continue;
        }
        let Some((word, message, help)) = missing(&face) else { continue };
        let file = &face.card.raw.file;
        let span = face.raw.types.span.clone();
        let written = file.text.get(span.clone()).unwrap_or_default();
        let at = written.to_lowercase().find(&word.to_lowercase());
        let span = at.map_or(span.clone(), |at| span.start + at..span.start + at + word.len());
        findings.add(file, span, message).help.push(help.to_owned());
    }
}

fn attaches_by_itself(face: &FaceView<'_>) -> bool {
    face.face.base.types.has_subtype(Symbol::new("Aura"))
}

/// The word of the type line, what is missing, and what to write.
fn missing(face: &FaceView<'_>) -> Option<(&'static str, &'static str, &'static str)> {
    let types = &face.face.base.types;
    let is = |subtype: &str| types.has_subtype(Symbol::new(subtype));
    let has = |test: &dyn Fn(&Ability) -> bool| face.abilities().any(|(_, ability)| test(ability));
    let attaches = |ability: &Ability| walk::any(ability, |effect: &Effect| matches!(effect, Effect::Attach(..)));
    let enchants = |ability: &Ability| walk::any(ability, |rule: &Rule| matches!(rule, Rule::Target(TargetRule::AttachesTo(..))));
    if is("Aura") && !has(&enchants) {
        let help = "add a keyword like `enchant creature` to `keywords`, or `always(card.attaches_only_to(creatures));`";
        return Some(("Aura", "this Aura does not say what it enchants", help));
    }
    if is("Equipment") && !has(&attaches) {
        let help = "add a keyword like `equip {2}` to `keywords`, or an ability that does `attach(card, ...)`";
        return Some(("Equipment", "nothing attaches this Equipment", help));
    }
    if is("Saga") && !has(&is_chapter) {
        return Some(("Saga", "this Saga has no chapter", "add `chapter(1, ...);`"));
    }
    let loyalty = |ability: &Ability| matches!(&ability.kind, AbilityBody::Activated(activated) if activated.loyalty);
    if types.is(CardType::Planeswalker) && !has(&loyalty) {
        return Some(("Planeswalker", "this planeswalker has no loyalty ability", "add `loyalty(+1, ...);`"));
    }
    // An ability that never works on a spell is told by itself; what it says was meant to happen as the spell resolves.
    let resolves = |ability: &Ability| {
        matches!(ability.kind, AbilityBody::Spell(_)) || (ability.keyword.is_none() && ability.zones == Zones::Usual)
    };
    for (card_type, word) in [(CardType::Instant, "Instant"), (CardType::Sorcery, "Sorcery")] {
        if types.is(card_type) && !has(&resolves) {
            return Some((word, "nothing happens as this resolves", "say it with `spell(...)`"));
        }
    }
    None
}

fn is_chapter(ability: &Ability) -> bool {
    let AbilityBody::Triggered(triggered) = &ability.kind else { return false };
    let TriggerOn::Event(EventPattern { any, .. }) = &triggered.on else { return false };
    any.iter().any(|pattern| matches!(pattern, Pattern::CountersReach(Filter::This, kind, _) if kind.as_str() == "lore"))
}
