//! `misfit-change`

use super::walk::{self, Site, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{EventChange, Instead, Pattern, Replacement};
use cardwright_engine::zone::ZoneKind;
use cardwright_script::trace::{Made, Step, Written};

/// A change that the event has no part for.
pub const LINT: Lint = Lint {
    name: "misfit-change",
    family: Family::Ability,
    level: Level::Deny,
    what: "a replacement effect changes something that the event does not have",
    why: "Only what enters can enter tapped, only damage can be prevented, only what moves can go elsewhere. A change that does not fit \
          the event leaves it as it was.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Gate of Weights"
cost = "{2}{W}"
type = "Enchantment"
script = '''
instead(creatures.opponents.dying, arriving_tapped);
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Gate of Weights"
cost = "{2}{W}"
type = "Enchantment"
script = '''
instead(creatures.opponents.entering, arriving_tapped);
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<(EventChange, &'static str, &'static str)> = Vec::new();
        walk::each(site.ability, |replacement: &Replacement| {
            let Instead::Change(changes) = &replacement.instead else { return };
            // What an earlier change makes of a move is another move.
            let redirected = changes.iter().any(|change| matches!(change, EventChange::To(_)));
            for change in changes {
                let Some((fits, message, help)) = needs(change, redirected) else { continue };
                if !replacement.pattern.any.is_empty() && !replacement.pattern.any.iter().any(|pattern| fits(inmost(pattern))) {
                    found.push((change.clone(), message, help));
                }
            }
        });
        for (change, message, help) in found {
            let (file, span) = place(&site, &change);
            findings.add(&file, span, message).help.push(help.to_owned());
        }
    }
}

/// Where the change is written; a word like `arriving_tapped` leaves no step, but stands as an argument.
fn place(site: &Site<'_>, wanted: &EventChange) -> Written {
    let has = |step: &Step| matches!(&step.made, Made::Changes(changes) if changes.contains(wanted));
    if let Some(step) = site.step_where(has) {
        return site.whole(Some(step));
    }
    let step = site.step_where(|step| step.word == "instead");
    step.and_then(|step| site.face.trace?.argument(step, 1)).unwrap_or_else(|| site.whole(step))
}

fn inmost(pattern: &Pattern) -> &Pattern {
    match pattern {
        Pattern::Where(inner, ..) | Pattern::WherePlayer(inner, _) => inmost(inner),
        other => other,
    }
}

/// A question about the event, what to say if no event answers it with yes, and what to do.
type Needs = (fn(&Pattern) -> bool, &'static str, &'static str);

/// What a change needs of the event.
fn needs(change: &EventChange, redirected: bool) -> Option<Needs> {
    let entering: Needs = (enters, "this event lets nothing enter the battlefield", "wait for `.entering` or `create_tokens()`");
    match change {
        EventChange::Tapped
        | EventChange::Counters(..)
        | EventChange::PrintedCounters(_)
        | EventChange::UnderControl(_)
        | EventChange::AsCopy(_)
        | EventChange::Transformed => Some(entering).filter(|_| !redirected),
        EventChange::Prevent(_) | EventChange::PreventAll => Some((
            is_damage,
            "only damage can be prevented",
            "wait for damage, like `you.is_dealt_damage`; `nothing` lets another event not happen",
        )),
        EventChange::Redirect(_) => {
            Some((is_damage, "only damage can be redirected", "wait for damage, like `you.is_dealt_damage`"))
        }
        EventChange::To(_) => {
            Some((moves, "this event moves nothing that could go elsewhere", "wait for a move, like `creatures.dying`"))
        }
        EventChange::Mana(_) => Some((makes_mana, "this event makes no mana", "wait for mana, like `lands.is_tapped_for_mana`")),
        EventChange::Tokens(_) => Some((makes_tokens, "this event creates no tokens", "wait for `you.create_tokens()`")),
        EventChange::Amount(_) => Some((
            has_amount,
            "this event has no amount",
            "wait for an event of which there can be more or less: damage, life, counters, tokens, mana",
        )),
        EventChange::First(_) | EventChange::Also(_) => None,
    }
}

fn enters(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Moves { from, to, .. } => match to {
            Some(to) => *to == ZoneKind::Battlefield,
            // What leaves a zone for any other may enter the battlefield.
            None => *from != Some(ZoneKind::Battlefield),
        },
        Pattern::CreatesToken(..) => true,
        _ => false,
    }
}

fn is_damage(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::Damage { .. })
}

fn moves(pattern: &Pattern) -> bool {
    // To be destroyed is to be put into a graveyard, but the event of its own moves nothing yet.
    matches!(pattern, Pattern::Moves { .. })
}

fn makes_mana(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::TapsForMana(_) | Pattern::AddsMana(_))
}

fn makes_tokens(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::CreatesToken(..))
}

fn has_amount(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Damage { .. }
        | Pattern::GainsLife(_)
        | Pattern::LosesLife(_)
        | Pattern::PaysLife(_)
        | Pattern::Acts(..)
        | Pattern::PutsCounters(..)
        | Pattern::PutsPlayerCounters(..)
        | Pattern::RemovesCounters(..)
        | Pattern::LastCounterRemoved(..)
        | Pattern::Designated(..)
        | Pattern::CreatesToken(..)
        | Pattern::TapsForMana(_)
        | Pattern::AddsMana(_) => true,
        // How tokens arrive is how many are created.
        Pattern::Moves { .. } => false,
        // Several draws are several events; what else there is has no amount that counts.
        _ => false,
    }
}
