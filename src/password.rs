//! Passwords: argon2id on threads of their own.
//!
//! Hashing is made to cost time and memory, so it happens neither on the threads that answer requests nor on as many
//! processors as there are logins: a few threads of low priority take one after the other, and who comes when the queue is
//! full is sent away. A shopper who browses beside a crowd that logs in notices nothing of it.

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
/// What is compared with where there is no account, so that both take as long. Whatever hashes to it is refused all the same.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGxpdmVzIGhlcg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// Hashes that may wait for a thread: some seconds' work of one.
const QUEUE: usize = 128;
/// How far behind everything else the threads stand (`nice`).
const NICENESS: i32 = 15;

enum Job {
    Hash { password: String, salt: [u8; 16], reply: oneshot::Sender<anyhow::Result<String>> },
    Verify { password: String, hash: String, reply: oneshot::Sender<anyhow::Result<bool>> },
}

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
                // On Linux this is a property of the thread. Where it cannot be had, hashing is merely not as polite.
                if let Err(error) = rustix::process::nice(NICENESS) {
                    tracing::warn!(%error, "passwords are hashed at normal priority");
                }
                for job in jobs {
                    metrics::counter!("shop_password_hashes_total").increment(1);
                    // Whoever has gone away needs no answer.
                    match job {
                        Job::Hash { password, salt, reply } => drop(reply.send(hash(&password, &salt))),
                        Job::Verify { password, hash, reply } => drop(reply.send(verify(&password, &hash))),
                    }
                }
            })?;
        }
        Ok(Passwords { queue })
    }

    /// The hash of a new password, as a PHC string.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let mut salt = [0_u8; 16];
        getrandom::fill(&mut salt).map_err(anyhow::Error::from)?;
        let (reply, answer) = oneshot::channel();
        self.submit(Job::Hash { password: password.to_owned(), salt, reply })?;
        Ok(answer.await.context("hashing ended")??)
    }

    /// Whether a password is the one behind a hash. `None`, where there is no account or no password yet, takes as long and
    /// is never right.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let (reply, answer) = oneshot::channel();
        let against = hash.unwrap_or(NOBODYS).to_owned();
        self.submit(Job::Verify { password: password.to_owned(), hash: against, reply })?;
        let is_right = answer.await.context("hashing ended")??;
        Ok(is_right && hash.is_some())
    }

    fn submit(&self, job: Job) -> Result<()> {
        self.queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => {
                metrics::counter!("shop_password_queue_full_total").increment(1);
                refuse(message::TRY_LATER)
            }
            TrySendError::Disconnected(_) => anyhow!("the hashing threads have ended").into(),
        })
    }
}

fn argon2() -> anyhow::Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|e| anyhow!("argon2: {e}"))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// The same password is the same bytes, however a keyboard composes its letters (NIST SP 800-63B); blanks around it do not
/// count (boutique.md §5).
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
    fn hashes_are_argon2id_at_the_parameters_of_owasp() {
        let hash = hash("correct horse", &[7; 16]).expect("a hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(verify("  correct horse\t", &hash).expect("readable"), "blanks around it do not count");
        assert!(!verify("correct  horse", &hash).expect("readable"), "blanks within it do");
        assert!(!verify("Correct horse", &hash).expect("readable"));
        assert!(verify("x", "no hash").is_err());
        // As long, because by the same parameters; and readable, or there would be an error in place of a refusal.
        let (parameters, _) = hash.rsplit_once("$").and_then(|(rest, _)| rest.rsplit_once('$')).expect("four parts");
        assert!(NOBODYS.starts_with(&format!("{parameters}$")) && NOBODYS.len() == hash.len(), "{NOBODYS}");
        assert!(!verify("x", NOBODYS).expect("readable"));
    }

    #[test]
    fn letters_count_however_they_are_composed() {
        let hash = hash("cafe\u{301} ole\u{301}", &[7; 16]).expect("a hash");
        assert!(verify("caf\u{e9} ol\u{e9}", &hash).expect("readable"));
    }

    #[tokio::test]
    async fn nobody_is_never_right() {
        let passwords = Passwords::start(1).expect("threads");
        let hash = passwords.hash("correct horse").await.expect("a hash");
        assert_ne!(hash, passwords.hash("correct horse").await.expect("a hash"), "each has a salt of its own");
        assert!(passwords.verify("correct horse", Some(&hash)).await.expect("an answer"));
        assert!(!passwords.verify("wrong horse", Some(&hash)).await.expect("an answer"));
        assert!(!passwords.verify("correct horse", None).await.expect("an answer"));
    }

    #[tokio::test]
    async fn a_full_queue_sends_away() {
        let (queue, _jobs) = crossbeam_channel::bounded::<Job>(0);
        let passwords = Passwords { queue };
        let error = passwords.verify("x", None).await.expect_err("refused");
        assert_eq!(error.refusal().expect("a refusal").message, message::TRY_LATER);
    }
}
