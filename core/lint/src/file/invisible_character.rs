//! `invisible-character`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint, Remedy};
use cardwright_script::diagnostic::Assumes;

/// A character that nobody sees.
pub const LINT: Lint = Lint {
    name: "invisible-character",
    family: Family::File,
    level: Level::Warn,
    what: "a character that nobody sees, or that changes how the text around it is shown",
    why: "What is not seen still counts: a name with a character without width in it is another name, which no deck and no \
          script finds. A character that turns the direction of text can make a script look like another one.",
    bad: Example(&[(
        EXAMPLE_CARD,
        "\nname = \"Cinder\u{200B} Imp\"\ncost = \"{1}{R}\"\ntype = \"Creature - Imp\"\npower = 2\ntoughness = 1\n",
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
    )]),
    fix: Some(Remedy { does: "removes a byte order mark at the beginning of a file", assumes: Assumes::Nothing }),
    check: Check::Loading,
};
