//! Links that open a file in the author's own editor: `[workbench] editor` of `cardwright.toml`.

use cardwright_script::diagnostic::nearest;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// The address that opens a file in an editor, with places for what is known when it is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditorLink {
    parts: Vec<Part>,
}

/// A piece of the address.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    /// As it is written.
    Text(String),
    /// The full path of the file.
    Path,
    /// The line, counted from 1.
    Line,
    /// The column, counted from 1.
    Column,
}

/// What can stand in braces.
const PLACES: [&str; 3] = ["path", "line", "column"];

/// Addresses that would run something in the page instead of opening an editor.
const UNSAFE: [&str; 4] = ["javascript", "data", "vbscript", "blob"];

/// Why a text is no link to an editor.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EditorLinkError {
    /// Braces with something else in them.
    #[error("there is no placeholder `{{{name}}}`")]
    UnknownPlace {
        /// What stands in the braces.
        name: String,
        /// Its bytes, braces included.
        part: Range<usize>,
    },
    /// A brace that is not closed, or not opened.
    #[error("this brace has no other half")]
    Brace {
        /// Its byte.
        part: Range<usize>,
    },
    /// It does not say which file.
    #[error("the address does not say which file: `{{path}}` is missing")]
    NoPath,
    /// It does not begin like an address that opens a program.
    #[error("this is no address that opens an editor")]
    NoAddress,
}

impl EditorLinkError {
    /// The bytes of the text that are wrong, if it is not all of it.
    pub fn part(&self) -> Option<Range<usize>> {
        match self {
            EditorLinkError::UnknownPlace { part, .. } | EditorLinkError::Brace { part } => Some(part.clone()),
            EditorLinkError::NoPath | EditorLinkError::NoAddress => None,
        }
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            EditorLinkError::UnknownPlace { name, .. } => match nearest(name, PLACES) {
                Some(word) => format!("did you mean `{{{word}}}`?"),
                None => "the placeholders are `{path}`, `{line}` and `{column}`".to_owned(),
            },
            EditorLinkError::Brace { .. } => "the placeholders are `{path}`, `{line}` and `{column}`".to_owned(),
            EditorLinkError::NoPath | EditorLinkError::NoAddress => {
                format!("write an address like `{}`", EditorLink::USUAL)
            }
        }
    }
}

impl EditorLink {
    /// What is used where no configuration says another.
    pub const USUAL: &'static str = "vscode://file/{path}:{line}";

    /// Reads a template.
    ///
    /// # Errors
    /// If it names a place that is not known, or is no address that can open an editor.
    pub fn parse(text: &str) -> Result<Self, EditorLinkError> {
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(brace) = text[at..].find(['{', '}']).map(|found| at + found) {
            if brace > at {
                parts.push(Part::Text(text[at..brace].to_owned()));
            }
            let close = text[brace..].find('}').map(|found| brace + found);
            let Some(close) = close.filter(|close| *close > brace) else {
                return Err(EditorLinkError::Brace { part: brace..brace + 1 });
            };
            parts.push(match &text[brace + 1..close] {
                "path" => Part::Path,
                "line" => Part::Line,
                "column" => Part::Column,
                other => return Err(EditorLinkError::UnknownPlace { name: other.to_owned(), part: brace..close + 1 }),
            });
            at = close + 1;
        }
        if at < text.len() {
            parts.push(Part::Text(text[at..].to_owned()));
        }
        let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase()).unwrap_or_default();
        let is_scheme = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.'));
        if !is_scheme || UNSAFE.contains(&scheme.as_str()) {
            return Err(EditorLinkError::NoAddress);
        }
        if !parts.contains(&Part::Path) {
            return Err(EditorLinkError::NoPath);
        }
        Ok(EditorLink { parts })
    }

    /// What `cardwright.toml` says. A file that says nothing, or nothing that can be followed, leaves the usual; lint says what is
    /// wrong with it.
    pub fn of_config(text: &str) -> Self {
        let (document, _) = DeTable::parse_recoverable(text);
        let said = document.get_ref().get("workbench").and_then(|table| match table.get_ref() {
            DeValue::Table(keys) => keys.get("editor"),
            _ => None,
        });
        let link = said.and_then(|value| match value.get_ref() {
            DeValue::String(text) => EditorLink::parse(text).ok(),
            _ => None,
        });
        link.unwrap_or_default()
    }

    /// The address that opens a file at a line and column, both counted from 1.
    pub fn to(&self, path: &Path, line: usize, column: usize) -> String {
        let mut address = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => address.push_str(text),
                Part::Path => {
                    let path = path.to_string_lossy().replace('\\', "/");
                    // `file/` and `/cards` are joined by one stroke.
                    let joined = path.strip_prefix('/').filter(|_| address.ends_with('/'));
                    escape(joined.unwrap_or(&path), &mut address);
                }
                // Writing to a text cannot fail.
                Part::Line => drop(write!(address, "{line}")),
                Part::Column => drop(write!(address, "{column}")),
            }
        }
        address
    }
}

impl Default for EditorLink {
    fn default() -> Self {
        EditorLink { parts: vec![Part::Text("vscode://file/".to_owned()), Part::Path, Part::Text(":".to_owned()), Part::Line] }
    }
}

/// A path as a part of an address: what has a meaning there is written as its bytes.
fn escape(path: &str, address: &mut String) {
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_usual_one() {
        assert_eq!(EditorLink::parse(EditorLink::USUAL).unwrap(), EditorLink::default());
        assert_eq!(EditorLink::of_config(""), EditorLink::default());
        assert_eq!(EditorLink::of_config("[workbench\neditor = 3"), EditorLink::default());
    }

    #[test]
    fn places_are_filled_in() {
        let link = EditorLink::of_config("[workbench]\neditor = \"ed:{path}?l={line}&c={column}\"\n");
        assert_eq!(link.to(Path::new("/my cards/a#1.toml"), 3, 5), "ed:/my%20cards/a%231.toml?l=3&c=5");
        assert_eq!(EditorLink::default().to(Path::new("/x/a.toml"), 7, 1), "vscode://file/x/a.toml:7");
    }

    #[test]
    fn what_opens_no_editor_is_refused() {
        let wrong = |text: &str| EditorLink::parse(text).unwrap_err();
        let unknown = wrong("ed:{file}:{line}");
        assert_eq!((unknown.part(), unknown.to_string().as_str()), (Some(3..9), "there is no placeholder `{file}`"));
        assert_eq!(wrong("ed:{pth}").help(), "did you mean `{path}`?");
        assert_eq!(wrong("ed:{path"), EditorLinkError::Brace { part: 3..4 });
        assert_eq!(wrong("ed:}{path}"), EditorLinkError::Brace { part: 3..4 });
        assert_eq!(wrong("ed:{line}"), EditorLinkError::NoPath);
        for text in ["{path}", "", "JavaScript:alert('{path}')", "data:text/html,{path}", "/bin/ed {path}", " javascript:{path}"]
        {
            assert_eq!(wrong(text), EditorLinkError::NoAddress, "{text}");
        }
    }
}
