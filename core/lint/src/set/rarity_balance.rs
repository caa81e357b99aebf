//! `rarity-balance`

use super::facts::set_place;
use crate::{Check, Example, Family, Findings, Level, Lint, SetView};
use cardwright_library::files::Rarity;

/// Rarities that stand on their head, and cards without one.
pub const LINT: Lint = Lint {
    name: "rarity-balance",
    family: Family::Set,
    level: Level::Allow,
    what: "a set has more cards of a higher rarity than of a lower one, or a card has no rarity where the others have one",
    why: "Boosters are filled by rarity: with few commons, the same ones come again and again.",
    bad: Example(&[
        ("cards/small/set.toml", "name = \"Small\"\n"),
        (
            "cards/small/cards.toml",
            r#"
[[card]]
name = "One"
cost = "{1}"
type = "Artifact"
rarity = "common"

[[card]]
name = "Two"
cost = "{2}"
type = "Artifact"
rarity = "rare"

[[card]]
name = "Three"
cost = "{3}"
type = "Artifact"
rarity = "rare"

[[card]]
name = "Four"
cost = "{4}"
type = "Artifact"
"#,
        ),
    ]),
    instead: Example(&[
        ("cards/small/set.toml", "name = \"Small\"\n"),
        (
            "cards/small/cards.toml",
            r#"
[[card]]
name = "One"
cost = "{1}"
type = "Artifact"
rarity = "common"

[[card]]
name = "Two"
cost = "{2}"
type = "Artifact"
rarity = "common"

[[card]]
name = "Three"
cost = "{3}"
type = "Artifact"
rarity = "uncommon"

[[card]]
name = "Four"
cost = "{4}"
type = "Artifact"
rarity = "rare"
"#,
        ),
    ]),
    fix: None,
    check: Check::Set(check),
};

/// Rarities from the most frequent on.
const ORDER: [Rarity; 4] = [Rarity::Common, Rarity::Uncommon, Rarity::Rare, Rarity::Mythic];

fn check(set: &SetView<'_>, findings: &mut Findings) {
    let with: usize = set.cards.iter().filter(|card| card.raw.rarity.is_some()).count();
    // Where most have one, the others were forgotten.
    if with * 2 > set.cards.len() {
        for card in set.cards.iter().filter(|card| card.raw.rarity.is_none()) {
            let name = card.raw.name();
            let finding = findings.add(&card.raw.file, name.span.clone(), format!("`{}` has no rarity", name.value));
            finding.help.push("add a line like `rarity = \"common\"`".to_owned());
            finding.notes.push(format!("{with} of {} cards of the set have one", set.cards.len()));
        }
    }
    let count = |rarity: Rarity| set.cards.iter().filter(|card| card.raw.rarity == Some(rarity)).count();
    let Some((file, span)) = set_place(set) else { return };
    for (place, lower) in ORDER.iter().enumerate() {
        // Against the next that there is: a set without uncommons is measured by its rares.
        let Some(higher) = ORDER[place + 1..].iter().find(|rarity| count(**rarity) > 0) else { continue };
        let (few, many) = (count(*lower), count(*higher));
        let used = few > 0 || *lower == Rarity::Common;
        if used && many > few {
            let verb = if many == 1 { "is" } else { "are" };
            let message = format!("there {verb} {many} {higher} cards, but only {few} {lower}");
            let finding = findings.add(&file, span.clone(), message);
            finding.help.push(format!("make some of the {higher} cards {lower}, or write more {lower} ones"));
        }
    }
}
