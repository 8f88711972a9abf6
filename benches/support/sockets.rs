//! The bare statements behind plain sockets: what the same clients get from SQLite with nothing in between but a read and a
//! write of the socket. Clients and server share the cores, as when the shop is measured.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use shop::db::Connection;

use super::client::{self, Repeat, Round, headers};
use super::process::Meter;
use super::sqlite::{GROUP, Script};

/// How long a commit waits for one more transaction.
const CROWD: Duration = Duration::from_micros(100);

/// A round of read calls in turn: each client has a connection of its own.
pub fn read(
    scripts: &[Script],
    connections: &mut [Connection],
    time: Duration,
    request: Vec<u8>,
) -> anyhow::Result<Round> {
    let works = connections.iter_mut().enumerate().map(|(client, connection)| {
        // Clients begin at different places, as they do in the shop.
        let mut turns = scripts.iter().cycle().skip(client * 7 % scripts.len().max(1));
        move || -> anyhow::Result<&[u8]> {
            let script = turns.next().context("no script")?;
            script.look(connection)?;
            Ok(&script.answer)
        }
    });
    ask(works, time, request)
}

/// A round of a write call: one writer, one commit for all that wait.
pub fn write(
    script: &Script,
    connection: &mut Connection,
    clients: usize,
    time: Duration,
    request: Vec<u8>,
    run: &mut u64,
) -> anyhow::Result<Round> {
    let (wanted, requests) = mpsc::channel::<mpsc::Sender<()>>();
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || -> anyhow::Result<()> {
            while let Ok(first) = requests.recv() {
                let mut group = vec![first];
                while group.len() < GROUP
                    && let Ok(next) = requests.recv_timeout(CROWD)
                {
                    group.push(next);
                }
                script.commit(connection, group.len(), run)?;
                // The client may be gone.
                for done in group {
                    let _ = done.send(());
                }
            }
            Ok(())
        });
        let works = (0..clients).map(|_| {
            let wanted = wanted.clone();
            move || -> anyhow::Result<&[u8]> {
                // A channel for each request: it closes if the writer fails, so that nobody waits forever.
                let (done, receiver) = mpsc::channel();
                wanted.send(done)?;
                receiver.recv()?;
                Ok(&script.answer)
            }
        });
        let round = ask(works, time, request);
        drop(wanted);
        writer.join().map_err(|_| anyhow!("the writer panicked"))??;
        round
    })
}

/// Runs a client for each of the works, which sends `request` repeatedly.
fn ask<'s, W>(works: impl ExactSizeIterator<Item = W>, time: Duration, request: Vec<u8>) -> anyhow::Result<Round>
where
    W: FnMut() -> anyhow::Result<&'s [u8]> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let (address, clients) = (listener.local_addr()?, works.len());
    let works: Vec<W> = works.collect();
    std::thread::scope(|scope| {
        let server = scope.spawn(move || -> anyhow::Result<()> {
            let mut open = Vec::new();
            for work in works {
                let (stream, _) = listener.accept()?;
                open.push(scope.spawn(move || serve(stream, work)));
            }
            open.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow!("a socket panicked"))?)
        });
        // CPU time would include the clients', which run in this process: only the throughput is used.
        let round = client::load(address, &Meter::of(std::process::id()), clients, time, &Repeat(request));
        server.join().map_err(|_| anyhow!("the server panicked"))??;
        round
    })
}

/// Answers each request of a connection, one after the other, until it is closed.
fn serve<'s>(mut stream: TcpStream, mut work: impl FnMut() -> anyhow::Result<&'s [u8]>) -> anyhow::Result<()> {
    stream.set_nodelay(true)?;
    let mut buffer = vec![0; 1 << 14];
    loop {
        let (mut filled, mut whole) = (0, usize::MAX);
        while filled < whole {
            let read = stream.read(&mut buffer[filled..])?;
            if read == 0 {
                return Ok(());
            }
            filled += read;
            if let Some(at) = buffer[..filled].windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                let head = std::str::from_utf8(&buffer[..at])?;
                let length = headers(head).find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
                whole = at + 4 + length.map_or(Ok(0), |(_, length)| length.parse::<usize>())?;
            }
        }
        stream.write_all(work()?)?;
    }
}
