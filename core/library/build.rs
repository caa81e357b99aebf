//! Embeds the scripts that every library starts from: `scripts/keywords`, `prelude`, `rulesets` and `types` of this
//! repository. A folder that is not there yet embeds nothing.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const FOLDERS: [&str; 4] = ["keywords", "prelude", "rulesets", "types"];

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let scripts = manifest.join("../../scripts").canonicalize().unwrap_or_else(|_| manifest.join("../../scripts"));
    let mut list = String::from("&[\n");
    for folder in FOLDERS {
        let folder_path = scripts.join(folder);
        // Cargo looks for changes in a whole folder. For one that is missing the parent is watched, until it is made; not
        // always, since the scripts of cards must not cause a build.
        let watched = if folder_path.is_dir() { &folder_path } else { &scripts };
        println!("cargo::rerun-if-changed={}", watched.display());
        let mut files = Vec::new();
        collect(&folder_path, &mut files)?;
        files.sort();
        for file in files {
            let relative = file.strip_prefix(&scripts).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            writeln!(list, "    ({:?}, include_str!({:?})),", format!("scripts/{relative}"), file).map_err(io::Error::other)?;
        }
    }
    list.push_str("]\n");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("base_scripts.rs");
    // An unchanged list keeps its time, so that nothing is compiled again for it.
    if fs::read_to_string(&out).ok().as_deref() != Some(&list) {
        fs::write(out, list)?;
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rhai" || extension == "toml") {
            files.push(path);
        }
    }
    Ok(())
}
