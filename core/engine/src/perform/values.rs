//! Exchanging numbers (modern 701.12g).

use super::{Done, Plan, Resolving};
use crate::ability::{Amount, Change, Duration, PtChange, Stat};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::run::{Beat, Run};
use crate::types::CardType;

/// Whose number it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holder {
    Life(PlayerId),
    Power(ObjectId),
    Toughness(ObjectId),
}

impl Game {
    // modern 701.12a, 701.12g: all or nothing; each becomes what the other was. A life total changes by gain or loss, power
    // and toughness are set by a continuous effect.
    pub(super) fn exchange_values(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        one: &Amount,
        other: &Amount,
    ) -> Beat<Done> {
        let (Some(one), Some(other)) = (self.holder(resolving, one), self.holder(resolving, other)) else {
            return Ok(Done::failed());
        };
        let becomes = [(one, self.held_number(other)), (other, self.held_number(one))];
        let mut plan = Plan::default();
        for (holder, number) in becomes {
            if let Holder::Life(player) = holder {
                plan.batch.extend(self.life_change(player, i64::from(number) - i64::from(self.player(player).life)));
            }
        }
        if one == other || !plan.batch.iter().all(|event| self.may_happen(event)) {
            return Ok(Done::failed());
        }
        let done = self.carry_out(run, resolving, plan)?;
        for (holder, number) in becomes {
            let number = Some(Amount::Fixed(number));
            let (object, change) = match holder {
                Holder::Life(_) => continue,
                Holder::Power(object) => (object, PtChange::Set(number, None)),
                Holder::Toughness(object) => (object, PtChange::Set(None, number)),
            };
            self.lasting_change(run, resolving, &[object], &[Change::Pt(change)], &Duration::Forever)?;
        }
        Ok(Done { fully: true, ..done })
    }

    fn holder(&self, resolving: &Resolving, amount: &Amount) -> Option<Holder> {
        match amount {
            Amount::Life(players) => self.actors(resolving, players).first().copied().map(Holder::Life),
            Amount::Total(stat @ (Stat::Power | Stat::Toughness), objects) => {
                let object = self.permanents_of(resolving, objects).first().copied()?;
                if !self.characteristics(object).types.is(CardType::Creature) {
                    return None;
                }
                Some(if *stat == Stat::Power { Holder::Power(object) } else { Holder::Toughness(object) })
            }
            _ => None,
        }
    }
    fn held_number(&self, holder: Holder) -> i32 {
        match holder {
            Holder::Life(player) => self.player(player).life,
            Holder::Power(object) => self.characteristics(object).power.unwrap_or(0),
            Holder::Toughness(object) => self.characteristics(object).toughness.unwrap_or(0),
        }
    }
}
