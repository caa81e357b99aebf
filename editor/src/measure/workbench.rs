//! Figures about the workbench: what is saved or answered until a page has it, through real HTTP on loopback, without a browser.

use super::figures::Figure;
use super::files::{Changing, FilesError, Folder, copies, median, milliseconds};
use crate::catalog::{Catalog, DeckError, LibraryCompiler};
use crate::table::{Seat, Table};
use crate::words::Names;
use cardwright_library::{LibraryCard, LiveLibrary, WatchOptions};
use cardwright_workbench::edit::EditService;
use cardwright_workbench::room::{Eyes, Wish, Zone};
use cardwright_workbench::{Address, Role, Room, RoomHandle, SeatKind, ServeError, Server, page};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How often each thing is done.
const ROUNDS: u32 = 31;
/// How long one of them may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The deck of the game.
const DECK: &str = "name = \"Sparks\"\n[main]\n\"Changing Spark\" = 60\n";

/// Why the workbench cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum WorkbenchError {
    /// The cards cannot be made.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The disk or the network refuses.
    #[error("the table to measure with cannot be served: {0}")]
    Io(#[from] io::Error),
    /// The game cannot be begun.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// The server does not run.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// What was done never came to the page.
    #[error("{0} never came to the page")]
    Unseen(&'static str),
    /// The server refuses what is measured.
    #[error("the server refuses: {0}")]
    Refused(String),
}

impl From<cardwright_library::LibraryError> for WorkbenchError {
    fn from(error: cardwright_library::LibraryError) -> Self {
        WorkbenchError::Files(error.into())
    }
}

/// The figures with a library of so many cards: those of the catalog, renamed.
///
/// # Errors
/// If there are no cards, or files cannot be written, watched or served.
pub fn workbench(catalog: &Catalog, count: usize) -> Result<[Figure; 3], WorkbenchError> {
    let folder = Folder::new("workbench");
    let changing = copies(catalog, count, folder.path())?;
    fs::create_dir_all(folder.path().join("decks"))?;
    fs::write(folder.path().join("decks/sparks.toml"), DECK)?;
    let live = Arc::new(LiveLibrary::open(folder.path(), WatchOptions::default(), LibraryCompiler::new)?);
    let library = Catalog { library: live.current() };
    let decks = library.decks(&["sparks".to_owned()], 2)?;
    let game = library.game(&decks, "modern", 1)?;
    let names = Names { players: vec!["One".to_owned(), "Two".to_owned()], reader: None };
    let table = move || -> io::Result<Table> { Ok(Table::new(game, vec![Seat::Person, Seat::Person], names, 1)) };
    let editor = EditService::new(folder.path(), live.clone())?;
    let room = Room::open(live, vec![SeatKind::Person; 2], Duration::ZERO, table)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let server = runtime.block_on(Server::bind(Address::default(), room.clone(), editor))?;
    let (address, link) = (server.address(), server.link(Role::Designer)?);
    let path = link.splitn(4, '/').nth(3).map(|path| format!("/{path}")).unwrap_or_default();
    let serving = runtime.spawn(server.run(std::future::pending()));
    let mut page = Listener::open(address, path)?;
    let saved = save_to_page(&mut page, &changing)?;
    let clicked = click_to_page(&mut page)?;
    let rendered = runtime.block_on(render(&room, &library))?;
    serving.abort();
    Ok([
        Figure::new("save_to_page_ms", milliseconds(saved), "ms"),
        Figure::new("click_to_page_ms", milliseconds(clicked), "ms"),
        Figure::new("render_60_ms", milliseconds(rendered), "ms"),
    ])
}

/// How long it takes from saving a card until a page has the part in which it lies.
fn save_to_page(page: &mut Listener, changing: &Changing) -> Result<Duration, WorkbenchError> {
    let mut times = Vec::new();
    for round in 1..=ROUNDS {
        std::thread::sleep(Duration::from_millis(40));
        page.drain();
        let begun = Instant::now();
        changing.save_with(round, "").map_err(FilesError::from)?;
        while !page.next(begun, "a saved card")?.contains_key("board") {}
        times.push(begun.elapsed());
    }
    Ok(median(times))
}

/// How long it takes from an answer until a page has what came of it.
fn click_to_page(page: &mut Listener) -> Result<Duration, WorkbenchError> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        page.drain();
        let (number, answer) = page.answer().ok_or(WorkbenchError::Unseen("a question"))?;
        let body = json!({ "question": number, "answer": answer }).to_string();
        let begun = Instant::now();
        page.post("answer", &body)?;
        while !page.next(begun, "an answer")?.contains_key("question") {}
        times.push(begun.elapsed());
    }
    Ok(median(times))
}

/// How long the parts of a page take to be made for a board of sixty permanents.
async fn render(room: &RoomHandle, catalog: &Catalog) -> Result<Duration, WorkbenchError> {
    let faces = |card: &LibraryCard| card.definition.faces.first().is_some_and(|face| face.power.is_some());
    let cards = catalog.library.cards().iter().filter(|card| faces(card));
    let keys: Vec<String> = cards.map(|card| card.definition.key.to_string()).take(12).collect();
    let closed = |_| WorkbenchError::Unseen("a board");
    room.with(move |room| {
        for place in 0..60 {
            let card = keys.get(place % keys.len().max(1)).cloned().unwrap_or_default();
            let wish = Wish::Put { card, player: format!("p{}", place % 2), zone: Zone::Battlefield };
            room.wish(wish).map_err(|why| WorkbenchError::Refused(why.to_string()))?;
        }
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            let parts = page::parts(room, Role::Designer, Eyes::All);
            times.push(begun.elapsed());
            if parts.get("board").is_none_or(|board| board.matches("data-slot").count() < 60) {
                return Err(WorkbenchError::Unseen("a board of sixty permanents"));
            }
        }
        Ok(median(times))
    })
    .await
    .map_err(closed)?
}

/// A page without a browser: reads the stream of changes.
struct Listener {
    address: SocketAddr,
    path: String,
    updates: Receiver<serde_json::Map<String, Value>>,
    question: String,
}

impl Listener {
    fn open(address: SocketAddr, path: String) -> Result<Self, WorkbenchError> {
        let mut socket = TcpStream::connect(address)?;
        write!(socket, "GET {path}events HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\n\r\n")?;
        let (sender, updates) = channel();
        std::thread::spawn(move || {
            // The lines that say how long a piece is are no message.
            for line in BufReader::new(socket).lines().map_while(Result::ok) {
                let Some(data) = line.strip_prefix("data: ") else { continue };
                if let Ok(Value::Object(mut update)) = serde_json::from_str(data)
                    && let Some(Value::Object(parts)) = update.remove("parts")
                    && sender.send(parts).is_err()
                {
                    return;
                }
            }
        });
        let mut page = Listener { address, path, updates, question: String::new() };
        while page.question.is_empty() {
            page.next(Instant::now(), "the beginning")?;
        }
        Ok(page)
    }

    /// The next parts that change.
    fn next(&mut self, begun: Instant, what: &'static str) -> Result<serde_json::Map<String, Value>, WorkbenchError> {
        let parts =
            self.updates.recv_timeout(PATIENCE.saturating_sub(begun.elapsed())).map_err(|_| WorkbenchError::Unseen(what))?;
        self.note(&parts);
        Ok(parts)
    }

    fn note(&mut self, parts: &serde_json::Map<String, Value>) {
        if let Some(question) = parts.get("question").and_then(Value::as_str) {
            question.clone_into(&mut self.question);
        }
    }

    /// Reads what has come already.
    fn drain(&mut self) {
        while let Ok(parts) = self.updates.try_recv() {
            self.note(&parts);
        }
    }

    /// The number of the open question, and the answer of somebody who does as little as can be.
    fn answer(&self) -> Option<(u64, Value)> {
        let value =
            |name: &str| self.question.split_once(&format!("{name}=\"")).and_then(|(_, rest)| Some(rest.split_once('"')?.0));
        let least: u32 = value("data-min").and_then(|least| least.parse().ok()).unwrap_or(1);
        let answer = match value("data-kind")? {
            "action" => json!({ "action": 0 }),
            "chosen" => json!({ "chosen": (0..least).collect::<Vec<_>>() }),
            kind => json!({ kind: [] }),
        };
        Some((value("data-question")?.parse().ok()?, answer))
    }

    fn post(&self, place: &str, body: &str) -> Result<(), WorkbenchError> {
        let mut socket = TcpStream::connect(self.address)?;
        // One write, as a browser does it: pieces would wait for each other.
        let request = format!(
            "POST {}{place} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.path,
            self.address,
            body.len()
        );
        socket.write_all(request.as_bytes())?;
        let mut answer = String::new();
        BufReader::new(socket).read_line(&mut answer)?;
        if answer.contains(" 204 ") { Ok(()) } else { Err(WorkbenchError::Refused(answer)) }
    }
}
