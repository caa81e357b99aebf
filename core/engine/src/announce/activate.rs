//! Activating abilities (modern 602), loyalty abilities (606), and putting triggered abilities on the stack (603.3).

use super::complete::{Announcing, has_mode_costs, one_of_each};
use crate::ability::{AbilityBody, AbilityInstance, Activated, Body, Mode, Prohibition, Timing};
use crate::continuous::WaitingTrigger;
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{DefId, ObjectId, PlayerId};
use crate::layers::Active;
use crate::object::{Bindings, EntryKind, ObjectKind, StackEntry};
use crate::payment::{ManaPotential, PaidFor};
use crate::question::{Answer, Ask, Choice, Purpose, Refusal};
use crate::run::{Beat, Note, Run, Stop};
use crate::why::WhyNot;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// Whether the player may begin and complete activating the ability now (602.5), and if not, why.
    pub(crate) fn check_activate(
        &self,
        player: PlayerId,
        source: ObjectId,
        index: u16,
        instance: &AbilityInstance,
        sorcery: bool,
        potential: &ManaPotential<'_>,
    ) -> Result<(), WhyNot> {
        let AbilityBody::Activated(ability) = &instance.ability.kind else { return Err(WhyNot::NotThere) };
        let scope = Scope::bare(source, self.controller(source), instance.origin);
        self.check_begin_activating(player, source, index, instance, ability, sorcery, scope)?;
        let scope = Scope { controller: player, ..scope };
        let keyword = instance.ability.keyword.map(|keyword| keyword.name);
        let cost = self.ability_cost(player, source, keyword, ability, &[], scope);
        if potential.is_short_of(&cost.mana) {
            return Err(WhyNot::NotEnoughMana);
        }
        if !self.can_choose_modes(&ability.body, scope) {
            let announcing = Announcing { source, origin: instance.origin, keyword, ability };
            return if self.some_x_has_targets(player, announcing) { Ok(()) } else { Err(WhyNot::NoTarget) };
        }
        let groups = self.mode_costs(std::iter::once(&ability.body), scope);
        let payable = one_of_each(&groups, &mut Vec::new(), &|added| {
            let with_modes = (!added.is_empty()).then(|| self.ability_cost(player, source, keyword, ability, added, scope));
            self.can_pay_with(potential, with_modes.as_ref().unwrap_or(&cost), scope, PaidFor::Ability(source))
        });
        if !payable {
            return Err(WhyNot::CannotPay);
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)] // what an ability is and who asks
    fn check_begin_activating(
        &self,
        player: PlayerId,
        source: ObjectId,
        index: u16,
        instance: &AbilityInstance,
        ability: &Activated,
        sorcery: bool,
        scope: Scope<'_>,
    ) -> Result<(), WhyNot> {
        let object = self.object(source).ok_or(WhyNot::NotThere)?;
        if !self.eval(scope).players(&ability.by).contains(&player) {
            return Err(WhyNot::NoPermission);
        }
        let in_time = match ability.timing {
            Timing::Sorcery => sorcery,
            Timing::Usual | Timing::Instant => true,
        };
        if !in_time {
            return Err(WhyNot::NotNow);
        }
        if ability.loyalty {
            // modern 606.3: main phase, empty stack, once each turn for each permanent.
            let used = object.more.as_ref().is_some_and(|more| {
                more.used.iter().any(|(origin, place, count)| *count > 0 && self.is_loyalty(source, *origin, *place))
            });
            if !sorcery && ability.timing != Timing::Instant {
                return Err(WhyNot::NotNow);
            }
            if used {
                return Err(WhyNot::UsedUp);
            }
        }
        if ability.per_turn.is_some_and(|limit| self.uses(source, instance.origin, index) >= limit) {
            return Err(WhyNot::UsedUp);
        }
        if !self.eval(scope).holds(&ability.condition) {
            return Err(WhyNot::ConditionFails);
        }
        let prohibited = self.forbids_activating(player, source);
        prohibited.map_or(Ok(()), |active| Err(WhyNot::Prohibited(active.scope.source)))
    }

    /// The rule that forbids the player to activate abilities of that object (602.5).
    pub(super) fn forbids_activating(&self, player: PlayerId, source: ObjectId) -> Option<Active<'_, Prohibition>> {
        self.prohibitions().find(|active| match active.rule {
            Prohibition::Activate(players, filter, _) => {
                let eval = self.eval(active.scope);
                eval.players(players).contains(&player) && eval.matches(filter, source)
            }
            _ => false,
        })
    }

    fn is_loyalty(&self, source: ObjectId, origin: crate::ability::Origin, place: u16) -> bool {
        self.abilities(source).get(place as usize).is_some_and(|instance| {
            instance.origin == origin && matches!(&instance.ability.kind, AbilityBody::Activated(ability) if ability.loyalty)
        })
    }

    /// Activates an ability that is not a mana ability (602.2).
    pub(crate) fn activate(&mut self, run: &mut Run<'_>, player: PlayerId, source: ObjectId, index: u16) -> Beat<()> {
        let refused = || Stop::from(Refusal::new("modern:602.2", "there is no such ability to activate"));
        let instance = self.abilities(source).get(index as usize).cloned().ok_or_else(refused)?;
        let AbilityBody::Activated(ability) = &instance.ability.kind else { return Err(refused()) };
        let origin = instance.origin;
        // modern 602.2a
        let object = self.put_ability_on_stack(player, source, instance.clone(), index, Bindings::default());
        let scope = Scope::bare(source, player, origin);
        let range = self.mode_range(&ability.body, scope);
        let keyword = instance.ability.keyword.map(|keyword| keyword.name);
        let mut payable = |game: &Game, picked: &[u8]| {
            let all = ability.body.modes();
            let added: Vec<_> = picked.iter().filter_map(|mode| all[usize::from(*mode)].cost.clone()).collect();
            let total = game.ability_cost(player, source, keyword, ability, &added, scope);
            game.can_pay(player, &total, scope, PaidFor::Ability(source))
        };
        let payable: Option<&mut dyn FnMut(&Game, &[u8]) -> bool> =
            if has_mode_costs(&ability.body) { Some(&mut payable) } else { None };
        let modes = self.choose_modes(run, player, object, &ability.body, scope, range, payable)?;
        let chosen = chosen_modes(&ability.body, &modes);
        let added: Vec<_> = chosen.iter().filter_map(|mode| mode.cost.clone()).collect();
        let mut bindings = Bindings { since: Some(self.moment()), ..Bindings::default() };
        if ability.cost.has_x() || added.iter().any(crate::ability::Cost::has_x) {
            let announcing = Announcing { source, origin, keyword, ability };
            let values = self.ability_x_values(player, announcing, &added, &chosen);
            if values.is_empty() {
                return Err(Refusal::new("modern:602.2b", "there is no value of X with which it can be activated").into());
            }
            let ask = Ask::one_of(Purpose::X, &values);
            if let Answer::Number(x) = self.ask(run, player, Some(object), ask)? {
                bindings.x = x;
            }
        }
        self.choose_targets(run, player, object, source, origin, &chosen, &mut bindings)?;
        let cost = self.ability_cost(
            player,
            source,
            keyword,
            ability,
            &added,
            Scope { source, controller: player, origin, bindings: &bindings },
        );
        if let Some(entry) = self.stack.iter_mut().find(|entry| entry.object == object) {
            entry.modes = modes;
            entry.bindings = bindings.clone();
        }
        self.count_use(source, origin, index);
        let scope = Scope { source, controller: player, origin, bindings: &bindings };
        let payment = self.pay(run, player, &cost, scope, PaidFor::Ability(source))?;
        if let Some(entry) = self.stack.iter_mut().find(|entry| entry.object == object) {
            entry.bindings.paid_with = payment.with;
            // modern 400.7j: the ability can find what was moved to pay for it.
            entry.bindings.moved = payment.moved;
        }
        // modern 602.2b
        let mut batch = self.targeted_events(object, &bindings);
        batch.insert(0, Event::Activated { ability: object, source, player, keyword });
        self.happen(run, None, batch)?;
        Ok(())
    }

    pub(crate) fn put_ability_on_stack(
        &mut self,
        player: PlayerId,
        source: ObjectId,
        ability: AbilityInstance,
        index: u16,
        bindings: Bindings,
    ) -> ObjectId {
        let def = self.objects.get(source.slot()).map_or(DefId(0), |object| object.def);
        let object = self.create_object(ObjectKind::Ability, def, player, ZoneKind::Stack);
        self.stack.push(StackEntry {
            object,
            controller: player,
            kind: EntryKind::Ability { source, ability, index },
            modes: SmallVec::new(),
            bindings,
        });
        object
    }

    /// Puts all waiting triggered abilities on the stack in turn order (603.3b). Says whether there were any.
    pub(crate) fn put_triggers(&mut self, run: &mut Run<'_>) -> Beat<bool> {
        if self.waiting.is_empty() {
            return Ok(false);
        }
        let waiting = std::mem::take(&mut self.waiting);
        let players: SmallVec<[PlayerId; 4]> = self.players_from_active().collect();
        for player in players {
            let theirs: Vec<WaitingTrigger> = waiting.iter().filter(|waiting| waiting.controller == player).cloned().collect();
            for waiting in self.order_triggers(run, player, theirs)? {
                self.put_trigger(run, waiting)?;
            }
        }
        Ok(true)
    }

    fn order_triggers(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        triggers: Vec<WaitingTrigger>,
    ) -> Beat<Vec<WaitingTrigger>> {
        // Of copies of one trigger the order shows nowhere.
        let alike = triggers.windows(2).all(|pair| pair[0].ability == pair[1].ability && pair[0].source == pair[1].source);
        if triggers.len() < 2 || alike {
            return Ok(triggers);
        }
        let options = triggers.iter().map(|waiting| Choice::Ability { source: waiting.source, index: waiting.index }).collect();
        let count = triggers.len() as u32;
        let ask = Ask::Choose { purpose: Purpose::TriggerOrder, options, min: count, max: count, ordered: true };
        Ok(match self.ask(run, player, None, ask)? {
            Answer::Chosen(order) => order.iter().map(|&index| triggers[index as usize].clone()).collect(),
            _ => triggers,
        })
    }

    /// Puts one triggered ability on the stack and makes its choices (603.3c-d).
    fn put_trigger(&mut self, run: &mut Run<'_>, waiting: WaitingTrigger) -> Beat<()> {
        let WaitingTrigger { source, controller, ability, index, bindings } = waiting;
        let AbilityBody::Triggered(triggered) = &ability.ability.kind else { return Ok(()) };
        let origin = ability.origin;
        let scope = Scope { source, controller, origin, bindings: &bindings };
        if !self.can_choose_modes(&triggered.body, scope) {
            // modern 603.3d: without legal choices it is removed from the stack.
            return Ok(());
        }
        let object = self.put_ability_on_stack(controller, source, ability.clone(), index, bindings.clone());
        let range = self.mode_range(&triggered.body, scope);
        let modes = self.choose_modes(run, controller, object, &triggered.body, scope, range, None)?;
        let chosen = chosen_modes(&triggered.body, &modes);
        let mut with_targets = bindings.clone();
        self.choose_targets(run, controller, object, source, origin, &chosen, &mut with_targets)?;
        let batch = self.targeted_events(object, &with_targets);
        if let Some(entry) = self.stack.iter_mut().find(|entry| entry.object == object) {
            entry.modes = modes;
            entry.bindings = with_targets;
        }
        run.note(self, Note::Triggered(object));
        if !batch.is_empty() {
            self.happen(run, None, batch)?;
        }
        Ok(())
    }
}

/// The modes that were chosen; the only one of a body that is not modal.
pub(crate) fn chosen_modes<'a>(body: &'a Body, modes: &[u8]) -> Vec<&'a Mode> {
    match body {
        Body::Plain(mode) => vec![mode],
        Body::Modal { modes: all, .. } => modes.iter().filter_map(|&index| all.get(index as usize)).collect(),
    }
}
