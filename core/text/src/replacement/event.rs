//! Events with changes: "that many plus one of those tokens are created instead", "exile it instead".

use super::and_sentence;
use crate::amount::Quantity;
use crate::noun::Noun;
use crate::sentence::listed;
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{
    Amount, Destination, EventChange, EventPattern, Filter, Instead, LibraryPosition, Objects, Pattern, Players, Replacement,
};
use cardwright_engine::event::Act;
use cardwright_engine::mana::ManaType;
use cardwright_engine::zone::ZoneKind;

impl Speech<'_> {
    /// The event, changed: with "instead" where it is needed.
    pub(super) fn event_changed(&mut self, changes: &[EventChange], replacement: &Replacement) -> String {
        let mut said: Vec<String> = Vec::new();
        let mut more: Vec<String> = Vec::new();
        for change in changes {
            match change {
                EventChange::Amount(amount) => said.push(format!("{} instead", self.so_much(amount, replacement))),
                EventChange::Mana(mana) => {
                    let mana = match mana {
                        ManaType::Colored(color) => color.word(),
                        ManaType::Colorless => "colorless",
                    };
                    said.push(format!("it produces {mana} mana instead of any other type"));
                }
                EventChange::Tokens(token) => {
                    let token = self.token(token);
                    said.push(format!("that many {} are created instead", token.replacen("token", "tokens", 1)));
                }
                EventChange::Prevent(amount) => said.push(format!("prevent {} of that damage", self.value(amount))),
                EventChange::PreventAll => said.push("prevent that damage".to_owned()),
                EventChange::To(destination) => {
                    let it = self.event_object(replacement);
                    said.push(format!("{} instead", self.sent(&it, destination)));
                }
                EventChange::PrintedCounters(word) => {
                    said.push(format!("it enters with {word} counters equal to its printed {word}"));
                }
                EventChange::Tapped => said.push("it enters tapped".to_owned()),
                EventChange::Transformed => said.push("it enters transformed".to_owned()),
                EventChange::Counters(kind, amount) => {
                    let (one, many) = (format!("additional {kind} counter"), format!("additional {kind} counters"));
                    let (counters, rest) = self.counted(amount, &one, &many);
                    said.push(format!("it enters with {counters} on it{rest}"));
                }
                EventChange::UnderControl(who) => {
                    said.push(format!("it enters under {} control instead", self.any_player(who).possessive()));
                }
                EventChange::AsCopy(copy) => said.push(format!("it enters as {}", self.copy(copy))),
                EventChange::Redirect(to) => {
                    said.push(format!("that damage is dealt to {} instead", self.recipients(to).object()));
                }
                EventChange::First(effect) => said.push(format!("first {}", self.inline_effect(effect))),
                EventChange::Also(effect) => more.push(self.inline_effect(effect)),
            }
        }
        let happens = said.is_empty();
        let text = if happens { String::new() } else { listed(&said, "and") };
        let more = listed(&more, "and");
        match (happens, more.is_empty()) {
            (true, _) => format!("{} does and {more}", "that event").replace("that event does and", "also"),
            (false, true) => text,
            (false, false) if text.ends_with(" instead") || more.starts_with("you ") => and_sentence(&text, &more),
            (false, false) => format!("{text} and {more}"),
        }
    }
    /// The object that the event happens to: "it" or "that card".
    fn event_object(&mut self, replacement: &Replacement) -> Noun {
        self.again(Referent::Var(replacement.event)).unwrap_or_else(|| Noun::thing("it"))
    }
    /// The event with another amount.
    fn so_much(&mut self, amount: &Amount, replacement: &Replacement) -> String {
        let [pattern] = &replacement.pattern.any[..] else {
            return format!("the amount is {}", self.value(amount));
        };
        let who = |speech: &mut Self, players: &Players| match players {
            Players::You => Noun::you(),
            _ => speech.again(Referent::EventPlayer(replacement.event)).unwrap_or_else(|| Noun::player("that player")),
        };
        match pattern {
            Pattern::Damage { by, to_objects, to_players, kind: _ } => {
                let damage = self.that_damage(amount);
                let to = match (to_objects, to_players) {
                    (Filter::Never, Players::You) => "you".to_owned(),
                    (Filter::Never, _) => "that player".to_owned(),
                    (_, Players::None) => self.event_object(replacement).object(),
                    _ => "that permanent or player".to_owned(),
                };
                let to =
                    if *to_objects == Filter::Any && *to_players == Players::Each { String::new() } else { format!(" to {to}") };
                if *by == Filter::Any { format!("{damage} is dealt{to}") } else { format!("it deals {damage}{to}") }
            }
            Pattern::GainsLife(players) | Pattern::LosesLife(players) | Pattern::PaysLife(players) => {
                let who = who(self, players);
                let (life, rest) = self.much(amount, "life");
                let verb = match pattern {
                    Pattern::GainsLife(_) => who.verb("gains", "gain"),
                    Pattern::LosesLife(_) => who.verb("loses", "lose"),
                    _ => who.verb("pays", "pay"),
                };
                format!("{} {verb} {life}{rest}", who.text)
            }
            Pattern::PutsCounters(_, kind) => {
                let kind = kind.map_or(String::new(), |kind| format!("{kind} "));
                let (counters, rest) = self.counted(amount, &format!("{kind}counter"), &format!("{kind}counters"));
                format!("{counters} are put on it{rest}")
            }
            Pattern::PutsPlayerCounters(players, kind) => {
                let who = who(self, players);
                let kind = kind.map_or(String::new(), |kind| format!("{kind} "));
                let (counters, rest) = self.counted(amount, &format!("{kind}counter"), &format!("{kind}counters"));
                format!("{} {} {counters}{rest}", who.text, who.verb("gets", "get"))
            }
            Pattern::CreatesToken(..) => {
                let (tokens, rest) = self.counted(amount, "of those tokens", "of those tokens");
                format!("{tokens} are created{rest}")
            }
            Pattern::Draws(players) => {
                let who = who(self, players);
                let (cards, rest) = self.counted(amount, "card", "cards");
                format!("{} {} {cards}{rest}", who.text, who.verb("draws", "draw"))
            }
            Pattern::Acts(act, players) => {
                let who = who(self, players);
                let (one, many) = match act {
                    Act::Scry => ("scries", "scry"),
                    Act::Surveil => ("surveils", "surveil"),
                    Act::Mill => ("mills", "mill"),
                };
                match act {
                    Act::Mill => {
                        let (cards, rest) = self.counted(amount, "card", "cards");
                        format!("{} {} {cards}{rest}", who.text, who.verb(one, many))
                    }
                    Act::Scry | Act::Surveil => {
                        let cards = match self.quantity(amount) {
                            Quantity::Of(words) => {
                                words.replacen("that many", "that many cards", 1).replace(" plus 1", " plus one")
                            }
                            Quantity::Number(number) => number.to_string(),
                            _ => {
                                let (number, rest) = self.figure(amount);
                                format!("{}{rest}", number.replace("much", "many"))
                            }
                        };
                        let subject = if who.is_you() { String::new() } else { format!("{} ", who.text) };
                        format!("{subject}{} {cards}", who.verb(one, many))
                    }
                }
            }
            Pattern::AddsMana(_) | Pattern::TapsForMana(_) => {
                let (mana, rest) = self.much(amount, "mana");
                format!("it produces {mana}{rest}")
            }
            _ => format!("the amount is {}", self.value(amount)),
        }
    }
    /// "double that damage", "that much damage minus 1".
    fn that_damage(&mut self, amount: &Amount) -> String {
        match self.quantity(amount) {
            Quantity::Of(words) if words == "twice that many" => "double that damage".to_owned(),
            Quantity::Of(words) if words == "three times that many" => "triple that damage".to_owned(),
            _ => {
                let (damage, rest) = self.much(amount, "damage");
                let said = format!("{damage}{rest}");
                if said.contains(", rounded ") { format!("{said},") } else { said }
            }
        }
    }
    /// "exile it", "return it to its owner's hand".
    fn sent(&mut self, it: &Noun, to: &Destination) -> String {
        let them = it.object();
        let owner = format!("{} owner's", it.pronoun().possessive());
        match (to.zone, &to.position) {
            (ZoneKind::Exile, _) if to.face_down => format!("{} face down", self.exile(&them)),
            (ZoneKind::Exile, _) => self.exile(&them),
            (ZoneKind::Hand, _) => format!("return {them} to {owner} hand"),
            (ZoneKind::Graveyard, _) => format!("put {them} into {owner} graveyard"),
            (ZoneKind::Battlefield, _) => format!("put {them} onto the battlefield"),
            (ZoneKind::Library, LibraryPosition::Top) => format!("put {them} on top of {owner} library"),
            (ZoneKind::Library, LibraryPosition::Bottom | LibraryPosition::BottomRandom) => {
                format!("put {them} on the bottom of {owner} library")
            }
            (ZoneKind::Library, LibraryPosition::Shuffled) => format!("shuffle {them} into {owner} library"),
            (ZoneKind::Library, LibraryPosition::FromTop(amount)) => {
                format!("put {them} into {owner} library {} from the top", self.value(amount))
            }
            (ZoneKind::Command, _) => format!("put {them} into the command zone"),
            (ZoneKind::Stack, _) => format!("put {them} onto the stack"),
            (ZoneKind::Outside, _) => format!("{them} leaves the game"),
        }
    }
    /// "if that spell is countered this way, exile it instead of putting it into its owner's graveyard"
    pub(crate) fn countered_instead(&mut self, _: &Objects, replacement: &Replacement) -> Option<String> {
        let (Instead::Change(changes), [Pattern::Moves { to: Some(ZoneKind::Graveyard), .. }]) =
            (&replacement.instead, &replacement.pattern.any[..])
        else {
            return None;
        };
        let [EventChange::To(destination)] = &changes[..] else { return None };
        let sent = self.sent(&Noun::thing("it"), destination);
        Some(format!("if that spell is countered this way, {sent} instead of putting it into its owner's graveyard"))
    }
    /// What stands for an event that does not happen.
    pub(super) fn skipped(&mut self, pattern: &EventPattern) -> String {
        match &pattern.any[..] {
            [Pattern::Draws(Players::You)] => "skip that draw instead".to_owned(),
            [Pattern::Draws(_)] => "that player skips that draw instead".to_owned(),
            [Pattern::Begins(..)] => "that step is skipped instead".to_owned(),
            [Pattern::TurnBegins(_)] => "that turn is skipped instead".to_owned(),
            [Pattern::GainsLife(who)] => match who {
                Players::You => "you gain no life instead".to_owned(),
                _ => "that player gains no life instead".to_owned(),
            },
            [Pattern::PutsCounters(..)] => "no counters are put on it instead".to_owned(),
            [Pattern::CreatesToken(..)] => "no tokens are created instead".to_owned(),
            [Pattern::Destroyed(_) | Pattern::Moves { .. } | Pattern::Taps(_) | Pattern::Untaps(_)] => {
                "instead nothing happens to it".to_owned()
            }
            _ => "that doesn't happen".to_owned(),
        }
    }
}
