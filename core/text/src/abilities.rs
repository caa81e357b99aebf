//! Paragraphs: the abilities of a face in order, keywords together on their line.

use crate::keywords::stands_alone;
use crate::sentence::{listed, sentence};
use crate::speech::Speech;
use crate::words::classic;
use crate::{Lexicon, Paragraph, Style};
use cardwright_engine::ability::{
    Ability, AbilityBody, AbilityInstance, Activated, Amount, CastFrom, Condition, CostPart, EventPattern, Keyword, Pattern,
    Players, Rule, StaticPart, Timing, TriggerOn, Triggered,
};
use cardwright_engine::definition::Face;
use cardwright_engine::types::{BASIC_LAND_TYPES, Supertype};
use std::ops::Range;

/// The rules text of a face, written from its abilities.
pub fn rules_text(face: &Face, lexicon: &dyn Lexicon, style: Style) -> Vec<Paragraph> {
    let abilities = face.abilities();
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    if style.reminders
        && let Some(text) = mana_of_land_types(face)
    {
        paragraphs.push(Paragraph { text, abilities: 0..0 });
    }
    let (first, last): (Vec<_>, Vec<_>) =
        groups(abilities, style).into_iter().partition(|range| !comes_last(&abilities[range.start]));
    for range in first.into_iter().chain(last) {
        let mut speech = Speech::new(face, lexicon, style);
        let text = match abilities[range.start].ability.keyword {
            Some(_) => keyword_line(&mut speech, &abilities[range.clone()]),
            None => speech.ability(&joined_triggers(&abilities[range.clone()])),
        };
        let text = if speech.is_classic() { classic(&text, &speech.name()) } else { text };
        paragraphs.push(Paragraph { text, abilities: range });
    }
    paragraphs
}

/// The abilities that share a paragraph: keywords on one line unless each has its reminder, triggers that do the same.
fn groups(abilities: &[AbilityInstance], style: Style) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (place, instance) in abilities.iter().enumerate() {
        let fits = groups.last().is_some_and(|group| {
            let before = &abilities[group.start].ability;
            match (before.keyword, instance.ability.keyword) {
                (Some(before), Some(keyword)) => {
                    let again = abilities[group.clone()].iter().any(|one| one.ability.keyword == Some(keyword));
                    again || !style.reminders && !stands_alone(before) && !stands_alone(keyword)
                }
                (None, None) => do_the_same(before, &instance.ability),
                (Some(_), None) | (None, Some(_)) => false,
            }
        });
        match groups.last_mut().filter(|_| fits) {
            Some(group) => group.end = place + 1,
            None => groups.push(place..place + 1),
        }
    }
    groups
}

/// Whether two triggered abilities differ only in what sets them off: "When this enters or dies, ...".
fn do_the_same(one: &Ability, other: &Ability) -> bool {
    match (&one.kind, &other.kind) {
        (AbilityBody::Triggered(a), AbilityBody::Triggered(b)) => match (&a.on, &b.on) {
            (TriggerOn::Event(first), TriggerOn::Event(second)) => {
                let begins = |pattern: &Pattern| matches!(pattern, Pattern::Begins(..) | Pattern::TurnBegins(_));
                one.zones == other.zones
                    && !first.any.iter().chain(&second.any).any(begins)
                    && first.occurrence == second.occurrence
                    && a.condition == b.condition
                    && a.body == b.body
                    && (a.per_turn, b.per_turn) == (None, None)
                    && a.uncounterable == b.uncounterable
            }
            _ => false,
        },
        _ => false,
    }
}

/// One ability that waits for all that these wait for.
fn joined_triggers(abilities: &[AbilityInstance]) -> Ability {
    let mut joined: Ability = (*abilities[0].ability).clone();
    for instance in &abilities[1..] {
        if let (AbilityBody::Triggered(joined), AbilityBody::Triggered(other)) = (&mut joined.kind, &instance.ability.kind)
            && let (TriggerOn::Event(pattern), TriggerOn::Event(more)) = (&mut joined.on, &other.on)
        {
            pattern.any.extend(more.any.iter().cloned());
        }
    }
    joined
}

/// Keywords that are something to do with the card (equip, cycling, flashback) stand behind its other abilities.
fn comes_last(instance: &AbilityInstance) -> bool {
    instance.ability.keyword.is_some()
        && match &instance.ability.kind {
            AbilityBody::Activated(_) => true,
            AbilityBody::Static(fixed) => fixed.parts.iter().any(|part| {
                matches!(part, StaticPart::Rule(Rule::Cast(permission)) if matches!(permission.from, CastFrom::Zone(_)) || permission.what.zone().is_some())
            }),
            AbilityBody::Spell(_) | AbilityBody::Triggered(_) => false,
        }
}

/// "({T}: Add {U} or {B}.)": what the basic land types of a land that is not basic itself mean (modern 305.6).
fn mana_of_land_types(face: &Face) -> Option<String> {
    let types = &face.base.types;
    if types.supertypes.contains(Supertype::Basic.set()) {
        return None;
    }
    let mana: Vec<String> = types
        .subtypes
        .iter()
        .filter_map(|subtype| BASIC_LAND_TYPES.iter().find(|(word, _)| subtype.as_str() == *word))
        .map(|(_, color)| format!("{{{}}}", color.letter()))
        .collect();
    (!mana.is_empty()).then(|| format!("({{T}}: Add {}.)", listed(&mana, "or")))
}

/// Keywords that share a line; where several abilities stand for one keyword, it is said once.
fn keyword_line(speech: &mut Speech, abilities: &[AbilityInstance]) -> String {
    let mut said: Vec<Keyword> = Vec::new();
    for keyword in abilities.iter().filter_map(|instance| instance.ability.keyword) {
        if !said.contains(&keyword) {
            said.push(keyword);
        }
    }
    let all: Vec<&Ability> = abilities.iter().map(|instance| &*instance.ability).collect();
    let words: Vec<String> = said
        .iter()
        .map(|keyword| {
            let own: Vec<&Ability> = all.iter().filter(|ability| ability.keyword == Some(*keyword)).copied().collect();
            speech.keyword_of(*keyword, &own)
        })
        .collect();
    let reminders: Vec<String> = said.iter().filter_map(|keyword| speech.reminder(*keyword)).collect();
    let line = crate::sentence::capital(&words.join(", "));
    if reminders.is_empty() { line } else { format!("{line} {}", reminders.join(" ")) }
}

impl Speech<'_> {
    /// One ability as a paragraph.
    pub(crate) fn ability(&mut self, ability: &Ability) -> String {
        if let Some(keyword) = ability.keyword {
            return self.keyword_line(keyword);
        }
        if let Some((word, rest)) = under_word(ability) {
            return format!("• {} — {}", crate::sentence::capital(word.as_str()), self.ability(&rest));
        }
        self.zones = ability.zones;
        self.line = if ability.line.0 == 0 { self.line } else { ability.line.0 };
        match &ability.kind {
            AbilityBody::Spell(body) => self.body(body),
            AbilityBody::Activated(activated) => self.activated(activated),
            AbilityBody::Triggered(triggered) => self.triggered(triggered),
            AbilityBody::Static(fixed) => self.static_ability(fixed),
        }
    }

    /// Several abilities in quotation marks, as tokens and other objects are given them: keywords are listed without quotation
    /// marks, the others stand in them.
    pub(crate) fn activated(&mut self, activated: &Activated) -> String {
        let cost = match loyalty(activated) {
            Some(change) => change,
            None => self.cost(&activated.cost),
        };
        let mut text = format!("{cost}: {}", self.body(&activated.body));
        for rider in self.riders(activated) {
            // Modes end the paragraph, so that riders stand before them... they follow on a line of their own.
            text.push(if text.contains('\n') { '\n' } else { ' ' });
            text.push_str(&rider);
        }
        text
    }

    /// "Activate only as a sorcery.", "Activate only if ... and only once each turn.", "Any player may activate this ability."
    fn riders(&mut self, activated: &Activated) -> Vec<String> {
        let mut riders = Vec::new();
        match &activated.by {
            Players::You => {}
            Players::Each => riders.push("Any player may activate this ability.".to_owned()),
            Players::Opponents => riders.push("Only your opponents may activate this ability.".to_owned()),
            others => {
                let who = self.any_player(others).text;
                riders.push(sentence(&format!("only {who} may activate this ability")));
            }
        }
        let mut only = Vec::new();
        match activated.timing {
            Timing::Sorcery if !activated.loyalty => only.push("as a sorcery".to_owned()),
            Timing::Instant if activated.loyalty => {
                riders.push("You may activate this ability any time you could cast an instant.".to_owned());
            }
            Timing::Instant => only.push("as an instant".to_owned()),
            Timing::Usual | Timing::Sorcery => {}
        }
        if activated.condition != Condition::Always {
            only.push(self.only_when(&activated.condition));
        }
        let more = activated.per_turn.filter(|times| *times > 1);
        if activated.per_turn == Some(1) {
            only.push(each_turn(1));
        }
        match (only.is_empty(), more) {
            (true, None) => {}
            (true, Some(times)) => riders.push(format!("Activate no more than {}.", each_turn(times))),
            (false, None) => riders.push(format!("Activate only {}.", only.join(" and only "))),
            (false, Some(times)) => {
                riders.push(format!("Activate only {} and no more than {}.", only.join(" and only "), each_turn(times)));
            }
        }
        if activated.uncounterable {
            riders.push("This ability can't be countered.".to_owned());
        }
        riders
    }

    pub(crate) fn triggered(&mut self, triggered: &Triggered) -> String {
        if let TriggerOn::Event(pattern) = &triggered.on {
            self.on = Some(pattern.clone());
        }
        let mut text = if let Some(chapters) = self.chapters(&triggered.on) {
            format!("{chapters} — {}", self.body(&triggered.body))
        } else {
            let mut lead = match &triggered.on {
                TriggerOn::Event(_) => self.trigger_of(triggered),
                TriggerOn::State(condition) => format!("When {}", self.condition(condition)),
            };
            if let Condition::TurnOf(Players::You) = triggered.condition
                && lead.starts_with("When")
            {
                lead.push_str(" during your turn");
            } else if triggered.condition != Condition::Always {
                let condition = self.condition(&triggered.condition);
                lead = format!("{lead}, if {condition}");
            }
            if let TriggerOn::Event(pattern) = &triggered.on {
                self.on = Some(pattern.clone());
            }
            self.body_after(&format!("{lead},"), &triggered.body)
        };
        if let Some(times) = triggered.per_turn {
            let only = if times == 1 { "only" } else { "no more than" };
            text.push_str(&format!(" This ability triggers {only} {}.", each_turn(times)));
        }
        if triggered.uncounterable {
            text.push_str(" This ability can't be countered.");
        }
        text
    }

    /// "I, II": the chapters of a Saga (modern 714.2).
    fn chapters(&self, on: &TriggerOn) -> Option<String> {
        let TriggerOn::Event(EventPattern { any, .. }) = on else { return None };
        if !self.face.base.types.has_subtype("Saga".into()) {
            return None;
        }
        let numbers: Option<Vec<String>> = any
            .iter()
            .map(|pattern| match pattern {
                Pattern::CountersReach(cardwright_engine::ability::Filter::This, kind, number) if kind.as_str() == "lore" => {
                    Some(roman(*number))
                }
                _ => None,
            })
            .collect();
        numbers.map(|numbers| numbers.join(", "))
    }
}

/// "+1" and "−2" of a loyalty ability.
fn loyalty(activated: &Activated) -> Option<String> {
    if !activated.loyalty {
        return None;
    }
    let [part] = activated.cost.parts.as_slice() else {
        return activated.cost.parts.is_empty().then(|| "0".to_owned());
    };
    let number = |amount: &Amount| match amount {
        Amount::Fixed(number) => Some(number.to_string()),
        Amount::X => Some("X".to_owned()),
        _ => None,
    };
    match part {
        CostPart::PutCounters(_, Amount::Fixed(0)) => Some("0".to_owned()),
        CostPart::PutCounters(_, amount) => number(amount).map(|number| format!("+{number}")),
        CostPart::RemoveCounters(_, amount) => number(amount).map(|number| format!("−{number}")),
        _ => None,
    }
}

/// "once each turn"
fn each_turn(times: u8) -> String {
    match times {
        1 => "once each turn".to_owned(),
        2 => "twice each turn".to_owned(),
        more => format!("{} times each turn", crate::sentence::number_word(more.into())),
    }
}

/// "IV" for 4.
fn roman(number: u16) -> String {
    const DIGITS: [(u16, &str); 5] = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let (mut rest, mut text) = (number, String::new());
    for (value, digits) in DIGITS {
        while rest >= value {
            text.push_str(digits);
            rest -= value;
        }
    }
    text
}

/// An ability that only one of several chosen words gives: the word, and the ability without it.
fn under_word(ability: &Ability) -> Option<(cardwright_engine::symbol::Symbol, Ability)> {
    let mut rest = ability.clone();
    let condition = match &mut rest.kind {
        AbilityBody::Static(fixed) => &mut fixed.condition,
        AbilityBody::Triggered(triggered) => &mut triggered.condition,
        AbilityBody::Activated(activated) => &mut activated.condition,
        AbilityBody::Spell(_) => return None,
    };
    match std::mem::take(condition) {
        Condition::ChosenWord(_, word) => Some((word, rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_have_roman_numbers() {
        for (number, said) in [(1, "I"), (3, "III"), (4, "IV"), (6, "VI"), (9, "IX"), (14, "XIV")] {
            assert_eq!(roman(number), said);
        }
    }
}
