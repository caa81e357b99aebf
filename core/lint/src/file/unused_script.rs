//! `unused-script`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A script that no card names.
pub const LINT: Lint = Lint {
    name: "unused-script",
    family: Family::File,
    level: Level::Warn,
    what: "a script file that no card names",
    why: "The script does nothing: most often the card that should name it forgot to, or names a file that is called almost \
          the same.",
    bad: Example(&[
        (
            EXAMPLE_CARD,
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
        (
            "scripts/example/cinder-imp.rhai",
            r#"when(card.enters, draw(1));
"#,
        ),
    ]),
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
