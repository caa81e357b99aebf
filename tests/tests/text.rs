//! `cardwright text` through the real binary.

use cardwright_tests::{Folder, run, text};

fn library() -> Folder {
    let folder = Folder::new();
    folder.write("cards/wells/set.toml", "name = \"Wells\"\ncode = \"WEL\"\n");
    folder.write(
        "cards/wells/well-warden.toml",
        "name = \"Well Warden\"\ncost = \"{1}{W}\"\ntype = \"Creature - Bird\"\npower = 2\ntoughness = 1\nkeywords = [\"flying\"]\n\
         text = \"\"\"\nFlying\nWhen Well Warden enters, draw two cards.\"\"\"\nscript = 'when(card.enters, draw(1));'\n",
    );
    folder.write(
        "cards/wells/dry-well.toml",
        "name = \"Dry Well\"\ntype = \"Land\"\ntext = \"{T}: Add {C}.\"\nscript = 'activated(\"{T}\", add_mana(\"{C}\"));'\n",
    );
    folder
}

#[test]
fn a_card_is_read_back_in_the_words_of_an_edition() {
    let folder = library();
    let said = |more: &[&str]| {
        let output = run(&[&["text", "--library", folder.text()], more].concat());
        assert!(output.status.success(), "{}", text(&output));
        text(&output)
    };
    let today = said(&["well warden"]);
    assert_eq!(today, "Well Warden  {1}{W}\nCreature - Bird  2/1\nFlying\nWhen Well Warden enters, draw a card.\n");
    assert!(said(&["Well Warden", "--edition", "classic"]).contains("comes into play"));
    assert!(said(&["Well Warden", "--reminders"]).contains("Flying ("));
    assert!(said(&["--all"]).contains("Dry Well") && said(&["wells"]).contains("Dry Well"));
}

#[test]
fn a_comparison_shows_the_phrase_that_differs() {
    let folder = library();
    let said = text(&run(&["text", "--library", folder.text(), "--all", "--compare"]));
    assert!(said.contains("`two cards`, written `a card`"), "{said}");
    assert!(!said.contains("Dry Well"), "{said}");
    assert!(said.contains("1 of 2 texts are the same (50.0 %)"), "{said}");
}

#[test]
fn an_unknown_card_is_answered_with_the_nearest() {
    let folder = library();
    let output = run(&["text", "--library", folder.text(), "Wel Warden"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("did you mean `Well Warden`?"), "{}", text(&output));
}
