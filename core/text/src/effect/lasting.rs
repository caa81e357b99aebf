//! What lasts: continuous effects, rules and replacement effects that a spell or ability makes.

use super::act::{Act, Actor, Line, Piece};
use crate::filter::{Article, Head};
use crate::noun::Noun;
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{
    Change, Duration, EventChange, EventPattern, Filter, Objects, Pattern, Players, Replacement, StepKind, Triggered,
};
use cardwright_engine::ids::{TargetSlot, Var};

impl Speech<'_> {
    pub(super) fn change_objects(&mut self, objects: &Objects, changes: &[Change], duration: &Duration) -> Vec<Piece> {
        if let Some(pieces) = self.control(objects, changes, duration) {
            return pieces;
        }
        let subject = self.things(objects, Article::All);
        let before = self.mentions.clone();
        let text = self.lasting_changes(&subject, changes, duration);
        // What is changed is still "it" if nothing else was named.
        self.mentions.retain(|mention| mention.referent != Referent::Var(Var::AFFECTED));
        if self.mentions.len() == before.len() {
            self.mentions = before;
        }
        as_act(objects.clone(), subject, text)
    }
    /// "gain control of target creature until end of turn", with what else becomes of it in a sentence of its own.
    fn control(&mut self, objects: &Objects, changes: &[Change], duration: &Duration) -> Option<Vec<Piece>> {
        let (Change::Control(players), others) = changes.split_first()? else { return None };
        let actor = self.actor(players);
        let noun = self.things(objects, Article::All);
        let until = self.duration(duration);
        let mut pieces = vec![Piece::act(Act::regular(actor, "gain", format!("control of {}", noun.object())).with(&until))];
        if !others.is_empty() {
            let it = noun.pronoun();
            pieces.push(Piece::text(self.lasting_changes(&it, others, duration)));
        }
        Some(pieces)
    }
    pub(super) fn change_all(&mut self, filter: &Filter, changes: &[Change], duration: &Duration) -> Vec<Piece> {
        if let [Change::Control(_), ..] = changes
            && let Some(pieces) = self.control(&Objects::All(Box::new(filter.clone())), changes, duration)
        {
            return pieces;
        }
        let subject = self.group(filter);
        let text = self.lasting_changes(&subject, changes, duration);
        as_act(Objects::All(Box::new(filter.clone())), subject, text)
    }
    pub(super) fn next_spell(&mut self, players: &Players, filter: &Filter, changes: &[Change], duration: &Duration) -> Piece {
        let who = self.players(players);
        let spell = self.filter_of(filter, Article::One, Head::Spell).text;
        let subject = Noun::thing(format!("the next {spell} {} {} this turn", who.text, who.verb("casts", "cast")));
        let duration = match duration {
            Duration::EndOfTurn => &Duration::Forever,
            other => other,
        };
        Piece::text(self.lasting_changes(&subject, changes, duration))
    }
    /// "prevent the next 4 damage that would be dealt this turn to any number of targets, divided as you choose"
    pub(super) fn divided_shield(&mut self, to: TargetSlot, replacement: &Replacement, duration: &Duration) -> Piece {
        let divided = self.divided(to);
        let amount = self.value(&divided);
        let whom = self.among_targets(to);
        let when = match duration {
            Duration::EndOfTurn => "this turn".to_owned(),
            other => self.duration(other),
        };
        let redirects = match &replacement.instead {
            cardwright_engine::ability::Instead::Change(changes) => {
                changes.iter().find_map(|change| if let EventChange::Redirect(whom) = change { Some(whom.clone()) } else { None })
            }
            _ => None,
        };
        match redirects {
            None => Piece::act(Act::regular(
                Actor::You,
                "prevent",
                format!("the next {amount} damage that would be dealt {when} to {whom}, divided as you choose"),
            )),
            Some(other) => {
                let other = self.dealt_to(&other);
                Piece::text(format!(
                    "the next {amount} damage that would be dealt {when} to {whom}, divided as you choose, is dealt to {other} instead"
                ))
            }
        }
    }
    /// The targets of an instance that divides, named as those among which it is divided.
    pub(super) fn among_targets(&mut self, slot: TargetSlot) -> String {
        self.target(slot).object()
    }
    /// Changes of the event that this comes before: "it enters tapped".
    pub(super) fn event_changes(&mut self, changes: &[EventChange]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for change in changes {
            let text = match change {
                EventChange::Tapped => "it enters tapped".to_owned(),
                EventChange::Transformed => "it enters transformed".to_owned(),
                EventChange::Counters(kind, amount) => {
                    let (one, many) = super::permanents::counters(*kind);
                    let counters = self.number_of(amount, &one, &many);
                    format!("it enters with {} on it{}", counters.text, counters.tail)
                }
                EventChange::PrintedCounters(word) => format!("it enters with {word} counters on it equal to its printed {word}"),
                EventChange::UnderControl(players) => {
                    format!("it enters under {} control", self.players(players).possessive())
                }
                EventChange::AsCopy(copy) => format!("it enters as {}", self.copy(copy)),
                EventChange::Amount(amount) => format!("the amount becomes {}", self.value(amount)),
                EventChange::Mana(mana) => format!("it produces {{{}}} instead", mana.letter()),
                EventChange::Tokens(token) => {
                    format!("that many {} are created instead", self.token_text(token, crate::noun::Number::Many))
                }
                EventChange::Prevent(amount) => {
                    let number = self.value(amount);
                    format!("prevent {number} of that damage")
                }
                EventChange::PreventAll => "prevent that damage".to_owned(),
                EventChange::To(to) => self.destination(to),
                EventChange::Redirect(whom) => format!("that damage is dealt to {} instead", self.dealt_to(whom)),
                EventChange::First(effect) | EventChange::Also(effect) => {
                    pieces.extend(self.pieces(effect));
                    continue;
                }
            };
            pieces.push(Piece::text(text));
        }
        pieces
    }
    /// "it's put into its owner's hand instead"
    fn destination(&mut self, to: &cardwright_engine::ability::Destination) -> String {
        use cardwright_engine::zone::ZoneKind;
        match to.zone {
            ZoneKind::Exile => format!("{} instead", self.exile("it")),
            ZoneKind::Hand => "it's put into its owner's hand instead".to_owned(),
            ZoneKind::Graveyard => "it's put into its owner's graveyard instead".to_owned(),
            ZoneKind::Library => {
                format!("it's put {} instead", self.library_place(&to.position, "its owner's library", false))
            }
            ZoneKind::Battlefield => {
                format!("it's put onto the battlefield{} instead", self.arriving(&to.entering, ""))
            }
            ZoneKind::Command => "it's put into the command zone instead".to_owned(),
            ZoneKind::Stack | ZoneKind::Outside => "it goes elsewhere instead".to_owned(),
        }
    }

    /// A delayed triggered ability (modern 603.7).
    pub(super) fn delayed(&mut self, triggered: &Triggered, duration: Option<&Duration>) -> Vec<Piece> {
        use cardwright_engine::ability::{Condition, TriggerOn};
        let before = self.on.take();
        let pieces = match (&triggered.on, duration) {
            (TriggerOn::Event(EventPattern { any, .. }), None) if let [Pattern::Begins(step, players)] = any.as_slice() => {
                let when = self.next_step(*step, players);
                self.mentioned_player_of(players, triggered.event);
                let mut pieces = self.body_pieces(&triggered.body);
                if triggered.condition != Condition::Always {
                    let condition = self.condition(&triggered.condition);
                    let text = super::act::one_clause(&pieces, super::act::Form::Plain);
                    return vec![Piece::text(format!("{when}, if {condition}, {text}"))];
                }
                match pieces.as_mut_slice() {
                    [Piece { line: Line::Act(act), .. }] => {
                        act.rest = format!("{} {when}", act.rest).trim().to_owned();
                        pieces
                    }
                    _ => {
                        let text = super::act::one_clause(&pieces, super::act::Form::Plain);
                        vec![Piece::text(format!("{when}, {text}"))]
                    }
                }
            }
            (on, duration) => {
                // "When that creature dies this turn"
                for mention in &mut self.mentions {
                    mention.salient = false;
                }
                let mut lead = match on {
                    TriggerOn::Event(pattern) => {
                        self.on = Some(pattern.clone());
                        self.trigger(pattern, triggered.event)
                    }
                    TriggerOn::State(condition) => format!("When {}", self.condition(condition)),
                };
                lead = super::act::uncapital(&lead);
                match duration {
                    None => lead = lead.replacen("whenever", "when", 1),
                    Some(Duration::EndOfTurn) => lead.push_str(" this turn"),
                    Some(Duration::Forever) => {}
                    Some(other) => lead = format!("{}, {lead}", self.duration(other)),
                }
                if triggered.condition != Condition::Always {
                    let condition = self.condition(&triggered.condition);
                    lead = format!("{lead}, if {condition}");
                }
                let mut pieces = self.body_pieces(&triggered.body);
                if pieces.is_empty() {
                    return Vec::new();
                }
                let rest = pieces.split_off(super::act::first_sentence(&pieces).0.len());
                let first = super::act::one_sentence(&pieces, super::act::Form::Plain, true);
                let mut all = vec![Piece::text(format!("{lead}, {first}"))];
                all.extend(rest);
                all
            }
        };
        self.on = before;
        pieces
    }
    /// "at the beginning of the next end step"
    fn next_step(&mut self, step: StepKind, players: &Players) -> String {
        let word = self.step(step).to_owned();
        let of = match players {
            Players::You => "your next".to_owned(),
            Players::Each if step == StepKind::Upkeep => return "at the beginning of the next turn's upkeep".to_owned(),
            Players::Each => "the next".to_owned(),
            Players::Opponents => "the next opponent's".to_owned(),
            other => format!("{} next", self.players(other).possessive()),
        };
        match step {
            StepKind::EndCombat if *players == Players::Each => "at end of combat".to_owned(),
            StepKind::BeginCombat if *players == Players::You => "at the beginning of combat on your next turn".to_owned(),
            StepKind::BeginCombat => "at the beginning of the next combat".to_owned(),
            _ => format!("at the beginning of {of} {word}"),
        }
    }
    /// The player whose step it is, who is spoken of by the event.
    fn mentioned_player_of(&mut self, players: &Players, event: cardwright_engine::ids::Var) {
        if !matches!(players, Players::You) {
            self.mentioned(crate::speech::Referent::EventPlayer(event), Noun::player("player"));
        }
    }
}

/// "target creature gets +1/+1 until end of turn" as what the creature does, so that it can stand behind "you may have"; what
/// follows on it is a sentence of its own.
fn as_act(objects: Objects, subject: Noun, text: String) -> Vec<Piece> {
    const VERBS: [(&str, &str); 5] =
        [("gets", "get"), ("gains", "gain"), ("becomes", "become"), ("loses", "lose"), ("has", "have")];
    let (first, after) = match text.split_once(". ") {
        Some((first, after)) => (first.to_owned(), Some(after.to_owned())),
        None => (text, None),
    };
    let act = first.strip_prefix(&subject.text).and_then(|rest| rest.trim_start().split_once(' ')).and_then(|(verb, rest)| {
        let (one, many) = VERBS.iter().find(|(one, many)| verb == *one || verb == *many)?;
        // The further verbs of the sentence agree with it too.
        let plain = !rest.contains(" and ");
        plain.then(|| Act::new(Actor::Objects(objects, subject.clone()), one, many, rest))
    });
    let mut pieces = vec![act.map_or_else(|| Piece::text(first), Piece::act)];
    pieces.extend(after.map(Piece::text));
    pieces
}
