//! Rebuilds when only migrations, seed or UI change, as they are embedded at compile time.

fn main() {
    for path in ["migrations", "seed", "ui/dist"] {
        println!("cargo::rerun-if-changed={path}");
    }
}
