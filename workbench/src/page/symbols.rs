//! Mana symbols and rules text as pieces of page. The symbols are our own: a letter or number in a disc, drawn by the style sheet.

use cardwright_engine::mana::ManaCost;
use maud::{Markup, html};

/// A mana cost, with its words for whoever does not see it.
pub fn mana_cost(cost: &ManaCost) -> Markup {
    let written = cost.to_string();
    html! { span.cost role="img" aria-label=(format!("cost {written}")) { (symbols(&written)) } }
}

/// One symbol: what stands between braces.
fn symbol(inner: &str) -> Markup {
    let kind = match inner {
        "W" => "white",
        "U" => "blue",
        "B" => "black",
        "R" => "red",
        "G" => "green",
        "C" => "colorless",
        "S" => "snow",
        "X" => "variable",
        "T" => "tap",
        "Q" => "untap",
        _ if inner.bytes().all(|byte| byte.is_ascii_digit()) => "generic",
        _ if inner.contains('P') => "phyrexian",
        _ if inner.contains('/') => "hybrid",
        _ => "other",
    };
    let shown = match inner {
        "T" => "\u{21b7}",
        "Q" => "\u{21b6}",
        other => other,
    };
    html! { span.symbol data-symbol=(kind) title={ "{" (inner) "}" } { (shown) } }
}

/// Words with symbols in braces.
pub fn symbols(text: &str) -> Markup {
    html! {
        @for piece in pieces(text) {
            @match piece {
                Piece::Words(words) => (words),
                Piece::Symbol(inner) => (symbol(inner)),
            }
        }
    }
}

enum Piece<'t> {
    Words(&'t str),
    Symbol(&'t str),
}

/// Text cut at its symbols. A brace that closes nothing, or around words, is a word.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}').map(|close| open + close) else { break };
        let inner = &rest[open + 1..close];
        let is_symbol = !inner.is_empty()
            && inner.len() <= 5
            && inner.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'/');
        if !is_symbol {
            pieces.push(Piece::Words(&rest[..=open]));
            rest = &rest[open + 1..];
            continue;
        }
        if open > 0 {
            pieces.push(Piece::Words(&rest[..open]));
        }
        pieces.push(Piece::Symbol(inner));
        rest = &rest[close + 1..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Words(rest));
    }
    pieces
}

/// Rules text: a paragraph for each line, reminder text in italics.
pub fn rules_text(text: &str) -> Markup {
    html! {
        @for line in text.lines().filter(|line| !line.trim().is_empty()) {
            p {
                @for (reminder, part) in reminders(line) {
                    @if reminder { em.reminder { (symbols(part)) } } @else { (symbols(part)) }
                }
            }
        }
    }
}

/// A line cut at its parentheses.
fn reminders(line: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some(open) = rest.find('(') {
        let Some(close) = rest[open..].find(')').map(|close| open + close) else { break };
        if open > 0 {
            parts.push((false, &rest[..open]));
        }
        parts.push((true, &rest[open..=close]));
        rest = &rest[close + 1..];
    }
    if !rest.is_empty() {
        parts.push((false, rest));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::rules_text;

    #[test]
    fn symbols_and_reminders_are_told_from_words() {
        let page = rules_text("{T}: Add {G}. (Once {only}.)").into_string();
        assert!(page.contains("data-symbol=\"tap\"") && page.contains("data-symbol=\"green\""), "{page}");
        assert!(page.contains("<em class=\"reminder\">(Once {only}.)</em>"), "{page}");
    }

    #[test]
    fn what_is_written_by_authors_is_never_markup() {
        let page = rules_text("<script>alert(1)</script> {<b>} {").into_string();
        assert!(!page.contains("<script>") && !page.contains("<b>"), "{page}");
        assert!(page.contains("&lt;script&gt;"), "{page}");
    }
}
