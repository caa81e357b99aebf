//! `wording`

use super::compare::Kind;
use super::text_differs::report;
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint, Remedy};
use cardwright_script::diagnostic::Assumes;

/// The same in other words than the genre uses.
pub const LINT: Lint = Lint {
    name: "wording",
    family: Family::Text,
    level: Level::Note,
    what: "the rules text says the right thing in other words than texts usually do",
    why: "Rules texts are worded alike so that players recognize what they mean: articles, pronouns and the order of words too.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Tin Judge"
cost = "{3}{W}"
type = "Sorcery"
text = "Destroy each creatures."
script = 'spell(destroy(creatures));'
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Tin Judge"
cost = "{3}{W}"
type = "Sorcery"
text = "Destroy all creatures."
script = 'spell(destroy(creatures));'
"#,
    )]),
    fix: Some(Remedy { does: "writes the phrase as texts usually do", assumes: Assumes::Nothing }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    report(card, Kind::Wording, findings, |difference| match (difference.says.as_str(), difference.written.as_str()) {
        ("", written) => format!("texts usually say `{written}` here"),
        (says, "") => format!("`{says}` is usually left out here"),
        (says, written) => format!("texts usually say `{written}`, not `{says}`"),
    });
}
