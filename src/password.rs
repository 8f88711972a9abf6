//! Password hashing with argon2id on dedicated threads.
//!
//! Hashing is expensive by design. A few low-priority threads process a bounded queue in which networks take turns, so that
//! neither many logins slow down other requests nor many logins from one network those from others. What does not fit is
//! unavailable for the moment, which is no failed login.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::anyhow;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use tokio::sync::oneshot;
use unicode_normalization::UnicodeNormalization as _;

use crate::domain::validate;
use crate::error::{Error, Result};

/// OWASP's parameters for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Verified against if there is no account, so that both cases take equally long. A match is refused too.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGxpdmVzIGhlcg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// Priority of the threads (`nice`).
const NICENESS: i32 = 15;

type Job = Box<dyn FnOnce() + Send>;

/// The network of a request; `None` where no limit applies.
type Network = Option<IpAddr>;

/// The jobs that wait. Networks take turns; within one the first come is the first served.
#[derive(Default)]
struct Waiting {
    /// Without empty queues.
    queues: HashMap<Network, VecDeque<Job>>,
    /// The networks of `queues` in the order of their turns.
    turns: VecDeque<Network>,
    count: usize,
    is_closed: bool,
}

impl Waiting {
    /// Adds a job; false if there is no room for it. In a full queue it displaces the newest job of the network with the most,
    /// if its own network would still have fewer.
    fn push(&mut self, network: Network, job: Job, capacity: usize) -> bool {
        if self.count >= capacity {
            let own = self.queues.get(&network).map_or(0, VecDeque::len);
            let longest = self.queues.values_mut().max_by_key(|queue| queue.len());
            // A dropped job tells its caller.
            let Some(longest) = longest.filter(|queue| queue.len() > own + 1) else { return false };
            longest.pop_back();
            self.count -= 1;
        }
        let queue = self.queues.entry(network).or_default();
        if queue.is_empty() {
            self.turns.push_back(network);
        }
        queue.push_back(job);
        self.count += 1;
        true
    }

    /// The job whose turn it is.
    fn pop(&mut self) -> Option<Job> {
        let network = self.turns.pop_front()?;
        let queue = self.queues.get_mut(&network)?;
        let job = queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&network);
        } else {
            self.turns.push_back(network);
        }
        self.count -= 1;
        job
    }
}

/// The queue between requests and hashing threads.
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    capacity: usize,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, awaited; `None` once the queue is closed.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.pop() {
                return Some(job);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Closes the queue when the last handle is dropped.
struct Handle(Arc<Queue>);

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

/// The hashing threads: they end when this is dropped.
#[derive(Clone)]
pub struct Passwords {
    queue: Arc<Handle>,
}

impl std::fmt::Debug for Passwords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Passwords").field("waiting", &self.queue.0.lock().count).finish_non_exhaustive()
    }
}

impl Passwords {
    /// Starts `threads`; `capacity` jobs may wait.
    pub fn start(threads: usize, capacity: usize) -> anyhow::Result<Passwords> {
        let queue = Arc::new(Queue { waiting: Mutex::default(), changed: Condvar::new(), capacity });
        let passwords = Passwords { queue: Arc::new(Handle(Arc::clone(&queue))) };
        for number in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(format!("password-{number}")).spawn(move || {
                // On Linux this sets the priority of the thread alone.
                if let Err(error) = rustix::process::nice(NICENESS) {
                    tracing::warn!(%error, "passwords are hashed at normal priority");
                }
                while let Some(job) = queue.next() {
                    job();
                }
            })?;
        }
        Ok(passwords)
    }

    /// The hash of a new password, as a PHC string.
    pub async fn hash(&self, network: Network, password: &str) -> Result<String> {
        let mut salt = [0_u8; 16];
        getrandom::fill(&mut salt).map_err(anyhow::Error::from)?;
        let password = password.to_owned();
        self.run(network, move || hash(&password, &salt)).await
    }

    /// Whether a password matches a hash. Without a hash (no account, or no password yet) it takes as long and answers
    /// false.
    pub async fn verify(&self, network: Network, password: &str, hash: Option<&str>) -> Result<bool> {
        let (password, against) = (password.to_owned(), hash.unwrap_or(DUMMY_HASH).to_owned());
        let is_right = self.run(network, move || verify(&password, &against)).await?;
        Ok(is_right && hash.is_some())
    }

    /// Runs `work` on a hashing thread; unavailable if there is no room for it, or no longer.
    async fn run<T: Send + 'static>(
        &self,
        network: Network,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move || {
            // The caller may have gone.
            if !reply.is_closed() {
                metrics::counter!("shop_password_hashes_total").increment(1);
                drop(reply.send(work()));
            }
        });
        let queue = &self.queue.0;
        let is_queued = queue.lock().push(network, job, queue.capacity);
        queue.changed.notify_one();
        let full = || {
            metrics::counter!("shop_password_queue_full_total").increment(1);
            Error::Unavailable(anyhow!("too many passwords wait to be hashed"))
        };
        if !is_queued {
            return Err(full());
        }
        Ok(answer.await.map_err(|_| full())??)
    }
}

fn argon2() -> anyhow::Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|e| anyhow!("argon2: {e}"))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Normalizes a password to NFKC, whatever form the keyboard composes (NIST SP 800-63B), and trims it (boutique.md §5).
fn prepared(password: &str) -> String {
    validate::trim(password).nfkc().collect()
}

fn hash(password: &str, salt: &[u8; 16]) -> anyhow::Result<String> {
    let hash =
        argon2()?.hash_password_with_salt(prepared(password).as_bytes(), salt).map_err(|e| anyhow!("argon2: {e}"))?;
    Ok(hash.to_string())
}

fn verify(password: &str, hash: &str) -> anyhow::Result<bool> {
    let hash = PasswordHash::new(hash).map_err(|e| anyhow!("a stored password hash: {e}"))?;
    Ok(argon2()?.verify_password(prepared(password).as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_argon2id_with_owasp_parameters() {
        let hash = hash("correct horse", &[7; 16]).expect("a hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(verify("  correct horse\t", &hash).expect("readable"), "surrounding blanks are trimmed");
        assert!(!verify("correct  horse", &hash).expect("readable"), "inner blanks count");
        assert!(!verify("Correct horse", &hash).expect("readable"));
        assert!(verify("x", "no hash").is_err());
        // It must have the same parameters to take as long, and parse, or a login would fail with an error.
        let (parameters, _) = hash.rsplit_once("$").and_then(|(rest, _)| rest.rsplit_once('$')).expect("four parts");
        assert!(DUMMY_HASH.starts_with(&format!("{parameters}$")) && DUMMY_HASH.len() == hash.len(), "{DUMMY_HASH}");
        assert!(!verify("x", DUMMY_HASH).expect("readable"));
    }

    #[test]
    fn composed_and_decomposed_letters_are_equal() {
        let hash = hash("cafe\u{301} ole\u{301}", &[7; 16]).expect("a hash");
        assert!(verify("caf\u{e9} ol\u{e9}", &hash).expect("readable"));
    }

    #[tokio::test]
    async fn missing_hash_never_matches() {
        let passwords = Passwords::start(1, 8).expect("threads");
        let hash = passwords.hash(None, "correct horse").await.expect("a hash");
        let other = passwords.hash(None, "correct horse").await.expect("a hash");
        assert_ne!(hash, other, "each has a salt of its own");
        assert!(passwords.verify(None, "correct horse", Some(&hash)).await.expect("an answer"));
        assert!(!passwords.verify(None, "wrong horse", Some(&hash)).await.expect("an answer"));
        assert!(!passwords.verify(None, "correct horse", None).await.expect("an answer"));
    }

    fn network(last: u8) -> Network {
        Some(IpAddr::from([203, 0, 113, last]))
    }

    /// Holds a queue without threads.
    fn idle(capacity: usize) -> Passwords {
        let queue = Queue { waiting: Mutex::default(), changed: Condvar::new(), capacity };
        Passwords { queue: Arc::new(Handle(Arc::new(queue))) }
    }

    fn queued(passwords: &Passwords) -> usize {
        passwords.queue.0.lock().count
    }

    #[tokio::test]
    async fn full_queue_is_unavailable() {
        let error = idle(0).verify(None, "x", None).await.expect_err("unavailable");
        assert!(matches!(error, Error::Unavailable(_)), "{error}");
    }

    #[test]
    fn networks_take_turns() {
        let served = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Waiting::default();
        for (from, number) in [(1, 1), (1, 2), (1, 3), (2, 4), (3, 5), (2, 6)] {
            let served = Arc::clone(&served);
            let job: Job = Box::new(move || served.lock().expect("served").push(number));
            assert!(waiting.push(network(from), job, 9));
        }
        while let Some(job) = waiting.pop() {
            job();
        }
        assert_eq!(*served.lock().expect("served"), [1, 4, 5, 2, 6, 3]);
        assert!(waiting.count == 0 && waiting.queues.is_empty() && waiting.turns.is_empty());
    }

    #[tokio::test]
    async fn flood_from_one_network_leaves_room_for_others() {
        let passwords = idle(4);
        let verify = |from| {
            let passwords = passwords.clone();
            tokio::spawn(async move { passwords.verify(network(from), "x", None).await })
        };
        let mut flood: Vec<_> = (0..4).map(|_| verify(1)).collect();
        while queued(&passwords) < 4 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(verify(1).await.expect("joined"), Err(Error::Unavailable(_))), "its own share is full");
        let other = verify(2);
        let displaced = flood.pop().expect("the newest");
        assert!(matches!(displaced.await.expect("joined"), Err(Error::Unavailable(_))));
        assert_eq!(queued(&passwords), 4);
        for _ in 0..2 {
            let job = passwords.queue.0.lock().pop();
            job.expect("a job")();
        }
        assert!(!other.await.expect("joined").expect("verified"), "second in turn, before the rest of the flood");
        flood.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
