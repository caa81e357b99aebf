//! Scripts.

use super::{Kind, Pieces};
use cardwright_script::lexer::{Token, tokens};
use std::ops::Range;

/// The words of the scripting language itself.
pub(crate) const KEYWORDS: [&str; 26] = [
    "let", "const", "fn", "private", "if", "else", "switch", "while", "loop", "do", "until", "for", "in", "break", "continue",
    "return", "throw", "try", "catch", "import", "export", "as", "this", "true", "false", "is",
];

/// Adds the pieces of a script, which is a part of the text.
pub(super) fn pieces(out: &mut Pieces<'_>, script: Range<usize>, is_word: &dyn Fn(&str) -> bool) {
    let text = out.text.get(script.clone()).unwrap_or_default();
    let at = |span: Range<usize>| script.start + span.start..script.start + span.end;
    let mut end = 0;
    for (token, span) in tokens(text) {
        if span.start < end {
            continue;
        }
        between(out, text, end..span.start, script.start);
        // A comment that is not closed yet, or closed by more stars than the lexer knows of.
        if text[span.start..].starts_with("/*") {
            let close = text[span.start + 2..].find("*/").map_or(text.len(), |close| span.start + 2 + close + 2);
            out.add(at(span.start..close), Kind::Comment);
            end = close;
            continue;
        }
        let said = &text[span.clone()];
        end = span.end;
        match token {
            Token::Word => {
                let behind_point = text[..span.start].trim_end().ends_with('.');
                let kind = match said {
                    "true" | "false" => Kind::Value,
                    _ if !behind_point && KEYWORDS.contains(&said) => Kind::Keyword,
                    _ if is_word(said) => Kind::Word,
                    _ => Kind::Name,
                };
                out.add(at(span), kind);
            }
            Token::Number => out.add(at(span), Kind::Number),
            Token::Text | Token::Char => out.add_text(at(span)),
            Token::Open | Token::Close | Token::Comma | Token::Other => out.add(at(span), Kind::Punctuation),
        }
    }
    between(out, text, end..text.len(), script.start);
    out.fill(script.end);
}

/// What lies between tokens: blanks, comments, and what the lexer does not know.
fn between(out: &mut Pieces<'_>, text: &str, gap: Range<usize>, offset: usize) {
    let mut at = gap.start;
    while at < gap.end {
        let rest = &text[at..gap.end];
        let (length, kind) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), Kind::Comment)
        } else if rest.starts_with("/*") {
            (rest.get(2..).and_then(|inside| inside.find("*/")).map_or(rest.len(), |close| close + 4), Kind::Comment)
        } else if rest.starts_with(char::is_whitespace) {
            (rest.find(|letter: char| !letter.is_whitespace()).unwrap_or(rest.len()), Kind::Plain)
        } else {
            (rest.chars().next().map_or(1, char::len_utf8), Kind::Invalid)
        };
        out.add(offset + at..offset + at + length, kind);
        at += length.max(1);
    }
}
