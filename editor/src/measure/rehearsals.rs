//! Figures about rehearsals.

use super::Figure;
use crate::catalog::Catalog;
use crate::rehearsal::{Limits, Rehearser};
use std::time::Instant;

/// How long the rehearsals of a card take: the median over the library, of cards that have abilities.
///
/// # Errors
/// If rehearsals cannot begin: says why.
pub fn rehearsals(catalog: &Catalog) -> Result<Figure, String> {
    let rehearser = Rehearser::new(catalog, Limits::default())?;
    let has_abilities = |face: &cardwright_engine::definition::Face| !face.abilities().is_empty();
    let cards = catalog.library.cards().iter().filter(|card| card.definition.faces.iter().any(has_abilities));
    let mut times: Vec<f64> = cards
        .map(|card| {
            let begun = Instant::now();
            drop(rehearser.rehearse(card));
            begun.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    Ok(Figure::new("rehearse_card_ms", median, "ms"))
}
