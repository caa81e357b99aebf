//! The editor alone on a page, for looking at it: `cargo run -p cardwright-workbench --example edit -- [LIBRARY] [CARD or FILE]`.
//! With `?old=TEXT&new=TEXT` something is typed, `&complete` asks what could stand there, `&run` runs the scenarios, `&save` saves,
//! `&conflict` saves as if another program had changed the file.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::Html;
use axum::routing::get;
use cardwright_library::{LibraryCompiler, LiveLibrary, WatchOptions};
use cardwright_workbench::edit::{EditService, routes};
use std::path::Path;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().unwrap_or_else(|| ".".to_owned());
    let shown = arguments.next().unwrap_or_else(|| "Ash Broker".to_owned());
    let live = LiveLibrary::open(Path::new(&root), WatchOptions::default(), LibraryCompiler::new)?;
    let service = EditService::new(Path::new(&root), live)?;
    let asset = |kind: &'static str, text: &'static str| get(move || async move { ([(CONTENT_TYPE, kind)], text) });
    let page = page(&shown);
    let app = Router::new()
        .route("/", get(move || async move { Html(page) }))
        .route("/edit.js", asset("text/javascript", include_str!("../assets/edit.js")))
        .route("/edit.css", asset("text/css", include_str!("../assets/edit.css")))
        .route("/theme.css", asset("text/css", include_str!("../assets/theme.css")))
        .route("/frame.css", asset("text/css", include_str!("../assets/frame.css")))
        .route("/symbols.css", asset("text/css", include_str!("../assets/symbols.css")))
        .route("/art.css", asset("text/css", include_str!("../assets/art.css")))
        .nest("/t/key/edit", routes::routes(service));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/", listener.local_addr()?);
    axum::serve(listener, app).await?;
    Ok(())
}

fn page(shown: &str) -> String {
    let shown = serde_json::Value::from(shown);
    format!(
        "<!doctype html><meta charset=utf-8><title>Editor</title><meta name=color-scheme content=\"light dark\">\
         <meta name=viewport content=\"width=device-width\"><link rel=stylesheet href=/theme.css><link rel=stylesheet href=/frame.css>\
         <link rel=stylesheet href=/symbols.css><link rel=stylesheet href=/art.css><link rel=stylesheet href=/edit.css>\
         <style>body{{font-family:system-ui,sans-serif;margin:1rem auto;max-width:34rem;padding:0 1rem}}</style><div id=host></div>\
         <script type=module>import {{ openEditor }} from '/edit.js';\
         const editor = openEditor(document.querySelector('#host'), '/t/key/edit'); window.editor = editor;\
         const shown = {shown}; await (shown.includes('/') ? editor.openFile(shown) : editor.openCard(shown));\
         const query = new URLSearchParams(location.search); const doc = editor.pane.docs[Number(query.get('doc') ?? 0)];\
         if (query.has('old')) {{ const at = doc.area.value.indexOf(query.get('old'));\
         doc.insert(at, at + query.get('old').length, query.get('new')); }}\
         if (query.has('conflict')) {{ doc.hash = 'another'; await editor.pane.save(); }}\
         if (query.has('complete')) await editor.pane.popup.ask(doc, true);\
         if (query.has('run')) await editor.pane.run(document.querySelector('[data-run-all]'), null);\
         if (query.has('save')) {{ await editor.pane.save(); setTimeout(() => editor.libraryChanged(), 600); }}</script>"
    )
}
