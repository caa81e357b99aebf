//! Attacking and blocking as events.

use super::is_batch;
use super::verb::{self, Happening, Mood};
use crate::filter::{Article, Head};
use crate::noun::Noun;
use crate::sentence::number_word;
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{Comparison, Filter, Occurrence, Pattern, Players};
use cardwright_engine::ids::Var;

impl Speech<'_> {
    /// One of the events of combat.
    pub(super) fn combat_event(
        &mut self,
        pattern: &Pattern,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let does = |speech: &mut Self, what: &Filter, verb, rest: &str| {
            speech.happens(what, Head::Creature, verb, rest, mood, occurrence, event)
        };
        match pattern {
            Pattern::Attacks(what, Players::Each) => self.attack_event(what, mood, occurrence, event),
            Pattern::Attacks(what, whom) => {
                let whom = self.any_player(whom);
                let mut happening = does(self, what, verb::ATTACK, &whom.object());
                if let Some(event) = event {
                    let kind = if whom.is_you() { Noun::you() } else { Noun::player("player") };
                    self.mentioned(Referent::EventPlayer(event), kind);
                }
                happening.rest = happening.rest.trim().to_owned();
                happening
            }
            Pattern::AttacksPermanent(what, whom) => {
                let text = self.filter(whom, Article::A).object();
                self.known_as(Referent::EventSource, whom, Head::Permanent, false, event);
                does(self, what, verb::ATTACK, &text)
            }
            Pattern::AttacksAlone(what) => does(self, what, verb::ATTACK, "alone"),
            Pattern::AttacksWith(who) => self.act(who, verb::ATTACK, "", mood, occurrence, event),
            Pattern::IsAttacked(who, what, Players::Each) => match (who, what) {
                (who, Filter::Never) => self.act(who, verb::BE, "attacked", mood, occurrence, event),
                (Players::None, what) => self.happens(what, Head::Permanent, verb::BE, "attacked", mood, occurrence, event),
                (who, what) => {
                    let both = self.damaged(what, who, mood, event);
                    let person = if *who == Players::You { Noun::you() } else { Noun::thing("") };
                    Happening::new(Noun { text: both, ..person }, verb::BE, "attacked")
                }
            },
            Pattern::IsAttacked(who, what, by) => self.attacking_event((by, who, what), mood, occurrence, event),
            Pattern::Blocks(what, Filter::Any) => {
                if let Some(event) = event {
                    self.implied(Referent::EventSource(event), Noun::thing("creature"));
                }
                does(self, what, verb::BLOCK, "")
            }
            Pattern::Blocks(what, whom) => {
                let blocker = self.participant(what, Head::Creature, mood, is_batch(occurrence));
                self.known(what, Head::Creature, is_batch(occurrence), event);
                let whom_text = self.filter_of(whom, Article::A, Head::Creature).object();
                self.known_as(Referent::EventSource, whom, Head::Creature, false, event);
                Happening::new(blocker, verb::BLOCK, super::happening::nth_time(&whom_text, occurrence))
            }
            Pattern::BlocksAlone(what) => does(self, what, verb::BLOCK, "alone"),
            Pattern::BlocksCount(what, comparison, number) => {
                let creatures = so_many_creatures(*comparison, *number);
                does(self, what, verb::BLOCK, &creatures)
            }
            Pattern::BlockedBy(what, by) => {
                let attacker = self.participant(what, Head::Creature, mood, is_batch(occurrence));
                self.known_as(Referent::EventSource, what, Head::Creature, is_batch(occurrence), event);
                let by_text = self.filter_of(by, Article::A, Head::Creature).object();
                self.known(by, Head::Creature, false, event);
                let rest = super::happening::nth_time(&format!("blocked by {by_text}"), occurrence);
                Happening::new(attacker, verb::BECOME, rest)
            }
            Pattern::BlockedByCount(what, comparison, number) => {
                let creatures = so_many_creatures(*comparison, *number);
                does(self, what, verb::BECOME, &format!("blocked by {creatures}"))
            }
            Pattern::BecomesBlocked(what) => does(self, what, verb::BECOME, "blocked"),
            Pattern::BecomesUnblocked(what) => does(self, what, verb::ATTACK, "and isn't blocked"),
            other => self.one_event(other, mood, occurrence, event),
        }
    }
    /// "an opponent attacks you or a planeswalker you control"
    pub(super) fn attacking_event(
        &mut self,
        (by, who, what): (&Players, &Players, &Filter),
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let attacked = self.damaged(what, who, mood, None);
        self.act(by, verb::ATTACK, &attacked, mood, occurrence, event)
    }
    /// "Kettle Rat attacks", "you attack with a Goblin".
    fn attack_event(&mut self, what: &Filter, mood: Mood, occurrence: Occurrence, event: Option<Var>) -> Happening {
        self.happens(what, Head::Creature, verb::ATTACK, "", mood, occurrence, event)
    }
}

/// "two or more creatures"
fn so_many_creatures(comparison: Comparison, number: u16) -> String {
    let number = i32::from(number);
    let creatures = if number == 1 { "creature" } else { "creatures" };
    let word = number_word(number);
    match comparison {
        Comparison::Equal => format!("exactly {word} {creatures}"),
        Comparison::NotEqual => format!("any number of creatures other than {word}"),
        Comparison::Less => format!("fewer than {word} {creatures}"),
        Comparison::AtMost => format!("{word} or fewer creatures"),
        Comparison::Greater => format!("more than {word} {creatures}"),
        Comparison::AtLeast => format!("{word} or more creatures"),
    }
}
