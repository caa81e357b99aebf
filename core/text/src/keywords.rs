//! Keyword abilities: "Flying, trample", "Cycling {2}", with reminder text where it is wanted.

use crate::filter::Article;
use crate::sentence::capital;
use crate::speech::Speech;
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Ability, Filter, Keyword, TargetRule};

impl Speech<'_> {
    /// The keyword with its argument: "flying", "ward {2}", "protection from black", "ward—pay 2 life".
    pub(crate) fn keyword(&self, keyword: Keyword) -> String {
        let (name, argument) = (keyword.name.as_str(), keyword.argument.as_str());
        if argument.is_empty() {
            return name.to_owned();
        }
        match name {
            "protection" | "hexproof" => format!("{name} from {argument}"),
            _ if is_cost_in_words(argument) => format!("{name}—{}", capital(argument)),
            _ => format!("{name} {argument}"),
        }
    }

    /// The keyword with its argument, which only its abilities know where a script gives it in other ways than in words:
    /// "protection from red creatures".
    pub(crate) fn keyword_of(&mut self, keyword: Keyword, abilities: &[&Ability]) -> String {
        if keyword.name.as_str() != "protection" || !keyword.argument.as_str().is_empty() {
            return self.keyword(keyword);
        }
        let mut quality = None;
        for ability in abilities {
            ability.each(|rule: &TargetRule| match rule {
                TargetRule::CantTarget(_, by) | TargetRule::CantTargetPlayer(_, by) => quality = Some(by.clone()),
                TargetRule::CantAttach(..)
                | TargetRule::AttachesTo(..)
                | TargetRule::AttachesNowhere
                | TargetRule::AttachesAsCreature => {}
            });
        }
        match quality {
            Some(Filter::Any) => format!("{} from everything", keyword.name),
            Some(quality) => {
                let quality = self.filter(&quality, Article::Many).object();
                // "protection from the chosen color"
                format!("{} from {}", keyword.name, quality.strip_prefix("permanents of ").unwrap_or(&quality))
            }
            None => self.keyword(keyword),
        }
    }

    /// The keyword as a paragraph begins with it, with its reminder text if that is wanted.
    pub(crate) fn keyword_line(&self, keyword: Keyword) -> String {
        let said = capital(&self.keyword(keyword));
        match self.reminder(keyword) {
            Some(reminder) => format!("{said} {reminder}"),
            None => said,
        }
    }

    /// "(This creature can't be blocked except ...)", if reminders are wanted.
    pub(crate) fn reminder(&self, keyword: Keyword) -> Option<String> {
        if !self.style.reminders {
            return None;
        }
        let reminder = self.lexicon.reminder(keyword.name, keyword.argument.as_str())?;
        Some(format!("({reminder})"))
    }
}

/// Whether the keyword has a line of its own: what has an argument, and what says when a card is cast.
pub(crate) fn stands_alone(keyword: Keyword) -> bool {
    let name = keyword.name.as_str();
    name == "flash" || !keyword.argument.as_str().is_empty() && name != "protection" && name != "hexproof"
}

/// "pay 2 life" is a cost in words, "{2}", "3", "red" and "creature" are not.
fn is_cost_in_words(argument: &str) -> bool {
    let first = argument.split(' ').next().unwrap_or_default().to_lowercase();
    ["pay", "sacrifice", "discard", "exile", "tap", "return", "remove", "reveal", "mill", "put"].contains(&first.as_str())
}
