//! What the tests share: the repository, the real binary, and a person who types at it.

pub mod browser;
pub mod http;
pub mod markup;
pub mod mutations;
pub mod seat;
pub mod served;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};
use std::{env, fs};

/// The root of the repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The binary `cardwright`, built if it is not yet.
///
/// # Panics
/// If it cannot be built.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        // This test is `target/<profile>/deps/<test>`; the binary belongs beside `deps`.
        let test = env::current_exe().expect("a test knows where it is");
        let profile = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
        let target = profile.parent().expect("the profile lies in the target folder");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build
            // The whole workspace, so that dependencies have the features that they have for tests: else they are built twice.
            .args(["build", "--quiet", "--workspace", "--bin", "cardwright"])
            .current_dir(repository())
            .arg("--target-dir")
            .arg(target);
        if profile.ends_with("release") {
            build.arg("--release");
        }
        let status = build.status().expect("cargo runs");
        assert!(status.success(), "the binary does not build");
        profile.join(format!("cardwright{}", env::consts::EXE_SUFFIX))
    })
}

/// Runs the binary to its end.
///
/// # Panics
/// If it cannot be started.
pub fn run(arguments: &[&str]) -> Output {
    Command::new(binary()).args(arguments).stdin(Stdio::null()).output().expect("the binary starts")
}

/// The text of an output, both streams.
pub fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A folder of its own for a test, deleted at its end.
pub struct Folder(PathBuf);

impl Folder {
    /// A new, empty folder.
    ///
    /// # Panics
    /// If the disk refuses.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("cardwright-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder can be made");
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The same as text for the command line.
    ///
    /// # Panics
    /// If the path is no text.
    pub fn text(&self) -> &str {
        self.0.to_str().expect("temporary folders have plain names")
    }

    /// Writes a file in place.
    ///
    /// # Panics
    /// If the disk refuses.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("files lie in folders")).expect("folders can be made");
        fs::write(&path, text).expect("files can be written");
        path
    }

    /// Writes a file as many editors do: another file takes its place.
    ///
    /// # Panics
    /// If the disk refuses.
    pub fn replace(&self, path: &str, text: &str) {
        let other = self.write(&format!("{path}.new~"), text);
        fs::rename(other, self.0.join(path)).expect("files can be renamed");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A person at a terminal: types lines into the binary and reads what it prints.
pub struct Terminal {
    child: Child,
    input: ChildStdin,
    output: Receiver<Vec<u8>>,
    seen: Mutex<String>,
    read: usize,
}

const PATIENCE: Duration = Duration::from_secs(20);

impl Terminal {
    /// Starts the binary.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(binary())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the binary starts");
        let (sender, output) = channel();
        let mut stdout = child.stdout.take().expect("its output is piped");
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take().expect("its input is piped");
        Terminal { child, input, output, seen: Mutex::new(String::new()), read: 0 }
    }

    /// Types a line.
    ///
    /// # Panics
    /// If the program has ended.
    pub fn type_line(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program reads lines");
        self.input.flush().expect("the program reads lines");
    }

    /// Waits until something is printed after what was waited for last; gives back what was printed up to there.
    ///
    /// # Panics
    /// If it is not printed in time.
    pub fn wait_for(&mut self, wanted: &str) -> String {
        let begun = Instant::now();
        loop {
            let seen = self.seen.get_mut().expect("no other thread has it");
            if let Some(at) = seen[self.read..].find(wanted) {
                let end = self.read + at + wanted.len();
                let printed = seen[self.read..end].to_owned();
                self.read = end;
                return printed;
            }
            match self.output.recv_timeout(Duration::from_millis(50)) {
                Ok(bytes) => seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => assert!(begun.elapsed() < PATIENCE, "`{wanted}` was not printed; so far:\n{}", &seen[self.read..]),
            }
        }
    }

    /// Waits for the program to ask something.
    pub fn question(&mut self) -> String {
        self.wait_for("\n> ")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
