//! Who may talk to the server: only pages that it served itself, under a name that is its own.
//!
//! A page of another site can make a browser send requests here, and a name that its owner lets point to this machine can make them look
//! local (DNS rebinding). So the `Host` has to be one of ours, and an `Origin`, if there is one, has to be the same.

use super::serve::App;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Refuses what does not come from a page of ours.
pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(host) = host.filter(|host| app.is_own_host(host)) else {
        return refuse("This server answers only under its own address: open the link that the program printed.");
    };
    if let Some(origin) = headers.get(header::ORIGIN)
        && origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) != Some(host)
    {
        return refuse("This request was sent by a page of another site.");
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refuse(words: &'static str) -> Response {
    (StatusCode::FORBIDDEN, words).into_response()
}
