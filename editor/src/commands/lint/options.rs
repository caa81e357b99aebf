//! The options of the command.

use super::formats::Format;
use crate::commands::LibraryOption;
use anyhow::{Result, bail};
use cardwright_lint::{Family, Level, Selector, Settings, Warnings};
use cardwright_script::diagnostic::{Assumes, Fix, nearest};
use clap::Args;
use std::path::PathBuf;

/// The options of the command.
#[derive(Args)]
#[command(after_help = AFTER)]
pub(in crate::commands) struct Options {
    /// Files or folders to report on [default: the whole library, which is always read as a whole]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub library: LibraryOption,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Report again whenever a file changes
    #[arg(long, conflicts_with_all = ["fix", "fix_texts", "diff", "baseline"])]
    pub watch: bool,
    /// Mend what can be mended without changing what any card does, then report the rest
    #[arg(long)]
    pub fix: bool,
    /// Also fill in and correct rules texts: where a text and a script differ, the script is taken to be right
    #[arg(long)]
    pub fix_texts: bool,
    /// Show what --fix would change, or --fix-texts; change nothing
    #[arg(long, conflicts_with = "fix")]
    pub diff: bool,
    /// Don't report the findings that this file knows
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write what is found now to the file of --baseline, and report nothing
    #[arg(long, requires = "baseline", conflicts_with_all = ["fix", "fix_texts", "diff"])]
    pub write_baseline: bool,
    /// Put every card through rehearsals: small games in which each of its abilities is tried [default: the cards of the named
    /// paths, and those with callbacks]
    #[arg(long, conflicts_with = "no_rehearse")]
    pub rehearse: bool,
    /// No rehearsals
    #[arg(long)]
    pub no_rehearse: bool,
    /// About how long the rehearsals of one card may take; what they find never depends on the clock
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub rehearse_ms: u32,
    /// Look only for these lints or families
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Don't look for these lints or families
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub skip: Vec<String>,
    /// Set the level of a lint or family, whatever cardwright.toml says: allow, note, warn or deny
    #[arg(long, value_name = "NAME=LEVEL")]
    pub level: Vec<String>,
    /// Take warnings as errors
    #[arg(long)]
    pub deny_warnings: bool,
    /// Note also what is allowed by default, in these families or in `all`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub families: Vec<String>,
    /// Report on sets as a whole: the same as --families set
    #[arg(long)]
    pub set_report: bool,
    /// Print the page of a lint, or list all
    #[arg(long, value_name = "NAME", num_args = 0..=1)]
    pub explain: Option<Option<String>>,
    /// List all lints by family
    #[arg(long)]
    pub list: bool,
}

const AFTER: &str = "\
Exit codes:
  0  nothing that is worse than a warning
  1  errors
  2  used wrongly: an unknown option, lint or path, or a library that cannot be opened

Levels: `cardwright.toml` at the library's root sets them under [lint], a card in its own table [lint].
Silence a finding with `# lint: allow(name): reason` (in scripts `// lint: ...`) on the line before it.";

impl Options {
    /// Whether an explanation is asked for, and of what.
    pub fn explained(&self) -> Option<Option<&str>> {
        if self.list {
            return Some(None);
        }
        self.explain.as_ref().map(Option::as_deref)
    }

    /// Whether a fix is wanted, by what it takes for granted.
    pub fn applies(&self, fix: &Fix) -> bool {
        match fix.assumes {
            Assumes::Nothing => true,
            Assumes::ScriptIsRight => self.fix_texts,
        }
    }

    /// What the linter must know of them.
    ///
    /// # Errors
    /// If a name or level is none.
    pub fn settings(&self) -> Result<Settings> {
        let selectors = |names: &[String]| names.iter().map(|name| selector(name)).collect::<Result<Vec<_>>>();
        let mut families = Vec::new();
        for name in &self.families {
            families.extend(match name.as_str() {
                "all" => Family::ALL.to_vec(),
                name => vec![family(name)?],
            });
        }
        families.extend(self.set_report.then_some(Family::Set));
        // Filling in texts begins with finding those that are not there.
        let filled = self.fix_texts.then(|| "no-text=note".to_owned());
        let levels = filled.iter().chain(&self.level).map(|text| level(text)).collect::<Result<Vec<_>>>()?;
        let skip = selectors(&self.skip)?;
        let lowered = levels.iter().filter(|(_, level)| *level < Level::Deny).map(|(selector, _)| selector);
        if let Some(Selector::Lint(name)) = lowered.chain(&skip).find(|selector| selector.is_fixed()) {
            bail!("`{name}` is an error found while loading: nothing silences it");
        }
        Ok(Settings {
            levels,
            only: selectors(&self.only)?,
            skip,
            families,
            warnings: if self.deny_warnings { Warnings::Denied } else { Warnings::Shown },
        })
    }
}

fn selector(name: &str) -> Result<Selector> {
    match Selector::of(name.trim()) {
        Ok(selector) => Ok(selector),
        Err(Some(near)) => bail!("no lint is called `{name}`: did you mean `{near}`?"),
        Err(None) => bail!("no lint is called `{name}`: `cardwright lint --list` lists all"),
    }
}

fn family(name: &str) -> Result<Family> {
    let words = Family::ALL.map(Family::word);
    match (Family::ALL.into_iter().find(|family| family.word() == name), nearest(name, words)) {
        (Some(family), _) => Ok(family),
        (None, Some(near)) => bail!("no family is called `{name}`: did you mean `{near}`?"),
        (None, None) => bail!("no family is called `{name}`: there are {}", words.join(", ")),
    }
}

fn level(text: &str) -> Result<(Selector, Level)> {
    let Some((name, word)) = text.split_once('=') else { bail!("`{text}` sets no level: write `--level {text}=deny`") };
    let Some(level) = Level::of_word(word.trim()) else {
        bail!("there is no level `{word}`: write {}", Level::ALL.map(Level::word).join(", "))
    };
    Ok((selector(name)?, level))
}
