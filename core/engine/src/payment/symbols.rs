//! Mana costs as the solver sees them: which kinds of mana each symbol takes, and what may be paid instead (modern 107.4).

use crate::mana::{ManaCost, ManaSymbol, ManaType};
use smallvec::SmallVec;

/// Life that stands for one phyrexian symbol (modern 107.4f).
pub(crate) const PHYREXIAN_LIFE: u32 = 2;

/// A set of kinds of mana: bits 0 to 5 are the types in the order of [`ManaType::ALL`], bits 6 to 11 the same types from
/// snow sources (107.4h).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Kinds(pub(crate) u16);

impl Kinds {
    /// No kind: mana of a type that is not known beforehand, good for generic costs only.
    pub(crate) const NONE: Kinds = Kinds(0);
    /// Every kind.
    pub(crate) const ALL: Kinds = Kinds(0xfff);
    /// Every kind from a snow source.
    pub(crate) const SNOW: Kinds = Kinds(0xfc0);
    /// Every kind of a colour.
    pub(crate) const COLORED: Kinds = Kinds(0x7df);

    /// Mana of that type, from whatever source.
    pub(crate) fn of(mana: ManaType) -> Kinds {
        Kinds(0b100_0001 << mana.index())
    }
    /// Mana of that type from such a source.
    pub(crate) fn made(mana: ManaType, snow: bool) -> Kinds {
        Kinds(1 << (mana.index() + if snow { 6 } else { 0 }))
    }
    /// Any of these types (bits as in [`ManaType::index`]) from such a source.
    pub(crate) fn of_types(types: u8, snow: bool) -> Kinds {
        Kinds(u16::from(types & 0x3f) << if snow { 6 } else { 0 })
    }
    /// The types alone, as bits.
    pub(crate) fn types(self) -> u8 {
        ((self.0 | self.0 >> 6) & 0x3f) as u8
    }
    /// The first of its types.
    pub(crate) fn first_type(self) -> Option<ManaType> {
        ManaType::ALL.get(self.types().trailing_zeros() as usize).copied()
    }
    /// Either's kinds.
    pub(crate) fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
    /// The kinds of both.
    pub(crate) fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }
    /// Whether they have a kind in common.
    pub(crate) fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
    /// Whether all of it is in the other.
    pub(crate) fn within(self, other: Kinds) -> bool {
        self.0 & !other.0 == 0
    }
    /// How many types it can be.
    pub(crate) fn flexibility(self) -> u32 {
        // Colourless mana alone is the least useful elsewhere.
        if self.types() == 0b10_0000 { 0 } else { u32::from(self.types()).count_ones() }
    }
}

/// What may be paid instead of the one mana of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Otherwise {
    /// Nothing.
    #[default]
    Never,
    /// That much generic mana (107.4e).
    Generic(u16),
    /// 2 life (107.4f).
    Life,
}

/// One symbol that takes particular mana.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pip {
    /// The mana it takes.
    pub(crate) accepts: Kinds,
    /// What may be paid instead.
    pub(crate) otherwise: Otherwise,
}

/// The mana part of a cost.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Requirements {
    /// Mana of any type.
    pub(crate) generic: u32,
    /// The other symbols, in order.
    pub(crate) pips: SmallVec<[Pip; 6]>,
}

/// A mana part in which it is settled how each symbol is paid.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Settled {
    /// Mana of any type.
    pub(crate) generic: u32,
    /// Particular mana: each sort once, with how much of it.
    pub(crate) pips: SmallVec<[(Kinds, u32); 6]>,
    /// The symbols paid with life, as bits by their places in [`Requirements::pips`].
    pub(crate) with_life: u32,
}

impl Settled {
    fn add(&mut self, accepts: Kinds) {
        match self.pips.iter_mut().find(|(known, _)| *known == accepts) {
            Some((_, count)) => *count += 1,
            None => self.pips.push((accepts, 1)),
        }
    }
    fn remove(&mut self, accepts: Kinds) {
        if let Some(place) = self.pips.iter().position(|(known, _)| *known == accepts) {
            self.pips[place].1 -= 1;
            if self.pips[place].1 == 0 {
                self.pips.remove(place);
            }
        }
    }
    /// How much mana in all.
    pub(crate) fn total(&self) -> u32 {
        self.generic + self.pips.iter().map(|(_, count)| count).sum::<u32>()
    }
}

/// Whether mana may be spent as though it were of any colour (609.4b).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Spending {
    /// As its type.
    #[default]
    AsItIs,
    /// As any colour.
    AsAnyColor,
}

impl Requirements {
    /// Adds the symbols of a cost, X counting as `x`.
    pub(crate) fn add_cost(&mut self, cost: &ManaCost, x: u32, spending: Spending) {
        for symbol in &cost.symbols {
            let (accepts, otherwise) = match *symbol {
                ManaSymbol::Generic(amount) => {
                    self.generic = self.generic.saturating_add(amount.into());
                    continue;
                }
                ManaSymbol::X => {
                    self.generic = self.generic.saturating_add(x);
                    continue;
                }
                ManaSymbol::Of(mana) => (Kinds::of(mana), Otherwise::Never),
                ManaSymbol::Hybrid(a, b) => (Kinds::of(a).or(Kinds::of(b)), Otherwise::Never),
                ManaSymbol::MonoHybrid(amount, color) => (Kinds::of(ManaType::Colored(color)), Otherwise::Generic(amount)),
                ManaSymbol::Phyrexian(color) => (Kinds::of(ManaType::Colored(color)), Otherwise::Life),
                ManaSymbol::HybridPhyrexian(a, b) => {
                    (Kinds::of(ManaType::Colored(a)).or(Kinds::of(ManaType::Colored(b))), Otherwise::Life)
                }
                ManaSymbol::Snow => (Kinds::SNOW, Otherwise::Never),
            };
            // modern 609.4b: any mana pays for a colour; the mana itself stays what it is. It is not snow for that.
            let anything = spending == Spending::AsAnyColor && *symbol != ManaSymbol::Snow && accepts.meets(Kinds::COLORED);
            self.pips.push(Pip { accepts: if anything { Kinds::ALL } else { accepts }, otherwise });
        }
    }
    /// Whether it takes no mana and no life.
    pub(crate) fn is_free(&self) -> bool {
        self.generic == 0 && self.pips.is_empty()
    }
    /// The least mana that it can take.
    pub(crate) fn least(&self) -> u32 {
        let pips = self.pips.iter().filter(|pip| pip.otherwise != Otherwise::Life && pip.otherwise != Otherwise::Generic(0));
        self.generic.saturating_add(pips.count() as u32)
    }
    /// Goes through the ways to settle the symbols, those with mana of the colour first and with life last, until `visit`
    /// says yes. At most `life` is paid.
    pub(crate) fn ways(&self, life: u32, mut visit: impl FnMut(&Settled) -> bool) -> bool {
        let mut settled = Settled { generic: self.generic, ..Settled::default() };
        let mut open = SmallVec::<[u8; 8]>::new();
        for (place, pip) in self.pips.iter().enumerate() {
            if pip.otherwise == Otherwise::Never {
                settled.add(pip.accepts);
            } else if place < 32 {
                open.push(place as u8);
            } else {
                settled.add(pip.accepts);
            }
        }
        if open.is_empty() {
            return visit(&settled);
        }
        // What comes last changes first: life is given up last, and equal symbols stand side by side.
        open.sort_by_key(|&place| {
            let pip = self.pips[place as usize];
            (if let Otherwise::Generic(amount) = pip.otherwise { 1 + u32::from(amount) } else { 0 }, pip.accepts)
        });
        self.settle(&open, 0, false, life, &mut settled, &mut visit)
    }

    /// `instead` says whether the symbol before was not paid with mana of its sort: then no equal one after it is, which
    /// keeps equal symbols from multiplying the ways.
    fn settle(
        &self,
        open: &[u8],
        at: usize,
        instead: bool,
        life: u32,
        settled: &mut Settled,
        visit: &mut impl FnMut(&Settled) -> bool,
    ) -> bool {
        let Some(&place) = open.get(at) else {
            return visit(settled);
        };
        let pip = self.pips[place as usize];
        let bound = instead && at > 0 && self.pips[open[at - 1] as usize] == pip;
        if !bound {
            settled.add(pip.accepts);
            if self.settle(open, at + 1, false, life, settled, visit) {
                return true;
            }
            settled.remove(pip.accepts);
        }
        match pip.otherwise {
            Otherwise::Generic(amount) => {
                settled.generic += u32::from(amount);
                let found = self.settle(open, at + 1, true, life, settled, visit);
                settled.generic -= u32::from(amount);
                found
            }
            Otherwise::Life if life >= PHYREXIAN_LIFE => {
                settled.with_life |= 1 << place;
                let found = self.settle(open, at + 1, true, life - PHYREXIAN_LIFE, settled, visit);
                settled.with_life &= !(1 << place);
                found
            }
            _ => false,
        }
    }
}
