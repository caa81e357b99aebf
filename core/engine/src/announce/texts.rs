//! Adding the rules text of cards in hand to a spell as it is cast (modern 601.2b, 612.10).

use super::costs::CostChoices;
use super::ways::OwnedWay;
use crate::ability::{Change, Cost, CostChange, Origin, Rule};
use crate::eval::Scope;
use crate::event::{Being, Event};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::run::{Beat, Run};
use smallvec::SmallVec;

impl Game {
    /// The player reveals cards whose text the spell gets after its own, one after another, in an order of their choice; what
    /// that costs in addition. Only what can be paid and announced is offered.
    pub(super) fn add_texts(&mut self, run: &mut Run<'_>, player: PlayerId, spell: ObjectId, way: &OwnedWay) -> Beat<Vec<Cost>> {
        let mut choices = CostChoices::default();
        let mut added: SmallVec<[ObjectId; 2]> = SmallVec::new();
        loop {
            let offered: Vec<(ObjectId, Cost)> = self
                .player(player)
                .hand
                .iter()
                .filter(|card| !added.contains(card))
                .filter_map(|&card| Some((card, self.text_cost(player, card, spell)?)))
                .filter(|(card, cost)| {
                    let scope = Scope::bare(spell, player, Origin::Printed);
                    self.spell_has_targets(*card, scope) && self.could_add(player, spell, way, &choices, cost)
                })
                .collect();
            if offered.is_empty() {
                break;
            }
            let options = offered.iter().map(|(card, _)| Choice::Object(*card)).collect();
            let ask = Ask::Choose { purpose: Purpose::OptionalCost, options, min: 0, max: 1, ordered: false };
            let Answer::Chosen(chosen) = self.ask(run, player, Some(spell), ask)? else { break };
            let Some((card, cost)) = chosen.first().and_then(|place| offered.get(*place as usize)).cloned() else { break };
            self.happen_one(run, None, Event::Reveal { object: card, by: Some(spell) })?;
            let changes = vec![Change::AddText(self.rules_text(card))];
            self.be(spell, &Being { changes, source: card, controller: player, origin: Origin::Printed });
            choices.added.push(cost);
            added.push(card);
        }
        Ok(choices.added)
    }

    /// What it costs to add the card's text to the spell; `None` if that cannot be done.
    fn text_cost(&self, player: PlayerId, card: ObjectId, spell: ObjectId) -> Option<Cost> {
        self.own_rules(card).find_map(|active| match active.rule {
            Rule::Cost(CostChange::AddText(onto, cost)) if self.eval(active.scope).matches_as_spell(onto, spell, player) => {
                Some(cost.clone())
            }
            _ => None,
        })
    }
}
