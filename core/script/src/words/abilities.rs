//! The statements of a script: each adds an ability to the card. Words after a point refine it.

use super::Words;
use crate::call::{Call, Made, Trouble};
use crate::coerce;
use crate::value::{AbilityHandle, Given, Part, Statement, Value, Who};
use cardwright_engine::ability::{
    AbilityBody, Activated, Amount, Change, Condition, Cost, CostChange, CostPart, Duration, EventPattern, Filter, Mode, Objects,
    Occurrence, Pattern, Players, Prohibition, PtChange, Rule, Static, StaticPart, TargetRule, Timing, TriggerOn, Triggered,
    Uses, Zones,
};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;

pub(super) fn words(words: &mut Words) {
    words.add(
        "spell(effect)",
        "What the spell does as it resolves; with `choose_one([...])`, its modes.",
        "spell(damage(3, target(any_target)));",
        |call| {
            let (body, own) = call.body(0, vec![])?;
            Ok(Value::Ability(call.shop.draft(AbilityBody::Spell(body), Zones::Usual, own)))
        },
    );
    words.add(
        "activated(cost, effect)",
        "An activated ability: cost, then what it does.",
        "activated(cost(\"{1}{R}, {T}\"), damage(2, target(any_target)));",
        |call| {
            let cost = call.cost(0)?;
            activated(call, cost, Timing::Usual, false)
        },
    );
    words.add(
        "loyalty(amount, effect)",
        "A loyalty ability; the amount is added to the loyalty or, if negative, removed.",
        "loyalty(+1, draw(1)); loyalty(-3, destroy(target(creatures)));",
        |call| {
            let kind = Symbol::new("loyalty");
            let part = match call.amount(0)? {
                Amount::Fixed(number) if number < 0 => CostPart::RemoveCounters(kind, Amount::Fixed(-number)),
                Amount::Negative(amount) => CostPart::RemoveCounters(kind, *amount),
                amount => CostPart::PutCounters(kind, amount),
            };
            activated(call, Cost::one(part), Timing::Sorcery, true)
        },
    );
    let trigger = "when(card.enters, draw(1));";
    words.add(
        "when(pattern, effect)",
        "A triggered ability; in place of a pattern a condition makes a state trigger. Inside an effect: a delayed one.",
        trigger,
        triggered,
    );
    words.add(
        "whenever(pattern, effect)",
        "The same as `when`, where the printed text says so.",
        "whenever(creatures.other.dies, gain_life(1));",
        triggered,
    );
    words.add("at(step, effect)", "The same as `when`, for the beginning of a step.", "at(upkeep.yours, draw(1));", triggered);
    words.add(
        "visit(numbers, effect)",
        "What happens when you roll one of these numbers to visit your Attractions.",
        "visit([2, 6], draw(1));",
        visit,
    );
    words.add(
        "chapter(number, effect)",
        "A chapter ability of a Saga; with a list of numbers it belongs to each of these chapters.",
        "chapter([1, 2], draw(1)); chapter(3, creatures.yours.get(+2, +2).until_end_of_turn);",
        chapter,
    );
    words.add(
        "always(statement)",
        "A static ability: a statement, or a list of statements that belong to one effect.",
        "always(creatures.yours.get(+1, +1));",
        |call| always(call, Condition::Always, 0),
    );
    words.add(
        "as_long_as(condition, statement)",
        "A static ability that holds as long as the condition does.",
        "as_long_as(artifacts.yours.count >= 3, card.get(+2, +2));",
        |call| {
            let condition = call.condition(0)?;
            always(call, condition, 1)
        },
    );
    words.add(
        "defines(statement)",
        "A static ability that defines characteristics of its own object, in every zone: what `*` stands for.",
        "defines(card.base_pt(you.hand_size, you.hand_size));",
        defines,
    );
    keyword(words);
    triggers(words);
    usage(words);
}

fn activated(call: &mut Call, cost: Cost, timing: Timing, loyalty: bool) -> Made {
    let (body, own) = call.body(1, vec![])?;
    let kind = AbilityBody::Activated(Activated {
        cost,
        body,
        by: Players::You,
        timing,
        condition: Condition::Always,
        per_turn: None,
        loyalty,
        uncounterable: false,
    });
    Ok(Value::Ability(call.shop.draft(kind, Zones::Usual, own)))
}

fn triggered(call: &mut Call) -> Made {
    let given = call.given(0);
    let on = match coerce::pattern(given.clone()) {
        Some(pattern) => TriggerOn::Event(pattern),
        None => {
            let found = given.kind();
            TriggerOn::State(
                coerce::condition(given).ok_or_else(|| Trouble::argument(0, "an event pattern like `card.enters`", found))?,
            )
        }
    };
    triggered_on(call, on)
}

/// A chapter ability of a Saga: it triggers as the lore counters come to that number (modern 714.2b); several numbers make
/// one ability that triggers for each of them (714.2c).
fn chapter(call: &mut Call) -> Made {
    let chapters = small_numbers(call)?.into_iter();
    let any = chapters.map(|chapter| Pattern::CountersReach(Filter::This, Symbol::new("lore"), chapter.into())).collect();
    triggered_on(call, TriggerOn::Event(EventPattern { any, occurrence: Occurrence::Each }))
}

/// A visit ability of an Attraction (modern 702.159, 717): the numbers are those that are lit up.
fn visit(call: &mut Call) -> Made {
    let numbers = small_numbers(call)?;
    triggered_on(call, TriggerOn::Event(Pattern::RollsToVisit(Players::You, numbers).into()))
}

/// One number from 1 on, or a list of them.
fn small_numbers(call: &Call) -> Result<Vec<u8>, Trouble> {
    let numbers = match call.given(0) {
        Given::List(list) => list,
        one => vec![one],
    };
    let small = |number: Given| {
        let found = number.kind();
        let small = match number {
            Given::Number(number) => u8::try_from(number).ok().filter(|number| *number > 0),
            _ => None,
        };
        small.ok_or_else(|| Trouble::argument(0, "a number like `1`, or several like `[1, 2]`", found))
    };
    numbers.into_iter().map(small).collect()
}

fn triggered_on(call: &mut Call, on: TriggerOn) -> Made {
    let event = call.shop.var();
    let (body, own) = call.body(1, vec![Value::Event(event)])?;
    let zones = trigger_zones(&on);
    let kind =
        AbilityBody::Triggered(Triggered { on, event, condition: Condition::Always, body, per_turn: None, uncounterable: false });
    Ok(Value::Ability(call.shop.draft(kind, zones, own)))
}

/// An ability that triggers on what happens to its card outside the battlefield functions there (modern 113.6k).
fn trigger_zones(on: &TriggerOn) -> Zones {
    let TriggerOn::Event(pattern) = on else { return Zones::Usual };
    let elsewhere = pattern.any.iter().all(|one| match one {
        Pattern::Moves { what, from, to, .. } => {
            says_this(what) && *from != Some(ZoneKind::Battlefield) && *to != Some(ZoneKind::Battlefield)
        }
        Pattern::Casts(_, what) => says_this(what),
        _ => false,
    });
    if elsewhere { Zones::Everywhere } else { Zones::Usual }
}

/// Whether the filter speaks of the card itself.
pub(super) fn says_this(filter: &Filter) -> bool {
    match filter {
        Filter::This => true,
        Filter::And(all) => all.iter().any(says_this),
        _ => false,
    }
}

/// The statement in that place; several in a list belong together.
pub(super) fn statement(call: &Call, place: usize) -> Result<Statement, Trouble> {
    fn of(call: &Call, given: Given, place: usize) -> Result<Statement, Trouble> {
        match given {
            Given::Value(Value::Statement(statement)) => Ok(*statement),
            Given::Value(Value::Ability(handle)) => {
                let draft = call.shop.take_draft(handle).map(|draft| draft.ability.kind);
                let Some(AbilityBody::Static(fixed)) = draft else {
                    return Err(Trouble::argument(place, "a statement like `creatures.yours.get(+1, +1)`", "an ability"));
                };
                let parts = fixed.parts.into_iter().map(|part| match part {
                    StaticPart::Continuous { affects, changes } => Part::Continuous { who: Who::Matching(affects), changes },
                    StaticPart::Rule(rule) => Part::Rule(Box::new(rule)),
                    StaticPart::Replacement(replacement) => Part::Replacement(Box::new(replacement)),
                });
                Ok(Statement { parts: parts.collect(), condition: fixed.condition, duration: None, at: None })
            }
            Given::List(list) => {
                let mut all = Statement::default();
                for item in list {
                    let more = of(call, item, place)?;
                    all.parts.extend(more.parts);
                    all.condition = all.condition.and(more.condition);
                }
                Ok(all)
            }
            other => Err(Trouble::argument(place, "a statement like `creatures.yours.get(+1, +1)`", other.kind())),
        }
    }
    of(call, call.given(place), place)
}

fn always(call: &mut Call, condition: Condition, place: usize) -> Made {
    let statement = statement(call, place)?;
    let statement = match statement {
        Statement { duration: Some(Duration::While(while_it_holds)), parts, condition, at } => {
            Statement { parts, condition: condition.and(while_it_holds), duration: None, at }
        }
        other => other,
    };
    let waits = |part: &Part| matches!(part, Part::Continuous { who: Who::NextSpell(..), .. });
    if statement.parts.iter().any(waits) {
        let help = "write `spells.yours.gains(...)` for all spells";
        return Err(Trouble::other("only an effect can wait for the next spell, not a static ability", help));
    }
    if statement.duration.is_some() {
        let help = "a static ability lasts as long as its permanent; leave the duration out, or write it into an effect";
        let (code, message) = ("duration-of-ability", "a static ability has no duration".to_owned());
        return Err(Trouble::Unknown { place, code, message, help: help.to_owned() });
    }
    let condition = condition.and(statement.condition);
    let parts = static_parts(statement.parts);
    let zones = if parts.iter().any(works_everywhere) { Zones::Everywhere } else { Zones::Usual };
    let kind = AbilityBody::Static(Static { condition, parts, characteristic_defining: false });
    Ok(Value::Ability(call.shop.draft(kind, zones, 0..0)))
}

pub(super) fn static_parts(parts: Vec<Part>) -> Vec<StaticPart> {
    parts
        .into_iter()
        .map(|part| match part {
            Part::Continuous { who, changes } => {
                let affects = match who {
                    Who::Matching(filter) => filter,
                    Who::These(objects) => super::patterns::as_filter(objects),
                    // Refused before.
                    Who::NextSpell(..) => Filter::Never,
                };
                StaticPart::Continuous { affects, changes }
            }
            Part::Rule(rule) => StaticPart::Rule(*rule),
            Part::Replacement(replacement) => StaticPart::Replacement(*replacement),
        })
        .collect()
}

/// Abilities about casting the card itself, what it costs and what it attaches to work wherever it is (modern 113.6d-e).
fn works_everywhere(part: &StaticPart) -> bool {
    match part {
        StaticPart::Rule(rule) => match rule {
            Rule::Cast(permission) => says_this(&permission.what),
            Rule::Cost(
                CostChange::Increase(_, filter, _)
                | CostChange::Reduce(_, filter, _)
                | CostChange::ReduceMana(_, filter, _)
                | CostChange::AtLeast(_, filter, _)
                | CostChange::Additional(filter, _)
                | CostChange::Optional(filter, ..)
                | CostChange::OneOf(filter, _)
                | CostChange::PayWith(_, filter, ..)
                | CostChange::LifeFor(_, _, filter, _),
            ) => says_this(filter),
            Rule::TurnUp(filter, _) => says_this(filter),
            Rule::Cost(CostChange::AddText(..))
            | Rule::Target(TargetRule::AttachesTo(..) | TargetRule::AttachesAsCreature)
            | Rule::BeforeGame(_)
            | Rule::Merges(_) => true,
            Rule::Cant(Prohibition::Cast(_, filter) | Prohibition::Countered(filter)) => says_this(filter),
            _ => false,
        },
        StaticPart::Replacement(replacement) => replacement.pattern.any.iter().any(|one| match one {
            Pattern::Moves { what, from, to, .. } => {
                says_this(what) && *from != Some(ZoneKind::Battlefield) && *to != Some(ZoneKind::Battlefield)
            }
            _ => false,
        }),
        StaticPart::Continuous { .. } => false,
    }
}

fn defines(call: &mut Call) -> Made {
    let statement = statement(call, 0)?;
    let mut parts = static_parts(statement.parts);
    for part in &mut parts {
        let StaticPart::Continuous { affects: Filter::This, changes } = part else {
            let help = "write it of the card itself: `defines(card.base_pt(x, x))`";
            return Err(Trouble::other("such an ability speaks of its own object only", help));
        };
        for change in changes {
            if let Change::Pt(PtChange::Set(power, toughness)) = change {
                *change = Change::Pt(PtChange::Define(power.take(), toughness.take()));
            }
        }
    }
    let kind = AbilityBody::Static(Static { condition: statement.condition, parts, characteristic_defining: true });
    Ok(Value::Ability(call.shop.draft(kind, Zones::Everywhere, 0..0)))
}

fn keyword(words: &mut Words) {
    words.add(
        "keyword(name, [argument])",
        "A keyword ability, as its file in `scripts/keywords/` defines it.",
        "keyword(flying);",
        |call| {
            let name = call.text(0)?;
            let abilities = crate::host::keywords::instantiate(call, name, 0, call.has(1).then_some(1))?;
            let mut last = 0;
            for ability in abilities {
                let handle = call.shop.draft(ability.kind.clone(), ability.zones, 0..0);
                call.shop.with_draft(handle, |draft| draft.ability.keyword = ability.keyword);
                last = handle.0;
            }
            Ok(Value::Ability(AbilityHandle(last)))
        },
    );
    types(words);
    words.add(
        "keyword_ability(name, closure)",
        "Defines a keyword: what the closure says is what every card with the keyword has.",
        "keyword_ability(\"ramparts\", || always(card.cant_attack));",
        |call| crate::host::keywords::define(call, 1, None, false),
    );
    words.add(
        "keyword_ability(name, options, closure)",
        "The same with options: `takes` is `\"cost\"`, `\"amount\"` or `\"quality\"`, given to the closure; `reminder` is its reminder text, with `<cost>`, `<amount>` or `<quality>` where that stands.",
        "keyword_ability(\"brew\", #{ takes: \"cost\", reminder: \"<cost>: Draw a card.\" }, |price| activated(price, draw(1)));",
        |call| crate::host::keywords::define(call, 2, Some(1), false),
    );
    words.add(
        "player_ability(name, closure)",
        "Beside `keyword_ability`: what a player with the keyword has, said of `you`.",
        "keyword_ability(\"aloof\", || always(card.cant_be_targeted)); player_ability(\"aloof\", || always(you.cant_be_targeted_by(anything)));",
        |call| crate::host::keywords::define(call, 1, None, true),
    );
    words.add(
        "player_ability(name, options, closure)",
        "The same for a keyword that takes something.",
        "keyword_ability(\"proof\", #{ takes: \"quality\" }, |q| always(card.cant_be_targeted_by(q))); player_ability(\"proof\", #{ takes: \"quality\" }, |q| always(you.cant_be_targeted_by(q)));",
        |call| crate::host::keywords::define(call, 2, Some(1), true),
    );
}

/// What type files say.
fn types(words: &mut Words) {
    words.add(
        "card_type(name, closure)",
        "In a type's file: what every object of the card type has. A name that the rules do not know makes up a card type of permanents.",
        "card_type(\"Relic\", || when(upkeep.yours, put_counters(1, \"age\", card)));",
        |call| crate::host::types::define(call, None, 1, false),
    );
    words.add(
        "card_type(name, options, closure)",
        "The same with options: `number` is the number that its cards have printed on them, and their counters of that name on the battlefield.",
        "card_type(\"Relic\", #{ number: \"charge\" }, || always(card.enters_with_number(\"charge\")));",
        |call| crate::host::types::define(call, Some(1), 2, false),
    );
    words.add(
        "subtype(name, options, closure)",
        "The same of a subtype; `of` says the card type that it belongs to.",
        "subtype(\"Engine\", #{ of: \"Artifact\" }, || always(card.enters_tapped));",
        |call| crate::host::types::define(call, Some(1), 2, true),
    );
    words.add(
        "law(statement)",
        "In a type's file: a rule that holds of every object of the type, whatever abilities it has.",
        "subtype(\"Engine\", #{ of: \"Artifact\" }, || law(state_based(card.counters(\"rust\") >= 3, sacrifice(card))));",
        law,
    );
}

fn law(call: &mut Call) -> Made {
    if !call.shop.in_type.get() {
        let help = "on a card, say `always(...)`";
        return Err(Trouble::other("only the file of a type has laws", help));
    }
    let made = always(call, Condition::Always, 0)?;
    if let Value::Ability(handle) = &made {
        call.shop.with_draft(*handle, |draft| draft.law = true);
    }
    Ok(made)
}

/// Changes the ability before the point, or says what it would have to be.
fn refine(call: &mut Call, needed: &str, change: impl FnOnce(&mut AbilityBody) -> bool) -> Made {
    let Given::Value(Value::Ability(handle)) = call.given(0) else {
        return Err(Trouble::argument(0, "an ability", call.given(0).kind()));
    };
    match call.shop.with_draft(handle, |draft| change(&mut draft.ability.kind)) {
        Some(true) => Ok(Value::Ability(handle)),
        _ => Err(Trouble::other(format!("`{}` is said of {needed}", call.word.name), "")),
    }
}

fn event_of(call: &Call) -> Vec<Value> {
    let Given::Value(Value::Ability(handle)) = call.given(0) else { return vec![] };
    let event = call.shop.with_draft(handle, |draft| match &draft.ability.kind {
        AbilityBody::Triggered(triggered) => Some(triggered.event),
        AbilityBody::Static(fixed) => fixed.parts.iter().find_map(|part| match part {
            StaticPart::Replacement(replacement) => Some(replacement.event),
            _ => None,
        }),
        _ => None,
    });
    event.flatten().map(Value::Event).into_iter().collect()
}

fn only_if(call: &mut Call, negated: bool) -> Made {
    let stand_ins = event_of(call);
    let condition = call.bound_condition(1, stand_ins)?;
    let condition = if negated { condition.negate() } else { condition };
    refine(call, "an activated, triggered or static ability", |kind| match kind {
        AbilityBody::Activated(activated) => {
            activated.condition = std::mem::take(&mut activated.condition).and(condition);
            true
        }
        AbilityBody::Triggered(triggered) => {
            triggered.condition = std::mem::take(&mut triggered.condition).and(condition);
            true
        }
        AbilityBody::Static(fixed) => {
            match fixed.parts.as_mut_slice() {
                [StaticPart::Replacement(replacement)] => {
                    replacement.condition = std::mem::take(&mut replacement.condition).and(condition);
                }
                _ => fixed.condition = std::mem::take(&mut fixed.condition).and(condition),
            }
            true
        }
        AbilityBody::Spell(_) => false,
    })
}

fn triggers(words: &mut Words) {
    words.add(
        "ability.only_if(condition)",
        "Activate only if it holds; trigger and do only if it holds (an \"if\" right after the event).",
        "when(upkeep.yours, draw(1)).only_if(you.hand_size <= 1);",
        |call| only_if(call, false),
    );
    words.add(
        "ability.unless(condition)",
        "Only if it does not hold.",
        "when(upkeep.yours, sacrifice(card)).unless(creatures.yours.count >= 2);",
        |call| only_if(call, true),
    );
    let per_turn = |call: &mut Call, times: u8| {
        refine(call, "an activated or triggered ability", |kind| match kind {
            AbilityBody::Activated(activated) => {
                activated.per_turn = Some(times);
                true
            }
            AbilityBody::Triggered(triggered) => {
                triggered.per_turn = Some(times);
                true
            }
            _ => false,
        })
    };
    words.add("ability.once_each_turn", "Only once each turn.", "activated(\"{1}\", draw(1)).once_each_turn;", move |call| {
        per_turn(call, 1)
    });
    words.add(
        "ability.times_each_turn(number)",
        "Only so often each turn.",
        "activated(\"{R}\", card.get(+1, +0).until_end_of_turn).times_each_turn(2);",
        move |call| {
            let times = call.small_number(1)?;
            per_turn(call, times)
        },
    );
    words.add(
        "ability.once",
        "Only the next time.",
        "spell(instead(you.is_dealt_damage, nothing).once.until_end_of_turn);",
        |call| {
            refine(call, "a replacement ability", |kind| {
                replacements(kind, |replacement| replacement.uses = Uses::Times(Amount::Fixed(1)))
            })
        },
    );
    words.add(
        "ability.cant_be_countered",
        "On the stack it cannot be countered.",
        "when(card.enters, draw(1)).cant_be_countered;",
        |call| {
            refine(call, "an activated or triggered ability", |kind| match kind {
                AbilityBody::Activated(activated) => {
                    activated.uncounterable = true;
                    true
                }
                AbilityBody::Triggered(triggered) => {
                    triggered.uncounterable = true;
                    true
                }
                _ => false,
            })
        },
    );
    words.add("ability.you_may", "You may choose whether to apply it.", "instead(you.draw, scry(2)).you_may;", |call| {
        refine(call, "a replacement ability", |kind| replacements(kind, |replacement| replacement.optional = Some(Players::You)))
    });
}

fn replacements(kind: &mut AbilityBody, change: impl Fn(&mut cardwright_engine::ability::Replacement)) -> bool {
    let AbilityBody::Static(fixed) = kind else { return false };
    let mut any = false;
    for part in &mut fixed.parts {
        if let StaticPart::Replacement(replacement) = part {
            change(replacement);
            any = true;
        }
    }
    any
}

fn usage(words: &mut Words) {
    let timing = |timing: Timing| {
        move |call: &mut Call| {
            refine(call, "an activated ability", |kind| match kind {
                AbilityBody::Activated(activated) => {
                    activated.timing = timing;
                    true
                }
                _ => false,
            })
        }
    };
    words.add(
        "ability.as_a_sorcery",
        "Activate only when you could cast a sorcery.",
        "activated(\"{2}\", draw(1)).as_a_sorcery;",
        timing(Timing::Sorcery),
    );
    words.add(
        "ability.as_an_instant",
        "Activate only with priority: a mana ability then makes no mana while something is being paid for.",
        "activated(\"{T}\", add_mana(\"{R}{R}\")).as_an_instant;",
        timing(Timing::Instant),
    );
    words.add(
        "ability.any_time",
        "Activate whenever you have priority.",
        "loyalty(+1, draw(1)).any_time;",
        timing(Timing::Instant),
    );
    words.add(
        "ability.by(players)",
        "These players may activate it.",
        "activated(\"{2}\", sacrifice(card)).by(players);",
        |call| {
            let players = call.players(1)?;
            refine(call, "an activated ability", |kind| match kind {
                AbilityBody::Activated(activated) => {
                    activated.by = players;
                    true
                }
                _ => false,
            })
        },
    );
    let zones = |zones: Zones| {
        move |call: &mut Call| {
            let Given::Value(Value::Ability(handle)) = call.given(0) else {
                return Err(Trouble::argument(0, "an ability", call.given(0).kind()));
            };
            call.shop.with_draft(handle, |draft| draft.ability.zones = zones);
            Ok(Value::Ability(handle))
        }
    };
    words.add(
        "ability.from_hand",
        "It works while the card is in a hand.",
        "activated(cost(\"{2}\").discard_this, draw(1)).from_hand;",
        zones(Zones::Only(ZoneKind::Hand)),
    );
    words.add(
        "ability.from_graveyard",
        "It works while the card is in a graveyard.",
        "activated(cost(\"{3}\"), return_to_hand(card)).from_graveyard;",
        zones(Zones::Only(ZoneKind::Graveyard)),
    );
    words.add(
        "ability.from_exile",
        "It works while the card is in exile.",
        "when(upkeep.yours, return_to_battlefield(card)).from_exile;",
        zones(Zones::Only(ZoneKind::Exile)),
    );
    words.add(
        "ability.from_stack",
        "It works while the card is a spell on the stack.",
        "always(card.cant_be_countered).from_stack;",
        zones(Zones::Only(ZoneKind::Stack)),
    );
    words.add(
        "ability.everywhere",
        "It works in every zone.",
        "always(card.is_every_creature_type).everywhere;",
        zones(Zones::Everywhere),
    );
    words.add(
        "mode(effect, [options])",
        "One of the modes of a choice, with options `cost` and `only_if`.",
        "spell(choose_one([mode(draw(1)), mode(gain_life(3), #{ cost: cost(\"{1}\") })]));",
        |call| {
            let options = call.options(1, &["cost", "only_if"])?;
            let cost = match options.get("cost") {
                Some(Given::Value(Value::Cost(cost))) => Some(cost),
                Some(Given::Text(text)) => Some(coerce::cost_text(&text).map_err(|error| Trouble::Text { place: 1, error })?),
                Some(other) => return Err(Trouble::argument(1, "a cost for `cost`", other.kind()).of_option(1, "cost")),
                None => None,
            };
            let condition = match options.get("only_if") {
                Some(given) => coerce::condition(given)
                    .ok_or_else(|| Trouble::argument(1, "a condition for `only_if`", "something else").of_option(1, "only_if"))?,
                None => Condition::Always,
            };
            Ok(Value::Mode(Box::new(Mode { targets: vec![], effect: call.effect(0)?, cost, condition })))
        },
    );
    modes(words);
}

fn modes(words: &mut Words) {
    let choose = |min: Option<i32>, max: Option<i32>| {
        move |call: &mut Call| {
            let place = usize::from(min.is_none());
            let number = if place == 1 { call.amount(0)? } else { Amount::Fixed(0) };
            let modes = modes_of(call, place)?;
            let min = min.map_or_else(|| number.clone(), Amount::Fixed);
            let max =
                max.map_or_else(|| if place == 1 { number.clone() } else { Amount::Fixed(modes.len() as i32) }, Amount::Fixed);
            Ok(Value::Modes(Box::new(crate::value::Modes { min, max, repeat: false, chooser: Players::You, modes })))
        }
    };
    words.add(
        "choose_one(list)",
        "Choose one of these modes.",
        "spell(choose_one([draw(2), gain_life(4)]));",
        choose(Some(1), Some(1)),
    );
    words.add(
        "choose_one_or_more(list)",
        "Choose one or more of these modes.",
        "spell(choose_one_or_more([draw(1), gain_life(4)]));",
        choose(Some(1), None),
    );
    words.add(
        "choose_any_number(list)",
        "Choose any number of these modes.",
        "spell(choose_any_number([draw(1), gain_life(4)]));",
        choose(Some(0), None),
    );
    words.add(
        "choose_modes(amount, list)",
        "Choose that many different modes.",
        "spell(choose_modes(2, [draw(1), gain_life(4), scry(2)]));",
        choose(None, None),
    );
    words.add("modes.up_to", "Fewer may be chosen.", "spell(choose_modes(2, [draw(1), gain_life(4), scry(2)]).up_to);", |call| {
        match call.given(0) {
            Given::Value(Value::Modes(mut modes)) => {
                modes.min = Amount::Fixed(0);
                Ok(Value::Modes(modes))
            }
            other => Err(Trouble::argument(0, "modes", other.kind())),
        }
    });
    words.add(
        "modes.chosen_by(players)",
        "These players choose the modes; of several the controller says which one does.",
        "spell(choose_one([draw(2), gain_life(4)]).chosen_by(opponents));",
        |call| {
            let chooser = call.players(1)?;
            match call.given(0) {
                Given::Value(Value::Modes(mut modes)) => {
                    modes.chooser = chooser;
                    Ok(Value::Modes(modes))
                }
                other => Err(Trouble::argument(0, "modes", other.kind())),
            }
        },
    );
    words.add(
        "modes.repeatable",
        "A mode may be chosen more than once.",
        "spell(choose_modes(3, [draw(1), gain_life(4)]).repeatable);",
        |call| match call.given(0) {
            Given::Value(Value::Modes(mut modes)) => {
                modes.repeat = true;
                Ok(Value::Modes(modes))
            }
            other => Err(Trouble::argument(0, "modes", other.kind())),
        },
    );
}

fn modes_of(call: &Call, place: usize) -> Result<Vec<Mode>, Trouble> {
    let Given::List(list) = call.given(place) else {
        return Err(Trouble::argument(place, "a list of effects", call.given(place).kind()));
    };
    list.into_iter()
        .map(|item| match item {
            Given::Value(Value::Mode(mode)) => Ok(*mode),
            other => Ok(Mode { effect: call.effect_of(place, other)?, ..Mode::default() }),
        })
        .collect()
}

/// The objects that a statement of particular objects speaks of.
pub(super) fn who(call: &Call, place: usize) -> Result<Who, Trouble> {
    match call.given(place) {
        Given::Value(Value::Filter(filter)) => Ok(Who::Matching(filter)),
        Given::Value(Value::Objects(Objects::This)) => Ok(Who::Matching(Filter::This)),
        given @ Given::List(_) => match coerce::filter(given.clone()) {
            Some(filter) if !matches!(filter, Filter::Is(_)) => Ok(Who::Matching(filter)),
            _ => call.objects(place).map(Who::These),
        },
        _ => call.objects(place).map(Who::These),
    }
}
