//! The command line. Every command is a file: its options, and what it does. Exit codes: 0 fine, 1 something is wrong with the
//! library or with what was asked, 2 the command line itself is wrong. `lint` keeps 1 for errors in files: whatever keeps it from
//! looking at them has code 2.

mod bench;
mod lint;
mod new;
mod play;
mod replay;
mod sim;
mod teams;
pub mod test;
mod text;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Cards as data: write them, see them live, test, lint and simulate them.
#[derive(Parser)]
#[command(name = "cardwright", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game: you against a bot, or bots among themselves. Cards that change on disk change in the game.
    Play(play::Options),
    /// Play a reported game again: what happened, and what would happen with the cards as they are now.
    Replay(replay::Options),
    /// Run scenarios: of this library, or of the files and folders named.
    Test(test::Options),
    /// Check a library: files, scripts, what abilities say, their texts.
    Lint(lint::Options),
    /// Write what cards do in rules English, or compare that with their texts.
    Text(text::Options),
    /// Play many games between bots and count.
    Sim(sim::Options),
    /// Measure speed: one `name value unit` a line.
    Bench(bench::Options),
    /// Make a library with a set that works at once.
    New(new::Options),
}

/// Where the library is.
#[derive(Args)]
struct LibraryOption {
    /// The folder of the library [default: this folder, one above it, or the one the program was built from]
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl LibraryOption {
    fn root(&self) -> Result<PathBuf> {
        let root = crate::catalog::find_root(self.library.as_deref())?;
        Ok(root)
    }
}

/// How a command ends if it ends without an error.
enum Done {
    /// All is well.
    Fine,
    /// Problems were found and have been reported.
    Problems,
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Command::Play(options) => play::run(options),
        Command::Replay(options) => replay::run(options),
        Command::Test(options) => test::run(options),
        Command::Lint(options) => lint::run(options),
        Command::Text(options) => text::run(options),
        Command::Sim(options) => sim::run(options),
        Command::Bench(options) => bench::run(options),
        Command::New(options) => new::run(options),
    };
    match done {
        Ok(Done::Fine) => ExitCode::SUCCESS,
        Ok(Done::Problems) => ExitCode::from(1),
        Err(error) => {
            // A reader that has gone away (`cardwright sim | head`) is no trouble of ours.
            let broken_pipe = error.chain().any(|cause| {
                cause.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
            });
            if broken_pipe {
                return ExitCode::SUCCESS;
            }
            eprintln!("error: {error:#}");
            ExitCode::from(if matches!(cli.command, Command::Lint(_)) { 2 } else { 1 })
        }
    }
}

/// Names separated by commas.
fn names(text: Option<&str>) -> Vec<String> {
    text.unwrap_or_default().split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Writes a file so that a reader sees the old or the new content, never half of it.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(format!(".{}.tmp", std::process::id()));
    let unfinished = PathBuf::from(unfinished);
    std::fs::write(&unfinished, bytes)?;
    std::fs::rename(&unfinished, path).inspect_err(|_| drop(std::fs::remove_file(&unfinished)))
}
