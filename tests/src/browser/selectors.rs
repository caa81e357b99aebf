//! What the page is recognised by: everything that tests know of its elements.

/// The form of the open question.
pub const QUESTION: &str = "form.question";
/// What is there when the game is over.
pub const OVER: &str = "#question .over";
/// Why an answer was refused.
pub const REFUSAL: &str = "form.question .refusal";
/// A card that those eyes see.
pub const CARD: &str = ".card[id]";
/// What a click can be an answer on.
pub const LIT: &str = "[data-light]";
/// The main control of a question.
pub const MAIN: &str = "form.question [data-main]";
/// The offer of several things that can be done with one card.
pub const MENU: &str = ".menu";
/// A line of the log.
pub const LOG_LINE: &str = "#log li";
/// A short message.
pub const TOAST: &str = "#toasts .toast";
/// The messages about files that are broken.
pub const TROUBLE: &str = "#trouble .trouble-box";
/// The area of whoever looks.
pub const NEAR: &str = ".player[data-near]";
/// A hand.
pub const HAND: &str = ".hand";
/// A row of permanents.
pub const ROW: &str = "[data-row]";
/// Where the page says that it has lost the server.
pub const LINK: &str = "#link";
