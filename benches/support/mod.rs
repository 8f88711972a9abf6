//! Parts of the benchmark: processes and their CPU time, a client, and the baselines.

pub mod bare;
pub mod client;
pub mod console;
pub mod mix;
pub mod node;
pub mod process;
pub mod scene;
pub mod sockets;
pub mod sqlite;
pub mod table;

/// The median.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => values[odd / 2],
        even => (values[even / 2 - 1] + values[even / 2]) / 2.0,
    }
}
