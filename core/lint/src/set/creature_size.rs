//! `creature-size`

use crate::{Check, Example, Family, Findings, Level, Lint, SetView};
use cardwright_engine::types::CardType;

/// Creatures that are far too large or small for their cost.
pub const LINT: Lint = Lint {
    name: "creature-size",
    family: Family::Set,
    level: Level::Allow,
    what: "a creature with nothing but keywords is far larger or smaller than creatures of its cost usually are",
    why: "A slip in a number makes a card that wins every game, or one that nobody plays.",
    bad: Example(&[(
        "cards/small/card.toml",
        r#"
name = "Meadow Bull"
cost = "{1}{G}"
type = "Creature - Ox"
power = 6
toughness = 6
"#,
    )]),
    instead: Example(&[(
        "cards/small/card.toml",
        r#"
name = "Meadow Bull"
cost = "{4}{G}{G}"
type = "Creature - Ox"
power = 6
toughness = 6
"#,
    )]),
    fix: None,
    check: Check::Set(check),
};

fn check(set: &SetView<'_>, findings: &mut Findings) {
    for card in set.cards {
        let (front, raw) = (card.definition.front(), card.raw.front());
        let keywords = front.abilities().iter().filter(|instance| instance.ability.keyword.is_some()).count();
        let (Some(power), Some(toughness), Some(cost)) = (&raw.power, &raw.toughness, &raw.cost) else { continue };
        let plain = front.abilities().len() == keywords && card.definition.faces.len() == 1;
        let fixed = !power.value.text.as_str().contains('*') && !toughness.value.text.as_str().contains('*');
        if !front.base.types.is(CardType::Creature) || !plain || !fixed || cost.value.x_count() > 0 {
            continue;
        }
        // A defender is large by nature, and small ones may fly.
        let defends = front.abilities().iter().any(|instance| {
            instance.ability.keyword.is_some_and(|keyword| matches!(keyword.name.as_str(), "defender" | "phasing" | "banding"))
        });
        let value = i64::from(cost.value.mana_value(0));
        let size = i64::from(power.value.value) + i64::from(toughness.value.value);
        let (large, small) = (size > 2 * value + 3 && !defends, keywords == 0 && size < value && value > 2);
        if !large && !small {
            continue;
        }
        let shown = format!("{}/{}", power.value.text, toughness.value.text);
        let how = if large { "large" } else { "small" };
        let message = format!("{shown} is {how} for a creature that costs {value}");
        let finding = findings.add(&card.raw.file, power.span.clone(), message);
        let see = finding.clone().see(&card.raw.file, cost.span.clone(), "the cost");
        *finding = see;
        finding.help.push(match large {
            true => format!("power and toughness together are usually at most {} there", 2 * value + 3),
            false => format!("power and toughness together are usually at least {value} there"),
        });
    }
}
