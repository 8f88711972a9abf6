//! Registration, login, logout and account details.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::guard::{self, Attempt};
use super::mail;
use super::store::{self, Customer, Login, NewCustomer};
use super::types::{CreateArgs, Deletion, Done, LoggedIn, LoginArgs, UpdateArgs, UserInfo};
use crate::call::{Greeting, Member, NoArgs, Reply, SessionChange, View, Visitor};
use crate::call_context::CallContext;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::common_password::holds_word;
use crate::domain::validate;
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::newsletter::types::Letters;
use crate::newsletter::{self, Source, Wish};
use crate::security_log::{self, Event};
use crate::{captcha, cart, identity, session};

// ── customer/create ─────────────────────────────────────────────────────────────────────────────────────────────────

/// A valid registration with the hashed password.
pub struct Registration {
    email: String,
    password_hash: String,
    first_name: String,
    last_name: String,
    member_card: Option<String>,
    newsletter: bool,
}

/// Validates the form, then the captcha, then that the address is free; hashes the password last.
pub async fn prepare_create(context: Arc<CallContext>, visitor: Visitor, args: CreateArgs) -> Result<Registration> {
    let mut fields = FieldMessages::new();
    let email = keep(&mut fields, "email", validate::email(&args.email));
    let first_name = keep(&mut fields, "first_name", validate::first_name(&args.first_name));
    let last_name = keep(&mut fields, "last_name", validate::last_name(&args.last_name));
    let member_card = keep(&mut fields, "member_card", validate::member_card(&args.member_card));
    let password = new_password(&mut fields, &args.password, &args.password_confirmation);
    check_words(&mut fields, &password, &visitor.view.config, &email);
    if !args.terms {
        fields.insert("terms".into(), message::REGISTER_TERMS_REQUIRED.into());
    }
    check_fields(fields)?;
    let of = captcha::Form { call: "customer/create", email: &email };
    captcha::verify(&context, &visitor, &args.captcha, of).await?;
    let asked = email.clone();
    if context.db.read(move |tx| store::find_login(tx, &asked)).await?.is_some() {
        return Err(already_exists().into());
    }
    let password_hash = context.passwords.hash(visitor.network, &password).await?;
    Ok(Registration { email, password_hash, first_name, last_name, member_card, newsletter: args.newsletter })
}

/// Creates the account and logs the customer in.
pub fn create(tx: &mut dyn Tx, visitor: &Visitor, form: &Registration) -> Result<Reply<LoggedIn>> {
    let new = NewCustomer {
        email: &form.email,
        password_hash: Some(&form.password_hash),
        first_name: &form.first_name,
        last_name: &form.last_name,
        member_card: form.member_card.as_deref(),
        lang: visitor.view.lang(),
    };
    // Of two concurrent registrations one is refused.
    let id = store::save(tx, &new, visitor.now())?.ok_or_else(already_exists)?;
    security_log::record(tx, visitor, Event::AccountCreated, Some(id))?;
    if form.newsletter {
        let wish = Wish { email: form.email.clone(), letters: Letters::SHOP, source: Source::Registration };
        newsletter::ask_for(tx, visitor, &wish, Some(id))?;
    }
    let reply = welcome(tx, visitor, id)?;
    let customer = known(tx, id)?;
    let url = mail::url(&visitor.view.config, &customer, "/account");
    let data = mail::Notice { first_name: customer.salutation(), url };
    mail::send(tx, &customer, mail::WELCOME, &data, visitor.now())?;
    Ok(reply)
}

pub fn already_exists() -> Refusal {
    Refusal::of_field("email", message::ACCOUNT_EXISTS)
}

/// The valid value, or an empty one with the field's message added to `fields`.
fn keep<T: Default>(fields: &mut FieldMessages, field: &str, checked: std::result::Result<T, Message>) -> T {
    checked.map_err(|fault| fields.insert(field.to_owned(), fault)).unwrap_or_default()
}

/// Likewise for a new password with its confirmation.
pub fn new_password(fields: &mut FieldMessages, password: &str, confirmation: &str) -> String {
    validate::new_password(password, confirmation).map_err(|faults| fields.extend(faults)).unwrap_or_default()
}

/// Refuses a password that holds the shop's name or the customer's mailbox.
pub fn check_words(fields: &mut FieldMessages, password: &str, config: &Config, email: &str) {
    let mailbox = email.split('@').next().unwrap_or_default();
    if holds_word(password, [config.brand.name.as_str(), mailbox]) {
        fields.insert("password".into(), message::PASSWORD_HOLDS_NAME.into());
    }
}

// ── customer/login ──────────────────────────────────────────────────────────────────────────────────────────────────

/// A verified password. It may have changed since: see [`Proof::still_holds`].
pub struct Proof {
    login: Login,
    attempt: Attempt,
}

/// Verifies the password. An unknown address takes as long and gets the same answer.
pub async fn prepare_login(context: Arc<CallContext>, visitor: Visitor, args: LoginArgs) -> Result<Proof> {
    let mut fields = FieldMessages::new();
    let email = keep(&mut fields, "email", validate::email(&args.email));
    if validate::trim(&args.password).is_empty() {
        fields.insert("password".into(), message::PASSWORD_EMPTY.into());
    }
    check_fields(fields)?;
    let asked = email.clone();
    let login = context.db.read(move |tx| store::find_login(tx, &asked)).await?;
    let proof = compare(&context, &visitor, &email, login, &args.password, Event::LoginFailed).await?;
    proof.ok_or_else(|| refuse(message::LOGIN_INCORRECT))
}

/// Proof of a right password; a wrong one is logged as `failure`. Takes as long without a login.
async fn compare(
    context: &CallContext,
    visitor: &Visitor,
    email: &str,
    login: Option<Login>,
    password: &str,
    failure: Event,
) -> Result<Option<Proof>> {
    let attempt = Attempt::login(context, visitor, email, login.as_ref().map(|login| login.id));
    let is_right = guard::compare(context, visitor, attempt, password, login.as_ref(), failure).await?;
    Ok(login.filter(|_| is_right).map(|login| Proof { login, attempt }))
}

/// Logs in: rotates the session's token and merges the guest's cart into the customer's.
pub fn login(tx: &mut dyn Tx, visitor: &Visitor, proof: &Proof) -> Result<Reply<LoggedIn>> {
    // The password may have changed since it was verified.
    if store::find_login_of(tx, proof.login.id)?.as_ref() != Some(&proof.login) {
        return Err(refuse(message::LOGIN_INCORRECT));
    }
    proof.attempt.succeeded(tx)?;
    welcome(tx, visitor, proof.login.id)
}

/// Logs a customer in who has proved to be it.
pub fn welcome(tx: &mut dyn Tx, visitor: &Visitor, id: i64) -> Result<Reply<LoggedIn>> {
    if let Some(other) = visitor.session.customer_id.filter(|other| *other != id) {
        security_log::record(tx, visitor, Event::LoggedOut, Some(other))?;
    }
    security_log::record(tx, visitor, Event::LoggedIn, Some(id))?;
    let bag = cart::merge(tx, visitor, id)?;
    store::save_visit(tx, id, visitor.view.lang(), visitor.now())?;
    let user = user_info(tx, id)?;
    let greeting = greeting(&user);
    Ok(Reply::new(LoggedIn { user, bag }).session(SessionChange::LogIn(id)).greeting(greeting))
}

/// Logs out; no error without a login.
pub fn logout(tx: &mut dyn Tx, visitor: &Visitor, _: NoArgs) -> Result<Reply<Done>> {
    let reply = Reply::new(Done { message: message::LOGGED_OUT.into() });
    let Some(id) = visitor.session.customer_id else { return Ok(reply) };
    security_log::record(tx, visitor, Event::LoggedOut, Some(id))?;
    Ok(reply.session(SessionChange::LogOut))
}

// ── Account info ────────────────────────────────────────────────────────────────────────────────────────────────────

/// The customer of a session.
pub fn known(tx: &mut dyn Tx, id: i64) -> Result<Customer> {
    // Only during the deletion of an account can a session refer to a deleted customer.
    store::find(tx, id)?.ok_or_else(|| refuse(message::LOGIN_REQUIRED))
}

pub fn info(tx: &mut dyn Tx, member: &Member, _: NoArgs) -> Result<UserInfo> {
    user_info(tx, member.customer_id)
}

pub fn user_info(tx: &mut dyn Tx, id: i64) -> Result<UserInfo> {
    let customer = known(tx, id)?;
    let deletion = store::find_deletion(tx, id)?;
    let deletion = deletion
        .map(|row| Ok::<_, anyhow::Error>(Deletion { asked_at: time(row.requested_at)?, due_at: time(row.due_at)? }));
    Ok(UserInfo {
        newsletter: newsletter::info(tx, id)?,
        email_proved: identity::is_proved(tx, Some(id))?,
        email: customer.email,
        first_name: customer.first_name,
        last_name: customer.last_name,
        member_card: customer.member_card,
        deletion: deletion.transpose()?,
    })
}

pub fn time(millisecond: i64) -> anyhow::Result<String> {
    Ok(Timestamp::from_millisecond(millisecond)?.to_string())
}

pub fn greeting(user: &UserInfo) -> Greeting {
    Greeting { first_name: user.first_name.clone(), subscribed: user.newsletter.subscribed }
}

/// Saves the member card number of an order, unless the account has one.
pub fn keep_member_card(tx: &mut dyn Tx, customer_id: i64, number: &str) -> Result<()> {
    let mut customer = known(tx, customer_id)?;
    if customer.member_card.is_none() {
        customer.member_card = Some(number.to_owned());
        store::save_details(tx, &customer)?;
    }
    Ok(())
}

// ── account/update ──────────────────────────────────────────────────────────────────────────────────────────────────

/// Valid details, with the proof of the password if the e-mail address changes.
pub struct Details {
    first_name: String,
    last_name: String,
    email: String,
    member_card: Option<String>,
    proof: Option<Proof>,
}

/// Validates the form; a new e-mail address requires the current password.
pub async fn prepare_update(context: Arc<CallContext>, member: Member, args: UpdateArgs) -> Result<Details> {
    let mut fields = FieldMessages::new();
    let email = keep(&mut fields, "email", validate::email(&args.email));
    let first_name = keep(&mut fields, "first_name", validate::first_name(&args.first_name));
    let last_name = keep(&mut fields, "last_name", validate::last_name(&args.last_name));
    let member_card = keep(&mut fields, "member_card", validate::member_card(&args.member_card));
    let id = member.customer_id;
    let customer = context.db.read(move |tx| known(tx, id)).await?;
    let moves = !email.is_empty() && validate::email_key(&email) != validate::email_key(&customer.email);
    if moves && validate::trim(&args.current_password).is_empty() {
        fields.insert("current_password".into(), message::PASSWORD_CURRENT_EMPTY.into());
    }
    check_fields(fields)?;
    let mut proof = None;
    if moves {
        proof = Some(prove(&context, &member, &args.current_password, "current_password").await?);
        // Limited, because the answer reveals whether an address has an account.
        let (attempt, visitor) =
            (Attempt::email_change(&context, &member.visitor, customer.id), member.visitor.clone());
        if !context.db.write(move |tx| attempt.make(tx, &visitor)).await? {
            return Err(refuse(message::THROTTLED));
        }
    }
    Ok(Details { first_name, last_name, email, member_card, proof })
}

/// Saves the details. If the e-mail address changes, the former one is notified and its password links are deleted.
pub fn update(tx: &mut dyn Tx, member: &Member, details: &Details) -> Result<Reply<UserInfo>> {
    let former = known(tx, member.customer_id)?;
    let customer = Customer {
        first_name: details.first_name.clone(),
        last_name: details.last_name.clone(),
        email: details.email.clone(),
        member_card: details.member_card.clone(),
        ..former.clone()
    };
    if validate::email_key(&customer.email) != validate::email_key(&former.email) {
        // The address may have changed in another tab since the form was validated.
        let Some(proof) = &details.proof else { return Err(refuse(message::PASSWORD_CURRENT_EMPTY)) };
        proof.still_holds(tx)?;
        if store::find_login(tx, &customer.email)?.is_some() {
            return Err(already_exists().into());
        }
        security_log::record(tx, &member.visitor, Event::EmailChanged, Some(customer.id))?;
        change_email(tx, &member.visitor, &former, &customer)?;
    }
    store::save_details(tx, &customer)?;
    let user = user_info(tx, customer.id)?;
    let greeting = greeting(&user);
    Ok(Reply::new(user).greeting(greeting))
}

/// What follows from another address, before it is saved: the former mailbox is told, its links end, the newsletter moves.
pub fn change_email(tx: &mut dyn Tx, visitor: &Visitor, former: &Customer, customer: &Customer) -> Result<()> {
    let view = &visitor.view;
    let data = mail::EmailChanged {
        first_name: former.salutation(),
        new_email: mail::masked(&customer.email),
        url: mail::url(&view.config, former, "/contact-us"),
    };
    mail::send(tx, former, mail::EMAIL_CHANGED, &data, view.now)?;
    store::delete_links(tx, customer.id)?;
    newsletter::move_subscription(tx, visitor, customer.id, &customer.email)
}

impl Proof {
    /// The hash of a new password. Where it cannot be hashed now the attempt that gave this proof does not count.
    pub async fn hash_new(&self, context: &CallContext, visitor: &Visitor, password: &str) -> Result<String> {
        let hashed = context.passwords.hash(visitor.network, password).await;
        guard::refund_if_unavailable(context, self.attempt, hashed).await
    }

    /// Refuses if the password has changed since it was verified.
    pub fn still_holds(&self, tx: &mut dyn Tx) -> Result<()> {
        if store::find_login_of(tx, self.login.id)?.as_ref() != Some(&self.login) {
            return Err(refuse(message::PASSWORD_CURRENT_WRONG));
        }
        self.attempt.succeeded(tx)
    }
}

/// Compares the current password of a logged-in customer; a refusal names `field`.
pub async fn prove(context: &CallContext, member: &Member, password: &str, field: &str) -> Result<Proof> {
    let id = member.customer_id;
    let (customer, login) = context.db.read(move |tx| Ok((known(tx, id)?, store::find_login_of(tx, id)?))).await?;
    if validate::trim(password).is_empty() {
        return Err(Refusal::of_field(field, message::PASSWORD_CURRENT_EMPTY).into());
    }
    let failure = Event::CurrentPasswordWrong;
    let proof = compare(context, &member.visitor, &customer.email, login, password, failure).await?;
    proof.ok_or_else(|| Refusal::of_field(field, message::PASSWORD_CURRENT_WRONG).into())
}

// ── An account with an order ────────────────────────────────────────────────────────────────────────────────────────

/// The customer data of an order.
#[derive(Debug, Clone, Copy)]
pub struct FromOrder<'a> {
    pub order_number: &'a str,
    pub email: &'a str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub member_card: Option<&'a str>,
}

/// Creates the account that a guest requested with an order, without a password; a mailed link sets it. If the address
/// has an account, nothing is created or disclosed (decisions §6). Answers the new customer's id.
pub fn create_from_order(tx: &mut dyn Tx, view: &View, random: &[u8; 32], of: FromOrder<'_>) -> Result<Option<i64>> {
    let new = NewCustomer {
        email: of.email,
        password_hash: None,
        first_name: of.first_name,
        last_name: of.last_name,
        member_card: of.member_card,
        lang: view.lang(),
    };
    let Some(id) = store::save(tx, &new, view.now)? else { return Ok(None) };
    let customer = known(tx, id)?;
    let token = session::new_token(&session::hash(&format!("first password {}", session::new_token(random))));
    let days = view.config.accounts.first_password_days;
    let expires_at = view.now + SignedDuration::from_hours(24 * i64::from(days));
    store::save_link(tx, id, &token, expires_at)?;
    let data = mail::PasswordLink {
        first_name: customer.salutation(),
        url: mail::url(&view.config, &customer, &format!("/account/setPassword?token={token}")),
        expires_at: expires_at.to_string(),
        order_number: of.order_number.to_owned(),
    };
    mail::send(tx, &customer, mail::PASSWORD_FIRST, &data, view.now)?;
    Ok(Some(id))
}
