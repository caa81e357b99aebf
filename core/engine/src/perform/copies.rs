//! Tokens, emblems and copiable values (modern 111, 114, 701.7, 707).

use super::zones::{Arrival, Arriving};
use super::{Done, Plan, Resolving};
use crate::ability::{
    AbilityInstance, AbilityRef, Amount, CopyException, CopyOf, CopySource, Entering, Origin, Players, TokenSpec,
};
use crate::characteristics::Characteristics;
use crate::definition::{CardDef, DefKind, Face, PrintedPt};
use crate::eval::{ObjectList, Scope};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{DefId, ObjectId};
use crate::object::ObjectKind;
use crate::question::Purpose;
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use smallvec::SmallVec;
use std::sync::Arc;

impl Game {
    // modern 111.2: under the control of the player who creates them, unless it says otherwise; they own them.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn plan_tokens(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        who: &Players,
        token: &TokenSpec,
        amount: &Amount,
        entering: &Entering,
        plan: &mut Plan,
    ) -> Beat<()> {
        let amount = self.times_of(resolving, amount)?;
        let defs = self.token_definitions(run, resolving, token)?;
        plan.lacks(defs.is_empty());
        if amount == 0 {
            return Ok(());
        }
        for player in self.actors(resolving, who) {
            for &def in &defs {
                match self.arrival(run, resolving, entering, Arriving::Token(def), player)? {
                    Arrival::As(enters) => plan.push(Event::CreateTokens { player, def, amount, how: Box::new(enters) }),
                    Arrival::Stays => plan.lacks(true),
                }
            }
        }
        Ok(())
    }

    /// The definitions of the tokens to create: one, or one for each copied object.
    pub(crate) fn token_definitions(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        token: &TokenSpec,
    ) -> Beat<SmallVec<[DefId; 1]>> {
        Ok(match token {
            TokenSpec::Named(key) => self.defs.find(*key).into_iter().collect(),
            TokenSpec::Inline(face) => SmallVec::from_iter([self.made_definition(DefKind::Token, (**face).clone())]),
            TokenSpec::Copy(copy) => {
                let originals = self.originals(run, resolving, copy)?;
                let mut defs = SmallVec::new();
                for original in originals {
                    let values = resolving.eval(self).copied_values_of(original, &copy.except);
                    defs.push(self.made_definition(DefKind::Token, face_of(values)));
                }
                defs
            }
        })
    }

    // modern 707.5: where the controller chooses what is copied, they may choose none.
    fn originals(&self, run: &mut Run<'_>, resolving: &Resolving, copy: &CopyOf) -> Beat<ObjectList> {
        match &copy.original {
            CopySource::Object(objects) => Ok(resolving.eval(self).objects(objects)),
            CopySource::Choose(filter) => {
                let mut options = resolving.eval(self).all(filter);
                // What is entering cannot copy itself (707.5, 614.12).
                options.retain(|id| *id != resolving.source);
                self.choose_among(run, resolving.controller, resolving.about(), Purpose::Copy, &options, 0, 1)
            }
        }
    }

    /// The copiable values that a copy gets, exceptions included (707.2, 707.9). `None` if there is nothing to copy.
    pub(super) fn copy_values(&self, run: &mut Run<'_>, resolving: &Resolving, copy: &CopyOf) -> Beat<Option<Characteristics>> {
        let originals = self.originals(run, resolving, copy)?;
        Ok(originals.first().map(|original| resolving.eval(self).copied_values_of(*original, &copy.except)))
    }

    /// A definition with the copiable values of the object, for what enters as a copy ([`crate::event::Enters::copy`]).
    pub(crate) fn copy_definition(&mut self, original: ObjectId, except: &[CopyException], scope: Scope<'_>) -> DefId {
        let values = self.eval(scope).copied_values_of(original, except);
        self.made_definition(DefKind::Card, face_of(values))
    }

    /// A definition made during the game. Its key follows from its content, so that the same thing has the same one.
    pub(crate) fn made_definition(&mut self, kind: DefKind, face: Face) -> DefId {
        let content = postcard::to_stdvec(&(kind, &face)).unwrap_or_default();
        let hash = blake3::hash(&content);
        let mut version = [0; 8];
        version.copy_from_slice(&hash.as_bytes()[..8]);
        let version = u64::from_le_bytes(version);
        let key = Symbol::new(&format!("~{}/{version:016x}", face.base.name));
        if let Some(known) = self.defs.find(key) {
            return known;
        }
        Arc::make_mut(&mut self.defs).insert(Arc::new(CardDef { key, kind, faces: vec![face], version, of_type: None }))
    }

    // modern 114.1-114.2
    pub(super) fn emblem(&mut self, resolving: &Resolving, players: &Players, abilities: &[AbilityRef]) -> Done {
        let mut done = Done::nothing();
        let instances = abilities.iter().map(|ability| AbilityInstance { ability: ability.clone(), origin: Origin::Printed });
        let base = Characteristics { abilities: instances.collect(), ..Characteristics::default() };
        for player in self.actors(resolving, players) {
            let def = self.made_definition(DefKind::Emblem, Face { base: base.clone(), power: None, toughness: None });
            let emblem = self.create_object(ObjectKind::Emblem, def, player, ZoneKind::Command);
            if let Some(more) = self.more_of(emblem) {
                // modern 607.1d
                more.put_by = Some((resolving.source, resolving.origin));
            }
            done.objects.push(emblem);
            done.amount += 1;
        }
        self.touch();
        done
    }
}

/// A face that prints those values.
fn face_of(base: Characteristics) -> Face {
    let (power, toughness) = (base.power.map(PrintedPt::number), base.toughness.map(PrintedPt::number));
    Face { base, power, toughness }
}
