//! Effects as sentences.
//!
//! Each effect becomes pieces ([`act`]): what somebody does, or a whole clause. Pieces are joined into sentences as the genre
//! does ([`sequence`]).

mod act;
mod damage_life;
mod introduce;
mod lasting;
mod library;
mod mana;
mod measure;
mod memory;
mod modes;
mod permanents;
mod sequence;
mod stack;
mod structure;
#[cfg(test)]
mod tests;
mod tokens;
mod turns;
mod zones;

pub(crate) use introduce::Intro;

use crate::speech::Speech;
use act::{Act, Piece};
use cardwright_engine::ability::{CastAs, Effect};

impl Speech<'_> {
    /// The pieces of which the effect is said.
    fn pieces(&mut self, effect: &Effect) -> Vec<Piece> {
        if let Some((condition, yes, no)) = sequence::split(effect) {
            return self.either(&condition, &yes, &no);
        }
        let one = |piece: Piece| vec![piece];
        match effect {
            Effect::Nothing | Effect::Tell(..) | Effect::Forget(_) => Vec::new(),
            Effect::Sequence(effects) => self.sequence(effects),
            Effect::Together(effects) => self.at_once(effects),
            Effect::If(condition, yes, no) => self.either(condition, yes, no),
            Effect::May(who, inner, otherwise) => self.may(who, inner, otherwise),
            Effect::Pay(who, cost, yes, no) => self.pay(who, cost, yes, no),
            Effect::PayTimes(who, cost, var, then) => self.pay_times(who, cost, *var, then),
            Effect::ForEach(objects, var, each) => self.for_each(objects, *var, each),
            Effect::ForEachPlayer(players, var, each) => self.for_each_player(players, *var, each),
            Effect::Repeat(amount, inner) => self.repeat(amount, inner),
            Effect::Then(first, var, second) => self.then(first, *var, second),
            Effect::IfDone(first, yes, no) => self.if_done(first, yes, no),
            Effect::Choose(from, var, inner) => self.choose(from, *var, inner),
            Effect::ChoosePlayer(who, among, var, inner) => self.choose_player(who, among, *var, inner),
            Effect::ChooseEffect(who, effects) => one(self.choose_effect(who, effects)),
            Effect::Let(var, amount, inner) => self.let_number(*var, amount, inner),
            Effect::LetObjects(var, objects, inner) => self.let_objects(*var, objects, inner),
            Effect::WhenDone(first, body) => self.when_done(first, body),
            Effect::WhenEach(first, var, body) => self.when_each(first, *var, body),
            Effect::Delayed(triggered, duration) => self.delayed(triggered, duration.as_ref()),
            Effect::Script(_) => one(Piece::text(format!("do what its script says{}", self.script_line()))),
            Effect::FlipCoin(who, _, won, lost) => self.flip_coin(who, won, lost),

            Effect::Continuous(objects, changes, duration) => self.change_objects(objects, changes, duration),
            Effect::ContinuousAll(filter, changes, duration) => self.change_all(filter, changes, duration),
            Effect::NextSpell(players, filter, changes, duration) => one(self.next_spell(players, filter, changes, duration)),
            Effect::Rule(rule, duration) => one(Piece::text(self.lasting_rules(&[&**rule], duration))),
            Effect::Replace(replacement, duration) => one(Piece::text(self.lasting_replacement(replacement, duration))),
            Effect::ReplaceDivided { to, var: _, replacement, duration } => one(self.divided_shield(*to, replacement, duration)),
            Effect::SelfReplacing(inner, replacements) => self.self_replacing(inner, replacements),
            Effect::ChangeEvent(changes) => self.event_changes(changes),
            Effect::Remember(key, what) => self.remember(*key, what),

            Effect::Damage { amount, to, source } => one(self.damage(amount, to, source)),
            Effect::DividedDamage { to, source } => one(self.divided_damage(*to, source)),
            Effect::GainLife(players, amount) => one(self.gain_life(players, amount)),
            Effect::LoseLife(players, amount) => one(self.lose_life(players, amount)),
            Effect::SetLife(players, amount) => one(self.set_life(players, amount)),
            Effect::ExchangeLife(a, b) => one(self.exchange_life(a, b)),
            Effect::ExchangeValues(a, b) => one(self.exchange_values(a, b)),
            Effect::Fight(a, b) => one(self.fight(a, b)),

            Effect::Draw(players, amount) => one(self.draw(players, amount)),
            Effect::Discard(players, amount, filter, how) => self.discard(players, amount, filter, *how),
            Effect::Mill(players, amount) => one(self.mill(players, amount)),
            Effect::Destroy(objects, for_good) => self.destroy(objects, *for_good),
            Effect::Sacrifice(players, objects) => one(self.sacrifice(players, objects)),
            Effect::SacrificeChoice(players, filter, amount) => one(self.sacrifice_choice(players, filter, amount)),
            Effect::Move(objects, to, cause) => self.move_objects(objects, to, *cause),
            Effect::ExileUntil(objects, until) => one(self.exile_until(objects, until)),
            Effect::Search { who, filter, min, max, to, different_names, reveal, whose, also } => {
                let (different_names, reveal, whose) = (*different_names, *reveal, whose.as_ref());
                self.search(&library::Sought { who, filter, min, max, to, different_names, reveal, whose, also })
            }
            Effect::Shuffle(players) => one(self.shuffle(players)),
            Effect::Scry(players, amount) => one(self.looks("scry", players, amount)),
            Effect::Surveil(players, amount) => one(self.looks("surveil", players, amount)),
            Effect::Dig { who, look, filter, min, max, to, rest, reveal } => {
                self.dig(&library::Dug { who, look, filter, min, max, to, rest, reveal: *reveal })
            }
            Effect::RevealUntil { who, filter, to, rest } => self.reveal_until(who, filter, to, rest),
            Effect::Reveal(objects) => one(self.reveal(objects)),
            Effect::ExchangeZones(players, a, b) => one(self.exchange_zones(players, *a, *b)),

            Effect::DividedCounters { to, kind } => one(self.divided_counters(*to, *kind)),
            Effect::PutCounters(on, kind, amount) => one(self.put_counters(on, *kind, amount)),
            Effect::Designate(what, name, number) => one(self.designate(what, *name, number)),
            Effect::RemoveCounters(from, kind, amount) => one(self.remove_counters(from, *kind, amount)),
            Effect::MoveCounters(from, to, kind, amount) => one(self.move_counters(from, to, *kind, amount)),
            Effect::SkipUntap(objects) => one(self.skip_untap(objects)),
            Effect::Tap(objects) => one(self.order("tap", objects, "")),
            Effect::Untap(objects) => one(self.order("untap", objects, "")),
            Effect::CreateTokens { who, token, amount, entering } => self.create_tokens(who, token, amount, entering),
            Effect::Attach(what, to) => one(self.attach(what, to)),
            Effect::Unattach(objects) => one(self.order("unattach", objects, "")),
            Effect::ExchangeControl(a, b) => one(self.exchange_control(a, b)),
            Effect::Regenerate(objects) => one(self.order("regenerate", objects, "")),
            Effect::Regenerated(objects) => one(self.regenerated(objects)),
            Effect::RemoveFromCombat(objects) => one(self.remove_from_combat(objects)),
            Effect::TurnFaceDown(objects) => one(self.order("turn", objects, "face down")),
            Effect::TurnFaceUp(objects) => one(self.order("turn", objects, "face up")),
            Effect::Transform(objects) => one(self.order("transform", objects, "")),
            Effect::PhaseOut(objects) => one(self.itself(objects, "phases", "phase", "out")),
            Effect::PhaseOutUntil(objects, until) => one(self.phase_out_until(objects, until)),
            Effect::PhaseIn(objects) => one(self.itself(objects, "phases", "phase", "in")),
            Effect::BecomeBlocked(objects) => one(self.itself(objects, "becomes", "become", "blocked")),
            Effect::BecomeUnblocked(objects) => one(self.itself(objects, "becomes", "become", "unblocked")),
            Effect::BecomeAttacking(objects, on) => one(self.become_attacking(objects, on)),
            Effect::BecomeBlocking(objects, attackers) => one(self.become_blocking(objects, attackers)),
            Effect::AttackInstead(players, objects, on) => one(self.attack_instead(players, objects, on)),
            Effect::SetProtector(objects, players) => one(self.set_protector(objects, players)),

            Effect::Counter(objects) => one(self.order("counter", objects, "")),
            Effect::CopyStack(what, who, amount, new_targets, except, each) => {
                let (new_targets, each) = (*new_targets, each.as_deref());
                self.copy_stack(&stack::Copied { what, who, amount, new_targets, except, each })
            }
            Effect::ChangeTargets(what, who, how, to) => one(self.change_targets(what, who, *how, to.as_ref())),
            Effect::CastNow(who, what, cost, manner) => one(self.cast_now(who, what, cost.as_ref(), ("cast", *manner))),
            Effect::PlayNow(who, what, cost) => one(self.cast_now(who, what, cost.as_ref(), ("play", CastAs::ItIs))),
            Effect::AddMana(players, mana) => self.add_mana(players, mana),
            Effect::Turn(change) => one(self.turn(change)),
            Effect::BecomeDaylight(daylight) => one(turns::daylight(*daylight)),
            Effect::Win(players) => one(self.game(players, "win")),
            Effect::Lose(players) => one(self.game(players, "lose")),
            Effect::DrawGame => one(Piece::text("the game is a draw")),
            Effect::Announce(word, who, objects) => one(self.announce(word.as_str(), who, objects)),
            Effect::Emblem(who, abilities) => one(self.emblem(who, abilities)),
        }
    }
    fn game(&mut self, players: &cardwright_engine::ability::Players, verb: &str) -> Piece {
        let actor = self.actor(players);
        Piece::act(Act::regular(actor, verb, "the game").saying_you())
    }
}
