//! Filters as nouns, as a table.

use super::{Article, Head};
use crate::testing::gull;
use cardwright_engine::ability::{Amount, Comparison, Filter, Objects, Players, Stat};
use cardwright_engine::mana::Color;
use cardwright_engine::types::{CardType, Supertype};
use cardwright_engine::zone::ZoneKind;

fn all(filters: impl IntoIterator<Item = Filter>) -> Filter {
    filters.into_iter().fold(Filter::Any, Filter::and)
}
fn any(filters: impl IntoIterator<Item = Filter>) -> Filter {
    filters.into_iter().fold(Filter::Never, Filter::or)
}
fn of(players: Players) -> Filter {
    Filter::ControlledBy(Box::new(players))
}
fn power(comparison: Comparison, number: i32) -> Filter {
    Filter::Stat(Stat::Power, comparison, Box::new(Amount::Fixed(number)))
}
fn spell(card_type: CardType) -> Filter {
    Filter::Spell.and(Filter::Type(card_type))
}

const CREATURE: Filter = Filter::Type(CardType::Creature);
const ARTIFACT: Filter = Filter::Type(CardType::Artifact);

#[test]
fn filters_are_nouns() {
    let card = Filter::Token.negate();
    let cases = [
        (CREATURE, Article::A, "a creature"),
        (all([CREATURE, of(Players::You), Filter::Other]), Article::Many, "other creatures you control"),
        (all([CREATURE, of(Players::Opponents)]), Article::A, "a creature an opponent controls"),
        (all([CREATURE, of(Players::Opponents)]), Article::Many, "creatures your opponents control"),
        (all([CREATURE, Filter::Other, of(Players::You)]), Article::A, "another creature you control"),
        (all([CREATURE, Filter::Subtype("Goblin".into()), of(Players::You)]), Article::Many, "Goblins you control"),
        (any([ARTIFACT, Filter::Type(CardType::Enchantment)]), Article::A, "an artifact or enchantment"),
        (any([ARTIFACT, CREATURE, Filter::Type(CardType::Land)]), Article::Many, "artifacts, creatures, and lands"),
        (any([spell(CardType::Instant), spell(CardType::Sorcery)]), Article::A, "an instant or sorcery spell"),
        (
            all([spell(CardType::Creature), Filter::CastOffTime]),
            Article::A,
            "a creature spell cast at a time a sorcery couldn't have been cast",
        ),
        (all([CREATURE, any([Filter::Attacking, Filter::Blocking])]), Article::One, "attacking or blocking creature"),
        (
            all([CREATURE, power(Comparison::AtLeast, 4), of(Players::You)]),
            Article::A,
            "a creature you control with power 4 or greater",
        ),
        (all([card.clone(), of(Players::You), Filter::Zone(ZoneKind::Graveyard)]), Article::Many, "cards in your graveyard"),
        (all([CREATURE, Filter::Zone(ZoneKind::Graveyard)]), Article::A, "a creature card in a graveyard"),
        (all([CREATURE, Filter::Token.negate()]), Article::Each, "each nontoken creature"),
        (all([card, CREATURE.negate(), Filter::Type(CardType::Land).negate()]), Article::A, "a noncreature, nonland card"),
        (all([Filter::Permanent, Filter::Type(CardType::Land).negate()]), Article::All, "all nonland permanents"),
        (
            all([CREATURE, Filter::Not(Box::new(all([CREATURE, Filter::Subtype("Wall".into())])))]),
            Article::A,
            "a non-Wall creature",
        ),
        (
            any([all([CREATURE, Filter::Subtype("Goblin".into())]), all([CREATURE, Filter::Subtype("Elf".into())])]),
            Article::A,
            "a Goblin or Elf",
        ),
        (all([Filter::Type(CardType::Land), Filter::Supertype(Supertype::Basic).negate()]), Article::Many, "nonbasic lands"),
        (
            any([all([CREATURE, Filter::Keyword("flying".into())]), all([CREATURE, Filter::Keyword("reach".into())])]),
            Article::A,
            "a creature with flying or reach",
        ),
        (all([CREATURE, Filter::Tapped, Filter::Color(Color::Red)]), Article::A, "a tapped red creature"),
        (Filter::Is(Box::new(Objects::Host(Box::new(Objects::This)))), Article::Many, "enchanted creature"),
    ];
    for (filter, article, said) in cases {
        assert_eq!(gull(|speech| speech.filter(&filter, article).text), said, "{filter:?}");
    }
}

#[test]
fn the_place_says_what_a_bare_filter_is() {
    gull(|speech| {
        let red = Filter::Color(Color::Red);
        assert_eq!(speech.filter_of(&red, Article::A, Head::Source).text, "a red source");
        assert_eq!(speech.filter_of(&red, Article::A, Head::Card).text, "a red card");
        assert_eq!(
            speech.filter_of(&of(Players::Opponents), Article::A, Head::SpellOrAbility).text,
            "a spell or ability an opponent controls"
        );
        assert_eq!(speech.filter(&red, Article::A).text, "a red permanent");
    });
}

#[test]
fn what_moves_comes_from_its_zone() {
    gull(|speech| {
        let filter = all([CREATURE, of(Players::You), Filter::Zone(ZoneKind::Graveyard)]);
        assert_eq!(speech.moved(&Objects::All(Box::new(filter))).text, "all creature cards from your graveyard");
    });
}

#[test]
fn qualities_follow_the_verb() {
    gull(|speech| {
        let it = crate::noun::Noun::thing("it");
        let they = crate::noun::Noun::things("they");
        for (filter, holds, one, many) in [
            (Filter::Tapped, true, "is tapped", "are tapped"),
            (Filter::Tapped, false, "isn't tapped", "aren't tapped"),
            (Filter::Keyword("flying".into()), false, "doesn't have flying", "don't have flying"),
            (power(Comparison::AtLeast, 4), true, "has power 4 or greater", "have power 4 or greater"),
            (power(Comparison::AtLeast, 4), false, "has power less than 4", "have power less than 4"),
            (CREATURE, true, "is a creature", "are creatures"),
        ] {
            assert_eq!(speech.said_of(&filter, &it, holds), one);
            assert_eq!(speech.said_of(&filter, &they, holds), many);
        }
    });
}
