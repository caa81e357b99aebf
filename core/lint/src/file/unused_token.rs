//! `unused-token`

use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::TokenSpec;
use cardwright_engine::ability::Walk;
use cardwright_engine::symbol::Symbol;
use std::collections::BTreeSet;

/// A token that nothing makes.
pub const LINT: Lint = Lint {
    name: "unused-token",
    family: Family::File,
    level: Level::Warn,
    what: "a token of the card file that no script makes",
    why: "A `[[token]]` only says what the token is. If no ability of the card makes it, either the ability is missing or \
          the token is a remnant.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1

[[token]]
name = "Spark"
type = "Creature - Elemental"
power = 1
toughness = 1
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
script = '''
when(card.dies, create_token("Spark"));
'''

[[token]]
name = "Spark"
type = "Creature - Elemental"
power = 1
toughness = 1
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    if card.card.raw.tokens.is_empty() {
        return;
    }
    let mut made: BTreeSet<Symbol> = BTreeSet::new();
    for face in card.faces() {
        for (_, ability) in face.abilities() {
            ability.each(|token: &TokenSpec| {
                if let TokenSpec::Named(key) = token {
                    made.insert(*key);
                }
            });
        }
    }
    for (raw, token) in card.card.raw.tokens.iter().zip(&card.card.tokens) {
        // A callback makes it during the game, and another card may make it too.
        let written = format!("\"{}\"", raw.name.value);
        let mentioned = || card.card.scripts.iter().flatten().any(|script| script.text().contains(&written));
        let elsewhere = || card.library.cards().iter().any(|other| other.uses.tokens.contains(&token.key));
        if made.contains(&token.key) || mentioned() || elsewhere() {
            continue;
        }
        let message = format!("no ability of this card makes the token `{}`", raw.name.value);
        let finding = findings.add(&card.card.raw.file, raw.name.span.clone(), message);
        finding.help.push(format!("make it with `create_token(\"{}\")`, or delete the `[[token]]`", raw.name.value));
    }
}
