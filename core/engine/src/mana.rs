//! Colours, mana, mana costs and the mana pool (modern 105, 106, 107.4, 202).

use crate::ability::Filter;
use bitflags::bitflags;
use derive_visitor::{Drive, DriveMut, Event, Visitor, VisitorMut};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// One of the five colours (modern 105.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Color {
    /// `{W}`
    White,
    /// `{U}`
    Blue,
    /// `{B}`
    Black,
    /// `{R}`
    Red,
    /// `{G}`
    Green,
}

impl Color {
    /// All five, in the customary order.
    pub const ALL: [Color; 5] = [Color::White, Color::Blue, Color::Black, Color::Red, Color::Green];
    /// The lower-case word.
    pub fn word(self) -> &'static str {
        ["white", "blue", "black", "red", "green"][self as usize]
    }
    /// The letter in mana symbols.
    pub fn letter(self) -> char {
        ['W', 'U', 'B', 'R', 'G'][self as usize]
    }
    /// The set with this colour alone.
    pub fn set(self) -> ColorSet {
        ColorSet::from_bits_truncate(1 << self as u8)
    }
}

bitflags! {
    /// A set of colours; the empty set is colourless (modern 105.2c).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
    pub struct ColorSet: u8 {
        #[allow(missing_docs)] const WHITE = 1;
        #[allow(missing_docs)] const BLUE = 2;
        #[allow(missing_docs)] const BLACK = 4;
        #[allow(missing_docs)] const RED = 8;
        #[allow(missing_docs)] const GREEN = 16;
    }
}

impl Drive for ColorSet {
    fn drive<V: Visitor>(&self, visitor: &mut V) {
        visitor.visit(self, Event::Enter);
        visitor.visit(self, Event::Exit);
    }
}
impl DriveMut for ColorSet {
    fn drive_mut<V: VisitorMut>(&mut self, visitor: &mut V) {
        visitor.visit(self, Event::Enter);
        visitor.visit(self, Event::Exit);
    }
}

impl ColorSet {
    /// The colours in the customary order.
    pub fn colors(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |color| self.contains(color.set()))
    }
    /// How many colours.
    pub fn count(self) -> u32 {
        self.bits().count_ones()
    }
}
impl FromIterator<Color> for ColorSet {
    fn from_iter<T: IntoIterator<Item = Color>>(colors: T) -> Self {
        colors.into_iter().fold(ColorSet::empty(), |set, color| set | color.set())
    }
}

/// One of the six types of mana (modern 106.1b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum ManaType {
    /// Mana of a colour.
    Colored(Color),
    /// `{C}`
    Colorless,
}

impl ManaType {
    /// All six, colours first.
    pub const ALL: [ManaType; 6] = [
        ManaType::Colored(Color::White),
        ManaType::Colored(Color::Blue),
        ManaType::Colored(Color::Black),
        ManaType::Colored(Color::Red),
        ManaType::Colored(Color::Green),
        ManaType::Colorless,
    ];
    /// 0 to 5, in the order of [`ManaType::ALL`].
    pub fn index(self) -> usize {
        match self {
            ManaType::Colored(color) => color as usize,
            ManaType::Colorless => 5,
        }
    }
    /// The letter in mana symbols.
    pub fn letter(self) -> char {
        match self {
            ManaType::Colored(color) => color.letter(),
            ManaType::Colorless => 'C',
        }
    }
}

/// A symbol of a mana cost (modern 107.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum ManaSymbol {
    /// `{3}`: that much mana of any type (107.4b).
    Generic(#[drive(skip)] u16),
    /// `{X}` (107.3).
    X,
    /// `{W}` or `{C}`: one mana of that type (107.4a, 107.4c).
    Of(ManaType),
    /// `{W/U}`: one mana of either (107.4e).
    Hybrid(ManaType, ManaType),
    /// `{2/W}`: that much generic mana or one of the colour (107.4e).
    MonoHybrid(#[drive(skip)] u16, Color),
    /// `{W/P}`: one mana of the colour or 2 life (107.4f).
    Phyrexian(Color),
    /// `{W/U/P}`: either colour or 2 life (107.4f).
    HybridPhyrexian(Color, Color),
    /// `{S}`: one mana from a snow source (107.4h).
    Snow,
}

impl ManaSymbol {
    /// What the symbol adds to the mana value, X counting as `x` (modern 202.3).
    pub fn mana_value(self, x: u32) -> u32 {
        match self {
            ManaSymbol::Generic(amount) => amount.into(),
            ManaSymbol::X => x,
            ManaSymbol::MonoHybrid(amount, _) => u32::from(amount).max(1),
            _ => 1,
        }
    }
    /// The colours the symbol gives to its object (modern 202.2, 107.4e).
    pub fn colors(self) -> ColorSet {
        let of = |mana| if let ManaType::Colored(color) = mana { color.set() } else { ColorSet::empty() };
        match self {
            ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Snow => ColorSet::empty(),
            ManaSymbol::Of(mana) => of(mana),
            ManaSymbol::Hybrid(a, b) => of(a) | of(b),
            ManaSymbol::MonoHybrid(_, color) | ManaSymbol::Phyrexian(color) => color.set(),
            ManaSymbol::HybridPhyrexian(a, b) => a.set() | b.set(),
        }
    }
}

impl fmt::Display for ManaSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ManaSymbol::Generic(amount) => write!(f, "{{{amount}}}"),
            ManaSymbol::X => f.write_str("{X}"),
            ManaSymbol::Of(mana) => write!(f, "{{{}}}", mana.letter()),
            ManaSymbol::Hybrid(a, b) => write!(f, "{{{}/{}}}", a.letter(), b.letter()),
            ManaSymbol::MonoHybrid(amount, color) => write!(f, "{{{amount}/{}}}", color.letter()),
            ManaSymbol::Phyrexian(color) => write!(f, "{{{}/P}}", color.letter()),
            ManaSymbol::HybridPhyrexian(a, b) => write!(f, "{{{}/{}/P}}", a.letter(), b.letter()),
            ManaSymbol::Snow => f.write_str("{S}"),
        }
    }
}

/// A mana cost as printed: its symbols in order. Empty means `{0}`; "no mana cost" is `Option::None` where it can occur.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub struct ManaCost {
    /// The symbols in printed order.
    pub symbols: Vec<ManaSymbol>,
}

impl ManaCost {
    /// A cost of these symbols.
    pub fn new(symbols: Vec<ManaSymbol>) -> Self {
        ManaCost { symbols }
    }
    /// A cost of that much generic mana.
    pub fn generic(amount: u16) -> Self {
        ManaCost { symbols: if amount == 0 { vec![] } else { vec![ManaSymbol::Generic(amount)] } }
    }
    /// The mana value with X as `x` (modern 202.3).
    pub fn mana_value(&self, x: u32) -> u32 {
        self.symbols.iter().map(|symbol| symbol.mana_value(x)).sum()
    }
    /// How many `{X}` symbols.
    pub fn x_count(&self) -> u32 {
        self.symbols.iter().filter(|symbol| **symbol == ManaSymbol::X).count() as u32
    }
    /// The colours of an object with this cost (modern 202.2).
    pub fn colors(&self) -> ColorSet {
        self.symbols.iter().fold(ColorSet::empty(), |set, symbol| set | symbol.colors())
    }
}
impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.symbols.is_empty() {
            return f.write_str("{0}");
        }
        self.symbols.iter().try_for_each(|symbol| write!(f, "{symbol}"))
    }
}

/// One mana in a pool (modern 106.4), with what restricts it or makes it special (106.6).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mana {
    /// Its type.
    pub mana: ManaType,
    /// Whether its source was snow (modern 107.4h).
    pub snow: bool,
    /// What it may be spent on, where that is restricted (modern 106.6): the spell, or the source of the ability, must match.
    pub only_for: Option<Box<Filter>>,
}

/// A player's mana pool: plain mana counted by type, special mana one by one.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ManaPool {
    /// Unrestricted mana from sources that are not snow, by [`ManaType::index`].
    pub plain: [u16; 6],
    /// Restricted or snow mana.
    pub special: SmallVec<[Box<Mana>; 1]>,
}

impl ManaPool {
    /// Whether nothing floats.
    pub fn is_empty(&self) -> bool {
        self.plain == [0; 6] && self.special.is_empty()
    }
    /// All mana in it.
    pub fn total(&self) -> u32 {
        self.plain.iter().map(|&amount| u32::from(amount)).sum::<u32>() + self.special.len() as u32
    }
    /// Adds one mana.
    pub fn add(&mut self, mana: Mana) {
        if mana.snow || mana.only_for.is_some() {
            self.special.push(Box::new(mana));
        } else {
            self.plain[mana.mana.index()] += 1;
        }
    }
    /// Takes everything out (modern 500.5).
    pub fn clear(&mut self) {
        *self = ManaPool::default();
    }
}
impl fmt::Display for ManaPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for mana in ManaType::ALL {
            let special = self.special.iter().filter(|special| special.mana == mana).count();
            for _ in 0..usize::from(self.plain[mana.index()]) + special {
                write!(f, "{{{}}}", mana.letter())?;
            }
        }
        Ok(())
    }
}
