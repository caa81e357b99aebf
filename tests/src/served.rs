//! The real binary with a table in the browser, and a small library that tests may change.

use crate::{Folder, binary, http};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the program may take until it serves.
const START: Duration = Duration::from_secs(60);

/// A table that is served.
pub struct Served {
    child: Child,
    links: Vec<String>,
    printed: Arc<Mutex<String>>,
}

impl Served {
    /// Begins a game with the cards of a folder; bots take no time to look at.
    ///
    /// # Panics
    /// If it does not begin.
    pub fn start(folder: &Folder, more: &[&str]) -> Self {
        let mut arguments = vec!["--library", folder.text()];
        arguments.extend(more);
        Self::with(&arguments)
    }

    /// The same with whatever library is named.
    ///
    /// # Panics
    /// If it does not begin.
    pub fn with(arguments: &[&str]) -> Self {
        let mut child = Command::new(binary())
            .args(["play", "--no-open", "--pace", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let printed = Arc::new(Mutex::new(String::new()));
        let (sender, lines) = channel();
        let outputs: [Box<dyn std::io::Read + Send>; 2] =
            [Box::new(child.stdout.take().expect("it is piped")), Box::new(child.stderr.take().expect("it is piped"))];
        for output in outputs {
            let (sender, printed) = (sender.clone(), printed.clone());
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
                    printed.push_str(&line);
                    printed.push('\n');
                    drop(sender.send(line));
                }
            });
        }
        drop(sender);
        let mut served = Served { child, links: Vec::new(), printed };
        let begun = Instant::now();
        loop {
            match lines.recv_timeout(START.saturating_sub(begun.elapsed())) {
                Ok(line) if line.starts_with("Ctrl+C") => break,
                Ok(line) => {
                    served.links.extend(line.split_whitespace().filter(|word| word.starts_with("http://")).map(str::to_owned))
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("the program serves no table; it printed:\n{}", served.printed())
                }
            }
        }
        assert!(!served.links.is_empty(), "no link was printed:\n{}", served.printed());
        served
    }

    /// The designer's link.
    pub fn link(&self) -> &str {
        &self.links[0]
    }

    /// The link of somebody who joins.
    ///
    /// # Panics
    /// If the game was not begun with `--host`.
    pub fn guest(&self) -> &str {
        self.links.get(1).unwrap_or_else(|| panic!("no link for a guest was printed:\n{}", self.printed()))
    }

    /// The link of somebody who looks on.
    ///
    /// # Panics
    /// If the game was not begun with `--host`.
    pub fn watcher(&self) -> &str {
        let last = self.links.last().filter(|_| self.links.len() > 2);
        last.unwrap_or_else(|| panic!("no link for whoever looks on was printed:\n{}", self.printed()))
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        http::place(self.link()).0
    }

    /// Everything that was printed.
    pub fn printed(&self) -> String {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the program still runs.
    ///
    /// # Panics
    /// If the system does not say.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().expect("the system knows").is_none()
    }

    /// Ends it at once, without a chance to tidy up.
    pub fn kill(mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The file of the spell that tests change.
pub const LANCE: &str = "scripts/embers/ember-lance.rhai";

/// What the spell's file says when it deals so much damage.
pub fn lance(damage: u32) -> String {
    format!("spell(damage({damage}, target(any_target)));\n")
}

/// A library of cheap creatures, one spell and the land that pays for all; decks `embers`, `calm` without the spell, and
/// `idle` that only has lands.
pub fn library() -> Folder {
    let folder = Folder::new();
    folder.write("cards/embers/set.toml", "name = \"Embers\"\ncode = \"EMB\"\n");
    folder.write("cards/embers/mountain.toml", "name = \"Mountain\"\ntype = \"Basic Land - Mountain\"\n");
    folder.write(
        "cards/embers/ember-lance.toml",
        "name = \"Ember Lance\"\ncost = \"{R}\"\ntype = \"Instant\"\nscript = \"embers/ember-lance.rhai\"\n",
    );
    folder.write("cards/embers/bear.toml", bear(2, 2));
    folder.write(
        "cards/embers/wolf.toml",
        "name = \"Cinder Wolf\"\ncost = \"{1}{R}\"\ntype = \"Creature - Wolf\"\npower = 4\ntoughness = 2\n",
    );
    folder.write(LANCE, lance(3));
    folder.write(
        "decks/embers.toml",
        "name = \"Embers\"\n[main]\nMountain = 24\n\"Ember Lance\" = 12\n\"Ash Bear\" = 12\n\"Cinder Wolf\" = 12\n",
    );
    folder.write("decks/calm.toml", "name = \"Calm\"\n[main]\nMountain = 30\n\"Ash Bear\" = 15\n\"Cinder Wolf\" = 15\n");
    folder.write("decks/idle.toml", "name = \"Idle\"\n[main]\nMountain = 60\n");
    folder
}

/// The file of the creature that tests change, with that power and toughness.
pub fn bear(power: u32, toughness: u32) -> String {
    format!("name = \"Ash Bear\"\ncost = \"{{R}}\"\ntype = \"Creature - Bear\"\npower = {power}\ntoughness = {toughness}\n")
}

/// The file of that creature.
pub const BEAR: &str = "cards/embers/bear.toml";
