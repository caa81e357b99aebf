//! `impossible-ability`

use super::walk::{self, Site, all_abilities, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{
    AbilityBody, Amount, Change, Comparison, Condition, Effect, EventPattern, Filter, Objects, Pattern, Rule, Stat, StaticPart,
    TriggerOn, Zones,
};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::CardType;

/// An ability that a card of that type cannot make use of.
pub const LINT: Lint = Lint {
    name: "impossible-ability",
    family: Family::Ability,
    level: Level::Deny,
    what: "an ability never works on a card of that type",
    why: "What an instant or sorcery can do besides `spell(...)` works only while the spell is on the stack; loyalty abilities belong \
          to planeswalkers, chapters to Sagas, levels to Classes. On another card nobody can ever make use of them.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Borrowed Courage"
cost = "{W}"
type = "Instant"
script = '''
always(creatures.yours.get(+1, +1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Borrowed Courage"
cost = "{W}"
type = "Instant"
script = '''
spell(creatures.yours.get(+1, +1).until_end_of_turn);
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let changes_types = all_abilities(card).into_iter().any(|ability| {
        walk::any(ability, |change: &Change| {
            matches!(change, Change::Types(_) | Change::Copy(_) | Change::Become(_) | Change::FullText(_))
        })
    });
    // Who says how its first level comes about may do without being a Class.
    let has_levels = all_abilities(card).into_iter().any(|ability| {
        walk::any(
            ability,
            |effect: &Effect| matches!(effect, Effect::Designate(_, name, Amount::Fixed(1)) if name.as_str() == "level"),
        )
    });
    for site in sites(card) {
        if rises(&site) && !has_levels && !changes_types && !site.owner().base.types.has_subtype(Symbol::new("Class")) {
            let (file, span) = site.statement();
            let message = format!("{} that is no Class is of no level to rise from", site.noun());
            findings.add(&file, span, message).help.push("add `Class` to the type line".to_owned());
            continue;
        }
        let Some((message, help)) = impossible(&site, changes_types) else { continue };
        let (file, span) = site.statement();
        findings.add(&file, span, message).help.push(help.to_owned());
    }
}

fn impossible(site: &Site<'_>, changes_types: bool) -> Option<(String, &'static str)> {
    let noun = site.noun();
    let usual = site.ability.zones == Zones::Usual;
    let subtype = |name: &str| site.owner().base.types.has_subtype(Symbol::new(name));
    match &site.ability.kind {
        AbilityBody::Activated(activated) if activated.loyalty && !site.types().has(CardType::Planeswalker) && !changes_types => {
            Some((format!("{noun} has no loyalty to pay with"), "write `activated(...)`, or make the card a planeswalker"))
        }
        AbilityBody::Activated(_) if usual && site.is_only_a_spell() => Some((
            format!("nobody can activate this: {noun} is on the stack only"),
            "say where it works: `.from_hand` or `.from_graveyard`; or put the effect into `spell(...)`",
        )),
        AbilityBody::Static(fixed) if usual && site.is_only_a_spell() && !fixed.parts.iter().any(of_the_spell) => Some((
            format!("this holds only while the {} waits on the stack", noun.split_once(' ').map_or("spell", |(_, word)| word)),
            match fixed.parts.first() {
                Some(StaticPart::Replacement(_)) => {
                    "write it into the spell with a duration: `spell(instead(...).until_end_of_turn)`"
                }
                _ => "write it into the spell with a duration: `spell(creatures.yours.get(+1, +1).until_end_of_turn)`",
            },
        )),
        AbilityBody::Triggered(triggered) => match &triggered.on {
            TriggerOn::Event(EventPattern { any, .. }) if any.iter().all(is_chapter) && !subtype("Saga") && !changes_types => {
                Some((format!("{noun} that is no Saga comes to no chapter"), "add `Saga` to the type line, or write `when(...)`"))
            }
            TriggerOn::Event(EventPattern { any, .. })
                if any.iter().all(is_visit) && !subtype("Attraction") && !changes_types =>
            {
                Some((
                    format!("{noun} that is no Attraction is not visited"),
                    "add `Attraction` to the type line, or write `when(...)`",
                ))
            }
            TriggerOn::Event(_) | TriggerOn::State(_) => None,
        },
        AbilityBody::Spell(_) | AbilityBody::Activated(_) | AbilityBody::Static(_) => None,
    }
}

/// Whether it is what `level(...)` says: from one level to the next (modern 716.2a).
fn rises(site: &Site<'_>) -> bool {
    let AbilityBody::Activated(activated) = &site.ability.kind else { return false };
    matches!(
        &activated.condition,
        Condition::Compare(Amount::Total(Stat::Designation(name), of), Comparison::Equal, Amount::Fixed(1..))
            if name.as_str() == "level" && **of == Objects::This
    )
}

fn is_chapter(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::CountersReach(Filter::This, kind, _) if kind.as_str() == "lore")
}

fn is_visit(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::RollsToVisit(..))
}

/// Whether the part may speak of the spell itself as it is cast and resolves.
fn of_the_spell(part: &StaticPart) -> bool {
    walk::any(part, |filter: &Filter| *filter == Filter::This)
        || walk::any(part, |objects: &Objects| *objects == Objects::This)
        || matches!(part, StaticPart::Rule(Rule::Marker | Rule::BeforeGame(_) | Rule::Merges(_)))
}
