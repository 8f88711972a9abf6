//! Invoices on paper: the bundle gives a frozen document its words, `invoice::pdf` sets them.

use anyhow::Context as _;

use super::engine::{Engine, Entry};
use crate::invoice::{Document, pdf, words::Words};

/// A document as PDF.
pub async fn print(engine: &Engine, document: Document) -> anyhow::Result<Vec<u8>> {
    let words = words(engine, &document).await?;
    tokio::task::spawn_blocking(move || pdf::render(&document, &words)).await?
}

/// The words of a document, in its language.
pub async fn words(engine: &Engine, document: &Document) -> anyhow::Result<Words> {
    let input = serde_json::to_string(document).context("text of an invoice")?;
    let output = engine.run(Entry::Invoice, input, true).await?;
    serde_json::from_str(&output).context("words of an invoice")
}
