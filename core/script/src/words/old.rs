//! Words that are called otherwise now. The old ones still work; lint reports them and `--fix` replaces them.

/// Each old word with what it is called now.
const OLD: [(&str, &str); 4] = [
    ("become_copy", "becomes_copy_of"),
    ("comes_to_counters", "reaches_counters"),
    ("dont_trigger", "does_not_trigger"),
    ("to_bottom_random", "to_bottom_at_random"),
];

/// What an old word is called now.
pub(crate) fn now_called(word: &str) -> Option<&'static str> {
    OLD.iter().find(|(old, _)| *old == word).map(|(_, new)| *new)
}

/// What a word was called before, if it was.
pub(super) fn once_called(word: &str) -> Option<&'static str> {
    OLD.iter().find(|(_, new)| *new == word).map(|(old, _)| *old)
}
