//! What unit tests of the writers share.

use crate::speech::Speech;
use crate::{Lexicon, Style};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, TypeLine};
use std::sync::Arc;

/// A lexicon that knows nothing.
struct Nothing;

impl Lexicon for Nothing {
    fn reminder(&self, _: Symbol, _: &str) -> Option<String> {
        None
    }
    fn definition(&self, _: Symbol) -> Option<Arc<CardDef>> {
        None
    }
}

/// What a creature called Tin Gull says.
pub(crate) fn gull<T>(says: impl FnOnce(&mut Speech) -> T) -> T {
    let types = TypeLine { types: CardType::Creature.set(), ..TypeLine::default() };
    let base = Characteristics { name: "Tin Gull".into(), types, ..Characteristics::default() };
    says(&mut Speech::new(&Face { base, ..Face::default() }, &Nothing, Style::default()))
}
