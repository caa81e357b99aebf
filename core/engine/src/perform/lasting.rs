//! Effects that outlast the resolution (modern 603.7, 603.12, 610.3, 611.2, 614, 615).

use super::{Done, Resolving};
use crate::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Amount, Body, Change, Condition, Duration, Effect, EventPattern, Filter,
    Objects, Occurrence, Players, PtChange, Replacement, Rule, TriggerOn, Triggered, Uses, WordSort, Zones,
};
use crate::continuous::{Lasting, LastingEffect, WaitingTrigger};
use crate::event::{Being, Event};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Var};
use crate::mana::Color;
use crate::object::{Bindings, Memory, Value};
use crate::phasing::PhasedHow;
use crate::question::{Choice, Purpose};
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::types::BASIC_LAND_TYPES;
use derive_visitor::{Drive, Visitor};
use smallvec::SmallVec;

/// The name of the player to whom a lasting effect gives control. No script makes it.
const NEW_CONTROLLER: Var = Var(u16::MAX - 2);
/// The name of the event of an ability that waits for none.
const NO_EVENT: Var = Var(u16::MAX - 3);
/// The place of an ability that is not among the abilities of its source.
const NOT_AMONG_ABILITIES: u16 = u16::MAX;

/// A player fixed as the one who gains control, with the value to bind.
pub(super) fn control_of(player: PlayerId) -> (Players, (Var, Value)) {
    (Players::Var(NEW_CONTROLLER), (NEW_CONTROLLER, Value::Players(SmallVec::from_slice(&[player]))))
}

impl Game {
    /// A new lasting effect, with its timestamp (613.7b).
    pub(super) fn push_lasting(&mut self, resolving: &Resolving, what: Lasting, bindings: Bindings, duration: Duration) {
        let timestamp = self.tick();
        self.lasting.push(LastingEffect {
            what,
            source: resolving.source,
            controller: resolving.controller,
            origin: resolving.origin,
            bindings,
            timestamp,
            duration,
            turn: self.turn.number,
        });
        self.touch();
    }
    // modern 611.2b: "for as long as" something that is not so never begins.
    fn begins(&self, resolving: &Resolving, duration: &Duration) -> bool {
        match duration {
            Duration::While(condition) => resolving.eval(self).goes_on(condition),
            Duration::Until(until) => !self.is_over_already(resolving, until),
            _ => true,
        }
    }

    // modern 611.2c: on the objects that it affects as it begins, and on no others.
    pub(super) fn continuous(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        objects: &Objects,
        changes: &[Change],
        duration: &Duration,
    ) -> Beat<Done> {
        let affected = self.acted_on(resolving, objects);
        self.lasting_change(run, resolving, &affected, changes, duration)
    }
    // Every kind of change is of characteristics or control, so the set is always locked.
    pub(super) fn continuous_all(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        filter: &Filter,
        changes: &[Change],
        duration: &Duration,
    ) -> Beat<Done> {
        let affected = resolving.eval(self).all(filter);
        self.lasting_change(run, resolving, &affected, changes, duration)
    }

    pub(super) fn lasting_change(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        affected: &[ObjectId],
        changes: &[Change],
        duration: &Duration,
    ) -> Beat<Done> {
        if affected.is_empty() || !self.begins(resolving, duration) {
            return Ok(Done::failed());
        }
        if changes.contains(&Change::ExchangeText) {
            return self.exchange_text(run, resolving, affected, duration);
        }
        if affected.len() > 1 && speak_of_affected(changes) {
            // What is determined now differs from object to object.
            let mut all = Done::nothing();
            for object in affected {
                all.and(self.lasting_change_on(run, resolving, &[*object], changes, duration)?);
            }
            return Ok(all);
        }
        self.lasting_change_on(run, resolving, affected, changes, duration)
    }

    // modern 612.5, 701.12a: both texts as they are now, or nothing.
    fn exchange_text(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        affected: &[ObjectId],
        duration: &Duration,
    ) -> Beat<Done> {
        let [one, other] = affected else { return Ok(Done::failed()) };
        let texts = [(*one, self.rules_text(*other)), (*other, self.rules_text(*one))];
        let mut all = Done::nothing();
        for (object, text) in texts {
            all.and(self.lasting_change_on(run, resolving, &[object], &[Change::SetText(text)], duration)?);
        }
        Ok(all)
    }

    /// The controller chooses a word and another of its sort (612.2).
    fn chosen_words(&self, run: &mut Run<'_>, resolving: &Resolving, sort: WordSort) -> Beat<Option<Change>> {
        let colors = || Color::ALL.iter().map(|color| Symbol::new(color.word())).collect::<Vec<_>>();
        let lands = || BASIC_LAND_TYPES.iter().map(|(word, _)| Symbol::new(word)).collect::<Vec<_>>();
        let words = match sort {
            WordSort::Color => colors(),
            WordSort::LandType => lands(),
            WordSort::ColorOrLandType => [colors(), lands()].concat(),
            WordSort::CreatureType => self.creature_types(),
        };
        let mut choose = |words: &[Symbol]| -> Beat<Option<Symbol>> {
            let options = words.iter().map(|word| Choice::Word(*word)).collect();
            let chosen = self.choose_one(run, resolving.controller, resolving.about(), Purpose::Word, options)?;
            Ok(chosen.map(|place| words[place]))
        };
        let Some(from) = choose(&words)? else { return Ok(None) };
        let color = |word: Symbol| Color::ALL.into_iter().find(|color| color.word() == word.as_str());
        let mut others = match sort {
            WordSort::ColorOrLandType if color(from).is_some() => colors(),
            WordSort::ColorOrLandType => lands(),
            _ => words,
        };
        others.retain(|word| *word != from);
        let Some(to) = choose(&others)? else { return Ok(None) };
        Ok(Some(match (color(from), color(to)) {
            (Some(from), Some(to)) => Change::ReplaceColorWord(from, to),
            _ if sort == WordSort::CreatureType => Change::ReplaceCreatureType(from, to),
            _ => Change::ReplaceLandType(from, to),
        }))
    }

    fn lasting_change_on(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        affected: &[ObjectId],
        changes: &[Change],
        duration: &Duration,
    ) -> Beat<Done> {
        let mut bindings = Bindings::default();
        let mut frozen = Vec::with_capacity(changes.len());
        let mut before = SmallVec::<[(ObjectId, PlayerId); 4]>::new();
        for change in changes {
            let what = super::structure::bound(affected);
            let change = resolving.with(Var::AFFECTED, what, |resolving| self.frozen(run, resolving, change, &mut bindings))?;
            if let Some(change) = change {
                if matches!(change, Change::Control(_)) {
                    before = affected.iter().map(|id| (*id, self.controller(*id))).collect();
                }
                frozen.push(change);
            }
        }
        if frozen.is_empty() {
            return Ok(Done::failed());
        }
        if needs_bindings(&frozen, duration) {
            let mut all = resolving.bindings.clone();
            all.values.append(&mut bindings.values);
            bindings = all;
        }
        let what = Lasting::Objects { affected: SmallVec::from_slice(affected), changes: frozen };
        self.push_lasting(resolving, what, bindings, duration.clone());
        self.control_changed(run, resolving, &before)?;
        Ok(Done { fully: true, objects: SmallVec::from_slice(affected), amount: affected.len() as i32 })
    }

    /// Says which of these objects have another controller than before (110.2, 302.6, 506.4).
    pub(super) fn control_changed(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        before: &[(ObjectId, PlayerId)],
    ) -> Beat<()> {
        let changed = before.iter().filter_map(|&(object, from)| {
            let to = self.controller(object);
            (to != from && self.permanent(object).is_some()).then_some(Event::ControlChanged { object, from, to })
        });
        let batch: crate::pipeline::Batch = changed.collect();
        if !batch.is_empty() {
            for event in &batch {
                if let Event::ControlChanged { object, to, .. } = event {
                    self.change_hands(*object, *to);
                }
            }
            self.happen(run, Some(resolving), batch)?;
        }
        Ok(())
    }

    /// The change with what is determined now and only once in it (611.2d, 608.2h). `None` if it changes nothing.
    fn frozen(&self, run: &mut Run<'_>, resolving: &Resolving, change: &Change, bindings: &mut Bindings) -> Beat<Option<Change>> {
        let number = |amount: &Amount| Amount::Fixed(resolving.eval(self).amount(amount));
        let perhaps = |amount: &Option<Amount>| amount.as_ref().map(number);
        Ok(Some(match change {
            Change::Pt(PtChange::Define(power, toughness)) => Change::Pt(PtChange::Define(perhaps(power), perhaps(toughness))),
            Change::Pt(PtChange::Set(power, toughness)) => Change::Pt(PtChange::Set(perhaps(power), perhaps(toughness))),
            Change::Pt(PtChange::Modify(power, toughness)) => Change::Pt(PtChange::Modify(number(power), number(toughness))),
            Change::ReplaceChosenWord(sort) => return self.chosen_words(run, resolving, *sort),
            Change::AddTextOf(objects) => {
                let objects = resolving.eval(self).objects(objects);
                Change::AddText(objects.into_iter().flat_map(|id| self.rules_text(id)).collect())
            }
            Change::Copy(copy) => match self.copy_values(run, resolving, copy)? {
                Some(values) => Change::Become(Box::new(values)),
                None => return Ok(None),
            },
            Change::Control(players) => match self.actors(resolving, players).first() {
                Some(player) => {
                    let (players, value) = control_of(*player);
                    bindings.values.push(value);
                    Change::Control(players)
                }
                None => return Ok(None),
            },
            Change::SetLinkedColor(key) => match resolving.eval(self).memory(*key) {
                Some(Memory::Color(color)) => Change::SetColors(color.set()),
                _ => return Ok(None),
            },
            Change::Types(types) => {
                let mut types = types.clone();
                if let Some(key) = types.add_linked_subtype.take()
                    && let Some(Memory::Word(word)) = resolving.eval(self).memory(key)
                {
                    types.add_subtypes.push(*word);
                }
                Change::Types(types)
            }
            other => other.clone(),
        }))
    }

    /// What something is as it enters, fixed now (611.2d-e).
    pub(super) fn being(&self, run: &mut Run<'_>, resolving: &Resolving, changes: &[Change]) -> Beat<Option<Box<Being>>> {
        let mut fixed = Vec::with_capacity(changes.len());
        for change in changes {
            fixed.extend(self.frozen(run, resolving, change, &mut Bindings::default())?);
        }
        let Resolving { source, controller, origin, .. } = *resolving;
        Ok((!fixed.is_empty()).then(|| Box::new(Being { changes: fixed, source, controller, origin })))
    }

    /// modern 611.2f: nothing begins yet.
    pub(super) fn wait_for_spell(
        &mut self,
        resolving: &Resolving,
        players: &Players,
        filter: &Filter,
        changes: &[Change],
        duration: &Duration,
    ) -> Done {
        if !self.begins(resolving, duration) {
            return Done::failed();
        }
        let what = Lasting::NextSpell { players: players.clone(), filter: filter.clone(), changes: changes.to_vec() };
        self.push_lasting(resolving, what, resolving.bindings.clone(), duration.clone());
        Done::nothing()
    }
    /// modern 611.2f, 601.2a: a spell was put on the stack; effects that waited for it begin.
    pub(crate) fn begin_on_spell(&mut self, run: &mut Run<'_>, spell: ObjectId, player: PlayerId) -> Beat<()> {
        let waits = |lasting: &LastingEffect| match &lasting.what {
            Lasting::NextSpell { players, filter, .. } => {
                let eval = self.eval(crate::turn::scope_of(lasting));
                eval.players(players).contains(&player) && eval.matches_as_spell(filter, spell, player)
            }
            _ => false,
        };
        let begun: SmallVec<[LastingEffect; 1]> = self.lasting.iter().filter(|lasting| waits(lasting)).cloned().collect();
        for lasting in begun {
            self.lasting.retain(|other| other.timestamp != lasting.timestamp);
            let LastingEffect { what: Lasting::NextSpell { changes, .. }, source, controller, origin, bindings, .. } = lasting
            else {
                continue;
            };
            let mut resolving = Resolving::new(source, controller, origin, None, bindings);
            self.lasting_change(run, &mut resolving, &[spell], &changes, &Duration::Forever)?;
        }
        Ok(())
    }

    pub(super) fn lasting_rule(&mut self, resolving: &Resolving, rule: &Rule, duration: &Duration) -> Done {
        if !self.begins(resolving, duration) {
            return Done::failed();
        }
        self.push_lasting(resolving, Lasting::Rule(Box::new(rule.clone())), resolving.bindings.clone(), duration.clone());
        Done::nothing()
    }

    // modern 502.3: each through the next untap step of whoever controls it then.
    pub(super) fn skip_untap(&mut self, resolving: &Resolving, objects: &Objects) -> Done {
        let affected = self.acted_on(resolving, objects);
        for object in &affected {
            let this = || Box::new(Objects::Var(Var::AFFECTED));
            let bindings = Bindings { values: vec![(Var::AFFECTED, super::structure::bound(&[*object]))], ..Bindings::default() };
            let rule = Rule::DoesNotUntap(Filter::Is(this()));
            let duration = Duration::ThroughUntapStepOf(Players::ControllerOf(this()));
            self.push_lasting(resolving, Lasting::Rule(Box::new(rule)), bindings, duration);
        }
        Done { fully: !affected.is_empty(), amount: affected.len() as i32, objects: affected }
    }

    // modern 614.8, 615.7: a shield of size 0 is none.
    pub(crate) fn lasting_replacement(&mut self, resolving: &Resolving, replacement: &Replacement, duration: &Duration) -> Done {
        let left = match &replacement.uses {
            Uses::Unlimited => None,
            Uses::Times(amount) | Uses::Damage(amount) => Some(self.count_of(resolving, amount)),
        };
        if left == Some(0) || !self.begins(resolving, duration) {
            return Done::failed();
        }
        let what = Lasting::Replacement { replacement: Box::new(replacement.clone()), left };
        // modern 400.7j: what the effect itself has moved is what it speaks of from now on.
        let source = resolving.eval(self).current(resolving.source).unwrap_or(resolving.source);
        let moved = (source != resolving.source).then(|| Resolving { source, ..resolving.clone() });
        let resolving = moved.as_ref().unwrap_or(resolving);
        self.push_lasting(resolving, what, resolving.bindings.clone(), duration.clone());
        Done::nothing()
    }

    /// modern 603.7: once, the next time, unless it says how long it waits.
    pub(super) fn delayed(&mut self, resolving: &Resolving, trigger: &Triggered, duration: Option<&Duration>) -> Done {
        if duration.is_some_and(|duration| !self.begins(resolving, duration)) {
            return Done::failed();
        }
        let bindings = handed_on(&resolving.bindings, &trigger.body);
        let what = Lasting::Delayed { trigger: Box::new(trigger.clone()), once: duration.is_none() };
        self.push_lasting(resolving, what, bindings, duration.cloned().unwrap_or(Duration::Forever));
        Done::nothing()
    }

    /// modern 603.12: triggers at once; its targets are chosen as it is put on the stack.
    pub(super) fn when_done(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, first: &Effect, body: &Body) -> Beat<Done> {
        let done = self.perform(run, resolving, first)?;
        if done.fully {
            let known = resolving.bindings.values.len();
            resolving.bindings.values.push((Var::DONE, Value::Number(done.amount)));
            resolving.bindings.values.push((Var::DONE, super::structure::bound(&done.objects)));
            self.reflexive(resolving, body);
            resolving.bindings.values.truncate(known);
        }
        Ok(done)
    }

    /// modern 610.4: the pipeline phases them in right after the event, the untap step does not (610.4a).
    pub(super) fn phase_in_when(&mut self, resolving: &Resolving, objects: &[ObjectId], until: EventPattern) {
        let is_out = |id: &ObjectId| self.phased(*id).is_some_and(|phased| phased.how == PhasedHow::Directly);
        let objects: SmallVec<[ObjectId; 2]> = objects.iter().copied().filter(is_out).collect();
        if objects.is_empty() {
            return;
        }
        let what = Lasting::PhaseIn { objects: objects.clone(), until };
        self.push_lasting(resolving, what, resolving.bindings.clone(), Duration::Forever);
        let timestamp = self.clock;
        for id in objects {
            if let Some(phased) = self.more_of(id).and_then(|more| more.phased.as_mut()) {
                phased.how = PhasedHow::Until(timestamp);
            }
        }
    }

    /// An ability that has triggered by being made (603.12).
    pub(super) fn reflexive(&mut self, resolving: &Resolving, body: &Body) {
        let trigger = Triggered {
            on: TriggerOn::Event(EventPattern { any: Vec::new(), occurrence: Occurrence::Each }),
            event: NO_EVENT,
            condition: Condition::Always,
            body: body.clone(),
            per_turn: None,
            uncounterable: false,
        };
        let ability = Ability::new(Zones::Usual, AbilityBody::Triggered(trigger));
        self.waiting.push(WaitingTrigger {
            source: resolving.source,
            controller: resolving.controller,
            ability: AbilityInstance { ability: AbilityRef::new(ability), origin: resolving.origin },
            index: NOT_AMONG_ABILITIES,
            bindings: Bindings { since: Some(self.moment()), ..handed_on(&resolving.bindings, body) },
        });
    }

    /// modern 610.3: the pipeline brings them back right after the event.
    pub(super) fn return_when(&mut self, resolving: &Resolving, exiled: crate::eval::ObjectList, until: EventPattern) {
        if !exiled.is_empty() {
            let what = Lasting::Return { objects: SmallVec::from_slice(&exiled), until };
            self.push_lasting(resolving, what, resolving.bindings.clone(), Duration::Forever);
        }
    }
}

/// What a later ability knows of this one: everything, but that its own targets stand in the place of this one's.
fn handed_on(bindings: &Bindings, body: &Body) -> Bindings {
    let mut bindings = bindings.clone();
    let first = usize::from(std::mem::take(&mut bindings.first_target)).min(bindings.targets.len());
    if body.modes().iter().any(|mode| !mode.targets.is_empty()) {
        bindings.targets.clear();
    } else {
        bindings.targets.drain(..first);
    }
    bindings
}

/// Whether what is left of the effect still asks for targets, X or names.
fn needs_bindings(changes: &[Change], duration: &Duration) -> bool {
    !matches!(duration, Duration::EndOfTurn | Duration::EndOfCombat | Duration::Forever)
        || changes.iter().any(|change| matches!(change, Change::AddActivatedAbilitiesOf(_)))
}

/// Whether the changes speak of the object that they change.
fn speak_of_affected(changes: &[Change]) -> bool {
    #[derive(Visitor)]
    #[visitor(Var(enter))]
    struct Mentions(bool);
    impl Mentions {
        fn enter_var(&mut self, var: &Var) {
            self.0 |= *var == Var::AFFECTED;
        }
    }
    let mut mentions = Mentions(false);
    changes.iter().for_each(|change| change.drive(&mut mentions));
    mentions.0
}
