//! `shop order create`: an order by telephone or at the counter, from a JSON file.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::audit::Change;
use crate::checkout::{self, EnteredItem, EnteredOrder};
use crate::cli::shop::{self, Shop};
use crate::cli::table::{Output, money};
use crate::order::{self, Actor, Address};
use crate::order_admin;

pub fn create(shop: &Shop, out: Output, file: Option<PathBuf>, dry_run: bool) -> anyhow::Result<()> {
    let Some(file) = file else {
        bail!("name a JSON file, or - for standard input; `shop order create --template` prints one to fill in")
    };
    let text = read_file(&file)?;
    let entered = parse(&text).context("the order is not as the template has it")?;
    if dry_run {
        return rehearse(shop, out, &entered);
    }
    let number = shop.write("order create", |tx, command| {
        let id = checkout::enter(tx, command, &entered)?;
        let order = order::find(tx, id)?.context("the order has vanished")?;
        let change = Change::new("order", &order.number).after(order_admin::state(tx, &order)?);
        Ok((order.number, change))
    })?;
    let order = shop.read(|tx| shop::find(tx, &number))?;
    let total = money(order.totals.total.minor(), order.totals.currency);
    out.done(
        &json!({ "number": order.number, "status": order.status, "totals": order.totals }),
        &format!("{} is entered, {total} in all ({})", order.number, order.status.code()),
    )
}

/// Says what the order would cost.
fn rehearse(shop: &Shop, out: Output, entered: &EnteredOrder) -> anyhow::Result<()> {
    let command = order::Command { config: shop.config(), actor: Actor::Operator, now: shop::now()?, random: [0; 32] };
    let offer = shop.read(|tx| checkout::rehearse(tx, &command, entered))?;
    let totals = offer.cart.totals;
    let until = offer.hold_until.map(|until| until.to_string());
    let text = format!(
        "it would cost {}, of it shipping {}, and be held {}",
        money(totals.total.minor(), totals.currency),
        money(totals.shipping_amount.minor() - totals.shipping_discount.minor(), totals.currency),
        until.as_ref().map_or_else(|| "until it is paid or canceled".to_owned(), |until| format!("until {until}")),
    );
    let delivery = offer.delivery;
    out.done(&json!({ "totals": totals, "delivery": delivery, "hold_until": until }), &text)
}

/// The text of a file; `-`: of standard input.
pub fn read_file(path: &Path) -> anyhow::Result<String> {
    if path.as_os_str() != "-" {
        return std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()));
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("standard input")?;
    Ok(text)
}

pub fn template() -> EnteredOrder {
    EnteredOrder {
        email: "name@example.com".into(),
        lang: Some(crate::domain::store_view::Lang::En),
        currency: Some(crate::domain::money::Currency::Eur),
        items: vec![EnteredItem { sku: "TOW-GAN".into(), qty: 1 }],
        shipping_address: Address {
            first_name: "Claire".into(),
            last_name: "Martin".into(),
            address1: "8 rue des Tilleuls".into(),
            city: "Annecy".into(),
            postcode: "74000".into(),
            country: "FR".into(),
            telephone: "+33 6 12 34 56 78".into(),
            ..Address::default()
        },
        billing_address: None,
        shipping_method: "standard".into(),
        promo_tag: String::new(),
        member_card: String::new(),
        payment: None,
    }
}

fn parse(text: &str) -> anyhow::Result<EnteredOrder> {
    let form = EnteredOrder { billing_address: Some(Address::default()), ..template() };
    parse_as(text, &json!(form))
}

/// Parses JSON with the keys of `form`. Unknown ones are errors, since they may be misspelt.
pub fn parse_as<T: DeserializeOwned>(text: &str, form: &serde_json::Value) -> anyhow::Result<T> {
    check_keys(&serde_json::from_str(text)?, form, "")?;
    Ok(serde_json::from_str(text)?)
}

/// Fails on the first key of `value` that is not in `form`, whose lists have one entry as a pattern for all.
fn check_keys(value: &serde_json::Value, form: &serde_json::Value, path: &str) -> anyhow::Result<()> {
    use serde_json::Value;
    match (value, form) {
        (Value::Object(value), Value::Object(form)) => value.iter().try_for_each(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match form.get(key) {
                Some(form) => check_keys(value, form, &path),
                None => {
                    let known: Vec<&str> = form.keys().map(String::as_str).collect();
                    bail!("unknown key {path}; known here: {}", known.join(", "))
                }
            }
        }),
        (Value::Array(values), Value::Array(form)) => values.iter().enumerate().try_for_each(|(index, value)| {
            form.first().map_or(Ok(()), |form| check_keys(value, form, &format!("{path}[{index}]")))
        }),
        _ => Ok(()),
    }
}
