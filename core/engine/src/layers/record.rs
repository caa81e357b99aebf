//! Writing down what the layers do to one object, for whoever asks why it is what it is. It goes along with the one calculation
//! there is, and costs nothing where nobody asks.

use super::Derived;
use super::derived::Scan;
use super::live::{Affects, Held, Live};
use super::run::{Running, Until, counter_bonus, hits, run};
use super::stage::{MODERN, Stages};
use crate::ability::{AbilityBody, Filter};
use crate::definition::CardDef;
use crate::eval::Eval;
use crate::game::Game;
use crate::ids::{ObjectId, Timestamp};
use crate::object::Object;
use crate::ruleset::ContinuousEffects;
use crate::why::{Layer, Maker, Manner, Mismatch, Missed, NotApplied, SaidIn, State, Step};

/// Tells the effects of a calculation apart.
type Key = (ObjectId, (Timestamp, Timestamp, u16), usize);

/// Who writes.
pub(super) struct Recorder<'g> {
    object: &'g Object,
    /// The object as it is so far.
    state: State,
    steps: Vec<Step>,
    missed: Vec<(Key, Missed)>,
    /// The effects that applied.
    applied: Vec<Key>,
    /// Effects that had to wait in a stage, and for whom.
    waiting: Vec<(Key, Stages, Maker)>,
    /// Effects whose ability was lost before they began to apply, and by whom.
    vanished: Vec<(Live<'g>, Option<Maker>)>,
    /// Whose effect applied last, to whatever object.
    last: Option<Maker>,
}

/// What was written.
pub(crate) struct Recorded {
    /// What applied.
    pub steps: Vec<Step>,
    /// What did not.
    pub missed: Vec<Missed>,
    /// What came of it.
    pub state: State,
}

/// What the layers do to that object, which is so before them.
pub(crate) fn recorded(game: &Game, object: &Object, before: State) -> Recorded {
    let mut board = Derived::default();
    let mut recorder = Recorder {
        object,
        state: before,
        steps: Vec::new(),
        missed: Vec::new(),
        applied: Vec::new(),
        waiting: Vec::new(),
        vanished: Vec::new(),
        last: None,
    };
    let scan = Scan::of(game);
    if scan.needed {
        run(game, &mut board, &scan.counted, Until::Done, Some(&mut recorder));
    }
    let state = State { characteristics: board.characteristics(game, object).clone(), controller: board.controller(object) };
    let Recorder { steps, mut missed, applied, .. } = recorder;
    // What applied in one layer, or by one of its parts, is not missed.
    missed.retain(|(key, _)| !applied.contains(key));
    Recorded { steps, missed: missed.into_iter().map(|(_, missed)| missed).collect(), state }
}

fn key(effect: &Live<'_>) -> Key {
    let what = match &effect.held {
        Held::Static(ability) => std::ptr::from_ref(&**ability) as usize,
        Held::Lasting(lasting) => std::ptr::from_ref(*lasting) as usize,
        Held::Counters(_, changes) => changes.as_ptr() as usize,
    };
    (effect.source, effect.order, what)
}

fn maker(game: &Game, effect: &Live<'_>) -> Maker {
    match &effect.held {
        Held::Static(ability) => game.maker_of_ability(effect.source, effect.origin, ability, effect.order.2),
        Held::Lasting(lasting) => game.maker_of_lasting(lasting),
        Held::Counters(_, changes) => {
            let gives = |kind| game.defs.counter_gives(kind).is_some_and(|given| std::ptr::eq(given, *changes));
            let of = game.object(effect.source).map_or(&[][..], |object| &object.counters);
            let kinds: Vec<_> = of.iter().copied().filter(|(kind, _)| gives(*kind)).collect();
            let key = kinds.first().map(|(kind, _)| CardDef::counter_key(*kind));
            let said_in = key.map(|key| SaidIn { key, face: 0, ability: None });
            Maker { source: Some(effect.source), manner: Manner::Counters(kinds), said_in, keyword: None }
        }
    }
}

/// The filter speaks of particular objects only.
fn is_particular(filter: &Filter) -> bool {
    match filter {
        Filter::This | Filter::Is(_) | Filter::AttachedTo(_) => true,
        Filter::And(all) => all.iter().any(is_particular),
        Filter::HasAttached(inner) => is_particular(inner),
        _ => false,
    }
}

/// Why the object is none of those that a static ability speaks of.
fn not_affected(eval: &Eval<'_>, filter: &Filter, object: ObjectId) -> Option<Mismatch> {
    match filter {
        // Where it is meant it is meant wherever it is (604.3).
        Filter::This => eval.why_not_matching(filter, object),
        filter => eval.why_not_among(filter, object),
    }
}

impl Recorder<'_> {
    fn look(&self, game: &Game, board: &Derived) -> State {
        State { characteristics: board.characteristics(game, self.object).clone(), controller: board.controller(self.object) }
    }
    /// Writes down what has changed since the last look, and says whether anything has.
    fn changed(&mut self, now: State, layer: Layer, by: &dyn Fn() -> Maker) -> bool {
        let differences = self.state.differences(&now, layer == Layer::Text);
        self.state = now;
        let any = !differences.is_empty();
        if any {
            let by = by();
            self.steps.push(Step { layer, by, timestamp: None, defining: false, waited_for: Vec::new(), differences });
        }
        any
    }
    fn misses(&mut self, key: Key, missed: Missed) {
        if !self.missed.iter().any(|(known, _)| *known == key) {
            self.missed.push((key, missed));
        }
    }
}

impl Running<'_, '_> {
    fn layer(&self, stage: Stages) -> Layer {
        match self.game.ruleset.continuous_effects {
            ContinuousEffects::Layers => stage.layer(),
            ContinuousEffects::Classic if stage == Stages::COPY || stage == Stages::FACE_DOWN => stage.layer(),
            ContinuousEffects::Classic => Layer::Unlayered,
        }
    }
    /// The first layer in which the effect has something to change.
    fn first_layer(&self, effect: &Live<'_>) -> Layer {
        let first = MODERN.into_iter().find(|stage| effect.info.stages.intersects(*stage));
        self.layer(first.unwrap_or_default())
    }

    /// Counters that add to power and toughness were counted.
    pub(super) fn note_counters(&mut self) {
        let layer = self.layer(Stages::PT_MODIFY);
        let Some(watch) = self.watch.as_deref_mut() else { return };
        let now = watch.look(self.game, self.board);
        let object = watch.object;
        watch.changed(now, layer, &|| {
            let kinds = object.counters.iter().filter(|(kind, _)| counter_bonus(*kind).is_some());
            Maker { source: Some(object.id), manner: Manner::Counters(kinds.copied().collect()), said_in: None, keyword: None }
        });
    }
    /// A rule was applied that is no effect with a timestamp: somebody's, or one of the rules themselves.
    pub(super) fn note_rule(&mut self, stage: Stages, by: Option<Box<Maker>>) {
        let layer = if stage.contains(Stages::FACE_DOWN) { Layer::FaceDown } else { self.layer(stage) };
        let Some(watch) = self.watch.as_deref_mut() else { return };
        let by = by.map_or_else(Maker::rules, |by| *by);
        let now = watch.look(self.game, self.board);
        watch.changed(now, layer, &|| by.clone());
        watch.last = Some(by);
    }

    /// That effect is about to apply though others have earlier timestamps: those depend on something (613.8).
    pub(super) fn note_waiting(&mut self, next: usize, stage: Stages) {
        let defining = self.effects[next].info.defining;
        let candidates: Vec<usize> = (0..self.effects.len()).filter(|index| self.waits(*index, stage, defining)).collect();
        let count = candidates.len();
        let (depends, leads) = self.dependencies(&candidates, stage);
        let mut found = Vec::new();
        for (row, &waits) in candidates.iter().enumerate().take_while(|(_, index)| **index != next) {
            for (column, &on) in candidates.iter().enumerate() {
                // modern 613.8b: dependencies within a loop are ignored.
                if depends[row * count + column] && !leads[column * count + row] {
                    found.push((key(&self.effects[waits]), stage, maker(self.game, &self.effects[on])));
                }
            }
        }
        let Some(watch) = self.watch.as_deref_mut() else { return };
        found.retain(|waiting| !watch.waiting.contains(waiting));
        watch.waiting.extend(found);
    }

    /// The effect was applied in these layers; `starts` says whether its condition holds.
    pub(super) fn note_performed(&mut self, index: usize, stage: Stages, starts: bool) {
        let (layer, first) = (self.layer(stage), self.first_layer(&self.effects[index]));
        let (game, board, effect) = (self.game, &*self.board, &self.effects[index]);
        let Some(watch) = self.watch.as_deref_mut() else { return };
        let id = watch.object.id;
        let (mut affected, mut mismatch) = (false, None);
        let eval = effect.eval(game, board);
        for place in 0..effect.sets.len() {
            let Some((leads, changes)) = effect.part(place) else { continue };
            if !changes.iter().any(|change| Stages::of(change).intersects(stage)) {
                continue;
            }
            match (leads, &effect.sets[place]) {
                (Affects::Locked(objects), _) => affected |= objects.contains(&id),
                (_, Some(set)) if set.contains(&id) => affected = true,
                (Affects::Matching(filter), None) if not_affected(&eval, filter, id).is_none() => affected = true,
                (Affects::Matching(filter), _) if mismatch.is_none() && !is_particular(filter) => {
                    mismatch = Some(not_affected(&eval, filter, id).unwrap_or_else(|| Mismatch::Part(filter.clone())));
                }
                _ => {}
            }
        }
        let (key, by) = (key(effect), maker(game, effect));
        let now = watch.look(game, board);
        let differences = watch.state.differences(&now, layer == Layer::Text);
        watch.state = now;
        watch.last = Some(by.clone());
        let timestamp = effect.order.0;
        if starts && (affected || !differences.is_empty()) {
            let waited = watch.waiting.iter().filter(|(who, when, _)| (*who, *when) == (key, stage));
            let waited_for = waited.map(|(_, _, on)| on.clone()).collect();
            watch.applied.push(key);
            let defining = effect.info.defining;
            watch.steps.push(Step { layer, by, timestamp: Some(timestamp), defining, waited_for, differences });
            return;
        }
        let because = match effect.held.ability().map(|ability| &ability.kind) {
            Some(AbilityBody::Static(says)) if !starts && affected => match eval.why_not_holding(&says.condition) {
                Some(condition) => NotApplied::ConditionFails(condition),
                None => NotApplied::ConditionFails(says.condition.clone()),
            },
            _ => match mismatch.filter(|_| starts && !affected) {
                Some(mismatch) => NotApplied::NotAffected(mismatch),
                None => return,
            },
        };
        watch.misses(key, Missed { by, layer: first, timestamp, because });
    }

    /// Effects that the gathering at hand did not find again: their objects have lost the ability.
    pub(super) fn note_vanished(&mut self) {
        let Some(watch) = self.watch.as_deref_mut() else { return };
        let gone = self.effects.iter().filter(|effect| !effect.found && !effect.started);
        watch.vanished.extend(gone.map(|effect| (effect.clone(), watch.last.clone())));
    }

    /// All is done: of the effects that vanished those are told that would have changed the object.
    pub(super) fn end_record(&mut self) {
        let Some(watch) = self.watch.as_deref_mut() else { return };
        let vanished = std::mem::take(&mut watch.vanished);
        let id = watch.object.id;
        for (effect, by) in vanished {
            let would = || {
                let sets = &mut effect.sets.clone();
                let hits = hits(self.game, self.board, &effect, sets, Stages::all());
                hits.is_some_and(|hits| hits.iter().any(|(hit, _)| *hit == id))
            };
            if effect.exists(self.game, self.board) || !would() {
                continue;
            }
            let because = NotApplied::AbilityLost { by };
            let (layer, timestamp) = (self.first_layer(&effect), effect.order.0);
            let missed = Missed { by: maker(self.game, &effect), layer, timestamp, because };
            if let Some(watch) = self.watch.as_deref_mut() {
                watch.misses(key(&effect), missed);
            }
        }
    }
}
