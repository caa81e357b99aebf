//! `unasked-cost`

use super::never_paid::Tags;
use super::walk::{all_abilities, any};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{CostChange, CostTag};
use cardwright_script::trace::Made;

/// An optional cost that buys nothing.
pub const LINT: Lint = Lint {
    name: "unasked-cost",
    family: Family::Ability,
    level: Level::Warn,
    what: "a card has an optional cost, and no ability asks whether it was paid",
    why: "Whoever pays the cost gets nothing for it: only an ability of the card that asks, with `was_paid(...)` or `times_paid(...)`, \
          makes a difference.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Generous Table"
cost = "{1}{W}"
type = "Sorcery"
script = '''
always(card.optional_cost("feast", "{2}"));
spell(gain_life(4));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Generous Table"
cost = "{1}{W}"
type = "Sorcery"
script = '''
always(card.optional_cost("feast", "{2}"));
spell(gain_life(number_if(was_paid("feast"), 8, 4)));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    // What a callback asks is known to nobody.
    if card.card.callbacks > 0 {
        return;
    }
    let all = all_abilities(card);
    let asked = |tag: CostTag| all.iter().any(|ability| Tags::of(ability).asked.contains_key(&tag));
    for face in card.faces() {
        for (index, ability) in face.abilities() {
            let mut optional: Vec<(CostTag, CostChange)> = Vec::new();
            // Of the card itself: what other spells are offered, they may ask about.
            super::walk::each(&ability.kind, |change: &CostChange| {
                if let CostChange::Optional(cardwright_engine::ability::Filter::This, tag, ..) = change {
                    optional.push((*tag, change.clone()));
                }
            });
            for (tag, change) in optional.into_iter().filter(|(tag, _)| !asked(*tag)) {
                let says =
                    |made: &Made| matches!(made, Made::Statement(parts, _) if any(parts, |found: &CostChange| *found == change));
                let step = face.trace.and_then(|trace| {
                    let step = trace.steps_of(index).into_iter().find(|step| step.place.is_some() && says(&step.made))?;
                    trace.whole(step)
                });
                let (file, span) = step.unwrap_or_else(|| face.ability_place(index));
                let finding = findings.add(&file, span, format!("no ability of this card asks whether \"{}\" was paid", tag.0));
                let ask = if tag.0.as_str() == "kicker" { "kicked()".to_owned() } else { format!("was_paid(\"{}\")", tag.0) };
                finding.help.push(format!("let it make a difference: `if_({ask}, ..., ...)`, or delete it"));
            }
        }
    }
}
