//! Comments that silence lints: `# lint: allow(name): reason` in TOML, `// lint: allow(name): reason` in scripts.

use super::{Selector, edits};
use crate::Lint;
use crate::comments::{Comment, Language, comments};
use cardwright_script::diagnostic::SourceFile;
use std::cell::Cell;
use std::ops::Range;

/// What became of a statement about lints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Nothing that it is about was found.
    Unused,
    /// It silenced or changed something.
    Used,
    /// It tried to silence an error that nothing silences.
    Vain,
}

/// A name in a comment or a card file that says something about lints.
#[derive(Debug)]
pub(crate) struct Mention {
    /// The name as it is written.
    pub name: String,
    /// What it stands for, if for anything.
    pub selector: Result<Selector, Option<&'static str>>,
    /// Where it is written.
    pub span: Range<usize>,
    /// What became of it.
    pub used: Cell<Use>,
    /// What is replaced to take it out, by nothing.
    pub removal: Option<Range<usize>>,
}

impl Mention {
    pub(super) fn new(name: &str, span: Range<usize>) -> Self {
        Mention { name: name.to_owned(), selector: Selector::of(name), span, used: Cell::new(Use::Unused), removal: None }
    }

    /// Whether it speaks of that lint.
    pub fn covers(&self, lint: &Lint) -> bool {
        self.selector.is_ok_and(|selector| selector.covers(lint))
    }

    /// Notes that it has served. What served once is not in vain.
    pub fn note(&self, what: Use) {
        if self.used.get() != Use::Used {
            self.used.set(what);
        }
    }
}

/// One comment that silences lints.
#[derive(Debug)]
pub(crate) struct Silence {
    /// The file in which it stands.
    pub file: SourceFile,
    /// The lints that it names.
    pub mentions: Vec<Mention>,
    /// The bytes about which they are silent.
    pub about: Range<usize>,
    /// Why, if the author says.
    pub reason: Option<String>,
}

/// The silencing comments of a file, and what is wrong with those that are none.
pub(crate) fn silences(file: &SourceFile, wrong: &mut Vec<(Range<usize>, String)>) -> Vec<Silence> {
    let language = if file.path.trim_end_matches(" (built in)").ends_with(".rhai") { Language::Script } else { Language::Toml };
    // Most files say nothing to lint, and there are thousands of them.
    if !file.text.contains("lint:") {
        return Vec::new();
    }
    comments(&file.text, language).iter().filter_map(|comment| silence(file, comment, wrong)).collect()
}

fn silence(file: &SourceFile, comment: &Comment, wrong: &mut Vec<(Range<usize>, String)>) -> Option<Silence> {
    let text = &file.text;
    let body = text.get(comment.span.start + comment.mark..comment.span.end)?;
    let said = body.trim_start().strip_prefix("lint:")?.trim();
    let mut refuse = |help: String| {
        wrong.push((comment.span.clone(), help));
        None
    };
    let mark = if comment.mark == 1 { "#" } else { "//" };
    let named =
        said.split(|letter: char| !(letter.is_alphanumeric() || letter == '-')).skip(1).find(|word| Selector::of(word).is_ok());
    let example = |verb: &str| format!("write `{mark} lint: {verb}({}): reason`", named.unwrap_or("name"));
    let Some((verb, rest)) = said.split_once('(') else { return refuse(example("allow")) };
    let verb = verb.trim();
    let whole_file = match verb {
        "allow" => false,
        "allow-file" => true,
        other => return refuse(example(if other.contains("file") { "allow-file" } else { "allow" })),
    };
    let Some((names, reason)) = rest.split_once(')') else { return refuse(example(verb)) };
    let reason = reason.trim();
    if !(reason.is_empty() || reason.starts_with(':')) {
        return refuse(format!("put a colon before the reason: `{mark} lint: {verb}({names}): {reason}`"));
    }
    // Names lie in one piece of the file: their places can be counted.
    let start = comment.span.end - said.len() + (said.len() - rest.len());
    let mut mentions = Vec::new();
    let mut at = start;
    for part in names.split(',') {
        let name = part.trim();
        let from = at + (part.len() - part.trim_start().len());
        if !name.is_empty() {
            mentions.push(Mention::new(name, from..from + name.len()));
        }
        at += part.len() + 1;
    }
    if mentions.is_empty() {
        return refuse(example(verb));
    }
    removals(text, comment, &mut mentions);
    let about = if whole_file { 0..text.len() + 1 } else { next_code(text, comment) };
    let reason = reason.trim_start_matches(':').trim();
    Some(Silence { file: file.clone(), mentions, about, reason: (!reason.is_empty()).then(|| reason.to_owned()) })
}

/// A name goes with its comma; the only one takes the comment along.
fn removals(text: &str, comment: &Comment, mentions: &mut [Mention]) {
    let spans: Vec<Range<usize>> = mentions.iter().map(|mention| mention.span.clone()).collect();
    let only = spans.len() == 1;
    for (index, mention) in mentions.iter_mut().enumerate() {
        mention.removal = Some(if only { edits::lines(text, comment.span.clone()) } else { edits::entry(&spans, index) });
    }
}

/// The line that a comment is about: its own if it trails code, or the next one with code.
fn next_code(text: &str, comment: &Comment) -> Range<usize> {
    let line_start = text[..comment.span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let mut from = line_start;
    let own = &text[line_start..comment.span.start];
    let mark = &text[comment.span.start..comment.span.start + comment.mark];
    for line in text[line_start..].split_inclusive('\n') {
        let said = line.trim();
        let is_own = from == line_start;
        let is_code = if is_own { !own.trim().is_empty() } else { !said.is_empty() && !said.starts_with(mark) };
        if is_code {
            return from..from + line.len();
        }
        from += line.len();
    }
    from..from
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str, text: &str) -> (Vec<Silence>, Vec<String>) {
        let mut wrong = Vec::new();
        let found = silences(&SourceFile::new(path, text), &mut wrong);
        (found, wrong.into_iter().map(|(_, help)| help).collect())
    }

    #[test]
    fn names_lines_and_reasons_are_read() {
        let text = "let a = 1;\n// lint: allow( unused-value ,text): it is an example\n\n// why not\nlet b = 2;\nlet c = 3;\n";
        let (found, wrong) = read("scripts/a/a.rhai", text);
        assert!(wrong.is_empty());
        let said: Vec<&str> = found[0].mentions.iter().map(|mention| &text[mention.span.clone()]).collect();
        assert_eq!(said, ["unused-value", "text"]);
        assert_eq!(&text[found[0].about.clone()], "let b = 2;\n");
        assert_eq!(found[0].reason.as_deref(), Some("it is an example"));
    }

    #[test]
    fn a_trailing_comment_is_about_its_own_line() {
        let text = "name = \"A\"\npower = 0 # lint: allow(text)\ntoughness = 1\n";
        let (found, _) = read("cards/a/a.toml", text);
        assert_eq!(&text[found[0].about.clone()], "power = 0 # lint: allow(text)\n");
        assert_eq!(&text[found[0].mentions[0].removal.clone().unwrap()], " # lint: allow(text)");
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        for (said, help) in [
            ("# lint: alow(text)", "write `# lint: allow(text): reason`"),
            ("# lint: file-allow(script)", "write `# lint: allow-file(script): reason`"),
            ("# lint: allow text", "write `# lint: allow(text): reason`"),
            ("# lint: allow nonsense", "write `# lint: allow(name): reason`"),
            ("# lint: allow()", "write `# lint: allow(name): reason`"),
            ("# lint: allow(text) because", "put a colon before the reason: `# lint: allow(text): because`"),
        ] {
            let (found, wrong) = read("cards/a/a.toml", said);
            assert!(found.is_empty());
            assert_eq!(wrong, [help], "{said}");
        }
        assert_eq!(read("cards/a/a.toml", "# lint this: later\n").1, [""; 0]);
    }
}
