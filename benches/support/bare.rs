//! The bare server: axum in a process of its own that sends the same bytes with the same headers.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response};

use super::client::headers;
use super::process::Meter;

/// The option that makes this program run as the bare server.
pub const OPTION: &str = "--bare-server";

/// A running bare server.
#[derive(Debug)]
pub struct Bare {
    pub address: SocketAddr,
    child: Child,
}

impl Bare {
    /// Starts this program again to send `body` with the headers of `head`.
    pub fn open(folder: &Path, head: &str, body: &[u8]) -> anyhow::Result<Bare> {
        std::fs::write(folder.join("head"), head)?;
        std::fs::write(folder.join("body"), body)?;
        let mut child =
            Command::new(std::env::current_exe()?).arg(OPTION).arg(folder).stdout(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take().context("stdout")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        Ok(Bare { address: line.trim().parse()?, child })
    }

    pub fn meter(&self) -> Meter {
        Meter::of(self.child.id())
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The process started by [`Bare::open`]: serves until it is killed.
pub fn serve(folder: &Path) -> anyhow::Result<()> {
    let head = std::fs::read_to_string(folder.join("head"))?;
    let body = Bytes::from(std::fs::read(folder.join("body"))?);
    let mut copied = HeaderMap::new();
    for (name, value) in headers(&head) {
        let name = HeaderName::try_from(name)?;
        // These two hyper writes itself, here as there.
        if name != "date" && name != "content-length" {
            copied.append(name, HeaderValue::try_from(value)?);
        }
    }
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async move {
        let answer = move || {
            let (body, headers) = (body.clone(), copied.clone());
            async move {
                let mut response = Response::new(Body::from(body));
                *response.headers_mut() = headers;
                response
            }
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?);
        std::io::stdout().flush()?;
        axum::serve(listener, axum::Router::new().fallback(answer)).await?;
        Ok(())
    })
}
