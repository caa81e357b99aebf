//! `punctuation`

use super::said::{Said, texts};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint, Remedy};
use cardwright_script::diagnostic::Assumes;
use std::ops::Range;

/// Full stops, spaces, dashes.
pub const LINT: Lint = Lint {
    name: "punctuation",
    family: Family::Text,
    level: Level::Warn,
    what: "the rules text lacks a full stop, or has a space, dash or bullet that does not belong there",
    why: "Cards are read side by side: the one without a full stop looks unfinished.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Note"
cost = "{R}"
type = "Instant"
text = "Cinder Note deals 2 damage to any target"
script = 'spell(damage(2, target(any_target)));'
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Note"
cost = "{R}"
type = "Instant"
text = "Cinder Note deals 2 damage to any target."
script = 'spell(damage(2, target(any_target)));'
"#,
    )]),
    fix: Some(Remedy { does: "adds or removes it", assumes: Assumes::Nothing }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for said in texts(card) {
        let lines: Vec<(usize, &str)> = said.paragraphs().collect();
        for (place, (start, line)) in lines.iter().enumerate() {
            let last = place + 1 == lines.len();
            let choice = lines.get(place + 1).is_some_and(|(_, next)| is_bullet(next));
            for (span, message, with) in line_troubles(card, line, choice, last) {
                report(&said, start + span.start..start + span.end, &message, &with, findings);
            }
        }
        blank_lines(&said, &lines, findings);
    }
}

fn report(said: &Said<'_>, part: Range<usize>, message: &str, with: &str, findings: &mut Findings) {
    // Nothing shows where nothing stands: the letter before it is underlined.
    let shown = match part.is_empty() {
        true => said.value()[..part.start].char_indices().next_back().map_or(0, |(at, _)| at)..part.end,
        false => part.clone(),
    };
    report_at(said, shown, part, message, with, findings);
}

fn report_at(said: &Said<'_>, shown: Range<usize>, part: Range<usize>, message: &str, with: &str, findings: &mut Findings) {
    let insert = part.is_empty();
    let finding = findings.add(said.file(), said.place(shown), message);
    finding.help.push(match with {
        "" => "delete it".to_owned(),
        " " => "write one space".to_owned(),
        with if insert => format!("add `{with}`"),
        with => format!("write `{with}`"),
    });
    finding.fix = said.fix(finding.help[0].clone(), part, with);
}

fn is_bullet(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('•') || line.starts_with("- ") || line.starts_with("* ") || line.starts_with("· ")
}

type Trouble = (Range<usize>, String, String);

fn line_troubles(card: &CardView<'_>, line: &str, choice: bool, last: bool) -> Vec<Trouble> {
    let mut found: Vec<Trouble> = Vec::new();
    let mut add = |span: Range<usize>, message: &str, with: &str| found.push((span, message.to_owned(), with.to_owned()));
    let trimmed = line.trim_end();
    if trimmed.is_empty() {
        return found;
    }
    if trimmed.len() < line.len() {
        let what = if last { "the text ends with a space" } else { "the line ends with a space" };
        add(trimmed.len()..line.len(), what, "");
    }
    let begins = line.len() - line.trim_start().len();
    if begins > 0 {
        add(0..begins, "the line begins with a space", "");
    }
    let body = &line[begins..];
    if is_bullet(body) && !body.starts_with('•') {
        add(begins..begins + body.chars().next().map_or(0, char::len_utf8), "modes stand behind bullets", "•");
    }
    for (at, _) in trimmed.match_indices("  ").filter(|(at, _)| *at >= begins && !line[..*at].ends_with(' ')) {
        let length = line[at..].len() - line[at..].trim_start_matches(' ').len();
        add(at..at + length, "there is more than one space", " ");
    }
    spacing(trimmed, begins, &mut add);
    dashes(trimmed, choice, &mut add);
    unbalanced(trimmed, &mut add);
    if !ends_well(card, trimmed, choice) {
        match trimmed.char_indices().next_back() {
            Some((at, ',' | ';')) => add(at..trimmed.len(), "the sentence ends without a full stop", "."),
            _ => add(trimmed.len()..trimmed.len(), "the sentence ends without a full stop", "."),
        }
    }
    found
}

fn spacing(line: &str, begins: usize, add: &mut impl FnMut(Range<usize>, &str, &str)) {
    let bytes: Vec<(usize, char)> = line.char_indices().collect();
    for window in bytes.windows(2) {
        let [(at, one), (next, other)] = window else { continue };
        let after = next + other.len_utf8();
        match (one, other) {
            (' ', ',' | '.' | ';') if *at >= begins => add(*at..*next, &format!("there is a space before `{other}`"), ""),
            (' ', ':') if *at >= begins => add(*at..*next, "there is a space before `:`", ""),
            (',' | ';', letter) if letter.is_alphabetic() => add(*next..*next, &format!("there is no space behind `{one}`"), " "),
            ('.', letter) if letter.is_uppercase() => add(*next..*next, "there is no space behind the full stop", " "),
            (':', letter) if letter.is_uppercase() => add(*next..*next, "there is no space behind `:`", " "),
            ('.', '.') if !line[after..].starts_with('.') && !line[..*at].ends_with('.') => {
                add(*next..after, "there are two full stops", "");
            }
            (',', ',') => add(*next..after, "there are two commas", ""),
            _ => {}
        }
    }
}

fn dashes(line: &str, choice: bool, add: &mut impl FnMut(Range<usize>, &str, &str)) {
    let ending = [" -", " –", " --", ":", " ―"].into_iter().find(|dash| choice && line.ends_with(dash));
    if let Some(dash) = ending {
        let dash_at = line.len() - dash.len();
        let with = if dash == ":" { " —" } else { "—" };
        let start = if dash == ":" { dash_at } else { dash_at + 1 };
        add(start..line.len(), "a choice of modes ends with a long dash", with);
    }
    for (at, dash) in line.match_indices(" - ").filter(|(at, _)| *at > 0) {
        add(at + 1..at + dash.len() - 1, "texts use a long dash between words", "—");
    }
}

fn unbalanced(line: &str, add: &mut impl FnMut(Range<usize>, &str, &str)) {
    let straight: Vec<usize> = line.match_indices('"').map(|(at, _)| at).collect();
    if let Some(at) = straight.last().filter(|_| straight.len() % 2 == 1) {
        let ends = !line[at + 1..].contains(char::is_alphanumeric) && *at > 0;
        match ends {
            true => add(*at..at + 1, "this quote was never opened", ""),
            false => add(line.len()..line.len(), "a quote is not closed", "\""),
        }
    }
    let (opened, closed) = (line.matches('(').count(), line.matches(')').count());
    if opened > closed {
        add(line.len()..line.len(), "a parenthesis is not closed", ")");
    }
    if let Some(at) = line.find(')').filter(|_| closed > opened) {
        add(at..at + 1, "this parenthesis was never opened", "");
    }
}

/// Whether a line ends as it should: sentences with a full stop, keywords with nothing, choices with a dash.
fn ends_well(card: &CardView<'_>, line: &str, choice: bool) -> bool {
    let stop = ['.', '!', '?', '—', ')', ']', '"', '”'];
    if choice || line.ends_with(stop) {
        return true;
    }
    // Costs behind keywords, chapters and a lonely keyword are no sentences.
    let lower = line.to_lowercase();
    let starts_with_keyword = |piece: &str| {
        let piece = piece.trim();
        card.library
            .keywords()
            .iter()
            .any(|keyword| piece.strip_prefix(keyword.as_str()).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
    };
    // A verb or a symbol with a colon makes a sentence; two words alone may be a keyword that nobody knows yet.
    let words = line.split(' ').count();
    if words <= 2 {
        return true;
    }
    let mut pieces = lower.split([',', ';']);
    pieces.clone().all(starts_with_keyword) || (words <= 4 && pieces.any(starts_with_keyword))
}

/// Empty lines between, before and behind the paragraphs.
fn blank_lines(said: &Said<'_>, lines: &[(usize, &str)], findings: &mut Findings) {
    let filled: Vec<usize> = (0..lines.len()).filter(|place| !lines[*place].1.trim().is_empty()).collect();
    let (Some(first), Some(last)) = (filled.first(), filled.last()) else { return };
    let word = |line: usize| {
        let (start, text) = lines[line];
        let begins = start + text.len() - text.trim_start().len();
        begins..begins + text.trim_start().find(' ').unwrap_or(text.trim_start().len())
    };
    for pair in filled.windows(2).filter(|pair| pair[1] - pair[0] > 1) {
        let part = lines[pair[0] + 1].0..lines[pair[1]].0;
        report_at(said, word(pair[1]), part, "there is an empty line before this paragraph", "", findings);
    }
    if *first > 0 {
        report_at(said, word(*first), 0..lines[*first].0, "the text begins with an empty line", "", findings);
    }
    // Closing quotes on a line of their own leave one line break: that is a matter of taste.
    if lines.len() - last > 2 {
        let part = lines[last + 1].0..said.value().len();
        report_at(said, word(*last), part, "empty lines stand behind this paragraph", "", findings);
    }
}
