//! `complex-common`

use super::facts::set_place;
use crate::{Check, Example, Family, Findings, Level, LibraryLexicon, Lint, SetView};
use cardwright_library::LibraryCard;
use cardwright_library::files::Rarity;
use cardwright_text::{Style, joined, rules_text};
use std::collections::BTreeSet;

/// Commons that ask too much.
pub const LINT: Lint = Lint {
    name: "complex-common",
    family: Family::Set,
    level: Level::Allow,
    what: "a common has a long text, many abilities or several keywords of the set's own; or too many commons have",
    why: "Commons are what new players see first and most. What is hard to read belongs on rarer cards.",
    bad: Example(&[(
        "cards/small/card.toml",
        r#"
name = "Busy Clerk"
cost = "{2}{W}"
type = "Creature - Human"
power = 2
toughness = 2
rarity = "common"
script = '''
when(card.enters, draw(1));
when(card.dies, gain_life(2));
when(card.attacks, scry(1));
activated("{2}", card.get(+1, +1).until_end_of_turn);
'''
"#,
    )]),
    instead: Example(&[(
        "cards/small/card.toml",
        r#"
name = "Busy Clerk"
cost = "{2}{W}"
type = "Creature - Human"
power = 2
toughness = 2
rarity = "common"
script = '''
when(card.enters, draw(1));
when(card.dies, gain_life(2));
'''
"#,
    )]),
    fix: None,
    check: Check::Set(check),
};

/// A longer text is long for a common.
const MOST_WORDS: usize = 45;
/// More abilities that are no keywords are many.
const MOST_ABILITIES: usize = 3;
/// More keywords that only this set knows are many.
const MOST_OWN_KEYWORDS: usize = 1;
/// Of so many commons, every fifth may be long.
const ENOUGH: usize = 20;
/// A text of so many words counts as long there.
const LONG: usize = 30;

fn check(set: &SetView<'_>, findings: &mut Findings) {
    let commons: Vec<&LibraryCard> =
        set.cards.iter().map(|card| &**card).filter(|card| card.raw.rarity == Some(Rarity::Common)).collect();
    let mut long = 0;
    for card in &commons {
        let words = words(set, card);
        long += usize::from(words > LONG);
        let abilities = card.definition.faces.iter().flat_map(|face| face.abilities());
        let scripted = abilities.clone().filter(|instance| instance.ability.keyword.is_none()).count();
        let keywords: BTreeSet<&str> =
            abilities.filter_map(|instance| instance.ability.keyword).map(|one| one.name.as_str()).collect();
        let own: Vec<&str> = keywords.into_iter().filter(|keyword| is_own(set, keyword)).collect();
        let mut reasons = Vec::new();
        if words > MOST_WORDS {
            reasons.push(format!("its text has {words} words"));
        }
        if scripted > MOST_ABILITIES {
            reasons.push(format!("it has {scripted} abilities besides keywords"));
        }
        if own.len() > MOST_OWN_KEYWORDS {
            reasons.push(format!("it has {} keywords of the set: {}", own.len(), own.join(", ")));
        }
        if !reasons.is_empty() {
            let place = card.raw.front().text.as_ref().map_or(&card.raw.name().span, |text| &text.span);
            let message = format!("`{}` is a lot for a common: {}", card.key, reasons.join("; "));
            let finding = findings.add(&card.raw.file, place.clone(), message);
            finding.help.push("leave something out, or make it uncommon".to_owned());
            finding.notes.push(format!(
                "up to {MOST_WORDS} words, {MOST_ABILITIES} abilities and {MOST_OWN_KEYWORDS} keyword of the set are usual"
            ));
        }
    }
    let Some((file, span)) = set_place(set) else { return };
    if commons.len() >= ENOUGH && long * 5 > commons.len() {
        let message = format!("{long} of {} commons have a text of more than {LONG} words", commons.len());
        findings.add(&file, span, message).help.push("keep four of five commons shorter".to_owned());
    }
}

/// The words of a card's texts without reminders: those of its file, or the written ones.
fn words(set: &SetView<'_>, card: &LibraryCard) -> usize {
    let lexicon = LibraryLexicon(set.library.get());
    let faces = card.definition.faces.iter().zip(&card.raw.faces);
    faces
        .map(|(face, raw)| {
            let text = raw.text.as_ref().map(|text| text.value.clone());
            let text = text.unwrap_or_else(|| joined(&rules_text(face, &lexicon, Style::default())));
            let mut depth = 0_usize;
            let plain: String = text
                .chars()
                .filter(|letter| {
                    depth += usize::from(*letter == '(');
                    let outside = depth == 0;
                    depth = depth.saturating_sub(usize::from(*letter == ')'));
                    outside
                })
                .collect();
            plain.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
        })
        .sum()
}

/// Whether the keyword's file lies in the set's folder.
fn is_own(set: &SetView<'_>, keyword: &str) -> bool {
    let folder = format!("cards/{}/", set.set.folder);
    let defines = format!("keyword_ability(\"{keyword}\"");
    set.library.keyword_files().iter().any(|file| file.path.starts_with(&folder) && file.text.contains(&defines))
}
