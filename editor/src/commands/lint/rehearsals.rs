//! Which cards are rehearsed, and what was found about them: kept from one version of a library to the next.

use super::Options;
use super::paths::Paths;
use crate::catalog::Catalog;
use crate::rehearsal::{Limits, Rehearser};
use anyhow::{Result, bail};
use cardwright_library::{Library, LibraryCard};
use cardwright_lint::{ALL, Check, Lint};
use cardwright_script::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What rehearsals have found, by the address of the card, which lives as long as the entry.
#[derive(Default)]
pub(super) struct Rehearsals(BTreeMap<usize, (Arc<LibraryCard>, Vec<Diagnostic>)>);

impl Rehearsals {
    /// Nothing was rehearsed yet.
    pub fn new() -> Self {
        Rehearsals::default()
    }

    /// What the rehearsals of this version find: of every card, of those of the named paths, or of those with callbacks, since these
    /// cannot be judged otherwise.
    ///
    /// # Errors
    /// If the program's own props do not compile: a fault of the program, or of a library that has other words.
    pub fn play(&mut self, library: &Arc<Library>, paths: &Paths, options: &Options) -> Result<Vec<Diagnostic>> {
        let settings = options.settings()?;
        let is_rehearsal = |lint: &&Lint| matches!(lint.check, Check::Rehearsal);
        let mut lints = ALL.iter().flat_map(|family| family.iter()).filter(is_rehearsal);
        if options.no_rehearse || !lints.any(|lint| settings.wants(lint)) {
            return Ok(Vec::new());
        }
        let is_wanted = |card: &LibraryCard| {
            let files = card.scripts.iter().flatten().map(|script| &*script.file.path);
            let is_named = paths.has_path(card.path()) || files.into_iter().any(|path| paths.has_path(path));
            is_named && !library.is_last_good(card.key) && (options.rehearse || paths.is_some() || card.callbacks > 0)
        };
        let cards: Vec<&Arc<LibraryCard>> = library.cards().iter().filter(|card| is_wanted(card)).collect();
        let mut before = std::mem::take(&mut self.0);
        let known: Vec<_> = cards.iter().map(|card| before.remove(&Arc::as_ptr(card).addr())).collect();
        let mut found = Vec::new();
        // Making one is not free: only if there is something new.
        let catalog = Catalog { library: library.clone() };
        let mut rehearser = None;
        for (card, known) in cards.into_iter().zip(known) {
            let (_, of_card) = match known {
                Some(known) => known,
                None => {
                    if rehearser.is_none() {
                        rehearser = match Rehearser::new(&catalog, Limits::of_ms(options.rehearse_ms)) {
                            Ok(made) => Some(made),
                            Err(reason) => bail!("rehearsals cannot begin: {reason}"),
                        };
                    }
                    (card.clone(), rehearser.as_ref().map(|rehearser| rehearser.rehearse(card)).unwrap_or_default())
                }
            };
            found.extend(of_card.iter().cloned());
            self.0.insert(Arc::as_ptr(card).addr(), (card.clone(), of_card));
        }
        Ok(found)
    }
}
