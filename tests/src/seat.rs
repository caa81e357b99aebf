//! Somebody at a table who has no browser: reads the stream as a page does, and answers as its form would.

use crate::http::{self, Event, PATIENCE, Reply, Request, Stream};
use crate::markup::Node;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// A page without a browser.
pub struct Seat {
    /// The server.
    pub address: SocketAddr,
    /// The path of the page; it begins with the key.
    pub path: String,
    /// The stream of changes.
    pub stream: Stream,
    /// The parts of the page as they are now.
    pub parts: BTreeMap<String, String>,
    /// The last version that was sent.
    pub version: u64,
    /// The short messages that were sent.
    pub toasts: Vec<String>,
    /// Everything that was sent, with the version that the page had then.
    pub record: Vec<(u64, Event)>,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its number: an answer names it.
    pub number: u64,
    /// `action`, `chosen`, `number`, `division`, `attacks` or `blocks`.
    pub kind: String,
    /// The form.
    pub form: Node,
}

impl Seat {
    /// Opens the page behind a link.
    pub fn sit(link: &str) -> Self {
        let (address, path) = http::place(link);
        let stream = Stream::open(address, &format!("{path}events"));
        Seat { address, path, stream, parts: BTreeMap::new(), version: 0, toasts: Vec::new(), record: Vec::new() }
    }

    /// Reads the next message; `None` if none comes in that time.
    ///
    /// # Panics
    /// If it is none that a page could read.
    pub fn read(&mut self, time: Duration) -> Option<Event> {
        let event = self.stream.next(time)?;
        match event.name.as_str() {
            "show" => {
                let update: Value = serde_json::from_str(&event.data).expect("updates are JSON");
                self.version = update["version"].as_u64().expect("updates have a version");
                for (id, html) in update["parts"].as_object().expect("updates have parts") {
                    self.parts.insert(id.clone(), html.as_str().expect("parts are text").to_owned());
                }
            }
            "toast" => self.toasts.push(event.data.clone()),
            _ => {}
        }
        self.record.push((self.version, event.clone()));
        Some(event)
    }

    /// Reads until it holds.
    ///
    /// # Panics
    /// If it does not in time.
    pub fn until(&mut self, what: &str, holds: impl Fn(&Seat) -> bool) {
        let begun = Instant::now();
        while !holds(self) {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            assert!(
                !left.is_zero(),
                "{what}: waited in vain; the question is {:?}, the last lines:\n{}",
                self.words("question"),
                self.tail()
            );
            self.read(left.min(Duration::from_millis(200)));
        }
    }

    fn tail(&self) -> String {
        let words = self.words("log");
        words.chars().skip(words.chars().count().saturating_sub(600)).collect()
    }

    /// Reads everything that is on its way.
    pub fn settle(&mut self) {
        while self.read(Duration::from_millis(150)).is_some() {}
    }

    /// A part of the page.
    pub fn part(&self, id: &str) -> Node {
        Node::parse(self.parts.get(id).map_or("", String::as_str))
    }

    /// The words of a part.
    pub fn words(&self, id: &str) -> String {
        self.part(id).text()
    }

    /// What is asked of whoever looks at this page.
    pub fn asked(&self) -> Option<Asked> {
        let part = self.part("question");
        let form = part.first(&|node| node.tag == "form" && node.class("question"))?.clone();
        let number = form.attribute("data-question")?.parse().ok()?;
        Some(Asked { number, kind: form.attribute("data-kind")?.to_owned(), form })
    }

    /// Waits until something is asked, or the game is over: `None`.
    pub fn question(&mut self) -> Option<Asked> {
        self.until("a question", |seat| seat.asked().is_some() || seat.over());
        self.asked()
    }

    /// Whether the game is over.
    pub fn over(&self) -> bool {
        self.part("question").first(&|node| node.class("over")).is_some()
    }

    /// Sends an answer to the question of that number.
    pub fn answer(&self, number: u64, answer: &Value) -> Reply {
        self.post("answer", &json!({ "question": number, "answer": answer }))
    }

    /// Sends something.
    pub fn post(&self, place: &str, body: &Value) -> Reply {
        self.send(Request::post(format!("{}{place}", self.path), body.to_string()))
    }

    /// Sends any request.
    pub fn send(&self, request: Request) -> Reply {
        request.send(self.address)
    }

    /// Answers as somebody would who plays everything and attacks with everything.
    pub fn play(&mut self, asked: &Asked) {
        self.give(asked, &asked.eager());
    }

    /// Answers, and waits until another question is open or the game is over.
    ///
    /// # Panics
    /// If the answer is refused.
    pub fn give(&mut self, asked: &Asked, answer: &Value) {
        let reply = self.answer(asked.number, answer);
        assert_eq!(reply.status, 204, "{}: {answer} to {:?}", reply.body, asked.form.text());
        self.until("the answer to arrive", |seat| seat.asked().is_none_or(|now| now.number != asked.number));
    }
}

impl Asked {
    /// The answer of somebody who plays everything and attacks nobody: a game that lasts.
    pub fn peaceful(&self) -> Value {
        if self.kind == "attacks" { json!({ "attacks": [] }) } else { self.eager() }
    }

    /// The words of the form.
    pub fn text(&self) -> String {
        self.form.text()
    }

    /// The controls of that name.
    pub fn controls(&self, name: &str) -> Vec<&Node> {
        self.form.all(&|node| node.attribute("name") == Some(name))
    }

    /// The answer of somebody who plays everything and attacks with everything.
    pub fn eager(&self) -> Value {
        let value = |node: &Node| node.attribute("value").and_then(|value| value.parse::<i64>().ok()).unwrap_or(0);
        let pick = |name: &str, words: &[&str]| {
            let controls = self.controls(name);
            let wanted = words.iter().find_map(|word| controls.iter().find(|one| one.text().starts_with(word)));
            wanted
                .or_else(|| controls.iter().find(|one| one.attribute("data-main").is_some()))
                .or(controls.first())
                .map_or(0, |one| value(one))
        };
        match self.kind.as_str() {
            "action" => json!({ "action": pick("action", &["Play", "Cast", "Turn"]) }),
            "chosen" => match self.form.first(&|node| node.attribute("data-min").is_some()) {
                None => json!({ "chosen": [pick("chosen", &["Keep", "Yes"])] }),
                Some(options) => {
                    let least = options.attribute("data-min").and_then(|least| least.parse().ok()).unwrap_or(0);
                    let most = options.attribute("data-max").and_then(|most| most.parse().ok()).unwrap_or(least);
                    let count = least.max(usize::from(most > 0));
                    json!({ "chosen": self.controls("chosen").iter().take(count).map(|one| value(one)).collect::<Vec<_>>() })
                }
            },
            "number" => json!({ "number": self.controls("number").last().map_or(0, |one| value(one)) }),
            "division" => json!({ "division": self.controls("part").iter().map(|one| value(one)).collect::<Vec<_>>() }),
            kind => {
                let groups = self.form.all(&|node| node.class("pairing"));
                let first = |group: &&Node| {
                    let pair = group.first(&|node| node.attribute("name") == Some("pair"))?.attribute("value")?.to_owned();
                    let (one, aim) = pair.split_once(':')?;
                    Some(json!([one.parse::<u32>().ok()?, aim.parse::<u32>().ok()?]))
                };
                let pairs: Vec<Value> = if kind == "attacks" { groups.iter().filter_map(first).collect() } else { Vec::new() };
                json!({ kind: pairs })
            }
        }
    }
}
