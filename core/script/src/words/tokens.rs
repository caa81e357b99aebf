//! Tokens and copies (modern 111, 707).

use super::Words;
use crate::call::{Call, Made, Trouble};
use crate::text::{TextError, keyword_line, power_toughness, type_line};
use crate::value::{Given, Part, Value};
use cardwright_engine::ability::{
    AbilityInstance, Amount, CopyException, CopyOf, CopySource, Effect, Entering, Origin, Players, TokenSpec,
};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, DefKind, Face, PrintedPt};
use cardwright_engine::mana::ColorSet;
use cardwright_engine::symbol::Symbol;

pub(super) fn words(words: &mut Words) {
    words.add("token(options)", "A token with `name`, `type`, `pt`, `colors`, `keywords` and `abilities` (a closure that says them).", "spell(create_token(token(#{ name: \"Goblin\", type: \"Creature - Goblin\", pt: \"1/1\", colors: [red], keywords: [\"haste\"] })));", token);
    words.add(
        "create_token(token, [amount])",
        "You create so many tokens: of `token(...)`, of a token of this card by name, or of a copy.",
        "let t = target(creatures); spell(create_token(copy_of(t), 2));",
        |call| {
            let token = spec(call, 0)?;
            let amount: Amount = call.amount_or(1, 1)?;
            Ok(Value::effect(Effect::CreateTokens { who: Players::You, token, amount, entering: Entering::default() }))
        },
    );
    words.add("copy_of(things)", "A copy of that object.", "when(card.enters, create_token(copy_of(card)));", |call| {
        Ok(Value::Copy(Box::new(CopyOf { original: CopySource::Object(call.objects(0)?), except: vec![] })))
    });
    words.add(
        "copy_of_chosen(filter)",
        "A copy of one that matches, chosen as the copy comes about; none may be chosen.",
        "always(card.enters_as(copy_of_chosen(creatures)));",
        |call| Ok(Value::Copy(Box::new(CopyOf { original: CopySource::Choose(call.filter(0)?), except: vec![] }))),
    );
    words.add(
        "copy.except(statement)",
        "The copy differs in that; written of the card itself.",
        "always(card.enters_as(copy_of_chosen(creatures).except(card.becomes_also(\"Artifact\"))));",
        |call| {
            let exceptions = exceptions(call, 1)?;
            match call.given(0) {
                Given::Value(Value::Copy(mut copy)) => {
                    copy.except.extend(exceptions);
                    Ok(Value::Copy(copy))
                }
                other => Err(Trouble::argument(0, "a copy", other.kind())),
            }
        },
    );
    words.add(
        "things.becomes_copy_of(things)",
        "They become copies of that object.",
        "let t = target(creatures); spell(card.becomes_copy_of(t).until_end_of_turn);",
        |call| {
            let original = call.objects(1)?;
            let copy = CopyOf { original: CopySource::Object(original), except: vec![] };
            super::modify::changed(call, vec![cardwright_engine::ability::Change::Copy(Box::new(copy))])
        },
    );
}

/// What a copy differs in.
pub(super) fn exceptions(call: &Call, place: usize) -> Result<Vec<CopyException>, Trouble> {
    let mut exceptions = Vec::new();
    for part in super::abilities::statement(call, place)?.parts {
        match part {
            Part::Continuous { changes, .. } => exceptions.extend(changes.into_iter().map(CopyException::With)),
            Part::Rule(_) | Part::Replacement(_) => {
                let help = "give it the ability with `card.gains(...)`";
                return Err(Trouble::other("a copy can only differ in what it is", help));
            }
        }
    }
    Ok(exceptions)
}

pub(super) fn spec(call: &Call, place: usize) -> Result<TokenSpec, Trouble> {
    match call.given(place) {
        Given::Value(Value::Token(token)) => Ok(*token),
        Given::Value(Value::Copy(copy)) => Ok(TokenSpec::Copy(copy)),
        Given::Text(name) => {
            let work = call.shop.work.borrow();
            let own = Symbol::new(&format!("{}/{name}", work.owner));
            let known = [own, Symbol::new(&name)];
            let key = known
                .into_iter()
                .find(|key| work.known_tokens.contains(key) || work.tokens.iter().any(|token| token.key == *key));
            let of_card = || work.known_tokens.iter().copied().find(|key| key.as_str().rsplit('/').next() == Some(name.as_str()));
            let key = key.or_else(of_card);
            match key {
                Some(key) => {
                    call.shop.uses.borrow_mut().tokens.insert(key);
                    Ok(TokenSpec::Named(key))
                }
                None => {
                    let names: Vec<&str> =
                        work.known_tokens.iter().map(|key| key.as_str().rsplit('/').next().unwrap_or_default()).collect();
                    let help = match crate::diagnostic::nearest(&name, names.iter().copied()) {
                        Some(word) => format!("did you mean `{word}`?"),
                        None => "define it with `token(#{ name: ..., type: ..., pt: ... })`, or in the card file as `[[token]]`"
                            .to_owned(),
                    };
                    Err(Trouble::Unknown { place, code: "unknown-token", message: format!("no token is called `{name}`"), help })
                }
            }
        }
        other => Err(Trouble::argument(place, "a token like `token(#{ ... })` or its name", other.kind())),
    }
}

fn token(call: &mut Call) -> Made {
    let options = call.options(0, &["name", "type", "pt", "colors", "keywords", "abilities"])?;
    // At least one mistake comes with the error.
    let wrong = |option: &str, errors: Vec<TextError>| match errors.into_iter().next() {
        Some(error) => Trouble::Text { place: 0, error }.of_option(0, option),
        None => Trouble::other(format!("`{option}` cannot be read"), ""),
    };
    let Some(types) = options.text("type")? else {
        return Err(Trouble::other("a token needs a type", "write like `type: \"Creature - Goblin\"`"));
    };
    let types = type_line(types.as_str()).map_err(|errors| wrong("type", errors))?;
    // Without a name of its own a token is called after its subtypes (111.4).
    let subtypes = || types.subtypes.iter().map(|subtype| subtype.as_str()).collect::<Vec<_>>().join(" ");
    let name = options.text("name")?.unwrap_or_else(|| Symbol::new(&subtypes()));
    let pt = options.text("pt")?.map(|text| power_toughness(text.as_str()).map_err(|errors| wrong("pt", errors))).transpose()?;
    let mut colors = ColorSet::empty();
    match options.get("colors") {
        None => {}
        Some(Given::Value(Value::Color(color))) => colors |= color.set(),
        Some(Given::List(list)) => {
            for item in list {
                match item {
                    Given::Value(Value::Color(color)) => colors |= color.set(),
                    other => {
                        return Err(Trouble::argument(0, "a list of colours for `colors`", other.kind()).of_option(0, "colors"));
                    }
                }
            }
        }
        Some(other) => return Err(Trouble::argument(0, "a list of colours for `colors`", other.kind()).of_option(0, "colors")),
    }
    let mut abilities = Vec::new();
    match options.get("keywords") {
        None => {}
        Some(Given::List(list)) => {
            for item in list {
                abilities.extend(token_keyword(call, item).map_err(|trouble| trouble.of_option(0, "keywords"))?);
            }
        }
        Some(item) => abilities.extend(token_keyword(call, item).map_err(|trouble| trouble.of_option(0, "keywords"))?),
    }
    if let Some(given) = options.get("abilities") {
        let Given::Closure(closure) = given else {
            return Err(Trouble::argument(0, "a closure like `|| when(card.dies, draw(1))` for `abilities`", given.kind())
                .of_option(0, "abilities"));
        };
        let from = call.shop.work.borrow().drafts.len();
        call.run(&closure, vec![])?;
        abilities.extend(call.shop.take_abilities(from));
    }
    let (power, toughness) = pt.unzip();
    let number = |number: crate::text::PrintedNumber| number.fixed;
    let printed = |number: crate::text::PrintedNumber| PrintedPt { value: number.fixed, text: Symbol::new(&number.to_string()) };
    let base = Characteristics {
        name,
        cost: None,
        colors,
        types,
        power: power.map(number),
        toughness: toughness.map(number),
        numbers: cardwright_engine::characteristics::Numbers::default(),
        abilities: abilities.into_iter().map(|ability| AbilityInstance { ability, origin: Origin::Printed }).collect(),
        base_pt: (power.map(number), toughness.map(number)),
        valued_as: None,
        also_named: None,
    };
    let face = Face { base, power: power.map(printed), toughness: toughness.map(printed) };
    let mut work = call.shop.work.borrow_mut();
    let mut key = Symbol::new(&format!("{}/{name}", work.owner));
    let mut number = 2;
    // A card may make two sorts of tokens of one name.
    while work.tokens.iter().any(|token| token.key == key && token.faces.first() != Some(&face)) {
        key = Symbol::new(&format!("{}/{name} {number}", work.owner));
        number += 1;
    }
    let version = work.version;
    if !work.tokens.iter().any(|token| token.key == key) {
        work.tokens.push(CardDef { key, kind: DefKind::Token, faces: vec![face], version, of_type: None });
    }
    Ok(Value::Token(Box::new(TokenSpec::Named(key))))
}

fn token_keyword(call: &mut Call, item: Given) -> Result<Vec<cardwright_engine::ability::AbilityRef>, Trouble> {
    match item {
        Given::Value(Value::Keyword(name)) => crate::host::keywords::instantiate(call, name, 0, None),
        Given::Text(text) => {
            let known = crate::host::keywords::names(call.shop);
            let line = keyword_line(&text, known.iter().map(|name| name.as_str())).map_err(|errors| {
                errors.into_iter().next().map_or_else(
                    || Trouble::other("this is no keyword", ""),
                    |error| Trouble::Other { code: error.code, message: error.message, help: error.help },
                )
            })?;
            crate::host::keywords::instantiate_text(call, Symbol::new(&line.name), &line.argument)
        }
        other => Err(Trouble::argument(0, "a list of keywords for `keywords`", other.kind())),
    }
}
