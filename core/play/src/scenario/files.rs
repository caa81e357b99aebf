//! Which files hold scenarios.

use std::path::{Path, PathBuf};

/// A file that holds scenarios.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ScenarioFile {
    /// Where it is.
    pub path: PathBuf,
    /// The path that people read: relative to the library where it lies in it.
    pub shown: String,
}

/// Whether a file found while walking a folder holds scenarios: `*.scenarios.rhai` and `*.test.rhai` anywhere, every script
/// under a folder called `tests`, and those that lie beside cards (the abilities of cards are under `scripts/`).
pub fn is_scenario_file(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    if name.starts_with('.') {
        return false;
    }
    let marked = name.ends_with(".scenarios.rhai") || name.ends_with(".test.rhai");
    let lies_in = |folder: &str| path.parent().is_some_and(|parent| parent.components().any(|part| part.as_os_str() == folder));
    marked || (name.ends_with(".rhai") && (lies_in("tests") || (lies_in("cards") && !lies_in("keywords") && !lies_in("types"))))
}

/// The scenario files at these paths, sorted. A file that is named is taken as it is; folders are searched.
///
/// # Errors
/// If a path cannot be read.
pub fn find(root: &Path, paths: &[PathBuf]) -> std::io::Result<Vec<ScenarioFile>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            // A folder without a library's folders and without marked files holds nothing but scenarios.
            let before = found.len();
            walk(path, &mut found, &|file| is_scenario_file(file))?;
            let is_library = ["cards", "scripts"].iter().any(|folder| path.join(folder).is_dir());
            let inside = path.components().any(|part| part.as_os_str() == "cards" || part.as_os_str() == "scripts");
            if found.len() == before && !is_library && !inside {
                walk(path, &mut found, &|file| file.extension().is_some_and(|extension| extension == "rhai"))?;
            }
        } else {
            std::fs::metadata(path)?;
            found.push(path.clone());
        }
    }
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let mut files: Vec<ScenarioFile> = found
        .into_iter()
        .map(|path| {
            let full = path.canonicalize().unwrap_or_else(|_| path.clone());
            let shown = full.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            ScenarioFile { path: full, shown }
        })
        .collect();
    files.sort();
    files.dedup();
    Ok(files)
}

/// The folders of a library that can hold scenarios.
pub fn usual_places(root: &Path) -> Vec<PathBuf> {
    ["tests", "scripts", "cards"].iter().map(|folder| root.join(folder)).filter(|folder| folder.is_dir()).collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>, wanted: &dyn Fn(&Path) -> bool) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.') || name == "target");
        if hidden {
            continue;
        }
        if path.is_dir() {
            walk(&path, found, wanted)?;
        } else if wanted(&path) {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_scenario_file;
    use std::path::Path;

    #[test]
    fn scenarios_are_marked_or_lie_under_tests() {
        for (path, expected) in [
            ("tests/modern/613-layers.rhai", true),
            ("scripts/keywords/flying.rhai", false),
            ("scripts/keywords/flying.scenarios.rhai", true),
            ("cards/ember/cinder.test.rhai", true),
            ("cards/ember/cinder.rhai", true),
            ("cards/ember/keywords/smoulder.rhai", false),
            ("tests/.hidden.rhai", false),
            ("tests/data/rules.txt", false),
        ] {
            assert_eq!(is_scenario_file(Path::new(path)), expected, "{path}");
        }
    }
}
