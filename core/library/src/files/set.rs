//! `set.toml`: what a set is called and by which rules it is played.

use super::table::{Table, Text, parse};
use cardwright_script::diagnostic::{Diagnostic, SourceFile};

/// What a `set.toml` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawSet {
    /// The name that players see.
    pub name: String,
    /// A few capitals that stand for it.
    pub code: String,
    /// The ruleset, a file of `scripts/rulesets/`.
    pub ruleset: String,
    /// Where the name is said, if it is.
    pub name_text: Option<Text>,
    /// Where the code is said, if it is.
    pub code_text: Option<Text>,
    /// Where the ruleset is named, if it is.
    pub ruleset_text: Option<Text>,
}

impl RawSet {
    /// What a set folder is without the file.
    pub fn unnamed(folder: &str) -> Self {
        RawSet {
            name: folder.to_owned(),
            code: code_of(folder),
            ruleset: DEFAULT_RULESET.to_owned(),
            name_text: None,
            code_text: None,
            ruleset_text: None,
        }
    }
}

/// The ruleset of sets that name none.
pub const DEFAULT_RULESET: &str = "modern";

const KEYS: [&str; 3] = ["name", "code", "ruleset"];

/// Decodes a `set.toml`; `folder` is the name of its folder. What is wrong is left at its default.
pub fn decode_set(file: &SourceFile, folder: &str) -> (RawSet, Vec<Diagnostic>) {
    let mut out = Vec::new();
    let (document, _) = parse(file, &mut out);
    let table = Table::new(file, document.get_ref(), document.span());
    table.only(&KEYS, &mut out);
    let mut set = RawSet::unnamed(folder);
    match table.filled("name", &mut out) {
        Some(name) => {
            set.name = name.value.clone();
            set.name_text = Some(name);
        }
        None if !table.has("name") => out.push(Diagnostic::missing_key(file, 0..0, "name", "name = \"My First Set\"")),
        None => {}
    }
    if let Some(code) = table.filled("code", &mut out) {
        if code.value.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit()) && code.value.len() <= 8 {
            set.code = code.value.clone();
            set.code_text = Some(code);
        } else {
            let help = format!("write up to eight capitals and digits, like `{}`", code_of(&code.value));
            out.push(Diagnostic::bad_value(file, code.span, "this is no code of a set", help));
        }
    }
    if let Some(ruleset) = table.filled("ruleset", &mut out) {
        set.ruleset = ruleset.value.clone();
        set.ruleset_text = Some(ruleset);
    }
    (set, out)
}

fn code_of(name: &str) -> String {
    let code: String = name.chars().filter(char::is_ascii_alphanumeric).take(3).collect();
    if code.is_empty() { "SET".to_owned() } else { code.to_ascii_uppercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_defaults() {
        let (set, errors) = decode_set(&SourceFile::new("cards/ember/set.toml", "name = \"Embers\"\n"), "ember");
        assert_eq!(errors, []);
        assert_eq!((set.name.as_str(), set.code.as_str(), set.ruleset.as_str()), ("Embers", "EMB", "modern"));
    }

    #[test]
    fn mistakes_are_reported_together() {
        let (set, errors) = decode_set(&SourceFile::new("s.toml", "code = \"em-bers\"\nrulset = \"classic\"\n"), "ember");
        let lines: Vec<String> = errors.iter().map(Diagnostic::one_line).collect();
        assert_eq!(
            lines,
            [
                "error[unknown-key]: there is no key `rulset` here\n  s.toml:2:1   did you mean `ruleset`?",
                "error[missing-key]: `name` is missing\n  s.toml:1:1   add a line like `name = \"My First Set\"`",
                "error[bad-value]: this is no code of a set\n  s.toml:1:8   write up to eight capitals and digits, like `EMB`",
            ]
        );
        assert_eq!(set.name, "ember");
    }
}
