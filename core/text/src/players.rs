//! Players as nouns.

use crate::filter::{Article, so_many_text};
use crate::noun::Noun;
use crate::sentence::listed;
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{Amount, Comparison, Condition, Extreme, Objects, PlayerFilter, Players};
use cardwright_engine::ids::Var;

impl Speech<'_> {
    /// The players as a noun: "you", "each opponent", "target player", "that player", "its controller".
    pub(crate) fn players(&mut self, players: &Players) -> Noun {
        match players {
            Players::You => Noun::you(),
            Players::None => Noun::player("no player"),
            Players::Each => Noun::player("each player"),
            Players::Opponents => Noun::player("each opponent"),
            Players::Target(slot) => self.target(*slot),
            Players::Var(var) => match self.introduced(Referent::Var(*var)) {
                Some(noun) => noun,
                None => self.that_player(Referent::Var(*var)),
            },
            Players::EventPlayer(var) => self.that_player(Referent::EventPlayer(*var)),
            Players::ControllerOf(objects) => self.belonging(objects, "controller"),
            Players::OwnerOf(objects) => self.belonging(objects, "owner"),
            Players::ProtectorOf(objects) => self.belonging(objects, "protector"),
            Players::DefendingPlayer(_) => Noun::player("defending player"),
            Players::Active => Noun::player("the active player"),
            Players::Linked(_) => Noun::player("the chosen player"),
            Players::Host(_) => {
                if self.mention(Referent::Host).is_some() {
                    return Noun::player("that player");
                }
                self.mentioned(Referent::Host, Noun::player("player"));
                Noun::player("enchanted player")
            }
            Players::Union(all) => {
                let nouns: Vec<String> = all.iter().map(|one| self.players(one).object()).collect();
                Noun::players(listed(&nouns, "and"))
            }
            Players::Among(of, filter) => {
                let of = self.players(of);
                let quality = self.player_quality(filter);
                Noun { text: format!("{} who {quality}", of.text), ..of }
            }
            Players::TeammatesOf(of) => match self.players(of) {
                you if you.is_you() => Noun::player("each teammate"),
                other => Noun::player(format!("each of {} teammates", other.possessive())),
            },
            Players::NextAfter(of) => match self.players(of) {
                you if you.is_you() => Noun::player("the player to your left"),
                other => Noun::player(format!("the player to {} left", other.possessive())),
            },
            Players::Except(of, without) => {
                let (of, without) = (self.players(of), self.players(without));
                Noun { text: format!("{} other than {}", of.text, without.object()), ..of }
            }
            Players::Most(of, var, amount, extreme) => {
                let of = self.players(of);
                let most = self.most(*var, amount, *extreme);
                Noun { text: format!("{} {most}", of.text), ..of }
            }
        }
    }

    /// The players where a rule speaks of each one of them: "a player", "an opponent", "you".
    pub(crate) fn any_player(&mut self, players: &Players) -> Noun {
        match players {
            Players::Each => Noun::player("a player"),
            Players::Opponents => Noun::player("an opponent"),
            Players::TeammatesOf(of) if **of == Players::You => Noun::player("a teammate"),
            Players::Union(all) => {
                let nouns: Vec<Noun> = all.iter().map(|one| self.any_player(one)).collect();
                Noun::player(crate::filter::any_of(&nouns))
            }
            Players::Among(of, filter) => {
                let of = self.any_player(of);
                let quality = self.player_quality(filter);
                Noun { text: format!("{} who {quality}", of.text), ..of }
            }
            Players::Except(of, without) => match (&**of, &**without) {
                (Players::Each, Players::You) => Noun::player("another player"),
                (of, without) => {
                    let (of, without) = (self.any_player(of), self.players(without));
                    Noun { text: format!("{} other than {}", of.text, without.object()), ..of }
                }
            },
            Players::Most(of, var, amount, extreme) => {
                let of = self.any_player(of);
                let most = self.most(*var, amount, *extreme);
                Noun { text: format!("{} {most}", of.text), ..of }
            }
            Players::You
            | Players::None
            | Players::Target(_)
            | Players::Var(_)
            | Players::EventPlayer(_)
            | Players::ControllerOf(_)
            | Players::OwnerOf(_)
            | Players::DefendingPlayer(_)
            | Players::ProtectorOf(_)
            | Players::Active
            | Players::Linked(_)
            | Players::Host(_)
            | Players::TeammatesOf(_)
            | Players::NextAfter(_) => self.players(players),
        }
    }

    /// All of the players together: "players", "your opponents", "you".
    pub(crate) fn all_players(&mut self, players: &Players) -> Noun {
        match players {
            Players::Each => Noun::players("players"),
            Players::Opponents => Noun::players("your opponents"),
            Players::TeammatesOf(of) if **of == Players::You => Noun::players("your teammates"),
            other => self.players(other),
        }
    }

    /// What is true of a player, behind "who": "controls more creatures than you".
    pub(crate) fn player_quality(&mut self, filter: &PlayerFilter) -> String {
        match filter {
            PlayerFilter::Compare(_, left, Comparison::Equal, right)
                if **right == Amount::Fixed(1) && matches!(**left, Amount::If(..)) =>
            {
                let Amount::If(condition, ..) = &**left else { return String::new() };
                self.condition_of_who(condition)
            }
            PlayerFilter::Compare(var, left, comparison, right) => self.player_compare(*var, left, *comparison, right),
            PlayerFilter::Is(players) => {
                let who = self.any_player(players);
                format!("is {}", who.object())
            }
            PlayerFilter::Attacking(players) => {
                let whom = self.any_player(players);
                format!("is attacking {}", whom.object())
            }
            PlayerFilter::Not(inner) => match &**inner {
                PlayerFilter::Compare(var, left, comparison, right) => {
                    self.player_compare(*var, left, crate::filter::opposite(*comparison), right)
                }
                PlayerFilter::Is(players) => {
                    let who = self.any_player(players);
                    format!("isn't {}", who.object())
                }
                PlayerFilter::Attacking(players) => {
                    let whom = self.any_player(players);
                    format!("isn't attacking {}", whom.object())
                }
                PlayerFilter::Not(again) => self.player_quality(again),
            },
        }
    }

    /// "controls no creatures", "has four or more cards in hand", "has less life than you".
    fn player_compare(&mut self, var: Var, left: &Amount, comparison: Comparison, right: &Amount) -> String {
        match left {
            Amount::Count(filter) => {
                let than = self.than_you(var, left, right);
                let one = self.filter(&without_player(filter, var), Article::One).text;
                match than {
                    Some(who) => format!("controls {} {} than {who}", more(comparison), crate::words::plural(&one)),
                    None => format!("controls {}", self.so_many(comparison, right, &one)),
                }
            }
            Amount::HandSize(_) => match self.than_you(var, left, right) {
                Some(who) => format!("has {} cards in hand than {who}", more(comparison)),
                None => format!("has {} in hand", self.so_many(comparison, right, "card")),
            },
            Amount::Life(_) => match self.than_you(var, left, right) {
                Some(who) => {
                    format!("has {} life than {who}", if more(comparison) == "fewer" { "less" } else { more(comparison) })
                }
                None => format!("has {} life", self.life_compared(comparison, right)),
            },
            Amount::LibrarySize(_) => format!("has {} in their library", self.so_many(comparison, right, "card")),
            Amount::PlayerCounters(_, kind) => {
                format!("has {}", self.so_many(comparison, right, &format!("{kind} counter")))
            }
            other => {
                let number = self.value(other);
                so_many_text(&number, &self.compared(comparison, right))
            }
        }
    }

    /// Whether the right side is the same number counted for somebody else: "than you".
    fn than_you(&mut self, var: Var, left: &Amount, right: &Amount) -> Option<String> {
        let _ = var;
        let who = match (left, right) {
            (Amount::Life(_), Amount::Life(players)) | (Amount::HandSize(_), Amount::HandSize(players)) => (**players).clone(),
            (Amount::Count(a), Amount::Count(b)) => {
                let (a, b) = (controller_in(a)?, controller_in(b)?);
                if a == b {
                    return None;
                }
                b
            }
            _ => return None,
        };
        Some(self.players(&who).object())
    }

    /// A condition about the player of whom "who" speaks.
    fn condition_of_who(&mut self, condition: &Condition) -> String {
        let said = self.condition(condition);
        ["that player ", "they "].iter().find_map(|start| said.strip_prefix(start)).map_or(said.clone(), str::to_owned)
    }

    /// "with the most life", "who controls the fewest creatures".
    fn most(&mut self, var: Var, amount: &Amount, extreme: Extreme) -> String {
        let word = match extreme {
            Extreme::Greatest => "most",
            Extreme::Least => "fewest",
        };
        match amount {
            Amount::Life(_) => format!("with the {} life", if word == "most" { "most" } else { "least" }),
            Amount::HandSize(_) => format!("with the {word} cards in hand"),
            Amount::LibrarySize(_) => format!("with the {word} cards in their library"),
            Amount::Count(filter) => {
                let what = self.filter(&without_player(filter, var), Article::Many).text;
                format!("who controls the {word} {what}")
            }
            other => {
                let value = self.value(other);
                format!("for whom {value} is {}", if word == "most" { "greatest" } else { "least" })
            }
        }
    }

    /// A player who was named before.
    fn that_player(&mut self, referent: Referent) -> Noun {
        self.again(referent).unwrap_or_else(|| Noun::player("that player"))
    }

    /// "its controller", "that creature's owner".
    fn belonging(&mut self, objects: &Objects, word: &str) -> Noun {
        // What is yours on the battlefield is controlled by you.
        let noun = self.objects(objects);
        let many = noun.number == crate::noun::Number::Many;
        let word = if many { crate::words::plural(word) } else { word.to_owned() };
        let text = format!("{} {word}", noun.possessive());
        if many { Noun::players(text) } else { Noun::player(text) }
    }
}

/// "more" or "fewer".
pub(crate) fn more(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Greater => "more",
        Comparison::Less => "fewer",
        Comparison::AtLeast => "at least as many",
        Comparison::AtMost => "no more",
        Comparison::Equal => "exactly as many",
        Comparison::NotEqual => "not as many",
    }
}

/// The filter without what says that this player controls it: the verb says so.
pub(crate) fn without_player(filter: &cardwright_engine::ability::Filter, var: Var) -> cardwright_engine::ability::Filter {
    use cardwright_engine::ability::Filter;
    match filter {
        Filter::And(all) => all.iter().map(|one| without_player(one, var)).fold(Filter::Any, Filter::and),
        Filter::ControlledBy(players) if **players == Players::Var(var) => Filter::Any,
        other => other.clone(),
    }
}

/// Whose things a filter speaks of.
pub(crate) fn controller_in(filter: &cardwright_engine::ability::Filter) -> Option<Players> {
    use cardwright_engine::ability::Filter;
    match filter {
        Filter::And(all) => all.iter().find_map(controller_in),
        Filter::ControlledBy(players) => Some((**players).clone()),
        _ => None,
    }
}
