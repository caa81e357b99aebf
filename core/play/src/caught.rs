//! Faults of ours, kept from taking everything else with them.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does the work. If it panics, what the panic said; whatever the work has touched must not be used any more then.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| said(&*panic))
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it does not say why".to_owned())
}
