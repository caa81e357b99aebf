//! Effects out of effects: conditions, choices, payments, repetitions, and abilities that trigger later.

use super::act::{Act, Actor, Form, Glue, Line, Piece, first_sentence, in_third_person, one_clause, one_sentence, say_you};
use super::introduce::{Intro, chosen_source, uses};
use super::sequence::{append, zone_of_choice};
use crate::filter::Article;
use crate::noun::{Noun, Number};
use crate::sentence::with_article;
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{Amount, Body, ChooseFrom, Condition, Cost, Effect, Objects, Players, Replacement, TokenSpec};
use cardwright_engine::ids::Var;
use derive_visitor::{DriveMut, visitor_enter_fn_mut};

impl Speech<'_> {
    pub(super) fn then(&mut self, first: &Effect, var: Var, second: &Effect) -> Vec<Piece> {
        let mut all = self.pieces(first);
        self.bind(var, first);
        self.settle(Some(first), second);
        self.subject = None;
        let pieces = self.pieces(second);
        if all.is_empty() {
            return pieces;
        }
        if !pieces.is_empty() {
            append(&mut all, pieces, Some(first), second);
        }
        all
    }

    pub(super) fn either(&mut self, condition: &Condition, yes: &Effect, no: &Effect) -> Vec<Piece> {
        if *no == Effect::Nothing {
            let condition = self.condition(condition);
            let pieces = self.pieces(yes);
            return self.after(&format!("if {condition}"), pieces, true);
        }
        if differ_in_number(yes, no) {
            // "deals 2 damage to target creature. If ..., it deals 5 damage to that creature instead."
            let mut all = self.pieces(no);
            let condition = self.condition(condition);
            self.subject = of_this(&all);
            let mut pieces = match (yes, no) {
                (
                    Effect::CreateTokens { who, token, amount, entering },
                    Effect::CreateTokens { token: same, entering: alike, .. },
                ) if token == same && entering == alike && !matches!(token, TokenSpec::Copy(_)) => {
                    let actor = self.actor(who);
                    let number = self.number_of(amount, "of those tokens", "of those tokens");
                    let text = number.text.replacen("an of", "one of", 1).replacen("a of", "one of", 1);
                    let (verb, text) = self.creating(&text, &number.tail);
                    vec![Piece::act(Act::regular(actor, verb, text))]
                }
                _ => self.pieces(yes),
            };
            if let Some(Piece { line, .. }) = pieces.first_mut() {
                match line {
                    Line::Act(act) => act.rest = format!("{} instead", act.rest).trim().to_owned(),
                    Line::Text(text) | Line::Fronted(_, text) => text.push_str(" instead"),
                }
            }
            all.extend(self.after(&format!("if {condition}"), pieces, false));
            return all;
        }
        let said = self.condition(condition);
        let yes = self.pieces(yes);
        let mut all = self.after(&format!("if {said}"), yes, false);
        self.subject = None;
        let no = self.pieces(no);
        all.extend(self.after("otherwise", no, false));
        all
    }

    /// The pieces behind something that ends with a comma. `movable`: it can also stand at the end.
    pub(super) fn after(&mut self, lead: &str, pieces: Vec<Piece>, movable: bool) -> Vec<Piece> {
        let (run, rest) = first_sentence(&pieces);
        if run.is_empty() {
            return Vec::new();
        }
        let text = one_sentence(run, Form::Plain, true);
        let line =
            if movable && rest.is_empty() { Line::Fronted(lead.to_owned(), text) } else { Line::Text(format!("{lead}, {text}")) };
        std::iter::once(Piece { glue: Glue::Sentence, line }).chain(rest.iter().cloned()).collect()
    }

    pub(super) fn may(&mut self, who: &Players, inner: &Effect, otherwise: &Effect) -> Vec<Piece> {
        let actor = self.actor(who);
        let noun = actor.noun();
        let before = self.doer.clone();
        self.doer = Some(who.clone()).filter(|who| *who != Players::You);
        let pieces = self.pieces(inner);
        self.doer = before;
        if pieces.is_empty() {
            return Vec::new();
        }
        // What follows without a condition of its own is part of what they may do.
        let whole = matches!(inner, Effect::Sequence(_) | Effect::Together(_) | Effect::Then(..));
        let mut all = if whole {
            vec![Piece::text(format!("{} may {}", noun.text, one_clause(&pieces, Form::Bare)))]
        } else {
            let (run, rest) = first_sentence(&pieces);
            let first = Piece::text(format!("{} may {}", noun.text, one_sentence(run, Form::Bare, false)));
            std::iter::once(first).chain(rest.iter().cloned()).collect()
        };
        if *otherwise != Effect::Nothing {
            let lead =
                if matches!(inner, Effect::IfDone(..)) { "otherwise".to_owned() } else { format!("if {} don't", they(&actor)) };
            let other = self.pieces(otherwise);
            all.extend(self.after(&lead, other, false));
        }
        all
    }

    pub(super) fn pay(&mut self, who: &Players, cost: &Cost, yes: &Effect, no: &Effect) -> Vec<Piece> {
        if *yes == Effect::Nothing && !matches!(no, Effect::ChangeEvent(_)) {
            let mut pieces = self.pieces(no);
            let actor = self.actor(who);
            let paying = self.paying(cost);
            let paying = if matches!(actor, Actor::You) { paying } else { in_third_person(&paying) };
            // "That player sacrifices a creature unless they pay {1}."
            let same = matches!(&actor, Actor::Players(..))
                && matches!(pieces.last(), Some(Piece { line: Line::Act(act), .. }) if act.actor.same(&actor));
            let unless = if same {
                format!(" unless they {}", self.paying(cost).replace(" your ", " their "))
            } else {
                format!(" unless {} {paying}", actor.noun().text)
            };
            if pieces.len() > 1 && first_sentence(&pieces).0.len() < pieces.len() {
                let lead = unless.trim_start().to_owned();
                return self.after(&lead, pieces, false);
            }
            if let Some(Piece { line, .. }) = pieces.last_mut() {
                match line {
                    Line::Act(act) => act.rest.push_str(&unless),
                    Line::Text(text) | Line::Fronted(_, text) => text.push_str(&unless),
                }
            }
            return pieces;
        }
        let actor = self.actor(who);
        let paying = self.paying(cost);
        let paying = if matches!(actor, Actor::You) { paying } else { paying.replace(" your ", " their ") };
        let mut all = vec![Piece::text(format!("{} may {paying}", actor.noun().text))];
        let they = they(&actor);
        if let Effect::WhenDone(first, body) = yes
            && **first == Effect::Nothing
        {
            let pieces = self.body_pieces(body);
            all.extend(self.after(&format!("when {they} do"), pieces, false));
        } else {
            let pieces = self.pieces(yes);
            all.extend(self.after(&format!("if {they} do"), pieces, false));
        }
        if *no != Effect::Nothing {
            let lead = if *yes == Effect::Nothing { format!("if {they} don't") } else { "otherwise".to_owned() };
            let pieces = self.pieces(no);
            all.extend(self.after(&lead, pieces, false));
        }
        all
    }
    pub(super) fn pay_times(&mut self, who: &Players, cost: &Cost, var: Var, then: &Effect) -> Vec<Piece> {
        let _ = var;
        let actor = self.actor(who);
        let paying = self.paying(cost);
        let mut all = vec![Piece::text(format!("{} may {paying} any number of times", actor.noun().text))];
        all.extend(self.pieces(then));
        all
    }

    pub(super) fn if_done(&mut self, first: &Effect, yes: &Effect, no: &Effect) -> Vec<Piece> {
        let mut all = self.pieces(first);
        let they = match (&self.doer, all.first()) {
            (Some(_), _) => "they",
            (None, Some(Piece { line: Line::Act(act), .. })) => they(&act.actor),
            (None, _) => "you",
        };
        self.bind_done(first);
        let pieces = self.pieces(yes);
        all.extend(self.after(&format!("if {they} do"), pieces, false));
        if *no != Effect::Nothing {
            let pieces = self.pieces(no);
            all.extend(self.after("otherwise", pieces, false));
        }
        all
    }
    pub(super) fn when_done(&mut self, first: &Effect, body: &Body) -> Vec<Piece> {
        let mut all = self.pieces(first);
        let they = match (&self.doer, all.first()) {
            (Some(_), _) => "they",
            (None, Some(Piece { line: Line::Act(act), .. })) => they(&act.actor),
            (None, _) => "you",
        };
        self.bind_done(first);
        let pieces = self.body_pieces(body);
        if all.is_empty() {
            return pieces;
        }
        all.extend(self.after(&format!("when {they} do"), pieces, false));
        all
    }
    /// What was done is known in what follows on it.
    fn bind_done(&mut self, first: &Effect) {
        let salient = matches!(first, Effect::Sacrifice(_, Objects::This));
        if !salient {
            self.bind(Var::DONE, first);
        }
    }
    pub(super) fn when_each(&mut self, first: &Effect, var: Var, body: &Body) -> Vec<Piece> {
        let mut all = self.pieces(first);
        let mine = matches!(all.first(), Some(Piece { line: Line::Act(act), .. }) if act.actor == Actor::You);
        let (kind, way) = self.result(first).unwrap_or((Noun::thing("permanent"), None));
        let kind = match first {
            Effect::SacrificeChoice(_, filter, _) => self.kind(filter, Number::One).text,
            _ if kind.number == Number::One => kind.text,
            _ => kind.text.strip_suffix('s').unwrap_or(&kind.text).to_owned(),
        };
        self.mentioned(Referent::Var(var), Noun::thing(kind.clone()));
        let mut pieces = self.body_pieces(body);
        if !mine {
            say_you(&mut pieces);
        }
        let way = way.unwrap_or("affected this way");
        all.extend(self.after(&format!("when {} is {way}", with_article(&kind)), pieces, false));
        all
    }

    pub(super) fn for_each(&mut self, objects: &Objects, var: Var, each: &Effect) -> Vec<Piece> {
        if let Some(piece) = self.doubled(objects, var, each) {
            return vec![piece];
        }
        let subject = match each {
            Effect::Damage { source, .. } | Effect::Continuous(source, ..) | Effect::Fight(source, _) => {
                *source == Objects::Var(var)
            }
            _ => false,
        };
        let once = uses(each, var) == 1 && matches!(each, Effect::Replace(..) | Effect::PutCounters(..) | Effect::Damage { .. });
        if subject || once {
            self.intros.push((Referent::Var(var), Intro::Each(objects.clone())));
            let pieces = self.pieces(each);
            self.intros.retain(|(name, _)| *name != Referent::Var(var));
            return pieces;
        }
        let one = match objects {
            Objects::All(filter) => self.filter(filter, Article::One).text,
            objects @ Objects::Var(_) if let Some(one) = self.each(&Amount::CountOf(Box::new(objects.clone()))) => one,
            objects => {
                let all = self.objects(objects);
                format!("of {}", all.object())
            }
        };
        let kind = self.kind_of_each(objects);
        self.mentioned(Referent::Var(var), kind);
        if let Some(mention) = self.mentions.last_mut() {
            // "Its power" of damage would be that of the source.
            mention.salient = matches!(objects, Objects::Var(_)) && !matches!(each, Effect::Damage { .. });
        }
        let pieces = self.pieces(each);
        self.after(&format!("for each {one}"), pieces, true)
    }
    pub(super) fn for_each_player(&mut self, players: &Players, var: Var, each: &Effect) -> Vec<Piece> {
        self.intros.push((Referent::Var(var), Intro::Players(players.clone())));
        let pieces = self.pieces(each);
        self.intros.retain(|(name, _)| *name != Referent::Var(var));
        pieces
    }
    pub(super) fn repeat(&mut self, amount: &Amount, inner: &Effect) -> Vec<Piece> {
        let times = self.so_often(amount).whole();
        let mut all = vec![Piece::text(format!("repeat the following process {times}"))];
        all.extend(self.pieces(inner));
        all
    }

    pub(super) fn choose(&mut self, from: &ChooseFrom, var: Var, inner: &Effect) -> Vec<Piece> {
        let own = from.chooser == Players::You || Some(&from.chooser) == self.doer.as_ref();
        if let Some((filter, zone)) = zone_of_choice(&from.from) {
            let owner = self.owner_of(&Objects::All(Box::new(filter.clone())));
            self.origins.push((var, owner, Some(zone)));
        }
        if own && let Some((filter, inner)) = chosen_source(&from.from, inner, var) {
            self.intros.push((Referent::Var(var), Intro::Source(filter)));
            return self.pieces(&inner);
        }
        if own && is_direct(inner, var) {
            let mut from = from.clone();
            // Nobody can sacrifice what others control.
            if let (Objects::All(filter), true) = (&mut from.from, sacrifices(inner)) {
                **filter = super::zones::without_controller(filter);
            }
            self.intros.push((Referent::Var(var), Intro::Chosen(from)));
            let pieces = self.pieces(inner);
            self.intros.retain(|(name, _)| *name != Referent::Var(var));
            return pieces;
        }
        let actor = self.actor(&from.chooser);
        let (noun, kind) = self.chosen(from);
        self.mentioned(Referent::Var(var), kind);
        let mut all = vec![Piece::act(Act::regular(actor, "choose", noun.object()))];
        all.extend(self.pieces(inner));
        all
    }
    pub(super) fn choose_player(&mut self, who: &Players, among: &Players, var: Var, inner: &Effect) -> Vec<Piece> {
        let actor = self.actor(who);
        let whom = self.one_of_players(among);
        self.mentioned(Referent::Var(var), Noun::player("player"));
        let mut all = vec![Piece::act(Act::regular(actor, "choose", whom))];
        all.extend(self.pieces(inner));
        all
    }
    pub(super) fn choose_effect(&mut self, who: &Players, effects: &[Effect]) -> Piece {
        let actor = self.actor(who);
        let mentions = self.mentions.clone();
        if let Some(act) = self.either_act(&actor, effects) {
            return Piece::act(act);
        }
        let items: Vec<String> = effects
            .iter()
            .map(|effect| {
                self.mentions.clone_from(&mentions);
                let mut pieces = self.pieces(effect);
                if actor != Actor::You {
                    say_you(&mut pieces);
                }
                one_clause(&pieces, Form::Plain)
            })
            .collect();
        self.mentions = mentions;
        Piece::act(Act::regular(actor, "choose", format!("one — {}", items.join("; or "))))
    }

    /// "that player loses 2 life or discards a card": short things that whoever chooses does.
    fn either_act(&mut self, actor: &Actor, effects: &[Effect]) -> Option<Act> {
        if *actor == Actor::You {
            return None;
        }
        let mentions = self.mentions.clone();
        let mut acts = Vec::new();
        for effect in effects {
            let pieces = self.pieces(effect);
            self.mentions.clone_from(&mentions);
            match &pieces[..] {
                [Piece { line: Line::Act(act), .. }] if act.actor.same(actor) && !act.rest.contains(',') => {
                    acts.push(act.clone())
                }
                _ => return None,
            }
        }
        let listed = |verb: fn(&Act) -> &String| {
            let said: Vec<String> = acts.iter().map(|act| format!("{} {}", verb(act), act.rest).trim().to_owned()).collect();
            crate::sentence::listed(&said, "or")
        };
        Some(Act::new(actor.clone(), &listed(|act| &act.one), &listed(|act| &act.many), ""))
    }

    pub(super) fn let_number(&mut self, var: Var, amount: &Amount, inner: &Effect) -> Vec<Piece> {
        // The number is said where it is used first, and is "that many" from then on.
        let mut inner = inner.clone();
        let mut left = true;
        inner.drive_mut(&mut visitor_enter_fn_mut(|found: &mut Amount| {
            if left && *found == Amount::Var(var) {
                *found = amount.clone();
                left = false;
            }
        }));
        self.pieces(&inner)
    }
    pub(super) fn let_objects(&mut self, var: Var, objects: &Objects, inner: &Effect) -> Vec<Piece> {
        let known = match objects {
            Objects::Target(slot) => Some(Referent::Target(*slot)),
            Objects::This => Some(Referent::This),
            Objects::Var(other) | Objects::EventObject(other) => Some(Referent::Var(*other)),
            Objects::EventSource(other) => Some(Referent::EventSource(*other)),
            _ => None,
        };
        match known {
            // It may lose its own name in what follows: a reflexive ability has targets of its own.
            Some(known @ Referent::Target(_)) => match self.mention(known).cloned() {
                Some(mention) => {
                    self.mentioned(Referent::Var(var), mention.kind);
                    if let Some(last) = self.mentions.last_mut() {
                        last.salient = mention.salient;
                    }
                }
                None => self.intros.push((Referent::Var(var), Intro::Objects(objects.clone()))),
            },
            Some(known) => self.same_as(Referent::Var(var), known),
            None => self.intros.push((Referent::Var(var), Intro::Objects(objects.clone()))),
        }
        self.pieces(inner)
    }

    pub(super) fn flip_coin(&mut self, who: &Players, won: &Effect, lost: &Effect) -> Vec<Piece> {
        let (flip, actor) = self.flip(who);
        let they = match actor {
            Actor::You => "you",
            Actor::Doer | Actor::Players(..) | Actor::Objects(..) => "they",
        };
        let mut all = vec![flip];
        for (word, effect) in [("win", won), ("lose", lost)] {
            let pieces = self.pieces(effect);
            self.subject = of_this(&pieces);
            all.extend(self.after(&format!("if {they} {word} the flip"), pieces, false));
        }
        self.subject = None;
        all
    }
    pub(super) fn self_replacing(&mut self, inner: &Effect, replacements: &[Replacement]) -> Vec<Piece> {
        let mut all = self.pieces(inner);
        for replacement in replacements {
            let countered = match inner {
                Effect::Counter(what) => self.countered_instead(what, replacement),
                _ => None,
            };
            let said = match countered {
                Some(said) => said,
                None => self.self_replacement(replacement),
            };
            all.push(Piece::text(said));
        }
        all
    }
}

/// The object with the ability, if it does what the pieces say: it is "it" in what follows on them.
fn of_this(pieces: &[Piece]) -> Option<Referent> {
    let this = |piece: &Piece| matches!(&piece.line, Line::Act(act) if matches!(act.actor, Actor::Objects(Objects::This, _)));
    pieces.iter().any(this).then_some(Referent::This)
}

/// Whether both do the same, to another extent: then the one happens "instead".
fn differ_in_number(yes: &Effect, no: &Effect) -> bool {
    match (yes, no) {
        (Effect::Damage { to: a, source: by, .. }, Effect::Damage { to: b, source: with, .. }) => a == b && by == with,
        (Effect::GainLife(a, _), Effect::GainLife(b, _))
        | (Effect::LoseLife(a, _), Effect::LoseLife(b, _))
        | (Effect::SetLife(a, _), Effect::SetLife(b, _))
        | (Effect::Draw(a, _), Effect::Draw(b, _))
        | (Effect::Discard(a, ..), Effect::Discard(b, ..))
        | (Effect::Mill(a, _), Effect::Mill(b, _))
        | (Effect::Scry(a, _), Effect::Scry(b, _))
        | (Effect::Surveil(a, _), Effect::Surveil(b, _))
        | (Effect::SacrificeChoice(a, ..), Effect::SacrificeChoice(b, ..))
        | (Effect::Search { who: a, .. }, Effect::Search { who: b, .. })
        | (Effect::CreateTokens { who: a, .. }, Effect::CreateTokens { who: b, .. })
        | (Effect::AddMana(a, _), Effect::AddMana(b, _)) => a == b,
        (Effect::PutCounters(a, ..), Effect::PutCounters(b, ..))
        | (Effect::RemoveCounters(a, ..), Effect::RemoveCounters(b, ..)) => a == b,
        (Effect::Continuous(a, ..), Effect::Continuous(b, ..)) => a == b,
        (Effect::ContinuousAll(a, ..), Effect::ContinuousAll(b, ..)) => a == b,
        (Effect::Destroy(a, _), Effect::Destroy(b, _)) | (Effect::Tap(a), Effect::Tap(b)) => a != b,
        _ => false,
    }
}

fn they(actor: &Actor) -> &'static str {
    match actor {
        Actor::You | Actor::Objects(..) => "you",
        Actor::Doer | Actor::Players(..) => "they",
    }
}

fn sacrifices(effect: &Effect) -> bool {
    match effect {
        Effect::Sequence(all) => all.iter().any(sacrifices),
        effect => matches!(effect, Effect::Sacrifice(..)),
    }
}

/// Whether what is chosen can be named where it is used: "return a creature card from your graveyard to your hand".
fn is_direct(effect: &Effect, var: Var) -> bool {
    let this = |objects: &Objects| *objects == Objects::Var(var);
    match effect {
        Effect::Sequence(all) => match all.iter().find(|one| !matches!(one, Effect::Remember(..))) {
            Some(first) => is_direct(first, var),
            None => false,
        },
        Effect::Then(first, ..) | Effect::IfDone(first, ..) | Effect::WhenDone(first, _) => is_direct(first, var),
        Effect::Move(objects, ..)
        | Effect::Destroy(objects, _)
        | Effect::Sacrifice(_, objects)
        | Effect::Tap(objects)
        | Effect::Untap(objects)
        | Effect::Reveal(objects)
        | Effect::Transform(objects)
        | Effect::PhaseOut(objects)
        | Effect::Regenerate(objects)
        | Effect::CastNow(_, objects, ..)
        | Effect::PlayNow(_, objects, _)
        | Effect::ExileUntil(objects, _) => this(objects),
        Effect::PutCounters(on, ..) | Effect::RemoveCounters(on, ..) => this(&on.objects) && on.players.is_none(),
        Effect::Attach(_, to) => this(&to.objects),
        _ => false,
    }
}
