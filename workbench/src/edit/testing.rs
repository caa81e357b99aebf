//! For tests: a folder that is deleted afterwards, and texts made by chance.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

static FOLDERS: AtomicUsize = AtomicUsize::new(0);

/// A folder of its own for each test.
pub(crate) struct TestFolder(PathBuf);

impl TestFolder {
    pub(crate) fn new() -> Self {
        let count = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("cardwright-edit-{}-{count}", process::id()));
        fs::create_dir_all(&path).unwrap();
        TestFolder(path.canonicalize().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, with the folders it needs, and returns its path.
    pub(crate) fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Numbers that look random and are the same in every run.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }

    /// A text of pieces that mean something to the languages of a library, in no order.
    pub(crate) fn text(&mut self, pieces: usize) -> String {
        const PIECES: [&str; 52] = [
            "'''",
            "\"\"\"",
            "\"",
            "'",
            "`",
            "\\",
            "\n",
            "\r\n",
            " ",
            "\t",
            "#",
            "# note",
            "//",
            "/*",
            "*/",
            "[",
            "]",
            "[[card]]",
            "[[token]]",
            "{",
            "}",
            "#{",
            "(",
            ")",
            "=",
            ".",
            ",",
            ";",
            "|",
            "name",
            "type",
            "script = ",
            "text = ",
            "keywords = [",
            "creatures",
            "damage(",
            "card.enters",
            "let x = ",
            "x.",
            "when(",
            "3",
            "-1",
            "+2",
            "{R}",
            "{2}{T}",
            "é",
            "😀",
            "\u{FEFF}",
            "\0",
            "${",
            "true",
            "1979-05-27",
        ];
        (0..pieces).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }

    /// A text that is there, with something put in or taken out at some places.
    pub(crate) fn damaged(&mut self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(4) {
            let at = self.below(letters.len() + 1);
            if self.below(2) == 0 {
                let end = (at + self.below(12)).min(letters.len());
                letters.drain(at..end);
            } else {
                let pieces = 1 + self.below(3);
                let new: Vec<char> = self.text(pieces).chars().collect();
                letters.splice(at..at, new);
            }
        }
        letters.into_iter().collect()
    }
}
