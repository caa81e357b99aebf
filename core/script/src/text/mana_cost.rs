//! Mana costs (`{2}{R/W}`) and the symbols of ability costs (`{1}{R}, {T}`).

use super::symbols::{Token, mana_symbol, tokens, with_braces};
use super::{Parsed, TextError, parsed, refuse_long};
use cardwright_engine::mana::{ManaCost, ManaSymbol};
use std::ops::Range;

const CODE: &str = "bad-cost";

/// A symbol of the cost of an activated ability.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CostSymbol {
    /// Mana to pay.
    Mana(ManaSymbol),
    /// `{T}`: tap the object (modern 107.5).
    Tap,
    /// `{Q}`: untap the object (modern 107.6).
    Untap,
}

/// A mana cost as printed: `{1}{R}`, `{W/U}`, `{2/W}`, `{W/P}`, `{X}`, `{S}`, `{0}` (modern 107.4). Symbols are written in
/// capitals; spaces between them do not count.
///
/// ```
/// let cost = cardwright_script::text::mana_cost("{2}{R/W}").unwrap();
/// assert_eq!(cost.mana_value(0), 3);
/// assert!(cardwright_script::text::mana_cost("2R").is_err());
/// ```
pub fn mana_cost(text: &str) -> Parsed<ManaCost> {
    refuse_long(CODE, text, "a mana cost")?;
    let mut errors = Vec::new();
    let mut symbols = Vec::new();
    for (token, span) in tokens(text) {
        match token {
            Token::Tap | Token::Untap => errors.push(not_mana(text, span)),
            Token::Comma => errors.push(TextError::new(CODE, span, "a mana cost has no commas", "leave it out")),
            _ => match symbol(token, text, span) {
                Ok(symbol) => symbols.push(symbol),
                Err(error) => errors.push(error),
            },
        }
    }
    if text.trim().is_empty() {
        errors.push(TextError::new(
            CODE,
            0..text.len(),
            "the mana cost is empty",
            "write `{0}` for a cost of nothing; leave it out for a card without a mana cost",
        ));
    }
    parsed(without_zeros(symbols), errors)
}

/// The cost of an activated ability as far as it is made of symbols: `{1}{R}, {T}`. The symbols in printed order.
pub fn ability_cost(text: &str) -> Parsed<Vec<CostSymbol>> {
    refuse_long(CODE, text, "a cost")?;
    let mut errors = Vec::new();
    let mut symbols = Vec::new();
    let tokens = tokens(text);
    for (index, (token, span)) in tokens.iter().cloned().enumerate() {
        match token {
            Token::Comma => {
                let between = index > 0 && index + 1 < tokens.len() && tokens[index - 1].0 != Token::Comma;
                if !between {
                    errors.push(TextError::new(CODE, span, "a comma stands between two parts of a cost", "leave it out"));
                }
            }
            Token::Tap | Token::Untap => {
                let symbol = if token == Token::Tap { CostSymbol::Tap } else { CostSymbol::Untap };
                if symbols.contains(&symbol) {
                    errors.push(TextError::new(CODE, span, "this is paid twice", "write it once"));
                }
                symbols.push(symbol);
            }
            _ => match self::symbol(token, text, span) {
                Ok(symbol) => symbols.push(CostSymbol::Mana(symbol)),
                Err(error) => errors.push(error),
            },
        }
    }
    if text.trim().is_empty() {
        errors.push(TextError::new(CODE, 0..text.len(), "the cost is empty", "write `{0}` for a cost of nothing"));
    }
    parsed(symbols, errors)
}

/// `{0}` asks for nothing: as a cost it is no symbol at all.
fn without_zeros(symbols: Vec<ManaSymbol>) -> ManaCost {
    ManaCost::new(symbols.into_iter().filter(|symbol| *symbol != ManaSymbol::Generic(0)).collect())
}

fn symbol(token: Token, text: &str, span: Range<usize>) -> Result<ManaSymbol, TextError> {
    let written = &text[span.clone()];
    match mana_symbol(token, written) {
        Some(Ok(symbol)) => Ok(symbol),
        Some(Err(reason)) => Err(TextError::new(CODE, span, format!("`{written}` is no mana symbol: {reason}"), "")),
        None if token == Token::Unbalanced => {
            let help = with_braces(written).map_or("each symbol stands in `{` and `}`".into(), |cost| format!("write `{cost}`"));
            Err(TextError::new(CODE, span, format!("`{written}` has a brace without its other half"), help))
        }
        None if token == Token::Bare => {
            let help = with_braces(written)
                .map_or("other parts of a cost are words of the script, not text".into(), |cost| format!("write `{cost}`"));
            Err(TextError::new(CODE, span, format!("`{written}` is not in braces"), help))
        }
        None => Err(TextError::new(CODE, span, format!("`{written}` is no symbol"), instead_of(written))),
    }
}

fn instead_of(written: &str) -> String {
    let upper = written.to_ascii_uppercase().replace(' ', "");
    let is_symbol = |text: &str| matches!(&tokens(text)[..], [(token, span)] if mana_symbol(*token, &text[span.clone()]).is_some_and(|symbol| symbol.is_ok()) || matches!(token, Token::Tap | Token::Untap));
    // `{P/W}` and `{W/2}` are the two ways to turn a symbol round.
    let turned = upper.trim_matches(['{', '}']).split_once('/').map(|(a, b)| format!("{{{b}/{a}}}"));
    [Some(upper.clone()), turned]
        .into_iter()
        .flatten()
        .find(|text| is_symbol(text))
        .or_else(|| with_braces(written))
        .map_or("the symbols are {W} {U} {B} {R} {G} {C} {X} {S}, numbers, and halves like {W/U}, {2/W}, {W/P}".into(), |cost| {
            format!("write `{cost}`")
        })
}

fn not_mana(text: &str, span: Range<usize>) -> TextError {
    let written = &text[span.clone()];
    TextError::new(CODE, span, format!("`{written}` is not mana"), "tapping belongs to the cost of an ability, in the script")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_engine::mana::{Color, ManaType};

    #[test]
    fn every_symbol_is_read_and_written_back() {
        for text in ["{1}{R}", "{W/U}", "{2/W}", "{W/P}", "{W/U/P}", "{X}{X}{G}", "{S}", "{C}", "{16}", "{C/W}"] {
            assert_eq!(mana_cost(text).unwrap().to_string(), text);
        }
        assert_eq!(mana_cost("{2} {W}").unwrap().mana_value(0), 3);
        assert_eq!(mana_cost("{0}").unwrap(), ManaCost::default());
        assert_eq!(mana_cost("{2/W}").unwrap().symbols, [ManaSymbol::MonoHybrid(2, Color::White)]);
    }

    #[test]
    fn mistakes_are_marked_and_mended() {
        check("1R", 0..2, "write `{1}{R}`");
        check("{1}{r}", 3..6, "write `{R}`");
        check("{1}{RR}", 3..7, "write `{R}{R}`");
        check("{1}{P/W}", 3..8, "write `{W/P}`");
        check("{1}{W", 3..5, "write `{W}`");
        check("{1}}", 3..4, "each symbol stands in `{` and `}`");
        check("{W/W}", 0..5, "");
        check("{70000}", 0..7, "");
        check("{1}, {R}", 3..4, "leave it out");
        check("{T}", 0..3, "tapping belongs to the cost of an ability, in the script");
        check("", 0..0, "write `{0}` for a cost of nothing; leave it out for a card without a mana cost");
        assert_eq!(mana_cost("{q}{z}").unwrap_err().len(), 2);
        assert!(mana_cost(&"{1}".repeat(100_000)).is_err());
        assert!(mana_cost("{é}é").is_err());
    }

    fn check(text: &str, span: Range<usize>, help: &str) {
        let errors = mana_cost(text).unwrap_err();
        assert_eq!((errors[0].span.clone(), errors[0].help.as_str()), (span, help), "{text}: {errors:?}");
    }

    #[test]
    fn ability_costs_have_tapping_and_commas() {
        let red = CostSymbol::Mana(ManaSymbol::Of(ManaType::Colored(Color::Red)));
        let one = CostSymbol::Mana(ManaSymbol::Generic(1));
        assert_eq!(ability_cost("{1}{R}, {T}").unwrap(), [one, red, CostSymbol::Tap]);
        assert_eq!(ability_cost("{Q}").unwrap(), [CostSymbol::Untap]);
        assert_eq!(ability_cost("{0}").unwrap(), [CostSymbol::Mana(ManaSymbol::Generic(0))]);
        for bad in ["{T}, {T}", ",{T}", "{T},", "{1},,{T}", "T", "sacrifice a creature", ""] {
            assert!(ability_cost(bad).is_err(), "{bad}");
        }
        assert_eq!(ability_cost("{t}").unwrap_err()[0].help, "write `{T}`");
    }
}
