//! `no-text`

use super::compared::compared;
use crate::{CardView, Check, EXAMPLE_CARD, Example, FaceView, Family, Findings, Level, Lint, Remedy};
use cardwright_library::files::RawScript;
use cardwright_script::diagnostic::{Assumes, Edit, Fix};
use cardwright_text::joined;
use std::ops::Range;

/// Abilities without a text of the card's own.
pub const LINT: Lint = Lint {
    name: "no-text",
    family: Family::Text,
    level: Level::Allow,
    what: "the card has abilities and no `text`",
    why: "Such a card shows the text that is written from its abilities, which is fine. Switch this on to have every text in its file, \
          where it can be read and worded by hand.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name   = "Quarry Hound"
cost   = "{1}{R}"
type   = "Creature - Hound"
power  = 2
toughness = 1
script = 'when(card.dies, draw(1));'
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name   = "Quarry Hound"
cost   = "{1}{R}"
type   = "Creature - Hound"
power  = 2
toughness = 1
text   = "When Quarry Hound dies, draw a card."
script = 'when(card.dies, draw(1));'
"#,
    )]),
    fix: Some(Remedy { does: "adds the text that is written from the abilities", assumes: Assumes::ScriptIsRight }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let comparisons = compared(card);
    for (face, comparison) in card.faces().zip(comparisons.iter()) {
        if face.raw.text.is_some() || comparison.written.is_empty() {
            continue;
        }
        let text = joined(&comparison.written);
        let finding =
            findings.add(&card.card.raw.file, face.raw.name.span.clone(), format!("`{}` has no text", face.raw.name.value));
        finding.help.push(format!("it could say: {}", text.replace('\n', " / ")));
        if !text.contains('⟦') && !text.trim().is_empty() {
            finding.fix = new_line(&face, &text).map(|edit| Fix {
                title: "add the text".to_owned(),
                edits: vec![edit],
                assumes: Assumes::ScriptIsRight,
            });
        }
    }
}

/// A line `text = ...` where texts stand: before the script, or else behind all that is printed.
fn new_line(face: &FaceView<'_>, text: &str) -> Option<Edit> {
    let file = &face.card.raw.file;
    let raw = face.raw;
    let line_start = |at: usize| file.text[..at].rfind('\n').map_or(0, |line| line + 1);
    let line_end = |at: usize| file.text[at..].find('\n').map_or(file.text.len(), |line| at + line);
    // The key stands as far from its value as that of the type does.
    let types = &file.text[line_start(raw.types.span.start)..raw.types.span.start];
    let width = types.find('=').filter(|_| types.trim_start().starts_with("type"))?;
    let line = format!("{:width$}= {}", "text ", quoted(text), width = width.max(5));
    let script = raw.script.as_ref().map(|script| match script {
        RawScript::File(path) => path.span.start,
        RawScript::Inline(code) => code.span.start,
    });
    if let Some(script) = script.filter(|at| file.text[line_start(*at)..*at].trim_start().starts_with("script")) {
        let at = line_start(script);
        return Some(Edit { file: file.clone(), span: at..at, with: format!("{line}\n") });
    }
    let at = line_end(last_printed(face));
    Some(Edit { file: file.clone(), span: at..at, with: format!("\n{line}") })
}

/// The end of the last value of what is printed on the face.
fn last_printed(face: &FaceView<'_>) -> usize {
    let raw = face.raw;
    let mut ends: Vec<&Range<usize>> = vec![&raw.name.span, &raw.types.span];
    ends.extend(raw.cost.as_ref().map(|cost| &cost.span));
    ends.extend([&raw.power, &raw.toughness].into_iter().flatten().map(|number| &number.span));
    ends.extend(raw.numbers.iter().map(|(_, number)| &number.span));
    let front = !face.is_token && std::ptr::eq(raw, face.card.raw.front());
    ends.extend(face.card.raw.number.as_ref().filter(|_| front).map(|number| &number.span));
    let keywords = raw.keywords.last().map(|keyword| keyword.span.end);
    let text = &face.card.raw.file.text;
    // A list of keywords ends with its bracket, perhaps lines below.
    let bracket = keywords.map(|end| text[end..].find(']').map_or(end, |close| end + close));
    let mut end = ends.into_iter().map(|span| span.end).chain(bracket).max().unwrap_or(0);
    // The rarity keeps no place; it stands with the other lines.
    loop {
        let Some(next) = text[end..].find('\n').map(|line| end + line + 1) else { return end };
        let line = text[next..].split('\n').next().unwrap_or_default();
        let key = line.split('=').next().unwrap_or_default().trim();
        if !matches!(key, "rarity" | "colors" | "number") || !line.contains('=') {
            return end;
        }
        end = next + line.trim_end().len();
    }
}

/// A text as a TOML string.
fn quoted(text: &str) -> String {
    if text.contains('\n') || (text.contains('"') && text.contains('\'')) {
        let escaped = text.replace('\\', "\\\\").replace("\"\"\"", "\"\"\\\"");
        // A quote right before the closing ones would be taken for one of them by readers.
        let ending = if escaped.ends_with('"') { format!("{}\\\"", &escaped[..escaped.len() - 1]) } else { escaped };
        return format!("\"\"\"\n{ending}\"\"\"");
    }
    if text.contains('"') { format!("'{text}'") } else { format!("\"{}\"", text.replace('\\', "\\\\")) }
}
