//! The designer's tools: not for guests, and no wish or journey that cannot be breaks the table.

use super::{Game, refused};
use cardwright_tests::http::{Reply, Request};
use cardwright_tests::seat::Seat;
use cardwright_tests::served::{BEAR, Served, library};
use serde_json::{Value, json};

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
