use super::*;
use crate::reload::ChangeKind;
use crate::testing::{LineCompiler, TestFolder, meanings};
use std::fs;
use std::sync::Mutex;

/// Watching tests run one at a time: the system limits watches, and times are short.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

const LANCE: &str = "name = \"Ember Lance\"\ncost = \"{R}\"\ntype = \"Instant\"\nscript = \"ember/lance.rhai\"\n";
const LONGEST: Duration = Duration::from_secs(10);

fn with_library(options: WatchOptions, test: impl FnOnce(&TestFolder, &LiveLibrary)) {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = TestFolder::new();
    folder.write("cards/ember/lance.toml", LANCE);
    folder.write("scripts/ember/lance.rhai", "damage 3\n");
    let live = LiveLibrary::open(folder.path(), options, LineCompiler::default).unwrap();
    test(&folder, &live);
}

fn lance(live: &LiveLibrary) -> Vec<&'static str> {
    meanings(&live.current().card("Ember Lance").unwrap().definition)
}

/// Waits for the change of that kind, whatever else is reported before it.
fn wait_for(live: &LiveLibrary, kind: ChangeKind) -> ReloadReport {
    let end = Instant::now() + LONGEST;
    while Instant::now() < end {
        let reports = live.wait_for_reports(Duration::from_millis(200));
        if let Some(report) = reports.into_iter().find(|report| report.changed.iter().any(|change| change.kind == kind)) {
            return report;
        }
    }
    panic!("no card was {kind:?} in {LONGEST:?}");
}

#[test]
fn a_saved_script_is_published() {
    with_library(WatchOptions::default(), |folder, live| {
        let start = Instant::now();
        folder.write("scripts/ember/lance.rhai", "damage 4\n");
        wait_for(live, ChangeKind::Changed);
        println!("from save to effect {:?}", start.elapsed());
        assert_eq!(lance(live), ["damage 4"]);
    });
}

#[test]
fn saving_by_rename_goes_on_being_seen() {
    with_library(WatchOptions::default(), |folder, live| {
        for damage in ["damage 4", "damage 5", "damage 6"] {
            folder.replace("scripts/ember/lance.rhai", damage);
            wait_for(live, ChangeKind::Changed);
            assert_eq!(lance(live), [damage]);
        }
    });
}

#[test]
fn a_half_written_file_changes_nothing_in_play() {
    with_library(WatchOptions::default(), |folder, live| {
        folder.write("cards/ember/lance.toml", &LANCE[..10]);
        let report = wait_for(live, ChangeKind::Broken);
        assert_eq!(report.diagnostics[0].code, "invalid-toml");
        assert_eq!(lance(live), ["damage 3"]);
        folder.write("cards/ember/lance.toml", LANCE);
        assert_eq!(wait_for(live, ChangeKind::Mended).diagnostics, []);
    });
}

#[test]
fn deleted_files_and_new_folders_are_seen() {
    with_library(WatchOptions::default(), |folder, live| {
        folder.delete("cards/ember/lance.toml");
        wait_for(live, ChangeKind::Removed);
        assert!(live.current().card("Ember Lance").is_none());
        folder.write("cards/frost/new/deep/lance.toml", LANCE);
        wait_for(live, ChangeKind::Added);
        folder.write("decks/late.toml", "name = \"Late\"\n[main]\n\"Ember Lance\" = 1\n");
        let end = Instant::now() + LONGEST;
        while live.current().deck("late").is_none() && Instant::now() < end {
            live.wait_for_reports(Duration::from_millis(50));
        }
        assert!(live.current().deck("late").is_some(), "a folder of the library that was made later");
    });
}

#[test]
fn a_folder_that_is_replaced_goes_on_being_seen() {
    with_library(WatchOptions::default(), |folder, live| {
        fs::remove_dir_all(folder.path().join("cards")).unwrap();
        folder.write("cards/ember/lance.toml", &LANCE.replace("Ember Lance", "Ash Lance"));
        wait_for(live, ChangeKind::Added);
        std::thread::sleep(Duration::from_millis(100));
        folder.write("cards/ember/lance.toml", LANCE);
        wait_for(live, ChangeKind::Added);
        assert_eq!(lance(live), ["damage 3"]);
    });
}

#[test]
fn touching_a_file_does_nothing() {
    with_library(WatchOptions::default(), |folder, live| {
        folder.write("cards/ember/lance.toml", LANCE);
        fs::read(folder.path().join("cards/ember/lance.toml")).unwrap();
        assert!(live.wait_for_reports(Duration::from_millis(300)).is_empty());
        live.read_all();
        assert!(live.wait_for_reports(Duration::from_millis(100)).is_empty());
        assert_eq!(live.current().version(), 1);
    });
}

#[test]
fn polling_sees_the_same() {
    let options = WatchOptions { poll: Some(Duration::from_millis(50)), ..WatchOptions::default() };
    with_library(options, |folder, live| {
        folder.write("scripts/ember/lance.rhai", "damage 44\n");
        wait_for(live, ChangeKind::Changed);
        assert_eq!(lance(live), ["damage 44"]);
    });
}

#[test]
fn a_folder_that_is_no_library_is_refused() {
    let folder = TestFolder::new();
    let error = LiveLibrary::open(folder.path(), WatchOptions::default(), LineCompiler::default).unwrap_err();
    assert!(matches!(error, LibraryError::NotALibrary(_)));
}
