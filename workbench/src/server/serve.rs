//! Listening and the routes.

use super::answers::Given;
use super::{Keys, designer, events, guard};
use crate::edit::EditService;
use crate::page;
use crate::room::{PassUntil, Refused, Role, Room, RoomHandle};
use axum::Router;
use axum::extract::{DefaultBodyLimit, OriginalUri, Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use cardwright_engine::ids::PlayerId;
use cardwright_play::table::Offered;
use cardwright_play::words::STEPS;
use serde::Deserialize;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use tokio::net::TcpListener;

/// The largest request; answers are far smaller. Saved files have a limit of their own.
const LARGEST: usize = 64 * 1024;

/// Where to listen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// The address; loopback unless others are to join.
    pub ip: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
}

impl Default for Address {
    fn default() -> Self {
        Address { ip: IpAddr::V4(Ipv4Addr::LOCALHOST), port: 0 }
    }
}

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be had.
    #[error("cannot listen on {0}: {1}; another port can be named with --port")]
    Listen(SocketAddr, std::io::Error),
    /// The server ended.
    #[error("the server ended: {0}")]
    Ended(std::io::Error),
    /// The system has no randomness for keys.
    #[error("no keys can be made: {0}")]
    NoRandomness(getrandom::Error),
}

/// What every request is answered with.
#[derive(Clone)]
pub(super) struct App {
    room: RoomHandle,
    keys: Keys,
    own: Arc<Own>,
}

struct Own {
    port: u16,
    /// Whether it listens to other machines: they call it by names that it cannot know, but never by one that points back here.
    open: bool,
}

impl App {
    /// Whether a `Host` header names this server.
    pub(super) fn is_own_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => {
                (name, port.parse::<u16>().ok())
            }
            _ => (host, Some(80)),
        };
        if port != Some(self.own.port) {
            return false;
        }
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        // An address is nobody's name: rebinding needs a name.
        let ip = bare.parse::<IpAddr>().ok();
        name.eq_ignore_ascii_case("localhost") || ip.is_some_and(|ip| ip.is_loopback() || self.own.open)
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    app: App,
    editor: Arc<EditService>,
    address: SocketAddr,
}

impl Server {
    /// Listens at the address.
    ///
    /// # Errors
    /// If it cannot be had.
    pub async fn bind(address: Address, room: RoomHandle, editor: Arc<EditService>) -> Result<Self, ServeError> {
        let wanted = SocketAddr::new(address.ip, address.port);
        let listener = TcpListener::bind(wanted).await.map_err(|error| ServeError::Listen(wanted, error))?;
        let address = listener.local_addr().map_err(|error| ServeError::Listen(wanted, error))?;
        let own = Own { port: address.port(), open: !address.ip().is_loopback() };
        Ok(Server { listener, app: App { room, keys: Keys::default(), own: Arc::new(own) }, editor, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A new link for somebody in that role: for the designer as seen from this machine, for others as seen from theirs.
    ///
    /// # Errors
    /// If no key can be made.
    pub fn link(&self, role: Role) -> Result<String, ServeError> {
        let key = self.app.keys.issue(role).map_err(ServeError::NoRandomness)?;
        let ip = match (self.address.ip().is_unspecified(), role) {
            (false, _) => self.address.ip(),
            (true, Role::Designer) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            (true, Role::Player(_) | Role::Watcher) => own_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        };
        Ok(format!("http://{}/t/{key}/", SocketAddr::new(ip, self.address.port())))
    }

    /// Serves until the future is done.
    ///
    /// # Errors
    /// If the system takes the listener away.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let app = self.app.clone();
        let edit = crate::edit::routes::routes(self.editor).layer(middleware::from_fn_with_state(app, designers_only));
        let router = Router::new()
            .route("/t/{key}/", get(whole_page))
            .route("/t/{key}/events", get(stream))
            .route("/t/{key}/answer", post(answer))
            .route("/t/{key}/stop", post(stop))
            .route("/t/{key}/pass", post(pass))
            .route("/t/{key}/inspect", get(inspect))
            .route("/t/{key}/assets/{name}", get(asset))
            .merge(designer::routes())
            .nest("/t/{key}/edit", edit)
            .fallback(nothing)
            .layer(DefaultBodyLimit::max(LARGEST))
            .layer(middleware::from_fn_with_state(self.app.clone(), guard::guard))
            .with_state(self.app);
        axum::serve(self.listener, router).with_graceful_shutdown(until).await.map_err(ServeError::Ended)
    }
}

/// The address under which other machines see this one. Nothing is sent: the system only says which of its own it would send from.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified())
}

/// Lets only the designer's key through: it is the piece of the path behind `/t/`.
async fn designers_only(State(app): State<App>, request: Request, next: middleware::Next) -> Response {
    let path = request.extensions().get::<OriginalUri>().map_or(request.uri().path(), |uri| uri.path());
    let key = path.strip_prefix("/t/").and_then(|rest| rest.split('/').next()).unwrap_or_default();
    match app.role(key) {
        Ok(Role::Designer) => next.run(request).await,
        Ok(_) => Failure::from(Refused::NotAllowed).into_response(),
        Err(failure) => failure.into_response(),
    }
}

async fn nothing() -> Response {
    (StatusCode::NOT_FOUND, "There is nothing here: open the link that the program printed.").into_response()
}

/// Why a request is not answered.
pub(super) enum Failure {
    NoKey,
    Closed,
    Refused(Refused),
    Malformed(String),
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, words) = match self {
            Failure::NoKey => {
                (StatusCode::NOT_FOUND, "This link has no table: open the one that the program printed.".to_owned())
            }
            Failure::Closed => (StatusCode::GONE, "The table is closed.".to_owned()),
            Failure::Refused(Refused::NotAllowed) => (StatusCode::FORBIDDEN, Refused::NotAllowed.to_string()),
            Failure::Refused(why @ Refused::Illegal(_)) => (StatusCode::UNPROCESSABLE_ENTITY, why.to_string()),
            Failure::Refused(why) => (StatusCode::CONFLICT, why.to_string()),
            Failure::Malformed(words) => (StatusCode::BAD_REQUEST, words),
        };
        (status, words).into_response()
    }
}

impl From<Refused> for Failure {
    fn from(why: Refused) -> Self {
        Failure::Refused(why)
    }
}

impl App {
    pub(super) fn role(&self, key: &str) -> Result<Role, Failure> {
        self.keys.role(key).ok_or(Failure::NoKey)
    }

    pub(super) async fn room<R: Send + 'static>(&self, work: impl FnOnce(&mut Room) -> R + Send + 'static) -> Result<R, Failure> {
        self.room.with(work).await.map_err(|_| Failure::Closed)
    }
}

#[derive(Deserialize)]
struct Looking {
    #[serde(default)]
    open: bool,
}

async fn whole_page(
    State(app): State<App>,
    Path(key): Path<String>,
    Query(looking): Query<Looking>,
) -> Result<Html<String>, Failure> {
    let role = app.role(&key)?;
    let html = app
        .room(move |room| {
            let eyes = room.eyes(role, looking.open, None);
            room.seen_as(role, |room| page::page(room, role, eyes).into_string())
        })
        .await?;
    Ok(Html(html))
}

#[derive(Deserialize)]
struct Inspected {
    /// The element of an object or a player: `o12-3`, `p0`.
    object: Option<String>,
    /// The key of a card.
    card: Option<String>,
    #[serde(default)]
    open: bool,
}

async fn inspect(State(app): State<App>, Path(key): Path<String>, Query(wanted): Query<Inspected>) -> Result<Response, Failure> {
    let role = app.role(&key)?;
    let html = app
        .room(move |room| {
            let eyes = room.eyes(role, wanted.open, None);
            let found = room.seen_as(role, |room| match wanted.object.as_deref() {
                Some(element) if element.starts_with('p') => page::inspector::player(room, role, element),
                Some(element) => page::inspector::object(room, role, eyes, element),
                None => page::inspector::card(room, wanted.card.as_deref()?),
            });
            found.map(|html| html.into_string())
        })
        .await?;
    Ok(match html {
        Some(html) => Html(html).into_response(),
        None => (StatusCode::NOT_FOUND, "It is not there any more, or not for these eyes.").into_response(),
    })
}

async fn stream(State(app): State<App>, Path(key): Path<String>, Query(looking): Query<Looking>) -> Result<Response, Failure> {
    let role = app.role(&key)?;
    let from = app.room(move |room| room.watch(role, looking.open)).await?;
    Ok(events::stream(from).into_response())
}

/// What a request says, or how it is wrong.
pub(super) fn read<T: serde::de::DeserializeOwned>(body: &axum::body::Bytes) -> Result<T, Failure> {
    serde_json::from_slice(body).map_err(|error| Failure::Malformed(format!("this cannot be read: {error}")))
}

async fn answer(State(app): State<App>, Path(key): Path<String>, body: axum::body::Bytes) -> Result<StatusCode, Failure> {
    let role = app.role(&key)?;
    let given: Given = read(&body)?;
    app.room(move |room| {
        let (open, question) = room.question().ok_or(Refused::NothingOpen)?;
        if open != given.question {
            return Err(Refused::OldQuestion);
        }
        let answer = given.answer.answer(question).map_err(|why| Refused::Illegal(why.to_owned()))?;
        room.answer(role, open, answer)
    })
    .await??;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToggleStop {
    own: bool,
    step: String,
}

/// The seat whose stops somebody sets: their own, or the one that is asked.
fn seat(room: &Room, role: Role) -> Result<PlayerId, Refused> {
    match (role, room.question()) {
        (Role::Player(player), _) => Ok(player),
        (_, Some((_, question))) if room.answers_for(role, question.player) => Ok(question.player),
        (Role::Designer, _) => {
            (0..room.seats.len() as u8).map(PlayerId).find(|seat| room.answers_for(role, *seat)).ok_or(Refused::NotAllowed)
        }
        _ => Err(Refused::NotAllowed),
    }
}

async fn stop(State(app): State<App>, Path(key): Path<String>, body: axum::body::Bytes) -> Result<StatusCode, Failure> {
    let role = app.role(&key)?;
    let wanted: ToggleStop = read(&body)?;
    let step = STEPS.iter().map(|(step, ..)| *step).find(|step| format!("{step:?}") == wanted.step);
    let step = step.ok_or_else(|| Failure::Malformed(format!("there is no step `{}`", wanted.step)))?;
    app.room(move |room| {
        let seat = seat(room, role)?;
        room.stops[seat.index()].toggle(wanted.own, step);
        Ok::<_, Refused>(())
    })
    .await??;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Passing {
    EndOfTurn,
    OwnTurn,
    StackEmpty,
    FullControl(bool),
    ManaByHand(bool),
    /// The element of an ability on the stack: abilities of what is called like its source are let through from now, or not any more.
    Yield(String),
    Stop,
}

async fn pass(State(app): State<App>, Path(key): Path<String>, body: axum::body::Bytes) -> Result<StatusCode, Failure> {
    let role = app.role(&key)?;
    let wanted: Passing = read(&body)?;
    app.room(move |room| {
        let seat = seat(room, role)?;
        let turn = room.game().turn().number;
        let stops = &mut room.stops[seat.index()];
        match wanted {
            Passing::EndOfTurn => stops.until = Some(PassUntil::EndOfTurn(turn)),
            Passing::OwnTurn => stops.until = Some(PassUntil::OwnTurn(turn)),
            Passing::StackEmpty => stops.until = Some(PassUntil::StackEmpty),
            Passing::FullControl(on) => stops.full_control = on,
            Passing::ManaByHand(on) => {
                room.table.offer(seat, if on { Offered::WithMana } else { Offered::WithoutMana });
                room.asks_anew();
            }
            Passing::Yield(element) => room.toggle_yield(seat, &element)?,
            Passing::Stop => stops.until = None,
        }
        Ok::<_, Refused>(())
    })
    .await??;
    Ok(StatusCode::NO_CONTENT)
}

/// What the page is drawn and moved with.
#[derive(rust_embed::RustEmbed)]
#[folder = "assets/"]
struct Assets;

async fn asset(Path((_, name)): Path<(String, String)>) -> Response {
    let kind = match name.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => return (StatusCode::NOT_FOUND, "There is no such file.").into_response(),
    };
    match Assets::get(&name) {
        Some(file) => ([(header::CONTENT_TYPE, kind)], file.data.into_owned()).into_response(),
        None => (StatusCode::NOT_FOUND, "There is no such file.").into_response(),
    }
}
