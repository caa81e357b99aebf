//! Statements of rules put together: what is said of the same things becomes one clause.

use crate::filter::particular;
use crate::noun::{Noun, Number};
use crate::sentence::listed;
use cardwright_engine::ability::{Filter, Players};

/// Of whom something is said; what is said of the same is joined.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum About {
    Things(Filter),
    Players(Players),
    /// Nothing that another statement could be about.
    Nothing,
}

impl About {
    pub(crate) fn things(filter: &Filter) -> About {
        About::Things(super::plainly(filter))
    }
}

/// What is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Behind the subject: "can't attack".
    Does(String),
    /// Behind its possessive: "activated abilities can't be activated".
    Its(String),
    /// A whole sentence.
    Whole(String),
}

/// One thing that is said of a subject.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Statement {
    pub about: About,
    pub subject: Noun,
    pub form: Form,
}

impl Statement {
    pub(crate) fn whole(text: impl Into<String>) -> Statement {
        Statement { about: About::Nothing, subject: Noun::thing(""), form: Form::Whole(text.into()) }
    }
    /// As a clause without capital and full stop.
    pub(crate) fn said(&self) -> String {
        match &self.form {
            Form::Does(does) => super::super::change::contracted(&self.subject, does),
            Form::Its(its) => format!("{} {its}", self.subject.possessive()),
            Form::Whole(text) => text.clone(),
        }
    }
    fn is_of(&self, other: &Statement) -> bool {
        // "Each artifact" and "artifacts" want different verbs.
        self.about != About::Nothing && self.about == other.about && self.subject.number == other.subject.number
    }
}

/// All of it as one sentence: "enchanted creature can't attack or block, and its activated abilities can't be activated".
pub(crate) fn joined(statements: Vec<Statement>) -> String {
    let statements = of_several(statements);
    let mut clauses: Vec<String> = Vec::new();
    let mut rest = &statements[..];
    while let [first, ..] = rest {
        let same = rest.iter().take_while(|other| first.is_of(other)).count().max(1);
        let (now, later) = rest.split_at(same);
        clauses.push(clause(first, now));
        rest = later;
    }
    listed(&clauses, "and")
}

fn clause(first: &Statement, all: &[Statement]) -> String {
    let mut does: Vec<String> = Vec::new();
    let mut its: Vec<&str> = Vec::new();
    for statement in all {
        match &statement.form {
            Form::Does(predicate) => does.push(predicate.clone()),
            Form::Its(text) => its.push(text),
            Form::Whole(text) => return text.clone(),
        }
    }
    let subject = &first.subject;
    let mut said = String::new();
    if !does.is_empty() {
        said = super::super::change::contracted(subject, &listed(&merged(&does), "and"));
    }
    for text in its {
        said = match said.as_str() {
            "" => format!("{} {text}", subject.possessive()),
            before => format!("{before}, and {} {text}", subject.pronoun().possessive()),
        };
    }
    said
}

/// "can't attack" and "can't block" as "can't attack or block"; the same of other words in front that two have in common.
fn merged(predicates: &[String]) -> Vec<String> {
    let mut said: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
    for predicate in predicates {
        let (front, rest) = match predicate.strip_prefix("can't ") {
            Some(rest) => (Some("can't"), rest),
            None => (None, predicate.as_str()),
        };
        match said.last_mut() {
            Some((last, rests)) if front.is_some() && *last == front => rests.push(rest),
            _ => said.push((front, vec![rest])),
        }
    }
    said.into_iter()
        .map(|(front, rests)| {
            let rests: Vec<String> = rests.into_iter().map(str::to_owned).collect();
            match front {
                Some(front) => format!("{front} {}", listed(&rests, "or")),
                None => listed(&rests, "and"),
            }
        })
        .collect()
}

/// What is said of several in the same words is said once: "you and other creatures you control can't be the targets of ...".
fn of_several(statements: Vec<Statement>) -> Vec<Statement> {
    let mut all: Vec<Statement> = Vec::new();
    for statement in statements {
        if let Some(last) = all.last_mut()
            && let (Form::Does(before), Form::Does(now)) = (&last.form, &statement.form)
            && last.about != statement.about
            && (before == now || now.replace(" targets ", " target ") == *before)
        {
            let text = format!("{} and {}", last.subject.text, statement.subject.object());
            *last = Statement {
                about: About::Nothing,
                subject: Noun { text, number: Number::Many, ..statement.subject.clone() },
                form: Form::Does(if before == now { before.clone() } else { now.clone() }),
            };
            continue;
        }
        all.push(statement);
    }
    all
}

/// Whether it speaks of particular objects.
pub(crate) fn is_particular(filter: &Filter) -> bool {
    particular(&super::plainly(filter)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(subject: &str, about: &Filter, form: Form) -> Statement {
        Statement { about: About::Things(about.clone()), subject: Noun::thing(subject), form }
    }
    fn does(text: &str) -> Form {
        Form::Does(text.to_owned())
    }

    #[test]
    fn what_is_said_of_the_same_is_one_clause() {
        let (host, other) = (Filter::Tapped, Filter::Token);
        let activation = Form::Its("activated abilities can't be activated".to_owned());
        for (statements, said) in [
            (vec![of("it", &host, does("can't attack")), of("it", &host, does("can't block"))], "it can't attack or block"),
            (
                vec![
                    of("it", &host, does("can't attack")),
                    of("it", &host, does("can't block")),
                    of("it", &host, activation.clone()),
                ],
                "it can't attack or block, and its activated abilities can't be activated",
            ),
            (vec![of("it", &host, activation)], "its activated abilities can't be activated"),
            (
                vec![of("it", &host, does("gets +2/+1")), of("it", &host, does("can't be sacrificed"))],
                "it gets +2/+1 and can't be sacrificed",
            ),
            (
                vec![of("a Bird", &host, does("can't attack")), of("a Cat", &other, does("can't block"))],
                "a Bird can't attack and a Cat can't block",
            ),
            (
                vec![of("a Bird", &host, does("can't attack")), of("a Cat", &other, does("can't attack"))],
                "a Bird and a Cat can't attack",
            ),
        ] {
            assert_eq!(joined(statements), said);
        }
    }
}
