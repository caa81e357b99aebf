//! The derived state, and working it out.

use super::index::{self, Index};
use super::reads::Reads;
use super::run;
use crate::ability::{AbilityBody, Prohibition, Rule, StaticPart};
use crate::characteristics::Characteristics;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Object;
use crate::symbol::Symbol;
use crate::types::{CardType, TypeLine};
use crate::zone::ZoneKind;
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::{Arc, OnceLock};

/// What follows from the state: characteristics and controllers that differ from the base, and which abilities function where.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    pub(super) changed: Changed,
    pub(super) index: Index,
}

/// What continuous effects have changed.
#[derive(Clone, Debug, Default)]
pub(super) struct Changed {
    /// By slot; shorter, or empty, where nothing is. Boxed, so that the many slots without are cheap.
    pub altered: Vec<Option<Box<Altered>>>,
    /// By slot; shorter, or empty, where nothing is.
    pub controllers: Vec<Option<PlayerId>>,
    /// Whether any effect reads what [`Game::touch_lightly`] speaks of.
    pub sensitive: bool,
    /// What effects could have changed.
    pub writes: Reads,
    /// Whether there are copy effects.
    pub copying: bool,
    /// Memory for the next ones.
    #[allow(clippy::vec_box)]
    spare: Vec<Box<Altered>>,
}

/// An object with other characteristics than its base.
#[derive(Clone, Debug)]
pub(super) struct Altered {
    pub id: ObjectId,
    pub characteristics: Characteristics,
    /// Whether its abilities are no longer those of its face.
    pub abilities_changed: bool,
}

impl Altered {
    /// Whether the object has other abilities than its face, or other laws hold of it.
    pub fn says_otherwise(&self, game: &Game, object: &Object) -> bool {
        self.abilities_changed || !game.defs.types().same_laws(&self.characteristics.types, &game.base(object).types)
    }
}

impl Derived {
    /// The characteristics of a current object on this board.
    #[inline]
    pub(crate) fn characteristics<'a>(&'a self, game: &'a Game, object: &'a Object) -> &'a Characteristics {
        self.changed.characteristics(game, object)
    }
    /// The controller of a current object on this board.
    #[inline]
    pub(crate) fn controller(&self, object: &Object) -> PlayerId {
        self.changed.controller(object)
    }
    /// A copy to try things out on.
    pub(super) fn trial(&self) -> Derived {
        let Changed { altered, controllers, .. } = &self.changed;
        let changed = Changed { altered: altered.clone(), controllers: controllers.clone(), ..Changed::default() };
        Derived { changed, index: Index::default() }
    }
    /// What it says of the object, to be changed.
    pub(super) fn alter<'b>(&'b mut self, game: &Game, object: &Object) -> &'b mut Altered {
        let altered = &mut self.changed.altered;
        if altered.len() < game.objects.len() {
            altered.resize_with(game.objects.len(), || None);
        }
        let spare = &mut self.changed.spare;
        altered[object.id.slot()].get_or_insert_with(|| match spare.pop() {
            Some(mut altered) => {
                altered.id = object.id;
                altered.abilities_changed = false;
                copy_into(&mut altered.characteristics, game.base(object));
                altered
            }
            None => Box::new(Altered { id: object.id, characteristics: game.base(object).clone(), abilities_changed: false }),
        })
    }
    pub(super) fn set_controller(&mut self, game: &Game, object: &Object, player: PlayerId) {
        let controllers = &mut self.changed.controllers;
        if controllers.len() < game.objects.len() {
            controllers.resize(game.objects.len(), None);
        }
        controllers[object.id.slot()] = Some(player);
    }
    fn clear(&mut self) {
        self.changed.spare.extend(self.changed.altered.drain(..).flatten());
        self.changed.controllers.clear();
        self.changed.sensitive = false;
        self.changed.writes = Reads::empty();
        self.changed.copying = false;
        self.index.clear();
    }
}

impl Changed {
    #[inline]
    pub fn altered(&self, object: &Object) -> Option<&Altered> {
        self.altered.get(object.id.slot())?.as_deref()
    }
    #[inline]
    pub fn characteristics<'a>(&'a self, game: &'a Game, object: &'a Object) -> &'a Characteristics {
        match self.altered(object) {
            Some(altered) => &altered.characteristics,
            None => game.base(object),
        }
    }
    #[inline]
    pub fn controller(&self, object: &Object) -> PlayerId {
        match object.zone {
            ZoneKind::Battlefield | ZoneKind::Stack | ZoneKind::Command => {
                self.controllers.get(object.id.slot()).copied().flatten().unwrap_or(object.controller)
            }
            // Objects elsewhere have no controller; their owner is asked instead (108.4a).
            _ => object.owner,
        }
    }
}

/// Copies characteristics into memory that is there already.
fn copy_into(to: &mut Characteristics, from: &Characteristics) {
    let Characteristics { name, cost, colors, types, power, toughness, numbers, abilities, base_pt, valued_as, also_named } =
        from;
    to.name = *name;
    match (&mut to.cost, cost) {
        (Some(to), Some(from)) => to.symbols.clone_from(&from.symbols),
        (to, from) => *to = from.clone(),
    }
    to.colors = *colors;
    to.types.supertypes = types.supertypes;
    to.types.types = types.types;
    to.types.subtypes.clone_from(&types.subtypes);
    to.types.every_creature_type = types.every_creature_type;
    to.power = *power;
    to.toughness = *toughness;
    to.numbers.clone_from(numbers);
    to.abilities.clone_from(abilities);
    to.base_pt = *base_pt;
    to.valued_as.clone_from(valued_as);
    to.also_named = *also_named;
}

thread_local! {
    /// A used-up derived state whose allocations can serve the next one.
    static SPARE: Cell<Option<Arc<Derived>>> = const { Cell::new(None) };
}

/// Keeps the memory of a derived state that nobody needs any more.
pub(super) fn keep_for_reuse(mut derived: Arc<Derived>) {
    if let Some(spare) = Arc::get_mut(&mut derived) {
        spare.clear();
        SPARE.set(Some(derived));
    }
}

/// Works everything out.
pub(super) fn derive(game: &Game) -> Arc<Derived> {
    let mut fresh = SPARE.take().unwrap_or_default();
    // A spare is never shared: it was kept because it was not.
    let derived = Arc::make_mut(&mut fresh);
    let scan = Scan::of(game);
    if scan.needed {
        run::run(game, derived, &scan.counted, run::Until::Done, None);
    }
    let of_players = index::abilities_of_players(game, derived);
    index::build(game, &derived.changed, of_players, &mut derived.index);
    fresh
}

/// What a look at the battlefield tells.
pub(super) struct Scan {
    /// Whether anything changes characteristics or control.
    pub needed: bool,
    /// Permanents with counters that change power and toughness.
    pub counted: SmallVec<[ObjectId; 8]>,
}

impl Scan {
    pub fn of(game: &Game) -> Scan {
        let mut scan = Scan { needed: false, counted: SmallVec::new() };
        // modern 122.1b
        let gives = |object: &Object| object.counters.iter().any(|(kind, _)| game.defs.counter_gives(*kind).is_some());
        for object in game.permanents() {
            if object.counters.is_empty() {
                continue;
            }
            if run::counters(object) != (0, 0) {
                scan.counted.push(object.id);
            }
            scan.needed |= gives(object);
        }
        scan.needed |= game.defs.counters_give() && game.exile.iter().any(|id| gives(&game.objects[id.slot()]));
        let lasting = game.lasting.iter().any(|lasting| {
            matches!(lasting.what, crate::continuous::Lasting::Objects { .. } | crate::continuous::Lasting::Matching { .. })
        });
        // "Can't have" is a rule, and a part of layer 6 (613.1f).
        let denies = |object: &Object| {
            game.base(object).abilities.iter().any(|instance| match &instance.ability.kind {
                AbilityBody::Static(effect) => {
                    effect.parts.iter().any(|part| matches!(part, StaticPart::Rule(Rule::Cant(Prohibition::HaveKeyword(..)))))
                }
                _ => false,
            })
        };
        let denying = game.defs.deny_keywords()
            && (game.permanents().any(denies)
                || game.lasting.iter().any(|lasting| match &lasting.what {
                    crate::continuous::Lasting::Rule(rule) => matches!(**rule, Rule::Cant(Prohibition::HaveKeyword(..))),
                    _ => false,
                }));
        scan.needed |= lasting || denying || !scan.counted.is_empty();
        if !scan.needed {
            game.each_with_abilities(game.defs.anywhere().effects, |def| game.defs.zones(def).effects, |_| scan.needed = true);
        }
        scan
    }
}

/// The copiable values of an object on a board with copy effects (modern 613.2c).
pub(super) fn copiable(game: &Game, object: &Object) -> Characteristics {
    up_to(game, object, run::Until::Copied)
}
/// An object after the layer of text (modern 613.1c).
pub(super) fn with_text(game: &Game, object: &Object) -> Characteristics {
    up_to(game, object, run::Until::Text)
}
fn up_to(game: &Game, object: &Object, until: run::Until) -> Characteristics {
    let mut board = Derived::default();
    run::run(game, &mut board, &[], until, None);
    board.characteristics(game, object).clone()
}

/// What a face-down permanent or spell shows (modern 708.2a).
pub(super) fn face_down() -> &'static Characteristics {
    static FACE_DOWN: OnceLock<Characteristics> = OnceLock::new();
    FACE_DOWN.get_or_init(|| Characteristics {
        name: Symbol::new(""),
        types: TypeLine { types: CardType::Creature.set(), ..TypeLine::default() },
        power: Some(2),
        toughness: Some(2),
        base_pt: (Some(2), Some(2)),
        ..Characteristics::default()
    })
}
