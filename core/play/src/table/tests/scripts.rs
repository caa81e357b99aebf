//! The scripts in a journal: a game with callbacks opens again whatever has become of its scripts.

use super::{Chance, Facts, Sitting, facts, names, seats};
use crate::catalog::{Catalog, install_host};
use crate::table::journal::{self, Journal, JournalError};
use crate::table::{Capsule, Table};
use cardwright_engine::game::Game;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fs, thread};

/// A library of two cards whose scripts answer while the game runs, and the journal of a game with them.
struct Ground(PathBuf);

impl Ground {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("cardwright-scripts-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        for folder in ["cards/a", "scripts/keywords"] {
            fs::create_dir_all(path.join(folder)).unwrap();
        }
        Ground(path)
    }
    fn journal(&self) -> PathBuf {
        self.0.join("game.journal")
    }
    /// Saves the scripts so that one card gains so much life, and the other, by its keyword, so much.
    fn save(&self, spell: u32, keyword: u32) -> Catalog {
        let reckon = format!(
            "name = \"Reckon\"\ncost = \"{{0}}\"\ntype = \"Instant\"\nscript = 'spell(script(|g| gain_life(g.number(you.life) * 0 + {spell})));'\n"
        );
        fs::write(self.0.join("cards/a/reckon.toml"), reckon).unwrap();
        let urn = "name = \"Urn\"\ncost = \"{0}\"\ntype = \"Artifact\"\nkeywords = [\"tallying\"]\n";
        fs::write(self.0.join("cards/a/urn.toml"), urn).unwrap();
        let tallying = format!("keyword_ability(\"tallying\", || when(card.enters, script(|g| gain_life({keyword}))));\n");
        fs::write(self.0.join("scripts/keywords/tallying.rhai"), tallying).unwrap();
        let catalog = Catalog::open(&self.0).unwrap();
        assert!(catalog.library.diagnostics().iter().all(|trouble| !trouble.is_error()), "{:?}", catalog.library.diagnostics());
        install_host(&catalog);
        catalog
    }
    /// Two people with so many of the cards in hand.
    fn table(&self, catalog: &Catalog, keys: &[&str]) -> Table {
        let definitions = Arc::new(catalog.all_definitions());
        let mut game = Game::empty(definitions.clone(), Arc::default(), 2, 1);
        for player in [PlayerId(0), PlayerId(1)] {
            for key in keys {
                let def = definitions.find(Symbol::new(key)).unwrap();
                for place in 0..34 {
                    game.put(def, player, if place < 4 { ZoneKind::Hand } else { ZoneKind::Library });
                }
            }
        }
        let mut table = Table::new(game, seats(Sitting::People), names(), 1);
        table.attach(Journal::create(&self.journal(), &table, &[None, None]).unwrap());
        table
    }
    /// What a program finds that has only just begun, with the scripts that are on disk now.
    fn opened(&self) -> Result<(Facts, Vec<i32>), JournalError> {
        let (root, path) = (self.0.clone(), self.journal());
        let open = move || {
            install_host(&Catalog::open(&root).unwrap());
            let table = Journal::open(&path)?.table;
            Ok((facts(&table), life(&table)))
        };
        thread::spawn(open).join().unwrap()
    }
}
impl Drop for Ground {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn life(table: &Table) -> Vec<i32> {
    table.game().players().iter().map(|player| player.life).collect()
}
fn adopt(table: &mut Table, catalog: &Catalog) {
    assert!(!table.adopt(&catalog.library.definitions_for(["Reckon".into(), "Urn".into()])).is_empty());
}

#[test]
fn a_game_whose_scripts_have_changed_opens_as_it_was() {
    let ground = Ground::new("changed");
    let catalog = ground.save(2, 3);
    let mut table = ground.table(&catalog, &["Reckon", "Urn"]);
    let mut chance = Chance::new(5);
    chance.play_to(&mut table, 30);
    let gained: i32 = life(&table).iter().map(|life| life - 20).sum();
    assert!(gained > 0, "a callback has answered");
    // The scripts change under the game, and once more when it is over.
    let catalog = ground.save(7, 11);
    adopt(&mut table, &catalog);
    chance.play_to(&mut table, 80);
    let expected = (facts(&table), life(&table));
    let capsule = Capsule::of(&table, &[None, None], &catalog.library, "", None).unwrap();
    drop(table);
    ground.save(1, 1);
    assert_eq!(ground.opened().unwrap(), expected);
    // Also where the game goes on: what is written then stands beside what was there.
    let mut table = Journal::open(&ground.journal()).map(|opened| {
        let mut table = opened.table;
        table.attach(opened.journal);
        table
    });
    let table = table.as_mut().unwrap();
    let catalog = ground.save(13, 17);
    adopt(table, &catalog);
    chance.play_to(table, 110);
    let expected_later = (facts(table), life(table));
    table.attach(Journal::create(&ground.0.join("other"), table, &[None, None]).unwrap());
    ground.save(1, 1);
    assert_eq!(ground.opened().unwrap(), expected_later);
    // A capsule brings its record with it.
    let replayed = thread::spawn(move || capsule.replay().map(|(table, _)| facts(&table))).join().unwrap();
    assert_eq!(replayed.unwrap(), expected.0);
}

#[test]
fn the_scripts_on_disk_count_again_once_the_journal_is_open() {
    let ground = Ground::new("again");
    let catalog = ground.save(2, 3);
    let mut table = ground.table(&catalog, &["Reckon"]);
    let mut chance = Chance::new(5);
    chance.play_to(&mut table, 30);
    drop(table);
    let (root, path) = (ground.0.clone(), ground.journal());
    ground.save(100, 3);
    let open = move || {
        let catalog = Catalog::open(&root).unwrap();
        install_host(&catalog);
        let mut table = Journal::open(&path).unwrap().table;
        let before = life(&table);
        adopt(&mut table, &catalog);
        Chance::new(5).play_to(&mut table, 100);
        life(&table).iter().zip(before).any(|(now, before)| now - before >= 100)
    };
    assert!(thread::spawn(open).join().unwrap());
}

#[test]
fn without_the_scripts_it_says_what_is_the_matter() {
    let ground = Ground::new("without");
    let catalog = ground.save(2, 3);
    let mut table = ground.table(&catalog, &["Reckon"]);
    Chance::new(5).play_to(&mut table, 30);
    drop(table);
    let without = journal::tests::without_scripts(&fs::read(ground.journal()).unwrap());
    fs::write(ground.journal(), &without).unwrap();
    // As long as the scripts are the same it opens all the same.
    assert!(ground.opened().is_ok());
    ground.save(4, 3);
    let said = ground.opened().unwrap_err().to_string();
    assert!(said.contains("Reckon") && said.contains("Put the script back as it was"), "{said}");
}

#[test]
fn a_game_without_callbacks_brings_no_scripts() {
    let ground = Ground::new("none");
    ground.save(2, 3);
    let catalog = super::catalog();
    let plain = catalog.library.cards().iter().find(|card| card.callbacks == 0 && card.raw.faces.len() == 1).unwrap();
    let mut table = ground.table(catalog, &[plain.key.as_str()]);
    Chance::new(1).play_to(&mut table, 20);
    drop(table);
    let journal = fs::read(ground.journal()).unwrap();
    assert_eq!(journal::tests::without_scripts(&journal), journal);
}
