//! Bodies: one mode, or a choice among several that have lines of their own.

use super::act::uncapital;
use super::act::{Form, Piece, one_clause, sentences};
use crate::sentence::{capital, number_word};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{Amount, Body, Condition, Mode, Players};

impl Speech<'_> {
    /// What a spell or ability does: its modes, or the sentences of its effect. With capitals and full stops; several sentences
    /// are one paragraph, modes have lines of their own that begin with "•".
    pub(crate) fn body(&mut self, body: &Body) -> String {
        self.body_after("", body)
    }
    /// The same behind something that ends with a comma: "When Gale Warden enters," draw a card.
    pub(crate) fn body_after(&mut self, lead: &str, body: &Body) -> String {
        match body {
            Body::Plain(mode) => {
                self.targets.clone_from(&mode.targets);
                let pieces = self.pieces(&mode.effect);
                if pieces.is_empty() && !lead.is_empty() { format!("{lead} nothing happens.") } else { sentences(&pieces, lead) }
            }
            Body::Modal { min, max, repeat, chooser, modes } => {
                let header = self.mode_header(min, max, *repeat, chooser, modes);
                let header = if lead.is_empty() { capital(&header) } else { format!("{lead} {header}") };
                let mut lines = vec![header];
                let mentions = self.mentions.clone();
                for mode in modes {
                    self.mentions.clone_from(&mentions);
                    lines.push(self.mode_line(mode, *chooser != Players::You));
                }
                lines.join("\n")
            }
        }
    }
    /// "choose one —", "choose up to two. You may choose the same mode more than once."
    fn mode_header(&mut self, min: &Amount, max: &Amount, repeat: bool, chooser: &Players, modes: &[Mode]) -> String {
        let all = Amount::Fixed(i32::try_from(modes.len()).unwrap_or(i32::MAX));
        let number = match (min, max) {
            (Amount::Fixed(1), max) if modes.len() == 2 && *max == all && !repeat => "one or both".to_owned(),
            (Amount::Fixed(1), max) if *max == all && modes.len() > 1 && !repeat => "one or more".to_owned(),
            (Amount::Fixed(0), max) if *max == all && !repeat => "any number".to_owned(),
            (Amount::Fixed(0), Amount::Fixed(i32::MAX)) => "any number".to_owned(),
            (min, max) if min == max => self.number_words(max),
            (Amount::Fixed(0), max) => format!("up to {}", self.number_words(max)),
            (Amount::Fixed(1), Amount::Fixed(2)) => "one or two".to_owned(),
            (min, max) => format!("from {} to {}", self.number_words(min), self.number_words(max)),
        };
        let choose = match chooser {
            Players::You => "choose".to_owned(),
            players => {
                let who = self.any_player(players);
                format!("{} {}", who.text, who.verb("chooses", "choose"))
            }
        };
        let costs = modes.iter().any(|mode| mode.cost.is_some());
        match (repeat, costs) {
            (false, false) => format!("{choose} {number} —"),
            (true, false) => format!("{choose} {number}. You may choose the same mode more than once."),
            (false, true) => format!("{choose} {number}. You pay the cost that stands with each —"),
            (true, true) => {
                format!(
                    "{choose} {number}. You may choose the same mode more than once. You pay the cost that stands with each —"
                )
            }
        }
    }
    fn number_words(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Fixed(number) => number_word(*number),
            other => self.value(other),
        }
    }
    /// `others`: somebody else chooses the modes, so that "you" has to be said.
    fn mode_line(&mut self, mode: &Mode, others: bool) -> String {
        self.targets.clone_from(&mode.targets);
        let mut text = "• ".to_owned();
        if let Some(cost) = &mode.cost {
            text.push_str(&format!("{} — ", self.cost(cost)));
        }
        let mut pieces = self.pieces(&mode.effect);
        if others {
            super::act::say_you(&mut pieces);
        }
        text.push_str(&sentences(&pieces, ""));
        if mode.condition != Condition::Always {
            let condition = self.condition(&mode.condition);
            text.push_str(&format!(" Choose this mode only if {condition}."));
        }
        text
    }

    /// A body inside an effect, with targets of its own: what was a target before is only "that creature" in it.
    pub(super) fn body_pieces(&mut self, body: &Body) -> Vec<Piece> {
        let targets = std::mem::take(&mut self.targets);
        let (outer, known): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.mentions).into_iter().partition(|mention| matches!(mention.referent, Referent::Target(_)));
        self.mentions = known;
        let pieces = match body {
            Body::Plain(mode) => {
                self.targets.clone_from(&mode.targets);
                self.pieces(&mode.effect)
            }
            Body::Modal { .. } => vec![Piece::text(uncapital(&self.body(body)))],
        };
        self.targets = targets;
        self.mentions.retain(|mention| !matches!(mention.referent, Referent::Target(_)));
        let own = std::mem::take(&mut self.mentions);
        self.mentions =
            outer.into_iter().map(|mention| crate::speech::Mention { salient: false, ..mention }).chain(own).collect();
        pieces
    }

    /// The effect as a clause inside a sentence, without capital and full stop: behind "unless", "instead".
    pub(crate) fn inline_effect(&mut self, effect: &cardwright_engine::ability::Effect) -> String {
        let pieces = self.pieces(effect);
        one_clause(&pieces, Form::Plain)
    }
    /// The effect as what somebody may do, behind "you may": "draw a card", "have target player draw a card".
    pub(crate) fn bare_effect(&mut self, effect: &cardwright_engine::ability::Effect) -> String {
        let pieces = self.pieces(effect);
        one_clause(&pieces, Form::Bare)
    }
    /// The effect behind a comma: the first sentence as a clause without capital, and the sentences after it, with capitals and
    /// full stops.
    pub(crate) fn effect_after(&mut self, lead: &str, effect: &cardwright_engine::ability::Effect) -> String {
        let pieces = self.pieces(effect);
        sentences(&pieces, lead)
    }
}
