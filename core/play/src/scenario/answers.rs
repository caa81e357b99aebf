//! From what a scenario prepared to an answer that the engine takes.

use super::fail::Fail;
use super::stage::Handle;
use super::value::Prepared;
use crate::words::{self, Names};
use cardwright_engine::game::Game;
use cardwright_engine::ids::ObjectId;
use cardwright_engine::object::Recipient;
use cardwright_engine::question::{Answer, Ask, Choice, Purpose, Question};
use cardwright_script::diagnostic::nearest;
use rhai::{Dynamic, Map};
use smallvec::SmallVec;

/// A question with what is needed to understand an answer to it.
pub(super) struct Asked<'a> {
    pub game: &'a Game,
    pub names: &'a Names,
    pub tracked: &'a [ObjectId],
    pub question: &'a Question,
}

impl Asked<'_> {
    fn id(&self, handle: Handle) -> Option<ObjectId> {
        self.tracked.get(handle).copied()
    }
    fn words(&self, choice: &Choice) -> String {
        words::choice(self.game, self.names, choice)
    }
}

/// What the map of an action (`#{ targets: [..], x: 3 }`) answers, as far as it has not been used.
#[derive(Default)]
pub(super) struct ActionAnswers {
    targets: Option<Vec<Prepared>>,
    /// For each instance of "target" its own list.
    targets_apart: bool,
    x: Option<Prepared>,
    modes: Option<Prepared>,
    /// Whether a mode of `modes` was chosen where one is asked for at a time.
    modes_said: bool,
    costs: Option<Prepared>,
    /// Whether some question took what `costs` or `kicked` says.
    costs_used: bool,
    /// Whether optional costs are declined when nothing is said of them.
    declines_costs: bool,
    pay: Vec<Prepared>,
    divide: Option<Prepared>,
    life: Option<Prepared>,
    mana: Vec<Prepared>,
    answers: Vec<Prepared>,
    /// Which way of casting, face or ability the map names.
    pub way: Option<Prepared>,
    pub face: Option<Prepared>,
}

const KEYS: [&str; 14] =
    ["targets", "target", "x", "modes", "mode", "kicked", "costs", "cost", "way", "face", "divide", "pay", "life", "mana"];

impl ActionAnswers {
    /// The answers in the map of an action.
    pub fn from_map(map: &Map) -> Result<Self, Fail> {
        let mut answers = ActionAnswers { declines_costs: true, ..Self::default() };
        for (key, value) in map {
            answers.take(key, value)?;
        }
        Ok(answers)
    }

    fn take(&mut self, key: &str, value: &Dynamic) -> Result<(), Fail> {
        let prepared = Prepared::from(value)?;
        match key {
            "targets" | "target" => {
                let parts = prepared.parts().to_vec();
                self.targets_apart = !parts.is_empty() && parts.iter().all(|part| matches!(part, Prepared::List(_)));
                self.targets = Some(parts);
            }
            "x" => self.x = Some(prepared),
            "modes" | "mode" => self.modes = Some(prepared),
            "kicked" => {
                self.costs = Some(match prepared {
                    Prepared::Answer(true) => Prepared::Word("kick".to_owned()),
                    other => other,
                });
            }
            "costs" | "cost" => self.costs = Some(prepared),
            "way" => self.way = Some(prepared),
            "face" => self.face = Some(prepared),
            "divide" => self.divide = Some(prepared),
            "pay" => self.pay = prepared.parts().to_vec(),
            "life" => self.life = Some(prepared),
            "mana" => self.mana = prepared.parts().to_vec(),
            "will" => self.answers = prepared.parts().to_vec(),
            other => {
                let help = match nearest(other, KEYS.iter().copied().chain(["will"])) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => format!("it can be {}", KEYS.join(", ")),
                };
                return Err(Fail::wrong(format!("an action has no `{other}`; {help}")));
            }
        }
        Ok(())
    }

    /// The answer to a question, if this action's map has one.
    pub fn answer(&mut self, asked: &Asked<'_>) -> Option<Result<Answer, Fail>> {
        let purpose = purpose_of(&asked.question.ask);
        let fit = |prepared: &Prepared| {
            answer_for(asked, prepared).map_err(|reason| {
                Fail::refused(format!("{reason}\n  asked: {}", words::question(asked.game, asked.names, asked.question)))
            })
        };
        match purpose? {
            Purpose::Targets(_) | Purpose::NewTargets => self.next_targets(asked).map(|wanted| fit(&wanted)),
            Purpose::X => self.x.take().map(|x| fit(&x)),
            Purpose::Modes => self.next_modes(asked).map(|modes| fit(&modes)),
            Purpose::OptionalCost | Purpose::AdditionalCost => self.cost(asked, purpose?),
            Purpose::Division => self.divide.take().map(|divide| fit(&divide)),
            Purpose::PhyrexianMana => self.life.as_ref().map(&fit),
            Purpose::PayCost | Purpose::PayWith | Purpose::Sacrifice | Purpose::Discard if !self.pay.is_empty() => {
                self.payment(asked).map(|wanted| fit(&wanted))
            }
            Purpose::ManaType | Purpose::Color if !self.mana.is_empty() => Some(fit(&self.mana.remove(0))),
            _ if !self.answers.is_empty() => Some(fit(&self.answers.remove(0))),
            _ => None,
        }
    }

    /// The targets for the next instance of "target": its own list, or as many from the one list as it takes.
    fn next_targets(&mut self, asked: &Asked<'_>) -> Option<Prepared> {
        let targets = self.targets.as_mut()?;
        let Ask::Choose { max, min, .. } = &asked.question.ask else { return None };
        if self.targets_apart {
            // An instance may be asked for in two parts: the first target, then those that go with it.
            if let Some(Prepared::List(one)) = targets.first_mut()
                && *max == 1
                && one.len() > 1
            {
                return Some(Prepared::List(vec![one.remove(0)]));
            }
            return (!targets.is_empty()).then(|| targets.remove(0));
        }
        let mut wanted = Vec::new();
        while (wanted.len() as u32) < *max && !targets.is_empty() {
            // What another instance must be meant for is left to it, once this one has enough.
            if wanted.len() as u32 >= *min && place_of(asked, &targets[0], &[]).is_err() {
                break;
            }
            wanted.push(targets.remove(0));
        }
        Some(Prepared::List(wanted))
    }

    /// Modes: all at once, or one after another where a mode may be chosen more than once (700.2d).
    fn next_modes(&mut self, asked: &Asked<'_>) -> Option<Prepared> {
        let Some(modes) = self.modes.take() else {
            // As many as were said: no more of them.
            let enough = self.modes_said && matches!(&asked.question.ask, Ask::Choose { min: 0, .. });
            return enough.then(|| Prepared::List(Vec::new()));
        };
        let Ask::Choose { max: 1, .. } = &asked.question.ask else { return Some(modes) };
        let (first, rest) = modes.parts().split_first()?;
        self.modes_said = true;
        if !rest.is_empty() {
            self.modes = Some(Prepared::List(rest.to_vec()));
        }
        Some(first.clone())
    }

    /// Objects to pay with: as many of the prepared ones as the question takes.
    fn payment(&mut self, asked: &Asked<'_>) -> Option<Prepared> {
        let Ask::Choose { max, .. } = &asked.question.ask else { return Some(self.pay.remove(0)) };
        let fitting: Vec<usize> =
            (0..self.pay.len()).filter(|place| place_of(asked, &self.pay[*place], &[]).is_ok()).take(*max as usize).collect();
        if fitting.is_empty() {
            return None;
        }
        let wanted = fitting.iter().map(|place| self.pay[*place].clone()).collect();
        for place in fitting.into_iter().rev() {
            self.pay.remove(place);
        }
        Some(Prepared::List(wanted))
    }

    /// Optional and alternative additional costs. Unless the map says otherwise, optional ones are not paid.
    fn cost(&mut self, asked: &Asked<'_>, purpose: Purpose) -> Option<Result<Answer, Fail>> {
        let wanted = self.costs.clone();
        self.costs_used |= wanted.is_some();
        match (&asked.question.ask, wanted) {
            (Ask::Choose { options, .. }, Some(wanted)) => {
                let mut chosen = SmallVec::new();
                for part in wanted.parts() {
                    match (part, place_of(asked, part, &chosen)) {
                        (_, Ok(place)) => chosen.push(place),
                        // "kicked" is whatever cost is called so, or the only one.
                        (Prepared::Word(_), Err(_)) => {
                            let yes = options.iter().position(|option| matches!(option, Choice::Answer(true)));
                            let tag = options.iter().position(|option| matches_cost(option, part));
                            let only = (options.len() == 1).then_some(0);
                            match yes.or(tag).or(only) {
                                Some(place) => chosen.push(place as u32),
                                None => return Some(Err(Fail::refused("there is no such additional cost"))),
                            }
                        }
                        (_, Err(reason)) => return Some(Err(Fail::refused(reason))),
                    }
                }
                Some(Ok(Answer::Chosen(chosen)))
            }
            (Ask::Number { .. }, Some(Prepared::Number(times))) => Some(Ok(Answer::Number(times as i32))),
            (Ask::Number { .. }, Some(Prepared::Answer(false))) => Some(Ok(Answer::Number(0))),
            (Ask::Number { .. }, Some(_)) => Some(Ok(Answer::Number(1))),
            (Ask::Choose { options, min, .. }, None) if self.declines_costs && purpose == Purpose::OptionalCost => {
                let no = options.iter().position(|option| matches!(option, Choice::Answer(false)));
                match no {
                    Some(place) => Some(Ok(Answer::Chosen(SmallVec::from_slice(&[place as u32])))),
                    // What was chosen before asks for it (modern 601.5).
                    None if *min > 0 => Some(Err(Fail::refused("an additional cost has to be paid, and nothing was said of it"))),
                    None => (*min == 0).then(|| Ok(Answer::Chosen(SmallVec::new()))),
                }
            }
            (Ask::Number { min, .. }, None) if self.declines_costs => Some(Ok(Answer::Number(*min))),
            _ => None,
        }
    }

    /// Complains about what was prepared and not asked for: it says something that did not happen.
    pub fn leftover(&self) -> Result<(), Fail> {
        let unused = [
            (self.targets.as_ref().is_some_and(|targets| !targets.is_empty()), "targets"),
            (self.x.is_some(), "x"),
            (self.modes.is_some(), "modes"),
            (self.divide.is_some(), "divide"),
            (!self.costs_used && self.costs.as_ref().is_some_and(asks_for_payment), "costs"),
            (!self.pay.is_empty(), "pay"),
            (!self.mana.is_empty(), "mana"),
            (!self.answers.is_empty(), "will"),
        ];
        match unused.iter().find(|(left, _)| *left) {
            Some((_, "costs")) => Err(Fail::refused(
                "the additional cost that `kicked` or `costs` names was not paid: there is none, or it cannot be paid",
            )),
            Some((_, key)) => Err(Fail::refused(format!("nothing asked for the `{key}` of this action"))),
            None => Ok(()),
        }
    }
}

/// Whether the answer says that something is to be paid.
fn asks_for_payment(costs: &Prepared) -> bool {
    match costs {
        Prepared::Answer(yes) => *yes,
        Prepared::Number(times) => *times != 0,
        Prepared::List(all) => all.iter().any(asks_for_payment),
        _ => true,
    }
}

fn matches_cost(option: &Choice, wanted: &Prepared) -> bool {
    match (option, wanted) {
        (Choice::Cost(tag), Prepared::Word(word)) => tag.as_str().contains(word.as_str()),
        _ => false,
    }
}

fn purpose_of(ask: &Ask) -> Option<Purpose> {
    match ask {
        Ask::Choose { purpose, .. } | Ask::Number { purpose, .. } | Ask::Divide { purpose, .. } => Some(*purpose),
        Ask::AssignDamage(_) => Some(Purpose::Division),
        Ask::Priority(_) | Ask::Attackers(_) | Ask::Blockers(_) => None,
    }
}

/// The prepared value as an answer to the question, or why it is none.
pub(super) fn answer_for(asked: &Asked<'_>, prepared: &Prepared) -> Result<Answer, String> {
    match &asked.question.ask {
        Ask::Choose { .. } => choose(asked, prepared),
        Ask::Number { .. } => match prepared {
            Prepared::Number(number) => Ok(Answer::Number((*number).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)),
            Prepared::Answer(yes) => Ok(Answer::Number(i32::from(*yes))),
            _ => Err("a number is asked for".to_owned()),
        },
        Ask::Divide { among, .. } => division(asked, prepared, among),
        Ask::AssignDamage(options) => {
            let among: Vec<Recipient> = options.among.iter().map(|(recipient, _)| *recipient).collect();
            division(asked, prepared, &among)
        }
        Ask::Attackers(_) | Ask::Blockers(_) => Err("attackers and blockers are declared with `attack` and `block`".to_owned()),
        Ask::Priority(_) => Err("a player with priority acts or passes".to_owned()),
    }
}

fn choose(asked: &Asked<'_>, prepared: &Prepared) -> Result<Answer, String> {
    let Ask::Choose { options, min, .. } = &asked.question.ask else { return Err("nothing is chosen".to_owned()) };
    if let Prepared::Answer(yes) = prepared {
        let is_answer = |option: &Choice| matches!(option, Choice::Answer(one) | Choice::PayLife(one) if one == yes);
        if let Some(place) = options.iter().position(is_answer) {
            return Ok(Answer::Chosen(SmallVec::from_slice(&[place as u32])));
        }
        if !yes && *min == 0 {
            return Ok(Answer::Chosen(SmallVec::new()));
        }
        if *yes && options.len() == 1 {
            return Ok(Answer::Chosen(SmallVec::from_slice(&[0])));
        }
        return Err("this is not a question of yes or no".to_owned());
    }
    let mut chosen: SmallVec<[u32; 4]> = SmallVec::new();
    for part in prepared.parts() {
        chosen.push(place_of(asked, part, &chosen)?);
    }
    Ok(Answer::Chosen(chosen))
}

/// The place of the option that is meant, one that has not been chosen already.
fn place_of(asked: &Asked<'_>, part: &Prepared, chosen: &[u32]) -> Result<u32, String> {
    let Ask::Choose { options, .. } = &asked.question.ask else { return Err("nothing is chosen".to_owned()) };
    let free = |place: &usize| !chosen.contains(&(*place as u32));
    let position = |wanted: &dyn Fn(&Choice) -> bool| (0..options.len()).filter(free).find(|place| wanted(&options[*place]));
    let (found, called) = match part {
        Prepared::Card(handle) => {
            let id = asked.id(*handle);
            let found = position(&|option| match option {
                Choice::Object(object) => Some(*object) == id,
                Choice::Ability { source, .. } => Some(*source) == id,
                _ => false,
            });
            (found, id.map_or_else(|| "it".to_owned(), |id| asked.names.object(asked.game, id)))
        }
        Prepared::Player(player) => (position(&|option| *option == Choice::Player(*player)), asked.names.player(*player)),
        Prepared::Answer(yes) => {
            (position(&|option| *option == Choice::Answer(*yes)), if *yes { "yes" } else { "no" }.to_owned())
        }
        Prepared::Number(number) => {
            let found = position(&|option| match option {
                Choice::Mode(mode) => i64::from(*mode) + 1 == *number,
                Choice::Word(word) => word.as_str() == number.to_string(),
                _ => false,
            });
            // Modes are known by their numbers; those that cannot be chosen do not shift the others.
            let is_modal = options.iter().any(|option| matches!(option, Choice::Mode(_)));
            let by_place = usize::try_from(*number - 1).ok().filter(|place| !is_modal && *place < options.len() && free(place));
            (found.or(by_place), format!("option {number}"))
        }
        Prepared::Word(word) => (position(&|option| is_called(asked, option, word)), word.clone()),
        Prepared::List(_) => (None, "a list".to_owned()),
    };
    found.map(|place| place as u32).ok_or_else(|| {
        let what = match purpose_of(&asked.question.ask) {
            Some(Purpose::Targets(_)) => "is not a legal target",
            _ => "is not among the options",
        };
        let options: Vec<String> = options.iter().map(|option| asked.words(option)).collect();
        format!("{called} {what} (legal: {})", words::list(&options))
    })
}

fn is_called(asked: &Asked<'_>, option: &Choice, word: &str) -> bool {
    let bare = |text: &str| text.trim_matches(['{', '}']).to_lowercase();
    match option {
        Choice::Object(object) => asked.names.object(asked.game, *object) == word,
        Choice::Ability { source, .. } => asked.names.object(asked.game, *source) == word,
        Choice::Cost(tag) => tag.as_str() == word,
        Choice::Color(color) => color.word() == word || color.letter().to_string() == bare(word).to_uppercase(),
        Choice::Mana(cardwright_engine::mana::ManaType::Colored(color)) => {
            color.word() == word || color.letter().to_string() == bare(word).to_uppercase()
        }
        Choice::Mana(cardwright_engine::mana::ManaType::Colorless) => word == "colorless" || bare(word) == "c",
        Choice::PayLife(life) => (word == "life") == *life,
        other => asked.words(other).eq_ignore_ascii_case(word),
    }
}

fn division(asked: &Asked<'_>, prepared: &Prepared, among: &[Recipient]) -> Result<Answer, String> {
    let mut parts: SmallVec<[u32; 4]> = SmallVec::new();
    for part in prepared.parts() {
        match part {
            Prepared::Number(number) if *number >= 0 => parts.push((*number).min(i64::from(u32::MAX)) as u32),
            _ => return Err("a division is a list of numbers, in the order of what it is divided among".to_owned()),
        }
    }
    if parts.len() != among.len() {
        let among: Vec<_> = among.iter().map(|one| asked.names.recipient(asked.game, *one)).collect();
        return Err(format!("it is divided among {}, so it takes {}", words::list(&among), words::count(among.len(), "number")));
    }
    Ok(Answer::Division(parts))
}

/// The answer to a question that nobody has to prepare: one whose options are all alike.
pub(super) fn by_default(game: &Game, question: &Question) -> Option<Answer> {
    let Ask::Choose { purpose, options, min, max, ordered } = &question.ask else { return None };
    match purpose {
        Purpose::KeepHand => options
            .iter()
            .position(|option| *option == Choice::Answer(true))
            .map(|place| Answer::Chosen(SmallVec::from_slice(&[place as u32]))),
        // Mana is used where it can be; what stands in for it only where it must, or where the scenario says so.
        Purpose::PayWith if *min == 0 => Some(Answer::Chosen(SmallVec::new())),
        Purpose::PayWith => Some(Answer::Chosen(SmallVec::from_slice(&[0]))),
        // Which of several equal mana sources pays makes no difference that a scenario wants to speak of.
        _ if min == max && !ordered && alike(game, options) => Some(Answer::Chosen((0..*min).collect())),
        _ => None,
    }
}

/// Whether all options are objects that nobody can tell apart: of one definition, in hidden or equal circumstances.
fn alike(game: &Game, options: &[Choice]) -> bool {
    let mut objects = options.iter().map(|option| match option {
        Choice::Object(id) => game.object(*id),
        _ => None,
    });
    let Some(Some(first)) = objects.next() else { return false };
    objects.all(|object| {
        object.is_some_and(|object| {
            object.def == first.def
                && object.zone == first.zone
                && object.owner == first.owner
                && object.tapped == first.tapped
                && object.counters == first.counters
                && object.attached_to == first.attached_to
                && object.damage == first.damage
        })
    })
}
