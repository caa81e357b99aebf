//! What a change comes to for one object, and doing it.

use super::subtypes;
use super::text::Rewrite;
use crate::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Change, CopyException, CopyOf, CopySource, Origin, PtChange, StaticPart,
    TypeChange,
};
use crate::characteristics::{Characteristics, NamesOf};
use crate::eval::Eval;
use crate::ids::{ObjectId, PlayerId, Var};
use crate::mana::ColorSet;
use crate::object::Memory;
use crate::symbol::Symbol;
use crate::type_rules::TypeTable;

/// A change with everything in it worked out. Two are equal if they do the same (613.8a).
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Resolved<'c> {
    Copy(Box<Characteristics>),
    Become(&'c Characteristics),
    Control(PlayerId),
    Text(Rewrite),
    Name(Symbol),
    MoreNames(NamesOf),
    NameWord(Symbol),
    SetText(&'c [AbilityRef]),
    AddText(&'c [AbilityRef]),
    AddTextOf(Vec<AbilityRef>),
    Types(&'c TypeChange, Option<Symbol>),
    Colors(ColorSet),
    MoreColors(ColorSet),
    Grant(&'c AbilityRef),
    GrantKeyword(&'c [AbilityRef]),
    GrantAll(Vec<AbilityRef>),
    LoseKeyword(Symbol),
    LoseAll,
    SetPt(Option<i32>, Option<i32>),
    Modify(i32, i32),
    Switch,
}

/// What a change means for that object now; `None` if nothing.
pub(super) fn resolve<'c>(eval: &Eval<'_>, change: &'c Change, object: ObjectId) -> Option<Resolved<'c>> {
    let number = |amount: &crate::ability::Amount| match amount {
        crate::ability::Amount::Fixed(number) => *number,
        amount => eval.with_object(Var::AFFECTED, object, |eval| eval.amount(amount)),
    };
    Some(match change {
        Change::Copy(of) => Resolved::Copy(Box::new(eval.copied_values(of)?)),
        Change::Become(values) => Resolved::Become(values),
        Change::Control(players) => {
            Resolved::Control(eval.with_object(Var::AFFECTED, object, |eval| eval.players(players).first().copied())?)
        }
        Change::ReplaceColorWord(from, to) => Resolved::Text(Rewrite::Color(*from, *to)),
        Change::ReplaceLandType(from, to) => Resolved::Text(Rewrite::LandType(*from, *to)),
        Change::ReplaceCreatureType(from, to) => Resolved::Text(Rewrite::CreatureType(*from, *to)),
        // What is chosen or exchanged is fixed before an effect begins.
        Change::ReplaceChosenWord(_) | Change::ExchangeText => return None,
        Change::SetText(text) => Resolved::SetText(text),
        Change::AddText(text) => Resolved::AddText(text),
        Change::AddTextOf(objects) => {
            let mut text = Vec::new();
            for id in eval.with_object(Var::AFFECTED, object, |eval| eval.objects(objects)) {
                text.extend(text_among(eval.abilities_of(id)));
            }
            Resolved::AddTextOf(text)
        }
        Change::FullText(of) => Resolved::Copy(Box::new(eval.copied_values(of)?)),
        Change::AddNames(names) => Resolved::MoreNames(*names),
        Change::AddToName(word) => Resolved::NameWord(*word),
        Change::SetName(name) => Resolved::Name(*name),
        Change::Types(types) => {
            let linked = types.add_linked_subtype.and_then(|key| match eval.memory(key) {
                Some(Memory::Word(word)) => Some(*word),
                _ => None,
            });
            Resolved::Types(types, linked)
        }
        Change::SetColors(colors) => Resolved::Colors(*colors),
        Change::AddColors(colors) => Resolved::MoreColors(*colors),
        Change::SetLinkedColor(key) => match eval.memory(*key) {
            Some(Memory::Color(color)) => Resolved::Colors(color.set()),
            _ => return None,
        },
        Change::AddAbility(ability) => Resolved::Grant(ability),
        Change::AddKeyword(_, abilities) => Resolved::GrantKeyword(abilities),
        Change::RemoveKeyword(keyword) => Resolved::LoseKeyword(*keyword),
        Change::RemoveAllAbilities => Resolved::LoseAll,
        Change::AddActivatedAbilitiesOf(objects) => {
            let mut abilities = Vec::new();
            for id in eval.with_object(Var::AFFECTED, object, |eval| eval.objects(objects)) {
                let activated =
                    eval.abilities_of(id).iter().filter(|instance| matches!(instance.ability.kind, AbilityBody::Activated(_)));
                abilities.extend(activated.map(|instance| instance.ability.clone()));
            }
            Resolved::GrantAll(abilities)
        }
        Change::Pt(PtChange::Define(power, toughness) | PtChange::Set(power, toughness)) => {
            Resolved::SetPt(power.as_ref().map(number), toughness.as_ref().map(number))
        }
        Change::Pt(PtChange::Modify(power, toughness)) => Resolved::Modify(number(power), number(toughness)),
        Change::Pt(PtChange::Switch) => Resolved::Switch,
    })
}

/// What doing a change did to the object's abilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Upset {
    /// Its abilities are no longer those of its face.
    pub abilities: bool,
    /// Static abilities with effects on characteristics came or went.
    pub effects: bool,
}

/// Does it. Control and text are not done here. `origin` is whence granted abilities come.
pub(super) fn apply(to: &mut Characteristics, what: &Resolved<'_>, origin: Origin, brings: &TypeTable) -> Upset {
    let mut upset = Upset::default();
    let mut grant = |to: &mut Characteristics, ability: &AbilityRef| {
        upset.abilities = true;
        upset.effects |= is_effect(ability);
        to.abilities.push(AbilityInstance { ability: ability.clone(), origin });
    };
    match what {
        Resolved::Copy(values) => {
            *to = (**values).clone();
            copied_by(to, origin);
            return Upset { abilities: true, effects: true };
        }
        Resolved::Become(values) => {
            *to = (*values).clone();
            copied_by(to, origin);
            return Upset { abilities: true, effects: true };
        }
        Resolved::Control(_) | Resolved::Text(_) => {}
        // modern 612.8: every other name is gone.
        Resolved::Name(name) => {
            to.name = *name;
            to.also_named = None;
        }
        Resolved::MoreNames(names) => to.also_named = Some(*names),
        // modern 612.9
        Resolved::NameWord(word) => {
            let both = format!("{} {word}", to.name);
            to.name = Symbol::new(both.trim());
        }
        Resolved::SetText(text) => {
            // modern 612.5: what was granted is no text; what a basic land type brings is none either (305.6).
            to.abilities.retain(|instance| !instance.origin.is_copiable());
            return add_text(to, text, brings);
        }
        Resolved::AddText(text) => return add_text(to, text, brings),
        Resolved::AddTextOf(text) => return add_text(to, text, brings),
        Resolved::Types(types, linked) => {
            let had_effects = to.abilities.iter().any(|instance| is_effect(&instance.ability));
            let before = to.abilities.len();
            let lost = subtypes::change(to, types, *linked, brings);
            upset.abilities = lost || before != to.abilities.len();
            upset.effects = lost && had_effects;
        }
        Resolved::Colors(colors) => to.colors = *colors,
        Resolved::MoreColors(colors) => to.colors |= *colors,
        Resolved::Grant(ability) => grant(to, ability),
        Resolved::GrantKeyword(abilities) => abilities.iter().for_each(|ability| grant(to, ability)),
        Resolved::GrantAll(abilities) => abilities.iter().for_each(|ability| grant(to, ability)),
        Resolved::LoseKeyword(keyword) => {
            return lose(to, |ability| ability.keyword.is_some_and(|word| word.name == *keyword));
        }
        Resolved::LoseAll => return lose(to, |_| true),
        Resolved::SetPt(power, toughness) => {
            to.power = power.or(to.power);
            to.toughness = toughness.or(to.toughness);
            // What is set is the base (208.4b); what modifies comes after it.
            to.base_pt = (power.or(to.base_pt.0), toughness.or(to.base_pt.1));
        }
        Resolved::Modify(power, toughness) => {
            to.power = to.power.map(|number| number.saturating_add(*power));
            to.toughness = to.toughness.map(|number| number.saturating_add(*toughness));
        }
        Resolved::Switch => std::mem::swap(&mut to.power, &mut to.toughness),
    }
    upset
}

/// modern 612.5, 612.10: rules text after what is there.
fn add_text(to: &mut Characteristics, text: &[AbilityRef], brings: &TypeTable) -> Upset {
    to.abilities.extend(text.iter().map(|ability| AbilityInstance { ability: ability.clone(), origin: Origin::Printed }));
    subtypes::settle_intrinsic(to, brings);
    Upset { abilities: true, effects: true }
}

/// The rules text among these abilities: neither what was granted nor what basic land types bring (612.3, 305.6).
pub(super) fn text_among(abilities: &[AbilityInstance]) -> impl Iterator<Item = AbilityRef> + '_ {
    let is_text = |instance: &&AbilityInstance| {
        instance.origin.is_copiable() && instance.origin != Origin::OfType && !subtypes::is_intrinsic(&instance.ability)
    };
    abilities.iter().filter(is_text).map(|instance| instance.ability.clone())
}

/// modern 607.5: what one copy effect gives is linked among itself, and to nothing that the object has or had besides.
fn copied_by(to: &mut Characteristics, origin: Origin) {
    if let Origin::Granted(timestamp) = origin {
        let copied = to.abilities.iter_mut().filter(|instance| instance.origin != Origin::OfType);
        copied.for_each(|instance| instance.origin = Origin::Copied(timestamp));
    }
}

/// Takes abilities away.
pub(super) fn lose(to: &mut Characteristics, which: impl Fn(&Ability) -> bool) -> Upset {
    let mut upset = Upset::default();
    to.abilities.retain(|instance| {
        let gone = which(&instance.ability);
        upset.abilities |= gone;
        upset.effects |= gone && is_effect(&instance.ability);
        !gone
    });
    upset
}

/// Whether it is a static ability with effects that the layers apply.
pub(super) fn is_effect(ability: &Ability) -> bool {
    match &ability.kind {
        AbilityBody::Static(effect) => effect.parts.iter().any(|part| matches!(part, StaticPart::Continuous { .. })),
        _ => false,
    }
}

/// Whether the ability defines its object's characteristics (604.3), and no others than those that the change sets.
fn defines_only_what(ability: &Ability, change: &Change) -> bool {
    let AbilityBody::Static(says) = &ability.kind else { return false };
    let sets = |defined: &Change| match (change, defined) {
        (Change::Pt(PtChange::Set(..) | PtChange::Define(..)), Change::Pt(_)) => true,
        (Change::SetColors(_), Change::SetColors(_) | Change::AddColors(_)) => true,
        (Change::Types(types), Change::Types(_)) => types.set_types.is_some() || types.set_subtypes.is_some(),
        _ => false,
    };
    says.characteristic_defining
        && says.parts.iter().all(|part| match part {
            StaticPart::Continuous { changes, .. } => changes.iter().all(sets),
            StaticPart::Rule(_) | StaticPart::Replacement(_) => false,
        })
}

impl Eval<'_> {
    /// The copiable values of what is copied, with the exceptions worked into them (modern 707.2, 707.9). `None` if there
    /// is nothing to copy, or if it has yet to be chosen.
    pub(crate) fn copied_values(&self, of: &CopyOf) -> Option<Characteristics> {
        let CopySource::Object(objects) = &of.original else { return None };
        let original = self.objects(objects).first().copied()?;
        Some(self.copied_values_of(original, &of.except))
    }
    /// The same of an original that is already known.
    pub(crate) fn copied_values_of(&self, original: ObjectId, except: &[CopyException]) -> Characteristics {
        let mut values = match self.board {
            // Copy effects come first: what the board says in that layer is copiable.
            Some(board) if self.game.object(original).is_some() => {
                self.game.object(original).map(|object| board.characteristics(self.game, object).clone()).unwrap_or_default()
            }
            _ => self.game.copiable(original),
        };
        let said = values.abilities.iter_mut().filter(|instance| instance.origin != Origin::OfType);
        said.for_each(|instance| instance.origin = Origin::Printed);
        // modern 202.3b: a copy of a back face has no front.
        values.valued_as = None;
        for CopyException::With(change) in except {
            // modern 707.9d: what the exception says itself, no ability of the original defines.
            values.abilities.retain(|instance| !defines_only_what(&instance.ability, change));
            if let Some(what) = resolve(self, change, original) {
                // Exceptions are part of the copiable values (707.9a).
                apply(&mut values, &what, Origin::Printed, self.game.defs.types());
            }
        }
        values.base_pt = (values.power, values.toughness);
        values
    }
}
