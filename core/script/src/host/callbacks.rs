//! Callbacks: scripts that run during a game. Ability data only refers to them; this finds them by owner, version and place.

use super::errors;
use crate::diagnostic::SourceFile;
use crate::shop::{At, Work, Workshop};
use crate::value::{Given, Piece, Value};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Callback, Effect, Objects, Origin, Players};
use cardwright_engine::eval::{Eval, Scope};
use cardwright_engine::game::Game;
use cardwright_engine::host::{Host, HostError};
use cardwright_engine::ids::{ObjectId, PlayerId, TargetSlot, Var};
use cardwright_engine::object::{self, Bindings};
use cardwright_engine::symbol::Symbol;
use rhai::{AST, Dynamic, Engine, EvalAltResult, FnPtr};
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

scoped_tls::scoped_thread_local!(static GAME: Game);

/// Names that callbacks bind count from here: ability data does not reach so far.
const LIVE_NAMES: u16 = 0xC000;

/// The callbacks of one version of a script.
pub(crate) struct Kept {
    ast: Rc<AST>,
    file: SourceFile,
    offset: usize,
    closures: Vec<FnPtr>,
}

/// All callbacks that games may still refer to.
pub(crate) type Callbacks = BTreeMap<(Symbol, u64), Rc<Kept>>;

/// Keeps the callbacks that a run has made.
pub(crate) fn store(shop: &Workshop, work: &Work, ast: &Rc<AST>, file: &SourceFile, offset: usize) {
    let kept = Kept { ast: Rc::clone(ast), file: file.clone(), offset, closures: work.callbacks.clone() };
    shop.callbacks.borrow_mut().insert((work.owner, work.version), Rc::new(kept));
}

/// `script(closure)`: the closure becomes a reference. Captured targets are bound to names, since a callback has no slots.
pub(crate) fn keep(shop: &Workshop, mut closure: FnPtr) -> Value {
    let mut targets: Vec<(TargetSlot, Var)> = Vec::new();
    let mut arguments = Vec::new();
    for captured in closure.iter_curry_mut() {
        let value = captured.read_lock::<Piece>().map(|piece| piece.value.clone());
        match value {
            Some(Value::Target(slot)) => {
                let known = targets.iter().find(|(known, _)| *known == slot).map(|(_, name)| *name);
                let name = known.unwrap_or_else(|| {
                    let name = shop.var();
                    targets.push((slot, name));
                    name
                });
                *captured = piece(Value::Objects(Objects::Var(name)));
                arguments.push(name);
            }
            Some(
                Value::Objects(Objects::Var(name))
                | Value::Players(Players::Var(name))
                | Value::Event(name)
                | Value::Done(name)
                | Value::Amount(cardwright_engine::ability::Amount::Var(name)),
            ) => arguments.push(name),
            _ => {}
        }
    }
    arguments.dedup();
    let mut work = shop.work.borrow_mut();
    let place = work.callbacks.len() as u16;
    work.callbacks.push(closure);
    Value::Script(Box::new(Callback { owner: work.owner, version: work.version, place, arguments }), targets)
}

fn piece(value: Value) -> Dynamic {
    Dynamic::from(Piece::new(value))
}

/// What a running callback knows.
pub(crate) struct Live {
    source: ObjectId,
    controller: PlayerId,
    origin: Origin,
    bindings: RefCell<Bindings>,
    next: Cell<u16>,
}

impl Live {
    fn new(scope: Scope<'_>) -> Self {
        Live {
            source: scope.source,
            controller: scope.controller,
            origin: scope.origin,
            bindings: RefCell::new(scope.bindings.clone()),
            next: Cell::new(LIVE_NAMES),
        }
    }

    fn eval<T>(&self, ask: impl FnOnce(Eval<'_>) -> T) -> Option<T> {
        GAME.is_set().then(|| {
            GAME.with(|game| {
                let bindings = self.bindings.borrow();
                let scope = Scope { source: self.source, controller: self.controller, origin: self.origin, bindings: &bindings };
                ask(game.eval(scope))
            })
        })
    }

    /// Whether everything that the data refers to is bound: stand-ins of binders inside the callback are not.
    fn knows(&self, data: &impl Walk) -> bool {
        let bindings = self.bindings.borrow();
        let mut known = true;
        data.each(|name: &Var| known &= bindings.get(*name).is_some());
        known
    }

    /// Numbers and conditions as they are now.
    pub(crate) fn worked_out(&self, value: Value) -> Value {
        match &value {
            Value::Amount(amount) if self.knows(amount) => {
                self.eval(|eval| eval.amount(amount)).map_or(value, |number| Value::Plain(Dynamic::from(i64::from(number))))
            }
            Value::Condition(condition) if self.knows(condition) => {
                self.eval(|eval| eval.holds(condition)).map_or(value, |holds| Value::Plain(Dynamic::from(holds)))
            }
            _ => value,
        }
    }

    fn bind(&self, value: object::Value) -> Var {
        let name = Var(self.next.get());
        self.next.set(name.0.saturating_add(1));
        self.bindings.borrow_mut().values.push((name, value));
        name
    }

    fn bind_object(&self, object: ObjectId) -> Value {
        Value::Objects(Objects::Var(self.bind(object::Value::Objects(SmallVec::from_slice(&[object])))))
    }

    pub(crate) fn objects(&self, _: &Workshop, objects: &Objects) -> Value {
        let found = self.eval(|eval| eval.objects(objects)).unwrap_or_default();
        let list: rhai::Array = found.into_iter().map(|object| piece(self.bind_object(object))).collect();
        Value::Plain(Dynamic::from(list))
    }

    pub(crate) fn players(&self, _: &Workshop, players: &Players) -> Value {
        let found = self.eval(|eval| eval.players(players)).unwrap_or_default();
        let bound = |player| Value::Players(Players::Var(self.bind(object::Value::Players(SmallVec::from_slice(&[player])))));
        let list: rhai::Array = found.into_iter().map(|player| piece(bound(player))).collect();
        Value::Plain(Dynamic::from(list))
    }
}

/// Runs callbacks for the games of one thread: hand it to [`cardwright_engine::host::install`].
pub struct ScriptRunner {
    pub(crate) engine: Rc<RefCell<Engine>>,
    pub(crate) shop: Rc<Workshop>,
}

impl ScriptRunner {
    fn run(&self, game: &Game, scope: Scope<'_>, callback: &Callback, object: Option<ObjectId>) -> Result<Given, HostError> {
        let failed = |message: String| HostError { owner: callback.owner.to_string(), message };
        let known = || self.shop.callbacks.borrow().get(&(callback.owner, callback.version)).cloned();
        let kept = known().or_else(|| {
            // A keyword makes its callbacks when a card first has it, which may have been in another thread.
            super::keywords::instantiate_owner(&self.shop, &self.engine.borrow(), callback.owner);
            known()
        });
        let Some(kept) = kept else {
            return Err(failed("this version of its script is not loaded".to_owned()));
        };
        let Some(closure) = kept.closures.get(usize::from(callback.place)) else {
            return Err(failed("its script has no such callback".to_owned()));
        };
        let live = Rc::new(Live::new(scope));
        let mut arguments = vec![piece(Value::Game)];
        arguments.extend(object.map(|object| piece(live.bind_object(object))));
        let outer = self.shop.live.replace(Some(live));
        if outer.is_none() {
            self.shop.operations.set(super::limits::OPERATIONS);
        }
        let outer_work = self.shop.work.replace(Work::live(callback.owner, callback.version));
        let engine = self.engine.borrow();
        let result = GAME.set(game, || match closure.call::<Dynamic>(&engine, &kept.ast, arguments) {
            Err(error) if matches!(&*error, EvalAltResult::ErrorFunctionNotFound(name, _) if name.starts_with(closure.fn_name())) => {
                closure.call::<Dynamic>(&engine, &kept.ast, ())
            }
            result => result,
        });
        let answer = match result {
            Ok(value) => Ok(Given::from(value)),
            Err(error) => {
                let source = errors::Source {
                    file: &kept.file,
                    offset: kept.offset,
                    text: kept.file.text.get(kept.offset..).unwrap_or_default(),
                };
                Err(failed(errors::in_words(&error, &source)))
            }
        };
        self.shop.work.replace(outer_work);
        self.shop.live.replace(outer);
        answer
    }

    /// The effect, as long as the game can know everything that it speaks of.
    fn checked(&self, callback: &Callback, given: Given) -> Result<Effect, HostError> {
        let failed = |message: &str| HostError { owner: callback.owner.to_string(), message: message.to_owned() };
        let found = given.kind();
        let effect = crate::coerce::effect(&self.shop, At::default(), given)
            .ok_or_else(|| failed(&format!("the callback should yield an effect, not {found}")))?;
        if !crate::assemble::stand_ins(&effect).is_empty() {
            return Err(failed("a callback cannot choose targets: write `target(...)` outside and use it inside"));
        }
        let mut strange = false;
        effect.each(|name: &Var| strange |= name.0 >= LIVE_NAMES);
        if strange {
            return Err(failed(
                "an effect cannot speak of what the callback found: use a filter, or bind it outside with `for_each`",
            ));
        }
        Ok(effect)
    }
}

impl Host for ScriptRunner {
    fn number(&self, game: &Game, scope: Scope<'_>, callback: &Callback) -> Result<i32, HostError> {
        match self.run(game, scope, callback, None)? {
            Given::Number(number) => Ok(i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })),
            other => Err(HostError {
                owner: callback.owner.to_string(),
                message: format!("the callback should yield a number, not {}", other.kind()),
            }),
        }
    }
    fn holds(&self, game: &Game, scope: Scope<'_>, callback: &Callback, object: Option<ObjectId>) -> Result<bool, HostError> {
        match self.run(game, scope, callback, object)? {
            Given::Bool(holds) => Ok(holds),
            other => Err(HostError {
                owner: callback.owner.to_string(),
                message: format!("the callback should yield true or false, not {}", other.kind()),
            }),
        }
    }
    fn effect(&self, game: &Game, scope: Scope<'_>, callback: &Callback) -> Result<Effect, HostError> {
        let given = self.run(game, scope, callback, None)?;
        self.checked(callback, given)
    }
}
