//! Pages over HTTP. Each file may use those before it: [`routes`] the route table, [`query`] what an address says,
//! `request` one request, `response` bodies and headers, `redirects`, `prime` answers, `render` documents, `handler`. Beside
//! them [`sitemap`] and [`feed`], which use the route table and `response`, and [`forms`], which shows a page again, with
//! `form_link`.
//!
//! A page is rendered from primed answers: one read transaction runs its calls through the same table as the API. What a page
//! looks like is defined in the bundle.

mod form_link;
mod handler;
mod preview;
mod prime;
mod query;
mod redirects;
mod render;
mod request;
mod response;
pub mod routes;

pub mod feed;
pub mod forms;
pub mod invoice;
pub mod sitemap;

pub use handler::handle;
pub use render::{prepare_fallbacks, prepare_maintenance};
