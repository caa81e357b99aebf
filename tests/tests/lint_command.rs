//! `cardwright lint` through the real binary: options, formats, fixes, baseline, watching, exit codes.

use cardwright_tests::{Folder, Terminal, repository, run, text};
use serde_json::Value;
use std::process::Output;

const IDLE: &str = "let harm = damage(2, target(any_target));\nwhen(card.enters, draw(1));\n";

fn imp(name: &str, top: &str, script: &str) -> String {
    format!(
        "{top}name = \"{name}\"\ncost = \"{{1}}{{R}}\"\ntype = \"Creature - Imp\"\npower = 1\ntoughness = 1\nscript = '''\n{script}'''\n"
    )
}

/// A library whose only card has a value that goes nowhere.
fn library(top: &str, script: &str) -> Folder {
    let folder = Folder::new();
    folder.write("cards/imps/set.toml", "name = \"Imps\"\ncode = \"IMP\"\n");
    folder.write("cards/imps/imp.toml", imp("Idle Imp", top, script));
    folder
}

/// Runs the command, with only those families that these tests are about.
#[track_caller]
fn lint(folder: &Folder, code: i32, more: &[&str]) -> Output {
    let mut arguments = vec!["lint", "--library", folder.text(), "--skip", "file,ability,text,rehearsal"];
    arguments.extend(more);
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(code), "{}", text(&output));
    output
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn read(folder: &Folder, path: &str) -> String {
    std::fs::read_to_string(folder.path().join(path)).expect("it is there")
}

#[test]
fn findings_have_their_place_and_exit_codes_their_meaning() {
    let folder = library("", IDLE);
    let said = out(&lint(&folder, 0, &[]));
    assert!(said.contains("warning[unused-value]: ") && said.contains("cards/imps/imp.toml:7:12"), "{said}");
    assert!(said.ends_with("1 warning\n"), "{said}");
    assert_eq!(out(&lint(&folder, 0, &[])), said, "the same every time");
    let denied = out(&lint(&folder, 1, &["--deny-warnings", "--format", "concise"]));
    assert_eq!(denied, "cards/imps/imp.toml:7:12: error[unused-value]: what `damage` yields is used by no ability\n");
    assert!(out(&lint(&folder, 0, &["--level", "script=note"])).ends_with("1 note\n"));
    assert!(out(&lint(&folder, 0, &["--skip", "script"])).contains("nothing is wrong"));
    folder.write("cardwright.toml", "[lint]\nunused-value = \"deny\"\n");
    lint(&folder, 1, &[]);
    folder.write("cards/imps/other.toml", imp("Other Imp", "", "when(card.enters, draw(1));\n"));
    let other = folder.path().join("cards/imps/other.toml");
    lint(&folder, 0, &[other.to_str().expect("plain names")]);
    for wrong in
        [&["--level", "unused-valeu=deny"][..], &["--only", "nonsense"], &["nowhere.toml"], &["--colour"], &["--explain", "x"]]
    {
        lint(&folder, 2, wrong);
    }
}

#[test]
fn lints_are_explained() {
    let page = text(&run(&["lint", "--explain", "unused-value"]));
    for part in ["# unused-value", "used by no ability", "allow(unused-value)", "Instead:", "level `warn`"] {
        assert!(page.contains(part), "{page}");
    }
    let list = text(&run(&["lint", "--explain"]));
    assert_eq!(list, text(&run(&["lint", "--list"])));
    assert!(list.contains("unused-suppression"), "{list}");
    assert!(text(&run(&["lint", "--explain", "unused-valeu"])).contains("did you mean `unused-value`?"));
}

#[test]
fn fixing_mends_and_keeps_the_rest() {
    let top = "# My first card.\n# lint: allow-file(unused-value): it was so once\n";
    let folder = library(top, "when(card.enters, draw(1)); // lint: allow(script)\n// a comment\n");
    let before = read(&folder, "cards/imps/imp.toml");
    let diff = out(&lint(&folder, 0, &["--diff"]));
    let expected = "-# lint: allow-file(unused-value): it was so once\n name = \"Idle Imp\"\n";
    assert!(diff.starts_with("--- a/cards/imps/imp.toml\n+++ b/cards/imps/imp.toml\n") && diff.contains(expected), "{diff}");
    assert_eq!(read(&folder, "cards/imps/imp.toml"), before);
    // Only a part of a family is looked for: whether its suppression is of use is not known.
    lint(&folder, 0, &["--fix", "--only", "unused-suppression"]);
    assert_eq!(read(&folder, "cards/imps/imp.toml"), before);
    let said = text(&lint(&folder, 0, &["--fix"]));
    assert!(said.contains("mended 2 findings in 1 file"), "{said}");
    let mended = before.replace("# lint: allow-file(unused-value): it was so once\n", "").replace(" // lint: allow(script)", "");
    assert_eq!(read(&folder, "cards/imps/imp.toml"), mended);
    assert!(!text(&lint(&folder, 0, &["--fix"])).contains("mended"));
}

#[test]
fn a_baseline_hides_what_is_known_wherever_it_moves() {
    let folder = library("", IDLE);
    let file = folder.path().join("known.json");
    let file = file.to_str().expect("plain names");
    lint(&folder, 2, &["--baseline", file]);
    lint(&folder, 0, &["--baseline", file, "--write-baseline"]);
    folder.write("cards/imps/imp.toml", imp("Idle Imp", "# moved\n\n", &format!("\n{IDLE}")));
    let said = text(&lint(&folder, 0, &["--baseline", file, "--deny-warnings"]));
    assert!(said.contains("nothing is wrong"), "{said}");
    folder.write("cards/imps/more.toml", imp("More Imp", "", IDLE));
    let said = out(&lint(&folder, 1, &["--baseline", file, "--deny-warnings"]));
    assert!(said.contains("more.toml") && !said.contains("imps/imp.toml"), "{said}");
    folder.write("cards/imps/imp.toml", imp("Idle Imp", "", "when(card.enters, draw(1));\n"));
    let said = text(&lint(&folder, 0, &["--baseline", file]));
    assert!(said.contains("gone: unused-value in cards/imps/imp.toml, at `let harm"), "{said}");
}

#[test]
fn errors_of_loading_cannot_be_silenced() {
    let folder = library("allow = [\"unknown-word\"]\n", "// lint: allow(unknown-word)\nwhen(card.enters, drwa(1));\n");
    folder.write("cardwright.toml", "[lint]\nunknown-word = \"allow\"\n");
    let file = folder.path().join("known.json");
    lint(&folder, 1, &["--baseline", file.to_str().expect("plain names"), "--write-baseline"]);
    let said = out(&lint(&folder, 1, &["--format", "concise", "--skip", "script"]));
    assert!(said.contains("imp.toml:9:19: error[unknown-word]"), "{said}");
    if cardwright_lint::by_name("unknown-word").is_some() {
        for part in ["imp.toml:1:11: warning[unused-suppression]", "imp.toml:8:16: warning[unused-suppression]"] {
            assert!(said.contains(part), "{said}");
        }
        assert!(said.contains("cardwright.toml:2:16: error[bad-config]"), "{said}");
    }
}

#[test]
fn sarif_fits_its_schema() {
    // Two patterns of the official schema have a bracket that closes nothing: not every reader of patterns takes it for itself.
    let text = include_str!("../data/sarif-2.1.0.schema.json").replace("{2}]?$", "{2}\\\\]?$");
    let schema: Value = serde_json::from_str(&text).expect("a schema");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let folder = library("# lint: allow-file(bad-config)\n", IDLE);
    folder.write("cards/imps/\u{fc} b.toml", imp("Far Imp", "# lint: allow-file(unused-value): \u{1f525}\n", IDLE));
    folder.write("cards/imps/broken.toml", "name = \"Half");
    let output = lint(&folder, 1, &["--format", "sarif"]);
    let log: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let wrong: Vec<String> = schema.iter_errors(&log).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // A schema that takes anything would show nothing.
    assert!(!schema.is_valid(&serde_json::json!({ "version": "2.1.0", "runs": [{}] })));
    let results = log["runs"][0]["results"].as_array().expect("results");
    let by_rule = |rule: &str| -> Vec<&Value> { results.iter().filter(|result| result["ruleId"] == rule).collect() };
    let region = &by_rule("unused-value")[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&Value::from(8), &Value::from(12)), "{region}");
    let hidden = by_rule("unused-value")[1];
    assert_eq!(hidden["suppressions"][0]["kind"], "inSource", "{hidden}");
    assert_eq!(hidden["suppressions"][0]["justification"], "\u{1f525}");
    assert_eq!(hidden["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "cards/imps/%C3%BC%20b.toml");
    let fix = &by_rule("unused-suppression")[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!((&fix["deletedRegion"]["endLine"], &fix["insertedContent"]["text"]), (&Value::from(2), &Value::from("")), "{fix}");
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
}

#[test]
fn programs_can_read_findings() {
    let folder = library("# lint: allow-file(bad-config)\n", IDLE);
    let found: Value = serde_json::from_slice(&lint(&folder, 0, &["--format", "json"]).stdout).expect("JSON");
    let [first, second] = &found.as_array().expect("a list")[..] else { panic!("{found}") };
    assert_eq!((&first["code"], &first["fix"]["edits"][0]["end_line"]), (&Value::from("unused-suppression"), &Value::from(2)));
    assert_eq!((&second["code"], &second["line"], second.get("fix")), (&Value::from("unused-value"), &Value::from(8), None));
    let commands = out(&lint(&folder, 0, &["--format", "github"]));
    let last = commands.lines().last().unwrap_or_default();
    assert!(last.starts_with("::warning file=cards/imps/imp.toml,line=8,col=12,endLine=8,endColumn="), "{commands}");
    assert!(last.contains(",title=unused-value::what `damage` yields is used by no ability%0Aput it into "), "{commands}");
}

#[test]
fn watching_reports_what_a_saved_file_changes() {
    let folder = library("", "when(card.enters, draw(1));\n");
    let mut terminal = Terminal::start(&["lint", "--library", folder.text(), "--watch", "--skip", "file,ability,text,rehearsal"]);
    assert!(terminal.wait_for("waiting for changes").contains("nothing is wrong"));
    folder.replace("cards/imps/imp.toml", &imp("Idle Imp", "", IDLE));
    assert!(terminal.wait_for("waiting for changes").contains("cards/imps/imp.toml:7:12"));
    folder.write("cardwright.toml", "[lint]\nunused-value = \"allow\"\n");
    assert!(terminal.wait_for("waiting for changes").contains("nothing is wrong"));
}

#[test]
fn nothing_is_wrong_with_the_shipped_cards() {
    let root = repository().to_str().expect("a plain path");
    let output = run(&["lint", "--library", root, "--deny-warnings"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}
