//! Migrations, seed and UI are read at compile time; cargo must notice when only they change.

fn main() {
    for path in ["migrations", "seed", "ui/dist"] {
        println!("cargo::rerun-if-changed={path}");
    }
}
