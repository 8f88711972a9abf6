//! The table of calls: each path of `/hah_api` with its function, its transaction and its types.
//!
//! The table is the contract. What a path takes and answers comes from the function's own types by `schemars`; from the
//! table come the handler's dispatch, the OpenAPI document and, through that, the TypeScript client. A call is a plain
//! function of a transaction, of who asks ([`Visitor`]) and of its arguments; it knows no HTTP and no clock.
//!
//! Few calls need more, and their line in the table says so: `prepared` ones have an asynchronous step before their
//! transaction (hashing a password, asking another server), which gets the [`CallContext`]; a [`Reply`] also says what becomes of
//! the session.

use std::any::Any;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;

use jiff::Timestamp;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::call_context::CallContext;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::store_view::{Lang, StoreView};
use crate::error::{Error, Result};
use crate::message;
use crate::session::Session;

/// What a page looks through: the store, its language and the currency. All that a public call may know.
#[derive(Debug, Clone)]
pub struct View {
    pub store: StoreView,
    pub currency: Currency,
    pub now: Timestamp,
    /// Whether the answer goes into the page cache: then it holds no exact stock and no date.
    pub for_cache: bool,
    /// What the address of a page chooses of its product, option and value; the page opens with it.
    pub choice: Vec<(String, String)>,
    pub config: Arc<Config>,
}

impl View {
    pub fn new(store: StoreView, currency: Currency, now: Timestamp, config: &Arc<Config>) -> View {
        View { store, currency, now, for_cache: false, choice: Vec::new(), config: Arc::clone(config) }
    }

    pub fn lang(&self) -> Lang {
        self.store.lang
    }
}

/// Who asks, as the server knows it.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub view: View,
    pub session: Session,
    /// The promo tag of the request, unchecked.
    pub promo_tag: Option<ClaimedTag>,
    /// The visitor's country as a trusted proxy told it.
    pub country: Option<String>,
    /// Fresh random bytes for tokens: a closure that may run twice must not make its own.
    pub random: [u8; 32],
    /// The network that the request comes from, for counting attempts; none where no limit applies, on this machine.
    pub network: Option<IpAddr>,
    pub consents: Consents,
}

/// A promo tag as somebody named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedTag {
    pub code: String,
    /// It is treated as unknown, whatever it is: too many tags have been guessed where it comes from.
    pub is_hidden: bool,
}

impl From<&str> for ClaimedTag {
    fn from(code: &str) -> Self {
        ClaimedTag { code: code.to_owned(), is_hidden: false }
    }
}

/// What the visitor has agreed to be kept in the browser beyond what is essential (decisions §4).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Consents {
    /// Functional cookies: first name and subscribe flag.
    pub functional: bool,
    /// The cookies of a captcha that sets some: `allowRecaptcha` is 1.
    pub captcha: bool,
}

impl Visitor {
    pub fn now(&self) -> Timestamp {
        self.view.now
    }
}

/// A logged-in customer who asks.
#[derive(Debug, Clone)]
pub struct Member {
    pub visitor: Visitor,
    pub customer_id: i64,
}

/// No arguments.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NoArgs {}

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
}

/// What is done at payment gateways after a call's transaction has been committed (its answer's `token` names the order).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// Opens the payment that the call has written down, and answers with it.
    Pay,
    /// Asks how the payment stands, and answers anew.
    Ask,
}

/// What a call answers, and what becomes of the session with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply<R> {
    pub data: R,
    pub session: SessionChange,
    /// What the readable cookies of a customer are to say from now on; `None` leaves them as they are.
    pub greeting: Option<Greeting>,
}

impl<R> Reply<R> {
    pub fn new(data: R) -> Self {
        Reply { data, session: SessionChange::Keep, greeting: None }
    }

    pub fn session(self, session: SessionChange) -> Self {
        Reply { session, ..self }
    }

    pub fn greeting(self, greeting: Greeting) -> Self {
        Reply { greeting: Some(greeting), ..self }
    }
}

impl Reply<Box<dyn Answer>> {
    /// With its answer as JSON.
    pub fn written(self) -> Result<Reply<Box<RawValue>>> {
        let Reply { data, session, greeting } = self;
        Ok(Reply { data: data.to_json()?, session, greeting })
    }
}

/// What becomes of the session once the call has succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionChange {
    Keep,
    /// It is this customer's from now on, under a new token: whoever knew the old one is left behind.
    LogIn(i64),
    /// It ends, and an empty one begins.
    LogOut,
}

/// Functional cookies of whoever is logged in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Greeting {
    pub first_name: String,
    pub subscribed: bool,
}

/// What a call's transaction gets: the arguments, or what its preparation made of them.
pub enum Input {
    Args(Value),
    Prepared(Box<dyn Any + Send + Sync>),
}

impl std::fmt::Debug for Input {
    /// Neither arguments nor what was made of them belongs in a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Input::Args(_) => "Args",
            Input::Prepared(_) => "Prepared",
        })
    }
}

/// What a call answers. The one thread that changes the database leaves it to others to write it as JSON.
pub trait Answer: Send {
    fn to_json(&self) -> Result<Box<RawValue>>;
}

impl<R: Serialize + Send> Answer for R {
    fn to_json(&self) -> Result<Box<RawValue>> {
        Ok(serde_json::value::to_raw_value(self).map_err(anyhow::Error::from)?)
    }
}

type Run = dyn Fn(&mut dyn Tx, Caller<'_>, &Input) -> Result<Reply<Box<dyn Answer>>> + Send + Sync;
type Preparing = Pin<Box<dyn Future<Output = Result<Input>> + Send>>;
type Prepare = dyn Fn(Arc<CallContext>, Visitor, Value) -> Preparing + Send + Sync;

/// What is handed to a call's function, whatever it may see of it.
#[derive(Debug, Clone, Copy)]
pub enum Caller<'a> {
    View(&'a View),
    Visitor(&'a Visitor),
}

impl<'a> Caller<'a> {
    pub fn view(self) -> &'a View {
        match self {
            Caller::View(view) => view,
            Caller::Visitor(visitor) => &visitor.view,
        }
    }

    fn visitor(self) -> Result<&'a Visitor> {
        match self {
            Caller::Visitor(visitor) => Ok(visitor),
            Caller::View(_) => Err(anyhow::anyhow!("a personal call in a public page").into()),
        }
    }
}

/// One line of the table.
pub struct Call {
    pub path: &'static str,
    pub mode: Mode,
    pub access: Access,
    pub style: Style,
    pub then: Option<Then>,
    args: Value,
    answer: Value,
    prepare: Option<Box<Prepare>>,
    run: Box<Run>,
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call").field("path", &self.path).field("mode", &self.mode).finish_non_exhaustive()
    }
}

impl Call {
    /// Whether [`Call::prepare`] has something to do.
    pub fn is_prepared(&self) -> bool {
        self.prepare.is_some()
    }

    /// What comes before the transaction. The visitor's session may not exist yet: its id is 0 then.
    pub async fn prepare(&self, context: &Arc<CallContext>, visitor: Visitor, args: Value) -> Result<Input> {
        // Before anything else is checked (decisions §5).
        if self.access == Access::Member {
            member(Caller::Visitor(&visitor))?;
        }
        match &self.prepare {
            Some(prepare) => prepare(Arc::clone(context), visitor, args).await,
            None => Ok(Input::Args(args)),
        }
    }

    /// Runs the call; the reply's `data` is that of the envelope.
    pub fn run(&self, tx: &mut dyn Tx, caller: Caller<'_>, input: &Input) -> Result<Reply<Box<dyn Answer>>> {
        (self.run)(tx, caller, input)
    }

    /// Parameters of a query string as the arguments' JSON: numbers, flags and comma-separated lists by the schema,
    /// `f.<facet>` into `filters`, unknown names dropped.
    pub fn args_from_query(&self, pairs: &[(String, String)], schemas: &Map<String, Value>) -> Value {
        let mut args = Map::new();
        let properties = resolve(&self.args, schemas).get("properties").and_then(Value::as_object);
        let mut nested: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
        for (name, text) in pairs {
            if let Some(facet) = name.strip_prefix("f.") {
                nested.entry("filters").or_default().insert(facet.to_owned(), split(text).map(Value::from).collect());
            } else if let Some(code) = name.strip_prefix("options.").or_else(|| bracketed(name, "options")) {
                nested.entry("options").or_default().insert(code.to_owned(), text.as_str().into());
            } else if let Some(schema) = properties.and_then(|all| all.get(name)) {
                args.insert(name.clone(), from_text(text, resolve(schema, schemas)));
            }
        }
        args.extend(nested.into_iter().map(|(name, fields)| (name.to_owned(), Value::Object(fields))));
        Value::Object(args)
    }
}

/// `options[base_colour]` → `base_colour`: how form libraries write a nested field.
fn bracketed<'n>(name: &'n str, field: &str) -> Option<&'n str> {
    name.strip_prefix(field)?.strip_prefix('[')?.strip_suffix(']')
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

fn resolve<'s>(schema: &'s Value, schemas: &'s Map<String, Value>) -> &'s Value {
    schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| schemas.get(reference.rsplit('/').next()?))
        .unwrap_or(schema)
}

/// Reads a parameter by its schema; what does not fit stays text, so that decoding names it.
fn from_text(text: &str, schema: &Value) -> Value {
    let is = |kind: &str| match schema.get("type") {
        Some(Value::String(name)) => name == kind,
        Some(Value::Array(names)) => names.iter().any(|name| name == kind),
        _ => false,
    };
    if is("array") {
        let items = schema.get("items").unwrap_or(&Value::Null);
        return split(text).map(|part| from_text(part, items)).collect();
    }
    if is("integer") {
        return text.trim().parse::<i64>().map_or_else(|_| text.into(), Value::from);
    }
    if is("boolean") {
        return match text {
            "1" | "true" => true.into(),
            "0" | "false" | "" => false.into(),
            _ => text.into(),
        };
    }
    if is("object") {
        return serde_json::from_str(text).unwrap_or_else(|_| text.into());
    }
    text.into()
}

/// Builds the table.
pub struct Calls {
    list: Vec<Call>,
    /// What is read may leave out what has a default; what is answered never leaves anything out.
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
    /// A call whose answer depends on the view alone: what the page cache may hold.
    pub fn public<A, R>(self, path: &'static str, call: fn(&mut dyn Tx, &View, A) -> Result<R>) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        self.add::<A, R>(path, Mode::Read, Access::Public, move |tx, caller, args| call(tx, caller.view(), args))
    }

    /// A call of public pages, which know nobody, that knows its visitor when it is asked over the wire.
    pub fn public_or_visitor<A, R>(self, path: &'static str, call: fn(&mut dyn Tx, Caller<'_>, A) -> Result<R>) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        self.add::<A, R>(path, Mode::Read, Access::Public, call)
    }

    /// A call that changes nothing.
    pub fn read<A, R>(self, path: &'static str, call: fn(&mut dyn Tx, &Visitor, A) -> Result<R>) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        self.add::<A, R>(path, Mode::Read, Access::Visitor, move |tx, caller, args| call(tx, caller.visitor()?, args))
    }

    /// A call that changes something.
    pub fn write<A, R>(self, path: &'static str, call: fn(&mut dyn Tx, &Visitor, A) -> Result<R>) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        self.add::<A, R>(path, Mode::Write, Access::Visitor, move |tx, caller, args| call(tx, caller.visitor()?, args))
    }

    /// A call of customers that changes nothing; anybody else is told 'login required'.
    pub fn member_read<A, R>(self, path: &'static str, call: fn(&mut dyn Tx, &Member, A) -> Result<R>) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        self.add::<A, R>(path, Mode::Read, Access::Member, move |tx, caller, args| call(tx, &member(caller)?, args))
    }

    /// A call of customers that changes something.
    pub fn member_write<A, R>(self, path: &'static str, call: fn(&mut dyn Tx, &Member, A) -> Result<R>) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        self.add::<A, R>(path, Mode::Write, Access::Member, move |tx, caller, args| call(tx, &member(caller)?, args))
    }

    /// A call that may change the session.
    pub fn replying<A, R>(self, path: &'static str, call: fn(&mut dyn Tx, &Visitor, A) -> Result<Reply<R>>) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        self.push::<A, R>(path, Mode::Write, Access::Visitor, None, move |tx, caller, input| {
            call(tx, caller.visitor()?, decoded(input)?)
        })
    }

    /// A call with an asynchronous step before its transaction. The step may use all [`CallContext`] but knows no transaction;
    /// what it makes of the arguments is all that the call gets of them.
    pub fn prepared<A, P, R, F>(
        self,
        path: &'static str,
        mode: Mode,
        prepare: fn(Arc<CallContext>, Visitor, A) -> F,
        call: fn(&mut dyn Tx, &Visitor, &P) -> Result<Reply<R>>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        P: Send + Sync + 'static,
        R: Serialize + JsonSchema + Send + 'static,
        F: Future<Output = Result<P>> + Send + 'static,
    {
        let step = boxed(move |context, visitor, args| Ok(prepare(context, visitor, args)));
        self.push::<A, R>(path, mode, Access::Visitor, Some(step), move |tx, caller, input| {
            call(tx, caller.visitor()?, ready(input)?)
        })
    }

    /// The same for customers.
    pub fn prepared_member<A, P, R, F>(
        self,
        path: &'static str,
        mode: Mode,
        prepare: fn(Arc<CallContext>, Member, A) -> F,
        call: fn(&mut dyn Tx, &Member, &P) -> Result<Reply<R>>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        P: Send + Sync + 'static,
        R: Serialize + JsonSchema + Send + 'static,
        F: Future<Output = Result<P>> + Send + 'static,
    {
        let step = boxed(move |context, visitor, args| Ok(prepare(context, member(Caller::Visitor(&visitor))?, args)));
        self.push::<A, R>(path, mode, Access::Member, Some(step), move |tx, caller, input| {
            call(tx, &member(caller)?, ready(input)?)
        })
    }

    fn add<A, R>(
        self,
        path: &'static str,
        mode: Mode,
        access: Access,
        call: impl Fn(&mut dyn Tx, Caller<'_>, A) -> Result<R> + Send + Sync + 'static,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        self.push::<A, R>(path, mode, access, None, move |tx, caller, input| {
            Ok(Reply::new(call(tx, caller, decoded(input)?)?))
        })
    }

    fn push<A, R>(
        mut self,
        path: &'static str,
        mode: Mode,
        access: Access,
        prepare: Option<Box<Prepare>>,
        call: impl Fn(&mut dyn Tx, Caller<'_>, &Input) -> Result<Reply<R>> + Send + Sync + 'static,
    ) -> Self
    where
        A: JsonSchema + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        let run = move |tx: &mut dyn Tx, caller: Caller<'_>, input: &Input| {
            // Before anything else is checked (decisions §5).
            if access == Access::Member {
                member(caller)?;
            }
            let Reply { data, session, greeting } = call(tx, caller, input)?;
            Ok(Reply { data: Box::new(data) as Box<dyn Answer>, session, greeting })
        };
        let args = self.args.subschema_for::<A>().to_value();
        let answer = self.answers.subschema_for::<R>().to_value();
        let (style, run) = (style(path), Box::new(run));
        self.list.push(Call { path, mode, access, style, then: None, args, answer, prepare, run });
        self
    }

    /// The call added last writes down a payment: once it is committed, the payment is opened.
    pub fn then_pay(self) -> Self {
        self.then(Then::Pay)
    }

    /// The call added last wants to know how a payment stands: once it is done, the gateway is asked.
    pub fn then_ask(self) -> Self {
        self.then(Then::Ask)
    }

    fn then(mut self, then: Then) -> Self {
        if let Some(call) = self.list.last_mut() {
            call.then = Some(then);
        }
        self
    }

    /// Closes the table.
    pub fn finish(mut self) -> Api {
        let mut schemas = self.answers.take_definitions(true);
        let read = self.args.take_definitions(true);
        // A type that goes both ways has two schemas: what is read is called `…Input` then.
        let twofold: Vec<&String> =
            read.iter().filter(|(n, s)| schemas.get(*n).is_some_and(|o| o != *s)).map(|(n, _)| n).collect();
        let rename = |value: &mut Value| rename_references(value, &twofold);
        for (name, schema) in &read {
            let mut schema = schema.clone();
            rename(&mut schema);
            let name = if twofold.contains(&name) { format!("{name}Input") } else { name.clone() };
            schemas.insert(name, schema);
        }
        for call in &mut self.list {
            rename(&mut call.args);
        }
        Api { calls: self.list.into_iter().map(|call| (call.path, call)).collect(), schemas }
    }
}

/// The arguments of a call, as its type.
fn decoded<A: DeserializeOwned>(input: &Input) -> Result<A> {
    match input {
        Input::Args(args) => A::deserialize(args).map_err(|e| Error::Malformed(e.to_string())),
        Input::Prepared(_) => Err(anyhow::anyhow!("prepared, where arguments were expected").into()),
    }
}

/// What the preparation made.
fn ready<P: 'static>(input: &Input) -> Result<&P> {
    match input {
        Input::Prepared(made) => Ok(made.downcast_ref().ok_or_else(|| anyhow::anyhow!("prepared by another call"))?),
        Input::Args(_) => Err(anyhow::anyhow!("run without its preparation").into()),
    }
}

/// A preparation as the table keeps it.
fn boxed<A, P, F>(step: impl Fn(Arc<CallContext>, Visitor, A) -> Result<F> + Send + Sync + 'static) -> Box<Prepare>
where
    A: DeserializeOwned + 'static,
    P: Send + Sync + 'static,
    F: Future<Output = Result<P>> + Send + 'static,
{
    Box::new(move |context, visitor, args| {
        let begun = A::deserialize(args)
            .map_err(|e| Error::Malformed(e.to_string()))
            .and_then(|args| step(context, visitor, args));
        Box::pin(async move { Ok(Input::Prepared(Box::new(begun?.await?))) })
    })
}

/// Points references to the types in `twofold` to their `…Input`.
fn rename_references(value: &mut Value, twofold: &[&String]) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let target = inner.as_str().and_then(|text| text.rsplit('/').next()).unwrap_or_default();
                if name == "$ref" && twofold.iter().any(|other| *other == target) {
                    *inner = format!("#/components/schemas/{target}Input").into();
                } else {
                    rename_references(inner, twofold);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename_references(item, twofold)),
        _ => {}
    }
}

/// The customer who asks, or 'login required'.
pub fn member(caller: Caller<'_>) -> Result<Member> {
    let visitor = caller.visitor()?;
    match visitor.session.customer_id {
        Some(customer_id) => Ok(Member { visitor: visitor.clone(), customer_id }),
        None => Err(message::LOGIN_REQUIRED.into()),
    }
}

/// How the specification says that a path's parameters travel (§7).
fn style(path: &str) -> Style {
    match path {
        "search/index" | "search/suggest" | "cart/add" | "checkout/index" | "checkout/place" => Style::Json,
        // Not stated there; what is personal or secret stays out of addresses (decisions §4).
        "customer/create" | "customer/login" | "account/forgot" | "account/reset" | "account/password"
        | "account/update" | "account/delete" | "address/create" | "address/update" => Style::Json,
        "newsletter/confirm"
        | "newsletter/unsubscribe"
        | "contact/post"
        | "contact/accountpost"
        | "fapiao/create"
        | "common/say"
        | "common/listen" => Style::Json,
        "order/withdraw" | "payment/retry" | "payment/refresh" | "payment/counted" => Style::Json,
        "page/topmenu"
        | "catalog/category"
        | "catalog/product"
        | "cart"
        | "cart/sidebar"
        | "cart/delete"
        | "cart/update"
        | "checkout/region"
        | "payment/index"
        | "common/talk"
        | "common/region"
        | "newsletter/subscribe" => Style::Form,
        _ => Style::Either,
    }
}

/// The finished table.
#[derive(Debug)]
pub struct Api {
    calls: BTreeMap<&'static str, Call>,
    /// JSON schemas of all types, by name.
    pub schemas: Map<String, Value>,
}

impl Api {
    pub fn find(&self, path: &str) -> Option<&Call> {
        self.calls.get(path)
    }

    pub fn paths(&self) -> impl Iterator<Item = &Call> {
        self.calls.values()
    }

    /// The contract as OpenAPI 3.1.
    pub fn openapi(&self) -> Value {
        let paths: Map<String, Value> = self.calls.values().map(|call| self.path_item(call)).collect();
        let mut schemas = self.schemas.clone();
        schemas.insert(
            "Failure".into(),
            json!({
                "type": "object",
                "required": ["code", "message", "data", "error"],
                "properties": {
                    "code": { "const": "0" },
                    "message": { "type": "string", "description": "English, literally as the contract prints it." },
                    "data": { "type": "null" },
                    "error": {
                        "type": "object",
                        "required": ["id", "params", "fields"],
                        "properties": {
                            "id": { "type": "string", "description": "Stable key by which clients translate." },
                            "params": { "type": "object", "additionalProperties": { "type": "string" } },
                            "fields": { "type": "object", "additionalProperties": { "type": "string" }, "description": "Form field to its message." },
                            "field_messages": { "type": "object", "additionalProperties": { "$ref": "#/components/schemas/Message" } },
                            "detail": { "type": ["string", "null"] }
                        }
                    }
                }
            }),
        );
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Boutique",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "Every call is a POST. Business answers are HTTP 200: code \"1\" with data, code \"0\" with a message and an error id. Malformed requests answer 400, a missing Services header 403, unknown paths 404, other methods 405, large bodies 413, throttled ones 429, faults of ours 500, all in the same envelope."
            },
            "servers": [{ "url": "/hah_api" }],
            "paths": paths,
            "components": { "schemas": schemas }
        })
    }

    fn path_item(&self, call: &Call) -> (String, Value) {
        let string = |name: &str, place: &str, text: &str| json!({ "name": name, "in": place, "required": false, "schema": { "type": "string" }, "description": text });
        let mut parameters = vec![
            json!({ "name": "Services", "in": "header", "required": true, "schema": { "type": "string" }, "description": "The fixed value that the pages carry." }),
            string("SID", "query", "Readable handle of the session; authenticates nothing."),
            string("store_id", "query", "Store view: 94 en, 95 fr, 96 de, 97 es, 98 zh."),
            string("___store", "query", "Store code, e.g. valmere_en."),
            string("currency", "query", "ISO 4217; ignored when not offered."),
            string("promo-tag", "query", "Employee tag."),
        ];
        let mut operation = json!({
            "operationId": call.path.replace('/', "_"),
            "x-style": match call.style { Style::Form => "form", Style::Json => "json", Style::Either => "either" },
            "x-mode": match call.mode { Mode::Read => "read", Mode::Write => "write" },
            "x-args": call.args,
            "x-answer": call.answer,
            "x-access": match call.access { Access::Public => "public", Access::Visitor => "visitor", Access::Member => "member" },
            "responses": {
                "200": {
                    "description": "The answer, or a refusal.",
                    "content": { "application/json": { "schema": { "oneOf": [
                        {
                            "type": "object",
                            "required": ["code", "message", "data"],
                            "properties": { "code": { "const": "1" }, "message": { "type": "string" }, "data": call.answer }
                        },
                        { "$ref": "#/components/schemas/Failure" }
                    ] } } }
                }
            }
        });
        if call.style == Style::Form {
            let properties = resolve(&call.args, &self.schemas).get("properties").and_then(Value::as_object);
            parameters.extend(properties.into_iter().flatten().map(|(name, schema)| {
                json!({ "name": name, "in": "query", "required": false, "style": "form", "explode": false, "schema": schema })
            }));
        } else {
            operation["requestBody"] = json!({ "required": call.style == Style::Json, "content": { "application/json": { "schema": call.args } } });
        }
        operation["parameters"] = Value::Array(parameters);
        (format!("/{}", call.path), json!({ "post": operation }))
    }
}
