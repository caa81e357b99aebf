//! The text of a file as the editor has it: lines end with a line feed, whatever the disk says. What the disk says is kept for saving.

use similar::{DiffOp, TextDiff};
use std::borrow::Cow;

/// A file as it lies on the disk, and as the editor shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiskText {
    /// What the editor shows.
    pub text: String,
    /// What its bytes are known by.
    pub hash: String,
    /// Whether it begins with a byte order mark.
    mark: bool,
    /// How each line ends.
    ends: Vec<LineEnd>,
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineEnd {
    Feed,
    ReturnFeed,
    Return,
}

impl LineEnd {
    fn written(self) -> &'static str {
        match self {
            LineEnd::Feed => "\n",
            LineEnd::ReturnFeed => "\r\n",
            LineEnd::Return => "\r",
        }
    }
}

const MARK: &str = "\u{FEFF}";

/// What a file is known by that is not there.
pub const ABSENT: &str = "absent";

/// What bytes are known by.
pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().as_str()[..32].to_owned()
}

/// A text with line feeds alone.
pub fn with_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}

impl DiskText {
    /// The text of a file; none if it is not UTF-8.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let all = std::str::from_utf8(bytes).ok()?;
        let text = all.strip_prefix(MARK);
        let (mark, text) = (text.is_some(), text.unwrap_or(all));
        let mut ends = Vec::new();
        let mut letters = text.bytes().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                b'\n' => ends.push(LineEnd::Feed),
                b'\r' if letters.next_if_eq(&b'\n').is_some() => ends.push(LineEnd::ReturnFeed),
                b'\r' => ends.push(LineEnd::Return),
                _ => {}
            }
        }
        Some(DiskText { text: with_feeds(text).into_owned(), hash: hash(bytes), mark, ends })
    }

    /// What the file says when the editor's text is saved over it: lines that stay keep their ends, new ones get those that most have.
    pub fn saved(&self, text: &str) -> String {
        let text = with_feeds(text);
        let text = text.strip_prefix(MARK).unwrap_or(&text);
        let mut out = String::with_capacity(text.len() + 64);
        if self.mark {
            out.push_str(MARK);
        }
        let usual = self.usual();
        if self.ends.iter().all(|end| *end == usual) {
            match usual {
                LineEnd::Feed => out.push_str(text),
                other => out.push_str(&text.replace('\n', other.written())),
            }
            return out;
        }
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut ends = vec![usual; lines.len()];
        for op in TextDiff::from_lines(self.text.as_str(), text).ops() {
            if let DiffOp::Equal { old_index, new_index, len } = *op {
                for place in 0..len {
                    if let (Some(end), Some(own)) = (self.ends.get(old_index + place), ends.get_mut(new_index + place)) {
                        *own = *end;
                    }
                }
            }
        }
        for (line, end) in lines.iter().zip(ends) {
            match line.strip_suffix('\n') {
                Some(line) => {
                    out.push_str(line);
                    out.push_str(end.written());
                }
                None => out.push_str(line),
            }
        }
        out
    }

    /// The end that most lines have.
    fn usual(&self) -> LineEnd {
        let count = |end: LineEnd| self.ends.iter().filter(|own| **own == end).count();
        let all = [LineEnd::Feed, LineEnd::ReturnFeed, LineEnd::Return];
        all.into_iter().rev().max_by_key(|end| count(*end)).unwrap_or(LineEnd::Feed)
    }
}

/// A line of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiffLine {
    /// Whose it is.
    pub side: Side,
    /// What it says, without its end.
    pub text: String,
}

/// Whose line it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Both texts have it.
    Both,
    /// Only the file on the disk has it.
    Theirs,
    /// Only the editor's text has it.
    Ours,
    /// Lines that are the same are left out here.
    Gap,
}

/// Two texts compared line by line, with a few lines around each difference.
pub fn compare(theirs: &str, ours: &str) -> Vec<DiffLine> {
    let diff = TextDiff::from_lines(theirs, ours);
    let mut out = Vec::new();
    for (place, group) in diff.grouped_ops(3).iter().enumerate() {
        if place > 0 {
            out.push(DiffLine { side: Side::Gap, text: String::new() });
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let side = match change.tag() {
                similar::ChangeTag::Equal => Side::Both,
                similar::ChangeTag::Delete => Side::Theirs,
                similar::ChangeTag::Insert => Side::Ours,
            };
            out.push(DiffLine { side, text: change.value().trim_end_matches('\n').to_owned() });
        }
    }
    out
}

/// Places of a text counted as browsers count them, in units of UTF-16.
#[derive(Clone, Debug)]
pub struct Units<'t> {
    text: &'t str,
    plain: bool,
}

impl<'t> Units<'t> {
    /// The places of that text.
    pub fn of(text: &'t str) -> Self {
        Units { text, plain: text.is_ascii() }
    }

    /// A byte as a unit.
    pub fn of_byte(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        if self.plain { byte } else { self.text[..byte].encode_utf16().count() }
    }

    /// A unit as a byte: that of the character it is part of.
    pub fn to_byte(&self, unit: usize) -> usize {
        if self.plain {
            return unit.min(self.text.len());
        }
        let mut seen = 0;
        for (byte, letter) in self.text.char_indices() {
            if seen + letter.len_utf16() > unit {
                return byte;
            }
            seen += letter.len_utf16();
        }
        self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(disk: &str, text: &str) -> String {
        DiskText::of(disk.as_bytes()).unwrap().saved(text)
    }

    #[test]
    fn the_ends_of_lines_stay_what_they_are() {
        assert_eq!(DiskText::of(b"a\r\nb\r\n").unwrap().text, "a\nb\n");
        assert_eq!(saved("a\r\nb\r\n", "a\nx\nb\n"), "a\r\nx\r\nb\r\n");
        assert_eq!(saved("a\nb", "a\nb\nc"), "a\nb\nc");
        assert_eq!(saved("a\rb\r", "a\nb\nc\n"), "a\rb\rc\r");
        // Of mixed ends each line keeps its own, and a new line has the usual.
        assert_eq!(saved("a\r\nb\nc\r\n", "a\nb\nnew\nc\n"), "a\r\nb\nnew\r\nc\r\n");
        assert_eq!(saved("\u{FEFF}a\r\n", "b\n"), "\u{FEFF}b\r\n");
        assert_eq!(saved("a\n", "a\r\nb\n"), "a\nb\n");
        assert_eq!(saved("", "a\nb\n"), "a\nb\n");
        for unchanged in ["a\r\nb\n\r\nc", "\u{FEFF}x\ry\n", "", "\n\n\r\n"] {
            assert_eq!(saved(unchanged, &DiskText::of(unchanged.as_bytes()).unwrap().text), unchanged);
        }
    }

    #[test]
    fn what_is_no_text_is_none() {
        assert_eq!(DiskText::of(&[b'a', 0xFF]), None);
        assert_ne!(hash(b"a\r\n"), hash(b"a\n"), "the bytes count, not the text");
    }

    #[test]
    fn comparisons_show_both_sides() {
        let lines: Vec<(Side, String)> =
            compare("a\nb\nc\n", "a\nx\nc\n").into_iter().map(|line| (line.side, line.text)).collect();
        let line = |side, text: &str| (side, text.to_owned());
        assert_eq!(lines, [line(Side::Both, "a"), line(Side::Theirs, "b"), line(Side::Ours, "x"), line(Side::Both, "c")]);
        assert!(compare("a\n", "a\n").is_empty());
    }

    #[test]
    fn places_are_counted_as_browsers_do() {
        let text = "aé😀b";
        let units = Units::of(text);
        for (byte, unit) in [(0, 0), (1, 1), (3, 2), (7, 4), (8, 5)] {
            assert_eq!((units.of_byte(byte), units.to_byte(unit)), (unit, byte));
        }
        // The middle of a character is its beginning.
        assert_eq!((units.of_byte(5), units.to_byte(3), units.to_byte(99)), (2, 3, 8));
    }
}
