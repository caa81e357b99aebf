//! `color-balance`

use super::facts::{listed, only_color, set_place};
use crate::{Check, Example, Family, Findings, Level, Lint, SetView};
use cardwright_engine::mana::Color;

/// A colour with far fewer or more cards than the others.
pub const LINT: Lint = Lint {
    name: "color-balance",
    family: Family::Set,
    level: Level::Allow,
    what: "a colour of the set has far fewer cards, or far more, than the others",
    why: "Who drafts or builds decks from a set finds too little of a colour that was written last.",
    bad: Example(&[("cards/small/set.toml", "name = \"Small\"\n"), ("cards/small/cards.toml", UNBALANCED)]),
    instead: Example(&[("cards/small/set.toml", "name = \"Small\"\n"), ("cards/small/cards.toml", BALANCED)]),
    fix: None,
    check: Check::Set(check),
};

/// So few cards of one colour say nothing about balance.
const FEWEST: usize = 8;

fn check(set: &SetView<'_>, findings: &mut Findings) {
    let counts: Vec<(Color, usize)> = Color::ALL
        .into_iter()
        .map(|color| (color, set.cards.iter().filter(|card| only_color(card) == Some(color)).count()))
        .collect();
    let total: usize = counts.iter().map(|(_, count)| count).sum();
    // A set of two or three colours is meant so.
    let present: Vec<(Color, usize)> = counts.iter().copied().filter(|(_, count)| *count > 0).collect();
    let considered = if present.len() >= 4 { counts } else { present };
    if total < FEWEST || considered.len() < 2 {
        return;
    }
    let Some((file, span)) = set_place(set) else { return };
    for (color, count) in &considered {
        let others = considered.len() - 1;
        let rest = total - count;
        // Six tenths and sixteen tenths of what the others have on average.
        let (few, many) = (count * others * 10 < rest * 6, count * others * 10 > rest * 16);
        if !few && !many {
            continue;
        }
        let how = if few { "few" } else { "many" };
        let message = format!("{} has {how} cards: {count}, the others {} on average", color.word(), tenths(rest, others));
        let finding = findings.add(&file, span.clone(), message);
        let all: Vec<String> = considered.iter().map(|(color, count)| format!("{} {count}", color.word())).collect();
        finding.notes.push(format!("cards of one colour: {}", listed(&all)));
        finding.help.push(match few {
            true => format!("write more {} cards, or fewer of the others", color.word()),
            false => format!("write fewer {} cards, or more of the others", color.word()),
        });
    }
}

fn tenths(number: usize, by: usize) -> String {
    let tenths = (number * 10 + by / 2) / by.max(1);
    if tenths.is_multiple_of(10) { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

const UNBALANCED: &str = r#"
[[card]]
name = "Red One"
cost = "{R}"
type = "Sorcery"

[[card]]
name = "Red Two"
cost = "{1}{R}"
type = "Sorcery"

[[card]]
name = "Red Three"
cost = "{2}{R}"
type = "Sorcery"

[[card]]
name = "Red Four"
cost = "{3}{R}"
type = "Sorcery"

[[card]]
name = "Red Five"
cost = "{4}{R}"
type = "Sorcery"

[[card]]
name = "Red Six"
cost = "{5}{R}"
type = "Sorcery"

[[card]]
name = "Blue One"
cost = "{U}"
type = "Sorcery"

[[card]]
name = "Blue Two"
cost = "{1}{U}"
type = "Sorcery"
"#;

const BALANCED: &str = r#"
[[card]]
name = "Red One"
cost = "{R}"
type = "Sorcery"

[[card]]
name = "Red Two"
cost = "{1}{R}"
type = "Sorcery"

[[card]]
name = "Red Three"
cost = "{2}{R}"
type = "Sorcery"

[[card]]
name = "Red Four"
cost = "{3}{R}"
type = "Sorcery"

[[card]]
name = "Blue One"
cost = "{U}"
type = "Sorcery"

[[card]]
name = "Blue Two"
cost = "{1}{U}"
type = "Sorcery"

[[card]]
name = "Blue Three"
cost = "{2}{U}"
type = "Sorcery"

[[card]]
name = "Blue Four"
cost = "{3}{U}"
type = "Sorcery"
"#;
