//! Answers as the browser sends them.

use cardwright_engine::ids::ObjectId;
use cardwright_engine::object::Recipient;
use cardwright_engine::question::{Answer, Ask, Question};
use serde::Deserialize;

/// An answer to the question of that number.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The number of the question.
    pub question: u64,
    /// What is answered.
    pub answer: Said,
}

/// What is answered, by the places of the options as they were offered: no object is named, so nothing can be guessed at.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Said {
    /// That action.
    Action(u32),
    /// These options.
    Chosen(Vec<u32>),
    /// That number.
    Number(i32),
    /// How much each gets.
    Division(Vec<u32>),
    /// Attackers, each with the place of what it attacks.
    Attacks(Vec<(u32, u32)>),
    /// Blockers, each with the place of what it blocks.
    Blocks(Vec<(u32, u32)>),
}

impl Said {
    /// The answer that is meant.
    ///
    /// # Errors
    /// If it fits no question of this kind, or names an option that there is not. Whether it is legal is for the question to say.
    pub fn answer(self, question: &Question) -> Result<Answer, &'static str> {
        match (self, &question.ask) {
            (Said::Action(place), _) => Ok(Answer::Action(place)),
            (Said::Chosen(places), _) => Ok(Answer::Chosen(places.into_iter().collect())),
            (Said::Number(number), _) => Ok(Answer::Number(number)),
            (Said::Division(parts), _) => Ok(Answer::Division(parts.into_iter().collect())),
            (Said::Attacks(pairs), Ask::Attackers(options)) => {
                let attack = |(one, at): (u32, u32)| -> Option<(ObjectId, Recipient)> {
                    let (creature, defenders) = options.candidates.get(one as usize)?;
                    Some((*creature, *defenders.get(at as usize)?))
                };
                pairs
                    .into_iter()
                    .map(attack)
                    .collect::<Option<_>>()
                    .map(Answer::Attacks)
                    .ok_or("there is no such attacker or defender")
            }
            (Said::Blocks(pairs), Ask::Blockers(options)) => {
                let block = |(one, at): (u32, u32)| -> Option<(ObjectId, ObjectId)> {
                    let (creature, attackers) = options.candidates.get(one as usize)?;
                    Some((*creature, *attackers.get(at as usize)?))
                };
                pairs
                    .into_iter()
                    .map(block)
                    .collect::<Option<_>>()
                    .map(Answer::Blocks)
                    .ok_or("there is no such blocker or attacker")
            }
            (Said::Attacks(_) | Said::Blocks(_), _) => Err("the answer is of another kind than the question"),
        }
    }
}
