//! Mutations: one decision of the engine each, broken on purpose. The files of `tests/mutations/` hold them.

use crate::repository;
use std::fs;

/// Where the engine's sources are, from the root.
pub const ENGINE: &str = "core/engine/src";

/// The environment variable that switches one mutation on, by number from 1.
pub const VARIABLE: &str = "CARDWRIGHT_MUTATION";

/// What is added to the engine's copy: the switch itself.
pub const SWITCH: &str = r#"
/// Whether this mutation is switched on.
pub(crate) fn mutated(number: usize) -> bool {
    static ON: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *ON.get_or_init(|| std::env::var("CARDWRIGHT_MUTATION").ok().and_then(|on| on.parse().ok()).unwrap_or(0)) == number
}
"#;

/// One of them.
#[derive(Debug)]
pub struct Mutation {
    /// The rule that is broken by it.
    pub rule: String,
    /// In words.
    pub what: String,
    /// The engine's file.
    pub file: String,
    /// A piece of text that is there once.
    pub find: String,
    /// What stands there instead; `@` is the switch, `@{` opens a block that is only run when it is on.
    pub with: String,
}

impl Mutation {
    /// Whether the words (none are always right) occur in it.
    pub fn is_about(&self, words: &str) -> bool {
        self.rule.contains(words) || self.what.contains(words) || self.file.contains(words)
    }

    /// Puts it into the text behind the switch with that number. Says whether the text to replace was there exactly once.
    pub fn apply(&self, text: &mut String, number: usize) -> bool {
        let mut places = text.match_indices(&self.find);
        let (Some((at, _)), None) = (places.next(), places.next()) else { return false };
        let with = self.with.replace('@', &format!("crate::mutated({number})"));
        text.replace_range(at..at + self.find.len(), &with);
        true
    }
}

/// All mutations, in the order of their files.
///
/// # Panics
/// If a file of `tests/mutations/` cannot be read.
pub fn all() -> Vec<Mutation> {
    let folder = repository().join("tests/mutations");
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("tests/mutations").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    files
        .iter()
        .flat_map(|path| {
            let text = fs::read_to_string(path).expect("a readable file");
            let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let list = table.get("mutation").and_then(toml::Value::as_array).cloned().unwrap_or_default();
            list.into_iter()
        })
        .map(|entry| {
            let word = |key: &str| {
                entry.get(key).and_then(toml::Value::as_str).unwrap_or_else(|| panic!("`{key}` is missing in {entry}")).to_owned()
            };
            Mutation { rule: word("rule"), what: word("what"), file: word("file"), find: word("find"), with: word("with") }
        })
        .collect()
}
