//! Effects that change the rules of the game (modern 613.11): the hooks out of which keyword abilities are made.
//!
//! A rule's filters are evaluated when the rule is asked for, with the object that has the ability as "this".

use super::{Amount, Condition, Cost, CostTag, Effect, EventPattern, Filter, Players, Recipients, Replacement, StepKind};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// A change to the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Rule {
    /// Nothing by itself: other rules ask for the keyword that carries it.
    Marker,
    /// Something cannot happen or be done (101.2, 614.17).
    Cant(Prohibition),
    /// Attacking (508).
    Attack(AttackRule),
    /// Blocking (509).
    Block(BlockRule),
    /// How damage is dealt and what it does (510, 120).
    Damage(DamageRule),
    /// What may be targeted or attached to (115, 303.4, 301.5).
    Target(TargetRule),
    /// A player's limits and permissions (402.2, 305.2...).
    Player(PlayerRule),
    /// Permission to cast spells or play cards (601.3).
    Cast(CastPermission),
    /// What spells and abilities cost (601.2f).
    Cost(CostChange),
    /// Creatures that match may attack and use `{T}` and `{Q}` as though controlled since the turn began (302.6).
    IgnoreSummoningSickness(Filter),
    /// Permanents that match do not untap in their controller's untap step (502.3).
    DoesNotUntap(Filter),
    /// Permanents that match phase out in their controller's untap step, as what is out phases in (502.1).
    PhasesEachUntapStep(Filter),
    /// A player may choose not to untap it (502.3).
    MayStayTapped(Filter),
    /// Triggered abilities of objects that match trigger that many additional times (603.2d).
    ExtraTriggers(Filter, EventPattern, Amount),
    /// Triggered abilities of objects that match do not trigger by that (603.2, 614.17).
    NoTriggers(Filter, EventPattern),
    /// The "legend rule" (704.5j) does not apply to permanents that match.
    NoLegendRule(Filter),
    /// Mana does not leave these players' pools as steps and phases end (500.5).
    KeepMana(Players),
    /// These players may spend mana as though it were of any colour, for spells that match (609.4b).
    SpendAsAnyColor(Players, Filter),
    /// This spell merges with such a permanent, which it targets, instead of entering (608.3d).
    Merges(Filter),
    /// Its owner does this before the decks are shuffled to start the game, with the card in the deck or in the command zone.
    /// What is remembered by it is known all through the game (607.2n, 607.2p).
    BeforeGame(Box<Effect>),
    /// While the condition holds, this is done as a state-based action (704.5), at once with all the others.
    StateBased(Condition, Box<Effect>),
    /// As that step of one of these players begins, this is done as a turn-based action (703).
    TurnBased(StepKind, Players, Box<Effect>),
    /// One of these players protects it, as its controller chooses (310.8a).
    ProtectedBy(Players),
    /// It cannot attack or block, and leaves combat as it comes to be so (506.3, 506.4).
    NeverFights,
    /// A face-down permanent that matches may be turned face up by its controller for that cost (116.2b, 708.7). Read from
    /// the face that is hidden.
    TurnUp(Filter, Cost),
}

/// Something that cannot happen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Prohibition {
    /// Events that match do not happen.
    Event(EventPattern),
    /// These players cannot cast spells that match (601.3).
    Cast(Players, Filter),
    /// These players cannot play lands that match.
    PlayLand(Players, Filter),
    /// These players cannot activate abilities of objects that match; the flag spares mana abilities (602.5).
    Activate(Players, Filter, bool),
    /// Spells and abilities that match cannot be countered (by spells and abilities; 701.6).
    Countered(Filter),
    /// Permanents that match cannot be regenerated (701.19c).
    Regenerate(Filter),
    /// Damage that matches cannot be prevented (615.12).
    PreventDamage(EventPattern),
    /// Permanents that match cannot be sacrificed (701.21).
    Sacrifice(Filter),
    /// Objects that match cannot have that keyword (613 layer 6).
    HaveKeyword(Filter, Symbol),
    /// These players cannot win (104.2), and the others cannot lose while they... simply cannot win.
    Win(Players),
    /// These players cannot lose (104.3).
    Lose(Players),
    /// These players cannot search libraries.
    Search(Players),
}

/// Hooks of the declare attackers step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum AttackRule {
    /// Creatures that match cannot attack (508.1c), or cannot attack those players, planeswalkers and battles themselves.
    Cant(Filter, Option<Recipients>),
    /// They cannot attack unless the condition holds (508.1c).
    CantUnless(Filter, Condition),
    /// They cannot attack a player, planeswalker or battle unless the condition holds of the defending player, who is bound to
    /// the name (508.1c, 508.5a).
    CantUnlessDefender(Filter, crate::ids::Var, Condition),
    /// They cannot attack alone: fewer than that many attackers in all.
    CantUnlessTogether(Filter, Amount),
    /// At most that many of them may attack.
    AtMost(Filter, Amount),
    /// They attack if able (508.1d).
    Must(Filter),
    /// They attack one of those players if able.
    MustAttack(Filter, Players),
    /// They attack such a planeswalker or battle if able.
    MustAttackPermanent(Filter, Filter),
    /// Their controller must pay for each of them that attacks, or that attacks one of those players, planeswalkers and battles
    /// itself (508.1d, h).
    Cost(Filter, Option<Recipients>, Cost),
    /// As one of them attacks, its controller may pay that (508.1g); a keyword action by that word then happens.
    MayPay(Filter, Cost, Symbol),
    /// They may attack in a band (508.1e): with each other and at most one creature more; or, of the second filter, with any
    /// creatures that match it.
    Bands(Filter, Option<Filter>),
    /// Attacking does not cause them to tap (508.1f).
    StaysUntapped(Filter),
    /// It can be attacked, and these players defend it (506.2, 508.1b).
    CanBeAttacked(Players),
    /// They may attack as though they lacked that keyword ("as though it didn't have ...").
    AsThoughWithout(Filter, Symbol),
}

/// Hooks of the declare blockers step. "What" is the attacker in rules about being blocked, the blocker in the others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum BlockRule {
    /// Attackers that match can be blocked only by creatures that match (509.1b). [`Filter::Never`]: cannot be blocked.
    BlockedOnlyBy(Filter, Filter),
    /// Attackers that match can be blocked only by that many or more creatures.
    BlockedByAtLeast(Filter, Amount),
    /// Attackers that match can be blocked by at most that many.
    BlockedByAtMost(Filter, Amount),
    /// Creatures that match cannot block attackers that match.
    Cant(Filter, Filter),
    /// They cannot block unless the condition holds.
    CantUnless(Filter, Condition),
    /// They cannot block alone: fewer than that many blockers of their controller in all.
    CantUnlessTogether(Filter, Amount),
    /// At most that many of them may block.
    AtMost(Filter, Amount),
    /// They block if able (509.1c).
    Must(Filter),
    /// They block attackers that match if able.
    MustBlock(Filter, Filter),
    /// Attackers that match must be blocked if able, by at least one creature.
    MustBeBlocked(Filter),
    /// All creatures able to block attackers that match do so.
    AllMustBlock(Filter),
    /// They can block that many additional creatures (509.1a).
    Additional(Filter, Amount),
    /// Their controller must pay for each of them that blocks (509.1d).
    Cost(Filter, Cost),
    /// They can block attackers that match as though those lacked the keyword.
    AsThoughWithout(Filter, Filter, Symbol),
    /// They can block even though tapped.
    CanBlockTapped(Filter),
}

/// Hooks of damage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum DamageRule {
    /// Creatures that match deal combat damage in an additional, first step (510.4); and, if the flag says so, in the
    /// regular one too.
    FirstStep {
        /// Which creatures.
        what: Filter,
        /// Whether they also deal damage in the regular step.
        also_regular: bool,
    },
    /// Any damage from sources that match is lethal for assignment (510.1c, 702.2c) and destroys (704.5h).
    Lethal(Filter),
    /// Attackers that match may assign what is left after lethal damage to what they attack (702.19b).
    ExcessToDefender(Filter),
    /// Attackers that match may assign their combat damage as though they were not blocked (510.1c).
    AsThoughUnblocked(Filter),
    /// Damage from sources that match also does this, as part of its results (120.3); the event is bound to the name.
    Also(Filter, crate::ids::Var, Box<Effect>),
    /// Damage from sources that match to creatures puts that kind of counter instead of being marked (120.3d).
    AsCountersOnCreatures(Filter, Symbol),
    /// Damage from sources that match to players gives that kind of counter instead of loss of life (120.3b).
    AsCountersOnPlayers(Filter, Symbol),
    /// Damage can be dealt to it, and removes that many counters of the kind (120.3c, 120.3h).
    RemovesCounters(Symbol),
    /// Creatures that match assign combat damage equal to this instead of their power (510.1a).
    AssignEqualTo(Filter, super::Stat),
    /// Creatures that match assign no combat damage.
    AssignNone(Filter),
    /// The division of combat damage among creatures that block, or are blocked by, creatures that match is made by that
    /// player instead (702.22j-k).
    DividedBy(Filter, Players),
}

impl DamageRule {
    /// What it says something of, if that is the sources of damage and what the damage does.
    pub(crate) fn of_sources(&self) -> Option<&Filter> {
        match self {
            DamageRule::Lethal(filter)
            | DamageRule::Also(filter, ..)
            | DamageRule::AsCountersOnCreatures(filter, _)
            | DamageRule::AsCountersOnPlayers(filter, _) => Some(filter),
            _ => None,
        }
    }
}

/// Hooks of targeting and attaching.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum TargetRule {
    /// Objects that match cannot be targeted by spells and abilities whose source matches. "You" is the controller of
    /// the object with the rule.
    CantTarget(Filter, Filter),
    /// Players cannot be targeted by spells and abilities whose source matches.
    CantTargetPlayer(Players, Filter),
    /// Objects that match cannot have attached what matches the second (702.16c-d).
    CantAttach(Filter, Filter),
    /// This cannot be attached to anything (310.9).
    AttachesNowhere,
    /// This attaches only to objects that match or to those players (303.4, 702.5).
    AttachesTo(Filter, Option<Players>),
    /// This can be attached although it is a creature (301.5c).
    AttachesAsCreature,
}

/// Limits and permissions of players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum PlayerRule {
    /// Maximum hand size changes by that much (402.2).
    HandSize(Players, Amount),
    /// Their maximum hand size is that much.
    SetHandSize(Players, Amount),
    /// No maximum hand size.
    NoHandSize(Players),
    /// That many more lands each turn (305.2).
    ExtraLands(Players, Amount),
    /// They skip that step or phase (614.10).
    SkipStep(Players, StepKind),
    /// Life total rules: they cannot pay life.
    CantPayLife(Players),
    /// They play with the top card of the library revealed.
    TopCardRevealed(Players),
    /// They can cast at most that many spells each turn.
    SpellsPerTurn(Players, Amount),
    /// They untap no more than that many such permanents in their untap steps (502.3).
    UntapsAtMost(Players, Amount, Filter),
    /// They have the static abilities of a keyword, which say "you" of the player that has them (613.10).
    Has(Players, Symbol, Vec<super::AbilityRef>),
    /// They lose that keyword (613.10).
    Loses(Players, Symbol),
    /// They may cast and play what matches in other players' graveyards as though it were in their own (609.4).
    GraveyardAsOwn(Players, Filter),
}

/// When something may be cast or activated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum Timing {
    /// As its type says: instants and abilities any time with priority, other spells as sorceries.
    #[default]
    Usual,
    /// Any time its player has priority.
    Instant,
    /// Main phase of own turn, empty stack (307.1, 602.5d).
    Sorcery,
}

/// Permission to cast a spell or play a land in a way that the rules alone do not allow (601.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct CastPermission {
    /// Who.
    pub who: Players,
    /// What: cards where they are, or the card itself.
    pub what: Filter,
    /// From where.
    pub from: CastFrom,
    /// When.
    pub timing: Timing,
    /// Only if this holds.
    pub condition: Condition,
    /// An alternative cost (118.9), with the tag by which the card knows it was paid. Without one the mana cost is paid.
    pub cost: Option<(CostTag, Cost)>,
    /// An additional cost for whoever makes use of the permission (601.3c), with its tag.
    pub extra: Option<(CostTag, Cost)>,
    /// With which characteristics it is cast.
    pub manner: CastAs,
    /// What happens when a spell has been cast by this permission; the casting is bound to the name (603.7g).
    pub after: Option<(crate::ids::Var, Box<Effect>)>,
    /// What applies to the spell for as long as it is on the stack (for instance exile instead of anywhere else).
    pub then: Option<Replacement>,
    /// Whether lands may be played by it too.
    pub lands: bool,
    /// Only the top card of a library.
    pub top_only: bool,
    /// What is cast or played by it gains this, for good (611.3d).
    pub gains: Vec<super::Change>,
}

/// From where a permission lets a card be cast or played (601.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum CastFrom {
    /// From where it may be cast anyway.
    #[default]
    Usual,
    /// From that zone.
    Zone(ZoneKind),
    /// From whatever zone it is in: of particular cards.
    Anywhere,
}

/// With which characteristics a card is cast (601.3e).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum CastAs {
    /// Its own.
    #[default]
    ItIs,
    /// With its other face up.
    OtherFace,
    /// Face down, as a 2/2 creature spell without anything else (708.4).
    FaceDown,
}

/// Which activated abilities of an object a change of costs speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum AbilitySort {
    /// All of them.
    #[default]
    Any,
    /// Those that belong to that keyword.
    Keyword(Symbol),
    /// Loyalty abilities (606).
    Loyalty,
    /// Mana abilities (605).
    Mana,
    /// All but mana abilities.
    NotMana,
    /// No ability: the special action of turning it face up (116.2b).
    TurningUp,
}

/// How an object stands in for mana in the cost of a spell (601.2g-h).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum StandIn {
    /// It is tapped, for one generic mana or one mana of one of its colours.
    TapForColor,
    /// It is tapped, for one generic mana.
    TapForGeneric,
    /// It is exiled, for one generic mana.
    ExileForGeneric,
}

/// A change to the cost of spells or abilities (601.2f).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum CostChange {
    /// Spells that match, cast by those players, cost that much more.
    Increase(Players, Filter, Cost),
    /// They cost that much generic mana less (118.7).
    Reduce(Players, Filter, Amount),
    /// They cost those coloured symbols less.
    ReduceMana(Players, Filter, crate::mana::ManaCost),
    /// They cost at least that much mana, whatever reduces them.
    AtLeast(Players, Filter, Amount),
    /// Activated abilities of that sort of objects that match cost that much less generic mana.
    ReduceAbilities(Players, Filter, AbilitySort, Amount),
    /// They cost that much more.
    IncreaseAbilities(Players, Filter, AbilitySort, Cost),
    /// They cost at least that much mana, whatever reduces them.
    AbilitiesAtLeast(Players, Filter, AbilitySort, Amount),
    /// These players may pay 2 life for each symbol of that colour in the total cost of spells that match the first filter
    /// and of activated abilities of what matches the second (602.1e).
    LifeFor(Players, crate::mana::Color, Filter, Filter),
    /// These players may use objects that match the second filter in place of mana for spells that match the first.
    PayWith(Players, Filter, Filter, StandIn),
    /// This spell has a required additional cost (601.2b).
    Additional(Filter, Cost),
    /// This card may be revealed from hand as a spell that matches is cast, which then has this card's rules text after its
    /// own, for this additional cost (612.10).
    AddText(Filter, Cost),
    /// This spell has an optional additional cost, known under the tag; payable that many times at most.
    Optional(Filter, CostTag, Cost, Option<u8>),
    /// This spell has one of these additional costs.
    OneOf(Filter, Vec<Cost>),
}
