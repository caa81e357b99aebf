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
/// What gives a file with which the moment can be played again.
pub const REPORT: &str = "#time [data-report]";
/// What gives the position as a file.
pub const SAVE_POSITION: &str = "#time a[href='puzzle']";
/// What gives the same answers again with the cards as they are now.
pub const AGAIN: &str = "#time [data-body^='{\"again\"']";
/// What came of that.
pub const RERUN: &str = "#time .rerun";
/// What goes on with the game that came of it.
pub const KEEP_RERUN: &str = "#time .rerun [data-body='\"keep_again\"']";
/// What forgets it.
pub const DROP_RERUN: &str = "#time .rerun [data-body='\"drop_again\"']";
/// The same letters as in the editor, in colours: this is what is seen.
pub const COLOURS: &str = "#card .edit-file:not([hidden]) .edit-colours";
/// The second file of the card in the editor.
pub const SECOND_FILE: &str = "#card .edit-tabs [role='tab']:nth-child(2)";
/// What could stand at the caret.
pub const OFFERED: &str = "#card .edit-popup [role='option']";
/// What lint says of the text in the editor.
pub const FINDINGS: &str = "#card .edit-findings";
/// The button that mends what lint has found.
pub const FIX: &str = "#card .edit-findings .edit-fix";
