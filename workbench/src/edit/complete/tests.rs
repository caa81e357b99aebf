//! Completion as an author meets it, with the cards of the starter set.

use super::*;
use crate::edit::testing::Chance;
use cardwright_library::LibraryCompiler;
use std::path::Path;
use std::sync::{Arc, OnceLock};

fn starter() -> &'static (Arc<Library>, Vocabulary) {
    static STARTER: OnceLock<(Arc<Library>, Vocabulary)> = OnceLock::new();
    STARTER.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let library = cardwright_library::load(&root, LibraryCompiler::new()).unwrap();
        let vocabulary = Vocabulary::of(&library);
        (library, vocabulary)
    })
}

/// A text without its last `|`, and where that was.
fn unmarked(marked: &str) -> (String, usize) {
    let offset = marked.rfind('|').unwrap();
    (format!("{}{}", &marked[..offset], &marked[offset + 1..]), offset)
}

/// What is offered at the last `|` in a text.
fn at(path: &str, marked: &str) -> Completions {
    let (text, offset) = unmarked(marked);
    let (library, vocabulary) = starter();
    complete(vocabulary, library, path, &text, offset)
}

fn labels(completions: &Completions) -> Vec<&str> {
    completions.items.iter().map(|item| item.label.as_str()).collect()
}

/// The text of `marked` after the first offer is taken, with `|` at the caret.
fn taken(path: &str, marked: &str) -> String {
    let offered = at(path, marked);
    let first = &offered.items[0];
    let text = marked.replacen('|', "", 1);
    let insert = format!("{}|{}", &first.insert[..first.caret], &first.insert[first.caret..]);
    format!("{}{insert}{}", &text[..offered.span.start], &text[offered.span.end..])
}

const CARD: &str = "cards/starter/x.toml";
const SCRIPT: &str = "scripts/starter/x.rhai";

#[test]
fn words_are_completed_where_they_stand_alone() {
    assert_eq!(taken(SCRIPT, "when(card.enters, dra|);"), "when(card.enters, draw(|));");
    assert_eq!(taken(SCRIPT, "creat|"), "creatures|");
    let all = at(SCRIPT, "damgae|");
    assert_eq!(labels(&all)[0], "damage", "a slip is forgiven");
    let damage = &at(SCRIPT, "damage|").items[0];
    assert!(damage.signature.starts_with("damage(") && !damage.doc.is_empty() && !damage.example.is_empty());
    assert!(!labels(&at(SCRIPT, "tapp|")).contains(&"tapped"), "a property needs something before it");
}

#[test]
fn behind_a_point_is_what_can_be_said_there() {
    let filters = at(SCRIPT, "always(creatures.|);");
    let all = labels(&at(SCRIPT, "always(creatures.t|);")).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(all.contains(&"tapped".to_owned()), "{all:?}");
    assert!(filters.items.iter().all(|item| matches!(item.kind, ItemKind::Word(WordKind::Property | WordKind::Method))));
    let receivers = |marked: &str| -> std::collections::BTreeSet<String> {
        at(SCRIPT, marked).items.iter().map(|item| item.signature.split('.').next().unwrap().to_owned()).collect()
    };
    assert!(receivers("always(creatures.|);").iter().all(|receiver| ["filter", "things"].contains(&receiver.as_str())));
    assert_eq!(receivers("spell(draw(1).|);"), ["effect".to_owned()].into());
    assert_eq!(receivers("activated(cost(\"{T}\").|);"), ["cost".to_owned()].into());
    assert_eq!(receivers("let price = cost(\"{T}\"); activated(price.|);"), ["cost".to_owned()].into());
    assert_eq!(taken(SCRIPT, "always(creatures.you|);"), "always(creatures.yours|);");
    assert_eq!(taken(SCRIPT, "always(creatures.yours.tap|.get(+1, +1));"), "always(creatures.yours.tapped|.get(+1, +1));");
}

#[test]
fn names_of_the_script_are_offered_before_words() {
    assert_eq!(
        labels(&at(SCRIPT, "let target_one = target(creatures); spell(destroy(target|));"))[..2],
        ["target_one", "target"]
    );
    assert_eq!(labels(&at(SCRIPT, "let victim = target(creatures); spell(destroy(vic|));"))[0], "victim");
    assert_eq!(labels(&at(SCRIPT, "when(card.deals_damage, |hurt| gain_life(hur|"))[0], "hurt");
}

impl Completions {
    fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

#[test]
fn nothing_is_offered_where_nothing_fits() {
    assert!(at(SCRIPT, "draw(1); // dra|").is_empty());
    assert!(at(SCRIPT, "/* dra| */").is_empty());
    assert!(at(SCRIPT, "draw(12|)").is_empty());
    assert!(at(CARD, "# na|").is_empty());
    assert!(at(CARD, "text = \"dra|\"").is_empty());
    assert!(at(SCRIPT, "f(\"https://x\"); dra|").items.len() > 1, "a text is no comment");
}

#[test]
fn texts_are_completed_by_the_word_that_takes_them() {
    assert_eq!(labels(&at(SCRIPT, "always(creatures.having(\"fl|\"))"))[..2], ["flash", "flying"]);
    assert_eq!(taken(SCRIPT, "always(card.gains([\"flying\", \"ha|\"]))"), "always(card.gains([\"flying\", \"haste|\"]))");
    assert_eq!(taken(SCRIPT, "creatures.of(\"Gobl|\")"), "creatures.of(\"Goblin|\")");
    assert_eq!(taken("cards/starter/ash-broker.rhai", "t.a.hand(\"Ash Br|\")"), "t.a.hand(\"Ash Broker|\")");
}

#[test]
fn the_keys_that_are_missing_are_offered() {
    let offered = at(CARD, "name = \"x\"\ncost = \"{R}\"\n|\ntype = \"Instant\"\n");
    let offered = labels(&offered);
    assert!(offered.contains(&"rarity") && offered.contains(&"script"));
    for there in ["name", "cost", "type"] {
        assert!(!offered.contains(&there), "{there} is there");
    }
    let token = at(CARD, "name = \"x\"\n[[token]]\n|");
    assert!(labels(&token).contains(&"name") && !labels(&token).contains(&"cost") && !labels(&token).contains(&"rarity"));
    assert_eq!(taken(CARD, "name = \"x\"\nra|"), "name = \"x\"\nrarity = \"|\"");
    assert_eq!(taken(CARD, "na|"), "name = \"|\"");
    assert_eq!(labels(&at("cards/starter/set.toml", "name = \"x\"\n|")), ["code", "ruleset"]);
}

#[test]
fn values_are_offered_by_their_key() {
    assert_eq!(labels(&at(CARD, "rarity = \"|\"")).len(), 6);
    assert_eq!(taken(CARD, "rarity = \"unc|\""), "rarity = \"uncommon|\"");
    assert_eq!(taken(CARD, "rarity = my|"), "rarity = \"mythic\"|");
    assert_eq!(taken(CARD, "type = \"Legendary Cre|\""), "type = \"Legendary Creature|\"");
    assert_eq!(taken(CARD, "type = \"Creature - Gob|\""), "type = \"Creature - Goblin|\"");
    assert_eq!(taken(CARD, "keywords = [\"flying\", \"vig|\"]"), "keywords = [\"flying\", \"vigilance|\"]");
    assert_eq!(taken(CARD, "keywords = fly|"), "keywords = [\"flying\"]|");
    assert_eq!(taken(CARD, "keywords = [fly|]"), "keywords = [\"flying\"|]");
}

#[test]
fn a_script_in_a_card_file_is_a_script() {
    assert_eq!(taken(CARD, "script = '''\nspell(dra|\n'''"), "script = '''\nspell(draw(|)\n'''");
    assert_eq!(taken(CARD, "script = 'spell(dra|);'"), "script = 'spell(draw(|));'");
}

#[test]
fn words_are_explained() {
    let (_, vocabulary) = starter();
    let explained = |path: &str, marked: &str| {
        let (text, offset) = unmarked(marked);
        let found = explain(vocabulary, path, &text, offset);
        found.map(|found| found.items.into_iter().map(|item| item.signature).collect::<Vec<_>>())
    };
    assert!(explained(SCRIPT, "when(card.enters, dr|aw(1));").unwrap()[0].starts_with("draw("));
    assert_eq!(explained(SCRIPT, "always(creatures.tap|ped);").unwrap(), ["filter.tapped"]);
    assert_eq!(explained(SCRIPT, "let m|ine = 1;"), None);
    assert!(explain(vocabulary, CARD, "keywords = [\"flying\"]", 14).unwrap().items[0].doc.contains("creature"));
    assert!(explain(vocabulary, CARD, "rarity = \"common\"", 2).is_some());
}

#[test]
fn no_offset_of_any_text_is_too_much() {
    let (library, vocabulary) = starter();
    let card = library.card("Ash Broker").unwrap().raw.file.text.clone();
    const ALL: [&str; 5] = [CARD, SCRIPT, "cards/starter/x.rhai", "cards/starter/set.toml", "scripts/rulesets/r.toml"];
    for seed in 0..48 {
        let mut chance = Chance::new(seed);
        let (text, paths) = if seed % 12 == 0 { (chance.damaged(&card), &ALL[..1]) } else { (chance.text(10), &ALL[..]) };
        for offset in 0..=text.len() + 2 {
            for path in paths {
                let found = complete(vocabulary, library, path, &text, offset);
                assert!(text.get(found.span.clone()).is_some(), "{text:?} at {offset}: {:?}", found.span);
                assert!(found.items.iter().all(|item| item.insert.is_char_boundary(item.caret)));
                explain(vocabulary, path, &text, offset);
            }
        }
    }
}
