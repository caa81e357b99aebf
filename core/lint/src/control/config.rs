//! `cardwright.toml`: how seriously a library takes each lint, and what the workbench opens files with.
//!
//! ```toml
//! [lint]
//! unused-value = "deny"
//! text = "allow"
//!
//! [workbench]
//! editor = "vscode://file/{path}:{line}"
//! ```

use super::{Selector, level_help};
use crate::{Findings, Level};
use cardwright_library::editor_link::EditorLink;
use cardwright_script::diagnostic::{SourceFile, nearest};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// What a configuration says.
#[derive(Default, Debug)]
pub(crate) struct Config {
    /// The levels, in the order of the file.
    pub levels: Vec<(Selector, Level)>,
    /// Names of no lint: each with the nearest, and where it stands.
    pub unknown: Vec<(String, Option<&'static str>, Range<usize>)>,
}

impl Config {
    /// Reads the file. What is wrong with it is added to `bad`, the findings of `bad-config`.
    pub fn read(file: &SourceFile, bad: &mut Findings) -> Config {
        let (document, errors) = DeTable::parse_recoverable(&file.text);
        for error in &errors {
            let message = format!("this is not TOML: {}", error.message().trim());
            bad.add(file, error.span().unwrap_or(0..0), message);
        }
        let mut config = Config::default();
        if !errors.is_empty() {
            return config;
        }
        for (key, value) in in_order(document.get_ref()) {
            match value.get_ref() {
                DeValue::Table(levels) if key.get_ref() == "lint" => config.levels(file, levels, bad),
                DeValue::Table(keys) if key.get_ref() == "workbench" => workbench(file, keys, bad),
                _ if key.get_ref() == "workbench" => {
                    let help = "write `[workbench]`, and under it a line like `editor = \"vscode://file/{path}:{line}\"`";
                    bad.add(file, value.span(), "`workbench` must be a table").help.push(help.to_owned());
                }
                _ if key.get_ref() == "lint" => {
                    let help = "write `[lint]`, and under it lines like `unused-value = \"deny\"`";
                    bad.add(file, value.span(), "`lint` must be a table").help.push(help.to_owned());
                }
                _ => unknown_key(file, key, bad),
            }
        }
        config
    }

    fn levels(&mut self, file: &SourceFile, levels: &DeTable<'_>, bad: &mut Findings) {
        for (key, value) in in_order(levels) {
            let name = key.get_ref();
            let level = match value.get_ref() {
                DeValue::String(word) => match Level::of_word(word) {
                    Some(level) => Some(level),
                    None => {
                        let finding = bad.add(file, value.span(), format!("there is no level `{word}`"));
                        finding.help.push(level_help(word));
                        None
                    }
                },
                _ => {
                    let finding = bad.add(file, value.span(), format!("the level of `{name}` must be a text in quotes"));
                    finding.help.push(level_help(""));
                    None
                }
            };
            match (Selector::of(name), level) {
                (Err(near), _) => self.unknown.push((name.to_string(), near, key.span())),
                (Ok(_), None) => {}
                (Ok(selector), Some(level)) if level < Level::Deny && selector.is_fixed() => {
                    let message = format!("`{name}` is an error found while loading: its level cannot be lowered");
                    let finding = bad.add(file, value.span(), message);
                    finding.help.push("take this line out: a card that cannot be read cannot be played".to_owned());
                }
                (Ok(selector), Some(level)) => self.levels.push((selector, level)),
            }
        }
    }
}

/// The table of the workbench: what it opens files with.
fn workbench(file: &SourceFile, keys: &DeTable<'_>, bad: &mut Findings) {
    for (key, value) in in_order(keys) {
        if key.get_ref() != "editor" {
            let finding = bad.add(file, key.span(), format!("there is no key `{}` here", key.get_ref()));
            finding.help.push(match nearest(key.get_ref(), ["editor"]) {
                Some(word) => format!("did you mean `{word}`?"),
                None => "the only key under `[workbench]` is `editor`".to_owned(),
            });
            continue;
        }
        let DeValue::String(text) = value.get_ref() else {
            let help = format!("write `editor = \"{}\"`", EditorLink::USUAL);
            bad.add(file, value.span(), "`editor` must be a text in quotes").help.push(help);
            continue;
        };
        let Err(wrong) = EditorLink::parse(text) else { continue };
        // Where the text stands in the file as it is, the mark is only under what is wrong.
        let written = file.text.get(value.span()).unwrap_or_default();
        let start = written.find(&**text).map(|at| value.span().start + at);
        let span = match (start, wrong.part()) {
            (Some(start), Some(part)) => start + part.start..start + part.end,
            _ => value.span(),
        };
        bad.add(file, span, wrong.to_string()).help.push(wrong.help());
    }
}

fn unknown_key(file: &SourceFile, key: &toml::Spanned<std::borrow::Cow<'_, str>>, bad: &mut Findings) {
    let name = key.get_ref();
    let finding = bad.add(file, key.span(), format!("there is no key `{name}` here"));
    let meant = nearest(name, ["lint", "workbench"]);
    let is_lint = Selector::of(name).is_ok();
    finding.help.push(match meant {
        Some(word) => format!("did you mean `[{word}]`?"),
        None if is_lint => "levels of lints stand under `[lint]`".to_owned(),
        None => "the tables are `[lint]` and `[workbench]`".to_owned(),
    });
}

type Entry<'t, 'd> = (&'t toml::Spanned<std::borrow::Cow<'d, str>>, &'t toml::Spanned<DeValue<'d>>);

fn in_order<'t, 'd>(table: &'t DeTable<'d>) -> Vec<Entry<'t, 'd>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
