//! `free-loop`

use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{AbilityBody, Activated, Amount, Condition, Cost, CostPart, Effect, Filter, Objects};

/// An ability that costs nothing and can be activated without end.
pub const LINT: Lint = Lint {
    name: "free-loop",
    family: Family::Ability,
    level: Level::Warn,
    what: "an ability gives something for nothing, as often as anybody likes",
    why: "With a cost of nothing, or one that the ability itself makes good, it can be activated without end: all the mana, cards, life \
          or damage that there can be. Nothing in the rules stops it.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Spring of Plenty"
cost = "{4}"
type = "Artifact"
script = '''
activated("{0}", gain_life(1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Spring of Plenty"
cost = "{4}"
type = "Artifact"
script = '''
activated("{0}", gain_life(1)).once_each_turn;
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    if card.card.callbacks > 0 {
        return;
    }
    for site in sites(card) {
        let AbilityBody::Activated(activated) = &site.ability.kind else { continue };
        if activated.loyalty || activated.per_turn.is_some() || activated.condition != Condition::Always {
            continue;
        }
        let Some(message) = endless(activated) else { continue };
        let step = site.step_where(|step| step.word == "activated");
        let argument = step.and_then(|step| site.face.trace?.argument(step, 0));
        let (file, span) = argument.unwrap_or_else(|| site.statement());
        let finding = findings.add(&file, span, message);
        finding.help.push("add a cost like `{T}` or `{1}`, or `.once_each_turn`".to_owned());
    }
}

fn endless(activated: &Activated) -> Option<String> {
    let gains = activated.body.modes().iter().find_map(|mode| gain(&mode.effect))?;
    let modes = activated.body.modes();
    // A target may run out, and what goes away can be used once.
    if modes.iter().any(|mode| !mode.targets.is_empty() && !matches!(gain(&mode.effect), Some("damage"))) {
        return None;
    }
    if modes.iter().any(|mode| uses_itself_up(&mode.effect)) {
        return None;
    }
    if is_nothing(&activated.cost) {
        return Some(format!("this costs nothing: anybody who has it gets {gains} without end"));
    }
    let only_taps = activated.cost.parts.iter().all(|part| *part == CostPart::TapThis || is_free(part));
    let untaps = modes.iter().all(|mode| untaps_this(&mode.effect));
    (only_taps && untaps).then(|| format!("this untaps what it taps to pay for it: {gains} without end"))
}

fn is_nothing(cost: &Cost) -> bool {
    cost.parts.iter().all(is_free)
}

fn is_free(part: &CostPart) -> bool {
    match part {
        CostPart::Mana(mana) => mana.mana_value(0) == 0 && mana.x_count() == 0,
        CostPart::GenericMana(amount) => *amount == Amount::Fixed(0),
        _ => false,
    }
}

/// What the effect gives each time, if it certainly gives something.
fn gain(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Sequence(parts) | Effect::Together(parts) => parts.iter().find_map(gain),
        Effect::Draw(..) => Some("cards"),
        Effect::GainLife(..) => Some("life"),
        Effect::LoseLife(..) => Some("loss of life"),
        Effect::Damage { .. } | Effect::DividedDamage { .. } => Some("damage"),
        Effect::AddMana(..) => Some("mana"),
        Effect::CreateTokens { .. } => Some("tokens"),
        Effect::PutCounters(..) => Some("counters"),
        Effect::Mill(..) => Some("milled cards"),
        _ => None,
    }
}

fn untaps_this(effect: &Effect) -> bool {
    match effect {
        Effect::Sequence(parts) | Effect::Together(parts) => parts.iter().any(untaps_this),
        Effect::Untap(Objects::This) => true,
        Effect::Untap(Objects::All(filter)) => **filter == Filter::This,
        _ => false,
    }
}

/// Whether doing it once keeps it from being done again, or costs its player something that runs out.
fn uses_itself_up(effect: &Effect) -> bool {
    walk::any(effect, |part: &Effect| {
        matches!(
            part,
            Effect::Sacrifice(..)
                | Effect::SacrificeChoice(..)
                | Effect::Move(..)
                | Effect::Destroy(..)
                | Effect::RemoveCounters(..)
                | Effect::Discard(..)
                | Effect::Transform(_)
                | Effect::PhaseOut(_)
                | Effect::Pay(..)
                | Effect::If(..)
                | Effect::Tap(_)
                | Effect::TurnFaceDown(_)
                | Effect::Turn(_)
                | Effect::Script(_)
        )
    }) || matches!(effect, Effect::LoseLife(cardwright_engine::ability::Players::You, _))
}
