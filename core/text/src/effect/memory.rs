//! What is chosen as an effect happens and remembered for linked abilities: "choose a color".

use super::act::{Act, Piece};
use crate::filter::{Article, Head};
use crate::noun::Noun;
use crate::sentence::{listed, with_article};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{Filter, Objects, Players, Remembered};
use cardwright_engine::ids::LinkKey;

impl Speech<'_> {
    /// Only choices and numbers are said: that objects are remembered shows where the text comes back to them.
    pub(super) fn remember(&mut self, key: LinkKey, what: &Remembered) -> Vec<Piece> {
        let (who, text) = match what {
            // What is remembered is the same thing by another name.
            Remembered::Objects(Objects::Var(var)) => {
                self.same_as(Referent::Linked(key), Referent::Var(*var));
                return Vec::new();
            }
            Remembered::Objects(_) | Remembered::Players(_) | Remembered::Color(_) => return Vec::new(),
            Remembered::Number(amount) => {
                let value = self.value(amount);
                return vec![Piece::act(Act::regular(super::act::Actor::You, "note", value))];
            }
            Remembered::ChosenNumber(who, least, most) => {
                let (least, most) = (self.value(least), self.value(most));
                self.mentioned(Referent::Linked(key), Noun::thing("number"));
                (who, format!("a number from {least} to {most}"))
            }
            Remembered::ChosenColor(who) => (who, "a color".to_owned()),
            Remembered::ChosenPlayer(who, among) => (who, self.one_of_players(among)),
            Remembered::ChosenCreatureType(who) => (who, "a creature type".to_owned()),
            Remembered::ChosenName(who, filter) => {
                let filter = super::zones::without_zone(filter);
                let name = match &filter {
                    Filter::Any => "card name".to_owned(),
                    filter => format!("{} name", self.filter_of(filter, Article::One, Head::Card).text),
                };
                (who, with_article(&name))
            }
            Remembered::ChosenWord(who, words) => {
                let words: Vec<String> = words.iter().map(ToString::to_string).collect();
                (who, listed(&words, "or"))
            }
        };
        let actor = self.actor(who);
        vec![Piece::act(Act::regular(actor, "choose", text))]
    }
    /// One of the players: "an opponent", "a player".
    pub(super) fn one_of_players(&mut self, among: &Players) -> String {
        self.any_player(among).object()
    }
}
