//! Event patterns: what `when(...)` waits for, what `instead(...)` replaces, what `happened(...)` asks about.

use super::Words;
use crate::call::{Call, Made, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{
    AbilitySort, Condition, DamageKind, Daylight, EventPattern, Filter, MoveCause, Objects, Occurrence, Pattern, Players,
    Recipients, StepKind,
};
use cardwright_engine::event::Act;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind::{self, Battlefield, Exile, Graveyard, Hand, Library};

pub(super) fn words(words: &mut Words) {
    moves(words);
    damage(words);
    super::attacks::words(words);
    permanents(words);
    players(words);
    steps(words);
    modifiers(words);
}

pub(super) fn pattern(pattern: Pattern) -> Made {
    Ok(Value::Pattern(pattern.into()))
}

/// A property of things: an event that happens to what matches.
pub(super) fn of_things(make: impl Fn(Filter) -> Pattern) -> impl Fn(&mut Call) -> Made {
    move |call| pattern(make(call.filter(0)?))
}

pub(super) fn of_players(make: impl Fn(Players) -> Pattern) -> impl Fn(&mut Call) -> Made {
    move |call| pattern(make(call.players(0)?))
}

fn moving(from: Option<ZoneKind>, to: Option<ZoneKind>, cause: Option<MoveCause>) -> impl Fn(&mut Call) -> Made {
    of_things(move |what| Pattern::Moves { what, from, to, cause })
}

fn moves(words: &mut Words) {
    words.add(
        "things.enters",
        "It enters the battlefield.",
        "when(card.enters, draw(1));",
        moving(None, Some(Battlefield), None),
    );
    words.add(
        "things.entering",
        "It would enter the battlefield: `enters`, as `instead` says it.",
        "instead(creatures.opponents.entering, |e| exile(e.object));",
        moving(None, Some(Battlefield), None),
    );
    words.add(
        "things.dies",
        "It is put into a graveyard from the battlefield.",
        "when(creatures.yours.other.dies, gain_life(1));",
        moving(Some(Battlefield), Some(Graveyard), None),
    );
    words.add(
        "things.dying",
        "It would die: `dies`, as `instead` says it.",
        "instead(creatures.yours.dying, |e| exile(e.object));",
        moving(Some(Battlefield), Some(Graveyard), None),
    );
    words.add(
        "things.leaves",
        "It leaves the battlefield.",
        "when(card.leaves, draw(1));",
        moving(Some(Battlefield), None, None),
    );
    words.add(
        "things.is_put_into_graveyard",
        "It is put into a graveyard from anywhere.",
        "instead(card.is_put_into_graveyard, |e| shuffle_into_library(card));",
        moving(None, Some(Graveyard), None),
    );
    words.add(
        "things.is_exiled",
        "It is put into exile.",
        "when(creatures.is_exiled, gain_life(1));",
        moving(None, Some(Exile), None),
    );
    words.add(
        "things.is_sacrificed",
        "It is sacrificed.",
        "when(permanents.yours.is_sacrificed, draw(1));",
        moving(Some(Battlefield), None, Some(MoveCause::Sacrifice)),
    );
    words.add(
        "things.is_discarded",
        "It is discarded.",
        "when(card.is_discarded, draw(1));",
        moving(Some(Hand), None, Some(MoveCause::Discard)),
    );
    words.add(
        "things.is_milled",
        "It is put into a graveyard from the top of a library.",
        "when(creatures.yours.is_milled, gain_life(1));",
        moving(Some(Library), None, Some(MoveCause::Mill)),
    );
    words.add(
        "things.is_returned_to_hand",
        "It is put from the battlefield into a hand.",
        "when(permanents.opponents.is_returned_to_hand, draw(1));",
        moving(Some(Battlefield), Some(Hand), None),
    );
    words.add(
        "things.is_put_into_hand",
        "It is put into a hand from anywhere.",
        "when(card.is_put_into_hand, draw(1));",
        moving(None, Some(Hand), None),
    );
    words.add(
        "things.leaves_graveyard",
        "It leaves a graveyard.",
        "when(creatures.yours.leaves_graveyard, gain_life(1));",
        moving(Some(Graveyard), None, None),
    );
    words.add(
        "things.enters_from_graveyard",
        "It enters the battlefield from a graveyard.",
        "always(cant_happen(creatures.enters_from_graveyard));",
        moving(Some(Graveyard), Some(Battlefield), None),
    );
    words.add(
        "things.leaves_stack",
        "It leaves the stack, as a spell.",
        "instead(card.leaves_stack, |e| exile(card));",
        moving(Some(ZoneKind::Stack), None, None),
    );
    words.add(
        "things.is_destroyed",
        "It is destroyed.",
        "instead(card.is_destroyed, |e| [tap(card), remove_from_combat(card)]);",
        of_things(Pattern::Destroyed),
    );
    words.add(
        "things.is_created",
        "It is created as a token.",
        "when(tokens.yours.is_created, gain_life(1));",
        of_things(|what| Pattern::CreatesToken(Players::Each, what)),
    );
}

fn dealt(by: Filter, kind: DamageKind) -> Pattern {
    Pattern::Damage { by, to_objects: Filter::Any, to_players: Players::Each, kind }
}

fn damage(words: &mut Words) {
    let deals = |kind| {
        move |call: &mut Call| {
            let by = call.filter(0)?;
            let to = if call.has(1) { Some(call.recipients(1)?) } else { None };
            pattern(to_recipients(dealt(by, kind), to))
        }
    };
    words.add(
        "things.deals_damage",
        "It deals damage.",
        "when(card.deals_damage, |e| gain_life(e.amount));",
        deals(DamageKind::Any),
    );
    words.add(
        "things.deals_damage(to)",
        "It deals damage to one of these.",
        "when(card.deals_damage(opponents), draw(1));",
        deals(DamageKind::Any),
    );
    words.add(
        "things.deals_combat_damage",
        "It deals combat damage.",
        "when(card.deals_combat_damage, draw(1));",
        deals(DamageKind::Combat),
    );
    words.add(
        "things.deals_combat_damage(to)",
        "It deals combat damage to one of these.",
        "when(one_or_more(creatures.yours.deals_combat_damage(players)), draw(1));",
        deals(DamageKind::Combat),
    );
    words.add(
        "things.deals_noncombat_damage(to)",
        "It deals damage outside combat to one of these.",
        "when(anything.yours.deals_noncombat_damage(opponents), draw(1));",
        deals(DamageKind::Noncombat),
    );
    let taken = |kind| {
        move |call: &mut Call| {
            let to = call.filter(0)?;
            pattern(Pattern::Damage { by: Filter::Any, to_objects: to, to_players: Players::None, kind })
        }
    };
    words.add(
        "things.is_dealt_damage",
        "It is dealt damage.",
        "when(card.is_dealt_damage, |e| put_counters(e.amount, \"+1/+1\", card));",
        taken(DamageKind::Any),
    );
    words.add(
        "things.is_dealt_combat_damage",
        "It is dealt combat damage.",
        "when(card.is_dealt_combat_damage, draw(1));",
        taken(DamageKind::Combat),
    );
    let players_taken =
        |kind| of_players(move |to_players| Pattern::Damage { by: Filter::Any, to_objects: Filter::Never, to_players, kind });
    words.add(
        "players.is_dealt_damage",
        "They are dealt damage.",
        "instead(you.is_dealt_damage, |e| amount_becomes(e.amount * 2));",
        players_taken(DamageKind::Any),
    );
    words.add(
        "players.is_dealt_combat_damage",
        "They are dealt combat damage.",
        "when(you.is_dealt_combat_damage, sacrifice(card));",
        players_taken(DamageKind::Combat),
    );
    words.add(
        "players.is_dealt_noncombat_damage",
        "They are dealt damage outside combat.",
        "when(opponents.is_dealt_noncombat_damage, draw(1));",
        players_taken(DamageKind::Noncombat),
    );
    words.value(
        "any_damage",
        "Any damage is dealt.",
        "always(damage_cant_be_prevented(any_damage));",
        Value::Pattern(dealt(Filter::Any, DamageKind::Any).into()),
    );
    words.value(
        "any_combat_damage",
        "Any combat damage is dealt.",
        "spell(prevent(any_combat_damage).until_end_of_turn);",
        Value::Pattern(dealt(Filter::Any, DamageKind::Combat).into()),
    );
    words.add(
        "pattern.is_prevented",
        "Such damage is prevented: once for each effect that prevents some of what is dealt at one time.",
        "when(any_damage.to(you).is_prevented, |e| draw(e.amount));",
        |call| {
            let mut pattern = call.pattern(0)?;
            for one in &mut pattern.any {
                let inner = std::mem::replace(one, Pattern::Taps(Filter::Never));
                if !matches!(inner, Pattern::Damage { .. }) {
                    return Err(Trouble::other("only damage is prevented", "write like `any_damage.to(you).is_prevented`"));
                }
                *one = Pattern::Prevented(Box::new(inner));
            }
            Ok(Value::Pattern(pattern))
        },
    );
    words.add("pattern.to(recipients)", "Only damage to one of these.", "prevent(any_damage.to(card))", |call| {
        let to = call.recipients(1)?;
        let mut pattern = call.pattern(0)?;
        for one in &mut pattern.any {
            *one = to_recipients(std::mem::replace(one, Pattern::Taps(Filter::Never)), Some(to.clone()));
        }
        Ok(Value::Pattern(pattern))
    });
}

/// The damage, only to these.
fn to_recipients(pattern: Pattern, to: Option<Recipients>) -> Pattern {
    match (pattern, to) {
        (Pattern::Damage { by, kind, .. }, Some(to)) => {
            Pattern::Damage { by, to_objects: as_filter(to.objects), to_players: to.players.unwrap_or(Players::None), kind }
        }
        (pattern, _) => pattern,
    }
}

/// Particular objects as a filter.
pub(super) fn as_filter(objects: Objects) -> Filter {
    match objects {
        Objects::None => Filter::Never,
        Objects::This => Filter::This,
        Objects::All(filter) => *filter,
        other => Filter::Is(Box::new(other)),
    }
}

fn permanents(words: &mut Words) {
    words.add(
        "things.becomes_tapped",
        "It becomes tapped.",
        "when(card.becomes_tapped, gain_life(1));",
        of_things(Pattern::Taps),
    );
    words.add(
        "things.becomes_untapped",
        "It becomes untapped.",
        "when(card.becomes_untapped, gain_life(1));",
        of_things(Pattern::Untaps),
    );
    words.add(
        "things.is_tapped_for_mana",
        "It is tapped for mana.",
        "when(lands.of(\"Forest\").is_tapped_for_mana, |e| add_mana(\"{G}\").by(e.player));",
        of_things(Pattern::TapsForMana),
    );
    words.add(
        "things.gets_counters([kind])",
        "Counters, or counters of that kind, are put on it.",
        "when(creatures.yours.gets_counters(\"+1/+1\"), draw(1));",
        |call| {
            let kind = if call.has(1) { Some(call.text(1)?) } else { None };
            pattern(Pattern::PutsCounters(call.filter(0)?, kind))
        },
    );
    words.add(
        "things.reaches_counters(number, kind)",
        "It comes to have so many counters of that kind, when it had fewer.",
        "when(card.reaches_counters(3, \"quest\"), [sacrifice(card), draw(3)]);",
        |call| {
            let number = u16::from(call.small_number(1)?);
            pattern(Pattern::CountersReach(call.filter(0)?, call.text(2)?, number))
        },
    );
    words.add(
        "things.loses_counters([kind])",
        "Counters, or counters of that kind, are removed from it.",
        "when(card.loses_counters(\"charge\"), draw(1));",
        |call| {
            let kind = if call.has(1) { Some(call.text(1)?) } else { None };
            pattern(Pattern::RemovesCounters(call.filter(0)?, kind))
        },
    );
    words.add(
        "things.loses_last_counter(kind)",
        "The last counter of that kind is removed from it.",
        "when(card.loses_last_counter(\"charge\"), draw(1));",
        |call| pattern(Pattern::LastCounterRemoved(call.filter(0)?, call.text(1)?)),
    );
    words.add(
        "things.becomes_designated(name, [number])",
        "It gets that designation, or comes to have that number of it.",
        "activated(\"{3}{R}\", designate(card, \"fully grown\")); when(card.becomes_designated(\"fully grown\"), draw(1));",
        |call| {
            let number = if call.has(2) { Some(u16::from(call.small_number(2)?)) } else { None };
            pattern(Pattern::Designated(call.filter(0)?, call.text(1)?, number))
        },
    );
    words.add(
        "things.becomes_target",
        "It becomes the target of a spell or ability.",
        "when(card.becomes_target, sacrifice(card));",
        of_things(|what| Pattern::Targeted(what, Filter::Any)),
    );
    words.add(
        "things.becomes_target(filter)",
        "It becomes the target of a spell or ability that matches.",
        "when(card.becomes_target(anything.opponents), |e| counter(e.source));",
        |call| {
            let by = call.filter(1)?;
            pattern(Pattern::Targeted(call.filter(0)?, by))
        },
    );
    words.add(
        "things.becomes_attached_to(filter)",
        "It becomes attached to one that matches.",
        "when(card.becomes_attached_to(creatures), draw(1));",
        |call| {
            let to = call.filter(1)?;
            pattern(Pattern::Attached(call.filter(0)?, to))
        },
    );
    words.add(
        "things.becomes_unattached",
        "It ceases to be attached: it moves on, leaves, or what it was attached to is gone. `e.source` is what it was attached to.",
        "when(card.becomes_unattached, |e| sacrifice(e.source));",
        of_things(|what| Pattern::Unattached(what, Filter::Any)),
    );
    words.add(
        "things.becomes_unattached(filter)",
        "It ceases to be attached to one that matches.",
        "when(card.becomes_unattached(creatures), draw(1));",
        |call| {
            let from = call.filter(1)?;
            pattern(Pattern::Unattached(call.filter(0)?, from))
        },
    );
    words.add(
        "things.is_revealed",
        "It is revealed.",
        "when(cards.land.is_revealed, gain_life(1));",
        of_things(|what| Pattern::Reveals(Filter::Any, what)),
    );
    words.add(
        "things.reveals(filter)",
        "One of these, by an ability or as a spell, reveals a card that matches.",
        "when(card.reveals(cards.land.basic), draw(1));",
        |call| {
            let what = call.filter(1)?;
            pattern(Pattern::Reveals(call.filter(0)?, what))
        },
    );
    words.add(
        "things.is_countered",
        "It is countered.",
        "when(spells.yours.is_countered, draw(1));",
        of_things(Pattern::Countered),
    );
    words.add(
        "things.is_turned_face_up",
        "It is turned face up.",
        "when(card.is_turned_face_up, draw(1));",
        of_things(Pattern::TurnsFaceUp),
    );
    words.add(
        "things.changes_controller",
        "Its controller changes.",
        "when(card.changes_controller, draw(1));",
        of_things(Pattern::ChangesControl),
    );
    words.add("things.phases_out", "It phases out.", "when(card.phases_out, gain_life(1));", of_things(Pattern::PhasesOut));
    words.add("things.phases_in", "It phases in.", "when(card.phases_in, gain_life(1));", of_things(Pattern::PhasesIn));
}

fn players(words: &mut Words) {
    words.add(
        "players.lose_control(filter)",
        "They lose control of one that matches to another player. Of the card itself, whoever controlled it has the ability.",
        "when(you.lose_control(card), draw(1));",
        |call| {
            let what = call.filter(1)?;
            pattern(Pattern::LosesControl(call.players(0)?, what))
        },
    );
    words.add(
        "players.draw",
        "They draw a card.",
        "when(opponents.draw, lose_life(1).by(opponents));",
        of_players(Pattern::Draws),
    );
    words.add(
        "players.gain_life",
        "They gain life.",
        "when(you.gain_life, put_counters(1, \"+1/+1\", card));",
        of_players(Pattern::GainsLife),
    );
    words.add(
        "players.pay_life",
        "They pay life.",
        "instead(you.pay_life, |e| exile(top_cards(e.amount)));",
        of_players(Pattern::PaysLife),
    );
    words.add(
        "players.scry",
        "They scry.",
        "instead(you.scry, |e| amount_becomes(e.amount + 1));",
        of_players(|who| Pattern::Acts(Act::Scry, who)),
    );
    words.add(
        "players.surveil",
        "They surveil.",
        "when(you.surveil, gain_life(1));",
        of_players(|who| Pattern::Acts(Act::Surveil, who)),
    );
    words.add(
        "players.mill",
        "They mill cards, together.",
        "instead(opponents.mill, |e| amount_becomes(e.amount * 2));",
        of_players(|who| Pattern::Acts(Act::Mill, who)),
    );
    words.add(
        "players.lose_life",
        "They lose life.",
        "when(opponents.lose_life, |e| gain_life(e.amount));",
        of_players(Pattern::LosesLife),
    );
    words.add(
        "players.cast(filter)",
        "They cast a spell that matches.",
        "when(you.cast(instants | sorceries), draw(1));",
        |call| {
            let what = call.filter(1)?;
            pattern(Pattern::Casts(call.players(0)?, what))
        },
    );
    words.add(
        "players.play_land",
        "They play a land.",
        "when(you.play_land, gain_life(1));",
        of_players(|who| Pattern::PlaysLand(who, Filter::Any)),
    );
    words.add(
        "players.activate(filter, [keyword])",
        "They activate an ability of one that matches, or one that belongs to that keyword; `#{ except_mana: true }` in its place leaves mana abilities out.",
        "when(you.activate(artifacts), gain_life(1));",
        |call| {
            let sort = match call.given(2) {
                _ if !call.has(2) => AbilitySort::Any,
                Given::Text(_) => AbilitySort::Keyword(call.text(2)?),
                _ if call.options(2, &["except_mana"])?.flag("except_mana")? => AbilitySort::NotMana,
                _ => AbilitySort::Any,
            };
            let what = call.filter(1)?;
            pattern(Pattern::Activates(call.players(0)?, what, sort))
        },
    );
    words.add("players.add_mana", "They add mana.", "when(opponents.add_mana, gain_life(1));", of_players(Pattern::AddsMana));
    words.add(
        "players.get_counters([kind])",
        "They get counters, or counters of that kind.",
        "when(opponents.get_counters(\"poison\"), draw(1));",
        |call| {
            let kind = if call.has(1) { Some(call.text(1)?) } else { None };
            pattern(Pattern::PutsPlayerCounters(call.players(0)?, kind))
        },
    );
    words.add(
        "players.create_tokens([filter])",
        "They create tokens, or tokens that match.",
        "when(one_or_more(you.create_tokens()), draw(1));",
        |call| {
            let what = if call.has(1) { call.filter(1)? } else { Filter::Any };
            pattern(Pattern::CreatesToken(call.players(0)?, what))
        },
    );
    words.add(
        "players.become_target(filter)",
        "They become the target of a spell or ability that matches.",
        "when(you.become_target(anything.opponents), draw(1));",
        |call| {
            let by = call.filter(1)?;
            pattern(Pattern::TargetsPlayer(call.players(0)?, by))
        },
    );
    words.add(
        "players.shuffle",
        "They shuffle their library.",
        "when(opponents.shuffle, draw(1));",
        of_players(Pattern::Shuffles),
    );
    words.add(
        "players.search_library",
        "They search a library.",
        "when(opponents.search_library, draw(1));",
        of_players(Pattern::Searches),
    );
    words.add(
        "players.lose_the_game",
        "They lose the game.",
        "when(opponents.lose_the_game, draw(1));",
        of_players(Pattern::Loses),
    );
    for (name, meaning, example, daylight) in [
        ("becomes_day", "It becomes day.", "when(becomes_day, draw(1));", Daylight::Day),
        ("becomes_night", "It becomes night.", "when(becomes_night, card.get(+1, +1).until_end_of_turn);", Daylight::Night),
    ] {
        words.value(name, meaning, example, Value::Pattern(Pattern::DaylightBecomes(daylight).into()));
    }
    words.add("players.begin_turn", "Their turn begins.", "when(you.begin_turn, gain_life(1));", of_players(Pattern::TurnBegins));
    words.add(
        "told(name, [filter])",
        "Another ability of this card says with `tell` that it was done this way, with one that matches.",
        "instead(you.draw.first, |e| draw(1).then(|d| [reveal(d), tell(\"shown\", d)])); when(told(\"shown\", cards.in_hand), gain_life(1));",
        |call| {
            let filter = if call.has(1) { call.filter(1)? } else { Filter::Any };
            pattern(Pattern::Told(super::filters::link(call, 0, "told")?, filter))
        },
    );
    words.add(
        "things.resolves",
        "It resolves: a spell, or an ability on the stack.",
        "when(instants.yours.resolves, gain_life(1));",
        of_things(Pattern::Resolves),
    );
    words.add(
        "players.perform(word, [filter])",
        "They do what `announce` calls so: an action of an author's own making.",
        "when(you.perform(\"brew\"), draw(1));",
        |call| {
            let filter = if call.has(2) { call.filter(2)? } else { Filter::Any };
            pattern(Pattern::Custom(call.text(1)?, call.players(0)?, filter))
        },
    );
}

fn steps(words: &mut Words) {
    let mut step = |name, meaning, example, kind| words.value(name, meaning, example, Value::Step(kind, Players::Each));
    step("untap_step", "The untap step.", "always(you.skip(untap_step));", StepKind::Untap);
    step("upkeep", "The upkeep step, or its beginning.", "when(upkeep.yours, draw(1));", StepKind::Upkeep);
    step("draw_step", "The draw step, or its beginning.", "when(draw_step.yours, draw(1));", StepKind::Draw);
    step(
        "first_main_phase",
        "The first main phase, or its beginning.",
        "when(first_main_phase.yours, add_mana(\"{R}\"));",
        StepKind::PrecombatMain,
    );
    step(
        "combat",
        "The combat phase, or its beginning.",
        "when(combat.yours, card.gains(\"flying\").until_end_of_turn);",
        StepKind::BeginCombat,
    );
    step("attackers_step", "The declare attackers step.", "during(attackers_step)", StepKind::DeclareAttackers);
    step("blockers_step", "The declare blockers step.", "during(blockers_step)", StepKind::DeclareBlockers);
    step("damage_step", "The combat damage step.", "during(damage_step)", StepKind::CombatDamage);
    step(
        "end_of_combat",
        "The end of combat step, or its beginning.",
        "when(end_of_combat, sacrifice(card));",
        StepKind::EndCombat,
    );
    step(
        "second_main_phase",
        "Every main phase after the first, or its beginning.",
        "when(second_main_phase.yours, draw(1));",
        StepKind::PostcombatMain,
    );
    step("end_step", "The end step, or its beginning.", "when(end_step.yours, draw(1));", StepKind::End);
    step("cleanup_step", "The cleanup step.", "during(cleanup_step)", StepKind::Cleanup);
    let whose = |players: Players| move |call: &mut Call| Ok(Value::Step(super::conditions::step(call, 0)?, players.clone()));
    words.add("step.yours", "In your turn.", "when(upkeep.yours, draw(1));", whose(Players::You));
    words.add("step.opponents", "In the turn of an opponent.", "when(end_step.opponents, draw(1));", whose(Players::Opponents));
    words.add("step.each", "In everybody's turn.", "when(upkeep.each, |e| damage(1, e.player));", whose(Players::Each));
    words.add(
        "step.of(players)",
        "In the turn of one of these players.",
        "when(upkeep.of(host.controller), |e| damage(1, e.player));",
        |call| {
            let players = call.players(1)?;
            Ok(Value::Step(super::conditions::step(call, 0)?, players))
        },
    );
}

fn modifiers(words: &mut Words) {
    let occurring =
        |occurrence: Occurrence| move |call: &mut Call| Ok(Value::Pattern(EventPattern { occurrence, ..call.pattern(0)? }));
    words.add(
        "one_or_more(pattern)",
        "Once for all that happens at the same time.",
        "when(one_or_more(creatures.yours.deals_combat_damage(players)), draw(1));",
        occurring(Occurrence::Batch),
    );
    words.add(
        "pattern.first",
        "Only the first time each turn.",
        "when(you.cast(spells).first, draw(1));",
        occurring(Occurrence::Nth(1)),
    );
    words.add("pattern.nth(number)", "Only that time in each turn.", "when(you.cast(spells).nth(2), draw(1));", |call| {
        let number = call.small_number(1)?;
        Ok(Value::Pattern(EventPattern { occurrence: Occurrence::Nth(number.into()), ..call.pattern(0)? }))
    });
    words.add(
        "pattern.except_first_of_step",
        "Except the first time in each step.",
        "when(opponents.draw.except_first_of_step, lose_life(1).by(opponents));",
        occurring(Occurrence::ExceptFirstOfStep),
    );
    words.add(
        "pattern.where_(closure)",
        "Only if it holds for the event; the closure is called once, with a stand-in.",
        "when(creatures.dies.where_(|e| e.object.power >= 4), draw(1));",
        |call| {
            let name = call.shop.var();
            let condition = call.bound_condition(1, vec![Value::Event(name)])?;
            Ok(Value::Pattern(narrowed(call, name, &condition)?))
        },
    );
    words.add(
        "pattern.in_step(step)",
        "Only in that step or phase.",
        "when(opponents.draw.in_step(draw_step), gain_life(1));",
        |call| {
            let name = call.shop.var();
            let condition = super::conditions::during(super::conditions::step(call, 1)?);
            Ok(Value::Pattern(narrowed(call, name, &condition)?))
        },
    );
}

fn narrowed(call: &Call, name: cardwright_engine::ids::Var, condition: &Condition) -> Result<EventPattern, Trouble> {
    let mut pattern = call.pattern(0)?;
    for one in &mut pattern.any {
        let inner = std::mem::replace(one, Pattern::Custom(Symbol::default(), Players::None, Filter::Never));
        *one = Pattern::Where(Box::new(inner), name, Box::new(condition.clone()));
    }
    Ok(pattern)
}
