//! Keyword abilities: files that say once what a word on a card stands for.
//!
//! Nothing here knows a keyword: a user's own file is as good as one of `scripts/keywords/`.

use crate::call::{Call, Made, Trouble};
use crate::coerce;
use crate::diagnostic::{SourceFile, nearest};
use crate::shop::{Uses, Work, Workshop};
use crate::value::{Given, Piece, Value};
use cardwright_engine::ability::{AbilityRef, Amount, Cost, CostPart, Filter, Keyword as Tag, Players};
use cardwright_engine::definition::CardDef;
use cardwright_engine::mana::Color;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, Supertype};
use rhai::{AST, Dynamic, Engine, EvalAltResult, FnPtr, Position};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What stands behind a keyword on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing: "flying".
    Nothing,
    /// A cost: "cycling {2}".
    Cost,
    /// A number: "bushido 2".
    Amount,
    /// A quality: "protection from red", "enchant creature".
    Quality,
}

/// The words between `<` and `>`.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(word, _)| word)
}

impl Takes {
    /// How reminder text calls what stands behind the keyword, between `<` and `>`.
    pub(crate) fn placeholder(self) -> Option<&'static str> {
        match self {
            Takes::Nothing => None,
            Takes::Cost => Some("cost"),
            Takes::Amount => Some("amount"),
            Takes::Quality => Some("quality"),
        }
    }
    const WORDS: [(&'static str, Takes); 4] =
        [("nothing", Takes::Nothing), ("cost", Takes::Cost), ("amount", Takes::Amount), ("quality", Takes::Quality)];
    fn expected(self) -> &'static str {
        match self {
            Takes::Nothing => "nothing",
            Takes::Cost => "a cost like `{2}`",
            Takes::Amount => "a number",
            Takes::Quality => "a quality like `red` or `creatures`",
        }
    }
}

/// A keyword as its file defines it.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    pub name: Symbol,
    pub takes: Takes,
    pub closure: FnPtr,
    /// Its reminder text, with the argument as `<cost>`, `<amount>` or `<quality>`; empty if the file says none.
    pub reminder: Symbol,
    /// Whether it says what players with the keyword have.
    pub of_players: bool,
    /// Where that stands.
    pub position: Position,
}

/// A keyword that cards can have.
pub(crate) struct Keyword {
    pub name: Symbol,
    pub takes: Takes,
    pub closure: FnPtr,
    pub reminder: Symbol,
    pub ast: Rc<AST>,
    pub file: SourceFile,
    pub version: u64,
    instances: RefCell<BTreeMap<Symbol, Rc<Instance>>>,
}

/// What a keyword stands for, with its argument.
struct Instance {
    abilities: Vec<AbilityRef>,
    tokens: Vec<CardDef>,
    uses: Uses,
}

impl Keyword {
    pub(crate) fn new(defined: Defined, ast: Rc<AST>, file: SourceFile, version: u64) -> Self {
        let Defined { name, takes, closure, reminder, .. } = defined;
        Keyword { name, takes, closure, reminder, ast, file, version, instances: RefCell::default() }
    }
}

/// All keywords, in alphabetical order.
pub(crate) fn names(shop: &Workshop) -> Vec<Symbol> {
    shop.keywords.borrow().keys().copied().collect()
}

fn unknown(shop: &Workshop, name: Symbol, place: usize) -> Trouble {
    let known = names(shop);
    let help = match nearest(name.as_str(), known.iter().map(|name| name.as_str())) {
        Some(word) => format!("did you mean `{word}`?"),
        None => "a keyword is a file of its own in `scripts/keywords/`, or in `keywords/` of a set".to_owned(),
    };
    Trouble::Unknown { place, code: "unknown-keyword", message: format!("no keyword is called `{name}`"), help }
}

/// Refuses names that no keyword has. Keywords may speak of others before these are known.
pub(crate) fn must_be_known(shop: &Workshop, name: Symbol, place: usize) -> Result<(), Trouble> {
    shop.uses.borrow_mut().keywords.insert(name);
    if shop.keywords.borrow().contains_key(&name) || !shop.instantiating.borrow().is_empty() {
        return Ok(());
    }
    Err(unknown(shop, name, place))
}

/// A kind of counter; one that is a keyword gives it, which has to be known then (modern 122.1b).
pub(crate) fn counter_kind(call: &Call, place: usize) -> Result<Symbol, Trouble> {
    let kind = call.text(place)?;
    if call.shop.keywords.borrow().contains_key(&kind) {
        call.shop.uses.borrow_mut().keywords.insert(kind);
    }
    Ok(kind)
}

/// `keyword_ability(...)` in a keyword's file.
pub(crate) fn define(call: &mut Call, closure: usize, options: Option<usize>, of_players: bool) -> Made {
    let name = call.text(0)?;
    if name.as_str() != name.as_str().to_lowercase() {
        return Err(Trouble::argument(0, "a name in lower case", format!("`{name}`")));
    }
    let mut takes = Takes::Nothing;
    let mut reminder = Symbol::default();
    if let Some(place) = options {
        let options = call.options(place, &["takes", "reminder"])?;
        if let Some(word) = options.text("takes")? {
            let known = Takes::WORDS.iter().find(|(known, _)| *known == word.as_str());
            takes = known.map(|(_, takes)| *takes).ok_or_else(|| {
                let expected = "`\"cost\"`, `\"amount\"`, `\"quality\"` or `\"nothing\"` for `takes`";
                Trouble::argument(place, expected, format!("`{word}`")).of_option(place, "takes")
            })?;
        }
        reminder = options.text("reminder")?.unwrap_or_default();
        if let Some(stranger) = placeholders(reminder.as_str()).find(|word| takes.placeholder() != Some(word)) {
            let expected = takes.placeholder().map_or("a text without `<...>`".to_owned(), |word| format!("`<{word}>`"));
            return Err(Trouble::argument(place, format!("{expected} in `reminder`"), format!("`<{stranger}>`"))
                .of_option(place, "reminder"));
        }
    }
    let Given::Closure(closure) = call.given(closure) else {
        return Err(Trouble::argument(closure, "a closure like `|| always(card.cant_attack)`", call.given(closure).kind()));
    };
    let position = call.context.call_position();
    call.shop.defined.borrow_mut().push(Defined { name, takes, closure, reminder, of_players, position });
    Ok(Value::Plain(Dynamic::UNIT))
}

/// The abilities of a keyword that a script names, with the argument that it gives.
pub(crate) fn instantiate(
    call: &mut Call,
    name: Symbol,
    place: usize,
    argument: Option<usize>,
) -> Result<Vec<AbilityRef>, Trouble> {
    let keyword = call.shop.keywords.borrow().get(&name).cloned();
    let Some(keyword) = keyword else {
        call.shop.uses.borrow_mut().keywords.insert(name);
        return Err(unknown(call.shop, name, place));
    };
    instantiate_it(call, &keyword, place, argument)
}

/// What a keyword stands for on a player that has it (modern 613.10), with the argument that a script gives.
pub(crate) fn for_players(
    call: &mut Call,
    name: Symbol,
    place: usize,
    argument: Option<usize>,
) -> Result<Vec<AbilityRef>, Trouble> {
    must_be_known(call.shop, name, place)?;
    let keyword = call.shop.player_keywords.borrow().get(&name).cloned();
    let Some(keyword) = keyword else {
        let help = "its file says so with `player_ability(...)`";
        return Err(Trouble::other(format!("`{name}` is nothing that players can have"), help));
    };
    instantiate_it(call, &keyword, place, argument)
}

fn instantiate_it(call: &mut Call, keyword: &Keyword, place: usize, argument: Option<usize>) -> Result<Vec<AbilityRef>, Trouble> {
    let name = keyword.name;
    let (value, text) = match (keyword.takes, argument) {
        (Takes::Nothing, None) => (None, Symbol::default()),
        (Takes::Nothing, Some(place)) => {
            return Err(Trouble::argument(place, format!("nothing: `{name}` is complete"), call.given(place).kind()));
        }
        (takes, None) => return Err(Trouble::argument(place, format!("`{name}` with {}", takes.expected()), "the word alone")),
        (takes, Some(place)) => {
            if let Given::Text(text) = call.given(place) {
                let text = Symbol::new(&text);
                (
                    Some(parsed(keyword, text.as_str()).map_err(|message| Trouble::argument(place, takes.expected(), message))?),
                    text,
                )
            } else {
                let value = match takes {
                    Takes::Cost => Value::Cost(call.cost(place)?),
                    Takes::Amount => Value::Amount(call.amount(place)?),
                    _ => match call.given(place) {
                        Given::Value(players @ Value::Players(_)) => players,
                        Given::Value(Value::Color(color)) => Value::Filter(Filter::Color(color)),
                        _ => Value::Filter(call.filter(place)?),
                    },
                };
                let text = written(&value);
                (Some(value), text)
            }
        }
    };
    instance(call.shop, call.context.engine(), keyword, value, text)
}

/// The abilities of a keyword with its argument as written.
pub(crate) fn instantiate_text(call: &mut Call, name: Symbol, argument: &str) -> Result<Vec<AbilityRef>, Trouble> {
    of_text(call.shop, call.context.engine(), name, argument)
}

/// The abilities of a keyword with its argument as a card file has it.
pub(crate) fn of_text(shop: &Workshop, engine: &Engine, name: Symbol, argument: &str) -> Result<Vec<AbilityRef>, Trouble> {
    let keyword = shop.keywords.borrow().get(&name).cloned();
    let Some(keyword) = keyword else {
        shop.uses.borrow_mut().keywords.insert(name);
        return Err(unknown(shop, name, 0));
    };
    let value = match (keyword.takes, argument) {
        (Takes::Nothing, "") => None,
        (Takes::Nothing, extra) => {
            return Err(Trouble::Other {
                code: "bad-keyword",
                message: format!("`{name}` takes nothing, and `{extra}` follows"),
                help: "leave it out".into(),
            });
        }
        (takes, "") => {
            return Err(Trouble::Other {
                code: "bad-keyword",
                message: format!("`{name}` takes {}", takes.expected()),
                help: "write it behind the keyword".into(),
            });
        }
        (takes, text) => Some(parsed(&keyword, text).map_err(|message| Trouble::Other {
            code: "bad-keyword",
            message: format!("`{name}` takes {}, not {message}", takes.expected()),
            help: String::new(),
        })?),
    };
    instance(shop, engine, &keyword, value, Symbol::new(argument))
}

/// The abilities of a keyword with an argument as one could be written behind it: to try it out.
pub(crate) fn of_sample(shop: &Workshop, engine: &Engine, keyword: &Keyword) -> Result<Vec<AbilityRef>, Trouble> {
    let text = sample(keyword.takes);
    let value = if text.is_empty() { None } else { parsed(keyword, text).ok() };
    instance(shop, engine, keyword, value, Symbol::new(text))
}

/// Runs the keyword that owns a callback, by the name under which [`made`] keeps it.
pub(crate) fn instantiate_owner(shop: &Workshop, engine: &Engine, owner: Symbol) {
    let keywords = shop.keywords.borrow();
    let of_owner =
        |name: &Symbol| owner.as_str().strip_prefix(name.as_str()).filter(|rest| rest.is_empty() || rest.starts_with(' '));
    let found = keywords.keys().rev().find_map(|name| of_owner(name).map(|argument| (*name, argument.trim_start())));
    drop(keywords);
    if let Some((name, argument)) = found {
        // If it fails, the callback stays unknown, which is said.
        let _ = of_text(shop, engine, name, argument);
    }
}

fn written(value: &Value) -> Symbol {
    match value {
        Value::Cost(Cost { parts }) => match parts.as_slice() {
            [CostPart::Mana(mana)] => Symbol::new(&mana.to_string()),
            _ => Symbol::default(),
        },
        Value::Amount(Amount::Fixed(number)) => Symbol::new(&number.to_string()),
        Value::Filter(Filter::Color(color)) => Symbol::new(color.word()),
        _ => Symbol::default(),
    }
}

fn parsed(keyword: &Keyword, text: &str) -> Result<Value, String> {
    match keyword.takes {
        Takes::Cost => coerce::cost_text(text).map(Value::Cost).map_err(|error| format!("`{text}`: {}", error.message)),
        Takes::Amount => text.parse::<i32>().map(|number| Value::Amount(Amount::Fixed(number))).map_err(|_| format!("`{text}`")),
        Takes::Quality => described(text).ok_or_else(|| format!("`{text}`")),
        Takes::Nothing => Err(format!("`{text}`")),
    }
}

/// What has a quality, in words: players, or objects and who controls them (modern 303.4d, 702.5d).
fn described(text: &str) -> Option<Value> {
    let controlled =
        |words: &str, by: Players| quality(words).map(|filter| Value::Filter(filter.and(Filter::ControlledBy(by.into()))));
    match text {
        "player" => Some(Value::Players(Players::Each)),
        "opponent" => Some(Value::Players(Players::Opponents)),
        _ => match (text.strip_suffix(" you control"), text.strip_suffix(" an opponent controls")) {
            (Some(words), _) => controlled(words, Players::You),
            (_, Some(words)) => controlled(words, Players::Opponents),
            _ => quality(text).map(Value::Filter),
        },
    }
}

/// A quality in words: a colour, a card type, a subtype, "everything"; several before a noun: "artifact creature".
pub(crate) fn quality(text: &str) -> Option<Filter> {
    let mut all = Filter::Any;
    for word in text.split_whitespace() {
        all = all.and(quality_word(word)?);
    }
    (!text.trim().is_empty()).then_some(all)
}

fn quality_word(word: &str) -> Option<Filter> {
    let lower = word.to_lowercase();
    let singular = match lower.as_str() {
        "sorceries" => "sorcery",
        other => other.strip_suffix('s').unwrap_or(other),
    };
    if let Some(color) = Color::ALL.into_iter().find(|color| color.word() == lower) {
        return Some(Filter::Color(color));
    }
    if let Some(rest) = lower.strip_prefix("non").map(|rest| rest.trim_start_matches('-'))
        && let Some(inner) = quality_word(rest).filter(|inner| !matches!(inner, Filter::Subtype(_)))
    {
        return Some(inner.negate());
    }
    if let Some(card_type) = CardType::from_word(singular) {
        return Some(Filter::Type(card_type));
    }
    if let Some(supertype) = Supertype::from_word(&lower) {
        return Some(Filter::Supertype(supertype));
    }
    match singular {
        "everything" | "anything" => Some(Filter::Any),
        "permanent" => Some(Filter::Permanent),
        "colorles" | "colorless" => Some(Filter::Colorless),
        "multicolored" => Some(Filter::Multicolored),
        "monocolored" => Some(Filter::Monocolored),
        "token" => Some(Filter::Token),
        "spell" => Some(Filter::Spell),
        _ if word.starts_with(char::is_uppercase) => {
            Some(Filter::Subtype(Symbol::new(word)).or(Filter::Subtype(Symbol::new(word.strip_suffix('s').unwrap_or(word)))))
        }
        _ => None,
    }
}

/// Runs the keyword's closure in a workshop of its own, or remembers what it said to the same argument.
fn instance(
    shop: &Workshop,
    engine: &Engine,
    keyword: &Keyword,
    value: Option<Value>,
    text: Symbol,
) -> Result<Vec<AbilityRef>, Trouble> {
    // A value without a written form is not remembered: two of them may differ.
    let remembered = value.is_none() || !text.is_empty();
    let known = if remembered { keyword.instances.borrow().get(&text).cloned() } else { None };
    let instance = match known {
        Some(instance) => instance,
        None => {
            let instance = Rc::new(made(shop, engine, keyword, value, text)?);
            if remembered {
                keyword.instances.borrow_mut().insert(text, Rc::clone(&instance));
            }
            instance
        }
    };
    let mut uses = shop.uses.borrow_mut();
    uses.keywords.insert(keyword.name);
    uses.keywords.extend(&instance.uses.keywords);
    uses.tokens.extend(&instance.uses.tokens);
    uses.cards.extend(&instance.uses.cards);
    uses.prelude.extend(&instance.uses.prelude);
    let mut work = shop.work.borrow_mut();
    for token in &instance.tokens {
        if !work.tokens.iter().any(|known| known.key == token.key) {
            work.tokens.push(token.clone());
        }
    }
    Ok(instance.abilities.clone())
}

fn made(shop: &Workshop, engine: &Engine, keyword: &Keyword, value: Option<Value>, text: Symbol) -> Result<Instance, Trouble> {
    if shop.instantiating.borrow().contains(&keyword.name) {
        return Err(Trouble::other(format!("the keyword `{}` is made of itself", keyword.name), "break the circle in its file"));
    }
    let owner = if text.is_empty() { keyword.name } else { Symbol::new(&format!("{} {text}", keyword.name)) };
    let outer_work = shop.work.replace(Work::new(owner, keyword.version, true));
    let outer_uses = shop.uses.take();
    shop.instantiating.borrow_mut().push(keyword.name);
    let arguments: Vec<Dynamic> = value.into_iter().map(|value| Dynamic::from(Piece::new(value))).collect();
    let result = keyword.closure.call::<Dynamic>(engine, &keyword.ast, arguments);
    shop.instantiating.borrow_mut().pop();
    let abilities = match result {
        Ok(_) => Ok(shop.take_abilities(0)),
        Err(error) => Err(error),
    };
    let work = shop.work.replace(outer_work);
    let uses = shop.uses.replace(outer_uses);
    let abilities = abilities.map_err(|error| {
        // So that the place is looked for in the keyword's file.
        let source = keyword.file.path.to_string();
        Trouble::Script(Box::new(EvalAltResult::ErrorInFunctionCall(keyword.name.to_string(), source, error, Position::NONE)))
    })?;
    let tag = Tag { name: keyword.name, argument: text };
    let abilities = abilities
        .into_iter()
        .map(|ability| AbilityRef::new(cardwright_engine::ability::Ability { keyword: Some(tag), ..(*ability).clone() }))
        .collect();
    if !work.callbacks.is_empty() {
        super::callbacks::store(shop, &work, &keyword.ast, &keyword.file, 0);
    }
    Ok(Instance { abilities, tokens: work.tokens, uses })
}

/// An example of what the keyword takes, to try it out.
pub(crate) fn sample(takes: Takes) -> &'static str {
    match takes {
        Takes::Nothing => "",
        Takes::Cost => "{1}",
        Takes::Amount => "1",
        Takes::Quality => "red",
    }
}
