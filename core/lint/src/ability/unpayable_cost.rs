//! `unpayable-cost`

use super::satisfy::{in_zone, zones};
use super::walk::{self, Site, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{AbilityBody, Cost, CostPart, Filter, Players, Zones};
use cardwright_engine::zone::ZoneKind;
use cardwright_script::trace::Made;

/// A cost that nobody can pay.
pub const LINT: Lint = Lint {
    name: "unpayable-cost",
    family: Family::Ability,
    level: Level::Deny,
    what: "a cost can never be paid",
    why: "All of a cost is paid or none of it (118.3). A permanent is tapped once, sacrificed once and only by its controller; a card \
          that is discarded is in a hand. An ability with a cost that cannot be paid is never activated.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Tireless Anvil"
cost = "{3}"
type = "Artifact"
script = '''
activated(cost("{1}, {T}").tap_this, draw(1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Tireless Anvil"
cost = "{3}"
type = "Artifact"
script = '''
activated("{1}, {T}", draw(1));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<(Cost, String, &'static str)> = Vec::new();
        walk::each(site.ability, |cost: &Cost| {
            if let Some((message, help)) = unpayable(cost) {
                found.push((cost.clone(), message, help));
            }
        });
        if let AbilityBody::Activated(activated) = &site.ability.kind
            && !site.is_only_a_spell()
            && let Some((message, help)) = elsewhere(&activated.cost, site.ability.zones)
        {
            found.push((activated.cost.clone(), message, help));
        } else if let AbilityBody::Activated(activated) = &site.ability.kind
            && site.ability.zones != Zones::Usual
            && let Some((message, help)) = elsewhere(&activated.cost, site.ability.zones)
        {
            found.push((activated.cost.clone(), message, help));
        }
        for (cost, message, help) in found {
            let (file, span) = place(&site, &cost);
            let finding = findings.add(&file, span, message);
            finding.help.push(help.to_owned());
            finding.notes.push("modern 118.3: a cost is paid in full or not at all".to_owned());
        }
    }
}

/// The cost as it is written, or the text that says it.
fn place(site: &Site<'_>, cost: &Cost) -> cardwright_script::trace::Written {
    if let Some(step) = site.step(&Made::Cost(cost.clone())) {
        return site.whole(Some(step));
    }
    let step = site.step_where(|step| matches!(step.made, Made::Ability(_)) && step.word == "activated");
    step.and_then(|step| site.face.trace?.argument(step, 0)).unwrap_or_else(|| site.statement())
}

/// What about the cost contradicts itself.
fn unpayable(cost: &Cost) -> Option<(String, &'static str)> {
    let count = |part: &CostPart| cost.parts.iter().filter(|other| *other == part).count();
    let goes = |part: &CostPart| {
        matches!(part, CostPart::SacrificeThis | CostPart::DiscardThis | CostPart::ExileThis | CostPart::ReturnThis)
    };
    if count(&CostPart::TapThis) > 1 {
        return Some(("this is tapped twice to pay for it".to_owned(), "write `{T}` once"));
    }
    if count(&CostPart::UntapThis) > 1 {
        return Some(("this is untapped twice to pay for it".to_owned(), "write `{Q}` once"));
    }
    if count(&CostPart::TapThis) > 0 && count(&CostPart::UntapThis) > 0 {
        return Some((
            "what is untapped for `{Q}` was tapped, and what is tapped for `{T}` was not".to_owned(),
            "leave one of the two out",
        ));
    }
    if cost.parts.iter().filter(|part| goes(part)).count() > 1 {
        return Some(("this can leave only once to pay for it".to_owned(), "leave one of the two out"));
    }
    cost.parts.iter().find_map(|part| match part {
        CostPart::Sacrifice(filter, ..)
        | CostPart::ReturnToHand(filter, ..)
        | CostPart::Tap(filter, _)
        | CostPart::TapTotal(filter, ..) => {
            let does = match part {
                CostPart::Sacrifice(..) => "sacrificed",
                CostPart::Tap(..) | CostPart::TapTotal(..) => "tapped",
                _ => "returned to hand",
            };
            if matches!(part, CostPart::Sacrifice(..)) && is_of_opponents(filter) {
                let message = "nobody can sacrifice what an opponent controls".to_owned();
                return Some((message, "pay with `creatures.yours`, or let the effect say `sacrifice(creatures).by(opponents)`"));
            }
            let zones = zones(filter).filter(|zones| !zones.contains(&ZoneKind::Battlefield))?;
            let zone = in_zone(*zones.first()?);
            Some((format!("what is {zone} cannot be {does}"), "leave the zone out, or write `.exile(...)` for cards elsewhere"))
        }
        _ => None,
    })
}

fn is_of_opponents(filter: &Filter) -> bool {
    match filter {
        Filter::ControlledBy(players) => **players == Players::Opponents,
        Filter::And(all) => all.iter().any(is_of_opponents),
        _ => false,
    }
}

/// What about the cost is not there where the ability works.
fn elsewhere(cost: &Cost, zones: Zones) -> Option<(String, &'static str)> {
    let discards = cost.parts.contains(&CostPart::DiscardThis);
    let zone = match zones {
        Zones::Usual => {
            let message = "only a card in a hand can be discarded, and this works on the battlefield".to_owned();
            return discards.then_some((message, "add `.from_hand` to the ability, or write `.sacrifice_this`"));
        }
        Zones::Only(ZoneKind::Battlefield) | Zones::Everywhere => return None,
        Zones::Only(zone) => zone,
    };
    if discards && zone != ZoneKind::Hand {
        let message = format!("only a card in a hand can be discarded, and this works {}", in_zone(zone));
        return Some((message, "write `.from_hand`, or `.exile_this` to pay with the card"));
    }
    let there = cost.parts.iter().find_map(|part| match part {
        CostPart::TapThis => Some("tapped"),
        CostPart::UntapThis => Some("untapped"),
        CostPart::SacrificeThis => Some("sacrificed"),
        _ => None,
    })?;
    let message = format!("only a permanent can be {there}, and this works {}", in_zone(zone));
    Some((message, "leave the zone out, or pay with `.exile_this` or `.discard_this`"))
}
