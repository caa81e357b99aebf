//! Many at once, slow ones, and ones that never read: none of them holds up the others.

use super::Game;
use cardwright_tests::http::{Request, Stream};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

#[test]
fn who_is_slow_holds_up_nobody() {
    let mut game = Game::begin(&[]);
    let before = game.page();
    let address = game.seat.address;
    let half = Request::post(format!("{}answer", game.seat.path), vec![b' '; 100]).bytes(address);
    let open = |bytes: &[u8]| {
        let mut socket = TcpStream::connect(address).expect("it listens");
        socket.write_all(bytes).expect("it reads");
        socket
    };
    let mut sockets = Vec::new();
    for count in 0..60 {
        sockets.push(open(&half[..half.len() * (count % 3 + 1) / 4]));
        sockets.push(open(b"GET /t/"));
        sockets.push(open(b""));
    }
    let begun = Instant::now();
    game.is_intact(&before);
    assert!(begun.elapsed() < Duration::from_secs(5), "half requests hold the table up: {:?}", begun.elapsed());
    drop(sockets);
    // What is no HTTP at all.
    for garbage in [
        &b"\x16\x03\x01\x02\x00"[..],
        b"\x00\x00\x00\x00\r\n\r\n",
        b"HELO there\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        &[b'A'; 200_000],
    ] {
        let mut socket = TcpStream::connect(address).expect("it listens");
        drop(socket.write_all(garbage));
        drop(socket.shutdown(std::net::Shutdown::Write));
        socket.set_read_timeout(Some(Duration::from_secs(5))).expect("a limit");
        let mut said = Vec::new();
        drop(socket.read_to_end(&mut said));
        assert!(!String::from_utf8_lossy(&said).starts_with("HTTP/1.1 200"), "{garbage:?}");
    }
    let before = game.page();
    game.is_intact(&before);
}

#[test]
fn two_hundred_people_may_look() {
    let mut game = Game::begin(&[]);
    let streams: Vec<Stream> = (0..200).map(|_| Stream::open(game.seat.address, &format!("{}events", game.seat.path))).collect();
    let until = |stream: &Stream, version: u64| {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(20) {
            let Some(event) = stream.next(Duration::from_secs(5)) else { return false };
            let update: Value = serde_json::from_str(&event.data).unwrap_or(Value::Null);
            if event.name == "show" && update["version"].as_u64().is_some_and(|now| now >= version) {
                return true;
            }
        }
        false
    };
    assert!(streams.iter().all(|stream| until(stream, 1)), "not everybody sees the beginning");
    let begun = Instant::now();
    let before = game.page();
    game.is_intact(&before);
    let version = game.seat.version;
    assert!(streams.iter().all(|stream| until(stream, version)), "not everybody sees what happens");
    println!("200 streams saw an answer after {:?}", begun.elapsed());
    drop(streams);
    for _ in 0..5 {
        let before = game.page();
        game.is_intact(&before);
    }
}

#[test]
fn who_never_reads_is_let_go_and_holds_up_nobody() {
    let mut game = Game::begin(&[]);
    let mut deaf = TcpStream::connect(game.seat.address).expect("it listens");
    deaf.write_all(&Request::get(format!("{}events", game.seat.path)).bytes(game.seat.address)).expect("it reads");
    let begun = Instant::now();
    for count in 0..600 {
        let reply = game.seat.post("stop", &json!({ "own": true, "step": "Upkeep" }));
        assert_eq!(reply.status, 204, "{count}: {reply:?}");
    }
    assert!(begun.elapsed() < Duration::from_secs(30), "one who never reads holds the others up: {:?}", begun.elapsed());
    let before = game.page();
    game.is_intact(&before);
    drop(deaf);
}
