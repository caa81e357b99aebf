//! Nobody's page or stream holds what only another player may know, in any form: no name, no key, no id of a hidden card.

use cardwright_tests::Folder;
use cardwright_tests::http::{Event, Request};
use cardwright_tests::markup::Node;
use cardwright_tests::seat::Seat;
use cardwright_tests::served::Served;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// What is done with hidden cards: for each kind a creature, its cost, and its script.
const KINDS: [(&str, &str, &str); 9] = [
    ("courier", "{1}", ""),
    ("scholar", "{1}", "when(card.enters, draw(1));"),
    ("augur", "{1}", "when(card.enters, scry(2));"),
    ("tracker", "{1}", "when(card.enters, surveil(1));"),
    ("seeker", "{2}", "when(card.enters, search(cards, to_hand, #{ hidden: true }));"),
    ("watcher", "{2}", "when(card.enters, look_at_top(3, #{ take: 1, to: to_hand, rest: to_bottom }));"),
    ("mask", "{6}", "always(may_cast(card).face_down.for_cost(\"{2}\", \"hidden\"));"),
    ("porter", "{2}", "when(card.enters, exile(top_cards(1)).face_down);"),
    ("burner", "{1}", "when(card.enters, discard(1).by(opponents));"),
];

/// Two decks that share no card, each with a word of its own in every name.
fn library() -> (Folder, [Vec<String>; 2]) {
    let folder = Folder::new();
    folder.write("cards/secret/set.toml", "name = \"Secrets\"\ncode = \"SEC\"\n");
    let mut names = [Vec::new(), Vec::new()];
    for (place, (deck, land)) in [("sun", "Plains"), ("moon", "Island")].into_iter().enumerate() {
        let basic = format!("name = \"{land}\"\ntype = \"Basic Land - {land}\"\n");
        folder.write(&format!("cards/secret/{}.toml", land.to_lowercase()), basic);
        let mut list = format!("name = \"Deck {place}\"\n[main]\n{land} = 24\n");
        for (kind, cost, script) in KINDS {
            // Capitals only at the beginning: the key of a card is its name in small letters.
            let name = format!("{}{deck}{kind}", if deck == "sun" { "Q" } else { "Z" });
            let script = if script.is_empty() { String::new() } else { format!("script = '''\n{script}\n'''\n") };
            folder.write(
                &format!("cards/secret/{}.toml", name.to_lowercase()),
                format!("name = \"{name}\"\ncost = \"{cost}\"\ntype = \"Creature - Scout\"\npower = 1\ntoughness = 1\n{script}"),
            );
            list += &format!("\"{name}\" = 4\n");
            names[place].push(name.to_lowercase());
        }
        folder.write(&format!("decks/{deck}.toml"), list);
    }
    (folder, names)
}

/// One of the two, with what everybody has been shown of their cards, and what has come and is still to be judged.
struct Side {
    seat: Seat,
    names: Vec<String>,
    /// Names of this player's cards that lay open where all can see them.
    shown: BTreeSet<String>,
    /// Ids that cards have had in this player's hand or lying face down.
    hidden: BTreeSet<String>,
    waiting: VecDeque<(u64, Event)>,
    area: String,
}

impl Side {
    fn new(link: &str, player: usize, names: Vec<String>) -> Self {
        Side {
            seat: Seat::sit(link),
            names,
            shown: BTreeSet::new(),
            hidden: BTreeSet::new(),
            waiting: VecDeque::new(),
            area: format!("area{player}"),
        }
    }

    /// Reads what has come.
    fn read(&mut self) {
        while self.seat.read(Duration::from_millis(4)).is_some() {
            self.look();
        }
        self.waiting.extend(self.seat.record.drain(..));
    }

    /// Notes what is open and what is hidden now, as this player's own page tells it.
    fn look(&mut self) {
        let board = self.seat.part("board");
        if let Some(area) = board.first(&|node| node.attribute("id") == Some(self.area.as_str())) {
            for hand in area.all(&|node| node.class("hand")) {
                self.hidden.extend(
                    hand.all(&|node| node.class("card")).iter().filter_map(|card| card.attribute("id")).map(str::to_owned),
                );
            }
        }
        let secret = |node: &Node| {
            let face_down =
                |label: &str| label.to_lowercase().contains("face down") || label.to_lowercase().contains("face-down");
            node.class("hand") || node.class("card") && node.attribute("aria-label").is_some_and(face_down)
        };
        let open = format!("{} {}", board.without(&secret).everything(), self.seat.part("stack").without(&secret).everything())
            .to_lowercase();
        self.shown.extend(self.names.iter().filter(|name| open.contains(name.as_str())).cloned());
    }
}

/// Whether the text holds that id, and not only the beginning of a longer one.
fn holds_id(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(|letter| letter.is_ascii_alphanumeric());
        let after = text[at + id.len()..].chars().next().is_some_and(|letter| letter.is_ascii_digit());
        !before && !after
    })
}

/// What somebody has been sent up to a version names nothing that only the others may know at that time.
fn judge(owners: &[&Side], other: &mut Side, before: u64) -> usize {
    let mut judged = 0;
    while other.waiting.front().is_some_and(|(version, _)| *version < before) {
        let Some((version, event)) = other.waiting.pop_front() else { break };
        let text = event.data.to_lowercase();
        for name in owners.iter().flat_map(|owner| owner.names.iter().filter(|name| !owner.shown.contains(*name))) {
            if let Some(at) = text.find(name.as_str()) {
                let from = at.saturating_sub(300);
                let around: String = text.chars().skip(from).take(600).collect();
                panic!("version {version} tells of `{name}`, which nobody but its owner has seen:\n{around}");
            }
        }
        for id in owners.iter().flat_map(|owner| &owner.hidden) {
            assert!(!holds_id(&event.data, id), "version {version} has the id {id} of a hidden card:\n{}", event.data);
        }
        judged += 1;
    }
    judged
}

#[test]
fn a_stream_holds_no_secrets_of_the_other() {
    let (folder, [sun, moon]) = library();
    let served = Served::start(&folder, &["--decks", "sun,moon", "--seed", "11", "--host"]);
    let mut sides = [Side::new(served.link(), 0, sun), Side::new(served.guest(), 1, moon)];
    // Whoever looks on knows no secrets of either.
    let mut watcher = Side::new(served.watcher(), 2, Vec::new());
    let (mut judged, mut looked, mut asked) = (0, 0, BTreeMap::<String, usize>::new());
    for _ in 0..170 {
        let question = loop {
            sides.iter_mut().for_each(Side::read);
            if let Some(found) = (0..2).find_map(|side| Some((side, sides[side].seat.asked()?))) {
                break Some(found);
            }
            if sides[0].seat.over() {
                break None;
            }
        };
        watcher.read();
        // Whatever was sent before the last version has come to all: it was sent to all in one go.
        let version = sides.iter().map(|side| side.seat.version).max().unwrap_or(0);
        let [one, two] = &mut sides;
        looked += judge(&[one, two], &mut watcher, version);
        judged += judge(&[one], two, version) + judge(&[two], one, version);
        let Some((side, question)) = question else { break };
        *asked
            .entry(question.text().split('(').next().unwrap_or_default().trim().chars().skip(9).take(30).collect())
            .or_default() += 1;
        sides[side].seat.give(&question, &question.peaceful());
        sides[side].look();
    }
    sides.iter_mut().for_each(Side::read);
    let [one, two] = &mut sides;
    watcher.read();
    looked += judge(&[one, two], &mut watcher, u64::MAX);
    judged += judge(&[one], two, u64::MAX) + judge(&[two], one, u64::MAX);
    println!("{judged} messages, {} and {} names were shown, asked {asked:?}", one.shown.len(), two.shown.len());
    assert!(judged > 100 && looked > 50, "hardly anything was sent: {judged}, and {looked} to whoever looks on");
    assert!(one.hidden.len() > 10 && two.hidden.len() > 10, "hardly anything was hidden");
    assert!(one.shown.len() > 3 && two.shown.len() > 3, "hardly anything was played");

    // Asking for it gives nothing either: neither with open hands, nor by the ids of hidden cards.
    for (owner, other) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
        for page in ["", "?open=true"] {
            let page = Request::get(format!("{}{page}", other.seat.path)).send(other.seat.address).body.to_lowercase();
            for name in owner.names.iter().filter(|name| !owner.shown.contains(*name)) {
                assert!(!page.contains(name.as_str()), "the page tells of `{name}`");
            }
        }
        let board = owner.seat.part("board");
        let hand: Vec<String> = board
            .all(&|node| node.class("hand"))
            .iter()
            .flat_map(|hand| hand.all(&|node| node.class("card")))
            .filter_map(|card| card.attribute("id").map(str::to_owned))
            .collect();
        for id in hand {
            for more in ["", "&open=true"] {
                let reply = Request::get(format!("{}inspect?object={id}{more}", other.seat.path)).send(other.seat.address);
                assert_eq!(reply.status, 404, "{id}: {reply:?}");
            }
            let own = Request::get(format!("{}inspect?object={id}", owner.seat.path)).send(owner.seat.address);
            assert_eq!(own.status, 200, "the owner may look: {own:?}");
        }
        let stream = cardwright_tests::http::Stream::open(other.seat.address, &format!("{}events?open=true", other.seat.path));
        stream.next(Duration::from_secs(5));
        let first = stream.next(Duration::from_secs(5)).map(|event| event.data.to_lowercase()).unwrap_or_default();
        for name in owner.names.iter().filter(|name| !owner.shown.contains(*name)) {
            assert!(!first.contains(name.as_str()), "the stream tells of `{name}`");
        }
        let read: Value = serde_json::from_str(&first).expect("the first message is the whole table");
        assert!(read["parts"]["board"].is_string());
    }
}
