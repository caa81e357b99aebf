//! Names as files have them.

/// A name in small letters and digits with `-` between the words: how its file is called.
pub fn slug(name: &str) -> String {
    let plain: String = name.to_lowercase().chars().filter(|letter| !matches!(letter, '\'' | '’')).map(folded).collect();
    plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Letters without their accents, as far as they are common in names.
fn folded(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        other => other,
    }
}

/// The name of a file without its folders and its ending.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_names_of_files() {
        assert_eq!(slug("Señor Ash, the Baker's Dozen"), "senor-ash-the-bakers-dozen");
        assert_eq!(stem("cards/example/cinder-imp.test.rhai"), "cinder-imp");
    }
}
