//! The lexer of costs: symbols in braces, with whatever else may stand around them.

use cardwright_engine::mana::{Color, ManaSymbol, ManaType};
use logos::Logos;
use std::ops::Range;

/// A piece of a cost.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
pub(super) enum Token {
    #[regex(r"\{[0-9]+\}")]
    Generic,
    #[token("{X}")]
    X,
    #[token("{S}")]
    Snow,
    #[regex(r"\{[WUBRGC]\}")]
    Of,
    #[regex(r"\{[WUBRGC]/[WUBRGC]\}")]
    Hybrid,
    #[regex(r"\{[0-9]+/[WUBRG]\}")]
    MonoHybrid,
    #[regex(r"\{[WUBRG]/P\}")]
    Phyrexian,
    #[regex(r"\{[WUBRG]/[WUBRG]/P\}")]
    HybridPhyrexian,
    #[token("{T}")]
    Tap,
    #[token("{Q}")]
    Untap,
    #[token(",")]
    Comma,
    /// Braces around something that is no symbol.
    #[regex(r"\{[^{},]*\}", priority = 1)]
    Unknown,
    /// A brace that is not closed, or closed twice.
    #[regex(r"\{[^{},]*", priority = 0)]
    #[token("}")]
    Unbalanced,
    /// Something that is not in braces.
    #[regex(r"[^{}, \t\r\n]+")]
    Bare,
}

/// The tokens of a cost with their spans.
pub(super) fn tokens(text: &str) -> Vec<(Token, Range<usize>)> {
    Token::lexer(text).spanned().map(|(token, span)| (token.unwrap_or(Token::Bare), span)).collect()
}

/// The mana symbol that a token is, where it is one; `Err` says why a well-formed symbol cannot be.
pub(super) fn mana_symbol(token: Token, text: &str) -> Option<Result<ManaSymbol, &'static str>> {
    let letters = || text.bytes().filter_map(color_letter);
    let colors = || letters().filter_map(colored);
    let amount = || text.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u16>().map_err(|_| "the number is too large");
    let symbol = match token {
        Token::Generic => amount().map(ManaSymbol::Generic),
        Token::X => Ok(ManaSymbol::X),
        Token::Snow => Ok(ManaSymbol::Snow),
        Token::Of => letters().next().map(ManaSymbol::Of).ok_or("no colour"),
        Token::Hybrid => two(letters()).map(|(a, b)| ManaSymbol::Hybrid(a, b)),
        Token::MonoHybrid => amount().and_then(|amount| Ok(ManaSymbol::MonoHybrid(amount, colors().next().ok_or("no colour")?))),
        Token::Phyrexian => colors().next().map(ManaSymbol::Phyrexian).ok_or("no colour"),
        Token::HybridPhyrexian => two(colors()).map(|(a, b)| ManaSymbol::HybridPhyrexian(a, b)),
        Token::Tap | Token::Untap | Token::Comma | Token::Unknown | Token::Unbalanced | Token::Bare => return None,
    };
    Some(symbol)
}

fn two<T: PartialEq>(mut letters: impl Iterator<Item = T>) -> Result<(T, T), &'static str> {
    match (letters.next(), letters.next()) {
        (Some(a), Some(b)) if a != b => Ok((a, b)),
        _ => Err("the two halves are the same"),
    }
}

fn color_letter(letter: u8) -> Option<ManaType> {
    ManaType::ALL.into_iter().find(|mana| mana.letter() == char::from(letter))
}

fn colored(mana: ManaType) -> Option<Color> {
    match mana {
        ManaType::Colored(color) => Some(color),
        ManaType::Colorless => None,
    }
}

/// The text with every run of digits and every other letter or digit in braces of its own, when that is a cost: what somebody
/// meant who wrote `2RR` or `{2rr}`.
pub(super) fn with_braces(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut digits = String::new();
    let upper = text.to_ascii_uppercase();
    for letter in upper.chars().filter(|letter| !matches!(letter, '{' | '}' | ' ')) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        flush(&mut out, &mut digits);
        out.push_str(&format!("{{{letter}}}"));
    }
    flush(&mut out, &mut digits);
    let good = !out.is_empty()
        && tokens(&out).iter().all(|(token, span)| {
            matches!(token, Token::Tap | Token::Untap)
                || mana_symbol(*token, &out[span.clone()]).is_some_and(|symbol| symbol.is_ok())
        });
    good.then_some(out)
}

fn flush(out: &mut String, digits: &mut String) {
    if !digits.is_empty() {
        out.push_str(&format!("{{{digits}}}"));
        digits.clear();
    }
}
