//! Type files: what the rules say of every object of a card type or subtype, in `scripts/types` or in `types/` of a set.
//!
//! Nothing here knows a type of cards but those of the rules: a file may make up one of its own.

use crate::call::{Call, Made, Trouble};
use crate::diagnostic::SourceFile;
use crate::shop::{Work, Workshop};
use crate::text::type_line;
use crate::value::{Given, Value};
use cardwright_engine::ability::{AbilityRef, EventChange, Walk};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::type_rules::TypeFacts;
use cardwright_engine::types::{CardType, OwnType};
use rhai::{AST, Dynamic, Engine, EvalAltResult, FnPtr, Position};
use std::rc::Rc;

/// A type as its file defines it.
#[derive(Clone, Debug)]
pub(crate) struct DefinedType {
    pub word: Symbol,
    pub facts: TypeFacts,
    pub closure: FnPtr,
}

/// A type that is known.
pub(crate) struct Type {
    pub defined: DefinedType,
    pub ast: Rc<AST>,
    pub file: SourceFile,
    pub version: u64,
}

/// `card_type(...)` or `subtype(...)` in a type's file.
pub(crate) fn define(call: &mut Call, options: Option<usize>, closure: usize, is_subtype: bool) -> Made {
    let word = call.text(0)?;
    let wanted = "a word with a capital letter, like `Relic`";
    if !word.as_str().starts_with(|first: char| first.is_uppercase()) {
        return Err(Trouble::argument(0, wanted, format!("`{word}`")));
    }
    let mut facts = TypeFacts::default();
    if let Some(place) = options {
        let options = call.options(place, if is_subtype { &["of", "number"] } else { &["number"] })?;
        facts.number = options.text("number")?;
        if let Some(of) = options.text("of")? {
            facts.of = type_line(of.as_str())
                .ok()
                .filter(|line| line.subtypes.is_empty() && line.supertypes.is_empty() && !line.types.is_empty())
                .map(|line| line.types)
                .ok_or_else(|| {
                    Trouble::argument(place, "card types for `of`, like `\"Battle\"`", format!("`{of}`")).of_option(place, "of")
                })?;
        }
    }
    if is_subtype && facts.of.is_empty() {
        return Err(Trouble::argument(0, "the card type that it belongs to, like `#{ of: \"Artifact\" }`", "none"));
    }
    if !is_subtype && CardType::from_word(word.as_str()).is_none() && OwnType::named(word).is_none() {
        let message = format!("there are {} card types beside those of the rules already", OwnType::LIMIT);
        return Err(Trouble::other(message, "make it a subtype"));
    }
    let Given::Closure(closure) = call.given(closure) else {
        return Err(Trouble::argument(closure, "a closure like `|| always(card.cant_attack)`", call.given(closure).kind()));
    };
    call.shop.defined_types.borrow_mut().push(DefinedType { word, facts, closure });
    Ok(Value::Plain(Dynamic::UNIT))
}

/// What the file says of the type, as a definition.
pub(crate) fn definition(shop: &Workshop, engine: &Engine, of: &Type) -> Result<CardDef, Trouble> {
    shop.work.replace(Work::new(Symbol::new(&format!("type {}", of.defined.word)), of.version, true));
    shop.in_type.set(true);
    let result = of.defined.closure.call::<Dynamic>(engine, &of.ast, ());
    shop.in_type.set(false);
    _ = result.map_err(|error| {
        let source = of.file.path.to_string();
        let error = EvalAltResult::ErrorInFunctionCall(of.defined.word.to_string(), source, error, Position::NONE);
        Trouble::Script(Box::new(error))
    })?;
    let laws: Vec<bool> = shop.work.borrow().drafts.iter().filter(|draft| !draft.taken).map(|draft| draft.law).collect();
    let all = shop.take_abilities(0);
    let pick = |law: bool| -> Vec<AbilityRef> {
        all.iter().zip(&laws).filter(|(_, is_law)| **is_law == law).map(|(ability, _)| ability.clone()).collect()
    };
    let facts = TypeFacts { laws: pick(true), ..of.defined.facts.clone() };
    let abilities = pick(false);
    if facts.number.is_none() && facts.of.is_empty() {
        let mut entering = None;
        for ability in &abilities {
            ability.each(|change: &EventChange| {
                if let EventChange::PrintedCounters(number) = change {
                    entering = Some(*number);
                }
            });
        }
        if let Some(number) = entering {
            let message = format!("the type `{}` brings no number `{number}` to enter with", of.defined.word);
            return Err(Trouble::other(
                message,
                format!("write it as an option before the closure: `#{{ number: \"{number}\" }}`"),
            ));
        }
    }
    let work = shop.work.replace(Work::new(Symbol::default(), 0, false));
    if !work.callbacks.is_empty() {
        super::callbacks::store(shop, &work, &of.ast, &of.file, 0);
    }
    Ok(CardDef::of_type(of.defined.word, abilities, facts, of.version))
}
