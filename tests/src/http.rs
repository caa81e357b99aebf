//! Plain HTTP over a socket, so that a test can send what no browser would send, and read a stream to the last byte.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long an answer may take.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Where a link leads: the address of the server, and the path that begins with the key.
///
/// # Panics
/// If it is no link of ours.
pub fn place(link: &str) -> (SocketAddr, String) {
    let rest = link.strip_prefix("http://").unwrap_or_else(|| panic!("`{link}` is no link"));
    let (host, path) = rest.split_once('/').unwrap_or_else(|| panic!("`{link}` has no path"));
    let address = host.parse().unwrap_or_else(|_| panic!("`{link}` names no address"));
    (address, format!("/{path}"))
}

/// A request, as it is written on the wire.
#[derive(Clone, Debug)]
pub struct Request {
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    /// Asks for a path.
    pub fn get(path: impl Into<String>) -> Self {
        Request { method: "GET", path: path.into(), headers: Vec::new(), body: Vec::new() }
    }

    /// Sends something to a path.
    pub fn post(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Request { method: "POST", path: path.into(), headers: Vec::new(), body: body.into() }
    }

    /// With that header; a `Host` of one's own takes the place of the right one, an empty one leaves it out.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// What is written on the wire.
    pub fn bytes(&self, address: SocketAddr) -> Vec<u8> {
        let mut text = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        let has = |wanted: &str| self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case(wanted));
        if !has("host") {
            text += &format!("Host: {address}\r\n");
        }
        if !has("connection") {
            text += "Connection: close\r\n";
        }
        if self.method == "POST" {
            text += "Content-Type: application/json\r\n";
            if !has("content-length") {
                text += &format!("Content-Length: {}\r\n", self.body.len());
            }
        }
        for (name, value) in self.headers.iter().filter(|(name, value)| !(name.eq_ignore_ascii_case("host") && value.is_empty()))
        {
            text += &format!("{name}: {value}\r\n");
        }
        let mut bytes = (text + "\r\n").into_bytes();
        bytes.extend(&self.body);
        bytes
    }

    /// Sends it and reads the whole answer.
    ///
    /// # Panics
    /// If there is no answer.
    pub fn send(&self, address: SocketAddr) -> Reply {
        Reply::to(address, &self.bytes(address)).unwrap_or_else(|error| panic!("{} {}: {error}", self.method, self.path))
    }
}

/// What a server answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The number that says how it went.
    pub status: u16,
    /// The lines before the body.
    pub head: String,
    /// The body.
    pub body: String,
}

impl Reply {
    /// Sends these bytes and reads the answer.
    ///
    /// # Errors
    /// If the connection ends or nothing comes in time.
    pub fn to(address: SocketAddr, bytes: &[u8]) -> std::io::Result<Reply> {
        let mut socket = TcpStream::connect_timeout(&address, PATIENCE)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        // Who refuses a body may close before all of it is there.
        let sent = socket.write_all(bytes);
        match Self::read(&mut socket) {
            Ok(reply) => Ok(reply),
            Err(error) => sent.and(Err(error)),
        }
    }

    /// Reads one answer.
    ///
    /// # Errors
    /// If the connection ends before it is whole.
    pub fn read(socket: &mut TcpStream) -> std::io::Result<Reply> {
        let mut bytes = Vec::new();
        let mut buffer = [0; 16 * 1024];
        let end = loop {
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            match socket.read(&mut buffer)? {
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                count => bytes.extend(&buffer[..count]),
            }
        };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let length = header(&head, "content-length").and_then(|length| length.parse::<usize>().ok());
        let chunked = header(&head, "transfer-encoding").is_some_and(|coding| coding.contains("chunked"));
        let mut decoder = Chunks::default();
        let mut body = Vec::new();
        let mut fresh = bytes.split_off(end);
        loop {
            if chunked {
                decoder.take(&fresh, &mut body);
            } else {
                body.append(&mut fresh);
            }
            let whole = if chunked { decoder.ended } else { length.is_some_and(|length| body.len() >= length) };
            if whole {
                break;
            }
            match socket.read(&mut buffer)? {
                0 => break,
                count => fresh = buffer[..count].to_vec(),
            }
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Ok(Reply { status, head, body: String::from_utf8_lossy(&body).into_owned() })
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }
}

fn header<'a>(head: &'a str, wanted: &str) -> Option<&'a str> {
    let line = |line: &'a str| line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
    head.lines().find_map(line).map(|(_, value)| value.trim())
}

/// Takes a chunked body apart, however it was cut on its way.
#[derive(Default)]
struct Chunks {
    waiting: Vec<u8>,
    left: usize,
    ended: bool,
}

impl Chunks {
    fn take(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        self.waiting.extend(bytes);
        loop {
            if self.left > 0 {
                let count = self.left.min(self.waiting.len());
                out.extend(self.waiting.drain(..count));
                self.left -= count;
                if self.left > 0 {
                    return;
                }
            }
            // The line that ends a chunk, and the one that says how long the next is.
            let from = if self.waiting.starts_with(b"\r\n") { 2 } else { 0 };
            let Some(end) = self.waiting[from..].windows(2).position(|two| two == b"\r\n") else { return };
            let line = String::from_utf8_lossy(&self.waiting[from..from + end]).into_owned();
            self.waiting.drain(..from + end + 2);
            self.left = usize::from_str_radix(line.split(';').next().unwrap_or("").trim(), 16).unwrap_or(0);
            if self.left == 0 {
                self.ended = true;
                return;
            }
        }
    }
}

/// A message of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its kind.
    pub name: String,
    /// What it says.
    pub data: String,
}

/// A stream of events, read as it comes.
pub struct Stream {
    socket: TcpStream,
    events: Receiver<Event>,
    raw: Arc<Mutex<Vec<u8>>>,
    /// What the server said before the stream began.
    pub head: String,
}

impl Stream {
    /// Opens it.
    ///
    /// # Panics
    /// If the server does not answer.
    pub fn open(address: SocketAddr, path: &str) -> Self {
        Self::try_open(address, path).unwrap_or_else(|error| panic!("the stream {path} cannot be opened: {error}"))
    }

    /// Opens it, if the server lets.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn try_open(address: SocketAddr, path: &str) -> std::io::Result<Self> {
        let mut socket = TcpStream::connect_timeout(&address, PATIENCE)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        socket
            .write_all(&Request::get(path).with("Accept", "text/event-stream").with("Connection", "keep-alive").bytes(address))?;
        let mut bytes = Vec::new();
        let mut buffer = vec![0; 64 * 1024];
        let end = loop {
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            match socket.read(&mut buffer)? {
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                count => bytes.extend(&buffer[..count]),
            }
        };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let raw = Arc::new(Mutex::new(bytes.clone()));
        let (sender, events) = channel();
        let mut reader = socket.try_clone()?;
        reader.set_read_timeout(None)?;
        let log = raw.clone();
        std::thread::spawn(move || {
            let mut fresh = bytes.split_off(end);
            let (mut chunks, mut text) = (Chunks::default(), Vec::new());
            loop {
                chunks.take(&fresh, &mut text);
                while let Some(end) = text.windows(2).position(|two| two == b"\n\n") {
                    let message: Vec<u8> = text.drain(..end + 2).collect();
                    if let Some(event) = event(&String::from_utf8_lossy(&message))
                        && sender.send(event).is_err()
                    {
                        return;
                    }
                }
                match reader.read(&mut buffer) {
                    Ok(count @ 1..) => {
                        log.lock().unwrap_or_else(PoisonError::into_inner).extend(&buffer[..count]);
                        fresh = buffer[..count].to_vec();
                    }
                    _ => return,
                }
            }
        });
        Ok(Stream { socket, events, raw, head })
    }

    /// The next message; `None` if none comes in that time, or never will.
    pub fn next(&self, time: Duration) -> Option<Event> {
        self.events.recv_timeout(time).ok()
    }

    /// Whether the server has ended it; what came before the end is lost if it has not been read.
    pub fn ended(&self, time: Duration) -> bool {
        loop {
            match self.events.recv_timeout(time) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return false,
                Err(RecvTimeoutError::Disconnected) => return true,
            }
        }
    }

    /// Every byte that has come.
    pub fn raw(&self) -> Vec<u8> {
        self.raw.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        drop(self.socket.shutdown(std::net::Shutdown::Both));
    }
}

fn event(message: &str) -> Option<Event> {
    let field = |wanted: &str| {
        let lines: Vec<&str> = message
            .lines()
            .filter_map(|line| line.strip_prefix(wanted)?.strip_prefix(':'))
            .map(|value| value.strip_prefix(' ').unwrap_or(value))
            .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    };
    Some(Event { name: field("event")?, data: field("data").unwrap_or_default() })
}
