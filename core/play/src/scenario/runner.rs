//! Running scenarios: a file is listed first, then each of its scenarios runs at a table of its own.

use super::fail::{Fail, unpack};
use super::files::ScenarioFile;
use super::language::{self, Maker, TableRef};
use super::stage::Stage;
use crate::caught::caught;
use cardwright_engine::definition::Definitions;
use cardwright_engine::ruleset::Ruleset;
use cardwright_script::diagnostic::SourceFile;
use rayon::prelude::*;
use rhai::{AST, Array, Dynamic, Engine, EvalAltResult, FnPtr, Map, NativeCallContext, Position};
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A scenario of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scenario {
    /// The file, as people read it.
    pub file: String,
    /// Its line.
    pub line: usize,
    /// What it shows.
    pub name: String,
    /// The rules that it cites: ledger ids.
    pub rules: Vec<String>,
    /// What is known not to work yet, if the scenario is about that.
    pub known_gap: Option<String>,
    /// Its place in the file.
    pub index: usize,
}

/// How a scenario ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Outcome {
    /// As it should.
    Passed,
    /// It failed, as its `known_gap` says it must.
    Gap {
        /// What is missing.
        gap: String,
    },
    /// Otherwise.
    Failed {
        /// The place of the failing line: `file:line`.
        at: String,
        /// What was expected and found.
        message: String,
        /// The last lines of the game's log.
        events: Vec<String>,
    },
}

/// A scenario that has been run.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Which.
    #[serde(flatten)]
    pub scenario: Scenario,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// How long it took.
    #[serde(skip)]
    pub took: Duration,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_fine(&self) -> bool {
        !matches!(self.outcome, Outcome::Failed { .. })
    }
}

/// What scenarios run with: shared by all threads.
#[derive(Clone)]
pub struct Ground {
    /// The cards that scenarios know by name.
    pub definitions: Arc<Definitions>,
    /// The editions of the rules by name, the usual one first.
    pub rulesets: Vec<Arc<Ruleset>>,
}

thread_local! {
    /// The scenarios that the file being read declares.
    static DECLARED: RefCell<Vec<(Declared, FnPtr)>> = const { RefCell::new(Vec::new()) };
}

#[derive(Clone)]
struct Declared {
    name: String,
    options: Map,
    line: usize,
}

/// A scenario file as it was read.
struct Read {
    path: ScenarioFile,
    text: SourceFile,
    ast: Rc<AST>,
    declared: Vec<(Declared, FnPtr)>,
}

/// Runs scenarios on one thread.
pub struct Runner {
    ground: Ground,
    maker: Rc<dyn Maker>,
    /// The file read last.
    current: Option<Read>,
}

/// No scenario holds up the others: each is stopped after so many operations of its script.
const OPERATIONS: u64 = 5_000_000;

impl Runner {
    /// Adds the words of scenarios to an engine.
    pub(crate) fn register(engine: &mut Engine) {
        language::register(engine);
        engine.register_fn("scenario", |context: NativeCallContext<'_>, name: &str, body: FnPtr| {
            declare(&context, name, Map::new(), body)
        });
        engine.register_fn("scenario", |context: NativeCallContext<'_>, name: &str, options: Map, body: FnPtr| {
            declare(&context, name, options, body)
        });
    }

    /// A runner on that ground; the maker's engine has the words of scenarios.
    pub(crate) fn with(ground: Ground, maker: Rc<dyn Maker>) -> Self {
        Runner { ground, maker, current: None }
    }

    /// The scenarios of a file, or a report of why it cannot be read.
    ///
    /// # Errors
    /// If it is no script, or fails while it declares its scenarios.
    pub fn list(&mut self, file: &ScenarioFile) -> Result<Vec<Scenario>, Box<Report>> {
        let broken = |message: String, line: Option<usize>| {
            let scenario = Scenario {
                file: file.shown.clone(),
                line: line.unwrap_or(1),
                name: "(the file)".to_owned(),
                rules: Vec::new(),
                known_gap: None,
                index: 0,
            };
            let at = format!("{}:{}", file.shown, line.unwrap_or(1));
            Box::new(Report { scenario, outcome: Outcome::Failed { at, message, events: Vec::new() }, took: Duration::ZERO })
        };
        let text = std::fs::read_to_string(&file.path).map_err(|error| broken(format!("cannot be read: {error}"), None))?;
        DECLARED.with(|declared| declared.borrow_mut().clear());
        let mut compiled = None;
        self.maker.with_engine(OPERATIONS, &mut |engine| {
            compiled = Some(match engine.compile(&text) {
                Ok(ast) => Ok((engine.run_ast(&ast), ast)),
                Err(error) => Err((error.to_string(), error.position().line())),
            });
        });
        let declared = DECLARED.with(|declared| declared.take());
        let (ran, ast) = match compiled {
            Some(Ok(compiled)) => compiled,
            Some(Err((message, line))) => return Err(broken(message, line)),
            None => return Err(broken("cannot be compiled".to_owned(), None)),
        };
        if let Err(error) = ran {
            let (fail, position) = self.explained(&error);
            return Err(broken(fail.message, position.line()));
        }
        let mut scenarios = Vec::new();
        for (index, (one, _)) in declared.iter().enumerate() {
            scenarios.push(self.describe(file, one, index).map_err(|fail| broken(fail.message, Some(one.line)))?);
        }
        self.current = Some(Read { path: file.clone(), text: SourceFile::new(&file.shown, &text), ast: Rc::new(ast), declared });
        Ok(scenarios)
    }

    /// What went wrong and where, in words.
    fn explained(&self, error: &EvalAltResult) -> (Fail, Position) {
        let (mut fail, position) = unpack(error);
        if let Some(words) = self.maker.explain(error) {
            fail.message = words;
        }
        (fail, position)
    }

    fn describe(&self, file: &ScenarioFile, one: &Declared, index: usize) -> Result<Scenario, Fail> {
        let mut scenario = Scenario {
            file: file.shown.clone(),
            line: one.line,
            name: one.name.clone(),
            rules: Vec::new(),
            known_gap: None,
            index,
        };
        for (key, value) in &one.options {
            match key.as_str() {
                "rules" => {
                    let rules = value.clone().try_cast::<Array>().unwrap_or_else(|| vec![value.clone()]);
                    scenario.rules = rules.iter().map(ToString::to_string).collect();
                }
                "known_gap" => scenario.known_gap = Some(value.to_string()),
                "players" | "ruleset" | "seed" => {}
                other => {
                    let known = ["rules", "known_gap", "players", "ruleset", "seed"];
                    let help = match cardwright_script::diagnostic::nearest(other, known) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("it can have {}", known.join(", ")),
                    };
                    return Err(Fail::wrong(format!("a scenario has no `{other}`; {help}")));
                }
            }
        }
        Ok(scenario)
    }

    /// Runs a scenario of a file.
    pub fn run(&mut self, file: &ScenarioFile, scenario: &Scenario) -> Report {
        let begun = Instant::now();
        if self.current.as_ref().is_none_or(|current| current.path != *file)
            && let Err(report) = self.list(file)
        {
            return *report;
        }
        let found = self.current.as_ref().and_then(|read| Some((read, read.declared.get(scenario.index)?)));
        let Some((read, (declared, body))) = found else {
            let outcome = Outcome::Failed {
                at: format!("{}:{}", scenario.file, scenario.line),
                message: "the scenario is no longer in the file".to_owned(),
                events: Vec::new(),
            };
            return Report { scenario: scenario.clone(), outcome, took: begun.elapsed() };
        };
        let played = caught(|| self.play(read, scenario, declared, body));
        let outcome = match played {
            Ok(outcome) => outcome,
            Err(said) => {
                // A fault of ours, also where something is known not to work; the other scenarios are run.
                let message = format!("the engine failed: {said}");
                let at = format!("{}:{}", scenario.file, scenario.line);
                let outcome = Outcome::Failed { at, message, events: Vec::new() };
                return Report { scenario: scenario.clone(), outcome, took: begun.elapsed() };
            }
        };
        let outcome = match (outcome, &scenario.known_gap) {
            (Outcome::Failed { .. }, Some(gap)) => Outcome::Gap { gap: gap.clone() },
            (Outcome::Passed, Some(gap)) => Outcome::Failed {
                at: format!("{}:{}", scenario.file, scenario.line),
                message: format!("this works now: take away `known_gap: \"{gap}\"`"),
                events: Vec::new(),
            },
            (outcome, _) => outcome,
        };
        Report { scenario: scenario.clone(), outcome, took: begun.elapsed() }
    }

    fn play(&self, read: &Read, scenario: &Scenario, declared: &Declared, body: &FnPtr) -> Outcome {
        let place = |position: Position| format!("{}:{}", read.path.shown, position.line().unwrap_or(scenario.line));
        let failed =
            |position: Position, message: String, events: Vec<String>| Outcome::Failed { at: place(position), message, events };
        let stage = match self.stage(&declared.options) {
            Ok(stage) => Rc::new(RefCell::new(stage)),
            Err(fail) => return failed(Position::NONE, fail.message, Vec::new()),
        };
        let table = TableRef {
            stage: stage.clone(),
            maker: self.maker.clone(),
            file: read.text.clone(),
            folder: read.path.path.parent().map(std::path::Path::to_owned).unwrap_or_default(),
            ast: read.ast.clone(),
        };
        let mut result = Ok(Dynamic::UNIT);
        self.maker.with_engine(OPERATIONS, &mut |engine| result = body.call::<Dynamic>(engine, &read.ast, (table.clone(),)));
        let events = |stage: &RefCell<Stage>| stage.try_borrow().map(|stage| stage.last_events(8).to_vec()).unwrap_or_default();
        match result {
            Ok(_) => match stage.try_borrow().ok().and_then(|stage| stage.leftover_will()) {
                Some(leftover) => failed(Position::NONE, leftover, events(&stage)),
                None => Outcome::Passed,
            },
            Err(error) => {
                let (fail, position) = self.explained(&error);
                failed(position, fail.message, events(&stage))
            }
        }
    }

    fn stage(&self, options: &Map) -> Result<Stage, Fail> {
        let number = |key: &str, usual: i64| match options.get(key) {
            None => Ok(usual),
            Some(value) => value.as_int().map_err(|kind| Fail::wrong(format!("`{key}` is a number, not a {kind}"))),
        };
        let players = number("players", 2)?;
        if !(2..=8).contains(&players) {
            return Err(Fail::wrong("a scenario has 2 to 8 `players`"));
        }
        let ruleset = match options.get("ruleset") {
            None => self.ground.rulesets.first().cloned().unwrap_or_default(),
            Some(name) => {
                let name = name.to_string();
                let found = self.ground.rulesets.iter().find(|ruleset| ruleset.name == name);
                found.cloned().ok_or_else(|| Fail::wrong(format!("there is no ruleset `{name}`")))?
            }
        };
        Ok(Stage::new(self.ground.definitions.clone(), ruleset, players as u8, number("seed", 1)? as u64))
    }
}

fn declare(context: &NativeCallContext<'_>, name: &str, options: Map, body: FnPtr) -> Result<(), Box<EvalAltResult>> {
    let line = context.call_position().line().unwrap_or(1);
    let declared = Declared { name: name.to_owned(), options, line };
    DECLARED.with(|all| all.borrow_mut().push((declared, body)));
    Ok(())
}

/// Runs all scenarios of the files on all cores, and reports them in the order of the files. `done` is told of each as it
/// ends.
///
/// `only` leaves out scenarios whose name and file do not contain it.
pub fn run_all(
    files: &[ScenarioFile],
    make: &(dyn Fn() -> Runner + Sync),
    only: Option<&str>,
    done: &(dyn Fn(&Report) + Sync),
) -> Vec<Report> {
    thread_local! {
        static RUNNER: RefCell<Option<Runner>> = const { RefCell::new(None) };
    }
    // A runner stays on its thread from file to file; it must not outlive this call, whose ground it stands on.
    let on_thread = |work: &mut dyn FnMut(&mut Runner)| {
        let mut runner = RUNNER.with(|slot| slot.borrow_mut().take()).unwrap_or_else(make);
        work(&mut runner);
        RUNNER.with(|slot| *slot.borrow_mut() = Some(runner));
    };
    let pool = rayon::ThreadPoolBuilder::new().build();
    let run = || {
        let reports: Vec<Vec<Report>> = files
            .par_iter()
            .map(|file| {
                let mut reports = Vec::new();
                on_thread(&mut |runner| match runner.list(file) {
                    Ok(scenarios) => {
                        let wanted = |scenario: &&Scenario| {
                            only.is_none_or(|only| scenario.name.contains(only) || scenario.file.contains(only))
                        };
                        for scenario in scenarios.iter().filter(wanted) {
                            let report = runner.run(file, scenario);
                            done(&report);
                            reports.push(report);
                        }
                    }
                    Err(report) => {
                        done(&report);
                        reports.push(*report);
                    }
                });
                reports
            })
            .collect();
        reports.into_iter().flatten().collect()
    };
    // Threads of its own end with the call, and their runners with them.
    match pool {
        Ok(pool) => pool.install(run),
        Err(_) => run(),
    }
}
