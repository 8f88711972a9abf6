//! The doors of HTTP: the one handler of the API, files, health and metrics. Pages have a floor of their own.

pub mod api;
pub mod assets;
pub mod country;
pub mod demo;
pub mod demo_pay;
pub mod envelope;
pub mod gateways;
pub mod guessing;
pub mod health;
pub mod invoice;
pub mod layers;
pub mod limit;
pub mod newsletter;
pub mod patience;
pub mod visitor;
