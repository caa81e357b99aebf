//! What a card file says to lint: `allow = ["name"]`, and a table `[lint]`.

use super::{Mention, Selector, edits, level_help};
use crate::{Findings, Level, Lint};
use cardwright_library::files::{CardLevel, CardLint};
use cardwright_script::diagnostic::SourceFile;
use std::ops::Range;

/// What a card says to lint.
#[derive(Debug)]
pub(crate) struct CardControls {
    /// Its file.
    pub file: SourceFile,
    /// The lints of its key `allow`.
    pub allow: Vec<Mention>,
    /// The levels of its table `[lint]`.
    pub levels: Vec<(Mention, Level)>,
}

impl CardControls {
    /// Reads what a card says; `None` for the many that say nothing. Bad levels are added to `bad`, the findings of `bad-config`.
    pub fn read(file: &SourceFile, said: &CardLint, bad: &mut Findings) -> Option<CardControls> {
        if said.allow.is_empty() && said.levels.is_empty() {
            return None;
        }
        let spans: Vec<Range<usize>> = said.allow.iter().map(|name| name.span.clone()).collect();
        let mut allow: Vec<Mention> = said.allow.iter().map(|name| Mention::new(name.value.trim(), name.inside())).collect();
        for (index, mention) in allow.iter_mut().enumerate() {
            mention.removal = match &said.allow_span {
                Some(whole) if spans.len() == 1 => Some(edits::lines(&file.text, whole.clone())),
                _ => Some(edits::entry(&spans, index)),
            };
        }
        let mut levels = Vec::new();
        for (index, line) in said.levels.iter().enumerate() {
            let Some(level) = Level::of_word(&line.level.value) else {
                let finding = bad.add(file, line.level.span.clone(), format!("there is no level `{}`", line.level.value));
                finding.help.push(level_help(&line.level.value));
                continue;
            };
            let mut mention = Mention::new(&line.name.value, line.name.span.clone());
            mention.removal = level_line(file, line, said.levels.len() == 1 && index == 0);
            levels.push((mention, level));
        }
        Some(CardControls { file: file.clone(), allow, levels })
    }

    /// Every name that it says.
    pub fn mentions(&self) -> impl Iterator<Item = &Mention> {
        self.allow.iter().chain(self.levels.iter().map(|(mention, _)| mention))
    }

    /// The names whose findings it would have silenced, or shown milder than as errors.
    pub fn lowering(&self) -> impl Iterator<Item = &Mention> {
        let levels = self.levels.iter().filter(|(_, level)| *level < Level::Deny).map(|(mention, _)| mention);
        self.allow.iter().chain(levels)
    }

    /// Where the first of them stands.
    pub fn start(&self) -> Option<usize> {
        self.mentions().map(|mention| mention.span.start).min()
    }

    /// The level that the card gives to a lint, and where it says so: about the lint itself, or else about its family.
    pub fn level(&self, lint: &Lint) -> Option<(&Mention, Level)> {
        let covering = || self.levels.iter().rev().filter(|(mention, _)| mention.covers(lint));
        let own = covering().find(|(mention, _)| matches!(mention.selector, Ok(Selector::Lint(_))));
        own.or_else(|| covering().next()).map(|(mention, level)| (mention, *level))
    }
}

/// The bytes of a line of the table `[lint]`, with the table's own line if it is the only one. None where it does not stand on a line
/// of its own.
fn level_line(file: &SourceFile, line: &CardLevel, is_only: bool) -> Option<Range<usize>> {
    let text = &file.text;
    let gone = edits::lines(text, line.name.span.start..line.level.span.end);
    if text[..gone.start].rsplit('\n').next().is_some_and(|before| !before.trim().is_empty()) || text[gone.clone()].contains('{')
    {
        return None;
    }
    let above = text[..gone.start].strip_suffix('\n').unwrap_or(&text[..gone.start]);
    let above = above.rfind('\n').map_or(0, |newline| newline + 1);
    let is_header = is_only && matches!(text[above..gone.start].trim(), "[lint]" | "[card.lint]");
    Some(if is_header { above..gone.end } else { gone })
}
