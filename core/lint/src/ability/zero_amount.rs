//! `zero-amount`

use super::bounds::range;
use super::walk::{self, Site, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{
    AbilityBody, Amount, Change, CostChange, CostPart, Effect, EventChange, PlayerRule, PtChange, Rule, StaticPart, TargetSpec,
    TurnChange, Uses,
};
use cardwright_engine::ids::TargetSlot;
use cardwright_script::trace::{Made, Step};

/// A number that makes its word do nothing.
pub const LINT: Lint = Lint {
    name: "zero-amount",
    family: Family::Ability,
    level: Level::Deny,
    what: "an amount is 0 or less, so that nothing happens",
    why: "No damage, no card, no counter: a part of the card that is done for an amount of 0 does nothing, and an amount below 0 \
          counts as 0. Usually a digit was forgotten, or a sign does not belong there.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Faint Spark"
cost = "{R}"
type = "Instant"
script = '''
spell(damage(0, target(any_target)));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Faint Spark"
cost = "{R}"
type = "Instant"
script = '''
spell(damage(1, target(any_target)));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

/// What is wrong with targets of which at most 0 can be chosen.
const NO_TARGET: &str = "this asks for no target";

/// What a part does by an amount, and the amount.
type Done<'e> = (&'static str, &'e Amount);

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        // What is wrong, the number, and the word that built it.
        let mut found: Vec<(String, i32, Option<&Step>)> = Vec::new();
        walk::each(site.ability, |effect: &Effect| {
            for done in of_effect(effect) {
                judge(done, || site.step(&Made::Effect(effect.clone())), &mut found);
            }
        });
        walk::each(site.ability, |change: &Change| {
            if let Change::Pt(PtChange::Modify(power, toughness)) = change
                && [power, toughness].into_iter().all(|amount| range(amount).only() == Some(0))
            {
                let step = site.step_where(|step| matches!(&step.made, Made::Statement(parts, _) if changes(parts, change)));
                found.push(("this changes neither power nor toughness".to_owned(), 0, step));
            }
        });
        walk::each(site.ability, |change: &EventChange| {
            let done = match change {
                EventChange::Counters(_, amount) => ("it enters with no counters", amount),
                EventChange::Prevent(amount) => ("this prevents nothing", amount),
                EventChange::Amount(_)
                | EventChange::Mana(_)
                | EventChange::Tokens(_)
                | EventChange::PreventAll
                | EventChange::To(_)
                | EventChange::Tapped
                | EventChange::PrintedCounters(_)
                | EventChange::UnderControl(_)
                | EventChange::AsCopy(_)
                | EventChange::Transformed
                | EventChange::Redirect(_)
                | EventChange::First(_)
                | EventChange::Also(_) => return,
            };
            judge(done, || statement_with(&site, change), &mut found);
        });
        walk::each(site.ability, |uses: &Uses| {
            let done = match uses {
                Uses::Unlimited => return,
                Uses::Times(amount) => ("this is used up from the start", amount),
                Uses::Damage(amount) => ("this prevents nothing", amount),
            };
            judge(done, || statement_with(&site, uses), &mut found);
        });
        walk::each(site.ability, |rule: &Rule| {
            if let Some(done) = of_rule(rule) {
                judge(done, || statement_with(&site, rule), &mut found);
            }
        });
        let loyalty = matches!(&site.ability.kind, AbilityBody::Activated(activated) if activated.loyalty);
        walk::each(site.ability, |part: &CostPart| {
            if let Some(done) = of_cost(part).filter(|_| !loyalty) {
                judge(done, || cost_with(&site, part), &mut found);
            }
        });
        walk::each(site.ability, |spec: &TargetSpec| {
            if spec.divided.is_none() {
                let step = || site.step(&Made::Target(TargetSlot(0), Box::new(spec.clone())));
                judge((NO_TARGET, &spec.max), step, &mut found);
            }
        });
        let per_turn = match &site.ability.kind {
            AbilityBody::Activated(activated) => activated.per_turn,
            AbilityBody::Triggered(triggered) => triggered.per_turn,
            AbilityBody::Spell(_) | AbilityBody::Static(_) => None,
        };
        if per_turn == Some(0) {
            let step = site.step_where(|step| step.word == "times_each_turn");
            found.push(("this never works: 0 times each turn".to_owned(), 0, step));
        }
        for (message, number, step) in found {
            let (file, span) = match message.as_str() {
                // Both of its numbers.
                "this changes neither power nor toughness" => both_arguments(&site, step).unwrap_or_else(|| site.whole(step)),
                other if other.starts_with(NO_TARGET) => option(&site, step).unwrap_or_else(|| site.number_of(step, number)),
                _ => site.number_of(step, number),
            };
            let finding = findings.add(&file, span, message);
            finding.help.push("write how much is meant, or delete this part".to_owned());
            if number < 0 {
                finding.notes.push("modern 107.1b: an amount below 0 counts as 0".to_owned());
            }
        }
    }
}

fn judge<'l>(
    (what, amount): Done<'_>,
    step: impl FnOnce() -> Option<&'l Step>,
    found: &mut Vec<(String, i32, Option<&'l Step>)>,
) {
    if let Some(number) = nothing(amount) {
        let is = if range(amount).only().is_some() { "is" } else { "is never above" };
        found.push((format!("{what}: the amount {is} {number}"), number, step()));
    }
}

/// The number, if there is none above 0 that it could be.
fn nothing(amount: &Amount) -> Option<i32> {
    let range = range(amount);
    (range.greatest <= 0).then(|| range.only().and_then(|number| i32::try_from(number).ok()).unwrap_or(0))
}

fn changes(parts: &[StaticPart], wanted: &Change) -> bool {
    parts.iter().any(|part| matches!(part, StaticPart::Continuous { changes, .. } if changes.contains(wanted)))
}

fn statement_with<'l, T: PartialEq + 'static>(site: &Site<'l>, wanted: &T) -> Option<&'l Step> {
    site.step_where(|step| match &step.made {
        Made::Statement(parts, _) => walk::any(parts, |part: &T| part == wanted),
        Made::Changes(changes) => walk::any(changes, |part: &T| part == wanted),
        _ => false,
    })
}

fn cost_with<'l>(site: &Site<'l>, wanted: &CostPart) -> Option<&'l Step> {
    let trace = site.face.trace?;
    // The first word with that part is the one that added it.
    let has = |step: &&Step| matches!(&step.made, Made::Cost(cost) if cost.parts.contains(wanted)) && step.place.is_some();
    trace.steps_of(site.index).into_iter().find(has)
}

fn both_arguments(site: &Site<'_>, step: Option<&Step>) -> Option<cardwright_script::trace::Written> {
    let (trace, step) = (site.face.trace?, step?);
    let (file, first) = trace.argument(step, 0)?;
    let (_, second) = trace.argument(step, 1)?;
    Some((file, first.start..second.end))
}

/// The option of a target that says how many there are: `up_to: 0`.
fn option(site: &Site<'_>, step: Option<&Step>) -> Option<cardwright_script::trace::Written> {
    let (file, span) = site.face.trace?.whole(step?)?;
    let text = file.text.get(span.clone())?;
    let (at, _) = ["up_to", "count"].into_iter().filter_map(|word| text.rfind(word).map(|at| (at, word))).max()?;
    let end = text[at..].find([',', '}']).map_or(text.len(), |length| at + length);
    let option = text[at..end].trim_end();
    Some((file.clone(), span.start + at..span.start + at + option.len()))
}

fn of_effect(effect: &Effect) -> Vec<Done<'_>> {
    let one = |what, amount| vec![(what, amount)];
    match effect {
        Effect::Damage { amount, .. } => one("this deals no damage", amount),
        Effect::GainLife(_, amount) => one("nobody gains life", amount),
        Effect::LoseLife(_, amount) => one("nobody loses life", amount),
        Effect::Draw(_, amount) => one("no card is drawn", amount),
        Effect::Discard(_, amount, ..) => one("no card is discarded", amount),
        Effect::Mill(_, amount) => one("no card is milled", amount),
        Effect::SacrificeChoice(_, _, amount) => one("nothing is sacrificed", amount),
        Effect::Search { max, .. } => one("nothing is found", max),
        Effect::Scry(_, amount) => one("no card is looked at", amount),
        Effect::Surveil(_, amount) => one("no card is looked at", amount),
        Effect::Dig { look, .. } => one("no card is looked at", look),
        Effect::PutCounters(_, _, amount) => one("no counter is put", amount),
        Effect::RemoveCounters(_, _, amount) => one("no counter is removed", amount),
        Effect::MoveCounters(_, _, _, amount) => one("no counter is moved", amount),
        Effect::CreateTokens { amount, .. } => one("no token is created", amount),
        Effect::CopyStack(_, _, amount, ..) => one("nothing is copied", amount),
        Effect::AddMana(_, mana) => one("no mana is added", &mana.amount),
        Effect::Repeat(amount, _) => one("this is done no time", amount),
        Effect::Choose(from, ..) => one("nothing is chosen", &from.max),
        Effect::Turn(change) => match change {
            TurnChange::ExtraTurn(_, amount) => one("no turn is added", amount),
            TurnChange::ExtraPhases { amount, .. } => one("no phase is added", amount),
            TurnChange::ExtraStep { amount, .. } => one("no step is added", amount),
            TurnChange::SkipStep(_, _, amount) | TurnChange::SkipTurn(_, amount) => one("nothing is skipped", amount),
            TurnChange::EndTurn => Vec::new(),
        },
        Effect::Move(_, destination, _) => {
            destination.entering.counters.iter().map(|(_, amount)| ("it enters with no counters", amount)).collect()
        }
        Effect::Nothing
        | Effect::Sequence(..)
        | Effect::Together(..)
        | Effect::If(..)
        | Effect::May(..)
        | Effect::Pay(..)
        | Effect::ForEach(..)
        | Effect::ForEachPlayer(..)
        | Effect::Then(..)
        | Effect::IfDone(..)
        | Effect::ChoosePlayer(..)
        | Effect::ChooseEffect(..)
        | Effect::Let(..)
        | Effect::LetObjects(..)
        | Effect::WhenDone(..)
        | Effect::WhenEach(..)
        | Effect::PayTimes(..)
        | Effect::Delayed(..)
        | Effect::Script(..)
        | Effect::Continuous(..)
        | Effect::ContinuousAll(..)
        | Effect::NextSpell(..)
        | Effect::Rule(..)
        | Effect::Replace(..)
        | Effect::ReplaceDivided { .. }
        | Effect::SelfReplacing(..)
        | Effect::ChangeEvent(..)
        | Effect::Remember(..)
        | Effect::Forget(..)
        | Effect::DividedDamage { .. }
        | Effect::SetLife(..)
        | Effect::ExchangeLife(..)
        | Effect::ExchangeValues(..)
        | Effect::Fight(..)
        | Effect::Destroy(..)
        | Effect::DividedCounters { .. }
        | Effect::SkipUntap(..)
        | Effect::Sacrifice(..)
        | Effect::ExileUntil(..)
        | Effect::Shuffle(..)
        | Effect::RevealUntil { .. }
        | Effect::Reveal(..)
        | Effect::ExchangeZones(..)
        | Effect::Tap(..)
        | Effect::Untap(..)
        | Effect::Attach(..)
        | Effect::Unattach(..)
        | Effect::ExchangeControl(..)
        | Effect::Regenerate(..)
        | Effect::Regenerated(..)
        | Effect::RemoveFromCombat(..)
        | Effect::TurnFaceDown(..)
        | Effect::TurnFaceUp(..)
        | Effect::Transform(..)
        | Effect::PhaseOut(..)
        | Effect::PhaseOutUntil(..)
        | Effect::PhaseIn(..)
        | Effect::BecomeBlocked(..)
        | Effect::BecomeUnblocked(..)
        | Effect::BecomeAttacking(..)
        | Effect::BecomeBlocking(..)
        | Effect::AttackInstead(..)
        | Effect::SetProtector(..)
        | Effect::Counter(..)
        | Effect::ChangeTargets(..)
        | Effect::CastNow(..)
        | Effect::Designate(..)
        | Effect::PlayNow(..)
        | Effect::BecomeDaylight(..)
        | Effect::Win(..)
        | Effect::Lose(..)
        | Effect::DrawGame
        | Effect::FlipCoin(..)
        | Effect::Announce(..)
        | Effect::Tell(..)
        | Effect::Emblem(..) => Vec::new(),
    }
}

fn of_rule(rule: &Rule) -> Option<Done<'_>> {
    match rule {
        Rule::Player(PlayerRule::HandSize(_, amount)) => {
            // Less is something, too.
            (range(amount).only() == Some(0)).then_some(("the hand size stays as it is", amount))
        }
        Rule::Player(PlayerRule::ExtraLands(_, amount)) => Some(("no further land can be played", amount)),
        Rule::ExtraTriggers(_, _, amount) => Some(("nothing triggers once more", amount)),
        Rule::Cost(CostChange::Reduce(_, _, amount) | CostChange::ReduceAbilities(_, _, _, amount)) => {
            Some(("nothing costs less", amount))
        }
        Rule::Cost(CostChange::AtLeast(_, _, amount) | CostChange::AbilitiesAtLeast(_, _, _, amount)) => {
            Some(("every cost is at least that much", amount))
        }
        Rule::Block(cardwright_engine::ability::BlockRule::Additional(_, amount)) => {
            Some(("nothing more can be blocked", amount))
        }
        _ => None,
    }
}

fn of_cost(part: &CostPart) -> Option<Done<'_>> {
    match part {
        CostPart::Life(amount) => Some(("no life is paid", amount)),
        CostPart::GenericMana(amount) => Some(("no mana is paid", amount)),
        CostPart::Tap(_, amount) | CostPart::TapTotal(_, _, amount, _) => Some(("nothing is tapped", amount)),
        CostPart::Sacrifice(_, amount, _) => Some(("nothing is sacrificed", amount)),
        CostPart::Discard(_, amount, _) | CostPart::DiscardAtRandom(amount) => Some(("nothing is discarded", amount)),
        CostPart::Exile(_, _, amount, _) => Some(("nothing is exiled", amount)),
        CostPart::ReturnToHand(_, amount, _) => Some(("nothing is returned", amount)),
        CostPart::Reveal(_, amount, _) => Some(("nothing is revealed", amount)),
        CostPart::RemoveCounters(_, amount) => Some(("no counter is removed", amount)),
        CostPart::PutCounters(_, amount) => Some(("no counter is put", amount)),
        CostPart::Mill(amount) => Some(("no card is milled", amount)),
        CostPart::Mana(_)
        | CostPart::TapThis
        | CostPart::UntapThis
        | CostPart::SacrificeThis
        | CostPart::DiscardThis
        | CostPart::ExileThis
        | CostPart::ReturnThis
        | CostPart::Do(_) => None,
    }
}
