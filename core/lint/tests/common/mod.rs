//! What both tests need: a library in a temporary folder that is filled anew for each case, and what lint finds in it.

// Each of the test binaries uses only a part.
#![allow(dead_code)]

use cardwright_library::{Library, LibraryCompiler, Workspace};
use cardwright_lint::{Level, Lint, run_with};
use cardwright_script::diagnostic::Diagnostic;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs, process};

/// A library that is one case after the other. The scripts of the program are learnt only once.
pub struct Bench {
    root: PathBuf,
    workspace: Workspace<LibraryCompiler>,
}

impl Bench {
    pub fn new(name: &str) -> Self {
        let root = env::temp_dir().join(format!("cardwright-lint-{name}-{}", process::id()));
        fs::create_dir_all(root.join("cards")).unwrap();
        let root = root.canonicalize().unwrap();
        let workspace = Workspace::open(&root, LibraryCompiler::tracing()).unwrap();
        Bench { root, workspace }
    }

    /// The library with just these files.
    pub fn load<'f>(&mut self, files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Arc<Library> {
        // Between two cases everything is gone: what is broken must not be kept as its last good version.
        drop(fs::remove_file(self.root.join("cardwright.toml")));
        for folder in ["cards", "scripts", "decks"] {
            drop(fs::remove_dir_all(self.root.join(folder)));
        }
        self.workspace.reload_all();
        for (path, bytes) in files {
            let path = self.root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        self.workspace.reload_all();
        self.workspace.library().clone()
    }

    /// What lint finds in these files. A lint that is off by default is on where it is the one that is asked for.
    pub fn findings<'f>(&mut self, lint: &Lint, files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Vec<Diagnostic> {
        let library = self.load(files);
        let asked = lint.name;
        run_with(&library, |lint| if lint.name == asked { lint.level.max(Level::Note) } else { lint.level })
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.root));
    }
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}
