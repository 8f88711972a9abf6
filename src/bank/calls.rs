//! The calls about the bank account, one function a path.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::desk::{self, Clerk, Dropped};
use super::store;
use super::types::{
    BankImported, BankLines, BankRefunds, BankStatements, BookArgs, Booked, Bookings, ImportArgs, LineArgs, LineState,
    LinesArgs, SepaFileArgs, StatementArgs, TakeBackArgs,
};
use crate::call::{Changed, Document, NoArgs, StaffMember};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::error::{Error, Result};

/// Movements a page.
const PAGE: i64 = 50;
const STATEMENTS: i64 = 20;

// ── Statements ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Reads the file.
pub async fn prepare_import(_: Arc<CallContext>, _: StaffMember, args: ImportArgs) -> Result<Dropped> {
    let ImportArgs { name, content } = args;
    // Megabytes are too much for an asynchronous thread.
    let read = tokio::task::spawn_blocking(move || {
        let bytes = STANDARD.decode(content.trim()).map_err(|_| Error::Malformed("content: no Base64".into()))?;
        desk::read(&name, &bytes)
    });
    read.await.map_err(anyhow::Error::from)?
}

pub fn import(tx: &mut dyn Tx, member: &StaffMember, dropped: &Dropped) -> Result<Changed<BankImported>> {
    let (imported, change) = desk::import(tx, &Clerk::of_staff(member), dropped)?;
    Ok(Changed::new(imported, change))
}

pub fn statements(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<BankStatements> {
    Ok(BankStatements { items: store::list_statements(tx, i64::MAX, STATEMENTS)? })
}

// ── Movements ───────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn lines(tx: &mut dyn Tx, _: &StaffMember, args: LinesArgs) -> Result<BankLines> {
    desk::lines(tx, &args, PAGE)
}

/// The ids of the movements that match on all pages, newest first, at most `limit`.
pub fn matching_lines(tx: &mut dyn Tx, args: &LinesArgs, limit: i64) -> Result<Vec<i64>> {
    let state = args.state.unwrap_or(LineState::Open);
    let rows = store::list_lines(tx, state, args.statement_id, i64::MAX, limit)?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

pub fn book_sure(tx: &mut dyn Tx, member: &StaffMember, args: StatementArgs) -> Result<Changed<Booked>> {
    let (booked, change) = desk::book_sure(tx, &Clerk::of_staff(member), args.statement_id)?;
    Ok(Changed::new(booked, change))
}

pub fn book(tx: &mut dyn Tx, member: &StaffMember, args: BookArgs) -> Result<Changed<Booked>> {
    let (_, change) = desk::book(tx, &Clerk::of_staff(member), &args)?;
    Ok(Changed::new(Booked { booked: 1, left: 0 }, change))
}

pub fn bookings(tx: &mut dyn Tx, member: &StaffMember, args: StatementArgs) -> Result<Bookings> {
    desk::bookings(tx, &Clerk::of_staff(member), args.statement_id)
}

pub fn take_back(tx: &mut dyn Tx, member: &StaffMember, args: TakeBackArgs) -> Result<Changed<()>> {
    let (_, change) = desk::take_back(tx, &Clerk::of_staff(member), &args)?;
    Ok(Changed::new((), change))
}

pub fn ignore(tx: &mut dyn Tx, _: &StaffMember, args: LineArgs) -> Result<Changed<()>> {
    Ok(Changed::new((), desk::ignore(tx, args.id)?))
}

pub fn reopen(tx: &mut dyn Tx, _: &StaffMember, args: LineArgs) -> Result<Changed<()>> {
    Ok(Changed::new((), desk::reopen(tx, args.id)?))
}

// ── Refunds by hand ─────────────────────────────────────────────────────────────────────────────────────────────────

pub fn refunds(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<BankRefunds> {
    desk::refunds(tx)
}

pub fn sepa_file(tx: &mut dyn Tx, member: &StaffMember, args: SepaFileArgs) -> Result<Changed<Document>> {
    let (file, change) = desk::sepa_file(tx, &Clerk::of_staff(member), &args)?;
    Ok(Changed::new(Document::new(format!("{}.xml", file.id), "application/xml", file.xml.as_bytes()), change))
}
