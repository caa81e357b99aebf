//! `x-without-cost`

use super::walk::{self, Site, all_abilities, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{Ability, AbilityBody, Amount, Cost, CostPart};
use cardwright_script::trace::Made;

/// An X that nothing sets.
pub const LINT: Lint = Lint {
    name: "x-without-cost",
    family: Family::Ability,
    level: Level::Deny,
    what: "`x` is used, but no cost sets it",
    why: "X is chosen as a cost with {X} is paid (107.3a). Where no cost has one, X is 0, and whatever counts with it does nothing.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Open Sluice"
cost = "{2}{R}"
type = "Sorcery"
script = '''
spell(damage(x, target(any_target)));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Open Sluice"
cost = "{X}{R}"
type = "Sorcery"
script = '''
spell(damage(x, target(any_target)));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let printed = card.card.definition.faces.iter().any(|face| face.base.cost.as_ref().is_some_and(|cost| cost.x_count() > 0));
    let of_casting = all_abilities(card).into_iter().any(|ability| matters_to_casting(ability) && sets_x(ability));
    // Everything on the card may speak of the X of its cost (modern 107.3m), but for what has a cost of its own.
    for site in sites(card) {
        let uses = walk::any(site.ability, |amount: &Amount| *amount == Amount::X);
        if !uses || sets_x(site.ability) || ((printed || of_casting) && !is_activated(&site)) {
            continue;
        }
        let (file, span) = place(&site);
        let (message, help) = match is_activated(&site) {
            true => {
                ("`x` is used, but the cost of this ability has no {X}", "add `{X}` to the cost: `activated(\"{X}, {T}\", ...)`")
            }
            false => {
                ("`x` is used, but neither the card's cost nor this ability sets it", "add `{X}` to `cost`, or write the number")
            }
        };
        let finding = findings.add(&file, span, message);
        finding.help.push(help.to_owned());
        finding.notes.push("modern 107.3: X is what was chosen for the cost, and 0 where nothing was".to_owned());
    }
}

fn is_activated(site: &Site<'_>) -> bool {
    matches!(site.ability.kind, AbilityBody::Activated(_))
}

/// What may set the X of the spell: costs in addition or in place of its own.
fn matters_to_casting(ability: &Ability) -> bool {
    ability.keyword.is_some() || matches!(ability.kind, AbilityBody::Static(_))
}

/// Whether a cost in there has an X.
pub(super) fn sets_x(ability: &Ability) -> bool {
    walk::any(ability, cost_has_x)
}

pub(super) fn cost_has_x(cost: &Cost) -> bool {
    cost.has_x()
        || cost.parts.iter().any(|part| match part {
            CostPart::Mana(mana) => mana.x_count() > 0,
            part => walk::any(part, |amount: &Amount| *amount == Amount::X),
        })
}

/// Where the `x` is written, or what it is in.
fn place(site: &Site<'_>) -> cardwright_script::trace::Written {
    let speaks = |step: &&cardwright_script::trace::Step| {
        step.place.is_some() && !matches!(step.made, Made::Ability(_)) && has_x(&step.made)
    };
    let steps = site.face.trace.map(|trace| trace.steps_of(site.index)).unwrap_or_default();
    let step = steps.into_iter().find(speaks);
    let is_x = |text: &str| text == "x";
    step.and_then(|step| site.argument(step, is_x)).unwrap_or_else(|| {
        let step = step.or_else(|| site.step_where(|step| matches!(step.made, Made::Ability(_))));
        step.and_then(|step| site.argument(step, is_x)).unwrap_or_else(|| site.whole(step))
    })
}

fn has_x(made: &Made) -> bool {
    let is_x = |amount: &Amount| *amount == Amount::X;
    match made {
        Made::Amount(data) => walk::any(data, is_x),
        Made::Condition(data) => walk::any(data, is_x),
        Made::Filter(data) => walk::any(data, is_x),
        Made::Objects(data) => walk::any(data, is_x),
        Made::Players(data) => walk::any(data, is_x),
        Made::Pattern(data) => walk::any(data, is_x),
        Made::Cost(data) => walk::any(data, is_x),
        Made::Effect(data) => walk::any(data, is_x),
        Made::Target(_, data) => walk::any(&**data, is_x),
        Made::Statement(parts, _) => walk::any(parts, is_x),
        Made::Changes(data) => walk::any(data, is_x),
        Made::Mode(data) => walk::any(&**data, is_x),
        Made::Modes(data) => walk::any(data, is_x),
        Made::Token(data) => walk::any(&**data, is_x),
        Made::Destination(data) => walk::any(&**data, is_x),
        Made::Bound(_) | Made::Linked(_) | Made::Ability(_) | Made::Keyword(_) | Made::Other(_) => false,
    }
}
