//! The author's tool: play, test, lint, simulate and measure cards.
