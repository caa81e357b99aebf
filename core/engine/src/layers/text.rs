//! Text-changing effects (layer 3, modern 612): a rewrite of ability data.

use crate::ability::{AbilityRef, Change, Filter, Keyword, Remembered, TypeChange};
use crate::mana::{Color, ColorSet};
use crate::symbol::Symbol;
use derive_visitor::{DriveMut, Event, VisitorMut};
use std::any::Any;

/// One word for another. Names and mana symbols are no such words (612.2).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Rewrite {
    /// A colour word.
    Color(Color, Color),
    /// A basic land type.
    LandType(Symbol, Symbol),
}

impl Rewrite {
    /// The ability with the word replaced; `None` if it does not say the word.
    pub fn ability(self, ability: &AbilityRef) -> Option<AbilityRef> {
        let mut rewritten = ability.clone();
        rewritten.drive_mut(&mut Writer { rewrite: self });
        (*rewritten != **ability).then_some(rewritten)
    }
    /// The subtype with the word replaced.
    pub fn subtype(self, subtype: Symbol) -> Symbol {
        match self {
            Rewrite::LandType(from, to) if subtype == from => to,
            _ => subtype,
        }
    }
    fn color(self, color: Color) -> Color {
        match self {
            Rewrite::Color(from, to) if color == from => to,
            _ => color,
        }
    }
    fn colors(self, colors: ColorSet) -> ColorSet {
        colors.colors().map(|color| self.color(color)).collect()
    }
    /// A written argument of a keyword.
    fn word(self, word: Symbol) -> Symbol {
        let (from, to) = match self {
            Rewrite::Color(from, to) => (from.word(), to.word().to_owned()),
            Rewrite::LandType(from, to) => (from.as_str(), to.as_str().to_owned()),
        };
        if !word.as_str().eq_ignore_ascii_case(from) {
            return word;
        }
        let lower_case = word.as_str().chars().all(|letter| !letter.is_uppercase());
        Symbol::new(&if lower_case { to.to_lowercase() } else { to })
    }
}

struct Writer {
    rewrite: Rewrite,
}

impl VisitorMut for Writer {
    fn visit(&mut self, item: &mut dyn Any, event: Event) {
        if matches!(event, Event::Exit) {
            return;
        }
        let rewrite = self.rewrite;
        if let Some(filter) = item.downcast_mut::<Filter>() {
            match filter {
                Filter::Color(color) => *color = rewrite.color(*color),
                Filter::Subtype(subtype) => *subtype = rewrite.subtype(*subtype),
                _ => {}
            }
        } else if let Some(change) = item.downcast_mut::<Change>() {
            match change {
                Change::SetColors(colors) | Change::AddColors(colors) => *colors = rewrite.colors(*colors),
                _ => {}
            }
        } else if let Some(types) = item.downcast_mut::<TypeChange>() {
            let set = types.set_subtypes.iter_mut().flatten();
            set.chain(&mut types.add_subtypes).for_each(|subtype| *subtype = rewrite.subtype(*subtype));
        } else if let Some(keyword) = item.downcast_mut::<Keyword>() {
            keyword.argument = rewrite.word(keyword.argument);
        } else if let Some(Remembered::Color(color)) = item.downcast_mut::<Remembered>() {
            *color = rewrite.color(*color);
        }
    }
}
