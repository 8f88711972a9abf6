//! Invoices on paper: the bundle gives a frozen document its words, `invoice::pdf` sets them. And the form of withdrawal,
//! whose words are a help page's.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};

use super::engine::{Engine, Entry};
use crate::app::App;
use crate::call::View;
use crate::cms::form;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
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

/// The model form of withdrawal in a language, as PDF; none where no help page has it.
pub async fn withdrawal_form(app: &Arc<App>, lang: Lang) -> anyhow::Result<Option<Vec<u8>>> {
    let view = View::new(&app.store_views.get(), lang, Currency::Eur, app.clock.now(), &app.config);
    let form = app.db.read(move |tx| form::withdrawal(tx, &view)).await.map_err(|error| anyhow!("{error}"))?;
    let Some(form) = form else { return Ok(None) };
    let company = &app.config.company;
    let contact = [company.phone.clone(), company.email.clone()];
    let seller = [std::slice::from_ref(&company.name), &company.address, &contact].concat();
    let words = Words {
        heading: form.heading,
        brand: app.config.brand.name.clone(),
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
