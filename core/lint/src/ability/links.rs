//! What linked abilities of a card remember and read (modern 607).

use super::walk::{self, Site, all_abilities, sites};
use crate::CardView;
use cardwright_engine::ability::{Ability, Destination, Effect};
use cardwright_engine::ids::LinkKey;
use cardwright_script::trace::{Made, Step, Written};
use std::collections::BTreeMap;

/// How often something is written under a link, and read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Use {
    pub writes: u32,
    pub reads: u32,
    /// Told by one ability to another, not remembered.
    pub told: bool,
}

/// The links of all abilities of a card.
pub(super) fn uses(card: &CardView<'_>) -> BTreeMap<LinkKey, Use> {
    let mut uses: BTreeMap<LinkKey, Use> = BTreeMap::new();
    for ability in all_abilities(card) {
        count(ability, &mut uses);
    }
    uses
}

fn count(ability: &Ability, uses: &mut BTreeMap<LinkKey, Use>) {
    use cardwright_engine::ability::Pattern;
    use cardwright_engine::ability::Walk;
    ability.each(|link: &LinkKey| uses.entry(*link).or_default().reads += 1);
    let mut writes: Vec<(LinkKey, u32)> = Vec::new();
    let mut told: Vec<LinkKey> = Vec::new();
    ability.each(|effect: &Effect| match effect {
        Effect::Remember(link, _) => writes.push((*link, 1)),
        Effect::Tell(link, _) => {
            writes.push((*link, 1));
            told.push(*link);
        }
        Effect::Forget(link) => writes.push((*link, 0)),
        _ => {}
    });
    ability.each(|destination: &Destination| writes.extend(destination.remember.map(|link| (link, 1))));
    ability.each(|pattern: &Pattern| {
        if let Pattern::Told(link, _) = pattern {
            told.push(*link);
        }
    });
    for (link, written) in writes {
        let one = uses.entry(link).or_default();
        one.reads = one.reads.saturating_sub(1);
        one.writes += written;
    }
    for link in told {
        uses.entry(link).or_default().told = true;
    }
}

/// Each link of what the author wrote, with where it is first spoken of.
pub(super) fn written<'l>(card: &CardView<'l>) -> Vec<(LinkKey, Site<'l>, Option<&'l Step>)> {
    let mut found: Vec<(LinkKey, Site<'l>, Option<&'l Step>)> = Vec::new();
    for site in sites(card) {
        walk::each(site.ability, |link: &LinkKey| {
            if !found.iter().any(|(known, ..)| known == link) {
                found.push((*link, site, first(&site, *link)));
            }
        });
    }
    found
}

/// The word that brought the link in.
fn first<'l>(site: &Site<'l>, link: LinkKey) -> Option<&'l Step> {
    let trace = site.face.trace?;
    let speaks = |step: &&Step| step.place.is_some() && has(&step.made, link);
    trace.steps_of(site.index).into_iter().find(speaks).or_else(|| trace.steps.iter().find(speaks))
}

fn has(made: &Made, wanted: LinkKey) -> bool {
    let is_it = |link: &LinkKey| *link == wanted;
    match made {
        Made::Amount(data) => walk::any(data, is_it),
        Made::Condition(data) => walk::any(data, is_it),
        Made::Filter(data) => walk::any(data, is_it),
        Made::Objects(data) => walk::any(data, is_it),
        Made::Players(data) => walk::any(data, is_it),
        Made::Pattern(data) => walk::any(data, is_it),
        Made::Cost(data) => walk::any(data, is_it),
        Made::Effect(data) => walk::any(data, is_it),
        Made::Target(_, data) => walk::any(&**data, is_it),
        Made::Statement(parts, condition) => walk::any(parts, is_it) || walk::any(condition, is_it),
        Made::Changes(data) => walk::any(data, is_it),
        Made::Mode(data) => walk::any(&**data, is_it),
        Made::Modes(data) => walk::any(data, is_it),
        Made::Token(data) => walk::any(&**data, is_it),
        Made::Destination(data) => walk::any(&**data, is_it),
        Made::Linked(link) => is_it(link),
        Made::Bound(_) | Made::Ability(_) | Made::Keyword(_) | Made::Other(_) => false,
    }
}

/// Where a link is spoken of, and the name that it has there.
pub(super) fn place(site: &Site<'_>, step: Option<&Step>) -> (Written, Option<String>) {
    let Some((trace, step)) = site.face.trace.zip(step) else { return (site.statement(), None) };
    // `exile(t).remember("a")` and `creatures.of_chosen_color()`: the word alone, not what stands before its point.
    let place = trace.word(step).unwrap_or_else(|| site.statement());
    // The word that is asked for is no name.
    let first = usize::from(step.word == "word_chosen");
    let name = (first..4).rev().filter_map(|place| trace.argument(step, place)).find_map(|(file, span)| {
        let text = file.text.get(span)?.trim();
        text.strip_prefix('"')?.strip_suffix('"').map(str::to_owned)
    });
    (place, name)
}
