//! Words: plurals, and what other editions call things.

use cardwright_engine::ability::Callback;

/// What only a script can say, in words that stand where a quality stands.
pub(crate) fn by_script(callback: &Callback) -> String {
    format!("that its script picks (callback {})", callback.place + 1)
}

/// The plural of a noun phrase: of its last word ("artifact creature" becomes "artifact creatures").
pub(crate) fn plural(noun: &str) -> String {
    if let Some((first, second)) = noun.split_once(" or ") {
        return format!("{} or {}", plural(first), plural(second));
    }
    let (front, last) = noun.rsplit_once(' ').map_or(("", noun), |(front, last)| (front, last));
    let many = plural_word(last);
    if front.is_empty() { many } else { format!("{front} {many}") }
}

fn plural_word(word: &str) -> String {
    /// Words that stay as they are.
    const SAME: [&str; 10] =
        ["Plains", "Merfolk", "Equipment", "Eldrazi", "Kithkin", "Moonfolk", "Sphinxes", "Treefolk", "Fish", "Wolfkin"];
    /// Words that change in a way of their own.
    const OWN: [(&str, &str); 15] = [
        ("elf", "elves"),
        ("dwarf", "dwarves"),
        ("wolf", "wolves"),
        ("werewolf", "werewolves"),
        ("thief", "thieves"),
        ("ox", "oxen"),
        ("mouse", "mice"),
        ("elk", "elk"),
        ("sheep", "sheep"),
        ("deer", "deer"),
        ("moose", "moose"),
        ("player", "players"),
        ("child", "children"),
        ("fungus", "fungi"),
        ("pegasus", "pegasi"),
    ];
    if SAME.contains(&word) {
        return word.to_owned();
    }
    let lower = word.to_lowercase();
    if let Some((_, many)) = OWN.iter().find(|(one, _)| *one == lower) {
        return if word.starts_with(char::is_uppercase) { crate::sentence::capital(many) } else { (*many).to_owned() };
    }
    // "Watchman" and "Reedman", but not "Human" or "Shaman".
    if let Some(stem) = word.strip_suffix("man").filter(|_| lower != "human" && lower != "shaman") {
        return format!("{stem}men");
    }
    if let Some(stem) = word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        return format!("{stem}ies");
    }
    if lower.ends_with(['s', 'x', 'z']) || lower.ends_with("ch") || lower.ends_with("sh") {
        return format!("{word}es");
    }
    format!("{word}s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_end_as_the_word_wants() {
        for (one, many) in [
            ("creature", "creatures"),
            ("sorcery", "sorceries"),
            ("artifact creature", "artifact creatures"),
            ("spell or ability", "spells or abilities"),
            ("Elf", "Elves"),
            ("Human", "Humans"),
            ("Watchman", "Watchmen"),
            ("Plains", "Plains"),
            ("Equipment", "Equipment"),
            ("Monkey", "Monkeys"),
            ("Cyclops", "Cyclopses"),
        ] {
            assert_eq!(plural(one), many);
        }
    }
}
