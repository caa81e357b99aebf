//! The workshop: what a script has built so far. Words add to it; the host empties it when the script has ended.

use crate::diagnostic::Place;
use crate::trace::{Made, Step, Trace};
use crate::value::{AbilityHandle, STAND_IN, Value};
use cardwright_engine::ability::{Ability, AbilityBody, AbilityRef, Duration, Line, TargetSpec, Zones};
use cardwright_engine::definition::CardDef;
use cardwright_engine::ids::{LinkKey, TargetSlot, Var};
use cardwright_engine::symbol::Symbol;
use rhai::{FnPtr, NativeCallContext, Position};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::host::keywords::Keyword;

/// What a card's script makes use of: what has to be compiled again when one of these changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    /// Keywords, by name.
    pub keywords: BTreeSet<Symbol>,
    /// Tokens that are defined elsewhere, by key.
    pub tokens: BTreeSet<Symbol>,
    /// Names of cards.
    pub cards: BTreeSet<Symbol>,
    /// Functions of the prelude.
    pub prelude: BTreeSet<Symbol>,
}

/// An ability that a statement of the script has made.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub ability: Ability,
    /// The stand-in targets that were made inside a closure of this ability: certainly its own, even where the
    /// ability turns out to be part of another one.
    pub own_targets: std::ops::Range<u16>,
    /// How long it lasts, where it turns out to be part of an effect.
    pub duration: Option<Duration>,
    /// Where its statement stands.
    pub position: Position,
    /// Where its duration is said.
    pub lasting: Position,
    /// Whether it has become part of something else.
    pub taken: bool,
    /// Whether it is a law of a type, and no ability.
    pub law: bool,
}

/// A place in a script: a word, or one of its arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub position: Position,
    /// The argument, counted from 0 between the parentheses.
    pub argument: Option<usize>,
}

impl Default for At {
    fn default() -> Self {
        At { position: Position::NONE, argument: None }
    }
}

/// Something to say about a script that works.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    pub at: At,
    pub code: &'static str,
    pub message: String,
    pub help: String,
}

/// What one run of a script builds.
#[derive(Debug)]
pub(crate) struct Work {
    pub owner: Symbol,
    pub version: u64,
    pub targets: Vec<TargetSpec>,
    next_var: u16,
    /// Links of a keyword must not meet those of the cards that have it.
    keyword: bool,
    pub drafts: Vec<Draft>,
    pub tokens: Vec<CardDef>,
    pub known_tokens: Rc<[Symbol]>,
    pub callbacks: Vec<FnPtr>,
    pub remarks: Vec<Remark>,
}

impl Work {
    pub(crate) fn new(owner: Symbol, version: u64, keyword: bool) -> Self {
        Work {
            owner,
            version,
            targets: Vec::new(),
            next_var: 0,
            keyword,
            drafts: Vec::new(),
            tokens: Vec::new(),
            known_tokens: Rc::new([]),
            callbacks: Vec::new(),
            remarks: Vec::new(),
        }
    }
    /// What a callback builds. Its names must not hide those that the ability has bound.
    pub(crate) fn live(owner: Symbol, version: u64) -> Self {
        Work { next_var: STAND_IN, ..Work::new(owner, version, false) }
    }
}

/// The state that the words of one host share.
pub(crate) struct Workshop {
    pub work: RefCell<Work>,
    pub uses: RefCell<Uses>,
    pub keywords: RefCell<BTreeMap<Symbol, Rc<Keyword>>>,
    /// What players with a keyword have, for keywords that players can have.
    pub player_keywords: RefCell<BTreeMap<Symbol, Rc<Keyword>>>,
    /// Keyword files being read: what `keyword_ability` registers.
    pub defined: RefCell<Vec<crate::host::keywords::Defined>>,
    /// The types that cards can have and of which something is said.
    pub types: RefCell<BTreeMap<Symbol, Rc<crate::host::types::Type>>>,
    /// Type files being read: what `card_type` and `subtype` register.
    pub defined_types: RefCell<Vec<crate::host::types::DefinedType>>,
    /// Whether what a type file says is being worked out.
    pub in_type: Cell<bool>,
    /// Keywords that are being instantiated, innermost last.
    pub instantiating: RefCell<Vec<Symbol>>,
    /// The line of the script that is being run.
    pub line: Cell<u32>,
    /// Where the word stands that is being called.
    pub position: Cell<Position>,
    /// Operations that the running script may still do.
    pub operations: Cell<u64>,
    /// What games may still call.
    pub callbacks: RefCell<crate::host::callbacks::Callbacks>,
    /// How the script that is being run builds its abilities, if that is to be known.
    pub trace: RefCell<Option<Trace>>,
    /// The callback that runs.
    pub live: RefCell<Option<Rc<crate::host::callbacks::Live>>>,
}

impl Workshop {
    pub(crate) fn new() -> Self {
        Workshop {
            work: RefCell::new(Work::new(Symbol::default(), 0, false)),
            uses: RefCell::default(),
            keywords: RefCell::default(),
            player_keywords: RefCell::default(),
            defined: RefCell::default(),
            types: RefCell::default(),
            defined_types: RefCell::default(),
            in_type: Cell::new(false),
            instantiating: RefCell::default(),
            line: Cell::new(0),
            position: Cell::new(Position::NONE),
            operations: Cell::new(0),
            callbacks: RefCell::default(),
            trace: RefCell::default(),
            live: RefCell::default(),
        }
    }

    /// Whether steps are noted now. Those inside keyword files are not: they are no mistake of the card.
    pub(crate) fn traces(&self) -> bool {
        self.instantiating.borrow().is_empty() && self.trace.borrow().is_some()
    }

    /// Notes a step, and answers by which number the value that it yielded is to remember it.
    pub(crate) fn step(&self, word: &'static str, value: &Value, from: Vec<u16>, context: &NativeCallContext) -> u16 {
        if !self.traces() {
            return 0;
        }
        let mut trace = self.trace.borrow_mut();
        let Some(trace) = trace.as_mut() else { return 0 };
        for &used in &from {
            if let Some(step) = trace.steps.get_mut(usize::from(used)) {
                step.used = true;
            }
        }
        if trace.steps.len() >= usize::from(u16::MAX) - 1 {
            return 0;
        }
        let work = self.work.borrow();
        let own = context.call_source().is_none_or(|source| source == trace.path());
        let position = context.call_position();
        let place = position.line().filter(|_| own).map(|line| Place { line, column: position.position().unwrap_or(1) });
        trace.steps.push(Step { word, made: Made::of(value, &work.targets), from, used: false, place });
        trace.steps.len() as u16
    }

    /// Forgets what a failed run may have left behind.
    pub(crate) fn drain(&self) {
        self.defined.borrow_mut().clear();
        self.defined_types.borrow_mut().clear();
        self.instantiating.borrow_mut().clear();
    }

    /// A name that nothing else has.
    pub(crate) fn var(&self) -> Var {
        let mut work = self.work.borrow_mut();
        work.next_var = work.next_var.saturating_add(1);
        Var(work.next_var)
    }

    /// The link of that name among the abilities of this card or keyword. A card's faces and tokens share its links (modern
    /// 607.1b, 607.1d).
    pub(crate) fn link(&self, name: &str) -> LinkKey {
        let work = self.work.borrow();
        let owner = work.owner.as_str();
        if work.keyword {
            LinkKey::new(&format!("keyword {owner}"), name)
        } else {
            LinkKey::new(owner.split('/').next().unwrap_or(owner), name)
        }
    }

    /// A stand-in for one instance of "target".
    pub(crate) fn target(&self, spec: TargetSpec) -> TargetSlot {
        let mut work = self.work.borrow_mut();
        let slot = TargetSlot(STAND_IN | (work.targets.len() as u16).min(STAND_IN - 1));
        work.targets.push(spec);
        slot
    }

    /// Whether only players can be chosen for that instance of "target".
    pub(crate) fn targets_players(&self, slot: TargetSlot) -> bool {
        let work = self.work.borrow();
        let spec = work.targets.get(usize::from(slot.0 & !STAND_IN));
        spec.is_some_and(|spec| spec.objects == cardwright_engine::ability::Filter::Never)
    }

    /// Where the next stand-in target will be: what is made from here on belongs to the closure that is called next.
    pub(crate) fn target_mark(&self) -> u16 {
        STAND_IN | self.work.borrow().targets.len() as u16
    }

    /// Adds an ability to the card.
    pub(crate) fn draft(&self, kind: AbilityBody, zones: Zones, own_targets: std::ops::Range<u16>) -> AbilityHandle {
        let mut work = self.work.borrow_mut();
        let ability = Ability { line: Line(self.line.get()), ..Ability::new(zones, kind) };
        work.drafts.push(Draft {
            ability,
            own_targets,
            duration: None,
            position: self.position.get(),
            lasting: Position::NONE,
            taken: false,
            law: false,
        });
        AbilityHandle(work.drafts.len() - 1)
    }

    /// Changes an ability that is not yet put together.
    pub(crate) fn with_draft<T>(&self, handle: AbilityHandle, change: impl FnOnce(&mut Draft) -> T) -> Option<T> {
        self.work.borrow_mut().drafts.get_mut(handle.0).map(change)
    }

    /// Takes an ability out of the card, to be part of something else.
    pub(crate) fn take_draft(&self, handle: AbilityHandle) -> Option<Draft> {
        self.with_draft(handle, |draft| {
            draft.taken = true;
            draft.clone()
        })
    }

    /// Puts together the abilities made since there were `from` of them, and takes them out of the card.
    pub(crate) fn take_abilities(&self, from: usize) -> Vec<AbilityRef> {
        let drafts: Vec<Draft> = {
            let mut work = self.work.borrow_mut();
            let from = from.min(work.drafts.len());
            work.drafts[from..]
                .iter_mut()
                .filter(|draft| !draft.taken)
                .map(|draft| {
                    draft.taken = true;
                    draft.clone()
                })
                .collect()
        };
        drafts.into_iter().map(|draft| self.finish(draft)).collect()
    }

    /// Puts an ability together: its targets get their places.
    pub(crate) fn finish(&self, mut draft: Draft) -> AbilityRef {
        crate::assemble::assemble(&mut draft.ability, &self.work.borrow().targets, &|_| true);
        AbilityRef::new(draft.ability)
    }

    pub(crate) fn remark(&self, at: At, code: &'static str, message: impl Into<String>, help: impl Into<String>) {
        self.work.borrow_mut().remarks.push(Remark { at, code, message: message.into(), help: help.into() });
    }
}
