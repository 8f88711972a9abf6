//! The table of calls: each path of `/hah_api` with its function and all that the server must know of it.
//!
//! A call is a plain function of a transaction, of who calls ([`Visitor`], [`Member`] or only the [`View`]) and of its
//! arguments. Its line in the table ([`Line`]) says everything else: path, transaction, access, parameter style, rate class
//! and what follows the commit. No second list of paths exists. Logs hold a call's path and the id of its message; arguments
//! and answers are never logged, so no line has to ask for it.
//!
//! Calls of the console (`/console_api`) are lines of the same kind in a table of their own ([`staff`]): theirs name a permission,
//! and what they change is written into the audit by the table itself.
//!
//! The table is the contract: `schemars` derives from the function's types what a path takes and answers; the OpenAPI
//! document and, from that, the TypeScript client are generated from the table. This module knows no HTTP, no clock and no
//! slice.

mod args;
mod caller;
mod openapi;
mod reply;
mod shown;
mod staff;
mod table;

pub use args::{Args, Input, NoArgs};
pub use caller::{Caller, ClaimedTag, Consents, Member, View, Visitor, member};
pub use reply::{
    AfterCommit, Answer, ConsoleCookie, Data, Document, FollowUp, Greeting, PaymentAnswer, Reply, SessionChange,
};
pub use shown::{Shown, Shows};
pub use staff::{
    Changed, Client, SignedIn, StaffMember, StaffUnrated, Viewed, admitted, fresh, staff_begin, staff_deed,
    staff_own_begin, staff_own_prepared, staff_own_read, staff_own_write, staff_prepared, staff_public,
    staff_public_begin, staff_public_prepared, staff_read, staff_view, staff_write,
};
pub use table::{
    Access, Api, Call, Calls, Door, Line, Mode, Style, member_read, member_write, prepared_member_write, prepared_read,
    prepared_write, public, public_or_visitor, read, replying, write,
};
