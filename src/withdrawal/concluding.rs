//! A statement that is dealt with, and the thread in which its customer may still wait for an answer.

use std::collections::BTreeSet;

use anyhow::Context as _;
use jiff::Timestamp;

use super::store;
use super::types::{Withdrawal, WithdrawnItem};
use crate::db::Tx;
use crate::error::Result;
use crate::order::Order;
use crate::returns;
use crate::returns::types::GoodsReturn;
use crate::thread::types::{EntryKind, ThreadState};
use crate::thread::{self, NewEntry, Thread};

/// The last entries of a thread that are looked through for a letter of the house.
const ENTRIES: i64 = 500;

/// Notes how a statement was dealt with, and closes its thread unless the customer waits for an answer there; `actor`: who has done
/// what the note says. A statement that somebody has dealt with stays as it is: its note is evidence.
pub fn conclude(tx: &mut dyn Tx, statement: &Withdrawal, note: &str, actor: &str, now: Timestamp) -> Result<()> {
    if statement.handled_at.is_some() {
        return Ok(());
    }
    store::handle(tx, &statement.number, note, now)?;
    let Some(thread) = thread::find(tx, &statement.number)? else { return Ok(()) };
    if thread.state == ThreadState::Closed {
        return Ok(());
    }
    if has_unanswered(tx, statement, &thread)? {
        // What is shown of it has changed.
        return thread::answer(tx, &thread);
    }
    thread::close(tx, &thread)?;
    let entry = NewEntry { kind: EntryKind::Closed, text: note, actor, staff_id: None, mail_id: None };
    thread::add_entry(tx, thread.id, entry, now)
}

/// Notes of each open statement about an order that all its goods were dealt with by an earlier one, which the note names with the
/// returns and what was refunded. `actor`: as in [`conclude`].
pub fn conclude_repeated(tx: &mut dyn Tx, order: &Order, actor: &str, now: Timestamp) -> Result<()> {
    let statements = store::list_of_order(tx, order.id)?;
    let has_returns: BTreeSet<String> =
        returns::list_of_order(tx, order.id)?.into_iter().filter_map(|of| of.withdrawal).collect();
    let (handled, open): (Vec<_>, Vec<_>) = statements.into_iter().partition(|one| one.handled_at.is_some());
    // One that announced a return of its own is dealt with by that.
    for statement in open.iter().filter(|one| !has_returns.contains(&one.number)) {
        let items: Vec<WithdrawnItem> = serde_json::from_str(&statement.items).context("items of a withdrawal")?;
        let items: Vec<(&str, u32)> = items.iter().map(|item| (item.sku.as_str(), item.qty)).collect();
        let dealt = returns::are_dealt_with(tx, order, &items)?;
        let is_earlier = |number: &str| handled.iter().any(|one| one.number == number && one.id < statement.id);
        if dealt.is_empty() || !dealt.iter().all(|of| of.withdrawal.as_deref().is_some_and(is_earlier)) {
            continue;
        }
        let noted = |of: &GoodsReturn| {
            let number = of.withdrawal.as_deref().unwrap_or_default();
            format!("{number}, {}", of.noted(order.totals.currency))
        };
        conclude(tx, statement, &dealt.iter().map(noted).collect::<Vec<_>>().join("; "), actor, now)?;
    }
    Ok(())
}

/// Whether the thread of a statement that is dealt with stays open only because its customer has written something that the house
/// has not answered.
pub fn waits_for_answer(tx: &mut dyn Tx, statement: &Withdrawal, thread: &Thread) -> Result<bool> {
    Ok(statement.handled_at.is_some() && thread.state == ThreadState::Open && has_unanswered(tx, statement, thread)?)
}

/// Closes threads that wait only for an answer: the words are erased, and nobody is left to be answered.
pub(super) fn close_answerless(tx: &mut dyn Tx, statements: &[Withdrawal]) -> Result<()> {
    for statement in statements.iter().filter(|statement| statement.handled_at.is_some()) {
        if let Some(thread) = thread::find(tx, &statement.number)?
            && thread.state == ThreadState::Open
        {
            thread::close(tx, &thread)?;
        }
    }
    Ok(())
}

fn has_unanswered(tx: &mut dyn Tx, statement: &Withdrawal, thread: &Thread) -> Result<bool> {
    let has_words = !statement.message.is_empty() || thread.last_message_at > statement.received_at;
    let is_answer = |entry: &thread::Entry| entry.kind == EntryKind::Reply && entry.at >= thread.last_message_at;
    Ok(has_words && !thread::entries(tx, thread.id, ENTRIES)?.iter().any(is_answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personal_data::DataSubject;
    use crate::testing::fixture::{self, at};
    use crate::withdrawal::types::WithdrawArgs;
    use crate::withdrawal::{self, Checked};

    #[test]
    fn what_a_statement_asked_waits_for_its_answer_until_it_is_erased() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 1);
        let order = shop.order_by_token(&shop.place(&visitor, &shop.form(&visitor)).token);
        let args = WithdrawArgs {
            order_number: order.number.clone(),
            name: "Ada King".into(),
            email: order.email.clone(),
            message: "May I keep the bag?".into(),
            confirm: true,
            ..WithdrawArgs::default()
        };
        let made = shop.write(|tx| withdrawal::withdraw(tx, &visitor, &Checked::without_proof(args.clone())));
        let number = made.data.number.expect("a number");
        let now = at(fixture::NOW);
        let read = || {
            let statement = shop.write(|tx| withdrawal::find(tx, &number)).expect("a statement");
            let thread = shop.write(|tx| thread::find(tx, &number)).expect("a thread");
            let waits = shop.write(|tx| waits_for_answer(tx, &statement, &thread));
            (statement, thread, waits)
        };
        let (statement, _, waits) = read();
        assert!(!waits, "it is not dealt with");
        shop.write(|tx| conclude(tx, &statement, "R1: 1.00 EUR", "staff:1", now));
        let (statement, thread, waits) = read();
        assert_eq!((thread.state, waits, statement.note.as_str()), (ThreadState::Open, true, "R1: 1.00 EUR"));
        // What is noted stays.
        shop.write(|tx| conclude(tx, &statement, "otherwise", "staff:1", now));
        assert_eq!(read().0.note, "R1: 1.00 EUR");
        let subject = DataSubject { customer_id: 0, email: order.email.clone(), is_proved: true };
        for store in [withdrawal::PERSONAL_DATA, thread::PERSONAL_DATA] {
            shop.write(|tx| (store.erase)(tx, &subject, now));
        }
        let (statement, thread, waits) = read();
        assert_eq!((thread.state, thread.email_key.as_str(), waits), (ThreadState::Closed, "", false));
        assert_eq!(statement.message, "");
    }
}
