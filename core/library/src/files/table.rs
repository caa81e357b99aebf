//! Reading spanned TOML tables: a value of the right kind, or a diagnostic.

use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use cardwright_script::text::TextError;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A value with its place in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// A string of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// What it says.
    pub value: String,
    /// Its bytes in the file, quotes included.
    pub span: Range<usize>,
    /// Where its first character stands, if it stands in the file as it is, without escapes.
    pub content: Option<usize>,
}

impl Text {
    fn new(file: &SourceFile, value: &str, span: Range<usize>) -> Self {
        let raw = file.text.get(span.clone()).unwrap_or_default();
        // A multi-line string drops the line break right after its opening quotes.
        let opening = raw.len() - raw.trim_start_matches(['"', '\'']).len();
        let content = [0, 1, 2]
            .into_iter()
            .map(|line_break| opening.min(3) + line_break)
            .find(|&start| raw.get(start..).is_some_and(|rest| rest.starts_with(value)))
            .map(|start| span.start + start)
            .filter(|_| !value.is_empty());
        Text { value: value.to_owned(), span, content }
    }

    /// The place in the file of a part of the value; all of it where escapes blur the places.
    pub fn part(&self, part: Range<usize>) -> Range<usize> {
        match self.content {
            Some(start) => start + part.start..start + part.end,
            None => self.span.clone(),
        }
    }

    /// The place of the value without its quotes.
    pub fn inside(&self) -> Range<usize> {
        self.part(0..self.value.len())
    }

    /// The diagnostic of a mistake in the value.
    pub(crate) fn mistake(&self, file: &SourceFile, error: &TextError) -> Diagnostic {
        let part = self.part(error.span.clone());
        // An empty mark would show nothing.
        let span = if part.is_empty() { self.span.clone() } else { part };
        error.diagnostic_at(file, span)
    }
}

/// A table that is being read, with what went wrong so far.
pub(crate) struct Table<'t> {
    pub file: &'t SourceFile,
    pub span: Range<usize>,
    entries: &'t DeTable<'t>,
}

impl<'t> Table<'t> {
    pub fn new(file: &'t SourceFile, entries: &'t DeTable<'t>, span: Range<usize>) -> Self {
        Table { file, span: first_line(file, span), entries }
    }

    /// Complains about every key that is not among `known`.
    pub fn only(&self, known: &[&'static str], out: &mut Vec<Diagnostic>) {
        for key in self.entries.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                out.push(Diagnostic::unknown_key(self.file, key.span(), key.get_ref(), known.iter().copied()));
            }
        }
    }

    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// The keys that are there, of those given.
    pub fn present<'k>(&self, keys: &[&'k str]) -> Vec<&'k str> {
        keys.iter().copied().filter(|key| self.has(key)).collect()
    }

    /// The place of a key, or of the table if it is not there.
    pub fn key_span(&self, key: &str) -> Range<usize> {
        self.entries.get_key_value(key).map_or(self.span.clone(), |(key, _)| key.span())
    }

    /// Every entry in the order of the file.
    pub fn entries(&self) -> Vec<(Spanned<String>, &'t toml::Spanned<DeValue<'t>>)> {
        let mut entries: Vec<_> = self
            .entries
            .iter()
            .map(|(key, value)| (Spanned { value: key.get_ref().to_string(), span: key.span() }, value))
            .collect();
        entries.sort_by_key(|(key, _)| key.span.start);
        entries
    }

    pub fn string(&self, key: &str, out: &mut Vec<Diagnostic>) -> Option<Text> {
        let value = self.entries.get(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(Text::new(self.file, text, value.span())),
            other => {
                let trouble = self.wrong(key, value.span(), "a text in quotes", other);
                let written = self.file.text.get(value.span()).unwrap_or_default();
                out.push(match other {
                    DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) => {
                        // A cost is symbols in braces.
                        let text = if key == "cost" { format!("{{{written}}}") } else { written.to_owned() };
                        trouble.help(format!("write `{key} = \"{text}\"`"))
                    }
                    _ => trouble,
                });
                None
            }
        }
    }

    /// A text that says something.
    pub fn filled(&self, key: &str, out: &mut Vec<Diagnostic>) -> Option<Text> {
        let text = self.string(key, out)?;
        if text.value.trim().is_empty() {
            out.push(Diagnostic::bad_value(
                self.file,
                text.span,
                format!("`{key}` is empty"),
                "write something, or leave the line out",
            ));
            return None;
        }
        Some(text)
    }

    pub fn integer(&self, key: &str, allowed: Range<i64>, out: &mut Vec<Diagnostic>) -> Option<Spanned<i64>> {
        let value = self.entries.get(key)?;
        self.integer_value(key, value, allowed, out)
    }

    pub fn integer_value(
        &self,
        key: &str,
        value: &toml::Spanned<DeValue<'_>>,
        allowed: Range<i64>,
        out: &mut Vec<Diagnostic>,
    ) -> Option<Spanned<i64>> {
        let span = value.span();
        let DeValue::Integer(digits) = value.get_ref() else {
            let trouble = self.wrong(key, span, "a whole number", value.get_ref());
            out.push(match value.get_ref().as_str().map(str::trim) {
                Some(text) if text.parse::<i64>().is_ok() => trouble.help(format!("write `{key} = {text}`, without quotes")),
                _ => trouble,
            });
            return None;
        };
        match i64::from_str_radix(digits.as_str(), digits.radix()).ok().filter(|number| allowed.contains(number)) {
            Some(value) => Some(Spanned { value, span }),
            None => {
                let message = format!("`{key}` is out of bounds");
                let help = format!("write a number from {} to {}", allowed.start, allowed.end - 1);
                out.push(Diagnostic::bad_value(self.file, span, message, help));
                None
            }
        }
    }

    /// An array of texts.
    pub fn strings(&self, key: &str, out: &mut Vec<Diagnostic>) -> Vec<Text> {
        let Some(value) = self.entries.get(key) else { return Vec::new() };
        let items = match value.get_ref() {
            DeValue::Array(items) => items,
            other => {
                let trouble = self.wrong(key, value.span(), "a list of texts", other);
                out.push(match other.as_str() {
                    Some(text) => {
                        let items: Vec<String> = text.split(',').map(|item| format!("\"{}\"", item.trim())).collect();
                        trouble.help(format!("write `{key} = [{}]`", items.join(", ")))
                    }
                    None => trouble,
                });
                return Vec::new();
            }
        };
        let mut texts = Vec::new();
        for item in items.iter() {
            match item.get_ref() {
                DeValue::String(text) => texts.push(Text::new(self.file, text, item.span())),
                other => out.push(self.wrong(key, item.span(), "a list of texts", other)),
            }
        }
        texts
    }

    /// A table of its own, `[key]`.
    pub fn table(&self, key: &str, out: &mut Vec<Diagnostic>) -> Option<Table<'t>> {
        let value = self.entries.get(key)?;
        match value.get_ref() {
            DeValue::Table(entries) => Some(Table::new(self.file, entries, value.span())),
            other => {
                out.push(self.wrong(key, value.span(), &format!("a table, `[{key}]`"), other));
                None
            }
        }
    }

    /// Tables of an array, `[[key]]`.
    pub fn tables(&self, key: &str, out: &mut Vec<Diagnostic>) -> Vec<Table<'t>> {
        let Some(value) = self.entries.get(key) else { return Vec::new() };
        let expected = format!("tables, each under `[[{key}]]`");
        let items = match value.get_ref() {
            DeValue::Array(items) => items,
            other => {
                let trouble = self.wrong(key, value.span(), &expected, other);
                out.push(if other.is_table() {
                    trouble.help(format!("write `[[{key}]]` instead of `[{key}]`"))
                } else {
                    trouble
                });
                return Vec::new();
            }
        };
        let mut tables = Vec::new();
        for item in items.iter() {
            match item.get_ref() {
                DeValue::Table(entries) => tables.push(Table::new(self.file, entries, item.span())),
                other => out.push(self.wrong(key, item.span(), &expected, other)),
            }
        }
        tables
    }

    /// The value as it is.
    pub fn value(&self, key: &str) -> Option<&'t toml::Spanned<DeValue<'t>>> {
        self.entries.get(key)
    }

    pub fn text_of(&self, value: &str, span: Range<usize>) -> Text {
        Text::new(self.file, value, span)
    }

    pub fn wrong(&self, key: &str, span: Range<usize>, expected: &str, found: &DeValue<'_>) -> Diagnostic {
        let found = match found {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        Diagnostic::wrong_type(self.file, span, key, expected, found)
    }
}

/// Tables are marked by their first line: the whole of one would hide the place.
fn first_line(file: &SourceFile, span: Range<usize>) -> Range<usize> {
    let span = file.clamp(span);
    let text = &file.text[span.clone()];
    let length = text.find('\n').unwrap_or(text.len());
    span.start..span.start + length
}

/// Parses a document as far as it goes. The flag says whether it is TOML throughout.
pub(crate) fn parse<'t>(file: &'t SourceFile, out: &mut Vec<Diagnostic>) -> (toml::Spanned<DeTable<'t>>, bool) {
    let (table, mut errors) = DeTable::parse_recoverable(&file.text);
    errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
    let sound = errors.is_empty();
    let mut last_line = None;
    for error in errors {
        // A second complaint about the same line follows from the first.
        let line = file.place(error.span().unwrap_or(0..0).start).line;
        if last_line.replace(line) == Some(line) {
            continue;
        }
        out.push(Diagnostic::invalid_toml(file, error.span().unwrap_or(0..0), error.message()));
    }
    (table, sound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<R>(text: &str, read: impl FnOnce(&Table<'_>, &mut Vec<Diagnostic>) -> R) -> (R, Vec<String>) {
        let file = SourceFile::new("a.toml", text);
        let mut out = Vec::new();
        let (table, _) = parse(&file, &mut out);
        let result = read(&Table::new(&file, table.get_ref(), table.span()), &mut out);
        (result, out.iter().map(Diagnostic::one_line).collect())
    }

    #[test]
    fn the_content_of_strings_is_found_behind_any_quotes() {
        for text in ["a = 'xyz'", "a = \"xyz\"", "a = '''xyz'''", "a = '''\nxyz'''", "a = \"\"\"\r\nxyz\"\"\""] {
            let (value, _) = with(text, |table, out| table.string("a", out).unwrap());
            assert_eq!(value.value, "xyz");
            assert_eq!(&text[value.part(1..3)], "yz", "{text}");
        }
        let (value, _) = with(r#"a = "x\ty""#, |table, out| table.string("a", out).unwrap());
        assert_eq!((value.content, value.part(1..2)), (None, 4..10));
    }

    #[test]
    fn kinds_are_checked_with_a_hint() {
        let (_, errors) = with("a = 3", |table, out| table.string("a", out));
        assert_eq!(errors, ["error[wrong-type]: `a` must be a text in quotes, not a number\n  a.toml:1:5   write `a = \"3\"`"]);
        let (_, errors) = with("a = \"3\"", |table, out| table.integer("a", 0..10, out));
        assert_eq!(
            errors,
            ["error[wrong-type]: `a` must be a whole number, not a text\n  a.toml:1:5   write `a = 3`, without quotes"]
        );
        let (_, errors) = with("a = 10", |table, out| table.integer("a", 0..10, out));
        assert_eq!(errors, ["error[bad-value]: `a` is out of bounds\n  a.toml:1:5   write a number from 0 to 9"]);
        let (_, errors) = with("a = \"b, c\"", |table, out| table.strings("a", out).len());
        assert!(errors[0].ends_with("write `a = [\"b\", \"c\"]`"), "{errors:?}");
        let (_, errors) = with("[a]\nb = 1", |table, out| table.tables("a", out).len());
        assert!(errors[0].ends_with("write `[[a]]` instead of `[a]`"), "{errors:?}");
    }

    #[test]
    fn broken_documents_give_what_they_have() {
        let (value, errors) = with("a = \"x\"\nb = = 2\nc = \n", |table, out| table.string("a", out).unwrap().value);
        assert_eq!(value, "x");
        assert!(errors.len() >= 2 && errors[0].starts_with("error[invalid-toml]"), "{errors:?}");
    }
}
