//! What is printed on a face of a card, or on a token.

use super::card::unknown_choice;
use super::card_rules;
use super::table::{Spanned, Table, Text};
use cardwright_engine::characteristics::Numbers;
use cardwright_engine::definition::PrintedPt;
use cardwright_engine::mana::{Color, ColorSet, ManaCost};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::TypeLine;
use cardwright_script::diagnostic::Diagnostic;
use cardwright_script::text::{self, Parsed, PrintedNumber};
use std::ops::Range;
use toml::de::DeValue;

/// The keys of a face.
pub(super) const KEYS: [&str; 16] = [
    "name",
    "cost",
    "type",
    "text",
    "flavor",
    "script",
    "power",
    "toughness",
    "loyalty",
    "defense",
    "hand",
    "life",
    "numbers",
    "colors",
    "keywords",
    "artist",
];

/// Printed numbers that have keys of their own; others stand under `numbers`.
pub(super) const OWN_KEYS: [&str; 4] = ["loyalty", "defense", "hand", "life"];

/// What is being read: the rules ask different things of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Printed {
    /// The front of a card.
    Front,
    /// Another face.
    Back,
    /// A token.
    Token,
}

/// A face of a card, or a token, as the file tells it.
#[derive(Clone, PartialEq, Debug)]
pub struct RawFace {
    /// Its name.
    pub name: Text,
    /// Its mana cost.
    pub cost: Option<Spanned<ManaCost>>,
    /// Its type line.
    pub types: Spanned<TypeLine>,
    /// Its rules text, for players.
    pub text: Option<Text>,
    /// Its flavor text.
    pub flavor: Option<Text>,
    /// Who drew it.
    pub artist: Option<Text>,
    /// Its abilities.
    pub script: Option<RawScript>,
    /// Its power.
    pub power: Option<Spanned<PrintedPt>>,
    /// Its toughness.
    pub toughness: Option<Spanned<PrintedPt>>,
    /// The numbers that are printed on it besides: loyalty, defense, hand and life modifier, and those that an author's type
    /// brings.
    pub numbers: Vec<(Symbol, Spanned<i16>)>,
    /// Those that are there and could not be read.
    pub misread: Vec<Symbol>,
    /// Its colour indicator; for tokens their colours.
    pub colors: ColorSet,
    /// Its keywords, as written.
    pub keywords: Vec<Text>,
}

/// Where the abilities of a face are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RawScript {
    /// In a file, by its path under `scripts/`.
    File(Text),
    /// In the card file.
    Inline(Text),
}

/// Reads a face. There is none if its name or type is missing or wrong; everything else is left out when wrong. Whether the
/// parts fit together is checked as well.
pub(super) fn face(table: &Table<'_>, printed: Printed, out: &mut Vec<Diagnostic>) -> Option<RawFace> {
    let file = table.file;
    if printed == Printed::Token {
        token_keys(table, out);
    }
    let name = required(table, "name", "name = \"Ember Lance\"", out);
    let types = required(table, "type", "type = \"Creature - Goblin\"", out).and_then(|text| {
        let types = lexed(table, &text, text::type_line(&text.value), out)?;
        Some(Spanned { value: types, span: text.span })
    });
    let cost = if printed == Printed::Token { None } else { table.string("cost", out) }.and_then(|text| {
        let cost = lexed(table, &text, text::mana_cost(&text.value), out)?;
        Some(Spanned { value: cost, span: text.span })
    });
    let power = printed_pt(table, "power", out);
    let toughness = printed_pt(table, "toughness", out);
    let (numbers, misread) = numbers(table, out);
    let colors = colors(table, out);
    let keywords = table.strings("keywords", out);
    let text = table.string("text", out);
    let flavor = table.string("flavor", out);
    let artist = table.string("artist", out);
    let script = script(table, out);
    let face = RawFace {
        name: name?,
        cost,
        types: types?,
        text,
        flavor,
        artist,
        script,
        power,
        toughness,
        numbers,
        misread,
        colors,
        keywords,
    };
    card_rules::parts_fit(file, table, &face, printed, out);
    Some(face)
}

fn token_keys(table: &Table<'_>, out: &mut Vec<Diagnostic>) {
    if table.has("cost") {
        let help = "leave it out; give the token its colours with `colors = [\"red\"]`";
        out.push(Diagnostic::bad_value(table.file, table.key_span("cost"), "a token has no mana cost", help));
    }
    table.only(&KEYS, out);
}

fn required(table: &Table<'_>, key: &str, example: &str, out: &mut Vec<Diagnostic>) -> Option<Text> {
    if !table.has(key) {
        out.push(Diagnostic::missing_key(table.file, table.span.clone(), key, example));
    }
    table.filled(key, out)
}

fn lexed<T>(table: &Table<'_>, text: &Text, parsed: Parsed<T>, out: &mut Vec<Diagnostic>) -> Option<T> {
    parsed.map_err(|errors| out.extend(errors.iter().map(|error| text.mistake(table.file, error)))).ok()
}

fn printed_pt(table: &Table<'_>, key: &str, out: &mut Vec<Diagnostic>) -> Option<Spanned<PrintedPt>> {
    let value = table.value(key)?;
    let DeValue::String(written) = value.get_ref() else {
        let number = table.integer(key, -99..10_000, out)?;
        return Some(Spanned { value: PrintedPt::number(number.value as i32), span: number.span });
    };
    let text = table.text_of(written, value.span());
    let PrintedNumber { fixed, star } = lexed(table, &text, text::printed_number(written), out)?;
    let printed = PrintedNumber { fixed, star }.to_string();
    // What is added to a star belongs to the ability that says what the star is (modern 208.2a).
    let number = if star { 0 } else { fixed };
    Some(Spanned { value: PrintedPt { value: number, text: Symbol::new(&printed) }, span: value.span() })
}

/// What is printed with keys of its own, and what a `[numbers]` table says for an author's types.
fn numbers(table: &Table<'_>, out: &mut Vec<Diagnostic>) -> (Vec<(Symbol, Spanned<i16>)>, Vec<Symbol>) {
    let (mut found, mut misread) = (Vec::new(), Vec::new());
    // modern 211, 212: the modifiers of a vanguard may be negative.
    for (key, allowed) in [("loyalty", 0..1_000), ("defense", 0..1_000), ("hand", -99..100), ("life", -999..1_000)] {
        match table.integer(key, allowed, out) {
            Some(number) => found.push((Symbol::new(key), Spanned { value: number.value as i16, span: number.span })),
            None if table.has(key) => misread.push(Symbol::new(key)),
            None => {}
        }
    }
    if let Some(more) = table.table("numbers", out) {
        for (key, _) in more.entries() {
            match more.integer(&key.value, -999..1_000, out) {
                Some(number) => found.push((Symbol::new(&key.value), Spanned { value: number.value as i16, span: number.span })),
                None => misread.push(Symbol::new(&key.value)),
            }
        }
    }
    (found, misread)
}

impl RawFace {
    /// Its printed numbers but for power and toughness.
    pub fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::default();
        for (word, number) in &self.numbers {
            numbers.set(*word, number.value);
        }
        numbers
    }
}

fn colors(table: &Table<'_>, out: &mut Vec<Diagnostic>) -> ColorSet {
    let mut set = ColorSet::empty();
    for text in table.strings("colors", out) {
        match Color::ALL.into_iter().find(|color| color.word() == text.value) {
            Some(color) => set |= color.set(),
            None => {
                let letter = Color::ALL.into_iter().find(|color| text.value.eq_ignore_ascii_case(&color.letter().to_string()));
                out.push(match letter {
                    Some(color) => {
                        let help = format!("write `{}`", color.word());
                        Diagnostic::bad_value(table.file, text.span, format!("`{}` is no colour", text.value), help)
                    }
                    None => unknown_choice(table.file, text.span, "colour", &text.value, &Color::ALL.map(Color::word)),
                });
            }
        }
    }
    set
}

fn script(table: &Table<'_>, out: &mut Vec<Diagnostic>) -> Option<RawScript> {
    let text = table.filled("script", out)?;
    if text.value.contains('\n') || text.value.trim_end().ends_with(';') {
        return Some(RawScript::Inline(text));
    }
    match bad_path(&text.value) {
        None => Some(RawScript::File(text)),
        Some((part, help)) => {
            let span = text.part(part);
            out.push(Diagnostic::bad_value(table.file, span, "this is no path of a script", help));
            None
        }
    }
}

/// What is wrong with a path under `scripts/`. Paths must not lead out of that folder.
fn bad_path(path: &str) -> Option<(Range<usize>, String)> {
    let all = 0..path.len();
    if path.contains('\\') {
        return Some((all, format!("write `{}`", path.replace('\\', "/"))));
    }
    if path.starts_with('/') || path.contains(':') || path.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Some((all, "write the path below `scripts/`, like `starter/ember-lance.rhai`".to_owned()));
    }
    if !path.ends_with(".rhai") {
        let help = match path.contains(['(', ' ']) {
            true => "a script in the card file ends with `;`; a path ends with `.rhai`".to_owned(),
            false => format!("write `{path}.rhai`"),
        };
        return Some((all, help));
    }
    if path.starts_with("keywords/") || path.starts_with("prelude/") || path.starts_with("rulesets/") {
        return Some((all, "this folder holds no scripts of cards: move the file to a folder of your set".to_owned()));
    }
    None
}
