//! Two people, each at a browser of their own, and connections that are lost.

use super::game::{against_bot, click_through, wish};
use cardwright_tests::browser::{Look, Page, Target, selectors};
use cardwright_tests::http::{PATIENCE, Request, place};
use cardwright_tests::served::{Served, library};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Both answer when they are asked; neither page holds the other's hand, and what one does the other sees.
pub fn two_browsers(page: &Page) {
    let folder = library();
    let served = Served::start(&folder, &["--decks", "embers,embers", "--seed", "3", "--host"]);
    let guest = page.beside("the guest", Look::default());
    page.goto(served.link());
    guest.goto(served.guest());
    let pages = [page, &guest];
    let mut answered = [0, 0];
    for _ in 0..44 {
        let script = "return [arguments[0], arguments[1]].some((one) => document.querySelector(one))";
        let begun = std::time::Instant::now();
        let asked = loop {
            let asked = pages.iter().position(|page| page.js(script, &[json!(selectors::QUESTION), json!(selectors::OVER)]));
            match asked {
                Some(side) => break side,
                None if begun.elapsed().as_secs() > 20 => page.fail("nobody is asked"),
                None => std::thread::sleep(std::time::Duration::from_millis(20)),
            }
        };
        for (side, one) in pages.iter().enumerate() {
            let other = format!("#area{} {} .card[id]", 1 - side, selectors::HAND);
            assert!(!one.has(&other), "player {side} sees a card of the other's hand");
            let own = format!("#area{side} {} .card[id]", selectors::HAND);
            assert!(one.has(&own) || answered[side] > 8, "player {side} does not see their own hand");
        }
        let Some(question) = pages[asked].question() else { break };
        assert!(pages[1 - asked].question().is_none_or(|other| other.number != question.number), "both are asked the same");
        click_through(pages[asked], &question);
        answered[asked] += 1;
    }
    assert!(answered.iter().all(|count| *count > 6), "{answered:?}");
    // What lies open is the same for both.
    let version = page.version().max(guest.version());
    for one in pages {
        one.wait(
            "the same version",
            "return Number(document.documentElement.dataset.version) >= arguments[0] - 1",
            &[json!(version)],
        );
    }
    let open = |one: &Page| {
        let mut ids: Vec<String> =
            one.js("return [...document.querySelectorAll('[data-row] .card[id]')].map((card) => card.id)", &[]);
        ids.sort();
        ids
    };
    assert_eq!(open(page), open(&guest), "the two see different tables");
    // The designer's tools are not for guests.
    assert!(!guest.has("#palette") && !guest.has(selectors::TROUBLE));
    let complaints = guest.complaints();
    assert!(complaints.is_empty(), "{complaints:?}");
}

/// Waits until one of them is asked; gives back which.
fn side_asked(pages: [&Page; 2]) -> usize {
    let begun = std::time::Instant::now();
    loop {
        match pages.iter().position(|page| page.has(selectors::QUESTION)) {
            Some(side) => return side,
            None if begun.elapsed() > PATIENCE => pages[0].fail("nobody is asked"),
            None => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    }
}

/// What the designer takes back is taken back on the guest's page too, at once; the guest takes nothing back, by no way.
pub fn undo_with_a_guest(page: &Page) {
    let folder = library();
    let served = Served::start(&folder, &["--decks", "embers,embers", "--seed", "3", "--host"]);
    let guest = page.beside("the guest of who undoes", Look::default());
    page.goto(served.link());
    guest.goto(served.guest());
    let pages = [page, &guest];
    let blur = |page: &Page| page.js::<Option<u8>>("document.activeElement?.blur(); return null", &[]);

    let mut taken_back = [false; 2];
    for _ in 0..60 {
        let side = side_asked(pages);
        let question = pages[side].question().unwrap_or_else(|| page.fail("the question is gone"));
        let plays_land = question.kind == "action" && wish(&question, &["Play"]).is_some();
        if !plays_land || taken_back[side] {
            if taken_back == [true; 2] {
                break;
            }
            click_through(pages[side], &question);
            continue;
        }
        // A land is played: both see it.
        let before = pages.map(Page::table);
        let logs = pages.map(|page| page.log().len());
        click_through(pages[side], &question);
        pages[side].wait("the land", LANDS, &[json!(side), json!(lands(&before[side], side) + 1)]);
        let after = pages[side].table();
        let other = 1 - side;
        pages[other].wait("the land to be seen", LANDS, &[json!(side), json!(lands(&before[side], side) + 1)]);

        // The guest may not: there is nothing to press, keys do nothing, and who asks the server all the same is refused.
        assert!(!guest.has("#time button") && !guest.has("[data-shortcut='z']"), "the guest is offered to take back");
        blur(&guest);
        guest.press('z');
        let status: u16 = guest.js_later(
            "return (await fetch('time', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '\"undo\"' })).status",
            &[],
        );
        assert_eq!(status, 403, "the guest may take back");
        assert_eq!(pages[side].table(), after, "the guest has taken something back");

        // The designer does, and nobody has to do anything for it to be seen.
        blur(page);
        page.press('z');
        for (one, wanted) in pages.iter().zip(&before) {
            one.wait_table("the land to be taken back", wanted);
        }
        pages[side].wait_for("the question", selectors::QUESTION, true);
        assert_eq!(pages.map(|page| page.log().len()), logs, "the log tells of what was taken back");
        let again = pages[side].asked().unwrap_or_else(|| page.fail("nothing is asked"));
        assert_eq!((&again.title, again.controls.len()), (&question.title, question.controls.len()), "something else is asked");
        assert!(!pages[other].has(selectors::QUESTION), "the other is asked");
        guest.screenshot("taken-back");
        // And on: the same can be done again.
        click_through(pages[side], &again);
        pages[other].wait("the land to be seen again", LANDS, &[json!(side), json!(lands(&before[side], side) + 1)]);
        taken_back[side] = true;
    }
    assert_eq!(taken_back, [true; 2], "not everybody has played a land");
    let complaints: Vec<String> = guest.complaints().into_iter().filter(|one| !one.contains("403")).collect();
    assert!(complaints.is_empty(), "{complaints:?}");
}

/// Whether a player has so many lands.
const LANDS: &str =
    "return document.querySelectorAll(`#area${arguments[0]} [data-row='lands'] .card[id]`).length === arguments[1]";

/// How many lands a player has on that table.
fn lands(table: &Value, player: usize) -> usize {
    let name = format!("Player {}", player + 1);
    let area = table["players"].as_array().into_iter().flatten().find(|one| one["name"] == name.as_str());
    let rows = area.and_then(|area| area["rows"].as_array()).unwrap_or_else(|| panic!("there is no {name}: {table}"));
    let row = rows.iter().find(|row| row[0] == "lands");
    row.and_then(|row| row[1].as_array()).map_or(0, Vec::len)
}

/// Something between the browser and the server that can be cut.
struct Wire {
    address: SocketAddr,
    up: Arc<AtomicBool>,
    sockets: Arc<Mutex<Vec<TcpStream>>>,
}

impl Wire {
    /// The server answers under loopback addresses with its own port only, so the wire has the same port at another of them.
    fn to(server: SocketAddr) -> Self {
        let listener =
            TcpListener::bind((Ipv4Addr::new(127, 0, 0, 2), server.port())).expect("another loopback address can be had");
        let address = listener.local_addr().expect("it listens");
        let (up, sockets) = (Arc::new(AtomicBool::new(true)), Arc::new(Mutex::new(Vec::new())));
        let (open, all) = (up.clone(), sockets.clone());
        std::thread::spawn(move || {
            for socket in listener.incoming().map_while(Result::ok) {
                if !open.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(to) = TcpStream::connect(server) else { return };
                for (from, into) in [(&socket, &to), (&to, &socket)] {
                    let (Ok(mut from), Ok(mut into)) = (from.try_clone(), into.try_clone()) else { return };
                    std::thread::spawn(move || {
                        let mut buffer = [0; 16 * 1024];
                        while let Ok(count @ 1..) = from.read(&mut buffer) {
                            if into.write_all(&buffer[..count]).is_err() {
                                break;
                            }
                        }
                        drop(into.shutdown(std::net::Shutdown::Both));
                    });
                }
                all.lock().unwrap_or_else(PoisonError::into_inner).extend([socket, to]);
            }
        });
        Wire { address, up, sockets }
    }

    fn cut(&self) {
        self.up.store(false, Ordering::SeqCst);
        for socket in self.sockets.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            drop(socket.shutdown(std::net::Shutdown::Both));
        }
    }

    fn mend(&self) {
        self.up.store(true, Ordering::SeqCst);
    }
}

/// The page says that the connection is lost, comes back by itself with everything that has happened meanwhile, and goes on.
pub fn lost_connection(page: &Page) {
    let folder = library();
    let served = Served::start(&folder, &["--decks", "embers,idle", "--seed", "3"]);
    let wire = Wire::to(served.address());
    let (server, path) = place(served.link());
    page.goto(&format!("http://{}{path}", wire.address));
    for _ in 0..4 {
        let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
        click_through(page, &question);
    }
    for round in 0..3 {
        let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
        wire.cut();
        page.wait_words(selectors::LINK, "connection is lost");
        // Nothing can be answered, and the page says so instead of losing it.
        page.click(&Target::Css(format!("{0} [data-main], {0} button", selectors::QUESTION)));
        page.wait(
            "the refusal",
            "return (document.querySelector(arguments[0])?.textContent ?? '') !== ''",
            &[json!(selectors::REFUSAL)],
        );
        // Meanwhile the game goes on from elsewhere.
        let body = json!({ "question": question.number, "answer": { "action": 0 } });
        if question.kind == "action" {
            assert_eq!(Request::post(format!("{path}answer"), body.to_string()).send(server).status, 204);
        }
        wire.mend();
        page.wait(
            "the page to be back",
            "return document.querySelector(arguments[0]).textContent.trim() === ''",
            &[json!(selectors::LINK)],
        );
        if question.kind == "action" {
            page.wait_answered(question.number);
        }
        let question = page.asked().unwrap_or_else(|| page.fail(&format!("nothing is asked after round {round}")));
        click_through(page, &question);
    }
    // What the console said of lost connections is no fault of the page.
    page.console();
}

/// How long the page works for a board of sixty permanents. It is printed, not judged: machines differ.
pub fn sixty_permanents(page: &Page) {
    let folder = library();
    let served = against_bot(page, &folder, &[]);
    let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    page.answer("Yes");
    let (server, path) = place(served.link());
    for count in 0..60 {
        let card = ["Ash Bear", "Cinder Wolf", "Mountain"][count % 3];
        let wish = json!({ "put": { "card": card, "player": format!("p{}", count % 2), "zone": "battlefield" } });
        let reply = Request::post(format!("{path}wish"), wish.to_string()).send(server);
        assert_eq!(reply.status, 204, "{reply:?} after question {}", question.number);
    }
    page.wait("sixty permanents", "return document.querySelectorAll('[data-row] .card[id]').length >= 60", &[]);
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..12 {
        let Some(question) = page.asked() else { break };
        click_through(page, &question);
        times.push(page.js("return Number(document.documentElement.dataset.script)", &[]));
    }
    times.sort_by(f64::total_cmp);
    page.screenshot("sixty");
    println!("script time with 60 permanents: median {} ms, longest {} ms", times[times.len() / 2], times[times.len() - 1]);
}
