//! What authors get for their mistakes: the place, the reason, what to do.

use crate::{compile, compile_as, host, said};

#[track_caller]
fn check(script: &str, expected: &str) {
    assert_eq!(said(&compile(&host(), script).diagnostics), expected, "{script}");
}

#[test]
fn unknown_words_are_answered_with_the_nearest() {
    check(
        "spell(damge(3, target(any_target)));",
        "error[unknown-word]: nothing is called `damge`\n  test.rhai:1:7   did you mean `damage`?",
    );
    check(
        "spell(damage(3, target(any_targt)));",
        "error[unknown-word]: nothing is called `any_targt`\n  test.rhai:1:24   did you mean `any_target`?",
    );
    check(
        "always(creatures.yurs.get(1, 1));",
        "error[unknown-word]: nothing is called `.yurs`\n  test.rhai:1:18   did you mean `yours`?",
    );
    check(
        "always(creatures.yours.gt(1, 1));",
        "error[unknown-word]: nothing is called `gt`\n  test.rhai:1:24   did you mean `at`?",
    );
    check("keyword(flyng);", "error[unknown-word]: nothing is called `flyng`\n  test.rhai:1:9   did you mean `flying`?");
    check(
        "keyword(\"flyng\");",
        "error[unknown-keyword]: no keyword is called `flyng`\n  test.rhai:1:9   did you mean `flying`?",
    );
    check(
        "spell(draw);",
        "error[unknown-word]: nothing is called `draw`\n  test.rhai:1:7   write it with parentheses: `draw(amount)`",
    );
}

#[test]
fn all_unknown_words_are_found_at_once() {
    let found = compile(&host(), "spell(damge(3, taget(any_target)));\nwhen(card.entrs, |e| script(|g| drw(1)));").diagnostics;
    let words: Vec<_> = found.iter().map(|trouble| trouble.primary().unwrap().text()).collect();
    assert_eq!(words, ["damge", "taget", "entrs", "drw"]);
}

#[test]
fn wrong_arguments_say_what_is_taken() {
    check(
        "spell(damage(target(any_target), 3));",
        "error[wrong-argument]: `damage` takes objects or players like `target(any_target)` or `opponents`, not a number\n  test.rhai:1:34",
    );
    check(
        "spell(draw(1, 2));",
        "error[wrong-argument]: `draw` does not take 2 arguments\n  test.rhai:1:7   it is written `draw(amount)`",
    );
    check(
        "spell(draw(creatures));",
        "error[wrong-argument]: `draw` takes a number like `3`, `x` or `creatures.yours.count`, not a filter\n  test.rhai:1:12",
    );
    check(
        "spell(3.tapped);",
        "error[wrong-argument]: `tapped` is said of a filter like `creatures` or an effect or a destination like `to_battlefield`, not of a number\n  test.rhai:1:9",
    );
    check(
        "spell(target(creatures, #{ upto: 2 }));",
        "error[unknown-option]: `target` has no option `upto`\n  test.rhai:1:25   did you mean `up_to`?",
    );
    check(
        "activated(\"{1}{T\", draw(1));",
        "error[bad-cost]: `{T` has a brace without its other half\n  test.rhai:1:15   write `{T}`",
    );
    check(
        "spell(damage(creatures.power, target(any_target)));",
        "error[wrong-argument]: `power` needs one object, not a filter\n  test.rhai:1:24   write `.total_power` or `.greatest_power`, or bind one with `for_each`",
    );
    check("spell(creatures - 1);", "error[wrong-argument]: `-` has no meaning between a filter and a number\n  test.rhai:1:17");
}

#[test]
fn syntax_errors_have_their_place() {
    let found = compile(&host(), "spell(draw(1);\n").diagnostics;
    assert_eq!(found.len(), 1);
    assert_eq!(said(&found), "error[syntax-error]: `)` is missing here\n  test.rhai:1:14");
    assert_eq!(found[0].labels[1].text(), "(");
    let found = said(&compile(&host(), "let match = 3;").diagnostics);
    assert!(found.starts_with("error[syntax-error]"), "{found}");
    let found = said(&compile(&host(), "import \"secrets\";").diagnostics);
    assert!(found.starts_with("error[syntax-error]"), "{found}");
}

#[test]
fn conditions_are_data() {
    let found = said(&compile(&host(), "if creatures.yours.count > 3 { spell(draw(1)); }").diagnostics);
    assert!(found.contains("if_(condition, effect, otherwise)"), "{found}");
}

#[test]
fn runaways_stop_at_a_limit() {
    for (script, at) in [
        ("let n = 0;\nloop { n += 1; }", 2),
        ("fn again(n) { again(n + 1) }\nagain(0);", 2),
        ("let list = [];\nfor i in 0..100000 { list.push(i); }", 2),
        ("let f = creatures;\nfor i in 0..100 { f = f | (f & lands); }", 2),
        ("let text = \"long\";\nloop { text += text; }", 2),
        ("for i in 0..100000 {\n for_each(creatures, |c| { let n = 0; while n < 10000 { n += 1; } draw(1) }); }", 2),
    ] {
        let found = compile(&host(), script).diagnostics;
        assert_eq!(found.len(), 1, "{script}: {}", said(&found));
        assert_eq!(found[0].code, "script-limit", "{script}: {}", said(&found));
        let label = found[0].primary().unwrap();
        assert_eq!(label.file.place(label.span.start).line, at, "{script}: {}", said(&found));
    }
}

#[test]
fn nothing_reaches_outside() {
    for script in ["sleep(1);", "print(1);", "eval(\"1\");", "timestamp();", "rand();", "exit();", "open_file(\"x\");"] {
        let found = compile(&host(), script).diagnostics;
        assert!(found.iter().any(|trouble| trouble.is_error()), "{script}");
    }
}

#[test]
fn lines_without_effect_are_noticed() {
    check(
        "damage(3, target(any_target));",
        "warning[line-without-effect]: this line does nothing\n  test.rhai:1:1   put it into `spell(...)`, `when(...)` or `always(...)`",
    );
    check(
        "spell(target(creatures).get(+1, +1));",
        "warning[no-duration]: this says not how long it lasts\n  test.rhai:1:7   add `.until_end_of_turn`, or `.forever` if that is meant",
    );
    let found = said(&compile_as(&host(), "Creature - Elf", "spell(draw(1));").diagnostics);
    assert!(found.starts_with("warning[spell-on-permanent]"), "{found}");
}
