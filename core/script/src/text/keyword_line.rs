//! Keyword lines: `flying`, `cycling {2}`, `protection from red`.

use super::{Parsed, TextError, did_you_mean, refuse_long};
use logos::Logos;
use std::ops::Range;

#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
enum Token {
    /// A symbol in braces begins the argument.
    #[regex(r"\{[^{}]*\}?")]
    Symbol,
    /// So does a dash between name and argument.
    #[regex(r"-+")]
    #[token("—")]
    #[token("–")]
    Dash,
    /// A comma is part of no name: it parts two keywords.
    #[token(",")]
    Comma,
    #[regex(r"[^ \t\r\n{},—–-][^ \t\r\n{},—–]*")]
    Word,
}

/// A keyword with what it is said of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeywordLine {
    /// The keyword as it is known, like `first strike`.
    pub name: String,
    /// Where the name stands.
    pub name_span: Range<usize>,
    /// What follows, without a dash and without `from`: `{2}`, `red`. Empty for most keywords.
    pub argument: String,
    /// Where that stands.
    pub argument_span: Range<usize>,
}

/// A keyword line, where `known` are the names of all keywords, in lower case. The longest known name that the line begins with
/// is the keyword; upper and lower case do not matter. A dash or the word `from` between name and argument belongs to neither.
///
/// ```
/// let line = cardwright_script::text::keyword_line("Ward {2}", ["ward", "flying"]).unwrap();
/// assert_eq!((line.name.as_str(), line.argument.as_str()), ("ward", "{2}"));
/// ```
pub fn keyword_line<'a>(text: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Parsed<KeywordLine> {
    refuse_long("bad-keyword", text, "a keyword")?;
    let tokens: Vec<(Result<Token, ()>, Range<usize>)> = Token::lexer(text).spanned().collect();
    let words: Vec<Range<usize>> =
        tokens.iter().take_while(|(token, _)| *token == Ok(Token::Word)).map(|(_, span)| span.clone()).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        let error = TextError::new("bad-keyword", 0..text.len(), "there is no keyword here", "write one, like `flying`");
        return Err(vec![error]);
    };
    for count in (1..=words.len()).rev() {
        let name = joined(text, &words[..count]);
        if let Some(known) = known.clone().into_iter().find(|known| *known == name) {
            let name_span = first.start..words[count - 1].end;
            let rest = tokens[count..].iter().map(|(token, span)| (*token, span.clone()));
            return argument(text, known, name_span, rest.collect());
        }
    }
    Err(vec![unknown(text, &words, first.start..last.end, known)])
}

/// The words in lower case with one space between them.
fn joined(text: &str, words: &[Range<usize>]) -> String {
    words.iter().map(|span| text[span.clone()].to_lowercase()).collect::<Vec<_>>().join(" ")
}

fn argument(
    text: &str,
    name: &str,
    name_span: Range<usize>,
    mut rest: Vec<(Result<Token, ()>, Range<usize>)>,
) -> Parsed<KeywordLine> {
    if let Some((Ok(Token::Comma), span)) = rest.first() {
        let help = format!("write two: `\"{name}\", \"{}\"`", text[span.end..].trim());
        return Err(vec![TextError::new("bad-keyword", span.clone(), "a keyword line holds one keyword", help)]);
    }
    if rest.first().is_some_and(|(token, span)| *token == Ok(Token::Dash) || text[span.clone()].eq_ignore_ascii_case("from")) {
        let (_, span) = rest.remove(0);
        if rest.is_empty() {
            return Err(vec![TextError::new("bad-keyword", span, "nothing follows here", "say what, or leave it out")]);
        }
    }
    let argument_span = match (rest.first(), rest.last()) {
        (Some((_, first)), Some((_, last))) => first.start..last.end,
        _ => name_span.end..name_span.end,
    };
    Ok(KeywordLine { name: name.to_owned(), name_span, argument: text[argument_span.clone()].to_owned(), argument_span })
}

/// Nobody knows how many of the words were meant as the name: the guess that is nearest to a known name decides.
fn unknown<'a>(
    text: &str,
    words: &[Range<usize>],
    all: Range<usize>,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> TextError {
    let guesses = (1..=words.len()).rev().map(|count| (joined(text, &words[..count]), all.start..words[count - 1].end));
    let otherwise = "a keyword is a file of its own in `scripts/keywords/`, or in `keywords/` of a set";
    for (guess, span) in guesses {
        let help = did_you_mean(&guess, known.clone(), "");
        if !help.is_empty() {
            return TextError::new("unknown-keyword", span, format!("no keyword is called `{guess}`"), help);
        }
    }
    TextError::new("unknown-keyword", all.clone(), format!("no keyword is called `{}`", &text[all]), otherwise)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 6] = ["flying", "first strike", "cycling", "protection", "ward", "kicker"];

    #[test]
    fn names_and_arguments_are_parted() {
        check("flying", "flying", "");
        check(" Flying ", "flying", "");
        check("First  Strike", "first strike", "");
        check("cycling {2}", "cycling", "{2}");
        check("cycling{1}{U}", "cycling", "{1}{U}");
        check("protection from red", "protection", "red");
        check("ward—pay 2 life", "ward", "pay 2 life");
        check("kicker - {1}, sacrifice a creature", "kicker", "{1}, sacrifice a creature");
    }

    fn check(text: &str, name: &str, argument: &str) {
        let line = keyword_line(text, KNOWN).unwrap();
        assert_eq!((line.name.as_str(), line.argument.as_str()), (name, argument), "{text}");
        assert_eq!(&text[line.argument_span], argument);
    }

    #[test]
    fn spans_cover_the_words_as_written() {
        let line = keyword_line("  Cycling {2}", KNOWN).unwrap();
        assert_eq!((line.name_span, line.argument_span), (2..9, 10..13));
    }

    #[test]
    fn mistakes_are_marked_and_mended() {
        refused("flyng", "unknown-keyword", 0..5, "did you mean `flying`?");
        refused("first strke", "unknown-keyword", 0..11, "did you mean `first strike`?");
        refused("protecton from red", "unknown-keyword", 0..9, "did you mean `protection`?");
        refused("cyclng {2}", "unknown-keyword", 0..6, "did you mean `cycling`?");
        refused("flying, cycling {2}", "bad-keyword", 6..7, "write two: `\"flying\", \"cycling {2}\"`");
        refused("protection from", "bad-keyword", 11..15, "say what, or leave it out");
        refused("{2}", "bad-keyword", 0..3, "write one, like `flying`");
        refused("", "bad-keyword", 0..0, "write one, like `flying`");
    }

    fn refused(text: &str, code: &str, span: Range<usize>, help: &str) {
        let errors = keyword_line(text, KNOWN).unwrap_err();
        assert_eq!((errors[0].code, errors[0].span.clone(), errors[0].help.as_str()), (code, span, help), "{text}");
    }
}
