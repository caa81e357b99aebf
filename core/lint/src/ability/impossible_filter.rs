//! `impossible-filter`

use super::satisfy::contradiction;
use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::Filter;
use cardwright_script::trace::Made;

/// A filter that nothing matches.
pub const LINT: Lint = Lint {
    name: "impossible-filter",
    family: Family::Ability,
    level: Level::Deny,
    what: "a filter contradicts itself, so that nothing can match it",
    why: "What is narrowed down by words that exclude each other is empty in every game. A target of that sort cannot be chosen, an \
          effect on it does nothing, an event of it never comes. `|` asks for one or the other; a further point asks for both.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ambush at Noon"
cost = "{1}{W}"
type = "Instant"
script = '''
spell(destroy(target(creatures.attacking.blocking)));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ambush at Noon"
cost = "{1}{W}"
type = "Instant"
script = '''
spell(destroy(target(creatures.attacking_or_blocking)));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let impossible = |filter: &Filter| matches!(filter, Filter::And(_) | Filter::Or(_)).then(|| contradiction(filter))?;
        for (filter, why) in walk::outermost(site.ability, impossible) {
            let (file, span) = site.place(&Made::Filter(filter));
            let finding = findings.add(&file, span, format!("nothing can match this: it would have to be {why}"));
            finding.help.push("leave one of the two out, or join two filters by `|` if either will do".to_owned());
        }
    }
}
