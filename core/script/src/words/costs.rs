//! Costs: `cost("{1}{R}, {T}").sacrifice(creatures.yours.other)`.

use super::Words;
use super::filters::in_zone;
use crate::call::{Call, Made, Trouble};
use crate::value::Value;
use cardwright_engine::ability::{Amount, Cost, CostPart, CostTag, Filter, Stat};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;

pub(super) fn words(words: &mut Words) {
    words.add(
        "cost([text])",
        "A cost made of symbols; the rest is added with a point.",
        "activated(cost(\"{1}{R}, {T}\"), damage(1, target(any_target)));",
        |call| Ok(Value::Cost(if call.has(0) { call.cost(0)? } else { Cost::default() })),
    );
    words.add(
        "cost.mana(amount)",
        "Also that much generic mana.",
        "activated(cost(\"{T}\").mana(creatures.opponents.count), draw(1));",
        |call| with(call, |call| Ok(CostPart::GenericMana(call.amount(1)?))),
    );
    words.add("cost.tap_this", "Also tap this.", "activated(cost(\"{1}\").tap_this, draw(1));", |call| {
        with(call, |_| Ok(CostPart::TapThis))
    });
    words.add("cost.life(amount)", "Also pay that much life.", "activated(cost(\"{B}\").life(2), draw(1));", |call| {
        with(call, |call| Ok(CostPart::Life(call.amount(1)?)))
    });
    words.add(
        "cost.sacrifice(filter, [amount], [tag])",
        "Also sacrifice one that matches, or so many; known afterwards as `sacrificed`.",
        "activated(cost(\"{1}\").sacrifice(creatures.yours.other), draw(1));",
        |call| with(call, |call| Ok(CostPart::Sacrifice(call.filter(1)?, call.amount_or(2, 1)?, tag(call, 3, "sacrificed")?))),
    );
    words.add("cost.sacrifice_this", "Also sacrifice this.", "activated(cost(\"{2}\").sacrifice_this, draw(1));", |call| {
        with(call, |_| Ok(CostPart::SacrificeThis))
    });
    words.add(
        "cost.discard(cards, [amount], [tag])",
        "Also discard so many cards, or cards that match; known afterwards as `discarded`.",
        "activated(cost(\"{1}\").discard(1), draw(1));",
        |call| {
            with(call, |call| match call.amount(1) {
                Ok(amount) => Ok(CostPart::Discard(Filter::Any, amount, tag(call, 2, "discarded")?)),
                Err(_) => Ok(CostPart::Discard(
                    in_zone(call.filter(1)?, ZoneKind::Hand),
                    call.amount_or(2, 1)?,
                    tag(call, 3, "discarded")?,
                )),
            })
        },
    );
    words.add(
        "cost.discard_this",
        "Also discard this card.",
        "activated(cost(\"{2}\").discard_this, draw(1)).from_hand;",
        |call| with(call, |_| Ok(CostPart::DiscardThis)),
    );
    words.add(
        "cost.discard_at_random(amount)",
        "Also discard so many cards at random.",
        "activated(cost(\"{R}\").discard_at_random(1), damage(2, target(any_target)));",
        |call| with(call, |call| Ok(CostPart::DiscardAtRandom(call.amount(1)?))),
    );
    words.add(
        "cost.exile(filter, [amount], [tag])",
        "Also exile so many cards that match from a zone; known afterwards as `exiled_to_pay`.",
        "activated(cost(\"{T}\").exile(cards.yours.in_graveyard, 2), draw(1));",
        |call| {
            with(call, |call| {
                let filter = call.filter(1)?;
                let zone = filter.zone().unwrap_or(ZoneKind::Battlefield);
                Ok(CostPart::Exile(zone, filter, call.amount_or(2, 1)?, tag(call, 3, "exiled")?))
            })
        },
    );
    words.add(
        "cost.exile_this",
        "Also exile this from where it is.",
        "activated(cost(\"{2}\").exile_this, draw(1)).from_graveyard;",
        |call| with(call, |_| Ok(CostPart::ExileThis)),
    );
    words.add(
        "cost.return_to_hand(filter, [amount], [tag])",
        "Also return so many permanents to their owners' hands.",
        "activated(cost(\"{1}\").return_to_hand(lands.yours), draw(1));",
        |call| with(call, |call| Ok(CostPart::ReturnToHand(call.filter(1)?, call.amount_or(2, 1)?, tag(call, 3, "returned")?))),
    );
    words.add(
        "cost.return_this",
        "Also return this to its owner's hand.",
        "activated(cost(\"{1}\").return_this, draw(1));",
        |call| with(call, |_| Ok(CostPart::ReturnThis)),
    );
    words.add(
        "cost.reveal(filter, [amount], [tag])",
        "Also reveal so many cards from hand.",
        "activated(cost(\"{1}\").reveal(creatures), draw(1));",
        |call| {
            with(call, |call| {
                Ok(CostPart::Reveal(in_zone(call.filter(1)?, ZoneKind::Hand), call.amount_or(2, 1)?, tag(call, 3, "revealed")?))
            })
        },
    );
    words.add(
        "cost.tap(filter, [amount])",
        "Also tap so many untapped ones that match.",
        "activated(cost(\"{1}\").tap(creatures.yours, 2), draw(1));",
        |call| with(call, |call| Ok(CostPart::Tap(call.filter(1)?, call.amount_or(2, 1)?))),
    );
    words.add(
        "cost.tap_total_power(filter, amount, [tag])",
        "Also tap any number of untapped ones that match, whose power adds up to so much or more; `paid_with(\"tapped\")` is what \
         was tapped.",
        "activated(cost().tap_total_power(creatures.yours.other, 3), card.becomes_also(\"Artifact Creature\").until_end_of_turn);",
        |call| {
            with(call, |call| Ok(CostPart::TapTotal(call.filter(1)?, Stat::Power, call.amount(2)?, tag(call, 3, "tapped")?)))
        },
    );
    words.add(
        "cost.remove_counters(amount, kind)",
        "Also remove so many counters from this.",
        "activated(cost(\"{T}\").remove_counters(1, \"charge\"), draw(1));",
        |call| with(call, |call| Ok(CostPart::RemoveCounters(call.text(2)?, call.amount(1)?))),
    );
    words.add(
        "cost.put_counters(amount, kind)",
        "Also put so many counters on this.",
        "activated(cost(\"{T}\").put_counters(1, \"-1/-1\"), draw(1));",
        |call| with(call, |call| Ok(CostPart::PutCounters(crate::host::keywords::counter_kind(call, 2)?, call.amount(1)?))),
    );
    words.add(
        "cost.mill(amount)",
        "Also put so many cards from the top of the library into the graveyard.",
        "activated(cost(\"{T}\").mill(2), draw(1));",
        |call| with(call, |call| Ok(CostPart::Mill(call.amount(1)?))),
    );
    words.add("cost.also(effect)", "Also do anything else.", "activated(cost(\"{T}\").also(lose_life(1)), draw(1));", |call| {
        with(call, |call| Ok(CostPart::Do(Box::new(call.effect(1)?))))
    });
    words.add("cost.x_more", "Also X generic mana.", "activated(cost(\"{R}\").x_more, damage(x, target(any_target)));", |call| {
        with(call, |_| Ok(CostPart::GenericMana(Amount::X)))
    });
}

fn with(call: &mut Call, part: impl FnOnce(&mut Call) -> Result<CostPart, Trouble>) -> Made {
    let mut cost = call.cost(0)?;
    cost.parts.push(part(call)?);
    Ok(Value::Cost(cost))
}

fn tag(call: &Call, place: usize, otherwise: &str) -> Result<CostTag, Trouble> {
    if call.has(place) { call.text(place).map(CostTag) } else { Ok(CostTag(Symbol::new(otherwise))) }
}
