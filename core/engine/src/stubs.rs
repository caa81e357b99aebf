use crate::ability::*; use crate::game::Game; use crate::ids::*; use crate::event::*; use crate::payment::*; use crate::eval::*; use crate::mana::ManaCost; use crate::object::Recipient;
#[derive(Clone,Debug,Default)] pub struct ManaPotential;
impl ManaPotential { pub(crate) fn is_short_of(&self, _: &ManaCost) -> bool { false } }
pub struct EventKinds; impl EventKinds { pub fn contains(&self, _: EventKind) -> bool { true } }
impl EventPattern { pub fn kinds(&self) -> EventKinds { EventKinds } }
impl Eval<'_> { pub fn occurrence_holds(&self, _: &EventPattern, _: &Event) -> bool { true } }
impl Game {
 pub(crate) fn mana_potential(&self, _: PlayerId) -> ManaPotential { ManaPotential }
 pub(crate) fn can_pay_with(&self, _: &ManaPotential, player: PlayerId, cost: &TotalCost, scope: Scope<'_>, paid_for: PaidFor) -> bool { self.can_pay(player,cost,scope,paid_for) }
 pub(crate) fn legal_mana_abilities(&self, _: PlayerId) -> Vec<(ObjectId,u16)> { vec![] }
}
pub fn is_mana_trigger(_: &Triggered) -> bool { false }
