//! `unknown-counters`

use super::walk::{self, Site, all_abilities, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{Ability, Amount, CostPart, DamageRule, Effect, Entering, EventChange, Filter, Pattern};
use cardwright_engine::symbol::Symbol;
use cardwright_library::LibraryCard;
use cardwright_script::diagnostic::nearest;
use cardwright_script::trace::Step;
use std::collections::BTreeSet;

/// A kind of counter that nothing puts on anything.
pub const LINT: Lint = Lint {
    name: "unknown-counters",
    family: Family::Ability,
    level: Level::Warn,
    what: "an ability asks for counters of a kind that no card puts anywhere",
    why: "Kinds of counters are just words. A word that is spelled differently where counters are put and where they are counted or \
          removed means two kinds: there never is one of the second.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Wound Clock"
cost = "{2}"
type = "Artifact"
script = '''
when(upkeep.yours, put_counters(1, "hour", card));
activated(cost("{T}").remove_counters(3, "hours"), draw(2));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Wound Clock"
cost = "{2}"
type = "Artifact"
script = '''
when(upkeep.yours, put_counters(1, "hour", card));
activated(cost("{T}").remove_counters(3, "hour"), draw(2));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

/// What the rules themselves put, or what so many cards do that a set can count on it.
const ALWAYS_KNOWN: [&str; 6] = ["+1/+1", "-1/-1", "loyalty", "lore", "defense", "poison"];

fn check(card: &CardView<'_>, findings: &mut Findings) {
    // What a callback puts is known to nobody.
    if card.card.callbacks > 0 {
        return;
    }
    let mut put = BTreeSet::new();
    all_abilities(card).into_iter().for_each(|ability| puts(ability, &mut put));
    let mut asked: Vec<(Symbol, Site<'_>)> = Vec::new();
    for site in sites(card) {
        for kind in asks(site.ability) {
            let known = put.contains(&kind) || ALWAYS_KNOWN.contains(&kind.as_str());
            if !known && !asked.iter().any(|(other, _)| *other == kind) {
                asked.push((kind, site));
            }
        }
    }
    if asked.is_empty() {
        return;
    }
    let mut anywhere = put.clone();
    for other in card.library.cards() {
        let faces = other.definition.faces.iter().chain(other.tokens.iter().map(|token| token.front()));
        faces.flat_map(|face| face.abilities()).for_each(|instance| puts(&instance.ability, &mut anywhere));
    }
    for (kind, site) in asked.into_iter().filter(|(kind, _)| !anywhere.contains(kind)) {
        let quoted = format!("\"{kind}\"");
        // What a callback of another card puts shows in its script only.
        let in_callback = |other: &LibraryCard| {
            other.callbacks > 0 && other.scripts.iter().flatten().any(|script| script.text().contains(&quoted))
        };
        if card.library.cards().iter().any(|other| in_callback(other)) {
            continue;
        }
        let step = first_saying(&site, &quoted);
        let place = step.and_then(|step| site.argument(step, |text| text == quoted));
        let (file, span) = place.unwrap_or_else(|| site.whole(step));
        let finding = findings.add(&file, span, format!("no card of this library puts {kind} counters on anything"));
        match nearest(kind.as_str(), put.iter().map(|kind| kind.as_str())) {
            Some(near) => finding.help.push(format!("did you mean \"{near}\"?")),
            None => finding.help.push(format!("put some: `put_counters(1, {quoted}, card)`, `card.enters_with(3, {quoted})`")),
        }
    }
}

fn first_saying<'l>(site: &Site<'l>, quoted: &str) -> Option<&'l Step> {
    let trace = site.face.trace?;
    let says = |step: &&Step| step.place.is_some() && trace.argument_saying(step, quoted).is_some();
    trace.steps_of(site.index).into_iter().find(says).or_else(|| trace.steps.iter().find(says))
}

/// The kinds of counters that the ability asks for.
fn asks(ability: &Ability) -> BTreeSet<Symbol> {
    let mut kinds = BTreeSet::new();
    walk::each(ability, |amount: &Amount| match amount {
        Amount::Counters(_, kind) | Amount::PlayerCounters(_, kind) => drop(kinds.insert(*kind)),
        _ => {}
    });
    walk::each(ability, |filter: &Filter| {
        if let Filter::Counters(kind, ..) = filter {
            kinds.insert(*kind);
        }
    });
    walk::each(ability, |part: &CostPart| {
        if let CostPart::RemoveCounters(kind, _) = part {
            kinds.insert(*kind);
        }
    });
    walk::each(ability, |effect: &Effect| match effect {
        Effect::RemoveCounters(_, kind, _) | Effect::MoveCounters(_, _, Some(kind), _) => drop(kinds.insert(*kind)),
        _ => {}
    });
    walk::each(ability, |pattern: &Pattern| match pattern {
        Pattern::PutsCounters(_, Some(kind))
        | Pattern::PutsPlayerCounters(_, Some(kind))
        | Pattern::RemovesCounters(_, Some(kind))
        | Pattern::LastCounterRemoved(_, kind)
        | Pattern::CountersReach(_, kind, _) => drop(kinds.insert(*kind)),
        _ => {}
    });
    kinds
}

/// The kinds of counters that the ability puts, keywords included.
fn puts(ability: &Ability, kinds: &mut BTreeSet<Symbol>) {
    use cardwright_engine::ability::Walk;
    ability.each(|effect: &Effect| match effect {
        Effect::PutCounters(_, kind, _) | Effect::DividedCounters { kind, .. } => drop(kinds.insert(*kind)),
        _ => {}
    });
    ability.each(|change: &EventChange| {
        if let EventChange::Counters(kind, _) = change {
            kinds.insert(*kind);
        }
    });
    ability.each(|entering: &Entering| kinds.extend(entering.counters.iter().map(|(kind, _)| *kind)));
    ability.each(|part: &CostPart| {
        if let CostPart::PutCounters(kind, _) = part {
            kinds.insert(*kind);
        }
    });
    ability.each(|rule: &DamageRule| match rule {
        DamageRule::AsCountersOnCreatures(_, kind) | DamageRule::AsCountersOnPlayers(_, kind) => drop(kinds.insert(*kind)),
        _ => {}
    });
}
