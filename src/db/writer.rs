//! Group commit: the writer thread runs the transactions that wait, each in a savepoint, and syncs them with one commit.

use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use rusqlite::Connection;
use tokio::sync::mpsc;

use super::pool::Work;
use super::sqlite::{SqliteTx, Statements, run};

/// The most transactions in one commit: bounds the latency of the first.
const MAX_GROUP: usize = 128;
/// The longest that a commit is delayed to gather more transactions.
const MAX_DELAY: Duration = Duration::from_millis(5);

/// Runs work from `queue` until that is closed; passes each committed group to `committed`, which answers it.
pub(super) fn write_loop(
    connection: &Connection,
    queue: &Receiver<Box<dyn Work>>,
    committed: &mpsc::UnboundedSender<Vec<Box<dyn Work>>>,
) {
    let mut delay = CommitDelay::default();
    let mut statements = Statements::of(connection);
    let mut group: Vec<Box<dyn Work>> = Vec::new();
    while let Ok(first) = queue.recv() {
        group.push(first);
        group.extend(queue.try_iter().take(MAX_GROUP - 1));
        let deadline = Instant::now() + delay.max;
        let outcome = commit(&mut statements, &mut group, |taken| {
            // Later work waits for the next commit, so that clients answered by this one are already preparing theirs.
            if taken == MAX_GROUP || Instant::now() >= deadline {
                return None;
            }
            let next = queue.try_recv();
            if next.is_err() && taken < delay.expected { queue.recv_deadline(deadline).ok() } else { next.ok() }
        });
        metrics::histogram!("shop_commit_group_size").record(group.len() as f64);
        match outcome {
            Ok(took) => {
                delay = CommitDelay::after(group.len(), queue.len(), took);
                // Fails only while the runtime shuts down: then no caller is left.
                drop(committed.send(std::mem::take(&mut group)));
            }
            // One member may have failed the commit for all: each gets a commit of its own.
            Err(_) if group.len() > 1 => {
                for work in group.drain(..) {
                    let mut alone = vec![work];
                    let failure = commit(&mut statements, &mut alone, |_| None).err();
                    for work in alone {
                        work.answer(failure.clone());
                    }
                }
            }
            Err(why) => group.drain(..).for_each(|work| work.answer(Some(why.clone()))),
        }
    }
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
) -> Result<Duration, String> {
    let connection = statements.connection;
    run(connection, "BEGIN IMMEDIATE")?;
    let outcome = (|| {
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
        run(connection, "ROLLBACK")?;
    }
    outcome
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tokio::sync::oneshot;

    use super::*;
    use crate::db::pool::Typed;
    use crate::db::{self, Access, Tx};
    use crate::error::Result;
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
