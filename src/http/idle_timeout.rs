//! Closes connections that are idle: waiting for a request head, for the next request, or for the client to read a response.
//!
//! By hand because hyper's `header_read_timeout` allocates and drops a timer with every request and does not watch writes, and
//! tower-http's `TimeoutLayer` sees handlers only; here a request costs one clock reading, a connection one timer.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use super::head_scanner::HeadScanner;

/// Since when a connection is idle, or whether a request is being handled.
#[derive(Debug, Clone)]
pub struct Activity {
    began: Instant,
    /// Milliseconds from `began`, or [`ANSWERING`].
    waits_since: Arc<AtomicU64>,
    has_bare_line_feed: Arc<AtomicBool>,
}

const ANSWERING: u64 = u64::MAX;

impl Activity {
    pub fn start() -> Activity {
        Activity { began: Instant::now(), waits_since: Arc::default(), has_bare_line_feed: Arc::default() }
    }

    /// A request has arrived: its handling has timeouts of its own.
    pub fn answering(&self) {
        self.waits_since.store(ANSWERING, Ordering::Relaxed);
    }

    /// The response is ready, though perhaps not sent.
    pub fn waiting(&self) {
        self.waits_since.store(self.now(), Ordering::Relaxed);
    }

    /// The client has received bytes of a response.
    fn written(&self) {
        if self.waits_since.load(Ordering::Relaxed) != ANSWERING {
            self.waiting();
        }
    }

    /// Returns once the connection has been idle for this long. Partial request heads do not reset it.
    pub async fn idle_for(&self, timeout: Duration) {
        loop {
            let left = match self.waits_since.load(Ordering::Relaxed) {
                ANSWERING => timeout,
                since => timeout.saturating_sub(Duration::from_millis(self.now().saturating_sub(since))),
            };
            if left.is_zero() {
                return;
            }
            sleep(left).await;
        }
    }

    /// Whether a line of a request head ended in a bare line feed. hyper has parsed it nevertheless.
    pub fn has_bare_line_feed(&self) -> bool {
        self.has_bare_line_feed.load(Ordering::Relaxed)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(ANSWERING - 1)
    }
}

/// A stream that reports to its [`Activity`] what is written, and heads with bare line feeds.
#[derive(Debug)]
pub struct ObservedStream {
    stream: TcpStream,
    activity: Activity,
    heads: HeadScanner,
}

impl ObservedStream {
    pub fn new(stream: TcpStream, activity: Activity) -> ObservedStream {
        ObservedStream { stream, activity, heads: HeadScanner::default() }
    }

    fn scan(&mut self, bytes: &[u8]) {
        if self.heads.finds_bare_line_feed(bytes) {
            self.activity.has_bare_line_feed.store(true, Ordering::Relaxed);
        }
    }

    fn noticed(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(_))) {
            self.activity.written();
        }
        written
    }
}

impl AsyncRead for ObservedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let bytes = &buffer.filled()[before..];
        if !bytes.is_empty() {
            self.scan(bytes);
        }
        read
    }
}

impl AsyncWrite for ObservedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.noticed(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.noticed(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_bytes_extend_only_a_wait() {
        let activity = Activity::start();
        let waits_since = || activity.waits_since.load(Ordering::Relaxed);
        activity.answering();
        activity.written();
        assert_eq!(waits_since(), ANSWERING, "a body sent in chunks");
        activity.waiting();
        assert!(waits_since() < ANSWERING);
        activity.waits_since.store(0, Ordering::Relaxed);
        let earlier = Activity {
            began: activity.began.checked_sub(Duration::from_secs(5)).expect("a clock"),
            ..activity.clone()
        };
        earlier.written();
        assert!(waits_since() >= 5_000, "a slow reader is not idle");
    }
}
