//! The picture of a card. Nobody has painted one, so one is put together: a sky in the card's colours, a ground, and an emblem for the
//! sort of card. The name decides which, so that a card looks the same wherever it lies. The style sheet draws all of it.

use super::frame::CardPicture;
use cardwright_engine::mana::Color;
use cardwright_engine::types::{CardType, TypeLine};
use maud::{Markup, html};

/// What a card is before all else: it has the emblems and the window of that sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Sort {
    /// A creature, whatever else it is.
    Creature,
    /// A planeswalker.
    Planeswalker,
    /// A battle.
    Battle,
    /// An artifact.
    Artifact,
    /// An enchantment.
    Enchantment,
    /// An instant.
    Instant,
    /// A sorcery.
    Sorcery,
    /// A land.
    Land,
    /// None of these, or not known.
    #[default]
    Other,
}

impl Sort {
    /// The sort of a type line: of several types the one that matters most in play.
    pub fn of(types: &TypeLine) -> Self {
        [
            (CardType::Creature, Sort::Creature),
            (CardType::Planeswalker, Sort::Planeswalker),
            (CardType::Battle, Sort::Battle),
            (CardType::Land, Sort::Land),
            (CardType::Artifact, Sort::Artifact),
            (CardType::Enchantment, Sort::Enchantment),
            (CardType::Instant, Sort::Instant),
            (CardType::Sorcery, Sort::Sorcery),
        ]
        .into_iter()
        .find(|(card_type, _)| types.is(*card_type))
        .map_or(Sort::Other, |(_, sort)| sort)
    }

    /// The word in the page.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Creature => "creature",
            Sort::Planeswalker => "planeswalker",
            Sort::Battle => "battle",
            Sort::Artifact => "artifact",
            Sort::Enchantment => "enchantment",
            Sort::Instant => "instant",
            Sort::Sorcery => "sorcery",
            Sort::Land => "land",
            Sort::Other => "other",
        }
    }

    /// The kind of counters that its number stands for on the battlefield.
    pub(super) fn counted_in(self) -> Option<&'static str> {
        match self {
            Sort::Planeswalker => Some("loyalty"),
            Sort::Battle => Some("defense"),
            _ => None,
        }
    }

    fn emblems(self) -> &'static [&'static str] {
        match self {
            Sort::Creature => &["wings", "horns", "eye", "claws", "mask", "antlers", "fin", "helm"],
            Sort::Planeswalker => &["door"],
            Sort::Battle => &["banner"],
            Sort::Artifact => &["gear", "key", "lantern", "bell"],
            Sort::Enchantment => &["knot", "moons", "veil", "web"],
            Sort::Instant => &["bolt", "spiral", "star", "shatter"],
            Sort::Sorcery => &["comet", "rings", "dawn", "wave"],
            Sort::Land => &["none"],
            Sort::Other => &["star", "knot"],
        }
    }
}

/// The panel with the picture.
pub(super) fn art(picture: &CardPicture) -> Markup {
    let mut chance = hash(&picture.name);
    let mut pick = |among: u64| {
        let picked = chance % among;
        chance = chance.rotate_right(11).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        picked
    };
    let emblems = picture.sort.emblems();
    let emblem = emblems[pick(emblems.len() as u64) as usize];
    let colors = sky(picture);
    let (first, last) = (colors.first().copied(), colors.last().copied());
    let grounds: [&str; 2] = match first {
        Some(Color::White) => ["dunes", "roofs"],
        Some(Color::Blue) => ["waves", "isles"],
        Some(Color::Black) => ["reeds", "ruins"],
        Some(Color::Red) => ["peaks", "roofs"],
        Some(Color::Green) => ["woods", "hills"],
        None => ["ruins", "dunes"],
    };
    let ground = grounds[pick(2) as usize];
    let (across, down) = (18 + pick(64), 18 + pick(40));
    html! {
        div.art data-emblem=(emblem) data-ground=(ground) data-from=[first.map(Color::word)] data-to=[last.map(Color::word)]
            style=(format!("--x:{across}%;--y:{down}%")) {}
    }
}

/// The colours of the sky: those of the card, or of the mana that a card without colours speaks of.
fn sky(picture: &CardPicture) -> Vec<Color> {
    if picture.colors.count() > 0 {
        return picture.colors.colors().collect();
    }
    let basic = [
        (Color::White, "Plains"),
        (Color::Blue, "Island"),
        (Color::Black, "Swamp"),
        (Color::Red, "Mountain"),
        (Color::Green, "Forest"),
    ];
    basic
        .into_iter()
        .filter(|(color, land)| picture.types.contains(land) || picture.text.contains(&format!("{{{}}}", color.letter())))
        .map(|(color, _)| color)
        .collect()
}

/// FNV-1a: the same everywhere and always.
fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(name: &str) -> CardPicture {
        CardPicture { name: name.to_owned(), sort: Sort::Creature, ..CardPicture::default() }
    }

    #[test]
    fn a_name_has_one_picture_and_names_have_many() {
        let of = |name: &str| art(&picture(name)).into_string();
        assert_eq!(of("Moss Lantern"), of("Moss Lantern"));
        let different: std::collections::BTreeSet<_> = (0..40).map(|number| of(&format!("Card {number}"))).collect();
        assert!(different.len() > 30, "{} of 40", different.len());
    }

    #[test]
    fn lands_have_the_sky_of_their_mana() {
        let mut land = CardPicture { sort: Sort::Land, text: "{T}: Add {G} or {U}.".into(), ..picture("Two Rivers") };
        assert_eq!(sky(&land), [Color::Blue, Color::Green]);
        land.text = "".into();
        land.types = "Basic Land \u{2014} Swamp".to_owned();
        assert_eq!(sky(&land), [Color::Black]);
    }
}
