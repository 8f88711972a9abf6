//! The mail server: what it accepted survives crashes of the shop. It hangs, refuses, and loses its answers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use anyhow::anyhow;
use futures_util::future::BoxFuture;
use jiff::SignedDuration;
use serde_json::Value;
use shop::clock::Clock;
use shop::jobs::deliver_mail::{Failure, MailServer};
use shop::outbox::Mail;

use crate::bank::yield_turns;
use crate::random::RandomSource;

/// The shop waits for an answer no longer.
const DEADLINE: SignedDuration = SignedDuration::from_secs(30);
/// The shop itself stands still meanwhile, longer than a run has a mail for itself.
const FROZEN: SignedDuration = SignedDuration::from_mins(20);
/// Every seventh mail is refused for good.
const REFUSED: i64 = 7;

/// A mail as its recipient has it; repeated deliveries of one mail are one.
#[derive(Debug, Clone)]
pub struct Delivered {
    pub template: String,
    pub order_number: String,
    /// Of the order's page.
    pub token: String,
}

#[derive(Debug, Default)]
pub struct Mailboxes {
    pub delivered: BTreeMap<i64, Delivered>,
    /// How often each mail was offered.
    pub offers: BTreeMap<i64, u32>,
    /// Deliveries of a mail that was delivered before.
    pub repeated: u64,
    pub hung: u64,
    pub refused: u64,
}

impl Mailboxes {
    fn record(&mut self, mail_id: i64, delivered: Delivered) {
        if self.delivered.insert(mail_id, delivered).is_some() {
            self.repeated += 1;
        }
    }
}

/// The server; cheap to clone.
#[derive(Debug, Clone)]
pub struct PostOffice {
    pub mailboxes: Arc<Mutex<Mailboxes>>,
    random: Arc<Mutex<RandomSource>>,
    clock: Clock,
    /// Percentage of deliveries that go wrong.
    trouble: Arc<Mutex<u64>>,
}

impl PostOffice {
    pub fn new(random: RandomSource, clock: Clock) -> PostOffice {
        PostOffice {
            mailboxes: Arc::default(),
            clock,
            random: Arc::new(Mutex::new(random)),
            trouble: Arc::new(Mutex::new(15)),
        }
    }

    /// From now on all is delivered.
    pub fn become_reliable(&self) {
        *self.trouble.lock().unwrap() = 0;
    }

    /// Whether a mail is among those that are refused for good.
    pub fn is_refused(mail_id: i64) -> bool {
        mail_id % REFUSED == 0
    }

    async fn accept(&self, mail: &Mail) -> Result<(), Failure> {
        let (turns, is_troubled, what, hangs_for) = {
            let (mut random, trouble) = (self.random.lock().unwrap(), *self.trouble.lock().unwrap());
            let (turns, is_troubled, what) = (random.below(3), random.percent(trouble), random.below(3));
            (turns, is_troubled, what, if random.percent(20) { FROZEN } else { DEADLINE })
        };
        *self.mailboxes.lock().unwrap().offers.entry(mail.id).or_default() += 1;
        yield_turns(turns).await;
        if Self::is_refused(mail.id) {
            self.mailboxes.lock().unwrap().refused += 1;
            return Err(Failure::Permanent(anyhow!("550 no such user")));
        }
        match (is_troubled, what) {
            (true, 0) => {
                self.mailboxes.lock().unwrap().hung += 1;
                yield_turns(12).await;
                self.clock.set(self.clock.now() + hangs_for);
                return Err(Failure::NoAnswer(anyhow!("no answer")));
            }
            (true, 1) => return Err(Failure::Temporary(anyhow!("451 try again"))),
            _ => {}
        }
        let data: Value = serde_json::from_str(&mail.data).unwrap_or_default();
        let order = |name: &str| data["order"][name].as_str().unwrap_or_default().to_owned();
        let delivered =
            Delivered { template: mail.template.clone(), order_number: order("order_number"), token: order("token") };
        self.mailboxes.lock().unwrap().record(mail.id, delivered);
        yield_turns(turns).await;
        if !is_troubled {
            return Ok(());
        }
        yield_turns(12).await;
        self.clock.set(self.clock.now() + hangs_for);
        Err(Failure::NoAnswer(anyhow!("answer lost")))
    }
}

impl MailServer for PostOffice {
    fn deliver<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(self.accept(mail))
    }
}
