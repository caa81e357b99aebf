//! Questions to players and their answers. Every question carries its legal answers, so that a decider needs no rules.

use crate::combat::{AttackOptions, BlockOptions};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::{Color, ManaType};
use crate::object::Recipient;
use crate::symbol::Symbol;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A question to one player.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// Who is asked.
    pub player: PlayerId,
    /// The spell, ability or permanent that asks, if any.
    pub about: Option<ObjectId>,
    /// What is asked.
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// Act or pass (117). The first action is always to pass.
    Priority(Vec<Action>),
    /// Choose between `min` and `max` of the options; in order if `ordered`.
    Choose {
        /// What for.
        purpose: Purpose,
        /// The options.
        options: Vec<Choice>,
        /// The fewest.
        min: u32,
        /// The most.
        max: u32,
        /// Whether the order of the answer matters.
        ordered: bool,
    },
    /// Choose a number.
    Number {
        /// What for.
        purpose: Purpose,
        /// The least.
        min: i32,
        /// The greatest.
        max: i32,
        /// Numbers between them that are not allowed, the least and the greatest never among them.
        except: Vec<i32>,
    },
    /// Divide a total; each gets at least `min_each` (601.2d).
    Divide {
        /// What for.
        purpose: Purpose,
        /// The total.
        total: u32,
        /// Among these.
        among: Vec<Recipient>,
        /// At least so much each.
        min_each: u32,
    },
    /// Declare attackers (508.1).
    Attackers(Box<AttackOptions>),
    /// Declare blockers (509.1).
    Blockers(Box<BlockOptions>),
    /// Divide an attacker's or blocker's combat damage (510.1c-d).
    AssignDamage(Box<crate::combat::DamageOptions>),
}

/// Something a player with priority may do (117.1). The order and content for one state are deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Pass (117.3d).
    Pass,
    /// Play that card as a land (305.1).
    PlayLand(ObjectId),
    /// Cast that card (601); `way` counts the ways in which it may be cast: 0 for its mana cost, then alternatives (118.9).
    Cast {
        /// The card.
        card: ObjectId,
        /// The way.
        way: u8,
        /// The face.
        face: u8,
    },
    /// Activate that ability (602), mana abilities included (605.3a).
    Activate {
        /// The object that has it.
        source: ObjectId,
        /// The place of the ability among the object's abilities.
        ability: u16,
    },
    /// Turn a face-down permanent face up (116.2b).
    TurnFaceUp(ObjectId),
}

/// One option of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// An object.
    Object(ObjectId),
    /// A player.
    Player(PlayerId),
    /// A mode, by its place in the text.
    Mode(u8),
    /// Yes or no.
    Answer(bool),
    /// A colour.
    Color(Color),
    /// A type of mana.
    Mana(ManaType),
    /// A word: a name, a type, a choice an author named.
    Word(Symbol),
    /// One of several triggered abilities, replacement effects or effects, with the object it comes from.
    Ability {
        /// The object.
        source: ObjectId,
        /// Tells several of one object apart.
        index: u16,
    },
    /// A way to pay one symbol of a cost: mana or life.
    PayLife(bool),
    /// A cost of an optional cost's tag.
    Cost(Symbol),
}

/// What a choice is for. Deciders may look at it; answering legally never needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {
    /// Keep the opening hand: yes or no (103.5).
    KeepHand,
    /// Cards to put on the bottom after mulligans (103.5).
    BottomAfterMulligan,
    /// Modes (601.2b).
    Modes,
    /// Targets of one instance of "target" (601.2c), by its number.
    Targets(u16),
    /// The value of X (601.2b).
    X,
    /// Pay an optional additional cost? Or how often (601.2b).
    OptionalCost,
    /// Which of several additional costs (601.2b).
    AdditionalCost,
    /// Objects to pay a cost with: tap, sacrifice, discard, exile, return, reveal.
    PayCost,
    /// An object to use in place of mana, or none any more (601.2g).
    PayWith,
    /// The division of an amount (601.2d).
    Division,
    /// Mana or life for a symbol (107.4f).
    PhyrexianMana,
    /// The type of mana an ability adds (106).
    ManaType,
    /// The order of simultaneous triggers on the stack (603.3b).
    TriggerOrder,
    /// Whether to do what may be done (608.2d).
    May,
    /// Whether to pay (118.12).
    MayPay,
    /// Which replacement effect applies first (616.1).
    Replacement,
    /// How much of the damage a shield prevents that other damage dealt at the same time needs too (615.7).
    Prevention,
    /// Objects an effect asks for on resolution.
    Objects,
    /// A player an effect asks for.
    Player,
    /// One of several effects.
    Effect,
    /// Cards to discard.
    Discard,
    /// Permanents to sacrifice.
    Sacrifice,
    /// Cards found in a search (701.23).
    Search,
    /// The order of cards put on a library or into a graveyard.
    Order,
    /// Cards to put on the bottom or in the graveyard: scry, surveil.
    Scry,
    /// A colour.
    Color,
    /// A creature type.
    CreatureType,
    /// A card name.
    Name,
    /// Another word or number.
    Word,
    /// Which of several legendary permanents stays (704.5j).
    LegendRule,
    /// What an Aura that enters without being cast is attached to (303.4f).
    AttachTo,
    /// Permanents that stay tapped (502.3).
    StayTapped,
    /// Which creatures attack in a band (508.1e).
    Band,
    /// What an attacking creature attacks (508.4, 508.7).
    Attack,
    /// Which attacker a creature blocks (509.7).
    Block,
    /// The place of a creature in a damage assignment order, counted from 1 (509.6, 509.7).
    DamagePlace,
    /// What to copy (707.5).
    Copy,
    /// New targets for a copy or by an effect (115.7).
    NewTargets,
    /// The attackers' or blockers' damage assignment order (509.2, 509.3).
    DamageOrder,
    /// Pay the costs of the declared attack or block (508.1h).
    CombatCost,
    /// A coin's call.
    Coin,
    /// How often a loop is gone through before its player chooses otherwise (732.2a).
    Repetitions,
}

/// An answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// That action, by its place in the list.
    Action(u32),
    /// These options, by their places.
    Chosen(SmallVec<[u32; 4]>),
    /// That number.
    Number(i32),
    /// How much each gets, in the order of the list.
    Division(SmallVec<[u32; 4]>),
    /// These attacks.
    Attacks(Vec<(ObjectId, Recipient)>),
    /// These blocks: blocker and attacker.
    Blocks(Vec<(ObjectId, ObjectId)>),
}

/// Why an answer or an action is not legal, with the rule that says so.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{reason} ({rule})")]
pub struct Refusal {
    /// The ledger id of the rule: "modern:509.1b".
    pub rule: &'static str,
    /// In words.
    pub reason: String,
}

impl Refusal {
    /// A refusal by that rule.
    pub fn new(rule: &'static str, reason: impl Into<String>) -> Self {
        Refusal { rule, reason: reason.into() }
    }
}

/// The answer is not known yet: the beat unwinds and is run again when it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotYet;

/// Who answers: a person's table, a bot, a scenario, a replay.
pub trait Decider {
    /// The answer to the question. `game` is the whole state: a fair decider looks at it through
    /// [`Game::view`](crate::game::Game::view) of the asked player only.
    ///
    /// # Errors
    /// [`NotYet`] if there is no answer yet.
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet>;

    /// Whether activating mana abilities by hand is among the actions offered to that player with priority (605.3a). Costs are paid with
    /// mana abilities anyway; off by default, so that having a land is no reason to be asked.
    fn offers_mana_abilities(&self, player: PlayerId) -> bool {
        let _ = player;
        false
    }

    /// Whether a question with exactly one legal answer is asked all the same. Off by default.
    fn asks_trivial(&self) -> bool {
        false
    }
}

impl Ask {
    /// A number from the least to the greatest.
    pub fn number(purpose: Purpose, min: i32, max: i32) -> Self {
        Ask::Number { purpose, min, max, except: Vec::new() }
    }

    /// One of these numbers, which ascend.
    pub fn one_of(purpose: Purpose, numbers: &[i32]) -> Self {
        let (min, max) = (numbers.first().copied().unwrap_or(0), numbers.last().copied().unwrap_or(0));
        let except = (min..=max).filter(|number| numbers.binary_search(number).is_err() && *number != min).collect();
        Ask::Number { purpose, min, max, except }
    }

    /// The only legal answer, if there is exactly one.
    pub fn only_answer(&self) -> Option<Answer> {
        match self {
            Ask::Priority(actions) if actions.len() == 1 => Some(Answer::Action(0)),
            Ask::Choose { options, min, max, ordered, .. } => {
                if *max == 0 {
                    return Some(Answer::Chosen(SmallVec::new()));
                }
                let all = options.len() as u32;
                (*min == all && (!ordered || all < 2)).then(|| Answer::Chosen((0..all).collect()))
            }
            Ask::Number { min, max, .. } if min == max => Some(Answer::Number(*min)),
            Ask::Divide { total, among, min_each, .. } => match among.len() {
                0 => Some(Answer::Division(SmallVec::new())),
                1 => Some(Answer::Division(SmallVec::from_elem(*total, 1))),
                count if *total == *min_each * count as u32 => Some(Answer::Division(SmallVec::from_elem(*min_each, count))),
                _ => None,
            },
            Ask::Attackers(options) => options.only_answer(),
            Ask::Blockers(options) => options.only_answer(),
            Ask::AssignDamage(options) => options.only_answer(),
            _ => None,
        }
    }

    /// Whether the answer is legal.
    ///
    /// # Errors
    /// Says which rule it breaks.
    pub fn check(&self, game: &Game, answer: &Answer) -> Result<(), Refusal> {
        let wrong = |reason: &str| Err(Refusal::new("modern:601.2", reason));
        match (self, answer) {
            (Ask::Priority(actions), Answer::Action(index)) => {
                if (*index as usize) < actions.len() {
                    Ok(())
                } else {
                    wrong("there is no such action")
                }
            }
            (Ask::Choose { options, min, max, .. }, Answer::Chosen(chosen)) => {
                let mut seen = SmallVec::<[u32; 8]>::new();
                for index in chosen {
                    if *index as usize >= options.len() {
                        return wrong("there is no such option");
                    }
                    if seen.contains(index) {
                        return wrong("an option was chosen twice");
                    }
                    seen.push(*index);
                }
                let count = chosen.len() as u32;
                if count < *min || count > *max {
                    return Err(Refusal::new("modern:601.2c", format!("{count} chosen, but it takes from {min} to {max}")));
                }
                Ok(())
            }
            (Ask::Number { min, max, except, .. }, Answer::Number(number)) => {
                if except.contains(number) {
                    // An announcement with it could not be completed.
                    Err(Refusal::new("modern:601.2e", format!("{number} is not allowed here")))
                } else if (min..=max).contains(&number) {
                    Ok(())
                } else {
                    Err(Refusal::new("modern:107.1c", format!("{number} is not between {min} and {max}")))
                }
            }
            (Ask::Divide { total, among, min_each, .. }, Answer::Division(parts)) => {
                if parts.len() != among.len() {
                    return wrong("a part for each recipient is needed");
                }
                if parts.iter().any(|part| part < min_each) {
                    return Err(Refusal::new("modern:601.2d", format!("each gets at least {min_each}")));
                }
                if parts.iter().map(|&part| u64::from(part)).sum::<u64>() != u64::from(*total) {
                    return Err(Refusal::new("modern:601.2d", format!("the parts do not add up to {total}")));
                }
                Ok(())
            }
            (Ask::Attackers(options), Answer::Attacks(attacks)) => options.check(game, attacks),
            (Ask::Blockers(options), Answer::Blocks(blocks)) => options.check(game, blocks),
            (Ask::AssignDamage(options), Answer::Division(parts)) => options.check(parts),
            _ => wrong("the answer is of another kind than the question"),
        }
    }
}
