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
/// The drawer with the card that is read.
pub const DRAWER: &str = "#card";
/// The text of a file in the editor.
pub const EDITOR: &str = "#card .edit-file:not([hidden]) textarea";
/// What the scrubber says of the time that is looked at.
pub const WHEN: &str = "#time .when";
/// The choice between lines of play.
pub const LINES: &str = "#time .lines select";
/// What opens the palette.
pub const OPEN_PALETTE: &str = "[data-open='palette']";
/// A button of the palette that puts a card on the battlefield.
pub const PUT: &str = "#palette [data-put][data-zone='battlefield']";
/// Why an object is what it is.
pub const WHY: &str = "#card section.why";
