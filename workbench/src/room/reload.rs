//! What is saved on disk comes to the table.

use super::{Refused, Room, Work};
use crate::page;
use cardwright_engine::symbol::Symbol;
use cardwright_library::{ChangeKind, Library, LiveLibrary, ReloadReport};
use cardwright_play::catalog::{Catalog, install_host};
use cardwright_play::table::changes;
use cardwright_script::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How long a watching thread waits before it looks whether the room is still there.
const LOOK: Duration = Duration::from_millis(500);

/// What is wrong with the files on disk, and what changed lately.
#[derive(Clone, Debug, Default)]
pub struct Trouble {
    /// The errors, in the order of files and places.
    pub errors: Vec<Diagnostic>,
    /// Cards that changed, with the number of the reload: they glow.
    pub changed: BTreeMap<Symbol, u64>,
    /// How often something was reloaded.
    pub reloads: u64,
}

impl Trouble {
    /// What is wrong with that library.
    pub fn of(library: &Library) -> Self {
        Trouble { errors: errors(library.diagnostics()), ..Trouble::default() }
    }
}

fn errors(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).cloned().collect()
}

/// A thread that brings what is saved into the room, for as long as the room is there.
pub(super) fn follow(live: Arc<LiveLibrary>, inbox: Sender<Work>, room: Weak<()>) -> std::io::Result<()> {
    std::thread::Builder::new().name("reload".to_owned()).spawn(move || {
        while room.strong_count() > 0 {
            let reports = live.wait_for_reports(LOOK);
            if !reports.is_empty()
                && inbox.send(Box::new(move |room| reports.iter().for_each(|report| room.reloaded(report)))).is_err()
            {
                return;
            }
        }
    })?;
    Ok(())
}

impl Room {
    /// An entry of the stack takes the text that its card has now.
    ///
    /// # Errors
    /// If it is not there, or what was chosen for it does not fit the new text.
    pub fn take_new_text(&mut self, element: &str) -> Result<(), Refused> {
        let entry = self.object_of(element).ok_or_else(|| Refused::Illegal("it is not on the stack any more".to_owned()))?;
        self.table.adopt_on_stack(entry).map_err(|why| Refused::Illegal(why.to_string()))?;
        self.status = cardwright_play::table::Status::Goes;
        Ok(())
    }

    /// Takes over what was saved.
    pub(super) fn reloaded(&mut self, report: &ReloadReport) {
        self.library = report.library.clone();
        self.pictures.forget();
        install_host(&Catalog { library: report.library.clone() });
        let known = |key: Symbol| self.table.game().definitions().find(key).is_some();
        let keys: Vec<Symbol> = report
            .changed
            .iter()
            .filter(|change| change.kind != ChangeKind::Removed && known(change.key))
            .map(|change| change.key)
            .collect();
        let said = self.table.adopt(&report.library.definitions_for(keys.iter().copied()));
        self.trouble.reloads += 1;
        let milliseconds = report.compile_time.as_millis();
        for key in keys {
            self.trouble.changed.insert(key, self.trouble.reloads);
        }
        for line in &said {
            self.say_to_designer(&page::toast(&format!("{line}, {milliseconds} ms")));
        }
        for change in &report.changed {
            let name = change.name;
            let in_play = self.table.game().definitions().find(change.key).is_some();
            let words = match change.kind {
                ChangeKind::Added => format!("{name} is new: put it on the table from the palette"),
                ChangeKind::Removed if in_play => format!("{name} is gone from the disk: this game keeps it"),
                ChangeKind::Broken => format!("{name} has errors: the last good version stays in play"),
                ChangeKind::Mended => format!("{name} is mended"),
                // A card that is not in this game: what changed is worth a line all the same.
                ChangeKind::Changed if !in_play => match (&change.before, &change.after) {
                    (Some(before), Some(after)) => {
                        let words = changes(before, after);
                        if words.is_empty() {
                            continue;
                        }
                        format!("{name}: {} (not in this game)", words.join(", "))
                    }
                    _ => continue,
                },
                ChangeKind::Changed | ChangeKind::Removed => continue,
            };
            self.say_to_designer(&page::toast(&words));
        }
        let errors = errors(&report.diagnostics);
        if errors.is_empty() && !self.trouble.errors.is_empty() {
            self.say_to_designer(&page::toast("No errors any more"));
        }
        self.trouble.errors = errors;
        // A game that a script stopped may go on now.
        self.status = cardwright_play::table::Status::Goes;
    }
}
