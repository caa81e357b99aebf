//! Cards that a scenario defines on the spot: `t.card(#{ name: "Honor", cost: "{1}{W}", ... }, || ...)`.

use super::fail::Fail;
use cardwright_engine::ability::{AbilityInstance, AbilityRef, Origin};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, DefKind, Face, PrintedPt};
use cardwright_engine::mana::{Color, ColorSet};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::TypeLine;
use cardwright_script::diagnostic::nearest;
use cardwright_script::text::{self, PrintedNumber};
use rhai::{Array, Dynamic, Map};

/// The facts of a face, before its abilities.
pub(super) struct Facts {
    pub name: String,
    pub types: TypeLine,
    pub keywords: Vec<String>,
    /// Facts of the tokens that the card makes.
    pub tokens: Vec<Map>,
    /// Facts of the other face.
    pub back: Option<Map>,
    face: Face,
}

const KEYS: [&str; 15] = [
    "name",
    "cost",
    "type",
    "pt",
    "power",
    "toughness",
    "loyalty",
    "numbers",
    "defense",
    "colors",
    "keywords",
    "text",
    "rarity",
    "tokens",
    "face",
];

/// Reads the facts of a card from its map.
pub(super) fn facts(map: &Map) -> Result<Facts, Fail> {
    let mut face = Face::default();
    let mut facts = Facts {
        name: String::new(),
        types: TypeLine::default(),
        keywords: Vec::new(),
        tokens: Vec::new(),
        back: None,
        face: Face::default(),
    };
    for (key, value) in map {
        let string =
            || value.clone().into_string().map_err(|kind| Fail::wrong(format!("`{key}` of a card is a text, not a {kind}")));
        match key.as_str() {
            "name" => facts.name = string()?,
            "cost" => face.base.cost = Some(text::mana_cost(&string()?).map_err(mistakes)?),
            "type" => facts.types = text::type_line(&string()?).map_err(mistakes)?,
            "pt" => {
                let (power, toughness) = text::power_toughness(&string()?).map_err(mistakes)?;
                (face.power, face.toughness) = (Some(printed(power)), Some(printed(toughness)));
            }
            "power" => face.power = Some(number(key, value)?),
            "toughness" => face.toughness = Some(number(key, value)?),
            "loyalty" | "defense" => face.base.numbers.set(Symbol::new(key), small(key, value)?),
            "numbers" => {
                let numbers = value
                    .clone()
                    .try_cast::<Map>()
                    .ok_or_else(|| Fail::wrong("`numbers` of a card is a map like `#{ charge: 3 }`"))?;
                for (word, number) in &numbers {
                    face.base.numbers.set(Symbol::new(word), small(word, number)?);
                }
            }
            "colors" => face.base.colors = list(key, value)?.iter().map(color).collect::<Result<ColorSet, _>>()?,
            "keywords" => {
                facts.keywords = list(key, value)?.iter().map(ToString::to_string).collect();
            }
            "tokens" => {
                facts.tokens = list(key, value)?
                    .into_iter()
                    .map(|token| {
                        token.try_cast::<Map>().ok_or_else(|| Fail::wrong("each of the `tokens` is a map like a card's"))
                    })
                    .collect::<Result<_, _>>()?;
            }
            "face" => {
                facts.back =
                    Some(value.clone().try_cast::<Map>().ok_or_else(|| Fail::wrong("the other `face` is a map like a card's"))?);
            }
            "text" | "rarity" => {}
            other => {
                let help = match nearest(other, KEYS) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => format!("it can have {}", KEYS.join(", ")),
                };
                return Err(Fail::wrong(format!("a card has no `{other}`; {help}")));
            }
        }
    }
    if facts.name.is_empty() {
        return Err(Fail::wrong("a card needs a `name`"));
    }
    if let Some(cost) = &face.base.cost {
        face.base.colors |= cost.colors();
    }
    facts.face = face;
    Ok(facts)
}

impl Facts {
    /// The face with these abilities.
    pub fn with_abilities(self, abilities: Vec<AbilityRef>) -> Face {
        let mut face = self.face;
        let (power, toughness) = (face.power.map(|pt| pt.value), face.toughness.map(|pt| pt.value));
        face.base = Characteristics {
            name: Symbol::new(&self.name),
            types: self.types,
            power,
            toughness,
            base_pt: (power, toughness),
            abilities: abilities.into_iter().map(|ability| AbilityInstance { ability, origin: Origin::Printed }).collect(),
            ..face.base
        };
        face
    }
}

/// A definition of these faces. Editing a scenario's card on the spot gives it another version.
pub(super) fn definition(key: &str, kind: DefKind, faces: Vec<Face>, version: u64) -> CardDef {
    CardDef { key: Symbol::new(key), kind, faces, version, of_type: None }
}

fn mistakes(errors: Vec<text::TextError>) -> Fail {
    let all: Vec<String> = errors
        .iter()
        .map(|error| if error.help.is_empty() { error.message.clone() } else { format!("{}; {}", error.message, error.help) })
        .collect();
    Fail::wrong(all.join("\n"))
}

fn printed(number: PrintedNumber) -> PrintedPt {
    PrintedPt { value: number.fixed, text: Symbol::new(&number.to_string()) }
}

fn number(key: &str, value: &Dynamic) -> Result<PrintedPt, Fail> {
    match value.as_int() {
        Ok(number) => Ok(PrintedPt::number(number.clamp(-9999, 9999) as i32)),
        Err(_) => match text::printed_number(&value.to_string()) {
            Ok(number) => Ok(printed(number)),
            Err(_) => Err(Fail::wrong(format!("`{key}` of a card is a number or \"*\""))),
        },
    }
}

fn small(key: &str, value: &Dynamic) -> Result<i16, Fail> {
    let number = value.as_int().ok().and_then(|number| i16::try_from(number).ok());
    number.ok_or_else(|| Fail::wrong(format!("`{key}` of a card is a number")))
}

fn list(key: &str, value: &Dynamic) -> Result<Array, Fail> {
    value.clone().try_cast::<Array>().ok_or_else(|| Fail::wrong(format!("`{key}` of a card is a list")))
}

fn color(value: &Dynamic) -> Result<Color, Fail> {
    let word = value.to_string();
    let found = Color::ALL.into_iter().find(|color| color.word() == word.to_lowercase() || color.letter().to_string() == word);
    found.ok_or_else(|| Fail::wrong(format!("`{word}` is no colour")))
}
