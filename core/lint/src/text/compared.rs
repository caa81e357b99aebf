//! The comparison of a card's texts, made once for all lints that ask.

use super::compare::{Comparison, compare, edition};
use crate::{CardView, Looked};
use cardwright_engine::definition::CardDef;
use cardwright_library::files::RawCard;
use cardwright_text::Style;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The card that was compared last on this thread: its lints run one after another.
struct Last {
    definition: Arc<CardDef>,
    raw: Arc<RawCard>,
    /// The version of the library, if anything was looked up in it.
    version: Option<u64>,
    comparisons: Rc<[Comparison]>,
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

/// The comparisons of the card's faces and tokens, in their order.
pub(crate) fn compared(card: &CardView<'_>) -> Rc<[Comparison]> {
    let (definition, raw) = (&card.card.definition, &card.card.raw);
    let known = LAST.with_borrow(|last| {
        let last = last.as_ref()?;
        let same = Arc::ptr_eq(&last.definition, definition)
            && Arc::ptr_eq(&last.raw, raw)
            && last.version.is_none_or(|version| version == card.library.version());
        same.then(|| last.comparisons.clone())
    });
    if let Some(known) = known {
        // Whoever uses what was compared for another lint depends on the same.
        card.library.note(looked(&known));
        return known;
    }
    let style = Style { edition: edition(card.ruleset), ..Style::default() };
    let comparisons: Rc<[Comparison]> = card.faces().map(|face| compare(card, &face, style)).collect();
    let version = (looked(&comparisons) > Looked::Nothing).then(|| card.library.version());
    LAST.set(Some(Last { definition: definition.clone(), raw: raw.clone(), version, comparisons: comparisons.clone() }));
    comparisons
}

/// What of the library the comparisons depend on.
fn looked(comparisons: &[Comparison]) -> Looked {
    comparisons.iter().map(|comparison| comparison.looked).max().unwrap_or_default()
}
