//! Mana symbols and rules text as pieces of page. The symbols are our own, drawn by the style sheet: a glyph and a colour for each, so
//! that neither has to be told by colour alone.

use cardwright_engine::mana::ManaCost;
use maud::{Markup, html};

/// A mana cost, with its words for whoever does not see it.
pub fn mana_cost(cost: &ManaCost) -> Markup {
    let written = cost.to_string();
    html! { span.cost role="img" aria-label=(format!("cost {written}")) { (symbols(&written)) } }
}

/// What a symbol is, its halves and its words, from what stands between braces.
struct Drawn {
    kind: &'static str,
    /// The halves of what can be paid in two ways.
    halves: Option<(&'static str, &'static str)>,
    words: String,
}

fn color(letter: &str) -> Option<&'static str> {
    Some(match letter {
        "W" => "white",
        "U" => "blue",
        "B" => "black",
        "R" => "red",
        "G" => "green",
        "C" => "colorless",
        "S" => "snow",
        _ => return None,
    })
}

fn drawn(inner: &str) -> Drawn {
    let whole = |kind: &'static str, words: &str| Drawn { kind, halves: None, words: words.to_owned() };
    if let Some(color) = color(inner) {
        return whole(color, &format!("{color} mana"));
    }
    match inner {
        "X" | "Y" | "Z" => return whole("variable", &format!("{inner} mana")),
        "T" => return whole("tap", "tap"),
        "Q" => return whole("untap", "untap"),
        _ if inner.bytes().all(|byte| byte.is_ascii_digit()) => return whole("generic", &format!("{inner} mana")),
        _ => {}
    }
    let parts: Vec<&str> = inner.split('/').collect();
    match *parts.as_slice() {
        [one, "P"] => match color(one) {
            Some(one) => Drawn { kind: "life", halves: Some((one, one)), words: format!("{one} mana or 2 life") },
            None => whole("other", inner),
        },
        [one, other, "P"] => match (color(one), color(other)) {
            (Some(one), Some(other)) => {
                Drawn { kind: "life", halves: Some((one, other)), words: format!("{one} or {other} mana or 2 life") }
            }
            _ => whole("other", inner),
        },
        [one, other] => match (color(one), color(other)) {
            (Some(one), Some(other)) => {
                Drawn { kind: "hybrid", halves: Some((one, other)), words: format!("{one} or {other} mana") }
            }
            (None, Some(other)) => {
                Drawn { kind: "hybrid", halves: Some(("number", other)), words: format!("{one} or {other} mana") }
            }
            _ => whole("other", inner),
        },
        _ => whole("other", inner),
    }
}

/// One symbol: what stands between braces. Numbers and letters are written, everything else is drawn by the style sheet.
fn symbol(inner: &str) -> Markup {
    let Drawn { kind, halves, words } = drawn(inner);
    let written = match kind {
        "generic" | "variable" | "other" => inner,
        _ if halves.is_some_and(|(first, _)| first == "number") => inner.split('/').next().unwrap_or_default(),
        _ => "",
    };
    html! {
        span.symbol data-symbol=(kind) data-a=[halves.map(|halves| halves.0)] data-b=[halves.map(|halves| halves.1)]
            role="img" aria-label=(words) title=(format!("{{{inner}}}")) { (written) }
    }
}

/// Words with symbols, without paragraphs.
pub(super) fn in_words(text: &str) -> Markup {
    symbols(text)
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
    fn every_way_to_pay_is_drawn_and_said() {
        let of = |cost: &str| rules_text(cost).into_string();
        for (cost, kind, words) in [
            ("{W/U}", "hybrid", "white or blue mana"),
            ("{2/G}", "hybrid", "2 or green mana"),
            ("{R/P}", "life", "red mana or 2 life"),
            ("{B/G/P}", "life", "black or green mana or 2 life"),
            ("{S}", "snow", "snow mana"),
            ("{C}", "colorless", "colorless mana"),
            ("{X}", "variable", "X mana"),
            ("{12}", "generic", "12 mana"),
            ("{Q}", "untap", "untap"),
            ("{E/E}", "other", "E/E"),
        ] {
            let page = of(cost);
            assert!(page.contains(&format!("data-symbol=\"{kind}\"")), "{cost}: {page}");
            assert!(page.contains(&format!("aria-label=\"{words}\"")), "{cost}: {page}");
        }
        assert!(of("{2/G}").contains(">2</span>") && of("{12}").contains(">12</span>"));
    }

    #[test]
    fn what_is_written_by_authors_is_never_markup() {
        let page = rules_text("<script>alert(1)</script> {<b>} {").into_string();
        assert!(!page.contains("<script>") && !page.contains("<b>"), "{page}");
        assert!(page.contains("&lt;script&gt;"), "{page}");
    }
}
