//! `bad-symbol`

use super::said::{Said, texts};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint, Remedy};
use cardwright_script::diagnostic::Assumes;
use cardwright_script::text::mana_cost;
use std::ops::Range;

/// Symbols that are none, and mana without its braces.
pub const LINT: Lint = Lint {
    name: "bad-symbol",
    family: Family::Text,
    level: Level::Warn,
    what: "the rules text has a symbol that does not exist, or one without its braces",
    why: "`{T}` and `{2}{R}` are drawn as symbols; anything else in braces, or a letter without them, is shown as it stands.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Lantern Clerk"
cost = "{1}{G}"
type = "Creature - Human"
power = 1
toughness = 1
text = "T: Add {G}."
script = 'activated("{T}", add_mana("{G}"));'
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Lantern Clerk"
cost = "{1}{G}"
type = "Creature - Human"
power = 1
toughness = 1
text = "{T}: Add {G}."
script = 'activated("{T}", add_mana("{G}"));'
"#,
    )]),
    fix: Some(Remedy { does: "writes the symbol", assumes: Assumes::Nothing }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for said in texts(card) {
        for (start, line) in said.paragraphs() {
            braces(&said, start, line, findings);
            bare(&said, start, line, findings);
        }
    }
}

/// What stands in braces.
fn braces(said: &Said<'_>, start: usize, line: &str, findings: &mut Findings) {
    let mut at = 0;
    while let Some(found) = line[at..].find(['{', '}']) {
        let open = at + found;
        if line[open..].starts_with('}') {
            add(said, start + open..start + open + 1, "this brace was never opened", None, findings);
            at = open + 1;
            continue;
        }
        let rest = &line[open + 1..];
        let close = rest.find('}').filter(|close| !rest[..*close].contains('{'));
        let Some(close) = close else {
            // As far as a symbol would go.
            let inside = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '/').unwrap_or(rest.len());
            let with = Some(&rest[..inside]).filter(|inside| is_symbol(inside)).map(|inside| format!("{{{inside}}}"));
            add(said, start + open..start + open + 1 + inside, "this brace is not closed", with, findings);
            at = open + 1 + inside;
            continue;
        };
        let inside = &rest[..close];
        if !is_symbol(inside) {
            let message = format!("there is no symbol `{{{inside}}}`");
            add(said, start + open..start + open + close + 2, &message, meant(inside), findings);
        }
        at = open + close + 2;
    }
}

fn is_symbol(inside: &str) -> bool {
    matches!(inside, "T" | "Q" | "E" | "TK" | "A" | "∞") || mana_cost(&format!("{{{inside}}}")).is_ok()
}

/// The symbols that something in braces was meant to be.
fn meant(inside: &str) -> Option<String> {
    let upper = inside.trim().to_uppercase();
    let plain = match upper.as_str() {
        "TAP" | "T." => Some("T"),
        "UNTAP" => Some("Q"),
        "WHITE" => Some("W"),
        "BLUE" => Some("U"),
        "BLACK" => Some("B"),
        "RED" => Some("R"),
        "GREEN" => Some("G"),
        "COLORLESS" => Some("C"),
        "ONE" => Some("1"),
        "TWO" => Some("2"),
        other => Some(other).filter(|other| is_symbol(other)),
    };
    plain.map(|plain| format!("{{{plain}}}")).or_else(|| symbols(&upper))
}

/// Letters and digits as symbols: "2RR".
fn symbols(bare: &str) -> Option<String> {
    let mut said = String::new();
    let mut rest = bare;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '0'..='9' => rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len()),
            'W' | 'U' | 'B' | 'R' | 'G' | 'C' | 'X' | 'T' | 'Q' => 1,
            _ => return None,
        };
        said.push_str(&format!("{{{}}}", &rest[..length]));
        rest = &rest[length..];
    }
    (!said.is_empty()).then_some(said)
}

/// Costs and mana without braces: before a colon, behind "Add", in "costs 1 less", "pays 2".
fn bare(said: &Said<'_>, start: usize, line: &str, findings: &mut Findings) {
    let words = plain_words(line);
    // The cost of an activated ability: all before the colon, if it begins like one.
    let colon = line.find(": ").filter(|colon| !line[..*colon].contains(['.', '"', '—', '•']));
    for (place, word) in words.iter().enumerate() {
        let says = &line[word.clone()];
        let before = place.checked_sub(1).map(|before| line[words[before].clone()].to_lowercase());
        let before = before.as_deref().unwrap_or_default();
        let after = words.get(place + 1).map(|after| &line[after.clone()]).unwrap_or_default();
        let behind = &line[word.end..];
        let letters = says.chars().all(|letter| "WUBRGC".contains(letter));
        let number = says.chars().all(|letter| letter.is_ascii_digit());
        // "+1:" and "-2:" are loyalty, "{T}" has its braces.
        let part = line[..word.start].is_empty() || line[..word.start].ends_with(", ");
        let in_cost =
            colon.is_some_and(|colon| word.end <= colon) && part && (behind.starts_with(": ") || behind.starts_with(", "));
        let added = before == "add" && letters && (behind.starts_with(['.', ' ', ',']));
        let reduced = matches!(before, "cost" | "costs") && (number || letters) && matches!(after, "less" | "more");
        let paid = matches!(before, "pay" | "pays" | "paying")
            && (number || (letters && says.len() < 4))
            && (behind.starts_with(['.', ',']) || matches!(after, "or" | "for" | "more" | "rather" | "as" | "each" | "any"));
        let keyword = KEYWORDS_WITH_COSTS.contains(&before) && place == 1 && behind.is_empty();
        let is = in_cost || added || reduced || paid || keyword;
        if let Some(with) = Some(says).filter(|_| is).and_then(symbols) {
            let message = format!("`{says}` has no braces");
            add(said, start + word.start..start + word.end, &message, Some(with), findings);
        }
    }
}

const KEYWORDS_WITH_COSTS: [&str; 6] = ["cycling", "equip", "flashback", "kicker", "ward", "mutate"];

/// The words outside of braces, without punctuation.
fn plain_words(line: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    let mut depth = 0_u8;
    for (at, letter) in line.char_indices().chain([(line.len(), ' ')]) {
        depth = match letter {
            '{' => 1,
            '}' => 0,
            _ => depth,
        };
        let inside = depth == 0 && (letter.is_alphanumeric() || matches!(letter, '+' | '-' | '−' | '/' | '\'' | '’'));
        match (start, inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn add(said: &Said<'_>, part: Range<usize>, message: &str, with: Option<String>, findings: &mut Findings) {
    let finding = findings.add(said.file(), said.place(part.clone()), message);
    match with {
        Some(with) => {
            finding.help.push(format!("write `{with}`"));
            finding.fix = said.fix(format!("write `{with}`"), part, &with);
        }
        None => finding
            .help
            .push("symbols are `{T}`, `{2}`, `{X}`, `{W}`, `{U}`, `{B}`, `{R}`, `{G}`, `{C}` and pairs like `{W/U}`".to_owned()),
    }
}
