//! `duplicate-set`

use crate::{Check, Example, Family, Level, Lint};

/// Two sets of one name.
pub const LINT: Lint = Lint {
    name: "duplicate-set",
    family: Family::File,
    level: Level::Warn,
    what: "two sets with the same name or the same code",
    why: "Players see a set by its name and its code: with two of a kind nobody knows which is meant.",
    bad: Example(&[
        (
            "cards/ember/set.toml",
            r#"name = "Embers"
code = "EMB"
"#,
        ),
        (
            "cards/ember/cinder-imp.toml",
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
        (
            "cards/embark/set.toml",
            r#"name = "Embarking"
code = "EMB"
"#,
        ),
        (
            "cards/embark/ashen-imp.toml",
            r#"
name = "Ashen Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
    ]),
    instead: Example(&[
        (
            "cards/ember/set.toml",
            r#"name = "Embers"
code = "EMB"
"#,
        ),
        (
            "cards/ember/cinder-imp.toml",
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
        (
            "cards/embark/set.toml",
            r#"name = "Embarking"
code = "EMK"
"#,
        ),
        (
            "cards/embark/ashen-imp.toml",
            r#"
name = "Ashen Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
    ]),
    fix: None,
    check: Check::Loading,
};
