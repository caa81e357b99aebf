//! What is known of each ability so far, and what a mini-game adds to it.

use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Ability, AbilityBody, AbilityRef, Effect, Filter, Origin, StaticPart, Zones};
use cardwright_engine::definition::CardDef;
use cardwright_engine::eval::Scope;
use cardwright_engine::event::{Event, EventKind};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, ObjectId};
use cardwright_engine::object::{EntryKind, Object};
use cardwright_engine::question::{Action, Answer, Ask};
use cardwright_engine::run::{Note, Observer};
use cardwright_engine::why::WhyNot;
use cardwright_engine::zone::ZoneKind;

/// An ability that is rehearsed.
pub(super) struct Tracked {
    /// The face or token that has it, in the order of the card's file.
    pub face: usize,
    /// Its place among the abilities there.
    pub place: usize,
    /// What it says.
    pub ability: AbilityRef,
    /// How often it was cast, activated, has triggered or applied.
    pub fired: u32,
    /// How often it has resolved.
    pub resolved: u32,
    /// Whether that has changed anything.
    pub changed: bool,
    /// What kept it from being cast or activated when it came nearest to it.
    pub why: Option<(WhyNot, String)>,
}

impl Tracked {
    /// Whether boards should be able to fire it.
    pub fn can_fire(&self) -> bool {
        match &self.ability.kind {
            AbilityBody::Spell(_) | AbilityBody::Activated(_) | AbilityBody::Triggered(_) => true,
            AbilityBody::Static(fixed) => fixed.parts.iter().any(|part| matches!(part, StaticPart::Continuous { .. })),
        }
    }
    /// Whether it resolves from the stack, so that it can be seen to change something.
    pub fn resolves(&self) -> bool {
        match &self.ability.kind {
            AbilityBody::Spell(_) | AbilityBody::Triggered(_) => !self.makes_mana(),
            AbilityBody::Activated(_) => !self.makes_mana(),
            AbilityBody::Static(_) => false,
        }
    }
    /// Whether everything has been seen of it that can be seen.
    pub fn is_done(&self) -> bool {
        (self.fired > 0 || !self.can_fire()) && (self.changed || !self.resolves())
    }
    /// Whether it adds mana; then it may not use the stack.
    pub fn makes_mana(&self) -> bool {
        let mut makes = false;
        self.ability.each(|effect: &Effect| makes |= matches!(effect, Effect::AddMana(..)));
        makes
    }
}

/// All abilities of a card and its tokens.
pub(super) struct Ledger {
    /// The abilities.
    pub abilities: Vec<Tracked>,
    /// The definitions of the card and its tokens on the boards, each with its first face in the order of the file.
    pub own: Vec<(DefId, usize)>,
    /// The entry that resolved in this beat, with the ability's place here.
    resolved: Option<ObjectId>,
    /// Whether it counts if that changes nothing: what was there as the game began has not done what it does as it enters.
    counts: bool,
    /// Whether something has happened in this beat that shows nowhere afterwards.
    seen: bool,
}

impl Ledger {
    /// An empty one for the abilities of these definitions: the card, then its tokens.
    pub fn new<'d>(definitions: impl Iterator<Item = (DefId, &'d CardDef)>) -> Self {
        let (mut abilities, mut own, mut first) = (Vec::new(), Vec::new(), 0);
        for (id, definition) in definitions {
            own.push((id, first));
            for (number, face) in definition.faces.iter().enumerate() {
                let instances = face.abilities().iter().enumerate();
                abilities.extend(instances.map(|(place, instance)| Tracked {
                    face: first + number,
                    place,
                    ability: instance.ability.clone(),
                    fired: 0,
                    resolved: 0,
                    changed: false,
                    why: None,
                }));
            }
            first += definition.faces.len();
        }
        Ledger { abilities, own, resolved: None, counts: true, seen: false }
    }

    /// How often each ability has fired.
    pub fn fired(&self) -> Vec<u32> {
        self.abilities.iter().map(|one| one.fired).collect()
    }

    /// The abilities that have fired very often since then.
    pub fn busy_since(&self, then: &[u32]) -> Vec<usize> {
        const OFTEN: u32 = 40;
        let busy = self.abilities.iter().zip(then).enumerate().filter(|(_, (now, then))| now.fired >= *then + OFTEN);
        busy.map(|(place, _)| place).collect()
    }

    /// Whether nothing is left to be seen.
    pub fn is_done(&self) -> bool {
        self.abilities.iter().all(Tracked::is_done)
    }

    /// Whether the object is the card, one of its tokens or a copy of it.
    pub fn is_own(&self, object: &Object) -> bool {
        self.own.iter().any(|(id, _)| *id == object.def)
    }

    /// The abilities that the stack entry stands for.
    fn of_entry(&self, game: &Game, id: ObjectId) -> Vec<usize> {
        let (Some(entry), Some(object)) = (game.entry(id), game.object(id)) else { return Vec::new() };
        match &entry.kind {
            EntryKind::Spell => {
                let Some((_, first)) = self.own.iter().find(|(own, _)| *own == object.def) else { return Vec::new() };
                let face = first + usize::from(object.face);
                let of_face = |tracked: &Tracked| tracked.face == face && matches!(tracked.ability.kind, AbilityBody::Spell(_));
                self.abilities.iter().enumerate().filter(|(_, one)| of_face(one)).map(|(place, _)| place).collect()
            }
            EntryKind::Ability { ability, .. } => self.of_ability(&ability.ability),
        }
    }

    fn of_ability(&self, ability: &AbilityRef) -> Vec<usize> {
        let same = |one: &Tracked| one.ability.same(ability) || one.ability == *ability;
        self.abilities.iter().enumerate().filter(|(_, one)| same(one)).map(|(place, _)| place).collect()
    }

    fn fire(&mut self, places: &[usize]) {
        for &place in places {
            self.abilities[place].fired += 1;
        }
    }

    /// The entry that the next beat resolves, if it is to be seen whether that changes anything.
    pub fn about_to_resolve(&self, game: &Game) -> Option<ObjectId> {
        let top = game.stack().last().filter(|_| game.turn().priority.is_none())?.object;
        self.of_entry(game, top).iter().any(|&place| !self.abilities[place].changed).then_some(top)
    }

    /// A beat begins, in which that entry resolves, if any.
    pub fn begin(&mut self, game: &Game, entry: Option<ObjectId>) {
        (self.resolved, self.seen) = (None, false);
        self.counts = entry.and_then(|entry| game.entry(entry)).is_none_or(|entry| match &entry.kind {
            EntryKind::Spell => true,
            EntryKind::Ability { source, .. } => {
                let known = game.object(*source).or_else(|| game.last_known(*source).map(|known| &known.object));
                known.is_none_or(|object| object.entered_turn > 0)
            }
        });
    }

    /// The beat in which that entry was to resolve has ended; `abilities` are those it stood for.
    pub fn end(&mut self, abilities: &[usize], entry: ObjectId, moved: bool) {
        if self.resolved != Some(entry) {
            return;
        }
        for &place in abilities {
            self.abilities[place].resolved += u32::from(self.counts);
            self.abilities[place].changed |= moved || self.seen;
        }
    }

    /// The abilities that an entry on the stack stands for.
    pub fn abilities_of(&self, game: &Game, entry: ObjectId) -> Vec<usize> {
        self.of_entry(game, entry)
    }

    /// Why what was never cast or activated cannot be now, by who has priority: the reason that came nearest is kept.
    pub fn ask_why(&mut self, game: &Game) {
        let Some(player) = game.turn().priority else { return };
        let silent =
            |one: &Tracked| one.fired == 0 && matches!(one.ability.kind, AbilityBody::Spell(_) | AbilityBody::Activated(_));
        if !self.abilities.iter().any(silent) {
            return;
        }
        let zones = [game.battlefield(), &game.player(player).hand, &game.player(player).graveyard];
        let ids: Vec<ObjectId> = zones.into_iter().flatten().copied().collect();
        for id in ids {
            let Some(object) = game.object(id).filter(|object| self.is_own(object)) else { continue };
            for tracked in self.abilities.iter_mut().filter(|one| silent(one)) {
                let why = match &tracked.ability.kind {
                    AbilityBody::Spell(_) if object.zone == ZoneKind::Hand => game.why_not_cast(player, id, None),
                    AbilityBody::Activated(_) => {
                        let place = game.abilities(id).iter().position(|one| one.ability == tracked.ability);
                        place.and_then(|place| game.why_not_activate(player, id, place as u16))
                    }
                    _ => None,
                };
                if let Some(why) = why
                    && tracked.why.as_ref().is_none_or(|(known, _)| known.progress() < why.progress())
                {
                    let names = crate::words::Names::letters(game.players().len());
                    tracked.why = Some((why, crate::words::why_not(game, &names, why)));
                }
            }
        }
    }

    /// Looks for static abilities that apply now.
    pub fn look_at(&mut self, game: &Game) {
        if self.abilities.iter().all(|one| one.fired > 0 || !is_static(&one.ability)) {
            return;
        }
        let zones = [game.battlefield(), game.command(), game.exile()];
        let of_players = game.players().iter().flat_map(|player| [&player.hand[..], &player.graveyard, &player.library]);
        let stack: Vec<ObjectId> = game.stack().iter().map(|entry| entry.object).collect();
        let all = zones.into_iter().chain(of_players).flatten().chain(&stack);
        let own: Vec<&Object> = all.filter_map(|id| game.object(*id)).filter(|object| self.is_own(object)).collect();
        for tracked in self.abilities.iter_mut().filter(|one| one.fired == 0) {
            let AbilityBody::Static(fixed) = &tracked.ability.kind else { continue };
            let applies = own.iter().any(|object| {
                if !functions(&tracked.ability, object)
                    || !game.abilities(object.id).iter().any(|one| one.ability == tracked.ability)
                {
                    return false;
                }
                let eval = game.eval(Scope::bare(object.id, game.controller(object.id), Origin::Printed));
                eval.holds(&fixed.condition)
                    && fixed.parts.iter().any(|part| match part {
                        StaticPart::Continuous { affects, .. } => {
                            let affects = loosened(affects);
                            eval.exists(&affects) || eval.matches(&affects, object.id)
                        }
                        StaticPart::Rule(_) | StaticPart::Replacement(_) => true,
                    })
            });
            tracked.fired += u32::from(applies);
        }
    }
}

fn is_static(ability: &Ability) -> bool {
    matches!(ability.kind, AbilityBody::Static(_))
}

/// The filter without what the effect itself may make untrue: "each noncreature artifact is a creature".
fn loosened(filter: &Filter) -> Filter {
    match filter {
        Filter::And(all) => Filter::And(all.iter().map(loosened).collect()),
        Filter::Or(any) => Filter::Or(any.iter().map(loosened).collect()),
        Filter::Not(_) => Filter::Any,
        other => other.clone(),
    }
}

/// Whether the ability can work where the object is.
fn functions(ability: &Ability, object: &Object) -> bool {
    match ability.zones {
        Zones::Usual => matches!(object.zone, ZoneKind::Battlefield | ZoneKind::Stack | ZoneKind::Command),
        Zones::Only(zone) => object.zone == zone,
        Zones::Everywhere => true,
    }
}

impl Observer for Ledger {
    fn note(&mut self, game: &Game, note: Note<'_>) {
        match note {
            Note::Resolves(entry) => {
                let places = self.of_entry(game, entry);
                let spells =
                    places.iter().copied().filter(|place| matches!(self.abilities[*place].ability.kind, AbilityBody::Spell(_)));
                let spells: Vec<usize> = spells.collect();
                self.fire(&spells);
                self.resolved = Some(entry);
            }
            Note::Triggered(entry) => {
                let places = self.of_entry(game, entry);
                self.fire(&places);
            }
            Note::Answered(question, Answer::Action(index)) => {
                if let Ask::Priority(actions) = &question.ask
                    && let Some(Action::Activate { source, ability }) = actions.get(*index as usize)
                    && let Some(instance) = game.abilities(*source).get(usize::from(*ability))
                {
                    let places = self.of_ability(&instance.ability);
                    self.fire(&places);
                }
            }
            Note::Happened(event) => {
                if let Event::AddMana { source, .. } = event
                    && game.object(*source).is_some_and(|object| self.is_own(object))
                {
                    let makes = |one: &&mut Tracked| matches!(one.ability.kind, AbilityBody::Triggered(_)) && one.makes_mana();
                    self.abilities.iter_mut().filter(makes).for_each(|one| one.fired += 1);
                }
                // What a spell or ability has told or shown cannot be seen in the position afterwards.
                use EventKind as E;
                let shown = [E::Reveal, E::Search, E::Coin, E::Custom, E::Told, E::Act, E::RollToVisit, E::Shuffle, E::AddMana];
                self.seen |= shown.contains(&event.kind());
            }
            Note::Fizzles(_) | Note::Answered(..) | Note::Loop(_) | Note::Mulligan(_) => {}
        }
    }
}
