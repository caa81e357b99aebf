//! Cards as they would be printed, without their pictures.

use cardwright_engine::definition::Face;
use cardwright_library::{Library, LibraryCard};
use cardwright_lint::LibraryLexicon;
use cardwright_text::{Style, joined, rules_text};

/// Whose rules text a card is shown with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFrom {
    /// The card file's; where it says none, the written one.
    File,
    /// The one that is written from the abilities.
    Abilities,
}

/// A card with all its faces: name and cost, type line, numbers, rules text. Each line ends with a line break.
pub fn printed(library: &Library, card: &LibraryCard, from: TextFrom, style: Style) -> String {
    let mut page = String::new();
    for (place, (face, raw)) in card.definition.faces.iter().zip(&card.raw.faces).enumerate() {
        if place > 0 {
            page.push_str("//\n");
        }
        let cost = face.base.cost.as_ref().map(|cost| format!("  {cost}")).unwrap_or_default();
        page.push_str(&format!("{}{cost}\n{}{}\n", face.base.name, face.base.types, numbers(face)));
        let own = raw.text.as_ref().filter(|_| from == TextFrom::File).map(|text| text.value.trim().to_owned());
        let text = own.unwrap_or_else(|| joined(&rules_text(face, &LibraryLexicon(library), style)));
        if !text.is_empty() {
            page.push_str(&format!("{text}\n"));
        }
    }
    page
}

fn numbers(face: &Face) -> String {
    match (&face.power, &face.toughness) {
        (Some(power), Some(toughness)) => format!("  {}/{}", power.text, toughness.text),
        _ => face.base.numbers.iter().map(|(_, number)| format!("  {number}")).collect(),
    }
}
