use super::*;

#[test]
fn places_count_lines_and_characters_from_one() {
    let file = SourceFile::new("a.toml", "één\ntwee = 2\n");
    assert_eq!(file.place(0), Place { line: 1, column: 1 });
    assert_eq!(file.place("éé".len()), Place { line: 1, column: 3 });
    assert_eq!(file.place(1), Place { line: 1, column: 1 }, "inside a character");
    let second_line = file.text.find("twee").unwrap();
    assert_eq!(file.place(second_line + 5), Place { line: 2, column: 6 });
    assert_eq!(file.place(10_000), Place { line: 3, column: 1 });
}

#[test]
fn offsets_invert_places_and_never_leave_the_line() {
    let file = SourceFile::new("a.rhai", "één\ntwee;\n");
    assert_eq!(file.offset(Place { line: 2, column: 1 }), "één\n".len());
    assert_eq!(file.offset(Place { line: 1, column: 3 }), "éé".len());
    assert_eq!(file.offset(Place { line: 1, column: 99 }), "één".len());
    assert_eq!(file.offset(Place { line: 99, column: 1 }), file.text.len());
}

#[test]
fn the_short_form_has_the_place_and_what_to_do() {
    let file = SourceFile::new("cards/starter/gale-warden.toml", "name = \"Gale Warden\"\nkeywords = [\"flyng\"]\n");
    let at = file.text.find("flyng").unwrap();
    let trouble = Diagnostic::unknown_keyword(&file, at..at + 5, "flyng", ["flying", "reach"]);
    assert_eq!(
        trouble.one_line(),
        "error[unknown-keyword]: no keyword is called `flyng`\n  cards/starter/gale-warden.toml:2:14   did you mean `flying`?"
    );
}

#[test]
fn a_file_that_was_not_read_has_no_line() {
    let trouble = Diagnostic::unreadable_file("cards/a.toml", "permission denied");
    assert!(trouble.one_line().contains("\n  cards/a.toml   check"), "{trouble}");
}

#[test]
fn spans_beyond_the_text_are_clamped() {
    let file = SourceFile::new("a", "é");
    let trouble = Diagnostic::error("x", "y").at(&file, 1..900);
    assert_eq!(trouble.labels[0].span, 0..2);
}

#[test]
fn the_nearest_word_ignores_case_and_stays_near() {
    assert_eq!(nearest("Flying", ["flying", "reach"]), Some("flying"));
    assert_eq!(nearest("flyng", ["flying", "reach"]), Some("flying"));
    assert_eq!(nearest("lfying", ["flying", "reach"]), Some("flying"));
    assert_eq!(nearest("xyz", ["flying", "reach"]), None);
    assert_eq!(nearest("draw", ["drain", "dread"]), None, "two mistakes in four letters are too many");
}
