//! What changed between two versions of a card, in words: "damage 3 -> 4".
//!
//! Printed characteristics and keywords are compared as such; everything else by walking both abilities' data side by side
//! and naming what differs after the nearest part of the data that has a name.

use cardwright_engine::ability::{AbilityBody, AbilityInstance};
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::mana::ManaCost;
use cardwright_engine::symbol::Symbol;
use serde_json::Value;

/// Longer lists of changes are cut: somebody reads them during a game.
const MOST: usize = 6;

/// The differences between two versions of a card, in words. Empty if games see no difference.
pub fn changes(before: &CardDef, after: &CardDef) -> Vec<String> {
    let mut out = Vec::new();
    if before.faces.len() != after.faces.len() {
        out.push(format!("faces {} -> {}", before.faces.len(), after.faces.len()));
    }
    for (old, new) in before.faces.iter().zip(&after.faces) {
        face(old, new, &mut out);
    }
    if out.len() > MOST {
        let more = out.len() - MOST + 1;
        out.truncate(MOST - 1);
        out.push(format!("and {more} more changes"));
    }
    out
}

/// The differences between two versions of one ability, in words.
pub fn ability_changes(before: &AbilityInstance, after: &AbilityInstance) -> Vec<String> {
    let value = |instance: &AbilityInstance| serde_json::to_value(&*instance.ability).unwrap_or_default();
    let mut out = Vec::new();
    walk(&value(before), &value(after), &mut Vec::new(), &mut out);
    if out.len() > 3 {
        return vec![format!("another {}", sort(&after.ability.kind))];
    }
    out
}

fn face(old: &Face, new: &Face, out: &mut Vec<String>) {
    let (before, after) = (&old.base, &new.base);
    differs("name", before.name, after.name, out);
    let cost = |cost: &Option<ManaCost>| cost.as_ref().map_or_else(|| "none".to_owned(), ManaCost::to_string);
    differs("cost", cost(&before.cost), cost(&after.cost), out);
    differs("type", before.types.to_string(), after.types.to_string(), out);
    if before.colors != after.colors && before.cost == after.cost {
        let words = |colors: cardwright_engine::mana::ColorSet| {
            let words: Vec<_> = colors.colors().map(|color| color.word()).collect();
            if words.is_empty() { "colourless".to_owned() } else { words.join(" and ") }
        };
        differs("colour", words(before.colors), words(after.colors), out);
    }
    let pt = |face: &Face| {
        let part =
            |pt: Option<cardwright_engine::definition::PrintedPt>| pt.map_or_else(|| "-".to_owned(), |pt| pt.text.to_string());
        format!("{}/{}", part(face.power), part(face.toughness))
    };
    differs("power and toughness", pt(old), pt(new), out);
    let number = |number: Option<i16>| number.map_or_else(|| "none".to_owned(), |number| number.to_string());
    let mut words: Vec<Symbol> = before.numbers.iter().chain(after.numbers.iter()).map(|(word, _)| word).collect();
    words.dedup();
    for word in words {
        differs(word.as_str(), number(before.numbers.get(word)), number(after.numbers.get(word)), out);
    }
    keywords(old, new, out);
    abilities(old, new, out);
}

fn differs<T: PartialEq + std::fmt::Display>(what: &str, old: T, new: T, out: &mut Vec<String>) {
    if old != new {
        out.push(format!("{what} {old} -> {new}"));
    }
}

fn keywords(old: &Face, new: &Face, out: &mut Vec<String>) {
    let words = |face: &Face| {
        let mut words: Vec<String> =
            face.abilities().iter().filter_map(|instance| instance.ability.keyword).map(|keyword| keyword.to_string()).collect();
        words.dedup();
        words
    };
    let (before, after) = (words(old), words(new));
    for gained in after.iter().filter(|word| !before.contains(word)) {
        out.push(format!("gains {gained}"));
    }
    for lost in before.iter().filter(|word| !after.contains(word)) {
        out.push(format!("loses {lost}"));
    }
}

fn abilities(old: &Face, new: &Face, out: &mut Vec<String>) {
    let own = |face: &Face| -> Vec<(Value, &'static str)> {
        face.abilities()
            .iter()
            .filter(|instance| instance.ability.keyword.is_none())
            .map(|instance| (serde_json::to_value(&*instance.ability).unwrap_or_default(), sort(&instance.ability.kind)))
            .collect()
    };
    let (mut before, mut after) = (own(old), own(new));
    // What is the same on both sides says nothing, wherever it stands.
    before.retain(|(ability, _)| match after.iter().position(|(other, _)| other == ability) {
        Some(place) => {
            after.remove(place);
            false
        }
        None => true,
    });
    for (ability, sort) in before {
        match after.iter().position(|(_, other)| *other == sort) {
            Some(place) => {
                let (other, _) = after.remove(place);
                let first = out.len();
                walk(&ability, &other, &mut Vec::new(), out);
                if out.len() - first > 3 {
                    out.truncate(first);
                    out.push(format!("another {sort}"));
                }
            }
            None => out.push(format!("loses {}", article(sort))),
        }
    }
    for (_, sort) in after {
        out.push(format!("gains {}", article(sort)));
    }
}

fn sort(kind: &AbilityBody) -> &'static str {
    match kind {
        AbilityBody::Spell(_) => "spell ability",
        AbilityBody::Activated(_) => "activated ability",
        AbilityBody::Triggered(_) => "triggered ability",
        AbilityBody::Static(_) => "static ability",
    }
}

fn article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Names of data that say nothing to a reader.
const SILENT: [&str; 22] = [
    "Fixed",
    "Plain",
    "Modal",
    "modes",
    "effect",
    "kind",
    "body",
    "Spell",
    "Activated",
    "Triggered",
    "Static",
    "parts",
    "Sequence",
    "Together",
    "amount",
    "Continuous",
    "changes",
    "Rule",
    "Replacement",
    "Event",
    "objects",
    "players",
];

fn walk<'v>(old: &'v Value, new: &'v Value, path: &mut Vec<&'v str>, out: &mut Vec<String>) {
    if old == new {
        return;
    }
    if let (Some(before), Some(after)) = (mana(old), mana(new)) {
        out.push(format!("{} {before} -> {after}", label(path)));
        return;
    }
    match (old, new) {
        (Value::Object(before), Value::Object(after)) if before.keys().eq(after.keys()) => {
            for (key, value) in before {
                path.push(key);
                walk(value, &after[key], path, out);
                path.pop();
            }
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (place, (a, b)) in before.iter().zip(after).enumerate() {
                path.push(["#0", "#1", "#2", "#3"].get(place).copied().unwrap_or("#"));
                walk(a, b, path, out);
                path.pop();
            }
        }
        _ => out.push(format!("{} {} -> {}", label(path), short(old), short(new))),
    }
}

fn mana(value: &Value) -> Option<ManaCost> {
    value.get("symbols")?;
    serde_json::from_value(value.clone()).ok()
}

/// What the place in the data is called.
fn label(path: &[&str]) -> String {
    for (place, step) in path.iter().enumerate().rev() {
        if step.starts_with('#') || SILENT.contains(step) {
            continue;
        }
        let next = path.get(place + 1).copied().unwrap_or_default();
        return match (*step, next) {
            ("Modify", "#0") => "power bonus".to_owned(),
            ("Modify", "#1") => "toughness bonus".to_owned(),
            ("Set" | "Define", "#0") => "power".to_owned(),
            ("Set" | "Define", "#1") => "toughness".to_owned(),
            ("Mana", _) => "cost".to_owned(),
            ("PutCounters", "#2") => "counters".to_owned(),
            ("Draw", _) => "cards drawn".to_owned(),
            ("GainLife", _) => "life gained".to_owned(),
            ("LoseLife", _) => "life lost".to_owned(),
            ("min", _) => "fewest targets".to_owned(),
            ("max", _) => "most targets".to_owned(),
            (other, _) => words(other),
        };
    }
    "ability".to_owned()
}

/// `GainLife` as "gain life", `per_turn` as "per turn".
fn words(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.push(if letter == '_' { ' ' } else { letter.to_ascii_lowercase() });
    }
    out
}

/// A value in few words.
fn short(value: &Value) -> String {
    let text = match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => words(text),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(short).collect::<Vec<_>>().join(" "),
        Value::Object(map) => match mana(value) {
            Some(cost) => cost.to_string(),
            None => map
                .iter()
                .map(
                    |(key, inner)| {
                        if SILENT.contains(&key.as_str()) { short(inner) } else { format!("{} {}", words(key), short(inner)) }
                    },
                )
                .collect::<Vec<_>>()
                .join(" "),
        },
    };
    if text.chars().count() > 60 { format!("{}...", text.chars().take(57).collect::<String>()) } else { text }
}

#[cfg(test)]
mod tests {
    use super::changes;
    use cardwright_engine::ability::{
        Ability, AbilityBody, AbilityInstance, AbilityRef, Amount, Body, Effect, Objects, Origin, Recipients, Zones,
    };
    use cardwright_engine::definition::{CardDef, Face};
    use cardwright_engine::ids::TargetSlot;
    use cardwright_engine::mana::ManaCost;

    fn lance(damage: i32) -> CardDef {
        let effect =
            Effect::Damage { amount: Amount::Fixed(damage), to: Recipients::target(TargetSlot(0)), source: Objects::This };
        let ability = Ability::new(Zones::Usual, AbilityBody::Spell(Body::plain(effect)));
        let mut face = Face::default();
        face.base.name = "Ember Lance".into();
        face.base.abilities.push(AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed });
        CardDef { key: "Ember Lance".into(), faces: vec![face], ..CardDef::default() }
    }

    #[test]
    fn a_changed_number_is_named_after_its_effect() {
        assert_eq!(changes(&lance(3), &lance(4)), ["damage 3 -> 4"]);
        assert!(changes(&lance(3), &lance(3)).is_empty());
    }

    #[test]
    fn a_changed_cost_is_written_in_symbols() {
        let mut dear = lance(3);
        dear.faces[0].base.cost = Some(ManaCost::generic(2));
        assert_eq!(changes(&lance(3), &dear), ["cost none -> {2}"]);
    }

    #[test]
    fn abilities_come_and_go() {
        let mut empty = lance(3);
        empty.faces[0].base.abilities.clear();
        assert_eq!(changes(&lance(3), &empty), ["loses a spell ability"]);
        assert_eq!(changes(&empty, &lance(3)), ["gains a spell ability"]);
    }
}
