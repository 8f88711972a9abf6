//! PDFs: invoices, which the bundle translates and `invoice::pdf` typesets, and the model form of withdrawal, whose text is a
//! help page's.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;

use super::engine::{Engine, Entry};
use crate::call::View;
use crate::call_context::{Paper, PaperTexts};
use crate::cms::form;
use crate::config::Config;
use crate::db::Db;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::invoice::{Document, pdf, words::Words};

/// What writes the texts of papers.
pub fn papers(engine: Engine) -> PaperTexts {
    PaperTexts::new(Box::new(move |paper, input| {
        let engine = engine.clone();
        let entry = match paper {
            Paper::Invoice => Entry::Invoice,
            Paper::Packing => Entry::Packing,
            Paper::Figures => Entry::Figures,
        };
        Box::pin(async move { engine.run(entry, input, true).await })
    }))
}

/// An invoice or credit note as PDF.
pub async fn invoice(engine: &Engine, document: Document) -> anyhow::Result<Vec<u8>> {
    let words = words(engine, &document).await?;
    tokio::task::spawn_blocking(move || pdf::render(&document, &words)).await?
}

/// The texts of a document, in its language.
pub async fn words(engine: &Engine, document: &Document) -> anyhow::Result<Words> {
    let input = serde_json::to_string(document).context("text of an invoice")?;
    let output = engine.run(Entry::Invoice, input, true).await?;
    serde_json::from_str(&output).context("words of an invoice")
}

/// The model form of withdrawal in a language, as PDF; none where no help page has it.
pub async fn withdrawal_form(
    db: &Db,
    config: &Arc<Config>,
    now: Timestamp,
    lang: Lang,
) -> anyhow::Result<Option<Vec<u8>>> {
    let read = Arc::clone(config);
    let form = db
        .read(move |tx| {
            let view = View::load(tx, lang, Currency::Eur, now, &read)?;
            form::withdrawal(tx, &view)
        })
        .await
        .map_err(|error| anyhow!("{error}"))?;
    let Some(form) = form else { return Ok(None) };
    let company = &config.company;
    let contact = [company.phone.clone(), company.email.clone()];
    let seller = [std::slice::from_ref(&company.name), &company.address, &contact].concat();
    let words = Words {
        heading: form.heading,
        brand: config.brand.name.clone(),
        seller,
        notes: form.sentences,
        page: "{page} / {pages}".to_owned(),
        ..Words::default()
    };
    let (author, updated) = (company.name.clone(), format!("{}T00:00:00Z", form.updated));
    tokio::task::spawn_blocking(move || pdf::render_form(&words, lang, &author, &updated).map(Some)).await?
}

/// What the form's file is called, without its ending.
pub fn form_name(lang: Lang) -> String {
    format!("withdrawal-form-{lang}")
}
