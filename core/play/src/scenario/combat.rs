//! Declaring attackers and blockers in a scenario.

use super::fail::Fail;
use super::stage::{Handle, Snapshot, Stage};
use crate::words::Names;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::Recipient;
use cardwright_engine::question::{Answer, Ask, Question};

/// What is to be declared as soon as the game asks for it.
#[derive(Default)]
pub(super) struct Planned {
    /// Who declares; of several defending players, the last one of those that do.
    pub player: Option<PlayerId>,
    /// Attackers; whom they attack may be left to be found.
    pub attacks: Option<Vec<(ObjectId, Option<Recipient>)>>,
    /// Blockers with what they block, for each player who blocks.
    pub blocks: Vec<(PlayerId, Vec<(ObjectId, ObjectId)>)>,
    /// Whether it has been declared.
    pub made: bool,
}

/// A declaration that has been made, and the table before it.
#[derive(Clone)]
pub(super) struct Declared {
    attacks: Vec<(Handle, Option<Recipient>)>,
    blocks: Vec<(PlayerId, Handle, Handle)>,
    player: PlayerId,
    before: Snapshot,
    moves: u32,
}

impl Planned {
    /// The answer to a combat question; `None` for any other question.
    pub(super) fn answer(&mut self, game: &Game, names: &Names, question: &Question) -> Option<Result<Answer, Fail>> {
        let mine = self.player == Some(question.player);
        match &question.ask {
            Ask::Attackers(options) => {
                let Some(attacks) = self.attacks.as_ref().filter(|_| mine) else {
                    return options.check(game, &[]).is_ok().then(|| Ok(Answer::Attacks(Vec::new())));
                };
                let mut declared = Vec::new();
                for (attacker, defender) in attacks {
                    let able = options.candidates.iter().find(|(candidate, _)| candidate == attacker);
                    let defender = match (defender, able) {
                        (Some(defender), _) => *defender,
                        (None, Some((_, defenders))) if defenders.len() == 1 => defenders[0],
                        (None, Some(_)) => {
                            let message = format!("say whom {} attacks: there are several", names.object(game, *attacker));
                            return Some(Err(Fail::wrong(message)));
                        }
                        (None, None) => Recipient::Player(game.opponents(question.player).next().unwrap_or(question.player)),
                    };
                    declared.push((*attacker, defender));
                }
                self.made = true;
                let refused = |reason: String| {
                    Fail::refused(format!("{reason}{}", with_words(game, names, declared.iter().map(|(id, _)| *id))))
                };
                Some(match options.check(game, &declared) {
                    Ok(()) => Ok(Answer::Attacks(declared)),
                    Err(refusal) => Err(refused(format!("{} ({})", refusal.reason, refusal.rule))),
                })
            }
            Ask::Blockers(options) => {
                let Some((_, blocks)) = self.blocks.iter().find(|(player, _)| *player == question.player) else {
                    return options.check(game, &[]).is_ok().then(|| Ok(Answer::Blocks(Vec::new())));
                };
                self.made |= mine;
                Some(match options.check(game, blocks) {
                    Ok(()) => Ok(Answer::Blocks(blocks.clone())),
                    Err(refusal) => {
                        let involved = blocks.iter().flat_map(|(blocker, attacker)| [*blocker, *attacker]);
                        let with = with_words(game, names, involved);
                        Err(Fail::refused(format!("{} ({}){with}", refusal.reason, refusal.rule)))
                    }
                })
            }
            _ => None,
        }
    }
}

/// The keywords of those involved: they are the likeliest reason.
fn with_words(game: &Game, names: &Names, involved: impl Iterator<Item = ObjectId>) -> String {
    let mut said = String::new();
    for id in involved {
        let mut words: Vec<&str> = game
            .abilities(id)
            .iter()
            .filter_map(|instance| instance.ability.keyword)
            .map(|keyword| keyword.name.as_str())
            .collect();
        words.dedup();
        if !words.is_empty() {
            said.push_str(&format!("; {} has {}", names.object(game, id), crate::words::list(&words)));
        }
    }
    said
}

impl Stage {
    /// The player attacks with these, in addition to what was declared in the line before.
    pub fn attack(&mut self, player: PlayerId, attacks: Vec<(Handle, Option<Recipient>)>) -> Result<(), Fail> {
        let mut all = attacks;
        if let Some(earlier) = self.take_declared(|declared| declared.player == player && !declared.attacks.is_empty()) {
            self.restore(earlier.before);
            all.splice(0..0, earlier.attacks);
        }
        let planned = Planned {
            player: Some(player),
            attacks: Some(all.iter().map(|(handle, defender)| (self.id(*handle), *defender)).collect()),
            ..Planned::default()
        };
        let name = self.player_name(player);
        let before = self.declare(planned, &format!("{name} can declare no attackers any more this turn"))?;
        self.declared = Some(Declared { attacks: all, blocks: Vec::new(), player, before, moves: self.moves });
        Ok(())
    }

    /// The player blocks so, in addition to what was declared in the lines before, by whichever defending player.
    pub fn block(&mut self, player: PlayerId, blocks: Vec<(Handle, Handle)>) -> Result<(), Fail> {
        let mut all: Vec<_> = blocks.into_iter().map(|(blocker, attacker)| (player, blocker, attacker)).collect();
        if let Some(earlier) = self.take_declared(|declared| !declared.blocks.is_empty()) {
            self.restore(earlier.before);
            all.splice(0..0, earlier.blocks);
        }
        let of = |one: PlayerId| all.iter().filter(move |(player, ..)| *player == one);
        let ids = |stage: &Stage, one| of(one).map(|(_, blocker, attacker)| (stage.id(*blocker), stage.id(*attacker))).collect();
        let players: Vec<PlayerId> =
            self.game.players_from_active().filter(|one| *one == player || of(*one).next().is_some()).collect();
        let planned = Planned {
            player: players.last().copied(),
            blocks: players.iter().map(|one| (*one, ids(self, *one))).collect(),
            ..Planned::default()
        };
        let name = self.player_name(player);
        let before = self.declare(planned, &format!("{name} can declare no blockers any more this turn"))?;
        self.declared = Some(Declared { attacks: Vec::new(), blocks: all, player, before, moves: self.moves });
        Ok(())
    }

    /// The declaration of the line before, if it is of this sort.
    fn take_declared(&mut self, of_sort: impl Fn(&Declared) -> bool) -> Option<Declared> {
        let last = self.declared.take()?;
        (last.moves + 1 == self.moves && of_sort(&last)).then_some(last)
    }
}
