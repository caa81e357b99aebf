//! Whether events match patterns.

use super::Eval;
use crate::ability::{AbilityBody, AbilitySort, DamageKind, EventPattern, Filter, MoveCause, Occurrence, Pattern, Players};
use crate::event::{Event, Move};
use crate::history::StepMark;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{EntryKind, Recipient};
use crate::zone::ZoneKind;

impl EventPattern {
    /// Whether an ability that waits for this must be matched against the event before it is committed (modern 603.10).
    pub fn looks_back(&self, event: &Event) -> bool {
        self.any.iter().any(|pattern| pattern.looks_back(event))
    }
}

impl Pattern {
    /// Whether an ability that waits for this must be matched against the event before it is committed (modern 603.10).
    pub fn looks_back(&self, event: &Event) -> bool {
        match (self, event) {
            (Pattern::Moves { from, to, .. }, Event::Move(movement)) => moves_look_back(*from, *to, movement),
            // Phasing out (603.10b), a change of control (603.10d), being countered (603.10e), losing the game (603.10f); a
            // destruction is over once the permanent is gone.
            (Pattern::PhasesOut(_) | Pattern::ChangesControl(_) | Pattern::Countered(_) | Pattern::Loses(_), _)
            // Being unattached (603.10c).
            | (Pattern::LosesControl(..) | Pattern::Unattached(..), _)
            | (Pattern::Destroyed(_), _) => true,
            (Pattern::Where(pattern, ..) | Pattern::WherePlayer(pattern, _), _) => pattern.looks_back(event),
            _ => false,
        }
    }
}

/// Whether the pattern is of being dealt damage, by whatever source.
fn asks_for_no_source(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Damage { by, to_objects, to_players, .. } => {
            *by == Filter::Any && (*to_objects != Filter::Any || *to_players != Players::Each)
        }
        _ => false,
    }
}

/// Zone-change triggers look back if they speak of leaving the battlefield or a graveyard, or of something that all
/// players can see being put into a hand or library (modern 603.10a).
pub(super) fn moves_look_back(from: Option<ZoneKind>, to: Option<ZoneKind>, movement: &Move) -> bool {
    let into_hidden = to.is_some_and(|zone| matches!(zone, ZoneKind::Hand | ZoneKind::Library));
    match from {
        Some(ZoneKind::Battlefield | ZoneKind::Graveyard) => true,
        _ if into_hidden => !movement.from.is_hidden(),
        None if to.is_none() => movement.from == ZoneKind::Battlefield,
        _ => false,
    }
}

impl crate::game::Game {
    /// What something ceases to be attached to by the event, asked before it happens (modern 701.3d): it is unattached,
    /// leaves, or is attached to something else. What it was attached to may be gone already.
    pub(crate) fn unattached_from(&self, event: &Event) -> Option<Recipient> {
        let host = |object| self.object(object).and_then(|object| object.attached_to);
        match event {
            Event::Unattach { object, from } => from.or_else(|| host(*object)),
            Event::Move(movement) if movement.from == ZoneKind::Battlefield => host(movement.object),
            Event::Attach { object, to } => host(*object).filter(|host| host != to),
            _ => None,
        }
    }
}

/// What else happens at the same time to whom damage is dealt.
#[derive(Debug)]
pub(crate) enum Dealt {
    /// Nothing that makes one occurrence with it.
    Alone,
    /// Damage by several sources, one occurrence of being dealt damage.
    Together(Vec<Event>),
    /// It belongs to an occurrence with an earlier event of the batch.
    Before,
}

impl Eval<'_> {
    /// Being dealt damage by several sources at one time is one occurrence for whom it is dealt to, where the pattern asks for
    /// no source (modern 603.2c).
    pub(crate) fn dealt_at_once(&self, pattern: &EventPattern, events: &[Event], place: usize) -> Dealt {
        let Event::Damage { to, .. } = &events[place] else { return Dealt::Alone };
        if events.len() < 2 || !pattern.any.iter().all(asks_for_no_source) {
            return Dealt::Alone;
        }
        let same = |other: &&Event| {
            matches!(other, Event::Damage { to: other, .. } if other == to) && self.matches_event(pattern, other)
        };
        if events[..place].iter().any(|other| same(&other)) {
            return Dealt::Before;
        }
        let all: Vec<Event> = events[place..].iter().filter(same).cloned().collect();
        if all.len() > 1 { Dealt::Together(all) } else { Dealt::Alone }
    }

    /// Whether the event matches. Before it has happened, its object is read as it is (for something about to enter the
    /// battlefield: as it would be there, 614.12); after it, as it is now for arrivals and as it was for departures (603.10).
    /// How often it has to match is not asked here: see [`Eval::occurrence_holds`].
    pub fn matches_event(&self, pattern: &EventPattern, event: &Event) -> bool {
        pattern.any.iter().any(|pattern| self.matches_pattern(pattern, event))
    }

    /// The event as an ability that waits for the pattern hears of it: of prevented damage only what it speaks of (615.13).
    pub(crate) fn heard(&self, pattern: &EventPattern, event: &Event) -> Event {
        let mut event = event.clone();
        if let Event::Prevented { hits, .. } = &mut event {
            let spoken_of = |hit: Event| {
                pattern.any.iter().any(|one| matches!(one, Pattern::Prevented(inner) if self.matches_pattern(inner, &hit)))
            };
            hits.retain(|hit| spoken_of(Event::from(*hit)));
        }
        event
    }

    /// Whether the event is one of those that the pattern's occurrence counts. `turn` is this turn's history, in which the
    /// event already is: it ends with the event, or the last event equal to it is taken. "Once for a batch" is the caller's.
    pub fn occurrence_holds(&self, pattern: &EventPattern, event: &Event, turn: &[(StepMark, Event)]) -> bool {
        let upto = || match turn.iter().rposition(|(_, known)| known == event) {
            Some(place) => &turn[..=place],
            None => turn,
        };
        match pattern.occurrence {
            Occurrence::Each | Occurrence::Batch => true,
            Occurrence::Nth(n) => upto().iter().filter(|(_, known)| self.matches_event(pattern, known)).count() == usize::from(n),
            Occurrence::ExceptFirstOfStep => {
                let player = self.event_player(event);
                // Of draws, only the first in the player's own draw step is excepted.
                let in_own_draw_step =
                    self.game.turn.step == crate::ability::StepKind::Draw && player == Some(self.game.turn.active);
                if matches!(event, Event::Draw { .. }) && !in_own_draw_step {
                    return true;
                }
                let before = upto();
                let Some((step, _)) = before.last() else { return true };
                let same = before.iter().filter(|(mark, known)| {
                    mark == step && self.event_player(known) == player && self.matches_event(pattern, known)
                });
                same.count() > 1
            }
        }
    }

    /// The same for an event that is not in the history yet: about to be replaced, or matched looking back. `earlier` are
    /// those that happen at the same time and count before it.
    pub(crate) fn occurrence_to_come(&self, pattern: &EventPattern, event: &Event, earlier: &[Event]) -> bool {
        let turn = &self.game.history.this_turn;
        match pattern.occurrence {
            Occurrence::Each | Occurrence::Batch => true,
            Occurrence::Nth(n) => {
                let known = turn.iter().map(|(_, known)| known).chain(earlier);
                known.filter(|known| self.matches_event(pattern, known)).count() + 1 == usize::from(n)
            }
            Occurrence::ExceptFirstOfStep => {
                let player = self.event_player(event);
                let own_draw_step =
                    self.game.turn.step == crate::ability::StepKind::Draw && player == Some(self.game.turn.active);
                if matches!(event, Event::Draw { .. }) && !own_draw_step {
                    return true;
                }
                let step = self.game.history.step;
                let mut same = turn.iter().filter(|(mark, _)| *mark == step).map(|(_, known)| known).chain(earlier);
                same.any(|known| self.event_player(known) == player && self.matches_event(pattern, known))
            }
        }
    }

    pub(super) fn matches_pattern(&self, pattern: &Pattern, event: &Event) -> bool {
        let is = |players: &Players, player: PlayerId| self.is_player_in(players, player);
        match (pattern, event) {
            (Pattern::Moves { what, from, to, cause }, Event::Move(movement)) => {
                from.is_none_or(|from| from == movement.from)
                    && to.is_none_or(|to| to == movement.to)
                    && cause.is_none_or(|cause| cause == movement.cause)
                    && self.matches_moved(what, movement, moves_look_back(*from, *to, movement))
            }
            (Pattern::PlaysLand(players, what), Event::Move(movement)) => {
                // Playing a land is the special action, not being put onto the battlefield (modern 305.4).
                movement.cause == MoveCause::Play
                    && movement.to == ZoneKind::Battlefield
                    && is(players, movement.controller)
                    && self.matches_moved(what, movement, false)
            }
            (Pattern::Destroyed(what), Event::Destroy { object, .. }) => self.matches(what, *object),
            (Pattern::Damage { by, to_objects, to_players, kind }, Event::Damage { source, to, combat, .. }) => {
                let kind_fits = match kind {
                    DamageKind::Any => true,
                    DamageKind::Combat => *combat,
                    DamageKind::Noncombat => !combat,
                };
                kind_fits
                    && match to {
                        Recipient::Object(object) => self.matches(to_objects, *object),
                        Recipient::Player(player) => is(to_players, *player),
                    }
                    && self.matches(by, *source)
            }
            (Pattern::GainsLife(players), Event::GainLife { player, .. })
            | (Pattern::LosesLife(players), Event::LoseLife { player, .. })
            | (Pattern::PaysLife(players), Event::PayLife { player, .. })
            | (Pattern::Draws(players), Event::Draw { player })
            | (Pattern::AttacksWith(players), Event::AttackDeclared { player, .. })
            | (Pattern::AddsMana(players), Event::AddMana { player, .. })
            | (Pattern::TurnBegins(players), Event::TurnBegin { player })
            | (Pattern::Shuffles(players), Event::Shuffle { player })
            | (Pattern::Searches(players), Event::Search { player, .. })
            | (Pattern::Loses(players), Event::Lose { player, .. }) => is(players, *player),
            (Pattern::Prevented(pattern), Event::Prevented { hits, .. }) => {
                hits.iter().any(|hit| self.matches_pattern(pattern, &Event::from(*hit)))
            }
            (Pattern::Acts(act, players), Event::Act { act: done, player, .. }) => act == done && is(players, *player),
            (Pattern::Resolves(what), Event::Resolved { object, .. }) => self.matches(what, *object),
            (Pattern::Told(key, what), Event::Told { key: told, source, origin, object, .. }) => {
                // modern 607.2h: by this object's own ability, which it has from where it has this one.
                key == told
                    && *origin == self.scope.origin
                    && *source == self.scope.source
                    && object.map_or(*what == Filter::Any, |object| self.matches(what, object))
            }
            (Pattern::Begins(step, players), Event::Begin { step: begun, player }) => step == begun && is(players, *player),
            (Pattern::Casts(players, what), Event::Cast { spell, player }) => is(players, *player) && self.matches(what, *spell),
            (Pattern::Activates(players, what, sort), Event::Activated { ability, source, player, keyword }) => {
                // modern 400.7j: what was moved to pay for its own ability finds it from where it is now.
                let is_this = || {
                    *what == Filter::This && self.game.last_known(*source).and_then(|last| last.became) == Some(self.scope.source)
                };
                let of_sort = match sort {
                    AbilitySort::Any => true,
                    AbilitySort::Keyword(word) => *keyword == Some(*word),
                    // modern 605.3a: a mana ability does not go on the stack; nothing stands for it but its source.
                    AbilitySort::Mana => ability == source,
                    AbilitySort::NotMana => ability != source,
                    AbilitySort::Loyalty => self.is_loyalty_ability(*ability),
                    AbilitySort::TurningUp => false,
                };
                of_sort && is(players, *player) && (self.matches(what, *source) || is_this())
            }
            (Pattern::Attacks(what, players), Event::Attack { attacker, defender }) => {
                // Attacking a player's permanents is not attacking that player (508.3a).
                let whom = match defender {
                    Recipient::Player(player) => is(players, *player),
                    Recipient::Object(_) => *players == Players::Each,
                };
                whom && self.matches(what, *attacker)
            }
            (Pattern::AttacksPermanent(what, whom), Event::Attack { attacker, defender: Recipient::Object(defender) }) => {
                self.matches(whom, *defender) && self.matches(what, *attacker)
            }
            (Pattern::AttacksAlone(what), Event::AttacksAlone { attacker: lone })
            | (Pattern::BlocksAlone(what), Event::BlocksAlone { blocker: lone }) => self.matches(what, *lone),
            (Pattern::IsAttacked(players, objects, by), Event::Attacked { what, by: attacking, .. }) => {
                is(by, *attacking)
                    && match what {
                        Recipient::Player(player) => is(players, *player),
                        Recipient::Object(object) => self.matches(objects, *object),
                    }
            }
            (Pattern::BlockedBy(what, by), Event::Block { blocker, attacker } | Event::BlockedBy { blocker, attacker }) => {
                self.matches(what, *attacker) && self.matches(by, *blocker)
            }
            (Pattern::BlocksCount(what, comparison, number), Event::BlockCount { creature, blocking: true, before, now })
            | (Pattern::BlockedByCount(what, comparison, number), Event::BlockCount { creature, blocking: false, before, now }) =>
            {
                let holds = |count: u32| comparison.holds(i32::try_from(count).unwrap_or(i32::MAX), i32::from(*number));
                *now > 0 && holds(*now) && !holds(*before) && self.matches(what, *creature)
            }
            (Pattern::RollsToVisit(players, numbers), Event::RollToVisit { player, result }) => {
                is(players, *player) && numbers.iter().any(|number| u32::from(*number) == *result)
            }
            (Pattern::DaylightBecomes(daylight), Event::Daylight { now }) => daylight == now,
            (Pattern::CountersReach(what, kind, number), Event::PutCounters { on: Recipient::Object(on), kind: put, amount }) => {
                let now = self.game.object(*on).map_or(0, |object| object.counter(*kind));
                kind == put
                    && now >= u32::from(*number)
                    && now.saturating_sub(*amount) < u32::from(*number)
                    && self.matches(what, *on)
            }
            (Pattern::Blocks(what, whom), Event::Block { blocker, attacker }) => {
                // modern 509.5a-b: blocking happens once, however many are blocked; blocking such a creature once for each.
                let again = || {
                    let blocker = self.game.combat().and_then(|combat| combat.blocker(*blocker));
                    *whom == Filter::Any && blocker.is_some_and(|one| one.attackers.first() != Some(attacker))
                };
                self.matches(what, *blocker) && self.matches(whom, *attacker) && !again()
            }
            (Pattern::BecomesBlocked(what), Event::BecomeBlocked { attacker })
            | (Pattern::BecomesUnblocked(what), Event::BecomeUnblocked { attacker }) => self.matches(what, *attacker),
            (Pattern::Taps(what), Event::Tap { object, .. })
            | (Pattern::Untaps(what), Event::Untap { object })
            | (Pattern::Countered(what), Event::Counter { object, .. })
            | (Pattern::TurnsFaceUp(what), Event::Turned { object, face_down: false })
            | (Pattern::ChangesControl(what), Event::ControlChanged { object, .. }) => self.matches(what, *object),
            (Pattern::PhasesOut(what), Event::Phase { object, out: true, .. })
            | (Pattern::PhasesIn(what), Event::Phase { object, out: false, .. }) => self.matches_phased(what, *object),
            // Tapped for mana: a mana ability with {T} in its cost has made mana (106.12).
            (Pattern::TapsForMana(what), Event::AddMana { source, tapped: true, .. }) => self.matches(what, *source),
            (Pattern::PutsCounters(what, kind), Event::PutCounters { on: Recipient::Object(on), kind: put, .. })
            | (Pattern::RemovesCounters(what, kind), Event::RemoveCounters { on: Recipient::Object(on), kind: put, .. }) => {
                kind.is_none_or(|kind| kind == *put) && self.matches(what, *on)
            }
            (
                Pattern::LastCounterRemoved(what, kind),
                Event::RemoveCounters { on: Recipient::Object(on), kind: removed, amount, left },
            ) => {
                // Before it has happened, what is there says so.
                let there = || self.game.object(*on).map_or(0, |object| object.counter(*kind)).saturating_sub(*amount);
                kind == removed && *amount > 0 && left.unwrap_or_else(there) == 0 && self.matches(what, *on)
            }
            (Pattern::Designated(what, name, wanted), Event::Designate { object, name: got, number }) => {
                name == got && wanted.is_none_or(|wanted| i32::from(wanted) == *number) && self.matches(what, *object)
            }
            (Pattern::PutsPlayerCounters(players, kind), Event::PutCounters { on: Recipient::Player(on), kind: put, .. }) => {
                kind.is_none_or(|kind| kind == *put) && is(players, *on)
            }
            (Pattern::CreatesToken(players, what), Event::CreateTokens { player, def, how, .. }) => {
                is(players, *player) && self.matches_token(what, *player, *def, how)
            }
            (Pattern::Targeted(what, by), Event::Targeted { target: Recipient::Object(target), by: cause }) => {
                self.matches(what, *target) && self.matches(by, *cause)
            }
            (Pattern::TargetsPlayer(players, by), Event::Targeted { target: Recipient::Player(target), by: cause }) => {
                is(players, *target) && self.matches(by, *cause)
            }
            (Pattern::Attached(what, to), Event::Attach { object, to: Recipient::Object(host) }) => {
                self.matches(what, *object) && self.matches(to, *host)
            }
            (Pattern::Attached(what, to), Event::Move(movement)) if movement.to == ZoneKind::Battlefield => {
                let host = movement.enters.as_deref().and_then(|enters| enters.attached_to).and_then(Recipient::object);
                host.is_some_and(|host| self.matches(to, host)) && self.matches_moved(what, movement, false)
            }
            (Pattern::Unattached(what, from), _) => {
                event.object().is_some_and(|object| self.matches(what, object))
                    && self.game.unattached_from(event).is_some_and(|host| match host {
                        Recipient::Object(host) => self.matches(from, host),
                        Recipient::Player(_) => *from == Filter::Any,
                    })
            }
            (Pattern::LosesControl(players, what), Event::ControlChanged { object, from, .. }) => {
                is(players, *from) && self.matches(what, *object)
            }
            (Pattern::Reveals(by, what), Event::Reveal { object, by: source }) => {
                source.map_or(*by == Filter::Any, |source| self.matches(by, source)) && self.matches(what, *object)
            }
            (Pattern::Custom(word, players, what), Event::Custom { word: said, player, object }) => {
                word == said && is(players, *player) && object.map_or(*what == Filter::Any, |object| self.matches(what, object))
            }
            (Pattern::Where(pattern, var, condition), _) => {
                self.matches_pattern(pattern, event) && self.with_event(*var, event, |eval| eval.holds(condition))
            }
            (Pattern::WherePlayer(pattern, filter), _) => {
                self.matches_pattern(pattern, event)
                    && self.event_player(event).is_some_and(|player| self.player_matches(filter, player))
            }
            _ => false,
        }
    }

    /// Whether the object on the stack is a loyalty ability (606).
    fn is_loyalty_ability(&self, ability: ObjectId) -> bool {
        self.game.entry(ability).is_some_and(|entry| match &entry.kind {
            EntryKind::Ability { ability, .. } => {
                matches!(&ability.ability.kind, AbilityBody::Activated(activated) if activated.loyalty)
            }
            EntryKind::Spell => false,
        })
    }

    /// Whether what moves matches: as it was before the move, or as it is (or would be) after it.
    fn matches_moved(&self, what: &Filter, movement: &Move, looks_back: bool) -> bool {
        match movement.became {
            _ if looks_back => self.matches(what, movement.object),
            Some(became) => self.matches(what, became),
            None if movement.to == ZoneKind::Battlefield && self.game.object(movement.object).is_some() => {
                !self.surely_another(what, movement.object) && self.matches_entering(what, movement)
            }
            None => self.matches(what, movement.object),
        }
    }
    /// Whether the filter speaks of the source alone and this is something else.
    fn surely_another(&self, filter: &Filter, id: ObjectId) -> bool {
        match filter {
            Filter::Never => true,
            Filter::This => id != self.scope.source,
            Filter::Other => id == self.scope.source,
            Filter::And(all) => all.iter().any(|filter| self.surely_another(filter, id)),
            _ => false,
        }
    }
}
