//! A person at the table: reads lines, shows what happens, takes over what changes on disk.

use super::{Done, Options, ending, prompt, screen};
use crate::catalog::{Catalog, install_host};
use crate::commands::write_whole;
use crate::table::{Status, Table, is_step};
use crate::words::{TextFrom, printed};
use anyhow::{Context, Result};
use cardwright_engine::question::{Ask, Question};
use cardwright_engine::symbol::Symbol;
use cardwright_library::{ChangeKind, LibraryCard, LiveLibrary, ReloadReport};
use cardwright_script::diagnostic::{Diagnostic, nearest};
use cardwright_text::Style;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

const HELP: &str = "\
type the number of a choice (several with spaces); Enter alone passes or chooses nothing
  again N      what you have just done twice in a row, N times more
  back [N]     go back to your last decision, or to beat N
  end          pass until the next turn, or until somebody else does something
  log [N]      the last lines of the log
  table        show the table again
  read NAME    what a card says
  why [NAME]   why your cards, or those called so, cannot be used now, and why permanents called so are what they are
  errors       what is wrong with the files on disk
  save [FILE]  write the game to a file
  report FILE [NOTE]  write a report of the game to a capsule, for `cardwright replay`
  quit         leave the game (saved with --save FILE)";

/// How often the disk is looked at while nobody types.
const LOOK: Duration = Duration::from_millis(15);

/// One person at a table.
pub(super) struct Session<'o> {
    options: &'o Options,
    live: LiveLibrary,
    table: Table,
    bots: Vec<Option<String>>,
    lines: Receiver<String>,
    printed: usize,
    errors: Vec<Diagnostic>,
    /// Passes until this turn is over or the stack is used.
    passing: Option<u32>,
    /// The beats in which the person decided something.
    decided: Vec<usize>,
}

enum Typed {
    Line(String),
    Reloaded,
    Gone,
}

impl<'o> Session<'o> {
    pub(super) fn new(options: &'o Options, live: LiveLibrary, table: Table, bots: Vec<Option<String>>) -> Self {
        let (sender, lines) = channel();
        // Reading lines blocks; files are watched meanwhile. The thread ends with the process.
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = errors(live.current().diagnostics());
        Session { options, live, table, bots, lines, printed: 0, errors, passing: None, decided: Vec::new() }
    }

    pub(super) fn run(mut self) -> Result<Done> {
        self.catch_up();
        if !self.errors.is_empty() {
            self.show_errors();
        }
        loop {
            self.take_reports();
            let status = self.table.advance_all();
            self.print_log();
            match status {
                Status::Goes => {}
                Status::Waiting(question) => {
                    if !self.answer(&question)? {
                        return self.leave();
                    }
                }
                Status::Over(outcome) => {
                    println!("{}", ending(&self.table, outcome));
                    return self.leave();
                }
                Status::Stuck(stop) => {
                    println!("the game cannot go on: {stop}");
                    println!("mend the script (the game goes on when it is saved), or go `back`");
                    if !self.stuck()? {
                        return self.leave();
                    }
                }
            }
        }
    }

    /// A saved game meets a newer library: what changed meanwhile is taken over.
    fn catch_up(&mut self) {
        if self.options.resume.is_none() {
            return;
        }
        let library = self.live.current();
        let keys: Vec<Symbol> = self.table.game().definitions().iter().map(|(_, definition)| definition.key).collect();
        let definitions = library.definitions_for(keys);
        for line in self.table.adopt(&definitions) {
            println!("changed since it was saved: {line}");
        }
    }

    fn print_log(&mut self) {
        let lines: Vec<&str> = self.table.log().skip(self.printed).collect();
        let ready = lines.len() - usize::from(lines.last().is_some_and(|line| is_step(line)));
        for line in &lines[..ready] {
            println!("{line}");
        }
        self.printed += ready;
    }

    /// Takes over what was saved on disk. Whether there was anything.
    fn take_reports(&mut self) -> bool {
        let reports = self.live.take_reports();
        for report in &reports {
            self.reloaded(report);
        }
        !reports.is_empty()
    }

    fn reloaded(&mut self, report: &ReloadReport) {
        install_host(&Catalog { library: report.library.clone() });
        let logged = self.table.log().count();
        let known = |key: Symbol| self.table.game().definitions().find(key).is_some();
        let keys: Vec<Symbol> = report
            .changed
            .iter()
            .filter(|change| change.kind != ChangeKind::Removed && known(change.key))
            .map(|change| change.key)
            .collect();
        let said = self.table.adopt(&report.library.definitions_for(keys));
        for line in &said {
            println!("* {line}");
        }
        for change in &report.changed {
            let name = change.name;
            match change.kind {
                ChangeKind::Added => println!("* {name} is new: games begun from now on can use it"),
                ChangeKind::Removed if known_in(&self.table, change.key) => {
                    println!("* {name} is gone from the disk: this game keeps it")
                }
                ChangeKind::Broken => println!("* {name} has errors: the last good version stays in play"),
                ChangeKind::Mended => println!("* {name} is mended"),
                ChangeKind::Changed | ChangeKind::Removed => {}
            }
        }
        // What `adopt` logged has been said just now.
        if self.printed == logged {
            self.printed = self.table.log().count();
        }
        let errors = errors(&report.diagnostics);
        if errors != self.errors {
            let mended = errors.is_empty() && !self.errors.is_empty();
            self.errors = errors;
            if mended {
                println!("* no errors any more");
            } else {
                self.show_errors();
            }
        }
    }

    fn show_errors(&self) {
        for error in &self.errors {
            println!("{error}");
        }
        if self.errors.is_empty() {
            println!("nothing is wrong with the files on disk");
        }
    }

    /// Waits for a line or a change on disk.
    fn wait(&mut self) -> Typed {
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return Typed::Line(line.trim().to_owned()),
                Err(RecvTimeoutError::Disconnected) => return Typed::Gone,
                Err(RecvTimeoutError::Timeout) => {
                    if self.take_reports() {
                        return Typed::Reloaded;
                    }
                }
            }
        }
    }

    fn show(&self, question: &Question) -> Result<()> {
        if !self.options.quiet && matches!(question.ask, Ask::Priority(_) | Ask::Attackers(_) | Ask::Blockers(_)) {
            print!("{}", screen::draw(&self.table));
        }
        println!("{}", prompt::ask(self.table.shown(), self.table.names(), question));
        if !self.errors.is_empty() {
            println!("({} on disk: type `errors`)", crate::words::count(self.errors.len(), "error"));
        }
        print!("> ");
        std::io::stdout().flush()?;
        Ok(())
    }

    /// Lets the person answer. False if they leave.
    fn answer(&mut self, question: &Question) -> Result<bool> {
        if let (Some(turn), Ask::Priority(_)) = (self.passing, &question.ask) {
            let shown = self.table.shown();
            if shown.turn().number == turn && shown.stack().is_empty() {
                return Ok(self.table.answer(cardwright_engine::question::Answer::Action(0)).is_ok());
            }
        }
        self.passing = None;
        match self.table.answer_again() {
            Some(Ok(())) => return Ok(true),
            Some(Err(done)) => {
                println!("the shortcut ends after {}: something else is asked", crate::words::count(done, "repetition"))
            }
            None => {}
        }
        self.show(question)?;
        loop {
            let line = match self.wait() {
                Typed::Line(line) => line,
                Typed::Reloaded => {
                    // The table may have begun the beat anew; the question may be another now.
                    return Ok(true);
                }
                Typed::Gone => return Ok(false),
            };
            let mut parts = line.split_whitespace();
            let (word, rest) = (parts.next().unwrap_or_default(), parts.next());
            match word {
                "?" | "help" => println!("{HELP}"),
                "quit" | "q" => return Ok(false),
                "end" => {
                    self.passing = Some(self.table.shown().turn().number);
                    if matches!(question.ask, Ask::Priority(_)) {
                        return Ok(self.table.answer(cardwright_engine::question::Answer::Action(0)).is_ok());
                    }
                }
                "back" => {
                    self.back(rest);
                    return Ok(true);
                }
                "again" => match rest.map(str::parse) {
                    Some(Ok(times)) => match self.table.repeat(times) {
                        0 => println!("nothing has been done twice in a row yet: `again` repeats what has"),
                        _ => return Ok(true),
                    },
                    _ => println!("`again` takes a number of repetitions"),
                },
                "table" => print!("{}", screen::draw(&self.table)),
                "errors" => self.show_errors(),
                "read" => self.read(line.trim_start().strip_prefix("read").unwrap_or_default().trim()),
                "why" => {
                    let name = line.trim_start().strip_prefix("why").unwrap_or_default().trim();
                    let lines = crate::words::why_nothing(self.table.shown(), self.table.names(), question.player, name);
                    lines.iter().for_each(|line| println!("{line}"));
                    let (shown, names) = (self.table.shown(), self.table.names());
                    for (permanent, reasons) in crate::words::why_called(shown, names, question.player, name) {
                        println!("{permanent}");
                        reasons.iter().for_each(|reason| println!("  {reason}"));
                    }
                }
                "log" => {
                    let count = rest.and_then(|number| number.parse().ok()).unwrap_or(20);
                    let skip = self.table.log().count().saturating_sub(count);
                    self.table.log().skip(skip).for_each(|line| println!("{line}"));
                }
                "save" => {
                    let file = rest.map(PathBuf::from).or_else(|| self.options.save.clone());
                    match file {
                        Some(file) => match self.save(&file) {
                            Ok(()) => println!("saved as {}", file.display()),
                            Err(error) => println!("{error:#}"),
                        },
                        None => println!("name a file: `save game.cwsave`"),
                    }
                }
                "report" => match rest {
                    Some(file) => {
                        let note = line.split_once(file).map_or("", |(_, note)| note.trim());
                        match self.report(Path::new(file), note) {
                            Ok(()) => println!("reported as {file}: `cardwright replay {file}` plays it again"),
                            Err(error) => println!("{error:#}"),
                        }
                    }
                    None => println!("name a file, and say what is wrong: `report lance.cwcapsule it deals too much`"),
                },
                _ => {
                    let read = prompt::read(self.table.shown(), question, &line);
                    let answered = read.and_then(|answer| self.table.answer(answer).map_err(|refusal| refusal.to_string()));
                    match answered {
                        Ok(()) => {
                            self.decided.push(self.table.beats());
                            return Ok(true);
                        }
                        Err(reason) => println!("{reason}"),
                    }
                }
            }
            print!("> ");
            std::io::stdout().flush()?;
        }
    }

    /// Shows what a card says, with the text of its file or the one written for it.
    fn read(&self, name: &str) {
        let library = self.live.current();
        let is_named = |card: &&Arc<LibraryCard>| {
            card.definition.faces.iter().any(|face| face.base.name.as_str().eq_ignore_ascii_case(name))
        };
        match library.cards().iter().find(is_named) {
            Some(card) => print!("{}", printed(&library, card, TextFrom::File, Style::default())),
            None if name.is_empty() => println!("`read` takes the name of a card"),
            None => {
                let near = nearest(name, library.cards().iter().map(|card| card.key.as_str()));
                let help = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
                println!("no card is called `{name}`{help}");
            }
        }
    }

    fn back(&mut self, to: Option<&str>) {
        let beat = match to.map(str::parse) {
            Some(Ok(beat)) => beat,
            Some(Err(_)) => return println!("`back` takes the number of a beat"),
            None => match self.decided.pop() {
                Some(beat) => beat,
                None => return println!("there is nothing to go back to"),
            },
        };
        self.passing = None;
        match self.table.rewind(beat) {
            Ok(()) => {
                self.decided.retain(|decided| *decided < beat);
                self.printed = self.table.log().count();
                println!("back at beat {}", self.table.beats());
            }
            Err(stop) => println!("cannot go back: {stop}"),
        }
    }

    /// Waits until a stuck game can go on. False if the person leaves.
    fn stuck(&mut self) -> Result<bool> {
        loop {
            print!("> ");
            std::io::stdout().flush()?;
            match self.wait() {
                Typed::Reloaded => return Ok(true),
                Typed::Gone => return Ok(false),
                Typed::Line(line) => match line.split_whitespace().next() {
                    Some("quit" | "q") => return Ok(false),
                    Some("back") => {
                        self.back(line.split_whitespace().nth(1));
                        return Ok(true);
                    }
                    Some("errors") => self.show_errors(),
                    _ => println!("mend the script, go `back`, or `quit`"),
                },
            }
        }
    }

    fn save(&self, file: &Path) -> Result<()> {
        let bytes = self.table.save(self.bots.clone()).to_bytes();
        write_whole(file, &bytes).with_context(|| format!("cannot write `{}`", file.display()))
    }

    fn report(&self, file: &Path, note: &str) -> Result<()> {
        let library = self.live.current();
        let capsule = crate::table::Capsule::of(&self.table, &self.bots, &library, note, None)?;
        Ok(capsule.write(file)?)
    }

    fn leave(self) -> Result<Done> {
        if let Some(file) = &self.options.save {
            self.save(file)?;
            println!("saved as {}", file.display());
        }
        Ok(Done::Fine)
    }
}

fn errors(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).cloned().collect()
}

fn known_in(table: &Table, key: Symbol) -> bool {
    table.game().definitions().find(key).is_some()
}
