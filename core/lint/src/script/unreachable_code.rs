//! `unreachable-code`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Code that is never run.
pub const LINT: Lint = Lint {
    name: "unreachable-code",
    family: Family::Script,
    level: Level::Warn,
    what: "a part of a script that is never run",
    why: "What stands behind a `return`, a `throw` or a `break`, under `if false`, or in a function that nothing calls, adds \
          nothing to the card, though it looks as if it did.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
fn burn(amount) {
    return damage(amount, target(any_target));
    draw(amount)
}
spell(burn(3));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
fn burn(amount) {
    damage(amount, target(any_target))
}
spell([burn(3), draw(3)]);
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
