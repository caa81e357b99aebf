//! What the lints of this family look at: the abilities that an author wrote, every part inside them, and where each part is
//! written.

use crate::{CardView, FaceView};
use cardwright_engine::ability::{Ability, Mode, TokenSpec};
use cardwright_engine::ability::{Visit, Walk};
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::types::{CardType, CardTypes};
use cardwright_script::trace::{Made, Step, Written};
use std::sync::Arc;

/// An ability that an author wrote.
#[derive(Clone, Copy)]
pub(super) struct Site<'l> {
    /// The face or token whose script says it.
    pub face: FaceView<'l>,
    /// What has it, if that is a token which the script defines.
    token: Option<&'l Face>,
    /// Its place among the abilities of the face; of those of scripted tokens no place is known.
    pub index: usize,
    /// What it says.
    pub ability: &'l Ability,
}

/// What "this" is in a part of an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holder {
    /// The card itself.
    Card,
    /// Something that an effect gives the ability to: a permanent, an emblem, a token.
    Other,
}

/// The abilities that scripts of the card say in full, face by face. What a keyword stands for is no mistake of the card.
pub(super) fn sites<'l>(card: &CardView<'l>) -> Vec<Site<'l>> {
    let of_face = |face: FaceView<'l>| {
        let written = face.scripted().filter(|(_, ability)| ability.keyword.is_none());
        written.map(move |(index, ability)| Site { face, token: None, index, ability }).collect::<Vec<_>>()
    };
    let mut sites: Vec<Site<'l>> = card.faces().flat_map(of_face).collect();
    for token in scripted_tokens(card) {
        let makes = |face: &FaceView<'l>| {
            let made = Made::Token(Box::new(TokenSpec::Named(token.key)));
            face.trace.is_some_and(|trace| trace.steps.iter().any(|step| step.made == made))
        };
        let Some(face) = card.faces().find(makes) else { continue };
        let token = token.front();
        let written = token.abilities().iter().map(|instance| &*instance.ability).filter(|ability| ability.keyword.is_none());
        sites.extend(written.map(|ability| Site { face, token: Some(token), index: usize::MAX, ability }));
    }
    sites
}

/// The tokens that scripts of the card define; those of the card file are faces.
fn scripted_tokens<'l>(card: &CardView<'l>) -> &'l [Arc<CardDef>] {
    let card = card.card;
    card.tokens.get(card.raw.tokens.len()..).unwrap_or_default()
}

/// Everything that the card, its faces and tokens can do, keywords included.
pub(super) fn all_abilities<'l>(card: &CardView<'l>) -> Vec<&'l Ability> {
    let of_faces = card.faces().flat_map(|face| face.abilities().map(|(_, ability)| ability).collect::<Vec<_>>());
    let of_tokens = scripted_tokens(card).iter().flat_map(|token| token.front().abilities());
    of_faces.chain(of_tokens.map(|instance| &*instance.ability)).collect()
}

impl<'l> Site<'l> {
    /// Where the statement stands that says the ability: its word.
    pub fn statement(&self) -> Written {
        if self.token.is_none() {
            return self.face.ability_place(self.index);
        }
        // What has no place among the abilities of the face is found by its line.
        let line = self.ability.line.0 as usize;
        let says = |step: &&Step| matches!(step.made, Made::Ability(_)) && step.place.is_some_and(|place| place.line == line);
        let step = self.face.trace.and_then(|trace| trace.steps.iter().find(says).and_then(|step| trace.word(step)));
        step.unwrap_or_else(|| self.face.ability_place(self.index))
    }

    /// What has the ability: a face of the card, or a token.
    pub fn owner(&self) -> &'l Face {
        self.token.unwrap_or(self.face.face)
    }

    /// Whether a token has the ability.
    pub fn is_of_token(&self) -> bool {
        self.face.is_token || self.token.is_some()
    }

    /// The word that built a part of the ability.
    pub fn step(&self, part: &Made) -> Option<&'l Step> {
        let trace = self.face.trace?;
        trace.step(self.index, part).or_else(|| self.step_where(|step| step.made == *part))
    }

    /// The last word of the ability for which that holds; failing that, of the script: closures that say several abilities
    /// hide all but the last from what they go into.
    pub fn step_where(&self, wanted: impl Fn(&Step) -> bool) -> Option<&'l Step> {
        let trace = self.face.trace?;
        let written = |step: &&Step| step.place.is_some() && wanted(step);
        let own = trace.steps_of(self.index).into_iter().rev().find(written);
        own.or_else(|| trace.steps.iter().rev().find(written))
    }

    /// Where a part of the ability is written; the word of the statement if that cannot be told.
    pub fn place(&self, part: &Made) -> Written {
        self.whole(self.step(part))
    }

    /// The same of a step that was found.
    pub fn whole(&self, step: Option<&Step>) -> Written {
        let found = step.and_then(|step| self.face.trace?.whole(step));
        found.unwrap_or_else(|| self.statement())
    }

    /// The argument that passes the test, of the step or of one whose value went into it.
    pub fn argument(&self, step: &Step, test: impl Fn(&str) -> bool) -> Option<Written> {
        let trace = self.face.trace?;
        let mut waiting = vec![step];
        let mut seen = 0;
        while let Some(step) = waiting.pop() {
            seen += 1;
            let arguments = (0..8).map_while(|place| trace.argument(step, place));
            let passes = |(file, span): &Written| file.text.get(span.clone()).is_some_and(|text| test(text.trim()));
            if let Some(found) = arguments.filter(|_| step.place.is_some()).find(passes) {
                return Some(found);
            }
            if seen < 64 {
                waiting.extend(step.from.iter().filter_map(|from| trace.steps.get(usize::from(*from))));
            }
        }
        None
    }

    /// Where that number is written in a part, or else the part.
    pub fn number(&self, part: &Made, number: i32) -> Written {
        self.number_of(self.step(part), number)
    }

    /// The same of a step that was found.
    pub fn number_of(&self, step: Option<&Step>, number: i32) -> Written {
        let says = |text: &str| text.trim_start_matches('+').trim().parse::<i32>() == Ok(number);
        step.and_then(|step| self.argument(step, says)).unwrap_or_else(|| self.whole(step))
    }

    /// Whether the card is a spell that never becomes a permanent.
    pub fn is_only_a_spell(&self) -> bool {
        let types = self.types();
        !types.intersects(CardTypes::PERMANENT) && (types.has(CardType::Instant) || types.has(CardType::Sorcery))
    }

    /// The card types of the face.
    pub fn types(&self) -> CardTypes {
        self.owner().base.types.types
    }

    /// `an instant`, `a sorcery`, `a creature`, `an artifact`...
    pub fn noun(&self) -> String {
        let words: Vec<String> = self.types().members().map(|card_type| card_type.word().to_lowercase()).collect();
        let noun = if words.is_empty() { "card".to_owned() } else { words.join(" ") };
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {noun}")
    }
}

/// Walks over data and stops at what keywords bring along.
fn walk<T: 'static>(data: &impl Walk, mut look: impl FnMut(&T, Holder, u32)) {
    // How many keyword abilities, abilities and modes are open.
    let (mut keywords, mut abilities, mut modes) = (0_u32, 0_u32, 0_u32);
    data.walk(&mut |item, visit| {
        let step = |count: &mut u32| match visit {
            Visit::Before => *count += 1,
            Visit::After => *count = count.saturating_sub(1),
        };
        if let Some(ability) = item.downcast_ref::<Ability>() {
            step(&mut abilities);
            if ability.keyword.is_some() {
                step(&mut keywords);
            }
        }
        if keywords == 0
            && visit == Visit::Before
            && let Some(part) = item.downcast_ref::<T>()
        {
            look(part, if abilities <= 1 { Holder::Card } else { Holder::Other }, modes);
        }
        if item.is::<Mode>() {
            step(&mut modes);
        }
    });
}

/// Every part of that sort, however deep; what keywords stand for is left out.
pub(super) fn each<T: 'static>(data: &impl Walk, mut look: impl FnMut(&T)) {
    walk(data, |part: &T, _, _| look(part));
}

/// The same, with what "this" is there.
pub(super) fn each_held<T: 'static>(ability: &Ability, mut look: impl FnMut(&T, Holder)) {
    walk(ability, |part: &T, holder, _| look(part, holder));
}

/// Every part of that sort that speaks of the same targets: nothing inside further modes.
pub(super) fn each_beside<T: 'static>(data: &impl Walk, mut look: impl FnMut(&T)) {
    walk(data, |part: &T, _, modes| {
        if modes == 0 {
            look(part);
        }
    });
}

/// Whether there is such a part, in keywords too.
pub(super) fn any<T: 'static>(data: &impl Walk, test: impl Fn(&T) -> bool) -> bool {
    let mut found = false;
    data.each(|part: &T| found |= test(part));
    found
}

/// Collects parts for which something is to be said, the outermost only.
pub(super) fn outermost<T: Walk + PartialEq + Clone + 'static, R>(
    data: &impl Walk,
    mut test: impl FnMut(&T) -> Option<R>,
) -> Vec<(T, R)> {
    let mut found: Vec<(T, R)> = Vec::new();
    each(data, |part: &T| {
        if !found.iter().any(|(outer, _)| any(outer, |inner: &T| inner == part))
            && let Some(result) = test(part)
        {
            found.push((part.clone(), result));
        }
    });
    found
}

/// The ability with the names of its events and objects counted from 0, so that two that say the same are equal.
pub(super) fn renamed(ability: &Ability) -> Ability {
    use cardwright_engine::ids::Var;
    use derive_visitor::{DriveMut, visitor_enter_fn_mut};
    let mut ability = ability.clone();
    let mut known: Vec<Var> = Vec::new();
    let special = Var::RESOLVED.0;
    ability.drive_mut(&mut visitor_enter_fn_mut(|var: &mut Var| {
        if var.0 < special {
            let place = known.iter().position(|known| known == var).unwrap_or_else(|| {
                known.push(*var);
                known.len() - 1
            });
            *var = Var(place as u16);
        }
    }));
    ability
}
