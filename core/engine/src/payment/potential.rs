//! What a player could pay with: what floats in the pool, and the sources counted or worked out (modern 106.4, 605.3a).

use super::parts::{Demand, Demands, How};
use super::solver::{Floating, Source, count_in};
use super::symbols::Kinds;
use super::{Busy, PaidFor};
use crate::ability::Rule;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::mana::ManaType;
use smallvec::{SmallVec, smallvec};
use std::cell::OnceCell;

/// What a player could pay with now. Worked out once for a decision; asked for each card.
#[derive(Clone)]
pub(crate) struct ManaPotential<'a> {
    /// Whose.
    pub(crate) player: PlayerId,
    /// The pool.
    pub(crate) floating: SmallVec<[Floating<'a>; 8]>,
    /// Where the entries of `floating` are in the pool.
    pub(crate) places: SmallVec<[PoolPlace; 8]>,
    /// The game, for sources that have only been counted so far.
    game: &'a Game,
    /// The sources, the preferred ones first; worked out when asked for.
    sources: OnceCell<Vec<Source<'a>>>,
    /// Permanents that were counted without working out the sources: each is tapped for mana and nothing else.
    pub(super) counted: SmallVec<[ObjectId; 16]>,
    /// Unrestricted mana of the pool and of sources that need no decision, counted by kinds.
    pub(crate) counts: SmallVec<[(Kinds, u32); 8]>,
    /// Whether there is more than `counts` says.
    pub(crate) has_others: bool,
    /// Whether some source makes its player lose life.
    pub(crate) hurts: bool,
    /// No more mana than this.
    pub(crate) most: u32,
    /// Permissions to spend mana as though it were of any colour (609.4b).
    pub(crate) any_color: SmallVec<[Active<'a, Rule>; 1]>,
}

impl ManaPotential<'_> {
    /// Whether there is certainly too little mana for the cost: for putting most cards aside at once.
    pub(crate) fn is_short_of(&self, cost: &crate::mana::ManaCost) -> bool {
        use crate::mana::ManaSymbol;
        let least: u32 = cost
            .symbols
            .iter()
            .map(|symbol| match symbol {
                ManaSymbol::Generic(amount) => u32::from(*amount),
                ManaSymbol::X | ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..) => 0,
                ManaSymbol::Of(_) | ManaSymbol::Hybrid(..) | ManaSymbol::MonoHybrid(..) | ManaSymbol::Snow => 1,
            })
            .sum();
        least > self.most
    }
}

/// Where mana is in a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PoolPlace {
    /// Plain mana of that type.
    Plain(ManaType),
    /// That special mana.
    Special(u16),
}

impl<'a> ManaPotential<'a> {
    /// The same without what is paid for with life.
    pub(crate) fn paying_no_life(mut self) -> Self {
        let mut sources = self.sources().to_vec();
        for source in &mut sources {
            source.alternatives.retain(|way| way.life == 0);
        }
        self.sources = OnceCell::from(sources);
        self
    }

    /// The same where life is short: abilities that make their player lose life count as costing it, because it is gone
    /// before life is paid (601.2g-h).
    pub(crate) fn sparing_life(mut self) -> Self {
        let mut sources = self.sources().to_vec();
        for source in &mut sources {
            let mut ways = SmallVec::new();
            for mut way in std::mem::take(&mut source.alternatives) {
                if way.by.iter().all(|by| by.hurts == 0) {
                    ways.push(way);
                    continue;
                }
                if way.by.len() == 1 {
                    way.life += way.by[0].hurts;
                    ways.push(way);
                    continue;
                }
                let mut free = way.clone();
                free.by.retain(|by| by.hurts == 0);
                if !free.by.is_empty() {
                    free.slots[0] = free.by.iter().fold(Kinds::NONE, |all, by| all.or(by.kinds));
                    ways.push(free);
                }
                for by in way.by.iter().filter(|by| by.hurts > 0) {
                    let mut hurting = way.clone();
                    hurting.slots[0] = by.kinds;
                    hurting.by = smallvec![*by];
                    hurting.life += by.hurts;
                    ways.push(hurting);
                }
            }
            source.alternatives = ways;
        }
        self.sources = OnceCell::from(sources);
        self
    }

    /// Whether some source uses an object that the demands may need.
    pub(crate) fn is_contested(&self, demands: &Demands) -> bool {
        if demands.is_empty() {
            return false;
        }
        match self.sources.get() {
            Some(sources) => sources.iter().any(|source| source.alternatives.iter().any(|way| demands.contests(way))),
            None => self.counted.iter().any(|object| demands.may_tap(object)),
        }
    }

    /// Takes in sources that have been worked out.
    pub(super) fn count(&mut self, sources: Vec<Source<'a>>) {
        for source in &sources {
            self.most = self.most.saturating_add(source.alternatives.iter().map(|way| way.slots.len() as u32).max().unwrap_or(0));
            self.hurts |= source.alternatives.iter().any(|way| way.by.iter().any(|by| by.hurts > 0));
            match &source.alternatives[..] {
                [only] if !source.shared && only.needs.is_none() && only.life == 0 && only.only_for.is_none() => {
                    for kinds in &only.slots {
                        count_in(&mut self.counts, *kinds, 1);
                    }
                }
                _ => self.has_others = true,
            }
        }
        self.sources = OnceCell::from(sources);
    }

    /// The sources, the preferred ones first.
    pub(crate) fn sources(&self) -> &[Source<'a>] {
        self.sources.get_or_init(|| {
            if self.counted.is_empty() { Vec::new() } else { self.game.mana_sources(self.player, PaidFor::Other, &Busy::new()) }
        })
    }

    /// Keeps a card that is being cast from being used up for mana: it is on the stack by then (601.2a).
    pub(crate) fn reserve(&self, card: ObjectId, demands: &mut Demands) {
        let wanted = |source: &Source<'_>| source.alternatives.iter().any(|way| way.leaves.contains(&card));
        if self.sources.get().is_some_and(|sources| sources.iter().any(wanted)) {
            demands.objects.push(Demand { how: How::Leave, among: SmallVec::from_slice(&[card]), count: 1 });
        }
    }
}

impl Game {
    /// The pool alone.
    pub(crate) fn pool_potential(&self, player: PlayerId) -> ManaPotential<'_> {
        let pool = &self.player(player).pool;
        let mut floating = SmallVec::new();
        let mut places = SmallVec::new();
        let mut counts = SmallVec::new();
        // Colourless mana first: what comes first is preferred for generic costs, and it is worth the least elsewhere.
        for mana in ManaType::ALL.into_iter().rev() {
            let count = u32::from(pool.plain[mana.index()]);
            if count > 0 {
                let kinds = Kinds::made(mana, false);
                floating.push(Floating { kinds, count, only_for: None });
                places.push(PoolPlace::Plain(mana));
                count_in(&mut counts, kinds, count);
            }
        }
        let mut has_others = false;
        for (place, mana) in pool.special.iter().enumerate() {
            let kinds = Kinds::made(mana.mana, mana.snow);
            floating.push(Floating { kinds, count: 1, only_for: mana.only_for.as_deref() });
            places.push(PoolPlace::Special(place as u16));
            if mana.only_for.is_none() {
                count_in(&mut counts, kinds, 1);
            } else {
                has_others = true;
            }
        }
        let any_color = self
            .rules()
            .filter(|active| {
                matches!(active.rule, Rule::SpendAsAnyColor(who, _) if self.eval(active.scope).players(who).contains(&player))
            })
            .collect();
        ManaPotential {
            player,
            floating,
            places,
            game: self,
            sources: OnceCell::new(),
            counted: SmallVec::new(),
            counts,
            has_others,
            hurts: false,
            most: pool.total(),
            any_color,
        }
    }
}
