//! `duplicate-ability`

use super::walk::{Site, renamed, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::Ability;

/// An ability that a card says twice.
pub const LINT: Lint = Lint {
    name: "duplicate-ability",
    family: Family::Ability,
    level: Level::Warn,
    what: "a card has the same ability twice",
    why: "Both of them work: a trigger comes twice, a bonus is given twice. No card is printed like that; usually a line was copied to be \
          changed, and was not.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Echo Warden"
cost = "{2}{W}"
type = "Creature - Spirit"
power = 2
toughness = 2
script = '''
when(card.enters, gain_life(2));
when(card.enters, gain_life(2));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Echo Warden"
cost = "{2}{W}"
type = "Creature - Spirit"
power = 2
toughness = 2
script = '''
when(card.enters, gain_life(2));
when(card.dies, gain_life(2));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let mut known: Vec<(Site<'_>, Ability)> = Vec::new();
    for site in sites(card) {
        let plain = renamed(site.ability);
        let same_face = |other: &Site<'_>| std::ptr::eq(other.owner(), site.owner());
        match known.iter().find(|(other, ability)| same_face(other) && *ability == plain) {
            Some((first, _)) => {
                let (file, span) = site.statement();
                let finding = findings.add(&file, span, "this card has this ability already");
                let (file, span) = first.statement();
                *finding = finding.clone().see(&file, span, "said here first");
                finding.help.push("delete it, or change what was meant to differ".to_owned());
            }
            None => known.push((site, plain)),
        }
    }
}
