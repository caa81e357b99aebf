//! `cardwright lint`.

use super::{Done, LibraryOption};
use crate::catalog::LibraryCompiler;
use anyhow::{Context, Result};
use cardwright_library::Library;
use cardwright_library::render::{Style, render_all, summary};
use cardwright_script::diagnostic::Diagnostic;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// Files or folders to report on [default: the whole library]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    library: LibraryOption,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
}

/// Loads the library and reports what is wrong.
pub(super) fn run(options: &Options) -> Result<Done> {
    let root = options.library.root()?;
    let library = cardwright_library::load(&root, LibraryCompiler::tracing())?;
    let wanted = wanted(&root, &options.paths)?;
    let mut found = findings(&library, options);
    found.retain(|diagnostic| is_wanted(diagnostic, &wanted));
    let mut out = std::io::stdout().lock();
    match options.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut out, &found)?;
            writeln!(out)?;
        }
        Format::Human => {
            let style = Style::for_stream(&std::io::stdout());
            write!(out, "{}", render_all(&found, style))?;
            if found.is_empty() {
                let cards = library.cards().len();
                writeln!(out, "{}: {}", crate::words::count(cards, "card"), summary(&found))?;
            }
        }
    }
    Ok(if found.iter().any(Diagnostic::is_error) { Done::Problems } else { Done::Fine })
}

/// Everything that lint has to say about the library.
fn findings(library: &Library, _options: &Options) -> Vec<Diagnostic> {
    cardwright_lint::run(library)
}

/// The named paths as the library shows them: relative to its root.
fn wanted(root: &Path, paths: &[PathBuf]) -> Result<Vec<String>> {
    let full_root = root.canonicalize().with_context(|| format!("cannot open the library `{}`", root.display()))?;
    paths
        .iter()
        .map(|path| {
            let full = [path.clone(), root.join(path)].iter().find_map(|path| path.canonicalize().ok());
            let full = full.with_context(|| format!("there is no file or folder `{}`", path.display()))?;
            let relative =
                full.strip_prefix(&full_root).with_context(|| format!("`{}` is not in the library", path.display()))?;
            Ok(relative.to_string_lossy().replace('\\', "/"))
        })
        .collect()
}

fn is_wanted(diagnostic: &Diagnostic, wanted: &[String]) -> bool {
    let path = diagnostic.primary().map_or("", |label| &*label.file.path);
    wanted.is_empty() || wanted.iter().any(|one| path == one || one.is_empty() || path.starts_with(&format!("{one}/")))
}
