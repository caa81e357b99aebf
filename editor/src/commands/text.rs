//! `cardwright text`.

use super::{Done, LibraryOption};
use crate::catalog::Catalog;
use crate::words::{TextFrom, printed};
use anyhow::{Result, bail};
use cardwright_library::LibraryCard;
use cardwright_lint::{Comparison, Difference, DifferenceKind, comparisons, edition};
use cardwright_script::diagnostic::nearest;
use cardwright_text::{Edition, Style, joined};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::sync::Arc;

/// The options of the command.
#[derive(Args)]
pub(super) struct Options {
    /// The cards, by name; or sets, by folder
    #[arg(value_name = "CARD", required_unless_present = "all")]
    cards: Vec<String>,
    /// Every card of the library
    #[arg(long)]
    all: bool,
    /// Whose wording [default: that of the card's set]
    #[arg(long, value_enum)]
    edition: Option<Wording>,
    /// With the reminder text of keywords
    #[arg(long)]
    reminders: bool,
    /// Show where the text of the card file differs from the written one, and how many texts are the same
    #[arg(long)]
    compare: bool,
    #[command(flatten)]
    library: LibraryOption,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wording {
    /// Today's.
    Modern,
    /// That of 1999.
    Classic,
}

/// Writes out what cards do.
pub(super) fn run(options: &Options) -> Result<Done> {
    let catalog = Catalog::open(&options.library.root()?)?;
    let cards = cards(&catalog, options)?;
    let mut out = std::io::stdout().lock();
    let mut tally = Tally::default();
    for (place, card) in cards.iter().enumerate() {
        let style = Style { edition: wording(&catalog, card, options), reminders: options.reminders };
        if options.compare {
            compare(&mut out, &catalog, card, style, cards.len() > 1, &mut tally)?;
            continue;
        }
        if place > 0 {
            writeln!(out)?;
        }
        write!(out, "{}", printed(&catalog.library, card, TextFrom::Abilities, style))?;
    }
    if options.compare {
        writeln!(out, "{} of {} texts are the same ({:.1} %)", tally.same, tally.all, tally.percent())?;
    }
    Ok(Done::Fine)
}

/// The cards that were asked for, in the order of the command line.
fn cards(catalog: &Catalog, options: &Options) -> Result<Vec<Arc<LibraryCard>>> {
    let library = &catalog.library;
    if options.all {
        return Ok(library.cards().to_vec());
    }
    let mut found = Vec::new();
    for name in &options.cards {
        let by_name = library
            .cards()
            .iter()
            .find(|card| card.definition.faces.iter().any(|face| face.base.name.as_str().eq_ignore_ascii_case(name)));
        match by_name {
            Some(card) => found.push(card.clone()),
            None if library.set(name).is_some() => {
                found.extend(library.cards().iter().filter(|card| *card.set == **name).cloned())
            }
            None => {
                let names = library.cards().iter().map(|card| card.key.as_str());
                match nearest(name, names) {
                    Some(other) => bail!("there is no card `{name}`: did you mean `{other}`?"),
                    None => bail!("there is no card or set `{name}`"),
                }
            }
        }
    }
    Ok(found)
}

fn wording(catalog: &Catalog, card: &LibraryCard, options: &Options) -> Edition {
    match options.edition {
        Some(Wording::Modern) => Edition::Modern,
        Some(Wording::Classic) => Edition::Classic,
        None => {
            let ruleset = catalog.library.set(&card.set).and_then(|set| catalog.ruleset(&set.facts.ruleset).ok());
            ruleset.map_or(Edition::Modern, |ruleset| edition(&ruleset))
        }
    }
}

/// How many texts there were, and how many of them say what is written.
#[derive(Default)]
struct Tally {
    all: u32,
    same: u32,
}

impl Tally {
    fn percent(&self) -> f64 {
        if self.all == 0 { 100.0 } else { 100.0 * f64::from(self.same) / f64::from(self.all) }
    }
}

/// The differences of a card's texts. Among several cards those that are the same are not shown.
fn compare(
    out: &mut impl Write,
    catalog: &Catalog,
    card: &LibraryCard,
    style: Style,
    several: bool,
    tally: &mut Tally,
) -> Result<()> {
    let style = Style { reminders: false, ..style };
    let names = card.raw.faces.iter().chain(&card.raw.tokens);
    for (raw, comparison) in names.zip(comparisons(&catalog.library, card, style)) {
        let Some(said) = &raw.text else { continue };
        tally.all += 1;
        if comparison.differences.is_empty() {
            tally.same += 1;
        }
        if several && comparison.differences.is_empty() {
            continue;
        }
        writeln!(out, "{} ({}): {}", raw.name.value, card.path(), verdict(&comparison))?;
        writeln!(out, "  its file:  {}", said.value.trim().replace('\n', "\n             "))?;
        writeln!(out, "  written:   {}", joined(&comparison.written).replace('\n', "\n             "))?;
        for difference in &comparison.differences {
            writeln!(out, "  - {}", in_words(difference))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn verdict(comparison: &Comparison) -> String {
    if comparison.differences.is_empty() { "the same".to_owned() } else { format!("{:.0} % the same", 100.0 * comparison.same) }
}

fn in_words(difference: &Difference) -> String {
    match (difference.kind, difference.says.as_str(), difference.written.as_str()) {
        (DifferenceKind::NoAbility, says, _) => format!("no ability does `{says}`"),
        (DifferenceKind::NotSaid, _, written) => format!("the text does not say `{written}`"),
        (DifferenceKind::Name, says, _) => format!("the card is not called `{says}`"),
        (_, "", written) => format!("`{written}` is left out"),
        (_, says, "") => format!("`{says}` is too much"),
        (_, says, written) => format!("`{says}`, written `{written}`"),
    }
}
