//! How long something lasts.

use crate::speech::Speech;
use cardwright_engine::ability::{Condition, Duration, Filter, Objects, Players};

impl Speech<'_> {
    /// "until end of turn"; empty for what lasts for the rest of the game.
    pub(crate) fn duration(&mut self, duration: &Duration) -> String {
        match duration {
            Duration::EndOfTurn => "until end of turn".to_owned(),
            Duration::EndOfCombat => "until end of combat".to_owned(),
            Duration::UntilTurnOf(who) => format!("until {} next turn", self.whose(who)),
            Duration::ThroughUntapStepOf(who) => format!("through {} next untap step", self.whose(who)),
            Duration::UntilEndOfNextTurnOf(who) => format!("until the end of {} next turn", self.whose(who)),
            Duration::While(condition) => format!("for as long as {}", self.lasting_condition(condition)),
            Duration::Until(pattern) => format!("until {}", self.until(pattern)),
            Duration::Forever => String::new(),
        }
    }
    fn whose(&mut self, who: &Players) -> String {
        match who {
            Players::Each => "the".to_owned(),
            who => self.any_player(who).possessive(),
        }
    }
    /// "Siren of the Slack Water remains tapped", "you control Serpent-Charm Envoy".
    fn lasting_condition(&mut self, condition: &Condition) -> String {
        let Condition::Matches(objects, filter) = condition else { return self.condition(condition) };
        let parts: &[Filter] = match filter {
            Filter::And(all) => all,
            one => std::slice::from_ref(one),
        };
        if *filter == Filter::Permanent {
            return format!("{} remains on the battlefield", self.objects_named(objects).text);
        }
        let mut said = Vec::new();
        for part in parts {
            match part {
                Filter::Permanent | Filter::Type(_) => {}
                Filter::Tapped => said.push("remains tapped".to_owned()),
                Filter::Not(inner) if **inner == Filter::Tapped => said.push("remains untapped".to_owned()),
                Filter::ControlledBy(who) if parts.iter().all(is_plain) => {
                    let who = self.players(who);
                    let what = self.objects_named(objects).object();
                    return format!("{} {} {what}", who.text, who.verb("controls", "control"));
                }
                Filter::AttachedTo(to) => {
                    let to = match &**to {
                        Objects::All(filter) => self.filter(filter, crate::filter::Article::A).object(),
                        to => self.objects(to).object(),
                    };
                    said.push(format!("remains attached to {to}"));
                }
                _ => {
                    // What it is anyway goes without saying.
                    let rest = parts.iter().filter(|one| !matches!(one, Filter::Permanent | Filter::Type(_)));
                    let rest = rest.cloned().fold(Filter::Any, Filter::and);
                    return self.condition(&Condition::Matches(objects.clone(), rest));
                }
            }
        }
        if said.is_empty() {
            return self.condition(condition);
        }
        format!("{} {}", self.objects_named(objects).text, crate::sentence::listed(&said, "and"))
    }
    /// Particular objects, this one by its name.
    fn objects_named(&mut self, objects: &Objects) -> crate::noun::Noun {
        self.objects(objects)
    }
}

/// Types and control say no more than whose it is.
fn is_plain(filter: &Filter) -> bool {
    matches!(filter, Filter::Permanent | Filter::Type(_) | Filter::ControlledBy(_))
}
