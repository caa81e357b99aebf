//! Looking through ability data.
//!
//! All walks go through one visitor, whatever is looked for: a visitor for each closure that looks would make the compiler write the
//! whole walk over all kinds of data again and again.

use derive_visitor::{Drive, Event, Visitor};
use std::any::Any;

/// When a piece is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// Before the pieces inside it.
    Before,
    /// After them.
    After,
}

/// Data that can be looked through.
pub trait Walk {
    /// Shows every piece of the data, itself and the pieces inside it, before and after what is inside.
    fn walk(&self, look: &mut dyn FnMut(&dyn Any, Visit));

    /// Shows every piece of one type, the outer before the inner.
    fn each<T: Any>(&self, mut look: impl FnMut(&T)) {
        self.walk(&mut |piece, visit| {
            if visit == Visit::Before
                && let Some(piece) = piece.downcast_ref::<T>()
            {
                look(piece);
            }
        });
    }
}

struct Shown<'l>(&'l mut dyn FnMut(&dyn Any, Visit));

impl Visitor for Shown<'_> {
    fn visit(&mut self, piece: &dyn Any, event: Event) {
        let visit = match event {
            Event::Enter => Visit::Before,
            Event::Exit => Visit::After,
        };
        (self.0)(piece, visit);
    }
}

impl<D: Drive> Walk for D {
    fn walk(&self, look: &mut dyn FnMut(&dyn Any, Visit)) {
        self.drive(&mut Shown(look));
    }
}
