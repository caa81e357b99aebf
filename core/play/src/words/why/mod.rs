//! Why things are as they are and why something cannot be done, in words: one short sentence for each step, with the rule, the
//! object and the place in the library that say so.

mod characteristics;
mod cost;
mod refusal;
#[cfg(test)]
mod tests;
mod trigger;

pub use characteristics::{why_characteristics, why_missed};
pub use cost::why_cost;
pub use refusal::{why_not_declared, why_not_fight, why_not_target, why_obstacle};
pub use trigger::why_trigger;

use super::{Names, list};
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::ObjectKind;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::why::{Maker, Manner, Mismatch, SaidIn};
use cardwright_text::{Lexicon, Pieces, Style};
use std::fmt;
use std::sync::Arc;

/// One sentence that answers "why?".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The sentence, without a full stop.
    pub words: String,
    /// The rule, by its id in the ledger: "modern:613.4c". Empty where the card alone says it.
    pub rule: &'static str,
    /// The object that it comes from, if it comes from one.
    pub source: Option<ObjectId>,
    /// Where the library says it.
    pub made_by: Option<SaidIn>,
}

impl Reason {
    fn new(words: String, rule: &'static str) -> Self {
        Reason { words, rule, source: None, made_by: None }
    }
    fn by(words: String, rule: &'static str, maker: &Maker) -> Self {
        Reason { words, rule, source: maker.source, made_by: maker.said_in }
    }
}
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)?;
        if self.rule.is_empty() { Ok(()) } else { write!(f, " ({})", self.rule) }
    }
}

/// Looks things up in the definitions that a game uses.
struct OfGame<'g>(&'g Game);

impl Lexicon for OfGame<'_> {
    fn reminder(&self, _: Symbol, _: &str) -> Option<String> {
        None
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        let definitions = self.0.definitions();
        definitions.find(key).map(|id| definitions.get(id).clone())
    }
}

/// Says pieces of ability data as the card says them that has them.
fn with_pieces<T>(game: &Game, said_in: Option<SaidIn>, say: impl FnOnce(Pieces<'_>) -> T) -> T {
    let definitions = game.definitions();
    let definition = said_in.and_then(|said| definitions.find(said.key)).map(|id| definitions.get(id));
    let face = said_in.zip(definition).and_then(|(said, found)| found.faces.get(usize::from(said.face)));
    let nobody = Face::default();
    let lexicon = OfGame(game);
    say(Pieces { face: face.unwrap_or(&nobody), lexicon: &lexicon, style: Style::default() })
}

/// Of each permanent called so that the reader may see: what it is called, and the sentences that say why it is what it is.
pub fn why_called(game: &Game, names: &Names, reader: PlayerId, called: &str) -> Vec<(String, Vec<Reason>)> {
    let reader = Names { reader: Some(reader), ..names.clone() };
    let called = called.to_lowercase();
    let mut found = Vec::new();
    for object in game.permanents().filter(|object| reader.may_see(game, object)) {
        let name = reader.object(game, object.id);
        if called.is_empty() || !name.to_lowercase().starts_with(&called) {
            continue;
        }
        if let Some(account) = game.why_characteristics(object.id) {
            let mut reasons = why_characteristics(game, &reader, &account);
            reasons.extend(why_missed(game, &reader, &account));
            found.push((reader.object_exactly(game, object.id), reasons));
        }
    }
    found
}

/// Who says something: "Banner", "the flying of Kite", "2 +1/+1 counters".
pub fn made_by(game: &Game, names: &Names, maker: &Maker) -> String {
    let source = || maker.source.map_or_else(|| "something".to_owned(), |source| named(game, names, source, maker.said_in));
    let ability = || match maker.keyword {
        Some(keyword) => format!("{keyword} of {}", source()),
        None => source(),
    };
    match &maker.manner {
        Manner::Rules => "the rules".to_owned(),
        Manner::Counters(kinds) => {
            let kinds: Vec<String> =
                kinds.iter().map(|(kind, number)| super::count(*number as usize, &format!("{kind} counter"))).collect();
            list(&kinds)
        }
        Manner::Resolved(_) => format!("an effect of {}", source()),
        Manner::Granted { by: Some(by), .. } if Some(*by) != maker.source => {
            format!("{} (given by {})", ability(), named(game, names, *by, None))
        }
        Manner::OfPlayer(player) => {
            let keyword = maker.keyword.map_or_else(|| "an ability".to_owned(), |keyword| keyword.to_string());
            format!("{keyword} that {} has from {}", names.player(*player), source())
        }
        Manner::Printed | Manner::Copied(_) | Manner::Granted { .. } => ability(),
    }
}

/// What an object is called; the ability on the stack and what is forgotten by the card that says it.
fn named(game: &Game, names: &Names, id: ObjectId, said_in: Option<SaidIn>) -> String {
    let known = match game.presence(id) {
        cardwright_engine::game::Presence::Forgotten => false,
        cardwright_engine::game::Presence::Gone(last) => last.object.kind != ObjectKind::Ability,
        cardwright_engine::game::Presence::Present(_) => true,
    };
    match said_in.filter(|_| !known) {
        Some(said) => said.key.to_string(),
        None => names.object(game, id),
    }
}

/// What an object lacks, as something said of it: "isn't a creature", "is in the graveyard".
fn lacks(game: &Game, said_in: Option<SaidIn>, mismatch: &Mismatch) -> String {
    match mismatch {
        Mismatch::Unknown => "is not there any more".to_owned(),
        Mismatch::PhasedOut => "is phased out".to_owned(),
        Mismatch::Zone(zone) => format!("is in the {}", zone.word()),
        Mismatch::Part(cardwright_engine::ability::Filter::Never) => "is an object, and only players are meant".to_owned(),
        Mismatch::Part(filter) => with_pieces(game, said_in, |pieces| pieces.said_of(filter, false)),
    }
}

/// A name at the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
