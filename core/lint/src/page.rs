//! The pages of lints: what `--explain` prints, and what `docs/lints.md` holds.

use crate::{ALL, Check, Example, Family, Level, Lint, Linter, Remedy, Selector, Settings, registry};
use cardwright_library::render::{Style, render};
use cardwright_library::{LibraryCompiler, Workspace};
use cardwright_script::diagnostic::{Assumes, Diagnostic};
use std::fmt::Write;

/// What a lint finds in an example, whatever its level is by default. Nothing for one that is found by playing.
pub fn example_findings(lint: &Lint, example: &Example) -> Vec<Diagnostic> {
    let workspace = Workspace::in_memory(example.0.iter().copied(), LibraryCompiler::tracing());
    let level = lint.level.max(Level::Note);
    let settings = Settings { levels: vec![(Selector::Lint(lint.name), level)], ..Settings::default() };
    let report = Linter::new(settings).run(workspace.library(), None);
    report.findings.into_iter().filter(|finding| finding.code == lint.name).collect()
}

/// The page of a lint, as Markdown under a heading of that depth.
pub fn page(lint: &Lint, depth: usize) -> String {
    let mut page = String::new();
    let heading = "#".repeat(depth);
    let _ = writeln!(page, "{heading} {}\n", lint.name);
    let _ = writeln!(page, "Family `{}`, level `{}`: {}.\n", lint.family.word(), lint.level.word(), lint.what);
    let _ = writeln!(page, "{}\n", lint.why);
    page.push_str("This is found:\n\n");
    files(&mut page, &lint.bad);
    let found = example_findings(lint, &lint.bad);
    if let Some(first) = found.first() {
        let _ = writeln!(page, "```text\n{}\n```\n", render(first, Style::Plain));
    }
    page.push_str("Instead:\n\n");
    files(&mut page, &lint.instead);
    if let Some(Remedy { does, assumes }) = lint.fix {
        let _ = match assumes {
            Assumes::Nothing => writeln!(page, "`--fix` mends it: it {does}.\n"),
            Assumes::ScriptIsRight => writeln!(page, "`--fix-texts` mends it, if the script is what is meant: it {does}.\n"),
        };
    }
    page.push_str(&silencing(lint));
    page
}

fn files(page: &mut String, example: &Example) {
    for (path, text) in example.0 {
        let language = if path.ends_with(".rhai") { "rhai" } else { "toml" };
        let mark = if language == "rhai" { "//" } else { "#" };
        let _ = writeln!(page, "```{language}\n{mark} {path}\n{}\n```\n", text.trim_matches('\n'));
    }
}

/// How a lint is silenced, if it can be.
pub fn silencing(lint: &Lint) -> String {
    let name = lint.name;
    if matches!(lint.check, Check::Loading) && lint.level == Level::Deny {
        return "It is found while the library is loaded and cannot be silenced: what has this error cannot be used.\n"
            .to_owned();
    }
    let other = if lint.level == Level::Deny { "warn" } else { "deny" };
    let in_card = match lint.check {
        Check::Set(_) => String::new(),
        _ => format!(", for one card by the key `allow = [\"{name}\"]`"),
    };
    format!(
        "Silence it for the next line by `# lint: allow({name}): why` (in a script `// lint: allow({name}): why`), for a file by \
         `# lint: allow-file({name})`{in_card}. Its level for the whole library stands in `cardwright.toml`: `{name} = \"{other}\"` under \
         `[lint]`.\n"
    )
}

/// All lints by family, one a line: name, level, what it finds.
pub fn index() -> String {
    let width = registry::lints().map(|lint| lint.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for family in Family::ALL {
        let lints = of_family(family);
        if lints.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}: {}", family.word(), about(family));
        for lint in lints {
            let _ = writeln!(text, "  {:width$}  {:5}  {}", lint.name, lint.level.word(), lint.what);
        }
        text.push('\n');
    }
    text.push_str("`cardwright lint --explain NAME` shows the page of one.\n");
    text
}

fn of_family(family: Family) -> Vec<&'static Lint> {
    let mut lints: Vec<&Lint> = ALL.iter().flat_map(|lints| lints.iter()).filter(|lint| lint.family == family).collect();
    lints.sort_by_key(|lint| lint.name);
    lints
}

/// What a family is about.
fn about(family: Family) -> &'static str {
    match family {
        Family::File => "keys, values, names and numbers in files, and what refers to what",
        Family::Script => "scripts as programs: words, arguments, values that go nowhere",
        Family::Ability => "what abilities say: targets, conditions, amounts, costs, events",
        Family::Text => "rules text, against what the card does and against the genre's wording",
        Family::Set => "a set as a whole; a report that is asked for with `--set-report`",
        Family::Rehearsal => "what happens when the card is played in small games",
        Family::Lint => "what is said to lint itself: configuration, levels, suppressions",
    }
}

const INTRODUCTION: &str = "# The lints

Everything that `cardwright lint` looks for. Written by a test from the registry of lints: do not edit it by hand, run
`UPDATE=1 cargo test -p cardwright-lint --test docs`. `cardwright lint --explain NAME` prints one of these pages.

A level is `allow` (not shown), `note`, `warn` or `deny` (an error: the exit code is 1). It is the lint's own, unless `cardwright.toml`
says another, or the option `--level`, or the card itself in its table `[lint]`; the later of these counts more, and a line about a lint
more than one about its family:

```toml
# cardwright.toml, at the root of the library
[lint]
text = \"warn\"
unused-value = \"deny\"
```
";

/// The page of all lints, for `docs/lints.md`.
pub fn markdown() -> String {
    let mut text = INTRODUCTION.to_owned();
    for family in Family::ALL {
        let lints = of_family(family);
        if lints.is_empty() {
            continue;
        }
        let about = about(family);
        let _ = write!(
            text,
            "\n## {}\n\nFamily `{}`: {about}.\n\n| Lint | Level | |\n| --- | --- | --- |\n",
            capital(family),
            family.word()
        );
        for lint in &lints {
            let _ = writeln!(text, "| [{0}](#{0}) | {1} | {2} |", lint.name, lint.level.word(), lint.what.replace('|', "\\|"));
        }
        for lint in lints {
            let _ = write!(text, "\n{}", page(lint, 3));
        }
    }
    text
}

fn capital(family: Family) -> &'static str {
    match family {
        Family::File => "Files",
        Family::Script => "Scripts",
        Family::Ability => "Abilities",
        Family::Text => "Text",
        Family::Set => "Sets",
        Family::Rehearsal => "Rehearsal",
        Family::Lint => "Lint itself",
    }
}
