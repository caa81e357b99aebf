//! Which rules the scenarios show: the report of `cardwright test --rules`.
//!
//! A library that is held to the rules has `tests/data/rules.txt`, an id and a kind a line, and `tests/data/listed.toml`,
//! the rules that no scenario shows, with reasons. Other libraries get the list of what their scenarios cite.

use super::{Outcome, Report};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What cannot be read of the two files.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file is not written as it should be.
    #[error("{}: {error}", path.display())]
    Listed {
        /// Which.
        path: PathBuf,
        /// Why.
        error: Box<toml::de::Error>,
    },
    /// A line is not an id and a kind.
    #[error("{}:{line}: expected a rule and its kind, like `modern:613.8 engine`", path.display())]
    Line {
        /// Which.
        path: PathBuf,
        /// Where.
        line: usize,
    },
}

/// A rule that is known to have no scenario.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    rule: String,
    reason: String,
    /// Whether the engine does not do it yet.
    #[serde(default)]
    gap: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListedFile {
    #[serde(default)]
    whole: Vec<String>,
    #[serde(default)]
    listed: Vec<Listed>,
}

/// The rules that a library is held to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleBook {
    /// Ids in the order of the file, with their kinds.
    rules: Vec<(String, String)>,
    listed: ListedFile,
}

/// How much of a section is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Section {
    /// Its number with the edition, like `modern:613`.
    pub section: String,
    /// Rules for the engine.
    pub rules: usize,
    /// Those that a passing scenario cites.
    pub covered: usize,
    /// Those listed with a reason.
    pub listed: usize,
    /// The others.
    pub missing: Vec<String>,
    /// Definitions, and how many of them a scenario cites.
    pub definitions: (usize, usize),
}

/// The whole report.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Coverage {
    /// By section, in the order of the rules.
    pub sections: Vec<Section>,
    /// What is wrong: rules missing in chapters that must be whole, and entries of the list that are not true.
    pub problems: Vec<String>,
}

impl RuleBook {
    /// The rules that the library at `root` is held to, if it is.
    ///
    /// # Errors
    /// If one of the files is there and cannot be understood.
    pub fn of(root: &Path) -> Result<Option<RuleBook>, RulesError> {
        let path = root.join("tests/data/rules.txt");
        if !path.is_file() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&path).map_err(|error| RulesError::Unreadable { path: path.clone(), error })?;
        let mut rules = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let Some((rule, kind)) = line.trim().split_once(' ') else {
                return Err(RulesError::Line { path, line: number + 1 });
            };
            rules.push((rule.to_owned(), kind.to_owned()));
        }
        let path = root.join("tests/data/listed.toml");
        let listed = match std::fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map_err(|error| RulesError::Listed { path, error: Box::new(error) })?,
            Err(_) => ListedFile::default(),
        };
        Ok(Some(RuleBook { rules, listed }))
    }

    /// What these reports show of the rules.
    pub fn coverage(&self, reports: &[Report]) -> Coverage {
        let cited = |passed: bool| -> BTreeSet<&str> {
            let wanted = reports.iter().filter(|report| match report.outcome {
                Outcome::Passed => passed,
                Outcome::Gap { .. } => !passed,
                Outcome::Failed { .. } => false,
            });
            wanted.flat_map(|report| report.scenario.rules.iter().map(String::as_str)).collect()
        };
        let (shown, gaps) = (cited(true), cited(false));
        let mut coverage = Coverage::default();
        for entry in &self.listed.listed {
            let known = self.rules.iter().any(|(rule, _)| *rule == entry.rule);
            let problem = match () {
                () if !known => "there is no such rule",
                () if entry.reason.trim().is_empty() => "it has no reason",
                () if shown.contains(entry.rule.as_str()) => "a scenario shows it",
                () if entry.gap && !gaps.contains(entry.rule.as_str()) => "no scenario marked `known_gap` cites it",
                () => continue,
            };
            coverage.problems.push(format!("{} is listed, but {problem}", entry.rule));
        }
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (rule, kind) in &self.rules {
            let name = rule.split('.').next().unwrap_or(rule);
            let place = *places.entry(name).or_insert_with(|| {
                coverage.sections.push(Section { section: name.to_owned(), ..Section::default() });
                coverage.sections.len() - 1
            });
            let section = &mut coverage.sections[place];
            let is_shown = shown.contains(rule.as_str());
            match kind.as_str() {
                "definition" => {
                    section.definitions.0 += 1;
                    section.definitions.1 += usize::from(is_shown);
                }
                "engine" => {
                    section.rules += 1;
                    if is_shown {
                        section.covered += 1;
                    } else if self.listed.listed.iter().any(|entry| entry.rule == *rule) {
                        section.listed += 1;
                    } else {
                        section.missing.push(rule.clone());
                    }
                }
                _ => {}
            }
        }
        for section in &coverage.sections {
            let whole = self.listed.whole.iter().any(|chapter| section.section.starts_with(chapter.as_str()));
            if whole {
                coverage.problems.extend(section.missing.iter().map(|rule| format!("{rule} has no scenario and is not listed")));
            }
        }
        coverage
    }
}

impl Coverage {
    /// The report for people: a line for each section and for each chapter.
    pub fn lines(&self) -> Vec<String> {
        let line = |name: &str, section: &Section| {
            let Section { rules, covered, listed, missing, definitions, .. } = section;
            let missing = missing.len();
            let of = format!("{}/{}", definitions.1, definitions.0);
            format!("{name:<14} {rules:>5} {covered:>8} {listed:>7} {missing:>8} {of:>12}")
        };
        let mut lines = vec![format!(
            "{:<14} {:>5} {:>8} {:>7} {:>8} {:>12}",
            "section", "rules", "covered", "listed", "missing", "definitions"
        )];
        let mut chapters: Vec<Section> = Vec::new();
        for section in &self.sections {
            lines.push(line(&section.section, section));
            let chapter = &section.section[..section.section.find(':').map_or(0, |colon| colon + 2).min(section.section.len())];
            if chapters.last().is_none_or(|known| known.section != chapter) {
                chapters.push(Section { section: chapter.to_owned(), ..Section::default() });
            }
            if let Some(sum) = chapters.last_mut() {
                sum.rules += section.rules;
                sum.covered += section.covered;
                sum.listed += section.listed;
                sum.missing.extend(section.missing.iter().cloned());
                sum.definitions.0 += section.definitions.0;
                sum.definitions.1 += section.definitions.1;
            }
        }
        lines.push(String::new());
        for chapter in &chapters {
            lines.push(line(&format!("{}xx", chapter.section), chapter));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use std::time::Duration;

    fn report(rule: &str, outcome: Outcome) -> Report {
        let scenario = Scenario {
            file: String::new(),
            line: 1,
            name: String::new(),
            rules: vec![rule.to_owned()],
            known_gap: None,
            index: 0,
        };
        Report { scenario, outcome, took: Duration::ZERO }
    }

    fn book(listed: &str) -> RuleBook {
        let rules =
            [("modern:613.1", "engine"), ("modern:613.2", "engine"), ("modern:613.3", "definition"), ("modern:614.1", "engine")];
        RuleBook {
            rules: rules.map(|(rule, kind)| (rule.to_owned(), kind.to_owned())).to_vec(),
            listed: toml::from_str(listed).unwrap(),
        }
    }

    #[test]
    fn what_no_scenario_shows_is_missing() {
        let reports = [
            report("modern:613.1", Outcome::Passed),
            report("modern:613.3", Outcome::Passed),
            report("modern:613.2", Outcome::Gap { gap: String::new() }),
        ];
        let coverage = book(r#"whole = ["modern:613"]"#).coverage(&reports);
        assert_eq!(coverage.sections[0].missing, ["modern:613.2"]);
        assert_eq!(coverage.sections[0].definitions, (1, 1));
        assert_eq!(coverage.sections[1].missing, ["modern:614.1"]);
        assert_eq!(coverage.problems, ["modern:613.2 has no scenario and is not listed"]);
    }

    #[test]
    fn the_list_must_be_true() {
        let listed = |rule: &str, gap: bool| format!("listed = [{{ rule = \"{rule}\", reason = \"so\", gap = {gap} }}]");
        let passed = [report("modern:613.1", Outcome::Passed)];
        assert_eq!(book(&listed("modern:613.2", false)).coverage(&passed).problems, [""; 0]);
        assert_eq!(
            book(&listed("modern:613.1", false)).coverage(&passed).problems,
            ["modern:613.1 is listed, but a scenario shows it"]
        );
        assert_eq!(
            book(&listed("modern:999.1", false)).coverage(&passed).problems,
            ["modern:999.1 is listed, but there is no such rule"]
        );
        assert_eq!(
            book(&listed("modern:613.2", true)).coverage(&passed).problems,
            ["modern:613.2 is listed, but no scenario marked `known_gap` cites it"]
        );
        let gap = [report("modern:613.2", Outcome::Gap { gap: String::new() })];
        assert_eq!(book(&listed("modern:613.2", true)).coverage(&gap).problems, [""; 0]);
    }
}
