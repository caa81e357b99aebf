//! Modes, targets and divisions (modern 601.2b-d, 115, 700.2).

use crate::ability::{Body, Mode, TargetRule, TargetSpec};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{Bindings, Recipient, TargetChoice};
use crate::question::{Answer, Ask, Choice, Purpose, Refusal};
use crate::run::{Beat, Run};
use smallvec::SmallVec;

impl Game {
    /// The legal targets for one instance of "target", besides those already chosen. `scope.source` is the spell, or the
    /// source of the ability.
    pub(crate) fn legal_targets(&self, spec: &TargetSpec, scope: Scope<'_>, already: &[Recipient]) -> Vec<Recipient> {
        let eval = self.eval(scope);
        let mut found: Vec<Recipient> = Vec::new();
        if spec.objects != crate::ability::Filter::Never {
            for id in eval.all(&spec.objects) {
                let target = Recipient::Object(id);
                // modern 115.5: a spell or ability on the stack is no legal target for itself.
                let itself =
                    id == scope.source && self.object(id).is_some_and(|object| object.zone == crate::zone::ZoneKind::Stack);
                if !itself && !already.contains(&target) && self.can_be_targeted(target, scope) {
                    found.push(target);
                }
            }
        }
        if spec.players != crate::ability::Players::None {
            for player in eval.players(&spec.players) {
                let target = Recipient::Player(player);
                if !already.contains(&target) && self.can_be_targeted(target, scope) {
                    found.push(target);
                }
            }
        }
        found
    }

    /// Whether rules let it be a target of that spell or ability (115, 702.11, 702.16b, 702.18 as hooks).
    pub(crate) fn can_be_targeted(&self, target: Recipient, scope: Scope<'_>) -> bool {
        !self.target_rules().any(|active| {
            let eval = self.eval(active.scope);
            match (active.rule, target) {
                (TargetRule::CantTarget(what, by), Recipient::Object(id)) => {
                    eval.matches(what, id) && eval.matches(by, scope.source)
                }
                (TargetRule::CantTargetPlayer(players, by), Recipient::Player(player)) => {
                    eval.players(players).contains(&player) && eval.matches(by, scope.source)
                }
                _ => false,
            }
        })
    }

    /// Whether the target still fits the instance (608.2b).
    pub(crate) fn is_legal_target(&self, spec: &TargetSpec, scope: Scope<'_>, target: Recipient) -> bool {
        let eval = self.eval(scope);
        let fits = match target {
            Recipient::Player(player) => self.player(player).is_playing() && eval.players(&spec.players).contains(&player),
            Recipient::Object(id) => {
                // modern 608.2b: a target that has changed zones is illegal.
                let zone = spec.objects.zone().unwrap_or(crate::zone::ZoneKind::Battlefield);
                self.object(id).is_some_and(|object| object.zone == zone && !object.phased_out) && eval.matches(&spec.objects, id)
            }
        };
        fits && self.can_be_targeted(target, scope)
    }

    /// Whether enough legal targets exist for all instances of a mode.
    pub(crate) fn mode_has_targets(&self, mode: &Mode, scope: Scope<'_>) -> bool {
        if mode.targets.is_empty() {
            return true;
        }
        self.can_fill(&mode.targets, scope, &mut SmallVec::new())
    }

    /// Whether the instances from `chosen.len()` on can be filled, given the choices for the earlier ones.
    fn can_fill(&self, specs: &[TargetSpec], scope: Scope<'_>, chosen: &mut SmallVec<[SmallVec<[Recipient; 1]>; 2]>) -> bool {
        let at = chosen.len();
        let Some(spec) = specs.get(at) else { return true };
        let min = self.eval(scope).amount(&spec.min).max(0) as usize;
        let already: SmallVec<[Recipient; 4]> =
            spec.other_than.iter().filter_map(|slot| chosen.get(slot.0 as usize)).flatten().copied().collect();
        let options = self.legal_targets(spec, scope, &already);
        if options.len() < min {
            return false;
        }
        let later = specs[at + 1..].iter().any(|other| other.other_than.iter().any(|slot| slot.0 as usize == at));
        if !later || min == 0 {
            chosen.push(options.into_iter().take(min).collect());
            let filled = self.can_fill(specs, scope, chosen);
            chosen.pop();
            return filled;
        }
        // Only a later instance that must differ makes it matter which one is taken.
        options.windows(min).any(|window| {
            chosen.push(window.iter().copied().collect());
            let filled = self.can_fill(specs, scope, chosen);
            chosen.pop();
            filled
        })
    }

    /// Whether at least as many modes as needed can be chosen now.
    pub(crate) fn can_choose_modes(&self, body: &Body, scope: Scope<'_>) -> bool {
        match body {
            Body::Plain(mode) => self.mode_has_targets(mode, scope),
            Body::Modal { min, repeat, modes, .. } => {
                let possible = modes.iter().filter(|mode| self.is_mode_possible(mode, scope)).count();
                let min = self.eval(scope).amount(min).max(0) as usize;
                possible >= min || *repeat && possible > 0
            }
        }
    }

    fn is_mode_possible(&self, mode: &Mode, scope: Scope<'_>) -> bool {
        self.eval(scope).holds(&mode.condition) && self.mode_has_targets(mode, scope)
    }

    /// Chooses modes (601.2b, 700.2). Empty for a body that is not modal.
    pub(crate) fn choose_modes(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: ObjectId,
        body: &Body,
        scope: Scope<'_>,
    ) -> Beat<SmallVec<[u8; 2]>> {
        let Body::Modal { min, max, repeat, modes } = body else { return Ok(SmallVec::new()) };
        let eval = self.eval(scope);
        let (min, max) = (eval.amount(min).max(0) as u32, eval.amount(max).max(0) as u32);
        let possible: Vec<u8> =
            (0..modes.len() as u8).filter(|&index| self.is_mode_possible(&modes[index as usize], scope)).collect();
        if *repeat {
            // modern 700.2d: the same mode may be chosen more than once, so it is asked one at a time.
            let mut chosen: SmallVec<[u8; 2]> = SmallVec::new();
            while (chosen.len() as u32) < max {
                let options = possible.iter().map(|&mode| Choice::Mode(mode)).collect();
                let least = u32::from((chosen.len() as u32) < min);
                let ask = Ask::Choose { purpose: Purpose::Modes, options, min: least, max: 1, ordered: false };
                match self.ask(run, player, Some(about), ask)? {
                    Answer::Chosen(answer) if !answer.is_empty() => chosen.push(possible[answer[0] as usize]),
                    _ => break,
                }
            }
            chosen.sort_unstable();
            return Ok(chosen);
        }
        let max = max.min(possible.len() as u32);
        if max < min {
            return Err(Refusal::new("modern:700.2a", "not enough modes can be chosen").into());
        }
        let options = possible.iter().map(|&mode| Choice::Mode(mode)).collect();
        let ask = Ask::Choose { purpose: Purpose::Modes, options, min, max, ordered: false };
        let mut chosen: SmallVec<[u8; 2]> = match self.ask(run, player, Some(about), ask)? {
            Answer::Chosen(answer) => answer.iter().map(|&index| possible[index as usize]).collect(),
            _ => SmallVec::new(),
        };
        // modern 700.2: they are followed in printed order.
        chosen.sort_unstable();
        Ok(chosen)
    }

    /// Chooses targets for the chosen modes and divides what is divided (601.2c-d).
    pub(crate) fn choose_targets(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: ObjectId,
        source: ObjectId,
        origin: crate::ability::Origin,
        modes: &[&Mode],
        bindings: &mut Bindings,
    ) -> Beat<()> {
        bindings.targets.clear();
        for mode in modes {
            let first = bindings.targets.len();
            bindings.first_target = first as u16;
            for (place, spec) in mode.targets.iter().enumerate() {
                let choice = self.choose_one_instance(run, player, about, source, origin, mode, place, spec, bindings)?;
                bindings.targets.push(choice);
            }
        }
        bindings.first_target = 0;
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn choose_one_instance(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: ObjectId,
        source: ObjectId,
        origin: crate::ability::Origin,
        mode: &Mode,
        place: usize,
        spec: &TargetSpec,
        bindings: &Bindings,
    ) -> Beat<TargetChoice> {
        let scope = Scope { source, controller: player, origin, bindings };
        let eval = self.eval(scope);
        let (min, mut max) = (eval.amount(&spec.min).max(0) as u32, eval.amount(&spec.max).max(0) as u32);
        let total = spec.divided.as_ref().map(|amount| eval.amount(amount).max(0) as u32);
        if let Some(total) = total {
            // modern 601.2d: each target gets at least one.
            max = max.min(total);
        }
        let choosers = eval.players(&spec.chooser);
        let chooser = match choosers.as_slice() {
            [] => player,
            [one] => *one,
            several => {
                // modern 601.6a, 602.3a: the controller decides which of several opponents chooses.
                let options = several.iter().copied().map(Choice::Player).collect();
                let ask = Ask::Choose { purpose: Purpose::Player, options, min: 1, max: 1, ordered: false };
                match self.ask(run, player, Some(about), ask)? {
                    Answer::Chosen(chosen) => chosen.first().map_or(several[0], |&index| several[index as usize]),
                    _ => several[0],
                }
            }
        };
        let first = bindings.first_target as usize;
        let already: SmallVec<[Recipient; 4]> = spec
            .other_than
            .iter()
            .filter_map(|slot| bindings.targets.get(first + slot.0 as usize))
            .flat_map(|choice| choice.chosen.iter().map(|(target, _)| *target))
            .collect();
        let mut among = self.legal_targets(spec, scope, &already);
        let later = mode.targets[place + 1..].iter().any(|other| other.other_than.iter().any(|slot| slot.0 as usize == place));
        if later && min == 1 {
            // Not a choice that leaves a later "other target" without one.
            let before: SmallVec<[SmallVec<[Recipient; 1]>; 2]> = bindings.targets[first..]
                .iter()
                .map(|choice| choice.chosen.iter().map(|(target, _)| *target).collect())
                .collect();
            among.retain(|&target| {
                let mut chosen = before.clone();
                chosen.push(SmallVec::from_iter([target]));
                self.can_fill(&mode.targets, scope, &mut chosen)
            });
        }
        max = max.min(among.len() as u32);
        if max < min {
            return Err(Refusal::new("modern:601.2c", "there are not enough legal targets").into());
        }
        let options = among.iter().map(|target| option(*target)).collect();
        let number = (first + place) as u16;
        let ask = Ask::Choose { purpose: Purpose::Targets(number), options, min, max, ordered: false };
        let picked: SmallVec<[Recipient; 4]> = match self.ask(run, chooser, Some(about), ask)? {
            Answer::Chosen(chosen) => chosen.iter().map(|&index| among[index as usize]).collect(),
            _ => SmallVec::new(),
        };
        if spec.same_controller {
            let mut controllers = picked.iter().filter_map(|target| target.object()).map(|id| self.controller(id));
            let one = controllers.next();
            if controllers.any(|other| Some(other) != one) {
                return Err(Refusal::new("modern:601.2c", "the targets must have the same controller").into());
            }
        }
        let mut choice = TargetChoice { chosen: picked.iter().map(|&target| (target, 0)).collect(), illegal: SmallVec::new() };
        if let (Some(total), false) = (total, picked.is_empty()) {
            let ask = Ask::Divide { purpose: Purpose::Division, total, among: picked.to_vec(), min_each: 1 };
            if let Answer::Division(parts) = self.ask(run, player, Some(about), ask)? {
                for ((_, amount), part) in choice.chosen.iter_mut().zip(parts) {
                    *amount = part;
                }
            }
        }
        Ok(choice)
    }

    /// The events of becoming a target (601.2c, 603.2).
    pub(crate) fn targeted_events(&self, by: ObjectId, bindings: &Bindings) -> crate::pipeline::Batch {
        let mut seen: SmallVec<[Recipient; 4]> = SmallVec::new();
        for (target, _) in bindings.targets.iter().flat_map(|choice| &choice.chosen) {
            if !seen.contains(target) {
                seen.push(*target);
            }
        }
        seen.into_iter().map(|target| crate::event::Event::Targeted { target, by }).collect()
    }
}

pub(crate) fn option(target: Recipient) -> Choice {
    match target {
        Recipient::Object(id) => Choice::Object(id),
        Recipient::Player(player) => Choice::Player(player),
    }
}
