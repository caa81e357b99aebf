//! What nobody's page would send, and what disks do: each is refused in words, or borne, and the game is as it was.

mod answers;
mod crowds;
mod disk;
mod strangers;
mod tools;

use cardwright_tests::Folder;
use cardwright_tests::http::{Reply, Request};
use cardwright_tests::seat::{Asked, Seat};
use cardwright_tests::served::{Served, library};

/// A game that waits for its first answer.
struct Game {
    folder: Folder,
    served: Served,
    seat: Seat,
    asked: Asked,
}

impl Game {
    fn begin(more: &[&str]) -> Self {
        let folder = library();
        let mut arguments = vec!["--decks", "embers,idle", "--seed", "3"];
        arguments.extend(more);
        let served = Served::start(&folder, &arguments);
        let mut seat = Seat::sit(served.link());
        let asked = seat.question().expect("the game begins with a question");
        Game { folder, served, seat, asked }
    }

    /// The page as the server makes it anew: everything that the table says of itself.
    fn page(&self) -> String {
        let reply = Request::get(self.seat.path.clone()).send(self.seat.address);
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.body
    }

    /// Whatever was tried, the table is as it was, and the next answer counts.
    fn is_intact(&mut self, before: &str) {
        assert!(self.served.runs(), "the program has ended:\n{}", self.served.printed());
        assert_eq!(self.page(), before, "the table has changed");
        let asked = self.asked.clone();
        self.seat.play(&asked);
        self.asked = self.seat.question().expect("the game goes on");
        assert!(!self.served.printed().contains("panicked"), "{}", self.served.printed());
    }

    /// Plays until something of that kind is asked.
    fn until(&mut self, kind: &str) {
        for _ in 0..200 {
            if self.asked.kind == kind {
                return;
            }
            let asked = self.asked.clone();
            self.seat.play(&asked);
            self.asked = self.seat.question().expect("the game is not over yet");
        }
        panic!("nobody is ever asked for {kind}");
    }
}

/// A refusal says what is wrong in words.
fn refused(reply: &Reply, status: u16, words: &str) {
    assert_eq!(reply.status, status, "{reply:?}");
    assert!(reply.body.contains(words), "`{words}` is not in {reply:?}");
}
