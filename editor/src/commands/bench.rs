//! `cardwright bench`: the figures that are watched, one `name value unit` a line. Everything runs on one core.

use super::{Done, LibraryOption};
use crate::bots::{Bot, RandomBot, Seats};
use crate::catalog::{Catalog, install_host};
use crate::measure::{self, Figure};
use anyhow::{Context, Error, Result};
use cardwright_engine::game::Game;
use cardwright_engine::run::Run;
use cardwright_engine::setup::Setup;
use clap::Args;
use std::io::Write;
use std::time::Duration;

/// The options of the command.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    library: LibraryOption,
    /// The deck that plays against itself [default: `measure`, or the first of the library]
    #[arg(long)]
    deck: Option<String>,
    /// How long each figure may take
    #[arg(long, default_value_t = 3.0, value_name = "SECONDS")]
    seconds: f64,
    /// Only figures whose name contains this; `workbench` for those of the table in the browser
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

/// The figures that `--only workbench` means.
const WORKBENCH: [&str; 3] = ["save_to_page_ms", "click_to_page_ms", "render_60_ms"];

/// Measures.
pub(super) fn run(options: &Options) -> Result<Done> {
    let catalog = Catalog::open(&options.library.root()?)?;
    install_host(&catalog);
    let usual = catalog.library.deck("measure").map(|deck| deck.id.to_string());
    let deck: Vec<String> = options.deck.clone().or(usual).into_iter().collect();
    let decks = catalog.decks(&deck, 2)?;
    let setup = catalog.setup(&decks, catalog.ruleset("modern")?, 1);
    let budget = Duration::from_secs_f64(options.seconds.clamp(0.05, 600.0));
    let group = |name: &str| if WORKBENCH.contains(&name) { "workbench" } else { "" };
    let wanted = |name: &str| options.only.as_deref().is_none_or(|only| name.contains(only) || group(name) == only);
    let mut out = std::io::stdout().lock();
    let mut say = |figure: Figure| -> Result<()> {
        if wanted(figure.name) {
            writeln!(out, "{figure}")?;
            out.flush()?;
        }
        Ok(())
    };
    if wanted("games_per_second") || wanted("decisions_per_second") {
        for figure in measure::games(&setup, budget)? {
            say(figure)?;
        }
    }
    if wanted("clone_us") || wanted("state_bytes") {
        let game = middle_of_a_game(&setup).context("no game reaches its middle")?;
        say(measure::clone(&game, budget))?;
        say(Figure::new("state_bytes", game.state_bytes().len() as f64, "bytes"))?;
    }
    for (name, effects) in [("characteristics_0_us", 0), ("characteristics_5_us", 5), ("characteristics_50_us", 50)] {
        if wanted(name) {
            say(measure::characteristics(name, effects, budget))?;
        }
    }
    let names = ["load_1000_cards_ms", "reload_one_card_ms", "save_to_effect_ms"];
    if names.iter().any(|name| wanted(name)) {
        for figure in measure::library(&catalog, 1000)? {
            say(figure)?;
        }
    }
    if ["lint_2000_cards_ms", "lint_edit_ms"].iter().any(|name| wanted(name)) {
        for figure in measure::lint(&catalog, 2000)? {
            say(figure)?;
        }
    }
    if WORKBENCH.iter().any(|name| wanted(name)) {
        for figure in measure::workbench(&catalog, 1000)? {
            say(figure)?;
        }
    }
    if wanted("rehearse_card_ms") {
        say(measure::rehearsals(&catalog).map_err(Error::msg)?)?;
    }
    Ok(Done::Fine)
}

/// A game between random bots in its twelfth turn.
fn middle_of_a_game(setup: &Setup) -> Option<Game> {
    (1..100).find_map(|seed| {
        let mut game = Game::new(&Setup { seed, ..setup.clone() });
        let bots: Vec<Box<dyn Bot>> =
            setup.decks.iter().zip(seed..).map(|(_, seed)| Box::new(RandomBot::new(seed)) as Box<dyn Bot>).collect();
        let mut seats = Seats(bots);
        let mut run = Run::new(&mut seats);
        while game.outcome().is_none() && game.turn().number < 12 {
            game.beat(&mut run).ok()?;
        }
        game.outcome().is_none().then_some(game)
    })
}
