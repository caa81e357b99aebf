//! Tokens, emblems and copiable values (modern 111, 114, 701.7, 707).

use super::zones::Arrival;
use super::{Done, Plan, Resolving};
use crate::ability::{
    AbilityInstance, AbilityRef, Amount, Change, CopyException, CopyOf, CopySource, Entering, Origin, Players, PtChange, TokenSpec,
    TypeChange,
};
use crate::characteristics::Characteristics;
use crate::definition::{CardDef, DefKind, Face, PrintedPt};
use crate::eval::{Eval, ObjectList};
use crate::event::Event;
use crate::game::Game;
use crate::ids::DefId;
use crate::object::ObjectKind;
use crate::question::Purpose;
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::types::CardType;
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
                match self.arrival(run, resolving, entering, None, player)? {
                    Arrival::As(enters) => plan.push(Event::CreateTokens { player, def, amount, how: Box::new(enters) }),
                    Arrival::Stays => plan.lacks(true),
                }
            }
        }
        Ok(())
    }

    /// The definitions of the tokens to create: one, or one for each copied object.
    fn token_definitions(&mut self, run: &mut Run<'_>, resolving: &Resolving, token: &TokenSpec) -> Beat<SmallVec<[DefId; 1]>> {
        Ok(match token {
            TokenSpec::Named(key) => self.defs.find(*key).into_iter().collect(),
            TokenSpec::Inline(face) => SmallVec::from_iter([self.made_definition(DefKind::Token, (**face).clone())]),
            TokenSpec::Copy(copy) => {
                let originals = self.originals(run, resolving, copy)?;
                let mut defs = SmallVec::new();
                for original in originals {
                    let values = self.copied(resolving, copy, original);
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
                self.choose_objects(run, resolving.controller, resolving.about(), Purpose::Copy, &options, 0, 1)
            }
        }
    }

    // modern 707.2, 707.9: copiable values with the exceptions, which are part of what later copies see.
    fn copied(&self, resolving: &Resolving, copy: &CopyOf, original: crate::ids::ObjectId) -> Characteristics {
        let mut values = self.copiable(original);
        for CopyException::With(change) in &copy.except {
            except(&mut values, change, &resolving.eval(self));
        }
        values
    }

    /// The copiable values that a copy gets. `None` if there is nothing to copy.
    pub(crate) fn copy_values(&self, run: &mut Run<'_>, resolving: &Resolving, copy: &CopyOf) -> Beat<Option<Characteristics>> {
        let originals = self.originals(run, resolving, copy)?;
        Ok(originals.first().map(|original| self.copied(resolving, copy, *original)))
    }

    /// A definition with those values, for what enters as a copy ([`crate::event::Enters::copy`]).
    pub(crate) fn copy_definition(&mut self, run: &mut Run<'_>, resolving: &Resolving, copy: &CopyOf) -> Beat<Option<DefId>> {
        let values = self.copy_values(run, resolving, copy)?;
        Ok(values.map(|values| self.made_definition(DefKind::Card, face_of(values))))
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
        Arc::make_mut(&mut self.defs).insert(Arc::new(CardDef { key, kind, faces: vec![face], version }))
    }

    // modern 114.1-114.2
    pub(super) fn emblem(&mut self, resolving: &Resolving, players: &Players, abilities: &[AbilityRef]) -> Done {
        let mut done = Done::nothing();
        let instances = abilities.iter().map(|ability| AbilityInstance { ability: ability.clone(), origin: Origin::Printed });
        let base = Characteristics { abilities: instances.collect(), ..Characteristics::default() };
        for player in self.actors(resolving, players) {
            let def = self.made_definition(DefKind::Emblem, Face { base: base.clone(), power: None, toughness: None });
            done.objects.push(self.create_object(ObjectKind::Emblem, def, player, ZoneKind::Command));
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

/// Applies an exception to copiable values (707.9). Changes that can be no part of them change nothing.
fn except(values: &mut Characteristics, change: &Change, eval: &Eval<'_>) {
    match change {
        Change::SetName(name) => values.name = *name,
        Change::SetColors(colors) => values.colors = *colors,
        Change::AddColors(colors) => values.colors |= *colors,
        Change::Types(types) => change_types(values, types),
        Change::AddAbility(ability) => add_ability(values, ability),
        Change::AddKeyword(_, abilities) => abilities.iter().for_each(|ability| add_ability(values, ability)),
        Change::RemoveKeyword(keyword) => {
            values.abilities.retain(|instance| instance.ability.keyword.is_none_or(|word| word.name != *keyword));
        }
        Change::RemoveAllAbilities => values.abilities.clear(),
        Change::Pt(PtChange::Define(power, toughness) | PtChange::Set(power, toughness)) => {
            if let Some(power) = power {
                values.power = Some(eval.amount(power));
            }
            if let Some(toughness) = toughness {
                values.toughness = Some(eval.amount(toughness));
            }
            // modern 707.9d: an exception that sets a value leaves out the ability that would define it.
            values.abilities.retain(|instance| !defines_pt(instance));
            values.base_pt = (values.power, values.toughness);
        }
        Change::Become(others) => *values = (**others).clone(),
        Change::Copy(_)
        | Change::Control(_)
        | Change::ReplaceColorWord(..)
        | Change::ReplaceLandType(..)
        | Change::SetLinkedColor(_)
        | Change::AddActivatedAbilitiesOf(_)
        | Change::Pt(PtChange::Modify(..) | PtChange::Switch) => {}
    }
}

fn add_ability(values: &mut Characteristics, ability: &AbilityRef) {
    values.abilities.push(AbilityInstance { ability: ability.clone(), origin: Origin::Printed });
}

fn defines_pt(instance: &AbilityInstance) -> bool {
    use crate::ability::{AbilityBody, StaticPart};
    match &instance.ability.kind {
        AbilityBody::Static(ability) if ability.characteristic_defining => ability.parts.iter().any(|part| match part {
            StaticPart::Continuous { changes, .. } => changes.iter().any(|change| matches!(change, Change::Pt(PtChange::Define(..)))),
            _ => false,
        }),
        _ => false,
    }
}

fn change_types(values: &mut Characteristics, change: &TypeChange) {
    let types = &mut values.types;
    if let Some(set) = change.set_types {
        types.types = set;
        // modern 205.1a: subtypes that go with none of the new types are lost; creature types go with creatures.
        if !set.has(CardType::Creature) && !set.has(CardType::Kindred) && change.set_subtypes.is_none() {
            types.subtypes.clear();
        }
    }
    types.types |= change.add_types;
    types.types &= !change.remove_types;
    types.supertypes |= change.add_supertypes;
    types.supertypes &= !change.remove_supertypes;
    if let Some(subtypes) = &change.set_subtypes {
        types.subtypes.clone_from(subtypes);
    }
    if change.remove_creature_types {
        types.every_creature_type = false;
    }
    types.every_creature_type |= change.every_creature_type;
    for subtype in &change.add_subtypes {
        types.add_subtype(*subtype);
    }
}
