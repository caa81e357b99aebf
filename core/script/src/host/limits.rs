//! The Rhai engine of a script host: which parts of the language there are, and every limit.

use crate::shop::Workshop;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicStringPackage, LogicPackage, Package,
};
use rhai::{Dynamic, Engine, OptimizationLevel};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Once;

/// Operations of one run. A card's script needs some tens, a callback some hundreds.
pub(crate) const OPERATIONS: u64 = 50_000;

static SEED: Once = Once::new();

/// An engine without files, clock, network or random numbers, and the names of the functions that it knows.
pub(crate) fn engine(shop: &Rc<Workshop>) -> (Engine, BTreeSet<String>) {
    // Names of closures are hashes: the same script gives the same names in every process.
    SEED.call_once(|| {
        let _ = rhai::config::hashing::set_hashing_seed(Some([0x6361, 0x7264, 0x7772, 0x7431]));
    });
    let mut engine = Engine::new_raw();
    // Not the language core package: it has `sleep`.
    let packages = [
        ArithmeticPackage::new().as_shared_module(),
        LogicPackage::new().as_shared_module(),
        BasicStringPackage::new().as_shared_module(),
        BasicIteratorPackage::new().as_shared_module(),
        BasicArrayPackage::new().as_shared_module(),
        BasicMapPackage::new().as_shared_module(),
    ];
    for package in packages {
        engine.register_global_module(package);
    }
    let names = engine.collect_fn_metadata(None, |function| Some(function.metadata.name.to_string()), true);
    let names = names.into_iter().collect();
    for symbol in ["eval", "print", "debug", "import", "export"] {
        engine.disable_symbol(symbol);
    }
    // Scripts run once: optimizing them costs more than it gains, and would hide from lint what it removes.
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_max_operations(OPERATIONS);
    engine.set_max_call_levels(24);
    engine.set_max_expr_depths(96, 64);
    engine.set_max_string_size(4_096);
    engine.set_max_array_size(512);
    engine.set_max_map_size(128);
    engine.set_max_variables(128);
    engine.set_max_functions(256);
    engine.set_max_modules(0);
    // Rhai counts operations anew in every closure that a word calls: this count is for the whole run.
    let shop = Rc::clone(shop);
    engine.on_progress(move |_| {
        let left = shop.operations.get();
        shop.operations.set(left.saturating_sub(1));
        (left == 0).then(|| Dynamic::from("too many operations"))
    });
    (engine, names)
}
