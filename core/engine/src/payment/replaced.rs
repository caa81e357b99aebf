//! Mana as replacement effects would change it, for planning payments (modern 614.1, 106.6a).

use super::produced::Output;
use super::symbols::Kinds;
use crate::ability::{EventChange, Instead};
use crate::event::{Event, EventKind};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::ReplacementKey;
use crate::mana::{Mana, ManaType};
use smallvec::{SmallVec, smallvec};

/// The most mana of one use of an ability that is planned with.
const MOST_MANA: usize = 64;

impl Game {
    /// What the outputs of a mana ability of that object become. Effects that a player may decline do not count: what is
    /// planned can be paid without them.
    pub(super) fn as_replaced<'a>(
        &self,
        player: PlayerId,
        object: ObjectId,
        tapped: bool,
        mut outputs: SmallVec<[Output<'a>; 1]>,
    ) -> SmallVec<[Output<'a>; 1]> {
        if self.replacements(EventKind::AddMana, None).next().is_some() {
            for output in &mut outputs {
                self.replace_slots(player, object, tapped, &mut output.slots);
            }
        }
        outputs
    }

    fn replace_slots(&self, player: PlayerId, source: ObjectId, tapped: bool, slots: &mut SmallVec<[Kinds; 2]>) {
        let mut applied: SmallVec<[ReplacementKey; 2]> = SmallVec::new();
        while !slots.is_empty() {
            let plain = Mana { mana: ManaType::Colorless, snow: false, only_for: None };
            let event = Event::AddMana { player, source, mana: smallvec![plain; slots.len()], tapped };
            let next = self.replacements(EventKind::AddMana, None).find(|active| {
                let eval = self.eval(active.scope);
                !applied.contains(&active.key)
                    && active.replacement.optional.is_none()
                    && eval.matches_event(&active.replacement.pattern, &event)
                    && eval.with_event(active.replacement.event, &event, |eval| eval.holds(&active.replacement.condition))
            });
            let Some(active) = next else { return };
            applied.push(active.key);
            let Instead::Change(changes) = &active.replacement.instead else {
                slots.clear();
                return;
            };
            for change in changes {
                match change {
                    EventChange::Amount(amount) => {
                        let eval = self.eval(active.scope);
                        let now = eval.with_event(active.replacement.event, &event, |eval| eval.amount(amount)).max(0) as usize;
                        let kinds = slots.first().copied().unwrap_or(Kinds::NONE);
                        slots.resize(now.min(MOST_MANA), kinds);
                    }
                    EventChange::Mana(kind) => {
                        slots.iter_mut().for_each(|slot| *slot = Kinds::made(*kind, slot.0 & Kinds::SNOW.0 != 0));
                    }
                    _ => {}
                }
            }
        }
    }
}
