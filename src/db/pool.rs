//! [`Db`]: asynchronous access to one writer thread and a pool of reader threads.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::anyhow;
use crossbeam_channel::{Receiver, Sender, TrySendError};
use tokio::sync::{Notify, mpsc, oneshot};

use super::connection::{Access, Connection, guarded};
use super::files::Files;
use super::sqlite::{Failure, SqliteTx, Statements, run};
use super::{Tx, writer};
use crate::error::{Error, Result};
use crate::vals;

/// A unit of work for a thread: run in a transaction, answered once that has ended.
pub(super) trait Work: Send {
    /// Runs it; returns whether its changes are committed.
    fn run(&mut self, tx: &mut dyn Tx) -> bool;
    /// Sends the result. `failure` says why the transaction did not commit after all.
    fn answer(self: Box<Self>, failure: Option<Failure>);
}

/// A closure with its result and where to send it.
pub(super) struct Typed<T, F> {
    pub(super) work: F,
    pub(super) result: Option<Result<T>>,
    pub(super) reply: oneshot::Sender<Result<T>>,
}

impl<T: Send, F: Fn(&mut dyn Tx) -> Result<T> + Send> Work for Typed<T, F> {
    fn run(&mut self, tx: &mut dyn Tx) -> bool {
        let result = guarded(|| (self.work)(tx));
        let keep = result.is_ok();
        self.result = Some(result);
        keep
    }

    fn answer(self: Box<Self>, failure: Option<Failure>) {
        let result = match (failure, self.result) {
            (None, Some(result)) => result,
            (Some(failure), _) => Err(failure.into()),
            (None, None) => Err(anyhow!("never run").into()),
        };
        // The caller may have been canceled; what is committed stays committed.
        drop(self.reply.send(result));
    }
}

/// The database: cheap to clone.
#[derive(Clone)]
pub struct Db {
    path: Arc<PathBuf>,
    /// Holds one permit after commits that nobody waited for.
    commits: Arc<Notify>,
    /// Commits of this process.
    count: Arc<AtomicU64>,
    backend: Backend,
}

#[derive(Clone)]
enum Backend {
    Threads {
        writes: Sender<Box<dyn Work>>,
        reads: Sender<Box<dyn Work>>,
        files: Arc<Files>,
        /// For checkpoints. Opened with the others: one that is opened later by the path might be of another file, and would
        /// delete the log of this one when it is closed.
        /// None once the database is closed.
        maintenance: Arc<Mutex<Option<Connection>>>,
        threads: Arc<Threads>,
    },
    /// One connection, used on the caller's own thread.
    Inline(Arc<Mutex<Connection>>),
}

/// The threads that hold connections.
#[derive(Debug, Default)]
struct Threads {
    running: Mutex<Vec<JoinHandle<()>>>,
    /// No further work is taken: each thread ends after what it does.
    is_closed: Arc<AtomicBool>,
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Db").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Db {
    /// Opens a migrated database file with one writer and `readers` readers. At most `waiting` transactions wait for
    /// the writer, and as many for the readers. Must be called in a Tokio runtime.
    pub fn open(path: &Path, readers: usize, waiting: usize) -> anyhow::Result<Db> {
        let (writes, queue) = crossbeam_channel::bounded::<Box<dyn Work>>(waiting);
        let connection = Connection::open(path, Access::ReadWrite)?;
        // The first read opens the log and its index.
        let _: i64 = connection.one("SELECT count(*) FROM sqlite_schema", vals![])?;
        let files = Arc::new(Files::of(path)?);
        let written = Arc::clone(&files);
        let maintenance = Arc::new(Mutex::new(Some(Connection::open_unconfigured(path, Access::ReadWrite)?)));
        let is_closed = Arc::<AtomicBool>::default();
        let (committed, mut groups) = mpsc::unbounded_channel::<Vec<Box<dyn Work>>>();
        let (ends, count) = (Arc::clone(&is_closed), Arc::<AtomicU64>::default());
        let counted = Arc::clone(&count);
        let mut running = vec![thread::Builder::new().name("writer".into()).spawn(move || {
            let target = writer::Target { files: &written, commits: &counted };
            writer::write_loop(&connection.sqlite, &target, &queue, &committed, &ends);
        })?];
        // Waking tasks from a thread outside of the runtime is expensive: a task of the runtime answers a whole group.
        let commits = Arc::new(Notify::new());
        let has_committed = Arc::clone(&commits);
        tokio::spawn(async move {
            while let Some(group) = groups.recv().await {
                group.into_iter().for_each(|work| work.answer(None));
                has_committed.notify_one();
            }
        });
        let (reads, queue) = crossbeam_channel::bounded::<Box<dyn Work>>(waiting);
        for number in 0..readers.max(1) {
            let connection = Connection::open(path, Access::ReadOnly)?;
            connection.attach_search(path)?;
            let (queue, ends) = (queue.clone(), Arc::clone(&is_closed));
            let reader = thread::Builder::new().name(format!("reader-{number}"));
            running.push(reader.spawn(move || read_loop(&connection.sqlite, &queue, &ends))?);
        }
        let threads = Arc::new(Threads { running: Mutex::new(running), is_closed });
        let backend = Backend::Threads { writes, reads, files, maintenance, threads };
        Ok(Db { path: Arc::new(path.to_owned()), commits, count, backend })
    }

    /// A database without threads, for the simulation: work runs on the caller's thread between two yield points, at which
    /// a scheduler can reorder or drop tasks.
    pub fn inline(connection: Arc<Mutex<Connection>>) -> Db {
        let backend = Backend::Inline(connection);
        Db { path: Arc::new(PathBuf::new()), commits: Arc::default(), count: Arc::default(), backend }
    }

    /// The database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns after commits of this process, those included that came while nobody waited. For one waiter; a commit after the
    /// failure of its group may be missed, and so are those of other processes.
    pub async fn committed(&self) {
        self.commits.notified().await;
    }

    /// How often this process has committed. A write that was answered is counted; while the number stays the same, nothing
    /// has been written here.
    pub fn commit_count(&self) -> u64 {
        self.count.load(Ordering::Acquire)
    }

    /// Fails with [`Error::Unavailable`] while a file of the database is missing or replaced: nothing is written
    /// meanwhile.
    pub fn check_files(&self) -> Result<()> {
        match &self.backend {
            Backend::Threads { files, .. } => Ok(files.check()?),
            Backend::Inline(_) => Ok(()),
        }
    }

    /// Moves the log into the database file, so that the file alone is the whole database; false while others use the
    /// log after `patience`, during which nothing else is written.
    pub async fn checkpoint(&self, patience: Duration) -> Result<bool> {
        self.check_files()?;
        let Backend::Threads { maintenance, .. } = &self.backend else { return Ok(true) };
        let maintenance = Arc::clone(maintenance);
        let moved = tokio::task::spawn_blocking(move || truncate_log(&maintenance, patience));
        Ok(moved.await.map_err(anyhow::Error::from)??)
    }

    /// Closes all connections, so that the files can be replaced: returns once none is open. What waits is refused, as is what
    /// comes later.
    pub async fn close(&self) -> Result<()> {
        let Backend::Threads { writes, reads, maintenance, threads, .. } = &self.backend else { return Ok(()) };
        threads.is_closed.store(true, Ordering::SeqCst);
        let running = std::mem::take(&mut *threads.running.lock().unwrap_or_else(PoisonError::into_inner));
        // A thread that waits is woken by work; where a queue is full, none waits.
        drop(writes.try_send(Box::new(Wake)));
        running.iter().for_each(|_| drop(reads.try_send(Box::new(Wake))));
        let maintenance = Arc::clone(maintenance);
        let ended = tokio::task::spawn_blocking(move || {
            let all = running.into_iter().all(|thread| thread.join().is_ok());
            drop(maintenance.lock().unwrap_or_else(PoisonError::into_inner).take());
            all
        });
        match ended.await {
            Ok(true) => Ok(()),
            _ => Err(anyhow!("a thread of the database ended in a panic").into()),
        }
    }

    /// Runs `work` in a read-only transaction, on one snapshot of the database.
    pub async fn read<T: Send + 'static>(&self, work: impl Fn(&mut dyn Tx) -> Result<T> + Send + 'static) -> Result<T> {
        match &self.backend {
            Backend::Threads { reads, threads, .. } => submit("reads", reads, threads, work).await,
            Backend::Inline(connection) => run_inline(connection, work).await,
        }
    }

    /// Runs `work` in a writing transaction, which is on disk when this returns `Ok`. May run `work` twice.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut dyn Tx) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        match &self.backend {
            Backend::Threads { writes, threads, .. } => submit("writes", writes, threads, work).await,
            Backend::Inline(connection) => {
                let result = run_inline(connection, work).await;
                self.count.fetch_add(1, Ordering::Release);
                result
            }
        }
    }
}

fn truncate_log(maintenance: &Mutex<Option<Connection>>, patience: Duration) -> anyhow::Result<bool> {
    let connection = maintenance.lock().unwrap_or_else(PoisonError::into_inner);
    let connection = connection.as_ref().ok_or_else(|| anyhow!(CLOSED))?;
    connection.set_busy_timeout(patience)?;
    connection.truncate_log()
}

const CLOSED: &str = "the database is closed";

/// Work that does nothing: wakes a thread.
struct Wake;

impl Work for Wake {
    fn run(&mut self, _: &mut dyn Tx) -> bool {
        true
    }

    fn answer(self: Box<Self>, _: Option<Failure>) {}
}

/// Waits for a thread to run `work`; fails at once with [`Error::Unavailable`] where the queue is full.
async fn submit<T: Send + 'static>(
    name: &'static str,
    queue: &Sender<Box<dyn Work>>,
    threads: &Threads,
    work: impl Fn(&mut dyn Tx) -> Result<T> + Send + 'static,
) -> Result<T> {
    let closed = || Error::Unavailable(anyhow!(CLOSED));
    if threads.is_closed.load(Ordering::Relaxed) {
        return Err(closed());
    }
    let (reply, answer) = oneshot::channel();
    queue.try_send(Box::new(Typed { work, result: None, reply })).map_err(|error| match error {
        TrySendError::Full(_) => {
            metrics::counter!("shop_queue_full_total", "queue" => name).increment(1);
            Error::Unavailable(anyhow!("the queue of {name} is full (data.queue)"))
        }
        TrySendError::Disconnected(_) => closed(),
    })?;
    answer.await.map_err(|_| closed())?
}

async fn run_inline<T>(connection: &Mutex<Connection>, work: impl Fn(&mut dyn Tx) -> Result<T>) -> Result<T> {
    yield_once().await;
    let result = connection.lock().unwrap_or_else(PoisonError::into_inner).savepoint(work);
    yield_once().await;
    result
}

async fn yield_once() {
    let mut has_yielded = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut has_yielded, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

/// Runs work from `queue` until that is closed, or after what it does once `ends` says so.
fn read_loop(connection: &rusqlite::Connection, queue: &Receiver<Box<dyn Work>>, ends: &AtomicBool) {
    let mut statements = Statements::of(connection);
    for mut work in queue {
        let failure = match run(connection, "BEGIN DEFERRED") {
            Ok(()) => {
                work.run(&mut SqliteTx { statements: &mut statements });
                // Ends the snapshot; there is nothing to commit.
                run(connection, "ROLLBACK").err()
            }
            Err(why) => Some(why),
        };
        work.answer(failure);
        if ends.load(Ordering::SeqCst) {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Barrier, mpsc};

    use futures_util::FutureExt as _;

    use super::*;

    async fn run_in(db: &Db, is_write: bool, work: impl Fn() + Send + 'static) -> Result<()> {
        let work = move |_: &mut dyn Tx| {
            work();
            Ok(())
        };
        if is_write { db.write(work).await } else { db.read(work).await }
    }

    /// The files may be moved between the check and the checkpoint.
    #[test]
    fn checkpoint_leaves_another_file_in_the_database_s_place_alone() {
        let folder = tempfile::tempdir().expect("folder");
        let (path, aside) = (folder.path().join("shop.db"), folder.path().join("aside"));
        let connection = Connection::open(&path, Access::ReadWrite).expect("a database");
        connection.execute_batch("CREATE TABLE word (text TEXT) STRICT").expect("create");
        drop(connection);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let db = Db::open(&path, 1, 1).expect("opened");
            db.write(|tx| tx.exec("INSERT INTO word (text) VALUES ('kept')", &[])).await.expect("written");
            std::fs::rename(&path, &aside).expect("moved");
            std::fs::copy(&aside, &path).expect("copied");
            let Backend::Threads { maintenance, .. } = &db.backend else { panic!("no threads") };
            truncate_log(maintenance, Duration::ZERO).expect("the log of the file that was opened");
            std::fs::rename(&aside, &path).expect("moved back");
            assert!(db.check_files().is_ok(), "the log is still there");
            db.write(|tx| tx.exec("INSERT INTO word (text) VALUES ('more')", &[])).await.expect("written");
            let words = Connection::open(&path, Access::ReadOnly).expect("a reader");
            assert_eq!(words.one::<i64>("SELECT count(*) FROM word", vals![]).expect("counted"), 2);
        });
    }

    #[test]
    fn closed_database_is_open_nowhere_and_refuses_what_comes_later() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("shop.db");
        let connection = Connection::open(&path, Access::ReadWrite).expect("a database");
        connection.execute_batch("CREATE TABLE word (text TEXT) STRICT").expect("create");
        drop(connection);
        let alone = || {
            let other = Connection::open_unconfigured(&path, Access::ReadWrite).expect("a connection");
            other.set_busy_timeout(Duration::ZERO).expect("set");
            other.one::<String>("PRAGMA journal_mode = DELETE", vals![]).is_ok_and(|mode| mode == "delete")
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().build().expect("a runtime");
        runtime.block_on(async {
            let db = Db::open(&path, 3, 4).expect("opened");
            db.write(|tx| tx.exec("INSERT INTO word (text) VALUES ('kept')", &[])).await.expect("written");
            assert!(!alone(), "it is open");
            // One reader is busy while the others wait.
            let gate = Arc::new(Barrier::new(2));
            let (busy, opened) = (db.clone(), Arc::clone(&gate));
            let (started, has_started) = mpsc::channel();
            let reading = tokio::spawn(async move {
                run_in(&busy, false, move || {
                    started.send(()).expect("started");
                    opened.wait();
                })
                .await
            });
            has_started.recv().expect("started");
            let closing = tokio::spawn({
                let db = db.clone();
                async move { db.close().await }
            });
            gate.wait();
            closing.await.expect("ended").expect("closed");
            assert!(reading.await.expect("ended").is_ok(), "what was begun is answered");
            assert!(alone());
            for is_write in [false, true] {
                let refused = run_in(&db, is_write, || ()).await;
                assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
            }
            assert!(db.checkpoint(Duration::ZERO).await.is_err());
        });
    }

    #[test]
    fn a_full_queue_refuses_at_once() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("shop.db");
        let connection = Connection::open(&path, Access::ReadWrite).expect("a database");
        connection.execute_batch("CREATE TABLE word (text TEXT) STRICT").expect("create");
        let runtime = tokio::runtime::Builder::new_multi_thread().build().expect("a runtime");
        runtime.block_on(async {
            let db = Db::open(&path, 1, 1).expect("opened");
            for is_write in [false, true] {
                let (started, has_started) = mpsc::channel();
                let gate = Arc::new(Barrier::new(2));
                let (busy, opened) = (db.clone(), Arc::clone(&gate));
                let running = tokio::spawn(async move {
                    let work = move || {
                        started.send(()).expect("started");
                        opened.wait();
                    };
                    run_in(&busy, is_write, work).await
                });
                has_started.recv().expect("started");
                let mut waiting = Box::pin(run_in(&db, is_write, || ()));
                assert!((&mut waiting).now_or_never().is_none(), "one may wait");
                let refused = run_in(&db, is_write, || ()).now_or_never().expect("answered at once");
                assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
                gate.wait();
                assert!(running.await.expect("finished").is_ok() && waiting.await.is_ok());
                assert!(run_in(&db, is_write, || ()).await.is_ok(), "there is room again");
            }
        });
    }
}
