//! The comments of card files and scripts: where they stand, and what they say.

use std::ops::Range;

/// A comment that runs to the end of its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Comment {
    /// All of it, its mark included.
    pub span: Range<usize>,
    /// How long its mark is: `#` or `//`.
    pub mark: usize,
}

/// What a file is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    /// TOML, with scripts in its texts.
    Toml,
    /// A script.
    Script,
}

/// The comments of a file, in order. The file may be broken: whatever cannot be understood is passed over.
pub(crate) fn comments(text: &str, language: Language) -> Vec<Comment> {
    let mut scanner = Scanner { text, at: 0, found: Vec::new() };
    match language {
        Language::Toml => scanner.toml(),
        Language::Script => scanner.script(text.len()),
    }
    scanner.found
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    found: Vec<Comment>,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes on by one character.
    fn step(&mut self) {
        self.at += self.rest().chars().next().map_or(1, char::len_utf8);
    }

    fn comment(&mut self, mark: usize, end: usize) {
        let line = self.rest().find('\n').map_or(self.text.len(), |newline| self.at + newline).min(end);
        let length = self.text[self.at..line].trim_end().len();
        self.found.push(Comment { span: self.at..self.at + length, mark });
        self.at = line;
    }

    fn toml(&mut self) {
        while self.at < self.text.len() {
            if self.rest().starts_with('#') {
                self.comment(1, self.text.len());
            } else if let Some(quotes) = ["'''", "\"\"\""].into_iter().find(|quotes| self.rest().starts_with(quotes)) {
                let is_script = self.follows_key("script");
                self.at += quotes.len();
                let end = self.rest().find(quotes).map_or(self.text.len(), |end| self.at + end);
                if is_script {
                    self.script(end);
                }
                self.at = end + quotes.len();
            } else if self.rest().starts_with(['"', '\'']) {
                self.string(self.text.len());
            } else {
                self.step();
            }
        }
    }

    /// Whether `key =` stands right before.
    fn follows_key(&self, key: &str) -> bool {
        let before = self.text[..self.at].trim_end();
        let before = before.strip_suffix('=').map(str::trim_end);
        before.and_then(|before| before.strip_suffix(key)).is_some_and(|before| before.is_empty() || before.ends_with('\n'))
    }

    /// The comments of a script, which ends there.
    fn script(&mut self, end: usize) {
        while self.at < end {
            if self.rest().starts_with("//") {
                self.comment(2, end);
            } else if self.rest().starts_with("/*") {
                self.block(end);
            } else if self.rest().starts_with(['"', '`']) {
                self.string(end);
            } else {
                self.step();
            }
        }
        self.at = end;
    }

    /// A comment over several lines; such comments nest.
    fn block(&mut self, end: usize) {
        let mut depth = 0usize;
        while self.at < end {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.step();
            }
        }
    }

    /// A text in quotes. One that is not closed ends with its line, unless it may hold several.
    fn string(&mut self, end: usize) {
        let Some(quote) = self.rest().chars().next() else { return };
        self.step();
        while self.at < end {
            let rest = self.rest();
            if rest.starts_with('\\') && quote == '"' {
                self.step();
            } else if rest.starts_with(quote) {
                return self.step();
            } else if rest.starts_with('\n') && quote != '`' {
                return;
            }
            self.step();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, language: Language) -> Vec<&str> {
        comments(text, language).into_iter().map(|comment| &text[comment.span]).collect()
    }

    #[test]
    fn comments_are_found_and_texts_are_not() {
        let card = "# one\nname = \"no # comment\" # two\ntext = '''\n// not a comment\n# nor this'''\nscript = '''\n// three\n\
                    when(card.enters, damage(\"// no\", x)); // four\n/* // no /* // no */ // no */\n# no\n'''\n# five";
        assert_eq!(said(card, Language::Toml), ["# one", "# two", "// three", "// four", "# five"]);
        assert_eq!(said("a; // one\r\nlet b = `\n// no`; // two", Language::Script), ["// one", "// two"]);
    }

    #[test]
    fn broken_files_are_scanned_to_their_end() {
        for text in ["\"", "'''", "script = '''", "script = \"\"\"// a", "/*", "\"\\", "'é", "# é", "script = '''/* é", "`", "\\"]
        {
            comments(text, Language::Toml);
            comments(text, Language::Script);
        }
        assert_eq!(said("name = \"open\nx = 1 # seen\n", Language::Toml), ["# seen"]);
    }
}
