//! Every scenario of the repository, one test each. The name of a test is its file and what it shows.

use cardwright::catalog::Catalog;
use cardwright::commands::test::failure;
use cardwright::scenario::{self, Runner, Scenario, ScenarioFile};
use libtest_mimic::{Arguments, Failed, Trial};
use std::cell::RefCell;

thread_local! {
    static RUNNER: RefCell<Option<Runner>> = const { RefCell::new(None) };
}

fn with_runner<T>(catalog: &Catalog, work: impl FnOnce(&mut Runner) -> T) -> T {
    RUNNER.with(|slot| work(slot.borrow_mut().get_or_insert_with(|| catalog.runner())))
}

fn main() {
    let arguments = Arguments::from_args();
    let root = cardwright_tests::repository();
    let catalog = Catalog::open(root).unwrap_or_else(|error| panic!("{error}"));
    let mut trials = vec![library_is_sound(&catalog)];
    let files = scenario::find(root, &scenario::usual_places(root)).unwrap_or_else(|error| panic!("{error}"));
    for file in files {
        match with_runner(&catalog, |runner| runner.list(&file)) {
            Ok(scenarios) => trials.extend(scenarios.into_iter().map(|one| trial(&catalog, file.clone(), one))),
            Err(report) => {
                let message = failure(&report);
                trials.push(Trial::test(format!("{} can be read", file.shown), move || Err(Failed::from(message))));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn trial(catalog: &Catalog, file: ScenarioFile, scenario: Scenario) -> Trial {
    let catalog = catalog.clone();
    Trial::test(format!("{}: {}", scenario.file, scenario.name), move || {
        let report = with_runner(&catalog, |runner| runner.run(&file, &scenario));
        if report.is_fine() { Ok(()) } else { Err(Failed::from(failure(&report))) }
    })
}

/// The shipped library has no errors: scenarios on top of broken cards would show nothing.
fn library_is_sound(catalog: &Catalog) -> Trial {
    let errors: Vec<String> =
        catalog.library.diagnostics().iter().filter(|diagnostic| diagnostic.is_error()).map(ToString::to_string).collect();
    Trial::test("the shipped library has no errors", move || {
        if errors.is_empty() { Ok(()) } else { Err(Failed::from(errors.join("\n"))) }
    })
}
