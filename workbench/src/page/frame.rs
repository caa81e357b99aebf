//! Cards as they are drawn: name and cost, type line, rules text, numbers. The same frame serves the table, the inspector and the
//! preview of the editor.

use super::symbols::{mana_cost, rules_text};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::game::Game;
use cardwright_engine::ids::ObjectId;
use cardwright_engine::mana::{ColorSet, ManaCost};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::CardType;
use cardwright_library::Library;
use cardwright_lint::LibraryLexicon;
use cardwright_text::{Style, joined};
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How large a card is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// On the table: what matters in play.
    Small,
    /// To be read.
    Full,
}

impl Size {
    fn word(self) -> &'static str {
        match self {
            Size::Small => "small",
            Size::Full => "full",
        }
    }
}

/// What is drawn of a card.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CardPicture {
    /// Its name; empty for a face-down card.
    pub name: String,
    /// Its mana cost.
    pub cost: Option<ManaCost>,
    /// Its colours: they tint the frame.
    pub colors: ColorSet,
    /// Whether it is a land or an artifact, which have frames of their own.
    pub land: bool,
    /// See `land`.
    pub artifact: bool,
    /// Its type line.
    pub types: String,
    /// Its rules text, a line for each ability.
    pub text: Arc<str>,
    /// "2/3".
    pub power_toughness: Option<String>,
    /// Loyalty or defense.
    pub number: Option<u16>,
}

impl CardPicture {
    /// A face as it is printed, with that rules text.
    pub fn of_face(face: &Face, text: Arc<str>) -> Self {
        let mut picture = CardPicture::of(&face.base, text);
        if let (Some(power), Some(toughness)) = (face.power, face.toughness) {
            picture.power_toughness = Some(format!("{}/{}", power.text, toughness.text));
        }
        picture
    }

    /// An object as it is now.
    pub fn of(is: &Characteristics, text: Arc<str>) -> Self {
        CardPicture {
            name: is.name.to_string(),
            cost: is.cost.clone(),
            colors: is.colors,
            land: is.types.is(CardType::Land),
            artifact: is.types.is(CardType::Artifact),
            types: is.types.to_string(),
            text,
            power_toughness: is.power.zip(is.toughness).map(|(power, toughness)| format!("{power}/{toughness}")),
            number: is.loyalty.or(is.defense),
        }
    }

    /// The word for the frame's tint.
    pub fn tint(&self) -> &'static str {
        match (self.colors.count(), self.colors.colors().next()) {
            (0, _) if self.land => "land",
            (0, _) if self.artifact => "artifact",
            (1, Some(color)) => color.word(),
            (0, _) | (_, None) => "colorless",
            _ => "gold",
        }
    }
}

/// The frame with everything in it.
pub fn card_frame(picture: &CardPicture, size: Size) -> Markup {
    html! {
        div.frame data-tint=(picture.tint()) data-size=(size.word()) {
            header.title {
                span.name { (if picture.name.is_empty() { "Face-down card" } else { &picture.name }) }
                @if let Some(cost) = &picture.cost { (mana_cost(cost)) }
            }
            div.types { (picture.types) }
            div.text { (rules_text(&picture.text)) }
            @if let Some(numbers) = &picture.power_toughness { span.numbers { (numbers) } }
            @else if let Some(number) = picture.number { span.numbers { (number) } }
        }
    }
}

/// Rules texts that were written once.
#[derive(Debug, Default)]
pub struct Pictures {
    texts: BTreeMap<(Symbol, u8), Arc<str>>,
}

impl Pictures {
    /// Forgets everything: the cards have changed.
    pub fn forget(&mut self) {
        self.texts.clear();
    }

    /// The rules text of a face: what the card file says; where it says none, the written one.
    pub fn text(&mut self, library: &Library, definition: &CardDef, face: u8) -> Arc<str> {
        self.texts.entry((definition.key, face)).or_insert_with(|| text(library, definition, face)).clone()
    }

    /// An object of a game as it is now, whoever looks.
    pub fn object(&mut self, library: &Library, game: &Game, id: ObjectId) -> CardPicture {
        let is = game.characteristics(id);
        let text = match game.object(id) {
            Some(object) if !object.face_down => self.text(library, game.definition(object.def), object.face),
            _ => Arc::default(),
        };
        CardPicture::of(is, text)
    }
}

fn text(library: &Library, definition: &CardDef, face: u8) -> Arc<str> {
    let place = usize::from(face);
    let own = library.card_by_key(definition.key).and_then(|card| card.raw.faces.get(place)?.text.clone());
    match (own, definition.faces.get(place)) {
        (Some(own), _) => own.value.trim().into(),
        (None, Some(face)) => joined(&cardwright_text::rules_text(face, &LibraryLexicon(library), Style::default())).into(),
        (None, None) => Arc::default(),
    }
}
