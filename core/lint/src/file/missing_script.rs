//! `missing-script`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A script that is not there.
pub const LINT: Lint = Lint {
    name: "missing-script",
    family: Family::File,
    level: Level::Deny,
    what: "the card names a script file that is not there",
    why: "Without its script the card would have no abilities.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
script = "example/cinder-imp.rhai"
"#,
    )]),
    instead: Example(&[
        (
            EXAMPLE_CARD,
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
script = "example/cinder-imp.rhai"
"#,
        ),
        (
            "scripts/example/cinder-imp.rhai",
            r#"when(card.enters, draw(1));
"#,
        ),
    ]),
    fix: None,
    check: Check::Loading,
};
