//! The words of the table: `t.begin()`, `t.resolve()`, `t.card(...)`.

use super::{Answered, CardRef, NewFace, Seat, TableRef, text};
use crate::scenario::cards::{self, Facts};
use crate::scenario::fail::Fail;
use crate::table::Capsule;
use crate::words;
use cardwright_engine::ability::{Daylight, StepKind};
use cardwright_engine::definition::DefKind;
use cardwright_engine::game::Outcome;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::setup::Arrange;
use cardwright_engine::symbol::Symbol;
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, Map, NativeCallContext};

pub(super) fn register(engine: &mut Engine) {
    for (seat, name) in ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().enumerate() {
        engine.register_get(name, move |table: &mut TableRef| player(table, seat));
    }
    engine.register_fn("player", |table: &mut TableRef, number: i64| player(table, (number - 1).max(0) as usize));
    engine.register_get("players", |table: &mut TableRef| -> Array {
        let count = table.stage.borrow().game.players().len();
        (0..count).filter_map(|seat| player(table, seat).ok()).map(Dynamic::from).collect()
    });
    define(engine);
    advance(engine);
    look(engine);
}

fn player(table: &TableRef, seat: usize) -> Answered<Seat> {
    let count = table.stage.borrow().game.players().len();
    if seat >= count {
        return Err(
            Fail::wrong(format!("only {count} players sit at this table: say `players: {}` in the scenario", seat + 1)).into()
        );
    }
    Ok(Seat { stage: table.stage.clone(), player: PlayerId(seat as u8) })
}

fn define(engine: &mut Engine) {
    engine.register_fn("card", |context: NativeCallContext<'_>, table: &mut TableRef, map: Map| {
        card(&context, table, &map, None, None)
    });
    engine.register_fn("card", |context: NativeCallContext<'_>, table: &mut TableRef, map: Map, script: FnPtr| {
        card(&context, table, &map, Some(script), None)
    });
    engine.register_fn("card", |context: NativeCallContext<'_>, table: &mut TableRef, map: Map, script: FnPtr, back: FnPtr| {
        card(&context, table, &map, Some(script), Some(back))
    });
}

/// Defines a card and gives back its name.
fn card(
    context: &NativeCallContext<'_>,
    table: &TableRef,
    map: &Map,
    script: Option<FnPtr>,
    back: Option<FnPtr>,
) -> Answered<String> {
    let facts = cards::facts(map)?;
    let name = facts.name.clone();
    let position = context.call_position();
    // Two cards of one name in a file have their closures in different places.
    let version = (position.line().unwrap_or(0) as u64) << 16 | position.position().unwrap_or(0) as u64;
    let maps = facts.tokens.clone();
    let tokens: Vec<Facts> = maps.iter().map(cards::facts).collect::<Result<_, _>>()?;
    let keys: Vec<Symbol> = tokens.iter().map(|token| Symbol::new(&format!("{name}/{}", token.name))).collect();
    let make = |facts: &Facts, closure: Option<&FnPtr>, side: u64| {
        let face = NewFace {
            key: Symbol::new(&name),
            keywords: &facts.keywords,
            types: &facts.types,
            tokens: &keys,
            closure,
            file: table.file.clone(),
            ast: table.ast.clone(),
            version: version << 4 | side,
        };
        let made = table.maker.make(context, &face)?;
        for token in made.tokens {
            table.stage.borrow_mut().define(token);
        }
        Ok::<_, Box<EvalAltResult>>(made.abilities)
    };
    for (token, key) in tokens.into_iter().zip(&keys) {
        let abilities = make(&token, None, 15)?;
        table.stage.borrow_mut().define(cards::definition(
            key.as_str(),
            DefKind::Token,
            vec![token.with_abilities(abilities)],
            version,
        ));
    }
    let other = facts.back.clone();
    let abilities = make(&facts, script.as_ref(), 0)?;
    let mut faces = vec![facts.with_abilities(abilities)];
    if let Some(map) = other {
        let facts = cards::facts(&map)?;
        let abilities = make(&facts, back.as_ref(), 1)?;
        faces.push(facts.with_abilities(abilities));
    }
    table.stage.borrow_mut().define(cards::definition(&name, DefKind::Card, faces, version));
    Ok(name)
}

fn step(word: &Dynamic) -> Result<StepKind, Fail> {
    let word = text(word, "a step")?;
    words::step_from_word(&word).ok_or_else(|| {
        let known = words::STEPS.iter().map(|(_, name, _)| *name);
        match cardwright_script::diagnostic::nearest(&word, known.clone()) {
            Some(near) => Fail::wrong(format!("no step is called `{word}`; did you mean `{near}`?")),
            None => Fail::wrong(format!("no step is called `{word}`: there are {}", known.collect::<Vec<_>>().join(", "))),
        }
    })
}

fn advance(engine: &mut Engine) {
    engine.register_fn("begin", |table: &mut TableRef| -> Answered<()> {
        Ok(table.stage.borrow_mut().transact(|stage| stage.settle().map(drop))?)
    });
    engine.register_fn("resolve", |table: &mut TableRef| -> Answered<()> {
        Ok(table.stage.borrow_mut().transact(|stage| stage.resolve())?)
    });
    engine.register_fn("resolve_all", |table: &mut TableRef| -> Answered<()> {
        Ok(table.stage.borrow_mut().transact(|stage| stage.resolve_all())?)
    });
    engine.register_fn("pass", |table: &mut TableRef| -> Answered<()> {
        Ok(table.stage.borrow_mut().transact(|stage| stage.pass(None))?)
    });
    engine.register_fn("pass_all", |table: &mut TableRef| -> Answered<()> {
        Ok(table.stage.borrow_mut().transact(|stage| stage.pass_all())?)
    });
    engine.register_fn("next_turn", |table: &mut TableRef| -> Answered<()> {
        Ok(table.stage.borrow_mut().transact(|stage| stage.next_turn())?)
    });
    engine.register_fn("go_to", |table: &mut TableRef, word: Dynamic| -> Answered<()> {
        let step = step(&word)?;
        Ok(table.stage.borrow_mut().transact(|stage| stage.go_to(step, None))?)
    });
    engine.register_fn("go_to", |table: &mut TableRef, word: Dynamic, seat: Seat| -> Answered<()> {
        let step = step(&word)?;
        Ok(table.stage.borrow_mut().transact(|stage| stage.go_to(step, Some(seat.player)))?)
    });
    // Setting up: the game begins from its very start, with the libraries as decks and a as the first player.
    engine.register_fn("new_game", |table: &mut TableRef| {
        table.stage.borrow_mut().game.arrange(Arrange::NewGame(PlayerId(0)));
    });
    // Setting up: who plays together with whom; who is in no team plays alone.
    engine.register_fn("teams", |table: &mut TableRef, teams: Array| -> Answered<()> {
        let seats = |team: Dynamic| -> Result<Vec<PlayerId>, Fail> {
            let team = team.into_typed_array::<Seat>();
            let team = team.map_err(|_| Fail::wrong("teams are lists of players: `t.teams([[t.a, t.b], [t.c, t.d]])`"))?;
            Ok(team.into_iter().map(|seat| seat.player).collect())
        };
        let teams: Vec<Vec<PlayerId>> = teams.into_iter().map(seats).collect::<Result<_, _>>()?;
        let mut seen = Vec::new();
        for player in teams.iter().flatten() {
            if seen.contains(player) {
                return Err(Fail::wrong("a player can be in one team only").into());
            }
            seen.push(*player);
        }
        table.stage.borrow_mut().game.arrange(Arrange::Teams(teams));
        Ok(())
    });
    // Setting up: the game as it was reported, with the cards as they are now.
    engine.register_fn("replay", |table: &mut TableRef, file: &str| replay(table, file, None));
    engine.register_fn("replay", |table: &mut TableRef, file: &str, beat: i64| replay(table, file, Some(beat)));
    // Setting up: the game stands in that step of that player's turn, without anything having happened.
    engine.register_fn("at", |table: &mut TableRef, word: Dynamic| -> Answered<()> {
        let step = step(&word)?;
        let active = table.stage.borrow().game.turn().active;
        table.stage.borrow_mut().at(active, step);
        Ok(())
    });
    engine.register_fn("at", |table: &mut TableRef, word: Dynamic, seat: Seat| -> Answered<()> {
        let step = step(&word)?;
        table.stage.borrow_mut().at(seat.player, step);
        Ok(())
    });
}

/// The table of a capsule that lies beside the scenario file: as the report ends, or before that beat.
fn replay(table: &TableRef, file: &str, beat: Option<i64>) -> Answered<()> {
    let path = table.folder.join(file);
    let wrong = |error: &dyn std::fmt::Display| Fail::wrong(format!("cannot replay `{file}`: {error}"));
    let capsule = Capsule::read(&path).map_err(|error| wrong(&error))?;
    let game = match beat {
        None => capsule.position().map_err(|error| wrong(&error))?,
        Some(beat) => {
            let beat = usize::try_from(beat).map_err(|_| Fail::wrong("beats are counted from 0"))?;
            let (played, _) = capsule.replay().map_err(|error| wrong(&error))?;
            played.position(beat).map_err(|error| wrong(&error))?.game
        }
    };
    Ok(table.stage.borrow_mut().take_game(game)?)
}

fn look(engine: &mut Engine) {
    engine.register_get("step", |table: &mut TableRef| words::step(table.stage.borrow().game.turn().step).to_owned());
    engine.register_get("daylight", |table: &mut TableRef| match table.stage.borrow().game.turn().daylight() {
        Daylight::Day => "day",
        Daylight::Night => "night",
        Daylight::Neither => "neither",
    });
    engine.register_get("turn", |table: &mut TableRef| i64::from(table.stage.borrow().game.turn().number));
    engine.register_get("active", |table: &mut TableRef| Seat {
        stage: table.stage.clone(),
        player: table.stage.borrow().game.turn().active,
    });
    engine.register_get("priority", |table: &mut TableRef| -> Answered<Dynamic> {
        let holder = table.stage.borrow_mut().settle()?;
        Ok(holder.map_or(Dynamic::UNIT, |(player, _)| Dynamic::from(Seat { stage: table.stage.clone(), player })))
    });
    engine.register_get("stack_size", |table: &mut TableRef| table.stage.borrow().game.stack().len() as i64);
    // The names of what is on the stack, the top first.
    engine.register_get("stack", |table: &mut TableRef| -> Array {
        let stage = table.stage.borrow();
        stage.game.stack().iter().rev().map(|entry| stage.names.object(&stage.game, entry.object).into()).collect()
    });
    // The top of the stack, as a card to point at.
    engine.register_get("top", |table: &mut TableRef| -> Answered<CardRef> {
        let mut stage = table.stage.borrow_mut();
        let Some(top) = stage.game.stack().last().map(|entry| entry.object) else {
            return Err(Fail::wrong("the stack is empty").into());
        };
        let handle = stage.handle(top);
        Ok(CardRef { stage: table.stage.clone(), handle })
    });
    engine.register_fn("on_stack", |table: &mut TableRef, place: i64| -> Answered<CardRef> {
        let mut stage = table.stage.borrow_mut();
        let found = usize::try_from(place - 1)
            .ok()
            .and_then(|place| stage.game.stack().iter().rev().nth(place))
            .map(|entry| entry.object);
        let Some(id) = found else { return Err(Fail::wrong(format!("the stack has no entry {place}")).into()) };
        let handle = stage.handle(id);
        Ok(CardRef { stage: table.stage.clone(), handle })
    });
    engine.register_fn("events", |table: &mut TableRef| lines(&table.stage.borrow().log));
    engine.register_fn("asked", |table: &mut TableRef| lines(&table.stage.borrow().asked));
    engine.register_fn("happened", |table: &mut TableRef, part: &str| {
        table.stage.borrow().log.iter().filter(|line| line.contains(part)).count() as i64
    });
    engine.register_get("is_over", |table: &mut TableRef| table.stage.borrow().game.outcome().is_some());
    engine.register_get("winner", |table: &mut TableRef| match table.stage.borrow().game.outcome() {
        Some(Outcome::Won(player)) => Dynamic::from(Seat { stage: table.stage.clone(), player }),
        Some(Outcome::Draw) => "draw".into(),
        None => Dynamic::UNIT,
    });
    // Whoever has won: a whole team, or one player.
    engine.register_get("winners", |table: &mut TableRef| -> Array {
        let stage = table.stage.borrow();
        let seat = |player| Dynamic::from(Seat { stage: table.stage.clone(), player });
        stage.game.winners().map(seat).collect()
    });
    // The permanents of that name, whoever controls them.
    engine.register_fn("permanents", |table: &mut TableRef, name: &str| -> Array {
        let mut stage = table.stage.borrow_mut();
        let ids: Vec<_> = stage
            .game
            .permanents()
            .map(|object| object.id)
            .filter(|id| stage.game.characteristics(*id).name.as_str() == name)
            .collect();
        ids.into_iter().map(|id| Dynamic::from(CardRef { handle: stage.handle(id), stage: table.stage.clone() })).collect()
    });
    engine.register_get("battlefield_names", |table: &mut TableRef| -> Array {
        let stage = table.stage.borrow();
        stage.game.permanents().map(|object| stage.names.object(&stage.game, object.id).into()).collect()
    });
    engine.register_get("exile_names", |table: &mut TableRef| -> Array {
        let stage = table.stage.borrow();
        stage.game.exile().iter().map(|id| stage.names.object(&stage.game, *id).into()).collect()
    });
}

fn lines(lines: &[String]) -> Array {
    lines.iter().map(|line| line.as_str().into()).collect()
}
