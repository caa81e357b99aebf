//! Spells and abilities on the stack: countering, copying, new targets, casting.

use super::act::{Act, Actor, Piece};
use crate::filter::Article;
use crate::noun::{Noun, Number};
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, CastAs, CopyException, Cost, Objects, Players, Recipients, Retarget};

/// How something on the stack is copied.
pub(super) struct Copied<'e> {
    pub what: &'e Objects,
    pub who: &'e Players,
    pub amount: &'e Amount,
    pub new_targets: bool,
    pub except: &'e [CopyException],
    pub each: Option<&'e Recipients>,
}

impl Speech<'_> {
    pub(super) fn copy_stack(&mut self, copied: &Copied) -> Vec<Piece> {
        let actor = self.actor(copied.who);
        let mut what = self.things(copied.what, Article::All).object();
        // The spell that was cast is "that spell" rather than "it".
        if what == "it" && matches!(copied.what, Objects::EventObject(_)) {
            what = "that spell".to_owned();
        }
        let except = self.exceptions(copied.except);
        let mut pieces = Vec::new();
        let one = *copied.amount == Amount::Fixed(1) && copied.each.is_none();
        let copies = if one { "the copy" } else { "the copies" };
        match copied.each {
            Some(each) => {
                let whom = self.dealt_to(each);
                let act = Act::regular(actor.clone(), "copy", format!("{what} for {whom} that it could target{except}"));
                pieces.push(Piece::act(act));
                pieces.push(Piece::text("each copy targets a different one of them"));
            }
            None if one => pieces.push(Piece::act(Act::regular(actor.clone(), "copy", format!("{what}{except}")))),
            None => {
                let times = self.so_often(copied.amount);
                let act = Act::regular(actor.clone(), "copy", format!("{what} {}{except}", times.whole()));
                pieces.push(Piece::act(act));
            }
        }
        if copied.new_targets {
            let who = match &actor {
                Actor::Players(players, _) => self.people(players).text,
                other => other.noun().text,
            };
            pieces.push(Piece::text(format!("{who} may choose new targets for {copies}")));
        }
        pieces
    }
    pub(super) fn change_targets(&mut self, what: &Objects, who: &Players, how: Retarget, to: Option<&Recipients>) -> Piece {
        let actor = self.actor(who);
        let noun = self.things(what, Article::All);
        let of = noun.object();
        let to = to.map_or_else(String::new, |to| format!(" to {}", self.any_recipient(to).object()));
        Piece::act(match how {
            Retarget::ChooseNew => {
                Act::regular(actor, "choose", format!("new targets for {of}{}", to.replace(" to ", " among ")))
            }
            Retarget::One => Act::regular(actor, "change", format!("a target of {of}{to}")),
            Retarget::All => Act::regular(actor, "change", format!("the target of {of}{to}")),
        })
    }
    pub(super) fn cast_now(
        &mut self,
        who: &Players,
        what: &Objects,
        cost: Option<&Cost>,
        (verb, manner): (&'static str, CastAs),
    ) -> Piece {
        let actor = self.actor(who);
        let noun = self.moving_things(what);
        // What is cast is spoken of as the spell that it becomes.
        let known = ["it", "th", "target", "up to"].iter().any(|start| noun.text.starts_with(start));
        let noun = if known || verb == "play" { noun } else { Noun { text: noun.text.replacen(" card", " spell", 1), ..noun } };
        let (its, costs) = if noun.number == Number::Many { ("their", "mana costs") } else { ("its", "mana cost") };
        let how = match cost {
            // A land has no cost.
            None if noun.text.contains("land card") && !noun.text.contains("nonland card") => {
                return Piece::act(Act::regular(actor, verb, noun.object()));
            }
            None => format!("without paying {its} {costs}"),
            Some(cost) => {
                let paying = self.paying(cost);
                format!("for {} rather than {its} {costs}", paying.strip_prefix("pay ").unwrap_or(&paying))
            }
        };
        let how = match manner {
            CastAs::ItIs => how,
            CastAs::OtherFace => format!("transformed {how}"),
            CastAs::FaceDown => format!("face down {how}"),
        };
        Piece::act(Act::regular(actor, verb, format!("{} {how}", noun.object())))
    }
}
