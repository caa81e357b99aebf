//! What can be written in the scripts of a library: the words with their documentation, and what each yields.

use cardwright_engine::types::TypeLine;
use cardwright_library::compile::{CardScript, Compiler, ScriptText};
use cardwright_library::{Library, LibraryCompiler};
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::trace::Made;
use cardwright_script::{ScriptHost, WordDoc, WordKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A word with its documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordEntry {
    /// The word.
    pub name: String,
    /// How it is written.
    pub kind: WordKind,
    /// What stands before its point: `filter`; none for words that stand alone.
    pub receiver: Option<String>,
    /// With its parameters.
    pub signature: String,
    /// What it means.
    pub meaning: String,
    /// A script that uses it; empty for words of the prelude.
    pub example: String,
    /// The topic that it belongs to.
    pub topic: String,
}

/// What can be said of a value: the words that signatures have before the point.
pub type Receivers = BTreeSet<&'static str>;

/// Where a word stands: the same name means something else alone and behind a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stands {
    /// Alone.
    Alone,
    /// Behind a point.
    BehindPoint,
}

impl Stands {
    /// Where the word stands that begins at a byte.
    pub fn at(text: &str, start: usize) -> Self {
        let before = text.get(..start).unwrap_or_default();
        if before.trim_end().ends_with('.') { Stands::BehindPoint } else { Stands::Alone }
    }
}

/// What can be written in scripts.
#[derive(Debug)]
pub struct Vocabulary {
    words: Vec<WordEntry>,
    names: BTreeSet<String>,
    /// The keywords of the library, each with its reminder text.
    pub keywords: Vec<(String, Option<String>)>,
}

impl Vocabulary {
    /// The words of the program, the prelude and the keywords of a library.
    pub fn of(library: &Library) -> Self {
        let mut words = standard().words.clone();
        words.extend(library.preludes().iter().flat_map(functions));
        let names = words.iter().map(|word| word.name.clone()).collect();
        let reminder = |keyword: &cardwright_engine::symbol::Symbol| library.reminder(*keyword, "…");
        let keywords = library.keywords().iter().map(|keyword| (keyword.to_string(), reminder(keyword))).collect();
        Vocabulary { words, names, keywords }
    }

    /// Whether it is a word.
    pub fn knows(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// All words.
    pub fn words(&self) -> &[WordEntry] {
        &self.words
    }

    /// The words of that name.
    pub fn named<'v>(&'v self, name: &str) -> impl Iterator<Item = &'v WordEntry> {
        self.words.iter().filter(move |word| word.name == name)
    }

    /// What can be said of what a word yields; none if that is not known.
    pub fn yields(&self, name: &str, stands: Stands) -> Option<&'static Receivers> {
        standard().yields.get(&stands)?.get(name)
    }
}

/// What never changes while the program runs.
struct Standard {
    words: Vec<WordEntry>,
    yields: BTreeMap<Stands, BTreeMap<String, Receivers>>,
}

/// The words of the program. The first call takes a moment: what words yield is learnt from their examples.
fn standard() -> &'static Standard {
    static STANDARD: OnceLock<Standard> = OnceLock::new();
    STANDARD.get_or_init(|| {
        let reference = ScriptHost::new().reference();
        let words = reference.iter().map(entry).collect();
        Standard { words, yields: yields(&reference) }
    })
}

/// Learns the words of the program on the thread that calls, so that nobody waits for it later.
pub(super) fn warm_up() {
    standard();
}

fn entry(word: &WordDoc) -> WordEntry {
    let head = word.signature.split('(').next().unwrap_or_default();
    WordEntry {
        name: word.name.to_owned(),
        kind: word.kind,
        receiver: head.split_once('.').map(|(receiver, _)| receiver.to_owned()),
        signature: word.signature.to_owned(),
        meaning: word.meaning.to_owned(),
        example: word.example.to_owned(),
        topic: word.topic.to_owned(),
    }
}

/// What the words of the examples yield when these run.
fn yields(reference: &[WordDoc]) -> BTreeMap<Stands, BTreeMap<String, Receivers>> {
    let mut found: BTreeMap<Stands, BTreeMap<String, Receivers>> = BTreeMap::new();
    let mut note = |stands, name: &str, receivers: &[&'static str]| {
        if !receivers.is_empty() {
            found.entry(stands).or_default().entry(name.to_owned()).or_default().extend(receivers);
        }
    };
    for word in reference {
        if let Some(kind) = word.stands_for {
            note(Stands::Alone, word.name, of_kind(kind));
        }
    }
    let mut compiler = LibraryCompiler::tracing();
    let types = TypeLine::default();
    for word in reference {
        let file = SourceFile::new("example.rhai", word.example);
        let source = ScriptText::whole(file.clone());
        let script =
            CardScript { key: "Example", name: "Example", source: Some(&source), keywords: &[], types: &types, tokens: &[] };
        let Some(trace) = compiler.compile(&script).trace else { continue };
        for step in &trace.steps {
            let Some(place) = step.place else { continue };
            note(Stands::at(&file.text, file.offset(place)), step.word, of_made(&step.made));
        }
    }
    found
}

/// What can be said of a piece of ability data.
fn of_made(made: &Made) -> &'static [&'static str] {
    match made {
        Made::Amount(_) => &["amount"],
        Made::Condition(_) => &["condition"],
        Made::Filter(_) | Made::Objects(_) => &["filter", "things"],
        Made::Players(_) => &["players"],
        Made::Pattern(_) => &["pattern"],
        Made::Cost(_) => &["cost"],
        Made::Effect(_) => &["effect"],
        Made::Target(..) => &["things", "players"],
        Made::Statement(..) => &["statement"],
        Made::Modes(_) => &["modes"],
        Made::Token(_) => &["token"],
        Made::Destination(_) => &["destination"],
        Made::Bound(_) => &["event", "done", "things", "players"],
        Made::Linked(_) => &["things", "players", "amount"],
        Made::Ability(_) => &["ability"],
        Made::Changes(_) | Made::Mode(_) | Made::Keyword(_) => &[],
        Made::Other(kind) => of_kind(kind),
    }
}

/// What can be said of a value of that kind, as messages call it.
fn of_kind(kind: &str) -> &'static [&'static str] {
    match kind {
        "a number" => &["amount"],
        "a condition" => &["condition"],
        "a filter" | "an object" => &["filter", "things"],
        "players" => &["players"],
        "a target" | "objects or players" => &["things", "players"],
        "an event that happened" => &["event"],
        "what an effect did" => &["done", "things", "players"],
        "something remembered" => &["things", "players", "amount"],
        "an event pattern" => &["pattern"],
        "a step" => &["step", "pattern"],
        "a cost" => &["cost"],
        "an effect" => &["effect"],
        "a statement for `always`" => &["statement"],
        "a choice of modes" => &["modes"],
        "an ability" => &["ability"],
        "a token" => &["token"],
        "a copy" => &["copy", "token"],
        "a destination" => &["destination"],
        "the game" => &["game"],
        _ => &[],
    }
}

/// The functions of a prelude file, with the comments above them.
fn functions(file: &SourceFile) -> Vec<WordEntry> {
    let mut found = Vec::new();
    let mut meaning: Vec<&str> = Vec::new();
    for line in file.text.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("///") {
            meaning.push(comment.trim());
            continue;
        }
        let signature = line.strip_prefix("fn ").and_then(|rest| Some(format!("{})", rest.split_once(')')?.0)));
        if let Some(signature) = signature {
            found.push(WordEntry {
                name: signature.split('(').next().unwrap_or_default().trim().to_owned(),
                kind: WordKind::Function,
                receiver: None,
                signature,
                meaning: meaning.join(" "),
                example: String::new(),
                topic: "Prelude".to_owned(),
            });
        }
        meaning.clear();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_words_yield_is_known_from_their_examples() {
        let vocabulary = Vocabulary::of(&Library::default());
        let known = |word: &str, stands| vocabulary.yields(word, stands).cloned().unwrap_or_default();
        let yields = |word: &str| match word.strip_prefix('.') {
            Some(word) => known(word, Stands::BehindPoint),
            None => known(word, Stands::Alone),
        };
        assert!(yields("creatures").contains("filter"));
        assert!(yields(".tapped").contains("filter"));
        assert!(yields("draw").contains("effect"));
        assert!(yields("when").contains("ability"));
        assert!(yields("you").contains("players"));
        assert!(yields(".enters").contains("pattern"));
        assert!(yields("cost").contains("cost"));
        assert_eq!(yields("draw").len(), 1, "{:?}", yields("draw"));
        let words = vocabulary.words();
        let stands = |word: &WordEntry| if word.receiver.is_some() { Stands::BehindPoint } else { Stands::Alone };
        let unknown: Vec<&str> = words
            .iter()
            .filter(|word| vocabulary.yields(&word.name, stands(word)).is_none())
            .map(|word| word.signature.as_str())
            .collect();
        assert!(
            unknown.len() * 5 < words.len(),
            "{} of {} are not known to yield anything: {unknown:?}",
            unknown.len(),
            words.len()
        );
    }

    #[test]
    fn the_functions_of_the_prelude_are_words() {
        let file = SourceFile::new(
            "p.rhai",
            "//! Top.\n\n/// Each opponent\n/// loses it.\nfn drain(amount, more) { 1 }\nfn bare() { 2 }\n",
        );
        let found: Vec<(String, String)> = functions(&file).into_iter().map(|word| (word.signature, word.meaning)).collect();
        assert_eq!(
            found,
            [("drain(amount, more)".to_owned(), "Each opponent loses it.".to_owned()), ("bare()".to_owned(), String::new())]
        );
    }
}
