//! `wrong-zone`

use super::satisfy::{contradiction, in_zone, zones};
use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{Effect, Mode, Objects};
use cardwright_engine::ids::Var;
use cardwright_engine::zone::ZoneKind;
use cardwright_script::trace::Made;
use std::collections::{BTreeMap, BTreeSet};

/// An effect on things that are elsewhere.
pub const LINT: Lint = Lint {
    name: "wrong-zone",
    family: Family::Ability,
    level: Level::Deny,
    what: "an effect works on another zone than the one its objects are in",
    why: "Only permanents are destroyed, tapped and sacrificed, only spells and abilities are countered and copied, and what is \
          already where an effect puts it stays as it is. `creatures` alone means creatures on the battlefield, `spells.creature` \
          creature spells, `creatures.in_graveyard` creature cards in graveyards.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Stern Refusal"
cost = "{1}{U}"
type = "Instant"
script = '''
spell(counter(target(creatures)));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Stern Refusal"
cost = "{1}{U}"
type = "Instant"
script = '''
spell(counter(target(spells.creature)));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

/// What an effect asks of the zone of its objects.
enum Wants<'e> {
    /// They are there.
    In(ZoneKind, &'static str, &'e Objects),
    /// They are not there yet.
    Elsewhere(ZoneKind, &'e Objects),
}

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<(Effect, String, &'static str)> = Vec::new();
        walk::each(site.ability, |mode: &Mode| {
            let bound = bound(mode);
            let moved = moved(mode);
            walk::each_beside(&mode.effect, |effect: &Effect| {
                let Some(wants) = wants(effect) else { return };
                let (Wants::In(_, _, objects) | Wants::Elsewhere(_, objects)) = wants;
                // What another effect moves is elsewhere by then: "exile it, then return it".
                if moved.iter().any(|(by, what)| *what == *objects && by != effect) {
                    return;
                }
                let Some(zones) = zones_of(objects, mode, &bound) else { return };
                let are: Vec<&str> = zones.iter().map(|zone| in_zone(*zone)).collect();
                let are = are.join(" or ");
                match wants {
                    Wants::In(zone, what, _) if !zones.contains(&zone) => {
                        found.push((effect.clone(), format!("{what}, but these are {are}"), help(zone, &zones)));
                    }
                    Wants::Elsewhere(zone, _) if zones.len() == 1 && zones.contains(&zone) => {
                        let help = "say with the filter where they come from, like `creatures.yours.in_graveyard`";
                        found.push((effect.clone(), format!("this moves nothing: what it speaks of is {are} already"), help));
                    }
                    Wants::In(..) | Wants::Elsewhere(..) => {}
                }
            });
        });
        for (effect, message, help) in found {
            let (file, span) = site.place(&Made::Effect(effect));
            let speaks_of_permanents = message.contains(in_zone(ZoneKind::Battlefield));
            let finding = findings.add(&file, span, message);
            finding.help.push(help.to_owned());
            if speaks_of_permanents {
                finding.notes.push("modern 109.2: what names no zone speaks of permanents on the battlefield".to_owned());
            }
        }
    }
}

fn help(wanted: ZoneKind, are: &BTreeSet<ZoneKind>) -> &'static str {
    match wanted {
        ZoneKind::Stack => "name spells: `spells.creature`, `spells.artifact`; or `destroy` permanents",
        _ if are.contains(&ZoneKind::Stack) => "name permanents, like `creatures`; spells are `counter`ed",
        _ => "leave the zone out to speak of permanents; cards elsewhere are moved: `exile(...)`, `put_into_graveyard(...)`",
    }
}

fn wants(effect: &Effect) -> Option<Wants<'_>> {
    let permanent = |what, objects| Some(Wants::In(ZoneKind::Battlefield, what, objects));
    match effect {
        Effect::Destroy(objects, _) => permanent("only permanents are destroyed", objects),
        Effect::Sacrifice(_, objects) => permanent("only permanents are sacrificed", objects),
        Effect::Tap(objects) => permanent("only permanents are tapped", objects),
        Effect::Untap(objects) | Effect::SkipUntap(objects) => permanent("only permanents untap", objects),
        Effect::Fight(objects, _) => permanent("only creatures on the battlefield fight", objects),
        Effect::Regenerate(objects) => permanent("only permanents are regenerated", objects),
        Effect::RemoveFromCombat(objects) => permanent("only permanents are in combat", objects),
        Effect::Transform(objects) => permanent("only permanents transform", objects),
        Effect::Attach(objects, _) | Effect::Unattach(objects) => permanent("only permanents are attached", objects),
        Effect::ExchangeControl(objects, _) => permanent("only permanents change controllers", objects),
        Effect::PhaseOut(objects) | Effect::PhaseOutUntil(objects, _) => permanent("only permanents phase out", objects),
        Effect::Counter(objects) => Some(Wants::In(ZoneKind::Stack, "only spells and abilities are countered", objects)),
        Effect::CopyStack(objects, ..) => Some(Wants::In(ZoneKind::Stack, "only spells and abilities are copied so", objects)),
        Effect::ChangeTargets(objects, ..) => Some(Wants::In(ZoneKind::Stack, "only spells and abilities have targets", objects)),
        Effect::Move(objects, destination, _) => match destination.zone {
            // Another place in the same library is another place.
            ZoneKind::Library | ZoneKind::Stack | ZoneKind::Command | ZoneKind::Outside => None,
            // What is exiled anew may be remembered or turned face down by it.
            ZoneKind::Exile => None,
            zone @ (ZoneKind::Hand | ZoneKind::Battlefield | ZoneKind::Graveyard) => Some(Wants::Elsewhere(zone, objects)),
        },
        _ => None,
    }
}

/// The effects that move objects, with the objects.
fn moved(mode: &Mode) -> Vec<(Effect, Objects)> {
    let mut moved = Vec::new();
    walk::each(&mode.effect, |effect: &Effect| {
        if let Effect::Move(objects, ..)
        | Effect::Destroy(objects, _)
        | Effect::Sacrifice(_, objects)
        | Effect::ExileUntil(objects, _)
        | Effect::Counter(objects)
        | Effect::CastNow(_, objects, ..)
        | Effect::PlayNow(_, objects, _) = effect
        {
            moved.push((effect.clone(), objects.clone()));
        }
    });
    moved
}

/// What names for objects stand for.
fn bound(mode: &Mode) -> BTreeMap<Var, Objects> {
    let mut bound = BTreeMap::new();
    walk::each_beside(&mode.effect, |effect: &Effect| match effect {
        Effect::Choose(from, var, _) => {
            bound.insert(*var, from.from.clone());
        }
        Effect::LetObjects(var, objects, _) | Effect::ForEach(objects, var, _) => {
            bound.insert(*var, objects.clone());
        }
        _ => {}
    });
    bound
}

fn zones_of(objects: &Objects, mode: &Mode, bound: &BTreeMap<Var, Objects>) -> Option<BTreeSet<ZoneKind>> {
    match objects {
        Objects::Target(slot) => {
            let spec = mode.targets.get(usize::from(slot.0))?;
            let only_objects = spec.players == cardwright_engine::ability::Players::None;
            // What nothing matches is told by `impossible-filter`.
            (only_objects && contradiction(&spec.objects).is_none()).then(|| zones(&spec.objects))?
        }
        Objects::All(filter) => zones(filter).filter(|_| contradiction(filter).is_none()),
        Objects::Var(var) => {
            let objects = bound.get(var)?;
            match objects {
                Objects::Var(_) => None,
                other => zones_of(other, mode, bound),
            }
        }
        Objects::Among(objects, filter) => match zones(filter) {
            Some(zones) if zones.len() == 1 && filter.zone().is_some() => Some(zones),
            _ => zones_of(objects, mode, bound),
        },
        Objects::Most(objects, ..) => zones_of(objects, mode, bound),
        _ => None,
    }
}
