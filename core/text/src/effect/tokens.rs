//! Tokens and emblems: "create a 1/1 white Soldier creature token with flying".

use super::act::{Act, Actor, Piece};
use crate::filter::Article;
use crate::noun::{Noun, Number};
use crate::sentence::listed;
use crate::speech::Speech;
use cardwright_engine::ability::{Ability, AbilityRef, Amount, CopyOf, Entering, Players, TokenSpec};
use cardwright_engine::definition::Face;
use cardwright_engine::mana::{Color, ColorSet};
use cardwright_engine::types::{CardType, Supertype};

impl Speech<'_> {
    pub(super) fn create_tokens(&mut self, who: &Players, token: &TokenSpec, amount: &Amount, entering: &Entering) -> Vec<Piece> {
        let actor = self.actor(who);
        let one = *amount == Amount::Fixed(1);
        let (front, behind) = match token {
            TokenSpec::Named(key) => match self.lexicon.definition(*key) {
                Some(definition) => self.token_words(definition.front()),
                None => (key.as_str().rsplit('/').next().unwrap_or_default().to_owned(), String::new()),
            },
            TokenSpec::Inline(face) => self.token_words(face),
            TokenSpec::Copy(copy) => (String::new(), self.copy_words(copy, one)),
        };
        let spaced = if front.is_empty() { String::new() } else { format!("{front} ") };
        // "a tapped 1/1 ... token", but "a 1/1 ... token that's tapped and attacking".
        let only_tapped = entering.tapped && entering.attacking.is_none() && entering.blocking.is_none() && !entering.face_down;
        let tapped = if only_tapped { "tapped " } else { "" };
        let number = self.number_of(amount, &format!("{tapped}{spaced}token"), &format!("{tapped}{spaced}tokens"));
        let mut text = format!("{}{behind}", number.text);
        if !only_tapped {
            let states = self.states(entering);
            if !states.is_empty() {
                let are = if one { " that's" } else { " that are" };
                text.push_str(&format!("{are} {}", listed(&states, "and")));
            }
        }
        if let Some(to) = &entering.attached_to {
            text.push_str(&format!(" attached to {}", self.any_recipient(to).object()));
        }
        match &entering.under {
            None | Some(Players::You) => {}
            Some(players) => text.push_str(&format!(" under {} control", self.players(players).possessive())),
        }
        let (verb, text) = self.creating(&text, &number.tail);
        let mut pieces = vec![Piece::act(Act::regular(actor, verb, text))];
        if !entering.counters.is_empty() {
            let counters = self.entering_counters(entering);
            let subject = if one { "the token enters" } else { "those tokens enter" };
            let it = if one { "it" } else { "them" };
            pieces.push(Piece::text(format!("{subject} with {counters} on {it}")));
        }
        if !entering.being.is_empty() {
            let it = if one { crate::noun::Noun::thing("it") } else { crate::noun::Noun::things("they") };
            let changes = self.changes(&entering.being, &it, false);
            pieces.push(Piece::text(super::zones::contracted(&format!("{} {changes}", it.text))));
        }
        pieces
    }

    /// A token with its size, colours, types and abilities, without article: "1/1 white Soldier creature token with flying".
    pub(crate) fn token(&mut self, token: &TokenSpec) -> String {
        self.token_text(token, Number::One)
    }
    /// The same for one or several.
    pub(crate) fn token_text(&mut self, token: &TokenSpec, number: Number) -> String {
        let one = number == Number::One;
        let word = if one { "token" } else { "tokens" };
        let (front, behind) = match token {
            TokenSpec::Named(key) => match self.lexicon.definition(*key) {
                Some(definition) => self.token_words(definition.front()),
                None => (key.as_str().rsplit('/').next().unwrap_or_default().to_owned(), String::new()),
            },
            TokenSpec::Inline(face) => self.token_words(face),
            TokenSpec::Copy(copy) => return format!("{word}{}", self.copy_words(copy, one)),
        };
        format!("{front} {word}{behind}")
    }

    /// " that's a copy of target creature, except ..."
    fn copy_words(&mut self, copy: &CopyOf, one: bool) -> String {
        let original = self.copied(copy);
        let (that, they) = if one { ("that's a copy", Noun::thing("it")) } else { ("that are copies", Noun::things("they")) };
        let except = self.exceptions_of(&copy.except, &they);
        format!(" {that} of {original}{except}")
    }

    /// What stands before and behind "token": "1/1 white Soldier creature", " with flying".
    fn token_words(&mut self, face: &Face) -> (String, String) {
        let base = &face.base;
        let mut words = Vec::new();
        if base.types.supertypes.contains(Supertype::Legendary.set()) {
            words.push("legendary".to_owned());
        }
        if let (Some(power), Some(toughness)) = (face.power, face.toughness) {
            words.push(format!("{}/{}", power.text, toughness.text));
        }
        words.push(color_words(base.colors));
        let subtypes: Vec<String> = base.types.subtypes.iter().map(ToString::to_string).collect();
        words.extend(subtypes.iter().cloned());
        words.extend(base.types.types.members().map(|one| one.word().to_lowercase()));
        let called = if base.name.as_str() == subtypes.join(" ") || base.name.as_str().is_empty() || subtypes.is_empty() {
            String::new()
        } else {
            format!(" named {}", base.name)
        };
        let kind = if base.types.types.has(CardType::Creature) { "this creature" } else { "this token" };
        let abilities: Vec<&Ability> = base.abilities.iter().map(|instance| &*instance.ability).collect();
        let with = self.listed_abilities(&abilities, kind);
        let with = if with.is_empty() { String::new() } else { format!(" with {with}") };
        (words.join(" "), format!("{called}{with}"))
    }

    /// "flying, haste, and \"When this creature dies, draw a card.\""
    pub(crate) fn listed_abilities(&mut self, abilities: &[&Ability], called: &'static str) -> String {
        let mut items: Vec<String> = Vec::new();
        for ability in abilities {
            let item = match ability.keyword {
                Some(keyword) => self.keyword_of(keyword, &[*ability]),
                None => format!("\"{}\"", self.quoted(called).ability(ability)),
            };
            if !items.contains(&item) {
                items.push(item);
            }
        }
        listed(&items, "and")
    }

    pub(super) fn emblem(&mut self, who: &Players, abilities: &[AbilityRef]) -> Piece {
        let actor = self.actor(who);
        let abilities: Vec<&Ability> = abilities.iter().map(|ability| &**ability).collect();
        let with = self.listed_abilities(&abilities, "this emblem");
        Piece::act(Act::regular(actor, "get", format!("an emblem with {with}")).saying_you())
    }
    /// A keyword action of an author's own making: the word itself says it.
    pub(super) fn announce(&mut self, word: &str, who: &Players, objects: &cardwright_engine::ability::Objects) -> Piece {
        let actor = self.actor(who);
        let what = match objects {
            cardwright_engine::ability::Objects::None | cardwright_engine::ability::Objects::This => String::new(),
            objects => self.things(objects, Article::Each).object(),
        };
        Piece::act(Act::regular(actor, word, what))
    }
    /// "flip a coin"
    pub(super) fn flip(&mut self, who: &Players) -> (Piece, Actor) {
        let actor = self.actor(who);
        (Piece::act(Act::regular(actor.clone(), "flip", "a coin")), actor)
    }
}

/// "white", "red and green", "white, blue, and black", "colorless".
pub(crate) fn color_words(colors: ColorSet) -> String {
    let words: Vec<String> =
        Color::ALL.iter().filter(|color| colors.contains(color.set())).map(|color| color.word().to_lowercase()).collect();
    if words.is_empty() { "colorless".to_owned() } else { listed(&words, "and") }
}
