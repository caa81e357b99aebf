//! Filters: which objects. Words narrow them down from left to right, as the printed text does from right to left.

use super::Words;
use crate::call::{Call, Made, Trouble};
use crate::coerce;
use crate::value::{Given, Value};
use cardwright_engine::ability::{AbilityKind, Comparison, Filter, MoveCause, Players, Stat};
use cardwright_engine::mana::Color;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, Supertype};
use cardwright_engine::zone::ZoneKind;

pub(super) fn words(words: &mut Words) {
    kinds(words);
    types_and_colors(words);
    whose(words);
    places(words);
    states(words);
    named(words);
    numbers(words);
    relations(words);
}

/// A word like `creatures`.
fn kinds(words: &mut Words) {
    let mut kind = |name, meaning, example, filter| words.value(name, meaning, example, Value::Filter(filter));
    kind(
        "creatures",
        "Creatures on the battlefield; creature cards with a zone.",
        "creatures.in_graveyard",
        Filter::Type(CardType::Creature),
    );
    kind("artifacts", "Artifacts on the battlefield.", "spell(destroy(target(artifacts)));", Filter::Type(CardType::Artifact));
    kind(
        "enchantments",
        "Enchantments on the battlefield.",
        "spell(destroy(target(enchantments)));",
        Filter::Type(CardType::Enchantment),
    );
    kind("lands", "Lands on the battlefield.", "lands.yours.count", Filter::Type(CardType::Land));
    kind("planeswalkers", "Planeswalkers on the battlefield.", "creatures | planeswalkers", Filter::Type(CardType::Planeswalker));
    kind("battles", "Battles on the battlefield.", "battles.opponents", Filter::Type(CardType::Battle));
    kind("permanents", "Whatever is on the battlefield; permanent cards with a zone.", "permanents.nonland", Filter::Permanent);
    kind("tokens", "Tokens on the battlefield.", "tokens.yours.count", Filter::Token);
    kind(
        "cards",
        "Cards in the zone that is named; a token is none.",
        "cards.yours.in_graveyard",
        Filter::Not(Box::new(Filter::Token)),
    );
    kind("anything", "Anything at all.", "anything.opponents", Filter::Any);
    kind("spells", "Spells on the stack.", "spell(counter(target(spells)));", Filter::Spell);
    let spell = |card_type| Filter::Spell.and(Filter::Type(card_type));
    kind("instants", "Instant spells; instant cards with a zone.", "instants.in_graveyard", spell(CardType::Instant));
    kind("sorceries", "Sorcery spells; sorcery cards with a zone.", "instants | sorceries", spell(CardType::Sorcery));
    kind(
        "abilities",
        "Activated and triggered abilities on the stack.",
        "spells | abilities",
        Filter::AbilityOnStack(AbilityKind::Any),
    );
    kind(
        "activated_abilities",
        "Activated abilities on the stack.",
        "spell(counter(target(activated_abilities)));",
        Filter::AbilityOnStack(AbilityKind::Activated),
    );
    kind(
        "triggered_abilities",
        "Triggered abilities on the stack.",
        "spell(counter(target(triggered_abilities)));",
        Filter::AbilityOnStack(AbilityKind::Triggered),
    );
}

/// Registers a property that also demands `filter`, and one that demands the opposite.
fn both(
    words: &mut Words,
    signatures: (&'static str, &'static str),
    meanings: (&'static str, &'static str),
    examples: (&'static str, &'static str),
    filter: Filter,
) {
    let opposite = filter.clone().negate();
    words.add(signatures.0, meanings.0, examples.0, narrow(filter));
    words.add(signatures.1, meanings.1, examples.1, narrow(opposite));
}

/// A property that also demands `filter`.
fn narrow(filter: Filter) -> impl Fn(&mut Call) -> Made {
    move |call| Ok(Value::Filter(call.filter(0)?.and(filter.clone())))
}

macro_rules! both_of {
    ($words:ident, $($yes:literal $no:literal $what:literal => $filter:expr),* $(,)?) => {
        $(both(
            $words,
            (concat!("filter.", $yes), concat!("filter.", $no)),
            (concat!("Only ", $what, "."), concat!("Only those that are not ", $what, ".")),
            (concat!("permanents.", $yes), concat!("permanents.", $no)),
            $filter,
        );)*
    };
}

fn types_and_colors(words: &mut Words) {
    both_of!(words,
        "creature" "noncreature" "creatures" => Filter::Type(CardType::Creature),
        "artifact" "nonartifact" "artifacts" => Filter::Type(CardType::Artifact),
        "enchantment" "nonenchantment" "enchantments" => Filter::Type(CardType::Enchantment),
        "land" "nonland" "lands" => Filter::Type(CardType::Land),
        "planeswalker" "nonplaneswalker" "planeswalkers" => Filter::Type(CardType::Planeswalker),
        "instant" "noninstant" "instants" => Filter::Type(CardType::Instant),
        "sorcery" "nonsorcery" "sorceries" => Filter::Type(CardType::Sorcery),
        "permanent" "nonpermanent" "of a permanent type" => Filter::Permanent,
        "legendary" "nonlegendary" "legendary ones" => Filter::Supertype(Supertype::Legendary),
        "basic" "nonbasic" "basic ones" => Filter::Supertype(Supertype::Basic),
        "snow" "nonsnow" "snow ones" => Filter::Supertype(Supertype::Snow),
        "token" "nontoken" "tokens" => Filter::Token,
        "white" "nonwhite" "white ones" => Filter::Color(Color::White),
        "blue" "nonblue" "blue ones" => Filter::Color(Color::Blue),
        "black" "nonblack" "black ones" => Filter::Color(Color::Black),
        "red" "nonred" "red ones" => Filter::Color(Color::Red),
        "green" "nongreen" "green ones" => Filter::Color(Color::Green),
    );
    words.add("filter.colorless", "Only those without a colour.", "spells.colorless", narrow(Filter::Colorless));
    words.add("filter.monocolored", "Only those of exactly one colour.", "spells.monocolored", narrow(Filter::Monocolored));
    words.add(
        "filter.multicolored",
        "Only those of two or more colours.",
        "creatures.multicolored",
        narrow(Filter::Multicolored),
    );
    words.add("filter.of_color(color)", "Only those of that colour.", "creatures.of_color(red)", |call| match call.given(1) {
        Given::Value(Value::Color(color)) => Ok(Value::Filter(call.filter(0)?.and(Filter::Color(color)))),
        other => Err(Trouble::argument(1, "a colour like `red`", other.kind())),
    });
    words.add(
        "filter.of_chosen_color([name])",
        "Only those of the colour that was chosen.",
        "when(card.enters, choose_color()); always(creatures.of_chosen_color().get(+1, +1));",
        |call| {
            let link = link(call, 1, "color")?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::ColorLinked(link))))
        },
    );
}

/// The link named by an optional argument.
pub(super) fn link(call: &Call, place: usize, otherwise: &str) -> Result<cardwright_engine::ids::LinkKey, Trouble> {
    if call.has(place) { call.text(place).map(|name| call.shop.link(name.as_str())) } else { Ok(call.shop.link(otherwise)) }
}

fn whose(words: &mut Words) {
    let controlled = |players: Players| narrow(Filter::ControlledBy(Box::new(players)));
    words.add(
        "filter.yours",
        "Only those that you control; in zones without control, that you own.",
        "creatures.yours.count",
        controlled(Players::You),
    );
    words.add(
        "filter.opponents",
        "Only those that an opponent controls.",
        "spell(tap(creatures.opponents));",
        controlled(Players::Opponents),
    );
    words.add(
        "filter.controlled_by(players)",
        "Only those that these players control.",
        "let p = target(players); spell(tap(creatures.controlled_by(p)));",
        |call| {
            let players = call.players(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::ControlledBy(Box::new(players)))))
        },
    );
    words.add("filter.owned_by(players)", "Only those that these players own.", "permanents.owned_by(you)", |call| {
        let players = call.players(1)?;
        Ok(Value::Filter(call.filter(0)?.and(Filter::OwnedBy(Box::new(players)))))
    });
    words.add("filter.other", "Only others than the card itself.", "creatures.yours.other", narrow(Filter::Other));
    words.add("filter.another", "Only another than the card itself.", "target(creatures.another)", narrow(Filter::Other));
}

/// Puts a filter into a zone, in place of the one that it names.
pub(super) fn in_zone(filter: Filter, zone: ZoneKind) -> Filter {
    without_zone(filter).and(Filter::Zone(zone))
}

fn without_zone(filter: Filter) -> Filter {
    match filter {
        Filter::Zone(_) | Filter::Spell => Filter::Any,
        Filter::And(all) => all.into_iter().map(without_zone).fold(Filter::Any, Filter::and),
        Filter::Or(any) => Filter::Or(any.into_iter().map(without_zone).collect()),
        other => other,
    }
}

fn places(words: &mut Words) {
    let put = |zone| move |call: &mut Call| Ok(Value::Filter(in_zone(call.filter(0)?, zone)));
    words.add("filter.in_hand", "Those cards in hands.", "cards.yours.in_hand.count", put(ZoneKind::Hand));
    words.add(
        "filter.in_graveyard",
        "Those cards in graveyards.",
        "target(creatures.yours.in_graveyard)",
        put(ZoneKind::Graveyard),
    );
    words.add("filter.in_exile", "Those cards in exile.", "cards.yours.in_exile", put(ZoneKind::Exile));
    words.add("filter.in_library", "Those cards in libraries.", "cards.yours.in_library", put(ZoneKind::Library));
    words.add("filter.on_battlefield", "Those on the battlefield.", "card.on_battlefield", put(ZoneKind::Battlefield));
    words.add("filter.on_stack", "Those on the stack.", "card.on_stack", put(ZoneKind::Stack));
    words.add("filter.in_command_zone", "Those in the command zone.", "cards.in_command_zone", put(ZoneKind::Command));
    words.add(
        "filter.cast_from_hand",
        "Only spells cast from a hand, and permanents that were.",
        "spells.yours.cast_from_hand",
        narrow(Filter::CastFrom(ZoneKind::Hand)),
    );
    words.add(
        "filter.cast_from_graveyard",
        "Only spells cast from a graveyard, and permanents that were.",
        "spells.cast_from_graveyard",
        narrow(Filter::CastFrom(ZoneKind::Graveyard)),
    );
    words.add(
        "filter.cast_from_exile",
        "Only spells cast from exile, and permanents that were.",
        "spells.cast_from_exile",
        narrow(Filter::CastFrom(ZoneKind::Exile)),
    );
    words.add(
        "filter.cast_at_instant_speed",
        "Only spells cast at a time when a sorcery could not have been, and permanents that were.",
        "when(you.cast(spells.cast_at_instant_speed), draw(1));",
        narrow(Filter::CastOffTime),
    );
    words.add(
        "filter.entered_from_graveyard",
        "Only those that came from a graveyard this turn.",
        "creatures.entered_from_graveyard",
        narrow(Filter::EnteredBecause(None, Some(ZoneKind::Graveyard))),
    );
    words.add(
        "filter.discarded_this_turn",
        "Only cards that were discarded this turn.",
        "cards.in_graveyard.discarded_this_turn",
        narrow(Filter::EnteredBecause(Some(MoveCause::Discard), None)),
    );
}

fn states(words: &mut Words) {
    both_of!(words,
        "tapped" "untapped" "tapped ones" => Filter::Tapped,
        "attacking" "nonattacking" "attacking ones" => Filter::Attacking,
        "blocking" "nonblocking" "blocking ones" => Filter::Blocking,
        "face_down" "face_up" "face-down ones" => Filter::FaceDown,
    );
    words.add("filter.blocked", "Only attacking creatures that are blocked.", "creatures.blocked", narrow(Filter::Blocked));
    words.add(
        "filter.unblocked",
        "Only attacking creatures that are not blocked.",
        "creatures.unblocked",
        narrow(Filter::Unblocked),
    );
    words.add(
        "filter.attacking(whom)",
        "Only those that attack one of these players, planeswalkers or battles themselves.",
        "creatures.attacking([you, planeswalkers.yours])",
        |call| {
            let whom = call.recipients(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::AttackingOne(Box::new(whom)))))
        },
    );
    words.add(
        "filter.attacking_alone",
        "Only a creature that attacks while nothing else does.",
        "as_long_as(card.are(creatures.attacking_alone), card.get(+2, +0));",
        narrow(Filter::AttackingAlone),
    );
    words.add(
        "filter.blocking_alone",
        "Only a creature that blocks while nothing else does.",
        "as_long_as(card.are(creatures.blocking_alone), card.get(+0, +2));",
        narrow(Filter::BlockingAlone),
    );
    words.add(
        "filter.had_to_attack",
        "Only those that some effect required to attack in this combat phase.",
        "spell(destroy(target(creatures.had_to_attack)));",
        narrow(Filter::HadToAttack),
    );
    words.add(
        "filter.protected_by(players)",
        "Only battles that these players protect.",
        "battles.protected_by(you).count",
        |call| {
            let players = call.players(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::ProtectedBy(Box::new(players)))))
        },
    );
    words.add(
        "filter.attacking_or_blocking",
        "Only attacking or blocking ones.",
        "target(creatures.attacking_or_blocking)",
        narrow(Filter::Attacking.or(Filter::Blocking)),
    );
    words.add(
        "filter.entered_this_turn",
        "Only those that came this turn.",
        "creatures.entered_this_turn",
        narrow(Filter::EnteredThisTurn),
    );
    words.add(
        "filter.newer_than(things)",
        "Only those that came into their zone, or were last attached or turned, later than each of these.",
        "always(creatures.yours.newer_than(card).get(+1, +0));",
        |call| {
            let objects = call.objects(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::NewerThan(Box::new(objects)))))
        },
    );
    words.add(
        "filter.attacked_this_turn",
        "Only those that attacked this turn and match now; `times_happened(creatures.yours.attacks)` counts them as they were then.",
        "creatures.attacked_this_turn.count",
        narrow(Filter::AttackedThisTurn),
    );
    words.add(
        "filter.damaged_this_turn",
        "Only those that were dealt damage this turn.",
        "target(creatures.damaged_this_turn)",
        narrow(Filter::DamagedThisTurn),
    );
    words.add(
        "filter.with_counters",
        "Only those with a counter of any kind.",
        "creatures.yours.with_counters",
        narrow(Filter::AnyCounter),
    );
    words.add(
        "filter.attacking_player(players)",
        "Only those that attack these players, planeswalkers they control or battles they protect.",
        "creatures.attacking_player(you)",
        |call| {
            let players = call.players(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::AttackingPlayer(Box::new(players)))))
        },
    );
}

fn named(words: &mut Words) {
    words.add(
        "filter.of(subtypes)",
        "Only those of that subtype, or of one of these.",
        "creatures.yours.of(\"Goblin\")",
        |call| {
            let any = call.texts(1)?.into_iter().map(Filter::Subtype).fold(Filter::Never, Filter::or);
            Ok(Value::Filter(call.filter(0)?.and(any)))
        },
    );
    words.add(
        "filter.of_chosen_type([name])",
        "Only those of the creature type that was chosen.",
        "when(card.enters, choose_creature_type()); always(creatures.of_chosen_type().get(+1, +1));",
        |call| {
            let link = link(call, 1, "type")?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::SubtypeLinked(link))))
        },
    );
    words.add(
        "filter.sharing_type_with(things)",
        "Only those that share a creature type with these.",
        "creatures.sharing_type_with(card)",
        |call| {
            let objects = call.objects(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::SharesSubtype(Box::new(objects)))))
        },
    );
    words.add(
        "filter.sharing_color_with(things)",
        "Only those that share a colour with these.",
        "creatures.sharing_color_with(card)",
        |call| {
            let objects = call.objects(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::SharesColor(Box::new(objects)))))
        },
    );
    words.add("filter.named(name)", "Only those with that name.", "creatures.named(\"Pale Twin\")", |call| {
        let name = call.text(1)?;
        call.shop.uses.borrow_mut().cards.insert(name);
        Ok(Value::Filter(call.filter(0)?.and(Filter::Named(name))))
    });
    words.add(
        "filter.of_chosen_name([name])",
        "Only those with the name that was chosen.",
        "when(card.enters, choose_card_name(cards.nonland)); always(opponents.cant_cast(spells.of_chosen_name()));",
        |call| {
            let link = link(call, 1, "name")?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::NameLinked(link))))
        },
    );
    words.add(
        "filter.same_name_as(things)",
        "Only those with the same name as one of these.",
        "let t = target(creatures); spell(destroy(creatures.same_name_as(t)));",
        |call| {
            let objects = call.objects(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::SameName(Box::new(objects)))))
        },
    );
    words.add(
        "filter.having(keywords)",
        "Only those with that keyword, or with all of these.",
        "creatures.having(\"flying\")",
        |call| {
            let all = keywords(call, 1)?.into_iter().map(Filter::Keyword).fold(Filter::Any, Filter::and);
            Ok(Value::Filter(call.filter(0)?.and(all)))
        },
    );
    words.add(
        "filter.having_any(first, second, [third], [fourth])",
        "Only those with one of these keywords.",
        "creatures.having_any(\"flying\", \"reach\")",
        |call| {
            let mut any = Filter::Never;
            for place in 1..call.len() {
                any = keywords(call, place)?.into_iter().map(Filter::Keyword).fold(any, Filter::or);
            }
            Ok(Value::Filter(call.filter(0)?.and(any)))
        },
    );
    words.add(
        "filter.without(keywords)",
        "Only those without that keyword, or without any of these.",
        "creatures.without(\"flying\")",
        |call| {
            let none =
                keywords(call, 1)?.into_iter().map(|keyword| Filter::Keyword(keyword).negate()).fold(Filter::Any, Filter::and);
            Ok(Value::Filter(call.filter(0)?.and(none)))
        },
    );
}

/// Names of keywords, which must be known.
pub(super) fn keywords(call: &Call, place: usize) -> Result<Vec<Symbol>, Trouble> {
    let names = call.texts(place)?;
    for name in &names {
        crate::host::keywords::must_be_known(call.shop, *name, place)?;
    }
    Ok(names)
}

fn numbers(words: &mut Words) {
    let stat = |stat: Stat| {
        move |call: &mut Call| {
            let (comparison, amount) = compared(call, 1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::Stat(stat, comparison, Box::new(amount)))))
        }
    };
    words.add(
        "filter.with_power(comparison)",
        "Only those whose power compares so.",
        "creatures.with_power(at_least(4))",
        stat(Stat::Power),
    );
    words.add(
        "filter.with_toughness(comparison)",
        "Only those whose toughness compares so.",
        "creatures.with_toughness(at_most(2))",
        stat(Stat::Toughness),
    );
    words.add(
        "filter.with_base_power(comparison)",
        "Only those whose base power compares so.",
        "creatures.with_base_power(1)",
        stat(Stat::BasePower),
    );
    words.add(
        "filter.with_mana_value(comparison)",
        "Only those whose mana value compares so.",
        "spells.with_mana_value(at_most(2))",
        stat(Stat::ManaValue),
    );
    words.add(
        "filter.with_loyalty(comparison)",
        "Only those whose loyalty compares so.",
        "planeswalkers.with_loyalty(at_most(3))",
        stat(Stat::Number(cardwright_engine::symbol::Symbol::new("loyalty"))),
    );
    words.add(
        "filter.with_damage(comparison)",
        "Only those with that much damage marked.",
        "creatures.with_damage(at_least(1))",
        stat(Stat::Damage),
    );
    words.add(
        "filter.with_counter(kind, [comparison])",
        "Only those with such a counter, or with that many.",
        "creatures.with_counter(\"+1/+1\")",
        |call| {
            let kind = call.text(1)?;
            let (comparison, amount) = if call.has(2) {
                compared(call, 2)?
            } else {
                (Comparison::AtLeast, cardwright_engine::ability::Amount::Fixed(1))
            };
            Ok(Value::Filter(call.filter(0)?.and(Filter::Counters(kind, comparison, Box::new(amount)))))
        },
    );
    let comparison = |comparison: Comparison| move |call: &mut Call| Ok(Value::Compare(comparison, call.amount(0)?));
    words.add("at_least(amount)", "That number or more.", "creatures.with_power(at_least(4))", comparison(Comparison::AtLeast));
    words.add("at_most(amount)", "That number or less.", "creatures.with_power(at_most(2))", comparison(Comparison::AtMost));
    words.add(
        "more_than(amount)",
        "More than that number.",
        "creatures.with_power(more_than(card.power))",
        comparison(Comparison::Greater),
    );
    words.add(
        "less_than(amount)",
        "Less than that number.",
        "creatures.with_power(less_than(card.power))",
        comparison(Comparison::Less),
    );
    words.add("exactly(amount)", "That number.", "creatures.with_power(exactly(0))", comparison(Comparison::Equal));
    words.add("other_than(amount)", "Any other number.", "creatures.with_power(other_than(0))", comparison(Comparison::NotEqual));
}

pub(super) fn compared(call: &Call, place: usize) -> Result<(Comparison, cardwright_engine::ability::Amount), Trouble> {
    let given = call.given(place);
    let found = given.kind();
    coerce::comparison(given).ok_or_else(|| Trouble::argument(place, "a comparison like `at_least(4)`", found))
}

fn relations(words: &mut Words) {
    words.add(
        "filter.except(filter)",
        "Only those that do not match the other.",
        "creatures.except(creatures.of(\"Wall\"))",
        |call| {
            let other = call.filter(1)?;
            Ok(Value::Filter(call.filter(0)?.and(other.negate())))
        },
    );
    words.add(
        "filter.matching(filter)",
        "Only those that also match the other, or that the callback accepts.",
        "creatures.matching(script(|g, c| c.power > c.toughness))",
        |call| {
            let other = call.filter(1)?;
            Ok(Value::Filter(call.filter(0)?.and(other)))
        },
    );
    words.add("filter.among(things)", "Only those among these objects.", "creatures.among(card.attachments)", |call| {
        let objects = call.objects(1)?;
        Ok(Value::Filter(call.filter(0)?.and(Filter::Is(Box::new(objects)))))
    });
    words.add(
        "filter.in_combat_with(things)",
        "Only those that block these or are blocked by these.",
        "creatures.in_combat_with(card)",
        |call| {
            let objects = call.objects(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::InCombatWith(Box::new(objects)))))
        },
    );
    words.add("filter.attached_to(things)", "Only those attached to these.", "permanents.attached_to(card)", |call| {
        let objects = call.objects(1)?;
        Ok(Value::Filter(call.filter(0)?.and(Filter::AttachedTo(Box::new(objects)))))
    });
    words.add(
        "filter.with_attached(filter)",
        "Only those that have something attached that matches.",
        "creatures.with_attached(permanents.of(\"Aura\"))",
        |call| {
            let other = call.filter(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::HasAttached(Box::new(other)))))
        },
    );
    words.add(
        "filter.targeting(recipients)",
        "Only spells and abilities that target one of these.",
        "spell(counter(target(spells.targeting(creatures.yours))));",
        |call| {
            let recipients = call.recipients(1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::Targets(Box::new(recipients)))))
        },
    );
    words.add(
        "filter.with_targets(comparison)",
        "Only spells and abilities with so many targets.",
        "spell(change_all_targets(target(spells.with_targets(1))));",
        |call| {
            let (comparison, amount) = compared(call, 1)?;
            Ok(Value::Filter(call.filter(0)?.and(Filter::TargetCount(comparison, Box::new(amount)))))
        },
    );
}
