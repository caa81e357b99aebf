//! `unused-x`

use super::walk::{self, all_abilities, sites};
use super::x_without_cost::cost_has_x;
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{AbilityBody, Amount, Stat};
use cardwright_script::trace::Made;

/// An X that is paid for nothing.
pub const LINT: Lint = Lint {
    name: "unused-x",
    family: Family::Ability,
    level: Level::Warn,
    what: "a cost has {X}, but nothing uses `x`",
    why: "Whoever pays more for X gets nothing for it. Usually a fixed number stands where `x` was meant.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Endless Brook"
cost = "{X}{U}"
type = "Sorcery"
script = '''
spell(draw(1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Endless Brook"
cost = "{X}{U}"
type = "Sorcery"
script = '''
spell(draw(x));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    // What a callback reads is known to nobody.
    if card.card.callbacks > 0 {
        return;
    }
    let of_x = |amount: &Amount| matches!(amount, Amount::X | Amount::Total(Stat::X | Stat::ManaValue, _));
    let greatest = |amount: &Amount| matches!(amount, Amount::Greatest(Stat::X | Stat::ManaValue, _));
    let filter =
        |filter: &cardwright_engine::ability::Filter| matches!(filter, cardwright_engine::ability::Filter::Stat(Stat::X, ..));
    let abilities = all_abilities(card);
    let card_uses =
        abilities.iter().any(|ability| walk::any(*ability, of_x) || walk::any(*ability, greatest) || walk::any(*ability, filter));
    for face in card.faces() {
        let Some(cost) = &face.raw.cost else { continue };
        if cost.value.x_count() > 0 && !card_uses && face.script.is_some() {
            let file = &face.card.raw.file;
            let written = file.text.get(cost.span.clone()).unwrap_or_default();
            let at = written.find("{X}").or_else(|| written.find("{x}"));
            let span = at.map_or(cost.span.clone(), |at| cost.span.start + at..cost.span.start + at + 3);
            let finding = findings.add(file, span, "the cost has {X}, but nothing on the card uses `x`");
            finding.help.push("write `x` where the number is meant: `draw(x)`, or take {X} out of the cost".to_owned());
        }
    }
    for site in sites(card) {
        let AbilityBody::Activated(activated) = &site.ability.kind else { continue };
        let used = walk::any(&activated.body, |amount: &Amount| *amount == Amount::X)
            || walk::any(&activated.condition, |amount: &Amount| *amount == Amount::X)
            || walk::any(&activated.cost, |amount: &Amount| *amount == Amount::X);
        if cost_has_x(&activated.cost) && !used {
            let text = |text: &str| text.contains("{X}") || text.contains("{x}");
            let step = site.step(&Made::Cost(activated.cost.clone()));
            let step = step.or_else(|| site.step_where(|step| step.word == "activated"));
            let (file, span) = step.and_then(|step| site.argument(step, text)).unwrap_or_else(|| site.whole(step));
            let finding = findings.add(&file, span, "this cost has {X}, but the ability does not use `x`");
            finding.help.push("write `x` where the number is meant, or take {X} out of the cost".to_owned());
        }
    }
}
