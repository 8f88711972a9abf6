//! `shop customer`: customers and what they ask for by telephone or post.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use serde_json::{Value, json};

use super::shop::{self, Shop};
use super::table::{Output, moment};
use crate::audit::{self, Change};
use crate::config::Config;
use crate::customer::{Access, ByHouse, by_house};
use crate::customer_admin::types::{CustomerDetail, CustomerFilter, ListArgs, Sort};
use crate::customer_admin::{self, Reader, Subject};
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::permission::Permission;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::{newsletter, order, privacy, staff};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List accounts, the newest first, or guests
    List {
        /// Beginnings of words of name, mail, member card or the number of an order, e.g. "rossi anna"
        #[arg(default_value = "")]
        words: String,
        /// Which of them
        #[arg(long, value_enum, default_value_t)]
        filter: CustomerFilter,
        /// The oldest first
        #[arg(long)]
        oldest: bool,
        /// Go on where the last list ended, with the number that it printed
        #[arg(long, value_name = "N", value_parser = super::count, allow_negative_numbers = true)]
        after: Option<i64>,
    },
    /// Show a customer: account or guest, addresses, orders, newsletter
    Show {
        /// The e-mail address
        email: String,
    },
    /// Print everything that is kept about a customer, as JSON
    Export {
        /// The e-mail address
        email: String,
    },
    /// Delete a customer at once, with everything about them that need not be kept
    Delete {
        /// The e-mail address
        email: String,
        /// Confirm that it is to be deleted
        #[arg(long)]
        yes: bool,
    },
    /// Keep an account whose owner has asked for its deletion
    CallOffDeletion {
        /// The e-mail address of the account
        email: String,
    },
    /// Give an account another address; the former one is told, the new one gets a link for a new password
    SetEmail {
        /// The e-mail address of the account
        email: String,
        /// The right one
        new: String,
    },
    /// Mail the link by which the owner of an account chooses a new password
    PasswordLink {
        /// The e-mail address of the account
        email: String,
    },
    /// Log an account out on all devices, for a customer who has lost one
    EndSessions {
        /// The e-mail address of the account
        email: String,
        /// Remove the account's passkeys, too; the password stays
        #[arg(long)]
        passkeys: bool,
    },
    /// Remove one passkey of an account, whose owner is told by mail
    RemovePasskey {
        /// The e-mail address of the account
        email: String,
        /// Its number, as `show` prints it
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        passkey: i64,
    },
    /// Note something about a customer, for the house
    Note {
        /// The e-mail address
        email: String,
        /// What is to be noted
        text: String,
    },
    /// End the newsletter of an address
    Unsubscribe {
        /// The e-mail address
        email: String,
    },
    /// Mail the link by which a customer subscribes to the newsletter
    InviteSubscription {
        /// The e-mail address
        email: String,
    },
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { words, filter, oldest, after } => {
            let sort = if oldest { Sort::Oldest } else { Sort::Newest };
            let args = ListArgs { q: words, filter, sort, after: after.map(|id| id.to_string()) };
            let page = shop.read(|tx| customer_admin::page(tx, &args, shop::LINES))?;
            out.list(&page.items, &["customer", "name", "e-mail", "orders", "newsletter", "language"], |row| {
                vec![
                    row.key.clone(),
                    row.name.clone(),
                    row.email.clone(),
                    row.orders.to_string(),
                    if row.is_subscribed { "yes" } else { "no" }.to_owned(),
                    row.lang.to_string(),
                ]
            })?;
            if let Some(after) = page.after {
                super::table::goes_on(shop::LINES, &format!("add --after {after} for the next"));
            }
            Ok(())
        }
        Command::Show { email } => show(&shop, out, &email),
        Command::Export { email } => {
            let now = shop::now()?;
            let subject = shop.read(|tx| find(tx, &email))?;
            let export = shop.write("customer export", |tx, _| {
                if let Subject::Account(customer) = &subject {
                    privacy::record_export(tx, customer, now)?;
                }
                Ok((customer_admin::export(tx, &subject, now)?, Change::new("customer", subject.key())))
            });
            out.value(&export?)
        }
        Command::Delete { email, yes: false } => {
            bail!("deleting what is kept of {email} cannot be undone; add --yes")
        }
        Command::Delete { email, yes: true } => {
            change(&shop, "customer delete", &email, json!({ "erased": true }), customer_admin::erase)?;
            let (config, now) = (shop.config(), shop::now()?);
            privacy::journal::reconcile(&shop::open(&config)?, &config.data.directory, now)?;
            let text = format!("what was kept of {email} is deleted; paid orders are kept, as the law requires");
            out.done(&json!({ "email": email, "deleted": true }), &text)
        }
        Command::CallOffDeletion { email } => {
            let work = |tx: &mut dyn Tx, by: &ByHouse, subject: &Subject| {
                by_house::call_off_deletion(tx, by, subject.account()?.id)
            };
            change(&shop, "customer call-off-deletion", &email, json!({ "deletion": "called off" }), work)?;
            out.done(&json!({ "email": email, "deletion": null }), &format!("the account of {email} is kept"))
        }
        Command::SetEmail { email, new } => {
            let work = |tx: &mut dyn Tx, by: &ByHouse, subject: &Subject| {
                by_house::correct_email(tx, by, subject.account()?, &new)
            };
            change(&shop, "customer set-email", &email, json!({ "email": "changed" }), work)?;
            let text = format!("the account has the address {new}, which counts once its link has been followed");
            out.done(&json!({ "email": new, "former": email }), &text)
        }
        Command::PasswordLink { email } => {
            let work = |tx: &mut dyn Tx, by: &ByHouse, subject: &Subject| {
                by_house::send_password_link(tx, by, subject.account()?)
            };
            change(&shop, "customer password-link", &email, json!({ "password_link": "sent" }), work)?;
            out.done(&json!({ "email": email, "sent": true }), &format!("a link for a new password goes to {email}"))
        }
        Command::EndSessions { email, passkeys } => {
            let Access { sessions, passkeys } = shop.write("customer end-sessions", |tx, command| {
                let subject = find(tx, &email)?;
                let ended = by_house::end_sessions(tx, &of_house(command), subject.account()?, passkeys)?;
                let what = json!({ "sessions_ended": ended.sessions, "passkeys_removed": ended.passkeys });
                Ok((ended, Change::new("customer", subject.key()).after(what)))
            })?;
            let value = json!({ "email": email, "sessions_ended": sessions, "passkeys_removed": passkeys });
            out.done(&value, &format!("{email}: {sessions} sessions ended, {passkeys} passkeys removed"))
        }
        Command::RemovePasskey { email, passkey } => {
            let work = |tx: &mut dyn Tx, by: &ByHouse, subject: &Subject| {
                by_house::remove_passkey(tx, by, subject.account()?, passkey)
            };
            change(&shop, "customer remove-passkey", &email, json!({ "passkey_removed": passkey }), work)?;
            let text = format!("passkey {passkey} of {email} is removed, and its owner told");
            out.done(&json!({ "email": email, "passkey_removed": passkey }), &text)
        }
        Command::Note { email, text } => {
            let actor = audit::Actor::Command(audit::system_user());
            let work = |tx: &mut dyn Tx, by: &ByHouse, subject: &Subject| {
                customer_admin::note(tx, subject, &actor, &text, by.now)
            };
            change(&shop, "customer note", &email, json!({ "noted": true }), work)?;
            out.done(&json!({ "email": email, "noted": true }), &format!("noted about {email}"))
        }
        Command::Unsubscribe { email } => {
            let work = |tx: &mut dyn Tx, by: &ByHouse, subject: &Subject| {
                newsletter::end_of(tx, &by.config, subject.email(), by.now).map(drop)
            };
            change(&shop, "customer unsubscribe", &email, json!({ "newsletter": "ended" }), work)?;
            out.done(&json!({ "email": email }), &format!("the newsletter of {email} ends within a working day"))
        }
        Command::InviteSubscription { email } => {
            let what = json!({ "newsletter": "link sent" });
            change(&shop, "customer invite-subscription", &email, what, customer_admin::invite)?;
            out.done(&json!({ "email": email }), &format!("a link to subscribe goes to {email}"))
        }
    }
}

/// Does something for a customer; `what` tells the audit.
fn change(
    shop: &Shop,
    words: &str,
    email: &str,
    what: Value,
    work: impl FnOnce(&mut dyn Tx, &ByHouse, &Subject) -> Result<()>,
) -> anyhow::Result<()> {
    shop.write(words, |tx, command| {
        let subject = find(tx, email)?;
        work(tx, &of_house(command), &subject)?;
        Ok(((), Change::new("customer", subject.key()).after(what)))
    })
}

fn of_house(command: &order::Command) -> ByHouse {
    ByHouse { config: Arc::clone(&command.config), now: command.now, random: command.random }
}

fn find(tx: &mut dyn Tx, email: &str) -> Result<Subject> {
    let unknown = || {
        Error::Internal(anyhow!(
            "there is neither an account nor an order with the address {email}; `shop customer list` lists customers, and what \
             others wrote is in `shop contact list --all`, `shop withdrawal list --all` and `shop newsletter list`"
        ))
    };
    customer_admin::find_by_email(tx, email)?.ok_or_else(unknown)
}

fn show(shop: &Shop, out: Output, email: &str) -> anyhow::Result<()> {
    let reader = Reader {
        lang: Lang::En,
        permissions: Permission::ALL.into(),
        config: shop.config(),
        now: shop::now()?,
        staff_id: None,
    };
    let mut shown = shop.read(|tx| {
        let subject = find(tx, email)?;
        customer_admin::detail(tx, &reader, &subject)
    })?;
    for note in &mut shown.notes {
        note.text = staff::told(&note.text, &note.mentioned);
    }
    let CustomerDetail { account, orders, newsletter, addresses, .. } = &shown;
    let of_account = |text: &dyn Fn(&customer_admin::types::CustomerAccount) -> String| {
        account.as_ref().map(text).unwrap_or_default()
    };
    let time =
        |at: &str| at.parse::<jiff::Timestamp>().map_or_else(|_| at.to_owned(), |at| moment(at.as_millisecond()));
    let orders: Vec<String> = orders
        .iter()
        .flatten()
        .map(|one| format!("{} {} {} ({})", one.number, one.total, one.currency, one.status.code()))
        .collect();
    let passkeys: Vec<String> = account
        .iter()
        .flat_map(|one| &one.passkey_list)
        .map(|key| format!("{} {} since {}", key.id, key.name, time(&key.added_at)))
        .collect();
    let notes: Vec<String> =
        shown.notes.iter().map(|one| format!("{} {}: {}", time(&one.at), one.author, one.text)).collect();
    let addresses: Vec<String> = addresses.iter().map(|one| one.lines.join(", ")).collect();
    let letters = newsletter.as_ref().map(|of| {
        let since = of.confirmed_at.as_deref().map(time).unwrap_or_default();
        format!(
            "{} {since}",
            serde_json::to_value(of.state).ok().and_then(|it| it.as_str().map(str::to_owned)).unwrap_or_default()
        )
    });
    let facts = [
        ("customer", shown.key.clone()),
        ("name", full_name(&shown.first_name, &shown.last_name)),
        ("e-mail", shown.email.clone()),
        ("language", shown.lang.to_string()),
        ("member card", shown.member_card.clone().unwrap_or_else(|| "none".to_owned())),
        ("points", format!("{} due, {} pending", shown.points_due, shown.points_pending)),
        ("account", if account.is_some() { "yes".to_owned() } else { "none, a guest".to_owned() }),
        ("since", of_account(&|one| time(&one.created_at))),
        ("last login", of_account(&|one| one.logged_in_at.as_deref().map_or_else(|| "never".to_owned(), time))),
        ("sessions", of_account(&|one| one.sessions.to_string())),
        ("passkeys", passkeys.join("\n")),
        ("notes", notes.join("\n")),
        ("address proved", of_account(&|one| one.email_verified_at.as_deref().map_or_else(|| "no".to_owned(), time))),
        ("deletion", of_account(&|one| one.deletion.as_ref().map(|of| time(&of.due_at)).unwrap_or_default())),
        ("newsletter", letters.unwrap_or_default()),
        ("addresses", addresses.join("\n")),
        ("orders", orders.join("\n")),
    ];
    let mut value = json!(shown);
    if let (Some(fields), Some(account)) = (value.as_object_mut(), account) {
        fields.insert("id".to_owned(), json!(account.id));
        fields.insert("created_at".to_owned(), json!(account.created_at));
        fields.insert("logged_in_at".to_owned(), json!(account.logged_in_at));
    }
    out.facts(&value, &facts)
}
