//! How fast plain games run: `cargo run --release -p cardwright-engine --example speed`.
#[path = "../tests/random_games.rs"]
#[allow(dead_code)]
mod games;

fn main() {
    games::measure();
}
