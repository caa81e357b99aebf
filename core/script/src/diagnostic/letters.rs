//! Characters that look like others: what a keyboard of another script or a word processor puts in the place of plain ones.

/// The letter or digit that a character looks like, and the script that it belongs to.
pub fn look_alike(letter: char) -> Option<(char, &'static str)> {
    const CYRILLIC: [(&str, &str); 2] = [("аеорсухіјѕһԁԛԝ", "aeopcyxijshdqw"), ("АВЕКМНОРСТУХІЈЅ", "ABEKMHOPCTYXIJS")];
    const GREEK: [(&str, &str); 2] = [("ονιρυκα", "oviptka"), ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")];
    let in_table = |table: [(&'static str, &'static str); 2]| {
        table.into_iter().find_map(|(theirs, ours)| theirs.chars().zip(ours.chars()).find(|(their, _)| *their == letter))
    };
    if let Some((_, plain)) = in_table(CYRILLIC) {
        return Some((plain, "Cyrillic"));
    }
    if let Some((_, plain)) = in_table(GREEK) {
        return Some((plain, "Greek"));
    }
    // The wide forms of East Asian keyboards lie in the order of the plain ones.
    let wide = u32::from(letter).checked_sub(0xFF01).filter(|offset| *offset < 94)?;
    let plain = char::from_u32(wide + 0x21).filter(char::is_ascii_alphanumeric)?;
    Some((plain, "full-width"))
}

/// Whether a letter belongs to a script with look-alikes.
pub fn is_foreign(letter: char) -> bool {
    matches!(letter, '\u{370}'..='\u{3FF}' | '\u{400}'..='\u{52F}' | '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}')
        && letter.is_alphabetic()
}

/// The plain sign for one that a word processor makes of it.
pub fn plain_sign(sign: char) -> Option<char> {
    Some(match sign {
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' | '‚' => '\'',
        '−' | '–' | '—' => '-',
        '×' => '*',
        '，' => ',',
        '；' => ';',
        '（' => '(',
        '）' => ')',
        '＝' => '=',
        _ => return None,
    })
}

/// What to say of a character that stands where a plain one belongs.
pub(crate) fn mistaken(letter: char) -> Option<(String, String)> {
    if let Some(plain) = plain_sign(letter) {
        return Some((format!("`{letter}` is a sign of word processors"), format!("write the plain `{plain}`")));
    }
    let (plain, script) = look_alike(letter)?;
    let code = u32::from(letter);
    Some((
        format!("`{letter}` is the {script} letter U+{code:04X}, which looks like `{plain}`"),
        format!("write the plain `{plain}`"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_have_their_plain_letters() {
        assert_eq!(look_alike('\u{430}'), Some(('a', "Cyrillic")));
        assert_eq!(look_alike('\u{3A7}'), Some(('X', "Greek")));
        assert_eq!(look_alike('\u{FF24}'), Some(('D', "full-width")));
        assert_eq!(look_alike('a'), None);
        assert_eq!(look_alike('é'), None);
        assert!(is_foreign('\u{436}') && !is_foreign('é'));
    }
}
