//! What an effect means for what it points at: does it harm or help? Read from the ability's data, so that it works for
//! cards the bot has never seen.

use cardwright_engine::ability::{
    Amount, Body, Change, Effect, Mode, Objects, Players, PtChange, Recipients, Rule, Static, StaticPart,
};
use cardwright_engine::ids::{TargetSlot, Var};
use cardwright_engine::zone::ZoneKind;

/// How good something is for what it is done to: negative for harm. About the size of the change: a destroyed permanent is
/// -10, a card drawn +3, a point of damage -1.
pub type Good = i32;

/// What is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whom {
    /// What is chosen for that instance of "target".
    Target(TargetSlot),
    /// What is bound to the name.
    Bound(Var),
    /// "You".
    You,
    /// Your opponents.
    Opponents,
    /// This object.
    This,
}

/// How good the mode is for whom.
pub fn mode(mode: &Mode, whom: Whom) -> Good {
    effect(&mode.effect, whom)
}

/// How good the body's modes are for whom, on average.
pub fn body(body: &Body, whom: Whom) -> Good {
    let modes = body.modes();
    let sum: Good = modes.iter().map(|one| mode(one, whom)).sum();
    sum / modes.len().max(1) as Good
}

/// How good the effect is for whom.
pub fn effect(what: &Effect, whom: Whom) -> Good {
    let on = |objects: &Objects| names(objects, whom);
    let at = |recipients: &Recipients| {
        on(&recipients.objects) || recipients.players.as_ref().is_some_and(|one| names_player(one, whom))
    };
    let who = |players: &Players| names_player(players, whom);
    let sign = |applies: bool, good: Good| if applies { good } else { 0 };
    match what {
        Effect::Sequence(all) | Effect::Together(all) => all.iter().map(|one| effect(one, whom)).sum(),
        Effect::ChooseEffect(_, all) => all.iter().map(|one| effect(one, whom)).max().unwrap_or(0),
        Effect::If(_, then, otherwise) => (effect(then, whom) + effect(otherwise, whom)) / 2,
        Effect::May(_, then, _) | Effect::Pay(_, _, then, _) => effect(then, whom),
        Effect::ForEach(objects, var, inner) => effect(inner, whom) + sign(on(objects), effect(inner, Whom::Bound(*var))),
        Effect::ForEachPlayer(players, var, inner) => effect(inner, whom) + sign(who(players), effect(inner, Whom::Bound(*var))),
        Effect::Repeat(times, inner) => effect(inner, whom) * number(times).clamp(1, 5),
        Effect::Then(first, var, second) => {
            effect(first, whom) + effect(second, whom) + sign(affects(first, whom), effect(second, Whom::Bound(*var)))
        }
        Effect::IfDone(first, second, third) => effect(first, whom) + (effect(second, whom) + effect(third, whom)) / 2,
        Effect::Choose(_, _, inner)
        | Effect::ChoosePlayer(_, _, _, inner)
        | Effect::Let(_, _, inner)
        | Effect::FlipCoin(_, _, inner, _) => effect(inner, whom),
        Effect::LetObjects(var, objects, inner) => effect(inner, whom) + sign(on(objects), effect(inner, Whom::Bound(*var))),
        Effect::WhenDone(first, _)
        | Effect::WhenEach(first, _, _)
        | Effect::PayTimes(_, _, _, first)
        | Effect::SelfReplacing(first, _) => effect(first, whom),
        Effect::Continuous(objects, changes, _) => sign(on(objects), changes.iter().map(change).sum()),
        Effect::Damage { amount, to, .. } => sign(at(to), -number(amount).max(1)),
        Effect::DividedDamage { to, .. } => sign(whom == Whom::Target(*to), -2),
        Effect::DividedCounters { to, kind } => sign(whom == Whom::Target(*to), counters(kind.as_str())),
        Effect::SkipUntap(objects) => sign(on(objects), -2),
        Effect::GainLife(players, amount) => sign(who(players), number(amount)),
        Effect::LoseLife(players, amount) => sign(who(players), -number(amount)),
        Effect::Fight(first, second) => sign(on(first), 1) + sign(on(second), -4),
        Effect::Draw(players, amount) => sign(who(players), 3 * number(amount)),
        Effect::Discard(players, amount, ..) => sign(who(players), -3 * number(amount)),
        Effect::Mill(players, amount) => sign(who(players), -number(amount).min(2)),
        Effect::Destroy(objects, _) | Effect::Sacrifice(_, objects) => sign(on(objects), -10),
        Effect::SacrificeChoice(players, ..) => sign(who(players), -6),
        Effect::Move(objects, to, _) => sign(on(objects), moved(to.zone)),
        Effect::ExileUntil(objects, _) => sign(on(objects), -9),
        Effect::Search { who: players, .. } => sign(who(players), 3),
        Effect::Scry(players, _) | Effect::Surveil(players, _) => sign(who(players), 1),
        Effect::Dig { who: players, .. } => sign(who(players), 3),
        Effect::Tap(objects) => sign(on(objects), -2),
        Effect::Untap(objects) => sign(on(objects), 2),
        Effect::PutCounters(to, kind, amount) => sign(at(to), counters(kind.as_str()) * number(amount)),
        Effect::RemoveCounters(to, kind, amount) => sign(at(to), -counters(kind.as_str()) * number(amount)),
        Effect::CreateTokens { who: players, amount, .. } => sign(who(players), 4 * number(amount).max(1)),
        Effect::Attach(_, to) => sign(at(to), 2),
        Effect::Regenerate(objects) => sign(on(objects), 3),
        Effect::RemoveFromCombat(objects) => sign(on(objects), -2),
        Effect::TurnFaceDown(objects) | Effect::PhaseOut(objects) => sign(on(objects), -3),
        Effect::Counter(objects) => sign(on(objects), -10),
        Effect::CopyStack(objects, ..) => sign(on(objects), 6),
        Effect::AddMana(players, _) => sign(who(players), 1),
        Effect::Win(players) => sign(who(players), 100),
        Effect::Lose(players) => sign(who(players), -100),
        _ => 0,
    }
}

/// Whether the effect touches it at all.
fn affects(what: &Effect, whom: Whom) -> bool {
    effect(what, whom) != 0
}

fn moved(zone: ZoneKind) -> Good {
    match zone {
        ZoneKind::Exile => -10,
        ZoneKind::Graveyard => -9,
        ZoneKind::Hand | ZoneKind::Library => -6,
        ZoneKind::Battlefield => 8,
        ZoneKind::Stack | ZoneKind::Command | ZoneKind::Outside => 0,
    }
}

fn counters(kind: &str) -> Good {
    if kind.starts_with('-') || kind == "stun" || kind == "poison" { -2 } else { 2 }
}

/// How good a change is for the object.
pub fn change(what: &Change) -> Good {
    match what {
        Change::Pt(PtChange::Modify(power, toughness)) => number(power) + number(toughness),
        Change::Pt(PtChange::Set(power, toughness)) => {
            let sum = power.as_ref().map_or(2, number) + toughness.as_ref().map_or(2, number);
            if sum >= 6 { 3 } else { -3 }
        }
        Change::AddAbility(ability) => match &ability.kind {
            cardwright_engine::ability::AbilityBody::Static(one) => rules_of(one),
            _ => 2,
        },
        Change::AddKeyword(_, abilities) => {
            let bad = abilities.iter().any(|ability| match &ability.kind {
                cardwright_engine::ability::AbilityBody::Static(one) => rules_of(one) < 0,
                _ => false,
            });
            if bad { -2 } else { 2 }
        }
        Change::RemoveAllAbilities => -5,
        Change::RemoveKeyword(_) => -2,
        Change::Control(Players::You) => -10,
        _ => 0,
    }
}

/// How good static abilities are for the object that has them.
fn rules_of(one: &Static) -> Good {
    let hindered = one.parts.iter().any(|part| match part {
        StaticPart::Rule(rule) => hinders(rule),
        StaticPart::Continuous { .. } | StaticPart::Replacement(_) => false,
    });
    if hindered { -4 } else { 2 }
}

/// Whether the rule keeps its object from doing things.
pub fn hinders(rule: &Rule) -> bool {
    use cardwright_engine::ability::{AttackRule, BlockRule};
    matches!(
        rule,
        Rule::Attack(AttackRule::Cant(..) | AttackRule::CantUnless(..) | AttackRule::Cost(..))
            | Rule::Block(BlockRule::Cant(..) | BlockRule::CantUnless(..))
            | Rule::DoesNotUntap(_)
            | Rule::Cant(_)
    )
}

/// The number, as far as it can be known without a game: X and counted amounts pass for 3.
pub fn number(amount: &Amount) -> Good {
    match amount {
        Amount::Fixed(number) => *number,
        Amount::Negative(inner) => -number(inner),
        _ => 3,
    }
}

/// Whether the objects are, or include, those asked about.
fn names(objects: &Objects, whom: Whom) -> bool {
    match (objects, whom) {
        (Objects::Target(slot), Whom::Target(asked)) => *slot == asked,
        (Objects::Var(var), Whom::Bound(asked)) => *var == asked,
        (Objects::This, Whom::This) => true,
        (Objects::Union(all), _) => all.iter().any(|one| names(one, whom)),
        (Objects::Among(inner, _), _) => names(inner, whom),
        _ => false,
    }
}

/// Whether the players are, or include, those asked about.
fn names_player(players: &Players, whom: Whom) -> bool {
    match (players, whom) {
        (Players::Target(slot), Whom::Target(asked)) => *slot == asked,
        (Players::Var(var), Whom::Bound(asked)) => *var == asked,
        (Players::You, Whom::You) | (Players::Opponents, Whom::Opponents) | (Players::Each, Whom::You | Whom::Opponents) => true,
        (Players::Union(all), _) => all.iter().any(|one| names_player(one, whom)),
        (Players::Among(inner, _), _) => names_player(inner, whom),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Whom, effect};
    use cardwright_engine::ability::{Amount, Effect, Objects, Players, Recipients};
    use cardwright_engine::ids::TargetSlot;

    #[test]
    fn damage_harms_its_target_and_nobody_else() {
        let target = TargetSlot(0);
        let bolt = Effect::Damage { amount: Amount::Fixed(3), to: Recipients::target(target), source: Objects::This };
        assert_eq!(effect(&bolt, Whom::Target(target)), -3);
        assert_eq!(effect(&bolt, Whom::Target(TargetSlot(1))), 0);
        assert_eq!(effect(&bolt, Whom::You), 0);
    }

    #[test]
    fn drawing_is_good_for_who_draws() {
        let draw = Effect::Draw(Players::You, Amount::Fixed(2));
        assert_eq!(effect(&draw, Whom::You), 6);
        assert_eq!(effect(&draw, Whom::Opponents), 0);
    }
}
