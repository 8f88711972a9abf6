//! Calls of the console: who calls, how a line is written, and what its change tells the audit.
//!
//! A function that changes something answers [`Changed`], which cannot be made without an [`audit::Change`]; the table writes
//! the entry in the same transaction.

use std::net::IpAddr;
use std::sync::Arc;

use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use super::args::decoded;
use super::table::{CarryOut, Preparation, Prepare, Requester, Unrated, boxed, unstyled};
use super::{Access, Args, Call, Caller, ConsoleCookie, Data, Input, Line, Mode, Reply, View};
use crate::audit::{self, Actor, Change, Origin};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::deed::{self, types::Deed};
use crate::domain::permission::{Permission, Permissions};
use crate::error::Result;
use crate::limits::RateClass;
use crate::message;

// ── Who calls ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// A person of the house with a session, or a program with a token that such a person has made, as read in the call's own
/// transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// Of a program none: 0.
    pub session_id: i64,
    /// Of a program its maker.
    pub staff_id: i64,
    /// The program's token; none: a person.
    pub token_id: Option<i64>,
    /// The person's, or the program's.
    pub name: String,
    pub email: String,
    pub lang: String,
    pub role_id: i64,
    pub role_name: String,
    /// What the call may use: of a program what its token and its maker both hold.
    pub permissions: Permissions,
    /// This and the next two: Unix milliseconds.
    pub seen_at: i64,
    pub expires_at: i64,
    /// Until then password and code, or the passkey, count as asked just now.
    pub proof_until_at: Option<i64>,
    /// Several people use the device.
    pub is_shared: bool,
    /// Nothing is answered until the password, or the passkey, has been given again.
    pub is_locked: bool,
}

impl SignedIn {
    /// Whether password and code, or a passkey, count as asked just now.
    pub fn is_proved(&self, now: Timestamp) -> bool {
        self.proof_until_at.is_some_and(|until| until > now.as_millisecond())
    }

    /// Who it is; none: a program, which is not its maker.
    pub fn person(&self) -> Option<i64> {
        self.token_id.is_none().then_some(self.staff_id)
    }

    /// As the audit names who acts.
    pub fn actor(&self) -> Actor {
        match self.token_id {
            Some(token_id) => Actor::Token(token_id),
            None => Actor::Staff(self.staff_id),
        }
    }

    /// Refuses where password and code have not been asked just now. Nobody can ask a program for them.
    pub fn check_proof(&self, now: Timestamp) -> Result<()> {
        match self.token_id {
            Some(_) => Err(message::TOKEN_NEEDS_PERSON.into()),
            None if self.is_proved(now) => Ok(()),
            None => Err(message::STAFF_PROOF_REQUIRED.into()),
        }
    }
}

/// A client of the console, with or without a session.
#[derive(Clone)]
pub struct Client {
    pub view: View,
    pub signed_in: Option<SignedIn>,
    /// The network that the request comes from, for counting attempts. This machine counts too.
    pub network: IpAddr,
    /// Its keyed hash, as lists show it.
    pub network_hash: String,
    /// A short name of browser and system.
    pub browser: String,
    /// Fresh random bytes; see [`Client::fresh`].
    pub random: [u8; 32],
}

impl std::fmt::Debug for Client {
    /// Without random bytes, of which secrets are made, and without the person.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("network", &self.network_hash).finish_non_exhaustive()
    }
}

impl Client {
    pub fn now(&self) -> Timestamp {
        self.view.now
    }

    /// Fresh random bytes for one purpose. A transaction may run twice and must not make its own.
    pub fn fresh(&self, purpose: &str) -> [u8; 32] {
        fresh(&self.random, purpose)
    }

    /// Where entries of the audit say that a request came from.
    pub fn audit_origin(&self) -> Origin {
        Origin { network: Some(self.network_hash.clone()), salt: self.fresh("audit") }
    }
}

/// Random bytes for one purpose, derived one way from random bytes for many.
pub fn fresh(random: &[u8; 32], purpose: &str) -> [u8; 32] {
    Sha256::new().chain_update(random).chain_update(purpose.as_bytes()).finalize().into()
}

/// A person of the house who calls.
#[derive(Debug, Clone)]
pub struct StaffMember {
    pub client: Client,
    pub who: SignedIn,
}

impl StaffMember {
    /// Whether password and code, or a passkey, count as asked just now.
    pub fn is_proved(&self) -> bool {
        self.who.is_proved(self.client.now())
    }

    /// [`SignedIn::check_proof`] now.
    pub fn check_proof(&self) -> Result<()> {
        self.who.check_proof(self.client.now())
    }
}

/// The person who calls; refused with 'sign in' without one.
fn staff_member(client: &Client) -> Result<StaffMember> {
    match &client.signed_in {
        Some(who) => Ok(StaffMember { client: client.clone(), who: who.clone() }),
        None => Err(message::STAFF_SIGN_IN_REQUIRED.into()),
    }
}

/// The person who takes a file, which is no call, with this permission and fresh proof; refused as a call would be.
pub fn admitted(client: &Client, permission: Permission) -> Result<StaffMember> {
    let member = staff_member(client)?;
    if member.who.is_locked {
        return Err(message::STAFF_LOCKED.into());
    }
    if !member.who.permissions.contains(&permission) {
        return Err(message::STAFF_NOT_ALLOWED.into());
    }
    member.check_proof()?;
    Ok(member)
}

/// Refuses a client that may not make a call: a program a call for people, then without a session, with a locked one, without the
/// permission, or fresh proof, in this order.
pub(super) fn check(call: &Call, client: &Client) -> Result<()> {
    if client.signed_in.as_ref().is_some_and(|who| who.token_id.is_some()) && !call.is_for_programs() {
        return Err(message::TOKEN_CALL_CLOSED.into());
    }
    let Access::Staff(permission) = call.access else { return Ok(()) };
    let Some(who) = &client.signed_in else { return Err(message::STAFF_SIGN_IN_REQUIRED.into()) };
    if who.is_locked && !call.while_locked {
        return Err(message::STAFF_LOCKED.into());
    }
    if permission.is_some_and(|permission| !who.permissions.contains(&permission)) {
        return Err(message::STAFF_NOT_ALLOWED.into());
    }
    if call.needs_proof { who.check_proof(client.now()) } else { Ok(()) }
}

// ── What a change answers ───────────────────────────────────────────────────────────────────────────────────────────

/// The answer of a call that has changed something, and what the audit is told of it.
#[derive(Debug)]
pub struct Changed<R> {
    data: R,
    change: Change,
    /// Who did it, where that is known only now.
    by: Option<i64>,
    cookie: Option<ConsoleCookie>,
}

impl<R> Changed<R> {
    pub fn new(data: R, change: Change) -> Changed<R> {
        Changed { data, change, by: None, cookie: None }
    }

    /// Names the person who did it, who had no session before.
    pub fn by(self, staff_id: i64) -> Changed<R> {
        Changed { by: Some(staff_id), ..self }
    }

    pub fn cookie(self, cookie: ConsoleCookie) -> Changed<R> {
        Changed { cookie: Some(cookie), ..self }
    }

    /// Writes the entry of the audit, unless a pending deed has locked the thing.
    fn recorded(self, tx: &mut dyn Tx, client: &Client, path: &str) -> Result<Reply<R>> {
        let known = client.signed_in.as_ref();
        deed::refuse_locked(tx, known, &self.change)?;
        let actor = self.by.map(Actor::Staff).or_else(|| known.map(SignedIn::actor)).unwrap_or(Actor::Anybody);
        audit::record(tx, &actor, &client.audit_origin(), path, &self.change, client.now())?;
        Ok(Reply { console_cookie: self.cookie, ..Reply::new(self.data) })
    }
}

/// The answer of a call that shows personal data, and whose it is.
#[derive(Debug)]
pub struct Viewed<R> {
    data: R,
    change: Change,
}

impl<R> Viewed<R> {
    pub fn new(data: R, noun: &'static str, thing: impl ToString) -> Viewed<R> {
        Viewed { data, change: Change::new(noun, thing) }
    }
}

// ── Writing a line ──────────────────────────────────────────────────────────────────────────────────────────────────

/// A call that changes nothing and needs no session.
pub fn staff_public<A: Args, R: Data>(
    path: &'static str,
    call: fn(&mut dyn Tx, &Client, A) -> Result<R>,
) -> StaffUnrated<R> {
    json::<A, R>(path, Mode::Read, Access::StaffPublic, None, move |tx, client, input| {
        Ok(Reply::new(call(tx, client, input.args()?)?))
    })
}

/// A call without a session that changes something after an asynchronous step.
pub fn staff_public_prepared<A: Args, P: Send + Sync + 'static, R: Data, F: Preparation<P>>(
    path: &'static str,
    prepare: fn(Arc<CallContext>, Client, A) -> F,
    call: fn(&mut dyn Tx, &Client, &P) -> Result<Changed<R>>,
) -> StaffUnrated<R> {
    let step = boxed(move |context, requester: Requester, args| Ok(prepare(context, requester.client()?, args)));
    json::<A, R>(path, Mode::Write, Access::StaffPublic, Some(step), move |tx, client, input| {
        call(tx, client, input.prepared()?)?.recorded(tx, client, path)
    })
}

/// A call without a session whose asynchronous step makes the answer. What the step keeps for the call that follows changes
/// nothing that the audit tells.
pub fn staff_public_begin<A: Args, R: Data + Clone + Sync, F: Preparation<R>>(
    path: &'static str,
    begin: fn(Arc<CallContext>, Client, A) -> F,
) -> StaffUnrated<R> {
    let step = boxed(move |context, requester: Requester, args| Ok(begin(context, requester.client()?, args)));
    json::<A, R>(path, Mode::Read, Access::StaffPublic, Some(step), |_, _, input| {
        Ok(Reply::new(input.prepared::<R>()?.clone()))
    })
}

/// The same for the caller's own matters.
pub fn staff_own_begin<A: Args, R: Data + Clone + Sync, F: Preparation<R>>(
    path: &'static str,
    begin: fn(Arc<CallContext>, StaffMember, A) -> F,
) -> StaffUnrated<R> {
    beginning(path, None, begin)
}

/// The same for those with a permission.
pub fn staff_begin<A: Args, R: Data + Clone + Sync, F: Preparation<R>>(
    permission: Permission,
    path: &'static str,
    begin: fn(Arc<CallContext>, StaffMember, A) -> F,
) -> StaffUnrated<R> {
    beginning(path, Some(permission), begin)
}

/// A call about the caller's own matters that changes nothing.
pub fn staff_own_read<A: Args, R: Data>(
    path: &'static str,
    call: fn(&mut dyn Tx, &StaffMember, A) -> Result<R>,
) -> StaffUnrated<R> {
    reading(path, None, call)
}

/// A call about the caller's own matters that changes something.
pub fn staff_own_write<A: Args, R: Data>(
    path: &'static str,
    call: fn(&mut dyn Tx, &StaffMember, A) -> Result<Changed<R>>,
) -> StaffUnrated<R> {
    writing(path, None, call)
}

/// The same after an asynchronous step.
pub fn staff_own_prepared<A: Args, P: Send + Sync + 'static, R: Data, F: Preparation<P>>(
    path: &'static str,
    prepare: fn(Arc<CallContext>, StaffMember, A) -> F,
    call: fn(&mut dyn Tx, &StaffMember, &P) -> Result<Changed<R>>,
) -> StaffUnrated<R> {
    preparing(path, None, prepare, call)
}

/// A call that changes something after an asynchronous step, for those with a permission.
pub fn staff_prepared<A: Args, P: Send + Sync + 'static, R: Data, F: Preparation<P>>(
    permission: Permission,
    path: &'static str,
    prepare: fn(Arc<CallContext>, StaffMember, A) -> F,
    call: fn(&mut dyn Tx, &StaffMember, &P) -> Result<Changed<R>>,
) -> StaffUnrated<R> {
    preparing(path, Some(permission), prepare, call)
}

/// A call that changes nothing, for those with a permission.
pub fn staff_read<A: Args, R: Data>(
    permission: Permission,
    path: &'static str,
    call: fn(&mut dyn Tx, &StaffMember, A) -> Result<R>,
) -> StaffUnrated<R> {
    reading(path, Some(permission), call)
}

/// A call that shows personal data, for those with a permission: read first, and then told to the audit in a transaction of its
/// own, without which nothing is shown. Who looks again within a while waits for no writer.
pub fn staff_view<A: Args + Clone + Send + Sync, R: Data + Clone + Sync>(
    permission: Permission,
    path: &'static str,
    read: fn(&mut dyn Tx, &StaffMember, A) -> Result<Viewed<R>>,
) -> StaffUnrated<R> {
    let step = boxed(move |context: Arc<CallContext>, requester: Requester, args: A| {
        let client = requester.client()?;
        let member = staff_member(&client)?;
        Ok(async move {
            let (actor, now) = (member.who.actor(), client.now());
            let viewer = actor.clone();
            let reading = move |tx: &mut dyn Tx| {
                let Viewed { data, change } = read(tx, &member, args.clone())?;
                let is_known = audit::has_viewed(tx, &viewer, path, &change, now)?;
                Ok((data, change, is_known))
            };
            let (data, change, is_known) = context.db.read(reading).await?;
            if !is_known {
                let origin = client.audit_origin();
                context.db.write(move |tx| audit::record_view(tx, &actor, &origin, path, &change, now)).await?;
            }
            Ok(data)
        })
    });
    json::<A, R>(path, Mode::Read, Access::Staff(Some(permission)), Some(step), |_, _, input| {
        Ok(Reply::new(input.prepared::<R>()?.clone()))
    })
}

/// A call that changes something, for those with a permission.
pub fn staff_write<A: Args, R: Data>(
    permission: Permission,
    path: &'static str,
    call: fn(&mut dyn Tx, &StaffMember, A) -> Result<Changed<R>>,
) -> StaffUnrated<R> {
    writing(path, Some(permission), call)
}

/// A change that leaves the house: rehearsed at once, kept as pending, and carried out by the same function once it can no longer
/// be undone ([`crate::deed`]).
pub fn staff_deed<A: Args, R: Data>(
    permission: Permission,
    path: &'static str,
    call: fn(&mut dyn Tx, &StaffMember, A) -> Result<Changed<R>>,
) -> StaffUnrated<Deed> {
    let line = json::<A, Deed>(path, Mode::Write, Access::Staff(Some(permission)), None, move |tx, client, input| {
        let (member, args) = (staff_member(client)?, input.raw()?);
        let change = tx.rehearse(|tx| Ok(call(tx, &member, decoded(args)?)?.change))?;
        Ok(Reply::new(deed::keep(tx, &member, path, permission, args, &change)?))
    });
    let carry_out: CarryOut = Box::new(move |tx, client, args| {
        call(tx, &staff_member(client)?, decoded(args)?)?.recorded(tx, client, path)?;
        Ok(())
    });
    StaffUnrated { carry_out: Some(carry_out), ..line }
}

fn beginning<A: Args, R: Data + Clone + Sync, F: Preparation<R>>(
    path: &'static str,
    permission: Option<Permission>,
    begin: fn(Arc<CallContext>, StaffMember, A) -> F,
) -> StaffUnrated<R> {
    let step =
        boxed(move |context, requester: Requester, args| Ok(begin(context, staff_member(&requester.client()?)?, args)));
    json::<A, R>(path, Mode::Read, Access::Staff(permission), Some(step), |_, _, input| {
        Ok(Reply::new(input.prepared::<R>()?.clone()))
    })
}

fn preparing<A: Args, P: Send + Sync + 'static, R: Data, F: Preparation<P>>(
    path: &'static str,
    permission: Option<Permission>,
    prepare: fn(Arc<CallContext>, StaffMember, A) -> F,
    call: fn(&mut dyn Tx, &StaffMember, &P) -> Result<Changed<R>>,
) -> StaffUnrated<R> {
    let step = boxed(move |context, requester: Requester, args| {
        Ok(prepare(context, staff_member(&requester.client()?)?, args))
    });
    json::<A, R>(path, Mode::Write, Access::Staff(permission), Some(step), move |tx, client, input| {
        call(tx, &staff_member(client)?, input.prepared()?)?.recorded(tx, client, path)
    })
}

fn reading<A: Args, R: Data>(
    path: &'static str,
    permission: Option<Permission>,
    call: fn(&mut dyn Tx, &StaffMember, A) -> Result<R>,
) -> StaffUnrated<R> {
    json::<A, R>(path, Mode::Read, Access::Staff(permission), None, move |tx, client, input| {
        Ok(Reply::new(call(tx, &staff_member(client)?, input.args()?)?))
    })
}

fn writing<A: Args, R: Data>(
    path: &'static str,
    permission: Option<Permission>,
    call: fn(&mut dyn Tx, &StaffMember, A) -> Result<Changed<R>>,
) -> StaffUnrated<R> {
    json::<A, R>(path, Mode::Write, Access::Staff(permission), None, move |tx, client, input| {
        call(tx, &staff_member(client)?, input.args()?)?.recorded(tx, client, path)
    })
}

/// A line of the console: its parameters always travel in a JSON body.
fn json<A: Args, R: Data>(
    path: &'static str,
    mode: Mode,
    access: Access,
    prepare: Option<Prepare>,
    run: impl Fn(&mut dyn Tx, &Client, &Input) -> Result<Reply<R>> + Send + Sync + 'static,
) -> StaffUnrated<R> {
    let line = unstyled::<A, R>(path, mode, access, prepare, move |tx, caller: Caller<'_>, input| {
        run(tx, caller.client()?, input)
    });
    StaffUnrated {
        line: line.json(),
        needs_proof: false,
        while_locked: false,
        for_programs: false,
        carry_out: None,
        max_body: None,
    }
}

/// A line of the console that does not name its rate class yet.
#[must_use]
pub struct StaffUnrated<R> {
    line: Unrated<R>,
    needs_proof: bool,
    while_locked: bool,
    for_programs: bool,
    carry_out: Option<CarryOut>,
    max_body: Option<usize>,
}

impl<R> StaffUnrated<R> {
    /// Programs may make a call without a permission of its own, which are for people otherwise: it looks at permissions itself.
    pub fn for_programs(self) -> StaffUnrated<R> {
        StaffUnrated { for_programs: true, ..self }
    }

    /// The call takes bodies of so many bytes, instead of what all calls take.
    pub fn body(self, max_body: usize) -> StaffUnrated<R> {
        StaffUnrated { max_body: Some(max_body), ..self }
    }

    /// Password and code, or a passkey, must have been asked for within the last minutes.
    pub fn proof(self) -> StaffUnrated<R> {
        StaffUnrated { needs_proof: true, ..self }
    }

    /// The call is answered while the session is locked.
    pub fn while_locked(self) -> StaffUnrated<R> {
        StaffUnrated { while_locked: true, ..self }
    }

    /// The class by which requests for this path are limited.
    pub fn rate(self, rate: RateClass) -> Line<R> {
        let line = self.line.rate(rate).carried_out_by(self.carry_out).taking(self.max_body);
        let line = if self.while_locked { line.answered_while_locked() } else { line };
        let line = if self.for_programs { line.open_to_programs() } else { line };
        if self.needs_proof { line.needing_proof() } else { line }
    }
}
