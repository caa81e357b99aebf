//! Type lines: `Legendary Creature - Goblin Warrior` (modern 205).

use super::{Parsed, TextError, did_you_mean, parsed, refuse_long};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, OwnType, Supertype, TypeLine};
use logos::Logos;

const CODE: &str = "bad-type-line";

#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
enum Token {
    /// What stands between types and subtypes.
    #[regex(r"-+")]
    #[token("—")]
    #[token("–")]
    Dash,
    /// A hyphen within a word belongs to the word.
    #[regex(r"[^ \t\r\n—–-][^ \t\r\n—–]*")]
    Word,
}

/// A type line. Supertypes and card types are known words, in any case; subtypes are any words that begin with a capital, after a
/// dash of any length.
///
/// ```
/// let line = cardwright_script::text::type_line("Legendary Creature - Goblin Warrior").unwrap();
/// assert_eq!(line.to_string(), "Legendary Creature - Goblin Warrior");
/// assert!(cardwright_script::text::type_line("Creatur - Goblin").is_err());
/// ```
pub fn type_line(text: &str) -> Parsed<TypeLine> {
    refuse_long(CODE, text, "a type line")?;
    let mut line = TypeLine::default();
    let mut errors = Vec::new();
    let mut dash = None;
    for (token, span) in Token::lexer(text).spanned() {
        let word = &text[span.clone()];
        let error = |message: String, help: String| Err(TextError::new(CODE, span.clone(), message, help));
        let result = match (token, &dash) {
            (Ok(Token::Dash), None) => {
                dash = Some(span.clone());
                Ok(())
            }
            (Ok(Token::Dash), Some(_)) => {
                error("a type line has one dash".into(), "write the subtypes with spaces between them".into())
            }
            (Ok(Token::Word), None) => add_type(&mut line, word).or_else(|(message, help)| error(message, help)),
            (Ok(Token::Word), Some(_)) => add_subtype(&mut line, word).or_else(|(message, help)| error(message, help)),
            (Err(()), _) => error(format!("`{word}` does not belong on a type line"), "leave it out".into()),
        };
        errors.extend(result.err());
    }
    if errors.is_empty() && line.types.is_empty() {
        errors.push(TextError::new(
            CODE,
            0..text.len(),
            "there is no card type",
            "write one, like `Creature - Goblin` or `Instant`",
        ));
    }
    if let Some(dash) = dash.filter(|_| errors.is_empty() && line.subtypes.is_empty()) {
        errors.push(TextError::new(CODE, dash, "there is no subtype after the dash", "write one, or leave the dash out"));
    }
    parsed(line, errors)
}

/// What is wrong and what to write instead.
type Complaint = (String, String);

fn add_type(line: &mut TypeLine, word: &str) -> Result<(), Complaint> {
    let twice = || Err((format!("`{word}` is there twice"), "write it once".to_owned()));
    if let Some(supertype) = Supertype::from_word(word) {
        if line.supertypes.contains(supertype.set()) {
            return twice();
        }
        line.supertypes |= supertype.set();
        return Ok(());
    }
    if let Some(card_type) = CardType::from_word(word) {
        if line.is(card_type) {
            return twice();
        }
        line.types |= card_type.set();
        return Ok(());
    }
    if word.eq_ignore_ascii_case("tribal") {
        return Err((format!("`{word}` is called `Kindred` now"), "write `Kindred`".to_owned()));
    }
    let known = Supertype::ALL.iter().map(|one| one.word()).chain(CardType::ALL.iter().map(|one| one.word()));
    let own: Vec<&str> = OwnType::known().map(|own| own.word().as_str()).collect();
    let known = known.chain(own);
    let otherwise = format!("subtypes stand after a dash: `Creature - {}`", capitalized(word));
    Err((format!("`{word}` is no supertype or card type"), did_you_mean(word, known, &otherwise)))
}

fn add_subtype(line: &mut TypeLine, word: &str) -> Result<(), Complaint> {
    let capital = capitalized(word);
    if capital != word {
        return Err((format!("the subtype `{word}` must begin with a capital"), format!("write `{capital}`")));
    }
    let subtype = Symbol::new(word);
    if line.has_subtype(subtype) {
        return Err((format!("`{word}` is there twice"), "write it once".to_owned()));
    }
    line.add_subtype(subtype);
    Ok(())
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    #[test]
    fn the_parts_of_a_type_line() {
        let line = type_line("Legendary Artifact Creature — Goblin Warrior").unwrap();
        assert_eq!(line.to_string(), "Legendary Artifact Creature - Goblin Warrior");
        assert!(line.is(CardType::Creature) && line.has_subtype(Symbol::new("Goblin")));
        assert_eq!(type_line("basic land - Forest").unwrap().to_string(), "Basic Land - Forest");
        assert_eq!(type_line("Land – Half-Moon").unwrap().subtypes, [Symbol::new("Half-Moon")]);
        assert_eq!(type_line("Instant").unwrap().subtypes, []);
    }

    #[test]
    fn mistakes_are_marked_and_mended() {
        check("Creatur - Goblin", 0..7, "did you mean `Creature`?");
        check("Legndary Creature", 0..8, "did you mean `Legendary`?");
        check("Goblin", 0..6, "subtypes stand after a dash: `Creature - Goblin`");
        check("Tribal Instant - Elf", 0..6, "write `Kindred`");
        check("Creature - goblin", 11..17, "write `Goblin`");
        check("Creature -", 9..10, "write one, or leave the dash out");
        check("Creature Creature", 9..17, "write it once");
        check("Creature - Elf Elf", 15..18, "write it once");
        check("Creature - Elf - Druid", 15..16, "write the subtypes with spaces between them");
        check("Legendary", 0..9, "write one, like `Creature - Goblin` or `Instant`");
        check("", 0..0, "write one, like `Creature - Goblin` or `Instant`");
        assert_eq!(type_line("Creatur Artifct - goblin").unwrap_err().len(), 3);
    }

    fn check(text: &str, span: Range<usize>, help: &str) {
        let errors = type_line(text).unwrap_err();
        assert_eq!((errors[0].span.clone(), errors[0].help.as_str()), (span, help), "{text}: {errors:?}");
    }
}
