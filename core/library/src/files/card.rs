//! Card files: `cards/<set>/<card>.toml`.

use super::card_rules;
use super::printed::{self, Printed};
use super::table::{Spanned, Table, Text, parse};
use cardwright_script::diagnostic::{Diagnostic, SourceFile, nearest};
use std::fmt;
use std::ops::Range;

pub use super::printed::{RawFace, RawScript};

/// How often a card is found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rarity {
    /// A basic land.
    Basic,
    /// Common.
    Common,
    /// Uncommon.
    Uncommon,
    /// Rare.
    Rare,
    /// Mythic rare.
    Mythic,
    /// In a class of its own.
    Special,
}

impl Rarity {
    /// All, the most frequent first.
    pub const ALL: [Rarity; 6] = [Rarity::Basic, Rarity::Common, Rarity::Uncommon, Rarity::Rare, Rarity::Mythic, Rarity::Special];

    /// The word in card files.
    pub fn word(self) -> &'static str {
        match self {
            Rarity::Basic => "basic",
            Rarity::Common => "common",
            Rarity::Uncommon => "uncommon",
            Rarity::Rare => "rare",
            Rarity::Mythic => "mythic",
            Rarity::Special => "special",
        }
    }
}

impl fmt::Display for Rarity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A card as its file tells it. Its keywords and scripts are still text.
#[derive(Clone, PartialEq, Debug)]
pub struct RawCard {
    /// The file.
    pub file: SourceFile,
    /// Its faces, the front first: at least one.
    pub faces: Vec<RawFace>,
    /// The tokens that its scripts make by name.
    pub tokens: Vec<RawFace>,
    /// How often it is found.
    pub rarity: Option<Rarity>,
    /// Its collector number.
    pub number: Option<Spanned<u32>>,
    /// What it says to lint.
    pub lint: CardLint,
}

/// What a card file says to lint.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardLint {
    /// Lints that are silent about this card.
    pub allow: Vec<Text>,
    /// Where the key `allow` stands with its value.
    pub allow_span: Option<Range<usize>>,
    /// How seriously this card takes lints, by name or family: the table `[lint]`.
    pub levels: Vec<CardLevel>,
}

/// A line of a card's table `[lint]`: `name = "level"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardLevel {
    /// The lint or family.
    pub name: Spanned<String>,
    /// The level, as it is written.
    pub level: Text,
}

impl RawCard {
    /// The front face.
    pub fn front(&self) -> &RawFace {
        &self.faces[0]
    }

    /// The name of the card: that of its front face.
    pub fn name(&self) -> &Text {
        &self.front().name
    }

    /// The script files it names, under `scripts/`.
    pub fn script_files(&self) -> impl Iterator<Item = &Text> {
        self.faces.iter().chain(&self.tokens).filter_map(|face| match &face.script {
            Some(RawScript::File(path)) => Some(path),
            Some(RawScript::Inline(_)) | None => None,
        })
    }
}

/// A card of a file, or what kept it from being one.
#[derive(Clone, Debug)]
pub struct DecodedCard {
    /// The name, if that at least can be read.
    pub name: Option<String>,
    /// What it says to lint; also a broken card says that.
    pub lint: CardLint,
    /// The card, as far as it can be read: with errors among the diagnostics only good for finding more of them. `None` if the
    /// name or type of a face cannot be read.
    pub card: Option<RawCard>,
    /// Errors, and warnings about good cards.
    pub diagnostics: Vec<Diagnostic>,
}

impl DecodedCard {
    /// Whether nothing is wrong with it that keeps it from being used.
    pub fn is_sound(&self) -> bool {
        self.card.is_some() && !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// A decoded card file.
#[derive(Clone, Debug)]
pub struct DecodedFile {
    /// Its cards in order.
    pub cards: Vec<DecodedCard>,
    /// What is wrong with the file as a whole; then it says nothing reliable about any card.
    pub diagnostics: Vec<Diagnostic>,
}

const CARD_KEYS: [&str; 7] = ["rarity", "number", "allow", "lint", "face", "token", "card"];
const LARGEST_NUMBER: i64 = 99_999;

/// Decodes a card file: one card, or several under `[[card]]`.
pub fn decode_card_file(file: &SourceFile) -> DecodedFile {
    let mut broken = Vec::new();
    let (document, sound) = parse(file, &mut broken);
    if !sound {
        return DecodedFile { cards: Vec::new(), diagnostics: broken };
    }
    let table = Table::new(file, document.get_ref(), document.span());
    if !table.has("card") {
        let card = card(&table, &card_keys(&["card"]));
        return DecodedFile { cards: vec![card], diagnostics: broken };
    }
    table.only(&["card"], &mut broken);
    for trouble in &mut broken {
        trouble.help.push("in a file with `[[card]]`, everything stands under one".to_owned());
    }
    let tables = table.tables("card", &mut broken);
    let cards = tables.iter().map(|table| card(table, &card_keys(&["card"]))).collect();
    DecodedFile { cards, diagnostics: broken }
}

fn card_keys(without: &[&str]) -> Vec<&'static str> {
    CARD_KEYS.iter().chain(&printed::KEYS).copied().filter(|key| !without.contains(key)).collect()
}

fn card(table: &Table<'_>, known: &[&'static str]) -> DecodedCard {
    let mut out = Vec::new();
    table.only(known, &mut out);
    let faces = faces(table, &mut out);
    let tokens: Vec<Option<RawFace>> =
        table.tables("token", &mut out).iter().map(|table| printed::face(table, Printed::Token, &mut out)).collect();
    card_rules::tokens_have_their_own_names(table.file, tokens.iter().flatten(), &mut out);
    let rarity = rarity(table, &mut out);
    let number = table
        .integer("number", 0..LARGEST_NUMBER + 1, &mut out)
        .map(|number| Spanned { value: number.value as u32, span: number.span });
    let lint = CardLint {
        allow: table.strings("allow", &mut out),
        allow_span: table.value("allow").map(|value| table.key_span("allow").start..value.span().end),
        levels: levels(table, &mut out),
    };
    let name = faces.first().and_then(|face| face.as_ref()).map(|face| face.name.value.clone()).or_else(|| readable_name(table));
    out.sort_by_key(Diagnostic::sort_key);
    let readable = faces.iter().chain(&tokens).all(Option::is_some);
    let card = readable.then(|| RawCard {
        file: table.file.clone(),
        faces: faces.into_iter().flatten().collect(),
        tokens: tokens.into_iter().flatten().collect(),
        rarity,
        number,
        lint: lint.clone(),
    });
    DecodedCard { name, lint, card: card.filter(|card| !card.faces.is_empty()), diagnostics: out }
}

/// The faces stand under `[[face]]` each; or the front is the card itself and others stand under `[[face]]`.
fn faces(table: &Table<'_>, out: &mut Vec<Diagnostic>) -> Vec<Option<RawFace>> {
    let others = table.tables("face", out);
    let own = table.present(&printed::KEYS);
    let mut faces = Vec::new();
    if others.is_empty() || !own.is_empty() {
        faces.push(printed::face(table, Printed::Front, out));
    }
    for other in &others {
        other.only(&printed::KEYS, out);
        let printed = if faces.is_empty() { Printed::Front } else { Printed::Back };
        faces.push(printed::face(other, printed, out));
    }
    if let ([_], [only]) = (&faces[..], &others[..]) {
        let help = "write what it says at the top, without `[[face]]`, or add the other face";
        out.push(Diagnostic::bad_value(table.file, only.span.clone(), "a card with faces has two or more", help));
    }
    faces
}

fn readable_name(table: &Table<'_>) -> Option<String> {
    let mut silent = Vec::new();
    let own = table.filled("name", &mut silent);
    own.or_else(|| table.tables("face", &mut silent).first()?.filled("name", &mut Vec::new())).map(|name| name.value)
}

fn rarity(table: &Table<'_>, out: &mut Vec<Diagnostic>) -> Option<Rarity> {
    let text = table.filled("rarity", out)?;
    let found = Rarity::ALL.into_iter().find(|rarity| rarity.word() == text.value);
    if found.is_none() {
        out.push(unknown_choice(table.file, text.span, "rarity", &text.value, &Rarity::ALL.map(Rarity::word)));
    }
    found
}

/// The table `[lint]`. Which names and levels there are, lint knows.
fn levels(table: &Table<'_>, out: &mut Vec<Diagnostic>) -> Vec<CardLevel> {
    let Some(levels) = table.table("lint", out) else { return Vec::new() };
    let keys = levels.entries().into_iter().map(|(key, _)| key);
    keys.filter_map(|name| levels.string(&name.value, out).map(|level| CardLevel { name, level })).collect()
}

/// A word that is none of a few.
pub(super) fn unknown_choice(file: &SourceFile, span: Range<usize>, what: &str, word: &str, known: &[&str]) -> Diagnostic {
    let help = match nearest(word, known.iter().copied()) {
        Some(word) => format!("did you mean `{word}`?"),
        None => format!("write one of {}", known.join(", ")),
    };
    Diagnostic::bad_value(file, span, format!("`{word}` is no {what}"), help)
}

#[cfg(test)]
mod tests;
