//! `cardwright sim`.

use super::teams::teams;
use super::{Done, LibraryOption, names};
use crate::bots::{self, Seats};
use crate::catalog::{Catalog, install_host};
use crate::measure::{Played, Trouble, play_game, wilson};
use anyhow::{Result, bail};
use cardwright_engine::game::{Game, Outcome};
use cardwright_engine::setup::Setup;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// The options of the command.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    library: LibraryOption,
    /// How many games
    #[arg(long, default_value_t = 1000, value_name = "N")]
    games: u64,
    /// The decks, one for each player, separated by commas; `all` plays every pair of decks
    #[arg(long, value_name = "A,B")]
    decks: Option<String>,
    /// The bots, one for each player, begun again from the first for more players: random, simple
    #[arg(long, default_value = "random,random", value_name = "BOT,BOT")]
    bots: String,
    /// How many players [default: as many as there are bots]
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=8), value_name = "N")]
    players: Option<u8>,
    /// The teams, by the letters of the seats: `ac,bd`, or `bcd` for one against three
    #[arg(long, value_name = "AC,BD")]
    teams: Option<String>,
    /// All chance follows from it
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// The edition of the rules
    #[arg(long, default_value = "modern")]
    ruleset: String,
    /// Look at the invariants of the state after every beat
    #[arg(long)]
    check: bool,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Report for programs
    #[arg(long)]
    json: bool,
}

/// A pairing of decks and how it went.
struct Tally {
    decks: Vec<String>,
    wins: Vec<u64>,
    draws: u64,
    games: u64,
    turns: u64,
}

/// A game that could not be played, with what repeats it.
struct Failed {
    seed: u64,
    decks: String,
    trouble: String,
}

/// Plays many games.
pub(super) fn run(options: &Options) -> Result<Done> {
    let catalog = Catalog::open(&options.library.root()?)?;
    let mut bots = names(Some(&options.bots));
    if let (Some(players), false) = (options.players, bots.is_empty()) {
        bots = bots.iter().cycle().take(usize::from(players)).cloned().collect();
    }
    if bots.len() < 2 {
        bail!("a game needs two bots or more: --bots random,simple");
    }
    for bot in &bots {
        bots::by_name(bot, 0)?;
    }
    let ruleset = catalog.ruleset(&options.ruleset)?;
    let pairings = pairings(&catalog, options, bots.len())?;
    let teams = teams(options.teams.as_deref(), bots.len())?;
    let setup = |decks: &Vec<_>| Setup { teams: teams.clone(), ..catalog.setup(decks, ruleset.clone(), 0) };
    let setups: Vec<Setup> = pairings.iter().map(setup).collect();
    let bar = progress(options);
    let begun = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads.unwrap_or(0)).start_handler({
        let catalog = catalog.clone();
        move |_| install_host(&catalog)
    });
    let results: Vec<(usize, u64, Result<Played, Trouble>)> = pool.build()?.install(|| {
        (0..options.games)
            .into_par_iter()
            .map(|number| {
                let pairing = (number % setups.len() as u64) as usize;
                let seed = options.seed.wrapping_add(number);
                let mut result = one_game(&setups[pairing], &bots, seed, options.check);
                // The states of all games together would fill the memory.
                if let Ok(played) = &mut result {
                    played.game = Game::empty(setups[pairing].definitions.clone(), ruleset.clone(), 2, 0);
                }
                bar.inc(1);
                (pairing, seed, result)
            })
            .collect()
    });
    let took = begun.elapsed();
    bar.finish_and_clear();
    report(options, &pairings, &bots, results, took)
}

fn pairings(
    catalog: &Catalog,
    options: &Options,
    players: usize,
) -> Result<Vec<Vec<std::sync::Arc<cardwright_library::files::Deck>>>> {
    if options.decks.as_deref() != Some("all") {
        return Ok(vec![catalog.decks(&names(options.decks.as_deref()), players)?]);
    }
    let decks: Vec<_> = catalog.library.decks().iter().filter(|deck| catalog.library.is_playable(deck)).cloned().collect();
    if decks.is_empty() {
        bail!("the library has no decks that can be played");
    }
    let mut pairings = Vec::new();
    for (place, one) in decks.iter().enumerate() {
        for other in &decks[place..] {
            pairings.push([one, other].into_iter().cycle().take(players).cloned().collect());
        }
    }
    Ok(pairings)
}

fn one_game(setup: &Setup, bots: &[String], seed: u64, check: bool) -> Result<Played, Trouble> {
    let setup = Setup { seed, ..setup.clone() };
    let seats = bots
        .iter()
        .zip(1_u64..)
        .filter_map(|(bot, seat)| bots::by_name(bot, seed.wrapping_mul(31).wrapping_add(seat)).ok())
        .collect();
    play_game(Game::new(&setup), &mut Seats(seats), check)
}

fn progress(options: &Options) -> ProgressBar {
    if options.json || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(options.games);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn report(
    options: &Options,
    pairings: &[Vec<std::sync::Arc<cardwright_library::files::Deck>>],
    bots: &[String],
    results: Vec<(usize, u64, Result<Played, Trouble>)>,
    took: Duration,
) -> Result<Done> {
    let mut tallies: Vec<Tally> = pairings
        .iter()
        .map(|decks| Tally {
            decks: decks.iter().map(|deck| deck.id.to_string()).collect(),
            wins: vec![0; bots.len()],
            draws: 0,
            games: 0,
            turns: 0,
        })
        .collect();
    let (mut decisions, mut failed) = (0, Vec::new());
    for (pairing, seed, result) in results {
        let tally = &mut tallies[pairing];
        match result {
            Ok(played) => {
                tally.games += 1;
                tally.turns += u64::from(played.turns);
                decisions += played.decisions;
                // Of a team, each has won.
                for player in &played.winners {
                    tally.wins[player.index()] += 1;
                }
                tally.draws += u64::from(played.outcome == Outcome::Draw);
            }
            Err(trouble) => failed.push(Failed { seed, decks: tally.decks.join(","), trouble: trouble.to_string() }),
        }
    }
    let seconds = took.as_secs_f64().max(1e-9);
    let (games_per_second, decisions_per_second) = (options.games as f64 / seconds, decisions as f64 / seconds);
    let mut out = std::io::stdout().lock();
    if options.json {
        let pairs: Vec<_> = tallies.iter().map(|tally| tally_json(tally, bots)).collect();
        let troubles: Vec<_> = failed
            .iter()
            .map(|one| serde_json::json!({ "seed": one.seed, "decks": one.decks, "trouble": one.trouble }))
            .collect();
        let all = serde_json::json!({
            "games": options.games, "seed": options.seed, "seconds": seconds, "games_per_second": games_per_second,
            "decisions_per_second": decisions_per_second, "pairings": pairs, "failed": troubles,
        });
        serde_json::to_writer_pretty(&mut out, &all)?;
        writeln!(out)?;
    } else {
        for tally in &tallies {
            print(&mut out, tally, bots)?;
        }
        for one in failed.iter().take(20) {
            writeln!(out, "FAILED seed {} ({}): {}", one.seed, one.decks, one.trouble)?;
            writeln!(
                out,
                "  repeat: cardwright sim --games 1 --decks {} --bots {}{} --ruleset {} --seed {}{}",
                one.decks,
                bots.join(","),
                options.teams.as_ref().map(|teams| format!(" --teams {teams}")).unwrap_or_default(),
                options.ruleset,
                one.seed,
                if options.check { " --check" } else { "" }
            )?;
        }
        writeln!(
            out,
            "{} in {seconds:.1} s: {games_per_second:.0} games/s, {decisions_per_second:.0} decisions/s, {} failed",
            crate::words::count(options.games as usize, "game"),
            failed.len()
        )?;
    }
    Ok(if failed.is_empty() { Done::Fine } else { Done::Problems })
}

fn tally_json(tally: &Tally, bots: &[String]) -> serde_json::Value {
    let seats: Vec<_> = (0..bots.len())
        .map(|seat| {
            let (low, high) = wilson(tally.wins[seat], tally.games);
            serde_json::json!({ "deck": tally.decks[seat], "bot": bots[seat], "wins": tally.wins[seat], "low": low, "high": high })
        })
        .collect();
    serde_json::json!({
        "seats": seats, "draws": tally.draws, "games": tally.games,
        "turns": tally.turns as f64 / tally.games.max(1) as f64,
    })
}

fn print(out: &mut impl Write, tally: &Tally, bots: &[String]) -> Result<()> {
    writeln!(
        out,
        "{} ({} games, {:.1} turns each)",
        tally.decks.join(" - "),
        tally.games,
        tally.turns as f64 / tally.games.max(1) as f64
    )?;
    for (seat, bot) in bots.iter().enumerate() {
        let (low, high) = wilson(tally.wins[seat], tally.games);
        let share = tally.wins[seat] as f64 / tally.games.max(1) as f64;
        writeln!(
            out,
            "  {:<24} {bot:<8} {:>6} wins  {:5.1} %  [{:.1}, {:.1}]",
            tally.decks[seat],
            tally.wins[seat],
            100.0 * share,
            100.0 * low,
            100.0 * high
        )?;
    }
    if tally.draws > 0 {
        writeln!(out, "  {} draws", tally.draws)?;
    }
    Ok(())
}
