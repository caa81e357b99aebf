//! Looking into libraries: search, scry, surveil, dig, reveal until (modern 701.20, 701.22-701.25).

use super::{Done, Plan, Resolving};
use crate::ability::{Amount, Destination, Filter, LibraryPosition, MoveCause, Players, SearchTo};
use crate::eval::ObjectList;
use crate::event::{Act, Event, Place};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::question::Purpose;
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// What a search is for.
pub(super) struct Wanted<'a> {
    pub(super) filter: &'a Filter,
    pub(super) min: &'a Amount,
    pub(super) max: &'a Amount,
    pub(super) to: &'a [SearchTo],
    pub(super) different_names: bool,
    pub(super) reveal: bool,
    /// Zones that are searched besides the library.
    pub(super) also: &'a [ZoneKind],
}

/// What is looked at, taken and left.
pub(super) struct DigFor<'a> {
    pub(super) look: &'a Amount,
    pub(super) filter: &'a Filter,
    pub(super) min: &'a Amount,
    pub(super) max: &'a Amount,
    pub(super) to: &'a Destination,
    pub(super) rest: &'a Destination,
    pub(super) reveal: bool,
}

impl Game {
    pub(super) fn search(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        who: &Players,
        whose: Option<&Players>,
        wanted: &Wanted<'_>,
    ) -> Beat<Done> {
        let mut all = Done::nothing();
        for player in self.actors(resolving, who) {
            let whose = match whose {
                Some(whose) => self.actors(resolving, whose),
                None => SmallVec::from_slice(&[player]),
            };
            for whose in whose {
                all.and(self.search_one(run, resolving, player, whose, wanted)?);
            }
        }
        Ok(all)
    }

    // modern 701.23. A player who cannot search still has the library shuffled, and finds what is in the other zones.
    fn search_one(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        player: PlayerId,
        whose: PlayerId,
        wanted: &Wanted<'_>,
    ) -> Beat<Done> {
        let event = Event::Search { player, whose };
        let mut among: ObjectList = wanted.also.iter().flat_map(|zone| self.zone(*zone, whose)).copied().collect();
        let may = self.may_happen(&event);
        if may {
            self.happen_one(run, Some(&mut *resolving), event)?;
            among.extend(self.player(whose).library.iter().rev().copied());
        }
        let mut found = ObjectList::new();
        if may || !wanted.also.is_empty() {
            found = self.find(run, resolving, player, among, wanted)?;
            if wanted.reveal {
                self.reveal(run, resolving, &found)?;
            }
        }
        let least = if wanted.filter == &Filter::Any { self.count_of(resolving, wanted.min) as usize } else { 1 };
        let mut done = Done { fully: found.len() >= least, ..Done::default() };

        let mut plan = Plan::default();
        let mut on_top: SmallVec<[(ObjectList, &LibraryPosition); 1]> = SmallVec::new();
        let mut left = found;
        for part in wanted.to {
            let taken = match &part.count {
                Some(count) => {
                    let count = (self.count_of(resolving, count) as usize).min(left.len());
                    self.choose_among(run, player, resolving.about(), Purpose::Objects, &left, count, count)?
                }
                None => left.clone(),
            };
            left.retain(|card| !taken.contains(card));
            if taken.is_empty() {
                continue;
            }
            if part.to.zone == ZoneKind::Library {
                on_top.push((taken, &part.to.position));
            } else {
                self.plan_move(run, resolving, taken, &part.to, MoveCause::Effect, &mut plan)?;
            }
        }
        done.and(self.carry_out(run, resolving, plan)?);
        self.shuffle_now(run, resolving, whose)?;
        // Cards that stay in the library are put in their place once it is shuffled.
        for (cards, position) in on_top {
            let cards = self.library_order(run, resolving, player, &cards, position)?;
            let place = self.library_place(resolving, position);
            self.arrange_library(whose, &cards, place);
            done.objects.extend(cards);
        }
        Ok(done)
    }

    // modern 701.23b: cards of a stated quality in a hidden zone need not be found; those that everybody sees must be.
    fn find(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        player: PlayerId,
        mut options: ObjectList,
        wanted: &Wanted<'_>,
    ) -> Beat<ObjectList> {
        let eval = resolving.eval(self);
        if wanted.filter != &Filter::Any {
            options.retain(|card| eval.matches(wanted.filter, *card));
        }
        let most = self.count_of(resolving, wanted.max) as usize;
        let least = self.count_of(resolving, wanted.min) as usize;
        let least = if wanted.filter == &Filter::Any {
            least
        } else {
            let seen = |card: &&ObjectId| self.object(**card).is_some_and(|object| !object.zone.is_hidden());
            least.min(options.iter().filter(seen).count())
        };
        if !wanted.different_names {
            return self.choose_among(run, player, resolving.about(), Purpose::Search, &options, least, most);
        }
        let name = |card: ObjectId| -> Symbol { self.characteristics(card).name };
        let mut found = ObjectList::new();
        while found.len() < most {
            let least = usize::from(found.len() < least);
            let chosen = self.choose_among(run, player, resolving.about(), Purpose::Search, &options, least, 1)?;
            let Some(&card) = chosen.first() else { break };
            found.push(card);
            options.retain(|other| name(*other) != name(card));
        }
        Ok(found)
    }

    fn reveal(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, cards: &[ObjectId]) -> Beat<()> {
        if !cards.is_empty() {
            let batch = cards.iter().map(|card| Event::Reveal { object: *card, by: Some(resolving.source) }).collect();
            self.happen(run, Some(resolving), batch)?;
        }
        Ok(())
    }

    // modern 701.22: the players choose in turn order, then all of it happens. Scry 0 is nothing.
    pub(super) fn scry(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        amount: &Amount,
    ) -> Beat<Done> {
        let mut done = Done::nothing();
        for player in self.actors(resolving, players) {
            let amount = self.cards_to_see(run, resolving, Act::Scry, player, amount)?;
            let (top, bottom) = self.look_and_part(run, resolving, player, amount)?;
            let bottom = self.order_objects(run, player, resolving.about(), &bottom)?;
            done.amount += (top.len() + bottom.len()) as i32;
            self.arrange_library(player, &bottom, Place::Bottom);
            self.arrange_library(player, &top, Place::Top);
        }
        Ok(done)
    }

    // modern 701.25
    pub(super) fn surveil(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        amount: &Amount,
    ) -> Beat<Done> {
        let mut plan = Plan::default();
        for player in self.actors(resolving, players) {
            let amount = self.cards_to_see(run, resolving, Act::Surveil, player, amount)?;
            let (top, graveyard) = self.look_and_part(run, resolving, player, amount)?;
            for card in graveyard {
                plan.push(self.plain_move(resolving, card, ZoneKind::Graveyard, MoveCause::Effect));
            }
            self.arrange_library(player, &top, Place::Top);
        }
        self.carry_out(run, resolving, plan)
    }

    /// How many cards the player looks at, once effects have changed the number. For 0 nothing happens (701.22b, 701.25c).
    fn cards_to_see(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        act: Act,
        player: PlayerId,
        amount: &Amount,
    ) -> Beat<u32> {
        let amount = self.count_of(resolving, amount);
        let by = resolving.source;
        let happened = self.happen_one(run, Some(resolving), Event::Act { act, player, amount, by })?;
        let found = happened.events.iter().find(|event| matches!(event, Event::Act { act: done, .. } if *done == act));
        Ok(found.map_or(0, Event::amount))
    }

    /// The top cards parted into those that stay on top, in their new order, and the others.
    fn look_and_part(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        player: PlayerId,
        amount: u32,
    ) -> Beat<(ObjectList, ObjectList)> {
        let cards = self.top_cards(player, amount as usize);
        let options = cards.iter().map(|card| crate::question::Choice::Object(*card)).collect();
        let away = self.choose(run, player, resolving.about(), Purpose::Scry, options, 0, cards.len())?;
        let away: ObjectList = away.iter().map(|place| cards[*place as usize]).collect();
        let stay: ObjectList = cards.iter().copied().filter(|card| !away.contains(card)).collect();
        let stay = self.order_objects(run, player, resolving.about(), &stay)?;
        Ok((stay, away))
    }

    pub(super) fn dig(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, who: &Players, dig: &DigFor<'_>) -> Beat<Done> {
        let mut all = Done::nothing();
        for player in self.actors(resolving, who) {
            let cards = self.top_cards(player, self.count_of(resolving, dig.look) as usize);
            let mut options = cards.clone();
            if dig.filter != &Filter::Any {
                let eval = resolving.eval(self);
                options.retain(|card| eval.matches(dig.filter, *card));
            }
            let min = self.count_of(resolving, dig.min) as usize;
            let max = self.count_of(resolving, dig.max) as usize;
            let chosen = self.choose_among(run, player, resolving.about(), Purpose::Objects, &options, min, max)?;
            if dig.reveal {
                self.reveal(run, resolving, &chosen)?;
            }
            all.fully &= !chosen.is_empty() && chosen.len() >= min;
            let mut rest = cards;
            rest.retain(|card| !chosen.contains(card));
            all.and(self.part_cards(run, resolving, chosen, dig.to, rest, dig.rest)?);
        }
        Ok(all)
    }

    // modern 701.20: one after another until one matches; all that were revealed are then put away.
    pub(super) fn reveal_until(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        who: &Players,
        filter: &Filter,
        to: &Destination,
        rest: &Destination,
    ) -> Beat<Done> {
        let mut all = Done::nothing();
        for player in self.actors(resolving, who) {
            let mut others = ObjectList::new();
            let mut found = ObjectList::new();
            for &card in self.player(player).library.iter().rev() {
                if resolving.eval(self).matches(filter, card) {
                    found.push(card);
                    break;
                }
                others.push(card);
            }
            let mut revealed = others.clone();
            revealed.extend_from_slice(&found);
            self.reveal(run, resolving, &revealed)?;
            all.fully &= !found.is_empty();
            all.and(self.part_cards(run, resolving, found, to, others, rest)?);
        }
        Ok(all)
    }

    /// Puts some cards of a library in one place and the rest in another, at once. Only the first count as affected.
    #[allow(clippy::too_many_arguments)]
    fn part_cards(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        chosen: ObjectList,
        to: &Destination,
        rest: ObjectList,
        rest_to: &Destination,
    ) -> Beat<Done> {
        let mut plan = Plan::default();
        for (cards, to) in [(&chosen, to), (&rest, rest_to)] {
            if cards.is_empty() {
                continue;
            }
            self.plan_move(run, resolving, cards.clone(), to, MoveCause::Effect, &mut plan)?;
        }
        let mut done = self.carry_out(run, resolving, plan)?;
        done.amount = chosen.len() as i32;
        done.objects = chosen;
        Ok(done)
    }
}
