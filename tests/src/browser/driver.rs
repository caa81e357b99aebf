//! The program that drives the browser, and where both are found.

use crate::http::{Reply, Request};
use serde_json::{Value, json};
use std::env;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Says that tests in the browser have to be run: without a browser they fail.
const REQUIRED: &str = "CARDWRIGHT_BROWSER_TESTS";

/// Why no browser can be driven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// What is missing and how to get it.
    pub words: String,
    /// Whether the tests must not be left out.
    pub required: bool,
}

/// A running driver.
pub struct Driver {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// The browser that it drives.
    pub chromium: PathBuf,
}

impl Driver {
    /// Finds both programs and starts the driver at a free port.
    ///
    /// # Errors
    /// If one of them is not there.
    ///
    /// # Panics
    /// If the driver is there and does not start.
    pub fn start() -> Result<Self, Missing> {
        let chromium = find("CHROMIUM", &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"])?;
        let program = find("CHROMEDRIVER", &["chromedriver"])?;
        let mut child = Command::new(&program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("`{}` does not start: {error}", program.display()));
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        // "ChromeDriver was started successfully on port 4711."
        let said = output
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok());
        let Some(port) = said else {
            drop(child.kill());
            panic!("`{}` does not say that it has started", program.display());
        };
        Ok(Driver { child, address: (Ipv4Addr::LOCALHOST, port).into(), chromium })
    }

    /// Sends a command of a session that is not of the standard.
    ///
    /// # Panics
    /// If the driver refuses.
    pub fn command(&self, session: &str, command: &str, body: &Value) -> Value {
        let reply: Reply = Request::post(format!("/session/{session}/{command}"), body.to_string()).send(self.address);
        let mut said: Value = serde_json::from_str(&reply.body).unwrap_or(Value::Null);
        assert_eq!(reply.status, 200, "{command}: {said}");
        said["value"].take()
    }

    /// Sends a command to the browser's own tools.
    ///
    /// # Panics
    /// If the driver refuses.
    pub fn tools(&self, session: &str, command: &str, parameters: &Value) -> Value {
        self.command(session, "goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked to, it ends its browsers as well.
        if let Ok(shutdown) = Reply::to(self.address, &Request::get("/shutdown").bytes(self.address)) {
            drop(shutdown);
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_secs(3) && matches!(self.child.try_wait(), Ok(None)) {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A program: where the variable says, or the first of these names on the way.
fn find(variable: &str, names: &[&str]) -> Result<PathBuf, Missing> {
    if let Some(path) = env::var_os(variable).map(PathBuf::from) {
        return if path.is_file() {
            Ok(path)
        } else {
            Err(missing(format!("{variable} says `{}`, and there is no such file", path.display())))
        };
    }
    let way = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&way)
        .flat_map(|folder| names.iter().map(move |name| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX))))
        .find(|path| path.is_file());
    found.ok_or_else(|| {
        missing(format!(
            "there is no `{}`: install it (on Debian: apt-get install chromium chromium-driver), or say where it is with {variable}",
            names[0]
        ))
    })
}

fn missing(words: String) -> Missing {
    Missing { words, required: env::var_os(REQUIRED).is_some_and(|value| value == "required") }
}
