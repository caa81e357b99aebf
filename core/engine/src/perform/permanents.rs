//! What happens to permanents: tapping, counters, attaching, turning, control (modern 122, 701.3, 701.12, 701.19, 701.26, 708).

use super::zones::option_of;
use super::{Done, Plan, Resolving};
use crate::ability::{
    Amount, Change, Duration, Effect, Filter, Instead, Objects, Prohibition, Recipients, Replacement, Rule, TargetRule,
};
use crate::ability::{EventPattern, Pattern, Uses};
use crate::continuous::Lasting;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, TargetSlot, Var};
use crate::object::{EntryKind, Object, Recipient, Value};
use crate::question::{Choice, Purpose};
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::types::CardType;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// The name of the permanent that a regeneration shield protects. No script makes it.
const SHIELDED: Var = Var(u16::MAX - 1);

impl Game {
    // modern 701.26a: only what is untapped can become tapped.
    pub(super) fn plan_tap(&self, resolving: &Resolving, objects: &Objects, plan: &mut Plan) {
        let mut objects = self.permanents_of(resolving, objects);
        objects.retain(|id| self.object(*id).is_some_and(|object| !object.is_tapped()));
        plan.lacks(objects.is_empty());
        plan.batch.extend(objects.into_iter().map(|object| Event::Tap { object, for_mana: false }));
    }
    // modern 701.26b
    pub(super) fn plan_untap(&self, resolving: &Resolving, objects: &Objects, plan: &mut Plan) {
        let mut objects = self.permanents_of(resolving, objects);
        objects.retain(|id| self.object(*id).is_some_and(|object| object.is_tapped()));
        plan.lacks(objects.is_empty());
        plan.batch.extend(objects.into_iter().map(|object| Event::Untap { object }));
    }

    /// What there is of the recipients now: objects anywhere, players in the game.
    pub(super) fn hosts(&self, resolving: &Resolving, recipients: &Recipients) -> SmallVec<[Recipient; 4]> {
        let objects = self.acted_on(resolving, &recipients.objects).into_iter().map(Recipient::Object);
        let players = recipients.players.as_ref().map(|players| self.actors(resolving, players)).unwrap_or_default();
        let all = objects.chain(players.into_iter().map(Recipient::Player));
        all.filter(|recipient| recipient.object().is_none_or(|id| self.object(id).is_some_and(|object| !object.phased_out)))
            .collect()
    }
    fn counters_on(&self, on: Recipient, kind: Symbol) -> u32 {
        match on {
            Recipient::Object(id) => self.object(id).map_or(0, |object| object.counter(kind)),
            Recipient::Player(player) => self.player(player).counter(kind),
        }
    }

    // modern 122.6
    pub(super) fn plan_put_counters(
        &self,
        resolving: &Resolving,
        to: &Recipients,
        kind: Symbol,
        amount: &Amount,
        plan: &mut Plan,
    ) {
        let amount = self.count_of(resolving, amount);
        let to = self.hosts(resolving, to);
        plan.lacks(to.is_empty());
        if amount > 0 {
            plan.batch.extend(to.into_iter().map(|on| Event::PutCounters { on, kind, amount }));
        }
    }
    // modern 601.2d: as it was announced, without what has become illegal (608.2b).
    pub(super) fn plan_divided_counters(&self, resolving: &Resolving, slot: TargetSlot, kind: Symbol, plan: &mut Plan) {
        let bindings = &resolving.bindings;
        let Some(choice) = bindings.targets.get(usize::from(bindings.first_target) + usize::from(slot.0)) else { return };
        for (place, &(on, amount)) in choice.chosen.iter().enumerate() {
            let legal = !choice.illegal.contains(&(place as u8));
            plan.lacks(!legal);
            if legal && amount > 0 {
                plan.push(Event::PutCounters { on, kind, amount });
            }
        }
    }
    // modern 701.37b, 716.2d
    pub(super) fn plan_designate(
        &self,
        resolving: &Resolving,
        objects: &Objects,
        name: Symbol,
        amount: &Amount,
        plan: &mut Plan,
    ) {
        let number = resolving.eval(self).amount(amount);
        let objects = self.permanents_of(resolving, objects);
        plan.lacks(objects.is_empty());
        plan.batch.extend(objects.into_iter().map(|object| Event::Designate { object, name, number }));
    }
    pub(super) fn plan_remove_counters(
        &self,
        resolving: &Resolving,
        from: &Recipients,
        kind: Symbol,
        amount: &Amount,
        plan: &mut Plan,
    ) {
        let wanted = self.count_of(resolving, amount);
        let from = self.hosts(resolving, from);
        plan.lacks(from.is_empty());
        for on in from {
            let amount = self.counters_on(on, kind).min(wanted);
            plan.lacks(amount < wanted);
            if amount > 0 {
                plan.push(Event::RemoveCounters { on, kind, amount, left: None });
            }
        }
    }

    // modern 122.5: nothing is moved where it cannot be put or is the same object.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn plan_move_counters(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        from: &Objects,
        to: &Objects,
        kind: Option<Symbol>,
        amount: &Amount,
        plan: &mut Plan,
    ) -> Beat<()> {
        let wanted = self.count_of(resolving, amount);
        let Some(&to) = self.permanents_of(resolving, to).first() else {
            plan.lacks(true);
            return Ok(());
        };
        for from in self.permanents_of(resolving, from).into_iter().filter(|from| *from != to) {
            for (kind, amount) in self.counters_to_move(run, resolving, from, kind, wanted)? {
                let put = Event::PutCounters { on: Recipient::Object(to), kind, amount };
                if amount == 0 || !self.may_happen(&put) {
                    plan.lacks(true);
                    continue;
                }
                plan.push(Event::RemoveCounters { on: Recipient::Object(from), kind, amount, left: None });
                plan.push(put);
            }
        }
        Ok(())
    }
    fn counters_to_move(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        from: ObjectId,
        kind: Option<Symbol>,
        wanted: u32,
    ) -> Beat<SmallVec<[(Symbol, u32); 2]>> {
        let there: SmallVec<[(Symbol, u32); 2]> = self.object(from).map_or_else(SmallVec::new, |object| {
            let of_kind = object.counters.iter().filter(|(known, _)| kind.is_none_or(|kind| kind == *known));
            of_kind.copied().collect()
        });
        let total: u32 = there.iter().map(|(_, amount)| *amount).sum();
        if there.len() < 2 || total <= wanted {
            return Ok(there.into_iter().map(|(kind, amount)| (kind, amount.min(wanted))).collect());
        }
        let mut left = there;
        let mut chosen: SmallVec<[(Symbol, u32); 2]> = left.iter().map(|(kind, _)| (*kind, 0)).collect();
        for _ in 0..wanted {
            let places: SmallVec<[usize; 4]> = (0..left.len()).filter(|place| left[*place].1 > 0).collect();
            let options = places.iter().map(|place| Choice::Word(left[*place].0)).collect();
            let Some(choice) = self.choose_one(run, resolving.controller, resolving.about(), Purpose::Word, options)? else {
                break;
            };
            left[places[choice]].1 -= 1;
            chosen[places[choice]].1 += 1;
        }
        chosen.retain(|(_, amount)| *amount > 0);
        Ok(chosen)
    }

    /// Whether the object may be attached to it (701.3a, 301.5, 303.4): what the object itself can be attached to, and
    /// what may be attached there.
    pub(crate) fn can_attach(&self, object: ObjectId, to: Recipient) -> bool {
        if to.object().is_some_and(|to| to == object || self.permanent(to).is_none()) {
            return false;
        }
        // modern 702.5c: all that it says itself.
        let mut stated = false;
        let mut allowed = true;
        for active in self.own_rules(object) {
            if let Rule::Target(TargetRule::AttachesTo(filter, players)) = active.rule {
                stated = true;
                let eval = self.eval(active.scope);
                allowed &= match to {
                    Recipient::Object(to) => eval.matches(filter, to),
                    Recipient::Player(player) => players.as_ref().is_some_and(|players| eval.players(players).contains(&player)),
                };
            }
        }
        if !stated {
            // modern 301.5, 301.6: what the subtype itself says.
            let host = to.object().map(|to| &self.characteristics(to).types);
            allowed = self.characteristics(object).types.subtypes.iter().any(|word| match word.as_str() {
                "Equipment" => host.is_some_and(|types| types.is(CardType::Creature)),
                "Fortification" => host.is_some_and(|types| types.is(CardType::Land)),
                _ => false,
            });
        }
        // A creature is attached to nothing (301.5c, 303.4d), unless it says so itself.
        let creature = self.characteristics(object).types.is(CardType::Creature);
        let despite = || self.own_rules(object).any(|active| matches!(active.rule, Rule::Target(TargetRule::AttachesAsCreature)));
        allowed && (!creature || despite()) && !self.attaching_prohibited(object, to)
    }
    fn attaching_prohibited(&self, object: ObjectId, to: Recipient) -> bool {
        let Recipient::Object(to) = to else { return false };
        self.target_rules().any(|active| match active.rule {
            TargetRule::CantAttach(hosts, attachments) => {
                let eval = self.eval(active.scope);
                eval.matches(hosts, to) && eval.matches(attachments, object)
            }
            _ => false,
        })
    }

    // modern 701.3: what cannot be attached there, or is attached there already, stays as it is.
    pub(super) fn plan_attach(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        objects: &Objects,
        to: &Recipients,
        plan: &mut Plan,
    ) -> Beat<()> {
        let hosts = self.hosts(resolving, to);
        let objects = self.permanents_of(resolving, objects);
        plan.lacks(objects.is_empty());
        for object in objects {
            let attached = self.object(object).and_then(|object| object.attached_to);
            let mut hosts = hosts.clone();
            // modern 303.4k: what is being turned face up counts as it will be.
            let turned = (resolving.turning_up == Some(object)).then(|| self.as_if_turned_up(object));
            let game = turned.as_ref().unwrap_or(self);
            hosts.retain(|host| attached != Some(*host) && game.can_attach(object, *host));
            let options = hosts.iter().map(|host| option_of(*host)).collect();
            // modern 301.5c, 303.4d: if there are several, its own controller chooses.
            match self.choose_one(run, self.controller(object), resolving.about(), Purpose::AttachTo, options)? {
                Some(place) => plan.push(Event::Attach { object, to: hosts[place] }),
                None => plan.lacks(true),
            }
        }
        Ok(())
    }
    pub(super) fn plan_unattach(&self, resolving: &Resolving, objects: &Objects, plan: &mut Plan) {
        let mut objects = self.permanents_of(resolving, objects);
        objects.retain(|id| self.object(*id).is_some_and(|object| object.attached_to.is_some()));
        plan.lacks(objects.is_empty());
        plan.batch.extend(
            objects
                .into_iter()
                .map(|object| Event::Unattach { object, from: self.object(object).and_then(|known| known.attached_to) }),
        );
    }

    // modern 701.12b: both must be there and have different controllers, or nothing happens.
    pub(super) fn exchange_control(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        one: &Objects,
        other: &Objects,
    ) -> Beat<Done> {
        let first = |objects: &Objects| self.permanents_of(resolving, objects).first().copied();
        let (Some(one), Some(other)) = (first(one), first(other)) else { return Ok(Done::failed()) };
        let controllers = [self.controller(other), self.controller(one)];
        if one == other || controllers[0] == controllers[1] {
            return Ok(Done::failed());
        }
        for (object, controller) in [one, other].into_iter().zip(controllers) {
            self.give_control(resolving, object, controller);
        }
        self.control_changed(run, resolving, &[(one, controllers[1]), (other, controllers[0])])?;
        Ok(Done { fully: true, objects: SmallVec::from_slice(&[one, other]), amount: 2 })
    }

    /// A shield for the rest of the turn: the next time it would be destroyed, it is regenerated (701.19a, 614.8).
    pub(super) fn regeneration_shields(&mut self, resolving: &Resolving, objects: &Objects) -> Done {
        let objects = self.permanents_of(resolving, objects);
        for &object in &objects {
            let shielded = || Objects::Var(SHIELDED);
            let replacement = Replacement {
                pattern: EventPattern::from(Pattern::Destroyed(Filter::Is(Box::new(shielded())))),
                event: Var(u16::MAX - 3),
                condition: crate::ability::Condition::Always,
                optional: None,
                instead: Instead::Do(Box::new(Effect::Regenerated(shielded()))),
                uses: Uses::Times(Amount::Fixed(1)),
            };
            let mut bindings = crate::object::Bindings::default();
            bindings.values.push((SHIELDED, Value::Objects(SmallVec::from_slice(&[object]))));
            let what = Lasting::Replacement { replacement: Box::new(replacement), left: Some(1) };
            self.push_lasting(resolving, what, bindings, Duration::EndOfTurn);
        }
        Done { fully: !objects.is_empty(), amount: objects.len() as i32, objects }
    }
    /// What regeneration does in place of destruction (701.19a).
    pub(super) fn regenerated(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, objects: &Objects) -> Beat<Done> {
        let objects = self.permanents_of(resolving, objects);
        let mut plan = Plan::default();
        for &id in &objects {
            if let Some(object) = self.object_mut(id) {
                object.damage = 0;
                object.fatally_damaged = false;
                if !object.is_tapped() {
                    plan.push(Event::Tap { object: id, for_mana: false });
                }
            }
            self.remove_from_combat(id);
        }
        self.touch_lightly();
        self.carry_out(run, resolving, plan)?;
        Ok(Done { fully: !objects.is_empty(), amount: objects.len() as i32, objects })
    }
    /// Whether a replacement effect is regeneration, which "can't be regenerated" shuts out (701.19c).
    pub(crate) fn is_regeneration(replacement: &Replacement) -> bool {
        matches!(&replacement.instead, Instead::Do(effect) if matches!(**effect, Effect::Regenerated(_)))
    }
    /// Whether nothing says that the permanent cannot be regenerated (701.19c).
    pub(crate) fn can_be_regenerated(&self, object: ObjectId) -> bool {
        !self.prohibitions().any(|active| match active.rule {
            Prohibition::Regenerate(filter) => self.eval(active.scope).matches(filter, object),
            _ => false,
        })
    }

    pub(super) fn out_of_combat(&mut self, resolving: &Resolving, objects: &Objects) -> Done {
        let objects = self.permanents_of(resolving, objects);
        for &object in &objects {
            self.remove_from_combat(object);
        }
        self.touch_lightly();
        Done { fully: !objects.is_empty(), amount: objects.len() as i32, objects }
    }

    // modern 509.1h: an attacker that is not blocked yet.
    pub(super) fn make_blocked(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, objects: &Objects) -> Beat<Done> {
        let objects = self.permanents_of(resolving, objects);
        let mut plan = Plan::default();
        for object in objects {
            plan.batch.extend(self.become_blocked(object));
        }
        plan.lacks(plan.batch.is_empty());
        self.carry_out(run, resolving, plan)
    }

    // modern 708.2b, 701.28: a card with two faces cannot be turned face down.
    pub(super) fn plan_turn_down(&self, resolving: &Resolving, objects: &Objects, plan: &mut Plan) {
        let mut objects = self.permanents_of(resolving, objects);
        objects
            .retain(|id| self.object(*id).is_some_and(|object| !object.face_down && self.definition(object.def).faces.len() < 2));
        plan.lacks(objects.is_empty());
        plan.batch.extend(objects.into_iter().map(|object| Event::Turned { object, face_down: true }));
    }
    // modern 708.8; an instant or sorcery card is shown and stays as it is.
    pub(super) fn plan_turn_up(&self, resolving: &Resolving, objects: &Objects, plan: &mut Plan) {
        let mut turned = false;
        for id in self.acted_on(resolving, objects) {
            // Cards in the command zone can be face down too, and get a timestamp as they are turned up (613.7h, 613.7j).
            let there = |zone: ZoneKind| matches!(zone, ZoneKind::Battlefield | ZoneKind::Command);
            let Some(object) = self.object(id).filter(|object| object.face_down && there(object.zone)) else { continue };
            let types = &self.face(object).base.types;
            if types.is(CardType::Instant) || types.is(CardType::Sorcery) {
                plan.push(Event::Reveal { object: id, by: None });
            } else {
                turned = true;
                plan.push(Event::Turned { object: id, face_down: false });
            }
        }
        plan.lacks(!turned);
    }
    // modern 701.28: only what has another face that can be a permanent.
    pub(super) fn plan_transform(&self, resolving: &Resolving, objects: &Objects, plan: &mut Plan) {
        let mut objects = self.permanents_of(resolving, objects);
        // modern 701.28f: an ability of the permanent itself turns it over only if nothing has since it was put on the stack.
        let announced = resolving.entry.and_then(|entry| match self.entry(entry)?.kind {
            EntryKind::Ability { index, .. } if index != u16::MAX => Some(self.object(entry)?.timestamp),
            _ => None,
        });
        let already = |object: &Object| {
            let turned = object.more.as_ref().and_then(|more| more.turned_over);
            object.id == resolving.source && announced.zip(turned).is_some_and(|(announced, turned)| turned > announced)
        };
        objects.retain(|id| self.object(*id).is_some_and(|object| !already(object)));
        objects.retain(|id| {
            self.object(*id).is_some_and(|object| {
                let faces = &self.definition(object.def).faces;
                let other = faces.get(usize::from(object.face == 0));
                faces.len() > 1
                    && !object.face_down
                    && other.is_some_and(|face| !face.base.types.is(CardType::Instant) && !face.base.types.is(CardType::Sorcery))
            })
        });
        plan.lacks(objects.is_empty());
        plan.batch.extend(objects.into_iter().map(|object| Event::Transform { object }));
    }

    /// That player controls it from now on (layer 2).
    fn give_control(&mut self, resolving: &Resolving, object: ObjectId, controller: crate::ids::PlayerId) {
        let (change, value) = super::lasting::control_of(controller);
        let mut bindings = crate::object::Bindings::default();
        bindings.values.push(value);
        let what = Lasting::Objects { affected: SmallVec::from_slice(&[object]), changes: vec![Change::Control(change)] };
        self.push_lasting(resolving, what, bindings, Duration::Forever);
    }
}
