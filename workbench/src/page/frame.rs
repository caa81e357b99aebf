//! Cards as they are drawn: name and cost, picture, type line, rules text, numbers. The same frame serves the table, the inspector and
//! the preview of the editor; the style sheet decides what of it fits.

use super::art::{Sort, art};
use super::symbols::{mana_cost, rules_text};
use cardwright_engine::ability::AbilityInstance;
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::game::Game;
use cardwright_engine::ids::ObjectId;
use cardwright_engine::mana::{ColorSet, ManaCost};
use cardwright_engine::object::ObjectKind;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use cardwright_library::Library;
use cardwright_library::files::Rarity;
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

/// What a card is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stock {
    /// A card out of a deck.
    #[default]
    Card,
    /// A token, emblem or copy: nothing that is in a deck.
    Token,
}

/// How the power and toughness of a permanent compare with what is printed on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shift {
    /// As printed, or nothing to compare.
    #[default]
    Same,
    /// Larger.
    Up,
    /// Smaller.
    Down,
    /// The one larger, the other smaller.
    Mixed,
}

impl Shift {
    /// From what is printed to what is.
    pub fn between(printed: (i32, i32), now: (i32, i32)) -> Self {
        match (now.0.cmp(&printed.0) as i8, now.1.cmp(&printed.1) as i8) {
            (0, 0) => Shift::Same,
            (power, toughness) if power >= 0 && toughness >= 0 => Shift::Up,
            (power, toughness) if power <= 0 && toughness <= 0 => Shift::Down,
            _ => Shift::Mixed,
        }
    }

    fn word(self) -> Option<&'static str> {
        match self {
            Shift::Same => None,
            Shift::Up => Some("up"),
            Shift::Down => Some("down"),
            Shift::Mixed => Some("mixed"),
        }
    }
}

/// How an object has a keyword ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// It is printed on it.
    Printed,
    /// It has it from elsewhere.
    Gained,
    /// It is printed on it, but the object does not have it now.
    Lost,
}

/// A keyword ability, for the chips of small cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeywordPicture {
    /// The word with what stands behind it.
    pub words: String,
    /// Whether it is its own.
    pub held: Held,
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
    /// What it is before all else.
    pub sort: Sort,
    /// What it is made of.
    pub stock: Stock,
    /// Its type line.
    pub types: String,
    /// Its rules text, a line for each ability.
    pub text: Arc<str>,
    /// Its keyword abilities, those that it has lost too.
    pub keywords: Vec<KeywordPicture>,
    /// "2/3".
    pub power_toughness: Option<String>,
    /// How they compare with what is printed.
    pub shift: Shift,
    /// Loyalty or defense.
    pub number: Option<i16>,
    /// How often it is found, if its file says so.
    pub rarity: Option<Rarity>,
    /// The code of its set with its number there; empty if not known.
    pub imprint: String,
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
        let keywords = words(&is.abilities).into_iter().map(|words| KeywordPicture { words, held: Held::Printed }).collect();
        CardPicture {
            name: is.name.to_string(),
            cost: is.cost.clone(),
            colors: is.colors,
            land: is.types.is(CardType::Land),
            artifact: is.types.is(CardType::Artifact),
            sort: Sort::of(&is.types),
            types: is.types.to_string(),
            text,
            keywords,
            power_toughness: is.power.zip(is.toughness).map(|(power, toughness)| format!("{power}/{toughness}")),
            number: is.numbers.iter().next().map(|(_, number)| number),
            ..CardPicture::default()
        }
    }

    /// The same, with what has become of the printed face marked.
    #[must_use]
    pub fn compared_with(mut self, face: &Face, is: &Characteristics) -> Self {
        if let (Some(power), Some(toughness), Some(now)) = (face.power, face.toughness, is.power.zip(is.toughness)) {
            // A star is worth what it is worth: nothing to compare.
            let plain = |text: Symbol| text.as_str().parse::<i32>().is_ok();
            if plain(power.text) && plain(toughness.text) {
                self.shift = Shift::between((power.value, toughness.value), now);
            }
        }
        let printed = words(&face.base.abilities);
        for keyword in &mut self.keywords {
            if !printed.contains(&keyword.words) {
                keyword.held = Held::Gained;
            }
        }
        let lost: Vec<_> = printed.into_iter().filter(|words| self.keywords.iter().all(|known| known.words != *words)).collect();
        self.keywords.extend(lost.into_iter().map(|words| KeywordPicture { words, held: Held::Lost }));
        self
    }

    /// The same, with what the library knows of the card.
    #[must_use]
    pub fn from_library(mut self, library: &Library, key: Symbol) -> Self {
        if let Some(card) = library.card_by_key(key) {
            self.rarity = card.raw.rarity;
            let code = library.set(&card.set).map_or("", |set| &set.facts.code);
            self.imprint = match &card.raw.number {
                Some(number) => format!("{code} {}", number.value),
                None => code.to_owned(),
            };
        }
        self
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

    /// How much text there is: the more, the smaller it is set.
    fn length(&self) -> &'static str {
        // A line that is not full takes up the space of one that is.
        let letters: usize = self.text.lines().map(|line| line.chars().count().max(28)).sum();
        match letters {
            0..=70 => "1",
            71..=150 => "2",
            151..=260 => "3",
            261..=420 => "4",
            _ => "5",
        }
    }
}

/// The keywords among abilities, each once, in order.
fn words(abilities: &[AbilityInstance]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for keyword in abilities.iter().filter_map(|instance| instance.ability.keyword) {
        let word = keyword.to_string();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// The frame with everything in it.
pub fn card_frame(picture: &CardPicture, size: Size) -> Markup {
    let face_down = picture.name.is_empty();
    html! {
        div.frame data-tint=(if face_down { "back" } else { picture.tint() }) data-sort=(picture.sort.word()) data-size=(size.word())
            data-length=(picture.length()) data-token[picture.stock == Stock::Token]
        {
            header.title {
                span.name data-long[picture.name.chars().count() > 18] { (if face_down { "Face-down card" } else { &picture.name }) }
                @if let Some(cost) = &picture.cost { (mana_cost(cost)) }
            }
            (art(picture))
            div.types {
                span { (picture.types) }
                @if let Some(rarity) = picture.rarity { i.rarity data-rarity=(rarity.word()) title=(rarity.word()) {} }
            }
            @if !picture.text.is_empty() { div.text { (rules_text(&picture.text)) } }
            @if !picture.keywords.is_empty() { ul.chips { @for keyword in &picture.keywords { (chip(keyword)) } } }
            footer.foot {
                @if size == Size::Full && !picture.imprint.is_empty() { span.imprint { (picture.imprint) } }
                @if let Some(numbers) = &picture.power_toughness { span.numbers data-shift=[picture.shift.word()] { (numbers) } }
                @else if let Some(number) = picture.number { span.numbers data-of=(picture.sort.word()) { (number) } }
            }
        }
    }
}

fn chip(keyword: &KeywordPicture) -> Markup {
    html! {
        @match keyword.held {
            Held::Printed => li { (super::symbols::in_words(&keyword.words)) },
            Held::Gained => li data-held="gained" title="it has this from elsewhere" { "+" (super::symbols::in_words(&keyword.words)) },
            Held::Lost => li data-held="lost" title="printed on it, but lost" { s { (super::symbols::in_words(&keyword.words)) } },
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
        let Some(object) = game.object(id).filter(|object| !object.face_down) else { return CardPicture::of(is, Arc::default()) };
        let definition = game.definition(object.def);
        let mut picture = CardPicture::of(is, self.text(library, definition, object.face)).from_library(library, definition.key);
        if let Some(face) = definition.faces.get(usize::from(object.face)) {
            picture = picture.compared_with(face, is);
        }
        if object.kind != ObjectKind::Card {
            picture.stock = Stock::Token;
        }
        // modern 306.5c, 310.4c: on the battlefield they are counted in counters
        if let (ZoneKind::Battlefield, Some(kind)) = (object.zone, picture.sort.counted_in()) {
            let counters = object.counters.iter().find(|(counter, _)| counter.as_str() == kind);
            picture.number = Some(counters.map_or(0, |(_, amount)| i16::try_from(*amount).unwrap_or(i16::MAX)));
        }
        picture
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_larger_and_smaller_is_told() {
        let told = |now| Shift::between((2, 3), now);
        assert_eq!([told((2, 3)), told((3, 3)), told((2, 1)), told((4, 1))], [Shift::Same, Shift::Up, Shift::Down, Shift::Mixed]);
        let picture = CardPicture {
            name: "Reed Warden".into(),
            power_toughness: Some("4/1".into()),
            shift: Shift::Mixed,
            ..CardPicture::default()
        };
        assert!(card_frame(&picture, Size::Small).into_string().contains("data-shift=\"mixed\""));
    }

    #[test]
    fn long_text_is_set_smaller() {
        let of = |text: String| CardPicture { text: text.into(), ..CardPicture::default() }.length();
        let steps = [0, 100, 200, 300, 600].map(|letters| of("a".repeat(letters)));
        assert_eq!(steps, ["1", "2", "3", "4", "5"]);
        // Ten short lines take as much space as ten long ones.
        assert_eq!(of("Flying\n".repeat(10)), "4");
    }

    #[test]
    fn a_face_down_card_has_the_frame_of_a_back() {
        let page = card_frame(&CardPicture::default(), Size::Small).into_string();
        assert!(page.contains("data-tint=\"back\""), "{page}");
    }
}
