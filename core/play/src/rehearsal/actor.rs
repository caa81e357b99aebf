//! Who plays in rehearsals: eager to use the card, and to go along with what the director wants.

use crate::bots::{RandomBot, Rng};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, ObjectId, PlayerId};
use cardwright_engine::question::{Action, Answer, Ask, Choice, Decider, NotYet, Purpose, Question};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Plays for all seats.
pub(super) struct Actor {
    rng: Rng,
    rest: RandomBot,
    own: Vec<DefId>,
    /// Whether mana abilities of the card are to be activated by hand.
    mana_abilities: bool,
    /// The card that the director wants to be cast now.
    pub directed: Option<ObjectId>,
    /// Whether what is being announced was directed.
    aims: bool,
    /// How often each thing was done with the card: ever and in this turn.
    done: Done,
    mood: Mood,
    turn: u32,
    /// Other actions of this turn.
    others: u32,
    /// The player who has the card.
    lead: PlayerId,
}

/// How soon things are done with the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mood {
    /// As soon as they can be.
    Eager,
    /// Soon.
    Calm,
    /// Some abilities are worth waiting for: until something has died, or grown.
    Patient,
}

impl Mood {
    /// The moods take turns, over the boards of a round and over rounds.
    pub fn of(number: usize, round: usize) -> Self {
        [Mood::Eager, Mood::Calm, Mood::Patient][(number + round) % 3]
    }

    /// How likely it is, in percent, that something of that sort is done now, which was done so often in this game.
    fn likely(self, sort: u8, times: u32) -> u32 {
        match (self, sort, times) {
            (Mood::Eager, _, 0) | (Mood::Calm, CAST, 0) => 100,
            (Mood::Eager, ..) | (Mood::Patient, CAST, _) => 50,
            (Mood::Calm, ..) => 25,
            (Mood::Patient, ..) => 4,
        }
    }
}

/// Sorts of things that are done with a card.
const PLAY: u8 = 0;
const CAST: u8 = 1;
const ACTIVATE: u8 = 2;
const TURN_UP: u8 = 3;

/// How often something was done with a card.
#[derive(Clone, Copy, Default)]
pub(super) struct Times {
    /// In all its mini-games.
    ever: u32,
    /// In this one.
    game: u32,
    /// In this turn.
    turn: u32,
}

/// How often each thing was done with a card.
pub(super) type Done = BTreeMap<(u8, u16, u8), Times>;

/// No more than that is done with the card in one way in one turn.
const TIMES: u32 = 2;

impl Actor {
    /// The actor of that seed for a card with these definitions.
    pub fn new(seed: u64, own: Vec<DefId>, mana_abilities: bool, lead: PlayerId, mood: Mood, mut done: Done) -> Self {
        done.values_mut().for_each(|times| (times.game, times.turn) = (0, 0));
        Actor {
            rng: Rng::new(seed),
            rest: RandomBot::new(seed ^ 0x5eed),
            own,
            mana_abilities,
            directed: None,
            aims: false,
            done,
            mood,
            turn: 0,
            others: 0,
            lead,
        }
    }

    /// What was done with the card until now.
    pub fn into_done(self) -> Done {
        self.done
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.below(100) < percent
    }

    fn is_own(&self, game: &Game, id: ObjectId) -> bool {
        game.object(id).is_some_and(|object| self.own.contains(&object.def))
    }

    /// What an action does with the card, if it does something with it.
    fn key(&self, game: &Game, action: &Action) -> Option<(u8, u16, u8)> {
        match *action {
            Action::Pass => None,
            Action::PlayLand(card) => self.is_own(game, card).then_some((PLAY, 0, 0)),
            Action::Cast { card, way, face } => self.is_own(game, card).then_some((CAST, u16::from(way), face)),
            Action::Activate { source, ability } => self.is_own(game, source).then(|| {
                let face = game.object(source).map_or(0, |object| object.face);
                (ACTIVATE, ability, face)
            }),
            Action::TurnFaceUp(card) => self.is_own(game, card).then_some((TURN_UP, 0, 0)),
        }
    }

    fn act(&mut self, game: &Game, player: PlayerId, actions: &[Action]) -> u32 {
        if self.turn != game.turn().number {
            self.turn = game.turn().number;
            self.others = 0;
            self.done.values_mut().for_each(|times| times.turn = 0);
        }
        self.aims = false;
        if let Some(card) = self.directed {
            let cast = actions.iter().position(|action| matches!(action, Action::Cast { card: one, .. } if *one == card));
            if let Some(place) = cast {
                self.directed = None;
                self.aims = true;
                return place as u32;
            }
        }
        let mut best: Option<(Times, usize, (u8, u16, u8))> = None;
        for (place, action) in actions.iter().enumerate() {
            let Some(key) = self.key(game, action) else { continue };
            let times = self.done.get(&key).copied().unwrap_or_default();
            if times.turn < TIMES && best.is_none_or(|(least, ..)| times.ever < least.ever) {
                best = Some((times, place, key));
            }
        }
        if let Some((times, place, key)) = best
            && self.chance(self.mood.likely(key.0, times.game))
        {
            let next = Times { ever: times.ever + 1, game: times.game + 1, turn: times.turn + 1 };
            self.done.insert(key, next);
            return place as u32;
        }
        let land = actions.iter().position(|action| matches!(action, Action::PlayLand(_)));
        if let Some(place) = land.filter(|_| player == self.lead && self.rng.below(2) == 0) {
            return place as u32;
        }
        // The others give the card something to answer and to wait for.
        let percent = if player == self.lead { 25 } else { 30 };
        if self.others < 6 && game.stack().len() < 3 && self.chance(percent) {
            let others: Vec<usize> = (1..actions.len()).filter(|place| self.key(game, &actions[*place]).is_none()).collect();
            if !others.is_empty() {
                self.others += 1;
                return others[self.rng.below(others.len() as u32) as usize] as u32;
            }
        }
        0
    }

    fn choose(&mut self, game: &Game, purpose: Purpose, options: &[Choice], min: u32, max: u32) -> Option<Answer> {
        let all = options.len() as u32;
        let (min, max) = (min.min(all), max.min(all));
        match purpose {
            Purpose::May | Purpose::MayPay | Purpose::OptionalCost | Purpose::CombatCost => {
                let yes = options.iter().position(|option| *option == Choice::Answer(true))?;
                self.chance(85).then(|| one(yes))
            }
            Purpose::PayCost => {
                // What the card costs is paid with something else, if possible.
                let rank = |place: &u32| match options[*place as usize] {
                    Choice::Object(id) => u32::from(self.is_own(game, id)),
                    _ => 0,
                };
                let mut places: Vec<u32> = (0..all).collect();
                places.sort_by_key(rank);
                let count = if min == max { min } else { min + self.rng.below(max - min + 1) };
                Some(Answer::Chosen(places.into_iter().take(count as usize).collect()))
            }
            _ => {
                if self.aims && self.chance(60) {
                    let own = options.iter().position(|option| matches!(option, Choice::Object(id) if self.is_own(game, *id)));
                    if let Some(place) = own.filter(|_| min <= 1 && max >= 1) {
                        return Some(one(place));
                    }
                }
                if min == max || !self.chance(70) {
                    return None;
                }
                // As many as possible, beginning anywhere.
                let first = self.rng.below(all);
                Some(Answer::Chosen((0..max).map(|step| (first + step) % all).collect()))
            }
        }
    }
}

fn one(place: usize) -> Answer {
    Answer::Chosen(SmallVec::from_slice(&[place as u32]))
}

impl Decider for Actor {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        let made = match &question.ask {
            Ask::Priority(actions) => Some(Answer::Action(self.act(game, question.player, actions))),
            Ask::Choose { purpose, options, min, max, .. } => self.choose(game, *purpose, options, *min, *max),
            Ask::Number { purpose, min, max, except } => match purpose {
                Purpose::Repetitions => Some(Answer::Number(*min)),
                Purpose::X => {
                    let number = min.saturating_add(self.rng.below(5) as i32).min(*max);
                    (!except.contains(&number)).then_some(Answer::Number(number))
                }
                Purpose::OptionalCost => self.chance(70).then_some(Answer::Number((*max).min(min.saturating_add(2)))),
                _ => None,
            },
            Ask::Attackers(options) => {
                // Whoever attacks cannot block: the others keep most of theirs at home.
                let percent = if question.player == self.lead && self.rng.below(4) > 0 { 85 } else { 35 };
                let alone = question.player == self.lead && self.chance(20);
                let rng = &mut self.rng;
                let mut eager = |bound: u32| if bound == 2 { u32::from(rng.below(100) < percent) } else { rng.below(bound) };
                let mut attacks = options.random(&mut eager);
                let own = attacks.iter().position(|(attacker, _)| self.is_own(game, *attacker));
                if let Some(place) = own.filter(|_| alone) {
                    attacks = vec![attacks[place]];
                }
                Some(Answer::Attacks(attacks))
            }
            Ask::Blockers(options) => {
                // Few of them block, or many, or many the same attacker.
                let (percent, gang) = [(15, false), (70, false), (80, true)][self.rng.below(3) as usize];
                let rng = &mut self.rng;
                let first = rng.below(4);
                let mut next = |bound: u32| match bound {
                    2 => u32::from(rng.below(100) < percent),
                    _ if gang => first % bound.max(1),
                    _ => rng.below(bound),
                };
                Some(Answer::Blocks(options.random(&mut next)))
            }
            Ask::Divide { .. } | Ask::AssignDamage(_) => None,
        };
        match made.filter(|answer| question.ask.check(game, answer).is_ok()) {
            Some(answer) => Ok(answer),
            None => self.rest.decide(game, question),
        }
    }

    fn offers_mana_abilities(&self, _player: PlayerId) -> bool {
        self.mana_abilities
    }
}
