//! Why an ability has not triggered, in words.

use super::{Reason, capital, lacks, made_by, with_pieces};
use crate::words::{Names, count, event};
use cardwright_engine::ability::Occurrence;
use cardwright_engine::event::Event;
use cardwright_engine::game::Game;
use cardwright_engine::why::{EventMismatch, Finding, Heard, SaidIn, TriggerInquiry, Whereabouts, WhyNotTriggered};

/// For each event that the ability could have triggered by, whether it did, and if not, why. One sentence if there was none.
pub fn why_trigger(game: &Game, names: &Names, inquiry: &TriggerInquiry) -> Vec<Reason> {
    let said_in = game.why_characteristics(inquiry.source).and_then(|account| account.said_in);
    let here = |words: String, rule| Reason { words, rule, source: Some(inquiry.source), made_by: said_in };
    if inquiry.findings.is_empty() {
        let words = format!("nothing happened of the kind that it waits for, in {}", count(inquiry.others as usize, "event"));
        return vec![here(words, "modern:603.2")];
    }
    // What nobody would call a happening (a card is put onto the stack as it is cast) is told only if it mattered.
    let worth_telling = |finding: &&Finding| {
        let is_move = matches!(finding.event, Event::Move { .. });
        !is_move || matches!(finding.heard, Heard::Triggered(_)) || event(game, names, &finding.event).is_some()
    };
    let each = inquiry.findings.iter().filter(worth_telling).map(|finding| {
        let what = happened(game, names, finding);
        match &finding.heard {
            Heard::Triggered(1) => here(format!("{what}: it triggered"), "modern:603.2"),
            Heard::Triggered(times) => here(format!("{what}: it triggered {times} times"), "modern:603.2d"),
            Heard::Not(WhyNotTriggered::Stopped(by)) => {
                let words = format!("{what}: {} keeps it from triggering", made_by(game, names, by));
                Reason::by(words, "modern:614.17", by)
            }
            Heard::Not(why) => here(format!("{what}: {}", because(game, names, said_in, why)), why.rule()),
        }
    });
    each.collect()
}

fn happened(game: &Game, names: &Names, finding: &Finding) -> String {
    let what = event(game, names, &finding.event).unwrap_or_else(|| match &finding.event {
        Event::Draw { player } => format!("{} draws", names.player(*player)),
        other => format!("an event ({:?})", other.kind()),
    });
    format!("turn {}, {what}", finding.turn)
}

fn because(game: &Game, names: &Names, said_in: Option<SaidIn>, why: &WhyNotTriggered) -> String {
    match why {
        WhyNotTriggered::Event(mismatch) => mismatched(game, names, said_in, mismatch),
        WhyNotTriggered::NotFunctioning(whereabouts) => match whereabouts {
            Whereabouts::NotThere => "its object was not there yet".to_owned(),
            Whereabouts::Left => "its object had left, and the ability does not look back".to_owned(),
            Whereabouts::PhasedOut => "its object was phased out".to_owned(),
            Whereabouts::In(zone) => format!("it does not function in the {}", zone.word()),
            Whereabouts::Without => "its object did not have the ability then".to_owned(),
        },
        WhyNotTriggered::NeverSeen => "its object was hidden all the time".to_owned(),
        WhyNotTriggered::Together => "it triggered by what happened at the same time, once for all of it".to_owned(),
        WhyNotTriggered::OtherTime(Occurrence::Nth(nth)) => format!("it waits for the one with number {nth} in a turn"),
        WhyNotTriggered::OtherTime(_) => "it was the first one of the step, which is excepted".to_owned(),
        WhyNotTriggered::Condition(condition) | WhyNotTriggered::State(condition) => {
            format!("it is not so that {}", with_pieces(game, said_in, |pieces| pieces.condition(condition)))
        }
        WhyNotTriggered::Stopped(by) => format!("{} keeps it from triggering", made_by(game, names, by)),
        WhyNotTriggered::UsedUp(limit) => format!("it triggers only {} each turn", count(usize::from(*limit), "time")),
        WhyNotTriggered::OnItsWay => "it has triggered and is not off the stack yet".to_owned(),
        WhyNotTriggered::Over => "it waits no more: it has triggered before, or its time was up".to_owned(),
        WhyNotTriggered::NoSuchAbility => "there is no such triggered ability".to_owned(),
    }
}

fn mismatched(game: &Game, names: &Names, said_in: Option<SaidIn>, mismatch: &EventMismatch) -> String {
    match mismatch {
        EventMismatch::Kind => "it waits for another kind of event".to_owned(),
        EventMismatch::From(zone) => format!("it came from the {}", zone.word()),
        EventMismatch::To(zone) => format!("it went to the {}", zone.word()),
        EventMismatch::Cause(_) => "it moved for another reason".to_owned(),
        EventMismatch::Object { object: Some(object), lacks: what } => {
            format!("{} {}", capital(&names.object(game, *object)), lacks(game, said_in, what))
        }
        EventMismatch::Object { object: None, lacks: what } => format!("what it happened to {}", lacks(game, said_in, what)),
        EventMismatch::Player { player, meant } => {
            let who = player.map_or_else(|| "the player".to_owned(), |player| names.player(player));
            format!("{who} is not {}", with_pieces(game, said_in, |pieces| pieces.one_of(meant)))
        }
        EventMismatch::Condition(condition) => {
            format!("it is not so that {}", with_pieces(game, said_in, |pieces| pieces.condition(condition)))
        }
        EventMismatch::Otherwise => "a word, a number or a sort in it is another one than the ability says".to_owned(),
    }
}
