//! `duplicate-type`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Two files about one type.
pub const LINT: Lint = Lint {
    name: "duplicate-type",
    family: Family::Script,
    level: Level::Deny,
    what: "two files say what the same card type or subtype is",
    why: "Only one of the two would count, and which one would depend on the order of the files.",
    bad: Example(&[
        (
            "cards/example/types/engine.rhai",
            r#"subtype("Engine", #{ of: "Artifact" }, || always(card.enters_tapped));
"#,
        ),
        (
            "cards/example/types/motor.rhai",
            r#"subtype("Engine", #{ of: "Artifact" }, || always(card.does_not_untap));
"#,
        ),
        (
            EXAMPLE_CARD,
            r#"
name = "Cinder Pump"
cost = "{1}"
type = "Artifact - Engine"
"#,
        ),
    ]),
    instead: Example(&[
        (
            "cards/example/types/engine.rhai",
            r#"subtype("Engine", #{ of: "Artifact" }, || {
    always(card.enters_tapped);
    always(card.does_not_untap);
});
"#,
        ),
        (
            EXAMPLE_CARD,
            r#"
name = "Cinder Pump"
cost = "{1}"
type = "Artifact - Engine"
"#,
        ),
    ]),
    fix: None,
    check: Check::Loading,
};
