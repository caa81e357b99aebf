//! `cardwright replay`: a game that somebody has reported, played again.

use super::{Done, LibraryOption, write_whole};
use crate::catalog::{Catalog, install_host};
use crate::table::{Capsule, CapsuleError, Difference, LineKind, LogLine, Table};
use crate::words;
use anyhow::{Context, Result, bail};
use cardwright_engine::ids::PlayerId;
use cardwright_engine::symbol::Symbol;
use clap::Args;
use std::path::{Path, PathBuf};

/// The options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// The capsule
    #[arg(value_name = "FILE")]
    capsule: PathBuf,
    #[command(flatten)]
    library: LibraryOption,
    /// Print the whole log, not only that of the last turn
    #[arg(long)]
    all: bool,
    /// Stop before the beat of that number
    #[arg(long, value_name = "BEAT")]
    at: Option<usize>,
    /// Give the same answers with the cards of the library as they are now, and show the first difference
    #[arg(long, conflicts_with_all = ["at", "scenario"])]
    with_library: bool,
    /// Write a scenario that begins where the report ends [default: beside the capsule]
    #[arg(long, num_args = 0..=1, value_name = "SCENARIO")]
    scenario: Option<Option<PathBuf>>,
}

/// Plays a capsule again.
pub(super) fn run(options: &Options) -> Result<Done> {
    let shown = options.capsule.display();
    let capsule = Capsule::read(&options.capsule).with_context(|| format!("cannot replay `{shown}`"))?;
    println!("{}", heading(&capsule));
    // Scripts of then, for whatever the cards of the game ask them while they play.
    install_host(&capsule.library()?);
    let (mut table, _) = capsule.replay().with_context(|| format!("`{shown}` does not play as it was played"))?;
    println!("{} played again, each as it was", words::count(table.beats(), "beat"));
    if let Some(beat) = options.at {
        // The answers after it are let go of: only the copy in memory is touched.
        let text = crate::table::Text::AsItWas;
        table.go_to(beat, text).with_context(|| format!("cannot go to beat {beat}"))?;
    }
    if options.with_library {
        return with_library(options, &mut table);
    }
    print_log(&table, options.all);
    println!("{}", standing(&table));
    if let Some(file) = &options.scenario {
        let file = file.clone().unwrap_or_else(|| options.capsule.with_extension("scenarios.rhai"));
        write_scenario(&options.capsule, &capsule, &table, options.at, &file)?;
    }
    Ok(Done::Fine)
}

fn heading(capsule: &Capsule) -> String {
    let note = if capsule.note.trim().is_empty() { "(nothing)" } else { capsule.note.trim() };
    format!(
        "note: {note}\nwritten by cardwright {}, {} rules, {} from {}",
        capsule.program,
        capsule.ruleset,
        words::count(capsule.cards.len(), "card"),
        words::count(capsule.sources.len(), "file")
    )
}

fn print_log(table: &Table, all: bool) {
    let lines: Vec<&LogLine> = table.lines().collect();
    let last_turn = lines.iter().rposition(|line| line.kind == LineKind::Turn).unwrap_or(0);
    for line in &lines[if all { 0 } else { last_turn }..] {
        println!("{}", line.text(None));
    }
}

/// Where the game stands, in a line.
fn standing(table: &Table) -> String {
    let game = table.game();
    let names = words::Names { reader: None, ..table.names().clone() };
    let turn = game.turn();
    let place =
        format!("beat {}, turn {}: {}'s {}", table.beats(), turn.number, names.player(turn.active), words::step(turn.step));
    let lives: Vec<String> =
        game.players().iter().map(|player| format!("{} {} life", names.player(player.id), player.life)).collect();
    let what = match table.next_question() {
        _ if game.outcome().is_some() => "the game is over".to_owned(),
        Some((shown, question)) => {
            let asked = words::question(&shown, &names, &question);
            format!("{} is asked: {}", names.player(question.player), asked.lines().next().unwrap_or_default())
        }
        None => "the game goes on without a question".to_owned(),
    };
    format!("{place}; {}\n{what}", words::list(&lives))
}

/// The same answers with the cards of the library.
fn with_library(options: &Options, table: &mut Table) -> Result<Done> {
    let catalog = Catalog::open(&options.library.root()?)?;
    install_host(&catalog);
    let keys: Vec<Symbol> = table.game().definitions().iter().map(|(_, definition)| definition.key).collect();
    let changed = table.adopt(&catalog.library.definitions_for(keys));
    if changed.is_empty() {
        println!("the library has the same cards");
    }
    changed.iter().for_each(|line| println!("now: {line}"));
    let rerun = table.again_with_new_text(0)?;
    let reader = None;
    match &rerun.difference {
        None => println!("with them, everything happens as it did: {}", words::count(rerun.beats, "beat")),
        Some(difference) => print_difference(difference, reader),
    }
    println!("{}", rerun.ending(reader));
    Ok(if rerun.is_the_same() { Done::Fine } else { Done::Problems })
}

fn print_difference(difference: &Difference, reader: Option<PlayerId>) {
    println!("beat {}, turn {} is the first that differs", difference.beat, difference.turn);
    println!("then:");
    difference.then_for(reader).for_each(|line| println!("  {line}"));
    println!("now:");
    difference.now_for(reader).for_each(|line| println!("  {line}"));
}

/// Writes a scenario that fails until somebody says what should have happened.
fn write_scenario(from: &Path, capsule: &Capsule, table: &Table, at: Option<usize>, file: &Path) -> Result<()> {
    if file.exists() {
        bail!("`{}` is there already: name another file", file.display());
    }
    let name = from.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = folder.join(&name);
    let same = beside.canonicalize().ok().zip(from.canonicalize().ok()).is_some_and(|(one, other)| one == other);
    if !same {
        if beside.exists() {
            bail!("`{}` is there already: the scenario needs the capsule beside it", beside.display());
        }
        capsule.write(&beside).map_err(|error: CapsuleError| anyhow::anyhow!(error))?;
    }
    let text = scenario(capsule, table, &name, at);
    write_whole(file, text.as_bytes()).with_context(|| format!("cannot write `{}`", file.display()))?;
    println!("wrote {}: say in it what you expected, then run `cardwright test {}`", file.display(), file.display());
    Ok(())
}

fn scenario(capsule: &Capsule, table: &Table, name: &str, at: Option<usize>) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let title = capsule.note.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("a report");
    let game = table.game();
    let turn = game.turn();
    let letter = |seat: usize| char::from(b'a' + seat.min(25) as u8);
    let mut text = String::new();
    for line in capsule.note.lines() {
        text.push_str(&format!("// {line}\n"));
    }
    text.push_str(&format!("scenario({}, #{{ players: {} }}, |t| {{\n", quoted(title), game.players().len()));
    let beat = at.map(|beat| format!(", {beat}")).unwrap_or_default();
    text.push_str(&format!("    t.replay({}{beat});\n", quoted(name)));
    text.push_str(&format!(
        "    // Turn {}, the {} of t.{}; what happens from here on happens with the cards as they are now.\n",
        turn.number,
        words::step(turn.step),
        letter(turn.active.index())
    ));
    let life = game.players().last().map_or(20, |player| player.life);
    let last = letter(game.players().len().saturating_sub(1));
    text.push_str(&format!(
        "    fail(\"say here what you expected instead of this line, for example: expect(t.{last}.life, {life});\");\n}});\n"
    ));
    text
}
