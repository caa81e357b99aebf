//! What only the whole library shows: names and numbers that are taken, scripts that nobody uses, decks with unknown cards.

use crate::files::{Deck, RawSet};
use crate::library::{CardSet, Library, LibraryCard};
use crate::loader::Workspace;
use crate::sources::{Role, set_folder};
use crate::units::Unit;
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::{Diagnostic, SourceFile, nearest};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The library of everything that a workspace has good versions of.
pub(crate) fn assemble<C>(workspace: &Workspace<C>, version: u64) -> Library {
    let mut library = Library { root: workspace.sources.root().to_owned(), version, ..Library::default() };
    let mut out: Vec<Diagnostic> = Vec::new();
    for file in workspace.card_files.values() {
        out.extend(file.diagnostics.iter().cloned());
        out.extend(file.units.iter().flat_map(Unit::diagnostics).cloned());
    }
    out.extend(workspace.shared.diagnostics().cloned());
    out.extend(workspace.sources.odd_letters().cloned());
    library.types = workspace.shared.types().to_vec();
    library.counters = workspace.shared.counters().clone();
    library.reminders = workspace.shared.reminders().clone();
    library.keywords = workspace.shared.keyword_names().to_vec();
    library.preludes = workspace.shared.in_use(Role::Prelude).cloned().collect();
    library.keyword_files = workspace.shared.in_use(Role::Keyword).chain(workspace.shared.in_use(Role::Type)).cloned().collect();
    library.files = workspace.sources.all().cloned().collect();
    // Those that come with the program are shown by other paths than they are known by.
    library.files.sort_by(|a, b| a.path.cmp(&b.path));
    for (_, source) in workspace.sources.of(Role::Config) {
        out.extend(source.problem.clone());
        library.config = source.problem.is_none().then(|| source.file.clone());
    }
    cards(workspace, &mut library, &mut out);
    numbers(&library, &mut out);
    rulesets(workspace, &mut library, &mut out);
    sets(workspace, &mut library, &mut out);
    references(workspace, &library, &mut out);
    unused_scripts(workspace, &mut out);
    decks(workspace, &mut library, &mut out);
    out.sort_by_cached_key(Diagnostic::sort_key);
    out.dedup();
    consequences(&mut out);
    library.diagnostics = out;
    library
}

/// Leaves out what another diagnostic of the same place says as well: a letter of another script that is a syntax error.
fn consequences(out: &mut Vec<Diagnostic>) {
    let place = |trouble: &Diagnostic| trouble.primary().map(|label| (label.file.path.clone(), label.span.start));
    let errors: BTreeSet<_> = out.iter().filter(|trouble| trouble.is_error()).filter_map(place).collect();
    out.retain(|trouble| trouble.code != "look-alike-letter" || place(trouble).is_none_or(|place| !errors.contains(&place)));
}

fn cards<C>(workspace: &Workspace<C>, library: &mut Library, out: &mut Vec<Diagnostic>) {
    let units = workspace.card_files.iter().flat_map(|(path, file)| file.units.iter().map(move |unit| (path, unit)));
    for (path, unit) in units {
        let Some(card) = &unit.good else {
            library.failed.insert(Symbol::new(unit.name.as_deref().unwrap_or(path)));
            continue;
        };
        if let Some(first) = library.card_by_key(card.key) {
            let (here, there) = (name_place(card), name_place(first));
            out.push(Diagnostic::duplicate_name(card.key.as_str(), (here.0, here.1), (there.0, there.1)));
            continue;
        }
        if !unit.current {
            library.last_good.insert(card.key);
        }
        library.tokens.extend(card.tokens.iter().map(|token| (token.key, token.clone())));
        library.by_key.insert(card.key, library.cards.len());
        library.cards.push(card.clone());
    }
}

fn name_place(card: &LibraryCard) -> (&SourceFile, Range<usize>) {
    (&card.raw.file, card.raw.name().span.clone())
}

fn numbers(library: &Library, out: &mut Vec<Diagnostic>) {
    let mut taken: BTreeMap<(&str, u32), (&SourceFile, Range<usize>)> = BTreeMap::new();
    for card in &library.cards {
        let Some(number) = &card.raw.number else { continue };
        let here = (&card.raw.file, number.span.clone());
        match taken.get(&(&*card.set, number.value)) {
            Some(first) => out.push(Diagnostic::duplicate_number(number.value, here, first.clone())),
            None => {
                taken.insert((&card.set, number.value), here);
            }
        }
    }
}

fn rulesets<C>(workspace: &Workspace<C>, library: &mut Library, out: &mut Vec<Diagnostic>) {
    for (path, source) in workspace.sources.of(Role::Ruleset) {
        out.extend(source.problem.clone());
        let name = path.strip_prefix("scripts/rulesets/").and_then(|name| name.strip_suffix(".toml")).unwrap_or(path);
        library.rulesets.insert(name.to_owned(), source.file.clone());
    }
}

fn sets<C>(workspace: &Workspace<C>, library: &mut Library, out: &mut Vec<Diagnostic>) {
    let mut folders: BTreeMap<&str, RawSet> = library
        .cards
        .iter()
        .map(|card| &*card.set)
        .chain(workspace.card_files.keys().map(|path| set_folder(path)))
        .filter(|folder| !folder.is_empty())
        .map(|folder| (folder, RawSet::unnamed(folder)))
        .collect();
    let mut taken: BTreeMap<(&str, &str), (&SourceFile, Range<usize>)> = BTreeMap::new();
    for (path, set) in &workspace.sets {
        out.extend(set.diagnostics.iter().cloned());
        for (what, text) in [("name", &set.facts.name_text), ("code", &set.facts.code_text)] {
            let Some(text) = text else { continue };
            let here = (&set.file, text.span.clone());
            match taken.get(&(what, text.value.as_str())) {
                Some(first) => out.push(Diagnostic::duplicate_set(what, &text.value, here, first.clone())),
                None => {
                    taken.insert((what, &text.value), here);
                }
            }
        }
        let known = || library.rulesets.keys().map(String::as_str);
        // Without any ruleset there is nothing to compare with: the library is used without the program's own scripts.
        let any = !library.rulesets.is_empty();
        if let Some(text) = set.facts.ruleset_text.as_ref().filter(|text| any && known().all(|name| name != text.value)) {
            let trouble = Diagnostic::error("unknown-ruleset", format!("there is no ruleset `{}`", text.value))
                .at(&set.file, text.inside());
            out.push(match nearest(&text.value, known()) {
                Some(word) => trouble.did_you_mean(Some(word)),
                None => trouble.help("write `modern` or `classic`, or the name of a file in `scripts/rulesets/`"),
            });
        }
        folders.insert(set_folder(path), set.facts.clone());
    }
    let sets = folders.into_iter().map(|(folder, facts)| Arc::new(CardSet { folder: folder.into(), facts }));
    library.sets = sets.collect();
}

/// Tokens and cards that scripts name must be there.
fn references<C>(workspace: &Workspace<C>, library: &Library, out: &mut Vec<Diagnostic>) {
    for unit in workspace.card_files.values().flat_map(|file| &file.units).filter(|unit| unit.current) {
        let Some(card) = &unit.good else { continue };
        for token in card.uses.tokens.iter().filter(|key| library.definition(**key).is_none()) {
            // The script says the token's own name, the key has the card's before it.
            let name = token.as_str().rsplit('/').next().unwrap_or_default();
            let known = library.tokens.keys().map(|key| key.as_str());
            let (file, span) = mention(card, name);
            let own = card.tokens.iter().map(|token| token.front().base.name.as_str());
            out.push(Diagnostic::unknown_token(&file, span, name, own.chain(known)));
        }
        for name in card.uses.cards.iter().filter(|key| !library.by_key.contains_key(*key)) {
            let (file, span) = mention(card, name.as_str());
            out.push(missing_card(library, &file, span, *name));
        }
    }
}

/// Where a card's scripts say a name; the beginning of the card file if they do not say it literally.
fn mention(card: &LibraryCard, name: &str) -> (SourceFile, Range<usize>) {
    for script in card.scripts.iter().flatten() {
        if let Some(at) = script.text().find(name) {
            let start = script.span.start + at;
            return (script.file.clone(), start..start + name.len());
        }
    }
    (card.raw.file.clone(), card.raw.name().span.clone())
}

fn missing_card(library: &Library, file: &SourceFile, span: Range<usize>, name: Symbol) -> Diagnostic {
    if library.failed.contains(&name) {
        return Diagnostic::error("broken-card", format!("`{name}` has errors, so there is no such card"))
            .at(file, span)
            .help("mend that card first");
    }
    let other_face = |card: &&Arc<LibraryCard>| card.definition.faces.iter().skip(1).any(|face| face.base.name == name);
    if let Some(card) = library.cards.iter().find(other_face) {
        return Diagnostic::error("unknown-card", format!("no card is called `{name}`"))
            .at(file, span)
            .help(format!("it is a face of `{}`: a card is named by its front", card.key));
    }
    Diagnostic::unknown_card(file, span, name.as_str(), library.by_key.keys().map(|key| key.as_str()))
}

fn unused_scripts<C>(workspace: &Workspace<C>, out: &mut Vec<Diagnostic>) {
    let units = || workspace.card_files.values().flat_map(|file| &file.units);
    // A card file that was never readable may name any script.
    if units().any(|unit| unit.raw.is_none() && unit.good.is_none()) {
        return;
    }
    let raws = units().filter_map(|unit| unit.raw.as_ref().or(unit.good.as_ref().map(|card| &card.raw)));
    let used: BTreeSet<&str> = raws.flat_map(|raw| raw.script_files()).map(|text| text.value.as_str()).collect();
    for (path, source) in workspace.sources.of(Role::Script) {
        let named = path.strip_prefix("scripts/").unwrap_or(path);
        if !used.contains(named) {
            out.push(Diagnostic::unused_script(&source.file, named));
        }
    }
}

fn decks<C>(workspace: &Workspace<C>, library: &mut Library, out: &mut Vec<Diagnostic>) {
    for state in workspace.decks.values() {
        out.extend(state.diagnostics.iter().cloned());
        let Some(deck) = &state.good else { continue };
        let missing: Vec<Diagnostic> = missing_cards(library, deck);
        if !missing.is_empty() {
            library.unplayable.insert(deck.id.clone());
        }
        out.extend(missing);
        library.decks.push(deck.clone());
    }
}

fn missing_cards(library: &Library, deck: &Deck) -> Vec<Diagnostic> {
    deck.entries()
        .filter(|entry| !library.by_key.contains_key(&entry.card))
        .map(|entry| missing_card(library, &deck.file, entry.span.clone(), entry.card))
        .collect()
}
