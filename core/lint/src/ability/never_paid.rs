//! `never-paid`

use super::walk::{self, Site, all_abilities, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Ability, AbilityBody, Amount, Condition, CostTag, Objects};
use cardwright_script::diagnostic::nearest;
use cardwright_script::trace::{Made, Step};
use std::collections::{BTreeMap, BTreeSet};

/// A question about a cost that is never paid.
pub const LINT: Lint = Lint {
    name: "never-paid",
    family: Family::Ability,
    level: Level::Deny,
    what: "an ability asks for a cost, or for what was used to pay it, that the card does not have",
    why: "`was_paid(...)`, `sacrificed` and their like speak of a part of the cost of the same spell or ability, by its tag. Where no \
          cost has that tag nothing was paid: the answer is no, the number 0, the object none.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Bone Broth"
cost = "{2}"
type = "Artifact"
script = '''
activated("{1}, {T}", gain_life(sacrificed.toughness));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Bone Broth"
cost = "{2}"
type = "Artifact"
script = '''
activated(cost("{1}, {T}").sacrifice(creatures.yours), gain_life(sacrificed.toughness));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

/// How often each tag is asked for and how often it is given.
#[derive(Default)]
pub(super) struct Tags {
    pub asked: BTreeMap<CostTag, u32>,
    pub given: BTreeSet<CostTag>,
}

impl Tags {
    pub(super) fn of(ability: &Ability) -> Self {
        let mut asked: BTreeMap<CostTag, u32> = BTreeMap::new();
        let mut all: BTreeMap<CostTag, u32> = BTreeMap::new();
        ability.each(|tag: &CostTag| *all.entry(*tag).or_default() += 1);
        let mut ask = |tag: &CostTag| *asked.entry(*tag).or_default() += 1;
        ability.each(|condition: &Condition| {
            if let Condition::Paid(tag) = condition {
                ask(tag);
            }
        });
        ability.each(|amount: &Amount| {
            if let Amount::TimesPaid(tag) = amount {
                ask(tag);
            }
        });
        ability.each(|objects: &Objects| {
            if let Objects::Paid(tag) = objects {
                ask(tag);
            }
        });
        let given = all.iter().filter(|(tag, count)| asked.get(tag).is_none_or(|asked| asked < count)).map(|(tag, _)| *tag);
        let given = given.collect();
        Tags { asked, given }
    }
}

fn check(card: &CardView<'_>, findings: &mut Findings) {
    // What it costs to cast the card is for all of its abilities to ask about.
    let casting = all_abilities(card)
        .into_iter()
        .filter(|ability| ability.keyword.is_some() || matches!(ability.kind, AbilityBody::Static(_)));
    let of_casting: BTreeSet<CostTag> = casting.flat_map(|ability| Tags::of(ability).given).collect();
    for site in sites(card) {
        let tags = Tags::of(site.ability);
        for tag in tags.asked.keys().filter(|tag| !tags.given.contains(tag) && !of_casting.contains(tag)) {
            let step = asking(&site, *tag);
            let (file, span) = site.whole(step);
            let of_objects = walk::any(site.ability, |objects: &Objects| *objects == Objects::Paid(*tag));
            let message = match (of_objects, tag.0.as_str()) {
                (true, "sacrificed") => "nothing is sacrificed to pay for this".to_owned(),
                (true, "discarded") => "nothing is discarded to pay for this".to_owned(),
                (true, tag) => format!("nothing is used to pay a cost with the tag \"{tag}\""),
                (false, tag) => format!("this card has no cost with the tag \"{tag}\""),
            };
            let known = tags.given.iter().chain(&of_casting).map(|tag| tag.0.as_str());
            let near = nearest(tag.0.as_str(), known).map(|near| format!("did you mean \"{near}\"?"));
            let help = match (near, of_objects) {
                (Some(near), _) => near,
                (None, true) if tag.0.as_str() == "sacrificed" => {
                    "add it to the cost: `cost(\"{T}\").sacrifice(creatures.yours)`".to_owned()
                }
                (None, true) => "add what is spoken of to the cost of this ability".to_owned(),
                (None, false) => {
                    format!("add `always(card.optional_cost(\"{}\", \"{{2}}\"));`, or a keyword like `kicker {{2}}`", tag.0)
                }
            };
            let finding = findings.add(&file, span, message);
            finding.help.push(help);
        }
    }
}

/// The first word that speaks of the tag.
fn asking<'l>(site: &Site<'l>, tag: CostTag) -> Option<&'l Step> {
    let trace = site.face.trace?;
    let asks = |step: &&Step| {
        step.place.is_some()
            && match &step.made {
                Made::Condition(data) => walk::any(data, |part: &Condition| *part == Condition::Paid(tag)) || paid(data, tag),
                Made::Amount(data) => walk::any(data, |part: &Amount| *part == Amount::TimesPaid(tag)) || paid(data, tag),
                Made::Objects(data) => paid(data, tag),
                Made::Filter(data) => paid(data, tag),
                Made::Players(data) => paid(data, tag),
                Made::Effect(data) => paid(data, tag) || walk::any(data, |part: &Condition| *part == Condition::Paid(tag)),
                _ => false,
            }
    };
    trace.steps_of(site.index).into_iter().find(asks).or_else(|| trace.steps.iter().find(asks))
}

fn paid(data: &impl derive_visitor::Drive, tag: CostTag) -> bool {
    walk::any(data, |objects: &Objects| *objects == Objects::Paid(tag))
}
