//! The payment calls, one function a path.

use std::collections::BTreeMap;

use super::instructions;
use super::types::{IndexArgs, OrderItem, Outcome, PaymentResult};
use crate::address;
use crate::call::{View, Visitor};
use crate::catalog::{self, Sellable};
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::order_status::OrderStatus;
use crate::domain::store_view::Lang;
use crate::error::{Result, refuse};
use crate::invoice;
use crate::message;
use crate::order::{self, Address, Order, OrderLine};

/// How an order stands, for whoever holds one of its tokens.
pub fn index(tx: &mut dyn Tx, visitor: &Visitor, args: IndexArgs) -> Result<PaymentResult> {
    let order = order::find_by_token(tx, &args.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    result(tx, &visitor.view, &order, &args.token)
}

/// An order as the result screen and the mails show it, in the language of the view.
pub fn result(tx: &mut dyn Tx, view: &View, order: &Order, token: &str) -> Result<PaymentResult> {
    let lang = view.lang();
    let (shipping_address, billing_address) = order::addresses(tx, order.id)?;
    let shipping_lines = printed(tx, lang, &shipping_address)?;
    let billing_lines =
        if billing_address == shipping_address { shipping_lines.clone() } else { printed(tx, lang, &billing_address)? };
    let (status, method, shipping) = (order.status, order.payment_method, order.shipping_method);
    Ok(PaymentResult {
        order_number: order.number.clone(),
        token: token.to_owned(),
        outcome: outcome(status),
        status,
        status_label: catalog::label(tx, lang, "status", status.code())?,
        method,
        method_label: catalog::label(tx, lang, "payment_method", method.code())?,
        instructions: instructions::of_order(order, &view.config)?,
        items: items(tx, view, order)?,
        totals: order.totals.clone(),
        email: order.email.clone(),
        shipping_address,
        billing_address,
        shipping_lines,
        billing_lines,
        shipping_method: shipping.code().to_owned(),
        shipping_method_label: catalog::label(tx, lang, "shipping_method", shipping.code())?,
        delivery: order.delivery.clone(),
        created_at: order.created_at.to_string(),
        hold_until: order.hold_until.map(|until| until.to_string()),
        points: order.member_card.is_some().then_some(order.points),
        // Its owner needs no token.
        invoices: invoice::links(tx, order.id, lang, if token.is_empty() { &order.number } else { token })?,
    })
}

/// What the result screen shows of a status, whatever its address says.
fn outcome(status: OrderStatus) -> Outcome {
    match status {
        OrderStatus::Pending | OrderStatus::PendingOffline => Outcome::Pending,
        OrderStatus::PendingBankTransfer => Outcome::PendingBankTransfer,
        OrderStatus::PendingCheque => Outcome::PendingCheque,
        // A closed order was paid before it was returned; its label says the rest.
        OrderStatus::Processing | OrderStatus::Shipped | OrderStatus::Complete | OrderStatus::Closed => {
            Outcome::Success
        }
        OrderStatus::Canceled => Outcome::Canceled,
    }
}

/// The lines of an order; pictures and links are those of today's catalogue.
fn items(tx: &mut dyn Tx, view: &View, order: &Order) -> Result<Vec<OrderItem>> {
    let lines = order::lines(tx, order.id)?;
    let ids: Vec<i64> = lines.iter().filter_map(|line| line.product_id).collect();
    let sold: BTreeMap<i64, Sellable> =
        catalog::sellable(tx, view, &ids)?.into_iter().map(|item| (item.item_id, item)).collect();
    lines
        .into_iter()
        .map(|line| {
            let today = line.product_id.and_then(|id| sold.get(&id));
            item(line, today, order.totals.currency)
        })
        .collect()
}

fn item(line: OrderLine, today: Option<&Sellable>, currency: Currency) -> Result<OrderItem> {
    Ok(OrderItem {
        sku: line.sku,
        name: line.name,
        url: today.map(|item| item.url.clone()).unwrap_or_default(),
        image: today.and_then(|item| item.image.clone()),
        qty: line.qty.into(),
        price: line.price,
        market_price: line.market_price,
        line_total: line.price.in_currency(currency).times(line.qty)?.amount(),
        discount_amount: line.discount_amount,
        options: line.options,
        promotion_category: line.promotion_category,
    })
}

/// An address as it is printed on a label, its country in the language of the page.
fn printed(tx: &mut dyn Tx, lang: Lang, of: &Address) -> Result<Vec<String>> {
    Ok(address::printed(of, address::country(tx, lang, &of.country)?.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::fixture::{self, at};
    use crate::checkout::types::PlaceArgs;
    use crate::domain::money::Currency;
    use crate::order::{Actor, transition};
    use crate::payment::types::Instructions;

    fn ask(shop: &fixture::Shop, visitor: &Visitor, token: &str) -> PaymentResult {
        shop.write(|tx| index(tx, visitor, IndexArgs { token: token.into() }))
    }

    #[test]
    fn only_a_token_opens_an_order() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        for token in ["", "2026-000001", "1", &placed.token[1..], &placed.token.to_uppercase()] {
            let refusal = shop.refusal(|tx| index(tx, &shop.visitor(), IndexArgs { token: token.into() }));
            assert_eq!(refusal.message, message::ORDER_NOT_FOUND, "{token:?}");
        }
        // Anybody who holds it may look: the link in the mail is opened on another device.
        let result = ask(&shop, &shop.newcomer(), &placed.token);
        assert_eq!(result.order_number, placed.order_number);
        let kept: Vec<String> = shop.write(|tx| tx.all("SELECT hex(token_hash) FROM order_token", crate::vals![]));
        assert!(kept.len() == 1 && !kept[0].eq_ignore_ascii_case(&placed.token));
    }

    #[test]
    fn a_later_mail_may_bring_a_token_of_its_own() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        let order = shop.write(|tx| order::find_by_token(tx, &placed.token)).expect("an order");
        shop.write(|tx| order::save_token(tx, order.id, "another", at(fixture::NOW)));
        assert_eq!(ask(&shop, &shop.visitor(), "another").order_number, placed.order_number);
        assert_eq!(ask(&shop, &shop.visitor(), &placed.token).order_number, placed.order_number);
    }

    #[test]
    fn a_transfer_shows_where_the_money_goes() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        let result = ask(&shop, &shop.visitor(), &placed.token);
        assert_eq!(result.outcome, Outcome::PendingBankTransfer);
        assert_eq!(result.status_label, "Pending Bank Transfer");
        assert_eq!(
            (result.method_label.as_str(), result.shipping_method_label.as_str()),
            ("Bank transfer", "Standard delivery")
        );
        assert_eq!(result.hold_until.as_deref(), Some("2026-11-27T22:59:59Z"));
        let Some(Instructions::BankTransfer { iban, reference, amount, currency, qr, hold_until, .. }) =
            result.instructions
        else {
            panic!("bank details")
        };
        assert_eq!(iban, "FR76 3000 6000 0112 3456 7890 189");
        assert_eq!((reference, amount, currency), (placed.order_number, placed.totals.total, Currency::Eur));
        assert!(qr.is_some_and(|qr| qr.path.starts_with('M')));
        assert_eq!(hold_until, "2026-11-27T22:59:59Z");
        assert_eq!(result.shipping_lines, ["Ada King", "12 St James's Square", "London", "SW1Y 4LB", "United Kingdom"]);
        assert_eq!(result.billing_lines, result.shipping_lines);
        assert_eq!(result.items[0].url, "/en/p/towelen");
        assert_eq!(result.points, None, "no member card, no points");
    }

    #[test]
    fn a_cheque_shows_where_it_is_sent() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 1);
        let args = PlaceArgs {
            payment_method: "cheque".into(),
            member_card: "1234 5678 9012 3456".into(),
            ..shop.form(&visitor)
        };
        let placed = shop.place(&visitor, &args);
        let result = ask(&shop, &visitor, &placed.token);
        assert_eq!(result.outcome, Outcome::PendingCheque);
        assert_eq!(result.points, Some(40));
        match result.instructions {
            Some(Instructions::Cheque { payee, address, reference, .. }) => {
                assert_eq!((payee.as_str(), address.len(), reference), ("Valmère Maison SAS", 5, placed.order_number));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_true_state_is_shown_in_every_language() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        let mut visitor = shop.visitor();
        visitor.view.store = Lang::Fr.store_view();
        visitor.view.currency = Currency::Chf;
        let result = ask(&shop, &visitor, &placed.token);
        assert_eq!(result.status_label, "Virement en attente");
        assert_eq!(result.items[0].name, "Lac towel", "as it was agreed");
        assert_eq!(result.items[0].line_total, result.items[0].price);
        assert_eq!(result.totals, placed.totals);

        let order = shop.write(|tx| order::find_by_token(tx, &placed.token)).expect("an order");
        let mut walk = Vec::new();
        for to in [OrderStatus::Processing, OrderStatus::Shipped, OrderStatus::Complete, OrderStatus::Closed] {
            shop.write(|tx| transition(tx, order.id, to, Actor::Operator, "test", at(fixture::NOW)));
            let result = ask(&shop, &visitor, &placed.token);
            assert_eq!((result.instructions, result.hold_until), (None, None));
            walk.push(result.outcome);
        }
        assert_eq!(walk, [Outcome::Success; 4]);
        let canceled = shop.order(&shop.visitor(), 2);
        let order = shop.write(|tx| order::find_by_token(tx, &canceled.token)).expect("an order");
        shop.write(|tx| transition(tx, order.id, OrderStatus::Canceled, Actor::Customer, "test", at(fixture::NOW)));
        assert_eq!(ask(&shop, &visitor, &canceled.token).outcome, Outcome::Canceled);
    }

    #[test]
    fn what_was_agreed_outlives_the_catalogue() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        shop.exec(
            "UPDATE price SET amount = 9900; UPDATE product_text SET name = 'Other'; UPDATE product SET enabled = 0;",
        );
        let result = ask(&shop, &shop.visitor(), &placed.token);
        assert_eq!((result.items[0].name.as_str(), result.items[0].price.minor()), ("Lac towel", 4_000));
        assert_eq!((result.items[0].url.as_str(), &result.items[0].image), ("", &None));
        assert_eq!(result.totals, placed.totals);
    }
}
