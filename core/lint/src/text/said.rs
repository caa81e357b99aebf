//! The rules text of a face as checks see it, with the places of its parts in the file.

use crate::{CardView, FaceView};
use cardwright_library::files::Text;
use cardwright_script::diagnostic::{Assumes, Edit, Fix, SourceFile};
use std::ops::Range;

/// A face that has a text, with it.
#[derive(Clone, Copy)]
pub(crate) struct Said<'l> {
    /// The face.
    pub face: FaceView<'l>,
    /// What the card file says.
    pub text: &'l Text,
}

/// The texts of a card: of its faces and tokens.
pub(crate) fn texts<'l>(card: &CardView<'l>) -> impl Iterator<Item = Said<'l>> + use<'l> {
    card.faces().filter_map(|face| Some(Said { face, text: face.raw.text.as_ref()? }))
}

impl<'l> Said<'l> {
    /// What it says.
    pub fn value(&self) -> &'l str {
        &self.text.value
    }
    /// The card file.
    pub fn file(&self) -> &'l SourceFile {
        &self.face.card.raw.file
    }
    /// The name of the face.
    pub fn name(&self) -> &'l str {
        &self.face.raw.name.value
    }
    /// Where a part of the text stands in the file.
    pub fn place(&self, part: Range<usize>) -> Range<usize> {
        self.text.part(part)
    }
    /// The change that writes something else in place of a part of the text. There is none where escapes blur the places.
    pub fn edit(&self, part: Range<usize>, with: &str) -> Option<Edit> {
        self.text.content?;
        // What needs escapes in this kind of string is left to the author.
        let quoted = self.file().text.get(self.text.span.clone()).unwrap_or_default();
        let raw = quoted.starts_with('\'');
        let long = quoted.starts_with("\"\"\"") || quoted.starts_with("'''");
        let breaks_out = match (raw, long) {
            (false, false) => with.contains(['"', '\\', '\n']),
            (false, true) => with.contains("\"\"\"") || with.contains('\\'),
            (true, false) => with.contains(['\'', '\n']),
            (true, true) => with.contains("'''"),
        };
        (!breaks_out).then(|| Edit { file: self.file().clone(), span: self.place(part), with: with.to_owned() })
    }
    /// A fix of one such change.
    pub fn fix(&self, title: impl Into<String>, part: Range<usize>, with: &str) -> Option<Fix> {
        Some(Fix { title: title.into(), edits: vec![self.edit(part, with)?], assumes: Assumes::Nothing })
    }
    /// Its paragraphs, each with the place where it begins in the text. Line breaks of any system end one.
    pub fn paragraphs(&self) -> impl Iterator<Item = (usize, &'l str)> + use<'l> {
        paragraphs(&self.text.value)
    }
}

/// The lines of a text, each with the place where it begins.
pub(crate) fn paragraphs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let place = start;
        start += line.len() + 1;
        (place, line.strip_suffix('\r').unwrap_or(line))
    })
}
