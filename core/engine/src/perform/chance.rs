//! Chance: all of it comes from the game's own generator, so that the same seed and answers give the same game.

use crate::eval::ObjectList;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use rand_chacha::rand_core::Rng;

impl Game {
    /// An index below `count`, each equally likely. 0 if `count` is 0.
    pub(crate) fn random_index(&mut self, count: u32) -> u32 {
        if count == 0 {
            return 0;
        }
        // Numbers from the incomplete last stretch are drawn again: taking them would favour low indexes.
        let fair = u32::MAX - (u32::MAX % count + 1) % count;
        loop {
            let number = self.rng.next_u32();
            if number <= fair {
                return number % count;
            }
        }
    }
    /// Puts the items in random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.random_index(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
    /// Randomises a library (701.24a). The event that says so is [`crate::event::Event::Shuffle`].
    pub(crate) fn shuffle_library(&mut self, player: PlayerId) {
        let mut library = std::mem::take(&mut self.players[player.index()].library);
        self.shuffle(&mut library);
        self.players[player.index()].library = library;
        self.touch_lightly();
    }
    /// That many of the objects at random, all if there are not more.
    pub(crate) fn random_pick(&mut self, objects: &[ObjectId], count: usize) -> ObjectList {
        let mut picked = ObjectList::from_slice(objects);
        let count = count.min(picked.len());
        for place in 0..count {
            let other = place + self.random_index((picked.len() - place) as u32) as usize;
            picked.swap(place, other);
        }
        picked.truncate(count);
        picked
    }
}
