//! Colouring: a text cut into pieces by what they are. Together the pieces are the text, whatever it says.

mod script;
mod toml;

pub(crate) use script::KEYWORDS;
pub use toml::{TomlPlace, heads, place as toml_place};

use cardwright_engine::mana::Color;
use std::fmt::Write;
use std::ops::Range;

/// In which language a file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Cards, sets, rulesets.
    Toml,
    /// Scripts and scenarios.
    Script,
}

impl Language {
    /// The language of the file at a path.
    pub fn of(path: &str) -> Self {
        if path.ends_with(".toml") { Language::Toml } else { Language::Script }
    }
}

/// What a piece of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Blanks, and what is nothing of the others.
    Plain,
    /// A word of the scripting language: `let`, `if`.
    Keyword,
    /// A word of the vocabulary: `damage`, `creatures`.
    Word,
    /// A name that the script gives itself.
    Name,
    /// A text in quotes.
    Text,
    /// A symbol in a text: `{T}`, or of one colour.
    Symbol(Option<Color>),
    /// A number or a date.
    Number,
    /// A comment.
    Comment,
    /// Brackets, commas, operators.
    Punctuation,
    /// A key.
    Key,
    /// The head of a table: `[[token]]`.
    Table,
    /// `true` or `false`.
    Value,
    /// What the language does not know.
    Invalid,
}

impl Kind {
    /// The class of the piece in a page.
    pub fn class(self) -> &'static str {
        match self {
            Kind::Plain => "",
            Kind::Keyword => "h-keyword",
            Kind::Word => "h-word",
            Kind::Name => "h-name",
            Kind::Text => "h-text",
            Kind::Symbol(None) => "h-symbol",
            Kind::Symbol(Some(Color::White)) => "h-symbol h-white",
            Kind::Symbol(Some(Color::Blue)) => "h-symbol h-blue",
            Kind::Symbol(Some(Color::Black)) => "h-symbol h-black",
            Kind::Symbol(Some(Color::Red)) => "h-symbol h-red",
            Kind::Symbol(Some(Color::Green)) => "h-symbol h-green",
            Kind::Number => "h-number",
            Kind::Comment => "h-comment",
            Kind::Punctuation => "h-punctuation",
            Kind::Key => "h-key",
            Kind::Table => "h-table",
            Kind::Value => "h-value",
            Kind::Invalid => "h-invalid",
        }
    }
}

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its bytes.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// The pieces of a text, one after another. `is_word` says what the vocabulary knows.
pub fn highlight(text: &str, language: Language, is_word: &dyn Fn(&str) -> bool) -> Vec<Piece> {
    let mut out = Pieces { text, pieces: Vec::new() };
    match language {
        Language::Toml => toml::pieces(&mut out, is_word),
        Language::Script => script::pieces(&mut out, 0..text.len(), is_word),
    }
    out.fill(text.len());
    out.pieces
}

/// The pieces as a page shows them.
pub fn html(text: &str, pieces: &[Piece]) -> String {
    let mut out = String::with_capacity(text.len() * 3);
    for piece in pieces {
        let said = text.get(piece.span.clone()).unwrap_or_default();
        if piece.kind == Kind::Plain {
            escape(said, &mut out);
            continue;
        }
        // Writing to a text cannot fail.
        let _ = write!(out, "<span class=\"{}\">", piece.kind.class());
        escape(said, &mut out);
        out.push_str("</span>");
    }
    out
}

fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
    }
}

/// The pieces as the page's module takes them: how long each is, in the units of browsers, and its class.
pub fn runs(text: &str, pieces: &[Piece]) -> Vec<(usize, &'static str)> {
    let units = |span: &Range<usize>| {
        let said = text.get(span.clone()).unwrap_or_default();
        if said.is_ascii() { said.len() } else { said.encode_utf16().count() }
    };
    pieces.iter().map(|piece| (units(&piece.span), piece.kind.class())).collect()
}

/// Pieces being collected, in order.
struct Pieces<'t> {
    text: &'t str,
    pieces: Vec<Piece>,
}

impl Pieces<'_> {
    fn end(&self) -> usize {
        self.pieces.last().map_or(0, |last| last.span.end)
    }

    /// What lies before `start` and belongs to no piece is plain.
    fn fill(&mut self, start: usize) {
        let end = self.end();
        if start > end {
            self.join(end..start, Kind::Plain);
        }
    }

    /// Adds a piece behind the others; what it shares with them stays theirs.
    fn add(&mut self, span: Range<usize>, kind: Kind) {
        self.fill(span.start);
        let start = span.start.max(self.end());
        if span.end > start {
            self.join(start..span.end, kind);
        }
    }

    fn join(&mut self, span: Range<usize>, kind: Kind) {
        match self.pieces.last_mut().filter(|last| last.kind == kind && last.span.end == span.start) {
            Some(last) => last.span.end = span.end,
            None => self.pieces.push(Piece { span, kind }),
        }
    }

    /// Adds a text in quotes, with the symbols in it.
    fn add_text(&mut self, span: Range<usize>) {
        let text = self.text;
        let said = &text[span.clone()];
        let mut at = 0;
        while let Some(open) = said[at..].find('{').map(|found| at + found) {
            let Some(close) = said[open..].find('}').map(|found| open + found + 1) else { break };
            let inside = &said[open + 1..close - 1];
            let is_symbol = !inside.is_empty()
                && inside.len() <= 5
                && inside.chars().all(|letter| letter.is_ascii_digit() || letter.is_ascii_uppercase() || letter == '/');
            if !is_symbol {
                self.add(span.start + at..span.start + open + 1, Kind::Text);
                at = open + 1;
                continue;
            }
            self.add(span.start + at..span.start + open, Kind::Text);
            let color = Color::ALL.into_iter().find(|color| inside == color.letter().to_string());
            self.add(span.start + open..span.start + close, Kind::Symbol(color));
            at = close;
        }
        self.add(span.start + at..span.end, Kind::Text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::testing::Chance;

    fn is_word(name: &str) -> bool {
        ["damage", "creatures", "yours", "draw", "when", "card", "enters"].contains(&name)
    }

    fn kinds(text: &str, language: Language) -> Vec<(&str, Kind)> {
        let pieces = highlight(text, language, &is_word);
        pieces.into_iter().filter(|piece| piece.kind != Kind::Plain).map(|piece| (&text[piece.span], piece.kind)).collect()
    }

    fn whole(text: &str) {
        for language in [Language::Toml, Language::Script] {
            let pieces = highlight(text, language, &is_word);
            let joined: String = pieces.iter().map(|piece| &text[piece.span.clone()]).collect();
            assert_eq!(joined, text, "{language:?}");
            assert!(pieces.iter().all(|piece| !piece.span.is_empty()), "{text:?}");
            let units: usize = runs(text, &pieces).iter().map(|run| run.0).sum();
            assert_eq!(units, text.encode_utf16().count(), "{text:?}");
        }
    }

    #[test]
    fn the_pieces_are_the_text_whatever_it_says() {
        for seed in 0..3_000 {
            let mut chance = Chance::new(seed);
            let pieces = chance.below(40);
            whole(&chance.text(pieces));
        }
    }

    #[test]
    fn the_pieces_of_damaged_cards_are_their_text() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../cards/starter");
        for (seed, entry) in (0..).zip(std::fs::read_dir(folder).unwrap()) {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            whole(&text);
            let mut chance = Chance::new(seed);
            for _ in 0..20 {
                whole(&chance.damaged(&text));
            }
        }
    }

    #[test]
    fn a_script_is_coloured_by_what_its_words_are() {
        use Kind::*;
        let text = "let n = 3; // why\nwhen(card.enters, x.other(\"{R}, gain\", n)); /* no ** */ 'c'";
        assert_eq!(
            kinds(text, Language::Script),
            [
                ("let", Keyword),
                ("n", Name),
                ("=", Punctuation),
                ("3", Number),
                (";", Punctuation),
                ("// why", Comment),
                ("when", Word),
                ("(", Punctuation),
                ("card", Word),
                (".", Punctuation),
                ("enters", Word),
                (",", Punctuation),
                ("x", Name),
                (".", Punctuation),
                ("other", Name),
                ("(", Punctuation),
                ("\"", Text),
                ("{R}", Symbol(Some(Color::Red))),
                (", gain\"", Text),
                (",", Punctuation),
                ("n", Name),
                ("));", Punctuation),
                ("/* no ** */", Comment),
                ("'c'", Text),
            ]
        );
        let unfinished = "draw(1) /* draw(2)\n\"x";
        assert_eq!(kinds(unfinished, Language::Script).last(), Some(&("/* draw(2)\n\"x", Comment)));
    }

    #[test]
    fn a_card_is_coloured_with_its_script() {
        use Kind::*;
        let text = "# note\nname = \"Ash\"\ncost = \"{2}{R}\"\nkeywords = [\"flying\"]\npower = 2\n[[token]]\nscript = '''\ndraw(1);'''\n";
        assert_eq!(
            kinds(text, Language::Toml),
            [
                ("# note", Comment),
                ("name", Key),
                ("=", Punctuation),
                ("\"Ash\"", Text),
                ("cost", Key),
                ("=", Punctuation),
                ("\"", Text),
                ("{2}", Symbol(None)),
                ("{R}", Symbol(Some(Color::Red))),
                ("\"", Text),
                ("keywords", Key),
                ("=", Punctuation),
                ("[", Punctuation),
                ("\"flying\"", Text),
                ("]", Punctuation),
                ("power", Key),
                ("=", Punctuation),
                ("2", Number),
                ("[[token]]", Table),
                ("script", Key),
                ("=", Punctuation),
                ("'''", Text),
                ("draw", Word),
                ("(", Punctuation),
                ("1", Number),
                (");", Punctuation),
                ("'''", Text),
            ]
        );
        // A path is no script.
        assert_eq!(kinds("script = \"a/draw.rhai\"", Language::Toml).last(), Some(&("\"a/draw.rhai\"", Text)));
    }

    #[test]
    fn what_a_page_shows_cannot_be_more_than_text() {
        let text = "name = \"<script>&\"";
        let shown = html(text, &highlight(text, Language::Toml, &is_word));
        assert!(shown.contains("&lt;script&gt;&amp;") && !shown.contains("<script"), "{shown}");
    }
}
