//! Words of a Rhai script with their places. Rhai itself only knows where something begins.

use logos::Logos;
use std::ops::Range;

/// What a piece of a script is. Blanks and comments are no tokens.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*[^/])*\*/")]
pub enum Token {
    /// A name or a word of the language.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Word,
    /// A whole number.
    #[regex(r"[0-9][0-9_]*")]
    Number,
    /// A text in quotes or backquotes, closed or not.
    #[regex(r#""([^"\\\n]|\\.)*"?"#)]
    #[regex(r"`[^`]*`?")]
    Text,
    /// A single character in quotes.
    #[regex(r"'([^'\\]|\\.)'")]
    Char,
    /// A bracket that opens.
    #[token("(")]
    #[token("[")]
    #[token("{")]
    #[token("#{")]
    Open,
    /// A bracket that closes.
    #[token(")")]
    #[token("]")]
    #[token("}")]
    Close,
    /// A comma.
    #[token(",")]
    Comma,
    /// Any other character: an operator, or part of one.
    #[regex(r"[^A-Za-z0-9_\s\(\)\[\]\{\},]", priority = 1)]
    Other,
}

/// All tokens with their places; what is no token is left out.
pub fn tokens(text: &str) -> impl Iterator<Item = (Token, Range<usize>)> + '_ {
    Token::lexer(text).spanned().filter_map(|(token, span)| token.ok().map(|token| (token, span)))
}

/// The token at that place, or the nearest character.
pub(crate) fn token_at(text: &str, offset: usize) -> Range<usize> {
    tokens(text)
        .find(|(_, span)| span.contains(&offset))
        .map_or_else(|| offset..text[offset..].chars().next().map_or(offset, |one| offset + one.len_utf8()), |(_, span)| span)
}

/// The argument in that place of the call whose name stands at `offset`.
pub(crate) fn argument(text: &str, offset: usize, place: usize) -> Option<Range<usize>> {
    let mut rest = tokens(text).skip_while(|(_, span)| span.end <= offset);
    rest.next().filter(|(token, _)| *token == Token::Word)?;
    rest.next().filter(|(token, span)| *token == Token::Open && &text[span.clone()] == "(")?;
    let (mut depth, mut index) = (0, 0);
    // The bars of a closure's parameters hide the commas between them.
    let mut bars = false;
    let mut found: Option<Range<usize>> = None;
    for (token, span) in rest {
        match token {
            Token::Close if depth == 0 => break,
            Token::Comma if depth == 0 && !bars => {
                if index == place {
                    break;
                }
                index += 1;
                continue;
            }
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            Token::Other if depth == 0 && &text[span.clone()] == "|" => bars = !bars,
            _ => {}
        }
        if index == place {
            found = Some(found.map_or(span.clone(), |known| known.start..span.end));
        }
    }
    found
}

/// The option of that name in a map `#{ name: value }`: where its name stands, and its value.
pub(crate) fn option(text: &str, map: Range<usize>, name: &str) -> Option<(Range<usize>, Range<usize>)> {
    let all: Vec<(Token, Range<usize>)> =
        tokens(text).filter(|(_, span)| map.start <= span.start && span.end <= map.end).collect();
    let says = |index: usize| all.get(index).map_or("", |(_, span)| &text[span.clone()]);
    let (mut depth, mut bars) = (0u32, false);
    let mut key: Option<usize> = None;
    for (index, (token, _)) in all.iter().enumerate() {
        let ends = depth == 1 && !bars && (*token == Token::Comma || *token == Token::Close);
        if let Some(key) = key.filter(|_| ends) {
            let first = all.get(key + 2)?.1.start;
            return Some((all[key].1.clone(), first..all[index - 1].1.end.max(first)));
        }
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Other if depth == 1 && says(index) == "|" => bars = !bars,
            Token::Word | Token::Text if depth == 1 && says(index).trim_matches('"') == name && says(index + 1) == ":" => {
                key = Some(index);
            }
            _ => {}
        }
    }
    None
}

/// From the word at `offset` to the end of its statement, without the `;`.
pub(crate) fn statement(text: &str, offset: usize) -> Range<usize> {
    let mut depth = 0u32;
    let mut end = offset;
    for (token, span) in tokens(text).filter(|(_, span)| span.start >= offset) {
        match token {
            Token::Open => depth += 1,
            Token::Close if depth == 0 => break,
            Token::Close => depth -= 1,
            Token::Other if depth == 0 && &text[span.clone()] == ";" => break,
            _ => {}
        }
        end = span.end;
    }
    offset..end
}

/// The whole expression of the word at `offset`: what stands before its point, and its arguments behind it; of an operator, both
/// of its sides.
pub(crate) fn expression(text: &str, offset: usize) -> Range<usize> {
    let all: Vec<(Token, Range<usize>)> = tokens(text).collect();
    let Some(word) = all.iter().position(|(_, span)| span.contains(&offset)) else { return token_at(text, offset) };
    if all[word].0 == Token::Other {
        return operation(text, &all, word);
    }
    let says = |index: usize, what: &str| all.get(index).is_some_and(|(_, span)| &text[span.clone()] == what);
    let mut end = word;
    if all[word].0 == Token::Word && says(word + 1, "(") {
        end = closing(&all, word + 1).unwrap_or(word);
    }
    let mut start = word;
    while start >= 2 && says(start - 1, ".") {
        let before = start - 2;
        start = match all[before].0 {
            Token::Close => match opening(&all, before) {
                Some(open) if open > 0 && all[open - 1].0 == Token::Word && says(open, "(") => open - 1,
                Some(open) => open,
                None => break,
            },
            Token::Word | Token::Number | Token::Text => before,
            Token::Char | Token::Open | Token::Comma | Token::Other => break,
        };
    }
    all[start].1.start..all[end].1.end
}

/// The brackets that are open where the text ends, the innermost last.
pub(crate) fn open_brackets(text: &str) -> Vec<Range<usize>> {
    let mut open = Vec::new();
    for (token, span) in tokens(text) {
        match token {
            Token::Open => open.push(span),
            Token::Close => drop(open.pop()),
            _ => {}
        }
    }
    open
}

/// How strongly the operator of that character binds what stands on both sides of it; 0 for what ends an expression.
fn strength(operator: &str) -> u8 {
    match operator {
        "|" => 1,
        "&" => 2,
        "<" | ">" => 4,
        "+" | "-" => 5,
        "*" => 6,
        "!" => 7,
        "." => 8,
        _ => 0,
    }
}

/// The operator in that place with what stands on both sides of it.
fn operation(text: &str, all: &[(Token, Range<usize>)], place: usize) -> Range<usize> {
    let says = |index: usize| all.get(index).map_or("", |(_, span)| &text[span.clone()]);
    // `>=`, `==`, `!=` are two tokens.
    let two = |index: usize| {
        let next = all.get(index + 1).is_some_and(|(_, span)| span.start == all[index].1.end);
        next && says(index + 1) == "=" && ["<", ">", "=", "!"].contains(&says(index))
    };
    let second = |index: usize| index.checked_sub(1).is_some_and(two);
    let binds = |index: usize| if two(index) && says(index) != "<" && says(index) != ">" { 3 } else { strength(says(index)) };
    let own = binds(place);
    let unary = says(place) == "!" && !two(place);
    let last = place + usize::from(two(place));
    let (mut start, mut end) = (place, last);
    let mut depth = 0u32;
    for (index, (token, _)) in all.iter().enumerate().take(place).rev().filter(|_| !unary) {
        match token {
            Token::Close => depth += 1,
            Token::Open if depth == 0 => break,
            Token::Open => depth -= 1,
            Token::Comma if depth == 0 => break,
            Token::Other if depth == 0 && binds(index) <= own && !second(index) => break,
            _ => {}
        }
        start = index;
    }
    for (index, (token, _)) in all.iter().enumerate().skip(last + 1) {
        match token {
            Token::Open => depth += 1,
            Token::Close if depth == 0 => break,
            Token::Close => depth -= 1,
            Token::Comma if depth == 0 => break,
            // A sign is part of the number behind it.
            Token::Other if depth == 0 && index > last + 1 && binds(index) <= own && !second(index) => break,
            Token::Other if depth == 0 && says(index) == ";" => break,
            _ => {}
        }
        end = index;
    }
    all[start].1.start..all[end].1.end
}

/// The tokens from the one at `index` to the end of the next block in braces.
pub(crate) fn block(all: &[(Token, Range<usize>)], text: &str, index: usize) -> Range<usize> {
    let open = (index..all.len()).find(|&at| &text[all[at].1.clone()] == "{");
    let close = open.and_then(|open| closing(all, open));
    index..close.map_or(all.len(), |close| close + 1)
}

fn closing(all: &[(Token, Range<usize>)], open: usize) -> Option<usize> {
    let mut depth = 0;
    all.iter().enumerate().skip(open).find_map(|(index, (token, _))| {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(index)
    })
}

fn opening(all: &[(Token, Range<usize>)], close: usize) -> Option<usize> {
    let mut depth = 0;
    (0..=close).rev().find(|&index| {
        match all[index].0 {
            Token::Close => depth += 1,
            Token::Open => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_found() {
        let text = "when(card.enters, |a, b| draw(1, 2)) // note";
        assert_eq!(&text[argument(text, 0, 0).unwrap()], "card.enters");
        assert_eq!(&text[argument(text, 0, 1).unwrap()], "|a, b| draw(1, 2)");
        assert_eq!(argument(text, 0, 2), None);
        assert_eq!(argument(text, 5, 0), None);
        let text = "f(\"a, b\", [1, #{x: 2}])";
        assert_eq!(&text[argument(text, 0, 0).unwrap()], "\"a, b\"");
        assert_eq!(&text[argument(text, 0, 1).unwrap()], "[1, #{x: 2}]");
    }

    #[test]
    fn expressions_are_found_whole() {
        let text = "when(f(1).x, [a.b(2).get(+1, g(3)).c, d])";
        let whole = |word: &str| &text[expression(text, text.find(word).unwrap())];
        assert_eq!(whole("get"), "a.b(2).get(+1, g(3))");
        assert_eq!(whole("x"), "f(1).x");
        assert_eq!(whole("g(3"), "g(3)");
        assert_eq!(whole("when"), text);
        assert_eq!(whole("c, d"), "a.b(2).get(+1, g(3)).c");
        let text = "if_(a.b >= 4 & c(1) < -2, !d.e, f(|x| x.g + 1 == 3 * h))";
        let whole = |word: &str| &text[expression(text, text.find(word).unwrap())];
        assert_eq!(whole("&"), "a.b >= 4 & c(1) < -2");
        assert_eq!(whole(">="), "a.b >= 4");
        assert_eq!(whole("<"), "c(1) < -2");
        assert_eq!(whole("!"), "!d.e");
        assert_eq!(whole("=="), "x.g + 1 == 3 * h");
        assert_eq!(whole("+"), "x.g + 1");
        let text = "let a = b.c == 2; let d = a | e;";
        let whole = |word: &str| &text[expression(text, text.find(word).unwrap())];
        assert_eq!(whole("=="), "b.c == 2");
        assert_eq!(whole("|"), "a | e");
    }

    #[test]
    fn options_and_statements_are_found() {
        let text = "f(1, #{ a: [1, 2], \"b\": |x, y| z(x), c: 3 }); g";
        let map = argument(text, 0, 1).unwrap();
        let value = |name: &str| &text[option(text, map.clone(), name).unwrap().1];
        assert_eq!((value("a"), value("b"), value("c")), ("[1, 2]", "|x, y| z(x)", "3"));
        assert_eq!(option(text, map.clone(), "x"), None);
        assert_eq!(&text[statement(text, 0)], &text[..text.find(';').unwrap()]);
    }

    #[test]
    fn words_are_found() {
        let text = "always(creatures.yours)";
        assert_eq!(&text[token_at(text, 7)], "creatures");
        assert_eq!(&text[token_at(text, 20)], "yours");
    }
}
