//! The state of the writer while it writes one ability: whose ability it is, its targets, and what has been named already, so
//! that it can be called "it" or "that creature" the next time.

use crate::noun::{Noun, Person};
use crate::{Edition, Lexicon, Style};
use cardwright_engine::ability::{EventPattern, Players, TargetSpec, Zones};
use cardwright_engine::definition::Face;
use cardwright_engine::ids::{LinkKey, TargetSlot, Var};
use cardwright_engine::zone::ZoneKind;

/// Something that a text can come back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Referent {
    /// The object that has the ability.
    This,
    /// What was chosen for an instance of "target".
    Target(TargetSlot),
    /// What ability data binds to a name: what an effect did, each of several. Of an event: its object.
    Var(Var),
    /// The other object of an event.
    EventSource(Var),
    /// The player of an event.
    EventPlayer(Var),
    /// What a linked ability remembers.
    Linked(LinkKey),
    /// What this is attached to.
    Host,
    /// The controller or owner of something, or another player whom only the text knows.
    Somebody,
}

/// What has been said of it so far.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    pub referent: Referent,
    /// What it was called first, as a noun that "that" or "those" can stand before: "creature", "player", "cards".
    pub kind: Noun,
    /// Whether it can be called "it" or "they" without doubt: nothing else of its kind was named after it.
    pub salient: bool,
    /// What was done to it, behind a noun: "sacrificed this way".
    pub way: Option<String>,
}

/// The state of the writer.
pub(crate) struct Speech<'a> {
    pub lexicon: &'a dyn Lexicon,
    pub style: Style,
    /// The face that has the ability.
    pub face: &'a Face,
    /// The targets of the mode that is being written.
    pub targets: Vec<TargetSpec>,
    pub mentions: Vec<Mention>,
    /// The subject of the sentence that is being written: called "it" in the rest of it.
    pub subject: Option<Referent>,
    /// Whether what is named next is moved away from its zone: "a card from your graveyard" rather than "in your graveyard".
    pub moving: bool,
    /// The zones in which the ability functions.
    pub zones: Zones,
    /// Names that stand for something else: the object of "this enters" is this.
    pub aliases: Vec<(Referent, Referent)>,
    /// What the source of the ability is called, where it is not its name: "this creature" in abilities of tokens and in
    /// abilities that are given to others.
    pub called: Option<&'static str>,
    /// The event whose amount is damage that a shield prevented: it is said in a sentence of its own.
    pub prevented: Option<Var>,
    /// The player of the clause: inside "each opponent sacrifices ...", "their" speaks of these.
    pub who: Option<Noun>,
    /// The player who may do what is being written: behind "each opponent may" nobody is named again.
    pub doer: Option<Players>,
    /// What set off the triggered ability that is being written.
    pub on: Option<EventPattern>,
    /// Names that are introduced where they are used first.
    pub intros: Vec<(Var, crate::effect::Intro)>,
    /// Whose cards chosen and drawn things are, and in which zone they were.
    pub origins: Vec<(Var, Option<Players>, Option<ZoneKind>)>,
}

impl<'a> Speech<'a> {
    pub(crate) fn new(face: &'a Face, lexicon: &'a dyn Lexicon, style: Style) -> Self {
        Speech {
            lexicon,
            style,
            face,
            targets: Vec::new(),
            mentions: Vec::new(),
            subject: None,
            moving: false,
            zones: Zones::Usual,
            aliases: Vec::new(),
            called: None,
            prevented: None,
            who: None,
            doer: None,
            on: None,
            intros: Vec::new(),
            origins: Vec::new(),
        }
    }
    /// The writer of an ability that stands in quotation marks inside this one; its source is "this creature", "this token"...
    pub(crate) fn quoted(&self, called: &'static str) -> Speech<'a> {
        Speech { called: Some(called), ..Speech::new(self.face, self.lexicon, self.style) }
    }
    pub(crate) fn is_classic(&self) -> bool {
        self.style.edition == Edition::Classic
    }
    /// What has been said of it.
    pub(crate) fn mention(&self, referent: Referent) -> Option<&Mention> {
        let referent = self.resolved(referent);
        self.mentions.iter().find(|mention| mention.referent == referent)
    }
    /// Remembers that it has been named, as the thing that was named last.
    pub(crate) fn mentioned(&mut self, referent: Referent, kind: Noun) {
        let referent = self.resolved(referent);
        for mention in &mut self.mentions {
            if is_player(&mention.kind) == is_player(&kind) && mention.kind.number == kind.number {
                mention.salient = false;
            }
        }
        if self.subject != Some(referent) && !is_player(&kind) {
            self.subject = None;
        }
        let way = self.mention(referent).and_then(|mention| mention.way.clone());
        self.mentions.retain(|mention| mention.referent != referent);
        self.mentions.push(Mention { referent, kind, salient: true, way });
    }
    /// Remembers what was done to it: "sacrificed this way".
    pub(crate) fn done(&mut self, referent: Referent, kind: Noun, way: &str) {
        self.mentioned(referent, kind);
        if let Some(mention) = self.mentions.last_mut() {
            mention.way = Some(way.to_owned());
        }
    }
    /// From now on the new name stands for the old one: the object of "this enters" is this.
    pub(crate) fn same_as(&mut self, new: Referent, old: Referent) {
        let old = self.resolved(old);
        if new != old {
            self.aliases.retain(|(name, _)| *name != new);
            self.aliases.push((new, old));
        }
    }
    /// What the name stands for.
    pub(crate) fn resolved(&self, referent: Referent) -> Referent {
        self.aliases.iter().find(|(name, _)| *name == referent).map_or(referent, |(_, old)| *old)
    }
    /// Something that was named before: "it" or "they" if that is clear, else "that creature"; `None` if it was not named yet.
    pub(crate) fn again(&mut self, referent: Referent) -> Option<Noun> {
        let mention = self.mention(referent)?.clone();
        if mention.salient {
            return Some(if is_player(&mention.kind) { mention.kind.that() } else { mention.kind.pronoun() });
        }
        self.mentioned(referent, mention.kind.clone());
        Some(mention.kind.that())
    }
    /// Nothing can be called "it" any more without being named again: a new paragraph or a new mode.
    pub(crate) fn forget(&mut self) {
        self.mentions.clear();
        self.subject = None;
    }
}

fn is_player(noun: &Noun) -> bool {
    noun.person != Person::Thing
}
