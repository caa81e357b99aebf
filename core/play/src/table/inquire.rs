//! Why an ability did or did not trigger: what happened lately is played again with an ear for it.

use super::Table;
use super::line::{Done, PastError};
use super::replay::Replay;
use cardwright_engine::game::Game;
use cardwright_engine::ids::ObjectId;
use cardwright_engine::run::Run;
use cardwright_engine::why::TriggerInquiry;

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
        let first = self.line.entry_of(from)?;
        let last = to.map_or(Ok(self.line.entries.len()), |beat| self.line.entry_of(beat))?;
        let mut game = self.line.game_at(first)?;
        for at in first..last {
            match &self.line.entries[at].done {
                Done::Beat(answers) => {
                    let mut replay = Replay::new(answers);
                    let beat = self.line.beat_of(at);
                    game.beat(&mut Run::new(&mut replay).asking(&mut inquiry)).map_err(|stop| PastError::Beat { beat, stop })?;
                }
                Done::Change(_) => self.line.play(&mut game, at)?,
            }
        }
        Ok(Some(inquiry))
    }
}
