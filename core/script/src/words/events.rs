//! Particular objects, what they have, and the stand-in for the event that set an ability off.

use super::Words;
use crate::call::{Call, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{Amount, CostTag, Extreme, Filter, Objects, Players, Stat};
use cardwright_engine::symbol::Symbol;

pub(super) fn words(words: &mut Words) {
    let paid = |tag: &str| Value::Objects(Objects::Paid(CostTag(Symbol::new(tag))));
    words.value(
        "card",
        "The object that has the ability: this card, this token.",
        "when(card.enters, draw(1));",
        Value::Objects(Objects::This),
    );
    words.value(
        "host",
        "What the card is attached to: the enchanted or equipped permanent.",
        "always(host.get(+2, +2));",
        Value::Objects(Objects::Host(Box::new(Objects::This))),
    );
    words.value(
        "sacrificed",
        "What was sacrificed to pay the cost.",
        "activated(cost(\"{T}\").sacrifice(creatures.yours), gain_life(sacrificed.toughness));",
        paid("sacrificed"),
    );
    words.value(
        "discarded",
        "What was discarded to pay the cost.",
        "activated(cost(\"{T}\").discard(1), damage(discarded.mana_value, target(any_target)));",
        paid("discarded"),
    );
    words.value(
        "exiled_to_pay",
        "What was exiled to pay the cost.",
        "activated(cost(\"{T}\").exile(creatures.yours.in_graveyard), gain_life(exiled_to_pay.power));",
        paid("exiled"),
    );
    words.value(
        "returned_to_pay",
        "What was returned to hand to pay the cost.",
        "activated(cost(\"{T}\").return_to_hand(creatures.yours), gain_life(returned_to_pay.power));",
        paid("returned"),
    );
    words.value(
        "revealed_to_pay",
        "What was revealed to pay the cost.",
        "activated(cost(\"{T}\").reveal(creatures), gain_life(revealed_to_pay.power));",
        paid("revealed"),
    );
    words.add(
        "paid_with(tag)",
        "What was used to pay the part of the cost with that tag.",
        "activated(cost(\"{T}\").sacrifice(creatures.yours, 1, \"fuel\"), gain_life(paid_with(\"fuel\").power));",
        |call| Ok(Value::Objects(Objects::Paid(CostTag(call.text(0)?)))),
    );
    words.add("all(filter)", "All that match, as particular objects.", "spell(sacrifice(all(creatures.yours)));", |call| {
        Ok(Value::Objects(Objects::All(Box::new(call.filter(0)?))))
    });
    words.add("remembered([name])", "What the card remembers under that name: objects, a player or a number.", "when(card.enters, exile(target(creatures.opponents)).remember()); when(card.leaves, return_to_battlefield(remembered()));", |call| {
        let link = super::filters::link(call, 0, "exiled")?;
        Ok(Value::Linked(link))
    });
    words.add(
        "top_cards([amount], [players])",
        "The top cards of your library, or of that player's.",
        "spell(exile(top_cards(3)));",
        |call| {
            let players = if call.has(1) { call.players(1)? } else { Players::You };
            Ok(Value::Objects(Objects::TopOfLibrary(Box::new(players), Box::new(call.amount_or(0, 1)?))))
        },
    );
    words.value(
        "damage_sources",
        "What can be chosen as a source of damage: permanents, spells, and what is on the stack comes from or speaks of.",
        "spell(choose(damage_sources, |s| prevent(s.deals_damage(you)).once.until_end_of_turn));",
        Value::Objects(Objects::DamageSources),
    );
    words.add(
        "top_of_graveyard([players])",
        "The top card of your graveyard, or of that player's: the one put there last.",
        "as_long_as(top_of_graveyard().are(creatures.in_graveyard), card.get(+1, +1));",
        |call| {
            let players = if call.has(0) { call.players(0)? } else { Players::You };
            Ok(Value::Objects(Objects::TopOfGraveyard(Box::new(players))))
        },
    );
    relations(words);
    numbers(words);
    event(words);
}

fn relations(words: &mut Words) {
    words.add(
        "things.controller",
        "Who controls it, or last did.",
        "let t = target(creatures); spell([destroy(t), lose_life(2).by(t.controller)]);",
        |call| Ok(Value::Players(Players::ControllerOf(Box::new(call.objects(0)?)))),
    );
    words.add(
        "things.owner",
        "Who owns it.",
        "let t = target(permanents); spell([return_to_hand(t), draw(1).by(t.owner)]);",
        |call| Ok(Value::Players(Players::OwnerOf(Box::new(call.objects(0)?)))),
    );
    words.add(
        "things.defending_player",
        "The player it attacks, who controls the planeswalker or protects the battle that it attacks; or did, before it left combat.",
        "when(card.attacks, |e| mill(2).by(card.defending_player));",
        |call| Ok(Value::Players(Players::DefendingPlayer(Box::new(call.objects(0)?)))),
    );
    words.add(
        "things.protector",
        "The player who protects this battle.",
        "when(card.enters, |e| lose_life(1).by(card.protector));",
        |call| Ok(Value::Players(Players::ProtectorOf(Box::new(call.objects(0)?)))),
    );
    words.add("things.host", "What it is attached to.", "activated(\"{1}\", tap(card.host));", |call| {
        Ok(Value::Objects(Objects::Host(Box::new(call.objects(0)?))))
    });
    words.add(
        "things.enchanted_player",
        "The player it is attached to.",
        "when(upkeep.of(card.enchanted_player), damage(1, card.enchanted_player));",
        |call| Ok(Value::Players(Players::Host(Box::new(call.objects(0)?)))),
    );
    words.add(
        "things.attachments",
        "What is attached to it.",
        "let t = target(creatures); spell(destroy(t.attachments));",
        |call| Ok(Value::Objects(Objects::Attachments(Box::new(call.objects(0)?)))),
    );
    words.add(
        "things.maker",
        "What created it or put it onto the battlefield: the source of that spell or ability.",
        "spell(create_token(token(#{ type: \"Creature - Imp\", pt: \"1/1\", abilities: || when(card.dies, tap(card.maker)) })));",
        |call| Ok(Value::Objects(Objects::PutBy(Box::new(call.objects(0)?)))),
    );
    for (name, meaning, example, which) in [
        (
            "things.with_most(closure)",
            "Those of these with the greatest such number, all that are tied; the closure is called once, with a stand-in.",
            "spell(destroy(creatures.with_most(|c| c.power)));",
            Extreme::Greatest,
        ),
        (
            "things.with_least(closure)",
            "Those of these with the least such number, all that are tied; the closure is called once, with a stand-in.",
            "spell(destroy(creatures.with_least(|c| c.toughness)));",
            Extreme::Least,
        ),
    ] {
        words.add(name, meaning, example, move |call| {
            let name = call.shop.var();
            let amount = call.bound_amount(1, vec![Value::Objects(Objects::Var(name))])?;
            Ok(Value::Objects(Objects::Most(Box::new(call.objects(0)?), name, Box::new(amount), which)))
        });
    }
    words.add(
        "things.source",
        "The source of these abilities.",
        "let t = target(abilities); spell([counter(t), tap(t.source)]);",
        |call| Ok(Value::Objects(Objects::SourceOf(Box::new(call.objects(0)?)))),
    );
    words.add(
        "things.that_are(filter)",
        "Those of these objects that match.",
        "when(card.attacks, tap(card.attachments.that_are(artifacts)));",
        |call| {
            let filter = call.filter(1)?;
            Ok(Value::Objects(Objects::Among(Box::new(call.objects(0)?), Box::new(filter))))
        },
    );
}

/// A number of one object: of a filter it would be unclear of which.
fn one(call: &Call, stat: Stat) -> Result<Value, Trouble> {
    if let Given::Value(Value::Filter(filter)) = call.given(0)
        && filter != Filter::This
    {
        let name = call.word.name;
        let help = format!("write `.total_{name}` or `.greatest_{name}`, or bind one with `for_each`");
        return Err(Trouble::other(format!("`{name}` needs one object, not a filter"), help));
    }
    Ok(Value::Amount(Amount::Total(stat, Box::new(call.objects(0)?))))
}

fn numbers(words: &mut Words) {
    words.add("things.power", "Its power, or what it last was.", "activated(\"{2}\", gain_life(card.power));", |call| {
        one(call, Stat::Power)
    });
    words.add("things.toughness", "Its toughness.", "activated(\"{2}\", gain_life(card.toughness));", |call| {
        one(call, Stat::Toughness)
    });
    words.add("things.base_power", "Its base power.", "card.base_power", |call| one(call, Stat::BasePower));
    words.add("things.base_toughness", "Its base toughness.", "card.base_toughness", |call| one(call, Stat::BaseToughness));
    words.add(
        "things.mana_value",
        "Its mana value.",
        "let t = target(spells); spell([counter(t), lose_life(t.mana_value).by(t.controller)]);",
        |call| one(call, Stat::ManaValue),
    );
    words.add("things.loyalty", "Its loyalty.", "card.loyalty", |call| one(call, Stat::Number(Symbol::new("loyalty"))));
    words.add("things.defense", "Its defense.", "card.defense", |call| one(call, Stat::Number(Symbol::new("defense"))));
    words.add("things.damage_marked", "The damage marked on it.", "card.damage_marked", |call| one(call, Stat::Damage));
    words.add("things.x_paid", "The X chosen for it as it was cast.", "when(card.enters, draw(card.x_paid));", |call| {
        one(call, Stat::X)
    });
    words.add(
        "things.counters(kind)",
        "How many counters of that kind these have.",
        "activated(\"{1}, {T}\", draw(card.counters(\"charge\")));",
        |call| Ok(Value::Amount(Amount::Counters(Box::new(call.objects(0)?), call.text(1)?))),
    );
    let total = |stat: Stat| move |call: &mut Call| Ok(Value::Amount(Amount::Total(stat, Box::new(call.objects(0)?))));
    words.add(
        "things.total_power",
        "The sum of their power.",
        "spell(damage(creatures.yours.total_power, target(any_target)));",
        total(Stat::Power),
    );
    words.add("things.total_toughness", "The sum of their toughness.", "creatures.yours.total_toughness", total(Stat::Toughness));
    words.add(
        "things.total_mana_value",
        "The sum of their mana values.",
        "artifacts.yours.total_mana_value",
        total(Stat::ManaValue),
    );
    let greatest = |stat: Stat| move |call: &mut Call| Ok(Value::Amount(Amount::Greatest(stat, Box::new(call.objects(0)?))));
    words.add(
        "things.greatest_power",
        "The greatest power among them, 0 for none.",
        "spell(draw(creatures.yours.greatest_power));",
        greatest(Stat::Power),
    );
    words.add(
        "things.greatest_toughness",
        "The greatest toughness among them.",
        "creatures.yours.greatest_toughness",
        greatest(Stat::Toughness),
    );
    words.add(
        "things.greatest_mana_value",
        "The greatest mana value among them.",
        "permanents.yours.greatest_mana_value",
        greatest(Stat::ManaValue),
    );
    words.add("things.count", "How many they are.", "always(card.get(creatures.yours.count, 0));", |call| {
        Ok(Value::Amount(match call.given(0) {
            Given::Value(Value::Filter(filter)) => Amount::Count(Box::new(filter)),
            _ => Amount::CountOf(Box::new(call.objects(0)?)),
        }))
    });
    words.add(
        "things.color_count",
        "How many different colours are among them.",
        "spell(gain_life(creatures.yours.color_count));",
        |call| Ok(Value::Amount(Amount::ColorsAmong(Box::new(call.objects(0)?)))),
    );
    words.add(
        "things.basic_type_count",
        "How many basic land types are among them.",
        "spell(damage(lands.yours.basic_type_count, target(any_target)));",
        |call| Ok(Value::Amount(Amount::BasicTypesAmong(Box::new(call.objects(0)?)))),
    );
}

fn event(words: &mut Words) {
    let event = |call: &Call| match call.given(0) {
        Given::Value(Value::Event(var)) => Ok(var),
        other => Err(Trouble::argument(0, "an event", other.kind())),
    };
    words.add(
        "event.object",
        "The object that it happened to: that creature, that spell.",
        "when(creatures.other.dies, |e| exile(e.object));",
        move |call| Ok(Value::Objects(Objects::EventObject(event(call)?))),
    );
    words.add(
        "event.source",
        "What caused it: the source of the damage, the spell that targets, the blocked attacker.",
        "when(card.is_dealt_damage, |e| damage(e.amount, e.source));",
        move |call| Ok(Value::Objects(Objects::EventSource(event(call)?))),
    );
    words.add(
        "event.player",
        "The player of the event: who draws, gains life, is dealt damage, whose step it is.",
        "when(upkeep, |e| lose_life(1).by(e.player));",
        move |call| Ok(Value::Players(Players::EventPlayer(event(call)?))),
    );
    words.add(
        "event.amount",
        "How much it was: that much damage, that much life.",
        "when(you.gain_life, |e| lose_life(e.amount).by(opponents));",
        move |call| Ok(Value::Amount(Amount::EventAmount(event(call)?))),
    );
    words.add(
        "event.prevented",
        "How much of the damage this effect has prevented; `amount` is what it would have been.",
        "always(prevent(any_damage.to(you), 2).and_then(|e| gain_life(e.prevented)));",
        move |call| Ok(Value::Amount(Amount::Var(event(call)?))),
    );
    words.add("done.amount", "How much the effect did.", "spell(discard(2).then(|done| draw(done.amount)));", |call| match call
        .given(0)
    {
        Given::Value(Value::Done(var)) => Ok(Value::Amount(Amount::Var(var))),
        other => Err(Trouble::argument(0, "what an effect did", other.kind())),
    });
}
