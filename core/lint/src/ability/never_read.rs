//! `never-read`

use super::links;
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};

/// Something remembered that nothing reads.
pub const LINT: Lint = Lint {
    name: "never-read",
    family: Family::Ability,
    level: Level::Warn,
    what: "something is remembered or chosen, and no ability of the card asks for it",
    why: "What is chosen or remembered matters only to an ability of the same card that reads it under the same name (607). If none \
          does, a player is asked a question without consequence.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Banner of Many Hues"
cost = "{2}"
type = "Artifact"
script = '''
always(card.as_enters(choose_color("hue")));
always(creatures.yours.get(+1, +1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Banner of Many Hues"
cost = "{2}"
type = "Artifact"
script = '''
always(card.as_enters(choose_color("hue")));
always(creatures.yours.of_chosen_color("hue").get(+1, +1));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let uses = links::uses(card);
    // What a callback reads is known to nobody.
    if card.card.callbacks > 0 {
        return;
    }
    for (link, site, step) in links::written(card) {
        let Some(used) = uses.get(&link).filter(|used| used.writes > 0 && used.reads == 0) else { continue };
        let ((file, span), name) = links::place(&site, step);
        let message = match (&name, used.told) {
            (Some(name), true) => format!("no ability of this card waits for `told(\"{name}\")`"),
            (None, true) => "no ability of this card waits to be told this".to_owned(),
            (Some(name), false) => format!("\"{name}\" is remembered, but no ability of this card asks for it"),
            (None, false) if step.is_some_and(|step| step.word.starts_with("choose")) => {
                "no ability of this card asks for what is chosen here".to_owned()
            }
            (None, false) => "this is remembered, but no ability of this card asks for it".to_owned(),
        };
        let finding = findings.add(&file, span, message);
        let word = step.map_or("", |step| step.word);
        let said = name.map(|name| format!("\"{name}\"")).unwrap_or_default();
        finding.help.push(match word {
            "choose_color" => format!("ask for it with `.of_chosen_color({said})`, or delete the choice"),
            "choose_creature_type" => format!("ask for it with `.of_chosen_type({said})`, or delete the choice"),
            "choose_card_name" => format!("ask for it with `.of_chosen_name({said})`, or delete the choice"),
            "choose_word" => "ask for it with `word_chosen(...)`, or delete the choice".to_owned(),
            "tell" => format!("wait for it with `when(told({said}), ...)`, or delete it"),
            _ => format!("ask for it with `remembered({said})`, or delete it"),
        });
    }
}
