//! How long it takes to try out a text against a library of many cards: `edit_speed [CARDS]`.

use cardwright_library::{Library, LibraryCompiler};
use cardwright_workbench::edit::{Attempt, EditService, Standing};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

struct Loaded(Arc<Library>);

impl Standing for Loaded {
    fn library(&self) -> Arc<Library> {
        self.0.clone()
    }
}

/// The folder of the copies, deleted at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: usize = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(1_000);
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let library = cardwright_library::load(&starter, LibraryCompiler::new())?;
    let folder = Folder(std::env::temp_dir().join(format!("cardwright-edit-speed-{}", std::process::id())));
    let mut edited = None;
    for (number, card) in library.cards().iter().cycle().take(count).enumerate() {
        let name = &card.raw.name().value;
        let text = card.raw.file.text.replace(name.as_str(), &format!("{name} {number}"));
        // A script file stays with the card that it was written for.
        let text: String = text
            .lines()
            .filter(|line| !line.starts_with("number") && !line.contains(".rhai\""))
            .map(|line| format!("{line}\n"))
            .collect();
        let path = format!("cards/copies/card-{number}.toml");
        let full = folder.0.join(&path);
        std::fs::create_dir_all(full.parent().unwrap_or(&folder.0))?;
        std::fs::write(full, &text)?;
        if edited.is_none() && text.contains("damage(") && text.contains("script") {
            edited = Some((path, text));
        }
    }
    let (path, text) = edited.ok_or("no card of the library deals damage")?;
    let copies = cardwright_library::load(&folder.0, LibraryCompiler::new())?;
    println!("{} cards", copies.cards().len());
    let service = EditService::new(&folder.0, Loaded(copies))?;
    let mut times: Vec<Duration> = Vec::new();
    for round in 0..32 {
        let typed = text.replacen("damage(", &format!("damage({round} + "), 1);
        let attempt = Attempt { tab: "speed".to_owned(), card: None, texts: [(path.clone(), typed.clone())].into() };
        let begun = Instant::now();
        let checked = service.check(attempt)?;
        times.push(begun.elapsed());
        if round == 0 {
            println!(
                "the first, with opening the library: {:.0} ms, {} findings",
                times[0].as_secs_f64() * 1e3,
                checked.findings.len()
            );
        }
    }
    times.remove(0);
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("check: median {:.1} ms, slowest {:.1} ms", ms(times[times.len() / 2]), ms(times[times.len() - 1]));
    let begun = Instant::now();
    for _ in 0..20 {
        service.highlight(&path, &text);
    }
    println!("highlight: {:.2} ms", ms(begun.elapsed()) / 20.0);
    let begun = Instant::now();
    for _ in 0..20 {
        service.complete(&path, &text, text.len() / 2);
    }
    println!("complete: {:.2} ms", ms(begun.elapsed()) / 20.0);
    Ok(())
}
