//! What stands on every board: plain cards of all sorts, and stage directions that make things happen to whatever is there.
//!
//! All are written in the vocabulary that authors use, and compiled once.

use cardwright_engine::ability::{AbilityInstance, AbilityRef, Origin};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, DefKind, Definitions, Face};
use cardwright_engine::event::EventKind;
use cardwright_engine::ids::DefId;
use cardwright_engine::mana::ColorSet;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, TypeLine};
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::text::{mana_cost, type_line};
use cardwright_script::{CardScript, ScriptHost, ScriptSource};
use std::sync::Arc;

/// A plain card: its name, cost, type line, power and toughness, script.
type Plain = (&'static str, &'static str, &'static str, Option<(i32, i32)>, &'static str);

/// Permanents that both players have.
const COMPANY: &[Plain] = &[
    ("Rehearsal Squire", "{W}", "Creature - Human Soldier", Some((1, 1)), ""),
    ("Rehearsal Guard", "{2}{U}", "Creature - Human Wizard", Some((1, 4)), ""),
    ("Rehearsal Ghoul", "{2}{B}", "Creature - Zombie", Some((2, 3)), ""),
    ("Rehearsal Bear", "{1}{G}", "Creature - Bear", Some((2, 2)), ""),
    ("Rehearsal Ogre", "{3}{R}", "Creature - Ogre", Some((4, 4)), ""),
    ("Rehearsal Bully", "{R}", "Creature - Goblin", Some((2, 1)), "always(card.must_attack);"),
    ("Rehearsal Lamp", "{1}", "Artifact", None, "activated(\"{T}\", gain_life(1));"),
    ("Rehearsal Chant", "{1}{W}", "Enchantment", None, "when(upkeep.yours, gain_life(1));"),
    ("Rehearsal Plains", "", "Basic Land - Plains", None, ""),
    ("Rehearsal Island", "", "Basic Land - Island", None, ""),
    ("Rehearsal Swamp", "", "Basic Land - Swamp", None, ""),
    ("Rehearsal Mountain", "", "Basic Land - Mountain", None, ""),
    ("Rehearsal Forest", "", "Basic Land - Forest", None, ""),
    ("Rehearsal Crossing", "", "Land", None, "activated(\"{T}\", add_mana(\"{C}\"));"),
    ("Rehearsal Sage", "{2}{U}", "Planeswalker", None, "loyalty(+1, gain_life(1));"),
];

/// Cards that both players have in hand, and in libraries and graveyards.
const BAGGAGE: &[Plain] = &[
    ("Rehearsal Spark", "{R}", "Instant", None, "spell(damage(1, target(any_target)));"),
    ("Rehearsal Lesson", "{1}{U}", "Sorcery", None, "spell(draw(1));"),
    ("Rehearsal Bat", "{B}", "Creature - Bat", Some((1, 1)), "when(card.enters, gain_life(1));"),
    ("Rehearsal Field", "", "Land", None, "activated(\"{T}\", add_mana(\"{C}\"));"),
];

/// A stage direction: what it makes happen, and the kinds of events that come of it.
pub(super) struct Direction {
    /// The spell.
    pub card: DefId,
    /// What comes of it.
    pub causes: &'static [EventKind],
    /// Whether little is left on the board after it.
    pub harsh: bool,
}

const GENTLE: bool = false;
const HARSH: bool = true;

use EventKind as E;

/// Stage directions. Most concern everything at once, so that whatever an ability waits for is among it.
const DIRECTIONS: &[(&str, &[EventKind], bool)] = &[
    ("tap(permanents)", &[E::Tap], GENTLE),
    ("untap(permanents)", &[E::Untap], GENTLE),
    ("tap(target(permanents))", &[E::Targeted, E::Tap], GENTLE),
    ("damage(1, target(players))", &[E::Targeted, E::Damage], GENTLE),
    ("together([damage(1, creatures), damage(1, players)])", &[E::Damage, E::LoseLife], GENTLE),
    ("for_each(players, |p| gain_life(2).by(p))", &[E::GainLife], GENTLE),
    ("for_each(players, |p| lose_life(1).by(p))", &[E::LoseLife], GENTLE),
    ("for_each(players, |p| draw(2).by(p))", &[E::Draw, E::Move], GENTLE),
    ("for_each(players, |p| discard(1).by(p))", &[E::Move], GENTLE),
    ("for_each(players, |p| mill(4).by(p))", &[E::Act, E::Move], GENTLE),
    ("for_each(players, |p| [scry(1).by(p), surveil(1).by(p)])", &[E::Act], GENTLE),
    ("for_each(players, |p| shuffle_library().by(p))", &[E::Shuffle], GENTLE),
    ("for_each(players, |p| search(cards, to_hand).by(p))", &[E::Search, E::Shuffle], GENTLE),
    ("put_counters(1, \"+1/+1\", creatures)", &[E::PutCounters], GENTLE),
    ("put_counters(1, \"charge\", permanents)", &[E::PutCounters], GENTLE),
    ("put_counters(1, \"poison\", players)", &[E::PutCounters], GENTLE),
    ("remove_counters(1, \"+1/+1\", creatures)", &[E::RemoveCounters], GENTLE),
    ("reveal(top_cards(2))", &[E::Reveal], GENTLE),
    ("reveal(cards.yours.in_hand)", &[E::Reveal], GENTLE),
    ("[become_day(), become_night()]", &[E::Daylight], GENTLE),
    ("become_day()", &[E::Daylight], GENTLE),
    ("flip_coin(gain_life(1))", &[E::Coin], GENTLE),
    ("transform(permanents)", &[E::Transform], GENTLE),
    ("turn_face_down(target(creatures))", &[E::Turned], GENTLE),
    ("turn_face_up(permanents)", &[E::Turned], GENTLE),
    ("counter(target(spells))", &[E::Counter, E::Targeted], GENTLE),
    ("gain_control(target(permanents.opponents))", &[E::ControlChanged], GENTLE),
    ("prevent(any_damage).until_end_of_turn", &[E::Prevented], GENTLE),
    ("unattach(permanents)", &[E::Unattach], GENTLE),
    (
        "for_each(players, |p| create_token(token(#{ name: \"Imp\", type: \"Creature - Imp\", pt: \"1/1\" })).by(p))",
        &[E::CreateTokens, E::Move],
        GENTLE,
    ),
    ("for_each(players, |p| sacrifice(creatures, 1).by(p))", &[E::Move], GENTLE),
    ("destroy(target(creatures))", &[E::Destroy, E::Move], GENTLE),
    ("destroy(target(permanents))", &[E::Destroy, E::Move], GENTLE),
    ("return_to_hand(target(permanents.nonland))", &[E::Move], GENTLE),
    ("exile(target(permanents))", &[E::Move], GENTLE),
    ("exile(cards.in_graveyard)", &[E::Move], GENTLE),
    ("return_to_battlefield(creatures.yours.in_graveyard)", &[E::Move], GENTLE),
    ("phase_out(permanents.nonland)", &[E::Phase], HARSH),
    ("put_onto_battlefield(lands.yours.in_hand)", &[E::Move], GENTLE),
    ("put_on_top(target(permanents))", &[E::Move], GENTLE),
    ("put_into_graveyard(cards.yours.in_library)", &[E::Move], HARSH),
    ("exile(all(permanents.nonland)).then(|r| return_to_battlefield(r))", &[E::Move], HARSH),
    ("damage(4, creatures)", &[E::Damage, E::Move], HARSH),
    ("destroy(creatures)", &[E::Destroy, E::Move], HARSH),
    ("for_each(players, |p| sacrifice(permanents, 5).by(p))", &[E::Move], HARSH),
    ("destroy(permanents)", &[E::Destroy, E::Move], HARSH),
    ("return_to_hand(permanents)", &[E::Move], HARSH),
    ("exile(permanents)", &[E::Move], HARSH),
    ("lose_game().by(target(opponents))", &[E::Lose], HARSH),
];

/// The definitions of props, and what is what among them.
pub(super) struct Props {
    /// Definitions of them all: what those of a board begin with.
    pub definitions: Definitions,
    /// Permanents of both players.
    pub company: Vec<DefId>,
    /// Cards of both players in other zones.
    pub baggage: Vec<DefId>,
    /// Stage directions.
    pub directions: Vec<Direction>,
    /// Keeps mana in the pools.
    pub keeper: DefId,
}

impl Props {
    /// Compiles them.
    ///
    /// # Errors
    /// If the vocabulary does not know what they say: says which.
    pub fn new() -> Result<Self, String> {
        let host = ScriptHost::new();
        let mut definitions = Definitions::new();
        let mut add = |plain: &Plain, kind: DefKind| -> Result<DefId, String> {
            Ok(definitions.insert(Arc::new(card(&host, plain, kind)?)))
        };
        let company = COMPANY.iter().map(|plain| add(plain, DefKind::Card)).collect::<Result<_, _>>()?;
        let baggage = BAGGAGE.iter().map(|plain| add(plain, DefKind::Card)).collect::<Result<_, _>>()?;
        let keeper = add(&("Rehearsal Purse", "", "Enchantment", None, "always(players.keep_mana);"), DefKind::Emblem)?;
        let mut directions = Vec::new();
        for (number, (effect, causes, harsh)) in DIRECTIONS.iter().enumerate() {
            let (name, script) = (format!("Rehearsal Direction {number}"), format!("spell({effect});"));
            let mut made = card(&host, &("", "{0}", "Instant", None, ""), DefKind::Card)?;
            made.key = Symbol::new(&name);
            made.faces[0].base.name = made.key;
            made.faces[0].base.abilities = compiled(&host, &name, &script, &made.faces[0].base.types)?;
            directions.push(Direction { card: definitions.insert(Arc::new(made)), causes, harsh: *harsh });
        }
        Ok(Props { definitions, company, baggage, directions, keeper })
    }
}

/// A prop as a definition.
fn card(host: &ScriptHost, (name, cost, types, pt, script): &Plain, kind: DefKind) -> Result<CardDef, String> {
    let wrong = |what: &dyn std::fmt::Debug| format!("{name}: {what:?}");
    let types = type_line(types).map_err(|errors| wrong(&errors))?;
    let cost = if cost.is_empty() { None } else { Some(mana_cost(cost).map_err(|errors| wrong(&errors))?) };
    let abilities = if script.is_empty() { Vec::new() } else { compiled(host, name, script, &types)? };
    Ok(definition(
        Characteristics {
            name: Symbol::new(name),
            colors: cost.as_ref().map_or(ColorSet::empty(), |cost| cost.colors()),
            cost,
            numbers: types.is(CardType::Planeswalker).then(|| (Symbol::new("loyalty"), 5)).into(),
            types,
            power: pt.map(|pt| pt.0),
            toughness: pt.map(|pt| pt.1),
            abilities,
            ..Characteristics::default()
        },
        kind,
    ))
}

/// A definition with these characteristics.
pub(super) fn definition(mut base: Characteristics, kind: DefKind) -> CardDef {
    base.base_pt = (base.power, base.toughness);
    CardDef { key: base.name, kind, faces: vec![Face { base, ..Face::default() }], ..CardDef::default() }
}

fn compiled(host: &ScriptHost, name: &str, script: &str, types: &TypeLine) -> Result<Vec<AbilityInstance>, String> {
    let file = SourceFile::new("(rehearsal)", script);
    let source = Some(ScriptSource::whole(&file));
    let made = host.compile(&CardScript { name: Symbol::new(name), source, keywords: &[], types, tokens: &[] });
    match made.diagnostics.iter().find(|found| found.is_error()) {
        Some(error) => Err(format!("{script}: {error}")),
        None => Ok(made.abilities.into_iter().map(printed).collect()),
    }
}

/// The ability as a printed one.
pub(super) fn printed(ability: AbilityRef) -> AbilityInstance {
    AbilityInstance { ability, origin: Origin::Printed }
}

#[cfg(test)]
mod tests {
    use super::Props;

    #[test]
    fn the_props_are_written_in_the_vocabulary_of_today() {
        let props = Props::new().expect("every prop compiles");
        assert!(props.directions.len() > 40);
    }
}
