//! The page in a browser, as somebody who looks, clicks and presses keys.

mod hands;

pub use hands::{CONTROL, ENTER};

use super::driver::Driver;
use super::selectors;
use crate::http::PATIENCE;
use fantoccini::actions::{InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::{Client, ClientBuilder};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};
use tokio::runtime::Runtime;

/// How the page is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Dark instead of light.
    pub dark: bool,
    /// Cards move; most tests do without, to be quick.
    pub motion: bool,
    /// Width and height of the window; none for that of a small notebook.
    pub size: Option<(u32, u32)>,
}

/// A page in a browser of its own.
pub struct Page {
    runtime: Runtime,
    client: Option<Client>,
    session: String,
    driver: Arc<Driver>,
    test: String,
    /// What was clicked last, and where: it helps to see why nothing came of it.
    clicked: RefCell<String>,
}

/// The open question.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Question {
    /// Its number.
    pub number: u64,
    /// What kind of answer it takes.
    pub kind: String,
    /// Its heading.
    pub title: String,
    /// Everything that can be pressed, ticked or filled in.
    pub controls: Vec<Control>,
}

/// Something that can be pressed, ticked or filled in.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Control {
    /// Which of the form's.
    pub place: usize,
    /// What it says.
    pub words: String,
    /// The element of the table that stands for it.
    pub element: Option<String>,
    /// What it aims at.
    pub aim: Option<String>,
    /// Whether it is the usual answer.
    pub main: bool,
    /// Whether it is ticked.
    pub checked: bool,
}

/// Something to click.
#[derive(Clone, Debug)]
pub enum Target {
    /// The element of that id.
    Id(String),
    /// The first element that a selector finds.
    Css(String),
    /// That control of the question.
    Control(usize),
}

/// How long an element may take until it stands still where it can be clicked.
const STILL: Duration = Duration::from_millis(1500);

const QUESTION: &str = r"
const form = document.querySelector(arguments[0]);
if (!form) return null;
const words = (one) => (one.closest('label') ?? one).innerText.trim();
return {
  number: Number(form.dataset.question), kind: form.dataset.kind,
  title: form.querySelector('h1, h2, h3, legend')?.innerText ?? '',
  controls: [...form.querySelectorAll('button, input')].map((one, place) => ({
    place, words: words(one), element: one.dataset.element ?? one.closest('[data-element]')?.dataset.element ?? null,
    aim: one.dataset.aim ?? null, main: one.hasAttribute('data-main'), checked: one.checked ?? false })),
};";

/// A point of the element that nothing covers, as a person would look for one: the middle first.
const POINT: &str = r"
const [kind, name, form] = arguments;
const find = () => kind === 'id' ? document.getElementById(name) : kind === 'css' ? document.querySelector(name)
  : [...document.querySelectorAll(`${form} button, ${form} input`)][name];
const element = find();
if (!element) return { why: 'it is not on the page' };
element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
const box = element.getBoundingClientRect();
if (box.width === 0 || box.height === 0) return { why: 'it has no size' };
const steps = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
let covered = '';
for (const down of steps) for (const along of steps) {
  const [x, y] = [box.left + box.width * along, box.top + box.height * down];
  const top = document.elementFromPoint(x, y);
  if (top && element.contains(top)) return { x, y };
  if (top && !covered) covered = `${top.nodeName}#${top.id}.${top.className}`;
}
return { why: covered ? `it lies under ${covered}` : 'it lies outside of the window' };";

impl Page {
    /// Opens a browser.
    ///
    /// # Panics
    /// If it does not start.
    pub fn open(driver: &Arc<Driver>, test: &str, look: Look) -> Self {
        let (width, height) = look.size.unwrap_or((1280, 720));
        let mut arguments = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            format!("--window-size={width},{height}"),
        ];
        if !look.motion {
            arguments.push("--force-prefers-reduced-motion".to_owned());
        }
        let capabilities = json!({
            "goog:chromeOptions": { "args": arguments, "binary": driver.chromium },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("it is an object") };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let url = format!("http://{}", driver.address);
        let (client, session) = runtime.block_on(async {
            let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
            let client =
                builder.capabilities(capabilities).connect(&url).await.unwrap_or_else(|error| panic!("no browser: {error}"));
            let session = client.session_id().await.expect("the session is known").expect("there is a session");
            (client, session)
        });
        let page = Page {
            runtime,
            client: Some(client),
            session,
            driver: driver.clone(),
            test: test.to_owned(),
            clicked: RefCell::default(),
        };
        // The window of a headless browser has a frame: what counts is what is inside of it.
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        page.tools("Emulation.setDeviceMetricsOverride", &size);
        page.dark(look.dark);
        page
    }

    /// Opens another browser as this one was, for somebody else.
    pub fn beside(&self, test: &str, look: Look) -> Self {
        Page::open(&self.driver, test, look)
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("it is open until it is dropped")
    }

    /// Sends a command to the browser's own tools.
    pub fn tools(&self, command: &str, parameters: &Value) -> Value {
        self.driver.tools(&self.session, command, parameters)
    }

    /// Dark or light.
    pub fn dark(&self, dark: bool) {
        let scheme = json!({ "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } });
        self.tools("Emulation.setEmulatedMedia", &json!({ "features": [scheme] }));
    }

    /// Opens a link and waits until the page has its first state from the stream.
    pub fn goto(&self, link: &str) {
        if let Err(error) = self.runtime.block_on(self.client().goto(link)) {
            self.fail(&format!("{link} cannot be opened: {error}"));
        }
        self.wait("the stream to begin", "return document.documentElement.dataset.version !== undefined", &[]);
    }

    /// Runs a function in the page.
    pub fn js<T: DeserializeOwned>(&self, script: &str, arguments: &[Value]) -> T {
        match self.runtime.block_on(self.client().execute(script, arguments.to_vec())) {
            Ok(value) => serde_json::from_value(value.clone())
                .unwrap_or_else(|error| self.fail(&format!("{error}: {value} from\n{script}"))),
            Err(error) => self.fail(&format!("{error} from\n{script}")),
        }
    }

    /// The same for one that gives a promise.
    pub fn js_later<T: DeserializeOwned>(&self, script: &str, arguments: &[Value]) -> T {
        let script = format!(
            "const tell = arguments[arguments.length - 1]; (async () => {{ {script} }})().then(tell, (why) => tell({{ failed: String(why) }}));"
        );
        match self.runtime.block_on(self.client().execute_async(&script, arguments.to_vec())) {
            Ok(value) => serde_json::from_value(value.clone()).unwrap_or_else(|error| self.fail(&format!("{error}: {value}"))),
            Err(error) => self.fail(&error.to_string()),
        }
    }

    /// Waits until a function of the page says true.
    pub fn wait(&self, what: &str, script: &str, arguments: &[Value]) {
        let begun = Instant::now();
        while !self.js::<bool>(script, arguments) {
            if begun.elapsed() > PATIENCE {
                self.fail(&format!("waited in vain for {what}"));
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Waits until an element is there, or gone.
    pub fn wait_for(&self, what: &str, selector: &str, there: bool) {
        self.wait(
            what,
            "return (document.querySelector(arguments[0]) !== null) === arguments[1]",
            &[json!(selector), json!(there)],
        );
    }

    /// Waits until an element that the selector finds says these words.
    pub fn wait_words(&self, selector: &str, words: &str) {
        let script = "return [...document.querySelectorAll(arguments[0])].some((one) => one.textContent.includes(arguments[1]))";
        self.wait(&format!("`{words}` in {selector}"), script, &[json!(selector), json!(words)]);
    }

    /// The version of the table that the page shows.
    pub fn version(&self) -> u64 {
        self.js("return Number(document.documentElement.dataset.version ?? 0)", &[])
    }

    /// Waits until the page shows a later version than that.
    pub fn wait_version(&self, after: u64) {
        self.wait(
            "a later version",
            "return Number(document.documentElement.dataset.version ?? 0) > arguments[0]",
            &[json!(after)],
        );
    }

    /// The open question, if this page is asked.
    pub fn question(&self) -> Option<Question> {
        self.js(QUESTION, &[json!(selectors::QUESTION)])
    }

    /// Waits until something is asked here; `None` if the game is over.
    pub fn asked(&self) -> Option<Question> {
        let script = "return [arguments[0], arguments[1]].some((one) => document.querySelector(one))";
        self.wait("a question", script, &[json!(selectors::QUESTION), json!(selectors::OVER)]);
        self.question()
    }

    /// Waits until the question of that number has been answered.
    pub fn wait_answered(&self, number: u64) {
        let script = "return document.querySelector(arguments[0])?.dataset.question !== String(arguments[1])";
        self.wait("the next question", script, &[json!(selectors::QUESTION), json!(number)]);
    }

    /// Moves the pointer there and presses its button, at a point where nothing covers it.
    pub fn click(&self, target: &Target) {
        let arguments = match target {
            Target::Id(id) => json!(["id", id, selectors::QUESTION]),
            Target::Css(css) => json!(["css", css, selectors::QUESTION]),
            Target::Control(place) => json!(["control", place, selectors::QUESTION]),
        };
        // A person clicks at what stands still, and a moment after the page has changed.
        let arguments = arguments.as_array().map_or(&[][..], Vec::as_slice);
        let begun = Instant::now();
        let mut point: Value = self.js(POINT, arguments);
        while begun.elapsed() < STILL {
            std::thread::sleep(Duration::from_millis(20));
            let before = std::mem::replace(&mut point, self.js(POINT, arguments));
            if before == point && point["why"].is_null() {
                break;
            }
        }
        let (Some(x), Some(y)) = (point["x"].as_f64(), point["y"].as_f64()) else {
            self.fail(&format!("{target:?} cannot be clicked: {}", point["why"]));
        };
        self.clicked.replace(format!("{target:?} at {x:.0}, {y:.0}"));
        let actions = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        if let Err(error) = self.runtime.block_on(self.client().perform_actions(actions)) {
            self.fail(&format!("{target:?} cannot be clicked: {error}"));
        }
    }

    /// The ids of the cards of that name inside what a selector finds; only those that are answers, if asked.
    pub fn cards(&self, name: &str, inside: &str, lit: bool) -> Vec<String> {
        let script = r"const [card, name, inside, lit] = arguments;
            return [...document.querySelectorAll(card)].filter((one) => one.closest(inside) && (!lit || one.dataset.light !== undefined)
              && (one.getAttribute('aria-label') ?? '').startsWith(name)).map((one) => one.id)";
        self.js(script, &[json!(selectors::CARD), json!(name), json!(inside), json!(lit)])
    }

    /// Clicks a card of that name that is an answer, and takes the offer with these words if there are several.
    pub fn click_card(&self, name: &str, inside: &str) {
        let Some(id) = self.cards(name, inside, true).into_iter().next() else {
            self.fail(&format!("no {name} in {inside} is a choice"));
        };
        self.click(&Target::Id(id));
    }

    /// Clicks the control that begins with these words.
    pub fn answer(&self, words: &str) {
        let Some(question) = self.question() else { self.fail(&format!("nothing is asked; wanted `{words}`")) };
        let Some(control) = question.controls.iter().find(|one| one.words.starts_with(words)) else {
            self.fail(&format!("`{words}` is not offered by {question:?}"));
        };
        self.click(&Target::Control(control.place));
        self.wait_answered(question.number);
    }

    /// Presses a key: a letter, or one of the driver's codes for others.
    pub fn press(&self, key: char) {
        self.chord(&[key]);
    }

    /// Presses keys together: each is held until the last has been pressed.
    pub fn chord(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keys".to_owned());
        for key in keys {
            actions = actions.then(KeyAction::Down { value: *key });
        }
        for key in keys.iter().rev() {
            actions = actions.then(KeyAction::Up { value: *key });
        }
        if let Err(error) = self.runtime.block_on(self.client().perform_actions(actions)) {
            self.fail(&format!("{keys:?} cannot be pressed: {error}"));
        }
    }

    /// The id of the element that has the focus.
    pub fn focus(&self) -> String {
        self.js("return document.activeElement?.id ?? ''", &[])
    }

    /// The texts of what a selector finds.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        self.js("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", &[json!(selector)])
    }

    /// The lines of the log.
    pub fn log(&self) -> Vec<String> {
        self.texts(selectors::LOG_LINE)
    }

    /// Whether something is there.
    pub fn has(&self, selector: &str) -> bool {
        self.js("return document.querySelector(arguments[0]) !== null", &[json!(selector)])
    }

    /// What the console said since it was asked last, each with its severity.
    pub fn console(&self) -> Vec<(String, String)> {
        let said = self.driver.command(&self.session, "se/log", &json!({ "type": "browser" }));
        let word = |line: &Value, name: &str| line[name].as_str().unwrap_or_default().to_owned();
        said.as_array()
            .map_or(Vec::new(), |lines| lines.iter().map(|line| (word(line, "level"), word(line, "message"))).collect())
    }

    /// The errors that the console has shown: scripts that failed, things that the page may not load. That a server cannot be reached
    /// is no fault of the page.
    pub fn complaints(&self) -> Vec<String> {
        let fault = |(level, message): &(String, String)| level == "SEVERE" && !message.contains("net::ERR_");
        self.console().into_iter().filter(fault).map(|(_, message)| message).collect()
    }

    /// What keeps people from using the page as it is now: what axe finds, and what it cannot judge. A card's frame is a picture of it
    /// with symbols and numbers; what it is called begins with its name, which is looked at in place of axe's rule.
    pub fn barriers(&self) -> Vec<String> {
        const AXE: &str = include_str!("../../data/axe.min.js");
        if self.js("return typeof window.axe === 'undefined'", &[]) {
            self.js::<Value>(&format!("{AXE}\nwindow.axe = window.axe ?? axe; return null"), &[]);
        }
        let found: Value = self.js_later(
            r"const found = await axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], rules: { 'label-content-name-mismatch': { enabled: false } } });
            return found.violations.flatMap((one) => one.nodes.slice(0, 6).map((node) => `${one.id}: ${node.target.join(' ')}: ${node.failureSummary} ${node.html.slice(0, 160)}`));",
            &[],
        );
        let Some(found) = found.as_array() else { self.fail(&format!("axe does not run: {found}")) };
        let mut all: Vec<String> = found.iter().filter_map(|one| one.as_str()).map(str::to_owned).collect();
        all.extend(self.js::<Vec<String>>(include_str!("access.js"), &[]));
        all
    }

    /// Draws the page into a file and says where that is.
    ///
    /// # Panics
    /// If the disk refuses.
    pub fn screenshot(&self, name: &str) -> PathBuf {
        let test = env::current_exe().ok();
        let folder =
            test.as_deref().and_then(|test| test.ancestors().nth(2)).map_or_else(env::temp_dir, |target| target.join("browser"));
        fs::create_dir_all(&folder).expect("folders can be made");
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let path = folder.join(format!("{}-{name}.png", self.test.chars().map(plain).collect::<String>()));
        if let Ok(picture) = self.runtime.block_on(self.client().screenshot()) {
            fs::write(&path, picture).expect("files can be written");
        }
        path
    }

    /// Fails, with everything that helps to see why.
    ///
    /// # Panics
    /// Always.
    #[track_caller]
    pub fn fail(&self, what: &str) -> ! {
        let path = self.screenshot("failed");
        let words = self.runtime.block_on(self.client().execute("return document.body.innerText", Vec::new()));
        let words = words.ok().and_then(|words| words.as_str().map(str::to_owned)).unwrap_or_default();
        let words: String = words.chars().take(2500).collect();
        let console: Vec<String> = self.console().into_iter().map(|(level, message)| format!("{level} {message}")).collect();
        let clicked = self.clicked.borrow();
        panic!(
            "{}: {what}\n--- clicked last: {clicked}\n--- the console:\n{}\n--- the page ({}):\n{words}",
            self.test,
            console.join("\n"),
            path.display()
        );
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            let close = async { drop(tokio::time::timeout(Duration::from_secs(5), client.close()).await) };
            self.runtime.block_on(close);
        }
    }
}
