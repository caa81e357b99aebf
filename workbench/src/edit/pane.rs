//! The pane as a page shows it. The module `edit.js` makes it live; without it the files can be read.

use super::complete::Item;
use super::highlight;
use super::open::{CardFiles, Document, OnDisk, PartKind};
use super::preview::{Agreement, FacePreview, Phrase, Preview, Version};
use super::scenarios::{Age, Mentions, Subject, Trial, TrialOutcome};
use super::text::{DiffLine, Side};
use super::{CardWords, Checked, EditService};
use crate::page::{Size, card_frame, rules_text, symbols};
use cardwright_engine::symbol::Symbol;
use cardwright_library::Library;
use cardwright_library::sources::Role;
use cardwright_script::diagnostic::{Assumes, Diagnostic, Edit, Fix, Severity};
use maud::{Markup, PreEscaped, html};
use std::ops::Range;

/// The pane of a card: its files as tabs, the card itself, and the scenarios that mention it.
pub fn card(service: &EditService, files: &CardFiles) -> Markup {
    let subject = Subject::Card(files.key.to_string());
    html! {
        section.edit data-card=(files.key) aria-label={ "Editor: " (files.key) } {
            (head(files.key.as_str(), &files.documents))
            @for (place, document) in files.documents.iter().enumerate() {
                (panel(service, document, place, files.lines.as_ref().filter(|_| place == 0)))
            }
            @if files.parts.len() > 1 || !files.keywords.is_empty() { (parts(files)) }
            (below(Some((service, &subject))))
        }
    }
}

/// The pane of a single file: a keyword, a ruleset, a prelude, a set.
pub fn file(service: &EditService, document: &Document) -> Markup {
    let title = document.path.rsplit('/').next().unwrap_or_default();
    let subject = keyword_of(&service.library(), document).map(|keyword| Subject::Keyword(keyword.to_string()));
    html! {
        section.edit data-file=(document.path) data-keyword=[subject.as_ref().map(Subject::name)] aria-label={ "Editor: " (title) } {
            (head(title, std::slice::from_ref(document)))
            (panel(service, document, 0, None))
            (below(subject.as_ref().map(|subject| (service, subject))))
        }
    }
}

/// The keyword that a file defines, if it is called like one.
fn keyword_of(library: &Library, document: &Document) -> Option<Symbol> {
    let stem = document.path.rsplit('/').next()?.strip_suffix(".rhai")?;
    let stem = stem.strip_suffix(".test").unwrap_or(stem);
    library.keywords().iter().copied().find(|keyword| keyword.as_str().replace(' ', "-") == stem)
}

fn head(title: &str, documents: &[Document]) -> Markup {
    html! {
        header.edit-head {
            h2 { (title) }
            div.edit-tools {
                span.edit-state role="status" { "Saved" }
                button.edit-save type="button" disabled title="Save (Ctrl+S)" { "Save" }
            }
        }
        div.edit-tabs role="tablist" aria-label="Files" hidden[documents.len() < 2] {
            @for (place, document) in documents.iter().enumerate() {
                button type="button" role="tab" id={ "edit-tab-" (place) } aria-controls={ "edit-file-" (place) }
                    aria-selected=(place == 0) tabindex=(if place == 0 { "0" } else { "-1" }) title=(document.path) {
                    (tab_name(document, documents))
                    span.edit-dot aria-hidden="true" {}
                }
            }
        }
        div.edit-conflict role="alert" hidden {}
    }
}

/// What the tab of a file says: what it is for, where only one is for that.
fn tab_name<'d>(document: &'d Document, documents: &[Document]) -> &'d str {
    let only = documents.iter().filter(|other| other.role == document.role).count() == 1;
    match document.role {
        Role::Card => "Card",
        Role::Script if only => "Script",
        _ => document.path.rsplit('/').next().unwrap_or_default(),
    }
}

fn panel(service: &EditService, document: &Document, place: usize, lines: Option<&Range<usize>>) -> Markup {
    let line = lines.map_or(1, |lines| lines.start);
    let link = service.editor_link(&document.path, line).ok();
    let colours = highlight::html(&document.text, &service.highlight(&document.path, &document.text));
    html! {
        div.edit-file role="tabpanel" id={ "edit-file-" (place) } aria-labelledby={ "edit-tab-" (place) } hidden[place > 0]
            data-path=(document.path) data-hash=(document.hash) data-line=[lines.map(|lines| lines.start)] {
            p.edit-path {
                span { (document.path) }
                @if let Some(lines) = lines { span { "lines " (lines.start) "–" (lines.end.saturating_sub(1).max(lines.start)) } }
                @if document.on_disk == OnDisk::BuiltIn {
                    span { "comes with the program; saving puts your own version into the library" }
                }
                @if let Some(link) = link { a.edit-external href=(link) { "Open in your editor" } }
            }
            div.edit-scroll {
                div.edit-box {
                    pre.edit-marks aria-hidden="true" {}
                    pre.edit-colours aria-hidden="true" { (PreEscaped(colours)) "\n" }
                    // A line break right behind the tag would be swallowed.
                    textarea spellcheck="false" autocomplete="off" autocapitalize="off" autocorrect="off"
                        aria-label={ "Text of " (document.path) } aria-describedby="edit-keys" aria-autocomplete="list"
                        aria-haspopup="listbox" { "\n" (document.text) }
                }
            }
        }
    }
}

fn parts(files: &CardFiles) -> Markup {
    html! {
        p.edit-parts {
            @if files.parts.len() > 1 {
                @for part in &files.parts {
                    button type="button" data-goto-file=(files.documents[0].path) data-goto-line=(part.line) {
                        @if part.kind == PartKind::Token { span.edit-muted { "token " } }
                        (part.name)
                    }
                }
            }
            @for (keyword, path) in &files.keywords {
                button type="button" data-open-file=(path) title=(path) { span.edit-muted { "keyword " } (keyword) }
            }
        }
    }
}

fn below(subject: Option<(&EditService, &Subject)>) -> Markup {
    html! {
        p.edit-keys id="edit-keys" {
            kbd { "Ctrl Space" } " complete " kbd { "F1" } " explain " kbd { "Ctrl S" } " save " kbd { "Esc" } " then " kbd { "Tab" }
            " leaves the text"
        }
        section.edit-changes aria-live="polite" hidden {}
        section.edit-findings aria-label="Findings" {}
        section.edit-preview aria-label="The card as it would be" {}
        @if let Some((service, subject)) = subject {
            section.edit-scenarios aria-label="Scenarios" { (scenarios(subject, &service.mentions(subject), &service.library())) }
        }
    }
}

/// What lint says about the texts in the editor. `fixes` numbers the findings that the editor can mend.
pub fn findings(checked: &Checked, fixes: &[Option<usize>]) -> Markup {
    let counts = |severity: Severity| checked.findings.iter().filter(|finding| finding.severity == severity).count();
    html! {
        h3 {
            "Findings "
            @if checked.findings.is_empty() { span.edit-good { "none" } }
            @for severity in Severity::ALL {
                @let count = counts(severity);
                @if count > 0 { span class=(severity_class(severity)) { (count) " " (severity.word()) @if count > 1 { "s" } } " " }
            }
        }
        ol {
            @for (finding, fix) in checked.findings.iter().zip(fixes) { (one_finding(finding, *fix)) }
        }
        @if !checked.elsewhere.is_empty() {
            h3 { "In other files, because of this" }
            ol { @for finding in checked.elsewhere.iter().take(MOST_ELSEWHERE) { (one_elsewhere(finding)) } }
            @if checked.elsewhere.len() > MOST_ELSEWHERE { p.edit-muted { "and " (checked.elsewhere.len() - MOST_ELSEWHERE) " more" } }
        }
    }
}

const MOST_ELSEWHERE: usize = 8;

/// The class of what is shown as that bad.
pub fn severity_class(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "edit-error",
        Severity::Warning => "edit-warning",
        Severity::Note => "edit-note",
    }
}

fn one_finding(finding: &Diagnostic, fix: Option<usize>) -> Markup {
    let place = finding.primary();
    let line = place.map(|label| label.file.place(label.span.start).line);
    html! {
        li class=(severity_class(finding.severity)) {
            button.edit-goto type="button" data-goto-file=[place.map(|label| &label.file.path)] data-goto-line=[line]
                data-goto-finding="" {
                span.edit-where { @if let Some(line) = line { (line) } }
                span.edit-message { (coded(&finding.message)) }
                span.edit-code { (finding.code) }
            }
            @for label in finding.labels.iter().filter(|label| !label.message.is_empty()) {
                @let line = label.file.place(label.span.start).line;
                button.edit-also type="button" data-goto-file=(label.file.path) data-goto-line=(line) {
                    span.edit-where { (line) }
                    span {
                        (label.message)
                        @if place.is_some_and(|place| place.file.path != label.file.path) { span.edit-muted { " in " (label.file.path) } }
                    }
                }
            }
            @for help in &finding.help { p.edit-help { (coded(help)) } }
            @for note in &finding.notes { p.edit-note-text { (coded(note)) } }
            @if let (Some(number), Some(fix)) = (fix, mending(finding)) {
                button.edit-fix type="button" data-fix=(number) { "Fix: " (coded(&fix.title)) }
            }
        }
    }
}

/// A message whose parts in backquotes are code.
fn coded(message: &str) -> Markup {
    // Without its other half a backquote is only a letter.
    let pairs = message.matches('`').count() / 2 * 2;
    html! {
        @for (place, part) in message.splitn(pairs + 1, '`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// How a finding is mended: as lint says; or by the word that was probably meant, where the mark is the misspelt one.
pub fn mending(finding: &Diagnostic) -> Option<Fix> {
    if finding.fix.is_some() {
        return finding.fix.clone();
    }
    let meant = finding.help.iter().find_map(|help| help.strip_prefix("did you mean `")?.strip_suffix("`?"))?;
    let label = finding.primary()?;
    let marked = label.file.text.get(label.span.clone())?;
    let said = finding.message.split('`').nth(1)?.trim_start_matches('.');
    let edit = Edit { file: label.file.clone(), span: label.span.clone(), with: meant.to_owned() };
    let title = format!("write `{meant}`");
    (marked == said).then(|| Fix { title, edits: vec![edit], assumes: Assumes::default() })
}

fn one_elsewhere(finding: &Diagnostic) -> Markup {
    let place = finding.primary();
    let line = place.map(|label| label.file.place(label.span.start).line);
    html! {
        li class=(severity_class(finding.severity)) {
            button.edit-goto type="button" data-open-file=[place.map(|label| &label.file.path)] data-open-line=[line] {
                span.edit-message { (coded(&finding.message)) }
                span.edit-code { @if let Some(label) = place { (label.file.path) } @if let Some(line) = line { ":" (line) } }
            }
        }
    }
}

/// What the edit changes about cards in play, in words.
pub fn changes(changes: &[CardWords], own: Option<&str>) -> Markup {
    html! {
        h3 { "Saving changes" }
        ul {
            @for change in changes.iter().take(MOST_CHANGES) {
                li {
                    @if own != Some(change.card.as_str()) { strong { (change.card) } " " }
                    @for (place, word) in change.words.iter().enumerate() {
                        @if place > 0 { ", " }
                        (word)
                    }
                }
            }
        }
        @if changes.len() > MOST_CHANGES { p.edit-muted { "and " (changes.len() - MOST_CHANGES) " more cards" } }
    }
}

const MOST_CHANGES: usize = 6;

/// The card as it would be, and the text that is written from what it does.
pub fn preview(preview: &Preview) -> Markup {
    html! {
        article.edit-card data-key=(preview.key) {
            @if preview.version == Version::LastGood {
                p.edit-warning { "The texts have errors: this is the last version without." }
            }
            @for face in &preview.faces { (face_of(face)) }
        }
    }
}

fn face_of(face: &FacePreview) -> Markup {
    let differs = !face.differences.is_empty();
    html! {
        div.edit-face {
            (card_frame(&face.picture, Size::Full))
            dl {
                @if let (true, Some(said)) = (differs, &face.said) {
                    dt { "The text of the file" }
                    dd.edit-text { (phrases(said)) }
                }
                @if !face.written.is_empty() {
                    dt {
                        @if face.said.is_some() { "What the card does" } @else { "What the card does: the file has no text" }
                        label { input type="checkbox" data-reminders; " reminder text" }
                    }
                    dd.edit-text.edit-written { @for paragraph in &face.written { p { (phrases(paragraph)) } } }
                    dd.edit-text.edit-reminded hidden { @for paragraph in &face.reminded { p { (rules_text(paragraph)) } } }
                }
                @if differs {
                    dt { "They differ" }
                    dd {
                        ul.edit-differences {
                            @for difference in &face.differences { li { (difference) } }
                            @if !face.sure { li.edit-muted { "Not all that the card does can be put into words: the text may be right." } }
                        }
                    }
                } @else if face.said.is_some() && face.sure {
                    dt.edit-hidden { "Compared" }
                    dd.edit-good { "The text says what the card does." }
                }
            }
        }
    }
}

fn phrases(phrases: &[Phrase]) -> Markup {
    html! {
        @for phrase in phrases {
            @if phrase.agreement == Agreement::Differs { mark { (symbols(&phrase.text)) } } @else { (symbols(&phrase.text)) }
        }
    }
}

/// The scenarios that mention something.
pub fn scenarios(subject: &Subject, mentions: &Mentions, library: &Library) -> Markup {
    let broken = match subject {
        Subject::Card(key) => library.is_last_good(Symbol::new(key)),
        Subject::Keyword(_) => false,
    };
    let key = match subject {
        Subject::Card(_) => "card",
        Subject::Keyword(_) => "keyword",
    };
    html! {
        div.edit-scenarios-head data-subject=(key) data-name=(subject.name()) {
            h3 { "Scenarios that mention it " span.edit-muted { (mentions.scenarios.len() + mentions.left_out) } }
            @if !mentions.scenarios.is_empty() { button type="button" data-run-all { "Run all" } }
        }
        @if broken {
            p.edit-warning { "The card has errors on the disk: scenarios run with its last version without." }
        }
        @if mentions.scenarios.is_empty() {
            p.edit-muted { "None. One is written beside the card, in a file that ends with " code { ".test.rhai" } "." }
        }
        ul {
            @for (mention, trial) in &mentions.scenarios {
                li class=(trial.as_ref().map_or("edit-untried", trial_class)) {
                    button type="button" data-run data-scenario-file=(mention.file) data-scenario=(mention.name)
                        aria-label={ "Run: " (mention.name) } { "Run" }
                    button.edit-goto type="button" data-open-file=(mention.file) data-open-line=(mention.line) {
                        span.edit-message { (mention.name) }
                        span.edit-code { (mention.file) ":" (mention.line) }
                    }
                    @if let Some(trial) = trial { (outcome(trial)) }
                }
            }
        }
        @if mentions.left_out > 0 { p.edit-muted { "and " (mentions.left_out) " more" } }
    }
}

fn trial_class(trial: &Trial) -> &'static str {
    match (&trial.outcome, trial.age) {
        (_, Age::Stale) => "edit-stale",
        (TrialOutcome::Passed, Age::Fresh) => "edit-passed",
        (TrialOutcome::Gap(_), Age::Fresh) => "edit-gap",
        (TrialOutcome::Failed { .. } | TrialOutcome::TimedOut, Age::Fresh) => "edit-failed",
    }
}

fn outcome(trial: &Trial) -> Markup {
    let stale = trial.age == Age::Stale;
    html! {
        div.edit-outcome {
            @match &trial.outcome {
                TrialOutcome::Passed => span.edit-verdict { "passed in " (trial.took.as_millis()) " ms" },
                TrialOutcome::Gap(gap) => span.edit-verdict { "known gap: " (gap) },
                TrialOutcome::TimedOut => span.edit-verdict { "not finished in time" },
                TrialOutcome::Failed { line, message, events } => {
                    button.edit-verdict type="button" data-open-file=(trial.mention.file) data-open-line=(line) { "failed in line " (line) }
                    pre { (message) }
                    @if !events.is_empty() {
                        details { summary { "the last events" } pre { @for event in events { (event) "\n" } } }
                    }
                }
            }
            @if stale { span.edit-muted { "before the last change: run it again" } }
        }
    }
}

/// A file that somebody else has changed, beside the text of the editor.
pub fn conflict(path: &str, diff: &[DiffLine], is_gone: bool) -> Markup {
    html! {
        p {
            strong { (path) }
            @if is_gone { " was deleted since it was opened here. Nothing was saved." }
            @else { " was changed by another program since it was opened here. Nothing was saved." }
        }
        div.edit-choices {
            button type="button" data-conflict="overwrite" { "Save mine over it" }
            button type="button" data-conflict="theirs" { "Take theirs" }
            button type="button" data-conflict="merge" { "Keep editing mine" }
        }
        p.edit-muted { "“Keep editing” lets you merge by hand: the next save counts what is below as seen." }
        pre.edit-diff {
            @for line in diff {
                @let (class, sign) = match line.side {
                    Side::Both => ("", "  "),
                    Side::Theirs => ("edit-theirs", "- "),
                    Side::Ours => ("edit-ours", "+ "),
                    Side::Gap => ("edit-muted", "  ⋯"),
                };
                span class=(class) { (sign) (line.text) "\n" }
            }
        }
    }
}

/// What a word means, as a small box shows it.
pub fn explained(items: &[Item]) -> Markup {
    html! {
        @for item in items.iter().take(3) {
            div.edit-word {
                code { @if item.signature.is_empty() { (item.label) } @else { (item.signature) } }
                " " span.edit-muted { (item.kind.word()) }
                @if !item.doc.is_empty() { p { (item.doc) } }
                @if !item.example.is_empty() {
                    pre { (PreEscaped(highlight::html(&item.example, &highlight::highlight(&item.example, highlight::Language::Script, &|_| true)))) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_script::diagnostic::SourceFile;

    #[test]
    fn messages_are_text_with_code_in_it() {
        assert_eq!(coded("no `a<b` is `c` here").into_string(), "no <code>a&lt;b</code> is <code>c</code> here");
        assert_eq!(coded("`a` and ` alone").into_string(), "<code>a</code> and ` alone");
        assert_eq!(coded("plain").into_string(), "plain");
    }

    #[test]
    fn a_misspelt_word_can_be_mended() {
        let file = SourceFile::new("cards/e/a.toml", "keywords = [\"flyng\"]");
        let trouble = Diagnostic::unknown_keyword(&file, 13..18, "flyng", ["flying", "reach"]);
        let fix = mending(&trouble).unwrap();
        assert_eq!((fix.edits[0].span.clone(), fix.edits[0].with.as_str()), (13..18, "flying"));
        // Where the mark is more than the word, nobody knows what would be left.
        assert_eq!(mending(&Diagnostic::unknown_keyword(&file, 12..19, "flyng", ["flying"])), None);
        assert_eq!(mending(&Diagnostic::error("x", "no `a`").at(&file, 0..1).help("write `b`")), None);
    }
}
