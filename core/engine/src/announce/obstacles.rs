//! What it is that keeps a player from doing something, and why something cannot be a target (modern 601.2c, 601.3, 602.5).

use super::costs::{CostChoices, Log};
use crate::ability::{
    AbilityBody, Body, CastPermission, Condition, CostChange, Filter, Mode, Origin, Players, Prohibition, Rule, TargetRule,
    TargetSpec,
};
use crate::eval::Scope;
use crate::game::Game;
use crate::host::aside;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::object::Recipient;
use crate::why::{
    CostAccount, CostStep, Fails, Maker, Mismatch, Obstacle, OptionalCost, TargetPlace, TooFewTargets, WhyNot, WhyNotTarget,
    WrongTime,
};

impl Game {
    /// Why the player may not cast the card now, in that way or in any, with what fails; `None` if they may, once they have
    /// priority.
    pub fn obstacle_to_casting(&self, player: PlayerId, card: ObjectId, wanted: Option<u8>) -> Option<Obstacle> {
        aside(self, || self.casting_fails(player, card, wanted))
    }
    fn casting_fails(&self, player: PlayerId, card: ObjectId, wanted: Option<u8>) -> Option<Obstacle> {
        let (why, place) = self.nearest_way(player, card, wanted)?;
        let what = match why {
            WhyNot::NotNow => self.wrong_time(player).map(Fails::Time),
            WhyNot::Prohibited(_) => match self.forbids_casting_it(player, card) {
                Some(active) => Some(Fails::Forbidden(self.maker_of_prohibition(&active))),
                None => self.limits_casting(player).map(|active| {
                    let is_it = |rule: &Rule| matches!(rule, Rule::Player(rule) if std::ptr::eq(rule, active.rule));
                    Fails::Forbidden(self.maker_of_rule(active.scope, &is_it))
                }),
            },
            WhyNot::ConditionFails => self
                .forbids_own_casting(player, card)
                .map(|active| Fails::Forbidden(self.maker_of_rule(active.scope, &|rule| std::ptr::eq(rule, active.rule)))),
            WhyNot::NoTarget => {
                let scope = Scope::bare(card, player, Origin::Printed);
                let abilities = self.characteristics(card).abilities.iter().enumerate();
                let bodies = abilities.filter_map(|(place, instance)| match &instance.ability.kind {
                    AbilityBody::Spell(body) => Some((place as u16, body)),
                    _ => None,
                });
                let mut few: Vec<TooFewTargets> =
                    bodies.flat_map(|(ability, body)| self.too_few_targets(body, card, ability, scope)).collect();
                if let (Some(ability), Some(mode)) = (self.attaching_ability(card), self.aura_mode(card)) {
                    few.extend(self.too_few_targets(&Body::Plain(mode), card, ability, scope));
                }
                Some(Fails::Targets(few))
            }
            WhyNot::CannotPay | WhyNot::NotEnoughMana => {
                let way = self.ways(player, card).into_iter().nth(usize::from(place?));
                way.map(|way| Fails::Cost(self.spell_cost(player, card, way.cost, &CostChoices::of(&way))))
            }
            _ => None,
        };
        Some(Obstacle { why, what })
    }

    /// Why the player may not play the land now, with what fails; `None` if they may, once they have priority.
    pub fn obstacle_to_playing(&self, player: PlayerId, card: ObjectId) -> Option<Obstacle> {
        let why = aside(self, || self.why_not_play(player, card))?;
        let what = match why {
            WhyNot::NotNow => self.wrong_time(player).map(Fails::Time),
            WhyNot::Prohibited(_) => {
                self.forbids_playing(player, card).map(|active| Fails::Forbidden(self.maker_of_prohibition(&active)))
            }
            _ => None,
        };
        Some(Obstacle { why, what })
    }

    /// Why the player may not activate that ability now, by its place among those of the object, with what fails; `None` if they
    /// may, once they have priority.
    pub fn obstacle_to_activating(&self, player: PlayerId, source: ObjectId, ability: u16) -> Option<Obstacle> {
        aside(self, || self.activating_fails(player, source, ability))
    }
    fn activating_fails(&self, player: PlayerId, source: ObjectId, ability: u16) -> Option<Obstacle> {
        let why = self.why_not_activate(player, source, ability)?;
        let instance = self.abilities(source).get(usize::from(ability));
        let Some((instance, AbilityBody::Activated(activated))) = instance.map(|instance| (instance, &instance.ability.kind))
        else {
            return Some(Obstacle { why, what: None });
        };
        let scope = Scope::bare(source, self.controller(source), instance.origin);
        let own = Scope { controller: player, ..scope };
        let what = match why {
            WhyNot::NotNow => self.wrong_time(player).map(Fails::Time),
            WhyNot::ConditionFails => self.eval(scope).why_not_holding(&activated.condition).map(Fails::Condition),
            WhyNot::Prohibited(_) => {
                self.forbids_activating(player, source).map(|active| Fails::Forbidden(self.maker_of_prohibition(&active)))
            }
            WhyNot::NoTarget => Some(Fails::Targets(self.too_few_targets(&activated.body, source, ability, own))),
            WhyNot::CannotPay | WhyNot::NotEnoughMana => {
                let keyword = instance.ability.keyword.map(|keyword| keyword.name);
                Some(Fails::Cost(self.ability_cost(player, source, keyword, activated, &[], own)))
            }
            _ => None,
        };
        Some(Obstacle { why, what })
    }

    /// Why the card costs the player what it costs, in that way to cast it; `None` if there is no such way.
    pub fn why_cost(&self, player: PlayerId, card: ObjectId, way: u8) -> Option<CostAccount> {
        aside(self, || self.cost_account(player, card, way))
    }
    fn cost_account(&self, player: PlayerId, card: ObjectId, way: u8) -> Option<CostAccount> {
        let way = self.ways(player, card).into_iter().nth(usize::from(way))?;
        let mut account = CostAccount::default();
        let choices = CostChoices::of(&way);
        account.total = self.spell_cost_with(player, card, way.cost, &choices, &mut Log(Some(&mut account.lines)));
        if let (Some(permission), Some(first)) = (&way.by, account.lines.first_mut())
            && matches!(first.does, CostStep::Alternative(_))
        {
            first.by = Some(self.maker_of_permission(permission));
        }
        if let (Some(permission), Some((tag, _)), Some(line)) = (&way.by, way.extra(), account.lines.get_mut(1)) {
            line.does = CostStep::Permission(tag);
            line.by = Some(self.maker_of_permission(permission));
        }
        for active in self.changes_of(card) {
            if let CostChange::Optional(filter, tag, cost, times) = active.rule
                && self.eval(active.scope).matches_as_spell(filter, card, player)
            {
                let by = self.maker_of_cost(&active);
                account.optional.push(OptionalCost { tag: *tag, cost: cost.clone(), times: *times, by });
            }
        }
        Some(account)
    }

    /// Why it costs the player what it costs to activate that ability, by its place among those of the object.
    pub fn why_ability_cost(&self, player: PlayerId, source: ObjectId, ability: u16) -> Option<CostAccount> {
        let instance = self.abilities(source).get(usize::from(ability))?;
        let AbilityBody::Activated(activated) = &instance.ability.kind else { return None };
        let keyword = instance.ability.keyword.map(|keyword| keyword.name);
        let scope = Scope::bare(source, player, instance.origin);
        let mut account = CostAccount::default();
        let log = &mut Log(Some(&mut account.lines));
        account.total = aside(self, || self.ability_cost_with(player, source, keyword, activated, &[], scope, log));
        if let Some(first) = account.lines.first_mut() {
            first.by = Some(self.maker_of_ability(source, instance.origin, &instance.ability, ability));
        }
        Some(account)
    }

    /// What the way costs with nothing chosen.
    #[cfg(test)]
    pub(crate) fn spell_cost_of(
        &self,
        player: PlayerId,
        card: ObjectId,
        way: &super::ways::Way<'_>,
    ) -> crate::payment::TotalCost {
        self.spell_cost(player, card, way.cost, &CostChoices::of(way))
    }

    fn maker_of_permission(&self, active: &Active<'_, CastPermission>) -> Maker {
        self.maker_of_rule(active.scope, &|rule| matches!(rule, Rule::Cast(rule) if std::ptr::eq(rule, active.rule)))
    }
    pub(super) fn maker_of_cost(&self, active: &Active<'_, CostChange>) -> Maker {
        self.maker_of_rule(active.scope, &|rule| matches!(rule, Rule::Cost(rule) if std::ptr::eq(rule, active.rule)))
    }
    fn maker_of_prohibition(&self, active: &Active<'_, Prohibition>) -> Maker {
        self.maker_of_rule(active.scope, &|rule| matches!(rule, Rule::Cant(rule) if std::ptr::eq(rule, active.rule)))
    }

    /// What is wrong with the time where sorceries cannot be cast (307.1).
    fn wrong_time(&self, player: PlayerId) -> Option<WrongTime> {
        if self.turn.active != player {
            return Some(WrongTime::TurnOf(self.turn.active));
        }
        if !self.turn.in_main_phase() {
            return Some(WrongTime::Step(self.turn.step));
        }
        (!self.stack.is_empty()).then_some(WrongTime::Stack)
    }

    /// The instances of "target" that have too few legal targets, in the modes that could be chosen otherwise.
    fn too_few_targets(&self, body: &Body, source: ObjectId, ability: u16, scope: Scope<'_>) -> Vec<TooFewTargets> {
        let mut few = Vec::new();
        for (mode, says) in body.modes().iter().enumerate() {
            if says.condition != Condition::Always && !self.eval(scope).holds(&says.condition) {
                continue;
            }
            for (instance, spec) in says.targets.iter().enumerate() {
                let needed = self.eval(scope).amount(&spec.min).max(0) as u32;
                let legal = self.legal_targets(spec, scope, &[]).len() as u32;
                if legal < needed {
                    let place = TargetPlace { source, ability, mode: mode as u8, instance: instance as u16 };
                    few.push(TooFewTargets { place, needed, legal });
                }
            }
        }
        few
    }

    /// The place of the ability that says what an Aura attaches to (303.4a).
    fn attaching_ability(&self, card: ObjectId) -> Option<u16> {
        let attaches = |body: &AbilityBody| match body {
            AbilityBody::Static(fixed) => fixed
                .parts
                .iter()
                .any(|part| matches!(part, crate::ability::StaticPart::Rule(Rule::Target(TargetRule::AttachesTo(..))))),
            _ => false,
        };
        self.abilities(card).iter().position(|instance| attaches(&instance.ability.kind)).map(|place| place as u16)
    }

    /// What the instance of "target" says, and where its source has it from.
    fn target_spec(&self, place: TargetPlace) -> Option<(TargetSpec, Origin)> {
        let instance = self.abilities(place.source).get(usize::from(place.ability))?;
        let of_mode = |mode: &Mode| mode.targets.get(usize::from(place.instance)).cloned();
        let spec = match &instance.ability.kind {
            AbilityBody::Spell(body) => of_mode(body.modes().get(usize::from(place.mode))?)?,
            AbilityBody::Activated(activated) => of_mode(activated.body.modes().get(usize::from(place.mode))?)?,
            AbilityBody::Triggered(triggered) => of_mode(triggered.body.modes().get(usize::from(place.mode))?)?,
            AbilityBody::Static(_) if self.attaching_ability(place.source) == Some(place.ability) => {
                of_mode(&self.aura_mode(place.source)?)?
            }
            AbilityBody::Static(_) => return None,
        };
        let of_spell = matches!(instance.ability.kind, AbilityBody::Spell(_) | AbilityBody::Static(_));
        Some((spec, if of_spell { Origin::Printed } else { instance.origin }))
    }

    /// Every instance of "target" that the object's abilities have, for asking about each.
    pub fn target_places(&self, source: ObjectId) -> Vec<TargetPlace> {
        let mut places = Vec::new();
        for (ability, instance) in self.abilities(source).iter().enumerate() {
            let modes = match &instance.ability.kind {
                AbilityBody::Spell(body) => body.modes(),
                AbilityBody::Activated(activated) => activated.body.modes(),
                AbilityBody::Triggered(triggered) => triggered.body.modes(),
                AbilityBody::Static(_) => &[],
            };
            let ability = ability as u16;
            for (mode, says) in modes.iter().enumerate() {
                let all = 0..says.targets.len() as u16;
                places.extend(all.map(|instance| TargetPlace { source, ability, mode: mode as u8, instance }));
            }
        }
        if let Some(ability) = self.attaching_ability(source).filter(|_| self.aura_mode(source).is_some()) {
            places.push(TargetPlace { source, ability, mode: 0, instance: 0 });
        }
        places
    }

    /// Why that object or player cannot be chosen by the player for that instance of "target" now; `None` if it can. `already` is
    /// what was chosen for the instances from which it must differ.
    pub fn why_not_target(
        &self,
        player: PlayerId,
        place: TargetPlace,
        target: Recipient,
        already: &[Recipient],
    ) -> Option<WhyNotTarget> {
        aside(self, || self.target_fails(player, place, target, already))
    }
    fn target_fails(
        &self,
        player: PlayerId,
        place: TargetPlace,
        target: Recipient,
        already: &[Recipient],
    ) -> Option<WhyNotTarget> {
        let Some((spec, origin)) = self.target_spec(place) else { return Some(WhyNotTarget::NoSuchInstance) };
        let scope = Scope::bare(place.source, player, origin);
        let eval = self.eval(scope);
        match target {
            Recipient::Object(id) if spec.objects == Filter::Never => {
                return Some(WhyNotTarget::Object(match self.object(id) {
                    Some(_) => Mismatch::Part(Filter::Never),
                    None => Mismatch::Unknown,
                }));
            }
            Recipient::Object(id) => {
                if let Some(mismatch) = eval.why_not_among(&spec.objects, id) {
                    return Some(WhyNotTarget::Object(mismatch));
                }
                if self.targets_itself(id, scope) {
                    return Some(WhyNotTarget::Itself);
                }
            }
            Recipient::Player(player) => {
                if spec.players == Players::None || !eval.players(&spec.players).contains(&player) {
                    return Some(WhyNotTarget::Player(spec.players.clone()));
                }
            }
        }
        if already.contains(&target) {
            return Some(WhyNotTarget::Chosen);
        }
        self.forbids_target(target, scope).map(|active| {
            let is_it = |rule: &Rule| matches!(rule, Rule::Target(rule) if std::ptr::eq(rule, active.rule));
            WhyNotTarget::Forbidden(self.maker_of_rule(active.scope, &is_it))
        })
    }
}
