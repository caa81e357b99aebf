//! What somebody does at a page besides clicking: typing, choosing, answering the browser's own boxes, keeping files.

use super::{Page, Target};
use crate::Folder;
use crate::http::PATIENCE;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The driver's code for the control key.
pub const CONTROL: char = '\u{e009}';
/// The driver's code for Enter.
pub const ENTER: char = '\u{e007}';

/// Everything of the table that its players see, without the ids of objects: two games that stand alike show the same.
const TABLE: &str = r"
const labels = (of, css) => [...of.querySelectorAll(css)].map((one) => one.getAttribute('aria-label') ?? 'a back').sort();
const texts = (of, css) => [...of.querySelectorAll(css)].map((one) => one.textContent.replace(/\s+/g, ' ').trim());
return {
  turn: texts(document, '#phases .turn'), step: document.querySelector('#phases [data-now]')?.dataset.step ?? null,
  players: [...document.querySelectorAll('.player')].map((area) => ({
    name: area.getAttribute('aria-label'), who: area.querySelector('.who').getAttribute('aria-label'),
    counters: texts(area, '.who .counter'), stocks: texts(area, '.stocks .fact'), hand: labels(area, '.hand .card'),
    rows: [...area.querySelectorAll('[data-row]')].map((row) => [row.dataset.row, labels(row, '.card')]),
    zones: [...area.querySelectorAll('.zone')].map((zone) => [zone.dataset.zone, labels(zone, '.cards .card')]),
  })),
};";

impl Page {
    /// The table as its players see it, in words: ids of objects are left out.
    pub fn table(&self) -> Value {
        self.js(TABLE, &[])
    }

    /// Waits until the table is that one.
    pub fn wait_table(&self, what: &str, wanted: &Value) {
        let begun = Instant::now();
        loop {
            let now = self.table();
            if now == *wanted {
                return;
            }
            if begun.elapsed() > PATIENCE {
                self.fail(&format!("waited in vain for {what}:\n{wanted:#}\nThe table is:\n{now:#}"));
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Types where the focus is, letter after letter.
    pub fn type_text(&self, text: &str) {
        text.chars().for_each(|letter| self.press(letter));
    }

    /// Clicks a field, types over what is in it, and says with Enter that this is all.
    pub fn fill(&self, selector: &str, text: &str) {
        let begun = Instant::now();
        // Whoever misses a field that moved while the page grew clicks again before they type.
        while !self.js::<bool>("return document.activeElement === document.querySelector(arguments[0])", &[json!(selector)]) {
            if begun.elapsed() > PATIENCE {
                self.fail(&format!("a click into {selector} does not go there"));
            }
            self.click(&Target::Css(selector.to_owned()));
        }
        self.chord(&[CONTROL, 'a']);
        self.type_text(text);
        self.press(ENTER);
    }

    /// Takes an entry of a list that opens.
    pub fn choose(&self, selector: &str, value: &str) {
        let script = "const list = document.querySelector(arguments[0]);
            if (!list || ![...list.options].some((one) => one.value === arguments[1])) return false;
            list.value = arguments[1]; list.dispatchEvent(new Event('change', { bubbles: true })); return true";
        if !self.js::<bool>(script, &[json!(selector), json!(value)]) {
            self.fail(&format!("`{value}` cannot be chosen in {selector}"));
        }
    }

    /// Writes an answer into the box in which the browser asks for one, and takes it.
    pub fn reply(&self, words: &str) {
        let begun = Instant::now();
        let client = self.client();
        let answered = loop {
            // The box opens a moment after the click.
            match self.runtime.block_on(client.send_alert_text(words)) {
                Ok(()) => break self.runtime.block_on(client.accept_alert()),
                Err(error) if begun.elapsed() > PATIENCE => break Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        if let Err(error) = answered {
            self.fail(&format!("nothing asks for words: {error}"));
        }
    }

    /// From now on, files that the page gives are kept in a new folder.
    pub fn keeps_files(&self) -> Folder {
        let folder = Folder::new();
        self.tools("Browser.setDownloadBehavior", &json!({ "behavior": "allow", "downloadPath": folder.text() }));
        folder
    }

    /// Waits until a file of that name has come, whole.
    pub fn file(&self, folder: &Folder, name: &str) -> PathBuf {
        let path = folder.path().join(name);
        let begun = Instant::now();
        // It has another name until it is whole.
        while !path.is_file() {
            if begun.elapsed() > PATIENCE {
                let there: Vec<_> = std::fs::read_dir(folder.path())
                    .map_or(Vec::new(), |all| all.filter_map(Result::ok).map(|one| one.file_name()).collect());
                self.fail(&format!("no file `{name}` came, but {there:?}"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        path
    }
}
