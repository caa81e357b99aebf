//! The whole loop through the real binary: a game waits, a file changes on disk, the game shows it.

use cardwright_tests::{Folder, Terminal, run, text};

fn lance(damage: u32) -> String {
    format!("spell(damage({damage}, target(any_target)));\n")
}

const LANCE: &str = "scripts/embers/ember-lance.rhai";

/// A library of one spell and the land that pays for it, and a deck of them.
fn library() -> Folder {
    let folder = Folder::new();
    folder.write("cards/embers/set.toml", "name = \"Embers\"\ncode = \"EMB\"\n");
    folder.write("cards/embers/mountain.toml", "name = \"Mountain\"\ntype = \"Basic Land - Mountain\"\n");
    folder.write(
        "cards/embers/ember-lance.toml",
        "name = \"Ember Lance\"\ncost = \"{R}\"\ntype = \"Instant\"\nscript = \"embers/ember-lance.rhai\"\n",
    );
    folder.write(
        "cards/embers/bear.toml",
        "name = \"Ash Bear\"\ncost = \"{R}\"\ntype = \"Creature - Bear\"\npower = 1\ntoughness = 9\n",
    );
    folder.write(LANCE, lance(3));
    folder.write("decks/embers.toml", "name = \"Embers\"\n[main]\nMountain = 20\n\"Ember Lance\" = 20\n\"Ash Bear\" = 20\n");
    folder.write("decks/idle.toml", "name = \"Idle\"\n[main]\nMountain = 60\n");
    folder
}

/// A person who plays: answers whatever is asked until the game offers something in particular.
struct Person {
    terminal: Terminal,
    /// The question that waits, with everything printed before it.
    asked: String,
}

impl Person {
    fn sit_down(folder: &Folder, more: &[&str]) -> Self {
        let mut arguments = vec!["play", "--terminal", "--library", folder.text(), "--decks", "embers,idle", "--seed", "3"];
        arguments.extend(more);
        let mut terminal = Terminal::start(&arguments);
        let asked = terminal.question();
        Person { terminal, asked }
    }

    /// The number of the choice with these words in the question that waits.
    fn choice(&self, words: &str) -> Option<String> {
        let question = self.asked.rfind("what do you do?").map_or(self.asked.as_str(), |at| &self.asked[at..]);
        question
            .lines()
            .find(|line| line.starts_with("  ") && line.contains(words))
            .and_then(|line| line.split_whitespace().next())
            .map(str::to_owned)
    }

    fn say(&mut self, line: &str) -> &str {
        self.terminal.type_line(line);
        self.asked = self.terminal.question();
        &self.asked
    }

    /// Plays lands and passes until this can be done.
    fn until(&mut self, words: &str) -> String {
        for _ in 0..400 {
            if let Some(number) = self.choice(words) {
                return number;
            }
            let land = self.choice("play Mountain");
            let answer = match land {
                Some(land) => land,
                None if self.asked.contains("keep this hand?") => "1".to_owned(),
                None if self.asked.contains("choose cards to discard") => "1".to_owned(),
                None => String::new(),
            };
            self.say(&answer);
        }
        panic!("`{words}` is never offered");
    }

    /// Casts the spell at the bot and reads what happens until the next question.
    fn cast_lance(&mut self) -> String {
        let number = self.until("cast Ember Lance");
        self.say(&number);
        let target = self
            .asked
            .lines()
            .find(|line| line.starts_with("  ") && line.trim_end().ends_with("Bot"))
            .unwrap_or_else(|| panic!("no target in:\n{}", self.asked));
        let target = target.split_whitespace().next().unwrap_or_default().to_owned();
        let mut seen = self.say(&target).to_owned();
        for _ in 0..6 {
            if seen.contains("damage to Bot") {
                break;
            }
            seen.push_str(self.say(""));
        }
        seen
    }
}

#[test]
fn a_saved_script_changes_the_running_game() {
    let folder = library();
    let mut person = Person::sit_down(&folder, &[]);
    person.until("cast Ember Lance");
    assert!(person.cast_lance().contains("deals 3 damage to Bot"));

    // The game waits for a choice; the script is saved.
    person.until("cast Ember Lance");
    folder.write(LANCE, lance(4));
    person.terminal.wait_for("Ember Lance: damage 3 -> 4");
    person.asked = person.terminal.question();
    assert!(person.cast_lance().contains("deals 4 damage to Bot"));

    // A syntax error: the last good version stays in play, and the error is shown.
    person.until("cast Ember Lance");
    folder.write(LANCE, "spell(damage(9, target(any_target);\n");
    person.terminal.wait_for("last good version");
    person.terminal.wait_for(LANCE);
    person.asked = person.terminal.question();
    assert!(person.asked.contains("1 error on disk"), "{}", person.asked);
    assert!(person.cast_lance().contains("deals 4 damage to Bot"));

    // Mended: the error disappears.
    person.until("cast Ember Lance");
    folder.write(LANCE, lance(5));
    person.terminal.wait_for("Ember Lance: damage 4 -> 5");
    person.terminal.wait_for("no errors any more");
    person.asked = person.terminal.question();
    assert!(!person.asked.contains("on disk"), "{}", person.asked);
    assert!(person.cast_lance().contains("deals 5 damage to Bot"));
}

#[test]
fn editing_by_rename_and_in_halves_arrives_whole() {
    let folder = library();
    let mut person = Person::sit_down(&folder, &[]);
    person.until("cast Ember Lance");
    folder.replace(LANCE, &lance(4));
    person.terminal.wait_for("Ember Lance: damage 3 -> 4");
    person.asked = person.terminal.question();

    // Half a file, and the whole one right after it: whatever is read in between, the end is the whole file.
    let whole = lance(5);
    folder.write(LANCE, &whole[..12]);
    folder.write(LANCE, &whole);
    person.terminal.wait_for("Ember Lance: damage 4 -> 5");
    person.asked = person.terminal.question();

    // Half a file that stays for a while is an error until it is whole.
    folder.write(LANCE, &whole[..12]);
    person.terminal.wait_for("last good version");
    folder.write(LANCE, lance(6));
    person.terminal.wait_for("Ember Lance: damage 5 -> 6");
    person.terminal.wait_for("no errors any more");
    person.asked = person.terminal.question();
    assert!(person.cast_lance().contains("deals 6 damage to Bot"));
}

#[test]
fn a_card_in_play_survives_its_file() {
    let folder = library();
    let mut person = Person::sit_down(&folder, &[]);
    let number = person.until("cast Ash Bear");
    person.say(&number);
    for _ in 0..6 {
        if person.asked.contains("Ash Bear enters the battlefield") {
            break;
        }
        person.say("");
    }
    std::fs::remove_file(folder.path().join("cards/embers/bear.toml")).unwrap();
    person.terminal.wait_for("Ash Bear is gone from the disk: this game keeps it");
    person.asked = person.terminal.question();
    assert!(person.say("table").contains("Ash Bear 1/9"), "{}", person.asked);
}

#[test]
fn a_game_can_be_left_and_resumed() {
    let folder = library();
    let save = folder.path().join("game.cwsave");
    let save = save.to_str().unwrap();
    let mut person = Person::sit_down(&folder, &["--save", save]);
    person.until("cast Ember Lance");
    let table = person.say("table").to_owned();
    person.terminal.type_line("quit");
    person.terminal.wait_for("saved as");
    drop(person);
    let mut terminal = Terminal::start(&["play", "--terminal", "--library", folder.text(), "--resume", save]);
    let asked = terminal.question();
    let facts = table.lines().find(|line| line.starts_with("Player: ")).unwrap();
    assert!(asked.contains(facts), "{facts}\nis not in\n{asked}");
    assert!(asked.contains("cast Ember Lance"), "{asked}");
}

#[test]
fn going_back_goes_back() {
    let folder = library();
    let mut person = Person::sit_down(&folder, &[]);
    person.until("cast Ember Lance");
    assert!(person.cast_lance().contains("deals 3 damage to Bot"));
    assert!(person.say("table").contains("Bot: 17 life"));
    for _ in 0..20 {
        if person.say("back").contains("Bot: 20 life") {
            return;
        }
    }
    panic!("the damage was never taken back:\n{}", person.asked);
}

#[test]
fn bots_play_the_same_game_twice_to_the_byte() {
    let folder = library();
    let arguments = ["play", "--terminal", "--library", folder.text(), "--bots", "--decks", "embers,embers", "--seed", "7"];
    let (once, again) = (run(&arguments), run(&arguments));
    assert!(once.status.success(), "{}", text(&once));
    assert!(once.stdout == again.stdout);
    let last = text(&once);
    assert!(last.lines().last().is_some_and(|line| line.starts_with("state ") && line.len() > 20), "{last}");
}

#[test]
fn a_new_library_works_at_once() {
    let folder = Folder::new();
    let place = folder.path().join("river-tales");
    let place = place.to_str().unwrap();
    for arguments in [
        &["new", place][..],
        &["lint", "--library", place],
        &["test", "--library", place],
        &["sim", "--library", place, "--games", "5", "--check"],
        &["sim", "--library", place, "--games", "3", "--check", "--players", "4", "--teams", "ac,bd"],
    ] {
        let output = run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output));
    }
}

#[test]
fn what_was_done_twice_can_be_done_again_by_number() {
    let folder = library();
    folder.write(
        "cards/embers/top.toml",
        "name = \"Whirring Top\"\ncost = \"{0}\"\ntype = \"Artifact\"\nscript = 'activated(\"{0}\", gain_life(1));'\n",
    );
    folder.write("decks/tops.toml", "name = \"Tops\"\n[main]\n\"Whirring Top\" = 60\n");
    let mut terminal =
        Terminal::start(&["play", "--terminal", "--library", folder.text(), "--decks", "tops,idle", "--seed", "3"]);
    let asked = terminal.question();
    let mut person = Person { terminal, asked };
    let top = person.until("cast Whirring Top");
    person.say(&top);
    person.say("");
    assert!(person.say("again 5").contains("nothing has been done twice"), "{}", person.asked);
    for _ in 0..2 {
        let activate = person.until("activate Whirring Top");
        person.say(&activate);
        person.say("");
    }
    person.terminal.type_line("again 30");
    person.terminal.wait_for("gains 1 life (52)");
    person.asked = person.terminal.question();
    assert!(!person.asked.contains("(53)"), "{}", person.asked);
}
