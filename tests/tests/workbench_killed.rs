//! Whenever the program is killed, the game goes on with everything that was answered.

use cardwright_tests::Folder;
use cardwright_tests::seat::Seat;
use cardwright_tests::served::{Served, library};
use std::time::{Duration, Instant};

/// How often the program is killed.
const KILLS: u32 = 20;

/// Everything that a page shows of the game, without the numbers of questions, which count anew in each run.
fn shown(seat: &Seat) -> String {
    let mut text = String::new();
    for part in ["board", "stack", "phases", "log"] {
        text += &seat.part(part).everything();
    }
    text + &seat.words("question")
}

fn game(folder: &Folder) -> String {
    folder.path().join("kept.cwgame").to_str().expect("temporary folders have plain names").to_owned()
}

fn go_on(folder: &Folder) -> (Served, Seat, String) {
    let served = Served::start(folder, &["--continue", &game(folder)]);
    let seat = Seat::sit(served.link());
    let printed = served.printed();
    let state = printed.lines().find_map(|line| Some(line.split_once("at beat ")?.1.to_owned()));
    (served, seat, state.unwrap_or_else(|| panic!("it does not say where it goes on:\n{printed}")))
}

#[test]
fn twenty_kills_lose_nothing_that_was_answered() {
    let folder = library();
    let begin = ["--decks", "calm,calm", "--seed", "5", "--hot-seat"];
    let kept = game(&folder);
    let mut served = Served::start(&folder, &[&begin[..], &["--game", &kept]].concat());
    let mut seat = Seat::sit(served.link());
    let (mut answers, mut counted_unheard) = (Vec::new(), 0);
    // No seed from outside: what failed once fails again.
    let mut chance = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: u64| {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        chance % below
    };
    for kill in 0..KILLS {
        for _ in 0..next(7) {
            let asked = seat.question().expect("the game is not over yet");
            answers.push(asked.peaceful());
            seat.give(&asked, &asked.peaceful());
        }
        // One more answer is on its way when the program is killed: it counts as a whole or not at all.
        let asked = seat.question().expect("the game is not over yet");
        let (answer, before) = (asked.peaceful(), shown(&seat));
        let wait = Duration::from_micros(next(6000));
        let reply = std::thread::scope(|scope| {
            let body = serde_json::json!({ "question": asked.number, "answer": answer }).to_string();
            let request = cardwright_tests::http::Request::post(format!("{}answer", seat.path), body).bytes(seat.address);
            let address = seat.address;
            let sent = scope.spawn(move || cardwright_tests::http::Reply::to(address, &request));
            std::thread::sleep(wait);
            served.kill();
            sent.join().expect("the thread ends")
        });
        let heard = reply.is_ok_and(|reply| reply.status == 204);
        let state;
        (served, seat, state) = go_on(&folder);
        seat.question().expect("the game goes on with a question");
        let counts = shown(&seat) != before;
        assert!(counts || !heard, "kill {kill}: the answer {answer} was taken and is lost; beat {state}");
        if counts {
            answers.push(answer);
            counted_unheard += u32::from(!heard);
        }
    }
    println!("{} answers, {counted_unheard} of them counted though nobody heard of it", answers.len());
    drop(seat);
    served.kill();
    let begun = Instant::now();
    let (served, _, killed) = go_on(&folder);
    println!("opened after {:?}: {killed}", begun.elapsed());
    drop(served);

    // The same answers without a kill come to the same state.
    std::fs::remove_file(&kept).expect("it is there");
    let served = Served::start(&folder, &[&begin[..], &["--game", &kept]].concat());
    let mut seat = Seat::sit(served.link());
    for answer in &answers {
        let asked = seat.question().expect("the game is not over yet");
        assert_eq!(&asked.peaceful(), answer, "another question is asked than before: {}", asked.text());
        seat.give(&asked, answer);
    }
    seat.question();
    served.kill();
    let (_served, _, straight) = go_on(&folder);
    assert_eq!(straight, killed, "the game that was killed stands elsewhere than the one that was not");
}

#[test]
fn what_is_no_game_is_said_to_be_none() {
    let folder = library();
    for (name, bytes) in [("empty.cwgame", &b""[..]), ("noise.cwgame", &[7; 5000]), ("text.cwgame", b"name = \"Embers\"\n")] {
        let path = folder.write(name, bytes);
        let path = path.to_str().expect("temporary folders have plain names");
        let output = cardwright_tests::run(&["play", "--no-open", "--library", folder.text(), "--continue", path]);
        let said = cardwright_tests::text(&output);
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        assert!(said.contains(name) && !said.contains("panicked"), "{name}: {said}");
    }
    let output = cardwright_tests::run(&["play", "--no-open", "--library", folder.text(), "--continue"]);
    assert!(cardwright_tests::text(&output).contains("no game to go on with"));
}
