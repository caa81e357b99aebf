use super::*;
use crate::Settings;
use cardwright_library::LibraryCompiler;

const CARD: &str = "# Mine.\nname = \"Imp\" # lint: allow(unused-value)\ncost = \"{R}\"\ntype = \"Creature - Imp\"\npower = 1\n\
                    toughness = 1\nscript = '''\n// lint: allow(unused-value): why\nwhen(card.enters, draw(1));\n'''\n";

fn workspace(files: &[(&str, &str)]) -> Workspace<LibraryCompiler> {
    Workspace::in_memory(files.iter().copied(), LibraryCompiler::tracing())
}

fn edit(workspace: &Workspace<LibraryCompiler>, from: &str, to: &str) -> Diagnostic {
    let file = workspace.library().files().iter().find(|file| file.text.contains(from)).unwrap().clone();
    let start = file.text.find(from).unwrap();
    Diagnostic::warning("unused-value", format!("{from} to {to}")).at(&file, start..start + from.len()).fixed_by(
        "change it",
        &file,
        start..start + from.len(),
        to,
    )
}

#[test]
fn suppressions_of_no_use_go_and_nothing_else_changes() {
    let mut workspace = workspace(&[("cards/e/a.toml", CARD)]);
    let mended = mend(&mut workspace, &mut Linter::new(Settings::default()), |finding| finding.code == "unused-suppression");
    let left = CARD.replace(" # lint: allow(unused-value)", "").replace("// lint: allow(unused-value): why\n", "");
    assert_eq!(mended.texts.values().collect::<Vec<_>>(), [&left]);
    assert_eq!((mended.applied, mended.refused.len()), (2, 0));
    assert!(mended.after.files().iter().any(|file| *file.text == *left));
}

#[test]
fn what_would_change_a_card_is_refused_and_the_rest_is_done() {
    let mut workspace = workspace(&[("cards/e/a.toml", CARD), ("cards/e/b.toml", &CARD.replace("Imp", "Cat"))]);
    let found = vec![
        edit(&workspace, "draw(1)", "draw(2)"),
        edit(&workspace, "# Mine.", "# Yours."),
        edit(&workspace, "\"Cat\"", "\"Cat\"  "),
    ];
    let before = workspace.library().clone();
    let mut mending =
        Mending { workspace: &mut workspace, mended: Mended { before: before.clone(), after: before, ..Mended::default() } };
    assert!(mending.round(found.clone()));
    let Mended { texts, refused, applied, .. } = mending.mended.clone();
    let [one] = &refused[..] else { panic!("{refused:?}") };
    assert_eq!((one.card.as_str(), applied), ("Imp", 2));
    assert!(one.finding.contains("cards/e/a.toml:9: draw(1) to draw(2)"), "{}", one.finding);
    assert_eq!(texts["cards/e/a.toml"], CARD.replace("# Mine.", "# Yours."));
    assert_eq!(texts["cards/e/b.toml"], CARD.replace("Imp", "Cat").replace("\"Cat\"", "\"Cat\"  "));
    // A card that would break, or be another, changes too.
    for (from, to) in [("draw(1)", "drwa(1)"), ("name = \"Cat\"", "name = \"Dog\"")] {
        let found = vec![edit(mending.workspace, from, to)];
        assert!(mending.round(found.clone()));
        assert!(!mending.round(found), "it is not tried again");
    }
    assert_eq!((mending.mended.refused.len(), mending.mended.applied), (3, 2));
}

#[test]
fn fixes_that_overlap_are_made_one_after_the_other() {
    let mut workspace = workspace(&[("cards/e/a.toml", &CARD.replace("(unused-value)", "(unused-value, script, unused-value)"))]);
    let mended = mend(&mut workspace, &mut Linter::new(Settings::default()), |finding| finding.code == "unused-suppression");
    let text = mended.texts.values().next().unwrap();
    assert!(!text.contains("lint:"), "{text}");
}
