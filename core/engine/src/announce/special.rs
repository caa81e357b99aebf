//! Special actions with a cost (modern 116.2): turning a face-down permanent face up.

use crate::ability::{AbilityBody, Cost, Origin, Rule, StaticPart};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Object;
use crate::payment::{ManaPotential, PaidFor};
use crate::question::{Action, Refusal};
use crate::run::{Beat, Run};
use crate::why::WhyNot;

impl Game {
    /// Permanents that the player could turn face up now (116.2b).
    pub(super) fn special_actions(&self, player: PlayerId, potential: &ManaPotential<'_>, actions: &mut Vec<Action>) {
        if !self.definitions().concerns().turns_up {
            return;
        }
        for &id in &self.battlefield {
            let face_down = self.object(id).is_some_and(|object| object.face_down);
            if face_down && self.check_turn_up(player, id, potential).is_ok() {
                actions.push(Action::TurnFaceUp(id));
            }
        }
    }

    /// Whether the player may turn the permanent face up now, and if not, why.
    pub(crate) fn check_turn_up(&self, player: PlayerId, id: ObjectId, potential: &ManaPotential<'_>) -> Result<(), WhyNot> {
        let object = self.permanent(id).filter(|object| object.face_down).ok_or(WhyNot::NotThere)?;
        if self.controller_of(object) != player {
            return Err(WhyNot::NoPermission);
        }
        let scope = Scope::bare(id, player, Origin::Printed);
        let cost = self.cost_to_turn_up(object, scope).ok_or(WhyNot::NoPermission)?;
        let total = self.turning_cost(player, id, cost, scope);
        if self.can_pay_with(potential, &total, scope, PaidFor::Other) { Ok(()) } else { Err(WhyNot::CannotPay) }
    }

    /// What it costs, by what the hidden face says of itself (708.7).
    fn cost_to_turn_up<'a>(&'a self, object: &'a Object, scope: Scope<'_>) -> Option<&'a Cost> {
        self.face(object).abilities().iter().find_map(|instance| match &instance.ability.kind {
            AbilityBody::Static(fixed) => fixed.parts.iter().find_map(|part| match part {
                StaticPart::Rule(Rule::TurnUp(filter, cost)) if self.eval(scope).matches(filter, object.id) => Some(cost),
                _ => None,
            }),
            _ => None,
        })
    }

    /// modern 116.2b: without the stack.
    pub(super) fn turn_up(&mut self, run: &mut Run<'_>, player: PlayerId, id: ObjectId) -> Beat<()> {
        let scope = Scope::bare(id, player, Origin::Printed);
        let cost = self.object(id).and_then(|object| self.cost_to_turn_up(object, scope)).cloned();
        let cost = cost.ok_or_else(|| Refusal::new("modern:708.7", "nothing lets it be turned face up"))?;
        let total = self.turning_cost(player, id, &cost, scope);
        self.pay(run, player, &total, scope, PaidFor::Other)?;
        self.happen_one(run, None, Event::Turned { object: id, face_down: false })?;
        Ok(())
    }
}
