//! Taking out what is of no use, so that the file around it stays as it was.

use std::ops::Range;

/// The bytes of one entry of a list between brackets, with the comma that goes with it.
pub(super) fn entry(spans: &[Range<usize>], index: usize) -> Range<usize> {
    match (spans.get(index), spans.get(index + 1), index.checked_sub(1).and_then(|before| spans.get(before))) {
        (Some(own), Some(next), _) => own.start..next.start,
        (Some(own), None, Some(before)) => before.end..own.end,
        (Some(own), None, None) => own.clone(),
        (None, ..) => 0..0,
    }
}

/// The bytes of something that stands alone on its lines, with those lines; or only what is there, with the blanks before it.
pub(super) fn lines(text: &str, span: Range<usize>) -> Range<usize> {
    let line_start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[span.end..].find('\n').map_or(text.len(), |newline| span.end + newline);
    let (before, after) = (&text[line_start..span.start], &text[span.end..line_end]);
    match (before.trim().is_empty(), after.trim().is_empty()) {
        (true, true) if line_end < text.len() => line_start..line_end + 1,
        // The last line takes the line break before it along.
        (true, true) => line_start.saturating_sub(1)..line_end,
        (false, true) => line_start + before.trim_end().len()..span.end + after.trim_end_matches('\r').len(),
        (_, false) => span.start..span.end + (after.len() - after.trim_start().len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(text: &str, part: &str) -> String {
        let at = text.find(part).unwrap_or_default();
        let gone = lines(text, at..at + part.len());
        format!("{}{}", &text[..gone.start], &text[gone.end..])
    }

    #[test]
    fn lines_go_as_a_whole() {
        assert_eq!(without("a\n  # x\nb\n", "# x"), "a\nb\n");
        assert_eq!(without("a\r\n# x\r\nb\r\n", "# x"), "a\r\nb\r\n");
        assert_eq!(without("a\n# x", "# x"), "a");
        assert_eq!(without("# x", "# x"), "");
        assert_eq!(without("a = 1  # x\nb\n", "# x"), "a = 1\nb\n");
        assert_eq!(without("a = 1  # x\r\nb\n", "# x"), "a = 1\r\nb\n");
        assert_eq!(without("a = 1 # why\nb\n", "a = 1"), "# why\nb\n");
    }

    #[test]
    fn entries_take_their_commas_along() {
        let text = "a, b, c";
        let spans = [0..1, 3..4, 6..7];
        let left = |index: usize| {
            let gone = entry(&spans, index);
            format!("{}{}", &text[..gone.start], &text[gone.end..])
        };
        assert_eq!([left(0), left(1), left(2)], ["b, c", "a, c", "a, b"]);
    }
}
