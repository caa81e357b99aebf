//! Effects: what spells and abilities do as they resolve (modern 608.2, 609, 610).

use super::{
    AbilityRef, Amount, Body, Callback, CastAs, Change, Condition, CopyException, Cost, Daylight, Duration, Filter, MoveCause,
    Objects, Players, Recipients, Replacement, Rule, StepKind, Triggered,
};
use crate::ids::{LinkKey, Var};
use crate::mana::{Color, ManaType};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// What happens. Structural kinds order and bind; the others act, each as one batch of simultaneous events.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
#[allow(missing_docs)] // The sentence of each variant says what its fields are.
pub enum Effect {
    /// Nothing.
    #[default]
    Nothing,

    // ---- structure
    /// One after another, in the order written (608.2c).
    Sequence(Vec<Effect>),
    /// All at once: choices first, then one batch (608.2e).
    Together(Vec<Effect>),
    /// One or the other.
    If(Condition, Box<Effect>, Box<Effect>),
    /// The player may do it: the second happens if they do not (608.2d).
    May(Players, Box<Effect>, Box<Effect>),
    /// The player may pay: the first happens if they do, the second if they do not (118.12).
    Pay(Players, Cost, Box<Effect>, Box<Effect>),
    /// For each of these objects, bound to the name. Acting bodies happen all at once, choices in turn order first (101.4).
    ForEach(Objects, Var, Box<Effect>),
    /// For each of these players, in turn order from the active player, bound to the name. Acting bodies happen all at once.
    ForEachPlayer(Players, Var, Box<Effect>),
    /// That many times, one after another.
    Repeat(Amount, Box<Effect>),
    /// Does the first, binds the objects it affected and the amount, then does the second.
    Then(Box<Effect>, Var, Box<Effect>),
    /// Does the first; if all of it could be done ("if you do"), the second, else the third.
    IfDone(Box<Effect>, Box<Effect>, Box<Effect>),
    /// Chooses objects on resolution, binds them, goes on.
    Choose(Box<ChooseFrom>, Var, Box<Effect>),
    /// Chooses a player on resolution.
    ChoosePlayer(Players, Players, Var, Box<Effect>),
    /// Chooses among effects on resolution.
    ChooseEffect(Players, Vec<Effect>),
    /// Binds a number once for all that follows.
    Let(Var, Amount, Box<Effect>),
    /// Binds the objects once for all that follows.
    LetObjects(Var, Objects, Box<Effect>),
    /// When the first is done, a reflexive triggered ability (603.12).
    WhenDone(Box<Effect>, Box<Body>),
    /// When the first is done, a reflexive triggered ability for each object that it was done to, bound to the name
    /// (603.12a).
    WhenEach(Box<Effect>, Var, Box<Body>),
    /// The player may pay the cost any number of times; if it was paid, the effect happens once, with the number bound to
    /// the name.
    PayTimes(Players, Cost, Var, Box<Effect>),
    /// A delayed triggered ability (603.7), once or for as long as said.
    Delayed(Box<Triggered>, Option<Duration>),
    /// A script callback yields the effects to perform.
    Script(Callback),

    // ---- continuous effects and rules
    /// A continuous effect on these objects, locked as it begins (611.2c).
    Continuous(Objects, Vec<Change>, Duration),
    /// A continuous effect on whatever matches; the set is locked as it begins if it changes characteristics (611.2c).
    ContinuousAll(Filter, Vec<Change>, Duration),
    /// A continuous effect on the next spell that matches and that one of these players casts (611.2f). The duration says how
    /// long it waits.
    NextSpell(Players, Filter, Vec<Change>, Duration),
    /// A change to the rules of the game.
    Rule(Box<Rule>, Duration),
    /// A replacement or prevention effect, perhaps with limited uses.
    Replace(Box<Replacement>, Duration),
    /// A shield for each target of an instance that divides: the name is bound to the target, the uses are its share (615.7).
    ReplaceDivided { to: crate::ids::TargetSlot, var: Var, replacement: Box<Replacement>, duration: Duration },
    /// Does it, while these self-replacement effects change what it does (614.15).
    SelfReplacing(Box<Effect>, Vec<Replacement>),
    /// Changes the event before which this is done ([`super::EventChange::First`]); nothing anywhere else.
    ChangeEvent(Vec<super::EventChange>),
    /// Remembers for linked abilities (607).
    Remember(LinkKey, Remembered),
    /// Forgets what was remembered.
    Forget(LinkKey),

    // ---- damage and life
    /// Deals damage (120) from the source (this object if [`Objects::This`]).
    Damage { amount: Amount, to: Recipients, source: Objects },
    /// Deals the divided amounts to the targets of an instance that divides (601.2d).
    DividedDamage { to: crate::ids::TargetSlot, source: Objects },
    /// Gains life (119.3).
    GainLife(Players, Amount),
    /// Loses life (119.3).
    LoseLife(Players, Amount),
    /// A life total becomes that number (119.5).
    SetLife(Players, Amount),
    /// Two players exchange life totals (119.7).
    ExchangeLife(Players, Players),
    /// Two values are exchanged (701.12g): life totals, power, toughness.
    ExchangeValues(Amount, Amount),
    /// These creatures fight (701.14).
    Fight(Objects, Objects),

    // ---- cards and zones
    /// Draws (121.1).
    Draw(Players, Amount),
    /// Discards (701.9).
    Discard(Players, Amount, Filter, ChooseHow),
    /// Puts cards from the top of the library into the graveyard (701.17).
    Mill(Players, Amount),
    /// Destroys (701.8); the flag says "can't be regenerated".
    Destroy(Objects, bool),
    /// Puts counters of the kind on the targets of an instance that divides, as many as was divided among them (601.2d, 122.6).
    DividedCounters { to: crate::ids::TargetSlot, kind: Symbol },
    /// These do not untap in their controllers' next untap steps (502.3).
    SkipUntap(Objects),
    /// The players sacrifice those of these that they control (701.21a).
    Sacrifice(Players, Objects),
    /// These players sacrifice that many of their choice.
    SacrificeChoice(Players, Filter, Amount),
    /// Moves objects (400).
    Move(Objects, Destination, MoveCause),
    /// Exiles until something happens, then returns (610.3).
    ExileUntil(Objects, Box<super::EventPattern>),
    /// Searches a library (701.23), puts what is found where it says, has its owner shuffle. `whose` are the players whose
    /// libraries are searched, the searcher if none are said; `also` are zones of theirs that are searched too.
    Search {
        who: Players,
        filter: Filter,
        min: Amount,
        max: Amount,
        to: Vec<SearchTo>,
        different_names: bool,
        reveal: bool,
        whose: Option<Players>,
        also: Vec<ZoneKind>,
    },
    /// Shuffles (701.24).
    Shuffle(Players),
    /// Scries (701.22).
    Scry(Players, Amount),
    /// Surveils (701.25).
    Surveil(Players, Amount),
    /// Looks at the top cards, puts those chosen in one place, the rest in another.
    Dig { who: Players, look: Amount, filter: Filter, min: Amount, max: Amount, to: Destination, rest: Destination, reveal: bool },
    /// Reveals from the top until one matches: it goes to one place, the others to another.
    RevealUntil { who: Players, filter: Filter, to: Destination, rest: Destination },
    /// Reveals these (701.20).
    Reveal(Objects),
    /// Swaps a player's hand and graveyard or other zones as one action (701.12).
    ExchangeZones(Players, ZoneKind, ZoneKind),

    // ---- permanents
    /// Taps (701.26).
    Tap(Objects),
    /// Untaps.
    Untap(Objects),
    /// Puts counters (122.6).
    PutCounters(Recipients, Symbol, Amount),
    /// Removes counters.
    RemoveCounters(Recipients, Symbol, Amount),
    /// These permanents get that designation, with that number (701.37b, 716.2d).
    Designate(Objects, Symbol, Amount),
    /// Moves counters from the first to the second (122.5).
    MoveCounters(Objects, Objects, Option<Symbol>, Amount),
    /// Creates tokens (111, 701.7).
    CreateTokens { who: Players, token: TokenSpec, amount: Amount, entering: Entering },
    /// Attaches the first to the second (701.3).
    Attach(Objects, Recipients),
    /// Unattaches.
    Unattach(Objects),
    /// Two permanents exchange controllers (701.12b).
    ExchangeControl(Objects, Objects),
    /// Regenerates: a shield for this turn (701.19).
    Regenerate(Objects),
    /// What a regeneration shield does in place of destruction: all damage is removed, it is tapped and removed from
    /// combat (701.19a).
    Regenerated(Objects),
    /// Removes from combat (506.4).
    RemoveFromCombat(Objects),
    /// Turns face down or up (708).
    TurnFaceDown(Objects),
    /// Turns face up.
    TurnFaceUp(Objects),
    /// Transforms: turns to its other face (701.28).
    Transform(Objects),
    /// Phases out (702.26).
    PhaseOut(Objects),
    /// Phases out until something happens, then phases in (610.4).
    PhaseOutUntil(Objects, Box<super::EventPattern>),
    /// Phases in (702.26).
    PhaseIn(Objects),
    /// Becomes blocked (509.1h).
    BecomeBlocked(Objects),
    /// Becomes unblocked (509.1h): nothing blocks it any more.
    BecomeUnblocked(Objects),
    /// These creatures attack without having been declared (508.4): one of those, or whatever their controller chooses.
    BecomeAttacking(Objects, AttackOn),
    /// These creatures block those attackers without having been declared (509.6).
    BecomeBlocking(Objects, Objects),
    /// These players choose anew what those attackers attack (508.7).
    AttackInstead(Players, Objects, AttackOn),
    /// That player protects these battles from now on (310.8f).
    SetProtector(Objects, Players),

    // ---- the stack
    /// Counters (701.6).
    Counter(Objects),
    /// Copies spells or abilities on the stack (707.10); the flag says "may choose new targets"; spells with these exceptions;
    /// if recipients are said, so many copies for each of them that could be a target, with that as its target (707.10e).
    CopyStack(Objects, Players, Amount, bool, Vec<CopyException>, Option<Box<Recipients>>),
    /// The player changes targets or chooses new ones (115.7), only to these if that is said.
    ChangeTargets(Objects, Players, Retarget, Option<Recipients>),
    /// Casts these without paying their mana costs or for a cost (608.2g, 118.9), in that manner.
    CastNow(Players, Objects, Option<Cost>, CastAs),
    /// Casts them as they are, and of lands: plays them, if the player has a land play left in their own turn (305.2b, 305.3).
    PlayNow(Players, Objects, Option<Cost>),

    // ---- mana
    /// Adds mana (106.3).
    AddMana(Players, ManaProduced),

    // ---- the turn and the game
    /// Extra and skipped turns, phases and steps (500.7-500.11).
    Turn(TurnChange),
    /// It becomes day or night (728).
    BecomeDaylight(Daylight),
    /// Wins (104.2b).
    Win(Players),
    /// Loses (104.3e).
    Lose(Players),
    /// The game is a draw (104.4c).
    DrawGame,
    /// Flips a coin (705): binds 1 or 0 to the name.
    FlipCoin(Players, Var, Box<Effect>, Box<Effect>),
    /// A keyword action of an author's own making happens, for [`super::Pattern::Custom`].
    Announce(Symbol, Players, Objects),
    /// Tells the abilities linked to this one that it did so, with these objects, for [`super::Pattern::Told`] (607.2h).
    Tell(LinkKey, Objects),
    /// An emblem with these abilities (114).
    Emblem(Players, Vec<AbilityRef>),
}

/// Objects that a player chooses on resolution (608.2d).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct ChooseFrom {
    /// Who chooses.
    pub chooser: Players,
    /// Among these.
    pub from: Objects,
    /// The fewest, as far as there are that many.
    pub min: Amount,
    /// The most.
    pub max: Amount,
    /// How.
    pub how: ChooseHow,
}

/// How cards are picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum ChooseHow {
    /// The player the effect speaks of chooses.
    #[default]
    Choose,
    /// At random.
    Random,
    /// The controller of the spell or ability chooses, seeing the cards.
    ControllerChooses,
}

/// How targets are changed (115.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Retarget {
    /// "Change the target": each of them to another legal one, or none of them (115.7a).
    All,
    /// "Change a target": one of them, to another legal one (115.7b).
    One,
    /// "Choose new targets", "change any targets": as many of them as the player likes (115.7c-d).
    ChooseNew,
}

/// Where a moved object goes and how it arrives there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct Destination {
    /// The zone; of its owner where each player has one (400.3).
    pub zone: ZoneKind,
    /// Where in a library.
    pub position: LibraryPosition,
    /// How it enters the battlefield.
    pub entering: Entering,
    /// Face down in exile.
    pub face_down: bool,
    /// Remembered under the link by the source.
    pub remember: Option<LinkKey>,
}

impl Destination {
    /// To that zone, in the plainest way.
    pub fn to(zone: ZoneKind) -> Self {
        Destination { zone, position: LibraryPosition::Top, entering: Entering::default(), face_down: false, remember: None }
    }
}

/// Where in a library.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum LibraryPosition {
    /// On top; several in an order that their owner chooses (401.4).
    #[default]
    Top,
    /// On the bottom; in an order that their owner chooses (401.4).
    Bottom,
    /// On the bottom in a random order.
    BottomRandom,
    /// Shuffled in.
    Shuffled,
    /// That many from the top.
    FromTop(Amount),
}

/// How an object enters the battlefield (110.5b, 614.1c-d).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub struct Entering {
    /// Under whose control: its owner's if not said for cards; the creating player's for tokens.
    pub under: Option<Players>,
    /// Tapped.
    pub tapped: bool,
    /// Attacking (508.4).
    pub attacking: Option<AttackOn>,
    /// Blocking one of these attackers (509.7).
    pub blocking: Option<Objects>,
    /// With counters.
    pub counters: Vec<(Symbol, Amount)>,
    /// Attached to one of these.
    pub attached_to: Option<Recipients>,
    /// Face down as a 2/2 (708).
    pub face_down: bool,
    /// With its other face up.
    pub transformed: bool,
    /// What it is from that moment on (611.2e).
    pub being: Vec<Change>,
}

/// What an effect makes a creature attack (508.4).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum AttackOn {
    /// Whatever can be attacked, as a player chooses.
    #[default]
    Anything,
    /// One of these players, planeswalkers and battles.
    OneOf(Recipients),
}

/// One destination of a search with how many of the found cards go there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct SearchTo {
    /// At most so many; all the rest if not said.
    pub count: Option<Amount>,
    /// Where.
    pub to: Destination,
}

/// What a token is (111.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum TokenSpec {
    /// A token definition, by its key.
    Named(Symbol),
    /// A token defined on the spot.
    Inline(Box<crate::definition::Face>),
    /// A copy of an object (707).
    Copy(Box<CopyOf>),
}

/// A copy with its exceptions (707.9).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct CopyOf {
    /// The original.
    pub original: CopySource,
    /// What differs.
    pub except: Vec<CopyException>,
}

/// Which object is copied.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum CopySource {
    /// This one.
    Object(Objects),
    /// One that the controller chooses as the copy comes about; they may choose none (707.5).
    Choose(Filter),
}

/// Mana that an effect adds (106).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct ManaProduced {
    /// What.
    pub kind: NewMana,
    /// How much of it.
    pub amount: Amount,
    /// What it may be spent on (106.6).
    pub only_for: Option<Filter>,
}

/// Types of mana that an effect adds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum NewMana {
    /// Exactly these, each [`ManaProduced::amount`] times.
    Exactly(Vec<ManaType>),
    /// One of these, chosen once for all of it.
    OneOf(Vec<ManaType>),
    /// Any combination of these.
    Combination(Vec<ManaType>),
    /// The colour remembered under the link.
    Linked(LinkKey),
    /// Any type that these lands could produce (106.7).
    CouldProduce(Filter),
}

/// What a linked ability remembers (607.2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Remembered {
    /// These objects.
    Objects(Objects),
    /// These players.
    Players(Players),
    /// This number.
    Number(Amount),
    /// A number that the player chooses.
    ChosenNumber(Players, Amount, Amount),
    /// A colour that the player chooses.
    ChosenColor(Players),
    /// A player that the player chooses among these.
    ChosenPlayer(Players, Players),
    /// A creature type that the player chooses.
    ChosenCreatureType(Players),
    /// A card name that the player chooses (201.4).
    ChosenName(Players, Filter),
    /// One of these words, chosen by the player.
    ChosenWord(Players, Vec<Symbol>),
    /// This colour.
    Color(Color),
}

/// Changes to the order of turns, phases and steps (500.7-500.11).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
#[allow(missing_docs)] // The sentence of each variant says what its fields are.
pub enum TurnChange {
    /// These players take that many extra turns after this one (500.7).
    ExtraTurn(Players, Amount),
    /// Additional phases, in this order, directly after this phase, that many times (500.8). If players "get" them, only in a
    /// turn of theirs (500.10a).
    ExtraPhases { phases: Vec<PhaseKind>, amount: Amount, gets: Option<Players> },
    /// Additional steps of that kind (500.9, 500.10).
    ExtraStep { step: StepKind, place: StepPlace, amount: Amount, gets: Option<Players> },
    /// These players skip their next that many such steps or phases (500.11).
    SkipStep(Players, StepKind, Amount),
    /// These players skip their next that many turns.
    SkipTurn(Players, Amount),
    /// The turn ends (724).
    EndTurn,
}

/// The phases of a turn (500.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum PhaseKind {
    /// Untap, upkeep, draw (501.1).
    Beginning,
    /// A main phase (505).
    Main,
    /// Combat (506.1).
    Combat,
    /// End step and cleanup (512.1).
    Ending,
}

/// Where a step is added to a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum StepPlace {
    /// Directly after this step (500.9); where the phase has no such steps, in a phase of its own after it.
    ThisStep,
    /// After this phase, in a phase of its own (500.10).
    ThisPhase,
    /// Directly before the turn's next step of that kind (500.9).
    Before(StepKind),
    /// Directly after the turn's next step of that kind (500.9).
    After(StepKind),
}
