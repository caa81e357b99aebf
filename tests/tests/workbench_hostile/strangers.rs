//! Whoever is not at this table: other sites, wrong keys, paths out of the folder of assets.

use super::{Game, refused};
use cardwright_tests::http::{Request, place};
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::Duration;

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
