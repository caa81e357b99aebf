use super::*;
use cardwright_engine::mana::ColorSet;

fn decode(text: &str) -> DecodedFile {
    decode_card_file(&SourceFile::new("cards/t/a.toml", text))
}

fn good(text: &str) -> RawCard {
    let mut file = decode(text);
    assert_eq!(file.diagnostics, []);
    assert_eq!(file.cards.len(), 1);
    let card = file.cards.remove(0);
    assert_eq!(card.diagnostics, []);
    card.card.unwrap()
}

/// The short forms of everything that is wrong, without the path.
fn wrong(text: &str) -> Vec<String> {
    let file = decode(text);
    let all = file.diagnostics.iter().chain(file.cards.iter().flat_map(|card| &card.diagnostics));
    all.map(|trouble| trouble.one_line().replace("cards/t/a.toml:", "")).collect()
}

const PUP: &str = "name = \"Cinder Pup\"\ncost = \"{R}\"\ntype = \"Creature - Dog\"\npower = 1\ntoughness = 1\n";

#[test]
fn every_key_is_read() {
    let card = good(
        r#"
name = "Cinder Pup"
cost = "{1}{R}"
type = "Creature - Dog"
rarity = "common"
number = 7
text = "Haste"
flavor = "It bites."
artist = "N. N."
power = "1+*"
toughness = -1
colors = ["red", "blue"]
keywords = ["haste", "ward {2}"]
script = "starter/cinder-pup.rhai"
allow = ["no-text"]

[lint]
text = "deny"
unused-value = "note"

[[token]]
name = "Spark"
type = "Creature - Elemental"
power = 3
toughness = 1
colors = ["red"]
"#,
    );
    let front = card.front();
    assert_eq!(card.name().value, "Cinder Pup");
    assert_eq!((card.rarity, card.number.as_ref().map(|number| number.value)), (Some(Rarity::Common), Some(7)));
    assert_eq!(front.power.as_ref().map(|power| (power.value.value, power.value.text.as_str())), Some((0, "1+*")));
    assert_eq!(front.toughness.as_ref().map(|toughness| toughness.value.value), Some(-1));
    assert_eq!(front.colors, ColorSet::RED | ColorSet::BLUE);
    assert_eq!(front.keywords.iter().map(|text| text.value.as_str()).collect::<Vec<_>>(), ["haste", "ward {2}"]);
    assert_eq!(card.script_files().map(|path| path.value.as_str()).collect::<Vec<_>>(), ["starter/cinder-pup.rhai"]);
    let levels: Vec<(&str, &str)> =
        card.lint.levels.iter().map(|level| (level.name.value.as_str(), level.level.value.as_str())).collect();
    assert_eq!(levels, [("text", "deny"), ("unused-value", "note")]);
    assert_eq!(card.lint.allow.iter().map(|text| text.value.as_str()).collect::<Vec<_>>(), ["no-text"]);
    assert_eq!((card.tokens[0].name.value.as_str(), card.tokens[0].cost.is_none()), ("Spark", true));
}

#[test]
fn inline_scripts_keep_their_place() {
    let text = "name = \"Bolt\"\ncost = \"{R}\"\ntype = \"Instant\"\nscript = '''\nspell(draw(1));\n'''\n";
    let card = good(text);
    let Some(RawScript::Inline(script)) = &card.front().script else { panic!("not inline") };
    assert_eq!(&text[script.inside()], "spell(draw(1));\n");
    assert!(matches!(good(&format!("{PUP}script = \"spell(draw(1));\"")).front().script, Some(RawScript::Inline(_))));
}

#[test]
fn several_mistakes_are_reported_at_once_and_in_order() {
    assert_eq!(
        wrong(
            "name = \"Pup\"\ncost = \"{1}{r}\"\ntipe = \"Creature\"\ntype = \"Creatur - Dog\"\npower = true\nrarity = \"comon\"\n"
        ),
        [
            "error[bad-cost]: `{r}` is no symbol\n  2:12   write `{R}`",
            "error[unknown-key]: there is no key `tipe` here\n  3:1   did you mean `type`?",
            "error[bad-type-line]: `Creatur` is no supertype or card type\n  4:9   did you mean `Creature`?",
            "error[wrong-type]: `power` must be a whole number, not true or false\n  5:9",
            "error[bad-value]: `comon` is no rarity\n  6:10   did you mean `common`?",
        ]
    );
}

#[test]
fn parts_must_fit_together() {
    let sorcery = "name = \"Bolt\"\ncost = \"{R}\"\ntype = \"Sorcery\"\n";
    assert_eq!(
        wrong(&format!("{sorcery}power = 1\nhand = 2\n")),
        [
            "error[contradiction]: only creatures have power\n  4:1   leave it out, or make it a `Creature`",
            "error[contradiction]: only a vanguard has hand\n  5:8   leave it out, or make it a `Vanguard`",
        ]
    );
    assert_eq!(
        wrong("name = \"Pup\"\ncost = \"{R}\"\ntype = \"Creature - Dog\"\npower = 1\n"),
        ["error[missing-key]: `toughness` is missing\n  3:8   add a line like `toughness = 2`"]
    );
    assert_eq!(
        wrong("name = \"Moor\"\ncost = \"{0}\"\ntype = \"Land\"\n"),
        ["error[contradiction]: a land has no mana cost\n  2:8   leave the cost out: lands are played, not cast"]
    );
    assert_eq!(
        wrong("name = \"Pup\"\ntype = \"Sorcery\"\n"),
        [
            "warning[no-mana-cost]: `Pup` has no mana cost and cannot be cast\n  1:8   add a line like `cost = \"{1}{R}\"`; `{0}` costs nothing"
        ]
    );
    assert!(
        wrong(&format!("{PUP}[[token]]\nname = \"A\"\ntype = \"Artifact\"\ncost = \"{{1}}\"\n"))[0]
            .contains("a token has no mana cost")
    );
}

#[test]
fn an_empty_file_misses_its_name_and_type() {
    assert_eq!(
        wrong(""),
        [
            "error[missing-key]: `name` is missing\n  cards/t/a.toml   add a line like `name = \"Ember Lance\"`",
            "error[missing-key]: `type` is missing\n  cards/t/a.toml   add a line like `type = \"Creature - Goblin\"`",
        ]
    );
}

#[test]
fn paths_of_scripts_stay_below_their_folder() {
    for (path, help) in [
        ("../x.rhai", "write the path below"),
        ("/etc/x.rhai", "write the path below"),
        ("starter/x", "write `starter/x.rhai`"),
        ("starter\\\\x.rhai", "write `starter/x.rhai`"),
        ("spell(draw(1))", "ends with `;`"),
        ("keywords/flying.rhai", "no scripts of cards"),
    ] {
        let errors = wrong(&format!("{PUP}script = \"{path}\"\n"));
        assert!(errors.len() == 1 && errors[0].contains(help), "{path}: {errors:?}");
    }
}

#[test]
fn faces_stand_apart_or_behind_the_front() {
    let face = |name: &str| format!("[[face]]\nname = \"{name}\"\ntype = \"Instant\"\ncost = \"{{R}}\"\n");
    let card = good(&format!("number = 3\n{}{}", face("Day"), face("Night")));
    assert_eq!(card.faces.iter().map(|face| face.name.value.as_str()).collect::<Vec<_>>(), ["Day", "Night"]);
    let card = good(&format!("{PUP}{}", face("Night")));
    assert_eq!(card.faces.len(), 2);
    assert!(wrong(&face("Day"))[0].contains("two or more"));
    assert!(wrong(&format!("{PUP}{}rarity = \"common\"\n", face("Night")))[0].contains("no key `rarity`"));
}

#[test]
fn several_cards_in_a_file_fail_one_by_one() {
    let text = "[[card]]\nname = \"A\"\ncost = \"{R}\"\ntype = \"Instant\"\n[[card]]\nname = \"B\"\ntype = \"Instnt\"\n";
    let file = decode(text);
    assert_eq!(file.diagnostics, []);
    assert!(file.cards[0].card.is_some());
    assert!(file.cards[1].card.is_none());
    assert_eq!(file.cards[1].name.as_deref(), Some("B"));
}

#[test]
fn a_file_that_is_not_toml_has_no_cards() {
    let file = decode("name = \"Ember La");
    assert!(file.cards.is_empty());
    assert_eq!(file.diagnostics[0].code, "invalid-toml");
}

#[test]
fn colours_are_words() {
    assert!(wrong(&format!("{PUP}colors = [\"R\"]\n"))[0].ends_with("write `red`"));
    assert!(wrong(&format!("{PUP}colors = [\"rde\"]\n"))[0].ends_with("did you mean `red`?"));
}

#[test]
fn no_part_of_a_file_makes_trouble_for_the_reader() {
    let text = format!(
        "{PUP}keywords = [\"ward {{2}}\"]\nscript = '''\nspell(1);\n'''\n[[token]]\nname = \"É\"\ntype = \"Token — Dog\"\n"
    );
    for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
        for broken in [text[..at].to_owned(), text[at..].to_owned(), format!("{}é{}", &text[..at], &text[at..])] {
            let file = decode(&broken);
            for trouble in file.diagnostics.iter().chain(file.cards.iter().flat_map(|card| &card.diagnostics)) {
                assert!(!trouble.one_line().is_empty());
            }
        }
    }
}
