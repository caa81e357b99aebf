//! What nobody's page would send, and what disks do: each is refused in words, or borne, and the game is as it was.

use cardwright_tests::Folder;
use cardwright_tests::http::{Reply, Request, Stream, place};
use cardwright_tests::seat::{Asked, Seat};
use cardwright_tests::served::{BEAR, Served, bear, library};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::{Duration, Instant};

/// A game that waits for its first answer.
struct Game {
    folder: Folder,
    served: Served,
    seat: Seat,
    asked: Asked,
}

impl Game {
    fn begin(more: &[&str]) -> Self {
        let folder = library();
        let mut arguments = vec!["--decks", "embers,idle", "--seed", "3"];
        arguments.extend(more);
        let served = Served::start(&folder, &arguments);
        let mut seat = Seat::sit(served.link());
        let asked = seat.question().expect("the game begins with a question");
        Game { folder, served, seat, asked }
    }

    /// The page as the server makes it anew: everything that the table says of itself.
    fn page(&self) -> String {
        let reply = Request::get(self.seat.path.clone()).send(self.seat.address);
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.body
    }

    /// Whatever was tried, the table is as it was, and the next answer counts.
    fn is_intact(&mut self, before: &str) {
        assert!(self.served.runs(), "the program has ended:\n{}", self.served.printed());
        assert_eq!(self.page(), before, "the table has changed");
        let asked = self.asked.clone();
        self.seat.play(&asked);
        self.asked = self.seat.question().expect("the game goes on");
        assert!(!self.served.printed().contains("panicked"), "{}", self.served.printed());
    }

    /// Plays until something of that kind is asked.
    fn until(&mut self, kind: &str) {
        for _ in 0..200 {
            if self.asked.kind == kind {
                return;
            }
            let asked = self.asked.clone();
            self.seat.play(&asked);
            self.asked = self.seat.question().expect("the game is not over yet");
        }
        panic!("nobody is ever asked for {kind}");
    }
}

/// A refusal says what is wrong in words.
fn refused(reply: &Reply, status: u16, words: &str) {
    assert_eq!(reply.status, status, "{reply:?}");
    assert!(reply.body.contains(words), "`{words}` is not in {reply:?}");
}

#[test]
fn what_is_no_answer_is_refused() {
    let mut game = Game::begin(&[]);
    let before = game.page();
    let deep = "[".repeat(20_000);
    let number = game.asked.number;
    let bodies: Vec<Vec<u8>> = vec![
        Vec::new(),
        b"{".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"\"answer\"".to_vec(),
        b"\xff\xfe\x00".to_vec(),
        b"{\"question\": 1}".to_vec(),
        format!("{{\"question\": {number}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"action\": -1}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"action\": 1e400}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"chosen\": \"0\"}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"chosen\": [0], \"number\": 1}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"chosen\": [0]}}, \"player\": 1}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"chosen\": {deep}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"conjured\": 0}}}}").into_bytes(),
    ];
    for body in bodies {
        let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
        let reply = game.seat.send(Request::post(format!("{}answer", game.seat.path), body));
        assert_eq!(reply.status, 400, "{shown}: {reply:?}");
        assert!(reply.body.contains("cannot be read"), "{shown}: {reply:?}");
    }
    for (place, body) in
        [("stop", "{\"own\":1}"), ("stop", "{\"own\":true,\"step\":\"Tea\"}"), ("pass", "\"for_ever\""), ("pace", "7")]
    {
        let reply = game.seat.send(Request::post(format!("{}{place}", game.seat.path), body));
        assert_eq!(reply.status, 400, "{place} {body}: {reply:?}");
    }
    game.is_intact(&before);
}

#[test]
fn what_is_not_legal_is_refused_and_said_why() {
    let mut game = Game::begin(&[]);
    for kind in ["chosen", "action", "attacks"] {
        game.until(kind);
        let before = game.page();
        let answers = [
            json!({ "action": 4_000_000_000_u32 }),
            json!({ "chosen": [4_000_000_000_u32] }),
            json!({ "chosen": [0, 0] }),
            json!({ "chosen": (0..5000).collect::<Vec<_>>() }),
            json!({ "number": -2_147_483_648_i64 }),
            json!({ "division": [4_294_967_295_u32, 4_294_967_295_u32] }),
            json!({ "attacks": [[0, 99]] }),
            json!({ "attacks": [[0, 0], [0, 0]] }),
            json!({ "blocks": [[99, 0]] }),
        ];
        for answer in answers {
            let reply = game.seat.answer(game.asked.number, &answer);
            assert_eq!(reply.status, 422, "{kind}: {answer}: {reply:?}");
            assert!(reply.body.contains(' ') && !reply.body.contains("fault of ours"), "{kind}: {answer}: {reply:?}");
        }
        game.is_intact(&before);
    }
}

#[test]
fn an_answer_to_another_question_is_refused() {
    let mut game = Game::begin(&[]);
    game.until("action");
    let before = game.page();
    for number in [0, game.asked.number - 1, game.asked.number + 1, u64::MAX] {
        refused(&game.seat.answer(number, &game.asked.eager()), 409, "not open any more");
    }
    game.is_intact(&before);
}

#[test]
fn of_many_answers_at_once_one_counts() {
    let mut game = Game::begin(&[]);
    // Asked at every chance, a player who passes is asked the very same thing in the next step: it is another question all the same.
    assert_eq!(game.seat.post("pass", &json!({ "full_control": true })).status, 204);
    let mut same = 0;
    for _ in 0..40 {
        let asked = game.asked.clone();
        let answer = if asked.kind == "action" { json!({ "action": 0 }) } else { asked.peaceful() };
        let body = json!({ "question": asked.number, "answer": answer }).to_string();
        let request = Request::post(format!("{}answer", game.seat.path), body);
        let (request, address) = (&request, game.seat.address);
        let replies: Vec<Reply> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(move || request.send(address))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread fails")).collect()
        });
        let taken = replies.iter().filter(|reply| reply.status == 204).count();
        assert_eq!(taken, 1, "{replies:?} to {}", asked.text());
        for reply in replies.iter().filter(|reply| reply.status != 204) {
            assert_eq!(reply.status, 409, "{reply:?}");
        }
        game.seat.until("the next question", |seat| seat.asked().is_some_and(|now| now.number != asked.number));
        game.asked = game.seat.question().expect("the game goes on");
        let words = |one: &Asked| one.form.without(&|_| false).text();
        same += usize::from(words(&game.asked) == words(&asked));
    }
    assert!(same > 0, "the same thing was never asked twice: nothing is shown");
}

#[test]
fn what_is_too_large_is_refused() {
    let mut game = Game::begin(&[]);
    let before = game.page();
    let path = format!("{}answer", game.seat.path);
    for size in [64 * 1024 + 1, 300_000] {
        let reply = game.seat.send(Request::post(path.clone(), vec![b' '; size]));
        assert_eq!(reply.status, 413, "{size}: {reply:?}");
    }
    // Said to be small, or nothing said, and large.
    let huge = Request::post(path.clone(), Vec::new()).with("Content-Length", "99999999999999999999");
    let reply = Reply::to(game.seat.address, &huge.bytes(game.seat.address));
    assert!(reply.as_ref().is_ok_and(|reply| reply.status == 400 || reply.status == 413) || reply.is_err(), "{reply:?}");
    let mut chunked =
        format!("POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n", game.seat.address)
            .into_bytes();
    for _ in 0..20 {
        chunked.extend(b"2000\r\n");
        chunked.extend([b' '; 0x2000]);
        chunked.extend(b"\r\n");
    }
    chunked.extend(b"0\r\n\r\n");
    let reply = Reply::to(game.seat.address, &chunked).expect("it is answered");
    assert_eq!(reply.status, 413, "{reply:?}");
    let reply = game.seat.send(Request::get(format!("{}?open={}", game.seat.path, "x".repeat(1_000_000))));
    assert!((400..500).contains(&reply.status), "{reply:?}");
    game.is_intact(&before);
}

#[test]
fn pages_of_other_sites_are_refused() {
    let mut game = Game::begin(&[]);
    let before = game.page();
    let address = game.seat.address;
    let port = address.port();
    let path = game.seat.path.clone();
    let answer = json!({ "question": game.asked.number, "answer": game.asked.eager() }).to_string();
    for origin in
        ["http://evil.example", "null", &format!("https://{address}"), &format!("http://127.0.0.1:{}", port ^ 1), "", "http://"]
    {
        let reply = Request::post(format!("{path}answer"), answer.clone()).with("Origin", origin).send(address);
        refused(&reply, 403, "another site");
    }
    let hosts = [
        String::new(),
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("192.0.2.1:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!(":{port}"),
    ];
    for host in hosts {
        for request in [
            Request::get(path.clone()),
            Request::get(format!("{path}events")),
            Request::post(format!("{path}answer"), answer.clone()),
        ] {
            let reply = request.with("Host", &host).send(address);
            assert!(reply.status == 403 || reply.status == 400, "{host:?}: {reply:?}");
            assert!(!reply.body.contains("Mountain"), "{host:?} is shown the table");
        }
    }
    // Its own names it knows.
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")] {
        assert_eq!(Request::get(path.clone()).with("Host", &host).send(address).status, 200, "{host}");
    }
    game.is_intact(&before);
}

#[test]
fn only_the_right_key_opens_the_table() {
    let mut game = Game::begin(&[]);
    let before = game.page();
    let key = game.seat.path.trim_start_matches("/t/").trim_end_matches('/').to_owned();
    let changed = key.replace(&key[..1], if key.starts_with('a') { "b" } else { "a" });
    let keys = [
        String::new(),
        key[..key.len() - 1].to_owned(),
        format!("{key}0"),
        changed,
        key.to_uppercase(),
        "%00".to_owned(),
        "..".to_owned(),
        format!("{key}%20"),
        "x".repeat(10_000),
    ];
    let answer = json!({ "question": game.asked.number, "answer": game.asked.eager() }).to_string();
    for wrong in keys.iter().filter(|wrong| **wrong != key) {
        let gets = ["", "events", "inspect?card=ash-bear", "inspect?object=o1-1", "edit/pane", "edit/open?card=ash-bear"];
        let posts = ["answer", "pass", "pace", "stop", "edit/save", "edit/new"];
        let gets = gets.iter().map(|place| Request::get(format!("/t/{wrong}/{place}")));
        let posts = posts.iter().map(|place| Request::post(format!("/t/{wrong}/{place}"), answer.clone()));
        for request in gets.chain(posts) {
            let reply = request.send(game.seat.address);
            assert!(matches!(reply.status, 400 | 404 | 405 | 414 | 431), "{wrong}: {reply:?}");
            assert!(!reply.body.contains("Ash Bear") && !reply.body.contains("Mountain"), "{wrong}: {reply:?}");
        }
    }
    refused(&Request::get("/t/wrong/").send(game.seat.address), 404, "open the one that the program printed");
    game.is_intact(&before);
}

#[test]
fn only_assets_are_served() {
    let mut game = Game::begin(&[]);
    let before = game.page();
    let tricks = [
        "../../Cargo.toml",
        "..%2f..%2fCargo.toml",
        "%2e%2e/%2e%2e/Cargo.toml",
        "..\\..\\Cargo.toml",
        "..%5c..%5cCargo.toml",
        "%2fetc%2fpasswd",
        "//etc/passwd",
        "....//....//Cargo.toml",
        "table.css/../../Cargo.toml",
        "table.js%00.css",
        "../src/lib.rs",
        "..%2fsrc%2fserver%2fkeys.rs",
        "",
        ".",
        "..",
        "..%2fCargo.toml.css",
    ];
    for trick in tricks {
        let reply = Request::get(format!("{}assets/{trick}", game.seat.path)).send(game.seat.address);
        assert!(matches!(reply.status, 400 | 404), "{trick}: {reply:?}");
        assert!(
            !reply.body.contains("package") && !reply.body.contains("root:") && !reply.body.contains("fn "),
            "{trick}: {reply:?}"
        );
    }
    let right = Request::get(format!("{}assets/table.js", game.seat.path)).send(game.seat.address);
    assert_eq!(right.status, 200);
    assert!(right.header("content-type").is_some_and(|kind| kind.starts_with("text/javascript")), "{}", right.head);
    for wanted in ["content-security-policy", "x-content-type-options", "referrer-policy"] {
        assert!(right.header(wanted).is_some(), "{wanted} is missing: {}", right.head);
    }
    game.is_intact(&before);
}

#[test]
fn a_guest_is_no_designer() {
    let folder = library();
    let served = Served::start(&folder, &["--decks", "embers,embers", "--seed", "3", "--host"]);
    let mut designer = Seat::sit(served.link());
    let mut guest = Seat::sit(served.guest());
    designer.until("the game to begin", |seat| !seat.parts.is_empty());
    guest.until("the game to begin", |seat| !seat.parts.is_empty());
    let bear_before = std::fs::read_to_string(folder.path().join(BEAR)).expect("it is there");
    let tools = [
        ("pace", json!({ "pause": true })),
        ("pace", json!("step")),
        ("pace", json!({ "milliseconds": 1 })),
        ("time", json!("undo")),
        ("time", json!({ "look": 0 })),
        ("wish", json!({ "put": { "card": "Ash Bear", "player": "p1", "zone": "battlefield" } })),
        ("wish", json!({ "life": { "player": "p0", "life": 0 } })),
        ("text", json!("o1-1")),
    ];
    for (place, body) in tools {
        refused(&guest.post(place, &body), 403, "only the designer");
    }
    for place in ["palette?words=bear", "capsule?note=x", "puzzle"] {
        refused(&Request::get(format!("{}{place}", guest.path)).send(guest.address), 403, "only the designer");
    }
    let save = json!({ "file": BEAR, "path": BEAR, "text": "", "base": "", "hash": "", "on_conflict": "overwrite" });
    let tries = [
        Request::get(format!("{}edit/pane?card=ash-bear", guest.path)),
        Request::get(format!("{}edit/open?card=ash-bear", guest.path)),
        Request::get(format!("{}edit/open?file={BEAR}", guest.path)),
        Request::post(format!("{}edit/save", guest.path), save.to_string()),
        Request::post(format!("{}edit/new", guest.path), "{\"set\":\"embers\",\"name\":\"Forgery\"}"),
        Request::post(format!("{}edit/check", guest.path), save.to_string()),
    ];
    for request in tries {
        let reply = request.clone().send(guest.address);
        assert!(matches!(reply.status, 403 | 404), "{request:?}: {reply:?}");
        assert!(!reply.body.contains("toughness"), "{request:?}: {reply:?}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join(BEAR)).expect("it is there"), bear_before);
    // Whoever is asked answers, and nobody for them.
    for _ in 0..12 {
        designer.until("a question", |seat| seat.asked().is_some() || seat.words("question").contains("is asked"));
        let (asked, other) = match designer.asked() {
            Some(_) => (&mut designer, &mut guest),
            None => (&mut guest, &mut designer),
        };
        let question = asked.question().expect("somebody is asked");
        refused(&other.answer(question.number, &question.eager()), 409, "not you");
        asked.play(&question);
        let (number, version) = (question.number, asked.version);
        other.until("the same state", |seat| seat.version >= version || seat.asked().is_some_and(|now| now.number > number));
    }
}

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

#[test]
fn nobody_else_can_reach_it_unless_told() {
    let game = Game::begin(&[]);
    let address = game.served.address();
    assert!(address.ip().is_loopback(), "{address}");
    // The address under which others know this machine, if it has one; nothing is sent.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a socket");
    let own = socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok().and_then(|()| socket.local_addr().ok()).map(|own| own.ip());
    if let Some(own) = own.filter(|own| !own.is_loopback() && !own.is_unspecified()) {
        let reached = TcpStream::connect_timeout(&SocketAddr::new(own, address.port()), Duration::from_secs(2));
        assert!(reached.is_err(), "{own}:{} can be reached", address.port());
    }
    assert_eq!(place(game.served.link()).0, address);
}

#[test]
fn answers_by_chance_never_break_the_table() {
    let mut game = Game::begin(&[]);
    // No seed from outside: what failed once fails again.
    let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: u64| {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        chance % below
    };
    for _ in 0..600 {
        let list: Vec<u64> = (0..next(4)).map(|_| next(4)).collect();
        let pairs: Vec<[u64; 2]> = (0..next(3)).map(|_| [next(4), next(3)]).collect();
        let answer = match next(6) {
            0 => json!({ "action": next(5) }),
            1 => json!({ "chosen": list }),
            2 => json!({ "number": next(9) as i64 - 3 }),
            3 => json!({ "division": list }),
            4 => json!({ "attacks": pairs }),
            _ => json!({ "blocks": pairs }),
        };
        let reply = game.seat.answer(game.asked.number, &answer);
        assert!(matches!(reply.status, 204 | 422 | 409), "{answer}: {reply:?}");
        assert!(!reply.body.contains("fault of ours"), "{answer}: {reply:?}");
        if reply.status == 204 {
            let number = game.asked.number;
            game.seat.until("the next question", |seat| seat.over() || seat.asked().is_some_and(|now| now.number != number));
            match game.seat.asked() {
                Some(asked) => game.asked = asked,
                None => break,
            }
        }
    }
    assert!(game.served.runs());
    assert!(game.seat.toasts.iter().all(|toast| !toast.contains("fault")), "{:?}", game.seat.toasts);
    assert!(!game.served.printed().contains("panicked"), "{}", game.served.printed());
}

#[test]
fn wishes_and_journeys_that_cannot_be() {
    let mut game = Game::begin(&[]);
    game.until("action");
    let far = "9".repeat(17).parse::<u64>().expect("a number");
    let journeys = [
        json!({ "look": u64::MAX }),
        json!({ "look": far }),
        json!({ "step": i64::MIN }),
        json!({ "step": i64::MAX }),
        json!({ "play_on": { "beat": far, "text": "as_it_was" } }),
        json!({ "play_on": { "beat": 0, "text": "as_it_may_be" } }),
        json!({ "switch": u32::MAX }),
        json!({ "rename": { "line": u32::MAX, "name": "x".repeat(60_000) } }),
        json!({ "again": far }),
        json!("keep_again"),
        json!("drop_again"),
        json!("elsewhere"),
        json!(null),
        json!("now"),
    ];
    for journey in journeys {
        let reply = game.seat.post("time", &journey);
        borne(&reply, &journey);
    }
    let wishes = [
        json!({ "put": { "card": "No Such Card", "player": "p0", "zone": "battlefield" } }),
        json!({ "put": { "card": "Ash Bear", "player": "p9", "zone": "battlefield" } }),
        json!({ "put": { "card": "Ash Bear", "player": "o1-1", "zone": "battlefield" } }),
        json!({ "put": { "card": "Ash Bear", "player": "p0", "zone": "stack" } }),
        json!({ "put": { "card": "", "player": "", "zone": "hand" } }),
        json!({ "move": { "object": "o99999999999-1", "zone": "hand" } }),
        json!({ "move": { "object": "o1-1'; drop table", "zone": "hand" } }),
        json!({ "remove": { "object": "" } }),
        json!({ "life": { "player": "p7", "life": 1 } }),
        json!({ "life": { "player": "p1", "life": i64::MAX } }),
        json!({ "counters": { "on": "p1", "kind": "", "amount": 1 } }),
        json!({ "counters": { "on": "p1", "kind": "x".repeat(60_000), "amount": 1 } }),
        json!({ "counters": { "on": "p1", "kind": "<script>alert(1)</script>", "amount": 1 } }),
        json!({ "counters": { "on": "nobody", "kind": "charge", "amount": u32::MAX } }),
        json!({ "mana": { "player": "p0", "mana": "\u{1f98a}" } }),
        json!({ "mana": { "player": "p0", "mana": "R".repeat(60_000) } }),
        json!({ "damage": { "object": "p0", "damage": u32::MAX } }),
        json!({ "tapped": { "object": "p0", "on": true } }),
        json!({ "bring_me": "luck" }),
        json!([]),
    ];
    for wish in wishes {
        let reply = game.seat.post("wish", &wish);
        borne(&reply, &wish);
    }
    let page = game.page();
    assert!(!page.contains("<script>alert"), "what somebody wrote is on the page as it is");
    for element in ["\"o1-1\"", "\"nothing\"", "7", "{}"] {
        let reply = game.seat.send(Request::post(format!("{}text", game.seat.path), element));
        borne(&reply, &json!(element));
    }
    for query in ["words=%00%ff", "words=&player=p99", &format!("words={}", "a+".repeat(20_000))] {
        let reply = Request::get(format!("{}palette?{query}", game.seat.path)).send(game.seat.address);
        assert!(reply.status == 200 || (400..500).contains(&reply.status), "{query:.40}: {reply:?}");
    }
    // Wherever the game stands now, it goes on.
    assert!(game.served.runs() && !game.served.printed().contains("panicked"), "{}", game.served.printed());
    game.seat.settle();
    game.asked = game.seat.question().expect("something is asked");
    let before = game.page();
    game.is_intact(&before);
}

/// Taken, or refused in words; never a fault of the program.
fn borne(reply: &Reply, what: &Value) {
    let what: String = what.to_string().chars().take(120).collect();
    assert!(reply.status == 204 || (400..500).contains(&reply.status) && reply.status != 410, "{what}: {reply:?}");
    assert!(reply.status == 204 || reply.body.contains(' '), "{what}: {reply:?}");
    assert!(!reply.body.contains("fault of ours"), "{what}: {reply:?}");
}
