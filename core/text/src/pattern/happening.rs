//! One kind of event as a clause.

use super::is_batch;
use super::moves::{Moving, owner, without_owner};
use super::verb::{self, Happening, Mood, with};
use crate::filter::{Article, Head};
use crate::noun::{Noun, Number};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{
    Amount, Comparison, Condition, DamageKind, Daylight, Filter, Objects, Occurrence, Pattern, Players, StepKind,
};
use cardwright_engine::ids::Var;

impl Speech<'_> {
    pub(super) fn one_event(&mut self, pattern: &Pattern, mood: Mood, occurrence: Occurrence, event: Option<Var>) -> Happening {
        let permanent = |speech: &mut Self, what: &Filter, verb, rest: &str| {
            speech.happens(what, Head::Permanent, verb, rest, mood, occurrence, event)
        };
        match pattern {
            Pattern::Moves { what, from, to, cause } => {
                self.moves_event(&Moving { what, from: *from, to: *to, cause: *cause }, mood, occurrence, event)
            }
            Pattern::Destroyed(what) => permanent(self, what, verb::BE, "destroyed"),
            Pattern::Damage { by, to_objects, to_players, kind } => {
                self.damage_event((by, to_objects, to_players, *kind), mood, occurrence, event)
            }
            Pattern::Prevented(inner) => {
                let inner = self.one_event(inner, Mood::Would, Occurrence::Each, event);
                let what = match inner.said(Mood::Would).split_once(" would be dealt") {
                    Some((damage, to)) => format!("{damage} that would be dealt{to}"),
                    None => format!("damage that {}", inner.said(Mood::Would).replace(" damage", "")),
                };
                Happening::new(Noun::thing(what), verb::BE, nth_time("prevented", occurrence))
            }
            Pattern::GainsLife(who) => self.act(who, verb::GAIN, "life", mood, occurrence, event),
            Pattern::LosesLife(who) => self.act(who, verb::LOSE, "life", mood, occurrence, event),
            Pattern::PaysLife(who) => self.act(who, verb::PAY, "life", mood, occurrence, event),
            Pattern::Acts(act, who) => {
                use cardwright_engine::event::Act;
                let (verb, rest) = match act {
                    Act::Scry => (verb::SCRY, ""),
                    Act::Surveil => (verb::SURVEIL, ""),
                    Act::Mill => (verb::MILL, "one or more cards"),
                };
                self.act(who, verb, rest, mood, occurrence, event)
            }
            Pattern::Draws(who) => self.act_on(who, verb::DRAW, &Filter::Any, Head::Card, mood, occurrence, event),
            Pattern::Casts(who, what) => self.cast_event(who, what, mood, occurrence, event),
            Pattern::PlaysLand(who, what) => {
                let land = Filter::Type(cardwright_engine::types::CardType::Land).and(what.clone());
                self.act_on(who, verb::PLAY, &land, Head::Land, mood, occurrence, event)
            }
            Pattern::Activates(who, what, sort) => self.activation_event(who, what, *sort, mood, occurrence, event),
            Pattern::Attacks(..)
            | Pattern::AttacksPermanent(..)
            | Pattern::AttacksAlone(_)
            | Pattern::AttacksWith(_)
            | Pattern::IsAttacked(..)
            | Pattern::Blocks(..)
            | Pattern::BlocksAlone(_)
            | Pattern::BlocksCount(..)
            | Pattern::BlockedBy(..)
            | Pattern::BlockedByCount(..)
            | Pattern::BecomesBlocked(_)
            | Pattern::BecomesUnblocked(_) => self.combat_event(pattern, mood, occurrence, event),
            Pattern::Taps(what) => permanent(self, what, verb::BECOME, "tapped"),
            Pattern::Untaps(what) => permanent(self, what, verb::BECOME, "untapped"),
            Pattern::TapsForMana(what) => self.tapped_for_mana(what, mood, occurrence, event),
            Pattern::AddsMana(who) => self.act(who, verb::ADD, "mana", mood, occurrence, event),
            Pattern::PutsCounters(what, kind) => {
                let on = match mood {
                    Mood::Cant => Article::Many,
                    _ => Article::A,
                };
                let on = self.filter(what, on);
                self.known(what, Head::Permanent, false, event);
                let rest = nth_time(&format!("put on {}", on.object()), occurrence);
                Happening::new(counters(kind.map(|kind| kind.as_str()), mood, occurrence), verb::BE, rest)
            }
            Pattern::CountersReach(what, kind, number) => {
                let on = self.filter(what, Article::A);
                self.known(what, Head::Permanent, false, event);
                let counter = Noun::thing(format!("the {} {kind} counter", ordinal(i32::from(*number))));
                Happening::new(counter, verb::BE, format!("put on {}", on.object()))
            }
            Pattern::PutsPlayerCounters(who, kind) => {
                let kind = kind.map_or(String::new(), |kind| format!("{kind} "));
                self.act(who, verb::GET, &format!("one or more {kind}counters"), mood, occurrence, event)
            }
            Pattern::RemovesCounters(what, kind) => {
                let from = self.filter(what, Article::A);
                self.known(what, Head::Permanent, false, event);
                let rest = nth_time(&format!("removed from {}", from.object()), occurrence);
                Happening::new(counters(kind.map(|kind| kind.as_str()), mood, occurrence), verb::BE, rest)
            }
            Pattern::LastCounterRemoved(what, kind) => {
                let from = self.filter(what, Article::A).object();
                self.known(what, Head::Permanent, false, event);
                Happening::new(Noun::thing(format!("the last {kind} counter")), verb::BE, format!("removed from {from}"))
            }
            Pattern::Designated(what, name, number) => {
                let number = number.map_or_else(String::new, |number| format!(" {number}"));
                permanent(self, what, verb::BECOME, &format!("{name}{number}"))
            }
            Pattern::CreatesToken(who, what) => self.token_event(who, what, mood, occurrence, event),
            Pattern::Begins(step, who) => {
                let whose = match who {
                    Players::Each => "a player's".to_owned(),
                    Players::Opponents => "an opponent's".to_owned(),
                    who => self.players(who).possessive(),
                };
                Happening::new(Noun::thing(format!("{whose} {}", self.step(*step))), verb::BEGIN, "")
            }
            Pattern::TurnBegins(who) => {
                let whose = self.any_player(who).possessive();
                Happening::new(Noun::thing(format!("{whose} turn")), verb::BEGIN, "")
            }
            Pattern::DaylightBecomes(daylight) => {
                let light = match daylight {
                    Daylight::Neither => "neither day nor night",
                    Daylight::Day => "day",
                    Daylight::Night => "night",
                };
                Happening::new(Noun::thing("it"), verb::BECOME, light)
            }
            Pattern::Targeted(what, by) => {
                let by = self.filter_of(by, Article::A, Head::SpellOrAbility).object();
                self.known_source(event, "spell or ability");
                permanent(self, what, verb::BECOME, &format!("the target of {by}"))
            }
            Pattern::TargetsPlayer(who, by) => {
                let by = self.filter_of(by, Article::A, Head::SpellOrAbility).object();
                self.known_source(event, "spell or ability");
                self.act(who, verb::BECOME, &format!("the target of {by}"), mood, occurrence, event)
            }
            Pattern::Attached(what, to) => {
                let to = self.filter(to, Article::A).object();
                self.known_source(event, "permanent");
                permanent(self, what, verb::BECOME, &format!("attached to {to}"))
            }
            Pattern::Unattached(what, Filter::Any) => {
                self.known_source(event, "permanent");
                permanent(self, what, verb::BECOME, "unattached")
            }
            Pattern::Unattached(what, from) => {
                let from = self.filter(from, Article::A).object();
                self.known_source(event, "permanent");
                permanent(self, what, verb::BECOME, &format!("unattached from {from}"))
            }
            Pattern::Countered(what) => self.happens(what, Head::Spell, verb::BE, "countered", mood, occurrence, event),
            Pattern::TurnsFaceUp(what) => permanent(self, what, verb::BE, "turned face up"),
            Pattern::ChangesControl(what) => permanent(self, what, verb::CHANGE, "controllers"),
            Pattern::LosesControl(who, what) => {
                let what_text = self.filter(what, Article::A).object();
                self.known(what, Head::Permanent, false, event);
                self.act(who, verb::LOSE, &format!("control of {what_text}"), mood, occurrence, event)
            }
            Pattern::Reveals(Filter::Any, what) => self.happens(what, Head::Card, verb::BE, "revealed", mood, occurrence, event),
            Pattern::Reveals(by, what) => {
                let card = self.filter_of(what, Article::A, Head::Card).object();
                let happening = permanent(self, by, verb::REVEAL, &card);
                self.known(what, Head::Card, false, event);
                happening
            }
            Pattern::PhasesOut(what) => permanent(self, what, verb::PHASE, "out"),
            Pattern::PhasesIn(what) => permanent(self, what, verb::PHASE, "in"),
            Pattern::Shuffles(who) => {
                let whose = if *who == Players::You { "your" } else { "their" };
                self.act(who, verb::SHUFFLE, &format!("{whose} library"), mood, occurrence, event)
            }
            Pattern::Searches(who) => {
                let library = if mood == Mood::Cant { "libraries" } else { "a library" };
                self.act(who, verb::SEARCH, library, mood, occurrence, event)
            }
            Pattern::RollsToVisit(who, numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
                let rest = format!("{} to visit Attractions", crate::sentence::listed(&numbers, "or"));
                self.act(who, verb::ROLL, &rest, mood, occurrence, event)
            }
            Pattern::Loses(who) => self.act(who, verb::LOSE, "the game", mood, occurrence, event),
            Pattern::Resolves(what) => self.happens(what, Head::Spell, verb::RESOLVE, "", mood, occurrence, event),
            Pattern::Told(link, what) => self.told(*link, what, mood, occurrence, event),
            Pattern::Custom(word, who, what) => self.own_act(word.as_str(), who, what, mood, occurrence, event),
            Pattern::Where(inner, name, condition) => self.event_where(inner, *name, condition, mood, occurrence, event),
            Pattern::WherePlayer(inner, filter) => {
                let mut happening = self.one_event(inner, mood, occurrence, event);
                let quality = self.player_quality(filter);
                happening.rest = with(&happening.rest, &format!("while that player {quality}")).trim_start().to_owned();
                happening
            }
        }
    }

    /// "a source you control would deal damage to an opponent", "you're dealt combat damage".
    fn damage_event(
        &mut self,
        (by, to_objects, to_players, kind): (&Filter, &Filter, &Players, DamageKind),
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let damage = match kind {
            DamageKind::Any => "damage",
            DamageKind::Combat => "combat damage",
            DamageKind::Noncombat => "noncombat damage",
        };
        let everything = *to_objects == Filter::Any && *to_players == Players::Each;
        if *by != Filter::Any {
            let subject = self.participant(by, Head::Source, mood, is_batch(occurrence));
            self.known_as(Referent::EventSource, by, Head::Source, is_batch(occurrence), event);
            let to = if everything { String::new() } else { self.damaged(to_objects, to_players, mood, event) };
            let rest = if to.is_empty() { damage.to_owned() } else { format!("{damage} to {to}") };
            return Happening::new(subject, verb::DEAL, nth_time(&rest, occurrence));
        }
        if let Some(event) = event {
            self.implied(Referent::EventSource(event), Noun::thing("source"));
        }
        if !matches!(mood, Mood::Would | Mood::Cant) && !everything {
            if *to_objects == Filter::Never {
                return self.act(to_players, verb::BE, &format!("dealt {damage}"), mood, occurrence, event);
            }
            if *to_players == Players::None {
                return self.happens(to_objects, Head::Permanent, verb::BE, &format!("dealt {damage}"), mood, occurrence, event);
            }
        }
        let to = if everything { String::new() } else { self.damaged(to_objects, to_players, mood, event) };
        match mood {
            Mood::Would | Mood::Cant => {
                let rest = if to.is_empty() { "dealt".to_owned() } else { format!("dealt to {to}") };
                Happening::new(Noun::thing(damage), verb::BE, nth_time(&rest, occurrence))
            }
            _ if to.is_empty() => Happening::new(Noun::thing(damage), verb::BE, nth_time("dealt", occurrence)),
            _ => Happening::new(Noun::thing(to), verb::BE, nth_time(&format!("dealt {damage}"), occurrence)),
        }
    }
    /// What damage is dealt to: "you or a permanent you control", "any target".
    pub(crate) fn damaged(&mut self, objects: &Filter, players: &Players, mood: Mood, event: Option<Var>) -> String {
        let mut both = Vec::new();
        // A target that can be either is said once.
        if let Filter::Is(target) = objects
            && matches!((&**target, players), (Objects::Target(a), Players::Target(b)) if a == b)
        {
            let noun = self.objects(target).object();
            if let Some(event) = event {
                self.refer(Referent::Var(event), objects);
            }
            return noun;
        }
        if *players != Players::None {
            let player = if mood == Mood::Cant { self.all_players(players) } else { self.any_player(players) };
            if let Some(event) = event {
                let kind = if player.is_you() { Noun::you() } else { Noun::player("player") };
                self.mentioned(Referent::EventPlayer(event), kind);
            }
            both.push(player.object());
        }
        match objects {
            Filter::Never => {}
            Filter::Any => both.push(if mood == Mood::Cant { "permanents" } else { "a permanent" }.to_owned()),
            objects => {
                let article = if mood == Mood::Cant { Article::Many } else { Article::A };
                both.push(self.filter(objects, article).object());
                self.known(objects, Head::Permanent, false, event);
            }
        }
        crate::sentence::listed(&both, "or")
    }
    fn tapped_for_mana(&mut self, what: &Filter, mood: Mood, occurrence: Occurrence, event: Option<Var>) -> Happening {
        if mood == Mood::Would {
            // "If a land is tapped for mana, it produces ...": the event is not replaced by another.
            let happening = self.happens(what, Head::Permanent, verb::BE, "tapped for mana", mood, occurrence, event);
            let verb = happening.subject.verb("is", "are").to_owned();
            return Happening::as_it_is(happening.subject, verb, happening.rest);
        }
        if matches!(mood, Mood::Cant | Mood::Counted) || matches!(what, Filter::Is(_) | Filter::This) {
            return self.happens(what, Head::Permanent, verb::BE, "tapped for mana", mood, occurrence, event);
        }
        let who = owner(what).unwrap_or(Players::Each);
        let mut happening = self.act_on(&who, verb::TAP, &without_owner(what), Head::Permanent, mood, occurrence, event);
        happening.rest.push_str(" for mana");
        happening
    }
    fn token_event(&mut self, who: &Players, what: &Filter, mood: Mood, occurrence: Occurrence, event: Option<Var>) -> Happening {
        let token = Filter::Token.and(without_owner(what));
        let owner = if *who == Players::Each { owner(what) } else { None };
        let who = owner.as_ref().unwrap_or(who);
        if matches!(mood, Mood::Now | Mood::Past | Mood::Ing | Mood::Never) && *who != Players::Each {
            return self.act_on(who, verb::CREATE, &token, Head::Permanent, mood, occurrence, event);
        }
        let under = match who {
            Players::You => " under your control".to_owned(),
            Players::Each => String::new(),
            who => format!(" under {} control", self.any_player(who).possessive()),
        };
        let batch = if mood == Mood::Would { Occurrence::Batch } else { occurrence };
        self.happens(&token, Head::Permanent, verb::BE, &format!("created{under}"), mood, batch, event)
    }
    /// What another ability of this card tells it has done: the verb is found there.
    fn told(
        &mut self,
        link: cardwright_engine::ids::LinkKey,
        what: &Filter,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let verb = super::players::teller(self.face, link);
        let mut happening = self.act_on(&Players::You, verb, &without_zone(what), Head::Card, mood, occurrence, event);
        happening.rest = with(&happening.rest, "this way");
        happening
    }
    fn event_where(
        &mut self,
        inner: &Pattern,
        name: Var,
        condition: &Condition,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        if let Pattern::RemovesCounters(what, Some(kind)) = inner
            && let Condition::Compare(Amount::Counters(on, same), Comparison::Equal, Amount::Fixed(0)) = condition
            && same == kind
            && (crate::filter::particular(what).as_ref() == Some(&**on) || **on == Objects::EventObject(name))
        {
            let from = self.filter(what, Article::A).object();
            self.known(what, Head::Permanent, false, event);
            let counter = Noun::thing(format!("the last {kind} counter"));
            return Happening::new(counter, verb::BE, format!("removed from {from}"));
        }
        if let (Pattern::Attacks(what, Players::Each), Condition::Compare(Amount::Count(counted), Comparison::AtLeast, least)) =
            (inner, condition)
            && let Amount::Fixed(least) = least
            && are_attackers_of_yours(counted)
            && *least > 1
        {
            let attacker = self.participant(what, Head::Creature, mood, false);
            self.known(what, Head::Creature, false, event);
            let number = crate::sentence::number_word(least - 1);
            let other = if *least == 2 { "creature" } else { "creatures" };
            let text = format!("{} and at least {number} other {other}", attacker.text);
            return Happening::new(Noun::things(text), verb::ATTACK, nth_time("", occurrence));
        }
        if let Some(narrower) = narrowed(inner, name, condition) {
            return self.one_event(&narrower, mood, occurrence, event);
        }
        let mut happening = self.one_event(inner, mood, occurrence, event);
        if let Some(event) = event {
            for (new, old) in [
                (Referent::Var(name), Referent::Var(event)),
                (Referent::EventSource(name), Referent::EventSource(event)),
                (Referent::EventPlayer(name), Referent::EventPlayer(event)),
            ] {
                self.same_as(new, old);
            }
        }
        let when = match condition {
            Condition::During(step) => {
                let whose = if happening.subject.is_you() { "your" } else { "their" };
                match step {
                    StepKind::DeclareAttackers | StepKind::DeclareBlockers | StepKind::CombatDamage => {
                        format!("during the {}", self.step(*step))
                    }
                    step => format!("during {whose} {}", self.step(*step)),
                }
            }
            Condition::TurnOf(Players::You) => "during your turn".to_owned(),
            condition => format!("while {}", self.condition(condition)),
        };
        happening.rest = with(&happening.rest, &when).trim_start().to_owned();
        happening
    }

    /// The object of the event is known under its name from now on.
    pub(super) fn known(&mut self, what: &Filter, head: Head, batch: bool, event: Option<Var>) {
        self.known_as(Referent::Var, what, head, batch, event);
    }
    pub(super) fn known_as(&mut self, as_what: fn(Var) -> Referent, what: &Filter, head: Head, batch: bool, event: Option<Var>) {
        let Some(event) = event else { return };
        if crate::filter::particular(what).is_some() {
            self.refer(as_what(event), what);
            return;
        }
        let kind = self.kind_of(what, if batch { Number::Many } else { Number::One }, head);
        self.mentioned(as_what(event), kind);
    }
    /// The new name stands for particular objects that were named.
    fn refer(&mut self, new: Referent, what: &Filter) {
        let Some(objects) = crate::filter::particular(what) else { return };
        let old = match objects {
            Objects::This => Referent::This,
            Objects::Target(slot) => Referent::Target(slot),
            Objects::Var(var) | Objects::EventObject(var) => Referent::Var(var),
            Objects::EventSource(var) => Referent::EventSource(var),
            Objects::Linked(key) => Referent::Linked(key),
            Objects::Host(_) => Referent::Host,
            _ => return,
        };
        self.same_as(new, old);
    }
    pub(super) fn known_source(&mut self, event: Option<Var>, kind: &str) {
        if let Some(event) = event {
            self.mentioned(Referent::EventSource(event), Noun::thing(kind));
        }
    }
}

/// "a +1/+1 counter", "one or more +1/+1 counters", "counters".
fn counters(kind: Option<&str>, mood: Mood, occurrence: Occurrence) -> Noun {
    let kind = kind.map_or(String::new(), |kind| format!("{kind} "));
    match mood {
        Mood::Cant => Noun::things(format!("{kind}counters")),
        Mood::Never => Noun::things(format!("no {kind}counters")),
        Mood::Counted => Noun::thing(format!("{kind}counter")),
        Mood::Would => Noun::things(format!("one or more {kind}counters")),
        _ if is_batch(occurrence) => Noun::things(format!("one or more {kind}counters")),
        _ => Noun::thing(crate::sentence::with_article(&format!("{kind}counter"))),
    }
}

/// What stands behind a verb, with how often in a turn it may happen: "life for the first time each turn".
pub(super) fn nth_time(rest: &str, occurrence: Occurrence) -> String {
    match occurrence {
        Occurrence::Each | Occurrence::Batch => rest.to_owned(),
        Occurrence::Nth(number) => {
            with(rest, &format!("for the {} time each turn", ordinal(i32::from(number)))).trim_start().to_owned()
        }
        Occurrence::ExceptFirstOfStep => with(rest, "except for the first time in each step").trim_start().to_owned(),
    }
}

/// What is asked of the object of an event, asked by the filter of its pattern: "a creature with power 4 or greater dies".
fn narrowed(inner: &Pattern, name: Var, condition: &Condition) -> Option<Pattern> {
    let is_it = |objects: &Objects| *objects == Objects::EventObject(name);
    let more = match condition {
        Condition::Compare(Amount::Total(stat, objects), comparison, number @ Amount::Fixed(_)) if is_it(objects) => {
            Filter::Stat(*stat, *comparison, Box::new(number.clone()))
        }
        Condition::Matches(objects, filter) if is_it(objects) => filter.clone(),
        _ => return None,
    };
    let mut pattern = inner.clone();
    let what = match &mut pattern {
        Pattern::Moves { what, .. } | Pattern::Attacks(what, _) | Pattern::Taps(what) | Pattern::Untaps(what) => what,
        Pattern::Casts(_, what) => what,
        _ => return None,
    };
    if crate::filter::particular(what).is_some() {
        return None;
    }
    *what = std::mem::take(what).and(more);
    Some(pattern)
}

/// "first", "second", ...
pub(crate) fn ordinal(number: i32) -> String {
    const WORDS: [&str; 11] =
        ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let word = usize::try_from(number).ok().and_then(|index| WORDS.get(index));
    word.map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}

/// Whether the filter asks for attacking creatures that you control, and for nothing else.
fn are_attackers_of_yours(filter: &Filter) -> bool {
    let wanted = [
        Filter::Type(cardwright_engine::types::CardType::Creature),
        Filter::ControlledBy(Box::new(Players::You)),
        Filter::Attacking,
    ];
    matches!(filter, Filter::And(all) if all.len() == wanted.len() && wanted.iter().all(|one| all.contains(one)))
}

/// The filter without the zone that its place implies.
pub(super) fn without_zone(what: &Filter) -> Filter {
    match what {
        Filter::Zone(_) => Filter::Any,
        Filter::And(all) => all.iter().map(without_zone).fold(Filter::Any, Filter::and),
        Filter::Or(any) => Filter::Or(any.iter().map(without_zone).collect()),
        other => other.clone(),
    }
}
