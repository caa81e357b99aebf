use super::*;
use cardwright_library::render::{Style, render_all};
use cardwright_library::{LibraryCompiler, Workspace};

const IDLE: &str = "let harm = damage(2, target(any_target));\nwhen(card.enters, draw(1));\n";

fn workspace(files: &[(&str, &str)]) -> Workspace<LibraryCompiler> {
    Workspace::in_memory(files.iter().copied(), LibraryCompiler::tracing())
}

fn card(top: &str, script: &str) -> String {
    format!(
        "{top}name = \"Idle Imp\"\ncost = \"{{1}}{{R}}\"\ntype = \"Creature - Imp\"\npower = 1\ntoughness = 1\nscript = '''\n{script}'''\n"
    )
}

/// The short forms of what is found, by these settings.
fn lint_by(settings: Settings, files: &[(&str, &str)]) -> Vec<String> {
    let report = Linter::new(settings).run(workspace(files).library(), None);
    report.findings.iter().filter(|finding| LINTS.contains(&finding.code)).map(short).collect()
}

/// What these tests are about; others may find more in their cards.
const LINTS: [&str; 6] = ["unused-value", "unused-suppression", "unknown-lint", "bad-config", "outside-a-set", "unknown-word"];

fn short(finding: &Diagnostic) -> String {
    let label = finding.primary().unwrap();
    let place = label.file.place(label.span.start);
    format!(
        "{}:{}:{} {}[{}] {}",
        label.file.path,
        place.line,
        place.column,
        finding.severity.word(),
        finding.code,
        finding.message
    )
}

fn lint(files: &[(&str, &str)]) -> Vec<String> {
    lint_by(Settings::default(), files)
}

fn lint_card(top: &str, script: &str) -> Vec<String> {
    lint(&[("cards/e/a.toml", &card(top, script))])
}

const FOUND: &str = "cards/e/a.toml:7:12 warning[unused-value] what `damage` yields is used by no ability";

#[test]
fn comments_silence_a_line_or_a_file_and_must_be_of_use() {
    assert_eq!(lint_card("", IDLE), [FOUND]);
    assert_eq!(lint_card("", &format!("// lint: allow(unused-value): an example\n{IDLE}")), [""; 0]);
    assert_eq!(lint_card("", &IDLE.replace(";\nwhen", "; // lint: allow(script)\nwhen")), [""; 0]);
    assert_eq!(lint_card("# lint: allow-file(unused-value)\n", IDLE), [""; 0]);
    assert_eq!(
        lint_card("# lint: allow(unused-value)\n", IDLE)[0],
        "cards/e/a.toml:1:15 warning[unused-suppression] `unused-value` finds nothing here, so there is nothing to silence"
    );
    assert_eq!(
        lint_card("# lint: allow-file(unused-valeu, unused-value)\n", IDLE),
        ["cards/e/a.toml:1:20 warning[unknown-lint] no lint is called `unused-valeu`"]
    );
    assert_eq!(
        lint_card("# lint: alow(unused-value)\n", "when(card.enters, draw(1));\n"),
        ["cards/e/a.toml:1:1 error[bad-config] this comment speaks to lint, but silences nothing"]
    );
}

#[test]
fn what_silenced_a_finding_is_told() {
    let text = card("", &format!("// lint: allow(unused-value): an example\n{IDLE}"));
    let report = Linter::new(Settings::default()).run(workspace(&[("cards/e/a.toml", &text)]).library(), None);
    let [silenced] = &report.silenced[..] else { panic!("{:?}", report.silenced) };
    assert_eq!((silenced.by, silenced.reason.as_deref()), (SilencedBy::Comment, Some("an example")));
    assert_eq!(silenced.finding.code, "unused-value");
}

#[test]
fn a_card_says_how_seriously_it_is_taken() {
    assert_eq!(lint_card("allow = [\"unused-value\"]\n", IDLE), [""; 0]);
    let leveled = |level: &str, script: &str| lint(&[("cards/e/a.toml", &format!("{}[lint]\n{level}\n", card("", script)))]);
    assert_eq!(leveled("unused-value = \"deny\"", IDLE), [FOUND.replace("7:12 warning", "7:12 error")]);
    assert_eq!(leveled("unused-value = \"allow\"", IDLE), [""; 0]);
    assert_eq!(
        leveled("unused-value = \"warn\"", IDLE)[1],
        "cards/e/a.toml:11:1 warning[unused-suppression] `unused-value` is at the level `warn` anyway"
    );
    let quiet = "when(card.enters, draw(1));\n";
    assert_eq!(leveled("unused-value = \"deny\"", quiet), [""; 0]);
    assert_eq!(
        leveled("unused-value = \"allow\"", quiet),
        [
            "cards/e/a.toml:10:1 warning[unused-suppression] `unused-value` finds nothing in this card, so there is nothing to silence"
        ]
    );
    assert_eq!(leveled("unused-value = \"eror\"", quiet), ["cards/e/a.toml:10:16 error[bad-config] there is no level `eror`"]);
    assert_eq!(
        lint_card("allow = [\"unused-value\", \"nonsense\"]\n", quiet),
        [
            "cards/e/a.toml:1:11 warning[unused-suppression] `unused-value` finds nothing in this card, so there is nothing to silence",
            "cards/e/a.toml:1:27 warning[unknown-lint] no lint is called `nonsense`",
        ]
    );
}

#[test]
fn the_configuration_holds_unless_the_command_or_the_card_says_otherwise() {
    let idle = card("", IDLE);
    let by = |config: &str, settings: Settings| lint_by(settings, &[("cardwright.toml", config), ("cards/e/a.toml", &idle)]);
    let level = |name: &str, level: Level| Settings { levels: vec![(Selector::of(name).unwrap(), level)], ..Settings::default() };
    assert_eq!(by("[lint]\nscript = \"deny\"\n", Settings::default()), [FOUND.replace("warning", "error")]);
    assert_eq!(by("[lint]\nscript = \"deny\"\nunused-value = \"allow\"\n", Settings::default()), [""; 0]);
    assert_eq!(by("[lint]\nunused-value = \"deny\"\n", level("script", Level::Note)), [FOUND.replace("warning", "note")]);
    let denied = Settings { warnings: Warnings::Denied, ..Settings::default() };
    assert_eq!(by("", denied), [FOUND.replace("warning", "error")]);
    let skipped = Settings { skip: vec![Selector::Family(Family::Script)], ..Settings::default() };
    assert_eq!(by("", skipped), [""; 0]);
    let other = Settings { only: vec![Selector::Family(Family::File)], ..Settings::default() };
    assert_eq!(by("", other), [""; 0]);
    for (config, expected) in [
        ("[lint]\nunused-valeu = \"deny\"\n", "cardwright.toml:2:1 warning[unknown-lint] no lint is called `unused-valeu`"),
        ("[lint]\nunused-value = \"error\"\n", "cardwright.toml:2:16 error[bad-config] there is no level `error`"),
        (
            "[lint]\nunused-value = 2\n",
            "cardwright.toml:2:16 error[bad-config] the level of `unused-value` must be a text in quotes",
        ),
        ("[lnt]\n", "cardwright.toml:1:2 error[bad-config] there is no key `lnt` here"),
        ("lint = 1\n", "cardwright.toml:1:8 error[bad-config] `lint` must be a table"),
    ] {
        assert!(by(config, Settings::default()).contains(&expected.to_owned()), "{:?}", by(config, Settings::default()));
    }
    let torn = by("[lint\n", Settings::default());
    assert!(torn.iter().any(|finding| finding.contains("error[bad-config] this is not TOML")), "{torn:?}");
}

#[test]
fn what_was_not_looked_for_is_not_unused() {
    let quiet = card("allow = [\"unused-value\"]\n# lint: allow-file(script)\n", "when(card.enters, draw(1));\n");
    let files = [("cards/e/a.toml", &*quiet)];
    assert_eq!(lint(&files).len(), 2);
    let only = Settings { only: vec![Selector::Lint("unused-suppression")], ..Settings::default() };
    assert_eq!(lint_by(only, &files), [""; 0]);
    let off = Settings { levels: vec![(Selector::Family(Family::Script), Level::Allow)], ..Settings::default() };
    assert_eq!(lint_by(off, &files), [""; 0]);
    // A broken card: nobody knows what lint would find.
    let broken = card("allow = [\"unused-value\"]\n", "when(card.enters, drwa(1));\n");
    assert!(lint(&[("cards/e/a.toml", &broken)]).iter().all(|finding| finding.contains("unknown-word")));
}

#[test]
fn what_a_suppression_leaves_is_the_file_without_it() {
    let quiet = "when(card.enters, draw(1));\n";
    let clean = card("", quiet);
    for text in [
        card("allow = [\"unused-value\"]\n", quiet),
        card("# lint: allow-file(unused-value): not now\n", quiet),
        card("", &format!("  // lint: allow(unused-value)\n{quiet}")),
        clean.replace("power = 1", "power = 1 # lint: allow(script)"),
        format!("{clean}[lint]\nunused-value = \"allow\"\n"),
    ] {
        let library = workspace(&[("cards/e/a.toml", &text)]);
        let found = run(library.library());
        let edit = found.iter().find_map(|finding| Some(finding.fix.as_ref()?.edits[0].clone())).expect("a fix");
        let mut left = text.clone();
        left.replace_range(edit.span, &edit.with);
        assert_eq!(left, clean, "{}", render_all(&found, Style::Plain));
    }
}

#[test]
fn the_next_run_looks_only_at_what_is_new() {
    let (one, two) = (card("", IDLE), card("", IDLE).replace("Idle Imp", "Other Imp"));
    let mut workspace =
        workspace(&[("cards/e/a.toml", &one), ("cards/e/b.toml", &two), ("cards/f/c.toml", &two.replace("Other", "Third"))]);
    let mut linter = Linter::new(Settings::default());
    let first = linter.run(workspace.library(), None).findings;
    assert_eq!(linter.looked_at(), 3);
    assert_eq!(linter.run(workspace.library(), None).findings, first);
    assert_eq!(linter.looked_at(), 0);
    workspace.suppose([("cards/e/b.toml", &*two.replace("[harm", "[").replace("let harm", "let pain"))]);
    linter.run(workspace.library(), None);
    assert_eq!(linter.looked_at(), 1);
    // What it says then is what a new one would say.
    workspace.suppose([("cardwright.toml", "[lint]\nunused-value = \"deny\"\n")]);
    workspace.suppose([("cards/e/a.toml", &*card("", "when(card.enters, draw(1));\n"))]);
    let again = linter.run(workspace.library(), None).findings;
    assert_eq!(again, run(workspace.library()));
    assert!(again.iter().any(Diagnostic::is_error) && again.len() < first.len());
    // A card that breaks says only that.
    workspace.suppose([("cards/e/b.toml", "name = \"Other Imp\"\n")]);
    assert_eq!(linter.run(workspace.library(), None).findings, run(workspace.library()));
}
