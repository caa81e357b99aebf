//! A table in the browser.

use super::{Beginning, Done, Options};
use crate::catalog::Catalog;
use anyhow::{Context, Result, bail};
use cardwright_engine::ids::PlayerId;
use cardwright_library::LiveLibrary;
use cardwright_workbench::edit::EditService;
use cardwright_workbench::{Address, Role, Room, SeatKind, Server};
use clap::Args;
use std::net::{IpAddr, Ipv4Addr};
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
    /// The address to listen on: 0.0.0.0 for every one this machine has
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// How long each thing that a bot does is shown, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pace: u64,
}

/// Serves a table until it is interrupted.
pub(super) fn run(options: &Options, live: LiveLibrary, catalog: &Catalog) -> Result<Done> {
    if options.save.is_some() || options.resume.is_some() {
        bail!("--save and --resume are for the terminal: add --terminal");
    }
    let own = &options.browser;
    let beginning = Beginning::new(options, catalog)?;
    let seat = |(place, bot): (usize, &Option<String>)| match bot {
        Some(name) => SeatKind::Bot(name.clone()),
        None if own.host && place > 0 => SeatKind::Guest,
        None => SeatKind::Person,
    };
    let seats: Vec<SeatKind> = beginning.bots.iter().enumerate().map(seat).collect();
    let guests: Vec<u8> = (0_u8..).zip(&seats).filter(|(_, seat)| **seat == SeatKind::Guest).map(|(place, _)| place).collect();
    let ruleset = options.ruleset.clone();
    let live = Arc::new(live);
    let editor = EditService::new(catalog.library.root(), live.clone()).context("cannot open the editor")?;
    let room = Room::open(live, seats, Duration::from_millis(own.pace), move || beginning.table(&ruleset))
        .context("cannot begin the game")?;
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
