//! Accounts of costs in words.

use super::{Reason, made_by, with_pieces};
use crate::words::Names;
use cardwright_engine::ability::{Cost, CostPart};
use cardwright_engine::game::Game;
use cardwright_engine::payment::TotalCost;
use cardwright_engine::why::{CostAccount, CostStep, SaidIn};

/// What makes up the cost, in order, each with the cost so far; then what may be paid besides.
pub fn why_cost(game: &Game, names: &Names, account: &CostAccount) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for line in &account.lines {
        let said_in = line.by.as_ref().and_then(|by| by.said_in);
        let says = |cost: &Cost| with_pieces(game, said_in, |pieces| pieces.cost(cost));
        let by = line.by.as_ref().map(|by| format!("{}: ", made_by(game, names, by))).unwrap_or_default();
        let what = match &line.does {
            CostStep::ManaCost => "the mana cost".to_owned(),
            CostStep::Alternative(tag) => format!("{by}an alternative cost ({})", tag.0),
            CostStep::OfAbility => "the cost of the ability".to_owned(),
            CostStep::Permission(tag) => format!("{by}besides, for casting it so ({})", tag.0),
            CostStep::Additional(cost) => format!("{by}besides, {}", says(cost)),
            CostStep::Increase(cost) => format!("{by}costs {} more", says(cost)),
            CostStep::ReduceMana(mana) => format!("{by}costs {mana} less"),
            CostStep::Reduce(amount) => format!("{by}costs {{{amount}}} less"),
            CostStep::AtLeast(amount) => format!("{by}costs at least {{{amount}}}"),
            CostStep::LifeFor(color) => format!("{by}{{{}}} may be paid with 2 life", color.letter()),
        };
        let words = format!("{what} -> {}", total(game, said_in, &line.after));
        reasons.push(match &line.by {
            Some(by) => Reason::by(words, line.does.rule(), by),
            None => Reason::new(words, line.does.rule()),
        });
    }
    for optional in &account.optional {
        let cost = with_pieces(game, optional.by.said_in, |pieces| pieces.cost(&optional.cost));
        let words = format!("{}: may be paid besides, {cost} ({})", made_by(game, names, &optional.by), optional.tag.0);
        reasons.push(Reason::by(words, "modern:601.2b", &optional.by));
    }
    reasons
}

/// A total cost: "{2}{R}, Sacrifice a creature".
pub(super) fn total(game: &Game, said_in: Option<SaidIn>, total: &TotalCost) -> String {
    let mut cost = Cost { parts: total.parts.clone() };
    if !total.mana.symbols.is_empty() {
        cost.parts.insert(0, CostPart::Mana(total.mana.clone()));
    }
    with_pieces(game, said_in, |pieces| pieces.cost(&cost))
}
