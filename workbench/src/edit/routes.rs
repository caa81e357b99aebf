//! What a browser can ask the editor. All of it under the address of a table that only its designer knows.

use super::complete::ItemKind;
use super::highlight::runs;
use super::open::OpenError;
use super::save::{OnConflict, SaveError, Saved};
use super::scenarios::{Mention, Subject, TrialError};
use super::text::Units;
use super::{Attempt, Checked, DeskError, EditService, NewCardError, PathError, pane};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Json, Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json as Answer, Router};
use cardwright_script::diagnostic::Diagnostic;
use maud::html;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// No request is larger.
const LARGEST_REQUEST: usize = 5 << 20;

/// The editor's addresses, to be put below one that says whose table it is. Guests must not get there.
pub fn routes<S: Clone + Send + Sync + 'static>(service: Arc<EditService>) -> Router<S> {
    Router::new()
        .route("/pane", get(pane))
        .route("/open", get(open))
        .route("/link", get(link))
        .route("/highlight", post(highlight))
        .route("/check", post(check))
        .route("/complete", post(complete))
        .route("/explain", post(explain))
        .route("/save", post(save))
        .route("/new", post(new_card))
        .route("/scenarios", get(scenarios))
        .route("/scenarios/run", post(run_scenarios))
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .with_state(service)
}

type Service = State<Arc<EditService>>;

/// Why a request has no answer, as the page shows it.
struct Failure(StatusCode, String);

#[derive(Serialize)]
struct Said {
    error: String,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, Answer(Said { error: self.1 })).into_response()
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        let status = match &error {
            OpenError::NoCard(..) | OpenError::NoFile(_) => StatusCode::NOT_FOUND,
            OpenError::Path(_) => StatusCode::FORBIDDEN,
            OpenError::Disk(SaveError::TooLarge) => StatusCode::PAYLOAD_TOO_LARGE,
            OpenError::Disk(SaveError::NotText(_) | SaveError::ReadOnly(_)) => StatusCode::UNPROCESSABLE_ENTITY,
            OpenError::Disk(SaveError::Io { .. }) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure(status, error.to_string())
    }
}

impl From<PathError> for Failure {
    fn from(error: PathError) -> Self {
        Failure(StatusCode::FORBIDDEN, error.to_string())
    }
}

impl From<NewCardError> for Failure {
    fn from(error: NewCardError) -> Self {
        let status = match &error {
            NewCardError::NoSet(..) => StatusCode::NOT_FOUND,
            NewCardError::NoName(_) => StatusCode::UNPROCESSABLE_ENTITY,
            NewCardError::Taken(_) => StatusCode::CONFLICT,
            NewCardError::Path(_) => StatusCode::FORBIDDEN,
            NewCardError::Io { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure(status, error.to_string())
    }
}

impl From<TrialError> for Failure {
    fn from(error: TrialError) -> Self {
        Failure(StatusCode::TOO_MANY_REQUESTS, error.to_string())
    }
}

impl From<JsonRejection> for Failure {
    fn from(error: JsonRejection) -> Self {
        Failure(error.status(), error.body_text())
    }
}

/// Work that waits for the disk or takes a while, on a thread that may.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T, Failure> + Send + 'static) -> Result<T, Failure> {
    let failed = |_| Failure(StatusCode::INTERNAL_SERVER_ERROR, "the editor failed at this: try again".to_owned());
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}

#[derive(Deserialize)]
struct Wanted {
    card: Option<String>,
    file: Option<String>,
    keyword: Option<String>,
    line: Option<usize>,
}

impl Wanted {
    fn subject(self) -> Result<Subject, Failure> {
        match (self.card, self.keyword) {
            (Some(card), _) => Ok(Subject::Card(card)),
            (None, Some(keyword)) => Ok(Subject::Keyword(keyword)),
            (None, None) => Err(Failure(StatusCode::BAD_REQUEST, "name a `card` or a `keyword`".to_owned())),
        }
    }

    fn file(self) -> Result<String, Failure> {
        self.file.ok_or_else(|| Failure(StatusCode::BAD_REQUEST, "name a `file`".to_owned()))
    }
}

/// The pane of a card or file.
async fn pane(State(service): Service, Query(wanted): Query<Wanted>) -> Result<Html<String>, Failure> {
    aside(move || {
        let shown = match wanted.card {
            Some(card) => pane::card(&service, &service.open(&card)?),
            None => pane::file(&service, &service.open_file(&wanted.file()?)?),
        };
        Ok(Html(shown.into_string()))
    })
    .await
}

#[derive(Serialize)]
struct Opened {
    path: String,
    text: String,
    hash: String,
}

/// What a file says now.
async fn open(State(service): Service, Query(wanted): Query<Wanted>) -> Result<Answer<Opened>, Failure> {
    aside(move || {
        let document = service.open_file(&wanted.file()?)?;
        Ok(Answer(Opened { path: document.path.to_string(), text: document.text, hash: document.hash }))
    })
    .await
}

#[derive(Serialize)]
struct Linked {
    href: String,
}

/// The address that opens a file in the author's own editor.
async fn link(State(service): Service, Query(wanted): Query<Wanted>) -> Result<Answer<Linked>, Failure> {
    aside(move || {
        let line = wanted.line.unwrap_or(1);
        Ok(Answer(Linked { href: service.editor_link(&wanted.file()?, line)? }))
    })
    .await
}

/// A text with a place in it, counted as browsers count.
#[derive(Deserialize)]
struct At {
    file: String,
    text: String,
    #[serde(default)]
    offset: usize,
}

/// The pieces of a text: how long each is, and its class.
async fn highlight(
    State(service): Service,
    at: Result<Json<At>, JsonRejection>,
) -> Result<Answer<Vec<(usize, &'static str)>>, Failure> {
    let Json(at) = at?;
    aside(move || Ok(Answer(runs(&at.text, &service.highlight(&at.file, &at.text))))).await
}

#[derive(Deserialize)]
struct Texts {
    tab: String,
    card: Option<String>,
    texts: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Looked {
    /// By file: from, to, class and message of each mark.
    marks: BTreeMap<String, Vec<(usize, usize, &'static str, String)>>,
    findings: String,
    changes: Option<String>,
    preview: String,
    fixes: Vec<Vec<Change>>,
    took: f64,
}

/// A change to a text.
#[derive(Serialize)]
struct Change {
    file: String,
    from: usize,
    to: usize,
    with: String,
}

/// Tries texts out. Without an answer if the same tab has asked for something newer.
async fn check(State(service): Service, texts: Result<Json<Texts>, JsonRejection>) -> Result<Response, Failure> {
    let Json(Texts { tab, card, texts }) = texts?;
    for path in texts.keys() {
        service.root.file(path)?;
    }
    let attempt = Attempt { tab, card: card.clone(), texts };
    let checked = match service.ask(attempt).await {
        Ok(Ok(checked)) => checked,
        Ok(Err(DeskError::Superseded)) | Err(_) => return Ok(StatusCode::NO_CONTENT.into_response()),
        Ok(Err(error)) => return Err(Failure(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())),
    };
    Ok(Answer(looked(&checked, card.as_deref())).into_response())
}

fn looked(checked: &Checked, card: Option<&str>) -> Looked {
    let mut marks: BTreeMap<String, Vec<(usize, usize, &'static str, String)>> = BTreeMap::new();
    for finding in &checked.findings {
        for label in finding.labels.iter().filter(|label| label.primary) {
            let units = Units::of(&label.file.text);
            let mark = (
                units.of_byte(label.span.start),
                units.of_byte(label.span.end),
                pane::severity_class(finding.severity),
                finding.message.clone(),
            );
            marks.entry(label.file.path.to_string()).or_default().push(mark);
        }
    }
    let mut fixes = Vec::new();
    let numbers: Vec<Option<usize>> = checked
        .findings
        .iter()
        .map(|finding| {
            fixes.push(edits(finding)?);
            Some(fixes.len() - 1)
        })
        .collect();
    let changes = (!checked.changes.is_empty()).then(|| pane::changes(&checked.changes, card).into_string());
    Looked {
        marks,
        findings: pane::findings(checked, &numbers).into_string(),
        changes,
        preview: html! { @for preview in &checked.previews { (pane::preview(preview)) } }.into_string(),
        fixes,
        took: checked.took.as_secs_f64() * 1e3,
    }
}

/// The changes that mend a finding, the last of each file first, so that the places of the others stay.
fn edits(finding: &Diagnostic) -> Option<Vec<Change>> {
    let fix = pane::mending(finding)?;
    let mut edits: Vec<Change> = fix
        .edits
        .iter()
        .map(|edit| {
            let units = Units::of(&edit.file.text);
            Change {
                file: edit.file.path.to_string(),
                from: units.of_byte(edit.span.start),
                to: units.of_byte(edit.span.end),
                with: edit.with.clone(),
            }
        })
        .collect();
    edits.sort_by(|a, b| (&a.file, b.from).cmp(&(&b.file, a.from)));
    Some(edits)
}

#[derive(Serialize)]
struct Offered {
    from: usize,
    to: usize,
    items: Vec<OfferedItem>,
}

#[derive(Serialize)]
struct OfferedItem {
    label: String,
    insert: String,
    caret: usize,
    kind: &'static str,
    signature: String,
    doc: String,
    example: String,
}

/// What could stand at a place.
async fn complete(State(service): Service, at: Result<Json<At>, JsonRejection>) -> Result<Answer<Offered>, Failure> {
    let Json(at) = at?;
    aside(move || {
        let units = Units::of(&at.text);
        let found = service.complete(&at.file, &at.text, units.to_byte(at.offset));
        let items = found.items.into_iter().map(|item| OfferedItem {
            caret: Units::of(&item.insert).of_byte(item.caret),
            label: item.label,
            insert: item.insert,
            kind: ItemKind::word(item.kind),
            signature: item.signature,
            doc: item.doc,
            example: item.example,
        });
        let (from, to) = (units.of_byte(found.span.start), units.of_byte(found.span.end));
        Ok(Answer(Offered { from, to, items: items.collect() }))
    })
    .await
}

#[derive(Serialize)]
struct Meant {
    from: usize,
    to: usize,
    html: String,
}

/// What the word at a place means; no content if it is none.
async fn explain(State(service): Service, at: Result<Json<At>, JsonRejection>) -> Result<Response, Failure> {
    let Json(at) = at?;
    aside(move || {
        let units = Units::of(&at.text);
        let Some(found) = service.explain(&at.file, &at.text, units.to_byte(at.offset)) else {
            return Ok(StatusCode::NO_CONTENT.into_response());
        };
        let (from, to) = (units.of_byte(found.span.start), units.of_byte(found.span.end));
        Ok(Answer(Meant { from, to, html: pane::explained(&found.items).into_string() }).into_response())
    })
    .await
}

#[derive(Deserialize)]
struct ToSave {
    file: String,
    text: String,
    base: String,
    #[serde(default)]
    overwrite: bool,
}

#[derive(Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
enum SaveAnswer {
    Written { hash: String },
    Same { hash: String },
    Conflict { hash: String, text: String, html: String },
}

/// Saves a text.
async fn save(State(service): Service, to_save: Result<Json<ToSave>, JsonRejection>) -> Result<Response, Failure> {
    let Json(ToSave { file, text, base, overwrite }) = to_save?;
    aside(move || {
        let on_conflict = if overwrite { OnConflict::Overwrite } else { OnConflict::Refuse };
        Ok(match service.save(&file, &text, &base, on_conflict)? {
            Saved::Written { hash } => Answer(SaveAnswer::Written { hash }).into_response(),
            Saved::Same { hash } => Answer(SaveAnswer::Same { hash }).into_response(),
            Saved::Conflict(conflict) => {
                let is_gone = conflict.hash == super::ABSENT;
                let html = pane::conflict(&file, &conflict.diff, is_gone).into_string();
                let answer = SaveAnswer::Conflict { hash: conflict.hash, text: conflict.theirs, html };
                (StatusCode::CONFLICT, Answer(answer)).into_response()
            }
        })
    })
    .await
}

#[derive(Deserialize)]
struct NewCard {
    set: String,
    name: String,
}

#[derive(Serialize)]
struct Made {
    path: String,
}

/// Makes a card.
async fn new_card(State(service): Service, wanted: Result<Json<NewCard>, JsonRejection>) -> Result<Answer<Made>, Failure> {
    let Json(NewCard { set, name }) = wanted?;
    aside(move || Ok(Answer(Made { path: service.new_card(&set, &name)? }))).await
}

/// The scenarios that mention a card or keyword.
async fn scenarios(State(service): Service, Query(wanted): Query<Wanted>) -> Result<Html<String>, Failure> {
    aside(move || {
        let subject = wanted.subject()?;
        let mentions = service.mentions(&subject);
        Ok(Html(pane::scenarios(&subject, &mentions, &service.library()).into_string()))
    })
    .await
}

#[derive(Deserialize)]
struct ToRun {
    #[serde(flatten)]
    wanted: Wanted,
    /// Only the scenario of that file and name; without it all.
    only: Option<(String, String)>,
}

/// Runs scenarios that mention a card or keyword, and shows all that do.
async fn run_scenarios(State(service): Service, to_run: Result<Json<ToRun>, JsonRejection>) -> Result<Html<String>, Failure> {
    let Json(ToRun { wanted, only }) = to_run?;
    aside(move || {
        let subject = wanted.subject()?;
        let is_wanted =
            |mention: &Mention| only.as_ref().is_none_or(|(file, name)| mention.file == *file && mention.name == *name);
        let found: Vec<Mention> =
            service.mentions(&subject).scenarios.into_iter().map(|(mention, _)| mention).filter(is_wanted).collect();
        service.run_scenarios(&found)?;
        Ok(Html(pane::scenarios(&subject, &service.mentions(&subject), &service.library()).into_string()))
    })
    .await
}
