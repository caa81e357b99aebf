//! A real browser that plays at a served table: headless Chromium, driven through WebDriver.
//!
//! Every wait has a limit, and fails with what the page shows, what its console said and a picture of it.

mod driver;
mod page;
pub mod selectors;

pub use driver::{Driver, Missing};
pub use page::{CONTROL, Control, ENTER, Look, Page, Question, Target};
