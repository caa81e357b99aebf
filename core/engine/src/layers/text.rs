//! Text-changing effects (layer 3, modern 612): a rewrite of ability data.

use super::subtypes;
use crate::ability::{AbilityRef, Change, Filter, Keyword, Remembered, TokenSpec, TypeChange};
use crate::definition::Face;
use crate::game::Game;
use crate::mana::{Color, ColorSet};
use crate::symbol::Symbol;
use derive_visitor::{DriveMut, Event, VisitorMut};
use std::any::Any;

/// One word for another. Names and mana symbols are no such words (612.2).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Rewrite {
    /// A colour word.
    Color(Color, Color),
    /// A basic land type.
    LandType(Symbol, Symbol),
    /// A creature type.
    CreatureType(Symbol, Symbol),
}

impl Rewrite {
    /// The ability with the word replaced; `None` if it does not say the word.
    pub fn ability(self, game: &Game, ability: &AbilityRef) -> Option<AbilityRef> {
        let mut rewritten = ability.clone();
        rewritten.drive_mut(&mut Writer { rewrite: self, game });
        (*rewritten != **ability).then_some(rewritten)
    }
    /// The subtype with the word replaced.
    pub fn subtype(self, subtype: Symbol) -> Symbol {
        match self {
            Rewrite::LandType(from, to) if subtype == from => to,
            Rewrite::CreatureType(from, to) if subtype == from && subtypes::is_creature_type(from) => to,
            _ => subtype,
        }
    }
    fn color(self, color: Color) -> Color {
        match self {
            Rewrite::Color(from, to) if color == from => to,
            _ => color,
        }
    }
    fn colors(self, colors: ColorSet) -> ColorSet {
        colors.colors().map(|color| self.color(color)).collect()
    }
    /// The words themselves.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Rewrite::Color(from, to) => (from.word(), to.word()),
            Rewrite::LandType(from, to) | Rewrite::CreatureType(from, to) => (from.as_str(), to.as_str()),
        }
    }
    /// A written argument of a keyword, word by word; also in the plural.
    fn argument(self, argument: Symbol) -> Symbol {
        let (from, to) = self.words();
        let replaced = |word: &str| -> Option<String> {
            let to = if word.starts_with(char::is_uppercase) { to.to_owned() } else { to.to_lowercase() };
            if word.eq_ignore_ascii_case(from) {
                return Some(to);
            }
            let singular = word.strip_suffix('s')?;
            singular.eq_ignore_ascii_case(from).then(|| if to.ends_with('s') { to } else { to + "s" })
        };
        if !argument.as_str().split(' ').any(|word| replaced(word).is_some()) {
            return argument;
        }
        let words: Vec<String> =
            argument.as_str().split(' ').map(|word| replaced(word).unwrap_or_else(|| word.to_owned())).collect();
        Symbol::new(&words.join(" "))
    }
    /// A keyword's own name, where a basic land type is part of it.
    fn keyword(self, name: Symbol) -> Symbol {
        let Rewrite::LandType(from, to) = self else { return name };
        match name.as_str().strip_prefix(&from.as_str().to_lowercase()) {
            Some(rest) if !rest.is_empty() => Symbol::new(&format!("{}{rest}", to.as_str().to_lowercase())),
            _ => name,
        }
    }
    /// What a token is said to be. Its creature types stand for its name too, if that is what it is called after
    /// (612.2a, 111.4).
    fn token(self, face: &mut Face) {
        let base = &mut face.base;
        base.colors = self.colors(base.colors);
        let called_after = |types: &[Symbol]| types.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
        let before = called_after(&base.types.subtypes);
        base.types.subtypes.iter_mut().for_each(|subtype| *subtype = self.subtype(*subtype));
        let after = called_after(&base.types.subtypes);
        let rest = base.name.as_str().strip_prefix(before.as_str());
        if before != after
            && let Some(rest) = rest.filter(|rest| rest.is_empty() || *rest == " Token")
        {
            base.name = Symbol::new(&format!("{after}{rest}"));
        }
    }
}

struct Writer<'g> {
    rewrite: Rewrite,
    game: &'g Game,
}

impl VisitorMut for Writer<'_> {
    fn visit(&mut self, item: &mut dyn Any, event: Event) {
        if matches!(event, Event::Exit) {
            return;
        }
        let rewrite = self.rewrite;
        if let Some(filter) = item.downcast_mut::<Filter>() {
            match filter {
                Filter::Color(color) => *color = rewrite.color(*color),
                Filter::Subtype(subtype) => *subtype = rewrite.subtype(*subtype),
                Filter::Keyword(name) => *name = rewrite.keyword(*name),
                _ => {}
            }
        } else if let Some(change) = item.downcast_mut::<Change>() {
            match change {
                Change::SetColors(colors) | Change::AddColors(colors) => *colors = rewrite.colors(*colors),
                Change::AddKeyword(name, _) | Change::RemoveKeyword(name) => *name = rewrite.keyword(*name),
                _ => {}
            }
        } else if let Some(types) = item.downcast_mut::<TypeChange>() {
            let set = types.set_subtypes.iter_mut().flatten();
            set.chain(&mut types.add_subtypes).for_each(|subtype| *subtype = rewrite.subtype(*subtype));
        } else if let Some(keyword) = item.downcast_mut::<Keyword>() {
            keyword.name = rewrite.keyword(keyword.name);
            keyword.argument = rewrite.argument(keyword.argument);
        } else if let Some(Remembered::Color(color)) = item.downcast_mut::<Remembered>() {
            *color = rewrite.color(*color);
        } else if let Some(token) = item.downcast_mut::<TokenSpec>() {
            // The words that define a token stand in the text that makes it (612.2a).
            if let TokenSpec::Named(key) = token
                && let Some(definition) = self.game.defs.find(*key).map(|id| self.game.defs.get(id))
            {
                let mut face = definition.front().clone();
                face.drive_mut(self);
                if face != *definition.front() {
                    *token = TokenSpec::Inline(Box::new(face));
                }
            }
        } else if let Some(face) = item.downcast_mut::<Face>() {
            rewrite.token(face);
        }
    }
}
