//! Power, toughness and other printed numbers: `2`, `*`, `1+*` (modern 208).

use super::{Parsed, TextError, refuse_long};
use logos::Logos;
use std::fmt;
use std::ops::Range;

const CODE: &str = "bad-number";

#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
enum Token {
    #[regex(r"[0-9]+")]
    Digits,
    #[token("*")]
    Star,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("/")]
    Slash,
}

/// A printed number: a fixed part, with or without a star that an ability of the card defines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PrintedNumber {
    /// The number; what is added to the star if there is one.
    pub fixed: i32,
    /// Whether a star is in it.
    pub star: bool,
}

impl fmt::Display for PrintedNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.star, self.fixed) {
            (false, fixed) => write!(f, "{fixed}"),
            (true, 0) => f.write_str("*"),
            (true, fixed) if fixed < 0 => write!(f, "*{fixed}"),
            (true, fixed) => write!(f, "{fixed}+*"),
        }
    }
}

/// A number as printed: `2`, `-1`, `*`, `1+*` or `*+1`.
pub fn printed_number(text: &str) -> Parsed<PrintedNumber> {
    refuse_long(CODE, text, "a number")?;
    let tokens = lex(text)?;
    number(text, 0..text.len(), &tokens)
}

/// Power and toughness as printed: `2/2`, `*/1+*`.
pub fn power_toughness(text: &str) -> Parsed<(PrintedNumber, PrintedNumber)> {
    refuse_long(CODE, text, "power and toughness")?;
    let tokens = lex(text)?;
    let mut halves = tokens.split(|(token, _)| *token == Token::Slash);
    let slash = tokens.iter().find(|(token, _)| *token == Token::Slash);
    match (halves.next(), slash, halves.next(), halves.next()) {
        (Some(power), Some((_, slash)), Some(toughness), None) => {
            Ok((number(text, 0..slash.start, power)?, number(text, slash.end..text.len(), toughness)?))
        }
        _ => Err(vec![TextError::new(CODE, 0..text.len(), "power and toughness are two numbers", "write them like `2/2`")]),
    }
}

fn lex(text: &str) -> Parsed<Vec<(Token, Range<usize>)>> {
    let mut tokens = Vec::new();
    for (token, span) in Token::lexer(text).spanned() {
        match token {
            Ok(token) => tokens.push((token, span)),
            Err(()) => {
                let message = format!("`{}` is no part of a number", &text[span.clone()]);
                return Err(vec![TextError::new(CODE, span, message, "write a number, `*` or `1+*`")]);
            }
        }
    }
    Ok(tokens)
}

fn number(text: &str, whole: Range<usize>, tokens: &[(Token, Range<usize>)]) -> Parsed<PrintedNumber> {
    let kinds: Vec<Token> = tokens.iter().map(|(token, _)| *token).collect();
    let value = |index: usize| {
        let span = tokens[index].1.clone();
        text[span.clone()]
            .parse::<i32>()
            .ok()
            .filter(|value| *value <= 9_999)
            .ok_or_else(|| vec![TextError::new(CODE, span, "the number is too large", "the largest is 9999")])
    };
    let (fixed, star) = match kinds[..] {
        [Token::Digits] => (value(0)?, false),
        [Token::Minus, Token::Digits] => (-value(1)?, false),
        [Token::Star] => (0, true),
        [Token::Digits, Token::Plus, Token::Star] => (value(0)?, true),
        [Token::Star, Token::Plus, Token::Digits] => (value(2)?, true),
        [Token::Star, Token::Minus, Token::Digits] => (-value(2)?, true),
        _ => {
            let message = format!("`{}` is no printed number", text[whole.clone()].trim());
            return Err(vec![TextError::new(CODE, whole, message, "write a number, `*` or `1+*`")]);
        }
    };
    Ok(PrintedNumber { fixed, star })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_printed() {
        for (text, fixed, star) in
            [("2", 2, false), ("-1", -1, false), ("*", 0, true), ("1+*", 1, true), ("* + 1", 1, true), ("*-1", -1, true)]
        {
            assert_eq!(printed_number(text).unwrap(), PrintedNumber { fixed, star }, "{text}");
        }
        assert_eq!(printed_number("*+1").unwrap().to_string(), "1+*");
        assert_eq!(printed_number("*-2").unwrap().to_string(), "*-2");
    }

    #[test]
    fn power_and_toughness() {
        let (power, toughness) = power_toughness("*/1+*").unwrap();
        assert_eq!((power.to_string(), toughness.to_string()), ("*".into(), "1+*".into()));
        assert_eq!(power_toughness("2/2").unwrap().1.fixed, 2);
        assert_eq!(power_toughness(" -1 / 10 ").unwrap().0.fixed, -1);
    }

    #[test]
    fn mistakes_are_marked() {
        for (text, span) in [("two", 0..1), ("", 0..0), ("99999", 0..5), ("1+", 0..2), ("2/2", 0..3)] {
            assert_eq!(printed_number(text).unwrap_err()[0].span, span, "{text}");
        }
        for (text, span) in [("2", 0..1), ("2/2/2", 0..5), ("2/", 2..2), ("/2", 0..0), ("2/x", 2..3)] {
            assert_eq!(power_toughness(text).unwrap_err()[0].span, span, "{text}");
        }
    }
}
