//! `shop order add`: goods that are added to an order by telephone, as a linked order.

use serde_json::json;

use super::change::change;
use super::lines::Pieces;
use crate::call::View;
use crate::checkout::{self, Addition, EnteredItem};
use crate::cli::shop::{self, Shop};
use crate::cli::table::{Output, money};
use crate::domain::store_view::Lang;

pub fn add(
    shop: &Shop,
    out: Output,
    number: &str,
    items: &[Pieces],
    ships_along: bool,
    dry_run: bool,
) -> anyhow::Result<()> {
    let items: Vec<EnteredItem> =
        items.iter().map(|Pieces { sku, qty }| EnteredItem { sku: sku.clone(), qty: *qty }).collect();
    let added = Addition { items: &items, ships_along };
    if dry_run {
        let (config, now) = (shop.config(), shop::now()?);
        let proposal = shop.read(|tx| {
            let order = shop::find(tx, number)?;
            let reader = View::load(tx, Lang::En, order.totals.currency, now, &config)?;
            let proposal = checkout::propose_addition(tx, &reader, &order, &added)?;
            proposal.check()?;
            Ok(proposal)
        })?;
        let (totals, until) = (proposal.cart.totals, proposal.hold_until.to_string());
        let text = format!(
            "they would cost {}, of it shipping {}, and be held until {until}",
            money(totals.total.minor(), totals.currency),
            money(totals.shipping_amount.minor() - totals.shipping_discount.minor(), totals.currency),
        );
        return out.done(&json!({ "totals": totals, "hold_until": until }), &text);
    }
    let (order, _) = change(shop, number, "order add", |tx, command, first| {
        let reader = View::load(tx, Lang::En, first.totals.currency, command.now, &command.config)?;
        checkout::add_to(tx, command, &reader, first, &added, None)
    })?;
    let (total, currency) = (order.totals.total, order.totals.currency);
    out.done(
        &json!({ "number": order.number, "added_to": number, "status": order.status, "totals": order.totals }),
        &format!(
            "{} is added to {number}, {} in all ({}); the letter to {} says how to pay",
            order.number,
            money(total.minor(), currency),
            order.status.code(),
            order.email
        ),
    )
}
