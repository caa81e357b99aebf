//! Applying continuous effects in layers, by dependency and timestamp (modern 613).

use super::change::{Resolved, apply, lose, resolve};
use super::entries::Indexed;
use super::live::{Affects, Held, Live, Sets};
use super::reads::{EffectInfo, Reads};
use super::record::Recorder;
use super::stage::{CLASSIC, MODERN, Stages};
use super::{Derived, subtypes};
use crate::ability::{AbilityBody, AbilityInstance, AbilityRef, Filter, Origin, Prohibition, Rule, StaticPart};
use crate::continuous::Lasting;
use crate::eval::{Eval, ObjectList, Scope, zone_bit};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Object;
use crate::ruleset::ContinuousEffects;
use crate::symbol::Symbol;
use crate::why::Maker;
use smallvec::SmallVec;
use std::rc::Rc;

/// One calculation.
pub(super) struct Running<'g, 'b> {
    pub game: &'g Game,
    pub board: &'b mut Derived,
    /// All effects, by timestamp.
    pub effects: Vec<Live<'g>>,
    /// Static abilities came or went.
    pub gather_again: bool,
    /// The layers in which any effect changes something.
    stages: Stages,
    /// Parts of effects (by place in `effects`) whose sets were determined on a board like the one now.
    pub shared: SmallVec<[(usize, usize); 16]>,
    /// Who writes down what happens, if anybody asks why.
    pub watch: Option<&'b mut Recorder<'g>>,
}

/// How to go on in a layer.
enum Plan {
    /// Nothing is left.
    Done,
    /// Nothing can depend on anything: in order of timestamps. Whether characteristic-defining abilities are meant.
    InOrder(bool),
    /// That effect next.
    Next(usize),
}

/// What an effect does to one object, one change after another.
pub(super) type Hit<'l> = (ObjectId, SmallVec<[Resolved<'l>; 1]>);

/// How far a calculation goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Until {
    /// Copy effects only, for copiable values (707.2).
    Copied,
    /// Up to and with text-changing effects, for what text there is to exchange (612.5).
    Text,
    /// All layers.
    Done,
}

/// Applies everything to the board, an empty one, as far as is wanted.
pub(super) fn run<'g, 'b>(
    game: &'g Game,
    board: &'b mut Derived,
    counted: &[ObjectId],
    until: Until,
    watch: Option<&'b mut Recorder<'g>>,
) {
    let (effects, stages, shared) = (Vec::new(), Stages::empty(), SmallVec::new());
    let mut running = Running { game, board, effects, gather_again: false, stages, shared, watch };
    running.gather_lasting();
    running.gather_counters();
    running.gather();
    running.note_what_they_read();
    if until == Until::Copied {
        running.stage(Stages::COPY);
        return;
    }
    match game.ruleset.continuous_effects {
        ContinuousEffects::Layers => {
            let wanted = |stage: &Stages| until == Until::Done || *stage <= Stages::TEXT;
            for stage in MODERN.into_iter().filter(wanted) {
                running.begin(stage, counted);
                running.stage(stage);
                running.end(stage);
            }
        }
        ContinuousEffects::Classic => {
            // Initial values with counters first, then everything by dependency and timestamp (classic 418.5).
            running.count(counted);
            for stage in CLASSIC {
                running.stage(stage);
                running.end(stage);
            }
        }
    }
    running.end_record();
}

impl Running<'_, '_> {
    fn note_what_they_read(&mut self) {
        for effect in &self.effects {
            self.stages |= effect.info.stages;
            self.board.changed.writes |= effect.info.stages.writes();
            self.board.changed.sensitive |= effect.info.reads.contains(Reads::LIGHT);
            self.board.changed.copying |= effect.info.stages.contains(Stages::COPY);
        }
    }
    fn begin(&mut self, stage: Stages, counted: &[ObjectId]) {
        if stage == Stages::PT_MODIFY {
            // Counters that change power and toughness apply in layer 7c (613.4c).
            self.count(counted);
        }
    }
    fn count(&mut self, counted: &[ObjectId]) {
        for &id in counted {
            let Some(object) = self.game.object(id) else { continue };
            if self.board.characteristics(self.game, object).power.is_none() {
                continue;
            }
            let (power, toughness) = counters(object);
            let altered = self.board.alter(self.game, object);
            apply(&mut altered.characteristics, &Resolved::Modify(power, toughness), Origin::Printed, self.game.defs.types());
        }
        self.note_counters();
        self.forget_found(Reads::PT);
    }
    fn end(&mut self, stage: Stages) {
        if stage.contains(Stages::FACE_DOWN) {
            // Whatever copy effects made of it, a face-down permanent shows nothing of it (613.2b, 708.2).
            for altered in self.board.changed.altered.iter_mut().flatten() {
                if let Some(object) = self.game.object(altered.id).filter(|object| object.face_down) {
                    altered.characteristics = self.game.base(object).clone();
                    self.gather_again = true;
                }
            }
            self.note_rule(stage, None);
        }
        if stage.contains(Stages::ABILITIES) && self.game.defs.deny_keywords() {
            self.deny_keywords();
        }
    }

    /// Applies all effects with changes in these layers.
    fn stage(&mut self, stage: Stages) {
        if !self.gather_again && !self.stages.intersects(stage) {
            return;
        }
        self.effects.iter_mut().for_each(|effect| effect.done = false);
        loop {
            if self.gather_again {
                self.gather();
                self.note_what_they_read();
            }
            match self.plan(stage) {
                Plan::Done => break,
                Plan::Next(next) => {
                    if self.watch.is_some() {
                        self.note_waiting(next, stage);
                    }
                    self.perform(next, stage);
                }
                Plan::InOrder(defining) => {
                    for index in 0..self.effects.len() {
                        if self.waits(index, stage, defining) {
                            self.perform(index, stage);
                            if self.gather_again {
                                break;
                            }
                        }
                    }
                }
            }
        }
    }
    pub(super) fn waits(&self, index: usize, stage: Stages, defining: bool) -> bool {
        let effect = &self.effects[index];
        !effect.done && effect.info.stages.intersects(stage) && effect.info.defining == defining
    }

    /// What is to be applied next. Characteristic-defining abilities come first (613.3); the effects are kept in order of
    /// their timestamps (613.7).
    fn plan(&self, stage: Stages) -> Plan {
        for defining in [true, false] {
            let waiting = || (0..self.effects.len()).filter(|&index| self.waits(index, stage, defining));
            let mut count = 0;
            let mut reads = Reads::empty();
            let mut kills = false;
            for index in waiting() {
                count += 1;
                reads |= self.effects[index].info.reads;
                kills |= self.effects[index].info.kills.intersects(stage);
            }
            if count > 1 && (kills || reads.intersects(stage.writes())) {
                return Plan::Next(self.independent(&waiting().collect::<SmallVec<[usize; 8]>>(), stage));
            }
            if count > 0 {
                return Plan::InOrder(defining);
            }
        }
        Plan::Done
    }

    /// The earliest of these effects that depends on none of the others; dependencies within a loop are ignored (613.8b).
    fn independent(&self, candidates: &[usize], stage: Stages) -> usize {
        let count = candidates.len();
        let (depends, leads) = self.dependencies(candidates, stage);
        let free = |row: usize| (0..count).all(|column| !depends[row * count + column] || leads[column * count + row]);
        // Without loops something is always free.
        (0..count).find(|&row| free(row)).map_or(candidates[0], |row| candidates[row])
    }
    /// Which of the candidates depends on which, row by row: at once, and by way of others.
    pub(super) fn dependencies(&self, candidates: &[usize], stage: Stages) -> (Vec<bool>, Vec<bool>) {
        let count = candidates.len();
        let mut depends = vec![false; count * count];
        for (row, &a) in candidates.iter().enumerate() {
            for (column, &b) in candidates.iter().enumerate() {
                depends[row * count + column] = row != column && self.depends(a, b, stage);
            }
        }
        let mut leads = depends.clone();
        for via in 0..count {
            for from in 0..count {
                for to in 0..count {
                    leads[from * count + to] |= leads[from * count + via] && leads[via * count + to];
                }
            }
        }
        (depends, leads)
    }

    /// Whether applying `b` would change the text or the existence of `a`, what it applies to, or what it does to any of
    /// those (613.8a): tried out.
    fn depends(&self, a: usize, b: usize, stage: Stages) -> bool {
        let (a, b) = (&self.effects[a], &self.effects[b]);
        let may_vanish = !a.started && matches!(a.held, Held::Static(_)) && b.info.kills.intersects(stage);
        if !may_vanish && !a.info.reads.intersects((b.info.stages & stage).writes()) {
            return false;
        }
        let Some(hits) = self.outcome(b, self.board, stage) else { return false };
        let mut trial = self.board.trial();
        for (id, changes) in &hits {
            change(self.game, &mut trial, *id, changes, b.grants_as());
        }
        self.outcome(a, self.board, stage) != self.outcome(a, &trial, stage)
    }
    fn outcome<'l>(&self, effect: &'l Live<'_>, board: &Derived, stage: Stages) -> Option<Vec<Hit<'l>>> {
        if !effect.exists(self.game, board) {
            return None;
        }
        hits(self.game, board, effect, &mut effect.sets.clone(), stage)
    }

    fn perform(&mut self, index: usize, stage: Stages) {
        self.effects[index].done = true;
        let mut sets = std::mem::take(&mut self.effects[index].sets);
        let mut rewritten: SmallVec<[(ObjectId, AbilityRef, AbilityRef); 2]> = SmallVec::new();
        let starts = match self.find_sets(index, &mut sets, stage) {
            Some(false) => false,
            Some(true) if self.effects[index].info.fixed => {
                // The same for all: there is nothing to work out before the first object changes.
                self.change_alike(index, &sets, stage);
                true
            }
            _ => {
                let effect = &self.effects[index];
                let outcome = hits(self.game, self.board, effect, &mut sets, stage);
                let starts = outcome.is_some();
                for (id, changes) in outcome.iter().flatten() {
                    let upset = change(self.game, self.board, *id, changes, effect.grants_as());
                    self.gather_again |= upset.effects;
                    rewritten.extend(upset.rewritten);
                }
                starts
            }
        };
        let writes = (self.effects[index].info.stages & stage).writes();
        let effect = &mut self.effects[index];
        effect.sets = sets;
        effect.started |= starts;
        if self.watch.is_some() {
            self.note_performed(index, stage, starts);
        }
        // What others found stays found as long as nothing that they looked at has changed.
        self.forget_found(writes);
        for (object, before, after) in rewritten {
            self.shared.clear();
            self.rewrite_effects(object, &before, after);
        }
    }
    fn forget_found(&mut self, writes: Reads) {
        let effects = &self.effects;
        self.shared.retain(|(other, _)| !effects[*other].info.finds.intersects(writes));
    }

    /// Determines to what the effect applies where that can be told apart from what it does: `None` if it cannot, and
    /// otherwise whether its condition holds.
    fn find_sets(&mut self, index: usize, sets: &mut Sets, stage: Stages) -> Option<bool> {
        let effect = &self.effects[index];
        let eval = effect.eval(self.game, self.board);
        if !effect.started
            && let Some(AbilityBody::Static(says)) = effect.held.ability().map(|ability| &ability.kind)
            && !eval.holds(&says.condition)
        {
            return Some(false);
        }
        let finds = effect.info.finds;
        for place in 0..sets.len() {
            let Some((Affects::Matching(filter), changes)) = effect.part(place) else { continue };
            if sets[place].is_some() || !changes.iter().any(|change| Stages::of(change).intersects(stage)) {
                continue;
            }
            // Parts that speak of the same objects share their set (613.6).
            let own = (0..place).find_map(|other| match effect.part(other) {
                Some((Affects::Matching(earlier), _)) if earlier == filter => sets[other].clone(),
                _ => None,
            });
            let found = own.or_else(|| self.known(index, filter, eval.scope.controller));
            if found.is_none() && !finds.intersects(Reads::SOURCE) {
                self.shared.push((index, place));
            }
            sets[place] = Some(found.unwrap_or_else(|| Rc::new(affected(&eval, filter))));
        }
        Some(true)
    }
    /// The set that another effect with the same words found on this board.
    fn known(&self, index: usize, filter: &Filter, controller: PlayerId) -> Option<Rc<ObjectList>> {
        let finds = self.effects[index].info.finds;
        if finds.intersects(Reads::SOURCE) {
            return None;
        }
        self.shared.iter().find_map(|&(other, place)| {
            let other = &self.effects[other];
            let Some((Affects::Matching(known), _)) = other.part(place) else { return None };
            let same_you = !finds.intersects(Reads::YOU) || other.controller(self.game, self.board) == controller;
            if same_you && (std::ptr::eq(known, filter) || known == filter) { other.sets[place].clone() } else { None }
        })
    }

    /// Does changes that are the same for every object.
    fn change_alike(&mut self, index: usize, sets: &Sets, stage: Stages) {
        let Running { game, board, effects, gather_again, .. } = self;
        let effect = &effects[index];
        let grants_as = effect.grants_as();
        for (place, set) in sets.iter().enumerate() {
            let Some((leads, changes)) = effect.part(place) else { continue };
            let ids: &[ObjectId] = match (&leads, set) {
                (Affects::Locked(affected), _) => affected,
                (Affects::Matching(_), Some(set)) => set,
                (Affects::Matching(_), None) => continue,
            };
            for what in changes.iter().filter(|change| Stages::of(change).intersects(stage)) {
                let eval = game.eval_on(Scope::bare(effect.source, PlayerId(0), effect.origin), board);
                let Some(what) = resolve(&eval, what, effect.source) else { continue };
                for object in ids.iter().filter_map(|id| game.object(*id)) {
                    let altered = board.alter(game, object);
                    let did = apply(&mut altered.characteristics, &what, grants_as, game.defs.types());
                    altered.abilities_changed |= did.abilities;
                    *gather_again |= did.effects;
                }
            }
        }
    }
    /// An effect goes on as what its ability says now.
    fn rewrite_effects(&mut self, object: ObjectId, before: &AbilityRef, after: AbilityRef) {
        for effect in self.effects.iter_mut().filter(|effect| effect.source == object) {
            if let Held::Static(ability) = &mut effect.held
                && ability.same(before)
            {
                if let AbilityBody::Static(says) = &after.kind {
                    effect.info = EffectInfo::of_static(says).unwrap_or(effect.info);
                }
                *ability = after.clone();
            }
        }
    }

    /// "Can't have" a keyword: in the end of layer 6, whatever gave it when (613.1f).
    fn deny_keywords(&mut self) {
        let mut denied: SmallVec<[(ObjectList, Symbol, Option<Box<Maker>>); 1]> = SmallVec::new();
        let watching = self.watch.is_some();
        let game = self.game;
        let mut deny = |eval: Eval<'_>, rule: &Rule, by: &dyn Fn() -> Maker| {
            if let Rule::Cant(Prohibition::HaveKeyword(filter, keyword)) = rule {
                denied.push((affected(&eval, filter), *keyword, watching.then(|| Box::new(by()))));
            }
        };
        let board = &*self.board;
        super::index::each_static(game, &board.changed, |object, instance, effect| {
            let denies = |part: &&StaticPart| matches!(part, StaticPart::Rule(Rule::Cant(Prohibition::HaveKeyword(..))));
            for part in effect.parts.iter().filter(denies) {
                let eval = game.eval_on(Scope::bare(object.id, board.controller(object), instance.origin), board);
                if let (StaticPart::Rule(rule), true) = (part, eval.holds(&effect.condition)) {
                    deny(eval, rule, &|| game.maker_of_ability(object.id, instance.origin, &instance.ability, 0));
                }
            }
        });
        for lasting in &game.lasting {
            if let Lasting::Rule(rule) = &lasting.what {
                let scope = Scope {
                    source: lasting.source,
                    controller: lasting.controller,
                    origin: lasting.origin,
                    bindings: &lasting.bindings,
                };
                deny(game.eval_on(scope, board), rule, &|| game.maker_of_lasting(lasting));
            }
        }
        self.forget_found(Reads::ABILITIES);
        for (objects, keyword, by) in denied {
            for id in objects {
                let Some(object) = game.object(id) else { continue };
                if self.board.characteristics(game, object).has_keyword(keyword) {
                    let altered = self.board.alter(game, object);
                    let lost =
                        lose(&mut altered.characteristics, |ability| ability.keyword.is_some_and(|word| word.name == keyword));
                    altered.abilities_changed |= lost.abilities;
                    self.gather_again |= lost.effects;
                }
            }
            self.note_rule(Stages::ABILITIES, by);
        }
    }
}

/// What the effect does in these layers on that board; `None` if its condition does not hold. Sets not determined yet are
/// determined.
pub(super) fn hits<'l>(
    game: &Game,
    board: &Derived,
    effect: &'l Live<'_>,
    sets: &mut Sets,
    stage: Stages,
) -> Option<Vec<Hit<'l>>> {
    let eval = effect.eval(game, board);
    if !effect.started
        && let Some(AbilityBody::Static(says)) = effect.held.ability().map(|ability| &ability.kind)
        && !eval.holds(&says.condition)
    {
        return None;
    }
    let mut hits: Vec<Hit<'l>> = Vec::new();
    for place in 0..sets.len() {
        let Some((leads, changes)) = effect.part(place) else { continue };
        if !changes.iter().any(|change| Stages::of(change).intersects(stage)) {
            continue;
        }
        if sets[place].is_none() {
            // Parts that speak of the same objects share their set (613.6).
            let same = (0..place).find(|&other| match (effect.part(other), &leads) {
                (Some((Affects::Matching(earlier), _)), Affects::Matching(filter)) => sets[other].is_some() && earlier == *filter,
                _ => false,
            });
            sets[place] = match (same, &leads) {
                (Some(other), _) => sets[other].clone(),
                (None, Affects::Locked(affected)) => Some(Rc::new(ObjectList::from_slice(affected))),
                (None, Affects::Matching(filter)) => Some(Rc::new(affected(&eval, filter))),
            };
        }
        for &id in sets[place].iter().flat_map(|set| set.iter()) {
            if game.object(id).is_none() {
                continue;
            }
            let changes = changes.iter().filter(|change| Stages::of(change).intersects(stage));
            let resolved: SmallVec<[Resolved<'l>; 1]> = changes.filter_map(|change| resolve(&eval, change, id)).collect();
            hits.push((id, resolved));
        }
    }
    Some(hits)
}

/// The objects that a static ability speaks of. "This" is meant wherever it is: a characteristic-defining ability works in
/// all zones (604.3).
fn affected(eval: &Eval<'_>, filter: &Filter) -> ObjectList {
    match filter {
        Filter::This if eval.game.object(eval.scope.source).is_some() => ObjectList::from_slice(&[eval.scope.source]),
        _ => eval.all(filter),
    }
}

/// What changing one object did.
#[derive(Default)]
struct Upset {
    effects: bool,
    /// Abilities whose text was changed: of what object, as they were and as they are.
    rewritten: SmallVec<[(ObjectId, AbilityRef, AbilityRef); 2]>,
}

fn change(game: &Game, board: &mut Derived, id: ObjectId, changes: &[Resolved<'_>], grants_as: Origin) -> Upset {
    let mut upset = Upset::default();
    let Some(object) = game.object(id) else { return upset };
    for what in changes {
        match what {
            Resolved::Control(player) => board.set_controller(game, object, *player),
            Resolved::Text(rewrite) => {
                let altered = board.alter(game, object);
                let characteristics = &mut altered.characteristics;
                for subtype in &mut characteristics.types.subtypes {
                    *subtype = rewrite.subtype(*subtype);
                }
                // modern 612.3: abilities that it was given are not its text; what it copies is (707.2).
                let is_text = |instance: &&mut AbilityInstance| instance.origin.is_copiable();
                for instance in characteristics.abilities.iter_mut().filter(is_text) {
                    if let Some(after) = rewrite.ability(game, &instance.ability) {
                        let before = std::mem::replace(&mut instance.ability, after.clone());
                        upset.rewritten.push((id, before, after));
                        altered.abilities_changed = true;
                    }
                }
                let before = characteristics.abilities.len();
                subtypes::settle_intrinsic(characteristics, game.defs.types());
                altered.abilities_changed |= before != characteristics.abilities.len() || !upset.rewritten.is_empty();
            }
            what => {
                let altered = board.alter(game, object);
                let did = apply(&mut altered.characteristics, what, grants_as, game.defs.types());
                altered.abilities_changed |= did.abilities;
                upset.effects |= did.effects;
            }
        }
    }
    upset
}

/// What its counters add to power and toughness (modern 122.1a).
pub(super) fn counters(object: &Object) -> (i32, i32) {
    object.counters.iter().fold((0, 0), |(power, toughness), (kind, amount)| match counter_bonus(*kind) {
        Some((a, b)) => {
            let times = i32::try_from(*amount).unwrap_or(i32::MAX);
            (power.saturating_add(a.saturating_mul(times)), toughness.saturating_add(b.saturating_mul(times)))
        }
        None => (power, toughness),
    })
}
/// What one counter of that kind adds: "+1/+1", "-0/-1" and their like; `None` for other kinds.
pub(super) fn counter_bonus(kind: Symbol) -> Option<(i32, i32)> {
    let word = kind.as_str();
    if !word.starts_with(['+', '-']) {
        return None;
    }
    let (power, toughness) = word.split_once('/')?;
    if !toughness.starts_with(['+', '-']) {
        return None;
    }
    Some((power.parse().ok()?, toughness.parse().ok()?))
}

/// What the object's own effects could change where it is, for those about to be put somewhere.
pub(super) fn own_writes(game: &Game, object: &Object) -> Reads {
    let entries = game.face_index(object).map_or(&[][..], |index| &index.entries);
    entries.iter().filter(|entry| entry.zones & zone_bit(object.zone) != 0).fold(Reads::empty(), |writes, entry| {
        match entry.what {
            Indexed::Effect(info) => writes | info.stages.writes(),
            _ => writes,
        }
    })
}
