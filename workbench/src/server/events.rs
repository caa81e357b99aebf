//! The stream of changes to a page: server-sent events.

use crate::room::Sent;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc::Receiver;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// The stream of what a watcher is sent. It begins with everything, so that a page that lost its connection is whole again.
pub(super) fn stream(from: Receiver<Sent>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = ReceiverStream::new(from).map(|sent| {
        Ok(match sent {
            // Values of this type always become JSON.
            Sent::Update(update) => Event::default().event("show").data(serde_json::to_string(&update).unwrap_or_default()),
            Sent::Toast(html) => Event::default().event("toast").data(html.replace(['\r', '\n'], " ")),
        })
    });
    // A browser passes a message on only if it has data.
    let first = tokio_stream::once(Ok(Event::default().event("hello").retry(Duration::from_millis(300)).data("hello")));
    Sse::new(first.chain(events)).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}
