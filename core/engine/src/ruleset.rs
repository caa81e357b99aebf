//! The switches in which editions of the rules differ. Each is read in one place.

use serde::{Deserialize, Serialize};

macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal),* $(,)? })*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum $name { $($(#[$value_doc])* #[serde(rename = $word)] $value),* })*
    };
}

switches! {
    /// When combat damage is dealt.
    CombatDamage {
        /// At once, in the combat damage step (modern 510.2).
        Immediate = "immediate",
        /// As an object on the stack (classic 310).
        OnTheStack = "on the stack",
    }
    /// Which of several legendary permanents of one name stays.
    LegendRule {
        /// The one its controller chooses (modern 704.5j).
        ControllerChooses = "controller chooses",
        /// The oldest on the battlefield (classic 420).
        OldestStays = "oldest stays",
    }
    /// What happens to mana that is left as a step or phase ends.
    UnspentMana {
        /// It is lost (modern 500.5).
        Empties = "empties",
        /// It is lost at the end of the phase, and its player loses that much life (classic 300.3).
        Burns = "burns",
    }
    /// How continuous effects are ordered.
    ContinuousEffects {
        /// In layers (modern 613).
        Layers = "layers",
        /// By dependency and timestamp (classic 418).
        Classic = "timestamps",
    }
    /// Which opponents of the attacking player are defending players in a game of three or more (modern 506.2a).
    DefendingPlayers {
        /// All of them (modern 802).
        Opponents = "all opponents",
        /// One, chosen as combat begins (modern 507.1).
        Chosen = "one opponent",
        /// The next one in turn order (modern 803).
        Left = "left",
        /// The one before in turn order (modern 803).
        Right = "right",
    }
    /// Whether attackers and blockers are put in order for damage.
    DamageOrder {
        /// In an order chosen as blockers are declared (509.2 in the text of April 2024).
        Ordered = "ordered",
        /// Freely divided.
        Free = "free",
    }
}

/// An edition of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Its name: "modern", "classic" or a designer's own.
    pub name: String,
    /// Modern 510.2, classic 310.
    pub combat_damage: CombatDamage,
    /// Modern 704.5j, classic 420.
    pub legend_rule: LegendRule,
    /// Modern 500.5, classic 300.3.
    pub unspent_mana: UnspentMana,
    /// Modern 613, classic 418.
    pub continuous_effects: ContinuousEffects,
    /// Modern 509.2 and 510.1.
    pub damage_order: DamageOrder,
    /// Modern 506.2a, 802, 803.
    pub defending_players: DefendingPlayers,
    /// How many seats away a player may be to be attacked (modern 801.2, 508.7e); without it, everybody.
    #[serde(default)]
    pub range_of_influence: Option<u8>,
    /// Life at the start (modern 103.4).
    pub starting_life: i32,
    /// Cards in the opening hand (modern 103.5).
    pub starting_hand: u8,
    /// The maximum hand size (modern 402.2).
    pub hand_size: u8,
    /// Poison counters that lose the game (modern 704.5c).
    pub poison: u32,
}

impl Default for Ruleset {
    fn default() -> Self {
        Ruleset {
            name: "modern".to_owned(),
            combat_damage: CombatDamage::Immediate,
            legend_rule: LegendRule::ControllerChooses,
            unspent_mana: UnspentMana::Empties,
            continuous_effects: ContinuousEffects::Layers,
            damage_order: DamageOrder::Ordered,
            defending_players: DefendingPlayers::Opponents,
            range_of_influence: None,
            starting_life: 20,
            starting_hand: 7,
            hand_size: 7,
            poison: 10,
        }
    }
}
