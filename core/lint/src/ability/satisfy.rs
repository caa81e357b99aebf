//! Whether anything can match a filter, and in which zones it looks.

use cardwright_engine::ability::{Comparison, Filter, Players, Stat};
use cardwright_engine::layers::sort_of_subtype;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use std::collections::BTreeSet;

/// A plain demand on an object, or its opposite.
#[derive(Clone, Copy)]
struct Demand<'f> {
    filter: &'f Filter,
    holds: bool,
}

/// More ways to match than that are not looked through.
const MOST_WAYS: usize = 64;

/// The ways to match a filter: in each of them all of its demands are met.
fn ways(filter: &Filter, holds: bool) -> Option<Vec<Vec<Demand<'_>>>> {
    match (filter, holds) {
        (Filter::Any, true) | (Filter::Never, false) => Some(vec![Vec::new()]),
        (Filter::Any, false) | (Filter::Never, true) => Some(Vec::new()),
        (Filter::Not(inner), _) => ways(inner, !holds),
        (Filter::And(parts), true) | (Filter::Or(parts), false) => {
            let mut found: Vec<Vec<Demand<'_>>> = vec![Vec::new()];
            for part in parts {
                let more = ways(part, holds)?;
                if found.len() * more.len() > MOST_WAYS {
                    return None;
                }
                found =
                    found.iter().flat_map(|way| more.iter().map(move |more| way.iter().chain(more).copied().collect())).collect();
            }
            Some(found)
        }
        (Filter::And(parts), false) | (Filter::Or(parts), true) => {
            let mut found = Vec::new();
            for part in parts {
                found.extend(ways(part, holds)?);
            }
            (found.len() <= MOST_WAYS).then_some(found)
        }
        _ => Some(vec![vec![Demand { filter, holds }]]),
    }
}

/// Why nothing can match the filter.
pub(super) fn contradiction(filter: &Filter) -> Option<String> {
    let ways = ways(filter, true)?;
    let mut reasons = ways.iter().map(|way| clash(way));
    let first = reasons.next()??;
    reasons.all(|reason| reason.is_some()).then_some(first)
}

/// Why no object meets all of these.
fn clash(way: &[Demand<'_>]) -> Option<String> {
    let pairs = way.iter().enumerate().flat_map(|(place, a)| way[place + 1..].iter().map(move |b| (a, b)));
    pairs.clone().find_map(|(a, b)| pair(*a, *b).or_else(|| pair(*b, *a))).or_else(|| {
        pairs.into_iter().find_map(|(a, b)| {
            let both = a.holds && b.holds;
            both.then(|| ranges_apart(a.filter, b.filter)).flatten()
        })
    })
}

fn pair(a: Demand<'_>, b: Demand<'_>) -> Option<String> {
    if a.filter == b.filter && a.holds != b.holds {
        return Some(match word(a.filter) {
            Some(word) => format!("{word} and not {word}"),
            None => "something and its opposite".to_owned(),
        });
    }
    if !a.holds {
        return None;
    }
    if !b.holds {
        return match (a.filter, b.filter) {
            (Filter::Subtype(subtype), Filter::Type(card_type)) => {
                let belongs = sort_of_subtype(*subtype).filter(|sort| *sort != CardType::Instant) == Some(*card_type);
                belongs.then(|| format!("`{subtype}`, which only {}s are, and not {}", lower(*card_type), article(*card_type)))
            }
            (Filter::Blocked | Filter::Unblocked | Filter::AttackingAlone | Filter::AttackingOne(_), Filter::Attacking) => {
                Some("attacking and not attacking".to_owned())
            }
            (Filter::BlockingAlone, Filter::Blocking) => Some("blocking and not blocking".to_owned()),
            _ => None,
        };
    }
    if let (Some(first), Some(second)) = (zone_of(a.filter), zone_of(b.filter))
        && first != second
    {
        return Some(match (a.filter, b.filter) {
            (Filter::Zone(_), Filter::Zone(_)) => format!("{} and {}", in_zone(first), in_zone(second)),
            (_, Filter::Zone(_)) => format!("{}, which is only so {}, and {}", word(a.filter)?, in_zone(first), in_zone(second)),
            (Filter::Zone(_), _) => format!("{}, which is only so {}, and {}", word(b.filter)?, in_zone(second), in_zone(first)),
            _ => format!("{} and {}", word(a.filter)?, word(b.filter)?),
        });
    }
    let says = |first: &str, second: &str| Some(format!("{first} and {second}"));
    match (a.filter, b.filter) {
        (Filter::Spell, Filter::AbilityOnStack(_)) => says("a spell", "an ability"),
        (Filter::Spell, Filter::Type(CardType::Land)) => says("a spell", "a land, which is never cast"),
        (Filter::Type(spell), other) if is_spell_type(*spell) => match other {
            Filter::Type(other) if other.is_permanent() => says(&article(*spell), &article(*other)),
            Filter::Permanent => says(&article(*spell), "a permanent"),
            Filter::Subtype(subtype) => {
                let sort = sort_of_subtype(*subtype).filter(|sort| sort.is_permanent())?;
                Some(format!("{} and `{subtype}`, which only {}s are", article(*spell), lower(sort)))
            }
            other if zone_of(other) == Some(ZoneKind::Battlefield) => says(&article(*spell), "on the battlefield"),
            _ => None,
        },
        (Filter::Subtype(subtype), Filter::Type(other))
            if other.is_permanent() && sort_of_subtype(*subtype) == Some(CardType::Instant) =>
        {
            Some(format!("{} and `{subtype}`, which only instants and sorceries are", article(*other)))
        }
        (Filter::Colorless, Filter::Color(color)) => says("colorless", color.word()),
        (Filter::Colorless, Filter::Monocolored) => says("colorless", "of one colour"),
        (Filter::Colorless, Filter::Multicolored) => says("colorless", "multicolored"),
        (Filter::Monocolored, Filter::Multicolored) => says("of one colour", "of several"),
        (Filter::This, Filter::Other) => says("this card", "another one"),
        (Filter::Blocked, Filter::Unblocked) => says("blocked", "not blocked"),
        (
            Filter::Attacking | Filter::AttackingAlone | Filter::Blocked | Filter::Unblocked,
            Filter::Blocking | Filter::BlockingAlone,
        ) => says("attacking", "blocking"),
        (Filter::ControlledBy(a), Filter::ControlledBy(b)) if apart(a, b) => says("yours", "an opponent's"),
        (Filter::OwnedBy(a), Filter::OwnedBy(b)) if apart(a, b) => says("owned by you", "owned by an opponent"),
        (Filter::Token, Filter::Zone(zone @ (ZoneKind::Hand | ZoneKind::Library | ZoneKind::Graveyard | ZoneKind::Exile))) => {
            Some(format!("a token, which is nowhere but on the battlefield, and {}", in_zone(*zone)))
        }
        _ => None,
    }
}

fn apart(a: &Players, b: &Players) -> bool {
    matches!((a, b), (Players::You, Players::Opponents) | (Players::Opponents, Players::You))
}

/// Why a number cannot compare in both ways.
fn ranges_apart(a: &Filter, b: &Filter) -> Option<String> {
    let (Filter::Stat(stat, first, by), Filter::Stat(other, second, than)) = (a, b) else { return None };
    let (by, than) = (super::bounds::range(by).only()?, super::bounds::range(than).only()?);
    let (by, than) = (i32::try_from(by).ok()?, i32::try_from(than).ok()?);
    let near = [by, than].into_iter().flat_map(|edge| [edge - 1, edge, edge + 1]);
    let met = |number: i32| first.holds(number, by) && second.holds(number, than);
    let open = |comparison: &Comparison| matches!(comparison, Comparison::NotEqual);
    if stat != other || open(first) || open(second) || near.into_iter().any(met) {
        return None;
    }
    let name = match stat {
        Stat::Power => "power",
        Stat::Toughness => "toughness",
        Stat::BasePower => "base power",
        Stat::BaseToughness => "base toughness",
        Stat::ManaValue => "mana value",
        Stat::Number(word) | Stat::Printed(word) | Stat::Designation(word) => word.as_str(),
        Stat::Damage => "damage",
        Stat::X => "X",
    };
    Some(format!("of a {name} {} and {}", compared(*first, by), compared(*second, than)))
}

fn compared(comparison: Comparison, number: i32) -> String {
    match comparison {
        Comparison::Equal => format!("of {number}"),
        Comparison::NotEqual => format!("other than {number}"),
        Comparison::Less => format!("below {number}"),
        Comparison::AtMost => format!("of at most {number}"),
        Comparison::Greater => format!("above {number}"),
        Comparison::AtLeast => format!("of at least {number}"),
    }
}

fn is_spell_type(card_type: CardType) -> bool {
    matches!(card_type, CardType::Instant | CardType::Sorcery)
}

fn lower(card_type: CardType) -> String {
    card_type.word().to_lowercase()
}

fn article(card_type: CardType) -> String {
    let word = lower(card_type);
    format!("{} {word}", if word.starts_with(['a', 'e', 'i']) { "an" } else { "a" })
}

/// Where something has to be to match that alone.
fn zone_of(filter: &Filter) -> Option<ZoneKind> {
    match filter {
        Filter::Zone(zone) => Some(*zone),
        Filter::Spell | Filter::AbilityOnStack(_) | Filter::Targets(_) | Filter::TargetCount(..) => Some(ZoneKind::Stack),
        Filter::Tapped
        | Filter::Attacking
        | Filter::AttackingPlayer(_)
        | Filter::AttackingOne(_)
        | Filter::AttackingAlone
        | Filter::HadToAttack
        | Filter::Blocking
        | Filter::BlockingAlone
        | Filter::ProtectedBy(_)
        | Filter::InCombatWith(_)
        | Filter::Blocked
        | Filter::Unblocked
        | Filter::AttachedTo(_)
        | Filter::HasAttached(_)
        | Filter::AttackedThisTurn
        | Filter::DamagedThisTurn => Some(ZoneKind::Battlefield),
        _ => None,
    }
}

/// The zones in which something that matches is, if that can be told. What names no zone speaks of permanents (modern 109.2).
pub(super) fn zones(filter: &Filter) -> Option<BTreeSet<ZoneKind>> {
    let mut found = BTreeSet::new();
    for way in ways(filter, true)? {
        let said = way.iter().filter(|demand| demand.holds).find_map(|demand| zone_of(demand.filter));
        let permanent = |demand: &Demand<'_>| {
            demand.holds
                && match demand.filter {
                    Filter::Type(card_type) => card_type.is_permanent(),
                    Filter::Permanent | Filter::Token => true,
                    _ => false,
                }
        };
        let particular = way.iter().any(|demand| {
            matches!(demand.filter, Filter::This | Filter::Is(_) | Filter::Script(_) | Filter::CastFrom(_) | Filter::CastOffTime)
                || matches!(demand.filter, Filter::EnteredBecause(..) | Filter::EnteredThisTurn)
        });
        found.insert(match said {
            Some(zone) => zone,
            None if !particular && way.iter().any(permanent) => ZoneKind::Battlefield,
            None => return None,
        });
    }
    Some(found).filter(|zones| !zones.is_empty())
}

/// `in a graveyard`, `on the battlefield`...
pub(super) fn in_zone(zone: ZoneKind) -> &'static str {
    match zone {
        ZoneKind::Library => "in a library",
        ZoneKind::Hand => "in a hand",
        ZoneKind::Battlefield => "on the battlefield",
        ZoneKind::Graveyard => "in a graveyard",
        ZoneKind::Stack => "on the stack",
        ZoneKind::Exile => "in exile",
        ZoneKind::Command => "in the command zone",
        ZoneKind::Outside => "outside the game",
    }
}

/// The author's word for a plain demand.
fn word(filter: &Filter) -> Option<String> {
    Some(match filter {
        Filter::Type(card_type) => article(*card_type),
        Filter::Supertype(supertype) => supertype.word().to_lowercase(),
        Filter::Subtype(subtype) => format!("`{subtype}`"),
        Filter::Permanent => "a permanent".to_owned(),
        Filter::Color(color) => color.word().to_owned(),
        Filter::Keyword(keyword) => format!("with {keyword}"),
        Filter::Colorless => "colorless".to_owned(),
        Filter::Token => "a token".to_owned(),
        Filter::FaceDown => "face down".to_owned(),
        Filter::Spell => "a spell".to_owned(),
        Filter::AbilityOnStack(_) => "an ability".to_owned(),
        Filter::Targets(_) | Filter::TargetCount(..) => "with targets".to_owned(),
        Filter::Tapped => "tapped".to_owned(),
        Filter::Attacking
        | Filter::AttackingPlayer(_)
        | Filter::AttackingOne(_)
        | Filter::AttackingAlone
        | Filter::HadToAttack => "attacking".to_owned(),
        Filter::Blocking | Filter::BlockingAlone => "blocking".to_owned(),
        Filter::ProtectedBy(_) => "a protected battle".to_owned(),
        Filter::InCombatWith(_) => "in combat".to_owned(),
        Filter::Blocked => "blocked".to_owned(),
        Filter::Unblocked => "unblocked".to_owned(),
        Filter::AttachedTo(_) => "attached".to_owned(),
        Filter::HasAttached(_) => "with an attachment".to_owned(),
        Filter::AttackedThisTurn => "one that attacked this turn".to_owned(),
        Filter::DamagedThisTurn => "damaged this turn".to_owned(),
        Filter::Zone(zone) => in_zone(*zone).to_owned(),
        Filter::ControlledBy(players) => match **players {
            Players::You => "yours".to_owned(),
            Players::Opponents => "an opponent's".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}
