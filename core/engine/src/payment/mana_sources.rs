//! The mana that a player could have: what floats, and what mana abilities could make now (modern 605.3a, 106.4).

use super::mana_ability::{is_mana_ability, is_mana_trigger};
use super::parts::How;
use super::potential::ManaPotential;
use super::solver::{Alternative, By, Source, count_in};
use super::symbols::{Kinds, Requirements, Spending};
use super::{Busy, PaidFor};
use crate::ability::{
    AbilityBody, AbilityInstance, Activated, Amount, Body, Condition, CostPart, Effect, NewMana, Players, Prohibition, Timing,
    TriggerOn, Zones,
};
use crate::eval::Scope;
use crate::event::{Event, EventKind};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::{Active, ActiveTrigger};
use crate::mana::{Mana, ManaType};
use crate::object::{Bindings, Object, Value};
use crate::types::{CardType, Supertype};
use crate::zone::ZoneKind;
use smallvec::{SmallVec, smallvec};

/// How many uses of one repeatable ability are planned with.
const MOST_USES: u32 = 12;
/// How many ways to pay an ability's cost with objects are looked at.
const MOST_VARIANTS: usize = 16;
/// Zones other than the battlefield in which mana abilities are looked for, where some card has one there.
const ELSEWHERE: [ZoneKind; 4] = [ZoneKind::Hand, ZoneKind::Graveyard, ZoneKind::Command, ZoneKind::Exile];

/// When abilities are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// While something is being paid for.
    Paying,
    /// With priority, by hand.
    Priority,
}

/// What the search for sources keeps at hand.
struct Scan<'a, 'b> {
    player: PlayerId,
    /// Prohibitions of activating that do not spare mana abilities.
    barred: SmallVec<[Active<'a, Prohibition>; 2]>,
    /// Whether anything is prohibited that mana abilities need.
    any_prohibition: bool,
    /// Triggered mana abilities (605.1b).
    bonus: SmallVec<[&'a ActiveTrigger; 2]>,
    busy: &'b Busy,
    paid_for: PaidFor,
}

impl Game {
    /// What the player could pay with now.
    pub(crate) fn mana_potential(&self, player: PlayerId) -> ManaPotential<'_> {
        self.counted_potential(player).unwrap_or_else(|| self.mana_potential_for(player, PaidFor::Other, &Busy::new()))
    }

    /// The same for a player with only the most usual sources: permanents with `{T}: Add` one mana, counted and no more.
    /// `None` for everybody else. This is asked at every decision.
    fn counted_potential(&self, player: PlayerId) -> Option<ManaPotential<'_>> {
        if self.prohibitions().any(|active| may_concern_mana(active.rule))
            || self.mana_costs_change()
            || !self.mana_triggers().is_empty()
            || self.replacements(EventKind::AddMana, None).next().is_some()
            || ELSEWHERE.iter().any(|zone| self.zone(*zone, player).iter().any(|id| self.works_elsewhere(*id, *zone)))
        {
            return None;
        }
        let mut potential = self.pool_potential(player);
        for object in self.permanents() {
            let characteristics = self.characteristics_of(object);
            if self.controller_of(object) != player {
                let open = |instance: &AbilityInstance| activated(instance).is_some_and(|activated| activated.by != Players::You);
                if characteristics.abilities.iter().any(open) {
                    return None;
                }
                continue;
            }
            let mut makes = Kinds::NONE;
            for instance in &characteristics.abilities {
                let Some(activated) = activated(instance).filter(|activated| is_mana_ability(activated)) else { continue };
                let types = counted_types(activated).filter(|_| instance.ability.zones == Zones::Usual)?;
                makes = makes.or(Kinds::of_types(types, characteristics.types.supertypes.contains(Supertype::Snow.set())));
            }
            if makes != Kinds::NONE && !object.is_tapped() && !self.is_too_new(object) {
                count_in(&mut potential.counts, makes, 1);
                potential.counted.push(object.id);
                potential.most += 1;
            }
        }
        Some(potential)
    }

    /// The same while something is paid for, without the abilities being activated just now (605.3c).
    pub(crate) fn mana_potential_for(&self, player: PlayerId, paid_for: PaidFor, busy: &Busy) -> ManaPotential<'_> {
        let mut potential = self.pool_potential(player);
        potential.count(self.mana_sources(player, paid_for, busy));
        potential
    }

    /// What the pool and these sources come to.
    pub(super) fn potential_of<'a>(&'a self, player: PlayerId, mut sources: Vec<Source<'a>>) -> ManaPotential<'a> {
        put_in_order(&mut sources);
        let mut potential = self.pool_potential(player);
        potential.count(sources);
        potential
    }

    /// What the player's mana abilities could make, the preferred first.
    pub(super) fn mana_sources(&self, player: PlayerId, paid_for: PaidFor, busy: &Busy) -> Vec<Source<'_>> {
        let mut sources = Vec::new();
        let scan = Scan {
            player,
            barred: self.barred_for_mana(),
            any_prohibition: self.prohibitions().any(|active| may_concern_mana(active.rule)),
            bonus: self.mana_triggers(),
            busy,
            paid_for,
        };
        for object in self.permanents() {
            self.find_sources(&scan, object, &mut sources);
        }
        for zone in ELSEWHERE {
            for id in self.zone(zone, player) {
                if let Some(object) = self.object(*id)
                    && self.works_elsewhere(*id, zone)
                {
                    self.find_sources(&scan, object, &mut sources);
                }
            }
        }
        put_in_order(&mut sources);
        sources
    }

    /// Whether the card has an activated ability that functions just there.
    fn works_elsewhere(&self, id: ObjectId, zone: ZoneKind) -> bool {
        let Some(object) = self.object(id) else { return false };
        let there = |instance: &AbilityInstance| instance.ability.zones == Zones::Only(zone) && activated(instance).is_some();
        self.characteristics_of(object).abilities.iter().any(there)
    }

    fn barred_for_mana(&self) -> SmallVec<[Active<'_, Prohibition>; 2]> {
        self.prohibitions().filter(|active| matches!(active.rule, Prohibition::Activate(_, _, false))).collect()
    }

    fn mana_triggers(&self) -> SmallVec<[&ActiveTrigger; 2]> {
        let of = |kind| self.triggers(kind).iter();
        let mut found = SmallVec::<[&ActiveTrigger; 2]>::new();
        for active in of(EventKind::Tap).chain(of(EventKind::AddMana)) {
            let AbilityBody::Triggered(triggered) = &active.instance.ability.kind else { continue };
            let known = |other: &&ActiveTrigger| other.source == active.source && other.index == active.index;
            if is_mana_trigger(triggered) && !found.iter().any(known) {
                found.push(active);
            }
        }
        found
    }

    /// Whether that player may activate the ability at such a moment, its cost aside (602.5, 605.3a).
    pub(crate) fn is_activatable(
        &self,
        player: PlayerId,
        object: &Object,
        index: u16,
        instance: &AbilityInstance,
        activated: &Activated,
        moment: Moment,
    ) -> bool {
        self.is_open_to(player, object, index, instance, activated, moment, &self.barred_for_mana())
    }

    #[allow(clippy::too_many_arguments)]
    fn is_open_to(
        &self,
        player: PlayerId,
        object: &Object,
        index: u16,
        instance: &AbilityInstance,
        activated: &Activated,
        moment: Moment,
        barred: &[Active<'_, Prohibition>],
    ) -> bool {
        let scope = Scope::bare(object.id, self.controller_of(object), instance.origin);
        let theirs = match &activated.by {
            Players::You => scope.controller == player,
            by => self.eval(scope).players(by).contains(&player),
        };
        // modern 602.5d, 602.5e: an ability with a timing of its own waits for priority.
        let in_time = match (activated.timing, moment) {
            (Timing::Usual, _) | (Timing::Instant, Moment::Priority) => true,
            (Timing::Sorcery, Moment::Priority) => {
                self.turn.active == player
                    && self.stack.is_empty()
                    && matches!(
                        self.turn.step,
                        crate::ability::StepKind::PrecombatMain | crate::ability::StepKind::PostcombatMain
                    )
            }
            (_, Moment::Paying) => false,
        };
        let often = activated.per_turn.is_none_or(|limit| used_this_turn(object, instance, index) < limit);
        let barred = barred.iter().any(|active| match active.rule {
            Prohibition::Activate(who, what, _) => {
                let eval = self.eval(active.scope);
                eval.matches(what, object.id) && eval.players(who).contains(&player)
            }
            _ => false,
        });
        theirs && in_time && often && !barred && self.eval(scope).holds(&activated.condition)
    }

    /// Adds what the object's mana abilities could make.
    fn find_sources<'a>(&'a self, scan: &Scan<'a, '_>, object: &'a Object, sources: &mut Vec<Source<'a>>) {
        let mine = self.controller_of(object) == scan.player;
        if !self.characteristics_of(object).abilities.iter().any(|instance| activated(instance).is_some()) {
            return;
        }
        // Abilities with {T} exclude each other: they are alternatives of one source.
        let mut tapping = None;
        for (index, instance) in self.functioning(object.id) {
            let AbilityBody::Activated(activated) = &instance.ability.kind else { continue };
            if !mine && activated.by == Players::You || !is_mana_ability(activated) {
                continue;
            }
            let [mode] = activated.body.modes() else { continue };
            if scan.busy.contains(&(object.id, index))
                || !self.is_open_to(scan.player, object, index, instance, activated, Moment::Paying, &scan.barred)
            {
                continue;
            }
            let scope = Scope::bare(object.id, scan.player, instance.origin);
            if let Some(parts) = self.changed_mana_cost(scan.player, object.id, instance, activated, scope)
                && parts != activated.cost.parts
            {
                self.costly(scan, object, (index, instance, activated), &parts, &mode.effect, sources, &mut tapping);
                continue;
            }
            if self.simple_tap(scan, object, index, instance, activated, &mode.effect, sources, &mut tapping) {
                continue;
            }
            self.costly(scan, object, (index, instance, activated), &activated.cost.parts, &mode.effect, sources, &mut tapping);
        }
    }

    /// The usual case: `{T}: Add` mana. Says whether the ability is of that sort.
    #[allow(clippy::too_many_arguments)]
    fn simple_tap<'a>(
        &'a self,
        scan: &Scan<'a, '_>,
        object: &'a Object,
        index: u16,
        instance: &'a AbilityInstance,
        activated: &'a Activated,
        effect: &'a Effect,
        sources: &mut Vec<Source<'a>>,
        tapping: &mut Option<usize>,
    ) -> bool {
        if activated.cost.parts[..] != [CostPart::TapThis] {
            return false;
        }
        if !self.can_tap(scan, object) {
            return true;
        }
        let types = &self.characteristics_of(object).types;
        let scope = Scope::bare(object.id, scan.player, instance.origin);
        let outputs = self.outputs(scan.player, scope, effect, types.supertypes.contains(Supertype::Snow.set()));
        let outputs = self.as_replaced(scan.player, object.id, true, outputs);
        let bonus = self.bonus(scan, object.id);
        let creature = if types.is(CardType::Creature) { 2 } else { 0 };
        let price = creature + u8::from(!matches!(effect, Effect::AddMana(..)));
        let hurts = self.hurts(scan.player, scope, effect);
        for output in outputs {
            let mut slots = output.slots;
            // modern 106.12: tapped for mana means that mana was made; without any nothing is added to it.
            let Some(&first) = slots.first() else { continue };
            slots.extend(bonus.iter().copied());
            let by = By { ability: index, kinds: first, price, hurts };
            let source = tap_source(object.id, sources, tapping);
            let merged = source
                .alternatives
                .iter_mut()
                .find(|other| slots.len() == 1 && other.slots.len() == 1 && output.only_for.is_none() && other.is_only_a_tap());
            match merged {
                Some(other) => {
                    other.slots[0] = other.slots[0].or(first);
                    other.price = other.price.min(price);
                    let at = other.by.iter().position(|known| known.price > price).unwrap_or(other.by.len());
                    other.by.insert(at, by);
                }
                None => source.alternatives.push(Alternative {
                    slots,
                    by: smallvec![by],
                    price,
                    taps: smallvec![object.id],
                    only_for: output.only_for,
                    ..Alternative::default()
                }),
            }
        }
        true
    }

    fn can_tap(&self, scan: &Scan<'_, '_>, object: &Object) -> bool {
        !object.is_tapped()
            && object.zone == ZoneKind::Battlefield
            && !self.is_too_new(object)
            && (!scan.any_prohibition || self.may_happen(&Event::Tap { object: object.id, for_mana: true }))
    }

    /// Mana that triggered mana abilities add when the permanent is tapped for mana (605.4a). Where its type would be chosen,
    /// it counts for generic costs only.
    fn bonus(&self, scan: &Scan<'_, '_>, object: ObjectId) -> SmallVec<[Kinds; 2]> {
        let mut slots = SmallVec::new();
        if scan.bonus.is_empty() {
            return slots;
        }
        let plain = Mana { mana: ManaType::Colorless, snow: false, only_for: None };
        let events = [
            Event::Tap { object, for_mana: true },
            Event::AddMana { player: scan.player, source: object, mana: smallvec![plain], tapped: true },
        ];
        for active in &scan.bonus {
            let AbilityBody::Triggered(triggered) = &active.instance.ability.kind else { continue };
            let TriggerOn::Event(pattern) = &triggered.on else { continue };
            let bare = Scope::bare(active.source, active.controller, active.instance.origin);
            let Some(event) = events.iter().find(|event| self.eval(bare).matches_event(pattern, event)) else { continue };
            let bindings =
                Bindings { values: vec![(triggered.event, Value::Event(Box::new(event.clone())))], ..Bindings::default() };
            let scope = Scope { bindings: &bindings, ..bare };
            if !self.eval(scope).holds(&triggered.condition) {
                continue;
            }
            let snow = self.characteristics(active.source).types.supertypes.contains(Supertype::Snow.set());
            let [mode] = triggered.body.modes() else { continue };
            let outputs = self.outputs(scan.player, scope, &mode.effect, snow);
            let sure = outputs.len() == 1;
            for output in outputs.iter().take(1).filter(|output| output.only_for.is_none()) {
                let known = |kinds: &Kinds| if sure && kinds.types().count_ones() == 1 { *kinds } else { Kinds::NONE };
                slots.extend(output.slots.iter().map(known));
            }
        }
        slots
    }

    /// Every other mana ability: with a cost besides tapping, or without tapping.
    fn costly<'a>(
        &'a self,
        scan: &Scan<'a, '_>,
        object: &'a Object,
        (index, instance, activated): (u16, &'a AbilityInstance, &'a Activated),
        parts: &[CostPart],
        effect: &'a Effect,
        sources: &mut Vec<Source<'a>>,
        tapping: &mut Option<usize>,
    ) {
        let scope = Scope::bare(object.id, scan.player, instance.origin);
        let types = &self.characteristics_of(object).types;
        let outputs = self.outputs(scan.player, scope, effect, types.supertypes.contains(Supertype::Snow.set()));
        let outputs = self.as_replaced(scan.player, object.id, parts.contains(&CostPart::TapThis), outputs);
        if outputs.iter().all(|output| output.slots.is_empty())
            || self.demands(scan.player, parts, scope, scan.paid_for).is_none()
        {
            return;
        }
        let mut needs = Requirements::default();
        let mut model = Alternative { price: if types.is(CardType::Creature) { 2 } else { 0 }, ..Alternative::default() };
        let mut variants: SmallVec<[Claims; 2]> = smallvec![Claims::default()];
        let mut uses =
            activated.per_turn.map_or(MOST_USES, |limit| u32::from(limit - used_this_turn(object, instance, index).min(limit)));
        let mut taps_this = false;
        let mut chosen_objects = false;
        for part in parts {
            let amount = part.amount().map_or(1, |amount| self.positive(scope, amount));
            match part {
                CostPart::Mana(cost) if cost.x_count() > 0 => return,
                CostPart::Mana(cost) => {
                    needs.add_cost(cost, 0, Spending::AsItIs);
                    model.price += 6;
                }
                CostPart::GenericMana(_) => {
                    needs.generic += amount;
                    model.price += 6;
                }
                CostPart::TapThis => {
                    if !self.can_tap(scan, object) {
                        return;
                    }
                    taps_this = true;
                    variants.iter_mut().for_each(|claims| claims.taps.push(object.id));
                }
                CostPart::Life(_) => {
                    model.life += amount;
                    model.price += 4;
                }
                CostPart::RemoveCounters(kind, _) => {
                    uses = uses.min(object.counter(*kind).checked_div(amount).unwrap_or(uses));
                    model.price += 3;
                }
                CostPart::SacrificeThis | CostPart::DiscardThis | CostPart::ExileThis | CostPart::ReturnThis => {
                    uses = 1;
                    model.price += 8;
                    variants.iter_mut().for_each(|claims| claims.leaves.push(object.id));
                }
                CostPart::Tap(..)
                | CostPart::Sacrifice(..)
                | CostPart::Discard(..)
                | CostPart::Exile(..)
                | CostPart::ReturnToHand(..) => {
                    let (how, among) = self.candidates(scan.player, part, scope, scan.paid_for);
                    model.price += if how == How::Tap { 5 } else { 10 };
                    chosen_objects = true;
                    variants = with_each(&variants, how, &among, amount as usize);
                }
                CostPart::UntapThis | CostPart::PutCounters(..) | CostPart::Reveal(..) => uses = 1,
                CostPart::DiscardAtRandom(_) | CostPart::Mill(_) | CostPart::Do(_) | CostPart::TapTotal(..) => {
                    uses = 1;
                    model.price += 10;
                }
            }
        }
        if object.zone != ZoneKind::Battlefield {
            model.price += 10;
        }
        model.needs = (!needs.is_free()).then(|| Box::new(needs));
        let bonus = if taps_this { self.bonus(scan, object.id) } else { SmallVec::new() };
        let hurts = self.hurts(scan.player, scope, effect);
        let mut ways: SmallVec<[Alternative<'a>; 2]> = SmallVec::new();
        for output in outputs {
            for claims in &variants {
                let mut way = model.clone();
                way.slots = output.slots.clone();
                let Some(&first) = way.slots.first() else { continue };
                way.slots.extend(bonus.iter().copied());
                way.only_for = output.only_for;
                way.taps = claims.taps.clone();
                way.leaves = claims.leaves.clone();
                way.by.push(By { ability: index, kinds: first, price: way.price, hurts });
                ways.push(way);
            }
        }
        if taps_this {
            tap_source(object.id, sources, tapping).alternatives.extend(ways);
        } else if chosen_objects {
            // Each set of objects pays for a use of its own.
            for claims in &variants {
                let same = |way: &&Alternative<'a>| way.taps == claims.taps && way.leaves == claims.leaves;
                let alternatives = ways.iter().filter(same).cloned().collect();
                sources.push(Source { object: object.id, alternatives, shared: true });
            }
        } else {
            for _ in 0..uses {
                let alternatives = ways.iter().cloned().collect();
                sources.push(Source { object: object.id, alternatives, shared: false });
            }
        }
    }
}

/// The objects that one use takes.
#[derive(Clone, Default)]
struct Claims {
    taps: SmallVec<[ObjectId; 1]>,
    leaves: SmallVec<[ObjectId; 1]>,
}

/// Each of the variants with each way to take so many of the candidates, as disjoint groups.
fn with_each(variants: &[Claims], how: How, among: &[ObjectId], count: usize) -> SmallVec<[Claims; 2]> {
    let mut all = SmallVec::new();
    for claims in variants {
        let free: SmallVec<[ObjectId; 8]> = among
            .iter()
            .copied()
            .filter(|object| if how == How::Tap { !claims.taps.contains(object) } else { !claims.leaves.contains(object) })
            .collect();
        for group in free.chunks_exact(count.max(1)) {
            let mut more = claims.clone();
            if how == How::Tap { &mut more.taps } else { &mut more.leaves }.extend_from_slice(if count == 0 {
                &[]
            } else {
                group
            });
            all.push(more);
        }
    }
    all.truncate(MOST_VARIANTS);
    all
}

/// The source for abilities of the object that tap it.
fn tap_source<'s, 'a>(object: ObjectId, sources: &'s mut Vec<Source<'a>>, tapping: &mut Option<usize>) -> &'s mut Source<'a> {
    let place = *tapping.get_or_insert_with(|| {
        sources.push(Source { object, alternatives: SmallVec::new(), shared: false });
        sources.len() - 1
    });
    &mut sources[place]
}

/// How often the ability was activated this turn.
pub(crate) fn used_this_turn(object: &Object, instance: &AbilityInstance, index: u16) -> u8 {
    let used = object.more.as_deref().map_or(&[][..], |more| &more.used[..]);
    used.iter().find(|(origin, place, _)| *origin == instance.origin && *place == index).map_or(0, |(_, _, times)| *times)
}

impl Alternative<'_> {
    /// Whether it is nothing but tapping for one mana.
    fn is_only_a_tap(&self) -> bool {
        self.leaves.is_empty() && self.taps.len() == 1 && self.life == 0 && self.needs.is_none() && self.only_for.is_none()
    }
}

/// Sorts the sources by preference and finds out which compete.
fn put_in_order(sources: &mut Vec<Source<'_>>) {
    sources.retain(|source| !source.alternatives.is_empty());
    // What only a tap costs comes first, what can be of few types before what can be of many.
    let key = |source: &Source<'_>| {
        let price = source.alternatives.iter().map(|way| way.price).min().unwrap_or(0);
        let flexible = source.alternatives.iter().flat_map(|way| way.slots.iter()).map(|kinds| kinds.flexibility()).max();
        (price, flexible, source.alternatives.len())
    };
    if !sources.is_sorted_by_key(key) {
        sources.sort_by_key(key);
    }
    let takes_others = |source: &Source<'_>| {
        source.alternatives.iter().any(|way| !way.leaves.is_empty() || way.taps.iter().any(|object| *object != source.object))
    };
    for place in 0..sources.len() {
        if !takes_others(&sources[place]) {
            continue;
        }
        for other in 0..sources.len() {
            if other != place && compete(&sources[place], &sources[other]) {
                sources[place].shared = true;
                sources[other].shared = true;
            }
        }
    }
}

fn activated(instance: &AbilityInstance) -> Option<&Activated> {
    if let AbilityBody::Activated(activated) = &instance.ability.kind { Some(activated) } else { None }
}

/// Whether the prohibition can be one of activating mana abilities or of tapping.
fn may_concern_mana(prohibition: &Prohibition) -> bool {
    matches!(prohibition, Prohibition::Event(_) | Prohibition::Activate(_, _, false))
}

/// The types of the one mana that an ability makes by tapping, if it does nothing else and asks for nothing else.
fn counted_types(activated: &Activated) -> Option<u8> {
    let Body::Plain(mode) = &activated.body else { return None };
    let Effect::AddMana(Players::You, produced) = &mode.effect else { return None };
    let usual = activated.cost.parts[..] == [CostPart::TapThis]
        && activated.by == Players::You
        && activated.timing == Timing::Usual
        && activated.condition == Condition::Always
        && activated.per_turn.is_none()
        && produced.amount == Amount::Fixed(1)
        && produced.only_for.is_none();
    match &produced.kind {
        NewMana::Exactly(types) if usual && types.len() == 1 => Some(1 << types[0].index()),
        NewMana::OneOf(types) | NewMana::Combination(types) if usual => {
            Some(types.iter().fold(0, |all, mana| all | 1 << mana.index()))
        }
        _ => None,
    }
}

fn compete(a: &Source<'_>, b: &Source<'_>) -> bool {
    a.alternatives.iter().any(|first| {
        b.alternatives.iter().any(|second| {
            first.taps.iter().any(|object| second.taps.contains(object))
                || first.leaves.iter().any(|object| second.leaves.contains(object))
        })
    })
}
