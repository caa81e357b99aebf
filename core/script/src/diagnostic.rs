//! What an author reads when something is wrong: a code, a place, a reason and what to do.
//!
//! An author's mistake is a value, collected while loading goes on. Wording, code and hint of each trouble live here, in a
//! named constructor; call sites pass what they have. This module renders the short two-line form; the long form with the
//! source line is drawn by the library crate.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub mod letters;
mod troubles;

/// A text that diagnostics point into: where it was read and what was read. Copies share the text.
#[derive(Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The path that is shown, relative to the root of the library, with `/` between folders.
    pub path: Arc<str>,
    /// What the file said when it was read; empty when it could not be read.
    pub text: Arc<str>,
}

impl SourceFile {
    /// A file with this path and text.
    pub fn new(path: &str, text: &str) -> Self {
        SourceFile { path: path.into(), text: text.into() }
    }

    /// A file of which only the path is known.
    pub fn unread(path: &str) -> Self {
        SourceFile::new(path, "")
    }

    /// The line and column of a byte offset. Offsets beyond the end or inside a character count as the nearest place before.
    pub fn place(&self, offset: usize) -> Place {
        let before = &self.text[..floor_boundary(&self.text, offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place { line: before.bytes().filter(|&byte| byte == b'\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }

    /// The byte offset of a line and column, both counted from 1; beyond the end of a line it is the end of that line.
    pub fn offset(&self, place: Place) -> usize {
        offset_in(&self.text, place)
    }

    /// The span as one that certainly lies in the text, on character boundaries.
    pub fn clamp(&self, span: Range<usize>) -> Range<usize> {
        let start = floor_boundary(&self.text, span.start);
        start..floor_boundary(&self.text, span.end).max(start)
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SourceFile({})", self.path)
    }
}

/// The byte offset of a line and column in a text.
pub(crate) fn offset_in(text: &str, place: Place) -> usize {
    let mut start = 0;
    for _ in 1..place.line {
        match text[start..].find('\n') {
            Some(newline) => start += newline + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or_default();
    let within = line.char_indices().nth(place.column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    start + within
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// What is marked cannot be used as it stands.
    Error,
    /// It works, but is probably not meant so.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A marked place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The file.
    pub file: SourceFile,
    /// The bytes that are marked.
    pub span: Range<usize>,
    /// What is said at the mark; may be empty.
    pub message: String,
    /// Whether this is the place of the trouble, not one that explains it.
    pub primary: bool,
}

/// A change to a file that mends a trouble without changing what the card does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The file.
    pub file: SourceFile,
    /// The bytes that are replaced; empty to insert.
    pub span: Range<usize>,
    /// What stands there afterwards.
    pub with: String,
}

/// A way to mend a trouble: all of its edits or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, as an instruction: "replace it by `draw`".
    pub title: String,
    /// The changes, which do not overlap.
    pub edits: Vec<Edit>,
    /// What it takes for granted.
    pub assumes: Assumes,
}

/// What a fix takes for granted: whether it can be applied without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assumes {
    /// Nothing: there is no other way to mean it.
    #[default]
    Nothing,
    /// That the script says what is meant, and the rules text does not.
    ScriptIsRight,
}

/// One trouble in an author's files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable kebab-case name of this kind of trouble.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// The marked places; the first primary one is where the trouble is.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Vec<String>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// How `--fix` mends it, if it can.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A trouble of any kind; the named constructors are preferred.
    pub fn new(code: &'static str, severity: Severity, message: impl Into<String>) -> Self {
        Diagnostic { code, severity, message: message.into(), labels: Vec::new(), help: Vec::new(), notes: Vec::new(), fix: None }
    }

    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic::new(code, Severity::Error, message)
    }

    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic::new(code, Severity::Warning, message)
    }

    /// Marks the place of the trouble.
    #[must_use]
    pub fn at(self, file: &SourceFile, span: Range<usize>) -> Self {
        self.labelled(file, span, "", true)
    }

    /// Marks the place of the trouble and says something there.
    #[must_use]
    pub fn at_saying(self, file: &SourceFile, span: Range<usize>, message: impl Into<String>) -> Self {
        self.labelled(file, span, message, true)
    }

    /// Marks a place that explains the trouble.
    #[must_use]
    pub fn see(self, file: &SourceFile, span: Range<usize>, message: impl Into<String>) -> Self {
        self.labelled(file, span, message, false)
    }

    fn labelled(mut self, file: &SourceFile, span: Range<usize>, message: impl Into<String>, primary: bool) -> Self {
        self.labels.push(Label { file: file.clone(), span: file.clamp(span), message: message.into(), primary });
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds the question whether the nearest known word was meant, if there is one.
    #[must_use]
    pub fn did_you_mean(self, nearest: Option<&str>) -> Self {
        match nearest {
            Some(word) => self.help(format!("did you mean `{word}`?")),
            None => self,
        }
    }

    /// Adds something worth knowing.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds how it can be mended: by replacing these bytes of a file.
    #[must_use]
    pub fn fixed_by(self, title: impl Into<String>, file: &SourceFile, span: Range<usize>, with: impl Into<String>) -> Self {
        let edit = Edit { file: file.clone(), span: file.clamp(span), with: with.into() };
        Diagnostic { fix: Some(Fix { title: title.into(), edits: vec![edit], assumes: Assumes::Nothing }), ..self }
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Where the trouble is: the first primary label, or else the first.
    pub fn primary(&self) -> Option<&Label> {
        self.labels.iter().find(|label| label.primary).or(self.labels.first())
    }

    /// The short form: what is wrong, then the place and what to do.
    ///
    /// ```text
    /// error[unknown-keyword]: no keyword is called `flyng`
    ///   cards/starter/gale-warden.toml:7:14   did you mean `flying`?
    /// ```
    pub fn one_line(&self) -> String {
        let mut line = format!("{}[{}]: {}", self.severity.word(), self.code, self.message);
        let place = self.primary().map(|label| {
            let Place { line, column } = label.file.place(label.span.start);
            if label.file.text.is_empty() { label.file.path.to_string() } else { format!("{}:{line}:{column}", label.file.path) }
        });
        let second: Vec<String> = place.into_iter().chain((!self.help.is_empty()).then(|| self.help.join("; "))).collect();
        if !second.is_empty() {
            line.push_str("\n  ");
            line.push_str(&second.join("   "));
        }
        line
    }

    /// What diagnostics are listed by: file, place, then kind.
    pub fn sort_key(&self) -> (Arc<str>, usize, Severity, &'static str) {
        let (path, start) = self.primary().map_or(("".into(), 0), |label| (label.file.path.clone(), label.span.start));
        (path, start, self.severity, self.code)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.one_line())
    }
}

/// The form for machines: the primary place on top, every label with lines and columns.
#[derive(Serialize)]
struct DiagnosticRecord<'a> {
    code: &'static str,
    severity: Severity,
    message: &'a str,
    #[serde(flatten)]
    place: Option<PlaceRecord<'a>>,
    labels: Vec<LabelRecord<'a>>,
    help: &'a [String],
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixRecord<'a>>,
}

#[derive(Serialize)]
struct FixRecord<'a> {
    title: &'a str,
    assumes: Assumes,
    edits: Vec<EditRecord<'a>>,
}

#[derive(Serialize)]
struct EditRecord<'a> {
    #[serde(flatten)]
    place: PlaceRecord<'a>,
    with: &'a str,
}

#[derive(Serialize)]
struct LabelRecord<'a> {
    #[serde(flatten)]
    place: PlaceRecord<'a>,
    message: &'a str,
    primary: bool,
}

#[derive(Serialize)]
struct PlaceRecord<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl<'a> PlaceRecord<'a> {
    fn of(file: &'a SourceFile, span: &Range<usize>) -> Self {
        let (start, end) = (file.place(span.start), file.place(span.end));
        PlaceRecord { file: &file.path, line: start.line, column: start.column, end_line: end.line, end_column: end.column }
    }
}

impl<'a> From<&'a Label> for PlaceRecord<'a> {
    fn from(label: &'a Label) -> Self {
        PlaceRecord::of(&label.file, &label.span)
    }
}

impl<'a> From<&'a Fix> for FixRecord<'a> {
    fn from(fix: &'a Fix) -> Self {
        let edit = |edit: &'a Edit| EditRecord { place: PlaceRecord::of(&edit.file, &edit.span), with: &edit.with };
        FixRecord { title: &fix.title, assumes: fix.assumes, edits: fix.edits.iter().map(edit).collect() }
    }
}

impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let labels =
            self.labels.iter().map(|label| LabelRecord { place: label.into(), message: &label.message, primary: label.primary });
        DiagnosticRecord {
            code: self.code,
            severity: self.severity,
            message: &self.message,
            place: self.primary().map(PlaceRecord::from),
            labels: labels.collect(),
            help: &self.help,
            notes: &self.notes,
            fix: self.fix.as_ref().map(FixRecord::from),
        }
        .serialize(serializer)
    }
}

/// The candidate that `word` was probably meant to be: the same but for case, or else the one with the fewest typing
/// mistakes, as long as these are few for its length. Among equals the first in alphabetical order.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let allowed = (lower.chars().count() / 3).max(1);
    let distance = |candidate: &str| strsim::damerau_levenshtein(&lower, &candidate.to_lowercase());
    candidates
        .into_iter()
        // The difference in length is a lower bound of the distance, and cheap.
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= allowed * 4)
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests;
