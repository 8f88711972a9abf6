//! The context of preparations, which run before the transaction of a call and may wait for other servers.

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context as _;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::{Db, Tx};
use crate::error::Result;
use crate::password::Passwords;
use crate::vals;

/// Name of the shop's own key.
pub const SHOP: &str = "shop";
/// How long another server may take to answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);

/// Built once at start.
#[derive(Debug)]
pub struct CallContext {
    pub db: Db,
    pub passwords: Passwords,
    /// Client for other servers, if the configuration needs one: rustls, no redirects, cookies or environment proxies. Reading
    /// the system's certificates takes a while.
    pub http: Option<reqwest::Client>,
    /// The shop's own key, which never leaves it: signs captcha challenges.
    pub secret: [u8; 32],
    pub papers: PaperTexts,
    pub jobs: JobsByHand,
}

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    /// An invoice or credit note.
    Invoice,
    /// A paper of the packing table.
    Packing,
    /// Headings and codes of tables of figures.
    Figures,
}

type Write = dyn Fn(Paper, String) -> BoxFuture<'static, anyhow::Result<String>> + Send + Sync;

/// Writes the texts of papers in the reader's language. The UI's bundle does it (`ui/src/mail`), with the catalogues of pages
/// and mails.
pub struct PaperTexts(Box<Write>);

impl fmt::Debug for PaperTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PaperTexts")
    }
}

impl PaperTexts {
    /// `write`: JSON in, JSON out.
    pub fn new(write: Box<Write>) -> PaperTexts {
        PaperTexts(write)
    }

    pub async fn write<T: DeserializeOwned>(&self, paper: Paper, input: &impl Serialize) -> anyhow::Result<T> {
        let input = serde_json::to_string(input).context("input of a paper")?;
        let output = (self.0)(paper, input).await?;
        serde_json::from_str(&output).context("texts of a paper")
    }
}

/// What became of a job that somebody has run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ByHand {
    /// What it did, in English, as the log has it.
    Ran(String),
    /// Why it failed, likewise.
    Failed(String),
    /// It has begun and takes longer than a call waits.
    Begun,
}

type RunJob = dyn Fn(String) -> BoxFuture<'static, Result<ByHand>> + Send + Sync;

/// Runs a job now, by its name. The jobs themselves are on a floor above the calls, and come once the shop is built.
#[derive(Default)]
pub struct JobsByHand(OnceLock<Box<RunJob>>);

impl fmt::Debug for JobsByHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JobsByHand")
    }
}

impl JobsByHand {
    /// Once, before the first call.
    pub fn offer(&self, run: Box<RunJob>) {
        let is_first = self.0.set(run).is_ok();
        debug_assert!(is_first, "jobs are offered twice");
    }

    /// # Errors
    ///
    /// Refused where there is no such job, it is running already, or no job may run now.
    pub async fn run(&self, name: String) -> Result<ByHand> {
        let run = self.0.get().context("no jobs are offered")?;
        run(name).await
    }
}

/// A client for other servers.
pub fn http_client() -> anyhow::Result<reqwest::Client> {
    reqwest::Client::builder()
        .timeout(REQUEST_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()
        .context("the client for other servers")
}

/// The key with which addresses and networks are hashed, from a transaction. The server makes it at its first start.
pub fn shop_secret(tx: &mut dyn Tx) -> Result<[u8; 32]> {
    Ok(find_secret(tx, SHOP)?.context("the shop's secret is missing; start the server once")?)
}

/// The shop's key of this name; `fresh` is stored if there is none yet.
pub fn secret(tx: &mut dyn Tx, name: &str, fresh: &[u8; 32]) -> Result<[u8; 32]> {
    if let Some(kept) = find_secret(tx, name)? {
        return Ok(kept);
    }
    tx.exec("INSERT INTO secret (name, value) VALUES ($1, $2)", vals![name, *fresh])?;
    Ok(*fresh)
}

/// The shop's key of this name, if it exists.
pub fn find_secret(tx: &mut dyn Tx, name: &str) -> Result<Option<[u8; 32]>> {
    let kept: Option<Vec<u8>> = tx.find("SELECT value FROM secret WHERE name = $1", vals![name])?;
    let sized = |bytes: Vec<u8>| bytes.try_into().map_err(|_| anyhow::anyhow!("the secret {name} is not of 32 bytes"));
    Ok(kept.map(sized).transpose()?)
}
