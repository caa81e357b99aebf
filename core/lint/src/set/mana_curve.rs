//! `mana-curve`

use super::facts::{is, only_color, set_place};
use crate::{Check, Example, Family, Findings, Level, Lint, SetView};
use cardwright_engine::mana::Color;
use cardwright_engine::types::CardType;
use cardwright_library::LibraryCard;

/// A colour that cannot do anything early, or that does everything late.
pub const LINT: Lint = Lint {
    name: "mana-curve",
    family: Family::Set,
    level: Level::Allow,
    what: "most cards of a colour cost a lot, or none of them is cheap",
    why: "A deck needs something to do in its first turns. A colour with no cards for one or two mana sits and waits.",
    bad: Example(&[
        ("cards/small/set.toml", "name = \"Small\"\n"),
        (
            "cards/small/cards.toml",
            r#"
[[card]]
name = "Red One"
cost = "{2}{R}"
type = "Sorcery"

[[card]]
name = "Red Two"
cost = "{3}{R}"
type = "Sorcery"

[[card]]
name = "Red Three"
cost = "{4}{R}"
type = "Sorcery"

[[card]]
name = "Red Four"
cost = "{5}{R}"
type = "Sorcery"

[[card]]
name = "Red Five"
cost = "{6}{R}"
type = "Sorcery"

[[card]]
name = "Red Six"
cost = "{6}{R}{R}"
type = "Sorcery"
"#,
        ),
    ]),
    instead: Example(&[
        ("cards/small/set.toml", "name = \"Small\"\n"),
        (
            "cards/small/cards.toml",
            r#"
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
cost = "{1}{R}"
type = "Sorcery"

[[card]]
name = "Red Four"
cost = "{2}{R}"
type = "Sorcery"

[[card]]
name = "Red Five"
cost = "{3}{R}"
type = "Sorcery"

[[card]]
name = "Red Six"
cost = "{4}{R}"
type = "Sorcery"
"#,
        ),
    ]),
    fix: None,
    check: Check::Set(check),
};

/// So few cards of a colour make no curve.
const FEWEST: usize = 6;
/// So much mana is a lot.
const HIGH: u32 = 5;
/// So much is little.
const LOW: u32 = 2;

fn check(set: &SetView<'_>, findings: &mut Findings) {
    let Some((file, span)) = set_place(set) else { return };
    for color in Color::ALL {
        let cards: Vec<&LibraryCard> = set
            .cards
            .iter()
            .map(|card| &**card)
            .filter(|card| only_color(card) == Some(color) && !is(card, CardType::Land))
            .collect();
        if cards.len() < FEWEST {
            continue;
        }
        let value = |card: &LibraryCard| card.definition.front().base.mana_value(0);
        let high: Vec<&LibraryCard> = cards.iter().copied().filter(|card| value(card) >= HIGH).collect();
        let low = cards.iter().filter(|card| value(card) <= LOW).count();
        let counts = |from: u32, to: u32| cards.iter().filter(|card| (from..=to).contains(&value(card))).count();
        let curve: Vec<String> = (0..=6).map(|cost| counts(cost, if cost == 6 { u32::MAX } else { cost }).to_string()).collect();
        let note = format!("{} cards that cost 0, 1, 2, 3, 4, 5, 6 or more: {}", color.word(), curve.join(", "));
        if low == 0 {
            let message = format!("no {} card costs {LOW} mana or less", color.word());
            let finding = findings.add(&file, span.clone(), message);
            finding.help.push(format!("write {} cards for the first turns", color.word()));
            finding.notes.push(note.clone());
        }
        if high.len() * 2 > cards.len() {
            let message = format!("{} of {} {} cards cost {HIGH} mana or more", high.len(), cards.len(), color.word());
            let finding = findings.add(&file, span.clone(), message);
            finding.help.push("make some of them cheaper, or write cheaper ones".to_owned());
            finding.notes.push(note);
        }
    }
}
