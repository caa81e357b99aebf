//! Judging findings: at which level each is shown, whether something silences it, and which silences were of no use.

use crate::control::{CardControls, Config, Mention, Selector, Silence, Use, silences};
use crate::linter::{Report, Settings, Silenced, SilencedBy, Warnings};
use crate::runner::{bad_config, unknown_lint, unused_suppression};
use crate::{Check, Findings, Level, Lint, by_name};
use cardwright_library::files::decode_card_file;
use cardwright_library::sources::{Role, role};
use cardwright_library::{Library, LibraryCard};
use cardwright_script::diagnostic::{Assumes, Diagnostic, Edit, Fix, Severity, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Judges the findings about one version of a library.
pub(crate) struct Judge<'s> {
    settings: &'s Settings,
    rehearsed: bool,
    config: Config,
    /// What cards say to lint, by file. Only files in which a card says something.
    cards: BTreeMap<Arc<str>, Vec<CardOfFile>>,
    /// The card files to which scripts belong. Only of such cards.
    scripts: BTreeMap<Arc<str>, Arc<str>>,
    silences: BTreeMap<Arc<str>, FileSilences>,
    /// What is wrong with what is said to lint.
    about_lint: Vec<Diagnostic>,
    found: Vec<Diagnostic>,
    silenced: Vec<Silenced>,
}

/// A card of a file in which some card says something to lint.
struct CardOfFile {
    /// About where it begins.
    start: usize,
    controls: Option<CardControls>,
    state: State,
}

struct FileSilences {
    list: Vec<Silence>,
    state: State,
}

/// Whether all lints have looked at something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Linted,
    /// It has errors: what lint would find is not known.
    Broken,
}

/// What is to be done with a finding.
enum Verdict {
    Show(Severity),
    Silence(Severity, SilencedBy, Option<String>),
    Drop,
}

impl<'s> Judge<'s> {
    /// Reads everything that the library says to lint.
    pub fn new(library: &Library, settings: &'s Settings, rehearsed: bool) -> Self {
        let broken: BTreeSet<&str> = library
            .diagnostics()
            .iter()
            .filter(|finding| finding.is_error())
            .filter_map(|finding| finding.primary())
            .map(|label| &*label.file.path)
            .collect();
        let mut bad = Findings::of(&bad_config::LINT);
        let config = library.config().map(|file| Config::read(file, &mut bad)).unwrap_or_default();
        let mut judge = Judge {
            settings,
            rehearsed,
            config,
            cards: BTreeMap::new(),
            scripts: BTreeMap::new(),
            silences: BTreeMap::new(),
            about_lint: Vec::new(),
            found: Vec::new(),
            silenced: Vec::new(),
        };
        judge.read_cards(library, &broken, &mut bad);
        judge.read_comments(library, &broken, &mut bad);
        judge.about_lint = bad.into_vec();
        judge.about_lint.extend(judge.unknown_names(library));
        judge
    }

    fn read_cards(&mut self, library: &Library, broken: &BTreeSet<&str>, bad: &mut Findings) {
        let is_current = |card: &LibraryCard| !library.is_last_good(card.key) && !broken.contains(&**card.path());
        for card in library.cards().iter().filter(|card| is_current(card)) {
            let controls = CardControls::read(&card.raw.file, &card.raw.lint, bad);
            if controls.is_some() {
                let scripts = card.scripts.iter().flatten().filter(|script| script.file.path != card.raw.file.path);
                self.scripts.extend(scripts.map(|script| (script.file.path.clone(), card.path().clone())));
            }
            let one = CardOfFile { start: card.raw.name().span.start, controls, state: State::Linted };
            self.cards.entry(card.path().clone()).or_default().push(one);
        }
        for file in library.files().iter().filter(|file| role(&file.path) == Some(Role::Card)) {
            if self.cards.contains_key(&file.path) {
                continue;
            }
            // A card that cannot be played still says what it says.
            for card in decode_card_file(file).cards {
                let controls = CardControls::read(file, &card.lint, bad);
                let said = controls.as_ref().and_then(CardControls::start);
                let one = CardOfFile { start: said.unwrap_or(0), controls, state: State::Broken };
                self.cards.entry(file.path.clone()).or_default().push(one);
            }
        }
        self.cards.retain(|_, cards| cards.iter().any(|card| card.controls.is_some()));
    }

    fn read_comments(&mut self, library: &Library, broken: &BTreeSet<&str>, bad: &mut Findings) {
        let mut played: Option<BTreeSet<&str>> = None;
        for file in library.files() {
            let mut wrong = Vec::new();
            let list = silences(file, &mut wrong);
            for (span, help) in wrong {
                bad.add(file, span, "this comment speaks to lint, but silences nothing").help.push(help);
            }
            if list.is_empty() {
                continue;
            }
            let played = played.get_or_insert_with(|| linted_files(library));
            let is_card = matches!(role(&file.path), Some(Role::Card | Role::Script));
            let is_broken = broken.contains(&*file.path) || is_card && !played.contains(&*file.path);
            let state = if is_broken { State::Broken } else { State::Linted };
            self.silences.insert(file.path.clone(), FileSilences { list, state });
        }
    }

    fn unknown_names(&self, library: &Library) -> Vec<Diagnostic> {
        let mut unknown = Findings::of(&unknown_lint::LINT);
        let mut say = |file: &SourceFile, name: &str, near: Option<&str>, span: Range<usize>| {
            let help = match near {
                Some(word) => format!("did you mean `{word}`?"),
                None => "`cardwright lint --list` shows all lints and their families".to_owned(),
            };
            unknown.add(file, span, format!("no lint is called `{name}`")).help.push(help);
        };
        if let Some(file) = library.config() {
            for (name, near, span) in &self.config.unknown {
                say(file, name, *near, span.clone());
            }
        }
        for (file, mention) in self.mentions() {
            if let Err(near) = mention.selector {
                say(file, &mention.name, near, mention.span.clone());
            }
        }
        unknown.into_vec()
    }

    /// Every name that comments and cards say.
    fn mentions(&self) -> impl Iterator<Item = (&SourceFile, &Mention)> {
        let comments = self.silences.values().flat_map(|file| &file.list);
        let comments = comments.flat_map(|silence| silence.mentions.iter().map(move |mention| (&silence.file, mention)));
        let cards = self.cards.values().flatten().filter_map(|card| card.controls.as_ref());
        let cards = cards.flat_map(|controls| controls.mentions().map(move |mention| (&controls.file, mention)));
        comments.chain(cards)
    }

    /// Whether a lint is to be run: on the cards of a file, or at all.
    pub fn is_looked_for(&self, lint: &Lint, path: Option<&Arc<str>>) -> bool {
        let raised = || {
            let cards = path.and_then(|path| self.cards.get(path)).into_iter().flatten();
            cards
                .filter_map(|card| card.controls.as_ref())
                .any(|card| card.level(lint).is_some_and(|(_, level)| level > Level::Allow))
        };
        self.settings.wants(lint) && (self.level(lint) > Level::Allow || raised())
    }

    /// The level of a lint where no card says another.
    fn level(&self, lint: &Lint) -> Level {
        self.settings.level(&self.config, lint).unwrap_or(lint.level)
    }

    /// Takes what was found while loading.
    pub fn loaded(&mut self, finding: Diagnostic) {
        if !finding.is_error() && by_name(finding.code).is_some() {
            return self.found(finding, None);
        }
        // What cannot be played is said, whatever anybody says.
        if let Some(lint) = by_name(finding.code) {
            let (comments, controls) = (self.comments_about(&finding), self.controls(&finding, None));
            let mentions = comments.flat_map(|silence| &silence.mentions);
            let lowered = controls.into_iter().flat_map(CardControls::lowering);
            for mention in mentions.chain(lowered).filter(|mention| mention.covers(lint)) {
                mention.note(Use::Vain);
            }
        }
        self.found.push(finding);
    }

    /// Takes what a lint found, about that card if about a particular one.
    pub fn found(&mut self, finding: Diagnostic, card: Option<&LibraryCard>) {
        match self.verdict(&finding, card) {
            Verdict::Drop => {}
            Verdict::Show(severity) => self.found.push(Diagnostic { severity, ..finding }),
            Verdict::Silence(severity, by, reason) => {
                self.silenced.push(Silenced { finding: Diagnostic { severity, ..finding }, by, reason });
            }
        }
    }

    fn verdict(&self, finding: &Diagnostic, card: Option<&LibraryCard>) -> Verdict {
        let Some(lint) = by_name(finding.code) else { return Verdict::Show(finding.severity) };
        if !self.settings.wants(lint) {
            return Verdict::Drop;
        }
        let usual = match lint.check {
            // A trouble of loading has the weight that loading gave it.
            Check::Loading => self.settings.level(&self.config, lint).unwrap_or(Level::of_severity(finding.severity)),
            Check::Card(_) | Check::Set(_) | Check::Rehearsal | Check::Runner => self.level(lint),
        };
        let controls = self.controls(finding, card);
        let own = controls.and_then(|controls| controls.level(lint));
        let level = own.map_or(usual, |(_, level)| level);
        let Some(severity) = level.max(usual).severity() else { return Verdict::Drop };
        for silence in self.comments_about(finding) {
            if let Some(mention) = silence.mentions.iter().find(|mention| mention.covers(lint)) {
                mention.note(Use::Used);
                return Verdict::Silence(severity, SilencedBy::Comment, silence.reason.clone());
            }
        }
        if let Some(mention) = controls.and_then(|controls| controls.allow.iter().find(|mention| mention.covers(lint))) {
            mention.note(Use::Used);
            return Verdict::Silence(severity, SilencedBy::Card, None);
        }
        if let Some((mention, _)) = own.filter(|(_, level)| *level != usual) {
            mention.note(Use::Used);
        }
        match level.severity() {
            Some(severity) => Verdict::Show(severity),
            None => Verdict::Silence(severity, SilencedBy::Card, None),
        }
    }

    /// The comments that are about the place of a finding.
    fn comments_about<'j>(&'j self, finding: &Diagnostic) -> impl Iterator<Item = &'j Silence> + use<'j, 's> {
        let place = finding.primary().map(|label| (label.file.path.clone(), label.span.start));
        let file = place.as_ref().and_then(|(path, _)| self.silences.get(path));
        let start = place.map_or(0, |(_, start)| start);
        file.into_iter().flat_map(|file| &file.list).filter(move |silence| silence.about.contains(&start))
    }

    /// What the card says that a finding is about.
    fn controls(&self, finding: &Diagnostic, card: Option<&LibraryCard>) -> Option<&CardControls> {
        if self.cards.is_empty() {
            return None;
        }
        if let Some(card) = card {
            let cards = self.cards.get(card.path())?;
            let start = card.raw.name().span.start;
            return cards.iter().find(|one| one.start == start)?.controls.as_ref();
        }
        let label = finding.primary()?;
        let (path, start) = match self.scripts.get(&label.file.path) {
            Some(card) => (card, usize::MAX),
            None => (&label.file.path, label.span.start),
        };
        let cards = self.cards.get(path)?;
        let at = cards.iter().rev().find(|card| card.start <= start).or(cards.first())?;
        at.controls.as_ref()
    }

    /// Everything that is to be said.
    pub fn report(mut self) -> Report {
        for finding in std::mem::take(&mut self.about_lint) {
            self.found(finding, None);
        }
        for finding in self.unused() {
            self.found(finding, None);
        }
        let denied = self.settings.warnings == Warnings::Denied;
        for finding in self.found.iter_mut().filter(|finding| denied && finding.severity == Severity::Warning) {
            finding.severity = Severity::Error;
        }
        self.found.sort_by_cached_key(Diagnostic::sort_key);
        self.found.dedup();
        self.silenced.sort_by_cached_key(|silenced| silenced.finding.sort_key());
        Report { findings: self.found, silenced: self.silenced }
    }

    /// The findings of `unused-suppression`.
    fn unused(&self) -> Vec<Diagnostic> {
        let mut unused = Findings::of(&unused_suppression::LINT);
        for file in self.silences.values() {
            for silence in &file.list {
                let place =
                    if silence.about.start == 0 && silence.about.end > silence.file.text.len() { "in this file" } else { "here" };
                for mention in &silence.mentions {
                    self.suppression(&silence.file, mention, place, file.state, &mut unused);
                }
            }
        }
        for card in self.cards.values().flatten() {
            let Some(controls) = &card.controls else { continue };
            for mention in &controls.allow {
                self.suppression(&controls.file, mention, "in this card", card.state, &mut unused);
            }
            for (mention, level) in &controls.levels {
                self.card_level(&controls.file, mention, *level, card.state, &mut unused);
            }
        }
        unused.into_vec()
    }

    fn suppression(&self, file: &SourceFile, mention: &Mention, place: &str, state: State, unused: &mut Findings) {
        let Ok(selector) = mention.selector else { return };
        let name = &mention.name;
        let message = match mention.used.get() {
            Use::Used => return,
            Use::Vain => format!("`{name}` is an error found while loading, and cannot be silenced"),
            Use::Unused if state == State::Broken || !self.is_known(selector) => return,
            Use::Unused => format!("`{name}` finds nothing {place}, so there is nothing to silence"),
        };
        let help = if mention.used.get() == Use::Vain { "mend the error, and take this out" } else { "take this out" };
        take_out(unused.add(file, mention.span.clone(), message), file, mention, help);
    }

    fn card_level(&self, file: &SourceFile, mention: &Mention, level: Level, state: State, unused: &mut Findings) {
        let Ok(selector) = mention.selector else { return };
        if mention.used.get() == Use::Vain || selector.lints().any(|lint| self.level(lint) > level) {
            // It lowers a level: like a suppression it should have something to lower.
            return self.suppression(file, mention, "in this card", state, unused);
        }
        if mention.used.get() == Use::Unused && selector.lints().all(|lint| self.level(lint) == level) {
            let message = format!("`{}` is at the level `{}` anyway", mention.name, level.word());
            take_out(unused.add(file, mention.span.clone(), message), file, mention, "take this out");
        }
    }

    /// Whether everything was looked for that a name speaks of, so that finding nothing means something.
    fn is_known(&self, selector: Selector) -> bool {
        let looked_for = |lint: &Lint| self.settings.wants(lint) && (self.rehearsed || !matches!(lint.check, Check::Rehearsal));
        let is_about_lint = selector == Selector::Lint(unused_suppression::LINT.name);
        !is_about_lint && selector.lints().all(looked_for) && selector.lints().any(|lint| self.level(lint) > Level::Allow)
    }
}

fn take_out(finding: &mut Diagnostic, file: &SourceFile, mention: &Mention, help: &str) {
    finding.help.push(help.to_owned());
    if let Some(span) = &mention.removal {
        let edit = Edit { file: file.clone(), span: span.clone(), with: String::new() };
        finding.fix = Some(Fix { title: "take it out".to_owned(), edits: vec![edit], assumes: Assumes::Nothing });
    }
}

/// The files of the cards that lints have looked at, and of their scripts.
fn linted_files(library: &Library) -> BTreeSet<&str> {
    let current = library.cards().iter().filter(|card| !library.is_last_good(card.key));
    current.flat_map(|card| card.scripts.iter().flatten().map(|script| &*script.file.path).chain([&**card.path()])).collect()
}
