//! `shop order address`, `carrier`, `remove`, `close-payment` and `unpay`.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::change::change;
use super::create;
use super::lines::{Pieces, positions};
use crate::amendment::{self, CarrierPlan, NewAddresses, NewCarrier, Removal};
use crate::bank;
use crate::cli::shop::{self, Shop};
use crate::cli::table::{Output, money};
use crate::domain::money::Amount;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::message;
use crate::order::{self, Address};

/// The operator's file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Addresses {
    shipping_address: Address,
    /// None: the same.
    billing_address: Option<Address>,
}

/// Prints the addresses of an order, to be changed.
pub fn template(shop: &Shop, out: Output, number: &str) -> anyhow::Result<()> {
    let addresses = shop.read(|tx| {
        let order = shop::find(tx, number)?;
        let (shipping_address, billing) = order::addresses(tx, order.id)?;
        let billing_address = Some(billing).filter(|billing| *billing != shipping_address);
        Ok(Addresses { shipping_address, billing_address })
    })?;
    out.value(&addresses)
}

pub fn set_addresses(shop: &Shop, out: Output, number: &str, file: Option<PathBuf>) -> anyhow::Result<()> {
    let Some(file) = file else {
        bail!(
            "name a JSON file, or - for standard input; `shop order address {number} --template` prints one with the addresses \
             that it has"
        )
    };
    let text = create::read_file(&file)?;
    let form = Addresses { billing_address: Some(Address::default()), ..Addresses::default() };
    let given: Addresses =
        create::parse_as(&text, &json!(form)).context("the addresses are not as the template has them")?;
    let ((), done) = change(shop, number, "order address", |tx, command, order| {
        let new = NewAddresses { shipping: &given.shipping_address, billing: given.billing_address.as_ref() };
        amendment::set_addresses(tx, command, order, Lang::En, &new)
    })?;
    done.print(out, "has other addresses")
}

/// Prints the carriers that deliver an order, and what it would come to.
pub fn list_carriers(shop: &Shop, out: Output, number: &str, keep_shipping: bool) -> anyhow::Result<()> {
    let (config, now) = (shop.config(), shop::now()?);
    let plans = shop.read(|tx| {
        let order = shop::find(tx, number)?;
        amendment::carrier_plans(tx, &config, &order, keep_shipping, now).map_err(|error| explained(number, error))
    })?;
    let row = |plan: &CarrierPlan| {
        let currency = plan.totals.currency;
        vec![
            plan.method.code().to_owned(),
            money(plan.rate.minor(), currency),
            format!("{} to {}", plan.delivery.from, plan.delivery.to),
            money(plan.totals.total.minor(), currency),
            money(plan.refund.minor() + plan.surcharges_back.minor(), currency),
            money(plan.surcharge.minor(), currency),
        ]
    };
    out.list(&plans, &["carrier", "rate", "delivery", "total", "refund", "surcharge"], row)
}

pub fn set_carrier(
    shop: &Shop,
    out: Output,
    number: &str,
    carrier: &str,
    keep_shipping: bool,
    reason: &str,
) -> anyhow::Result<()> {
    let method = code_of_carrier(number, carrier)?;
    let (plan, done) = change(shop, number, "order carrier", |tx, command, order| {
        let new = NewCarrier { method, keep_shipping, reason };
        amendment::set_carrier(tx, command, order, &new).map_err(|error| explained(number, error))
    })?;
    let total = money(plan.totals.total.minor(), plan.totals.currency);
    done.print(out, &format!("goes by {}, costs {total} now", method.code()))
}

/// Offers the customer a dearer carrier for what it costs more.
pub fn charge_carrier(shop: &Shop, out: Output, number: &str, carrier: &str, surcharge: Amount) -> anyhow::Result<()> {
    let method = code_of_carrier(number, carrier)?;
    let (linked, done) = change(shop, number, "order carrier", |tx, command, order| {
        amendment::charge_carrier(tx, command, order, method, surcharge).map_err(|error| explained(number, error))
    })?;
    let told = money(surcharge.minor(), linked.totals.currency);
    done.print(out, &format!("goes by {} once {} ({told}) is paid", method.code(), linked.number))
}

fn code_of_carrier(number: &str, carrier: &str) -> anyhow::Result<ShippingMethod> {
    ShippingMethod::from_code(carrier).ok_or_else(|| {
        anyhow!("{carrier:?} is no code of a carrier; `shop order carrier {number}` lists those it can have")
    })
}

pub fn remove(
    shop: &Shop,
    out: Output,
    number: &str,
    lines: &[Pieces],
    keep_shipping: bool,
    reason: &str,
    dry_run: bool,
) -> anyhow::Result<()> {
    if dry_run {
        let config = shop.config();
        let plan = shop.read(|tx| {
            let order = shop::find(tx, number)?;
            let pieces = positions(tx, &order, lines)?.unwrap_or_default();
            let removal = Removal { pieces: &pieces, keep_shipping, reason };
            amendment::plan(tx, &config, &order, &removal).map_err(|error| explained(number, error))
        })?;
        let currency = plan.totals.currency;
        let text = format!(
            "{number} would cost {}, {} less; {} would go back",
            money(plan.totals.total.minor(), currency),
            money(plan.difference.minor(), currency),
            money(plan.refund.minor(), currency)
        );
        return out
            .done(&json!({ "totals": plan.totals, "difference": plan.difference, "refund": plan.refund }), &text);
    }
    let (plan, done) = change(shop, number, "order remove", |tx, command, order| {
        let pieces = positions(tx, order, lines)?.unwrap_or_default();
        let removal = Removal { pieces: &pieces, keep_shipping, reason };
        amendment::remove(tx, command, order, &removal).map_err(|error| explained(number, error))
    })?;
    done.print(out, &format!("costs {} now", money(plan.totals.total.minor(), plan.totals.currency)))
}

/// A refusal with the command that helps.
fn explained(number: &str, error: Error) -> Error {
    match error.refusal() {
        Some(refusal) if refusal.message == message::PAYMENT_PAGE_OPEN => anyhow!(
            "{number} can be paid at the former amount at this moment: shop order close-payment {number}, then: shop jobs run \
             reconcile_payments"
        )
        .into(),
        Some(refusal) if refusal.fields.values().any(|fault| *fault == message::ORDER_CARRIER_UNAVAILABLE) => {
            anyhow!("no such carrier delivers {number}; `shop order carrier {number}` lists those that do").into()
        }
        Some(refusal) if refusal.message == message::ORDER_REMOVE_ALL => {
            anyhow!("nothing would be left of {number}; `shop order cancel {number} --reason WHY` ends it").into()
        }
        _ => error,
    }
}

pub fn close_payment(shop: &Shop, out: Output, number: &str) -> anyhow::Result<()> {
    let ((), done) =
        change(shop, number, "order close-payment", |tx, command, order| amendment::close_payment(tx, command, order))?;
    done.print(
        out,
        "has no payment page any more; the open shop tells the provider, or at once: shop jobs run reconcile_payments",
    )
}

pub fn unpay(shop: &Shop, out: Output, number: &str, payment: i64, reason: &str) -> anyhow::Result<()> {
    let ((), done) = change(shop, number, "order unpay", |tx, command, order| -> Result<()> {
        bank::take_back(tx, command, order, payment, reason)
    })?;
    done.print(out, &format!("has payment {payment} no more"))
}
