//! Modes, targets and divisions (modern 601.2b-d, 115, 700.2).

use super::complete::{can_go_on, divides_too_little};
use crate::ability::Walk;
use crate::ability::{Body, CostTag, Mode, Players, TargetRule, TargetSpec};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, TargetSlot};
use crate::layers::Active;
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
                if !self.targets_itself(id, scope) && !already.contains(&target) && self.can_be_targeted(target, scope) {
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

    /// modern 115.5: a spell or ability on the stack is no legal target for itself.
    pub(super) fn targets_itself(&self, id: ObjectId, scope: Scope<'_>) -> bool {
        id == scope.source && self.object(id).is_some_and(|object| object.zone == crate::zone::ZoneKind::Stack)
    }

    /// Whether rules let it be a target of that spell or ability (115, 702.11, 702.16b, 702.18 as hooks).
    pub(crate) fn can_be_targeted(&self, target: Recipient, scope: Scope<'_>) -> bool {
        self.forbids_target(target, scope).is_none()
    }
    /// The first rule that keeps it from being a target of that spell or ability.
    pub(super) fn forbids_target(&self, target: Recipient, scope: Scope<'_>) -> Option<Active<'_, TargetRule>> {
        self.target_rules().find(|active| {
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
        let fitting = if spec.same_controller { self.most_of_one_controller(&options) } else { options.len() };
        if fitting < min || divides_too_little(spec, min, |amount| self.eval(scope).amount(amount)) {
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

    /// How many of these the one controller has who has the most of them.
    fn most_of_one_controller(&self, options: &[Recipient]) -> usize {
        let whose = |target: &Recipient| target.object().map(|id| self.controller(id));
        options.iter().map(|one| options.iter().filter(|other| whose(other) == whose(one)).count()).max().unwrap_or(0)
    }

    /// Whether at least as many modes as needed can be chosen now.
    pub(crate) fn can_choose_modes(&self, body: &Body, scope: Scope<'_>) -> bool {
        match body {
            Body::Plain(mode) => self.mode_has_targets(mode, scope),
            Body::Modal { .. } => self.mode_range(body, scope).is_possible(),
        }
    }

    fn is_mode_possible(&self, mode: &Mode, scope: Scope<'_>) -> bool {
        self.eval(scope).holds(&mode.condition) && self.mode_has_targets(mode, scope)
    }

    /// How many modes can be chosen now, and which.
    pub(crate) fn mode_range(&self, body: &Body, scope: Scope<'_>) -> ModeRange {
        let Body::Modal { min, max, repeat, modes, .. } = body else { return ModeRange::default() };
        let eval = self.eval(scope);
        ModeRange {
            min: eval.amount(min).max(0) as u32,
            max: eval.amount(max).max(0) as u32,
            repeat: *repeat,
            possible: (0..modes.len() as u8).filter(|&index| self.is_mode_possible(&modes[index as usize], scope)).collect(),
        }
    }

    /// Chooses modes (601.2b, 700.2) from the range. Empty for a body that is not modal. `payable` says whether what these
    /// modes cost can be paid, where modes cost something (700.2h).
    #[allow(clippy::too_many_arguments)] // the parts of a choice
    pub(crate) fn choose_modes(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: ObjectId,
        body: &Body,
        scope: Scope<'_>,
        range: ModeRange,
        payable: Option<&mut dyn FnMut(&Game, &[u8]) -> bool>,
    ) -> Beat<SmallVec<[u8; 2]>> {
        let Body::Modal { chooser, .. } = body else { return Ok(SmallVec::new()) };
        // modern 601.6, 700.2e: another player may choose.
        let player = self.who_chooses(run, player, about, chooser, scope)?;
        if let Some(payable) = payable
            && (range.repeat || !payable(self, &range.possible))
        {
            return self.choose_modes_to_pay(run, player, about, &range, payable);
        }
        let ModeRange { min, max, repeat, possible } = range;
        if repeat {
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

    /// Chooses modes one at a time, of those that can still be paid for with what was chosen before (601.2b, 601.2h).
    fn choose_modes_to_pay(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: ObjectId,
        range: &ModeRange,
        payable: &mut dyn FnMut(&Game, &[u8]) -> bool,
    ) -> Beat<SmallVec<[u8; 2]>> {
        let mut chosen: SmallVec<[u8; 4]> = SmallVec::new();
        while (chosen.len() as u32) < range.max {
            let mut fitting: SmallVec<[u8; 4]> = SmallVec::new();
            for &mode in &range.possible {
                if range.repeat || !chosen.contains(&mode) {
                    let mut with = chosen.clone();
                    with.push(mode);
                    if can_go_on(range, &mut with, &mut |modes| payable(self, modes)) {
                        fitting.push(mode);
                    }
                }
            }
            let least = u32::from((chosen.len() as u32) < range.min);
            if fitting.is_empty() {
                if least > 0 {
                    return Err(Refusal::new("modern:700.2a", "not enough modes can be paid for").into());
                }
                break;
            }
            let options = fitting.iter().map(|&mode| Choice::Mode(mode)).collect();
            let ask = Ask::Choose { purpose: Purpose::Modes, options, min: least, max: 1, ordered: false };
            match self.ask(run, player, Some(about), ask)? {
                Answer::Chosen(answer) if !answer.is_empty() => chosen.push(fitting[answer[0] as usize]),
                _ => break,
            }
        }
        chosen.sort_unstable();
        Ok(SmallVec::from_slice(&chosen))
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
            bindings.targets.resize(first + mode.targets.len(), TargetChoice::default());
            for place in order_of_choice(&mode.targets) {
                let spec = &mode.targets[place];
                let choice = self.choose_one_instance(run, player, about, source, origin, mode, place, spec, bindings)?;
                bindings.targets[first + place] = choice;
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
        let chooser = self.who_chooses(run, player, about, &spec.chooser, scope)?;
        let first = bindings.first_target as usize;
        let already: SmallVec<[Recipient; 4]> = spec
            .other_than
            .iter()
            .filter_map(|slot| bindings.targets.get(first + slot.0 as usize))
            .flat_map(|choice| choice.chosen.iter().map(|(target, _)| *target))
            .collect();
        let mut among = self.legal_targets(spec, scope, &already);
        // modern 115.5: nor is an ability on the stack, whose source is another object.
        among.retain(|target| *target != Recipient::Object(about));
        let later = mode.targets[place + 1..].iter().any(|other| other.other_than.iter().any(|slot| slot.0 as usize == place));
        if later && min == 1 {
            // Not a choice that leaves a later "other target" without one.
            let before: SmallVec<[SmallVec<[Recipient; 1]>; 2]> = bindings.targets[first..first + place]
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
        let number = (first + place) as u16;
        let mut picked: SmallVec<[Recipient; 4]> = SmallVec::new();
        if spec.same_controller && max > 1 {
            // Whose they are is settled by the first; only of those of whom there are enough.
            let whose = |target: &Recipient| target.object().map(|id| self.controller(id));
            let enough = |one: &Recipient| among.iter().filter(|other| whose(other) == whose(one)).count() >= min as usize;
            let mut fitting = among.clone();
            fitting.retain(|one| enough(one));
            if fitting.windows(2).any(|pair| whose(&pair[0]) != whose(&pair[1])) {
                let options = fitting.iter().map(|target| option(*target)).collect();
                let ask = Ask::Choose { purpose: Purpose::Targets(number), options, min: min.min(1), max: 1, ordered: false };
                let Answer::Chosen(chosen) = self.ask(run, chooser, Some(about), ask)? else {
                    return Ok(TargetChoice::default());
                };
                picked.extend(chosen.first().map(|&index| fitting[index as usize]));
                fitting.retain(|one| picked.first().is_some_and(|first| first != one && whose(first) == whose(one)));
            }
            among = fitting;
        }
        let taken = picked.len() as u32;
        let (min, max) = (min.saturating_sub(taken), max.saturating_sub(taken).min(among.len() as u32));
        if taken == 0 || max > 0 {
            let options = among.iter().map(|target| option(*target)).collect();
            let ask = Ask::Choose { purpose: Purpose::Targets(number), options, min, max, ordered: false };
            if let Answer::Chosen(chosen) = self.ask(run, chooser, Some(about), ask)? {
                picked.extend(chosen.iter().map(|&index| among[index as usize]));
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

    /// Who makes a choice in announcing: of several players the controller says which one (601.6a, 602.3a).
    fn who_chooses(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: ObjectId,
        choosers: &Players,
        scope: Scope<'_>,
    ) -> Beat<PlayerId> {
        if *choosers == Players::You {
            return Ok(player);
        }
        let several = self.eval(scope).players(choosers);
        Ok(match several.as_slice() {
            [] => player,
            [one] => *one,
            several => {
                let options = several.iter().copied().map(Choice::Player).collect();
                let ask = Ask::Choose { purpose: Purpose::Player, options, min: 1, max: 1, ordered: false };
                match self.ask(run, player, Some(about), ask)? {
                    Answer::Chosen(chosen) => chosen.first().map_or(several[0], |&index| several[index as usize]),
                    _ => several[0],
                }
            }
        })
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

/// How many modes may be chosen, and which.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModeRange {
    /// The fewest.
    pub(super) min: u32,
    /// The most.
    pub(super) max: u32,
    /// Whether one may be chosen more than once (700.2d).
    pub(super) repeat: bool,
    /// Those that can be chosen, in printed order.
    pub(super) possible: SmallVec<[u8; 4]>,
}

impl ModeRange {
    /// Whether enough can be chosen.
    fn is_possible(&self) -> bool {
        self.possible.len() >= self.min as usize || self.repeat && !self.possible.is_empty()
    }
    /// All choices of as few modes as may be chosen.
    pub(super) fn smallest(&self) -> Vec<SmallVec<[u8; 4]>> {
        let mut found: Vec<SmallVec<[u8; 4]>> = vec![SmallVec::new()];
        for _ in 0..self.min {
            let mut more = Vec::new();
            for choice in &found {
                let next = |mode: &&u8| match choice.last() {
                    Some(last) => **mode > *last || self.repeat && *mode == last,
                    None => true,
                };
                for &mode in self.possible.iter().filter(next) {
                    let mut choice = choice.clone();
                    choice.push(mode);
                    more.push(choice);
                }
            }
            found = more;
        }
        found
    }
    /// What either allows.
    pub(crate) fn or(mut self, other: ModeRange) -> ModeRange {
        if !self.is_possible() {
            return other;
        }
        if other.is_possible() {
            self.min = self.min.min(other.min);
            self.max = self.max.max(other.max);
            for mode in other.possible {
                if !self.possible.contains(&mode) {
                    self.possible.push(mode);
                }
            }
            self.possible.sort_unstable();
        }
        self
    }
    /// Whether just these may be chosen.
    pub(crate) fn allows(&self, chosen: &[u8]) -> bool {
        let count = chosen.len() as u32;
        count >= self.min && count <= self.max && chosen.iter().all(|mode| self.possible.contains(mode))
    }
}

/// Whether how many or which modes can be chosen depends on what is paid.
pub(crate) fn asks_what_was_paid(body: &Body) -> bool {
    let Body::Modal { min, max, modes, .. } = body else { return false };
    let mut asks = false;
    let mut note = |_: &CostTag| asks = true;
    min.each(&mut note);
    max.each(&mut note);
    modes.iter().for_each(|mode| mode.condition.each(&mut note));
    asks
}

/// The order in which instances of "target" are chosen: as printed, but those of the controller before those of other
/// players, where none depends on another (601.6b, 602.3b).
fn order_of_choice(specs: &[TargetSpec]) -> SmallVec<[usize; 4]> {
    let mut order: SmallVec<[usize; 4]> = (0..specs.len()).collect();
    if specs.iter().all(|spec| spec.chooser == Players::You) {
        return order;
    }
    let mut depend = specs.iter().any(|spec| !spec.other_than.is_empty());
    for spec in specs {
        spec.each(|_: &TargetSlot| depend = true);
    }
    if !depend {
        order.sort_by_key(|place| specs[*place].chooser != Players::You);
    }
    order
}

pub(crate) fn option(target: Recipient) -> Choice {
    match target {
        Recipient::Object(id) => Choice::Object(id),
        Recipient::Player(player) => Choice::Player(player),
    }
}
