//! The words of a player: `t.a.battlefield("Bear")`, `t.a.cast("Bolt", #{ targets: [bear] })`.

use super::{Answered, CardRef, Seat, card, recipient, several, text};
use crate::scenario::answers::ActionAnswers;
use crate::scenario::fail::Fail;
use crate::scenario::setting::Placed;
use crate::scenario::stage::{Handle, Stage};
use crate::scenario::value::Prepared;
use crate::words;
use cardwright_engine::ability::AbilityBody;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::question::Action;
use cardwright_engine::setup::Arrange;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;
use rhai::{Array, Dynamic, Engine, Map};

pub(super) fn register(engine: &mut Engine) {
    set_up(engine);
    act(engine);
    fight(engine);
    look(engine);
}

fn set_up(engine: &mut Engine) {
    engine.register_fn("battlefield", |seat: &mut Seat, name: Dynamic| battlefield(seat, &name, &Map::new()));
    engine.register_fn("battlefield", |seat: &mut Seat, name: Dynamic, how: Map| battlefield(seat, &name, &how));
    engine.register_fn("command", |seat: &mut Seat, name: &str, how: Map| -> Answered<CardRef> {
        let made = seat.stage.borrow_mut().put(seat.player, name, ZoneKind::Command)?;
        let id = seat.stage.borrow().id(made);
        let face_down = how.get("face_down").is_some_and(|flag| flag.as_bool().unwrap_or(false));
        seat.stage.borrow_mut().game.arrange(Arrange::FaceDown(id, face_down));
        Ok(handle(seat, made))
    });
    for (word, zone) in [
        ("hand", ZoneKind::Hand),
        ("graveyard", ZoneKind::Graveyard),
        ("library", ZoneKind::Library),
        ("exile", ZoneKind::Exile),
        ("command", ZoneKind::Command),
    ] {
        // One card, or several: in a library the first of a list is on top, and a later call goes on top of an earlier one.
        engine.register_fn(word, move |seat: &mut Seat, name: Dynamic| -> Answered<Dynamic> { put(seat, &name, zone) });
    }
    engine.register_fn("mana", |seat: &mut Seat, mana: &str| -> Answered<()> {
        Ok(seat.stage.borrow_mut().add_mana(seat.player, mana)?)
    });
    engine.register_fn("counters", |seat: &mut Seat, kind: &str, amount: i64| {
        let amount = amount.clamp(0, i64::from(u32::MAX)) as u32;
        seat.stage.borrow_mut().game.arrange(Arrange::PlayerCounters(seat.player, Symbol::new(kind), amount));
    });
    engine.register_fn("life", |seat: &mut Seat, life: i64| set_life(seat, life));
    engine.register_set("life", |seat: &mut Seat, life: i64| set_life(seat, life));
    engine.register_fn("lands_played", |seat: &mut Seat, count: i64| {
        seat.stage.borrow_mut().game.arrange(Arrange::LandsPlayed(seat.player, count.clamp(0, 255) as u8));
    });
    engine.register_fn("will", |seat: &mut Seat, answer: Dynamic| -> Answered<()> {
        let prepared = Prepared::from(&answer)?;
        seat.stage.borrow_mut().wills[seat.player.index()].push_back(prepared);
        Ok(())
    });
}

fn set_life(seat: &mut Seat, life: i64) {
    let life = life.clamp(-100_000, 1_000_000_000) as i32;
    seat.stage.borrow_mut().game.arrange(Arrange::Life(seat.player, life));
}

fn handle(seat: &Seat, handle: Handle) -> CardRef {
    CardRef { stage: seat.stage.clone(), handle }
}

fn put(seat: &Seat, name: &Dynamic, zone: ZoneKind) -> Answered<Dynamic> {
    let put_one = |name: &Dynamic| -> Result<CardRef, Fail> {
        let name = text(name, "a card's name")?;
        let made = seat.stage.borrow_mut().put(seat.player, &name, zone)?;
        Ok(handle(seat, made))
    };
    match name.clone().try_cast::<Array>() {
        None => Ok(Dynamic::from(put_one(name)?)),
        Some(names) if zone == ZoneKind::Library => {
            let mut cards = names.iter().rev().map(put_one).collect::<Result<Vec<_>, _>>()?;
            cards.reverse();
            Ok(cards.into_iter().map(Dynamic::from).collect::<Array>().into())
        }
        Some(names) => {
            Ok(names.iter().map(put_one).collect::<Result<Vec<_>, _>>()?.into_iter().map(Dynamic::from).collect::<Array>().into())
        }
    }
}

fn battlefield(seat: &Seat, name: &Dynamic, how: &Map) -> Answered<Dynamic> {
    let one = |name: &Dynamic| -> Result<CardRef, Fail> {
        let name = text(name, "a card's name")?;
        let placed = placed(&seat.stage.borrow(), how)?;
        let made = seat.stage.borrow_mut().place(seat.player, &name, placed)?;
        Ok(handle(seat, made))
    };
    match name.clone().try_cast::<Array>() {
        None => Ok(Dynamic::from(one(name)?)),
        Some(names) => {
            Ok(names.iter().map(one).collect::<Result<Vec<_>, _>>()?.into_iter().map(Dynamic::from).collect::<Array>().into())
        }
    }
}

const PLACED: [&str; 8] = ["tapped", "sick", "face_down", "counters", "damage", "attached_to", "controller", "protector"];

fn placed(stage: &Stage, how: &Map) -> Result<Placed, Fail> {
    let mut placed = Placed::default();
    for (key, value) in how {
        let yes = || value.as_bool().map_err(|kind| Fail::wrong(format!("`{key}` is true or false, not a {kind}")));
        let number = |value: &Dynamic| {
            let number = value.as_int().ok().and_then(|number| u32::try_from(number).ok());
            number.ok_or_else(|| Fail::wrong(format!("`{key}` takes numbers")))
        };
        match key.as_str() {
            "tapped" => placed.tapped = yes()?,
            "sick" => placed.sick = yes()?,
            "face_down" => placed.face_down = yes()?,
            "damage" => placed.damage = number(value)?,
            "attached_to" => placed.attached_to = Some(recipient(stage, value)?),
            "controller" => match value.clone().try_cast::<Seat>() {
                Some(seat) => placed.controller = Some(seat.player),
                None => return Err(Fail::wrong("the `controller` is a player")),
            },
            "protector" => match value.clone().try_cast::<Seat>() {
                Some(seat) => placed.protector = Some(seat.player),
                None => return Err(Fail::wrong("the `protector` is a player")),
            },
            "counters" => {
                let Some(kinds) = value.clone().try_cast::<Map>() else {
                    return Err(Fail::wrong("`counters` is a map like #{ \"+1/+1\": 2 }"));
                };
                for (kind, amount) in &kinds {
                    placed.counters.push((Symbol::new(kind), number(amount)?));
                }
            }
            other => {
                let help = match cardwright_script::diagnostic::nearest(other, PLACED) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => format!("it can be {}", PLACED.join(", ")),
                };
                return Err(Fail::wrong(format!("a permanent is not put anywhere `{other}`; {help}")));
            }
        }
    }
    Ok(placed)
}

/// What a card argument of an action means: that card, or any card of that name.
enum Which {
    Card(ObjectId),
    Named(String),
}

impl Which {
    fn from(stage: &Stage, value: &Dynamic) -> Result<Self, Fail> {
        match value.is_string() {
            true => Ok(Which::Named(text(value, "a card")?)),
            false => Ok(Which::Card(stage.id(card(value, "what is played")?))),
        }
    }
    fn is(&self, game: &Game, id: ObjectId) -> bool {
        match self {
            Which::Card(card) => *card == id,
            Which::Named(name) => {
                game.characteristics(id).name.as_str() == name
                    || game.object(id).is_some_and(|object| {
                        game.definition(object.def).faces.iter().any(|face| face.base.name.as_str() == name)
                    })
            }
        }
    }
    /// The cards that are meant, wherever they are.
    fn cards(&self, game: &Game) -> Vec<ObjectId> {
        match self {
            Which::Card(card) => vec![*card],
            Which::Named(_) => {
                let zones = [
                    ZoneKind::Hand,
                    ZoneKind::Battlefield,
                    ZoneKind::Graveyard,
                    ZoneKind::Exile,
                    ZoneKind::Library,
                    ZoneKind::Command,
                ];
                let mut found = Vec::new();
                for player in game.players() {
                    for id in zones.iter().flat_map(|zone| game.zone(*zone, player.id)) {
                        if self.is(game, *id) && !found.contains(id) {
                            found.push(*id);
                        }
                    }
                }
                found
            }
        }
    }
    fn called(&self, stage: &Stage) -> String {
        match self {
            Which::Card(id) => stage.names.object(&stage.game, *id),
            Which::Named(name) => name.clone(),
        }
    }
}

fn act(engine: &mut Engine) {
    engine.register_fn("cast", |seat: &mut Seat, what: Dynamic| cast(seat, &what, &Map::new()));
    engine.register_fn("cast", |seat: &mut Seat, what: Dynamic, how: Map| cast(seat, &what, &how));
    engine.register_fn("play", |seat: &mut Seat, what: Dynamic| play(seat, &what));
    engine.register_fn("activate", |seat: &mut Seat, what: Dynamic| activate(seat, &what, None, &Map::new()));
    engine.register_fn("activate", |seat: &mut Seat, what: Dynamic, how: Map| activate(seat, &what, None, &how));
    engine.register_fn("activate", |seat: &mut Seat, what: Dynamic, which: i64| {
        activate(seat, &what, Some(&which.into()), &Map::new())
    });
    engine.register_fn("activate", |seat: &mut Seat, what: Dynamic, which: i64, how: Map| {
        activate(seat, &what, Some(&which.into()), &how)
    });
    engine.register_fn("activate", |seat: &mut Seat, what: Dynamic, which: &str| {
        activate(seat, &what, Some(&which.into()), &Map::new())
    });
    engine.register_fn("activate", |seat: &mut Seat, what: Dynamic, which: &str, how: Map| {
        activate(seat, &what, Some(&which.into()), &how)
    });
    engine.register_fn("turn_up", |seat: &mut Seat, what: Dynamic| turn_up(seat, &what));
    // They lose and leave the game at once, whoever has priority.
    engine.register_fn("concede", |seat: &mut Seat| -> Answered<()> {
        let player = seat.player;
        Ok(seat.stage.borrow_mut().transact(|stage| stage.concede(player))?)
    });
    engine.register_fn("pass", |seat: &mut Seat| -> Answered<()> {
        let player = seat.player;
        Ok(seat.stage.borrow_mut().transact(|stage| stage.pass(Some(player)))?)
    });
}

/// Casts, and gives back the spell.
fn cast(seat: &Seat, what: &Dynamic, how: &Map) -> Answered<CardRef> {
    let answers = ActionAnswers::from_map(how)?;
    let (way, face) = (answers.way.clone(), answers.face.clone());
    let player = seat.player;
    let made = seat.stage.borrow_mut().transact(|stage| {
        let which = Which::from(stage, what)?;
        let called = which.called(stage);
        let name = stage.player_name(player);
        let names = stage.names.clone();
        let before = stage.game.stack().len();
        let pick = |game: &Game, actions: &[Action]| {
            let mut found = actions.iter().enumerate().filter(|(_, action)| match action {
                Action::Cast { card, way: one, face: side } => {
                    which.is(game, *card) && fits(way.as_ref(), i64::from(*one)) && fits(face.as_ref(), i64::from(*side))
                }
                _ => false,
            });
            match found.next() {
                Some((place, _)) => Ok(place as u32),
                None => {
                    let cards = which.cards(game);
                    let way = match &way {
                        Some(Prepared::Number(way)) => u8::try_from(*way).ok(),
                        _ => None,
                    };
                    let why = words::why_not_cast(game, &names, player, &cards, way);
                    Err(Fail::refused(because(format!("{name} cannot cast {called} now"), why)))
                }
            }
        };
        stage.act(player, answers, &pick)?;
        match stage.game.stack().get(before) {
            Some(entry) => {
                let id = entry.object;
                Ok(stage.handle(id))
            }
            None => Err(Fail::wrong(format!("{called} is not on the stack after it was cast"))),
        }
    })?;
    Ok(handle(seat, made))
}

/// Whether the number is the one that is wanted, if one is.
fn fits(wanted: Option<&Prepared>, number: i64) -> bool {
    match wanted {
        Some(Prepared::Number(wanted)) => *wanted == number,
        _ => true,
    }
}

fn play(seat: &Seat, what: &Dynamic) -> Answered<CardRef> {
    let player = seat.player;
    let made = seat.stage.borrow_mut().transact(|stage| {
        let which = Which::from(stage, what)?;
        let called = which.called(stage);
        let name = stage.player_name(player);
        let names = stage.names.clone();
        let chosen = std::cell::Cell::new(None);
        let pick = |game: &Game, actions: &[Action]| {
            let found = actions.iter().enumerate().find_map(|(place, action)| match action {
                Action::PlayLand(card) if which.is(game, *card) => Some((place, *card)),
                _ => None,
            });
            chosen.set(found.map(|(_, card)| card));
            found.map(|(place, _)| place as u32).ok_or_else(|| {
                let why = words::why_not_play(game, &names, player, &which.cards(game));
                Fail::refused(because(format!("{name} cannot play {called} now"), why))
            })
        };
        // The handle is made before, so that it follows the card.
        stage.give_priority(player)?;
        let wanted = stage.game.legal_actions(player).iter().find_map(|action| match action {
            Action::PlayLand(card) if which.is(&stage.game, *card) => Some(*card),
            _ => None,
        });
        let made = wanted.map(|card| stage.handle(card));
        stage.act(player, ActionAnswers::default(), &pick)?;
        made.ok_or_else(|| Fail::refused(format!("{name} cannot play {called} now")))
    })?;
    Ok(handle(seat, made))
}

/// Activates an ability: the only one that can be, the one of that number among the activated ones, or the one of that
/// keyword.
fn activate(seat: &Seat, what: &Dynamic, which_ability: Option<&Dynamic>, how: &Map) -> Answered<()> {
    let answers = ActionAnswers::from_map(how)?;
    let wanted = which_ability.map(Prepared::from).transpose()?;
    let player = seat.player;
    seat.stage.borrow_mut().transact(|stage| {
        let which = Which::from(stage, what)?;
        let called = which.called(stage);
        let name = stage.player_name(player);
        let names = stage.names.clone();
        let pick = |game: &Game, actions: &[Action]| {
            let matching: Vec<u32> = actions
                .iter()
                .enumerate()
                .filter_map(|(place, action)| match action {
                    Action::Activate { source, ability }
                        if which.is(game, *source) && is_ability(game, *source, *ability, wanted.as_ref()) =>
                    {
                        Some(place as u32)
                    }
                    _ => None,
                })
                .collect();
            match (matching.as_slice(), &which) {
                ([], _) => {
                    let why = words::why_not_activate(game, &names, player, &activated_of(game, &which, wanted.as_ref()));
                    Err(Fail::refused(because(format!("{name} cannot activate {called} now"), why)))
                }
                ([one], _) | ([one, ..], Which::Named(_)) => Ok(*one),
                _ if wanted.is_some() => Ok(matching[0]),
                _ => Err(Fail::wrong(format!("{called} has several abilities to activate: say which, from 1, or its keyword"))),
            }
        };
        stage.act(player, answers, &pick)
    })?;
    Ok(())
}

/// What was refused, with the reason if there is one.
fn because(what: String, why: Option<String>) -> String {
    match why {
        Some(why) => format!("{what}: {why}"),
        None => what,
    }
}

/// The activated abilities that are meant.
fn activated_of(game: &Game, which: &Which, wanted: Option<&Prepared>) -> Vec<(ObjectId, u16)> {
    let mut found = Vec::new();
    for card in which.cards(game) {
        for (place, instance) in game.abilities(card).iter().enumerate() {
            let place = place as u16;
            if matches!(instance.ability.kind, AbilityBody::Activated(_)) && is_ability(game, card, place, wanted) {
                found.push((card, place));
            }
        }
    }
    found
}

fn is_ability(game: &Game, source: ObjectId, ability: u16, wanted: Option<&Prepared>) -> bool {
    let abilities = game.abilities(source);
    match wanted {
        None => true,
        Some(Prepared::Number(number)) => {
            let activated = |place: &usize| matches!(abilities[*place].ability.kind, AbilityBody::Activated(_));
            let place = (0..=ability as usize).filter(|place| *place < abilities.len()).filter(activated).count();
            place as i64 == *number
        }
        Some(Prepared::Word(word)) => {
            let keyword = abilities.get(ability as usize).and_then(|instance| instance.ability.keyword);
            keyword.is_some_and(|keyword| keyword.name.as_str() == word)
        }
        Some(_) => false,
    }
}

fn turn_up(seat: &Seat, what: &Dynamic) -> Answered<()> {
    let player = seat.player;
    seat.stage.borrow_mut().transact(|stage| {
        let which = Which::from(stage, what)?;
        let called = which.called(stage);
        let name = stage.player_name(player);
        let pick = |game: &Game, actions: &[Action]| {
            let found = actions.iter().position(|action| matches!(action, Action::TurnFaceUp(id) if which.is(game, *id)));
            found.map(|place| place as u32).ok_or_else(|| Fail::refused(format!("{name} cannot turn {called} face up now")))
        };
        stage.act(player, ActionAnswers::default(), &pick)
    })?;
    Ok(())
}

fn fight(engine: &mut Engine) {
    // `attack(bear)`, `attack([bear, ox])`, `attack(bear, t.c)`, `attack([[bear, t.b], [ox, walker]])`.
    engine.register_fn("attack", |seat: &mut Seat, what: Dynamic| attack(seat, &what, None));
    engine.register_fn("attack", |seat: &mut Seat, what: Dynamic, whom: Dynamic| attack(seat, &what, Some(&whom)));
    // `block(bear, ox)`, `block([bear, wolf], ox)`, `block([[bear, ox], [wolf, elk]])`.
    engine.register_fn("block", |seat: &mut Seat, blockers: Dynamic, attacker: Dynamic| {
        let pairs = several(&blockers).into_iter().map(|blocker| (blocker, attacker.clone())).collect();
        block(seat, pairs)
    });
    engine.register_fn("block", |seat: &mut Seat, pairs: Array| -> Answered<()> {
        let pairs = pairs.iter().map(|pair| {
            let pair = several(pair);
            match pair.as_slice() {
                [blocker, attacker] => Ok((blocker.clone(), attacker.clone())),
                _ => Err(Fail::wrong("blocks are pairs: a blocker and what it blocks")),
            }
        });
        block(seat, pairs.collect::<Result<_, _>>()?)
    });
}

fn attack(seat: &Seat, what: &Dynamic, whom: Option<&Dynamic>) -> Answered<()> {
    let player = seat.player;
    let attacks = {
        let stage = seat.stage.borrow();
        let defender = whom.map(|whom| recipient(&stage, whom)).transpose()?;
        let one = |item: &Dynamic| -> Result<_, Fail> {
            match several(item).as_slice() {
                [attacker] => Ok((card(attacker, "an attacker")?, defender)),
                [attacker, whom] => Ok((card(attacker, "an attacker")?, Some(recipient(&stage, whom)?))),
                _ => Err(Fail::wrong("attacks are cards, or pairs of a card and whom it attacks")),
            }
        };
        several(what).iter().map(one).collect::<Result<Vec<_>, _>>()?
    };
    Ok(seat.stage.borrow_mut().transact(|stage| stage.attack(player, attacks))?)
}

fn block(seat: &Seat, pairs: Vec<(Dynamic, Dynamic)>) -> Answered<()> {
    let blocks = pairs
        .iter()
        .map(|(blocker, attacker)| Ok((card(blocker, "a blocker")?, card(attacker, "what is blocked")?)))
        .collect::<Result<Vec<_>, Fail>>()?;
    let player = seat.player;
    Ok(seat.stage.borrow_mut().transact(|stage| stage.block(player, blocks))?)
}

fn look(engine: &mut Engine) {
    engine.register_get("name", |seat: &mut Seat| seat.name());
    engine.register_get("life", |seat: &mut Seat| i64::from(seat.stage.borrow().game.player(seat.player).life));
    engine.register_fn("has", |seat: &mut Seat, keyword: &str| {
        seat.stage.borrow().game.player_keywords(seat.player).contains(&Symbol::new(keyword))
    });
    engine.register_get("has_won", |seat: &mut Seat| seat.stage.borrow().game.winners().any(|player| player == seat.player));
    engine.register_get("has_lost", |seat: &mut Seat| !seat.stage.borrow().game.player(seat.player).is_playing());
    engine.register_get("pool", |seat: &mut Seat| seat.stage.borrow().game.player(seat.player).pool.to_string());
    engine.register_get("poison", |seat: &mut Seat| {
        i64::from(seat.stage.borrow().game.player(seat.player).counter(Symbol::new("poison")))
    });
    engine.register_fn("counters", |seat: &mut Seat, kind: &str| {
        i64::from(seat.stage.borrow().game.player(seat.player).counter(Symbol::new(kind)))
    });
    for (size, names, cards, zone) in [
        ("hand_size", "hand_names", "hand_cards", ZoneKind::Hand),
        ("graveyard_size", "graveyard_names", "graveyard_cards", ZoneKind::Graveyard),
        ("library_size", "library_names", "library_cards", ZoneKind::Library),
        ("exile_size", "exile_names", "exile_cards", ZoneKind::Exile),
        ("battlefield_size", "battlefield_names", "battlefield_cards", ZoneKind::Battlefield),
    ] {
        engine.register_get(size, move |seat: &mut Seat| contents(&seat.stage.borrow(), seat.player, zone).len() as i64);
        engine.register_get(names, move |seat: &mut Seat| -> Array {
            let stage = seat.stage.borrow();
            contents(&stage, seat.player, zone).into_iter().map(|id| stage.names.object(&stage.game, id).into()).collect()
        });
        engine.register_get(cards, move |seat: &mut Seat| -> Array {
            let ids = contents(&seat.stage.borrow(), seat.player, zone);
            ids.into_iter().map(|id| Dynamic::from(handle(seat, seat.stage.borrow_mut().handle(id)))).collect()
        });
    }
    // The player's card of that name, wherever it is: the battlefield first.
    engine.register_fn("find", |seat: &mut Seat, name: &str| -> Answered<CardRef> {
        let zones = [ZoneKind::Battlefield, ZoneKind::Hand, ZoneKind::Graveyard, ZoneKind::Exile, ZoneKind::Library];
        let found = {
            let stage = seat.stage.borrow();
            zones.into_iter().find_map(|zone| {
                contents(&stage, seat.player, zone).into_iter().find(|id| stage.names.object(&stage.game, *id) == name)
            })
        };
        match found {
            Some(id) => Ok(handle(seat, seat.stage.borrow_mut().handle(id))),
            None => Err(Fail::wrong(format!("{} has no {name}", seat.name())).into()),
        }
    });
    // What the player may do now, in words.
    engine.register_get("actions", |seat: &mut Seat| -> Array {
        let stage = seat.stage.borrow();
        let actions = stage.game.legal_actions(seat.player);
        actions.iter().map(|action| crate::words::action(&stage.game, &stage.names, action).into()).collect()
    });
}

/// The objects of a zone: those that the player owns, or controls on the battlefield. Libraries from the top.
fn contents(stage: &Stage, player: PlayerId, zone: ZoneKind) -> Vec<ObjectId> {
    let game = &stage.game;
    let all = game.zone(zone, player).iter().copied();
    match zone {
        ZoneKind::Library => all.rev().collect(),
        ZoneKind::Battlefield => all.filter(|id| game.permanent(*id).is_some() && game.controller(*id) == player).collect(),
        ZoneKind::Exile => all.filter(|id| game.object(*id).is_some_and(|object| object.owner == player)).collect(),
        _ => all.collect(),
    }
}
