//! The script host from the outside: one binary, so that it links once.

mod callbacks;
mod hard_cards;
mod keywords;
mod look;
mod mistakes;
mod no_silent_no_op;
mod reference;

use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::TypeLine;
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::{CardScript, Compiled, ScriptHost, ScriptSource};
use std::path::{Path, PathBuf};

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder of scripts, by name.
pub fn files(folder: &str) -> Vec<SourceFile> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root().join(folder))
        .map(|entries| entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect())
        .unwrap_or_default();
    // Scenarios lie beside what they test.
    paths.retain(|path| path.to_str().is_some_and(|path| path.ends_with(".rhai") && !path.ends_with(".test.rhai")));
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            SourceFile::new(&format!("{folder}/{name}"), &std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// A host with the prelude and the keywords of the project.
pub fn host() -> ScriptHost {
    let mut host = ScriptHost::new();
    for file in files("scripts/prelude") {
        assert_eq!(said(&host.add_prelude(&file)), "");
    }
    for file in files("scripts/keywords") {
        assert_eq!(said(&host.add_keyword(&file)), "");
    }
    host
}

/// Diagnostics as a user reads them.
pub fn said(diagnostics: &[cardwright_script::diagnostic::Diagnostic]) -> String {
    diagnostics.iter().map(|trouble| trouble.one_line()).collect::<Vec<_>>().join("\n")
}

/// Compiles a script as one of a card of that type.
pub fn compile_as(host: &ScriptHost, types: &str, script: &str) -> Compiled {
    let file = SourceFile::new("test.rhai", script);
    let types: TypeLine = cardwright_script::text::type_line(types).unwrap();
    let card = CardScript {
        name: Symbol::new("Test Card"),
        source: Some(ScriptSource::whole(&file)),
        keywords: &[],
        types: &types,
        tokens: &[],
    };
    host.compile(&card)
}

/// Compiles a script of which the type does not matter.
pub fn compile(host: &ScriptHost, script: &str) -> Compiled {
    compile_as(host, "Instant", script)
}
