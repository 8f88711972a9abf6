//! The journal of erasures: a file beside the database, so that a database restored from an older copy does not bring erased
//! data back.
//!
//! Each erasure is a row, committed with it, and a line of the file. What only the database has is appended to the file; what
//! only the file has is repeated on the database, which is older. Neither holds an address: mailboxes are found again by
//! their hash, keyed with the shop's secret.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::calls::erase;
use crate::call_context::shop_secret;
use crate::customer::{self, Customer};
use crate::db::{Connection, Tx};
use crate::domain::validate::email_key;
use crate::error::{Error, Result};
use crate::personal_data::DataSubject;
use crate::throttle::Key;
use crate::{contact, mail_files, newsletter, order, outbox, vals, withdrawal};

/// The file in the data folder: a JSON object per line.
const FILE: &str = "erasures.jsonl";

/// What was erased. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Erasure {
    at: i64,
    customer_id: i64,
    /// When the account was created: ids are given out anew after a restore.
    created_at: i64,
    /// The keyed hash of the account's address.
    mailbox: String,
    /// Whether what was kept under the address was erased too.
    is_proved: bool,
}

/// The keys of all addresses that a slice keeps.
type Mailboxes = fn(&mut dyn Tx) -> Result<Vec<String>>;

/// All slices that keep addresses.
const MAILBOXES: &[Mailboxes] = &[
    customer::mailboxes,
    newsletter::mailboxes,
    contact::mailboxes,
    withdrawal::mailboxes,
    order::mailboxes,
    outbox::mailboxes,
];

fn hash(secret: &[u8; 32], email_key: &str) -> String {
    Key::new(secret, "erased mailbox", email_key).handle()
}

/// Records the erasure of an account, in its transaction.
pub(super) fn record(tx: &mut dyn Tx, customer: &Customer, is_proved: bool, now: Timestamp) -> Result<()> {
    let secret = shop_secret(tx)?;
    let erasure = Erasure {
        at: now.as_millisecond(),
        customer_id: customer.id,
        created_at: customer.created_at,
        mailbox: hash(&secret, &email_key(&customer.email)),
        is_proved,
    };
    save(tx, &erasure)
}

/// Records the erasure of a guest, in its transaction.
pub(super) fn record_mailbox(tx: &mut dyn Tx, email: &str, now: Timestamp) -> Result<()> {
    let secret = shop_secret(tx)?;
    let mailbox = hash(&secret, &email_key(email));
    save(tx, &Erasure { at: now.as_millisecond(), customer_id: 0, created_at: 0, mailbox, is_proved: true })
}

fn save(tx: &mut dyn Tx, erasure: &Erasure) -> Result<()> {
    tx.exec(
        "INSERT INTO erasure (customer_id, created_at, mailbox, is_proved, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (customer_id, at) DO NOTHING",
        vals![erasure.customer_id, erasure.created_at, &erasure.mailbox, erasure.is_proved, erasure.at],
    )?;
    Ok(())
}

/// Makes journal and database agree, and deletes the files of erased mails. Answers how many erasures were repeated on the
/// database. Idempotent; may run beside the shop.
pub fn reconcile(connection: &Connection, data: &Path, now: Timestamp) -> anyhow::Result<usize> {
    let written = read(data)?;
    let done = connection.read(list).map_err(|error| anyhow!("the journal of erasures: {error}"))?;
    let missing: Vec<&Erasure> = written.difference(&done).collect();
    if !missing.is_empty() {
        let told = |error: Error| anyhow!("an erasure could not be repeated: {error}");
        let mailboxes = connection.read(mailboxes_by_hash).map_err(told)?;
        for erasure in &missing {
            connection.write(|tx| repeat(tx, erasure, &mailboxes, now)).map_err(told)?;
        }
        // Pages may hold remnants of rows that were moved before they were erased.
        connection.execute_batch("VACUUM")?;
        // Last, so that an interrupted repetition is made anew.
        connection.write(|tx| missing.iter().try_for_each(|erasure| save(tx, erasure))).map_err(told)?;
    }
    append(data, done.difference(&written))?;
    let files = mail_files::list(data)?;
    let kept = connection.read(|tx| outbox::list_kept(tx, &files)).map_err(|error| anyhow!("mails: {error}"))?;
    let kept = BTreeSet::from_iter(kept);
    for id in files.iter().filter(|id| !kept.contains(id)) {
        mail_files::delete(data, *id)?;
    }
    Ok(missing.len())
}

fn list(tx: &mut dyn Tx) -> Result<BTreeSet<Erasure>> {
    let all: Vec<Erasure> = tx.all("SELECT at, customer_id, created_at, mailbox, is_proved FROM erasure", vals![])?;
    Ok(all.into_iter().collect())
}

/// All addresses that are kept, by their hash.
fn mailboxes_by_hash(tx: &mut dyn Tx) -> Result<HashMap<String, String>> {
    let secret = shop_secret(tx)?;
    let mut all = HashMap::new();
    for list in MAILBOXES {
        all.extend(list(tx)?.into_iter().map(|key| (hash(&secret, &key), key)));
    }
    Ok(all)
}

/// Erases again what an older copy has brought back, without another mail. Idempotent.
fn repeat(tx: &mut dyn Tx, erasure: &Erasure, mailboxes: &HashMap<String, String>, now: Timestamp) -> Result<()> {
    let account = customer::find(tx, erasure.customer_id)?.filter(|one| one.created_at == erasure.created_at);
    let email = mailboxes.get(&erasure.mailbox).filter(|_| erasure.is_proved).cloned();
    let subject = DataSubject {
        // No account has the id 0.
        customer_id: account.map_or(0, |one| one.id),
        is_proved: email.is_some(),
        email: email.unwrap_or_default(),
    };
    // They were delivered, or emptied, before the erasure.
    outbox::give_up(tx, &subject)?;
    erase(tx, &subject, now)
}

fn path(data: &Path) -> PathBuf {
    data.join(FILE)
}

/// The erasures of the file. A last line without its end was interrupted: its row is still in the database.
fn read(data: &Path) -> anyhow::Result<BTreeSet<Erasure>> {
    let path = path(data);
    let mut text = String::new();
    match File::open(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        file => file.and_then(|mut file| file.read_to_string(&mut text)).with_context(|| path.display().to_string())?,
    };
    let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n') && line.trim() != "");
    lines
        .map(|line| serde_json::from_str(line).with_context(|| format!("{} has a damaged line", path.display())))
        .collect()
}

fn append<'e>(data: &Path, erasures: impl Iterator<Item = &'e Erasure>) -> anyhow::Result<()> {
    let mut lines = String::new();
    for erasure in erasures {
        lines += &serde_json::to_string(erasure)?;
        lines += "\n";
    }
    if lines.is_empty() {
        return Ok(());
    }
    let path = path(data);
    let cannot = || format!("{} cannot be written", path.display());
    let mut file = File::options().read(true).append(true).create(true).mode(0o600).open(&path).with_context(cannot)?;
    let mut before = String::new();
    file.read_to_string(&mut before).with_context(cannot)?;
    if !before.is_empty() && !before.ends_with('\n') {
        // Ends the line that was interrupted; it is read as empty space.
        let whole = before.rfind('\n').map_or(0, |at| at + 1);
        file.set_len(whole as u64).with_context(cannot)?;
    }
    file.write_all(lines.as_bytes()).and_then(|()| file.sync_all()).with_context(cannot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, Shop, at};

    const ADA: &str = "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
             VALUES (1, 'Ada@example.com', 'ada@example.com', 'Ada', 'King', 'en', 5);
         INSERT INTO newsletter (email, email_key, status, lang, source, hah_subscribe, brand, all_subscribe_status,
                                 requested_at)
             VALUES ('ada@example.com', 'ada@example.com', 'subscribed', 'en', 'page', 1, 0, 0, 0)";

    fn erased(data: &Path, is_proved: bool) -> Shop {
        let shop = fixture::shop();
        shop.exec(ADA);
        let now = at(fixture::NOW);
        let ada = shop.write(|tx| customer::find(tx, 1)).expect("an account");
        let subject = DataSubject { customer_id: 1, email: ada.email.clone(), is_proved };
        shop.write(|tx| record(tx, &ada, is_proved, now).and_then(|()| erase(tx, &subject, now)));
        assert_eq!(reconcile(&shop.connection, data, now).expect("reconciled"), 0);
        shop
    }

    fn accounts(shop: &Shop) -> i64 {
        shop.write(|tx| tx.one("SELECT count(*) FROM customer WHERE erased_at IS NULL", vals![]))
    }

    #[test]
    fn an_erasure_is_repeated_once_on_an_older_copy() {
        let data = tempfile::tempdir().expect("a folder");
        drop(erased(data.path(), true));
        let text = std::fs::read_to_string(path(data.path())).expect("a journal");
        assert!(text.lines().count() == 1 && !text.to_lowercase().contains("ada"), "{text}");
        let older = fixture::shop();
        older.exec(ADA);
        let reconciled = || reconcile(&older.connection, data.path(), at(fixture::NOW)).expect("reconciled");
        assert_eq!(reconciled(), 1);
        assert_eq!((accounts(&older), older.count("newsletter"), older.count("mail")), (0, 0, 0));
        // The same person comes back.
        older.exec(&ADA.replace("(1, 'Ada", "(2, 'Ada"));
        assert_eq!(reconciled(), 0);
        assert_eq!((accounts(&older), older.count("newsletter")), (1, 1));
        assert_eq!(std::fs::read_to_string(path(data.path())).expect("a journal"), text);
    }

    #[test]
    fn a_mailbox_is_found_in_a_copy_without_the_account() {
        let data = tempfile::tempdir().expect("a folder");
        drop(erased(data.path(), true));
        let older = fixture::shop();
        older.exec(ADA);
        // The id belongs to somebody else there.
        older.exec(
            "UPDATE customer SET email = 'bob@example.com', email_key = 'bob@example.com', created_at = 6 WHERE id = 1",
        );
        assert_eq!(reconcile(&older.connection, data.path(), at(fixture::NOW)).expect("reconciled"), 1);
        assert_eq!((accounts(&older), older.count("newsletter")), (1, 0));
    }

    #[test]
    fn the_erasure_of_an_unproved_account_is_repeated_without_its_address() {
        let data = tempfile::tempdir().expect("a folder");
        drop(erased(data.path(), false));
        let older = fixture::shop();
        older.exec(ADA);
        assert_eq!(reconcile(&older.connection, data.path(), at(fixture::NOW)).expect("reconciled"), 1);
        assert_eq!((accounts(&older), older.count("newsletter")), (0, 1));
    }

    #[test]
    fn an_interrupted_line_is_written_again_and_a_damaged_one_refused() {
        let data = tempfile::tempdir().expect("a folder");
        let shop = erased(data.path(), true);
        let whole = std::fs::read_to_string(path(data.path())).expect("a journal");
        std::fs::write(path(data.path()), &whole[..whole.len() / 2]).expect("cut");
        let reconciled = || reconcile(&shop.connection, data.path(), at(fixture::NOW));
        assert_eq!(reconciled().expect("reconciled"), 0);
        assert_eq!(std::fs::read_to_string(path(data.path())).expect("a journal"), whole);
        std::fs::write(path(data.path()), "{}\n").expect("damaged");
        assert!(reconciled().is_err());
    }
}
