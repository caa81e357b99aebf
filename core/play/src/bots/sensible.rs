//! A simple bot that plays sensibly: lands first, then the most it can afford; removal only for what is worth it; attacks
//! that pay, blocks that pay. It knows no card: everything follows from ability data and the board.

use super::harm::{self, Whom};
use super::rng::Rng;
use super::{declare, random, worth};
use cardwright_engine::ability::{AbilityBody, Body, TargetSpec};
use cardwright_engine::combat::{AttackOptions, BlockOptions, DamageOptions};
use cardwright_engine::eval::Scope;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId, TargetSlot};
use cardwright_engine::object::{EntryKind, Recipient};
use cardwright_engine::payment::is_mana_ability;
use cardwright_engine::question::{Action, Answer, Ask, Choice, Decider, NotYet, Purpose, Question};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use smallvec::SmallVec;

/// How often it activates abilities of one object in a turn: enough for sense, too few for a loop.
const ACTIVATIONS_A_TURN: u32 = 3;

/// Plays sensibly.
#[derive(Clone, Debug)]
pub struct SensibleBot {
    rng: Rng,
    /// The turn in which it counts, and how often each object's abilities were activated in it.
    activated: (u32, Vec<(ObjectId, u32)>),
}

impl SensibleBot {
    /// The bot of that seed: chance only decides among equals.
    pub fn new(seed: u64) -> Self {
        SensibleBot { rng: Rng::new(seed), activated: (0, Vec::new()) }
    }
}

impl super::Bot for SensibleBot {
    fn reseed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

impl Decider for SensibleBot {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        let me = question.player;
        Ok(match &question.ask {
            Ask::Priority(actions) => self.act(game, me, actions),
            Ask::Choose { purpose, options, min, max, .. } => {
                let about = question.about;
                self.choose(game, me, about, *purpose, options, (*min, *max))
            }
            // A loop that has not won in a few rounds more rarely does.
            Ask::Number { purpose: Purpose::Repetitions, max, .. } => Answer::Number((*max).min(8)),
            Ask::Number { max, .. } => Answer::Number(*max),
            Ask::Divide { total, among, min_each, .. } => divide(game, me, *total, among, *min_each),
            Ask::Attackers(options) => self.attack(game, options),
            Ask::Blockers(options) => self.block(game, me, options),
            Ask::AssignDamage(options) => self.assign(options),
        })
    }
}

impl SensibleBot {
    /// The best thing to do, passing if nothing is worth it.
    fn act(&mut self, game: &Game, me: PlayerId, actions: &[Action]) -> Answer {
        let mut best = (0, 0);
        for (place, action) in actions.iter().enumerate() {
            let value = self.value(game, me, action) * 8 + self.rng.below(8) as i32;
            if value > best.0 && value >= 8 {
                best = (value, place as u32);
            }
        }
        if let Some(Action::Activate { source, .. }) = actions.get(best.1 as usize) {
            self.count(game, *source);
        }
        Answer::Action(best.1)
    }

    fn count(&mut self, game: &Game, source: ObjectId) {
        let turn = game.turn().number;
        if self.activated.0 != turn {
            self.activated = (turn, Vec::new());
        }
        match self.activated.1.iter_mut().find(|(known, _)| *known == source) {
            Some((_, times)) => *times += 1,
            None => self.activated.1.push((source, 1)),
        }
    }

    fn times_activated(&self, game: &Game, source: ObjectId) -> u32 {
        if self.activated.0 != game.turn().number {
            return 0;
        }
        self.activated.1.iter().find(|(known, _)| *known == source).map_or(0, |(_, times)| *times)
    }

    /// What an action is worth: 0 or less for what is better left.
    fn value(&self, game: &Game, me: PlayerId, action: &Action) -> i32 {
        match *action {
            Action::Pass => 0,
            Action::PlayLand(_) => 100,
            Action::Cast { card, face, .. } => cast_value(game, me, card, face),
            Action::Activate { source, ability } => {
                if self.times_activated(game, source) >= ACTIVATIONS_A_TURN {
                    return 0;
                }
                match game.abilities(source).get(ability as usize).map(|instance| &instance.ability.kind) {
                    Some(AbilityBody::Activated(activated)) if !is_mana_ability(activated) => {
                        // Attaching again and again, or paying for nothing, is not worth the mana.
                        body_value(game, me, source, &activated.body).min(20) - 1
                    }
                    _ => 0,
                }
            }
            Action::TurnFaceUp(_) => 5,
        }
    }

    fn choose(
        &mut self,
        game: &Game,
        me: PlayerId,
        about: Option<ObjectId>,
        purpose: Purpose,
        options: &[Choice],
        (min, max): (u32, u32),
    ) -> Answer {
        let mut valued: SmallVec<[(i32, u32); 16]> = SmallVec::new();
        for (place, option) in options.iter().enumerate() {
            valued.push((self.option_value(game, me, about, purpose, option), place as u32));
        }
        // The best first; among equals the order of the options.
        valued.sort_by_key(|(value, place)| (-value, *place));
        let all = options.len() as u32;
        let good = valued.iter().filter(|(value, _)| *value > 0).count() as u32;
        let count = good.clamp(min.min(all), max.min(all));
        Answer::Chosen(valued.iter().take(count as usize).map(|(_, place)| *place).collect())
    }

    /// What it is worth to choose the option.
    fn option_value(&mut self, game: &Game, me: PlayerId, about: Option<ObjectId>, purpose: Purpose, option: &Choice) -> i32 {
        let recipient = match *option {
            Choice::Object(id) => Some(Recipient::Object(id)),
            Choice::Player(player) => Some(Recipient::Player(player)),
            _ => None,
        };
        match (purpose, recipient) {
            (Purpose::Targets(_) | Purpose::NewTargets, Some(recipient)) => {
                let slot = if let Purpose::Targets(slot) = purpose { TargetSlot(slot) } else { TargetSlot(0) };
                target_value(game, me, recipient, about.map_or(0, |about| good_for_target(game, about, slot)))
            }
            // What goes away should be worth little.
            (
                Purpose::PayCost
                | Purpose::Discard
                | Purpose::Sacrifice
                | Purpose::BottomAfterMulligan
                | Purpose::Scry
                | Purpose::StayTapped,
                Some(Recipient::Object(id)),
            ) => {
                let spare = if purpose == Purpose::Scry { 6 } else { 0 };
                spare - keep_value(game, me, id)
            }
            (Purpose::AttachTo, Some(recipient)) => {
                let good = about.map_or(1, |about| attached_good(game, about));
                target_value(game, me, recipient, good)
            }
            (_, Some(Recipient::Object(id))) => {
                let worth = worth::object(game, id);
                if game.controller(id) == me { worth } else { worth + 1 }
            }
            // Among opponents the one nearest to losing.
            (_, Some(Recipient::Player(player))) if game.are_opponents(me, player) => 2 + (40 - game.player(player).life).max(0),
            (_, Some(Recipient::Player(player))) => 1 + i32::from(player == me),
            (Purpose::KeepHand, None) => {
                let lands = game.player(me).hand.iter().filter(|id| game.characteristics(**id).types.is(CardType::Land)).count();
                let keep = (2..=5).contains(&lands) || game.player(me).hand.len() < 6;
                i32::from(*option == Choice::Answer(keep))
            }
            (Purpose::OptionalCost | Purpose::MayPay | Purpose::May | Purpose::CombatCost, None) => {
                i32::from(matches!(option, Choice::Answer(true) | Choice::Cost(_)))
            }
            (Purpose::PhyrexianMana, None) => match option {
                Choice::PayLife(true) => i32::from(game.player(me).life > 10),
                _ => 1,
            },
            (Purpose::Modes, None) => match *option {
                Choice::Mode(mode) => about.map_or(0, |about| mode_value(game, me, about, mode)),
                _ => 0,
            },
            (Purpose::TriggerOrder | Purpose::Order | Purpose::Replacement | Purpose::DamageOrder, None) => 1,
            _ => self.rng.below(3) as i32,
        }
    }

    /// Attacks with what will not die for nothing, and with everything when that wins.
    fn attack(&mut self, game: &Game, options: &AttackOptions) -> Answer {
        let mut attacks = Vec::new();
        for (attacker, defenders) in &options.candidates {
            // The weakest first, and whoever is weaker behind a better wall later.
            let mut defenders = defenders.clone();
            defenders.sort_by_key(|defender| match defender {
                Recipient::Player(player) => (0, game.player(*player).life),
                Recipient::Object(_) => (1, 0),
            });
            let pays = |defender: &&Recipient| {
                let victim = match **defender {
                    Recipient::Player(player) => player,
                    Recipient::Object(id) => game.object(id).and_then(|object| object.protector()).unwrap_or(game.controller(id)),
                };
                attack_pays(game, *attacker, victim, options)
            };
            if let Some(defender) = defenders.iter().find(pays) {
                attacks.push((*attacker, *defender));
            }
        }
        self.stay_at_home(game, &mut attacks);
        if options.check(game, &attacks).is_ok() {
            return Answer::Attacks(attacks);
        }
        if options.check(game, &[]).is_ok() {
            return Answer::Attacks(Vec::new());
        }
        declare::attackers(&mut self.rng, options)
    }

    /// With several opponents, those who are not attacked strike back: enough creatures stay at home not to lose by that, the
    /// weakest first. An attack that ends the game for somebody is worth the risk.
    fn stay_at_home(&self, game: &Game, attacks: &mut Vec<(ObjectId, Recipient)>) {
        let me = game.turn().active;
        if game.opponents(me).nth(1).is_none() {
            return;
        }
        let is_creature = |id: ObjectId| game.characteristics(id).types.is(CardType::Creature);
        let mut threats: Vec<i32> = Vec::new();
        for opponent in game.opponents(me) {
            let theirs = game.permanents().filter(|one| game.controller(one.id) == opponent && is_creature(one.id));
            threats.extend(theirs.map(|one| worth::body(game, one.id).0));
        }
        threats.sort_unstable_by_key(|power| -power);
        let stays = |one: &&cardwright_engine::object::Object| {
            !one.is_tapped() && game.controller(one.id) == me && !attacks.iter().any(|(attacker, _)| *attacker == one.id)
        };
        let mut blockers = game.permanents().filter(stays).filter(|one| is_creature(one.id)).count();
        attacks.sort_by_key(|(attacker, _)| -worth::body(game, *attacker).0);
        while !attacks.is_empty() {
            let through: i32 = threats.iter().skip(blockers).sum();
            let lethal = |player: PlayerId| {
                let on = attacks.iter().filter(|(_, what)| *what == Recipient::Player(player));
                on.map(|(attacker, _)| worth::body(game, *attacker).0).sum::<i32>() >= game.player(player).life
            };
            if through < game.player(me).life || game.opponents(me).any(lethal) {
                return;
            }
            attacks.pop();
            blockers += 1;
        }
    }

    /// Blocks where the blocker survives, trades up, or where life is at stake.
    fn block(&mut self, game: &Game, me: PlayerId, options: &BlockOptions) -> Answer {
        let attackers = game.combat().map(|combat| combat.attackers.clone()).unwrap_or_default();
        let incoming: i32 = attackers
            .iter()
            .filter(|attacker| attacker.defending_player == me)
            .map(|attacker| worth::body(game, attacker.id).0)
            .sum();
        let mut danger = incoming >= game.player(me).life;
        let mut blocks: Vec<(ObjectId, ObjectId)> = Vec::new();
        let mut order: Vec<ObjectId> = attackers.iter().map(|attacker| attacker.id).collect();
        order.sort_by_key(|attacker| -worth::body(game, *attacker).0);
        for attacker in order {
            let (power, toughness) = worth::body(game, attacker);
            let free = options
                .candidates
                .iter()
                .filter(|(blocker, can)| can.contains(&attacker) && !blocks.iter().any(|(used, _)| used == blocker));
            let best = free
                .map(|(blocker, _)| {
                    let (own_power, own_toughness) = worth::body(game, *blocker);
                    let survives = own_toughness > power;
                    let kills = own_power >= toughness;
                    let gain = match (survives, kills) {
                        (true, true) => 30,
                        (true, false) => 15,
                        (false, true) => 10 + worth::object(game, attacker) - worth::object(game, *blocker),
                        (false, false) => {
                            if danger {
                                5 - worth::object(game, *blocker) / 4
                            } else {
                                -10
                            }
                        }
                    };
                    (gain - worth::object(game, *blocker) / 8, *blocker)
                })
                .max();
            if let Some((gain, blocker)) = best
                && (gain > 0 || danger)
            {
                blocks.push((blocker, attacker));
                let left: i32 = attackers
                    .iter()
                    .filter(|one| one.defending_player == me && !blocks.iter().any(|(_, blocked)| *blocked == one.id))
                    .map(|one| worth::body(game, one.id).0)
                    .sum();
                danger = left >= game.player(me).life;
            }
        }
        while !blocks.is_empty() {
            if options.check(game, &blocks).is_ok() {
                return Answer::Blocks(blocks);
            }
            blocks.pop();
        }
        if options.check(game, &[]).is_ok() {
            return Answer::Blocks(Vec::new());
        }
        declare::blockers(&mut self.rng, options)
    }

    /// Kills in order as far as the damage reaches, the rest to the last one.
    fn assign(&mut self, options: &DamageOptions) -> Answer {
        let mut left = options.total;
        let last = options.among.len().saturating_sub(1);
        let mut parts: SmallVec<[u32; 4]> = SmallVec::new();
        for (place, (_, lethal)) in options.among.iter().enumerate() {
            let part = if place == last { left } else { left.min(*lethal) };
            parts.push(part);
            left -= part;
        }
        if options.check(&parts).is_ok() { Answer::Division(parts) } else { declare::damage(&mut self.rng, options) }
    }
}

/// Whether attacking pays: nothing untapped there kills it without dying to it, or the attackers together win.
fn attack_pays(game: &Game, attacker: ObjectId, victim: PlayerId, options: &AttackOptions) -> bool {
    let (power, toughness) = worth::body(game, attacker);
    if power <= 0 {
        return false;
    }
    let blockers: SmallVec<[(ObjectId, i32, i32); 8]> = game
        .permanents()
        .filter(|object| !object.is_tapped() && game.controller(object.id) == victim)
        .filter(|object| game.characteristics(object.id).types.is(CardType::Creature))
        .map(|object| {
            let (power, toughness) = worth::body(game, object.id);
            (object.id, power, toughness)
        })
        .collect();
    let mut damage: Vec<i32> = options.candidates.iter().map(|(id, _)| worth::body(game, *id).0).collect();
    damage.sort_unstable();
    // What gets through if every blocker stops the strongest.
    let through: i32 = damage.iter().take(damage.len().saturating_sub(blockers.len())).sum();
    if through >= game.player(victim).life {
        return true;
    }
    !blockers.iter().any(|(blocker, its_power, its_toughness)| {
        let dies = *its_power >= toughness;
        let kills = power >= *its_toughness;
        dies && (!kills || worth::object(game, attacker) > worth::object(game, *blocker) + 2)
    })
}

/// What casting the card is worth now.
fn cast_value(game: &Game, me: PlayerId, card: ObjectId, face: u8) -> i32 {
    let is = game.characteristics(card);
    let mut value = 2 + 2 * is.mana_value(0) as i32;
    let spell = is.abilities.iter().find_map(|instance| match &instance.ability.kind {
        AbilityBody::Spell(body) => Some(body),
        _ => None,
    });
    if let Some(body) = spell.filter(|_| face == 0) {
        let worth = body_value(game, me, card, body);
        if worth <= 0 {
            return 0;
        }
        // Removal is kept for what is worth its mana.
        let cheap = is.mana_value(0) as i32 + 2;
        if worth < cheap && !body.modes().iter().all(|mode| mode.targets.is_empty()) {
            return 0;
        }
        value += worth;
    }
    if is.types.is(CardType::Creature) {
        value += 5;
    }
    let own_turn = game.turn().active == me;
    let instant = is.types.is(CardType::Instant);
    // Instants that do nothing at once are kept for the others' turns; what reacts needs something to react to.
    if instant && own_turn && game.stack().is_empty() { value / 2 } else { value }
}

/// What a body does for its controller, with the best targets there are.
fn body_value(game: &Game, me: PlayerId, source: ObjectId, body: &Body) -> i32 {
    let values = body.modes().iter().map(|mode| {
        let mut value = harm::mode(mode, Whom::You) - harm::mode(mode, Whom::Opponents) + harm::mode(mode, Whom::This);
        for (slot, spec) in mode.targets.iter().enumerate() {
            let good = harm::mode(mode, Whom::Target(TargetSlot(slot as u16)));
            value += best_target(game, me, source, spec, good).unwrap_or(0);
        }
        let plain = mode.targets.is_empty() && value == 0;
        if plain { 2 } else { value }
    });
    values.max().unwrap_or(0)
}

/// What the best target for something that is `good` for it is worth; `None` if there is none.
fn best_target(game: &Game, me: PlayerId, source: ObjectId, spec: &TargetSpec, good: i32) -> Option<i32> {
    let scope = Scope::bare(source, me, cardwright_engine::ability::Origin::Printed);
    let eval = game.eval(scope);
    let objects = eval.all(&spec.objects);
    let players = eval.players(&spec.players);
    let all = objects.iter().map(|id| Recipient::Object(*id)).chain(players.iter().map(|player| Recipient::Player(*player)));
    all.map(|recipient| target_value(game, me, recipient, good)).max()
}

/// What pointing something that is `good` for its target at that target is worth to me.
fn target_value(game: &Game, me: PlayerId, recipient: Recipient, good: i32) -> i32 {
    let mine = worth::belongs_to(game, recipient, me);
    let worth = worth::recipient(game, recipient);
    let useful = match (recipient, good) {
        // Damage that does not kill a creature is mostly lost; a graveyard has nothing to kill.
        (Recipient::Object(id), -9..=-1) if game.permanent(id).is_some() => {
            let (_, toughness) = worth::body(game, id);
            if toughness <= -good { worth } else { worth / 4 }
        }
        (Recipient::Player(player), harm) if harm < 0 && game.player(player).life <= -harm => 1000,
        _ => worth,
    };
    match good.signum() {
        0 => useful / 2,
        1 if mine => useful,
        -1 if !mine => useful,
        _ => -useful,
    }
}

/// How good the spell or ability is for what is chosen for that instance of "target".
fn good_for_target(game: &Game, about: ObjectId, slot: TargetSlot) -> i32 {
    if let Some(entry) = game.entry(about)
        && let EntryKind::Ability { ability, .. } = &entry.kind
    {
        return ability_good(&ability.ability.kind, slot);
    }
    let attached = attached_good(game, about);
    if attached != 0 && game.characteristics(about).types.is(CardType::Enchantment) {
        return attached;
    }
    game.abilities(about).iter().map(|instance| ability_good(&instance.ability.kind, slot)).find(|good| *good != 0).unwrap_or(0)
}

fn ability_good(kind: &AbilityBody, slot: TargetSlot) -> i32 {
    match kind {
        AbilityBody::Spell(body) => harm::body(body, Whom::Target(slot)),
        AbilityBody::Activated(activated) => harm::body(&activated.body, Whom::Target(slot)),
        AbilityBody::Triggered(triggered) => harm::body(&triggered.body, Whom::Target(slot)),
        AbilityBody::Static(_) => 0,
    }
}

/// How good what is attached to something is for it, by its static abilities.
fn attached_good(game: &Game, attachment: ObjectId) -> i32 {
    use cardwright_engine::ability::StaticPart;
    let mut good = 0;
    for instance in game.abilities(attachment) {
        if let AbilityBody::Static(one) = &instance.ability.kind {
            for part in &one.parts {
                good += match part {
                    StaticPart::Continuous { changes, .. } => changes.iter().map(harm::change).sum(),
                    StaticPart::Rule(rule) if harm::hinders(rule) => -4,
                    StaticPart::Rule(_) | StaticPart::Replacement(_) => 0,
                };
            }
        }
    }
    good
}

/// What a mode of the spell or ability that is being announced is worth.
fn mode_value(game: &Game, me: PlayerId, about: ObjectId, mode: u8) -> i32 {
    let value = |source: ObjectId, body: &Body| {
        body.modes().get(mode as usize).map(|one| body_value(game, me, source, &Body::Plain(one.clone())))
    };
    if let Some(EntryKind::Ability { source, ability, .. }) = game.entry(about).map(|entry| &entry.kind) {
        return match &ability.ability.kind {
            AbilityBody::Activated(activated) => value(*source, &activated.body),
            AbilityBody::Triggered(triggered) => value(*source, &triggered.body),
            AbilityBody::Spell(_) | AbilityBody::Static(_) => None,
        }
        .unwrap_or(0);
    }
    game.abilities(about)
        .iter()
        .find_map(|instance| match &instance.ability.kind {
            AbilityBody::Spell(body) => value(about, body),
            _ => None,
        })
        .unwrap_or(0)
}

/// What keeping the object is worth: lands less the more there are.
fn keep_value(game: &Game, me: PlayerId, id: ObjectId) -> i32 {
    let is = game.characteristics(id);
    if !is.types.is(CardType::Land) {
        return worth::object(game, id).max(2);
    }
    let lands = game
        .permanents()
        .filter(|object| game.controller(object.id) == me && game.characteristics(object.id).types.is(CardType::Land))
        .count() as i32;
    let in_hand = game.object(id).is_some_and(|object| object.zone == ZoneKind::Hand);
    if in_hand { (8 - lands).max(1) } else { 4 }
}

/// Divides for the greatest effect: what harms kills in order, the rest goes to the last one.
fn divide(game: &Game, me: PlayerId, total: u32, among: &[Recipient], min_each: u32) -> Answer {
    let mut parts: SmallVec<[u32; 4]> = SmallVec::from_elem(min_each, among.len());
    let mut left = total.saturating_sub(min_each.saturating_mul(among.len() as u32));
    for (part, recipient) in parts.iter_mut().zip(among) {
        if worth::belongs_to(game, *recipient, me) {
            continue;
        }
        let wanted = match recipient {
            Recipient::Object(id) => (worth::body(game, *id).1.max(0) as u32).saturating_sub(min_each),
            Recipient::Player(_) => 0,
        };
        let more = wanted.min(left);
        *part += more;
        left -= more;
    }
    let end =
        among.iter().rposition(|recipient| !worth::belongs_to(game, *recipient, me)).unwrap_or(among.len().saturating_sub(1));
    match parts.get_mut(end) {
        Some(part) => *part += left,
        None => {
            return random::answer(
                &mut Rng::new(0),
                &Ask::Divide { purpose: Purpose::Division, total, among: among.to_vec(), min_each },
            );
        }
    }
    Answer::Division(parts)
}
