//! A small HTTP/1.1 client: one keep-alive connection per thread, with little overhead.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};

use super::process::Meter;

/// How the response of a successful call begins.
pub const SUCCESS: &[u8] = br#"{"code":"1""#;

/// One connection.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// A response, valid until the next request.
#[derive(Debug)]
pub struct Answer<'a> {
    pub status: u16,
    /// Status line and headers.
    pub head: &'a str,
    pub body: &'a [u8],
}

impl Answer<'_> {
    /// The values of a header, in their order.
    pub fn headers<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'h str> {
        headers(self.head).filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// The headers of a head, in their order.
pub fn headers(head: &str) -> impl Iterator<Item = (&str, &str)> {
    head.lines().skip(1).filter_map(|line| line.split_once(':')).map(|(name, value)| (name, value.trim()))
}

impl Connection {
    pub fn open(address: SocketAddr) -> anyhow::Result<Connection> {
        let stream = TcpStream::connect(address).with_context(|| format!("connect to {address}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Connection { stream, buffer: vec![0; 1 << 16] })
    }

    /// Sends a request and reads the whole response.
    pub fn send(&mut self, request: &[u8]) -> anyhow::Result<Answer<'_>> {
        self.stream.write_all(request)?;
        let mut filled = 0;
        // Length of the head and of the whole answer, once the head is there.
        let mut known: Option<(usize, usize)> = None;
        while known.is_none_or(|(_, whole)| filled < whole) {
            if self.buffer.len() - filled < 1 << 14 {
                self.buffer.resize(self.buffer.len() * 2, 0);
            }
            let read = self.stream.read(&mut self.buffer[filled..])?;
            if read == 0 {
                bail!("the server closed the connection");
            }
            filled += read;
            if known.is_none()
                && let Some(at) = self.buffer[..filled].windows(4).position(|bytes| bytes == b"\r\n\r\n")
            {
                let head = std::str::from_utf8(&self.buffer[..at]).context("a head in UTF-8")?;
                let length = headers(head).find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
                let length: usize =
                    length.map(|(_, value)| value.parse()).transpose()?.context("an answer without length")?;
                known = Some((at, at + 4 + length));
            }
        }
        let (at, whole) = known.context("no answer")?;
        let head = std::str::from_utf8(&self.buffer[..at])?;
        let status = head.get(9..12).and_then(|code| code.parse().ok()).ok_or_else(|| anyhow!("no status: {head}"))?;
        Ok(Answer { status, head, body: &self.buffer[at + 4..whole] })
    }
}

/// A request for a page or file, as a browser sends it.
pub fn get(path: &str, encoding: &str) -> Vec<u8> {
    let accept = if encoding.is_empty() { String::new() } else { format!("accept-encoding: {encoding}\r\n") };
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n{accept}\r\n").into_bytes()
}

/// The requests of one round of load.
pub trait Requests: Sync {
    /// The next request of a client; none when it is done.
    fn next(&self, client: usize, number: usize) -> Option<Vec<u8>>;

    /// How every response body must begin.
    fn expected(&self) -> &[u8] {
        SUCCESS
    }
}

/// One request, repeated.
pub struct Repeat(pub Vec<u8>);

impl Requests for Repeat {
    fn next(&self, _: usize, _: usize) -> Option<Vec<u8>> {
        Some(self.0.clone())
    }

    fn expected(&self) -> &[u8] {
        b""
    }
}

/// The result of a round.
#[derive(Debug, Clone, Copy, Default)]
pub struct Round {
    pub requests: f64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Seconds of the server's CPU time.
    pub cpu: f64,
    /// Seconds of it on the writer thread.
    pub writer: f64,
}

impl Round {
    pub fn per_second(self) -> f64 {
        self.requests / self.seconds
    }

    /// Microseconds of CPU time per request.
    pub fn cpu_each(self) -> f64 {
        self.cpu * 1e6 / self.requests
    }

    /// Microseconds of the writer's CPU time per request.
    pub fn writer_each(self) -> f64 {
        self.writer * 1e6 / self.requests
    }
}

/// Runs `clients` for `time` or until they have no more requests. Connections are opened before the measurement.
pub fn load(
    address: SocketAddr,
    meter: &Meter,
    clients: usize,
    time: Duration,
    requests: &dyn Requests,
) -> anyhow::Result<Round> {
    let ready = Barrier::new(clients + 1);
    let over = AtomicBool::new(false);
    let sent = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..clients)
            .map(|client| {
                let (ready, over, sent) = (&ready, &over, &sent);
                scope.spawn(move || -> anyhow::Result<()> {
                    let connection = Connection::open(address);
                    ready.wait();
                    let mut connection = connection?;
                    let mut number = 0;
                    while !over.load(Ordering::Relaxed)
                        && let Some(request) = requests.next(client, number)
                    {
                        let answer = connection.send(&request)?;
                        if answer.status != 200 || !answer.body.starts_with(requests.expected()) {
                            bail!("{}\n{}", answer.head, String::from_utf8_lossy(answer.body));
                        }
                        number += 1;
                    }
                    sent.fetch_add(number as u64, Ordering::Relaxed);
                    Ok(())
                })
            })
            .collect();
        ready.wait();
        let (started, before) = (Instant::now(), meter.read()?);
        while started.elapsed() < time && !clients.iter().all(|client| client.is_finished()) {
            std::thread::sleep(Duration::from_millis(2));
        }
        over.store(true, Ordering::Relaxed);
        for client in clients {
            client.join().map_err(|_| anyhow!("a client panicked"))??;
        }
        let seconds = started.elapsed().as_secs_f64();
        let after = meter.read()?;
        let requests = sent.load(Ordering::Relaxed) as f64;
        Ok(Round { requests, seconds, cpu: after.since(&before), writer: after.of_writer(&before) })
    })
}
