//! Many games: what `sim` counts and `bench` measures.

mod figures;
mod files;
mod lint;
mod rehearsals;
mod simulate;
mod wilson;
mod workbench;

pub use figures::{Figure, characteristics, clone, games};
pub use files::library;
pub use lint::lint;
pub use rehearsals::rehearsals;
pub use simulate::{Played, Trouble, play_game};
pub use wilson::wilson;
pub use workbench::workbench;
