//! Setting up a position: objects in zones, life, mana, turn and step.

use super::fail::Fail;
use super::stage::{Handle, Stage};
use cardwright_engine::ability::StepKind;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::mana::{ManaSymbol, ManaType};
use cardwright_engine::object::Recipient;
use cardwright_engine::setup::Arrange;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;

/// How a permanent is put onto the battlefield.
#[derive(Default)]
pub struct Placed {
    /// Tapped.
    pub tapped: bool,
    /// Under its controller's control only since this turn (302.6).
    pub sick: bool,
    /// Face down (708).
    pub face_down: bool,
    /// Counters by kind.
    pub counters: Vec<(Symbol, u32)>,
    /// Damage marked on it.
    pub damage: u32,
    /// What it is attached to.
    pub attached_to: Option<Recipient>,
    /// Who controls it, if not its owner.
    pub controller: Option<PlayerId>,
    /// Who protects it, if it is a battle and its controller is not to choose.
    pub protector: Option<PlayerId>,
}

impl Stage {
    /// Puts a card into a zone without any event.
    pub fn put(&mut self, player: PlayerId, name: &str, zone: ZoneKind) -> Result<Handle, Fail> {
        let definition = self.definition(name)?;
        let id = self.game.put(definition, player, zone);
        Ok(self.handle(id))
    }

    /// Puts a permanent onto the battlefield so.
    pub fn place(&mut self, player: PlayerId, name: &str, placed: Placed) -> Result<Handle, Fail> {
        let handle = self.put(player, name, ZoneKind::Battlefield)?;
        let id = self.id(handle);
        if let Some(controller) = placed.controller {
            self.game.arrange(Arrange::Controller(id, controller));
        }
        if let Some(protector) = placed.protector {
            self.game.arrange(Arrange::Protector(id, protector));
        }
        if placed.tapped {
            self.game.arrange(Arrange::Tapped(id, true));
        }
        self.game.arrange(Arrange::SummoningSick(id, placed.sick));
        if placed.face_down {
            self.game.arrange(Arrange::FaceDown(id, true));
        }
        for (kind, amount) in placed.counters {
            self.game.arrange(Arrange::Counters(id, kind, amount));
        }
        if placed.damage > 0 {
            self.game.arrange(Arrange::Damage(id, placed.damage));
        }
        if let Some(host) = placed.attached_to {
            self.game.arrange(Arrange::Attached(id, host));
        }
        Ok(handle)
    }

    /// Adds floating mana.
    pub fn add_mana(&mut self, player: PlayerId, text: &str) -> Result<(), Fail> {
        let parsed = cardwright_script::text::mana_cost(text)
            .map_err(|errors| Fail::wrong(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
        let mut mana = Vec::new();
        for symbol in &parsed.symbols {
            match symbol {
                ManaSymbol::Of(one) => mana.push(*one),
                // Plain numbers stand for colourless mana: there is no generic mana in a pool (106.1b).
                ManaSymbol::Generic(amount) => mana.extend(std::iter::repeat_n(ManaType::Colorless, *amount as usize)),
                other => return Err(Fail::wrong(format!("{other} is not mana that a pool can hold"))),
            }
        }
        self.game.arrange(Arrange::Mana(player, mana));
        Ok(())
    }

    /// Puts the game into a step of that player's turn; its turn-based actions count as done.
    pub fn at(&mut self, player: PlayerId, step: StepKind) {
        let number = self.game.turn().number.max(1);
        self.game.arrange(Arrange::Step(player, number, step));
    }
}
