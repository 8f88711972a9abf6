//! The table of calls: how a line is defined and found.
//!
//! A line starts with a function that says which transaction the call gets and who may call ([`read`], [`member_write`], …)
//! and must then name its parameter style and its rate class; without them it is no [`Line`] and [`Calls::add`] does not
//! compile.

use std::collections::BTreeMap;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::args::decoded;
use super::openapi::rename_references;
use super::{
    AfterCommit, Answer, Args, Caller, Client, Data, FollowUp, Input, Member, PaymentAnswer, Reply, View, Visitor,
    member, staff,
};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::domain::permission::Permission;
use crate::error::Result;
use crate::limits::RateClass;
use crate::message::Message;

/// How parameters travel (specification §7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// In the query, with an empty body.
    Form,
    /// As a JSON body.
    Json,
    /// Not stated: both are accepted.
    Either,
}

/// Which transaction a call gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Read,
    Write,
}

/// Who may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody; the answer depends on nothing personal.
    Public,
    Visitor,
    Member,
    /// A call of the console that needs no session.
    StaffPublic,
    /// A person of the house; with a permission, only who has it.
    Staff(Option<Permission>),
}

/// Which clients a table is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// `/hah_api`
    Shop,
    /// `/console_api`
    Console,
}

/// Who asks for a preparation, which outlives the request's borrows.
pub(super) enum Requester {
    Visitor(Box<Visitor>),
    Client(Box<Client>),
}

impl Requester {
    fn visitor(self) -> Result<Visitor> {
        match self {
            Requester::Visitor(visitor) => Ok(*visitor),
            Requester::Client(_) => Err(anyhow::anyhow!("a shopper's call in the console").into()),
        }
    }

    pub(super) fn client(self) -> Result<Client> {
        match self {
            Requester::Client(client) => Ok(*client),
            Requester::Visitor(_) => Err(anyhow::anyhow!("a call of the console in the shop").into()),
        }
    }
}

/// Carries out a pending deed of the console; see [`staff::staff_deed`].
pub(super) type CarryOut = Box<dyn Fn(&mut dyn Tx, &Client, &Value) -> Result<()> + Send + Sync>;
type Run<R> = Box<dyn Fn(&mut dyn Tx, Caller<'_>, &Input) -> Result<Reply<R>> + Send + Sync>;
pub(super) type Preparing = Pin<Box<dyn Future<Output = Result<Input>> + Send>>;
pub(super) type Prepare = Box<dyn Fn(Arc<CallContext>, Requester, Value) -> Preparing + Send + Sync>;

// ── Writing a line ──────────────────────────────────────────────────────────────────────────────────────────────────

/// A call whose answer depends on the view alone: it is kept, as are pages that show it.
pub fn public<A: Args, R: Data>(path: &'static str, call: fn(&mut dyn Tx, &View, A) -> Result<R>) -> Unstyled<R> {
    let Unstyled(line) = plain(path, Mode::Read, Access::Public, move |tx, caller, args| call(tx, caller.view(), args));
    Unstyled(Unfinished { is_kept: true, ..line })
}

/// A call of public pages, which have no visitor, that sees the visitor when it is called over HTTP.
pub fn public_or_visitor<A: Args, R: Data>(
    path: &'static str,
    call: fn(&mut dyn Tx, Caller<'_>, A) -> Result<R>,
) -> Unstyled<R> {
    plain(path, Mode::Read, Access::Public, call)
}

/// A call that changes nothing.
pub fn read<A: Args, R: Data>(path: &'static str, call: fn(&mut dyn Tx, &Visitor, A) -> Result<R>) -> Unstyled<R> {
    plain(path, Mode::Read, Access::Visitor, move |tx, caller, args| call(tx, caller.visitor()?, args))
}

/// A call that changes something.
pub fn write<A: Args, R: Data>(path: &'static str, call: fn(&mut dyn Tx, &Visitor, A) -> Result<R>) -> Unstyled<R> {
    plain(path, Mode::Write, Access::Visitor, move |tx, caller, args| call(tx, caller.visitor()?, args))
}

/// A call for customers that changes nothing; without a login it is refused.
pub fn member_read<A: Args, R: Data>(
    path: &'static str,
    call: fn(&mut dyn Tx, &Member, A) -> Result<R>,
) -> Unstyled<R> {
    plain(path, Mode::Read, Access::Member, move |tx, caller, args| call(tx, &member(caller)?, args))
}

/// A call for customers that changes something; without a login it is refused.
pub fn member_write<A: Args, R: Data>(
    path: &'static str,
    call: fn(&mut dyn Tx, &Member, A) -> Result<R>,
) -> Unstyled<R> {
    plain(path, Mode::Write, Access::Member, move |tx, caller, args| call(tx, &member(caller)?, args))
}

/// A call that may start, rotate or end the session.
pub fn replying<A: Args, R: Data>(
    path: &'static str,
    call: fn(&mut dyn Tx, &Visitor, A) -> Result<Reply<R>>,
) -> Unstyled<R> {
    unstyled::<A, R>(path, Mode::Write, Access::Visitor, None, move |tx, caller, input| {
        call(tx, caller.visitor()?, input.args()?)
    })
}

/// An asynchronous step that makes a `P` of a call's arguments.
pub trait Preparation<P>: Future<Output = Result<P>> + Send + 'static {}

impl<P, F: Future<Output = Result<P>> + Send + 'static> Preparation<P> for F {}

/// A call that changes something after an asynchronous step. The step may use all of [`CallContext`] but no transaction;
/// the transaction gets only what the step makes of the arguments.
pub fn prepared_write<A: Args, P: Send + Sync + 'static, R: Data, F: Preparation<P>>(
    path: &'static str,
    prepare: fn(Arc<CallContext>, Visitor, A) -> F,
    call: fn(&mut dyn Tx, &Visitor, &P) -> Result<Reply<R>>,
) -> Unstyled<R> {
    prepared(path, Mode::Write, prepare, call)
}

/// The same for a call that changes nothing.
pub fn prepared_read<A: Args, P: Send + Sync + 'static, R: Data, F: Preparation<P>>(
    path: &'static str,
    prepare: fn(Arc<CallContext>, Visitor, A) -> F,
    call: fn(&mut dyn Tx, &Visitor, &P) -> Result<Reply<R>>,
) -> Unstyled<R> {
    prepared(path, Mode::Read, prepare, call)
}

/// [`prepared_write`] for customers.
pub fn prepared_member_write<A: Args, P: Send + Sync + 'static, R: Data, F: Preparation<P>>(
    path: &'static str,
    prepare: fn(Arc<CallContext>, Member, A) -> F,
    call: fn(&mut dyn Tx, &Member, &P) -> Result<Reply<R>>,
) -> Unstyled<R> {
    let step = boxed(move |context, requester, args| {
        Ok(prepare(context, member(Caller::Visitor(&requester.visitor()?))?, args))
    });
    unstyled::<A, R>(path, Mode::Write, Access::Member, Some(step), move |tx, caller, input| {
        call(tx, &member(caller)?, input.prepared()?)
    })
}

fn prepared<A: Args, P: Send + Sync + 'static, R: Data, F: Preparation<P>>(
    path: &'static str,
    mode: Mode,
    prepare: fn(Arc<CallContext>, Visitor, A) -> F,
    call: fn(&mut dyn Tx, &Visitor, &P) -> Result<Reply<R>>,
) -> Unstyled<R> {
    let step = boxed(move |context, requester, args| Ok(prepare(context, requester.visitor()?, args)));
    unstyled::<A, R>(path, mode, Access::Visitor, Some(step), move |tx, caller, input| {
        call(tx, caller.visitor()?, input.prepared()?)
    })
}

/// A preparation as the table stores it.
pub(super) fn boxed<A: Args, P: Send + Sync + 'static, F: Preparation<P>>(
    step: impl Fn(Arc<CallContext>, Requester, A) -> Result<F> + Send + Sync + 'static,
) -> Prepare {
    Box::new(move |context, requester, args| {
        let begun = decoded(&args).and_then(|args| step(context, requester, args));
        Box::pin(async move { Ok(Input::Prepared(Box::new(begun?.await?))) })
    })
}

fn plain<A: Args, R: Data>(
    path: &'static str,
    mode: Mode,
    access: Access,
    call: impl Fn(&mut dyn Tx, Caller<'_>, A) -> Result<R> + Send + Sync + 'static,
) -> Unstyled<R> {
    unstyled::<A, R>(path, mode, access, None, move |tx, caller, input| {
        Ok(Reply::new(call(tx, caller, input.args()?)?))
    })
}

pub(super) fn unstyled<A: Args, R: Data>(
    path: &'static str,
    mode: Mode,
    access: Access,
    prepare: Option<Prepare>,
    run: impl Fn(&mut dyn Tx, Caller<'_>, &Input) -> Result<Reply<R>> + Send + Sync + 'static,
) -> Unstyled<R> {
    let args = |schemas: &mut SchemaGenerator| schemas.subschema_for::<A>().to_value();
    Unstyled(Unfinished { path, mode, access, is_kept: false, prepare, args, run: Box::new(run) })
}

struct Unfinished<R> {
    path: &'static str,
    mode: Mode,
    access: Access,
    is_kept: bool,
    prepare: Option<Prepare>,
    args: fn(&mut SchemaGenerator) -> Value,
    run: Run<R>,
}

/// A line that does not name its parameter style yet.
#[must_use]
pub struct Unstyled<R>(Unfinished<R>);

impl<R> Unstyled<R> {
    /// Parameters travel in the query.
    pub fn form(self) -> Unrated<R> {
        Unrated(self.0, Style::Form)
    }

    /// Parameters travel in a JSON body: also what the specification leaves open and is personal, secret or long.
    pub fn json(self) -> Unrated<R> {
        Unrated(self.0, Style::Json)
    }

    /// The specification leaves it open: both are accepted.
    pub fn form_or_json(self) -> Unrated<R> {
        Unrated(self.0, Style::Either)
    }
}

/// A line that does not name its rate class yet.
#[must_use]
pub struct Unrated<R>(Unfinished<R>, Style);

impl<R> Unrated<R> {
    /// The class by which requests for this path are limited.
    pub fn rate(self, rate: RateClass) -> Line<R> {
        Line {
            line: self.0,
            style: self.1,
            rate,
            follow_up: None,
            needs_proof: false,
            while_locked: false,
            for_programs: false,
            carry_out: None,
            max_body: None,
        }
    }
}

/// Takes from an answer what the follow-up needs of it.
type ToFollowUp<R> = fn(AfterCommit, &R) -> Option<FollowUp>;

/// A complete line of the table.
#[must_use]
pub struct Line<R> {
    line: Unfinished<R>,
    style: Style,
    rate: RateClass,
    follow_up: Option<(AfterCommit, ToFollowUp<R>)>,
    needs_proof: bool,
    while_locked: bool,
    for_programs: bool,
    carry_out: Option<CarryOut>,
    max_body: Option<usize>,
}

impl<R> Line<R> {
    /// Asks for fresh proof; only lines of the console reach this.
    pub(super) fn needing_proof(self) -> Line<R> {
        Line { needs_proof: true, ..self }
    }

    /// Answers a locked session; only lines of the console reach this.
    pub(super) fn answered_while_locked(self) -> Line<R> {
        Line { while_locked: true, ..self }
    }

    /// Answers programs; only lines of the console reach this.
    pub(super) fn open_to_programs(self) -> Line<R> {
        Line { for_programs: true, ..self }
    }

    pub(super) fn carried_out_by(self, carry_out: Option<CarryOut>) -> Line<R> {
        Line { carry_out, ..self }
    }

    pub(super) fn taking(self, max_body: Option<usize>) -> Line<R> {
        Line { max_body, ..self }
    }
}

impl<R: PaymentAnswer> Line<R> {
    /// What follows the commit; nothing unless it is named here.
    pub fn then(self, step: AfterCommit) -> Line<R> {
        Line { follow_up: Some((step, FollowUp::of)), ..self }
    }
}

// ── The table ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// One call of the table.
pub struct Call {
    pub path: &'static str,
    pub mode: Mode,
    pub access: Access,
    /// Whether the answer depends on the view alone, and is kept.
    pub is_kept: bool,
    pub style: Style,
    pub rate: RateClass,
    pub after_commit: Option<AfterCommit>,
    /// Whether password and code, or a passkey, must have been asked for within the last minutes.
    pub needs_proof: bool,
    /// Whether it is answered while the session is locked.
    pub while_locked: bool,
    /// Whether programs may make it although it names no permission.
    for_programs: bool,
    /// The most bytes of a body, where it is not the configuration's.
    pub max_body: Option<usize>,
    pub(super) args: Value,
    pub(super) answer: Value,
    prepare: Option<Prepare>,
    run: Run<Box<dyn Answer>>,
    carry_out: Option<CarryOut>,
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("path", &self.path).field("mode", &self.mode).finish_non_exhaustive()
    }
}

impl Call {
    /// Whether [`Call::prepare`] has something to do.
    pub fn is_prepared(&self) -> bool {
        self.prepare.is_some()
    }

    /// The asynchronous step before the transaction. The visitor's session may not exist yet: its id is 0 then.
    pub async fn prepare(&self, context: &Arc<CallContext>, visitor: Visitor, args: Value) -> Result<Input> {
        // Before anything else is checked (decisions §5).
        if self.access == Access::Member {
            member(Caller::Visitor(&visitor))?;
        }
        self.prepare_for(context, Requester::Visitor(Box::new(visitor)), args).await
    }

    /// Refuses a client of the console that may not make the call: without a session, the permission, or fresh proof.
    pub fn check_console(&self, client: &Client) -> Result<()> {
        staff::check(self, client)
    }

    /// [`Call::prepare`] for the console.
    pub async fn prepare_console(&self, context: &Arc<CallContext>, client: Client, args: Value) -> Result<Input> {
        staff::check(self, &client)?;
        self.prepare_for(context, Requester::Client(Box::new(client)), args).await
    }

    async fn prepare_for(&self, context: &Arc<CallContext>, requester: Requester, args: Value) -> Result<Input> {
        match &self.prepare {
            Some(prepare) => prepare(Arc::clone(context), requester, args).await,
            None => Ok(Input::Args(args)),
        }
    }

    /// Runs the call in a transaction; the reply's `data` is that of the envelope.
    pub fn run(&self, tx: &mut dyn Tx, caller: Caller<'_>, input: &Input) -> Result<Reply<Box<dyn Answer>>> {
        // Before anything else is checked (decisions §5).
        match self.access {
            Access::Public | Access::Visitor => {}
            Access::Member => drop(member(caller)?),
            Access::StaffPublic | Access::Staff(_) => staff::check(self, caller.client()?)?,
        }
        (self.run)(tx, caller, input)
    }

    /// Whether programs may make the call with a token: not what is somebody's own, and not what needs fresh proof.
    pub fn is_for_programs(&self) -> bool {
        match self.access {
            Access::Staff(Some(permission)) => !self.needs_proof && !permission.needs_person(),
            Access::Staff(None) => !self.needs_proof && self.for_programs,
            _ => false,
        }
    }

    /// Whether the call is kept as a pending deed before it is carried out.
    pub fn is_deed(&self) -> bool {
        self.carry_out.is_some()
    }

    /// Carries out a pending deed, with the arguments with which it was asked for.
    pub fn carry_out(&self, tx: &mut dyn Tx, client: &Client, args: &Value) -> Result<()> {
        staff::check(self, client)?;
        match &self.carry_out {
            Some(carry_out) => carry_out(tx, client, args),
            None => Err(anyhow::anyhow!("{} is no deed", self.path).into()),
        }
    }
}

/// The table while slices add their calls.
pub struct Calls {
    list: Vec<Call>,
    /// Arguments may omit what has a default; answers omit nothing: two generators.
    args: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Default for Calls {
    fn default() -> Self {
        let settings = || SchemaSettings::draft2020_12().with(|s| s.definitions_path = "/components/schemas".into());
        Calls {
            list: Vec::new(),
            args: settings().for_deserialize().into_generator(),
            answers: settings().for_serialize().into_generator(),
        }
    }
}

impl Calls {
    /// Adds a line.
    #[expect(clippy::should_implement_trait, reason = "a table of calls is no operand")]
    pub fn add<R: Data>(mut self, line: Line<R>) -> Self {
        let Line { line, style, rate, follow_up, needs_proof, while_locked, for_programs, carry_out, max_body } = line;
        let Unfinished { path, mode, access, is_kept, prepare, args, run } = line;
        let args = args(&mut self.args);
        let answer = self.answers.subschema_for::<R>().to_value();
        let run: Run<Box<dyn Answer>> = Box::new(move |tx, caller, input| {
            let Reply { data, session, greeting, console_cookie, .. } = run(tx, caller, input)?;
            let follow_up = follow_up.and_then(|(step, of)| of(step, &data));
            Ok(Reply { data: Box::new(data), session, greeting, follow_up, console_cookie })
        });
        let after_commit = follow_up.map(|(step, _)| step);
        self.list.push(Call {
            path,
            mode,
            access,
            is_kept,
            style,
            rate,
            after_commit,
            needs_proof,
            while_locked,
            for_programs,
            max_body,
            args,
            answer,
            prepare,
            run,
            carry_out,
        });
        self
    }

    /// Closes the table of the shop.
    pub fn finish(self) -> Api {
        self.finish_for(Door::Shop)
    }

    /// Closes the table of the console.
    pub fn finish_console(self) -> Api {
        self.finish_for(Door::Console)
    }

    fn finish_for(mut self, door: Door) -> Api {
        // Failures refer to it, whether an answer does or not.
        self.answers.subschema_for::<Message>();
        let mut schemas = self.answers.take_definitions(true);
        let read = self.args.take_definitions(true);
        // A type that goes both ways has two schemas: the one for arguments is called `…Input` then.
        let ambiguous: Vec<&String> =
            read.iter().filter(|(n, s)| schemas.get(*n).is_some_and(|o| o != *s)).map(|(n, _)| n).collect();
        let rename = |value: &mut Value| rename_references(value, &ambiguous);
        for (name, schema) in &read {
            let mut schema = schema.clone();
            rename(&mut schema);
            let name = if ambiguous.contains(&name) { format!("{name}Input") } else { name.clone() };
            schemas.insert(name, schema);
        }
        for call in &mut self.list {
            rename(&mut call.args);
        }
        Api {
            calls: self.list.into_iter().map(|call| (call.path, call)).collect(),
            schemas,
            door,
            text: OnceLock::new(),
        }
    }
}

/// The finished table.
#[derive(Debug)]
pub struct Api {
    calls: BTreeMap<&'static str, Call>,
    /// JSON schemas of all types, by name.
    pub schemas: Map<String, Value>,
    pub(super) door: Door,
    /// The OpenAPI document, once it is asked for.
    text: OnceLock<String>,
}

impl Api {
    /// The OpenAPI document, written once.
    pub fn openapi_text(&self) -> String {
        self.text.get_or_init(|| self.openapi().to_string()).clone()
    }

    pub fn find(&self, path: &str) -> Option<&Call> {
        self.calls.get(path)
    }

    pub fn paths(&self) -> impl Iterator<Item = &Call> {
        self.calls.values()
    }
}
