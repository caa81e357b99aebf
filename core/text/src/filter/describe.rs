//! A filter taken apart and put together as a noun: words before it, its head, phrases behind it.

use super::Head;
use super::atom::{Branch, Place};
use crate::sentence::{listed, with_article};
use crate::speech::Speech;
use crate::words::plural;
use cardwright_engine::ability::Filter;

/// A filter as words, without an article.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    /// "attacking creature you control"
    pub text: String,
    /// "a Goblin", "a Human": where alternatives have so little in common that each has an article of its own.
    pub each_with_article: Vec<String>,
    /// What it is called when the text comes back to it: "creature".
    pub kind: String,
    /// Whether it is another than this.
    pub other: bool,
}

/// One alternative as words.
#[derive(Clone, PartialEq, Debug)]
struct Said {
    /// "attacking", "noncreature, nonland"
    before: String,
    /// "creature", "Goblin"; empty if only the base is said.
    head: String,
    /// "card", "spell"; empty if the head stands alone.
    base: String,
    /// "you control with flying"
    after: String,
    kind: String,
}

impl Said {
    fn text(&self) -> String {
        joined(&[&self.before, &self.head, &self.base, &self.after])
    }
}

impl Speech<'_> {
    /// The filter as words, without an article.
    pub(crate) fn describe(&mut self, filter: &Filter, many: bool, head: Head) -> Described {
        let branches: Vec<Vec<Filter>> = alternatives(filter);
        let mut other = false;
        let mut said: Vec<Said> = Vec::new();
        for branch in &branches {
            let branch = self.branch(branch, many);
            other |= branch.other;
            let alternative = put_together(&branch, many, head);
            if !said.contains(&alternative) {
                said.push(alternative);
            }
        }
        let mut described = merged(&said, many);
        described.other = other;
        described
    }
}

fn put_together(branch: &Branch, many: bool, head: Head) -> Said {
    let place = branch.place.unwrap_or(match head {
        Head::Card => Place::Cards,
        Head::Spell => Place::Stack,
        Head::Permanent | Head::Creature | Head::Land | Head::Source | Head::SpellOrAbility | Head::Object => Place::Battlefield,
    });
    // A subtype says the type too: "Goblin" for "Goblin creature".
    let mut words: Vec<String> = if branch.subtypes.is_empty() { branch.types.clone() } else { branch.subtypes.clone() };
    let mut base = match place {
        Place::Cards => "card",
        Place::Stack => "spell",
        Place::Battlefield => match head {
            Head::Source if words.is_empty() && !branch.permanent => "source",
            Head::SpellOrAbility if words.is_empty() => "spell or ability",
            _ if branch.token => "token",
            Head::Creature if words.is_empty() => "creature",
            Head::Land if words.is_empty() => "land",
            Head::Object if words.is_empty() && !branch.permanent => "object",
            _ if words.is_empty() => "permanent",
            _ => "",
        },
    }
    .to_owned();
    if branch.permanent && words.is_empty() && place != Place::Battlefield {
        words.push("permanent".to_owned());
    }
    if let Some(ability) = branch.ability {
        words = ability.iter().map(|word| (*word).to_owned()).collect();
        base = "ability".to_owned();
    }
    let kind = if base.is_empty() {
        match branch.types.as_slice() {
            [] => words.join(" "),
            [.., last] if last == "creature" || branch.subtypes.is_empty() => last.clone(),
            _ => words.join(" "),
        }
    } else {
        base.clone()
    };
    let number = |words: &str| if many && !words.is_empty() { plural(words) } else { words.to_owned() };
    let head = words.join(" ");
    let (head, base) = if base.is_empty() { (number(&head), base) } else { (head, number(&base)) };
    let (adverbs, adjectives): (Vec<&str>, Vec<&str>) =
        branch.before.iter().map(|(_, word)| word.as_str()).partition(|word| word.starts_with("non"));
    let before = joined(&[&adjectives.join(" "), &adverbs.join(", ")]);
    let after = branch.after.iter().map(|(_, phrase)| phrase.as_str()).collect::<Vec<_>>().join(" ");
    Said { before, head, base, after, kind: number(&kind) }
}

fn merged(said: &[Said], many: bool) -> Described {
    let [first, rest @ ..] = said else {
        return Described { text: "nothing".to_owned(), each_with_article: Vec::new(), kind: "object".to_owned(), other: false };
    };
    let same = |what: fn(&Said) -> &String| rest.iter().all(|other| what(other) == what(first));
    let all = |what: fn(&Said) -> &String| said.iter().map(|one| what(one).clone()).collect::<Vec<_>>();
    let (before, head, base, after) =
        (same(|one| &one.before), same(|one| &one.head), same(|one| &one.base), same(|one| &one.after));
    let word = if many { "and" } else { "or" };
    let kind = if same(|one| &one.kind) {
        first.kind.clone()
    } else if said.iter().any(|one| !one.base.is_empty()) {
        listed(&all(|one| &one.kind), "or")
    } else if many {
        "permanents".to_owned()
    } else {
        "permanent".to_owned()
    };
    let mut each_with_article = Vec::new();
    let text = if rest.is_empty() {
        first.text()
    } else if before && base && after {
        joined(&[&first.before, &listed(&all(|one| &one.head), word), &first.base, &first.after])
    } else if head && base && after {
        joined(&[&listed(&all(|one| &one.before), "or"), &first.head, &first.base, &first.after])
    } else if let Some((starts, last)) = common_last_word(said).filter(|_| before && head && after) {
        joined(&[&first.before, &first.head, &listed(&starts, "or"), &last, &first.after])
    } else if before && head && base {
        joined(&[&first.before, &first.head, &first.base, &shared_start(&all(|one| &one.after))])
    } else if after {
        let nouns: Vec<String> = said.iter().map(|one| joined(&[&one.before, &one.head, &one.base])).collect();
        if first.after.is_empty() {
            each_with_article = nouns.iter().map(|noun| with_article(noun)).collect();
        }
        joined(&[&listed(&nouns, word), &first.after])
    } else {
        let nouns: Vec<String> = said.iter().map(Said::text).collect();
        each_with_article = nouns.iter().map(|noun| with_article(noun)).collect();
        listed(&nouns, word)
    };
    Described { text, each_with_article, kind, other: false }
}

/// "activated" and "triggered" of "activated ability" and "triggered ability", with the word that they share.
fn common_last_word(said: &[Said]) -> Option<(Vec<String>, String)> {
    let (_, last) = said.first()?.base.rsplit_once(' ')?;
    let start = |one: &Said| one.base.strip_suffix(last).map(|start| start.trim().to_owned()).filter(|start| !start.is_empty());
    let starts: Option<Vec<String>> = said.iter().map(start).collect();
    Some((starts?, last.to_owned()))
}

/// "with flying or reach" of "with flying" and "with reach".
fn shared_start(phrases: &[String]) -> String {
    let first_word = |phrase: &String| phrase.split(' ').next().unwrap_or_default().to_owned();
    let Some(word) = phrases.first().map(first_word) else { return String::new() };
    if word.starts_with("with") && phrases.iter().all(|phrase| first_word(phrase) == word) {
        let rests: Vec<String> = phrases.iter().map(|phrase| phrase[word.len()..].trim().to_owned()).collect();
        return format!("{word} {}", listed(&rests, "or"));
    }
    listed(phrases, "or")
}

fn joined(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

/// The filter as alternatives, each of which wants all of some plain questions.
fn alternatives(filter: &Filter) -> Vec<Vec<Filter>> {
    match filter {
        Filter::Any => vec![Vec::new()],
        Filter::Never => Vec::new(),
        Filter::Or(any) => any.iter().flat_map(alternatives).collect(),
        Filter::And(all) => all.iter().fold(vec![Vec::new()], |found, filter| {
            let more = alternatives(&narrowed(filter, all));
            found.iter().flat_map(|before| more.iter().map(move |after| before.iter().chain(after).cloned().collect())).collect()
        }),
        Filter::Not(inner) => match &**inner {
            Filter::Or(any) => {
                alternatives(&Filter::And(any.iter().map(|filter| Filter::Not(Box::new(filter.clone()))).collect()))
            }
            Filter::Not(filter) => alternatives(filter),
            _ => vec![vec![filter.clone()]],
        },
        _ => vec![vec![filter.clone()]],
    }
}

/// "Not a Wall creature" says only "not a Wall" of what is a creature anyway.
fn narrowed(filter: &Filter, beside: &[Filter]) -> Filter {
    if let Filter::Not(inner) = filter
        && let Filter::And(all) = &**inner
    {
        let mut rest: Vec<Filter> = all.iter().filter(|one| !beside.contains(one)).cloned().collect();
        if rest.len() == 1
            && let Some(one) = rest.pop()
        {
            return Filter::Not(Box::new(one));
        }
    }
    filter.clone()
}
