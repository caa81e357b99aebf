//! `cardwright lint`: what is wrong, doubtful or odd in a library.

mod baseline;
mod fix;
mod formats;
mod options;
mod paths;
mod rehearsals;
mod watch;

pub(super) use options::Options;

use super::Done;
use crate::catalog::LibraryCompiler;
use anyhow::{Result, bail};
use baseline::Baseline;
use cardwright_library::Library;
use cardwright_library::render::Style;
use cardwright_lint::{Linter, Report, SilencedBy, by_name, index, page};
use cardwright_script::diagnostic::{Diagnostic, nearest};
use formats::Format;
use paths::Paths;
use rehearsals::Rehearsals;
use std::io::Write;
use std::sync::Arc;

/// Lints, or does what else is asked.
pub(super) fn run(options: &Options) -> Result<Done> {
    if let Some(asked) = options.explained() {
        return explain(asked);
    }
    let root = options.library.root()?;
    let paths = Paths::of(&root, &options.paths)?;
    let settings = options.settings()?;
    let mut linter = Linter::new(settings);
    if options.watch {
        return watch::watch(options, &root, &paths, &mut linter);
    }
    if options.diff {
        return fix::diff(&root, &paths, options, &mut linter);
    }
    let library = match options.fix || options.fix_texts {
        true => fix::fix(&root, &paths, options, &mut linter)?,
        false => cardwright_library::load(&root, LibraryCompiler::tracing())?,
    };
    let report = findings(&mut linter, &mut Rehearsals::new(), &library, &paths, options)?;
    if let (true, Some(file)) = (options.write_baseline, &options.baseline) {
        return baseline::write(file, &paths.shown(report.findings));
    }
    let shown = shown(options, &paths, report)?;
    print(options.format, &library, &shown)?;
    Ok(shown.done())
}

/// Everything that lint has to say about a library.
fn findings(
    linter: &mut Linter,
    rehearsals: &mut Rehearsals,
    library: &Arc<Library>,
    paths: &Paths,
    options: &Options,
) -> Result<Report> {
    let rehearsed = rehearsals.play(library, paths, options)?;
    Ok(match options.rehearse {
        true => linter.run(library, Some(&rehearsed)),
        false => linter.run_partly_rehearsed(library, &rehearsed),
    })
}

/// What is shown of a report.
struct Shown {
    /// What is reported.
    findings: Vec<Diagnostic>,
    /// What is known or silenced: some formats tell it.
    hidden: Vec<Hidden>,
}

/// A finding that is not reported.
struct Hidden {
    finding: Diagnostic,
    /// Whether it is the library that silences it; the baseline otherwise.
    by: Option<SilencedBy>,
    reason: Option<String>,
}

impl Shown {
    fn done(&self) -> Done {
        if self.findings.iter().any(Diagnostic::is_error) { Done::Problems } else { Done::Fine }
    }
}

/// Leaves what is about the wanted paths and is not known from the baseline.
fn shown(options: &Options, paths: &Paths, report: Report) -> Result<Shown> {
    let mut hidden: Vec<Hidden> = report
        .silenced
        .into_iter()
        .filter(|silenced| paths.has(&silenced.finding))
        .map(|silenced| Hidden { finding: silenced.finding, by: Some(silenced.by), reason: silenced.reason })
        .collect();
    let mut findings = paths.shown(report.findings);
    if let Some(file) = &options.baseline {
        let baseline = Baseline::read(file)?;
        let settings = options.settings()?;
        let is_judged = |lint: &str, path: &str| by_name(lint).is_none_or(|lint| settings.wants(lint)) && paths.has_path(path);
        let (new, known, stale) = baseline.compare(findings, is_judged);
        findings = new;
        hidden.extend(known.into_iter().map(|finding| Hidden { finding, by: None, reason: None }));
        for entry in stale {
            eprintln!("note: the baseline has a finding that is gone: {entry}");
        }
    }
    Ok(Shown { findings, hidden })
}

fn print(format: Format, library: &Library, shown: &Shown) -> Result<()> {
    let stdout = std::io::stdout();
    let style = Style::for_stream(&stdout);
    let mut out = stdout.lock();
    formats::write(&mut out, format, library, shown, style)?;
    out.flush()?;
    Ok(())
}

/// The page of a lint, or the list of all.
fn explain(asked: Option<&str>) -> Result<Done> {
    let mut out = std::io::stdout().lock();
    let Some(name) = asked else {
        write!(out, "{}", index())?;
        return Ok(Done::Fine);
    };
    let Some(lint) = by_name(name) else {
        let names = cardwright_lint::ALL.iter().flat_map(|lints| lints.iter()).map(|lint| lint.name);
        match nearest(name, names) {
            Some(near) => bail!("no lint is called `{name}`: did you mean `{near}`?"),
            None => bail!("no lint is called `{name}`: `cardwright lint --list` lists all"),
        }
    };
    write!(out, "{}", page(lint, 1))?;
    Ok(Done::Fine)
}
