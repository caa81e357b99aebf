//! Choices that players make while something resolves (modern 608.2d).

use crate::eval::ObjectList;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::run::{Beat, Run};
use smallvec::SmallVec;

impl Game {
    /// Asks for some of the options; the answer is their places. Nothing is asked where there is nothing to choose from.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn choose(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: Option<ObjectId>,
        purpose: Purpose,
        options: Vec<Choice>,
        min: usize,
        max: usize,
    ) -> Beat<SmallVec<[u32; 4]>> {
        let max = max.min(options.len());
        if max == 0 {
            return Ok(SmallVec::new());
        }
        let ask = Ask::Choose { purpose, options, min: min.min(max) as u32, max: max as u32, ordered: false };
        match self.ask(run, player, about, ask)? {
            Answer::Chosen(chosen) => Ok(chosen),
            _ => Ok(SmallVec::new()),
        }
    }
    /// Asks for exactly one of the options, by its place; none if there are none.
    pub(crate) fn choose_one(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: Option<ObjectId>,
        purpose: Purpose,
        options: Vec<Choice>,
    ) -> Beat<Option<usize>> {
        Ok(self.choose(run, player, about, purpose, options, 1, 1)?.first().map(|place| *place as usize))
    }
    /// Asks for some of the objects; as many as there are where they are fewer than `min` (609.3).
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn choose_among(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: Option<ObjectId>,
        purpose: Purpose,
        objects: &[ObjectId],
        min: usize,
        max: usize,
    ) -> Beat<ObjectList> {
        // modern 614.13a: neither what enters nor anything that enters at the same time can be chosen.
        let reachable: ObjectList;
        let mut objects = objects;
        if objects.iter().any(|object| self.is_entering(*object)) {
            reachable = objects.iter().copied().filter(|object| !self.is_entering(*object)).collect();
            objects = &reachable;
        }
        if min >= objects.len() && max >= objects.len() {
            return Ok(ObjectList::from_slice(objects));
        }
        let options = objects.iter().map(|object| Choice::Object(*object)).collect();
        let chosen = self.choose(run, player, about, purpose, options, min, max)?;
        Ok(chosen.iter().map(|place| objects[*place as usize]).collect())
    }
    /// Asks for one of the players.
    pub(crate) fn choose_player(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: Option<ObjectId>,
        players: &[PlayerId],
    ) -> Beat<Option<PlayerId>> {
        let options = players.iter().map(|player| Choice::Player(*player)).collect();
        Ok(self.choose_one(run, player, about, Purpose::Player, options)?.map(|place| players[place]))
    }
    /// Asks for an order; the first is the topmost where it is about a library.
    pub(crate) fn order_objects(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: Option<ObjectId>,
        objects: &[ObjectId],
    ) -> Beat<ObjectList> {
        if objects.len() < 2 {
            return Ok(ObjectList::from_slice(objects));
        }
        let options = objects.iter().map(|object| Choice::Object(*object)).collect();
        let all = objects.len() as u32;
        let ask = Ask::Choose { purpose: Purpose::Order, options, min: all, max: all, ordered: true };
        match self.ask(run, player, about, ask)? {
            Answer::Chosen(order) => Ok(order.iter().map(|place| objects[*place as usize]).collect()),
            _ => Ok(ObjectList::from_slice(objects)),
        }
    }
    /// Asks for a number.
    pub(crate) fn choose_number(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: Option<ObjectId>,
        purpose: Purpose,
        min: i32,
        max: i32,
    ) -> Beat<i32> {
        match self.ask(run, player, about, Ask::number(purpose, min, max.max(min)))? {
            Answer::Number(number) => Ok(number),
            _ => Ok(min),
        }
    }
}
