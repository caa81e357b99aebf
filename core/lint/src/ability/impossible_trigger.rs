//! `impossible-trigger`

use super::satisfy::in_zone;
use super::walk::{self, Holder, Site, all_abilities, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{
    AbilityBody, Change, DamageKind, Effect, EventPattern, Filter, Objects, Occurrence, Pattern, TriggerOn, Triggered, Zones,
};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use cardwright_script::trace::Made;

/// A trigger that never comes.
pub const LINT: Lint = Lint {
    name: "impossible-trigger",
    family: Family::Ability,
    level: Level::Deny,
    what: "a triggered ability waits for something that cannot happen where it works",
    why: "An ability of an instant or sorcery works only while the spell is on the stack; one that is said to work in a graveyard \
          sees nothing that happens to its card on the battlefield; what is no creature never attacks. Such an ability never \
          triggers.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Last Spark"
cost = "{R}"
type = "Instant"
script = '''
spell(damage(2, target(any_target)));
when(card.dies, draw(1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Last Spark"
cost = "{R}"
type = "Instant"
script = '''
spell([damage(2, target(any_target)), draw(1)]);
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let animates = becomes_creature(card);
        let mut say = |triggered: &Triggered, zones: Option<Zones>| {
            let TriggerOn::Event(pattern) = &triggered.on else { return };
            let reasons: Option<Vec<(String, &'static str)>> =
                pattern.any.iter().map(|one| impossible(&site, one, zones, animates)).collect();
            let reason = reasons.and_then(|reasons| reasons.into_iter().next()).or_else(|| never_counted(pattern));
            if let Some((message, help)) = reason {
                let step = site.step(&Made::Pattern(pattern.clone()));
                let statement = || site.step_where(|step| ["when", "whenever", "at"].contains(&step.word));
                let (file, span) = match step {
                    Some(step) => site.whole(Some(step)),
                    // A step of the turn is no pattern until something waits for it.
                    None => statement().and_then(|step| site.face.trace?.argument(step, 0)).unwrap_or_else(|| site.statement()),
                };
                let finding = findings.add(&file, span, message);
                finding.help.push(help.to_owned());
            }
        };
        if let AbilityBody::Triggered(triggered) = &site.ability.kind {
            say(triggered, Some(site.ability.zones));
        }
        walk::each_held(site.ability, |effect: &Effect, holder| {
            if let Effect::Delayed(triggered, _) = effect
                && holder == Holder::Card
            {
                // A delayed ability waits wherever the card is (modern 603.7).
                say(triggered, None);
            }
        });
    }
}

/// Whether an effect of the card makes it, or something, a creature.
fn becomes_creature(card: &CardView<'_>) -> bool {
    all_abilities(card).into_iter().any(|ability| {
        walk::any(ability, |change: &Change| match change {
            Change::Types(types) => {
                types.add_types.has(CardType::Creature) || types.set_types.is_some_and(|set| set.has(CardType::Creature))
            }
            Change::Copy(_)
            | Change::Become(_)
            | Change::FullText(_)
            | Change::SetText(_)
            | Change::AddText(_)
            | Change::AddTextOf(_)
            | Change::ExchangeText => true,
            _ => false,
        }) || walk::any(ability, |change: &cardwright_engine::ability::EventChange| {
            matches!(change, cardwright_engine::ability::EventChange::AsCopy(_))
        })
    })
}

fn never_counted(pattern: &EventPattern) -> Option<(String, &'static str)> {
    (pattern.occurrence == Occurrence::Nth(0))
        .then(|| ("no event is the 0th of its turn".to_owned(), "count from 1: `.first` or `.nth(2)`"))
}

/// Why that never happens, and what to do. `zones` are those in which the ability works; none for a delayed one.
fn impossible(site: &Site<'_>, pattern: &Pattern, zones: Option<Zones>, animates: bool) -> Option<(String, &'static str)> {
    if let Pattern::Where(inner, ..) | Pattern::WherePlayer(inner, _) | Pattern::Prevented(inner) = pattern {
        return impossible(site, inner, zones, animates);
    }
    if let Some(found) = misplaced(pattern) {
        return Some(found);
    }
    let spell = site.is_only_a_spell();
    if zones == Some(Zones::Usual) && spell && matches!(pattern, Pattern::Begins(..) | Pattern::TurnBegins(_)) {
        let message = format!("this never triggers: {} is on the stack only, where no step begins", site.noun());
        return Some((message, "put it into the spell as a delayed ability: `spell(when(upkeep.yours, ...))`"));
    }
    let (what, combat) = of_this(pattern)?;
    if !says_this(what) {
        return None;
    }
    if spell {
        let message = format!("this never triggers: {} is never on the battlefield", site.noun());
        return Some((message, "let `spell(...)` do it, or wait for something else than the card"));
    }
    if let Some(Zones::Only(zone)) = zones
        && zone != ZoneKind::Battlefield
        && !touches(pattern, zone)
    {
        let message = format!("this never triggers: it works {} only, and that happens on the battlefield", in_zone(zone));
        return Some((message, "leave the zone out: abilities of permanents work on the battlefield"));
    }
    let creature = site.types().has(CardType::Creature) || animates || has_creature_face(site);
    (combat && !creature && !site.types().is_empty()).then(|| {
        let message = format!("this never triggers: {} that nothing makes a creature is never in combat", site.noun());
        (message, "speak of the creature: `host.attacks` of what it is attached to, or `creatures.yours.attacks`")
    })
}

fn has_creature_face(site: &Site<'_>) -> bool {
    // A card that turns its other face up is what that face is; so is a token of it only what it is itself.
    !site.is_of_token() && site.face.card.definition.faces.iter().any(|face| face.base.types.is(CardType::Creature))
}

/// What names a zone that the event has nothing to do with.
fn misplaced(pattern: &Pattern) -> Option<(String, &'static str)> {
    let explicit = |filter: &Filter| match filter {
        Filter::Zone(zone) => Some(*zone),
        Filter::And(all) => all.iter().find_map(|part| if let Filter::Zone(zone) = part { Some(*zone) } else { None }),
        _ => None,
    };
    let (filter, event) = match pattern {
        Pattern::Moves { what, from, to, .. } => {
            let zone = explicit(what)?;
            let elsewhere = from.is_some_and(|from| from != zone) && to.is_some_and(|to| to != zone);
            let arriving = from.is_none() && to.is_some_and(|to| to != zone && to == ZoneKind::Battlefield);
            let leaving = to.is_none() && from.is_some_and(|from| from != zone);
            return (elsewhere || arriving || leaving).then(|| {
                let message = format!("this never happens to what is {}", in_zone(zone));
                (message, "leave the zone out; where something comes from is said by the event: `.enters_from_graveyard`")
            });
        }
        Pattern::Attacks(what, _) | Pattern::AttacksAlone(what) | Pattern::AttacksPermanent(what, _) => (what, "attacks"),
        Pattern::Blocks(what, _) | Pattern::BlocksAlone(what) => (what, "blocks"),
        Pattern::Taps(what) => (what, "is tapped"),
        Pattern::Untaps(what) => (what, "untaps"),
        Pattern::TapsForMana(what) => (what, "is tapped for mana"),
        _ => return None,
    };
    let zone = explicit(filter).filter(|zone| *zone != ZoneKind::Battlefield)?;
    Some((format!("nothing that is {} {event}", in_zone(zone)), "leave the zone out to speak of permanents"))
}

/// What a pattern of the battlefield speaks of, and whether that has to be a creature.
fn of_this(pattern: &Pattern) -> Option<(&Filter, bool)> {
    match pattern {
        Pattern::Moves { what, from, to, .. } => {
            let there = *from == Some(ZoneKind::Battlefield) || *to == Some(ZoneKind::Battlefield);
            there.then_some((what, false))
        }
        Pattern::Damage { by, kind: DamageKind::Combat, .. } => Some((by, true)),
        Pattern::Destroyed(what)
        | Pattern::Taps(what)
        | Pattern::Untaps(what)
        | Pattern::TapsForMana(what)
        | Pattern::TurnsFaceUp(what)
        | Pattern::ChangesControl(what)
        | Pattern::PhasesOut(what)
        | Pattern::PhasesIn(what)
        | Pattern::LosesControl(_, what)
        | Pattern::Attached(what, _)
        | Pattern::Unattached(what, _) => Some((what, false)),
        Pattern::Attacks(what, _)
        | Pattern::AttacksPermanent(what, _)
        | Pattern::AttacksAlone(what)
        | Pattern::Blocks(what, _)
        | Pattern::BlocksAlone(what)
        | Pattern::BlocksCount(what, ..)
        | Pattern::BlockedByCount(what, ..)
        | Pattern::BecomesBlocked(what)
        | Pattern::BecomesUnblocked(what) => Some((what, true)),
        Pattern::BlockedBy(_, what) => Some((what, true)),
        Pattern::Damage { .. }
        | Pattern::Prevented(_)
        | Pattern::GainsLife(_)
        | Pattern::LosesLife(_)
        | Pattern::PaysLife(_)
        | Pattern::Acts(..)
        | Pattern::Draws(_)
        | Pattern::Casts(..)
        | Pattern::PlaysLand(..)
        | Pattern::Activates(..)
        | Pattern::AttacksWith(_)
        | Pattern::IsAttacked(..)
        | Pattern::AddsMana(_)
        | Pattern::PutsCounters(..)
        | Pattern::CountersReach(..)
        | Pattern::PutsPlayerCounters(..)
        | Pattern::RemovesCounters(..)
        | Pattern::LastCounterRemoved(..)
        | Pattern::Designated(..)
        | Pattern::CreatesToken(..)
        | Pattern::Begins(..)
        | Pattern::TurnBegins(_)
        | Pattern::DaylightBecomes(_)
        | Pattern::Targeted(..)
        | Pattern::TargetsPlayer(..)
        | Pattern::Countered(_)
        | Pattern::Reveals(..)
        | Pattern::Shuffles(_)
        | Pattern::Searches(_)
        | Pattern::RollsToVisit(..)
        | Pattern::Loses(_)
        | Pattern::Resolves(_)
        | Pattern::Told(..)
        | Pattern::Custom(..)
        | Pattern::Where(..)
        | Pattern::WherePlayer(..) => None,
    }
}

/// Whether the move begins or ends in that zone, or anywhere.
fn touches(pattern: &Pattern, zone: ZoneKind) -> bool {
    match pattern {
        Pattern::Moves { from, to, .. } => from.is_none_or(|from| from == zone) || to.is_none_or(|to| to == zone),
        _ => false,
    }
}

/// Whether only the card itself matches.
fn says_this(filter: &Filter) -> bool {
    match filter {
        Filter::This => true,
        Filter::Is(objects) => **objects == Objects::This,
        Filter::And(all) => all.iter().any(says_this),
        _ => false,
    }
}
