//! Changes to the rules of the game: "Creatures can't attack", "You have no maximum hand size", "costs {1} less to cast".

mod cant;
mod casting;
mod combat;
mod costs;
mod joined;
mod players;
#[cfg(test)]
mod tests;

use crate::filter::{Article, Head, particular};
use crate::noun::Noun;
use crate::speech::Speech;
use cardwright_engine::ability::{DamageRule, Duration, Filter, Players, Rule, Stat, TargetRule};
pub(crate) use joined::{About, Form, Statement, joined};

/// How long a rule is true: "each combat" or "this turn".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Span {
    /// A static ability, or something that lasts longer than a turn.
    Always,
    /// Until the end of this turn.
    ThisTurn,
}

impl Speech<'_> {
    /// What effects make true for a while, without capital and full stop: "target creature can't attack or block this turn".
    pub(crate) fn lasting_rules(&mut self, rules: &[&Rule], duration: &Duration) -> String {
        let span = if *duration == Duration::EndOfTurn { Span::ThisTurn } else { Span::Always };
        let mut statements: Vec<Statement> = Vec::new();
        for rule in rules {
            statements.push(self.rule_statement(rule, span));
        }
        let said = joined(statements);
        match duration {
            Duration::Forever => said,
            Duration::EndOfTurn if said.ends_with("until end of turn") => said,
            Duration::EndOfTurn if said.ends_with("this turn") || said.ends_with("this turn if able") => said,
            Duration::EndOfTurn if said.contains(" as though ") || said.contains(". ") => format!("this turn, {said}"),
            Duration::EndOfTurn => format!("{said} this turn"),
            Duration::EndOfCombat => format!("{said} this combat"),
            Duration::While(_) | Duration::Until(_) => format!("{said} {}", self.duration(duration)),
            Duration::UntilTurnOf(_) | Duration::ThroughUntapStepOf(_) | Duration::UntilEndOfNextTurnOf(_) => {
                format!("{}, {said}", self.duration(duration))
            }
        }
    }
    /// What a rule says of whom.
    pub(crate) fn rule_statement(&mut self, rule: &Rule, span: Span) -> Statement {
        match rule {
            Rule::Marker => Statement::whole("other abilities ask for this one"),
            Rule::Cant(prohibition) => self.prohibition(prohibition),
            Rule::Attack(attack) => self.attack_rule(attack, span),
            Rule::Block(block) => self.block_rule(block, span),
            Rule::Damage(damage) => self.damage_rule(damage),
            Rule::Target(target) => self.target_rule(target),
            Rule::Player(player) => self.player_rule(player, span),
            Rule::Cast(permission) => Statement::whole(self.permission(permission)),
            Rule::Cost(cost) => self.cost_change(cost),
            Rule::IgnoreSummoningSickness(what) => self.of_things(what, |it| {
                let they = it.pronoun().text;
                format!("can attack and can use {{T}} as though {they} had haste")
            }),
            Rule::StateBased(condition, effect) => {
                let condition = self.condition(condition);
                let effect = self.inline_effect(effect);
                Statement::whole(format!("if {condition}, {effect} as a state-based action"))
            }
            Rule::TurnBased(step, players, effect) => {
                let whose = self.any_player(players).possessive();
                let step = self.step(*step);
                let effect = self.inline_effect(effect);
                Statement::whole(format!("as {whose} {step} begins, {effect}"))
            }
            Rule::ProtectedBy(players) => {
                let who = self.any_player(players).object();
                self.of_things(&Filter::This, |_| format!("is protected by {who}"))
            }
            Rule::NeverFights => self.of_things(&Filter::This, |_| "can't attack or block".to_owned()),
            Rule::DoesNotUntap(what) => {
                let step = self.untap_step_of(what);
                self.of_things(what, |it| format!("{} untap during {step}", it.verb("doesn't", "don't")))
            }
            Rule::PhasesEachUntapStep(what) => {
                let step = self.untap_step_of(what);
                self.of_things(what, |it| format!("{} out during {step}", it.verb("phases", "phase")))
            }
            Rule::MayStayTapped(what) if particular(what).is_some() => {
                let what = self.filter(what, Article::A).object();
                Statement::whole(format!("you may choose not to untap {what} during your untap step"))
            }
            Rule::MayStayTapped(what) => {
                let what = self.filter(what, Article::Many).object();
                Statement::whole(format!("players may choose not to untap {what} during their untap steps"))
            }
            Rule::ExtraTriggers(what, pattern, times) => {
                let cause = self.causing(pattern);
                let of =
                    if *what == Filter::Any { String::new() } else { format!(" of {}", self.filter(what, Article::A).object()) };
                let (times, rest) = self.counted(times, "additional time", "additional times");
                Statement::whole(format!(
                    "if {cause} causes a triggered ability{of} to trigger, that ability triggers {times}{rest}"
                ))
            }
            Rule::NoTriggers(what, pattern) => {
                let cause = self.causing(pattern);
                let of = if matches!(what, Filter::Any | Filter::Permanent) {
                    String::new()
                } else {
                    format!(" of {}", self.filter(what, Article::Many).object())
                };
                Statement::whole(format!("{cause} doesn't cause abilities{of} to trigger"))
            }
            Rule::NoLegendRule(what) => {
                let what = self.filter(what, Article::Many).object();
                Statement::whole(format!("the \"legend rule\" doesn't apply to {what}"))
            }
            Rule::KeepMana(who) => {
                self.of_players(who, |who| format!("{} lose unspent mana as steps and phases end", who.verb("doesn't", "don't")))
            }
            Rule::SpendAsAnyColor(who, what) => {
                let spells = self.filter_of(what, Article::Many, Head::Spell).object();
                self.of_players(who, |_| format!("may spend mana as though it were mana of any color to cast {spells}"))
            }
            Rule::Merges(with) => {
                let with = self.filter(with, Article::A).object();
                Statement::whole(format!("this spell merges with {with} that it targets instead of entering on its own"))
            }
            Rule::BeforeGame(effect) => {
                let effect = self.inline_effect(effect);
                Statement::whole(format!("before you shuffle your deck to start the game, {effect}"))
            }
            Rule::TurnUp(what, cost) => {
                let what = self.filter(what, Article::A).object();
                let cost = self.price(cost);
                Statement::whole(format!("you may turn {what} face up any time {cost}"))
            }
        }
    }

    /// Something that is said of things.
    fn of_things(&mut self, what: &Filter, says: impl FnOnce(&Noun) -> String) -> Statement {
        self.of_heads(what, Head::Permanent, says)
    }
    fn of_heads(&mut self, what: &Filter, head: Head, says: impl FnOnce(&Noun) -> String) -> Statement {
        let subject = self.many_or_one(what, head);
        let does = says(&subject);
        Statement { about: About::things(what), subject, form: Form::Does(does) }
    }
    /// "creatures you control", "Kettle Rat", "target creature".
    pub(crate) fn many_or_one(&mut self, what: &Filter, head: Head) -> Noun {
        let article = if particular(what).is_some() { Article::A } else { Article::Many };
        self.filter_of(&plainly(what), article, head)
    }
    /// Something that is said of players.
    fn of_players(&mut self, who: &Players, says: impl FnOnce(&Noun) -> String) -> Statement {
        let subject = self.all_players(who);
        let does = says(&subject);
        Statement { about: About::Players(who.clone()), subject, form: Form::Does(does) }
    }
    fn untap_step_of(&mut self, what: &Filter) -> String {
        match what {
            what if crate::pattern::is_this(what) => "your untap step".to_owned(),
            what if particular(what).is_some() => "its controller's untap step".to_owned(),
            _ => "their controllers' untap steps".to_owned(),
        }
    }
    fn damage_rule(&mut self, rule: &DamageRule) -> Statement {
        match rule {
            DamageRule::FirstStep { what, also_regular } => self.of_things(what, |it| {
                let deals = it.verb("deals", "deal");
                let also = if *also_regular { ", and in the regular one too" } else { "" };
                format!("{deals} combat damage in an additional combat damage step before the regular one{also}")
            }),
            DamageRule::Lethal(what) => {
                let what = self.filter_of(what, Article::A, Head::Source).object();
                Statement::whole(format!("any amount of damage that {what} deals to a creature is enough to destroy it"))
            }
            DamageRule::RemovesCounters(kind) => {
                self.of_things(&Filter::This, |_| format!("loses that many {kind} counters as it is dealt damage"))
            }
            DamageRule::ExcessToDefender(what) => self.of_things(what, |it| {
                let attacked = crate::change::contracted(&it.pronoun(), &format!("{} attacking", it.verb("is", "are")));
                format!("can deal excess combat damage to the player or planeswalker {attacked}")
            }),
            DamageRule::AsThoughUnblocked(what) => {
                let what = self.many_or_one(what, Head::Creature);
                let (it, its) = (what.pronoun(), what.pronoun().possessive());
                let have = what.verb("assign", "assign");
                Statement::whole(format!(
                    "you may have {} {have} {its} combat damage as though {} {} blocked",
                    what.object(),
                    it.text,
                    it.verb("wasn't", "weren't").replace("wasn't", "weren't"),
                ))
            }
            DamageRule::Also(what, event, effect) => {
                let what = self.filter_of(what, Article::A, Head::Source);
                self.mentioned(crate::speech::Referent::Var(*event), Noun::thing("permanent"));
                let effect = self.inline_effect(effect);
                Statement::whole(format!("as {} {} damage, {effect}", what.text, what.verb("deals", "deal")))
            }
            DamageRule::AsCountersOnCreatures(what, kind) => self
                .of_things(what, |it| format!("{} damage to creatures in the form of {kind} counters", it.verb("deals", "deal"))),
            DamageRule::AsCountersOnPlayers(what, kind) => self
                .of_things(what, |it| format!("{} damage to players in the form of {kind} counters", it.verb("deals", "deal"))),
            DamageRule::AssignEqualTo(what, stat) => {
                let article = if particular(what).is_some() { Article::A } else { Article::Each };
                let subject = self.filter(what, article);
                let word = if *stat == Stat::Power { "power" } else { crate::filter::stat_word(*stat) };
                let does =
                    format!("{} combat damage equal to its {word} rather than its power", subject.verb("assigns", "assign"));
                Statement { about: About::things(what), subject, form: Form::Does(does) }
            }
            DamageRule::AssignNone(what) => {
                self.of_things(what, |it| format!("{} no combat damage", it.verb("assigns", "assign")))
            }
            DamageRule::DividedBy(what, who) => {
                let what = self.many_or_one(what, Head::Creature).object();
                let who = self.any_player(who);
                let chooses = who.verb("chooses", "choose");
                Statement::whole(format!(
                    "{} {chooses} how each creature blocking or blocked by {what} divides its combat damage",
                    who.text
                ))
            }
        }
    }
    fn target_rule(&mut self, rule: &TargetRule) -> Statement {
        match rule {
            TargetRule::CantTarget(what, by) => {
                let by = self.targeting(by);
                self.of_things(what, |it| format!("can't be the {} of {by}", it.verb("target", "targets")))
            }
            TargetRule::CantTargetPlayer(who, by) => {
                let by = self.targeting(by);
                self.of_players(who, |it| {
                    format!("can't be the {} of {by}", if it.is_you() { "target" } else { it.verb("target", "targets") })
                })
            }
            TargetRule::CantAttach(what, attached) => {
                let by = match attached {
                    Filter::Any | Filter::Permanent => "can't be enchanted or equipped".to_owned(),
                    Filter::Subtype(word) if word.as_str() == "Aura" => "can't be enchanted".to_owned(),
                    Filter::Subtype(word) if word.as_str() == "Equipment" => "can't be equipped".to_owned(),
                    attached => {
                        format!("can't be enchanted or equipped by {}", self.filter(attached, Article::Many).object())
                    }
                };
                self.of_things(what, |_| by)
            }
            TargetRule::AttachesNowhere => self.of_things(&Filter::This, |_| "can't be attached to anything".to_owned()),
            TargetRule::AttachesAsCreature => self.of_things(&Filter::This, |it| {
                format!("can be attached even though {}", it.verb("it's a creature", "they're creatures"))
            }),
            TargetRule::AttachesTo(what, players) => {
                let mut to = Vec::new();
                if *what != Filter::Never {
                    to.push(self.filter(what, Article::A).object());
                }
                if let Some(players) = players {
                    to.push(self.any_player(players).object());
                }
                let to = crate::sentence::listed(&to, "or");
                self.of_things(&Filter::This, |_| format!("can be attached only to {to}"))
            }
        }
    }
    /// "spells or abilities your opponents control"
    fn targeting(&mut self, by: &Filter) -> String {
        match by {
            Filter::Any => "spells or abilities".to_owned(),
            by => self.filter_of(by, Article::Many, Head::SpellOrAbility).object(),
        }
    }
}

/// The filter without what goes without saying of particular objects: "permanents among these".
pub(crate) fn plainly(filter: &Filter) -> Filter {
    match filter {
        Filter::And(all) => {
            let rest: Vec<Filter> = all.iter().filter(|one| !says_nothing(one)).cloned().collect();
            if rest.len() == 1 && particular(&rest[0]).is_some() { rest[0].clone() } else { filter.clone() }
        }
        filter => filter.clone(),
    }
}

fn says_nothing(filter: &Filter) -> bool {
    match filter {
        Filter::Permanent | Filter::Any => true,
        Filter::Not(inner) => **inner == Filter::Token,
        _ => false,
    }
}
