//! Figures about lint: looking at two thousand cards for the first time, and at one that was just saved.

use super::figures::Figure;
use super::files::{Changing, FilesError, Folder, ROUNDS, copies, median, milliseconds};
use crate::catalog::{Catalog, LibraryCompiler};
use cardwright_library::{LiveLibrary, WatchOptions};
use cardwright_lint::{Linter, Settings};
use cardwright_script::diagnostic::Diagnostic;
use std::time::{Duration, Instant};

/// The figures of a library of so many cards: those of the catalog, renamed.
///
/// # Errors
/// If there are no cards, or files cannot be written or watched.
pub fn lint(catalog: &Catalog, count: usize) -> Result<[Figure; 2], FilesError> {
    let folder = Folder::new("lint");
    let changing = copies(catalog, count, folder.path())?;
    let mut times = Vec::new();
    for _ in 0..5 {
        let begun = Instant::now();
        let library = cardwright_library::load(folder.path(), LibraryCompiler::tracing())?;
        let report = Linter::new(Settings::default()).run(&library, None);
        times.push(begun.elapsed());
        drop((library, report));
    }
    Ok([
        Figure::new("lint_2000_cards_ms", milliseconds(median(times)), "ms"),
        Figure::new("lint_edit_ms", milliseconds(edit(&folder, &changing)?), "ms"),
    ])
}

/// How long it takes from saving a card until what lint finds in it is known: noticing, waiting until it is quiet, compiling, looking.
fn edit(folder: &Folder, changing: &Changing) -> Result<Duration, FilesError> {
    let live = LiveLibrary::open(folder.path(), WatchOptions::default(), LibraryCompiler::tracing)?;
    let mut linter = Linter::new(Settings::default());
    linter.run(&live.current(), None);
    let path = changing.path_in(folder.path());
    let is_about = |finding: &Diagnostic| finding.primary().is_some_and(|label| *label.file.path == *path);
    let mut times = Vec::new();
    for round in 1..=ROUNDS {
        std::thread::sleep(Duration::from_millis(40));
        drop(live.take_reports());
        let begun = Instant::now();
        // Every text has another mistake: a value that goes nowhere.
        changing.save_with(round, &format!("let idle{round} = draw({round});\n"))?;
        loop {
            let reports = live.wait_for_reports(Duration::from_secs(5).saturating_sub(begun.elapsed()));
            let Some(newest) = reports.last() else { return Err(FilesError::Unnoticed) };
            let found = linter.run(&newest.library, None).findings;
            let mark = format!("idle{round} ");
            if found
                .iter()
                .filter(|finding| is_about(finding))
                .flat_map(|finding| finding.primary())
                .any(|label| label.file.text.contains(&mark))
            {
                break;
            }
        }
        times.push(begun.elapsed());
    }
    Ok(median(times))
}
