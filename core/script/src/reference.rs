//! The reference of the vocabulary, for editors and for `docs/vocabulary.md`.

use crate::words::{Word, WordKind};
use std::fmt::Write;

/// One word with its documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordDoc {
    /// The word itself.
    pub name: &'static str,
    /// How it is written.
    pub kind: WordKind,
    /// With its parameters; those in brackets may be left out.
    pub signature: &'static str,
    /// What it means, in one sentence or two.
    pub meaning: &'static str,
    /// A script that uses it.
    pub example: &'static str,
    /// The topic that it belongs to.
    pub topic: &'static str,
    /// What it stands for, if that is always the same: "a filter".
    pub stands_for: Option<&'static str>,
}

impl WordDoc {
    pub(crate) fn of(word: &Word) -> Self {
        WordDoc {
            name: word.name,
            kind: word.kind,
            signature: word.signature,
            meaning: word.meaning,
            example: word.example,
            topic: word.topic,
            stands_for: word.fixed().map(|value| value.kind()),
        }
    }
}

const INTRODUCTION: &str = "# The vocabulary

Every word that a card's script can use. Written by a test from the registry of words: do not edit it by hand, run
`UPDATE=1 cargo test -p cardwright-script --test script`. Every example is compiled by that test. Words at work, kind of ability by
kind of ability, each on a card with its scenarios: [the cookbook](../cards/rules-lab/README.md).

What stands before a point says what the word is said of: `filter` (`creatures.yours`), `things` (a filter, or particular objects like
`card` and `target(creatures)`), `players` (`you`, `opponents`, `target(players)`), `effect`, `cost`, `pattern` (an event pattern like
`card.enters`), `event` (the stand-in that closures of `when` and `instead` receive), `statement` (what `always` takes), `ability` (what
`when`, `activated` and their like yield). Arguments in brackets may be left out. Where an effect is taken, a list of effects means one after
another; where a filter is taken, a list means any of them. Closures are called once, when the card is loaded.
";

/// The page of the reference, as Markdown.
pub fn markdown(words: &[WordDoc]) -> String {
    let mut page = INTRODUCTION.to_owned();
    let mut topic = "";
    for word in words {
        if word.topic != topic {
            topic = word.topic;
            let _ = write!(page, "\n## {topic}\n\n| Word | Meaning | Example |\n| --- | --- | --- |\n");
        }
        let escape = |text: &str| text.replace('|', "\\|");
        let _ = writeln!(page, "| `{}` | {} | `{}` |", escape(word.signature), escape(word.meaning), escape(word.example));
    }
    page
}
