//! What went wrong in a script, as a diagnostic with its place.

use super::lexer;
use crate::call::{Thrown, Trouble};
use crate::diagnostic::{Diagnostic, Place, SourceFile};
use rhai::{EvalAltResult, ParseErrorType, Position};
use std::ops::Range;

/// A script as a part of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub file: &'a SourceFile,
    /// Where the script begins in the file.
    pub offset: usize,
    pub text: &'a str,
}

impl Source<'_> {
    /// The byte of the script that Rhai means.
    fn byte(&self, position: Position) -> Option<usize> {
        let line = position.line()?;
        let column = position.position().unwrap_or(1);
        let script = SourceFile::new("", self.text);
        Some(script.offset(Place { line, column }))
    }
    /// The word there, as a span of the file; the beginning of the script for no position.
    pub(crate) fn span(&self, position: Position) -> Range<usize> {
        let span = self.byte(position).map_or(0..0, |byte| lexer::token_at(self.text, byte));
        self.in_file(span)
    }
    /// Whether the word there stands behind a point: then what stands before it is its first argument.
    fn is_behind_point(&self, position: Position) -> bool {
        let before = self.byte(position).and_then(|byte| self.text.get(..byte));
        before.is_some_and(|text| text.trim_end().ends_with('.'))
    }
    /// The argument in that place of the call there.
    pub(crate) fn argument(&self, position: Position, place: usize) -> Option<Range<usize>> {
        let span = lexer::argument(self.text, self.byte(position)?, place)?;
        Some(self.in_file(span))
    }
    /// The name and the value of an option in a map of the script.
    fn option(&self, map: Range<usize>, name: &str) -> Option<(Range<usize>, Range<usize>)> {
        let inside = map.start.checked_sub(self.offset)?..map.end.checked_sub(self.offset)?;
        let (key, value) = lexer::option(self.text, inside, name)?;
        Some((self.in_file(key), self.in_file(value)))
    }
    /// The statement that begins there.
    pub(crate) fn statement(&self, position: Position) -> Range<usize> {
        self.byte(position).map_or_else(|| self.span(position), |byte| self.in_file(lexer::statement(self.text, byte)))
    }
    pub(crate) fn in_file(&self, span: Range<usize>) -> Range<usize> {
        span.start + self.offset..span.end + self.offset
    }
}

/// What is said of a closure with too many parameters.
pub(crate) const CLOSURE_TAKES_OTHERS: &str = "a closure here does not take what it is given";

/// A file that a script may have called into: prelude or keyword.
pub(crate) type Elsewhere<'a> = &'a dyn Fn(&str) -> Option<SourceFile>;

/// The diagnostic for a failed run.
pub(crate) fn diagnose(error: &EvalAltResult, source: &Source, elsewhere: Elsewhere) -> Diagnostic {
    let mut error = error;
    let mut position = error.position();
    let mut other: Option<SourceFile> = None;
    let mut called_at: Option<Position> = None;
    while let EvalAltResult::ErrorInFunctionCall(_, path, inner, at) | EvalAltResult::ErrorInModule(path, inner, at) = error {
        if !at.is_none() && other.is_none() {
            position = *at;
        }
        if let Some(file) = elsewhere(path).filter(|file| file.path != source.file.path) {
            called_at.get_or_insert(position);
            other = Some(file);
        }
        error = inner;
        if !error.position().is_none() {
            position = error.position();
        }
    }
    match &other {
        Some(file) => {
            let inner = Source { file, offset: 0, text: &file.text };
            let trouble = of(error, &inner, position);
            let at = called_at.filter(|at| !at.is_none());
            match at {
                Some(at) => trouble.see(source.file, source.span(at), "used here"),
                None => trouble,
            }
        }
        None => of(error, source, position),
    }
}

fn of(error: &EvalAltResult, source: &Source, position: Position) -> Diagnostic {
    let span = source.span(position);
    let file = source.file;
    let limit = |what: &str| Diagnostic::script_limit(file, span.clone(), what);
    let plain = |message: String| Diagnostic::script_error(file, span.clone(), message);
    match error {
        EvalAltResult::ErrorRuntime(value, _) => match value.read_lock::<Thrown>() {
            Some(thrown) => of_trouble(&thrown, source, position),
            None => plain(format!("the script gave up: {value}")),
        },
        EvalAltResult::ErrorParsing(kind, _) => syntax(kind, source, position),
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => limit("it does too much"),
        EvalAltResult::ErrorStackOverflow(_) => limit("its functions call each other too deeply"),
        EvalAltResult::ErrorDataTooLarge(what, _) => limit(&format!("{} too large", too_large(what))),
        EvalAltResult::ErrorTooManyVariables(_) => limit("it has too many variables"),
        EvalAltResult::ErrorTooManyModules(_) => limit("it uses too many modules"),
        EvalAltResult::ErrorVariableNotFound(word, _) => {
            Diagnostic::error("unknown-word", format!("nothing is called `{word}`")).at(file, span)
        }
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            let (name, given) = signature.split_once(" (").unwrap_or((signature, ""));
            if name.starts_with("anon$") {
                return plain(CLOSURE_TAKES_OTHERS.to_owned()).help("look at the parameters between its `|` and `|`");
            }
            let given = given.trim_end_matches(')').replace("&str | ImmutableString | String", "text").replace("i64", "number");
            plain(match operator(name) {
                true => format!("`{name}` has no meaning between {}", given.replace(", ", " and ")),
                false => format!("`{name}` cannot be used with ({given})"),
            })
        }
        EvalAltResult::ErrorDotExpr(message, _) => plain(message.replace("Piece", "this value")),
        EvalAltResult::ErrorPropertyNotFound(name, _) => plain(format!("the map has no `{name}`")),
        EvalAltResult::ErrorMismatchDataType(wanted, found, _) | EvalAltResult::ErrorMismatchOutputType(wanted, found, _) => {
            let found = found.rsplit("::").next().unwrap_or(found);
            if wanted == "bool" && found == "Piece" {
                let message = "the script cannot decide this: the answer is only known during a game".to_owned();
                let help = "write `if_(condition, effect, otherwise)` inside the ability, and `&`, `|`, `!` between conditions";
                return plain(message).help(help).note("a script runs once, when the card is loaded");
            }
            let found = if found == "Piece" { "a value of the vocabulary" } else { found };
            let wanted = if wanted == "bool" { "true or false" } else { wanted.as_str() };
            plain(format!("{wanted} is needed here, not {found}"))
        }
        EvalAltResult::ErrorArrayBounds(length, index, _) => {
            plain(format!("there is no item {index}: the list has {length}")).help("items are counted from 0")
        }
        EvalAltResult::ErrorDataRace(..) => plain("a variable stands before the point and in a closure behind it".to_owned())
            .help("give it a second name first: `let same = that;`"),
        EvalAltResult::ErrorFor(_) => {
            plain("this is no list to go through: use `for_each(...)` for objects of the game".to_owned())
        }
        other => {
            let text = other.to_string();
            let text = text.split(" (line").next().unwrap_or(&text).to_owned();
            plain(text)
        }
    }
}

fn too_large(what: &str) -> String {
    match what {
        "Size of array" | "Size of array/BLOB" => "a list is".to_owned(),
        "Length of string" => "a text is".to_owned(),
        "Size of object map" => "a map is".to_owned(),
        other => format!("{other} is"),
    }
}

fn operator(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

fn of_trouble(thrown: &Thrown, source: &Source, position: Position) -> Diagnostic {
    let word = source.span(position);
    // What stands before the point is no argument between the parentheses.
    let receiver = usize::from(source.is_behind_point(position));
    let argument = |place: usize| source.argument(position, place.checked_sub(receiver)?);
    if let Trouble::Option { place, name, trouble } = &*thrown.trouble {
        let place = argument(*place);
        let found = place.clone().and_then(|map| source.option(map, name));
        let is_unknown = matches!(&**trouble, Trouble::Unknown { code: "unknown-option", .. });
        let span = found.map(|(key, value)| if is_unknown { key } else { value }).or(place).unwrap_or(word);
        return said(trouble, thrown, source, span.clone(), receiver, &|_| Some(span.clone()));
    }
    said(&thrown.trouble, thrown, source, word, receiver, &argument)
}

/// The diagnostic of a trouble; `argument` says where the arguments stand.
fn said(
    trouble: &Trouble,
    thrown: &Thrown,
    source: &Source,
    word: Range<usize>,
    receiver: usize,
    argument: &dyn Fn(usize) -> Option<Range<usize>>,
) -> Diagnostic {
    let file = source.file;
    match trouble {
        Trouble::Argument { place, expected, found } => {
            let number = match (place + 1).saturating_sub(receiver) {
                0 => "before the point".to_owned(),
                1 => "first".to_owned(),
                2 => "second".to_owned(),
                3 => "third".to_owned(),
                other => format!("{other}th"),
            };
            let message = format!("`{}` takes {expected}, not {found}", thrown.word);
            if receiver == 1 && !thrown.method {
                // A function behind a point takes what stands before it as its first argument, which is hardly ever meant.
                let wrong = format!("`{}` is not said of what stands before the point here", thrown.word);
                return Diagnostic::error("wrong-argument", wrong).at(file, word).note(message);
            }
            let span = argument(*place).unwrap_or(word);
            let trouble = Diagnostic::error("wrong-argument", message).at(file, span);
            if *place >= receiver && number != "first" { trouble.note(format!("as the {number} argument")) } else { trouble }
        }
        Trouble::Text { place, error } => {
            let span = argument(*place);
            // Inside the quotes, as long as nothing is escaped.
            let inner = span.clone().filter(|span| {
                span.len() >= 2 && file.text.get(span.clone()).is_some_and(|text| text.starts_with('"') && !text.contains('\\'))
            });
            match (inner, span) {
                (Some(span), _) => error.diagnostic(file, span.start + 1),
                (None, span) => error.diagnostic_at(file, span.unwrap_or(word)),
            }
        }
        Trouble::Unknown { place, code, message, help } => {
            let trouble = Diagnostic::error(code, message.clone()).at(file, argument(*place).unwrap_or(word));
            if help.is_empty() { trouble } else { trouble.help(help.clone()) }
        }
        Trouble::Option { trouble, .. } => said(trouble, thrown, source, word, receiver, argument),
        Trouble::Other { code, message, help } => {
            let trouble = Diagnostic::error(code, message.clone()).at(file, word);
            if help.is_empty() { trouble } else { trouble.help(help.clone()) }
        }
        Trouble::Script(error) => diagnose(error, source, &|_| None),
    }
}

/// The diagnostic for a script that Rhai cannot read.
pub(crate) fn syntax(kind: &ParseErrorType, source: &Source, position: Position) -> Diagnostic {
    let at_end = position.is_none() || source.byte(position).is_none_or(|byte| byte >= source.text.trim_end().len());
    let span = if at_end && matches!(kind, ParseErrorType::UnexpectedEOF | ParseErrorType::MissingToken(..)) {
        let end = source.offset + source.text.trim_end().len();
        end..end
    } else {
        source.span(position)
    };
    let error = |message: String| Diagnostic::error("syntax-error", message).at(source.file, span.clone());
    let found = source.file.text.get(span.clone()).filter(|text| !text.is_empty());
    if let Some((what, help)) = found.and_then(|found| found.chars().find_map(crate::diagnostic::letters::mistaken))
        && !found.is_some_and(|found| found.starts_with('"'))
    {
        return error(what).help(help);
    }
    match kind {
        ParseErrorType::MissingToken(token, _) if token != ";" && found == Some("=") => {
            error("`=` gives a variable its value".to_owned()).help("write `==` to compare")
        }
        // Rhai reads on until a separator does not come; the author forgot to close something.
        ParseErrorType::MissingToken(..) if let Some(unclosed) = unclosed(source, position, at_end) => unclosed,
        ParseErrorType::UnexpectedEOF if let Some(unclosed) = unclosed(source, position, true) => unclosed,
        ParseErrorType::MissingToken(token, why) if token == ";" => {
            let all = source.file.text.get(source.offset..span.start).unwrap_or_default();
            let before = all.trim_end();
            if all[before.len()..].contains('\n') && !before.is_empty() {
                // The line before is where it was forgotten.
                let end = source.offset + before.len();
                let trouble = Diagnostic::error("syntax-error", "`;` is missing here").at(source.file, end..end);
                return trouble.see(source.file, span, "the next statement begins here").help("write it behind the statement");
            }
            let word = before.rsplit(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next().unwrap_or_default();
            let trouble = error(format!("`{token}` is missing here")).help(why.trim().to_owned());
            if word.is_empty() {
                trouble
            } else {
                trouble.help(format!("or something between `{word}` and this: a point, a parenthesis, a comma"))
            }
        }
        ParseErrorType::MissingToken(token, why) => error(format!("`{token}` is missing here")).help(why.trim().to_owned()),
        ParseErrorType::UnexpectedEOF => {
            error("the script ends too early".to_owned()).help("something is not closed, or a word is missing")
        }
        ParseErrorType::Reserved(word) => error(format!("`{word}` is reserved by the scripting language"))
            .help("choose another name; words of this kind end with `_`, like `if_`"),
        ParseErrorType::BadInput(rhai::LexError::UnterminatedString) => {
            error("this text is not closed".to_owned()).help("write `\"` at its end")
        }
        ParseErrorType::BadInput(problem) => {
            let problem = problem.to_string();
            let mut letters = problem.chars();
            let first = letters.next().map(|letter| letter.to_ascii_lowercase());
            error(first.into_iter().chain(letters).collect())
        }
        ParseErrorType::ExprTooDeep => Diagnostic::script_limit(source.file, span, "an expression is nested too deeply"),
        ParseErrorType::TooManyFunctions => Diagnostic::script_limit(source.file, span, "it has too many functions"),
        other => match found {
            Some(found) => error(format!("this cannot be read at `{found}`: {other}")),
            None => error(format!("this cannot be read: {other}")),
        },
    }
}

/// The diagnostic for a bracket that is not closed before the statement or the script ends, if that is what is wrong.
fn unclosed(source: &Source, position: Position, at_end: bool) -> Option<Diagnostic> {
    let at = if at_end { source.text.trim_end().len() } else { source.byte(position)? };
    let stops = at_end || matches!(source.text.as_bytes().get(at), Some(b';' | b')' | b']' | b'}'));
    let open = lexer::open_brackets(&source.text[..at]).pop().filter(|_| stops)?;
    let bracket = &source.text[open.clone()];
    let close = match bracket {
        "(" => ")",
        "[" => "]",
        _ => "}",
    };
    let here = source.in_file(if at_end { at..at } else { at..at + 1 });
    let trouble = Diagnostic::error("syntax-error", format!("`{close}` is missing here")).at(source.file, here);
    Some(trouble.see(source.file, source.in_file(open), format!("this `{bracket}` is not closed")))
}

/// One line for the table: what and where.
pub(crate) fn in_words(error: &EvalAltResult, source: &Source) -> String {
    let trouble = diagnose(error, source, &|_| None);
    match trouble.primary() {
        Some(label) => {
            let Place { line, column } = label.file.place(label.span.start);
            format!("{}:{line}:{column}: {}", label.file.path, trouble.message)
        }
        None => trouble.message,
    }
}
