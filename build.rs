//! Rebuilds when only migrations, seed or UI change, as they are embedded at compile time.

use std::env::var;

fn main() {
    for path in ["migrations", "seed", "ui/dist"] {
        println!("cargo::rerun-if-changed={path}");
    }
    // The tests start the development build a thousand times. Linked to a fixed address it has no 400 000 addresses to relocate at
    // each start, which takes 0.15 of 0.4 seconds. What is released keeps its random address.
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "debug") && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
