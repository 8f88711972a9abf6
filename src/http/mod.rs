//! The doors of HTTP: the one handler of the API, files, health and metrics. Pages have a floor of their own.

pub mod api;
pub mod assets;
pub mod demo;
pub mod demo_pay;
pub mod envelope;
pub mod gateways;
pub mod health;
pub mod idle_timeout;
pub mod invoice;
pub mod layers;
pub mod newsletter;
pub mod pages;
pub mod promo_guard;
pub mod visitor;
