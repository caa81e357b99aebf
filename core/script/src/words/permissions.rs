//! Permission to cast and play, and what spells and abilities cost (modern 601.2f, 601.3, 118.9).

use super::Words;
use crate::call::{Call, Made, Trouble};
use crate::value::{Given, Part, Value, Who};
use cardwright_engine::ability::{
    AbilitySort, Amount, CastAs, CastFrom, CastPermission, Change, Condition, Cost, CostChange, CostPart, CostTag, Destination,
    EventChange, Filter, Instead, Objects, Pattern, Players, Prohibition, Replacement, Rule, StandIn, Timing, Uses,
};
use cardwright_engine::mana::{Color, ManaCost, ManaSymbol, ManaType};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;

pub(super) fn words(words: &mut Words) {
    permissions(words);
    costs(words);
}

fn permission(call: &Call, lands: bool) -> Made {
    let filter = call.filter(0)?;
    // What is cast lies nowhere on the battlefield: `may_cast(creatures)` speaks of creature spells.
    let from = match filter.zone() {
        Some(ZoneKind::Stack | ZoneKind::Battlefield) => CastFrom::Usual,
        Some(zone) => CastFrom::Zone(zone),
        None if is_particular(&filter) => CastFrom::Anywhere,
        None => CastFrom::Usual,
    };
    Ok(Value::rule(Rule::Cast(CastPermission {
        who: Players::You,
        what: bare(filter),
        from,
        timing: Timing::Usual,
        condition: Condition::Always,
        cost: None,
        extra: None,
        manner: CastAs::ItIs,
        after: None,
        then: None,
        lands,
        top_only: false,
        gains: vec![],
    })))
}

/// Whether the filter speaks of particular objects, wherever they are.
fn is_particular(filter: &Filter) -> bool {
    match filter {
        Filter::Is(objects) => **objects != Objects::This,
        Filter::And(all) => all.iter().any(is_particular),
        Filter::Or(any) => any.iter().all(is_particular),
        _ => false,
    }
}

/// The filter without its zone, which the permission says itself.
fn bare(filter: Filter) -> Filter {
    match filter {
        Filter::Zone(_) => Filter::Any,
        Filter::And(all) => all.into_iter().map(bare).fold(Filter::Any, Filter::and),
        other => other,
    }
}

/// Changes the permission before the point.
fn permitted(call: &Call, change: impl FnOnce(&mut CastPermission)) -> Made {
    let needed = || Trouble::other(format!("`{}` is said of a permission like `may_cast(...)`", call.word.name), "");
    let Given::Value(Value::Statement(mut statement)) = call.given(0) else { return Err(needed()) };
    match statement.parts.last_mut() {
        Some(Part::Rule(rule)) => match &mut **rule {
            Rule::Cast(permission) => change(permission),
            _ => return Err(needed()),
        },
        _ => return Err(needed()),
    }
    Ok(Value::Statement(statement))
}

fn permissions(words: &mut Words) {
    words.add(
        "may_cast(filter)",
        "You may cast these from the zone they are in; of the card itself, from where it may be cast anyway; particular cards, from wherever they are.",
        "always(may_cast(creatures.yours.in_graveyard));",
        |call| permission(call, false),
    );
    words.add(
        "may_play(filter)",
        "You may cast or, if lands, play these from the zone they are in; particular cards, from wherever they are.",
        "always(may_play(lands.yours.in_graveyard));",
        |call| permission(call, true),
    );
    words.add(
        "statement.for_cost(cost, [tag])",
        "For this cost in place of the mana cost; `was_paid(tag)` asks for it.",
        "always(may_cast(card.in_graveyard).for_cost(\"{2}{R}\", \"flashback\"));",
        |call| {
            let tag = if call.has(2) { call.text(2)? } else { Symbol::new("alternative") };
            let cost = call.cost(1)?;
            permitted(call, |permission| permission.cost = Some((CostTag(tag), cost)))
        },
    );
    words.add("statement.free", "Without paying the mana cost.", "always(may_cast(spells.yours).free);", |call| {
        permitted(call, |permission| permission.cost = Some((CostTag(Symbol::new("free")), Cost::default())))
    });
    words.add(
        "statement.for_more(cost, [tag])",
        "Only for whoever also pays this cost; `was_paid(tag)` asks for it.",
        "always(may_cast(card).any_time.for_more(\"{2}\", \"haste fee\"));",
        |call| {
            let tag = if call.has(2) { call.text(2)? } else { Symbol::new("more") };
            let cost = call.cost(1)?;
            permitted(call, |permission| permission.extra = Some((CostTag(tag), cost)))
        },
    );
    words.add(
        "statement.face_down",
        "It is cast face down, as a 2/2 creature without anything else.",
        "always(may_cast(card).face_down.for_cost(\"{3}\", \"hidden\"));",
        |call| permitted(call, |permission| permission.manner = CastAs::FaceDown),
    );
    words.add(
        "statement.other_face",
        "It is cast with its other face up, for what that costs.",
        "always(may_cast(card).other_face);",
        |call| permitted(call, |permission| permission.manner = CastAs::OtherFace),
    );
    words.add(
        "statement.if_you_do(closure)",
        "When it has been cast so, this happens; the closure is called once, with a stand-in for the casting.",
        "always(may_cast(creatures.yours.in_graveyard).for_cost(\"{1}\").if_you_do(|e| at(end_step, sacrifice(e.object))));",
        |call| {
            let event = call.shop.var();
            let effect = call.bound_effect(1, vec![Value::Event(event)])?;
            permitted(call, |permission| permission.after = Some((event, Box::new(effect))))
        },
    );
    words.add("statement.any_time", "Whenever you have priority.", "always(may_cast(card).any_time);", |call| {
        permitted(call, |permission| permission.timing = Timing::Instant)
    });
    words.add(
        "statement.as_a_sorcery",
        "Only when you could cast a sorcery.",
        "always(may_cast(card.in_exile).as_a_sorcery);",
        |call| permitted(call, |permission| permission.timing = Timing::Sorcery),
    );
    words.add(
        "statement.top_card_only",
        "Only the top card of the library.",
        "always(may_play(cards.yours.in_library).top_card_only);",
        |call| permitted(call, |permission| permission.top_only = true),
    );
    words.add(
        "statement.then_exile",
        "The spell is exiled when it would leave the stack.",
        "always(may_cast(card.in_graveyard).for_cost(\"{R}\").then_exile);",
        |call| {
            let event = call.shop.var();
            permitted(call, |permission| {
                let pattern = Pattern::Moves { what: Filter::This, from: Some(ZoneKind::Stack), to: None, cause: None };
                permission.then = Some(Replacement {
                    pattern: pattern.into(),
                    event,
                    condition: Condition::Always,
                    optional: None,
                    instead: Instead::Change(vec![EventChange::To(Box::new(Destination::to(ZoneKind::Exile)))]),
                    uses: Uses::Unlimited,
                });
            })
        },
    );
    words.add(
        "statement.gaining(ability, [argument])",
        "What is cast or played by this permission gains that keyword or ability, for good.",
        "always(may_cast(creatures.yours.in_graveyard).gaining(\"haste\"));",
        |call| {
            let gained = super::modify::gained(call)?;
            permitted(call, |permission| permission.gains.extend(gained))
        },
    );
    words.add(
        "statement.by(players)",
        "These players may do it, or get control, in place of you.",
        "always(may_cast(spells).any_time.by(players));",
        |call| {
            let players = call.players(1)?;
            if let Given::Value(Value::Statement(mut statement)) = call.given(0)
                && let Some(Part::Continuous { who: Who::NextSpell(who, _), .. }) = statement.parts.last_mut()
            {
                *who = players;
                return Ok(Value::Statement(statement));
            }
            if let Given::Value(Value::Statement(mut statement)) = call.given(0)
                && let Some(Part::Continuous { changes, .. }) = statement.parts.last_mut()
                && let Some(Change::Control(who)) = changes.last_mut()
            {
                *who = players;
                return Ok(Value::Statement(statement));
            }
            permitted(call, |permission| permission.who = players)
        },
    );
}

fn changed(change: CostChange) -> Made {
    Ok(Value::rule(Rule::Cost(change)))
}

/// What is paid more or less: symbols, or an amount of generic mana.
enum Sum {
    Generic(Amount),
    Cost(Cost),
}

fn sum(call: &Call, place: usize) -> Result<Sum, Trouble> {
    match call.given(place) {
        Given::Text(_) | Given::Value(Value::Cost(_)) => call.cost(place).map(Sum::Cost),
        _ => call.amount(place).map(Sum::Generic),
    }
}

fn costs(words: &mut Words) {
    words.add(
        "things.cost_less(amount)",
        "These spells cost that much generic mana less, or these symbols less.",
        "always(creatures.yours.cost_less(1));",
        |call| {
            let filter = spells(call.filter(0)?);
            match sum(call, 1)? {
                Sum::Generic(amount) => changed(CostChange::Reduce(Players::Each, filter, amount)),
                Sum::Cost(cost) => match symbols(&cost) {
                    Some([ManaSymbol::Generic(amount)]) => {
                        changed(CostChange::Reduce(Players::Each, filter, Amount::Fixed((*amount).into())))
                    }
                    Some(symbols) => changed(CostChange::ReduceMana(Players::Each, filter, ManaCost::new(symbols.to_vec()))),
                    None => Err(Trouble::argument(1, "an amount, or symbols like `\"{G}\"`", "another cost")),
                },
            }
        },
    );
    words.add(
        "things.cost_more(cost)",
        "These spells cost that much more.",
        "always(spells.opponents.cost_more(\"{1}\"));",
        |call| {
            let filter = spells(call.filter(0)?);
            let cost = more(call)?;
            changed(CostChange::Increase(Players::Each, filter, cost))
        },
    );
    words.add(
        "things.cost_at_least(amount)",
        "These spells cost at least that much mana.",
        "always(card.cost_at_least(1));",
        |call| {
            let amount = call.amount(1)?;
            changed(CostChange::AtLeast(Players::Each, spells(call.filter(0)?), amount))
        },
    );
    words.add(
        "things.additional_cost(cost)",
        "These spells have this additional cost.",
        "always(card.additional_cost(cost().sacrifice(creatures.yours))); spell(draw(2));",
        |call| {
            let cost = call.cost(1)?;
            changed(CostChange::Additional(spells(call.filter(0)?), cost))
        },
    );
    words.add(
        "things.additional_cost_one_of(list)",
        "These spells have one of these additional costs.",
        "always(card.additional_cost_one_of([cost(\"{2}\"), cost().life(2)])); spell(draw(2));",
        |call| {
            let Given::List(list) = call.given(1) else {
                return Err(Trouble::argument(1, "a list of costs", call.given(1).kind()));
            };
            let costs = list
                .into_iter()
                .map(|item| match item {
                    Given::Value(Value::Cost(cost)) => Ok(cost),
                    Given::Text(text) => crate::coerce::cost_text(&text).map_err(|error| Trouble::Text { place: 1, error }),
                    other => Err(Trouble::argument(1, "a list of costs", other.kind())),
                })
                .collect::<Result<Vec<_>, _>>()?;
            changed(CostChange::OneOf(spells(call.filter(0)?), costs))
        },
    );
    words.add(
        "things.optional_cost(tag, cost, [times])",
        "These spells have this optional additional cost, payable so many times; `was_paid(tag)` asks for it.",
        "always(card.optional_cost(\"feast\", \"{2}\")); spell(if_(was_paid(\"feast\"), draw(2), draw(1)));",
        |call| {
            let times = if call.has(3) { call.small_number(3)? } else { 1 };
            let (tag, cost) = (CostTag(call.text(1)?), call.cost(2)?);
            changed(CostChange::Optional(spells(call.filter(0)?), tag, cost, Some(times)))
        },
    );
    words.add(
        "things.optional_cost_any_times(tag, cost)",
        "These spells have this optional additional cost, payable any number of times.",
        "always(card.optional_cost_any_times(\"feast\", \"{1}\")); spell(draw(times_paid(\"feast\")));",
        |call| {
            let (tag, cost) = (CostTag(call.text(1)?), call.cost(2)?);
            changed(CostChange::Optional(spells(call.filter(0)?), tag, cost, None))
        },
    );
    words.add(
        "things.splices_onto(filter, cost)",
        "As you cast a spell that matches, you may reveal this card and pay this cost too; the spell then has this card's text after its own.",
        "always(card.splices_onto(instants.of(\"Arcane\"), \"{1}{R}\")); spell(damage(2, target(any_target)));",
        |call| {
            let (onto, cost) = (spells(call.filter(1)?), call.cost(2)?);
            changed(CostChange::AddText(onto, cost))
        },
    );
    words.add(
        "things.alternative_cost(cost, [tag])",
        "These spells may be cast for this in place of the mana cost.",
        "always(card.alternative_cost(cost().sacrifice(creatures.yours))); spell(draw(2));",
        |call| {
            let tag = if call.has(2) { call.text(2)? } else { Symbol::new("alternative") };
            let cost = call.cost(1)?;
            Ok(Value::rule(Rule::Cast(CastPermission {
                who: Players::You,
                what: call.filter(0)?,
                from: CastFrom::Usual,
                timing: Timing::Usual,
                condition: Condition::Always,
                cost: Some((CostTag(tag), cost)),
                extra: None,
                manner: CastAs::ItIs,
                after: None,
                then: None,
                lands: false,
                top_only: false,
                gains: vec![],
            })))
        },
    );
    abilities(words);
    restrictions(words);
    stand_ins(words);
}

/// Which abilities a change of costs speaks of: all, or what the text in that place says.
fn sort(call: &Call, place: usize) -> Result<AbilitySort, Trouble> {
    if !call.has(place) {
        return Ok(AbilitySort::Any);
    }
    let word = call.text(place)?;
    Ok(match word.as_str() {
        "loyalty" => AbilitySort::Loyalty,
        "mana" => AbilitySort::Mana,
        "nonmana" => AbilitySort::NotMana,
        _ => AbilitySort::Keyword(word),
    })
}

fn abilities(words: &mut Words) {
    words.add(
        "things.abilities_cost_less(amount, [which])",
        "Activated abilities of these cost that much generic mana less; of a keyword, or only `\"loyalty\"`, `\"mana\"` or `\"nonmana\"` ones.",
        "always(artifacts.yours.abilities_cost_less(1));",
        |call| {
            let sort = sort(call, 2)?;
            let amount = call.amount(1)?;
            changed(CostChange::ReduceAbilities(Players::Each, call.filter(0)?, sort, amount))
        },
    );
    words.add(
        "things.abilities_cost_more(cost, [which])",
        "Activated abilities of these cost that much more; of a keyword, or only `\"loyalty\"`, `\"mana\"` or `\"nonmana\"` ones.",
        "always(creatures.abilities_cost_more(\"{2}\"));",
        |call| {
            let sort = sort(call, 2)?;
            let cost = more(call)?;
            changed(CostChange::IncreaseAbilities(Players::Each, call.filter(0)?, sort, cost))
        },
    );
    words.add(
        "things.abilities_cost_at_least(amount, [which])",
        "What reduces the costs of activated abilities of these leaves at least that much mana.",
        "always([creatures.yours.abilities_cost_less(2), creatures.yours.abilities_cost_at_least(1)]);",
        |call| {
            let sort = sort(call, 2)?;
            let amount = call.amount(1)?;
            changed(CostChange::AbilitiesAtLeast(Players::Each, call.filter(0)?, sort, amount))
        },
    );
    words.add(
        "players.may_pay_life_for(symbol, options)",
        "They may pay 2 life in place of each such symbol of a total cost: of spells that match `casting`, of abilities of what matches `activating`.",
        "always(you.may_pay_life_for(\"{B}\", #{ activating: artifacts, casting: spells }));",
        |call| {
            let options = call.options(2, &["casting", "activating"])?;
            let filter = |name: &str| match options.get(name) {
                Some(given) => crate::coerce::filter(given)
                    .ok_or_else(|| Trouble::argument(2, format!("a filter for `{name}`"), "something else").of_option(2, name)),
                None => Ok(Filter::Never),
            };
            let (casting, activating) = (filter("casting")?, filter("activating")?);
            let cost = call.cost(1)?;
            let color = match symbols(&cost) {
                Some([ManaSymbol::Of(mana)]) => Color::ALL.into_iter().find(|color| ManaType::Colored(*color) == *mana),
                _ => None,
            };
            let color = color.ok_or_else(|| Trouble::argument(1, "one symbol of a colour like `\"{B}\"`", "another cost"))?;
            changed(CostChange::LifeFor(call.players(0)?, color, spells(casting), activating))
        },
    );
    words.add(
        "things.turn_up_for(cost)",
        "While it is face down, its controller may turn it face up for this cost.",
        "always(card.turn_up_for(\"{2}{G}\"));",
        |call| {
            let cost = call.cost(1)?;
            Ok(Value::rule(Rule::TurnUp(call.filter(0)?, cost)))
        },
    );
    words.add(
        "things.turning_up_costs_more(cost)",
        "Turning these face up costs that much more.",
        "always(creatures.opponents.turning_up_costs_more(\"{1}\"));",
        |call| {
            let cost = more(call)?;
            changed(CostChange::IncreaseAbilities(Players::Each, call.filter(0)?, AbilitySort::TurningUp, cost))
        },
    );
    words.add(
        "things.turning_up_costs_less(amount)",
        "Turning these face up costs that much generic mana less.",
        "always(creatures.yours.turning_up_costs_less(1));",
        |call| {
            let amount = call.amount(1)?;
            changed(CostChange::ReduceAbilities(Players::Each, call.filter(0)?, AbilitySort::TurningUp, amount))
        },
    );
}

fn stand_ins(words: &mut Words) {
    let with = |how: StandIn| {
        move |call: &mut Call| {
            let what = call.filter(1)?;
            changed(CostChange::PayWith(Players::Each, spells(call.filter(0)?), what, how))
        }
    };
    words.add(
        "things.pay_by_tapping(filter)",
        "Each untapped permanent that matches may be tapped in place of one generic mana or one mana of its colour in the costs of these spells.",
        "always(card.pay_by_tapping(creatures.yours));",
        with(StandIn::TapForColor),
    );
    words.add(
        "things.pay_generic_by_tapping(filter)",
        "Each untapped permanent that matches may be tapped in place of one generic mana in the costs of these spells.",
        "always(card.pay_generic_by_tapping(artifacts.yours));",
        with(StandIn::TapForGeneric),
    );
    words.add(
        "things.pay_generic_by_exiling(filter)",
        "Each card that matches may be exiled in place of one generic mana in the costs of these spells.",
        "always(card.pay_generic_by_exiling(cards.yours.in_graveyard));",
        with(StandIn::ExileForGeneric),
    );
}

fn restrictions(words: &mut Words) {
    words.add(
        "things.cast_only_if(condition)",
        "They can be cast only if it holds.",
        "always(card.cast_only_if(during(combat)));",
        |call| {
            let condition = call.condition(1)?.negate();
            let rule = Rule::Cant(Prohibition::Cast(Players::Each, spells(call.filter(0)?)));
            let Value::Statement(mut statement) = Value::rule(rule) else { return Ok(Value::rule(Rule::Marker)) };
            statement.condition = condition;
            Ok(Value::Statement(statement))
        },
    );
}

fn more(call: &Call) -> Result<Cost, Trouble> {
    Ok(match sum(call, 1)? {
        Sum::Generic(amount) => Cost::one(CostPart::GenericMana(amount)),
        Sum::Cost(cost) => cost,
    })
}

/// What is cast is a spell, whatever zone the words name.
fn spells(filter: Filter) -> Filter {
    if filter == Filter::This || filter.zone().is_some_and(|zone| zone != ZoneKind::Stack) { bare(filter) } else { filter }
}

/// The symbols of a cost that is only mana.
fn symbols(cost: &Cost) -> Option<&[ManaSymbol]> {
    match cost.parts.as_slice() {
        [CostPart::Mana(mana)] => Some(&mana.symbols),
        _ => None,
    }
}
