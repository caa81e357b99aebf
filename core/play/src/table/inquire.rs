//! Why an ability did or did not trigger: what happened lately is played again with an ear for it.

use super::Table;
use super::line::{Done, PastError};
use super::replay::Replay;
use cardwright_engine::game::{Game, Presence};
use cardwright_engine::ids::ObjectId;
use cardwright_engine::run::Run;
use cardwright_engine::why::{TriggerInquiry, WhichTrigger};
use std::ops::Range;

impl Table {
    /// What happened since that beat (and before the other, if one is named) that could have triggered an ability of an object, by its
    /// place among those that the object has in `game`. `None` if that is no triggered ability that waits for events.
    ///
    /// # Errors
    /// If the past does not play again.
    pub fn why_triggered(
        &self,
        game: &Game,
        (source, ability): (ObjectId, u16),
        from: usize,
        to: Option<usize>,
    ) -> Result<Option<TriggerInquiry>, PastError> {
        let Some(mut inquiry) = game.trigger_inquiry(source, ability) else { return Ok(None) };
        let (first, last) = self.between(from, to)?;
        self.ask(&mut inquiry, self.line.game_at(first)?, first..last)?;
        Ok(Some(inquiry))
    }

    /// The same of the delayed triggered abilities that were made by what the object is or was, in the order of their making: those
    /// that wait for events, and waited at some time since that beat (and before the other).
    ///
    /// # Errors
    /// If the past does not play again.
    pub fn why_delayed(
        &self,
        game: &Game,
        source: ObjectId,
        from: usize,
        to: Option<usize>,
    ) -> Result<Vec<TriggerInquiry>, PastError> {
        // Playing again takes its time, and few objects have anything to do with it.
        if !game.can_delay(source) {
            return Ok(Vec::new());
        }
        let (first, last) = self.between(from, to)?;
        let mut past = self.line.game_at(first)?;
        // Each with the game in which it was found, and the entry that is played next.
        let mut found: Vec<(TriggerInquiry, Game, usize)> = Vec::new();
        for at in first..=last {
            for (by, made) in past.delayed_triggers() {
                let is_it = by == source || became(game, by) == Some(source);
                let is_known = found.iter().any(|(known, ..)| known.which == WhichTrigger::Delayed(made));
                if is_it && !is_known {
                    found.extend(past.delayed_trigger_inquiry(made).map(|inquiry| (inquiry, past.clone(), at)));
                }
            }
            if at < last {
                self.line.play(&mut past, at)?;
            }
        }
        let asked = found.into_iter().map(|(mut inquiry, past, at)| {
            self.ask(&mut inquiry, past, at..last)?;
            Ok(inquiry)
        });
        asked.collect()
    }

    fn between(&self, from: usize, to: Option<usize>) -> Result<(usize, usize), PastError> {
        let last = to.map_or(Ok(self.line.entries.len()), |beat| self.line.entry_of(beat))?;
        Ok((self.line.entry_of(from)?, last))
    }

    /// Plays these entries once more and lets the inquiry listen.
    fn ask(&self, inquiry: &mut TriggerInquiry, mut game: Game, entries: Range<usize>) -> Result<(), PastError> {
        for at in entries {
            match &self.line.entries[at].done {
                Done::Beat(answers) => {
                    let mut replay = Replay::new(answers);
                    let beat = self.line.beat_of(at);
                    game.beat(&mut Run::new(&mut replay).asking(inquiry)).map_err(|stop| PastError::Beat { beat, stop })?;
                }
                Done::Change(_) => self.line.play(&mut game, at)?,
            }
        }
        Ok(())
    }
}

/// What an object that has left became in the next zone: the card of a spell that has resolved.
fn became(game: &Game, id: ObjectId) -> Option<ObjectId> {
    match game.presence(id) {
        Presence::Gone(last) => last.became,
        Presence::Present(_) | Presence::Forgotten => None,
    }
}
