//! Diagnostics for people: the source line with what is wrong underlined, as compilers do.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str};
use cardwright_script::diagnostic::{Diagnostic, Label, Severity, SourceFile};
use std::io::IsTerminal;

/// Whether to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Text alone.
    Plain,
    /// With the colours of terminals.
    Colored,
}

impl Style {
    /// Colours on a terminal, unless the environment sets `NO_COLOR`.
    pub fn for_stream(stream: &impl IsTerminal) -> Style {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if stream.is_terminal() && !unwanted { Style::Colored } else { Style::Plain }
    }
}

/// One diagnostic over several lines, without a line break at the end.
pub fn render(diagnostic: &Diagnostic, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    // Names come from files that anybody wrote: they must not steer the terminal.
    let title = level.primary_title(normalize_untrusted_str(&diagnostic.message)).id(diagnostic.code);
    let mut group = Group::with_title(title);
    for file in files(diagnostic) {
        group = group.element(marks(diagnostic, file));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(normalize_untrusted_str(note)));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Colored => Renderer::styled(),
    };
    renderer.render(&[group])
}

/// All of them with an empty line between, then how many there are. Empty if there are none.
pub fn render_all(diagnostics: &[Diagnostic], style: Style) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let mut text: String = diagnostics.iter().map(|diagnostic| render(diagnostic, style) + "\n\n").collect();
    text.push_str(&summary(diagnostics));
    text.push('\n');
    text
}

/// How many errors and warnings there are, in words.
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let counts: Vec<String> = Severity::ALL
        .into_iter()
        .map(|severity| (severity, diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| format!("{count} {}{}", severity.word(), if count == 1 { "" } else { "s" }))
        .collect();
    if counts.is_empty() { "nothing is wrong".to_owned() } else { counts.join(", ") }
}

/// The files that a diagnostic is about, that of the trouble first.
fn files(diagnostic: &Diagnostic) -> Vec<&SourceFile> {
    let mut files: Vec<&SourceFile> = Vec::new();
    for label in diagnostic.primary().into_iter().chain(&diagnostic.labels) {
        if !files.iter().any(|file| file.path == label.file.path) {
            files.push(&label.file);
        }
    }
    files
}

fn marks<'a>(diagnostic: &'a Diagnostic, file: &'a SourceFile) -> Element<'a> {
    if file.text.is_empty() {
        return Origin::path(&*file.path).into();
    }
    let annotations = diagnostic.labels.iter().filter(|label| label.file.path == file.path).map(|label| {
        let kind = if label.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let message = (!label.message.is_empty()).then(|| normalize_untrusted_str(&label.message));
        kind.span(shown(label)).label(message)
    });
    Snippet::source(&*file.text).path(&*file.path).annotations(annotations).into()
}

/// What is underlined: the first line of the marked text. A file of many lines is not printed for one mark.
fn shown(label: &Label) -> std::ops::Range<usize> {
    let text = label.text();
    let first_line = text.find('\n').map_or(text.len(), |newline| newline.max(1));
    label.span.start..label.span.start + first_line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_shows_the_line_and_what_to_do() {
        let text = "name = \"Gale Warden\"\ntype = \"Creature - Bird\"\nkeywords = [\"flyng\"]\n";
        let file = SourceFile::new("cards/starter/gale-warden.toml", text);
        let at = text.find("flyng").unwrap_or_default();
        let trouble = Diagnostic::unknown_keyword(&file, at..at + 5, "flyng", ["flying", "reach"]);
        assert_eq!(
            render(&trouble, Style::Plain),
            "\
error[unknown-keyword]: no keyword is called `flyng`
 --> cards/starter/gale-warden.toml:3:14
  |
3 | keywords = [\"flyng\"]
  |              ^^^^^
  |
  = help: did you mean `flying`?"
        );
    }

    #[test]
    fn two_files_are_shown_one_below_the_other() {
        let first = SourceFile::new("cards/a/one.toml", "name = \"Twin\"\n");
        let second = SourceFile::new("cards/a/two.toml", "\nname = \"Twin\"\n");
        let trouble = Diagnostic::duplicate_name("Twin", (&second, 8..14), (&first, 7..13));
        assert_eq!(
            render(&trouble, Style::Plain),
            "\
error[duplicate-name]: another card is called `Twin`
 --> cards/a/two.toml:2:8
  |
2 | name = \"Twin\"
  |        ^^^^^^
  |
 ::: cards/a/one.toml:1:8
  |
1 | name = \"Twin\"
  |        ------ the first one is here
  |
  = help: a card is known by its name: give this one another"
        );
    }

    #[test]
    fn files_that_were_not_read_are_only_named() {
        let text = render(&Diagnostic::unreadable_file("cards/a.toml", "permission denied"), Style::Plain);
        assert!(text.contains("--> cards/a.toml\n"), "{text}");
    }

    #[test]
    fn odd_files_do_not_disturb() {
        let file = SourceFile::new("a.toml", "näme\t= \u{1b}[31m\r\n");
        for span in [0..0, 0..3, 2..900, 16..16] {
            let text = render(&Diagnostic::error("x", "\u{1b}[2J").at(&file, span), Style::Plain);
            assert!(!text.contains('\u{1b}'), "{text:?}");
        }
    }

    #[test]
    fn machines_get_places_from_the_same_diagnostic() {
        let file = SourceFile::new("a.toml", "é = 1\n");
        let trouble = Diagnostic::error("x", "y").at(&file, 3..6).help("h");
        assert_eq!(
            serde_json::to_value(&trouble).unwrap(),
            serde_json::json!({
                "code": "x", "severity": "error", "message": "y",
                "file": "a.toml", "line": 1, "column": 3, "end_line": 1, "end_column": 6,
                "labels": [{
                    "file": "a.toml", "line": 1, "column": 3, "end_line": 1, "end_column": 6, "message": "", "primary": true,
                }],
                "help": ["h"], "notes": [],
            })
        );
        let nowhere = serde_json::to_value(Diagnostic::error("x", "y")).unwrap();
        assert_eq!(nowhere.get("file"), None);
    }

    #[test]
    fn the_summary_counts() {
        let troubles = [Diagnostic::error("a", "b"), Diagnostic::warning("a", "b"), Diagnostic::error("a", "c")];
        assert_eq!(summary(&troubles), "2 errors, 1 warning");
        assert!(render_all(&troubles, Style::Plain).ends_with("2 errors, 1 warning\n"));
        assert_eq!(render_all(&[], Style::Plain), "");
    }
}
