//! Watching: a library that follows its files.
//!
//! Every event is only a hint. Folders are watched, since a watch on a file dies when an editor replaces it; after a short quiet
//! the files in question are read again, and only new content counts. A thread of its own reads and compiles, then publishes the
//! finished version at once.

use crate::compile::Compiler;
use crate::library::Library;
use crate::loader::{LibraryError, Workspace};
use crate::reload::ReloadReport;
use crate::sources::FOLDERS;
use arc_swap::ArcSwap;
use notify::event::ModifyKind;
use notify::{Config, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, DebouncedEvent, Debouncer, NoCache, RecommendedCache, new_debouncer_opt};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How to watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WatchOptions {
    /// How long it must be quiet before files are read: editors save in several steps.
    pub quiet: Duration,
    /// Look at every file this often instead of waiting for the system's events, which network folders do not send.
    pub poll: Option<Duration>,
}

impl Default for WatchOptions {
    fn default() -> Self {
        WatchOptions { quiet: Duration::from_millis(30), poll: None }
    }
}

/// A library that follows its files for as long as this value lives.
#[derive(Debug)]
pub struct LiveLibrary {
    shared: Arc<Shared>,
    messages: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    current: ArcSwap<Library>,
    reports: Mutex<Vec<ReloadReport>>,
    arrived: Condvar,
}

impl Shared {
    fn reports(&self) -> MutexGuard<'_, Vec<ReloadReport>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Message {
    Events(DebounceEventResult),
    ReadAll,
    Stop,
}

impl LiveLibrary {
    /// Loads the library in a folder and follows it. The compiler is made on the thread that uses it.
    pub fn open<C: Compiler + 'static>(
        root: &Path,
        options: WatchOptions,
        make_compiler: impl FnOnce() -> C + Send + 'static,
    ) -> Result<Self, LibraryError> {
        let (messages, inbox) = channel();
        let (opened, first) = channel();
        let (root, events) = (root.to_owned(), messages.clone());
        let thread = std::thread::Builder::new().name("library".to_owned()).spawn(move || {
            match Follower::open(&root, options, make_compiler(), events) {
                Ok(mut follower) => {
                    let shared = follower.shared.clone();
                    if opened.send(Ok(shared)).is_ok() {
                        follower.run(&inbox);
                    }
                }
                Err(error) => drop(opened.send(Err(error))),
            }
        });
        let thread = thread.map_err(|error| LibraryError::Watch(notify::Error::io(error)))?;
        let shared = first.recv().map_err(|_| LibraryError::Ended)??;
        Ok(LiveLibrary { shared, messages, thread: Some(thread) })
    }

    /// The newest version.
    pub fn current(&self) -> Arc<Library> {
        self.shared.current.load_full()
    }

    /// What was reloaded since this was asked last, in order.
    pub fn take_reports(&self) -> Vec<ReloadReport> {
        std::mem::take(&mut *self.shared.reports())
    }

    /// Waits until there are reports, and takes them. None if nothing came in that time.
    pub fn wait_for_reports(&self, longest: Duration) -> Vec<ReloadReport> {
        let end = Instant::now() + longest;
        let mut reports = self.shared.reports();
        while reports.is_empty() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            reports = self.shared.arrived.wait_timeout(reports, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        std::mem::take(&mut *reports)
    }

    /// Asks for every file to be read again, whatever the system reports.
    pub fn read_all(&self) {
        // Nobody listens only if the thread has ended; then there is nothing to read.
        drop(self.messages.send(Message::ReadAll));
    }
}

impl Drop for LiveLibrary {
    fn drop(&mut self) {
        drop(self.messages.send(Message::Stop));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// What the thread owns.
struct Follower<C> {
    workspace: Workspace<C>,
    watching: Watching,
    shared: Arc<Shared>,
}

impl<C: Compiler> Follower<C> {
    fn open(root: &Path, options: WatchOptions, compiler: C, events: Sender<Message>) -> Result<Self, LibraryError> {
        let full = root.canonicalize().map_err(|reason| LibraryError::Unreadable { path: root.to_owned(), reason })?;
        // Watching starts first: what is saved while the library loads is seen.
        let mut watching = Watching::new(&full, options, events)?;
        watching.watch_folders()?;
        let workspace = Workspace::open(root, compiler)?;
        let shared = Arc::new(Shared {
            current: ArcSwap::new(workspace.library().clone()),
            reports: Mutex::new(Vec::new()),
            arrived: Condvar::new(),
        });
        Ok(Follower { workspace, watching, shared })
    }

    fn run(&mut self, inbox: &Receiver<Message>) {
        while let Ok(message) = inbox.recv() {
            let report = match message {
                Message::Stop => return,
                Message::ReadAll => self.workspace.reload_all(),
                // An error means that events were lost.
                Message::Events(Err(_)) => self.workspace.reload_all(),
                Message::Events(Ok(events)) => self.follow(&events),
            };
            if let Some(report) = report {
                self.shared.current.store(report.library.clone());
                self.shared.reports().push(report);
                self.shared.arrived.notify_all();
            }
        }
    }

    fn follow(&mut self, events: &[DebouncedEvent]) -> Option<ReloadReport> {
        // Reading a file is reported too; reacting to that would never end.
        let events = || events.iter().filter(|event| !matches!(event.kind, EventKind::Access(_)));
        let paths: BTreeSet<&PathBuf> = events().flat_map(|event| &event.paths).collect();
        for path in events().filter(|event| comes_or_goes(event.kind)).flat_map(|event| &event.paths) {
            self.watching.forget(path);
        }
        // A folder that cannot be watched is still read below, and again whenever it comes or goes.
        drop(self.watching.watch_folders());
        if events().any(|event| event.need_rescan()) || paths.contains(&self.watching.root) {
            return self.workspace.reload_all();
        }
        self.workspace.reload(paths.into_iter().cloned())
    }
}

fn comes_or_goes(kind: EventKind) -> bool {
    matches!(kind, EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)))
}

/// The watches on the folders of a library.
struct Watching {
    root: PathBuf,
    debouncer: AnyDebouncer,
    watched: BTreeSet<PathBuf>,
}

enum AnyDebouncer {
    System(Debouncer<RecommendedWatcher, RecommendedCache>),
    Polling(Debouncer<PollWatcher, NoCache>),
}

impl Watching {
    fn new(root: &Path, options: WatchOptions, events: Sender<Message>) -> Result<Self, LibraryError> {
        // Two looks in the quiet time: the least delay that the debouncer adds is one of them.
        let tick = Some((options.quiet / 4).max(Duration::from_millis(2)));
        let handler = move |result: DebounceEventResult| drop(events.send(Message::Events(result)));
        let debouncer = match options.poll {
            None => {
                AnyDebouncer::System(new_debouncer_opt(options.quiet, tick, handler, RecommendedCache::new(), Config::default())?)
            }
            Some(interval) => {
                let config = Config::default().with_poll_interval(interval).with_compare_contents(true);
                AnyDebouncer::Polling(new_debouncer_opt(options.quiet, tick, handler, NoCache::new(), config)?)
            }
        };
        let mut watching = Watching { root: root.to_owned(), debouncer, watched: BTreeSet::new() };
        // The root itself, but not what is in it: to see when one of the folders is made.
        watching.watch(root, RecursiveMode::NonRecursive)?;
        Ok(watching)
    }

    /// Watches the folders that are there and not watched yet.
    fn watch_folders(&mut self) -> notify::Result<()> {
        for path in FOLDERS.map(|folder| self.root.join(folder)) {
            if !self.watched.contains(&path) && path.is_dir() {
                self.watch(&path, RecursiveMode::Recursive)?;
                self.watched.insert(path);
            }
        }
        Ok(())
    }

    /// The watch on a folder is lost when that is deleted or moved, even if another takes its name.
    fn forget(&mut self, path: &Path) {
        if self.watched.remove(path) {
            // The system may have dropped it already.
            drop(match &mut self.debouncer {
                AnyDebouncer::System(debouncer) => debouncer.unwatch(path),
                AnyDebouncer::Polling(debouncer) => debouncer.unwatch(path),
            });
        }
    }

    fn watch(&mut self, path: &Path, mode: RecursiveMode) -> notify::Result<()> {
        match &mut self.debouncer {
            AnyDebouncer::System(debouncer) => debouncer.watch(path, mode),
            AnyDebouncer::Polling(debouncer) => debouncer.watch(path, mode),
        }
    }
}

#[cfg(test)]
mod tests;
