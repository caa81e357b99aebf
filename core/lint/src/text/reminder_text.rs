//! `reminder-text`

use super::align::likeness;
use super::said::{Said, texts};
use super::word::{Word, words};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint, Remedy};
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::Assumes;
use cardwright_text::Lexicon;
use std::ops::Range;

/// Reminders that remind of something else.
pub const LINT: Lint = Lint {
    name: "reminder-text",
    family: Family::Text,
    level: Level::Warn,
    what: "a reminder in parentheses is not that of the keyword before it, or stands in the wrong place",
    why: "Reminder text has no effect, so that nobody notices when it is wrong, except the player who relies on it. What a keyword's \
          reminder says stands in the file of the keyword.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Spire Kite"
cost = "{1}{W}"
type = "Creature - Bird"
power = 1
toughness = 2
keywords = ["vigilance"]
text = "Vigilance (Only creatures with flying or reach can block this creature.)"
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Spire Kite"
cost = "{1}{W}"
type = "Creature - Bird"
power = 1
toughness = 2
keywords = ["vigilance"]
text = "Vigilance (Attacking doesn't cause this creature to tap.)"
"#,
    )]),
    fix: Some(Remedy { does: "writes the reminder of the keyword before it", assumes: Assumes::Nothing }),
    check: Check::Card(check),
};

/// A reminder in a text.
struct Reminder {
    /// Its bytes, parentheses included.
    span: Range<usize>,
    words: Vec<Word>,
}

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for said in texts(card) {
        for (start, line) in said.paragraphs().filter(|(_, line)| line.contains('(')) {
            for reminder in reminders(line, said.name()) {
                check_reminder(card, &said, start, line, &reminder, findings);
            }
        }
    }
}

fn reminders(line: &str, name: &str) -> Vec<Reminder> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = line[at..].find('(').map(|open| at + open) {
        let Some(close) = line[open..].find(')').map(|close| open + close) else { break };
        found.push(Reminder { span: open..close + 1, words: plain(&line[open + 1..close], name) });
        at = close + 1;
    }
    found
}

/// The words without what reminders say in different ways: "this creature", "it".
fn plain(text: &str, name: &str) -> Vec<Word> {
    let mut words = words(text, &[name]);
    for word in &mut words {
        if matches!(word.counts_as.as_str(), "it" | "this") {
            word.counts_as = "~".to_owned();
        } else if word.counts_as == "its" {
            word.counts_as = "~'s".to_owned();
        }
    }
    words
}

fn check_reminder(card: &CardView<'_>, said: &Said<'_>, start: usize, line: &str, reminder: &Reminder, findings: &mut Findings) {
    let lexicon = &card.library as &dyn Lexicon;
    let spot = start + reminder.span.start..start + reminder.span.end;
    let before = line[..reminder.span.start].trim_end();
    let keyword = keyword_at_end(card, before);
    let own = keyword.as_ref().and_then(|(keyword, argument)| lexicon.reminder(*keyword, argument));
    if let (Some((keyword, _)), Some(own)) = (&keyword, &own) {
        let words = plain(own, said.name());
        let other = whose(card, said, reminder).filter(|(other, _)| other != keyword);
        let message = match other {
            Some((other, _)) if likeness(&reminder.words, &words) < OWN => {
                format!("this is the reminder of `{other}`, not of `{keyword}`")
            }
            // The same may be said in other words; numbers, costs and choices are no matter of words.
            _ if likeness(&reminder.words, &words) > 0.5
                && facts(&reminder.words).iter().any(|fact| !facts(&words).contains(fact)) =>
            {
                format!("this is not what `{keyword}` does")
            }
            _ => return,
        };
        let finding = findings.add(said.file(), said.place(spot.clone()), message);
        finding.help.push(format!("write `({own})`, or leave it out"));
        finding.fix = said.fix("write the keyword's reminder", spot, &format!("({own})"));
        return;
    }
    // Behind a sentence, or behind a keyword that has no reminder of its own.
    let Some((other, argument)) = whose(card, said, reminder) else { return };
    let has =
        said.face.face.abilities().iter().any(|instance| instance.ability.keyword.is_some_and(|keyword| keyword.name == other));
    let speaks_of_it = line.to_lowercase().replace(&line[reminder.span.clone()].to_lowercase(), "").contains(other.as_str());
    if speaks_of_it && (keyword.is_none() && !before.is_empty()) && !before_keyword(line, reminder, other) {
        return;
    }
    let message = match has || speaks_of_it {
        true => format!("the reminder of `{other}` does not stand behind it"),
        false => format!("this is the reminder of `{other}`, which the card does not have"),
    };
    let finding = findings.add(said.file(), said.place(spot), message);
    finding.help.push(match has || speaks_of_it {
        true => format!("put it right behind `{}`", spoken(other, &argument)),
        false => "delete it".to_owned(),
    });
}

fn spoken(keyword: Symbol, argument: &str) -> String {
    let word = keyword.as_str();
    let word = word[..1].to_uppercase() + &word[1..];
    if argument.is_empty() { word } else { format!("{word} {argument}") }
}

/// Whether the keyword comes only after its reminder.
fn before_keyword(line: &str, reminder: &Reminder, keyword: Symbol) -> bool {
    let lower = line.to_lowercase();
    !lower[..reminder.span.start.min(lower.len())].contains(keyword.as_str())
}

/// The keyword, with what it takes, that a line ends with.
fn keyword_at_end(card: &CardView<'_>, line: &str) -> Option<(Symbol, String)> {
    let piece = line.rsplit([',', ';', '.']).next()?.trim();
    let lower = piece.to_lowercase();
    let keywords = card.library.keywords().iter();
    let fits = keywords.filter_map(|keyword| {
        let rest = lower.strip_prefix(keyword.as_str())?;
        let whole = rest.is_empty() || rest.starts_with([' ', '{', '—']);
        whole.then(|| (*keyword, piece[piece.len() - rest.len()..].trim_start_matches([' ', '—']).to_owned()))
    });
    fits.max_by_key(|(keyword, _)| keyword.as_str().len())
}

/// The keyword of whose reminder these are the words.
fn whose(card: &CardView<'_>, said: &Said<'_>, reminder: &Reminder) -> Option<(Symbol, String)> {
    let lexicon = &card.library as &dyn Lexicon;
    let own = said.face.face.abilities().iter().filter_map(|instance| instance.ability.keyword);
    let own = own.map(|keyword| (keyword.name, keyword.argument.to_string()));
    let all = card.library.keywords().iter().map(|keyword| (*keyword, String::new()));
    own.chain(all).find(|(keyword, argument)| {
        let words = lexicon.reminder(*keyword, argument).map(|own| plain(&own, said.name()));
        words.is_some_and(|words| words.len() > 3 && likeness(&reminder.words, &words) > 0.85)
    })
}

/// A reminder so much like the keyword's own is its own.
const OWN: f64 = 0.6;

/// The words that cannot be said in another way: numbers, symbols, choices.
fn facts(words: &[Word]) -> Vec<&str> {
    let words = words.iter().map(|word| word.counts_as.as_str());
    words.filter(|word| *word == "may" || word.contains(|letter: char| letter.is_ascii_digit())).collect()
}
