//! `never-remembered`

use super::links;
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_script::diagnostic::nearest;

/// Something read that nothing remembers.
pub const LINT: Lint = Lint {
    name: "never-remembered",
    family: Family::Ability,
    level: Level::Deny,
    what: "a linked ability reads what no ability of the card remembers or chooses",
    why: "`remembered(...)`, `.of_chosen_color()` and their like read what another ability of the same card has written under the same \
          name (607). Without that other ability there is nothing to read: the effect finds no object, the number is 0.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Vault of the Forgetful"
cost = "{3}{W}"
type = "Enchantment"
script = '''
when(card.enters, exile(target(creatures.opponents)).remember("held"));
when(card.leaves, return_to_battlefield(remembered("hold")));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Vault of the Forgetful"
cost = "{3}{W}"
type = "Enchantment"
script = '''
when(card.enters, exile(target(creatures.opponents)).remember("held"));
when(card.leaves, return_to_battlefield(remembered("held")));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let uses = links::uses(card);
    // What a callback writes is known to nobody.
    if card.card.callbacks > 0 {
        return;
    }
    let written = links::written(card);
    let is_written = |link| uses.get(link).is_some_and(|used: &links::Use| used.writes > 0);
    let names: Vec<String> =
        written.iter().filter(|(link, ..)| is_written(link)).filter_map(|(_, site, step)| links::place(site, *step).1).collect();
    for (link, site, step) in written {
        let Some(used) = uses.get(&link).filter(|used| used.writes == 0) else { continue };
        let ((file, span), name) = links::place(&site, step);
        let word = step.map_or("this", |step| step.word);
        let message = match (&name, used.told) {
            (Some(name), true) => format!("no ability of this card tells \"{name}\""),
            (None, true) => "no ability of this card tells this".to_owned(),
            (Some(name), false) => format!("no ability of this card remembers anything as \"{name}\""),
            (None, false) => format!("`{word}` reads what no ability of this card remembers or chooses"),
        };
        let finding = findings.add(&file, span, message);
        let near = name.as_deref().and_then(|name| nearest(name, names.iter().map(String::as_str)));
        if let Some(near) = near {
            finding.help.push(format!("did you mean \"{near}\"?"));
            continue;
        }
        let kinds = ["choose_color()", "choose_creature_type()", "choose_card_name(...)", "choose_word([...])"];
        let partner = match word {
            "of_chosen_color" | "becomes_chosen_color" | "add_chosen_color" => kinds[0],
            "of_chosen_type" | "becomes_chosen_type" => kinds[1],
            "of_chosen_name" => kinds[2],
            "word_chosen" => kinds[3],
            "told" => "tell(...)",
            _ => "remember(...)",
        };
        finding.help.push(format!("let another ability do `{partner}` under the same name, for instance as the card enters"));
        finding.notes.push("modern 607.2: linked abilities speak of each other on the same object only".to_owned());
    }
}
