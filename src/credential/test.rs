//! Tests of credentials before or after they are saved: each asks the service itself, with a deadline, and tells what it said.

use std::sync::Arc;
use std::time::Duration;

use lettre::message::{Mailbox, SinglePart};
use lettre::{Address, AsyncTransport as _};
use serde_json::json;

use super::calls::{NOUN, check_owner};
use super::check;
use super::types::{TestMailArgs, TestStripeArgs, TestWechatArgs, Tested};
use crate::audit::Change;
use crate::call::{Changed, StaffMember};
use crate::call_context::CallContext;
use crate::clock::Clock;
use crate::config::{Config, Mode, is_test_key};
use crate::db::Tx;
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::payment::gateway::stripe::{self as gateway, Key};
use crate::payment::gateway::wechat::Wechat;
use crate::setting::credential::Name;
use crate::{message, setting, smtp};

/// How long a service may take: somebody looks at the button.
const DEADLINE: Duration = Duration::from_secs(15);
/// Characters of what a service said.
const SAID: usize = 300;

/// What is in force now, whatever this process has read last.
async fn in_force(context: &CallContext, member: &StaffMember) -> Result<Config> {
    let source = Arc::clone(&member.client.view.config.source);
    context.db.read(move |tx| Ok(setting::load(tx, &source)?.1)).await
}

/// A letter to the signed-in person, by the server that was entered, or by the one in force.
pub async fn mail(context: Arc<CallContext>, member: StaffMember, args: TestMailArgs) -> Result<Tested> {
    check_owner(&member)?;
    let config = in_force(&context, &member).await?;
    let entered = args.server.map(check::tidy_mail);
    entered.as_ref().map(check::mail).transpose()?;
    let mail = entered.map_or_else(|| config.mail.clone(), |server| check::under_test(&config, &server));
    if mail.host.is_empty() {
        return Err(refuse(message::CREDENTIAL_NONE));
    }
    let sender = config.mail_from();
    let Ok(server) = smtp::server(&mail, sender) else {
        return check_fields(FieldMessages::from([("host".to_owned(), message::CREDENTIAL_HOST.into())]))
            .map(|()| failed("no server"));
    };
    let letter = letter(&config, sender, &member)?;
    let outcome = smtp::within(DEADLINE, "test", server.send(letter)).await;
    drop(smtp::within(Duration::from_secs(1), "quit", server.shutdown()).await);
    Ok(match outcome {
        Ok(Ok(response)) => {
            let words: Vec<&str> = response.message().collect();
            Tested {
                is_ok: true,
                said: cut(&format!("{} {}", response.code(), words.join(" "))),
                is_live: None,
                is_restricted: false,
            }
        }
        Ok(Err(error)) => failed(&format!("{:#}", anyhow::Error::new(error))),
        Err(late) => failed(&late.to_string()),
    })
}

/// Plain English text, like all letters to people of the house.
fn letter(config: &Config, sender: &str, member: &StaffMember) -> anyhow::Result<lettre::Message> {
    let (from, to): (Address, Address) = (sender.parse()?, member.who.email.parse()?);
    let brand = &config.brand.name;
    let text = format!(
        "{brand} sends its letters by this server. {} has asked for this test in the console.\n\n{}\n",
        member.who.name,
        config.console_url()
    );
    Ok(lettre::Message::builder()
        .from(Mailbox::new(Some(config.sender().to_owned()), from))
        .to(Mailbox::new(None, to))
        .subject(format!("Test of the mail server of {brand}"))
        .date(member.client.now().into())
        .singlepart(SinglePart::plain(text))?)
}

/// Whether the payment service knows the key that was entered, or the one in force, and whether it moves real money.
pub async fn stripe(context: Arc<CallContext>, member: StaffMember, args: TestStripeArgs) -> Result<Tested> {
    check_owner(&member)?;
    let config = in_force(&context, &member).await?;
    let entered = args.keys.map(|keys| check::tidy_stripe(&keys));
    entered.as_ref().map(|keys| check::stripe(keys, config.mode)).transpose()?;
    let keys = entered.map_or_else(|| config.payment.stripe.clone(), |keys| check::keys_under_test(&config, &keys));
    if keys.secret_key.is_empty() {
        return Err(refuse(message::CREDENTIAL_NONE));
    }
    if config.mode == Mode::Production && is_test_key(keys.secret_key.reveal()) {
        return Err(refuse(message::CREDENTIAL_TEST_KEY));
    }
    Ok(match tokio::time::timeout(DEADLINE, gateway::key(&keys)).await {
        Ok(Ok(Key { is_live, is_restricted })) => {
            Tested { is_ok: true, said: String::new(), is_live: Some(is_live), is_restricted }
        }
        Ok(Err(error)) => failed(&error.to_string()),
        Err(_) => failed("no answer in time"),
    })
}

/// Whether WeChat Pay knows the merchant by the keys that were entered, or by those in force, and signs its answer by the one that is
/// entered as its own. The APIv3 key opens what WeChat reports, which no question brings about.
pub async fn wechat(context: Arc<CallContext>, member: StaffMember, args: TestWechatArgs) -> Result<Tested> {
    check_owner(&member)?;
    let config = in_force(&context, &member).await?;
    let entered = args.keys.map(|keys| check::tidy_wechat(&keys));
    entered.as_ref().map(check::wechat).transpose()?;
    let keys = entered.map_or_else(|| config.payment.wechat.clone(), |keys| check::wechat_under_test(&config, &keys));
    if keys.merchant_id.is_empty() {
        return Err(refuse(message::CREDENTIAL_NONE));
    }
    let merchant = match Wechat::new(&keys, &config.public_url(), Clock::default()) {
        Ok(merchant) => merchant,
        Err(error) => return Ok(failed(&format!("{error:#}"))),
    };
    let reference = format!("test{}", member.client.now().as_millisecond());
    Ok(match tokio::time::timeout(DEADLINE, merchant.is_known(&reference)).await {
        Ok(Ok(())) => Tested { is_ok: true, said: String::new(), is_live: None, is_restricted: false },
        Ok(Err(error)) => failed(&error.to_string()),
        Err(_) => failed("no answer in time"),
    })
}

fn failed(said: &str) -> Tested {
    Tested { is_ok: false, said: cut(said), is_live: None, is_restricted: false }
}

fn cut(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(SAID).collect()
}

pub fn tested_mail(_: &mut dyn Tx, _: &StaffMember, tested: &Tested) -> Result<Changed<Tested>> {
    Ok(told(Name::Mail, tested))
}

pub fn tested_stripe(_: &mut dyn Tx, _: &StaffMember, tested: &Tested) -> Result<Changed<Tested>> {
    Ok(told(Name::Stripe, tested))
}

pub fn tested_wechat(_: &mut dyn Tx, _: &StaffMember, tested: &Tested) -> Result<Changed<Tested>> {
    Ok(told(Name::Wechat, tested))
}

fn told(name: Name, tested: &Tested) -> Changed<Tested> {
    Changed::new(tested.clone(), Change::new(NOUN, name.code()).after(json!({ "tested": tested.is_ok })))
}
