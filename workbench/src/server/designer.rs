//! What only the designer may ask for: going through time, setting up the board, the palette.

use super::serve::{App, Failure, read};
use crate::page;
use crate::room::{Journey, Refused, Role, Wish};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use cardwright_play::table::{CAPSULE_EXTENSION, PUZZLE_EXTENSION};
use serde::Deserialize;
use std::time::Duration;

/// The addresses, below the key.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/t/{key}/pace", post(pace))
        .route("/t/{key}/time", post(time))
        .route("/t/{key}/wish", post(wish))
        .route("/t/{key}/text", post(text))
        .route("/t/{key}/palette", get(palette))
        .route("/t/{key}/capsule", get(capsule))
        .route("/t/{key}/puzzle", get(puzzle))
}

impl App {
    fn designer(&self, key: &str) -> Result<(), Failure> {
        match self.role(key)? {
            Role::Designer => Ok(()),
            Role::Player(_) | Role::Watcher => Err(Refused::NotAllowed.into()),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum PaceWanted {
    Pause(bool),
    Step,
    Milliseconds(u64),
}

async fn pace(State(app): State<App>, Path(key): Path<String>, body: Bytes) -> Result<StatusCode, Failure> {
    app.designer(&key)?;
    let wanted: PaceWanted = read(&body)?;
    app.room(move |room| match wanted {
        PaceWanted::Pause(paused) => room.pace.paused = paused,
        PaceWanted::Step => room.pace.step(),
        PaceWanted::Milliseconds(each) => room.pace.each = Duration::from_millis(each.min(10_000)),
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn time(State(app): State<App>, Path(key): Path<String>, body: Bytes) -> Result<StatusCode, Failure> {
    app.designer(&key)?;
    let journey: Journey = read(&body)?;
    app.room(move |room| room.travel(journey)).await??;
    Ok(StatusCode::NO_CONTENT)
}

async fn wish(State(app): State<App>, Path(key): Path<String>, body: Bytes) -> Result<StatusCode, Failure> {
    app.designer(&key)?;
    let wish: Wish = read(&body)?;
    app.room(move |room| room.wish(wish)).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// An entry of the stack takes the new text of its card.
async fn text(State(app): State<App>, Path(key): Path<String>, body: Bytes) -> Result<StatusCode, Failure> {
    app.designer(&key)?;
    let element: String = read(&body)?;
    app.room(move |room| room.take_new_text(&element)).await??;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Sought {
    #[serde(default)]
    words: String,
    #[serde(default)]
    player: String,
}

async fn palette(State(app): State<App>, Path(key): Path<String>, Query(sought): Query<Sought>) -> Result<Html<String>, Failure> {
    app.designer(&key)?;
    let html = app
        .room(move |room| {
            let player = room.player_of(&sought.player).unwrap_or(cardwright_engine::ids::PlayerId(0));
            page::palette::found(room, &sought.words, player).into_string()
        })
        .await?;
    Ok(Html(html))
}

#[derive(Deserialize)]
struct Reported {
    #[serde(default)]
    note: String,
}

/// A file to be kept by the browser.
fn file(name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes).into_response()
}

async fn capsule(State(app): State<App>, Path(key): Path<String>, Query(reported): Query<Reported>) -> Result<Response, Failure> {
    app.designer(&key)?;
    let bytes = app.room(move |room| room.capsule(&reported.note)).await??;
    Ok(file(&format!("report.{CAPSULE_EXTENSION}"), "application/octet-stream", bytes))
}

async fn puzzle(State(app): State<App>, Path(key): Path<String>) -> Result<Response, Failure> {
    app.designer(&key)?;
    let text = app.room(|room| room.puzzle()).await?;
    Ok(file(&format!("position.{PUZZLE_EXTENSION}"), "text/plain; charset=utf-8", text.into_bytes()))
}
