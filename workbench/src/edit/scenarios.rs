//! Scenarios that mention a card or keyword: found by their text, run on a thread of their own with the library as the disk has it.

use cardwright_library::Library;
use cardwright_play::catalog::Catalog;
use cardwright_play::scenario::{Outcome, Report, Scenario, ScenarioFile, find, usual_places};
use cardwright_script::lexer::{Token, tokens};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What scenarios are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Those that name a card.
    Card(String),
    /// Those that name a keyword, or lie beside its file.
    Keyword(String),
}

impl Subject {
    /// The name.
    pub fn name(&self) -> &str {
        match self {
            Subject::Card(name) | Subject::Keyword(name) => name,
        }
    }
}

/// A scenario that mentions something.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mention {
    /// Its file, by its path in the library.
    pub file: String,
    /// What it shows.
    pub name: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its place among those of the file.
    pub index: usize,
}

/// The scenarios that mention something, with what is known of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mentions {
    /// They, in the order of their files, each with its last run.
    pub scenarios: Vec<(Mention, Option<Trial>)>,
    /// How many were left out: a word that everything mentions shows nothing.
    pub left_out: usize,
}

/// A run of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Which.
    pub mention: Mention,
    /// How it ended.
    pub outcome: TrialOutcome,
    /// How long it took.
    pub took: Duration,
    /// Whether it would run the same way today.
    pub age: Age,
    /// What it ran with.
    with: With,
}

/// How a scenario ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrialOutcome {
    /// As it should.
    Passed,
    /// It failed, as its `known_gap` says it must.
    Gap(String),
    /// Otherwise.
    Failed {
        /// The line of its file that failed.
        line: usize,
        /// What was expected and found.
        message: String,
        /// The last lines of the game's log.
        events: Vec<String>,
    },
    /// It was not finished in time.
    TimedOut,
}

/// Whether a result still says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Age {
    /// Nothing has changed since.
    Fresh,
    /// The library or the scenario is another by now.
    Stale,
}

/// What a scenario ran with: a version of the library and a text of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct With {
    library: u64,
    file: String,
}

/// Why scenarios were not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrialError {
    /// Others are still running.
    #[error("scenarios are still running: wait for them to end")]
    Busy,
    /// The system gives no thread.
    #[error("the system gives no thread to run scenarios on: try again")]
    NoThread,
}

/// No list is longer.
const MOST: usize = 200;

/// How long scenarios may run in all, those that one press of a button starts.
const LONGEST: Duration = Duration::from_secs(20);

/// So many runs may be under way; one that does not end keeps its place.
const MOST_RUNNING: usize = 2;

/// Finds scenarios and runs them, and remembers how they ended.
pub(super) struct Trials {
    root: PathBuf,
    longest: Duration,
    running: Arc<AtomicUsize>,
    results: Mutex<BTreeMap<(String, String), Trial>>,
}

impl Trials {
    pub(super) fn new(root: PathBuf) -> Self {
        Trials { root, longest: LONGEST, running: Arc::default(), results: Mutex::default() }
    }

    /// The scenarios that mention something.
    pub(super) fn mentions(&self, library: &Library, subject: &Subject) -> Mentions {
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut found = Mentions::default();
        // A folder that cannot be read holds nothing that could be run.
        for file in find(&self.root, &usual_places(&self.root)).unwrap_or_default() {
            let Ok(text) = std::fs::read_to_string(&file.path) else { continue };
            for mention in mentions_in(&file.shown, &text, subject) {
                if found.scenarios.len() == MOST {
                    found.left_out += 1;
                    continue;
                }
                let with = With { library: library.version(), file: super::text::hash(text.as_bytes()) };
                let trial = results
                    .get(&(mention.file.clone(), mention.name.clone()))
                    .cloned()
                    .map(|trial| Trial { age: if trial.with == with { Age::Fresh } else { Age::Stale }, ..trial });
                found.scenarios.push((mention, trial));
            }
        }
        found
    }

    /// Runs scenarios one after another on a thread of their own, and waits for them as long as they may run.
    pub(super) fn run(&self, library: &Arc<Library>, wanted: &[Mention]) -> Result<Vec<Trial>, TrialError> {
        if self.running.fetch_add(1, Ordering::SeqCst) >= MOST_RUNNING {
            self.running.fetch_sub(1, Ordering::SeqCst);
            return Err(TrialError::Busy);
        }
        let wanted: Vec<Mention> = wanted.iter().take(MOST).cloned().collect();
        let (reports, inbox) = channel();
        let given_up = Arc::new(AtomicBool::new(false));
        let running = Running(self.running.clone());
        let work = {
            let (catalog, root, wanted, given_up) =
                (Catalog { library: library.clone() }, self.root.clone(), wanted.clone(), given_up.clone());
            move || {
                let _running = running;
                let mut runner = catalog.runner();
                for mention in wanted {
                    if given_up.load(Ordering::Relaxed) {
                        return;
                    }
                    let with = With { library: catalog.library.version(), file: file_hash(&root, &mention.file) };
                    let report = run_one(&mut runner, &root, &mention);
                    if reports.send((mention, report, with)).is_err() {
                        return;
                    }
                }
            }
        };
        // The stack of a scenario is that of the game inside it.
        let thread = std::thread::Builder::new().name("scenarios".to_owned()).stack_size(16 << 20).spawn(work);
        if thread.is_err() {
            return Err(TrialError::NoThread);
        }
        let end = Instant::now() + self.longest;
        let mut trials: Vec<Trial> = Vec::new();
        let mut ended = RecvTimeoutError::Disconnected;
        while trials.len() < wanted.len() {
            match inbox.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok((mention, report, with)) => trials.push(trial(mention, report, with)),
                Err(why) => {
                    ended = why;
                    break;
                }
            }
        }
        given_up.store(true, Ordering::Relaxed);
        for mention in &wanted[trials.len()..] {
            let outcome = match ended {
                RecvTimeoutError::Timeout => TrialOutcome::TimedOut,
                RecvTimeoutError::Disconnected => TrialOutcome::Failed {
                    line: mention.line,
                    message: "the run ended unexpectedly".to_owned(),
                    events: Vec::new(),
                },
            };
            let with = With { library: library.version(), file: file_hash(&self.root, &mention.file) };
            trials.push(Trial { mention: mention.clone(), outcome, took: self.longest, age: Age::Fresh, with });
        }
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.extend(trials.iter().map(|trial| ((trial.mention.file.clone(), trial.mention.name.clone()), trial.clone())));
        Ok(trials)
    }
}

/// Counts as running until it is dropped.
struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn file_hash(root: &std::path::Path, file: &str) -> String {
    std::fs::read(root.join(file)).map_or_else(|_| String::new(), |bytes| super::text::hash(&bytes))
}

/// Runs a scenario, or reports why its file cannot be read.
fn run_one(runner: &mut cardwright_play::scenario::Runner, root: &std::path::Path, mention: &Mention) -> Report {
    let file = ScenarioFile { path: root.join(&mention.file), shown: mention.file.clone() };
    let listed = match runner.list(&file) {
        Ok(listed) => listed,
        Err(report) => return *report,
    };
    let named = listed.iter().filter(|scenario| scenario.name == mention.name);
    let found = named.min_by_key(|scenario| scenario.index.abs_diff(mention.index)).cloned();
    // One that is gone is reported so by running it.
    let scenario = found.unwrap_or_else(|| Scenario {
        file: mention.file.clone(),
        line: mention.line,
        name: mention.name.clone(),
        rules: Vec::new(),
        known_gap: None,
        index: usize::MAX,
    });
    runner.run(&file, &scenario)
}

fn trial(mention: Mention, report: Report, with: With) -> Trial {
    let outcome = match report.outcome {
        Outcome::Passed => TrialOutcome::Passed,
        Outcome::Gap { gap } => TrialOutcome::Gap(gap),
        Outcome::Failed { at, message, events } => {
            let line = at.rsplit(':').next().and_then(|line| line.parse().ok()).unwrap_or(mention.line);
            TrialOutcome::Failed { line, message, events }
        }
    };
    Trial { mention, outcome, took: report.took, age: Age::Fresh, with }
}

/// The scenarios of a file that mention something: in their own text, or all of them where the file says it elsewhere.
fn mentions_in(file: &str, text: &str, subject: &Subject) -> Vec<Mention> {
    let quoted = format!("\"{}\"", subject.name().replace('\\', "\\\\").replace('"', "\\\""));
    // A keyword may have something behind it: "cycling {2}".
    let open = format!("{} ", quoted.trim_end_matches('"'));
    let says = |part: &str| part.contains(&quoted) || matches!(subject, Subject::Keyword(_)) && part.contains(&open);
    let beside = match subject {
        Subject::Keyword(name) => file.ends_with(&format!("/{}.test.rhai", name.replace(' ', "-"))),
        Subject::Card(_) => false,
    };
    if !beside && !says(text) {
        return Vec::new();
    }
    let all: Vec<(Token, std::ops::Range<usize>)> = tokens(text).collect();
    let mut found: Vec<(Mention, bool)> = Vec::new();
    let mut outside = beside;
    let mut at = 0;
    let mut place = 0;
    while place < all.len() {
        let opens = all.get(place + 1).is_some_and(|(_, span)| &text[span.clone()] == "(");
        let name = all.get(place + 2).filter(|(token, _)| *token == Token::Text);
        if &text[all[place].1.clone()] != "scenario" || !opens {
            place += 1;
            continue;
        }
        let Some((_, name)) = name else {
            place += 1;
            continue;
        };
        let start = all[place].1.start;
        let close = closing(&all, place + 1);
        let end = all.get(close).map_or(text.len(), |(_, span)| span.end);
        outside |= says(&text[at..start]);
        let mention = Mention {
            file: file.to_owned(),
            name: said(&text[name.clone()]),
            line: text[..start].matches('\n').count() + 1,
            index: found.len(),
        };
        found.push((mention, says(&text[start..end])));
        at = end;
        place = close + 1;
    }
    outside |= says(&text[at..]);
    found.into_iter().filter(|(_, mentions)| outside || *mentions).map(|(mention, _)| mention).collect()
}

/// The bracket that closes the one in that place; the end of the tokens if none does.
fn closing(all: &[(Token, std::ops::Range<usize>)], open: usize) -> usize {
    let mut depth = 0usize;
    for (place, (token, _)) in all.iter().enumerate().skip(open) {
        match token {
            Token::Open => depth += 1,
            Token::Close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return place;
                }
            }
            _ => {}
        }
    }
    all.len()
}

/// What a text in quotes says.
fn said(literal: &str) -> String {
    let inside = literal.get(1..literal.len().saturating_sub(1)).unwrap_or_default();
    inside.replace("\\\"", "\"").replace("\\\\", "\\")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::testing::TestFolder;
    use cardwright_library::LibraryCompiler;

    const CARD: &str =
        "name = \"Ember Lance\"\ncost = \"{R}\"\ntype = \"Sorcery\"\nscript = 'spell(damage(3, target(any_target)));'\n";

    const SCENARIOS: &str = "\
// Ember Lance
scenario(\"three to the face\", |t| {
    t.a.hand(\"Ember Lance\");
    t.a.mana(\"{R}\");
    t.begin();
    t.a.cast(\"Ember Lance\", #{ targets: [t.b] });
    t.resolve();
    expect(t.b.life, 17);
});

scenario(\"of something else\", |t| { expect(t.a.life, 20); });

scenario(\"four to the face\", |t| {
    t.a.hand(\"Ember Lance\");
    t.a.mana(\"{R}\");
    t.begin();
    t.a.cast(\"Ember Lance\", #{ targets: [t.b] });
    t.resolve();
    expect(t.b.life, 16);
});
";

    fn load(folder: &TestFolder) -> Arc<Library> {
        cardwright_library::load(folder.path(), LibraryCompiler::new()).unwrap()
    }

    fn card() -> Subject {
        Subject::Card("Ember Lance".to_owned())
    }

    #[test]
    fn scenarios_are_found_by_what_they_mention_and_run() {
        let folder = TestFolder::new();
        folder.write("cards/e/lance.toml", CARD);
        folder.write("cards/e/lance.rhai", SCENARIOS);
        folder.write("tests/other.rhai", "scenario(\"x\", |t| { expect(1, 1); });\n");
        let library = load(&folder);
        let trials = Trials::new(folder.path().to_owned());
        let found = trials.mentions(&library, &card());
        let names: Vec<(&str, usize)> =
            found.scenarios.iter().map(|(mention, _)| (mention.name.as_str(), mention.line)).collect();
        assert_eq!(names, [("three to the face", 2), ("four to the face", 13)]);
        let wanted: Vec<Mention> = found.scenarios.into_iter().map(|(mention, _)| mention).collect();
        let ran = trials.run(&library, &wanted).unwrap();
        assert_eq!(ran[0].outcome, TrialOutcome::Passed);
        let TrialOutcome::Failed { line, message, events } = &ran[1].outcome else { panic!("{:?}", ran[1]) };
        assert_eq!(*line, 19);
        assert!(message.contains("16") && message.contains("17"), "{message}");
        assert!(!events.is_empty());
        let again = trials.mentions(&library, &card());
        assert!(again.scenarios.iter().all(|(_, trial)| trial.as_ref().unwrap().age == Age::Fresh));
        // Another text of the file, and another version of the library, make results old.
        folder.write("cards/e/lance.rhai", &format!("{SCENARIOS}\n"));
        let changed = trials.mentions(&library, &card());
        assert!(changed.scenarios.iter().all(|(_, trial)| trial.as_ref().unwrap().age == Age::Stale));
    }

    #[test]
    fn a_scenario_that_is_gone_or_does_not_compile_says_so() {
        let folder = TestFolder::new();
        folder.write("cards/e/lance.toml", CARD);
        folder.write("cards/e/lance.rhai", SCENARIOS);
        let library = load(&folder);
        let trials = Trials::new(folder.path().to_owned());
        let wanted: Vec<Mention> = trials.mentions(&library, &card()).scenarios.into_iter().map(|(mention, _)| mention).collect();
        folder.write("cards/e/lance.rhai", "scenario(\"new\", |t| {});\n");
        let failed = |trial: &Trial| matches!(trial.outcome, TrialOutcome::Failed { .. });
        assert!(trials.run(&library, &wanted).unwrap().iter().all(failed));
        folder.write("cards/e/lance.rhai", "scenario(\"new\", |t| {");
        assert!(trials.run(&library, &wanted).unwrap().iter().all(failed));
        std::fs::remove_file(folder.path().join("cards/e/lance.rhai")).unwrap();
        assert!(trials.run(&library, &wanted).unwrap().iter().all(failed));
    }

    #[test]
    fn what_does_not_end_is_not_waited_for() {
        let folder = TestFolder::new();
        folder.write("cards/e/lance.toml", CARD);
        folder.write("cards/e/lance.rhai", "scenario(\"long\", |t| { let card = \"Ember Lance\"; loop { } });\n");
        let library = load(&folder);
        let trials = Trials { longest: Duration::from_millis(1), ..Trials::new(folder.path().to_owned()) };
        let wanted: Vec<Mention> = trials.mentions(&library, &card()).scenarios.into_iter().map(|(mention, _)| mention).collect();
        assert_eq!(trials.run(&library, &wanted).unwrap()[0].outcome, TrialOutcome::TimedOut);
    }

    #[test]
    fn a_helper_that_names_the_card_belongs_to_all_scenarios() {
        let text = format!("fn lance(t) {{ t.a.hand(\"Ember Lance\") }}\n{}", SCENARIOS.replace("Ember Lance", "Other"));
        assert_eq!(mentions_in("cards/e/x.rhai", &text, &card()).len(), 3);
        let keyword = Subject::Keyword("first strike".to_owned());
        let text = "scenario(\"a\", |t| { [\"first strike\"] }); scenario(\"b\", |t| { [\"first striker\"] });";
        assert_eq!(mentions_in("cards/e/x.rhai", text, &keyword).len(), 1);
        assert_eq!(mentions_in("scripts/keywords/first-strike.test.rhai", text, &keyword).len(), 2);
    }

    #[test]
    fn broken_texts_are_no_trouble() {
        for seed in 0..300 {
            let mut chance = crate::edit::testing::Chance::new(seed);
            let text = chance.damaged(SCENARIOS);
            mentions_in("cards/e/x.rhai", &text, &card());
        }
    }
}
