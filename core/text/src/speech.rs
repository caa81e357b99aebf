//! The state of the writer while it writes one ability: whose ability it is, its targets, and what has been named already, so
//! that it can be called "it" or "that creature" the next time.

use crate::noun::Noun;
use crate::{Edition, Lexicon, Style};
use cardwright_engine::ability::TargetSpec;
use cardwright_engine::definition::Face;
use cardwright_engine::ids::{TargetSlot, Var};

/// Something that a text can come back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Referent {
    /// The object that has the ability.
    This,
    /// What was chosen for an instance of "target".
    Target(TargetSlot),
    /// What ability data binds to a name: an event, what an effect did, each of several.
    Var(Var),
    /// What a linked ability remembers.
    Linked(cardwright_engine::ids::LinkKey),
}

/// What has been said of it so far.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    pub referent: Referent,
    /// What it was called first, as a noun that "that" or "those" can stand before: "creature", "player", "cards".
    pub kind: Noun,
    /// Whether it can be called "it" or "they" without doubt: nothing else of its kind was named after it.
    pub salient: bool,
}

/// The state of the writer.
pub(crate) struct Speech<'a> {
    pub lexicon: &'a dyn Lexicon,
    pub style: Style,
    /// The face that has the ability.
    pub face: &'a Face,
    /// The targets of the mode that is being written.
    pub targets: &'a [TargetSpec],
    pub mentions: Vec<Mention>,
    /// The subject of the sentence that is being written: called "it" in the rest of it.
    pub subject: Option<Referent>,
}

impl<'a> Speech<'a> {
    pub(crate) fn new(face: &'a Face, lexicon: &'a dyn Lexicon, style: Style) -> Self {
        Speech { lexicon, style, face, targets: &[], mentions: Vec::new(), subject: None }
    }
    pub(crate) fn is_classic(&self) -> bool {
        self.style.edition == Edition::Classic
    }
    /// What has been said of it.
    pub(crate) fn mention(&self, referent: Referent) -> Option<&Mention> {
        self.mentions.iter().find(|mention| mention.referent == referent)
    }
    /// Remembers that it has been named, as the thing that was named last.
    pub(crate) fn mentioned(&mut self, referent: Referent, kind: Noun) {
        for mention in &mut self.mentions {
            if mention.kind.person == kind.person && mention.kind.number == kind.number {
                mention.salient = false;
            }
        }
        self.mentions.retain(|mention| mention.referent != referent);
        self.mentions.push(Mention { referent, kind, salient: true });
    }
}
