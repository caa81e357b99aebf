//! A table in the browser.

use super::{Beginning, Done, Options, games};
use crate::catalog::Catalog;
use crate::table::{Journal, Table};
use anyhow::{Context, Result, bail};
use cardwright_engine::ids::PlayerId;
use cardwright_library::LiveLibrary;
use cardwright_workbench::edit::EditService;
use cardwright_workbench::{Address, Role, Room, SeatKind, Server};
use clap::Args;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What is said about the browser.
#[derive(Args)]
pub(super) struct BrowserOptions {
    /// You play all seats, one after the other
    #[arg(long, conflicts_with = "bots")]
    pub hot_seat: bool,
    /// The port to listen on [default: any that is free]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Do not open the browser: the link is printed
    #[arg(long)]
    no_open: bool,
    /// Let others join by a link of their own, from this machine or, with --listen, from others
    #[arg(long, conflicts_with_all = ["hot_seat", "terminal"])]
    pub host: bool,
    /// Go on with a game: the one that was begun last, or the one in the file
    #[arg(long = "continue", value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["decks", "bots", "seed", "hot_seat", "terminal", "game"])]
    goes_on: Option<Option<PathBuf>>,
    /// The file in which the game is kept [default: a new one in .cardwright/games of the library]
    #[arg(long, value_name = "FILE")]
    game: Option<PathBuf>,
    /// The address to listen on: 0.0.0.0 for every one this machine has
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// How long each thing that a bot does is shown, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pace: u64,
}

/// The seats, as their bots and the options have it.
fn seats_of(bots: &[Option<String>], own: &BrowserOptions) -> Vec<SeatKind> {
    let seat = |(place, bot): (usize, &Option<String>)| match bot {
        Some(name) => SeatKind::Bot(name.clone()),
        None if own.host && place > 0 => SeatKind::Guest,
        None => SeatKind::Person,
    };
    bots.iter().enumerate().map(seat).collect()
}

/// A table that is written to a journal as it is played, or why it is not.
fn kept(table: &mut Table, path: std::io::Result<PathBuf>, bots: &[Option<String>]) -> Result<PathBuf, String> {
    let path = path.map_err(|error| error.to_string())?;
    let journal = Journal::create(&path, table, bots).map_err(|error| error.to_string())?;
    table.attach(journal);
    Ok(path)
}

/// What the room begins with, made on its own thread.
fn table(begin: Begin, root: &Path, game: Option<PathBuf>) -> Result<Table> {
    match begin {
        Begin::New(beginning) => {
            let bots = beginning.bots.clone();
            let mut table = beginning.table()?;
            match kept(&mut table, game.map_or_else(|| games::new_file(root), Ok), &bots) {
                Ok(path) => println!("The game is kept in {}; `cardwright play --continue` goes on with it.", path.display()),
                Err(why) => println!("The game is not kept when the program ends: {why}"),
            }
            Ok(table)
        }
        Begin::Continue(path) => {
            let opened = Journal::open(&path).with_context(|| format!("cannot go on with `{}`", path.display()))?;
            let mut table = opened.table;
            table.attach(opened.journal);
            println!("Going on with {}, at beat {}, state {}.", path.display(), table.beats(), table.game().state_hash());
            Ok(table)
        }
    }
}

enum Begin {
    New(Beginning),
    Continue(PathBuf),
}

/// Serves a table until it is interrupted.
pub(super) fn run(options: &Options, live: LiveLibrary, catalog: &Catalog) -> Result<Done> {
    if options.save.is_some() || options.resume.is_some() {
        bail!(
            "--save and --resume are for the terminal: add --terminal. In the browser every game is kept, and `--continue` goes on"
        );
    }
    let own = &options.browser;
    let root = catalog.library.root().to_owned();
    let (begin, bots) = match &own.goes_on {
        Some(named) => {
            let path = named
                .clone()
                .or_else(|| games::newest(&root))
                .context("there is no game to go on with: `cardwright play` begins one")?;
            let bots = Journal::bots(&path).with_context(|| format!("cannot go on with `{}`", path.display()))?;
            (Begin::Continue(path), bots)
        }
        None => {
            let beginning = Beginning::new(options, catalog)?;
            let bots = beginning.bots.clone();
            (Begin::New(beginning), bots)
        }
    };
    let seats = seats_of(&bots, own);
    let guests: Vec<u8> = (0_u8..).zip(&seats).filter(|(_, seat)| **seat == SeatKind::Guest).map(|(place, _)| place).collect();
    let live = Arc::new(live);
    let editor = EditService::new(&root, live.clone()).context("cannot open the editor")?;
    let game = own.game.clone();
    let room = Room::open(live, seats, Duration::from_millis(own.pace), move || table(begin, &root, game))?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().context("cannot begin to serve")?;
    runtime.block_on(async {
        let server = Server::bind(Address { ip: own.listen, port: own.port }, room, editor).await?;
        let link = server.link(Role::Designer)?;
        println!("The table is at {link}");
        for seat in guests {
            println!("Player {} joins at {}", seat + 1, server.link(Role::Player(PlayerId(seat)))?);
        }
        if own.host {
            println!("Whoever looks on opens {}", server.link(Role::Watcher)?);
        }
        println!("Ctrl+C ends it.");
        if !own.no_open && webbrowser::open(&link).is_err() {
            println!("No browser could be opened: open the link yourself.");
        }
        server.run(async { drop(tokio::signal::ctrl_c().await) }).await?;
        Ok(Done::Fine)
    })
}
