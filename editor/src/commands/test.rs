//! `cardwright test`.

use super::{Done, LibraryOption};
use crate::catalog::{Catalog, LibraryCompiler};
use crate::scenario::{self, Coverage, Outcome, Report, RuleBook, ScenarioFile, run_all};
use anyhow::{Context, Result};
use cardwright_library::{LiveLibrary, WatchOptions};
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The options of the command.
#[derive(Args)]
pub struct Options {
    /// Scenario files or folders [default: tests/, scripts/ and cards/ of the library]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    library: LibraryOption,
    /// Run again whenever a file changes
    #[arg(long)]
    watch: bool,
    /// Report which rules the scenarios show, section by section; a rule that is missing in a chapter that must be whole is an error
    #[arg(long)]
    rules: bool,
    /// Report for programs
    #[arg(long)]
    json: bool,
    /// Run only scenarios whose name or file contains this
    #[arg(long, value_name = "WORDS")]
    only: Option<String>,
}

/// Runs scenarios.
pub(super) fn run(options: &Options) -> Result<Done> {
    let root = options.library.root()?;
    if options.watch {
        return watch(options, &root);
    }
    let catalog = Catalog::open(&root)?;
    once(options, &root, &catalog)
}

fn files(options: &Options, root: &Path) -> Result<Vec<ScenarioFile>> {
    let paths = if options.paths.is_empty() { scenario::usual_places(root) } else { options.paths.clone() };
    scenario::find(root, &paths).with_context(|| {
        let missing = paths.iter().find(|path| !path.exists());
        missing.map_or_else(
            || "cannot read the scenarios".to_owned(),
            |path| format!("there is no file or folder `{}`", path.display()),
        )
    })
}

fn once(options: &Options, root: &Path, catalog: &Catalog) -> Result<Done> {
    let begun = Instant::now();
    let files = files(options, root)?;
    let broken: Vec<String> =
        catalog.library.diagnostics().iter().filter(|diagnostic| diagnostic.is_error()).map(ToString::to_string).collect();
    let reports = run_all(&files, &|| catalog.runner(), options.only.as_deref(), &|_| {});
    let mut coverage = match options.rules {
        true => RuleBook::of(root)?.map(|book| book.coverage(&reports)),
        false => None,
    };
    if !options.paths.is_empty() || options.only.is_some() {
        // A part of the scenarios cannot show all rules.
        coverage.iter_mut().for_each(|coverage| coverage.problems.clear());
    }
    let mut out = std::io::stdout().lock();
    if options.json {
        let summary = serde_json::json!({ "library_errors": broken, "scenarios": reports, "rules": coverage });
        serde_json::to_writer_pretty(&mut out, &summary)?;
        writeln!(out)?;
    } else {
        for error in &broken {
            writeln!(out, "{error}")?;
        }
        match &coverage {
            Some(coverage) => covered(&mut out, coverage)?,
            None if options.rules => cited(&mut out, &reports)?,
            None => {}
        }
        print(&mut out, &reports, begun.elapsed())?;
    }
    let held = coverage.is_none_or(|coverage| coverage.problems.is_empty());
    let fine = held && broken.is_empty() && reports.iter().all(Report::is_fine);
    Ok(if fine { Done::Fine } else { Done::Problems })
}

fn print(out: &mut impl Write, reports: &[Report], took: Duration) -> Result<()> {
    let (mut passed, mut gaps) = (0, 0);
    for report in reports {
        match &report.outcome {
            Outcome::Passed => passed += 1,
            Outcome::Gap { gap } => {
                gaps += 1;
                writeln!(out, "gap   {} ({}:{}): {gap}", report.scenario.name, report.scenario.file, report.scenario.line)?;
            }
            Outcome::Failed { .. } => write!(out, "{}", failure(report))?,
        }
    }
    let failed = reports.len() - passed - gaps;
    let gaps = if gaps == 0 { String::new() } else { format!(", {} known", crate::words::count(gaps, "gap")) };
    writeln!(out, "{passed} passed, {failed} failed{gaps} in {:.2} s", took.as_secs_f64())?;
    Ok(())
}

/// A failed scenario for people.
pub fn failure(report: &Report) -> String {
    let Outcome::Failed { at, message, events } = &report.outcome else { return String::new() };
    let mut text = format!("FAIL  {}\n  {at}\n", report.scenario.name);
    for line in message.lines() {
        text.push_str(&format!("  {line}\n"));
    }
    if !events.is_empty() {
        text.push_str("  the last events were:\n");
        for event in events {
            text.push_str(&format!("    {event}\n"));
        }
    }
    text
}

/// How much of the rules is shown, for a library that is held to them.
fn covered(out: &mut impl Write, coverage: &Coverage) -> Result<()> {
    for line in coverage.lines() {
        writeln!(out, "{line}")?;
    }
    for problem in &coverage.problems {
        writeln!(out, "error: {problem}")?;
    }
    Ok(())
}

/// The rules that the scenarios cite, with how often.
fn cited(out: &mut impl Write, reports: &[Report]) -> Result<()> {
    let mut cited: BTreeMap<&str, usize> = BTreeMap::new();
    for report in reports {
        for rule in &report.scenario.rules {
            *cited.entry(rule).or_default() += 1;
        }
    }
    for (rule, times) in &cited {
        writeln!(out, "{rule} {times}")?;
    }
    writeln!(out, "{} cited by {}", crate::words::count(cited.len(), "rule"), crate::words::count(reports.len(), "scenario"))?;
    Ok(())
}

/// Runs again after every change of the library or of a scenario file.
fn watch(options: &Options, root: &Path) -> Result<Done> {
    let live = LiveLibrary::open(root, WatchOptions::default(), LibraryCompiler::new)?;
    let mut seen = Vec::new();
    loop {
        let now = stamps(&files(options, root).unwrap_or_default());
        let changed = now != seen || !live.take_reports().is_empty();
        if changed {
            seen = now;
            let catalog = Catalog { library: live.current() };
            if let Err(error) = once(options, root, &catalog) {
                println!("error: {error:#}");
            }
            println!("-- waiting for changes (end with Ctrl-C)");
            std::io::stdout().flush()?;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn stamps(files: &[ScenarioFile]) -> Vec<(PathBuf, Option<SystemTime>, u64)> {
    files
        .iter()
        .map(|file| {
            let facts = std::fs::metadata(&file.path).ok();
            let length = facts.as_ref().map_or(0, std::fs::Metadata::len);
            (file.path.clone(), facts.and_then(|facts| facts.modified().ok()), length)
        })
        .collect()
}
