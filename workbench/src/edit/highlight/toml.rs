//! Card files and other TOML.

use super::{Kind, Pieces, script};
use std::ops::Range;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// What is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    /// The beginning of a line, or of an entry of a table in braces.
    Key,
    /// Behind `=`.
    Value,
    /// The head of a table.
    Head,
}

/// What stands in brackets around a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Around {
    List,
    Table,
}

/// A token with what it is part of.
struct Token<'t> {
    kind: TokenKind,
    span: Range<usize>,
    reading: Reading,
    depth: usize,
    /// The key of the line or entry that it stands in.
    key: &'t str,
    /// The head of the table that it stands in: `token`; empty at the top.
    table: &'t str,
}

/// Every token of a text; together they are the text.
fn walk<'t>(text: &'t str, mut each: impl FnMut(&Token<'t>)) {
    let (mut reading, mut key, mut table) = (Reading::Key, "", "");
    let mut around: Vec<Around> = Vec::new();
    let mut fresh = true;
    for token in Source::new(text).lex() {
        let (kind, span) = (token.kind(), token.span().start()..token.span().end());
        let said = text.get(span.clone()).unwrap_or_default();
        match kind {
            TokenKind::LeftSquareBracket if reading == Reading::Key && around.is_empty() && fresh => {
                reading = Reading::Head;
                (key, table) = ("", "");
            }
            TokenKind::LeftSquareBracket if reading == Reading::Value => around.push(Around::List),
            TokenKind::LeftCurlyBracket if reading == Reading::Value => {
                around.push(Around::Table);
                reading = Reading::Key;
            }
            TokenKind::Comma if around.last() == Some(&Around::Table) => reading = Reading::Key,
            TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString => match reading {
                Reading::Key => key = said.trim_matches(['"', '\'']),
                Reading::Head => table = said.trim_matches(['"', '\'']),
                Reading::Value => {}
            },
            _ => {}
        }
        each(&Token { kind, span, reading, depth: around.len(), key, table });
        match kind {
            TokenKind::Equals if reading == Reading::Key => reading = Reading::Value,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket if reading != Reading::Head && !around.is_empty() => {
                around.pop();
                reading = Reading::Value;
            }
            // A bracket that was never closed must not swallow the rest of the file: a new key ends it.
            TokenKind::Newline if around.is_empty() || begins_entry(&text[token.span().end()..]) => {
                around.clear();
                reading = Reading::Key;
                key = "";
            }
            _ => {}
        }
        if kind != TokenKind::Whitespace {
            fresh = kind == TokenKind::Newline;
        }
    }
}

/// Whether a line begins like an entry or a table: a bare word with `=` behind it, or a head.
fn begins_entry(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default();
    let word = line.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    line.starts_with("[[") || word.len() < line.len() && word.trim_start().starts_with('=')
}

/// Adds the pieces of the whole text.
pub(super) fn pieces(out: &mut Pieces<'_>, is_word: &dyn Fn(&str) -> bool) {
    let text = out.text;
    walk(text, |token| {
        let span = token.span.clone();
        let is_string = matches!(
            token.kind,
            TokenKind::LiteralString | TokenKind::BasicString | TokenKind::MlLiteralString | TokenKind::MlBasicString
        );
        let kind = match (token.kind, token.reading) {
            (TokenKind::Comment, _) => Kind::Comment,
            (TokenKind::Whitespace | TokenKind::Newline | TokenKind::Eof, _) => Kind::Plain,
            (_, Reading::Head) => Kind::Table,
            (TokenKind::Atom | TokenKind::Dot | TokenKind::BasicString | TokenKind::LiteralString, Reading::Key) => Kind::Key,
            (_, Reading::Value) if is_string => {
                match inline_script(text, token) {
                    Some(inside) => {
                        out.add(span.start..inside.start, Kind::Text);
                        script::pieces(out, inside.clone(), is_word);
                        out.add(inside.end..span.end, Kind::Text);
                    }
                    None => out.add_text(span),
                }
                return;
            }
            (TokenKind::Atom, _) => atom(&text[span.clone()]),
            (TokenKind::Dot, _) => Kind::Number,
            (TokenKind::MlBasicString | TokenKind::MlLiteralString, _) => Kind::Invalid,
            _ => Kind::Punctuation,
        };
        out.add(span, kind);
    });
}

fn atom(said: &str) -> Kind {
    match said {
        "true" | "false" => Kind::Value,
        "inf" | "nan" | "+inf" | "-inf" | "+nan" | "-nan" => Kind::Number,
        _ if said.starts_with(|letter: char| letter.is_ascii_digit() || matches!(letter, '+' | '-')) => Kind::Number,
        _ => Kind::Invalid,
    }
}

/// The inside of a string: without its quotes, as far as those are there.
fn inside(text: &str, span: &Range<usize>) -> Range<usize> {
    let said = text.get(span.clone()).unwrap_or_default();
    let quotes = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quotes| said.starts_with(quotes)).unwrap_or_default();
    let rest = &said[quotes.len()..];
    let closed = if quotes.is_empty() { rest } else { rest.strip_suffix(quotes).unwrap_or(rest) };
    span.start + quotes.len()..span.start + quotes.len() + closed.len()
}

/// The script in a string, if it is one: as loading decides it. Escapes would blur the places.
fn inline_script(text: &str, token: &Token<'_>) -> Option<Range<usize>> {
    if token.key != "script" || token.depth > 0 {
        return None;
    }
    let inside = inside(text, &token.span);
    let said = text.get(inside.clone())?;
    let escapes = matches!(token.kind, TokenKind::BasicString | TokenKind::MlBasicString) && said.contains('\\');
    let is_script = said.contains('\n') || said.trim_end().ends_with(';');
    (is_script && !escapes).then_some(inside)
}

/// Where in a card file something stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TomlPlace {
    /// Where a key is written: the bytes of what is there of it, and the table that it would be a key of.
    Key {
        /// What is there of it.
        span: Range<usize>,
        /// The head of the table: `token`; empty at the top.
        table: String,
    },
    /// In the value of a key.
    Value {
        /// The key.
        key: String,
        /// The head of the table.
        table: String,
        /// The inside of the string that it stands in, if it does.
        string: Option<Range<usize>>,
    },
    /// In a script that is written in the card file.
    Script(Range<usize>),
    /// In a comment, or the head of a table.
    Other,
}

/// What stands at an offset of a text.
pub fn place(text: &str, offset: usize) -> TomlPlace {
    let mut found = TomlPlace::Key { span: offset..offset, table: String::new() };
    walk(text, |token| {
        let span = &token.span;
        if span.start > offset || token.kind == TokenKind::Eof && span.start > 0 && token.reading == Reading::Key {
            return;
        }
        let touches = span.end >= offset;
        let ended = span.end < offset;
        let table = token.table.to_owned();
        let string = matches!(
            token.kind,
            TokenKind::LiteralString | TokenKind::BasicString | TokenKind::MlLiteralString | TokenKind::MlBasicString
        );
        match (token.kind, token.reading) {
            (TokenKind::Newline, _) if span.end <= offset && token.depth == 0 => {
                found = TomlPlace::Key { span: offset..offset, table };
            }
            (TokenKind::Comment, _) if touches && span.start < offset => found = TomlPlace::Other,
            (_, Reading::Head) if touches && span.start < offset => found = TomlPlace::Other,
            (_, Reading::Value) if string && span.start < offset && touches => {
                let inside = inside(text, span);
                // Behind the closing quotes it is no longer in the string.
                if offset > inside.end && inside.end < span.end {
                    found = TomlPlace::Value { key: token.key.to_owned(), table, string: None };
                } else if let Some(script) = inline_script(text, token) {
                    found = if offset < inside.start { TomlPlace::Other } else { TomlPlace::Script(script) };
                } else if offset >= inside.start {
                    found = TomlPlace::Value { key: token.key.to_owned(), table, string: Some(inside) };
                }
            }
            (TokenKind::Equals, _) if span.end <= offset => {
                found = TomlPlace::Value { key: token.key.to_owned(), table, string: None };
            }
            (TokenKind::Atom, Reading::Key) if touches && span.start < offset => {
                found = TomlPlace::Key { span: span.clone(), table };
            }
            (TokenKind::Atom, Reading::Key) if ended => found = TomlPlace::Other,
            (TokenKind::LeftCurlyBracket | TokenKind::Comma, Reading::Key) if span.end <= offset => {
                found = TomlPlace::Key { span: offset..offset, table: token.key.to_owned() };
            }
            _ => {}
        }
    });
    found
}

/// The heads of tables: where their lines begin, and what they say.
pub fn heads(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    walk(text, |token| {
        if token.reading == Reading::Head && token.kind == TokenKind::Atom {
            let start = text[..token.span.start].rfind('\n').map_or(0, |newline| newline + 1);
            found.push((start, token.table.to_owned()));
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::testing::Chance;

    /// The place of `|` in a text.
    fn at(marked: &str) -> TomlPlace {
        let offset = marked.find('|').unwrap();
        place(&marked.replacen('|', "", 1), offset)
    }

    fn value(key: &str, table: &str, string: Option<Range<usize>>) -> TomlPlace {
        TomlPlace::Value { key: key.to_owned(), table: table.to_owned(), string }
    }

    fn key(span: Range<usize>, table: &str) -> TomlPlace {
        TomlPlace::Key { span, table: table.to_owned() }
    }

    #[test]
    fn places_are_told_apart() {
        assert_eq!(at("|"), key(0..0, ""));
        assert_eq!(at("na|"), key(0..2, ""));
        assert_eq!(at("name = \"x\"\nra|\n"), key(11..13, ""));
        assert_eq!(at("name = \"x\"\n|"), key(11..11, ""));
        assert_eq!(at("name = |"), value("name", "", None));
        assert_eq!(at("name = \"|\""), value("name", "", Some(8..8)));
        assert_eq!(at("name = \"a|b\""), value("name", "", Some(8..10)));
        assert_eq!(at("name = \"ab\"|"), value("name", "", None));
        assert_eq!(at("name = \"a|b"), value("name", "", Some(8..10)));
        assert_eq!(at("keywords = [\"a\", \"fl|\"]"), value("keywords", "", Some(18..20)));
        assert_eq!(at("keywords = [\n  \"fl|\"\n]"), value("keywords", "", Some(16..18)));
        assert_eq!(at("[[token]]\npo|"), key(10..12, "token"));
        assert_eq!(at("[[to|ken]]"), TomlPlace::Other);
        assert_eq!(at("# no|te"), TomlPlace::Other);
        assert_eq!(at("script = '''\ndr|\n'''"), TomlPlace::Script(12..16));
        assert_eq!(at("script = 'draw(1)|;'"), TomlPlace::Script(10..18));
        assert_eq!(at("[lint]\nunused = \"|\""), value("unused", "lint", Some(17..17)));
    }

    #[test]
    fn an_open_bracket_does_not_swallow_the_file() {
        // While the word is not yet a key, the list goes on.
        assert_eq!(at("keywords = [\"flying\"\nrar|"), value("keywords", "", None));
        assert_eq!(at("keywords = [\"flying\"\nrarity = \"|\""), value("rarity", "", Some(31..31)));
    }

    #[test]
    fn every_offset_of_any_text_has_a_place() {
        for seed in 0..400 {
            let text = Chance::new(seed).text(25);
            for offset in (0..=text.len()).filter(|offset| text.is_char_boundary(*offset)) {
                place(&text, offset);
            }
            heads(&text).into_iter().for_each(|(start, _)| assert!(text.get(start..).is_some()));
        }
    }
}
