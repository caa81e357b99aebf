//! `--watch`: the findings after every change.

use super::{Options, findings, paths::Paths, print, rehearsals::Rehearsals, shown};
use crate::catalog::LibraryCompiler;
use crate::commands::Done;
use anyhow::{Result, bail};
use cardwright_library::{LiveLibrary, WatchOptions};
use cardwright_lint::Linter;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Reports, and again after every change, until the program is ended.
pub(super) fn watch(options: &Options, root: &Path, paths: &Paths, linter: &mut Linter) -> Result<Done> {
    if !options.format.is_for_people() {
        bail!("`--watch` reports to people: use it with `--format human` or `concise`");
    }
    let live = LiveLibrary::open(root, WatchOptions::default(), LibraryCompiler::tracing)?;
    let mut rehearsals = Rehearsals::new();
    loop {
        let library = live.current();
        let report = findings(linter, &mut rehearsals, &library, paths, options)?;
        print(options.format, &library, &shown(options, paths, report)?)?;
        println!("-- waiting for changes (end with Ctrl-C)");
        std::io::stdout().flush()?;
        // A report about a version that was shown already is no change.
        loop {
            let reports = live.wait_for_reports(Duration::from_secs(3600));
            let Some(newest) = reports.last().filter(|newest| newest.library.version() > library.version()) else { continue };
            println!("-- {}", newest.files.join(", "));
            break;
        }
    }
}
