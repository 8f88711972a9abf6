//! HTTP: the handlers of `/hah_api` and `/console_api`, pages, files, webhooks, health and metrics.

mod answers;
pub mod api;
pub mod assets;
mod changes;
pub mod consent;
pub mod console;
pub mod demo;
pub mod demo_pay;
pub mod envelope;
pub mod etag;
pub mod follow;
pub mod gateways;
pub mod head_scanner;
pub mod health;
pub mod idle_timeout;
pub mod layers;
mod maintenance;
pub mod metrics;
pub mod newsletter;
pub mod pages;
mod plain_form;
pub mod promo_guard;
pub mod response;
pub mod visitor;
