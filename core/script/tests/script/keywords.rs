//! The keywords of the project, and keywords of a user's own.

use crate::{compile_as, files, host, said};
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::{CardScript, KeywordUse, ScriptHost};

#[test]
fn every_keyword_of_the_project_works() {
    let host = host();
    assert_eq!(said(&host.check_keywords()), "");
    assert_eq!(host.keyword_names().len(), files("scripts/keywords").len());
    for file in files("scripts/keywords") {
        assert!(file.text.starts_with("//! "), "{}: says first what it means", file.path);
    }
}

#[test]
fn a_card_has_its_keywords() {
    let host = host();
    let file = SourceFile::new(
        "cards/test.toml",
        "keywords = [\"flying\", \"cycling {2}\", \"protection from red\", \"cycling\", \"flyng\"]",
    );
    let one = |name: &str, argument: &'static str| KeywordUse {
        name: Symbol::new(name),
        argument,
        file: &file,
        span: 12..20,
        argument_span: 0..0,
    };
    let keywords = [one("flying", ""), one("cycling", "{2}"), one("protection", "red"), one("cycling", ""), one("flyng", "")];
    let types = cardwright_script::text::type_line("Creature - Bird").unwrap();
    let compiled =
        host.compile(&CardScript { name: Symbol::new("Bird"), source: None, keywords: &keywords, types: &types, tokens: &[] });
    let names: Vec<_> = compiled.abilities.iter().map(|ability| ability.keyword.unwrap().name.as_str()).collect();
    assert_eq!(names, ["flying", "cycling", "protection"]);
    assert_eq!(compiled.abilities[1].keyword.unwrap().argument.as_str(), "{2}");
    let expected = "error[bad-keyword]: `cycling` takes a cost like `{2}`\n  cards/test.toml:1:13   write it behind the keyword\n\
                    error[unknown-keyword]: no keyword is called `flyng`\n  cards/test.toml:1:13   did you mean `flying`?";
    assert_eq!(said(&compiled.diagnostics), expected);
    assert!(compiled.uses.keywords.contains(&Symbol::new("reach")));
}

#[test]
fn keywords_share_their_abilities() {
    let host = host();
    let one =
        compile_as(&host, "Creature - Bird", "keyword(flying); keyword(ward, cost(\"{1}\").life(1)); keyword(first_strike);");
    assert_eq!(said(&one.diagnostics), "");
    assert_eq!(one.abilities.len(), 3);
}

#[test]
fn mistakes_in_keyword_files_are_found() {
    let mut host = ScriptHost::new();
    let file = SourceFile::new(
        "keywords/brew.rhai",
        "keyword_ability(\"brew\", #{ takes: \"cost\" }, |price|\n    activated(price, drw(1)));",
    );
    assert_eq!(said(&host.add_keyword(&file)), "");
    let expected = "error[unknown-word]: nothing is called `drw`\n  keywords/brew.rhai:2:22   did you mean `draw`?";
    assert_eq!(said(&host.check_keywords()), expected);
    let file = SourceFile::new("keywords/odd.rhai", "keyword_ability(\"odd\", #{ takes: \"cots\" }, |price| marker);");
    assert!(said(&host.add_keyword(&file)).contains("`takes`"));
    let file = SourceFile::new("keywords/loop.rhai", "keyword_ability(\"loop\", || card.gains(\"loop\"));");
    assert_eq!(said(&host.add_keyword(&file)), "");
    assert!(said(&host.check_keywords()).contains("made of itself"), "{}", said(&host.check_keywords()));
}

#[test]
fn a_mistake_that_a_card_meets_in_a_keyword_names_both() {
    let mut host = ScriptHost::new();
    let file = SourceFile::new(
        "keywords/brew.rhai",
        "keyword_ability(\"brew\", #{ takes: \"cost\" }, |price|\n    activated(price, draw(creatures)));",
    );
    assert_eq!(said(&host.add_keyword(&file)), "");
    let compiled = compile_as(&host, "Creature - Bird", "\nkeyword(brew, \"{1}\");");
    let found = &compiled.diagnostics[0];
    assert_eq!(found.primary().unwrap().file.path.as_ref(), "keywords/brew.rhai");
    assert_eq!(found.primary().unwrap().text(), "creatures");
    assert!(found.labels.iter().any(|label| label.file.path.as_ref() == "test.rhai"), "{found:?}");
}
