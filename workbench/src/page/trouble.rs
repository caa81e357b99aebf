//! What is wrong with the files on disk: the lint's messages, over the table, until they are mended. The game can be played behind them.

use crate::room::{Role, Room};
use cardwright_library::Library;
use cardwright_play::words::count;
use cardwright_script::diagnostic::{Diagnostic, Label};
use maud::{Markup, html};

/// The messages that are shown; there may be thousands.
const SHOWN: usize = 5;
/// The characters of a source line that are shown on either side of what is marked.
const AROUND: usize = 120;

/// The errors, for the designer.
pub(super) fn trouble(room: &Room, role: Role) -> Markup {
    if role == Role::Designer {
        messages(&room.trouble.errors, &room.library)
    } else {
        html! {}
    }
}

fn messages(errors: &[Diagnostic], library: &Library) -> Markup {
    html! {
        @if !errors.is_empty() {
            div.trouble-box role="region" aria-label="Errors in the files" {
                div.heading {
                    strong role="alert" { (count(errors.len(), "error")) " on disk" }
                    span.goes-on { "The game goes on with the last good versions." }
                    button type="button" data-fold="trouble" { span.fold { "Fold" } span.unfold { "Show" } }
                }
                div.messages tabindex="0" role="group" aria-label="Messages" {
                    @for error in errors.iter().take(SHOWN) { (message(error, library)) }
                    @if errors.len() > SHOWN { p.more { "and " (errors.len() - SHOWN) " more: " code { "cardwright lint" } " lists them all" } }
                }
            }
        }
    }
}

/// One message: what is wrong, where, the marked lines, what to do.
fn message(error: &Diagnostic, library: &Library) -> Markup {
    let primary = error.primary();
    html! {
        article.diagnostic data-severity=(error.severity.word()) {
            h3 { span.code { (error.code) } " " span.what { (error.message) } }
            @if let Some(label) = primary { (excerpt(label, library)) }
            @for label in error.labels.iter().filter(|label| primary.is_none_or(|primary| *label != primary)) { (excerpt(label, library)) }
            @for help in &error.help { p.help { b { "Help" } " " (help) } }
            @for note in &error.notes { p.note { b { "Note" } " " (note) } }
            @if let Some(fix) = &error.fix { p.help { b { "Fix" } " " (fix.title) " (" code { "cardwright lint --fix" } ")" } }
        }
    }
}

/// A marked place: the file with the line, and the line with the mark.
fn excerpt(label: &Label, library: &Library) -> Markup {
    let text = &*label.file.text;
    let place = label.file.place(label.span.start);
    let path = &*label.file.path;
    if text.is_empty() {
        return html! { p.place { code { (path) } } };
    }
    // The file of a card opens in the editor beside the board, at that line.
    let card = library
        .cards()
        .iter()
        .find(|card| **card.path() == *path || card.scripts.iter().flatten().any(|script| *script.file.path == *path));
    let words = format!("{path}:{}:{}", place.line, place.column);
    let (before, marked, after) = cut(text, label);
    html! {
        figure.excerpt data-primary[label.primary] {
            figcaption.place {
                @match card {
                    Some(card) => button.link type="button" data-read=(card.key) data-file=(path) data-line=(place.line) title="Open it beside the board" { (words) },
                    None => button.link type="button" data-file=(path) data-line=(place.line) title="Open it beside the board" { (words) },
                }
            }
            pre { span.line-number aria-hidden="true" { (place.line) } (before) mark { (marked) } (after) }
            @if !label.message.is_empty() { p.says { (label.message) } }
        }
    }
}

/// The first marked line: what stands before the mark, what is marked, and what stands after it. A mark of nothing is a space.
fn cut<'t>(text: &'t str, label: &Label) -> (String, &'t str, String) {
    let span = label.file.clamp(label.span.clone());
    let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[span.start..].find('\n').map_or(text.len(), |newline| span.start + newline);
    let marked = text[span.start..span.end.min(end)].trim_end_matches('\r');
    let after = text[span.start + marked.len()..end].trim_end_matches('\r');
    let before = &text[start..span.start];
    // A line may be as long as a file.
    let skipped = before.chars().count().saturating_sub(AROUND);
    let mut shown_before: String = before.chars().skip(skipped).collect();
    if skipped > 0 {
        shown_before.insert(0, '\u{2026}');
    }
    let mut shown_after: String = after.chars().take(AROUND).collect();
    if after.chars().nth(AROUND).is_some() {
        shown_after.push('\u{2026}');
    }
    let marked_end = marked.char_indices().nth(2 * AROUND).map_or(marked.len(), |(at, _)| at);
    (shown_before, if marked.is_empty() { " " } else { &marked[..marked_end] }, shown_after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_script::diagnostic::SourceFile;

    fn page(text: &str, span: std::ops::Range<usize>) -> String {
        let file = SourceFile::new("cards/a/b.toml", text);
        messages(
            &[Diagnostic::error("bad-value", "`x<y` is no type").at_saying(&file, span, "here").help("say `Land`")],
            &Library::default(),
        )
        .into_string()
    }

    #[test]
    fn the_line_is_shown_with_the_mark_and_what_to_do() {
        let text = "name = \"A\"\ntype = \"x<y\"\r\n";
        let at = text.find("x<y").unwrap();
        let page = page(text, at..at + 3);
        assert!(page.contains("cards/a/b.toml:2:9"), "{page}");
        assert!(page.contains("type = &quot;<mark>x&lt;y</mark>&quot;</pre>"), "{page}");
        for words in ["bad-value", "`x&lt;y` is no type", "here", "say `Land`", "1 error on disk"] {
            assert!(page.contains(words), "{words}: {page}");
        }
    }

    #[test]
    fn odd_marks_do_no_harm() {
        for span in [0..0, 0..900, 5..5, 7..8, 9..9, 3..12] {
            assert!(page("\u{e4}b\ncd\r\n\u{20ac}", span.clone()).contains("<mark>"), "{span:?}");
        }
        let long = "x".repeat(100_000);
        assert!(page(&long, 50_000..50_001).len() < 4_000);
        assert!(page(&long, 0..100_000).len() < 4_000);
    }

    #[test]
    fn a_file_that_was_not_read_is_named() {
        let page = messages(&[Diagnostic::error("x", "y").at(&SourceFile::unread("cards/c.toml"), 0..0)], &Library::default())
            .into_string();
        assert!(page.contains("cards/c.toml") && !page.contains("<mark>"), "{page}");
        assert!(messages(&[], &Library::default()).into_string().is_empty());
    }
}
