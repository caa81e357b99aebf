//! Breaks the engine on purpose, one decision at a time, and reports which scenarios notice.
//!
//! `cargo run -p cardwright-tests --example mutations [WORDS]` copies the workspace to `target/mutations`, puts every
//! mutation of `tests/mutations/` behind a switch, builds once, and runs all scenarios once for each: a mutation that no
//! scenario notices is missed, and the exit code is 1. With WORDS only those whose rule, file or meaning contains them.

use cardwright_tests::mutations::{self, Mutation};
use cardwright_tests::repository;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io};

/// A mutation that makes the scenarios run longer than this, or than `SLOWER` times as long as without it, whichever is
/// more, has been noticed.
const LIMIT: Duration = Duration::from_secs(30);
const SLOWER: u32 = 6;

fn main() -> io::Result<()> {
    let words = env::args().nth(1).unwrap_or_default();
    let all = mutations::all();
    let tree = repository().join("target/mutations/tree");
    copy(repository(), &tree)?;
    mutate(&all, &tree)?;
    let binary = build(&tree)?;
    let begun = Instant::now();
    let untouched = run(&binary, 0, Duration::from_secs(600))?;
    let limit = LIMIT.max(begun.elapsed() * SLOWER);
    if !untouched.is_empty() {
        return Err(io::Error::other(format!("the scenarios must pass before anything is broken: {}", untouched.join("; "))));
    }
    let mut missed = 0;
    let mut tried = 0;
    for (number, mutation) in (1..).zip(&all).filter(|(_, mutation)| mutation.is_about(&words)) {
        let failed = run(&binary, number, limit)?;
        tried += 1;
        match failed.first() {
            Some(first) => println!("caught {:>3}  {:<8} {}: {first}", failed.len(), mutation.rule, mutation.what),
            None => {
                missed += 1;
                println!("MISSED      {:<8} {} ({})", mutation.rule, mutation.what, mutation.file);
            }
        }
    }
    println!("{} of {tried} caught", tried - missed);
    if missed > 0 {
        std::process::exit(1);
    }
    Ok(())
}

/// Copies what has changed, so that the second build is a short one.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "target" || name == ".git" {
            continue;
        }
        let (source, target) = (entry.path(), to.join(&name));
        if entry.file_type()?.is_dir() {
            copy(&source, &target)?;
        } else {
            let text = fs::read(&source)?;
            if fs::read(&target).ok().as_ref() != Some(&text) {
                fs::write(&target, text)?;
            }
        }
    }
    Ok(())
}

/// Puts every mutation into the copy, behind its switch.
fn mutate(all: &[Mutation], tree: &Path) -> io::Result<()> {
    let engine = tree.join(mutations::ENGINE);
    let mut files: std::collections::BTreeMap<&str, String> = std::collections::BTreeMap::new();
    for (number, mutation) in (1..).zip(all) {
        let text = match files.entry(&mutation.file) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(new) => new.insert(fs::read_to_string(engine.join(&mutation.file))?),
        };
        if !mutation.apply(text, number) {
            return Err(io::Error::other(format!("`{}` is not once in {}: {}", mutation.find, mutation.file, mutation.what)));
        }
    }
    let mut library = fs::read_to_string(engine.join("lib.rs"))?;
    library.push_str(mutations::SWITCH);
    fs::write(engine.join("lib.rs"), library)?;
    for (file, text) in files {
        fs::write(engine.join(file), text)?;
    }
    Ok(())
}

fn build(tree: &Path) -> io::Result<PathBuf> {
    let target = repository().join("target/mutations/build");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--quiet", "-p", "cardwright", "--bin", "cardwright", "--target-dir"])
        .arg(&target)
        .current_dir(tree)
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .env_remove("CARGO_TARGET_DIR")
        .status()?;
    if !status.success() {
        return Err(io::Error::other("the mutated engine does not build"));
    }
    Ok(target.join("debug").join(format!("cardwright{}", env::consts::EXE_SUFFIX)))
}

/// The scenarios that fail with that mutation.
fn run(binary: &Path, number: usize, limit: Duration) -> io::Result<Vec<String>> {
    let report = repository().join("target/mutations/report.json");
    let mut child = Command::new(binary)
        .args(["test", "--json"])
        .current_dir(repository())
        .env(mutations::VARIABLE, number.to_string())
        .stdin(Stdio::null())
        .stdout(fs::File::create(&report)?)
        .stderr(Stdio::null())
        .spawn()?;
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if begun.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let Some(_) = status else { return Ok(vec!["(the scenarios do not end)".to_owned()]) };
    let Ok(report) = serde_json::from_str::<serde_json::Value>(&fs::read_to_string(&report)?) else {
        return Ok(vec!["(the program fails)".to_owned()]);
    };
    let scenarios = report["scenarios"].as_array().into_iter().flatten();
    Ok(scenarios
        .filter(|scenario| scenario["outcome"] == "failed")
        .map(|scenario| scenario["name"].as_str().unwrap_or("?").to_owned())
        .collect())
}
