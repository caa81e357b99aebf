//! What somebody does, and how several such things become sentences: joined where the genre joins them.

use crate::noun::Noun;
use crate::sentence::{listed, sentence};
use cardwright_engine::ability::{Objects, Players};

/// Who or what does something.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Actor {
    /// "you", left out in instructions.
    You,
    /// Whoever the clause before "may" speaks of: left out behind it.
    Doer,
    /// These players, as the noun says.
    Players(Players, Noun),
    /// These objects.
    Objects(Objects, Noun),
}

impl Actor {
    /// Whether both are the same, whatever they are called.
    pub(crate) fn same(&self, other: &Actor) -> bool {
        match (self, other) {
            (Actor::You, Actor::You) | (Actor::Doer, Actor::Doer) => true,
            (Actor::Players(a, _), Actor::Players(b, _)) => a == b,
            (Actor::Objects(a, _), Actor::Objects(b, _)) => a == b,
            _ => false,
        }
    }
    pub(crate) fn noun(&self) -> Noun {
        match self {
            Actor::You => Noun::you(),
            Actor::Doer => Noun::player("they"),
            Actor::Players(_, noun) | Actor::Objects(_, noun) => noun.clone(),
        }
    }
}

/// One thing that is done: "draws two cards".
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Act {
    pub actor: Actor,
    /// "draws"
    pub one: String,
    /// "draw": also behind "may" and "you".
    pub many: String,
    /// "two cards"
    pub rest: String,
    /// Whether "you" is said: "you gain 3 life", but "draw a card".
    pub says_you: bool,
    /// How it goes on behind "and" where it is the same again: "2 damage to you" behind "deals 2 damage to that creature".
    pub again: Option<String>,
}

impl Act {
    pub(crate) fn new(actor: Actor, one: &str, many: &str, rest: impl Into<String>) -> Act {
        Act { actor, one: one.to_owned(), many: many.to_owned(), rest: rest.into(), says_you: false, again: None }
    }
    /// An instruction: "draw", "draws".
    pub(crate) fn regular(actor: Actor, verb: &str, rest: impl Into<String>) -> Act {
        Act::new(actor, &third_person(verb), verb, rest)
    }
    pub(crate) fn saying_you(mut self) -> Act {
        self.says_you = true;
        self
    }
    /// With that behind it.
    pub(crate) fn with(mut self, more: &str) -> Act {
        if !more.is_empty() {
            let gap = if self.rest.is_empty() || more.starts_with([',', ' ']) { "" } else { " " };
            self.rest = format!("{}{gap}{more}", self.rest);
        }
        self
    }
    /// Without its subject, as it stands behind "may": "draw two cards".
    fn bare(&self) -> String {
        spaced(&self.many, &self.rest)
    }
    /// Without its subject, agreeing with it: "draws two cards".
    fn predicate(&self) -> String {
        let verb = match &self.actor {
            Actor::You | Actor::Doer => &self.many,
            Actor::Players(_, noun) | Actor::Objects(_, noun) => noun.verb(&self.one, &self.many),
        };
        spaced(verb, &self.rest)
    }
    fn said(&self, you: bool) -> String {
        match &self.actor {
            Actor::You if you => format!("you {}", self.predicate()),
            Actor::You | Actor::Doer => self.predicate(),
            Actor::Players(_, noun) | Actor::Objects(_, noun) => format!("{} {}", noun.text, self.predicate()),
        }
    }
}

/// "draws" for "draw", "searches" for "search", "copies" for "copy".
pub(crate) fn third_person(verb: &str) -> String {
    if let Some(stem) = verb.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        return format!("{stem}ies");
    }
    let hissing = ["s", "x", "ch", "sh", "z", "o"].iter().any(|end| verb.ends_with(end));
    format!("{verb}{}", if hissing { "es" } else { "s" })
}

fn spaced(front: &str, rest: &str) -> String {
    match (front.is_empty(), rest.is_empty(), rest.starts_with(',')) {
        (true, ..) => rest.to_owned(),
        (_, true, _) => front.to_owned(),
        (_, _, true) => format!("{front}{rest}"),
        _ => format!("{front} {rest}"),
    }
}

/// "whenever" for "Whenever".
pub(crate) fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// "pays {2} and sacrifices a creature" for "pay {2} and sacrifice a creature".
pub(crate) fn in_third_person(instruction: &str) -> String {
    const VERBS: [&str; 14] = [
        "pay",
        "sacrifice",
        "discard",
        "tap",
        "untap",
        "exile",
        "return",
        "reveal",
        "remove",
        "put",
        "mill",
        "draw",
        "lose",
        "pays",
    ];
    let words: Vec<&str> = instruction.split(' ').collect();
    let verb = |place: usize| place == 0 || matches!(words[place - 1], "and" | "or") && VERBS.contains(&words[place]);
    let said = words.iter().enumerate().map(|(place, word)| if verb(place) { third_person(word) } else { (*word).to_owned() });
    said.collect::<Vec<_>>().join(" ").replace(" your ", " their ")
}

/// A piece of a sentence.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Line {
    Act(Act),
    /// A whole clause without a capital and a full stop.
    Text(String),
    /// "after this phase, there is ..."; behind something else that ends with a comma, the front comes last.
    Fronted(String, String),
}

/// How a piece follows the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Glue {
    /// A sentence of its own.
    Sentence,
    /// ". Then ..."
    ThenSentence,
    /// ", then ..."
    Then,
    /// " and ..."
    And,
}

/// A piece with how it follows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Piece {
    pub glue: Glue,
    pub line: Line,
}

impl Piece {
    pub(crate) fn act(act: Act) -> Piece {
        Piece { glue: Glue::Sentence, line: Line::Act(act) }
    }
    pub(crate) fn text(text: impl Into<String>) -> Piece {
        Piece { glue: Glue::Sentence, line: Line::Text(text.into()) }
    }
    pub(crate) fn glued(mut self, glue: Glue) -> Piece {
        self.glue = glue;
        self
    }
}

/// Instructions to "you" say so: others were spoken of before.
pub(crate) fn say_you(pieces: &mut [Piece]) {
    for piece in pieces {
        if let Line::Act(act) = &mut piece.line {
            act.says_you = true;
        }
    }
}

/// How the acts of a sentence are said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As a sentence: "target player draws a card", "you gain 3 life".
    Plain,
    /// Behind "you may": "draw a card", "have target player draw a card".
    Bare,
}

/// The pieces as sentences with capitals and full stops, the first behind the lead ("When Gale Warden enters,") if there is one.
pub(crate) fn sentences(pieces: &[Piece], lead: &str) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut rest = pieces;
    while !rest.is_empty() {
        let (run, after) = first_sentence(rest);
        let alone = said.is_empty() && !lead.is_empty();
        let mut text = one_sentence(run, Form::Plain, alone);
        if alone {
            text = format!("{lead} {text}");
        } else if !said.is_empty() && run[0].glue == Glue::ThenSentence {
            text = format!("then {text}");
        }
        said.push(sentence(&text));
        rest = after;
    }
    said.join(" ")
}

/// The pieces up to the end of the first sentence, and the others.
pub(crate) fn first_sentence(pieces: &[Piece]) -> (&[Piece], &[Piece]) {
    let end = pieces.iter().skip(1).position(|piece| matches!(piece.glue, Glue::Sentence | Glue::ThenSentence));
    pieces.split_at(end.map_or(pieces.len(), |end| end + 1))
}

/// The pieces as one clause, whatever stands between them: without capital and full stop.
pub(crate) fn one_clause(pieces: &[Piece], form: Form) -> String {
    let mut pieces = pieces.to_vec();
    let last = pieces.len();
    for (place, piece) in pieces.iter_mut().enumerate().skip(1) {
        if matches!(piece.glue, Glue::Sentence | Glue::ThenSentence) {
            // "look at ..., then put one of them into your hand and the rest ..."
            let joins = matches!(&piece.line, Line::Act(act) if act.rest.contains(" and "));
            piece.glue = if place + 1 == last && last == 2 && form == Form::Plain && !joins { Glue::And } else { Glue::Then };
        }
    }
    one_sentence(&pieces, form, false)
}

/// Pieces that belong to one sentence. `behind`: something with a comma stands before it.
pub(crate) fn one_sentence(pieces: &[Piece], form: Form, behind: bool) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < pieces.len() {
        let end = (at + 1..pieces.len()).find(|&place| pieces[place].glue != Glue::And).unwrap_or(pieces.len());
        if at > 0 {
            text.push_str(", then ");
        }
        // Who did the last thing and does this too is not named again.
        match (at.checked_sub(1).map(|before| &pieces[before].line), &pieces[at].line) {
            (Some(Line::Act(before)), Line::Act(act))
                if end == at + 1
                    && matches!(act.actor, Actor::Players(..) | Actor::Objects(..))
                    && act.actor.same(&before.actor)
                    && form == Form::Plain =>
            {
                text.push_str(&act.predicate());
            }
            _ => text.push_str(&and_run(&pieces[at..end], form, behind && at == 0)),
        }
        at = end;
    }
    text
}

/// What is joined with "and".
fn and_run(pieces: &[Piece], form: Form, behind: bool) -> String {
    let acts: Vec<&Act> =
        pieces.iter().filter_map(|piece| if let Line::Act(act) = &piece.line { Some(act) } else { None }).collect();
    let all_same = acts.len() == pieces.len() && acts.iter().all(|act| act.actor.same(&acts[0].actor));
    if all_same {
        let first_says = acts[0].says_you;
        let any_says = acts.iter().any(|act| act.says_you);
        // "you draw a card and you lose 1 life", but "you lose 1 life and draw a card".
        let each_says = any_says && !first_says && form == Form::Plain && acts[0].actor == Actor::You;
        let starts_with_you = first_says || any_says && acts[0].many == "draw";
        let items: Vec<String> = acts
            .iter()
            .enumerate()
            .map(|(place, act)| match (place, &act.again) {
                (0, _) => form_of(act, form, starts_with_you),
                (_, Some(again)) if act.many == acts[0].many => again.clone(),
                _ if form == Form::Bare => act.bare(),
                _ if each_says => act.said(true),
                _ => act.predicate(),
            })
            .collect();
        return listed(&items, "and");
    }
    // "You draw a card and each opponent loses 1 life", but "exile it and your life total becomes 1".
    let others = acts.iter().any(|act| matches!(act.actor, Actor::Players(..)));
    let items: Vec<String> = pieces
        .iter()
        .enumerate()
        .map(|(place, piece)| match &piece.line {
            Line::Act(act) => form_of(act, form, act.says_you || pieces.len() > 1 && (place > 0 || others)),
            Line::Text(text) if form == Form::Bare => bare_clause(text),
            Line::Text(text) => text.clone(),
            // "That player draws a card if they have no cards in hand."
            Line::Fronted(front, rest) if behind && rest.starts_with("that player ") => {
                let front = front.replace("if that player has ", "if they have ");
                format!("{rest} {}", front.replace("if that player controls ", "if they control "))
            }
            Line::Fronted(front, rest) if behind && !named_in(front, rest) => format!("{rest} {front}"),
            Line::Fronted(front, rest) => format!("{front}, {rest}"),
        })
        .collect();
    listed(&items, "and")
}

/// "have target creature get +1/+1 and gain flying": what becomes so, behind "you may". Instructions stay as they are.
fn bare_clause(text: &str) -> String {
    const VERBS: [(&str, &str, &str); 11] = [
        ("gets", "get", "get"),
        ("gains", "gain", "gain"),
        ("becomes", "become", "become"),
        ("loses", "lose", "lose"),
        ("has", "have", "have"),
        ("attacks", "attack", "attack"),
        ("blocks", "block", "block"),
        ("is", "are", "be"),
        ("doesn't", "don't", "not"),
        ("can't", "can't", "be unable to"),
        ("can", "can", "be able to"),
    ];
    const INSTRUCTIONS: [&str; 22] = [
        "prevent",
        "repeat",
        "choose",
        "switch",
        "change",
        "exchange",
        "do",
        "you",
        "if",
        "when",
        "whenever",
        "at",
        "after",
        "before",
        "until",
        "this",
        "for",
        "spend",
        "otherwise",
        "the",
        "draw",
        "put",
    ];
    let words: Vec<&str> = text.split(' ').collect();
    let bare = |word: &str| VERBS.iter().find(|(one, many, _)| word == *one || word == *many).map(|(.., bare)| *bare);
    let Some(verb) = words.iter().position(|word| bare(word).is_some()).filter(|_| !INSTRUCTIONS.contains(&words[0])) else {
        return text.to_owned();
    };
    let said = words.iter().enumerate().map(|(place, word)| match bare(word) {
        Some(bare) if place == verb || place > verb && words[place - 1] == "and" => bare,
        _ => word,
    });
    format!("have {}", said.collect::<Vec<_>>().join(" "))
}

/// Whether what the rest calls "it" may have got its name in the front, so that the front has to come first.
fn named_in(front: &str, rest: &str) -> bool {
    let speaks = |text: &str| text.split([' ', ',', '.']).any(|word| matches!(word, "it" | "its" | "it's" | "itself"));
    speaks(rest) && !["if it ", "if it's ", "if its ", "if you", "for each"].iter().any(|start| front.starts_with(start))
}

fn form_of(act: &Act, form: Form, you: bool) -> String {
    match (form, &act.actor) {
        (Form::Plain, _) => act.said(you),
        (Form::Bare, Actor::You | Actor::Doer) => act.bare(),
        (Form::Bare, Actor::Players(_, noun) | Actor::Objects(_, noun)) => format!("have {} {}", noun.object(), act.bare()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player() -> Actor {
        Actor::Players(Players::Opponents, Noun::player("each opponent"))
    }
    fn draw(actor: Actor) -> Piece {
        Piece::act(Act::regular(actor, "draw", "a card"))
    }
    fn lose(actor: Actor) -> Piece {
        Piece::act(Act::regular(actor, "lose", "1 life").saying_you())
    }

    #[test]
    fn acts_join_as_the_genre_joins_them() {
        let then = |piece: Piece| piece.glued(Glue::Then);
        let and = |piece: Piece| piece.glued(Glue::And);
        for (pieces, said) in [
            (vec![draw(Actor::You)], "Draw a card."),
            (vec![lose(Actor::You)], "You lose 1 life."),
            (vec![draw(Actor::You), draw(player())], "Draw a card. Each opponent draws a card."),
            (vec![draw(Actor::You), and(lose(Actor::You))], "You draw a card and you lose 1 life."),
            (vec![lose(Actor::You), and(draw(Actor::You))], "You lose 1 life and draw a card."),
            (vec![draw(player()), and(lose(player()))], "Each opponent draws a card and loses 1 life."),
            (vec![lose(player()), and(draw(Actor::You))], "Each opponent loses 1 life and you draw a card."),
            (vec![draw(Actor::You), then(draw(player()))], "Draw a card, then each opponent draws a card."),
            (vec![draw(Actor::You), lose(Actor::You).glued(Glue::ThenSentence)], "Draw a card. Then you lose 1 life."),
        ] {
            assert_eq!(sentences(&pieces, ""), said);
        }
        assert_eq!(sentences(&[draw(Actor::You)], "When it dies,"), "When it dies, draw a card.");
        assert_eq!(one_clause(&[draw(player())], Form::Bare), "have each opponent draw a card");
        for (text, said) in [
            ("target creature gets +1/+1 and gains flying", "have target creature get +1/+1 and gain flying"),
            ("it can't block this turn", "have it be unable to block this turn"),
            ("prevent that damage", "prevent that damage"),
        ] {
            assert_eq!(one_clause(&[Piece::text(text)], Form::Bare), said);
        }
    }

    #[test]
    fn verbs_take_their_ending() {
        for (verb, one) in
            [("draw", "draws"), ("search", "searches"), ("copy", "copies"), ("destroy", "destroys"), ("exchange", "exchanges")]
        {
            assert_eq!(third_person(verb), one);
        }
    }
}
