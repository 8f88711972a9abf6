//! The bare statements behind bare sockets: what the same clients get of SQLite on the same machine when nothing but a read,
//! the statements and a write lies between. Here as there they share the processors with whom they ask.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use shop::db::Connection;

use super::client::{self, Repeat, Round, headers};
use super::process::Meter;
use super::sqlite::{GROUP, Script};

/// A commit that is not full waits so long for one more.
const CROWD: Duration = Duration::from_micros(100);

/// A round of calls that change nothing, in turn: as many clients as connections, each with one to itself.
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

/// A round of a call that changes something: one writer, a commit for all who wait.
pub fn write(
    script: &Script,
    connection: &mut Connection,
    clients: usize,
    time: Duration,
    request: Vec<u8>,
    run: &mut u64,
) -> anyhow::Result<Round> {
    let (wanted, wishes) = mpsc::channel::<mpsc::Sender<()>>();
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || -> anyhow::Result<()> {
            while let Ok(first) = wishes.recv() {
                let mut group = vec![first];
                while group.len() < GROUP
                    && let Ok(next) = wishes.recv_timeout(CROWD)
                {
                    group.push(next);
                }
                script.commit(connection, group.len(), run)?;
                // Whoever has gone needs no answer.
                for done in group {
                    let _ = done.send(());
                }
            }
            Ok(())
        });
        let works = (0..clients).map(|_| {
            let wanted = wanted.clone();
            move || -> anyhow::Result<&[u8]> {
                // Of this wish alone: it falls silent with a writer that failed, and nobody waits for ever.
                let (done, told) = mpsc::channel();
                wanted.send(done)?;
                told.recv()?;
                Ok(&script.answer)
            }
        });
        let round = ask(works, time, request);
        drop(wanted);
        writer.join().map_err(|_| anyhow!("the writer panicked"))??;
        round
    })
}

/// Lets a client send `request` over and over to each of the works.
fn ask<'s, W>(works: impl ExactSizeIterator<Item = W>, time: Duration, request: Vec<u8>) -> anyhow::Result<Round>
where
    W: FnMut() -> anyhow::Result<&'s [u8]> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let (address, clients) = (listener.local_addr()?, works.len());
    let works: Vec<W> = works.collect();
    std::thread::scope(|scope| {
        let desk = scope.spawn(move || -> anyhow::Result<()> {
            let mut open = Vec::new();
            for work in works {
                let (stream, _) = listener.accept()?;
                open.push(scope.spawn(move || serve(stream, work)));
            }
            open.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow!("a socket panicked"))?)
        });
        // The clients' own time is in this process, too: only the throughput is asked for.
        let round = client::load(address, &Meter::of(std::process::id()), clients, time, &Repeat(request));
        desk.join().map_err(|_| anyhow!("the desk panicked"))??;
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
