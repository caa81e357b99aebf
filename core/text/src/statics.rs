//! Static abilities: what their parts say, joined into one sentence, with the condition under which it is true.

use crate::filter::{Article, particular};
use crate::noun::Noun;
use crate::rule::{About, Form, Span, Statement, joined};
use crate::sentence::sentence;
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{
    Change, Condition, CostChange, Filter, Moment, Objects, Players, Prohibition, Rule, Static, StaticPart, StepKind,
};
use cardwright_engine::ids::Var;

impl Speech<'_> {
    /// A static ability as a paragraph.
    pub(crate) fn static_ability(&mut self, fixed: &Static) -> String {
        if let [StaticPart::Rule(Rule::Cant(Prohibition::Cast(Players::Each, what)))] = &fixed.parts[..]
            && crate::pattern::is_this(what)
            && let Condition::Not(condition) = &fixed.condition
        {
            return sentence(&format!("cast this spell only {}", self.at_time(condition)));
        }
        let (before, behind) = self.under_condition(fixed);
        let mut statements = Vec::new();
        let mut behind_it = String::new();
        let parts = together(&fixed.parts);
        for (place, part) in parts.iter().enumerate() {
            if let Some(limit) = self.limit_of_reduction(place.checked_sub(1).and_then(|before| parts.get(before)), part) {
                behind_it.push_str(&limit);
                continue;
            }
            match part {
                StaticPart::Continuous { affects, changes } => statements.extend(self.static_changes(affects, changes)),
                StaticPart::Rule(rule) => statements.push(self.rule_statement(rule, Span::Always)),
                StaticPart::Replacement(replacement) => statements.push(self.replacement_statement(replacement)),
            }
        }
        let said = joined(statements);
        let behind = match behind {
            Some(condition) => self.behind(condition),
            None => String::new(),
        };
        sentence(&format!("{before}{said}{behind}{behind_it}"))
    }
    /// ". This effect can't reduce the mana in that cost to less than one mana": of what the part before it reduces.
    fn limit_of_reduction(&mut self, before: Option<&StaticPart>, part: &StaticPart) -> Option<String> {
        let (Some(StaticPart::Rule(Rule::Cost(reduced))), StaticPart::Rule(Rule::Cost(limit))) = (before, part) else {
            return None;
        };
        let amount = match (reduced, limit) {
            (CostChange::ReduceAbilities(who, what, sort, _), CostChange::AbilitiesAtLeast(same, alike, also, amount))
                if (who, what, sort) == (same, alike, also) =>
            {
                amount
            }
            (CostChange::Reduce(who, what, _), CostChange::AtLeast(same, alike, amount)) if (who, what) == (same, alike) => {
                amount
            }
            _ => return None,
        };
        let least = self.so_much_mana(amount);
        Some(format!(". This effect can't reduce the mana in that cost to less than {least}"))
    }
    /// The condition in front of the sentence, or, where it stands better behind it, the condition itself.
    fn under_condition<'f>(&mut self, fixed: &'f Static) -> (String, Option<&'f Condition>) {
        let condition = &fixed.condition;
        if *condition == Condition::Always {
            return (String::new(), None);
        }
        let casting =
            fixed.parts.iter().any(|part| matches!(part, StaticPart::Rule(Rule::Cast(permission)) if permission.cost.is_some()));
        if casting {
            return (format!("if {}, ", self.condition(condition)), None);
        }
        // What is asked only as it is cast is no state: "if you control an attacking creature".
        if let ([StaticPart::Rule(Rule::Cast(permission))], false) = (&fixed.parts[..], matches!(condition, Condition::TurnOf(_)))
            && crate::pattern::is_this(&permission.what)
        {
            return (format!("if {}, ", self.condition(condition)), None);
        }
        if fixed.parts.iter().all(|part| matches!(part, StaticPart::Rule(_))) {
            return (String::new(), Some(condition));
        }
        let before = match condition {
            Condition::TurnOf(_) | Condition::During(_) | Condition::When(_) => self.at_time(condition),
            condition => format!("as long as {}", self.condition(condition)),
        };
        (format!("{before}, "), None)
    }
    fn behind(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::TurnOf(_) | Condition::During(_) | Condition::When(_) => format!(" {}", self.at_time(condition)),
            Condition::Not(inner) => format!(" unless {}", self.condition(inner)),
            condition => format!(" as long as {}", self.condition(condition)),
        }
    }
    /// "during your turn", "during combat before blockers are declared", "if you control a creature".
    fn at_time(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::TurnOf(Players::You) => "during your turn".to_owned(),
            Condition::TurnOf(Players::Opponents) => "during your opponents' turns".to_owned(),
            Condition::TurnOf(who) => format!("during {} turn", self.any_player(who).possessive()),
            Condition::During(step) => match step {
                StepKind::Upkeep | StepKind::Draw | StepKind::End | StepKind::Untap => {
                    format!("during {}", crate::sentence::with_article(self.step(*step)))
                }
                step => format!("during the {}", self.step(*step)),
            },
            Condition::When(moment) => moment_words(self, *moment),
            Condition::And(all) => all.iter().map(|one| self.at_time(one)).collect::<Vec<_>>().join(" "),
            condition => format!("if {}", self.condition(condition)),
        }
    }
    /// What is changed of what matches.
    fn static_changes(&mut self, affects: &Filter, changes: &[Change]) -> Vec<Statement> {
        let subject = self.affected(affects, changes);
        let changed = self.changed(changes, &subject, false);
        let about = About::things(affects);
        let statement = |form| Statement { about: about.clone(), subject: subject.clone(), form };
        let mut said: Vec<Statement> = changed.instructions.into_iter().map(Statement::whole).collect();
        said.extend(changed.does.into_iter().map(|does| statement(Form::Does(does))));
        said.extend(changed.its.into_iter().map(|its| statement(Form::Its(its))));
        if let Some(last) = said.last_mut()
            && !changed.tail.is_empty()
        {
            match &mut last.form {
                Form::Does(text) | Form::Its(text) | Form::Whole(text) => text.push_str(&changed.tail),
            }
        }
        said
    }
    /// "creatures you control", "all creatures", "each land", "enchanted creature".
    fn affected(&mut self, affects: &Filter, changes: &[Change]) -> Noun {
        let article = if particular(affects).is_some() {
            Article::A
        } else if speaks_of_each(changes) {
            Article::Each
        } else if says_only_types(affects) {
            Article::All
        } else {
            Article::Many
        };
        let noun = self.filter(affects, article);
        if crate::pattern::is_this(affects) {
            self.same_as(Referent::Var(Var::AFFECTED), Referent::This);
        } else {
            self.mentioned(Referent::Var(Var::AFFECTED), noun.clone());
        }
        noun
    }
}

/// What changes of the same objects in several parts is said as one.
fn together(parts: &[StaticPart]) -> Vec<StaticPart> {
    let mut said: Vec<StaticPart> = Vec::new();
    for part in parts {
        match (said.last_mut(), part) {
            (Some(StaticPart::Continuous { affects, changes }), StaticPart::Continuous { affects: same, changes: more })
                if affects == same =>
            {
                changes.extend(more.iter().cloned());
            }
            _ => said.push(part.clone()),
        }
    }
    said
}

fn moment_words(speech: &Speech, moment: Moment) -> String {
    match moment {
        Moment::InCombat => "during combat".to_owned(),
        Moment::Before(StepKind::DeclareAttackers) => "before attackers are declared".to_owned(),
        Moment::Before(StepKind::DeclareBlockers) => "before blockers are declared".to_owned(),
        Moment::After(StepKind::DeclareAttackers) => "after attackers are declared".to_owned(),
        Moment::After(StepKind::DeclareBlockers) => "after blockers are declared".to_owned(),
        Moment::Before(StepKind::BeginCombat) => "before combat".to_owned(),
        Moment::Before(step) => format!("before the {}", speech.step(step)),
        Moment::After(step) => format!(
            "after {}",
            if step == StepKind::BeginCombat { "combat".to_owned() } else { format!("the {}", speech.step(step)) }
        ),
    }
}

/// Whether the changes are said of each one alone: it is something besides, or a number is its own.
fn speaks_of_each(changes: &[Change]) -> bool {
    let mut own = false;
    for change in changes {
        match change {
            Change::Types(types) => {
                own |= types.set_types.is_none()
                    && types.set_subtypes.is_none()
                    && (!types.add_types.is_empty() || !types.add_subtypes.is_empty());
            }
            change => {
                change.each(|objects: &Objects| own |= *objects == Objects::Var(Var::AFFECTED));
            }
        }
    }
    own
}

/// "All creatures" rather than "creatures": nothing but types is asked.
fn says_only_types(filter: &Filter) -> bool {
    match filter {
        Filter::Type(_) | Filter::Permanent | Filter::Any => true,
        Filter::Not(inner) => matches!(**inner, Filter::Type(_)),
        Filter::And(all) => all.iter().all(says_only_types),
        Filter::Or(any) => any.iter().all(says_only_types),
        _ => false,
    }
}
