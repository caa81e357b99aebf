//! `cardwright play`: a table in the browser, or in the terminal.

mod browser;
mod games;
mod prompt;
mod screen;
mod session;

use super::teams::teams;
use super::{Done, LibraryOption, names};
use crate::bots;
use crate::catalog::{Catalog, LibraryCompiler, install_host};
use crate::table::{Puzzle, SavedTable, Seat, Status, Table, is_step};
use crate::words::Names;
use anyhow::{Context, Result, bail};
use cardwright_engine::game::{Game, Outcome};
use cardwright_engine::ids::PlayerId;
use cardwright_engine::setup::Setup;
use cardwright_library::{LiveLibrary, WatchOptions};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The options of the command.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    library: LibraryOption,
    /// Bots play all seats: one name for all, or one for each seat, separated by commas
    #[arg(long, num_args = 0..=1, default_missing_value = "simple", value_name = "BOTS")]
    bots: Option<String>,
    /// The bot that plays against you
    #[arg(long, default_value = "simple", value_name = "BOT")]
    against: String,
    /// The decks, one for each player, separated by commas [default: the first of the library]
    #[arg(long, value_name = "A,B")]
    decks: Option<String>,
    /// How many players
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=8))]
    players: u8,
    /// The teams, by the letters of the seats: `ac,bd`, or `bcd` for one against three; you are `a`
    #[arg(long, value_name = "AC,BD", conflicts_with_all = ["puzzle", "resume"])]
    teams: Option<String>,
    /// The edition of the rules
    #[arg(long, default_value = "modern")]
    ruleset: String,
    /// Begin with the position in a file that the browser's table has saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "players", "resume"])]
    puzzle: Option<PathBuf>,
    /// All chance follows from it [default: from the clock]
    #[arg(long)]
    seed: Option<u64>,
    /// Where to save when you leave, and with the command `save`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "players", "bots", "seed"])]
    resume: Option<PathBuf>,
    /// Print the log only, without the table
    #[arg(long, requires = "terminal")]
    quiet: bool,
    /// Play in the terminal instead of the browser
    #[arg(long)]
    terminal: bool,
    #[command(flatten)]
    browser: browser::BrowserOptions,
}

/// Plays a game.
pub(super) fn run(options: &Options) -> Result<Done> {
    let root = options.library.root()?;
    let live = LiveLibrary::open(&root, WatchOptions::default(), LibraryCompiler::new)?;
    let catalog = Catalog { library: live.current() };
    if !options.terminal {
        return browser::run(options, live, &catalog);
    }
    install_host(&catalog);
    let (table, bots) = match &options.resume {
        Some(path) => resume(path)?,
        None => begin(options, &catalog)?,
    };
    if bots.iter().all(Option::is_some) && options.save.is_none() {
        return watch_bots(table);
    }
    session::Session::new(options, live, table, bots).run()
}

/// What a new game begins with.
struct Beginning {
    game: cardwright_engine::game::Game,
    names: Names,
    bots: Vec<Option<String>>,
    decks: Vec<String>,
    seed: u64,
}

impl Beginning {
    /// What the options ask for.
    fn new(options: &Options, catalog: &Catalog) -> Result<Self> {
        let players = match &options.puzzle {
            Some(path) => puzzle(path, catalog, 0)?.players().len(),
            None => usize::from(options.players),
        };
        let mut bots: Vec<Option<String>> = match &options.bots {
            Some(list) => {
                let list = names(Some(list));
                if list.is_empty() {
                    bail!("--bots takes names: random, simple");
                }
                list.into_iter().cycle().take(players).map(Some).collect()
            }
            None if options.browser.hot_seat || options.browser.host => vec![None; players],
            None => vec![Some(options.against.clone()); players],
        };
        if options.bots.is_none() {
            bots[0] = None;
        }
        for name in bots.iter().flatten() {
            bots::by_name(name, 0)?;
        }
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64 % 1_000_000);
        let seed = options.seed.unwrap_or_else(clock);
        let (game, decks) = match &options.puzzle {
            Some(path) => (puzzle(path, catalog, seed)?, Vec::new()),
            None => {
                let decks = catalog.decks(&names(options.decks.as_deref()), players)?;
                let teams = teams(options.teams.as_deref(), players)?;
                let setup = Setup { teams, ..catalog.setup(&decks, catalog.ruleset(&options.ruleset)?, seed) };
                (Game::new(&setup), decks)
            }
        };
        let people = bots.iter().filter(|bot| bot.is_none()).count();
        let reader = bots.iter().position(Option::is_none).filter(|_| people == 1).map(|seat| PlayerId(seat as u8));
        let called = |(seat, bot): (usize, &Option<String>)| match bot {
            None if people == 1 => "Player".to_owned(),
            None => format!("Player {}", seat + 1),
            Some(_) if players == 2 && reader.is_some() => "Bot".to_owned(),
            Some(_) => format!("Bot {}", seat + 1),
        };
        let names = Names { players: bots.iter().enumerate().map(called).collect(), reader };
        Ok(Beginning { game, names, bots, decks: decks.iter().map(|deck| deck.name.clone()).collect(), seed })
    }

    /// The table, on the thread that plays.
    fn table(self) -> Result<Table> {
        let ruleset = self.game.ruleset().name.clone();
        let mut table = Table::new(self.game, seats(&self.bots)?, self.names.clone(), self.seed);
        table.say(format!("Seed {}, {ruleset} rules", self.seed));
        for (name, deck) in self.names.players.iter().zip(&self.decks) {
            table.say(format!("{name} plays {deck}"));
        }
        Ok(table)
    }
}

/// A new table, and the bots of its seats.
fn begin(options: &Options, catalog: &Catalog) -> Result<(Table, Vec<Option<String>>)> {
    let beginning = Beginning::new(options, catalog)?;
    let bots = beginning.bots.clone();
    Ok((beginning.table()?, bots))
}

/// The position in a puzzle file.
fn puzzle(path: &Path, catalog: &Catalog, seed: u64) -> Result<cardwright_engine::game::Game> {
    let context = || format!("cannot open the position in `{}`", path.display());
    let text = std::fs::read_to_string(path).with_context(context)?;
    Puzzle::read(&text).and_then(|puzzle| puzzle.open(catalog, seed)).with_context(context)
}

fn seats(bots: &[Option<String>]) -> Result<Vec<Seat>> {
    bots.iter()
        .map(|bot| match bot {
            None => Ok(Seat::Person),
            Some(name) => Ok(Seat::Bot(bots::by_name(name, 0)?)),
        })
        .collect()
}

fn resume(path: &PathBuf) -> Result<(Table, Vec<Option<String>>)> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let context = || format!("cannot resume `{}`", path.display());
    let saved = SavedTable::from_bytes(&bytes).with_context(context)?;
    let bots = saved.bots.clone();
    let seats = seats(&bots).with_context(context)?;
    Ok((Table::resume(saved, seats).with_context(context)?, bots))
}

/// A game between bots, printed as it goes.
fn watch_bots(mut table: Table) -> Result<Done> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut printed = 0;
    loop {
        let status = table.advance();
        let lines: Vec<&str> = table.log().skip(printed).collect();
        // The line of a step is held back: it goes if nothing happens in it.
        let ready = lines.len() - usize::from(lines.last().is_some_and(|line| is_step(line)));
        for line in &lines[..ready] {
            writeln!(out, "{line}")?;
        }
        printed += ready;
        match status {
            Status::Goes => {}
            Status::Over(outcome) => {
                writeln!(out, "{}", ending(&table, outcome))?;
                out.flush()?;
                return Ok(Done::Fine);
            }
            Status::Waiting(question) => {
                bail!("nobody answers: {}", crate::words::question(table.shown(), table.names(), &question))
            }
            Status::Stuck(stop) => {
                out.flush()?;
                bail!("the game cannot go on: {stop}");
            }
        }
    }
}

/// The last lines of a game: how it ended, and the hash of its state.
fn ending(table: &Table, outcome: Outcome) -> String {
    let game = table.game();
    let how = match outcome {
        Outcome::Won(player) => crate::words::won(table.game(), table.names(), player),
        Outcome::Draw => "The game is a draw".to_owned(),
    };
    format!("{how} in turn {}, after {} decisions.\nstate {}", game.turn().number, table.decisions(), game.state_hash())
}
