//! What the figures are made with: processes and their processor time, a client, and what to compare with.

pub mod asked;
pub mod bare;
pub mod client;
pub mod node;
pub mod process;
pub mod scene;
pub mod sqlite;
pub mod table;

/// The middle of some measurements.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => values[odd / 2],
        even => (values[even / 2 - 1] + values[even / 2]) / 2.0,
    }
}
