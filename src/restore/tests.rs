//! Restores, in unit tests.
