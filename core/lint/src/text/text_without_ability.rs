//! `text-without-ability`

use super::compare::Kind;
use super::compared::compared;
use super::text_differs::texts_compared;
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};

/// A sentence that no ability does.
pub const LINT: Lint = Lint {
    name: "text-without-ability",
    family: Family::Text,
    level: Level::Warn,
    what: "the rules text says something that no ability does",
    why: "The text is only shown; what happens is what `keywords` and the script say. A keyword or sentence that stands in the text \
          alone does nothing in the game.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Belfry Kite"
cost = "{1}{W}"
type = "Creature - Bird"
power = 2
toughness = 1
text = "Flying"
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Belfry Kite"
cost = "{1}{W}"
type = "Creature - Bird"
power = 2
toughness = 1
keywords = ["flying"]
text = "Flying"
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let comparisons = compared(card);
    for (said, comparison) in texts_compared(card, &comparisons) {
        for difference in comparison.differences.iter().filter(|difference| difference.kind == Kind::NoAbility) {
            let keyword = keyword(card, &difference.says);
            let message = match &keyword {
                Some(_) => format!("the text says `{}`, but the card does not have it", difference.says),
                None => "no ability does this".to_owned(),
            };
            let finding = findings.add(said.file(), said.place(difference.said.clone()), message);
            let help = match keyword {
                Some(keyword) => format!("add `keywords = [\"{keyword}\"]`, or delete it here"),
                None if said.face.script.is_none() => {
                    "the card has no script: write one that does it, or delete the sentence".to_owned()
                }
                None => "write an ability that does it, or delete the sentence".to_owned(),
            };
            finding.help.push(help);
        }
    }
}

/// The keyword that a text is, as it stands in card files.
fn keyword(card: &CardView<'_>, says: &str) -> Option<String> {
    let (word, argument) = says.split_at(says.find(['{', ' ']).unwrap_or(says.len()));
    let lower = says.to_lowercase();
    let known = |word: &str| card.library.keywords().iter().any(|keyword| keyword.as_str() == word);
    if known(&lower) {
        return Some(lower);
    }
    known(word.to_lowercase().as_str()).then(|| format!("{}{argument}", word.to_lowercase()))
}
