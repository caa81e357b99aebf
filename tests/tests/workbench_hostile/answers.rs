//! Answers that are none, that are not legal, too late, too large, or given at random.

use super::{Game, refused};
use cardwright_tests::http::{Reply, Request};
use cardwright_tests::seat::Asked;
use serde_json::json;

#[test]
fn what_is_no_answer_is_refused() {
    let mut game = Game::begin(&[]);
    let before = game.page();
    let deep = "[".repeat(20_000);
    let number = game.asked.number;
    let bodies: Vec<Vec<u8>> = vec![
        Vec::new(),
        b"{".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"\"answer\"".to_vec(),
        b"\xff\xfe\x00".to_vec(),
        b"{\"question\": 1}".to_vec(),
        format!("{{\"question\": {number}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"action\": -1}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"action\": 1e400}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"chosen\": \"0\"}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"chosen\": [0], \"number\": 1}}}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"chosen\": [0]}}, \"player\": 1}}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"chosen\": {deep}").into_bytes(),
        format!("{{\"question\": {number}, \"answer\": {{\"conjured\": 0}}}}").into_bytes(),
    ];
    for body in bodies {
        let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
        let reply = game.seat.send(Request::post(format!("{}answer", game.seat.path), body));
        assert_eq!(reply.status, 400, "{shown}: {reply:?}");
        assert!(reply.body.contains("cannot be read"), "{shown}: {reply:?}");
    }
    for (place, body) in
        [("stop", "{\"own\":1}"), ("stop", "{\"own\":true,\"step\":\"Tea\"}"), ("pass", "\"for_ever\""), ("pace", "7")]
    {
        let reply = game.seat.send(Request::post(format!("{}{place}", game.seat.path), body));
        assert_eq!(reply.status, 400, "{place} {body}: {reply:?}");
    }
    game.is_intact(&before);
}

#[test]
fn what_is_not_legal_is_refused_and_said_why() {
    let mut game = Game::begin(&[]);
    for kind in ["chosen", "action", "attacks"] {
        game.until(kind);
        let before = game.page();
        let answers = [
            json!({ "action": 4_000_000_000_u32 }),
            json!({ "chosen": [4_000_000_000_u32] }),
            json!({ "chosen": [0, 0] }),
            json!({ "chosen": (0..5000).collect::<Vec<_>>() }),
            json!({ "number": -2_147_483_648_i64 }),
            json!({ "division": [4_294_967_295_u32, 4_294_967_295_u32] }),
            json!({ "attacks": [[0, 99]] }),
            json!({ "attacks": [[0, 0], [0, 0]] }),
            json!({ "blocks": [[99, 0]] }),
        ];
        for answer in answers {
            let reply = game.seat.answer(game.asked.number, &answer);
            assert_eq!(reply.status, 422, "{kind}: {answer}: {reply:?}");
            assert!(reply.body.contains(' ') && !reply.body.contains("fault of ours"), "{kind}: {answer}: {reply:?}");
        }
        game.is_intact(&before);
    }
}

#[test]
fn an_answer_to_another_question_is_refused() {
    let mut game = Game::begin(&[]);
    game.until("action");
    let before = game.page();
    for number in [0, game.asked.number - 1, game.asked.number + 1, u64::MAX] {
        refused(&game.seat.answer(number, &game.asked.eager()), 409, "not open any more");
    }
    game.is_intact(&before);
}

#[test]
fn of_many_answers_at_once_one_counts() {
    let mut game = Game::begin(&[]);
    // Asked at every chance, a player who passes is asked the very same thing in the next step: it is another question all the same.
    assert_eq!(game.seat.post("pass", &json!({ "full_control": true })).status, 204);
    let mut same = 0;
    for _ in 0..40 {
        let asked = game.asked.clone();
        let answer = if asked.kind == "action" { json!({ "action": 0 }) } else { asked.peaceful() };
        let body = json!({ "question": asked.number, "answer": answer }).to_string();
        let request = Request::post(format!("{}answer", game.seat.path), body);
        let (request, address) = (&request, game.seat.address);
        let replies: Vec<Reply> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(move || request.send(address))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread fails")).collect()
        });
        let taken = replies.iter().filter(|reply| reply.status == 204).count();
        assert_eq!(taken, 1, "{replies:?} to {}", asked.text());
        for reply in replies.iter().filter(|reply| reply.status != 204) {
            assert_eq!(reply.status, 409, "{reply:?}");
        }
        game.seat.until("the next question", |seat| seat.asked().is_some_and(|now| now.number != asked.number));
        game.asked = game.seat.question().expect("the game goes on");
        let words = |one: &Asked| one.form.without(&|_| false).text();
        same += usize::from(words(&game.asked) == words(&asked));
    }
    assert!(same > 0, "the same thing was never asked twice: nothing is shown");
}

#[test]
fn what_is_too_large_is_refused() {
    let mut game = Game::begin(&[]);
    let before = game.page();
    let path = format!("{}answer", game.seat.path);
    for size in [64 * 1024 + 1, 300_000] {
        let reply = game.seat.send(Request::post(path.clone(), vec![b' '; size]));
        assert_eq!(reply.status, 413, "{size}: {reply:?}");
    }
    // Said to be small, or nothing said, and large.
    let huge = Request::post(path.clone(), Vec::new()).with("Content-Length", "99999999999999999999");
    let reply = Reply::to(game.seat.address, &huge.bytes(game.seat.address));
    assert!(reply.as_ref().is_ok_and(|reply| reply.status == 400 || reply.status == 413) || reply.is_err(), "{reply:?}");
    let mut chunked =
        format!("POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n", game.seat.address)
            .into_bytes();
    for _ in 0..20 {
        chunked.extend(b"2000\r\n");
        chunked.extend([b' '; 0x2000]);
        chunked.extend(b"\r\n");
    }
    chunked.extend(b"0\r\n\r\n");
    let reply = Reply::to(game.seat.address, &chunked).expect("it is answered");
    assert_eq!(reply.status, 413, "{reply:?}");
    let reply = game.seat.send(Request::get(format!("{}?open={}", game.seat.path, "x".repeat(1_000_000))));
    assert!((400..500).contains(&reply.status), "{reply:?}");
    game.is_intact(&before);
}

#[test]
fn answers_by_chance_never_break_the_table() {
    let mut game = Game::begin(&[]);
    // No seed from outside: what failed once fails again.
    let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: u64| {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        chance % below
    };
    for _ in 0..600 {
        let list: Vec<u64> = (0..next(4)).map(|_| next(4)).collect();
        let pairs: Vec<[u64; 2]> = (0..next(3)).map(|_| [next(4), next(3)]).collect();
        let answer = match next(6) {
            0 => json!({ "action": next(5) }),
            1 => json!({ "chosen": list }),
            2 => json!({ "number": next(9) as i64 - 3 }),
            3 => json!({ "division": list }),
            4 => json!({ "attacks": pairs }),
            _ => json!({ "blocks": pairs }),
        };
        let reply = game.seat.answer(game.asked.number, &answer);
        assert!(matches!(reply.status, 204 | 422 | 409), "{answer}: {reply:?}");
        assert!(!reply.body.contains("fault of ours"), "{answer}: {reply:?}");
        if reply.status == 204 {
            let number = game.asked.number;
            game.seat.until("the next question", |seat| seat.over() || seat.asked().is_some_and(|now| now.number != number));
            match game.seat.asked() {
                Some(asked) => game.asked = asked,
                None => break,
            }
        }
    }
    assert!(game.served.runs());
    assert!(game.seat.toasts.iter().all(|toast| !toast.contains("fault")), "{:?}", game.seat.toasts);
    assert!(!game.served.printed().contains("panicked"), "{}", game.served.printed());
}
