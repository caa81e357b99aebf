//! SARIF 2.1.0, the interchange format of static analysis.

use super::super::{Hidden, Shown};
use super::on_disk;
use cardwright_lint::{Level, Lint, silencing};
use cardwright_script::diagnostic::{Diagnostic, Fix, Label, Severity, SourceFile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Paths are relative to the root of the library.
const BASE: &str = "%SRCROOT%";

/// The whole file.
#[derive(Serialize)]
pub(super) struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Finding>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_description: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_description: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_configuration: Option<Configuration>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Properties>,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
struct Configuration {
    enabled: bool,
    level: &'static str,
}

#[derive(Serialize)]
struct Properties {
    tags: [&'static str; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Mending>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Artifact {
    uri: String,
    uri_base_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Mending {
    description: Text,
    artifact_changes: Vec<Change>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    artifact_location: Artifact,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Text,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    justification: Option<String>,
}

/// What is shown, and what is hidden, as a log.
pub(super) fn log(shown: &Shown) -> Log {
    let codes = shown.findings.iter().chain(shown.hidden.iter().map(|hidden| &hidden.finding)).map(|finding| finding.code);
    let lints = cardwright_lint::ALL.iter().flat_map(|lints| lints.iter());
    let mut rules: BTreeMap<&'static str, Rule> = codes.map(|code| (code, Rule::unknown(code))).collect();
    rules.extend(lints.map(|lint| (lint.name, Rule::of(lint))));
    let places: BTreeMap<&str, usize> = rules.keys().copied().zip(0..).collect();
    let finding = |finding: &Diagnostic, suppressions| Finding::of(finding, places.get(finding.code).copied(), suppressions);
    let mut results: Vec<Finding> = shown.findings.iter().map(|found| finding(found, Vec::new())).collect();
    results.extend(shown.hidden.iter().map(|hidden| finding(&hidden.finding, vec![Suppression::of(hidden)])));
    let driver = Driver { name: "cardwright", version: env!("CARGO_PKG_VERSION"), rules: rules.into_values().collect() };
    Log { schema: SCHEMA, version: "2.1.0", runs: [Run { tool: Tool { driver }, column_kind: "utf16CodeUnits", results }] }
}

impl Text {
    fn new(text: impl Into<String>) -> Self {
        Text { text: text.into() }
    }
}

impl Rule {
    fn unknown(id: &'static str) -> Self {
        let (short_description, full_description, help) = (None, None, None);
        Rule { id, short_description, full_description, help, default_configuration: None, properties: None }
    }

    fn of(lint: &Lint) -> Self {
        // "Allowed" is no level there: such a rule is off.
        let enabled = lint.level > Level::Allow;
        let level = lint.level.max(Level::Note).severity().map_or("note", word);
        Rule {
            id: lint.name,
            short_description: Some(Text::new(lint.what)),
            full_description: Some(Text::new(lint.why)),
            help: Some(Text::new(format!("{}\n\n{}", lint.why, silencing(lint)))),
            default_configuration: Some(Configuration { enabled, level }),
            properties: Some(Properties { tags: [lint.family.word()] }),
        }
    }
}

impl Finding {
    fn of(finding: &Diagnostic, rule: Option<usize>, suppressions: Vec<Suppression>) -> Self {
        let primary = finding.primary();
        let is_primary = |label: &&Label| primary.is_some_and(|primary| std::ptr::eq(primary, *label));
        let others = finding.labels.iter().filter(|label| !is_primary(label));
        let lines: Vec<&str> =
            [&finding.message].into_iter().chain(&finding.help).chain(&finding.notes).map(String::as_str).collect();
        Finding {
            rule_id: finding.code,
            rule_index: rule.unwrap_or_default(),
            level: word(finding.severity),
            message: Text::new(lines.join("\n")),
            locations: primary.map(|label| Location::of(label, None)).into_iter().collect(),
            related_locations: others.zip(1..).map(|(label, id)| Location::of(label, Some(id))).collect(),
            fixes: finding.fix.iter().filter_map(Mending::of).collect(),
            suppressions,
        }
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

impl Location {
    fn of(label: &Label, id: Option<usize>) -> Self {
        let (path, counted) = on_disk(&label.file);
        Location {
            id,
            physical_location: Physical {
                artifact_location: Artifact::of(path),
                region: counted.map(|file| Region::of(file, &label.span)),
            },
            message: (!label.message.is_empty()).then(|| Text::new(&*label.message)),
        }
    }
}

impl Artifact {
    fn of(path: &str) -> Self {
        Artifact { uri: uri(path), uri_base_id: BASE }
    }
}

impl Region {
    fn of(file: &SourceFile, span: &Range<usize>) -> Self {
        let span = file.clamp(span.clone());
        let ((start_line, start_column), (end_line, end_column)) = (place(&file.text, span.start), place(&file.text, span.end));
        Region { start_line, start_column, end_line, end_column }
    }
}

/// Line and column, counted from 1, in UTF-16 code units.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, before[line_start..].encode_utf16().count() + 1)
}

impl Mending {
    /// A fix, if it is about files on the disk.
    fn of(fix: &Fix) -> Option<Self> {
        let mut changes: BTreeMap<&str, Vec<Replacement>> = BTreeMap::new();
        for edit in &fix.edits {
            let (path, counted) = on_disk(&edit.file);
            let deleted_region = Region::of(counted?, &edit.span);
            changes.entry(path).or_default().push(Replacement { deleted_region, inserted_content: Text::new(&*edit.with) });
        }
        let changes = changes.into_iter();
        let changes = changes.map(|(path, replacements)| Change { artifact_location: Artifact::of(path), replacements });
        Some(Mending { description: Text::new(&*fix.title), artifact_changes: changes.collect() })
    }
}

impl Suppression {
    fn of(hidden: &Hidden) -> Self {
        let kind = if hidden.by.is_some() { "inSource" } else { "external" };
        Suppression { kind, justification: hidden.reason.clone() }
    }
}

/// A path as a relative URI: what is not allowed in one is escaped.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_units_and_paths_are_uris() {
        let text = "a\n\u{1f525}é = 1\n";
        assert_eq!(place(text, text.find('1').unwrap_or_default()), (2, 7));
        assert_eq!(uri("cards/ä b/c.toml"), "cards/%C3%A4%20b/c.toml");
    }
}
