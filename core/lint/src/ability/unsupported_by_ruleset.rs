//! `unsupported-by-ruleset`

use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{AbilityBody, Condition, Effect, Filter, Pattern};
use cardwright_engine::ruleset::ContinuousEffects;
use cardwright_engine::types::CardType;
use cardwright_script::trace::Made;

/// Something that the set's edition of the rules does not have.
pub const LINT: Lint = Lint {
    name: "unsupported-by-ruleset",
    family: Family::Ability,
    level: Level::Warn,
    what: "a card needs rules that the set's ruleset does not have",
    why: "Planes, schemes and their like are played by no ruleset here; and the rules of 1999 (`classic`) know no planeswalkers, \
          battles, day or night. What a card says of them is played in no game of the set, or by rules that its edition lacks.",
    bad: Example(&[
        ("cards/example/set.toml", "name = \"Old Lamps\"\nruleset = \"classic\"\n"),
        ("scripts/rulesets/classic.toml", CLASSIC),
        (
            EXAMPLE_CARD,
            r#"
name = "Dusk Herald"
cost = "{1}{B}"
type = "Creature - Bat"
power = 1
toughness = 1
script = '''
when(card.enters, become_night());
'''
"#,
        ),
    ]),
    instead: Example(&[
        ("cards/example/set.toml", "name = \"Old Lamps\"\nruleset = \"classic\"\n"),
        ("scripts/rulesets/classic.toml", CLASSIC),
        (
            EXAMPLE_CARD,
            r#"
name = "Dusk Herald"
cost = "{1}{B}"
type = "Creature - Bat"
power = 1
toughness = 1
script = '''
when(card.enters, lose_life(1).by(opponents));
'''
"#,
        ),
    ]),
    fix: None,
    check: Check::Card(check),
};

const CLASSIC: &str = r#"
name = "classic"
combat_damage      = "on the stack"
legend_rule        = "oldest stays"
unspent_mana       = "burns"
continuous_effects = "timestamps"
damage_order       = "free"
defending_players  = "all opponents"
starting_life = 20
starting_hand = 7
hand_size     = 7
poison        = 10
"#;

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let classic = card.ruleset.continuous_effects == ContinuousEffects::Classic;
    for face in card.faces() {
        let file = &face.card.raw.file;
        for card_type in face.face.base.types.types.members() {
            let message = match card_type {
                CardType::Plane
                | CardType::Phenomenon
                | CardType::Scheme
                | CardType::Vanguard
                | CardType::Dungeon
                | CardType::Conspiracy => {
                    format!("no ruleset here plays a {}", card_type.word().to_lowercase())
                }
                CardType::Planeswalker | CardType::Battle if classic => {
                    format!("the rules of `{}` know no {}s", card.ruleset.name, card_type.word().to_lowercase())
                }
                CardType::Planeswalker
                | CardType::Battle
                | CardType::Artifact
                | CardType::Creature
                | CardType::Enchantment
                | CardType::Instant
                | CardType::Kindred
                | CardType::Land
                | CardType::Sorcery
                | CardType::Own(_) => continue,
            };
            let span = face.raw.types.span.clone();
            let written = file.text.get(span.clone()).unwrap_or_default();
            let at = written.find(card_type.word());
            let span = at.map_or(span.clone(), |at| span.start + at..span.start + at + card_type.word().len());
            findings.add(file, span, message).help.push("choose another card type, or another ruleset in `set.toml`".to_owned());
        }
    }
    if !classic {
        return;
    }
    let known_type =
        card.faces().any(|face| face.face.base.types.is(CardType::Planeswalker) || face.face.base.types.is(CardType::Battle));
    for site in sites(card).into_iter().filter(|_| !known_type) {
        let mut found: Vec<(Made, &'static str)> = Vec::new();
        walk::each(site.ability, |effect: &Effect| {
            if matches!(effect, Effect::BecomeDaylight(_)) {
                found.push((Made::Effect(effect.clone()), "day and night"));
            }
        });
        walk::each(site.ability, |condition: &Condition| {
            if matches!(condition, Condition::Daylight(_)) {
                found.push((Made::Condition(condition.clone()), "day and night"));
            }
        });
        walk::each(site.ability, |pattern: &Pattern| {
            if matches!(pattern, Pattern::DaylightBecomes(_)) {
                found.push((Made::Pattern(pattern.clone().into()), "day and night"));
            }
        });
        walk::each(site.ability, |filter: &Filter| match filter {
            Filter::Type(CardType::Planeswalker) => found.push((Made::Filter(filter.clone()), "planeswalkers")),
            Filter::Type(CardType::Battle) => found.push((Made::Filter(filter.clone()), "battles")),
            _ => {}
        });
        if matches!(&site.ability.kind, AbilityBody::Activated(activated) if activated.loyalty) {
            found.push((Made::Other("loyalty"), "loyalty abilities"));
        }
        for (part, what) in found {
            // `any_target` speaks of all that can be damaged: that is no mistake in any edition.
            let named = site.step(&part).is_some() || !matches!(part, Made::Filter(_));
            if named {
                let (file, span) = site.place(&part);
                let finding = findings.add(&file, span, format!("the rules of `{}` know no {what}", card.ruleset.name));
                finding.help.push("leave it out, or choose another ruleset in `set.toml`".to_owned());
            }
        }
    }
}
