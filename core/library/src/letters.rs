//! Characters in an author's files that are not what they look like: some are not seen, others belong to another script.

use cardwright_script::diagnostic::letters::{is_foreign, look_alike};
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use std::ops::Range;

/// More of them in one file are one and the same mistake.
const MOST: usize = 5;

/// Everything odd in a file.
pub(crate) fn check(file: &SourceFile) -> Vec<Diagnostic> {
    // Nearly all files are plain throughout.
    if file.text.bytes().all(|byte| (b' '..0x7F).contains(&byte) || matches!(byte, b'\n' | b'\r' | b'\t')) {
        return Vec::new();
    }
    let mut found: Vec<Diagnostic> = invisible(file).take(MOST).collect();
    found.extend(words(&file.text).filter_map(|word| look_alike_in(file, word)).take(MOST));
    found
}

/// Where the first byte stands that is no UTF-8, in the text that reads each such byte as a replacement character.
pub(crate) fn first_unreadable(text: &str) -> Range<usize> {
    let at = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
    at..(at + char::REPLACEMENT_CHARACTER.len_utf8()).min(text.len())
}

fn invisible(file: &SourceFile) -> impl Iterator<Item = Diagnostic> + '_ {
    let mut before = ' ';
    file.text.char_indices().filter_map(move |(at, letter)| {
        let last = std::mem::replace(&mut before, letter);
        let what = what_is_unseen(letter, last)?;
        let span = at..at + letter.len_utf8();
        let trouble = Diagnostic::invisible_character(file, span.clone(), &format!("{what} (U+{:04X})", u32::from(letter)));
        Some(match letter {
            // At the beginning it says that the file is UTF-8, as all files of a library are.
            '\u{FEFF}' if at == 0 => {
                trouble.help("save the file as UTF-8 without it").fixed_by("remove the byte order mark", file, span, "")
            }
            '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => trouble.help("write a plain space"),
            _ => trouble.help("delete it"),
        })
    })
}

fn what_is_unseen(letter: char, before: char) -> Option<&'static str> {
    Some(match letter {
        '\n' | '\r' | '\t' => return None,
        '\u{FEFF}' => "a byte order mark",
        '\u{200D}' if !before.is_alphanumeric() && before > '\u{2000}' => return None, // Joins emoji.
        '\u{200B}'..='\u{200D}' | '\u{2060}' => "a character without width",
        '\u{AD}' => "a soft hyphen, which is mostly not shown",
        '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            "a character that changes the direction of the text around it"
        }
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => "a space of another kind",
        '\u{2028}' | '\u{2029}' => "a line break that few programs show",
        _ if letter.is_control() => "a control character",
        _ => return None,
    })
}

/// A word of plain letters with one among them that belongs to another script.
fn look_alike_in(file: &SourceFile, word: Range<usize>) -> Option<Diagnostic> {
    let letters = &file.text[word.clone()];
    if !letters.contains(|letter: char| letter.is_ascii_alphabetic()) {
        return None;
    }
    let mut foreign = letters.char_indices().filter(|(_, letter)| is_foreign(*letter));
    let (at, letter) = foreign.clone().find(|(_, letter)| look_alike(*letter).is_some()).or_else(|| foreign.next())?;
    let start = word.start + at;
    Some(Diagnostic::look_alike_letter(file, start..start + letter.len_utf8(), letter))
}

fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(char::is_alphabetic)?;
        let length = text[start..].find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len() - start);
        rest = start + length;
        Some(start..rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        check(&SourceFile::new("a.toml", text)).iter().map(|trouble| trouble.one_line()).collect()
    }

    #[test]
    fn what_nobody_sees_is_said() {
        assert_eq!(
            said("\u{FEFF}name = \"Im\u{200B}p\""),
            [
                "warning[invisible-character]: there is a byte order mark (U+FEFF) here\n  a.toml:1:1   save the file as UTF-8 without it",
                "warning[invisible-character]: there is a character without width (U+200B) here\n  a.toml:1:12   delete it",
            ]
        );
        assert_eq!(said("flavor = \"æther, naïve — “so” 龍 👩\u{200D}🚀\"\r\n\t").len(), 0);
    }

    #[test]
    fn letters_of_other_scripts_are_found_in_words_of_plain_ones() {
        assert_eq!(
            said("name = \"\u{421}inder Imp\""),
            [
                "warning[look-alike-letter]: `С` is the Cyrillic letter U+0421, which looks like `C`\n  a.toml:1:9   write the plain `C`"
            ]
        );
        assert_eq!(said("flavor = \"Слово и дело\""), [""; 0]);
    }
}
