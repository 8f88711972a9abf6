//! The streams of this process: one reader of the changes for all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Notify, mpsc};

use super::noun::Noun;
use super::store::{self, Position, Row};
use crate::call::SignedIn;
use crate::clock::Clock;
use crate::db::{Db, Tx};
use crate::domain::permission::{Permission, Permissions};
use crate::error::{Error, Result};
use crate::staff;

/// How often commits of other processes are looked for.
const POLL: Duration = Duration::from_millis(500);
/// Rest between two looks: a busy shop commits a hundred times a second.
const PAUSE: Duration = Duration::from_millis(20);
/// How often it is asked whether each person may still hear, beside each change of people, roles and sessions: time alone ends
/// sessions and locks devices.
const CHECK: Duration = Duration::from_secs(5);
/// How often it is recorded who is still where, and how long that holds.
const BEAT: Duration = Duration::from_secs(20);
const PRESENT: SignedDuration = SignedDuration::from_secs(60);
/// How long somebody who has left counts as there: a browser that opens another order, or whose connection broke, is back by then.
const LINGER: Duration = Duration::from_secs(1);
/// Changes that are read at a time, and that a stream which comes back is told of.
const PORTION: i64 = 1_000;
/// Events that wait for a slow client; one that is slower comes back later.
const WAITING: usize = 2 * 1_000;
/// Streams of one session: a browser has one, and for a moment another that takes over from it.
const OF_SESSION: usize = 4;
/// Streams in all.
const IN_ALL: usize = 500;
/// Orders and threads that a browser has open, in as many tabs.
const PLACES: usize = 8;

/// What a stream tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// What was read before may have changed unheard: the stream is new, or its last position is unknown by now.
    Anew(Position),
    Change {
        at: Position,
        noun: Noun,
        thing: String,
    },
    /// Who else has an order or a thread open that this browser has open, by name.
    Present {
        thing: String,
        names: Vec<String>,
    },
}

/// A stream that is to be opened.
#[derive(Debug, Clone)]
pub struct Opening {
    pub who: SignedIn,
    /// Of the session.
    pub token: String,
    /// The last position that the browser has heard.
    pub resume: Option<Position>,
    /// Numbers of the orders that the browser has open.
    pub orders: Vec<String>,
    /// References of the threads that it has open.
    pub threads: Vec<String>,
}

#[derive(Debug)]
struct Listener {
    who: SignedIn,
    token: String,
    /// Orders and threads that are open in it.
    places: Vec<String>,
    /// Names its rows of presence.
    name: String,
    sender: mpsc::Sender<Event>,
    /// Until it was told from where on it hears.
    joins: Option<Joining>,
}

/// How a stream begins.
#[derive(Debug, Clone, Copy)]
struct Joining {
    resume: Option<Position>,
}

#[derive(Debug, Default)]
struct State {
    /// By number, in the order in which they came.
    listeners: BTreeMap<u64, Listener>,
    next: u64,
    /// Streams that have ended, whose rows of presence are still there, and since when.
    left: Vec<(String, Instant)>,
    is_closed: bool,
}

impl State {
    fn remove(&mut self, number: u64) {
        if let Some(listener) = self.listeners.remove(&number)
            && listener.recorded().next().is_some()
        {
            self.left.push((listener.name, Instant::now()));
        }
    }
}

/// The streams of this process.
#[derive(Debug, Default)]
pub struct Hub {
    state: Mutex<State>,
    woken: Notify,
}

/// An open stream. It ends when it is dropped.
#[derive(Debug)]
pub struct Stream {
    receiver: mpsc::Receiver<Event>,
    hub: Arc<Hub>,
    number: u64,
}

impl Stream {
    /// The next event; none once the person may not hear any more, or the shop stops.
    pub async fn next(&mut self) -> Option<Event> {
        self.receiver.recv().await
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.hub.state().remove(self.number);
        self.hub.woken.notify_one();
    }
}

impl Hub {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a stream. The oldest of a session that has too many ends: it is most likely one whose browser has gone.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] while there are too many in all, or the shop stops.
    pub fn open(self: &Arc<Self>, opening: Opening) -> Result<Stream> {
        let mut random = [0_u8; 16];
        getrandom::fill(&mut random).map_err(anyhow::Error::from)?;
        let Opening { who, token, resume, orders, threads } = opening;
        let may = |permission| who.permissions.contains(&permission);
        let (may_see, may_answer) = (may(Permission::OrdersRead), may(Permission::MessagesAnswer));
        let orders = orders.into_iter().filter(|_| may_see);
        let threads = threads.into_iter().filter(|_| may_answer);
        let places: BTreeSet<String> = orders.chain(threads).filter(|thing| is_name(thing)).collect();
        let mut state = self.state();
        let own = state.listeners.iter().filter(|(_, it)| it.who.session_id == who.session_id);
        let own: Vec<u64> = own.map(|(number, _)| *number).collect();
        if own.len() >= OF_SESSION {
            state.remove(own[0]);
        }
        if state.is_closed || state.listeners.len() >= IN_ALL {
            return Err(Error::Unavailable(anyhow::anyhow!("no further stream of changes can be opened")));
        }
        let (sender, receiver) = mpsc::channel(WAITING);
        let number = state.next;
        state.next += 1;
        let places = places.into_iter().take(PLACES).collect();
        let joins = Some(Joining { resume });
        state.listeners.insert(number, Listener { who, token, places, name: hex::encode(random), sender, joins });
        drop(state);
        self.woken.notify_one();
        Ok(Stream { receiver, hub: Arc::clone(self), number })
    }

    /// Ends all streams at once, and lets no other begin.
    pub async fn close(&self, db: &Db) {
        let left = {
            let mut state = self.state();
            state.is_closed = true;
            let names = std::mem::take(&mut state.listeners).into_values().map(|listener| listener.name);
            let names: Vec<String> = names.collect();
            std::mem::take(&mut state.left).into_iter().map(|(name, _)| name).chain(names).collect::<Vec<_>>()
        };
        self.woken.notify_one();
        if !left.is_empty() {
            let deleted = db.write(move |tx| left.iter().try_for_each(|stream| store::delete_presence(tx, stream)));
            if let Err(error) = deleted.await {
                tracing::warn!(error = format!("{error:#}"), "who was where is forgotten within a minute");
            }
        }
    }

    /// Reads changes and tells them, until the streams are closed.
    pub async fn run(self: Arc<Self>, db: Db, clock: Clock) {
        let mut memory = Memory::default();
        loop {
            tokio::select! {
                () = db.committed() => {}
                () = self.woken.notified() => {}
                () = tokio::time::sleep(POLL) => {}
            }
            if self.state().is_closed {
                return;
            }
            metrics::gauge!("shop_console_streams").set(self.state().listeners.len() as f64);
            let now = clock.now();
            if let Err(error) = self.record_presence(&db, &mut memory, now).await {
                tracing::warn!(error = format!("{error:#}"), "who is where could not be recorded");
            }
            if self.state().listeners.is_empty() {
                memory.read_to = None;
                continue;
            }
            if let Err(error) = self.look(&db, &mut memory, now).await {
                tracing::warn!(error = format!("{error:#}"), "changes could not be read");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Writes who has come and gone, and from time to time who is still there.
    async fn record_presence(&self, db: &Db, memory: &mut Memory, now: Timestamp) -> Result<()> {
        let is_due = memory.recorded_at.is_none_or(|at| at.elapsed() >= BEAT);
        let (there, left) = {
            let mut state = self.state();
            let there = state.listeners.values().filter(|listener| is_due || listener.joins.is_some());
            let there =
                there.flat_map(|it| it.recorded().map(|thing| (it.name.clone(), thing.to_owned(), it.who.staff_id)));
            let there: Vec<(String, String, i64)> = there.collect();
            let (left, lingering): (Vec<_>, Vec<_>) =
                std::mem::take(&mut state.left).into_iter().partition(|(_, since)| since.elapsed() >= LINGER);
            state.left = lingering;
            (there, left)
        };
        if there.is_empty() && left.is_empty() {
            return Ok(());
        }
        let gone = left.clone();
        let saved = db.write(move |tx| {
            for (stream, thing, staff_id) in &there {
                store::save_presence(tx, stream, thing, *staff_id, now + PRESENT)?;
            }
            gone.iter().try_for_each(|(stream, _)| store::delete_presence(tx, stream))?;
            store::delete_lapsed_presence(tx, now)
        });
        if let Err(error) = saved.await {
            self.state().left.extend(left);
            return Err(error);
        }
        if is_due {
            memory.recorded_at = Some(Instant::now());
        }
        Ok(())
    }

    /// Reads what is new, and tells it.
    async fn look(&self, db: &Db, memory: &mut Memory, now: Timestamp) -> Result<()> {
        loop {
            let question = Question {
                read_to: memory.read_to,
                is_check_due: memory.checked_at.is_none_or(|at| at.elapsed() >= CHECK),
                listeners: self.state().listeners.iter().map(|(number, it)| (*number, Asked::of(it))).collect(),
            };
            let found = db.read(move |tx| question.answer(tx, now)).await?;
            if found.people.is_some() {
                memory.checked_at = Some(Instant::now());
            }
            memory.read_to = Some(found.read_to);
            let is_more = found.is_more;
            self.tell(found);
            if !is_more {
                return Ok(());
            }
        }
    }

    fn tell(&self, mut found: Found) {
        let mut state = self.state();
        let numbers: Vec<u64> = state.listeners.keys().copied().filter(|number| found.asked.contains(number)).collect();
        for number in numbers {
            let Some(listener) = state.listeners.get_mut(&number) else { continue };
            let may_go_on = found.people.as_ref().is_none_or(|people| people.contains(&number));
            let joined = found.joined.remove(&number);
            if joined.is_some() {
                listener.joins = None;
            }
            if !may_go_on || !listener.hear(&found, joined) {
                state.remove(number);
            }
        }
    }
}

/// Whether a text may be the number of an order or the reference of a thread.
fn is_name(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl Listener {
    /// The things in which its person is recorded as present.
    fn recorded(&self) -> impl Iterator<Item = &str> {
        let desk = self.who.permissions.contains(&Permission::MessagesAnswer).then_some(store::DESK);
        self.places.iter().map(String::as_str).chain(desk)
    }

    /// Passes on what the person may hear; false if the client does not take it.
    fn hear(&self, found: &Found, joined: Option<Joined>) -> bool {
        let rows = match &joined {
            Some(Joined::Missed(rows)) => rows,
            Some(Joined::Anew) if self.sender.try_send(Event::Anew(found.read_to)).is_err() => return false,
            Some(Joined::Anew) => &Vec::new(),
            None => &found.rows,
        };
        let SignedIn { staff_id, permissions, .. } = &self.who;
        let changes = rows.iter().filter_map(|row| change(row, *staff_id, permissions));
        let present = self.places.iter().filter_map(|thing| {
            let people = found.present.get(thing)?.iter().filter(|(id, _)| id != staff_id);
            Some(Event::Present { thing: thing.clone(), names: people.map(|(_, name)| name.clone()).collect() })
        });
        changes.chain(present).all(|event| self.sender.try_send(event).is_ok())
    }
}

/// A row as an event, for those who may hear it.
fn change(row: &Row, staff_id: i64, permissions: &Permissions) -> Option<Event> {
    let noun = Noun::from_code(&row.noun).filter(|noun| *noun != Noun::Presence)?;
    let is_heard = noun.is_heard_by(staff_id, permissions, &row.thing);
    is_heard.then(|| Event::Change { at: Position { id: row.id, at: row.at }, noun, thing: row.thing.clone() })
}

/// What the reader remembers from one look to the next.
#[derive(Debug, Default)]
struct Memory {
    /// None while nobody listens.
    read_to: Option<Position>,
    checked_at: Option<Instant>,
    recorded_at: Option<Instant>,
}

/// What is read for a listener.
#[derive(Debug)]
struct Asked {
    who: SignedIn,
    token: String,
    places: Vec<String>,
    joins: Option<Joining>,
}

impl Asked {
    fn of(listener: &Listener) -> Asked {
        let Listener { who, token, places, joins, .. } = listener;
        Asked { who: who.clone(), token: token.clone(), places: places.clone(), joins: *joins }
    }

    /// Whether the session is still open, of the same person with the same rights.
    fn may_hear(&self, tx: &mut dyn Tx, now: Timestamp) -> Result<bool> {
        Ok(staff::identify(tx, &self.token, now)?.is_some_and(|now| {
            let was = &self.who;
            !now.is_locked
                && now.session_id == was.session_id
                && now.staff_id == was.staff_id
                && now.role_id == was.role_id
                && now.permissions == was.permissions
        }))
    }
}

/// A look at the database, in one transaction for all listeners.
#[derive(Debug)]
struct Question {
    read_to: Option<Position>,
    is_check_due: bool,
    listeners: BTreeMap<u64, Asked>,
}

/// How a stream begins.
#[derive(Debug)]
enum Joined {
    /// With what its browser has missed.
    Missed(Vec<Row>),
    Anew,
}

/// What a look has found.
#[derive(Debug)]
struct Found {
    asked: BTreeSet<u64>,
    rows: Vec<Row>,
    read_to: Position,
    is_more: bool,
    /// Those who may still hear; none: nobody was asked about.
    people: Option<BTreeSet<u64>>,
    joined: BTreeMap<u64, Joined>,
    /// By order or thread, where that has changed: ids and names.
    present: BTreeMap<String, Vec<(i64, String)>>,
}

impl Question {
    fn answer(&self, tx: &mut dyn Tx, now: Timestamp) -> Result<Found> {
        let rows = match self.read_to {
            Some(from) => store::list_after(tx, from.id, PORTION)?,
            None => Vec::new(),
        };
        let is_more = i64::try_from(rows.len()).is_ok_and(|count| count == PORTION);
        let read_to = match (rows.last(), self.read_to) {
            (Some(last), _) => Position { id: last.id, at: last.at },
            (None, Some(before)) => before,
            (None, None) => store::newest(tx)?,
        };
        let nouns: BTreeSet<Noun> = rows.iter().filter_map(|row| Noun::from_code(&row.noun)).collect();
        let has_joined = self.listeners.values().any(|asked| asked.joins.is_some());
        let must_check = self.is_check_due || has_joined || nouns.into_iter().any(Noun::decides_who_hears);
        let people = if must_check { Some(self.people(tx, now)?) } else { None };
        let mut joined = BTreeMap::new();
        for (number, asked) in &self.listeners {
            if let Some(joining) = asked.joins {
                joined.insert(*number, join(tx, joining, read_to)?);
            }
        }
        let present = self.present(tx, &rows)?;
        let asked = self.listeners.keys().copied().collect();
        Ok(Found { asked, rows: latest(rows), read_to, is_more, people, joined, present })
    }

    fn people(&self, tx: &mut dyn Tx, now: Timestamp) -> Result<BTreeSet<u64>> {
        let mut people = BTreeSet::new();
        for (number, asked) in &self.listeners {
            if asked.may_hear(tx, now)? {
                people.insert(*number);
            }
        }
        Ok(people)
    }

    /// Who is in the orders and threads in which somebody has come or gone, and in those of new streams.
    fn present(&self, tx: &mut dyn Tx, rows: &[Row]) -> Result<BTreeMap<String, Vec<(i64, String)>>> {
        let moved = rows.iter().filter(|row| row.noun == Noun::Presence.code());
        let moved: &BTreeSet<&str> = &moved.map(|row| row.thing.as_str()).collect();
        let things = self.listeners.values().flat_map(|asked| {
            let is_new = asked.joins.is_some();
            asked.places.iter().filter(move |thing| is_new || moved.contains(thing.as_str()))
        });
        let things: Vec<String> = things.collect::<BTreeSet<_>>().into_iter().cloned().collect();
        let found = store::present(tx, &things)?;
        let ids: Vec<i64> = found.values().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let names = staff::names(tx, &ids)?;
        let named = |thing: String| {
            let ids = found.get(&thing).into_iter().flatten();
            let people = ids.filter_map(|id| Some((*id, names.get(id)?.clone()))).collect();
            (thing, people)
        };
        Ok(things.into_iter().map(named).collect())
    }
}

/// What a stream begins with whose browser has heard up to a position.
fn join(tx: &mut dyn Tx, joining: Joining, read_to: Position) -> Result<Joined> {
    let Some(resume) = joining.resume else { return Ok(Joined::Anew) };
    if !store::is_known(tx, resume)? {
        return Ok(Joined::Anew);
    }
    let mut missed = store::list_after(tx, resume.id, PORTION)?;
    if i64::try_from(missed.len()).is_ok_and(|count| count == PORTION) {
        return Ok(Joined::Anew);
    }
    // What is newer comes with the next look.
    missed.retain(|row| row.id <= read_to.id);
    Ok(Joined::Missed(latest(missed)))
}

/// Each thing once, where it changed last.
fn latest(rows: Vec<Row>) -> Vec<Row> {
    let mut seen = BTreeSet::new();
    let mut latest: Vec<Row> =
        rows.into_iter().rev().filter(|row| seen.insert((row.noun.clone(), row.thing.clone()))).collect();
    latest.reverse();
    latest
}
