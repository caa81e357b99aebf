//! Continuous changes and how long they last: "gets +1/+1 and gains flying until end of turn".

mod becoming;
mod copies;
mod duration;
mod numbers;
#[cfg(test)]
mod tests;

use crate::noun::{Noun, Number, Person};
use crate::sentence::{listed, sentence};
use crate::speech::{Referent, Speech};
use becoming::Becoming;
use cardwright_engine::ability::{AbilityRef, Change, Duration, Players, PtChange, WordSort};
use cardwright_engine::ids::Var;

/// What changes make of a subject, in the forms that sentences have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Changed {
    /// Behind the subject: "gets +1/+1", "has flying".
    pub does: Vec<String>,
    /// Behind its possessive: "power and toughness are each equal to ...".
    pub its: Vec<String>,
    /// Instructions that name it themselves: "gain control of target creature".
    pub instructions: Vec<String>,
    /// What has to follow the duration: ", where X is its power".
    pub tail: String,
    /// A sentence behind it: "It's still a land."
    pub after: Option<String>,
}

impl Speech<'_> {
    /// What becomes of the subject: "gets +1/+1 and gains flying" ("has" where `lasting` is not set: static abilities).
    pub(crate) fn changes(&mut self, changes: &[Change], subject: &Noun, lasting: bool) -> String {
        let changed = self.changed(changes, subject, lasting);
        let mut all = changed.does;
        all.extend(changed.its.iter().map(|its| format!("{} {its}", subject.pronoun().possessive())));
        all.extend(changed.instructions);
        format!("{}{}", listed_plainly(&all), changed.tail)
    }
    /// The whole sentence without capital and full stop at the end: "target creature gets +1/+1 until end of turn",
    /// "until end of turn, target creature loses all abilities and becomes a blue Frog".
    pub(crate) fn lasting_changes(&mut self, subject: &Noun, changes: &[Change], duration: &Duration) -> String {
        self.mentioned(Referent::Var(Var::AFFECTED), subject.clone());
        let only_is =
            changes.iter().all(|change| matches!(change, Change::Types(_) | Change::SetColors(_) | Change::AddColors(_)));
        let as_it_is = *duration == Duration::Forever && subject.is_pronoun() && only_is;
        let changed = self.changed(changes, subject, !as_it_is);
        let until = self.duration(duration);
        let behind = |said: &str| super::pattern::with(said, &until);
        let mut said = Vec::new();
        if !changed.instructions.is_empty() {
            said.push(behind(&listed(&changed.instructions, "and")));
        }
        let mut does = changed.does;
        if let (true, [first, others @ ..]) = (does.is_empty(), changed.its.as_slice()) {
            let mut all = vec![format!("{} {first}", subject.possessive())];
            all.extend(others.iter().map(|its| format!("{} {its}", subject.pronoun().possessive())));
            said.push(behind(&listed(&all, "and")));
        } else {
            does.extend(changed.its.iter().map(|its| format!("{} {its}", subject.pronoun().possessive())));
        }
        if !does.is_empty() {
            let subject = if said.is_empty() { subject.clone() } else { subject.pronoun() };
            let heavy = does.len() > 1 && does.iter().any(|one| one.starts_with("becom") || one.starts_with("lose"));
            let predicate = listed_plainly(&does);
            let clause = contracted(&subject, &predicate);
            said.push(if heavy && !until.is_empty() && said.is_empty() { format!("{until}, {clause}") } else { behind(&clause) });
        }
        let mut text = said.join(" and ");
        text.push_str(&changed.tail);
        match changed.after {
            Some(after) => format!("{}. {after}", text.trim_end_matches('.')),
            None => text,
        }
    }
    /// What the changes make of the subject.
    pub(crate) fn changed(&mut self, changes: &[Change], subject: &Noun, lasting: bool) -> Changed {
        let mut changed = Changed::default();
        let mut becoming = Becoming::default();
        let mut gets = Vec::new();
        let mut gains: Vec<String> = Vec::new();
        let mut loses: Vec<String> = Vec::new();
        let mut is: Vec<String> = Vec::new();
        let mut words: Vec<String> = Vec::new();
        for change in changes {
            match change {
                Change::Copy(copy) => {
                    let what = self.copy(copy);
                    is.push(format!("{} {what}", subject.verb(become_word(lasting).0, become_word(lasting).1)));
                }
                Change::Become(frozen) => {
                    is.push(format!("{} {}", subject.verb(become_word(lasting).0, become_word(lasting).1), frozen.name));
                }
                Change::Control(who) => changed.instructions.push(match who {
                    Players::You if lasting => format!("gain control of {}", subject.object()),
                    who => {
                        let who = self.players(who);
                        let verb = if lasting {
                            who.verb("gains control of", "gain control of")
                        } else {
                            who.verb("controls", "control")
                        };
                        format!("{} {verb} {}", who.text, subject.object())
                    }
                }),
                Change::ReplaceColorWord(from, to) => words.push(replacing(from.word(), to.word())),
                Change::ReplaceLandType(from, to) | Change::ReplaceCreatureType(from, to) => {
                    words.push(replacing(from.as_str(), to.as_str()));
                }
                Change::ReplaceChosenWord(sort) => {
                    let (one, other) = match sort {
                        WordSort::Color => ("one color word", "another"),
                        WordSort::LandType => ("one basic land type", "another"),
                        WordSort::ColorOrLandType => ("one color word", "another or one basic land type with another"),
                        WordSort::CreatureType => ("one creature type", "another"),
                    };
                    words.push(replacing(one, other));
                }
                Change::SetText(abilities) => {
                    let said = self.given(abilities, subject);
                    loses.push("all abilities".to_owned());
                    gains.push(said);
                }
                Change::AddText(abilities) => {
                    let said = self.given(abilities, subject);
                    gains.push(said);
                }
                Change::AddTextOf(objects) => {
                    let of = self.objects(objects).object();
                    let its = subject.pronoun().possessive();
                    is.push(format!("{} the text of {of} after {its} own text", subject.verb("gains", "gain")));
                }
                Change::ExchangeText => {
                    changed.instructions.push(format!("exchange the text boxes of {}", subject.object()));
                }
                Change::FullText(copy) => {
                    let of = self.copied(copy);
                    let except = self.exceptions(&copy.except);
                    is.push(format!("{} the full text of {of}{except}", subject.verb("has", "have")));
                }
                Change::AddNames(names) => {
                    let sort = becoming::cards_named(names);
                    is.push(format!(
                        "{} all names of {sort} in addition to {} name",
                        subject.verb("has", "have"),
                        subject.pronoun().possessive()
                    ));
                }
                Change::AddToName(word) => changed.its.push(format!("name has \"{word}\" added to it")),
                Change::SetName(name) => becoming.name = Some(*name),
                Change::Types(types) => becoming.types(types),
                Change::SetColors(colors) => becoming.colors = Some(*colors),
                Change::AddColors(colors) => becoming.more_colors |= *colors,
                Change::SetLinkedColor(_) => becoming.chosen_color = true,
                Change::AddAbility(ability) => gains.push(self.given(std::slice::from_ref(ability), subject)),
                Change::AddKeyword(name, abilities) => gains.push(self.keyword_given(*name, abilities)),
                Change::RemoveKeyword(name) => loses.push(name.to_string()),
                Change::RemoveAllAbilities => loses.push("all abilities".to_owned()),
                Change::AddActivatedAbilitiesOf(objects) => {
                    let of = self.all_of(objects);
                    gains.push(format!("all activated abilities of {of}"));
                }
                Change::Pt(PtChange::Modify(power, toughness)) => {
                    let (figures, tail) = self.pt_change(power, toughness, lasting);
                    gets.push(format!("{} {figures}", subject.verb("gets", "get")));
                    changed.tail.push_str(&tail);
                }
                Change::Pt(PtChange::Define(power, toughness)) => {
                    changed.its.push(self.pt_defined(power.as_ref(), toughness.as_ref()));
                }
                Change::Pt(PtChange::Set(power, toughness)) => {
                    becoming.base = Some((power.clone(), toughness.clone()));
                }
                Change::Pt(PtChange::Switch) if lasting => {
                    changed.instructions.push(format!("switch {} power and toughness", subject.possessive()));
                }
                Change::Pt(PtChange::Switch) => changed.its.push("power and toughness are switched".to_owned()),
            }
        }
        if !words.is_empty() {
            let words = listed(&words, "and");
            changed.instructions.push(format!("change the text of {} by replacing {words}", subject.object()));
        }
        if becoming.makes_creature() && !gains.is_empty() && lasting && gains.iter().all(|gain| !gain.starts_with('"')) {
            becoming.with = std::mem::take(&mut gains);
        }
        changed.does.extend(gets);
        if !loses.is_empty() {
            changed.does.push(format!("{} {}", subject.verb("loses", "lose"), listed(&loses, "and")));
        }
        let (mut becomes, after) = self.becoming(&becoming, subject, lasting);
        if !gains.is_empty() {
            let verb = if lasting { subject.verb("gains", "gain") } else { subject.verb("has", "have") };
            let has = format!("{verb} {}", listed_plainly(&gains));
            // "has flying and is a Bird", but "becomes a Bird and gains flying".
            if lasting { becomes.push(has) } else { becomes.insert(0, has) }
        }
        changed.does.extend(is);
        changed.does.extend(becomes);
        changed.after = after;
        changed
    }
    /// Abilities that something has besides: in quotation marks.
    fn given(&mut self, abilities: &[AbilityRef], subject: &Noun) -> String {
        let said: Vec<String> = abilities
            .iter()
            .map(|ability| match ability.keyword {
                Some(keyword) => self.keyword_given(keyword.name, std::slice::from_ref(ability)),
                None => format!("\"{}\"", sentence(&self.quoted(self.self_word(subject)).ability(ability))),
            })
            .collect();
        listed_plainly(&said)
    }
    /// A keyword with its argument: "spurns red", "tempered 1".
    pub(crate) fn keyword_given(&mut self, name: cardwright_engine::symbol::Symbol, abilities: &[AbilityRef]) -> String {
        let argument =
            abilities.iter().find_map(|ability| ability.keyword).map_or_else(Default::default, |keyword| keyword.argument);
        let abilities: Vec<_> = abilities.iter().map(|ability| &**ability).collect();
        self.keyword_of(cardwright_engine::ability::Keyword { name, argument }, &abilities)
    }
    /// What an ability that is given to the subject calls its object: "this creature".
    fn self_word(&self, subject: &Noun) -> &'static str {
        let mut words = subject.text.to_lowercase();
        // "It" is what was named last.
        if subject.is_pronoun()
            && let Some(last) = self.mentions.iter().rev().find(|mention| mention.salient && mention.kind.person == Person::Thing)
        {
            words = if last.referent == Referent::This {
                self.face.base.name.as_str().to_lowercase()
            } else {
                last.kind.text.clone()
            };
        }
        let says = |word: &str| words.contains(word);
        if words == self.face.base.name.as_str().to_lowercase() {
            return becoming::this_word(&self.face.base.types);
        }
        if says("token") {
            "this token"
        } else if says("creature") || !["land", "artifact", "enchantment", "permanent", "spell"].iter().any(|word| says(word)) {
            "this creature"
        } else if says("land") {
            "this land"
        } else if says("artifact") {
            "this artifact"
        } else if says("enchantment") {
            "this enchantment"
        } else if says("spell") && !says("this way") {
            "this spell"
        } else {
            "this permanent"
        }
    }
}

/// "becomes" of what an effect makes, "is" of what a static ability says.
fn become_word(lasting: bool) -> (&'static str, &'static str) {
    if lasting { ("becomes", "become") } else { ("is", "are") }
}

fn replacing(from: &str, to: &str) -> String {
    format!("all instances of {from} with {to}")
}

/// Predicates joined: with commas from three on, and "and".
pub(crate) fn listed_plainly(items: &[String]) -> String {
    listed(items, "and")
}

/// Subject and predicate, "it is" as "it's".
pub(crate) fn contracted(subject: &Noun, predicate: &str) -> String {
    for (be, short) in [("is ", "'s "), ("are ", "'re ")] {
        if subject.is_pronoun()
            && let Some(rest) = predicate.strip_prefix(be)
        {
            return format!("{}{short}{rest}", subject.text);
        }
    }
    format!("{} {predicate}", subject.text)
}

/// Whether it is more than one thing.
pub(crate) fn is_many(noun: &Noun) -> bool {
    noun.number == Number::Many
}
