//! Password hashing with argon2id on dedicated threads.
//!
//! Hashing is expensive by design. A few low-priority threads process a bounded queue, and a full queue refuses, so
//! that many logins do not slow down other requests.

use std::thread;

use anyhow::{Context as _, anyhow};
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use crossbeam_channel::{Sender, TrySendError};
use tokio::sync::oneshot;
use unicode_normalization::UnicodeNormalization as _;

use crate::domain::validate;
use crate::error::{Result, refuse};
use crate::message;

/// OWASP's parameters for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Verified against if there is no account, so that both cases take equally long. A match is refused too.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGxpdmVzIGhlcg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// Hashes that may wait: a few seconds of work for one thread.
const QUEUE: usize = 128;
/// Priority of the threads (`nice`).
const NICENESS: i32 = 15;

type Job = Box<dyn FnOnce() + Send>;

/// The hashing threads: they end when this is dropped.
#[derive(Clone)]
pub struct Passwords {
    queue: Sender<Job>,
}

impl std::fmt::Debug for Passwords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Passwords").field("waiting", &self.queue.len()).finish_non_exhaustive()
    }
}

impl Passwords {
    pub fn start(threads: usize) -> anyhow::Result<Passwords> {
        let (queue, jobs) = crossbeam_channel::bounded::<Job>(QUEUE);
        for number in 0..threads.max(1) {
            let jobs = jobs.clone();
            thread::Builder::new().name(format!("password-{number}")).spawn(move || {
                // On Linux this sets the priority of the thread alone.
                if let Err(error) = rustix::process::nice(NICENESS) {
                    tracing::warn!(%error, "passwords are hashed at normal priority");
                }
                for job in jobs {
                    metrics::counter!("shop_password_hashes_total").increment(1);
                    job();
                }
            })?;
        }
        Ok(Passwords { queue })
    }

    /// The hash of a new password, as a PHC string.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let mut salt = [0_u8; 16];
        getrandom::fill(&mut salt).map_err(anyhow::Error::from)?;
        let password = password.to_owned();
        self.run(move || hash(&password, &salt)).await
    }

    /// Whether a password matches a hash. Without a hash (no account, or no password yet) it takes as long and answers
    /// false.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let (password, against) = (password.to_owned(), hash.unwrap_or(DUMMY_HASH).to_owned());
        let is_right = self.run(move || verify(&password, &against)).await?;
        Ok(is_right && hash.is_some())
    }

    /// Runs `work` on a hashing thread; refuses if the queue is full.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> anyhow::Result<T> + Send + 'static) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        // The caller may have been canceled, so the answer may be dropped.
        let job: Job = Box::new(move || drop(reply.send(work())));
        self.queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => {
                metrics::counter!("shop_password_queue_full_total").increment(1);
                refuse(message::TRY_LATER)
            }
            TrySendError::Disconnected(_) => anyhow!("the hashing threads have ended").into(),
        })?;
        Ok(answer.await.context("hashing ended")??)
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
        let passwords = Passwords::start(1).expect("threads");
        let hash = passwords.hash("correct horse").await.expect("a hash");
        assert_ne!(hash, passwords.hash("correct horse").await.expect("a hash"), "each has a salt of its own");
        assert!(passwords.verify("correct horse", Some(&hash)).await.expect("an answer"));
        assert!(!passwords.verify("wrong horse", Some(&hash)).await.expect("an answer"));
        assert!(!passwords.verify("correct horse", None).await.expect("an answer"));
    }

    #[tokio::test]
    async fn full_queue_refuses() {
        let (queue, _jobs) = crossbeam_channel::bounded::<Job>(0);
        let passwords = Passwords { queue };
        let error = passwords.verify("x", None).await.expect_err("refused");
        assert_eq!(error.refusal().expect("a refusal").message, message::TRY_LATER);
    }
}
