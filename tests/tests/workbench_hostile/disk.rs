//! What disks do while a game goes on: a storm of saves, huge files, folders that go and come back.

use super::Game;
use cardwright_tests::seat::Seat;
use cardwright_tests::served::{BEAR, bear};
use std::time::{Duration, Instant};

/// The numbers of an Ash Bear on the table, as the page shows them.
fn bear_shown(seat: &Seat, numbers: &str) -> bool {
    let board = seat.part("board");
    let bears =
        board.all(&|node| node.class("card") && node.attribute("aria-label").is_some_and(|label| label.starts_with("Ash Bear")));
    bears.iter().any(|card| card.everything().contains(numbers))
}

/// Plays until an Ash Bear is seen: in hand or on the table.
fn until_bear(game: &mut Game) {
    for _ in 0..60 {
        if bear_shown(&game.seat, "2/2") {
            return;
        }
        let asked = game.asked.clone();
        game.seat.play(&asked);
        game.asked = game.seat.question().expect("the game is not over yet");
    }
    panic!("no Ash Bear is drawn");
}

#[test]
fn a_thousand_saves_while_people_play() {
    let mut game = Game::begin(&[]);
    until_bear(&mut game);
    let path = game.folder.path().join(BEAR);
    let writer = std::thread::spawn(move || {
        for round in 0..1000_u32 {
            std::fs::write(&path, bear(round % 7 + 1, round % 9 + 1)).expect("files can be written");
            if round % 50 == 0 {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        std::fs::write(&path, bear(11, 13)).expect("files can be written");
    });
    for _ in 0..15 {
        let asked = game.asked.clone();
        let reply = game.seat.answer(asked.number, &asked.eager());
        // A change may take a half-made answer back: then the first question of the beat is asked again.
        assert!(reply.status == 204 || reply.status == 409, "{reply:?}");
        game.seat.read(Duration::from_millis(300));
        match game.seat.question() {
            Some(asked) => game.asked = asked,
            None => break,
        }
    }
    writer.join().expect("the writer writes");
    game.seat.until("the last save to be seen", |seat| bear_shown(seat, "11/13"));
    game.seat.settle();
    game.asked = game.seat.question().expect("the game is not over yet");
    let before = game.page();
    game.is_intact(&before);
}

#[test]
fn a_card_file_of_five_megabytes() {
    let mut game = Game::begin(&[]);
    until_bear(&mut game);
    let begun = Instant::now();
    game.folder.write(BEAR, format!("{}# {}\n", bear(4, 4), "x".repeat(5 << 20)));
    let seen = |seat: &Seat| bear_shown(seat, "4/4") || !seat.words("trouble").is_empty();
    game.seat.until("the large file to be taken or refused", seen);
    println!("five megabytes: {:?}, {}", begun.elapsed(), game.seat.words("trouble"));
    let before = game.page();
    game.is_intact(&before);
    game.folder.write(BEAR, format!("{}script = '''\n{}\n'''\n", bear(4, 4), "when(card.enters, draw(1));\n".repeat(200_000)));
    game.seat.until("the endless script to be refused", |seat| !seat.words("trouble").is_empty());
    let before = game.page();
    game.is_intact(&before);
    game.folder.write(BEAR, bear(6, 6));
    game.seat.until("the small file to be taken", |seat| bear_shown(seat, "6/6") && seat.words("trouble").is_empty());
}

#[test]
fn the_folder_goes_and_comes_back() {
    let mut game = Game::begin(&[]);
    until_bear(&mut game);
    let root = game.folder.path().to_owned();
    let away = root.with_extension("away");
    // A part of the library, and then all of it; while it is gone, the game goes on with what it has.
    for (from, to) in [(root.join("cards"), root.join("cards-away")), (root.clone(), away.clone())] {
        std::fs::rename(&from, &to).expect("folders can be renamed");
        std::thread::sleep(Duration::from_millis(600));
        let before = game.page();
        game.is_intact(&before);
        assert!(bear_shown(&game.seat, "Ash Bear"), "the cards have gone from the table");
        std::fs::rename(&to, &from).expect("folders can be renamed");
        std::thread::sleep(Duration::from_millis(600));
        let before = game.page();
        game.is_intact(&before);
    }
    game.folder.write(BEAR, bear(7, 9));
    game.seat.until("saves to be seen again", |seat| bear_shown(seat, "7/9"));
    game.seat.until("no trouble to be left", |seat| seat.words("trouble").is_empty());
    // Away for good, and another folder of the same name in its place.
    std::fs::rename(&root, &away).expect("folders can be renamed");
    std::thread::sleep(Duration::from_millis(600));
    copy(&away, &root);
    std::fs::remove_dir_all(&away).expect("folders can be removed");
    std::thread::sleep(Duration::from_millis(600));
    game.folder.write(BEAR, bear(8, 8));
    game.seat.until("saves in the new folder to be seen", |seat| bear_shown(seat, "8/8"));
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).expect("folders can be made");
    for entry in std::fs::read_dir(from).expect("it can be read") {
        let entry = entry.expect("it can be read");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("files can be copied");
        }
    }
}
