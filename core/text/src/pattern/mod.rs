//! Events: "Whenever Bellows Imp attacks", "a creature would die", "a creature died this turn".

mod at;
mod combat;
mod happening;
mod moves;
mod often;
mod players;
#[cfg(test)]
mod tests;
mod verb;

use crate::sentence::{capital, listed};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{
    Body, Effect, EventPattern, Filter, Occurrence, Pattern, Period, Players, StepKind, TriggerOn, Triggered,
};
use cardwright_engine::ids::Var;
pub(crate) use moves::{owner, without_owner};
pub(crate) use verb::{Happening, Mood, with};

/// What the rest of a triggered ability says about its event.
#[derive(Clone, Copy, Default)]
struct Outlook {
    /// The object is gone afterwards: it cannot happen twice.
    once: bool,
    /// The player of the event is spoken of.
    player: bool,
}

impl Speech<'_> {
    /// The condition of a triggered ability, with "When", "Whenever" or "At", without a comma behind it. What it names is
    /// known under the name of the event from then on.
    pub(crate) fn trigger(&mut self, pattern: &EventPattern, event: Var) -> String {
        self.trigger_in(pattern, event, Outlook::default())
    }
    /// The same of a whole triggered ability: what it does decides between "when" and "whenever", "each upkeep" and "each
    /// player's upkeep". State triggers too (603.8).
    pub(crate) fn trigger_of(&mut self, triggered: &Triggered) -> String {
        match &triggered.on {
            TriggerOn::Event(pattern) => {
                let pattern = &naming_the_blocked(pattern, triggered);
                let outlook = Outlook { once: goes_away(&triggered.body), player: speaks_of_player(triggered) };
                self.trigger_in(pattern, triggered.event, outlook)
            }
            TriggerOn::State(condition) => format!("When {}", self.condition(condition)),
        }
    }
    fn trigger_in(&mut self, pattern: &EventPattern, event: Var, outlook: Outlook) -> String {
        if let Some(beginning) = self.at(pattern, event, outlook) {
            return capital(&beginning);
        }
        // "Whenever a player attacks you, that player ...": the player has to be named to be spoken of.
        let clause = match &pattern.any[..] {
            [Pattern::IsAttacked(who, what, by)] if outlook.player => {
                self.attacking_event((by, who, what), Mood::Now, pattern.occurrence, Some(event)).said(Mood::Now)
            }
            _ => self.event(pattern, Mood::Now, Some(event)),
        };
        // What the event happened to is "it" from here on, rather than what else it names.
        if pattern.any.iter().all(is_of_this) {
            let kind = crate::noun::Noun::thing(self.kind_of_this());
            self.mentioned(Referent::This, kind);
        }
        let word = if outlook.once || pattern.any.iter().all(happens_once) { "When" } else { "Whenever" };
        format!("{word} {clause}")
    }
    /// "a creature you control would die": behind "if" in replacement effects.
    pub(crate) fn would(&mut self, pattern: &EventPattern, event: Var) -> String {
        self.event(pattern, Mood::Would, Some(event))
    }
    /// "creatures can't die", "players can't gain life".
    pub(crate) fn cant_happen(&mut self, pattern: &EventPattern) -> String {
        if let [Pattern::GainsLife(who), Pattern::LosesLife(other)] = &pattern.any[..]
            && who == other
        {
            let total = match who {
                Players::You => "your life total".to_owned(),
                who => format!("{} life totals", self.all_players(who).possessive()),
            };
            return format!("{total} can't change");
        }
        self.event(pattern, Mood::Cant, None)
    }
    /// "Between-Times Porter leaves the battlefield": behind "until".
    pub(crate) fn until(&mut self, pattern: &EventPattern) -> String {
        match self.next_time(pattern, Var::AFFECTED) {
            Some(next) => next.trim_start_matches("at ").to_owned(),
            None => self.event(pattern, Mood::Now, None),
        }
    }
    /// "a creature entering": what causes an ability to trigger.
    pub(crate) fn causing(&mut self, pattern: &EventPattern) -> String {
        match self.at(pattern, Var::AFFECTED, Outlook::default()) {
            Some(beginning) => beginning.trim_start_matches("at ").to_owned(),
            None => self.event(pattern, Mood::Ing, None),
        }
    }
    /// "a creature died this turn": behind "if".
    pub(crate) fn happened(&mut self, pattern: &EventPattern, period: Period) -> String {
        self.event_in(pattern, Mood::Past, period)
    }
    /// "no creatures died this turn", "you didn't gain life this turn": behind "if".
    pub(crate) fn never_happened(&mut self, pattern: &EventPattern, period: Period) -> String {
        self.event_in(pattern, Mood::Never, period)
    }
    /// "creature that died this turn": what is counted, behind "for each" or "the number of ...s".
    pub(crate) fn happening(&mut self, pattern: &EventPattern, period: Period) -> String {
        if let [Pattern::Draws(_) | Pattern::Casts(..) | Pattern::PlaysLand(..) | Pattern::GainsLife(_)] = &pattern.any[..] {
            return match self.counted_act(&pattern.any[0]) {
                Some(act) => {
                    let ended =
                        [(" you cast", " you've cast"), (" you drew", " you've drawn"), (" you played", " you've played")];
                    let now = ended.iter().find_map(|(then, now)| Some(format!("{}{now}", act.strip_suffix(then)?)));
                    with(now.as_ref().filter(|_| period == Period::ThisTurn).unwrap_or(&act), in_period(period))
                }
                None => format!("time {}", self.happened(pattern, period)),
            };
        }
        self.event_in(pattern, Mood::Counted, period)
    }
    /// The same without the time: "you gained life".
    fn happened_once(&mut self, pattern: &EventPattern) -> String {
        self.event(pattern, Mood::Past, None)
    }
    fn event_in(&mut self, pattern: &EventPattern, mood: Mood, period: Period) -> String {
        let said = self.event(pattern, mood, None);
        // "If you've cast a spell this turn": the turn is not over.
        let did = if mood == Mood::Past { "you cast " } else { "you didn't cast " };
        let said = match (period, mood, said.strip_prefix(did)) {
            (Period::ThisTurn, Mood::Past, Some(what)) => format!("you've cast {what}"),
            (Period::ThisTurn, Mood::Never, Some(what)) => format!("you haven't cast {what}"),
            _ => said,
        };
        with(&said, in_period(period))
    }
    /// Any of the events of the pattern as one clause.
    fn event(&mut self, pattern: &EventPattern, mood: Mood, event: Option<Var>) -> String {
        let mut clauses: Vec<Happening> = Vec::new();
        for one in &pattern.any {
            clauses.push(self.one_event(one, mood, pattern.occurrence, event));
        }
        let Some(first) = clauses.first() else { return "nothing happens".to_owned() };
        // "it" is the first subject again.
        let same_subject = |clause: &Happening| clause.subject == first.subject || clause.subject.text == "it";
        let same_verb = clauses.len() > 1 && clauses[1..].iter().all(|clause| clause.does_the_same(first));
        let said = if same_verb && mood != Mood::Counted {
            let subjects: Vec<String> = clauses.iter().map(|clause| clause.subject.text.clone()).collect();
            let last = clauses.last().map_or(first, |last| last);
            format!("{} {}", listed(&subjects, "or"), last.predicate(mood))
        } else if clauses.iter().all(same_subject) && mood != Mood::Counted {
            let mut said = vec![first.said(mood)];
            said.extend(clauses[1..].iter().map(|clause| clause.predicate(mood).replace("can't ", "").replace("would ", "")));
            listed(&said, "or")
        } else {
            listed(&clauses.iter().map(|clause| clause.said(mood)).collect::<Vec<_>>(), "or")
        };
        // "Whenever this blocks a creature, it deals ...": "it" is the subject, not what was named last.
        if mood == Mood::Now && event.is_some() && first.subject.text == self.name() {
            self.subject = Some(Referent::This);
        }
        said.trim_end().to_owned()
    }
    /// A step or phase: "upkeep", "declare attackers step", "combat".
    pub(crate) fn step(&self, step: StepKind) -> &'static str {
        match step {
            StepKind::Untap => "untap step",
            StepKind::Upkeep => "upkeep",
            StepKind::Draw => "draw step",
            StepKind::PrecombatMain => "first main phase",
            StepKind::BeginCombat => "combat",
            StepKind::DeclareAttackers => "declare attackers step",
            StepKind::DeclareBlockers => "declare blockers step",
            StepKind::FirstCombatDamage => "first combat damage step",
            StepKind::CombatDamage => "combat damage step",
            StepKind::EndCombat => "end of combat step",
            StepKind::PostcombatMain => "postcombat main phase",
            StepKind::End => "end step",
            StepKind::Cleanup => "cleanup step",
        }
    }
    /// The same where a player skips it: "upkeep step", "combat phase".
    pub(crate) fn whole_step(&self, step: StepKind) -> &'static str {
        match step {
            StepKind::Upkeep => "upkeep step",
            StepKind::BeginCombat => "combat phase",
            step => self.step(step),
        }
    }
}

/// "this turn"
pub(crate) fn in_period(period: Period) -> &'static str {
    match period {
        Period::ThisTurn => "this turn",
        Period::LastTurn => "last turn",
        Period::ThisStep => "this step",
    }
}

/// Whether it is one object and what happens can hardly happen to it twice: "when" rather than "whenever".
fn happens_once(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Moves { what, .. } => is_this(what) || matches!(what, Filter::Is(_)),
        Pattern::TurnsFaceUp(what)
        | Pattern::LosesControl(_, what)
        | Pattern::Unattached(what, _)
        | Pattern::CountersReach(what, ..)
        | Pattern::LastCounterRemoved(what, _)
        | Pattern::Designated(what, ..)
        | Pattern::ChangesControl(what)
        | Pattern::Countered(what)
        | Pattern::Resolves(what)
        | Pattern::Destroyed(what) => is_this(what),
        Pattern::Casts(_, what) => is_this(what),
        Pattern::Where(inner, _, condition) => {
            happens_once(inner)
                || matches!(&**inner, Pattern::RemovesCounters(what, Some(_)) if is_this(what)) && is_empty(condition)
        }
        Pattern::WherePlayer(inner, _) => happens_once(inner),
        _ => false,
    }
}

/// Whether its subject is the object that has the ability, and another object is named behind it.
fn is_of_this(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Blocks(what, _)
        | Pattern::BlockedBy(what, _)
        | Pattern::Targeted(what, _)
        | Pattern::Attached(what, _)
        | Pattern::Unattached(what, _)
        | Pattern::AttacksPermanent(what, _) => is_this(what),
        Pattern::Damage { by, to_objects, .. } => is_this(by) || *by == Filter::Any && is_this(to_objects),
        Pattern::Where(inner, ..) | Pattern::WherePlayer(inner, _) => is_of_this(inner),
        _ => false,
    }
}

fn is_empty(condition: &cardwright_engine::ability::Condition) -> bool {
    use cardwright_engine::ability::{Amount, Comparison, Condition};
    matches!(condition, Condition::Compare(Amount::Counters(..), Comparison::Equal, Amount::Fixed(0)))
}

/// Whether the filter asks for the object that has the ability.
pub(crate) fn is_this(filter: &Filter) -> bool {
    match filter {
        Filter::This => true,
        Filter::Is(objects) => **objects == cardwright_engine::ability::Objects::This,
        Filter::And(all) => all.iter().any(is_this),
        _ => false,
    }
}

/// Whether the object that has the ability is sacrificed or exiled by it first of all.
fn goes_away(body: &Body) -> bool {
    use cardwright_engine::ability::Objects;
    fn gone(effect: &Effect) -> bool {
        match effect {
            Effect::Sacrifice(_, Objects::This) | Effect::Move(Objects::This, ..) | Effect::Destroy(Objects::This, _) => true,
            Effect::Sequence(all) | Effect::Together(all) => all.first().is_some_and(gone),
            Effect::Then(first, ..) | Effect::IfDone(first, ..) | Effect::WhenDone(first, _) => gone(first),
            _ => false,
        }
    }
    matches!(body, Body::Plain(mode) if gone(&mode.effect))
}

/// Whether the rest of the ability speaks of the player of its event.
fn speaks_of_player(triggered: &Triggered) -> bool {
    let mut spoken = false;
    let mut look = |players: &Players| spoken |= *players == Players::EventPlayer(triggered.event);
    triggered.body.each(&mut look);
    triggered.condition.each(&mut look);
    spoken
}

/// "Whenever this blocks a creature, ... that creature": what is blocked has to be named to be spoken of.
fn naming_the_blocked(pattern: &EventPattern, triggered: &Triggered) -> EventPattern {
    use cardwright_engine::ability::Objects;
    let mut pattern = pattern.clone();
    let mut spoken = false;
    triggered.body.each(|objects: &Objects| spoken |= *objects == Objects::EventSource(triggered.event));
    if let [Pattern::Blocks(_, whom @ Filter::Any)] = &mut pattern.any[..]
        && spoken
    {
        *whom = Filter::Type(cardwright_engine::types::CardType::Creature);
    }
    pattern
}

/// Whether it is counted once for all that happens together.
fn is_batch(occurrence: Occurrence) -> bool {
    occurrence == Occurrence::Batch
}
