//! `cardwright new`.

use super::Done;
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// The options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// The folder to make; the set is named after it
    folder: PathBuf,
}

/// Makes a library.
pub(super) fn run(options: &Options) -> Result<Done> {
    let files = cardwright_library::new_set::new_set(&options.folder)?;
    let folder = options.folder.display();
    let mut out = std::io::stdout().lock();
    writeln!(out, "made the library {folder}:")?;
    for file in files {
        writeln!(out, "  {}", file.display())?;
    }
    writeln!(out, "next:\n  cardwright test --library {folder}\n  cardwright play --library {folder}")?;
    Ok(Done::Fine)
}
