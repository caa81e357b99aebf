//! The desk: the text as it is in the editor tried out against the library, while somebody types.
//!
//! A thread of its own keeps a workspace and a linter between requests, so that only what the edit concerns is compiled and looked at
//! again. The disk is never written, and games know nothing of it. Of several requests of one tab only the newest is answered.

use super::preview::{Preview, Version, preview};
use super::{CardWords, Standing};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_library::{Library, LibraryCard, LibraryCompiler, LibraryError, Workspace};
use cardwright_lint::{Linter, Settings};
use cardwright_play::table::changes;
use cardwright_script::diagnostic::Diagnostic;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// What is to be tried out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attempt {
    /// The tab that asks: a newer request of the same tab takes the place of an older one.
    pub tab: String,
    /// The card that is being looked at, by its key.
    pub card: Option<String>,
    /// The texts of the files in the editor, by path, with line feeds.
    pub texts: BTreeMap<String, String>,
}

/// What trying it out came to.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What lint says about these texts, in the order of files and places.
    pub findings: Vec<Diagnostic>,
    /// What it says about other files, which it did not say before.
    pub elsewhere: Vec<Diagnostic>,
    /// What the edit changes about the cards in play, in words.
    pub changes: Vec<CardWords>,
    /// The cards as they would be.
    pub previews: Vec<Preview>,
    /// How long it took.
    pub took: Duration,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeskError {
    /// The same tab has asked for something newer.
    #[error("a newer text has taken the place of this one")]
    Superseded,
    /// The library cannot be opened.
    #[error("{0}")]
    Library(String),
    /// The program failed at this text.
    #[error("the program failed at this text, which is a fault of its own: save what you have, and report the card")]
    Fault,
}

/// A request with the way back to whoever waits for the answer. Dropped unanswered, it was superseded.
struct Job {
    attempt: Attempt,
    answer: oneshot::Sender<Result<Checked, DeskError>>,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    ended: bool,
}

#[derive(Default)]
struct Inbox {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The way to the thread that tries things out. It ends when this is dropped.
pub struct Desk {
    inbox: Arc<Inbox>,
    thread: Option<JoinHandle<()>>,
}

impl Desk {
    /// Starts the thread. It opens the library at once, so that the first request does not wait long.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn new(root: PathBuf, standing: Arc<dyn Standing>) -> std::io::Result<Self> {
        let inbox = Arc::new(Inbox::default());
        let jobs = inbox.clone();
        let work = move || {
            super::vocabulary::warm_up();
            let mut bench = Bench::new(root, standing);
            // Whoever asks first is told if this went wrong.
            drop(catch_unwind(AssertUnwindSafe(|| drop(bench.follow()))));
            while let Some(Job { attempt, answer }) = next(&jobs) {
                let checked = catch_unwind(AssertUnwindSafe(|| bench.check(&attempt))).unwrap_or_else(|_| {
                    // What was half done is not used again; the library is opened anew.
                    bench.open = None;
                    Err(DeskError::Fault)
                });
                // Whoever asked may have gone.
                drop(answer.send(checked));
            }
        };
        let thread = std::thread::Builder::new().name("editor".to_owned()).spawn(work)?;
        Ok(Desk { inbox, thread: Some(thread) })
    }

    /// Asks for a text to be tried out. What comes back is waited for; an error of waiting means that it was superseded.
    pub fn ask(&self, attempt: Attempt) -> oneshot::Receiver<Result<Checked, DeskError>> {
        let (answer, waiting) = oneshot::channel();
        let mut inbox = self.inbox.lock();
        inbox.jobs.retain(|job| job.attempt.tab != attempt.tab);
        inbox.jobs.push_back(Job { attempt, answer });
        drop(inbox);
        self.inbox.arrived.notify_one();
        waiting
    }

    /// The same for whoever can wait where they are.
    ///
    /// # Errors
    /// If a newer request came, or the library cannot be opened.
    pub fn check(&self, attempt: Attempt) -> Result<Checked, DeskError> {
        self.ask(attempt).blocking_recv().unwrap_or(Err(DeskError::Superseded))
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.inbox.lock().ended = true;
        self.inbox.arrived.notify_all();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn next(inbox: &Inbox) -> Option<Job> {
    let mut waiting = inbox.lock();
    loop {
        if waiting.ended {
            return None;
        }
        if let Some(job) = waiting.jobs.pop_front() {
            return Some(job);
        }
        waiting = inbox.arrived.wait(waiting).unwrap_or_else(PoisonError::into_inner);
    }
}

/// What a finding is known by when it moves within its file.
type Known = (Arc<str>, &'static str, String);

/// What the thread owns.
struct Bench {
    root: PathBuf,
    standing: Arc<dyn Standing>,
    open: Option<Open>,
}

/// The library as it is tried out.
struct Open {
    workspace: Workspace<LibraryCompiler>,
    linter: Linter,
    /// The version of the game's library that this follows.
    seen: Arc<Library>,
    /// The library as the disk has it.
    disk: Arc<Library>,
    /// What lint says about that.
    known: BTreeSet<Known>,
}

impl Open {
    fn settle(&mut self) {
        self.disk = self.workspace.library().clone();
        self.known = self.linter.run(&self.disk, None).findings.iter().filter_map(known).collect();
    }
}

impl Bench {
    fn new(root: PathBuf, standing: Arc<dyn Standing>) -> Self {
        Bench { root, standing, open: None }
    }

    /// Takes over what has changed on the disk since the last time.
    fn follow(&mut self) -> Result<&mut Open, LibraryError> {
        let now = self.standing.library();
        let mut open = match self.open.take() {
            Some(open) => open,
            None => {
                let workspace = Workspace::open(&self.root, LibraryCompiler::tracing())?;
                let disk = workspace.library().clone();
                let linter = Linter::new(Settings::default());
                let mut open = Open { workspace, linter, seen: now.clone(), disk, known: BTreeSet::new() };
                open.settle();
                open
            }
        };
        if !Arc::ptr_eq(&open.seen, &now) {
            let paths = differing(&open.seen, &now);
            open.seen = now;
            if !paths.is_empty() {
                open.workspace.suppose_only([]);
                open.workspace.reload(paths.iter().map(|path| self.root.join(path)));
                open.settle();
            }
        }
        Ok(self.open.insert(open))
    }

    fn check(&mut self, attempt: &Attempt) -> Result<Checked, DeskError> {
        let begun = Instant::now();
        let standing = self.standing.clone();
        let open = self.follow().map_err(|error| DeskError::Library(error.to_string()))?;
        open.workspace.suppose_only(attempt.texts.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        let library = open.workspace.library().clone();
        let found = open.linter.run(&library, None).findings;
        let is_here = |finding: &Diagnostic| {
            let path = finding.primary().map(|label| label.file.path.clone());
            path.is_some_and(|path| attempt.texts.contains_key(path.strip_suffix(SCRIPT_OF).unwrap_or(&path)))
        };
        let (findings, others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_here);
        let findings = findings.into_iter().map(|finding| in_its_file(finding, &library)).collect();
        let elsewhere =
            others.into_iter().filter(|finding| known(finding).is_some_and(|key| !open.known.contains(&key))).collect();
        let changes = in_words(&open.disk, &library, &*standing);
        let previews = shown(&library, attempt).iter().map(|card| as_it_would_be(&library, &*standing, card)).collect();
        Ok(Checked { findings, elsewhere, changes, previews, took: begun.elapsed() })
    }
}

fn known(finding: &Diagnostic) -> Option<Known> {
    finding.primary().map(|label| (label.file.path.clone(), finding.code, finding.message.clone()))
}

/// How scripts are called that stand in a card file with escapes, so that their places count from their own beginning.
const SCRIPT_OF: &str = " (script)";

/// A finding in a script whose places are not those of its file is shown at the whole script.
fn in_its_file(mut finding: Diagnostic, library: &Library) -> Diagnostic {
    for label in &mut finding.labels {
        let Some(path) = label.file.path.strip_suffix(SCRIPT_OF) else { continue };
        let Some(file) = library.files().iter().find(|file| *file.path == *path) else { continue };
        let decoded = cardwright_library::files::decode_card_file(file);
        let cards = decoded.cards.iter().filter_map(|card| card.card.as_ref());
        let scripts = cards.flat_map(|card| card.faces.iter().chain(&card.tokens)).filter_map(|face| face.script.as_ref());
        let span = scripts
            .filter_map(|script| match script {
                cardwright_library::files::RawScript::Inline(text) if text.value == *label.file.text => Some(text.span.clone()),
                _ => None,
            })
            .next();
        label.file = file.clone();
        label.span = span.unwrap_or(0..0);
        finding.fix = None;
    }
    finding
}

/// The files that two versions of a library read differently, without what is said of those that come with the program.
fn differing(before: &Library, now: &Library) -> BTreeSet<String> {
    let plain = |path: &str| path.strip_suffix(" (built in)").unwrap_or(path).to_owned();
    let texts = |library: &Library| -> BTreeMap<Arc<str>, Arc<str>> {
        library.files().iter().map(|file| (file.path.clone(), file.text.clone())).collect()
    };
    let (before, now) = (texts(before), texts(now));
    let gone = before.iter().filter(|(path, text)| now.get(*path) != Some(text));
    let new = now.iter().filter(|(path, _)| !before.contains_key(*path));
    gone.chain(new).map(|(path, _)| plain(path)).collect()
}

/// A card as it would be. One with errors is what games still have: what was tried out before counts for nothing.
fn as_it_would_be(library: &Library, standing: &dyn Standing, card: &LibraryCard) -> Preview {
    if library.is_last_good(card.key) {
        let now = standing.library();
        if let Some(card) = now.card_by_key(card.key) {
            return Preview { version: Version::LastGood, ..preview(&now, card) };
        }
    }
    preview(library, card)
}

/// The cards to show: the one that is looked at, or else those of the files.
fn shown(library: &Library, attempt: &Attempt) -> Vec<Arc<LibraryCard>> {
    let is_of_files = |card: &&Arc<LibraryCard>| {
        let scripts = || card.scripts.iter().flatten().map(|script| &*script.file.path);
        attempt.texts.contains_key(&**card.path()) || scripts().any(|path| attempt.texts.contains_key(path))
    };
    if let Some(card) = attempt.card.as_ref().and_then(|key| library.card(key)) {
        return vec![card.clone()];
    }
    library.cards().iter().filter(is_of_files).take(MOST_PREVIEWS).cloned().collect()
}

const MOST_PREVIEWS: usize = 3;

/// What is different about cards and their tokens from those in play, in words. The card that changes in more ways comes no earlier:
/// they are in the order of their files.
fn in_words(disk: &Library, now: &Library, standing: &dyn Standing) -> Vec<CardWords> {
    let mut out = Vec::new();
    for card in now.cards() {
        let before = disk.card_by_key(card.key);
        if before.is_some_and(|before| Arc::ptr_eq(before, card)) || now.is_last_good(card.key) {
            continue;
        }
        let Some(in_play) = standing.in_play(card.key).or_else(|| before.map(|before| before.definition.clone())) else {
            out.push(CardWords { card: card.key, words: vec!["is new".to_owned()] });
            continue;
        };
        let mut words = changes(&in_play, &card.definition);
        if words.is_empty() {
            words = keywords_that_change(&in_play, &card.definition);
        }
        let said = |token: Symbol| token.as_str().rsplit('/').next().unwrap_or_default().to_owned();
        for token in &card.tokens {
            match standing.in_play(token.key) {
                Some(old) => words.extend(changes(&old, token).into_iter().map(|word| format!("{}: {word}", said(token.key)))),
                None => words.push(format!("a new token: {}", said(token.key))),
            }
        }
        if !words.is_empty() {
            out.push(CardWords { card: card.key, words });
        }
    }
    let gone = disk.cards().iter().filter(|card| now.card_by_key(card.key).is_none());
    out.extend(gone.map(|card| CardWords { card: card.key, words: vec!["is no longer in the library".to_owned()] }));
    out
}

/// The keywords that do something else on a card, though it has the same: their file is being edited.
fn keywords_that_change(before: &CardDef, after: &CardDef) -> Vec<String> {
    let mut words = Vec::new();
    for (old, new) in before.faces.iter().zip(&after.faces) {
        for instance in new.abilities() {
            let Some(keyword) = instance.ability.keyword else { continue };
            let word = format!("{} does something else", keyword.name);
            let is_there = old.abilities().iter().any(|other| other.ability == instance.ability);
            if !is_there && !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words
}

#[cfg(test)]
mod tests;
