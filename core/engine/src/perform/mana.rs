//! Adding mana (modern 106).

use super::{Plan, Resolving};
use crate::ability::{ManaProduced, NewMana, Players};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::PlayerId;
use crate::mana::{Mana, ManaType};
use crate::question::{Choice, Purpose};
use crate::run::{Beat, Run};
use crate::types::Supertype;
use smallvec::SmallVec;

/// Types of mana, each once.
pub(crate) type ManaTypes = SmallVec<[ManaType; 6]>;

impl Game {
    // modern 106.3, 106.4
    pub(super) fn plan_mana(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        players: &Players,
        produced: &ManaProduced,
        plan: &mut Plan,
    ) -> Beat<()> {
        let amount = self.times_of(resolving, &produced.amount)?;
        let snow = self.characteristics(resolving.source).types.supertypes.contains(Supertype::Snow.set());
        for player in self.actors(resolving, players) {
            let types = self.mana_to_add(run, resolving, player, &produced.kind, amount)?;
            plan.lacks(types.is_empty());
            if types.is_empty() {
                continue;
            }
            let only_for = || produced.only_for.as_ref().map(|filter| Box::new(filter.clone()));
            let mana = types.into_iter().map(|mana| Mana { mana, snow, only_for: only_for() }).collect();
            plan.push(Event::AddMana { player, source: resolving.source, mana, tapped: false });
        }
        Ok(())
    }

    fn mana_to_add(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        player: PlayerId,
        kind: &NewMana,
        amount: u32,
    ) -> Beat<SmallVec<[ManaType; 4]>> {
        let mut mana = SmallVec::new();
        if amount == 0 {
            return Ok(mana);
        }
        match kind {
            NewMana::Exactly(types) => {
                for _ in 0..amount {
                    mana.extend_from_slice(types);
                }
            }
            NewMana::Combination(types) => {
                for _ in 0..amount {
                    mana.extend(self.choose_mana(run, resolving, player, types)?);
                }
            }
            NewMana::OneOf(_) | NewMana::Linked(_) | NewMana::CouldProduce(_) => {
                let types = self.producible(resolving.scope(), kind);
                if let Some(chosen) = self.choose_mana(run, resolving, player, &types)? {
                    mana.extend(std::iter::repeat_n(chosen, amount as usize));
                }
            }
        }
        Ok(mana)
    }
    fn choose_mana(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        player: PlayerId,
        types: &[ManaType],
    ) -> Beat<Option<ManaType>> {
        let options = types.iter().map(|mana| Choice::Mana(*mana)).collect();
        let chosen = self.choose_one(run, player, resolving.about(), Purpose::ManaType, options)?;
        Ok(chosen.map(|place| types[place]))
    }

    /// The types of mana that an effect with that scope could add now (106.7).
    pub(crate) fn producible(&self, scope: Scope<'_>, kind: &NewMana) -> ManaTypes {
        let bits = self.mana_types(scope, kind);
        ManaType::ALL.into_iter().filter(|mana| bits & 1 << mana.index() != 0).collect()
    }
}
