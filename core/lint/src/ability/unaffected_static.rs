//! `unaffected-static`

use super::walk::{self, Holder, Site, all_abilities, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{Change, Effect, Filter, Objects, Players, Rule, StaticPart, TargetRule, TypeChange};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::CardType;
use cardwright_script::trace::{Made, Step};

/// A static ability that changes nothing.
pub const LINT: Lint = Lint {
    name: "unaffected-static",
    family: Family::Ability,
    level: Level::Warn,
    what: "a continuous effect gives what its objects have already, or speaks of a host that there is none of",
    why: "To make creatures with flying fly, or green creatures green, changes nothing. And `host` is what an Aura, an Equipment or its \
          like is attached to: a card that nothing attaches has none.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Verdant Herald"
cost = "{2}{G}"
type = "Creature - Elf"
power = 2
toughness = 2
script = '''
always(host.get(+1, +1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Verdant Herald"
cost = "{2}{G}"
type = "Creature - Elf"
power = 2
toughness = 2
script = '''
always(creatures.yours.other.get(+1, +1));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let attachable = can_be_attached(card);
    for site in sites(card) {
        let mut found: Vec<(String, &'static str, Option<&Step>)> = Vec::new();
        let mut say = |affects: &Filter, changes: &[Change]| {
            if let Some(what) = changes.iter().map(|change| had(affects, change)).collect::<Option<Vec<_>>>() {
                let what = what.first().map_or_else(|| "nothing changes".to_owned(), |what| format!("these {what} already"));
                let step = site.step_where(|step| matches!(&step.made, Made::Statement(parts, _) if says(parts, changes)));
                found.push((what, "say of which objects it changes something, or delete it", step));
            }
        };
        walk::each(site.ability, |part: &StaticPart| {
            if let StaticPart::Continuous { affects, changes } = part {
                say(affects, changes);
            }
        });
        walk::each(site.ability, |effect: &Effect| {
            if let Effect::ContinuousAll(affects, changes, _) = effect {
                say(affects, changes);
            }
        });
        let mut of_host = false;
        walk::each_held(site.ability, |objects: &Objects, holder| {
            of_host |= holder == Holder::Card && matches!(objects, Objects::Host(of) if **of == Objects::This);
        });
        if of_host && !attachable {
            let step = host_step(&site);
            found.push(("this card is never attached to anything: it has no host".to_owned(), HOST_HELP, step));
        }
        for (message, help, step) in found {
            let (file, span) = site.whole(step);
            findings.add(&file, span, message).help.push(help.to_owned());
        }
    }
}

const HOST_HELP: &str = "speak of `card` or of `creatures.yours`, or make the card an Aura or an Equipment";

fn host_step<'l>(site: &Site<'l>) -> Option<&'l Step> {
    let trace = site.face.trace?;
    let speaks = |step: &&Step| {
        let host = |objects: &Objects| matches!(objects, Objects::Host(of) if **of == Objects::This);
        step.place.is_some()
            && match &step.made {
                Made::Statement(parts, _) => walk::any(parts, host),
                Made::Effect(effect) => walk::any(effect, host),
                Made::Pattern(pattern) => walk::any(pattern, host),
                Made::Filter(filter) => walk::any(filter, host),
                Made::Objects(objects) => walk::any(objects, host),
                _ => false,
            }
    };
    trace.steps_of(site.index).into_iter().find(speaks)
}

fn says(parts: &[StaticPart], wanted: &[Change]) -> bool {
    parts.iter().any(|part| matches!(part, StaticPart::Continuous { changes, .. } if changes == wanted))
}

/// Whether any face or token of the card is ever attached to something.
fn can_be_attached(card: &CardView<'_>) -> bool {
    let words = ["Aura", "Equipment", "Fortification"].map(Symbol::new);
    let by_type = card.faces().any(|face| words.iter().any(|word| face.face.base.types.has_subtype(*word)));
    by_type
        || all_abilities(card).into_iter().any(|ability| {
            walk::any(ability, |effect: &Effect| matches!(effect, Effect::Attach(..)))
                || walk::any(ability, |rule: &Rule| matches!(rule, Rule::Target(TargetRule::AttachesTo(..))))
                || walk::any(ability, |change: &TypeChange| change.add_subtypes.iter().any(|word| words.contains(word)))
        })
}

/// What everything that matches has already of the change.
fn had(affects: &Filter, change: &Change) -> Option<String> {
    let demanded = |wanted: &Filter| match affects {
        Filter::And(all) => all.contains(wanted),
        one => one == wanted,
    };
    match change {
        Change::AddKeyword(keyword, _) => demanded(&Filter::Keyword(*keyword)).then(|| format!("have {keyword}")),
        Change::RemoveKeyword(keyword) => {
            demanded(&Filter::Not(Box::new(Filter::Keyword(*keyword)))).then(|| format!("lack {keyword}"))
        }
        Change::AddColors(colors) => {
            let mut all = colors.colors().peekable();
            let first = all.peek().copied()?;
            all.all(|color| demanded(&Filter::Color(color))).then(|| format!("are {}", first.word()))
        }
        Change::Control(Players::You) => demanded(&Filter::ControlledBy(Box::new(Players::You))).then(|| "are yours".to_owned()),
        Change::Types(types) => {
            let card_types: Vec<CardType> = types.add_types.members().collect();
            let rest = TypeChange { add_types: Default::default(), add_subtypes: Vec::new(), ..types.clone() };
            let known = card_types.iter().all(|card_type| demanded(&Filter::Type(*card_type)))
                && types.add_subtypes.iter().all(|subtype| demanded(&Filter::Subtype(*subtype)));
            let words = card_types.iter().map(|card_type| card_type.word().to_owned());
            let words: Vec<String> = words.chain(types.add_subtypes.iter().map(|word| word.to_string())).collect();
            (known && rest == TypeChange::default() && !words.is_empty()).then(|| format!("are `{}`", words.join(" ")))
        }
        _ => None,
    }
}
