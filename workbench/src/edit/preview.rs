//! A card as it would be: what is printed on it, and the text that is written from what it does.

use crate::page::CardPicture;
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::ruleset::Ruleset;
use cardwright_engine::symbol::Symbol;
use cardwright_library::files::{RawCard, RawFace};
use cardwright_library::{Library, LibraryCard};
use cardwright_lint::{DifferenceKind, LibraryLexicon, comparisons, edition};
use cardwright_text::{Edition, Paragraph, Style, joined, rules_text};
use std::ops::Range;
use std::sync::Arc;

/// A card to show.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Its key.
    pub key: Symbol,
    /// What games would use.
    pub definition: Arc<CardDef>,
    /// What its file says: rarity, number, artist.
    pub raw: Arc<RawCard>,
    /// The set that it lies in.
    pub set: Arc<str>,
    /// Whether it is the newest version, or the last one without errors.
    pub version: Version,
    /// Its faces, then the tokens that its file defines.
    pub faces: Vec<FacePreview>,
}

/// Which version of a card is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// What the texts say.
    Newest,
    /// The texts have errors: this is what they said before.
    LastGood,
}

/// A face or token to show.
#[derive(Clone, Debug)]
pub struct FacePreview {
    /// What games would use.
    pub face: Face,
    /// What the file says of it.
    pub raw: RawFace,
    /// How it is drawn, with the text of its file; where that says none, with the written one.
    pub picture: CardPicture,
    /// The text of the file, in pieces: those that differ are marked. None if the file has none.
    pub said: Option<Vec<Phrase>>,
    /// The written text, paragraph by paragraph, in pieces.
    pub written: Vec<Vec<Phrase>>,
    /// The same with the reminder text of keywords.
    pub reminded: Vec<String>,
    /// The differences, in words.
    pub differences: Vec<String>,
    /// Whether all that the card does could be put into words: otherwise a difference may be the writer's fault.
    pub sure: bool,
}

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// What it says.
    pub text: String,
    /// Whether the other text says the same.
    pub agreement: Agreement,
}

/// Whether two texts say the same somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// They do.
    Same,
    /// They do not.
    Differs,
}

/// A card of a library as it is to be shown.
pub fn preview(library: &Library, card: &LibraryCard) -> Preview {
    let style = Style { edition: wording(library, card), reminders: false };
    let compared = comparisons(library, card, style);
    let definitions = card.definition.faces.iter().chain(card.tokens.iter().map(|token| token.front()));
    let raws = card.raw.faces.iter().chain(&card.raw.tokens);
    let count = card.raw.faces.len();
    let faces = definitions
        .zip(raws)
        .zip(compared)
        .enumerate()
        .map(|(place, ((face, raw), comparison))| {
            let lexicon = LibraryLexicon(library);
            let reminded = rules_text(face, &lexicon, Style { reminders: true, ..style });
            let marks: Vec<Range<usize>> = comparison.differences.iter().map(|difference| difference.said.clone()).collect();
            let said = raw.text.as_ref().map(|text| phrases(&text.value, marks));
            let written = comparison.written.iter().map(|paragraph| {
                let differing = comparison.differences.iter().filter(|difference| !difference.written.is_empty());
                phrases(&paragraph.text, differing.filter_map(|difference| mark(paragraph, difference)).collect())
            });
            let text: Arc<str> = match &raw.text {
                Some(text) => text.value.trim().into(),
                None => joined(&comparison.written).into(),
            };
            let picture = CardPicture::of_face(face, text);
            FacePreview {
                face: face.clone(),
                raw: raw.clone(),
                // A token has neither rarity nor number.
                picture: if place < count { picture.from_library(library, card.key) } else { picture },
                written: if raw.text.is_some() {
                    written.collect()
                } else {
                    comparison.written.iter().map(|paragraph| phrases(&paragraph.text, Vec::new())).collect()
                },
                said,
                reminded: reminded.into_iter().map(|paragraph| paragraph.text).collect(),
                differences: match raw.text {
                    Some(_) => comparison.differences.iter().map(in_words).collect(),
                    None => Vec::new(),
                },
                sure: comparison.sure,
            }
        })
        .collect();
    Preview {
        key: card.key,
        definition: card.definition.clone(),
        raw: card.raw.clone(),
        set: card.set.clone(),
        version: if library.is_last_good(card.key) { Version::LastGood } else { Version::Newest },
        faces,
    }
}

/// Whose wording the texts of a card have: that of its set's ruleset.
fn wording(library: &Library, card: &LibraryCard) -> Edition {
    let ruleset = library.set(&card.set).and_then(|set| library.ruleset(&set.facts.ruleset));
    let ruleset = ruleset.and_then(|file| toml::from_str::<Ruleset>(&file.text).ok());
    ruleset.map_or(Edition::Modern, |ruleset| edition(&ruleset))
}

/// Where a written paragraph says what the other text does not.
fn mark(paragraph: &Paragraph, difference: &cardwright_lint::Difference) -> Option<Range<usize>> {
    let is_here = paragraph.text.contains(difference.paragraph.trim()) || difference.paragraph.contains(paragraph.text.trim());
    let start = paragraph.text.find(&difference.written).filter(|_| is_here)?;
    Some(start..start + difference.written.len())
}

/// A text in pieces, where some bytes differ.
fn phrases(text: &str, mut marks: Vec<Range<usize>>) -> Vec<Phrase> {
    marks.sort_by_key(|mark| (mark.start, mark.end));
    let mut out = Vec::new();
    let mut push = |span: Range<usize>, agreement| {
        if let Some(said) = text.get(span).filter(|said| !said.is_empty()) {
            out.push(Phrase { text: said.to_owned(), agreement });
        }
    };
    let mut at = 0;
    for mark in marks {
        let start = mark.start.max(at);
        if mark.end <= start || !text.is_char_boundary(start) || !text.is_char_boundary(mark.end) {
            continue;
        }
        push(at..start, Agreement::Same);
        push(start..mark.end, Agreement::Differs);
        at = mark.end;
    }
    push(at..text.len(), Agreement::Same);
    out
}

fn in_words(difference: &cardwright_lint::Difference) -> String {
    match (difference.kind, difference.says.as_str(), difference.written.as_str()) {
        (DifferenceKind::NoAbility, says, _) => format!("no ability does “{says}”"),
        (DifferenceKind::NotSaid, _, written) => format!("the text does not say “{written}”"),
        (DifferenceKind::Name, says, _) => format!("the card is not called “{says}”"),
        (_, "", written) => format!("“{written}” is left out"),
        (_, says, "") => format!("“{says}” is too much"),
        (_, says, written) => format!("the text says “{says}”, the card does “{written}”"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_library::{LibraryCompiler, Workspace};

    fn shown(card: &str) -> Preview {
        let workspace = Workspace::in_memory([("cards/e/owl.toml", card)], LibraryCompiler::tracing());
        let library = workspace.library();
        preview(library, &library.cards()[0])
    }

    const OWL: &str = "name = \"Ledger Owl\"\ncost = \"{2}{U}\"\ntype = \"Creature - Bird\"\npower = 1\ntoughness = 3\n\
                       keywords = [\"flying\"]\ntext = \"\"\"\nFlying\nWhen Ledger Owl enters, draw two cards.\"\"\"\n\
                       script = 'when(card.enters, draw(1));'\n";

    #[test]
    fn the_phrase_that_differs_is_marked_on_both_sides() {
        let owl = shown(OWL);
        let face = &owl.faces[0];
        let differing = |phrases: &[Phrase]| -> Vec<String> {
            phrases.iter().filter(|phrase| phrase.agreement == Agreement::Differs).map(|phrase| phrase.text.clone()).collect()
        };
        let said = face.said.as_ref().unwrap();
        assert_eq!(differing(said), ["two cards"]);
        assert_eq!(
            said.iter().map(|phrase| phrase.text.as_str()).collect::<String>(),
            "Flying\nWhen Ledger Owl enters, draw two cards."
        );
        assert_eq!(differing(&face.written.concat()), ["a card"]);
        assert_eq!(face.differences, ["the text says “two cards”, the card does “a card”"]);
        assert!(face.reminded[0].starts_with("Flying ("), "{:?}", face.reminded);
        assert_eq!(owl.version, Version::Newest);
    }

    #[test]
    fn a_card_without_text_has_the_written_one() {
        let owl = shown(&OWL.replace("text = \"\"\"\nFlying\nWhen Ledger Owl enters, draw two cards.\"\"\"\n", ""));
        let face = &owl.faces[0];
        assert_eq!((face.said.clone(), face.differences.len()), (None, 0));
        assert_eq!(face.written.len(), 2);
    }

    #[test]
    fn marks_that_overlap_or_lie_outside_lose_nothing() {
        let pieces = phrases("Gain 3 life, é", vec![5..6, 5..11, 8..9, 100..120, 14..15]);
        assert_eq!(pieces.iter().map(|piece| piece.text.as_str()).collect::<String>(), "Gain 3 life, é");
    }
}
