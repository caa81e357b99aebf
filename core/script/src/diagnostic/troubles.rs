//! The named constructors: one for each trouble, with its code, wording and hint.

use super::{Diagnostic, Label, Severity, SourceFile, nearest};
use std::ops::Range;

/// What other programs and other spellings call the keys of card files.
const CALLED_ELSEWHERE: [(&str, &str); 14] = [
    ("mana_cost", "cost"),
    ("mana", "cost"),
    ("type_line", "type"),
    ("types", "type"),
    ("rules", "text"),
    ("rules_text", "text"),
    ("oracle_text", "text"),
    ("flavour", "flavor"),
    ("flavor_text", "flavor"),
    ("collector_number", "number"),
    ("abilities", "script"),
    ("illustrator", "artist"),
    ("attack", "power"),
    ("health", "toughness"),
];

impl Diagnostic {
    /// The file is not a TOML document; `reason` is the parser's.
    pub fn invalid_toml(file: &SourceFile, span: Range<usize>, reason: &str) -> Self {
        let span = file.clamp(span);
        let trouble = Diagnostic::error("invalid-toml", format!("this is not TOML: {}", reason.trim())).at(file, span.clone());
        // The parser complains at the mark or right behind it.
        let line = file.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let letters = file.text[span.start..].chars().take(1).chain(file.text[line..span.start].chars().rev());
        if let Some((what, help)) = letters.take_while(|letter| *letter != '\n').find_map(super::letters::mistaken) {
            return trouble.help(help).note(what);
        }
        match reason {
            _ if file.text[span.start..].starts_with(':') => trouble.help("between a key and its value stands `=`"),
            _ if reason.contains("duplicate key") => trouble.help("delete one of the two lines"),
            _ if reason.contains("invalid basic string") => trouble.help("close the text with `\"`"),
            _ if reason.contains("key with no value") => {
                trouble.help("a name with spaces stands in quotes: `\"Ember Lance\" = 4`")
            }
            _ => trouble,
        }
    }

    /// The file cannot be read, for a reason of the operating system.
    pub fn unreadable_file(path: &str, reason: &str) -> Self {
        Diagnostic::error("unreadable-file", format!("cannot read `{path}`: {reason}"))
            .at(&SourceFile::unread(path), 0..0)
            .help("check that the file may be read, and that it is saved as UTF-8 text")
    }

    /// A file that is left unread, being larger than any file of a library may be; both sizes in bytes.
    pub fn too_large_file(path: &str, size: u64, largest: u64) -> Self {
        let message =
            format!("`{path}` is too large to be read: it has {size} bytes, and a file of a library has at most {largest}");
        Diagnostic::error("unreadable-file", message)
            .at(&SourceFile::unread(path), 0..0)
            .help("take out what does not belong in it, or split it into several files: each card can have one of its own")
    }

    /// A file that is no UTF-8; `span` marks the first byte that is none.
    pub fn encoding(file: &SourceFile, span: Range<usize>) -> Self {
        Diagnostic::error("encoding", "this file is not UTF-8 text")
            .at_saying(file, span, "the first character that cannot be read")
            .help(match file.text.contains('\0') {
                true => "save it as UTF-8; it was probably saved as UTF-16",
                false => "save it as UTF-8; it was probably saved as Latin-1 or Windows-1252",
            })
    }

    /// A character that nobody sees, or that changes how others are shown.
    pub fn invisible_character(file: &SourceFile, span: Range<usize>, what: &str) -> Self {
        Diagnostic::warning("invisible-character", format!("there is {what} here")).at(file, span)
    }

    /// A letter of another script inside of a word.
    pub fn look_alike_letter(file: &SourceFile, span: Range<usize>, letter: char) -> Self {
        let trouble = |message: String| Diagnostic::warning("look-alike-letter", message).at(file, span.clone());
        match super::letters::mistaken(letter) {
            Some((what, help)) => trouble(what).help(help),
            None => trouble(format!("`{letter}` belongs to another script than the rest of the word")),
        }
    }

    /// Two sets with one name or one code.
    pub fn duplicate_set(
        what: &str,
        said: &str,
        second: (&SourceFile, Range<usize>),
        first: (&SourceFile, Range<usize>),
    ) -> Self {
        Diagnostic::warning("duplicate-set", format!("another set has the {what} `{said}`"))
            .at(second.0, second.1)
            .see(first.0, first.1, "the first one is here")
            .help(format!("give this one another {what}"))
    }

    /// A word that is called otherwise now.
    pub fn old_word(file: &SourceFile, span: Range<usize>, old: &str, new: &str) -> Self {
        Diagnostic::warning("old-word", format!("`{old}` is called `{new}` now"))
            .at(file, span.clone())
            .help(format!("write `{new}`"))
            .fixed_by(format!("write `{new}`"), file, span, new)
    }

    /// A key that means nothing here.
    pub fn unknown_key<'a>(
        file: &SourceFile,
        span: Range<usize>,
        key: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        let trouble = Diagnostic::error("unknown-key", format!("there is no key `{key}` here")).at(file, span);
        let elsewhere = CALLED_ELSEWHERE.iter().find(|(theirs, _)| *theirs == key).map(|(_, ours)| *ours);
        let elsewhere = elsewhere.filter(|ours| known.clone().into_iter().any(|known| known == *ours));
        match elsewhere.or_else(|| nearest(key, known.clone())) {
            Some(word) => trouble.did_you_mean(Some(word)),
            None => trouble.help(format!("the keys are {}", list(known))),
        }
    }

    /// A value of the wrong kind, such as a number for a name.
    pub fn wrong_type(file: &SourceFile, span: Range<usize>, key: &str, expected: &str, found: &str) -> Self {
        Diagnostic::error("wrong-type", format!("`{key}` must be {expected}, not {found}")).at(file, span)
    }

    /// A value of the right kind that is out of bounds or empty.
    pub fn bad_value(file: &SourceFile, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Diagnostic::error("bad-value", message).at(file, span).help(help)
    }

    /// A key that must be there and is not; `example` is a line to add.
    pub fn missing_key(file: &SourceFile, span: Range<usize>, key: &str, example: &str) -> Self {
        Diagnostic::error("missing-key", format!("`{key}` is missing"))
            .at(file, span)
            .help(format!("add a line like `{example}`"))
    }

    /// Two statements of a file that cannot both hold.
    pub fn contradiction(
        file: &SourceFile,
        span: Range<usize>,
        message: impl Into<String>,
        other: Range<usize>,
        other_says: &str,
        help: &str,
    ) -> Self {
        Diagnostic::error("contradiction", message).at(file, span).see(file, other, other_says).help(help)
    }

    /// A card file that belongs to no set.
    pub fn outside_a_set(file: &SourceFile) -> Self {
        Diagnostic::warning("outside-a-set", "this card belongs to no set")
            .at(file, 0..0)
            .help("move it into a folder of its set, like `cards/starter/`")
    }

    /// A word of a script that nothing is called.
    pub fn unknown_word<'a>(file: &SourceFile, span: Range<usize>, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        Diagnostic::error("unknown-word", format!("nothing is called `{word}`")).at(file, span).did_you_mean(nearest(word, known))
    }

    /// A keyword that no file defines.
    pub fn unknown_keyword<'a>(
        file: &SourceFile,
        span: Range<usize>,
        keyword: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let trouble = Diagnostic::error("unknown-keyword", format!("no keyword is called `{keyword}`")).at(file, span);
        match nearest(keyword, known) {
            Some(word) => trouble.did_you_mean(Some(word)),
            None => trouble.help("a keyword is a file of its own in `scripts/keywords/`, or in `keywords/` of a set"),
        }
    }

    /// A script file that a card names and that is not there.
    pub fn missing_script<'a>(
        file: &SourceFile,
        span: Range<usize>,
        path: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let trouble = Diagnostic::error("missing-script", format!("there is no file `scripts/{path}`")).at(file, span);
        match nearest(path, known) {
            Some(word) => trouble.did_you_mean(Some(word)),
            None => trouble.help("write that file, or the script itself between `'''`"),
        }
    }

    /// A script file that no card names.
    pub fn unused_script(file: &SourceFile, path: &str) -> Self {
        Diagnostic::warning("unused-script", "no card uses this script")
            .at(file, 0..0)
            .help(format!("name it in a card file: `script = \"{path}\"`, or delete it"))
    }

    /// Two cards with one name.
    pub fn duplicate_name(name: &str, second: (&SourceFile, Range<usize>), first: (&SourceFile, Range<usize>)) -> Self {
        Diagnostic::error("duplicate-name", format!("another card is called `{name}`"))
            .at(second.0, second.1)
            .see(first.0, first.1, "the first one is here")
            .help("a card is known by its name: give this one another")
    }

    /// Two cards of a set with one collector number.
    pub fn duplicate_number(number: u32, second: (&SourceFile, Range<usize>), first: (&SourceFile, Range<usize>)) -> Self {
        Diagnostic::error("duplicate-number", format!("another card of this set has number {number}"))
            .at(second.0, second.1)
            .see(first.0, first.1, "the first one is here")
            .help("give one of them a number that is free")
    }

    /// A deck that asks for a card that the library does not have.
    pub fn unknown_card<'a>(file: &SourceFile, span: Range<usize>, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        Diagnostic::error("unknown-card", format!("no card is called `{name}`")).at(file, span).did_you_mean(nearest(name, known))
    }

    /// A name of a token that neither the card nor its set defines.
    pub fn unknown_token<'a>(
        file: &SourceFile,
        span: Range<usize>,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let trouble = Diagnostic::error("unknown-token", format!("no token is called `{name}`")).at(file, span);
        match nearest(name, known) {
            Some(word) => trouble.did_you_mean(Some(word)),
            None => trouble.help(format!("define it in the card file: `[[token]]` with `name = \"{name}\"`")),
        }
    }

    /// A script that does not parse or fails when it is run; `reason` is the host's.
    pub fn script_error(file: &SourceFile, span: Range<usize>, reason: impl Into<String>) -> Self {
        Diagnostic::error("script-error", reason).at(file, span)
    }

    /// A script that did not come to an end within its limits.
    pub fn script_limit(file: &SourceFile, span: Range<usize>, what: &str) -> Self {
        Diagnostic::error("script-limit", format!("the script was stopped: {what}"))
            .at(file, span)
            .help("a card's script runs once and only describes the card; look for a loop or a call of itself that does not end")
    }

    /// The folder is no library.
    pub fn not_a_library(path: &str) -> Self {
        Diagnostic::error("not-a-library", format!("`{path}` has none of the folders `cards`, `scripts` and `decks`"))
            .help("name the folder of a library with `--library`, or make one with `cardwright new`")
    }
}

impl Label {
    /// The marked text.
    pub fn text(&self) -> &str {
        self.file.text.get(self.span.clone()).unwrap_or_default()
    }
}

impl Severity {
    /// All, the worst first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];
}

fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<&str> = words.into_iter().collect();
    words.sort_unstable();
    words.join(", ")
}
