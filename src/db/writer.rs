//! Group commit: the writer thread runs the transactions that wait, each in a savepoint, and syncs them with one commit.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use rusqlite::Connection;
use tokio::sync::mpsc;

use super::files::Files;
use super::pool::Work;
use super::sqlite::{Failure, SqliteTx, Statements, run};

/// The most transactions in one commit: bounds the latency of the first.
const MAX_GROUP: usize = 128;
/// The longest that a commit is delayed to gather more transactions.
const MAX_DELAY: Duration = Duration::from_millis(5);

/// Why a group was not committed.
#[derive(Debug)]
enum Aborted {
    /// No member is the cause: the transaction did not begin, or the files are lost.
    ForAll(Failure),
    /// A statement between the members or the commit failed: one member may be the cause.
    ByMember(Failure),
}

/// What is committed to.
pub(super) struct Target<'t> {
    pub(super) files: &'t Files,
    /// Counts commits, before they are answered.
    pub(super) commits: &'t AtomicU64,
}

/// Runs work from `queue` until that is closed, or after a group once `ends` says so; passes each committed group to `committed`,
/// which answers it.
pub(super) fn write_loop(
    connection: &Connection,
    target: &Target<'_>,
    queue: &Receiver<Box<dyn Work>>,
    committed: &mpsc::UnboundedSender<Vec<Box<dyn Work>>>,
    ends: &AtomicBool,
) {
    let mut delay = CommitDelay::default();
    let mut statements = Statements::of(connection);
    let mut group: Vec<Box<dyn Work>> = Vec::new();
    while let Ok(first) = queue.recv() {
        group.push(first);
        group.extend(queue.try_iter().take(MAX_GROUP - 1));
        let deadline = Instant::now() + delay.max;
        let more = |taken| {
            // Later work waits for the next commit, so that clients answered by this one are already preparing theirs.
            if taken == MAX_GROUP || Instant::now() >= deadline {
                return None;
            }
            let next = queue.try_recv();
            if next.is_err() && taken < delay.expected { queue.recv_deadline(deadline).ok() } else { next.ok() }
        };
        let outcome = commit_to(target, &mut statements, &mut group, more);
        metrics::histogram!("shop_commit_group_size").record(group.len() as f64);
        match outcome {
            Ok(took) => {
                delay = CommitDelay::after(group.len(), queue.len(), took);
                // Fails only while the runtime shuts down: then no caller is left.
                drop(committed.send(std::mem::take(&mut group)));
            }
            Err(Aborted::ByMember(failure)) if group.len() > 1 => {
                tracing::error!(error = %failure, members = group.len(), "group not committed; its members are, singly");
                commit_each(target, &mut statements, group.drain(..));
            }
            Err(Aborted::ByMember(failure) | Aborted::ForAll(failure)) => refuse(group.drain(..), &failure),
        }
        if ends.load(Ordering::SeqCst) {
            break;
        }
    }
}

/// Commits each member by itself. When a transaction cannot begin, the rest is refused at once: each would only wait
/// for the lock as long again.
fn commit_each(target: &Target<'_>, statements: &mut Statements<'_>, mut members: impl Iterator<Item = Box<dyn Work>>) {
    while let Some(work) = members.next() {
        let mut alone = vec![work];
        match commit_to(target, statements, &mut alone, |_| None) {
            Ok(_) => alone.into_iter().for_each(|work| work.answer(None)),
            Err(Aborted::ByMember(failure)) => refuse(alone.into_iter(), &failure),
            Err(Aborted::ForAll(failure)) => refuse(alone.into_iter().chain(members.by_ref()), &failure),
        }
    }
}

/// [`commit`], if the path still leads to the open files; also afterwards, as the commit is lost if they were removed
/// meanwhile.
fn commit_to(
    target: &Target<'_>,
    statements: &mut Statements<'_>,
    group: &mut Vec<Box<dyn Work>>,
    more: impl FnMut(usize) -> Option<Box<dyn Work>>,
) -> Result<Duration, Aborted> {
    target.files.check().map_err(Aborted::ForAll)?;
    let took = commit(statements, group, more)?;
    target.commits.fetch_add(1, Ordering::Release);
    target.files.check().map_err(Aborted::ForAll)?;
    Ok(took)
}

fn refuse(members: impl Iterator<Item = Box<dyn Work>>, failure: &Failure) {
    let mut count = 0;
    for work in members {
        count += 1;
        work.answer(Some(failure.clone()));
    }
    tracing::error!(error = %failure, transactions = count, "not committed");
}

/// How long a commit is delayed for further transactions, and for how many.
///
/// Syncing the log takes longer than running the statements. Without a delay, half of a set of busy clients would be
/// preparing their next request while the other half is synced, and each would pay for two syncs. PostgreSQL has the same
/// setting (`commit_delay`) and recommends half the duration of a sync. A single client is never delayed.
#[derive(Debug, Default, PartialEq, Eq)]
struct CommitDelay {
    /// Transactions to expect: those answered by the last commit and those that waited meanwhile.
    expected: usize,
    /// From the first of a group.
    max: Duration,
}

impl CommitDelay {
    /// The delay for the next commit, from the last: its members, those waiting behind it, its duration.
    fn after(answered: usize, waiting: usize, took: Duration) -> CommitDelay {
        CommitDelay { expected: answered + waiting, max: (took / 2).min(MAX_DELAY) }
    }
}

/// Commits the group, and what `more` adds while it is open (it receives the present size). A member that fails is rolled
/// back to its savepoint. Answers how long the commit itself took.
fn commit(
    statements: &mut Statements<'_>,
    group: &mut Vec<Box<dyn Work>>,
    mut more: impl FnMut(usize) -> Option<Box<dyn Work>>,
) -> Result<Duration, Aborted> {
    let connection = statements.connection;
    run(connection, "BEGIN IMMEDIATE").map_err(Aborted::ForAll)?;
    let outcome = (|| -> Result<Duration, Failure> {
        let mut done = 0;
        loop {
            if done == group.len() {
                match more(done) {
                    Some(work) => group.push(work),
                    None => break,
                }
            }
            run(connection, "SAVEPOINT work")?;
            if !group[done].run(&mut SqliteTx { statements }) {
                run(connection, "ROLLBACK TO work")?;
            }
            run(connection, "RELEASE work")?;
            done += 1;
        }
        let began = Instant::now();
        run(connection, "COMMIT")?;
        Ok(began.elapsed())
    })();
    if outcome.is_err() && !connection.is_autocommit() {
        run(connection, "ROLLBACK").map_err(Aborted::ByMember)?;
    }
    outcome.map_err(Aborted::ByMember)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::path::Path;

    use tokio::sync::oneshot;

    use super::*;
    use crate::db::pool::Typed;
    use crate::db::{self, Access, Tx};
    use crate::error::{Error, Result};
    use crate::vals;

    /// Work that inserts a word.
    fn insert(word: &'static str) -> (Box<dyn Work>, oneshot::Receiver<Result<()>>) {
        let (reply, answer) = oneshot::channel();
        let work =
            move |tx: &mut dyn Tx| tx.exec("INSERT INTO word (text) VALUES ($1)", vals![word]).map(|_changed| ());
        (Box::new(Typed { work, result: None, reply }), answer)
    }

    fn words(path: &Path) -> Vec<String> {
        let reader = db::Connection::open(path, Access::ReadOnly).expect("connect");
        reader.all("SELECT text FROM word ORDER BY text", vals![]).expect("words")
    }

    #[test]
    fn work_that_arrives_during_a_transaction_shares_its_commit() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("shop.db");
        let connection = db::Connection::open(&path, Access::ReadWrite).expect("connect");
        connection.execute_batch("CREATE TABLE word (text TEXT NOT NULL UNIQUE) STRICT").expect("create");
        let ((first, _), (late, _), (double, mut refused)) = (insert("first"), insert("late"), insert("first"));
        let (mut group, mut coming) = (vec![first], vec![late, double]);
        let committed = commit(&mut Statements::of(connection.driver()), &mut group, |taken| {
            assert_eq!(words(&path), [""; 0], "nothing is committed while more work may come");
            assert_eq!(taken, 3 - coming.len(), "each is run before the next is asked for");
            coming.pop()
        });
        committed.expect("committed");
        assert_eq!(group.len(), 3);
        assert_eq!(words(&path), ["first", "late"], "the failed member undid only its own changes");
        group.into_iter().for_each(|work| work.answer(None));
        assert!(refused.try_recv().expect("answered").is_err());
    }

    type Answers = Vec<oneshot::Receiver<Result<()>>>;

    thread_local! {
        /// How often this thread's connection found the database locked.
        static WAITS: Cell<u32> = const { Cell::new(0) };
    }

    /// A database whose lock another connection holds, a connection that counts its waits for it, and work.
    fn locked(folder: &Path) -> (db::Connection, db::Connection, Vec<Box<dyn Work>>, Answers) {
        let path = folder.join("shop.db");
        let connection = db::Connection::open(&path, Access::ReadWrite).expect("connect");
        connection.execute_batch("CREATE TABLE word (text TEXT NOT NULL UNIQUE) STRICT").expect("create");
        let count_wait = |_attempt| {
            WAITS.set(WAITS.get() + 1);
            false
        };
        connection.driver().busy_handler(Some(count_wait)).expect("a handler");
        WAITS.set(0);
        let other = db::Connection::open(&path, Access::ReadWrite).expect("connect");
        other.execute_batch("BEGIN IMMEDIATE").expect("locked");
        let (group, answers) = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map(insert).into_iter().unzip();
        (connection, other, group, answers)
    }

    fn assert_unavailable_after_one_wait(answers: Answers) {
        for mut answer in answers {
            assert!(matches!(answer.try_recv().expect("answered"), Err(Error::Unavailable(_))));
        }
        assert_eq!(WAITS.get(), 1, "waited once, not one after the other");
    }

    #[test]
    fn a_group_waits_once_for_the_lock_of_another_process() {
        let folder = tempfile::tempdir().expect("folder");
        let (connection, other, group, answers) = locked(folder.path());
        let files = Files::of(&folder.path().join("shop.db")).expect("files");
        let (committed, mut groups) = mpsc::unbounded_channel();
        let work_off = |group: Vec<Box<dyn Work>>| {
            let (sender, queue) = crossbeam_channel::unbounded();
            group.into_iter().for_each(|work| sender.send(work).expect("queued"));
            drop(sender);
            let target = Target { files: &files, commits: &AtomicU64::default() };
            write_loop(connection.driver(), &target, &queue, &committed, &AtomicBool::default());
        };
        work_off(group);
        assert_unavailable_after_one_wait(answers);
        other.execute_batch("ROLLBACK").expect("unlocked");
        work_off(vec![insert("later").0]);
        assert_eq!(groups.try_recv().expect("committed").len(), 1);
        assert_eq!(words(&folder.path().join("shop.db")), ["later"]);
    }

    #[test]
    fn members_that_are_committed_singly_wait_once_for_the_lock_of_another_process() {
        let folder = tempfile::tempdir().expect("folder");
        let (connection, _other, group, answers) = locked(folder.path());
        let files = Files::of(&folder.path().join("shop.db")).expect("files");
        let target = Target { files: &files, commits: &AtomicU64::default() };
        commit_each(&target, &mut Statements::of(connection.driver()), group.into_iter());
        assert_unavailable_after_one_wait(answers);
    }

    #[test]
    fn nothing_is_answered_as_committed_once_the_file_was_removed() {
        let folder = tempfile::tempdir().expect("folder");
        let (connection, other, mut group, _answers) = locked(folder.path());
        other.execute_batch("ROLLBACK").expect("unlocked");
        let path = folder.path().join("shop.db");
        let files = Files::of(&path).expect("files");
        let target = Target { files: &files, commits: &AtomicU64::default() };
        let removed = commit_to(&target, &mut Statements::of(connection.driver()), &mut group, |_| {
            std::fs::rename(&path, folder.path().join("aside")).expect("moved");
            None
        });
        assert!(matches!(removed, Err(Aborted::ForAll(_))), "removed before the commit: {removed:?}");
    }

    #[test]
    fn a_single_client_is_not_delayed() {
        let long = Duration::from_secs(1);
        let alone = CommitDelay::after(1, 0, long);
        assert_eq!(alone.expected, 1, "its own transaction, so no other is waited for");
        // Half of the clients are answered, the other half is waiting: all may come.
        assert_eq!(
            CommitDelay::after(16, 16, Duration::from_millis(8)),
            CommitDelay { expected: 32, max: Duration::from_millis(4) }
        );
        assert_eq!(
            CommitDelay::after(2, 0, long).max,
            MAX_DELAY,
            "a slow commit, as with a checkpoint, does not predict the next"
        );
    }
}
