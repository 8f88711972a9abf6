//! Invoices and credit notes: numbers without gaps, immutability, sums to the cent, XML.

use std::sync::{Arc, LazyLock};

use jiff::Timestamp;
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::amounts;
use super::types::{Credit, Document, InvoiceKind};
use super::words::{MachineWords, Words};
use super::{attach, credit, issue, list_of_order, replace, store, xml};
use crate::call::Visitor;
use crate::checkout::types::{Address, PlaceArgs};
use crate::domain::money::{Amount, Currency, Money, Percent};
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::ShippingCharge;
use crate::domain::store_view::Lang;
use crate::domain::totals;
use crate::error::refuse;
use crate::order::{self, Actor, OrderLine};
use crate::testing::assert_indexed;
use crate::testing::fixture::{self, Shop, at};
use crate::{message, outbox, vals};

// ── Issuing ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Places and pays an order of the visitor's cart; returns its id.
fn paid(shop: &Shop, visitor: &Visitor, key: u32) -> i64 {
    let args = PlaceArgs {
        idempotency_key: format!("{key:08x}-0000-4000-8000-000000000000"),
        email: format!("guest{key}@example.com"),
        ..shop.form(visitor)
    };
    let placed = shop.place(visitor, &args);
    let id = shop.order_by_token(&placed.token).id;
    shop.write(|tx| order::transition(tx, id, OrderStatus::Processing, Actor::Operator, "paid", at(fixture::NOW)));
    id
}

fn paid_lotion(shop: &Shop, key: u32) -> i64 {
    let visitor = shop.visitor();
    shop.add(&visitor, "LOTION", 1);
    paid(shop, &visitor, key)
}

fn document(shop: &Shop, id: i64) -> Document {
    shop.write(|tx| super::find(tx, id)).expect("a document").document
}

fn now() -> Timestamp {
    at(fixture::NOW)
}

#[test]
fn order_has_one_invoice_with_its_agreed_data() {
    let shop = fixture::shop();
    let visitor = Visitor { promo_tag: Some("VALMERE-TEAM".into()), ..shop.visitor() };
    shop.add(&visitor, "TOWEL", 2);
    shop.add(&visitor, "LOTION", 3);
    let order_id = paid(&shop, &visitor, 1);
    let id = shop.write(|tx| issue(tx, &shop.config, order_id, now()));
    let invoice = document(&shop, id);
    let order = shop.write(|tx| order::find(tx, order_id)).expect("an order");
    assert_eq!((invoice.number.as_str(), invoice.order_number.as_str()), ("INV-2026-000001", order.number.as_str()));
    assert_eq!((invoice.issued_on.as_str(), invoice.ordered_on.as_str()), ("2026-11-21", "2026-11-21"));
    assert_eq!(
        (invoice.total, invoice.tax, &invoice.vat),
        (order.totals.total, order.totals.tax_amount, &order.totals.vat)
    );
    assert_eq!(invoice.buyer.lines, ["Ada King", "12 St James's Square", "London", "SW1Y 4LB", "United Kingdom"]);
    assert!(invoice.delivery.lines.is_empty(), "delivered to the billing address");
    assert_eq!(invoice.seller.name, "Valmère Maison SAS");
    assert_eq!((invoice.payment.is_paid, invoice.payment.due_on.as_deref()), (true, None));
    let lines: Vec<_> = invoice
        .lines
        .iter()
        .map(|line| (line.sku.as_str(), line.qty, line.gross.minor(), line.discount.minor()))
        .collect();
    assert_eq!(lines, [("TOWEL", 2, 8_000, 2_400), ("LOTION", 3, 7_665, 2_300)]);
    assert_eq!(invoice.lines[0].net_price.to_string(), "33.33");

    let again = shop.write(|tx| issue(tx, &shop.config, order_id, now()));
    assert_eq!((again, shop.count("invoice")), (id, 1), "issuing is idempotent");
}

#[test]
fn eco_participation_is_that_of_the_day_of_the_order() {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    shop.exec("UPDATE product SET eco_participation = 150 WHERE sku = 'TOWEL'");
    shop.add(&visitor, "TOWEL", 1);
    let form = shop.form(&visitor);
    let shipping_address = Address {
        city: "Annecy".into(),
        postcode: "74000".into(),
        country: "fr".into(),
        ..form.shipping_address.clone()
    };
    let placed = shop.place(&visitor, &PlaceArgs { shipping_address, ..form });
    shop.exec("UPDATE product SET eco_participation = 990 WHERE sku = 'TOWEL'");
    let order_id = shop.order_by_token(&placed.token).id;
    let id = shop.write(|tx| issue(tx, &shop.config, order_id, now()));
    assert_eq!(document(&shop, id).lines[0].eco_participation, Some(Amount::from_minor(150)));
}

#[test]
fn document_list_uses_indexes() {
    let shop = fixture::shop();
    let own: Vec<i64> = (1..=3).map(|key| paid_lotion(&shop, key)).collect();
    for id in &own {
        shop.write(|tx| issue(tx, &shop.config, *id, now()));
    }
    shop.exec(&format!("UPDATE sales_order SET customer_id = 1 WHERE id IN ({}, {})", own[0], own[2]));
    let (page, total) = shop.write(|tx| Ok((store::list_own(tx, 1, Lang::De, 1, 1)?, store::count_own(tx, 1)?)));
    assert_eq!((page.len(), total, page[0].link.number.as_str()), (1, 2, "INV-2026-000001"));
    assert_eq!(page[0].link.url, format!("/de/invoice/{}", page[0].order_number));
    assert_indexed(&shop.connection, |tx| store::list_own(tx, 1, Lang::De, 20, 20));
    assert_indexed(&shop.connection, |tx| store::count_own(tx, 1));
}

#[test]
fn issued_documents_are_immutable() {
    let shop = fixture::shop();
    let order_id = paid_lotion(&shop, 1);
    let id = shop.write(|tx| issue(tx, &shop.config, order_id, now()));
    let before = document(&shop, id);
    for sql in [
        "UPDATE invoice SET document = '{}'",
        "UPDATE invoice SET number = 'INV-2026-000009'",
        "UPDATE invoice SET total = 1",
        "DELETE FROM invoice",
        "DELETE FROM sales_order",
    ] {
        assert!(shop.connection.execute_batch(sql).is_err(), "{sql}");
    }
    // Changes of catalogue, configuration and order do not affect it.
    shop.exec("UPDATE product_text SET name = 'another'");
    shop.exec("UPDATE sales_order SET total = 1, email = 'another@example.com'");
    shop.exec("UPDATE order_address SET last_name = 'Another'");
    assert_eq!(document(&shop, id), before);
}

#[test]
fn chinese_names_are_family_first() {
    let shop = fixture::shop();
    let order_id = paid_lotion(&shop, 1);
    shop.exec("UPDATE order_address SET first_name = '静', last_name = '王'");
    let buyer = document(&shop, shop.write(|tx| issue(tx, &shop.config, order_id, now()))).buyer;
    assert_eq!((buyer.name.as_str(), buyer.lines[0].as_str()), ("王静", "王静"));
}

#[test]
fn rolled_back_number_goes_to_the_next_document() {
    let shop = fixture::shop();
    let orders: Vec<i64> = (1..=3).map(|key| paid_lotion(&shop, key)).collect();
    let number = |id| document(&shop, id).number;
    let first = shop.write(|tx| issue(tx, &shop.config, orders[0], now()));
    let failed = shop.attempt(|tx| {
        issue(tx, &shop.config, orders[1], now())?;
        Err::<(), _>(refuse(message::TRY_LATER))
    });
    assert!(failed.is_err());
    let second = shop.write(|tx| issue(tx, &shop.config, orders[1], now()));
    assert_eq!((number(first).as_str(), number(second).as_str()), ("INV-2026-000001", "INV-2026-000002"));
    // The year is that in Paris; invoices and credit notes have separate series.
    let next = shop.write(|tx| issue(tx, &shop.config, orders[2], at("2026-12-31T23:00:00Z")));
    assert_eq!(number(next), "INV-2027-000001");
    let gives = Credit { amount: Money::new(500, Currency::Eur), lines: &[], reason: "goodwill" };
    let back = shop.write(|tx| credit(tx, &shop.config, orders[0], &gives, now())).expect("a credit note");
    assert_eq!(number(back), "CN-2026-000001");
}

#[test]
fn concurrent_issuing_leaves_no_gap() {
    const ORDERS: u32 = 24;
    const THREADS: usize = 4;
    let shop = fixture::shop();
    let orders: Vec<i64> = (1..=ORDERS).map(|key| paid_lotion(&shop, key)).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shop.db");
    shop.connection.exec("VACUUM INTO $1", vals![path.to_str().expect("a path")]).expect("a copy");
    // The first connection switches the copy to WAL; SQLite refuses that to two at once instead of waiting.
    let connection = crate::data_dir::open_database(&path).expect("a connection");
    let config = Arc::clone(&shop.config);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (path, config, orders) = (&path, &config, &orders);
            scope.spawn(move || {
                let connection = crate::data_dir::open_database(path).expect("a connection");
                // Each thread issues all orders in its own sequence and rolls every third of them back once.
                for step in 0..orders.len() {
                    let order_id = orders[(step * 7 + thread * 5) % orders.len()];
                    if (step + thread) % 3 == 0 {
                        let failed = connection.write(|tx| {
                            issue(tx, config, order_id, now())?;
                            Err::<(), _>(refuse(message::TRY_LATER))
                        });
                        assert!(failed.is_err());
                    }
                    connection.write(|tx| issue(tx, config, order_id, now())).expect("issued");
                }
            });
        }
    });
    let sequences: Vec<i64> =
        connection.write(|tx| tx.all("SELECT sequence FROM invoice ORDER BY id", vals![])).expect("read");
    assert_eq!(sequences, (1..=i64::from(ORDERS)).collect::<Vec<_>>());
}

#[test]
fn credit_notes_are_limited_to_the_invoice() {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    shop.add(&visitor, "TOWEL", 3);
    let order_id = paid(&shop, &visitor, 1);
    let gives = |amount, lines: &[(i64, u32)]| {
        let credit = Credit { amount: Money::new(amount, Currency::Eur), lines, reason: "returned" };
        shop.write(|tx| super::credit(tx, &shop.config, order_id, &credit, now()))
    };
    assert_eq!(gives(4_000, &[(0, 1)]), None, "no invoice yet");
    let invoice = shop.write(|tx| issue(tx, &shop.config, order_id, now()));
    // Three towels at 40.00 and 5.90 shipping.
    assert_eq!(document(&shop, invoice).total.minor(), 12_590);

    let one = document(&shop, gives(4_000, &[(0, 1)]).expect("one towel"));
    assert_eq!(
        (one.kind, one.lines.len(), one.lines[0].qty, one.adjustment.minor()),
        (InvoiceKind::CreditNote, 1, 1, 0)
    );
    assert_eq!(one.corrects.expect("the invoice").number, "INV-2026-000001");
    let goodwill = document(&shop, gives(1_000, &[]).expect("goodwill"));
    assert_eq!((goodwill.lines.len(), goodwill.adjustment.minor(), goodwill.tax.minor()), (0, 1_000, 166));
    // 8.33 of 50.00 less 6.67 of 40.00: credit notes together have the VAT of their sum. The amount is capped at the rest.
    let rest = document(&shop, gives(99_999, &[(0, 2)]).expect("the rest"));
    assert_eq!(rest.total.minor(), 12_590 - 4_000 - 1_000);
    assert_eq!(gives(1, &[]), None, "nothing is left");
    let documents = shop.write(|tx| list_of_order(tx, order_id));
    let tax = |kind| documents.iter().filter(|d| d.document.kind == kind).map(|d| d.document.tax.minor()).sum::<i64>();
    assert_eq!(tax(InvoiceKind::Invoice), tax(InvoiceKind::CreditNote));
}

#[test]
fn full_refund_credits_the_whole_invoice() {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    shop.add(&visitor, "TOWEL", 1);
    let order_id = paid(&shop, &visitor, 1);
    let invoice = shop.write(|tx| issue(tx, &shop.config, order_id, now()));
    let invoice = document(&shop, invoice);
    let whole = Credit { amount: invoice.total.in_currency(Currency::Eur), lines: &[], reason: "order_canceled" };
    let back = shop.write(|tx| credit(tx, &shop.config, order_id, &whole, now())).expect("a credit note");
    let back = document(&shop, back);
    assert_eq!((&back.lines, back.shipping, &back.vat), (&invoice.lines, invoice.shipping, &invoice.vat));
    let francs = Credit { amount: Money::new(1, Currency::Chf), ..whole };
    assert!(shop.attempt(|tx| credit(tx, &shop.config, order_id, &francs, now())).is_err());
}

#[test]
fn each_document_is_attached_to_one_mail() {
    let shop = fixture::shop();
    let order_id = paid_lotion(&shop, 1);
    let mail = || -> i64 {
        shop.write(|tx| {
            tx.one(
                "INSERT INTO mail (template, lang, recipient, data, created_at, due_at)
             VALUES ('order_received', 'en', 'ada@example.com', '{}', 0, 0) RETURNING id",
                vals![],
            )
        })
    };
    let attached = |mail| {
        shop.write(|tx| attach(tx, mail, order_id));
        shop.write(|tx| outbox::attachments(tx, mail)).into_iter().map(|file| file.reference).collect::<Vec<_>>()
    };
    assert_eq!(attached(mail()), [] as [i64; 0], "nothing is issued");
    let invoice = shop.write(|tx| issue(tx, &shop.config, order_id, now()));
    assert_eq!(attached(mail()), [invoice]);
    let gives = Credit { amount: Money::new(100, Currency::Eur), lines: &[], reason: "goodwill" };
    let back = shop.write(|tx| credit(tx, &shop.config, order_id, &gives, now())).expect("a credit note");
    assert_eq!(attached(mail()), [back]);
    assert_eq!(attached(mail()), [] as [i64; 0]);
}

// ── Sums ────────────────────────────────────────────────────────────────────────────────────────────────────────────

fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::Eur)
}

/// An issued invoice.
static ISSUED: LazyLock<Document> = LazyLock::new(|| {
    let shop = fixture::shop();
    let order_id = paid_lotion(&shop, 1);
    document(&shop, shop.write(|tx| issue(tx, &shop.config, order_id, now())))
});

/// An invoice with these lines, otherwise like [`ISSUED`].
fn invoice_of(lines: &[totals::Line], tag: Option<Percent>, shipping: ShippingCharge) -> Document {
    let computed = totals::compute(Currency::Eur, lines, tag, shipping).expect("in range");
    let ordered = lines.iter().zip(&computed.lines).enumerate().map(|(at, (line, sums))| OrderLine {
        product_id: None,
        sku: format!("SKU-{at}"),
        name: "Towel & <robe>".into(),
        options: Vec::new(),
        qty: line.qty,
        canceled: 0,
        price: line.price.amount(),
        market_price: None,
        discount_amount: sums.discount.amount(),
        vat_rate: line.vat,
        promotion_category: String::new(),
        eco_participation: None,
    });
    let totals = computed.totals;
    let (lines, shipping_parts) = amounts::of_order(&totals, ordered.collect()).expect("in range");
    Document {
        lines,
        subtotal: totals.subtotal_incl_tax,
        discount: totals.discount_amount,
        shipping: totals.shipping_amount,
        shipping_discount: totals.shipping_discount,
        shipping_parts,
        total: totals.total,
        tax: totals.tax_amount,
        vat: totals.vat,
        ..ISSUED.clone()
    }
}

/// Asserts that the parts of a document add up, per VAT rate and in total, net and gross.
fn assert_sums(document: &Document) {
    let paid: i64 = document.subtotal.minor() - document.discount.minor() + document.shipping.minor()
        - document.shipping_discount.minor()
        + document.adjustment.minor();
    assert_eq!(paid, document.total.minor());
    assert_eq!(document.subtotal.minor(), document.lines.iter().map(|line| line.gross.minor()).sum::<i64>());
    assert_eq!(document.discount.minor(), document.lines.iter().map(|line| line.discount.minor()).sum::<i64>());
    let parts = || document.shipping_parts.iter().chain(&document.adjustment_parts);
    for vat in &document.vat {
        let lines = || document.lines.iter().filter(|line| line.rate == vat.rate);
        let of_rate = || parts().filter(|part| part.rate == vat.rate);
        let gross: i64 = lines().map(|line| line.gross.minor() - line.discount.minor()).sum::<i64>()
            + of_rate().map(|part| part.gross.minor()).sum::<i64>();
        let net: i64 =
            lines().map(|line| line.net.minor()).sum::<i64>() + of_rate().map(|part| part.net.minor()).sum::<i64>();
        assert_eq!((gross, net), (vat.gross_amount.minor(), vat.net_amount.minor()), "at {}", vat.rate);
        assert_eq!(net + vat.tax_amount.minor(), gross);
        for line in lines() {
            let own = eur(line.gross.minor() - line.discount.minor()).net(line.rate).expect("in range");
            assert!((own.minor - line.net.minor()).abs() <= 2, "at most two cents of rounding per line");
        }
    }
    let of_vat = |of: fn(&totals::VatAmount) -> Amount| document.vat.iter().map(|vat| of(vat).minor()).sum::<i64>();
    assert_eq!(of_vat(|vat| vat.gross_amount), document.total.minor());
    assert_eq!(of_vat(|vat| vat.tax_amount), document.tax.minor());
}

fn words() -> Words {
    Words {
        notes: vec!["Paid & done".into()],
        machine: MachineWords {
            discount: "Employee price".into(),
            shipping: "Shipping".into(),
            adjustment: "Further refund".into(),
            terms: "Paid".into(),
            export: "Export".into(),
        },
        ..Words::default()
    }
}

/// Asserts the arithmetic rules of EN 16931 on the XML.
fn assert_en_16931(document: &Document) {
    let text = xml::render(document, &words()).expect("the seller has a VAT number");
    let tree = roxmltree::Document::parse(&text).expect("well-formed");
    let all = |under: roxmltree::Node<'_, '_>, path: &str| -> Vec<String> {
        let mut nodes = vec![under];
        for name in path.split('/') {
            nodes = nodes
                .iter()
                .flat_map(|node| node.children().filter(|child| child.tag_name().name() == name).collect::<Vec<_>>())
                .collect();
        }
        nodes.iter().map(|node| node.text().unwrap_or_default().to_owned()).collect()
    };
    let amount = |text: &str| text.parse::<Decimal>().expect("an amount");
    let sum = |texts: Vec<String>| texts.iter().map(|text| amount(text)).sum::<Decimal>();
    let trade = tree.root_element().children().find(|node| node.tag_name().name() == "SupplyChainTradeTransaction");
    let trade = trade.expect("a transaction");
    let settled = trade.children().find(|node| node.tag_name().name() == "ApplicableHeaderTradeSettlement");
    let settled = settled.expect("a settlement");
    let one = |path: &str| {
        let found = all(settled, &format!("SpecifiedTradeSettlementHeaderMonetarySummation/{path}"));
        assert_eq!(found.len(), 1, "{path}");
        amount(&found[0])
    };
    const LINE: &str = "IncludedSupplyChainTradeLineItem";
    const LINE_TOTAL: &str =
        "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount";
    let line_sum = sum(all(trade, &format!("{LINE}/{LINE_TOTAL}")));
    let charges = sum(all(settled, "SpecifiedTradeAllowanceCharge/ActualAmount"));
    assert!(!all(trade, LINE).is_empty(), "BR-16");
    assert_eq!(line_sum, one("LineTotalAmount"), "BR-CO-10");
    assert_eq!((Decimal::ZERO, charges), (one("AllowanceTotalAmount"), one("ChargeTotalAmount")), "BR-CO-11, BR-CO-12");
    assert_eq!(line_sum + charges, one("TaxBasisTotalAmount"), "BR-CO-13");
    let tax = sum(all(settled, "ApplicableTradeTax/CalculatedAmount"));
    assert_eq!(tax, one("TaxTotalAmount"), "BR-CO-14");
    assert_eq!(one("TaxBasisTotalAmount") + tax, one("GrandTotalAmount"), "BR-CO-15");
    assert_eq!(one("GrandTotalAmount") - one("TotalPrepaidAmount"), one("DuePayableAmount"), "BR-CO-16");
    for rate in settled.children().filter(|node| node.tag_name().name() == "ApplicableTradeTax") {
        let of = |name: &str| all(rate, name)[0].clone();
        let (basis, calculated, percent) =
            (amount(&of("BasisAmount")), amount(&of("CalculatedAmount")), of("RateApplicablePercent"));
        let exact = basis * amount(&percent) / Decimal::ONE_HUNDRED;
        // One cent of rounding for an invoice; more for a credit note, which is the difference of two rounded sums.
        let cents = if document.kind == InvoiceKind::Invoice { 1 } else { 2 };
        assert!((exact - calculated).abs() <= Decimal::new(cents, 2), "BR-CO-17 to the cent: {exact} {calculated}");
        let is_exempt = of("CategoryCode") == "G";
        assert_eq!(is_exempt, amount(&percent).is_zero(), "BR-S-5, BR-G-5");
        assert_eq!(all(rate, "ExemptionReasonCode").len(), usize::from(is_exempt), "BR-S-10, BR-G-10");
        let lines = trade.children().filter(|node| node.tag_name().name() == LINE).filter(|line| {
            all(*line, "SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent") == [percent.clone()]
        });
        let lines: Decimal = lines.map(|line| sum(all(line, LINE_TOTAL))).sum();
        let charged = settled.children().filter(|node| node.tag_name().name() == "SpecifiedTradeAllowanceCharge");
        let charged = charged.filter(|node| all(*node, "CategoryTradeTax/RateApplicablePercent") == [percent.clone()]);
        let charged: Decimal = charged.map(|node| sum(all(node, "ActualAmount"))).sum();
        assert_eq!(lines + charged, basis, "BR-S-8");
    }
    for line in trade.children().filter(|node| node.tag_name().name() == LINE) {
        let price = amount(&all(line, "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount")[0]);
        let qty = amount(&all(line, "SpecifiedLineTradeDelivery/BilledQuantity")[0]);
        let allowance = sum(all(line, "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge/ActualAmount"));
        let total = sum(all(line, LINE_TOTAL));
        assert_eq!((price * qty - allowance).round_dp(2), total, "a line is price × quantity − allowance");
        assert!(price >= Decimal::ZERO, "BR-27");
    }
}

prop_compose! {
    fn any_line()(
        price in 1i64..500_000,
        above in prop::option::of(1i64..100_000),
        qty in 1u32..20,
        vat in prop::sample::select(vec![0u32, 550, 810, 1_900, 2_000, 2_550]),
    ) -> totals::Line {
        let market_price = above.map(|above| eur(price + above));
        totals::Line { price: eur(price), market_price, qty, vat: Percent::from_hundredths(vat) }
    }
}

proptest! {
    #[test]
    fn invoice_sums_agree_to_the_cent(
        lines in prop::collection::vec(any_line(), 1..8),
        tag in prop::option::of(0u16..=100),
        carriage in 0i64..10_000,
        free in any::<bool>(),
    ) {
        let discount = if free { carriage } else { 0 };
        let shipping = ShippingCharge { amount: eur(carriage), discount: eur(discount) };
        let invoice = invoice_of(&lines, tag.map(Percent::whole), shipping);
        assert_sums(&invoice);
        assert_en_16931(&invoice);
    }

    #[test]
    fn credit_notes_add_up_to_the_invoice(
        lines in prop::collection::vec(any_line(), 1..5),
        tag in prop::option::of(0u16..=90),
        carriage in 0i64..5_000,
        steps in prop::collection::vec((0usize..5, 1u32..6, 0i64..300_000), 0..6),
    ) {
        let shipping = ShippingCharge { amount: eur(carriage), discount: eur(0) };
        let invoice = invoice_of(&lines, tag.map(Percent::whole), shipping);
        let mut before: Vec<Document> = Vec::new();
        // Credits of goods and of amounts in any order, then the rest.
        let rest = (0, 0, i64::MAX);
        for (at, qty, amount) in steps.into_iter().chain([rest]) {
            let pieces = [((at % lines.len()) as i64, qty)];
            let amount = Amount::from_minor(amount);
            let Some(sums) = amounts::of_credit(&invoice, &before, amount, &pieces).expect("in range") else { continue };
            let note = Document { kind: InvoiceKind::CreditNote, ..sums };
            assert_sums(&note);
            assert_en_16931(&note);
            prop_assert!(note.total.minor() > 0 && note.total <= amount);
            before.push(note);
        }
        for vat in &invoice.vat {
            let back = |of: fn(&totals::VatAmount) -> Amount| {
                before.iter().flat_map(|note| &note.vat).filter(|part| part.rate == vat.rate).map(|part| of(part).minor()).sum::<i64>()
            };
            prop_assert_eq!(back(|part| part.gross_amount), vat.gross_amount.minor());
            prop_assert_eq!(back(|part| part.net_amount), vat.net_amount.minor());
        }
        prop_assert_eq!(amounts::of_credit(&invoice, &before, Amount::from_minor(1), &[]).expect("in range"), None);
    }
}

#[test]
fn typed_text_is_escaped_in_the_xml() {
    let line = totals::Line { price: eur(1_200), market_price: None, qty: 1, vat: Percent::whole(20) };
    let mut invoice = invoice_of(&[line], None, ShippingCharge { amount: eur(0), discount: eur(0) });
    (invoice.buyer.company, invoice.buyer.tax_id) = ("King & Co <Ltd>".into(), "GB 123 4567 89".into());
    invoice.buyer.city = "Lon\u{0}don\u{8}\n]]>".into();
    let text = xml::render(&invoice, &words()).expect("a VAT number");
    let tree = roxmltree::Document::parse(&text).expect("well-formed");
    let said = |name: &str| {
        tree.descendants()
            .filter(|node| node.tag_name().name() == name)
            .filter_map(|node| node.text().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert!(said("Name").contains(&"King & Co <Ltd>".to_owned()));
    assert!(said("CityName").contains(&"London ]]>".to_owned()), "{:?}", said("CityName"));
    assert!(said("ID").contains(&"GB123456789".to_owned()), "the VAT id has no blanks");
    invoice.seller.vat_id.clear();
    assert_eq!(xml::render(&invoice, &words()), None, "the profile requires the seller's VAT id");
}

// ── Rows for sums ───────────────────────────────────────────────────────────────────────────────────────────────────

/// All rows of both tables, as text.
fn sum_rows(shop: &Shop) -> Vec<String> {
    let vat =
        "SELECT issued_on || ' ' || invoice_id || ' ' || rate || ' ' || country || ' ' || currency || ' ' || net || ' '
        || tax || ' ' || net_eur || ' ' || tax_eur || ' ' || order_id || ' ' || supplied_on || ' ' || is_correction
        FROM invoice_vat";
    let lines =
        "SELECT issued_on || ' ' || invoice_id || ' ' || position || ' ' || sku || ' ' || name || ' ' || qty || ' '
        || net_eur || ' ' || gross_eur FROM invoice_line";
    shop.write(|tx| tx.all(&format!("{vat} UNION ALL {lines} ORDER BY 1"), vals![]))
}

/// Issues documents of three orders, one of them in francs, and credits a part of each.
fn documents_of_all_kinds(shop: &Shop) {
    for (key, currency) in (1_u32..).zip([Currency::Eur, Currency::Chf, Currency::Eur]) {
        let mut visitor = Visitor { promo_tag: Some("VALMERE-TEAM".into()), ..shop.visitor() };
        visitor.view.currency = currency;
        shop.add(&visitor, "TOWEL", 1 + i64::from(key));
        shop.add(&visitor, "LOTION", 2);
        let order_id = paid(shop, &visitor, key);
        shop.write(|tx| issue(tx, &shop.config, order_id, now()));
        let later = now() + jiff::SignedDuration::from_hours(30);
        let gives = Credit { amount: Money::new(3_333, currency), lines: &[(0, 1)], reason: "returned" };
        shop.write(|tx| credit(tx, &shop.config, order_id, &gives, later)).expect("a credit note");
    }
}

#[test]
fn rows_for_sums_say_what_the_documents_say() {
    let shop = fixture::shop();
    documents_of_all_kinds(&shop);
    let all = shop.write(|tx| {
        let mut all = Vec::new();
        for id in 1..=6 {
            all.extend(super::find(tx, id)?);
        }
        Ok(all)
    });
    let (from, to) = (jiff::civil::date(2026, 11, 1), jiff::civil::date(2026, 11, 30));
    let rows = shop.write(|tx| super::sums::by_rate(tx, (from, to), from));
    for currency in [Currency::Eur, Currency::Chf] {
        let of = || all.iter().map(|issued| &issued.document).filter(|document| document.currency == currency);
        let signed = |document: &Document, amount: Amount| match document.kind {
            InvoiceKind::Invoice => amount.minor(),
            InvoiceKind::CreditNote => -amount.minor(),
        };
        let total: i64 = of().map(|document| signed(document, document.total)).sum();
        let tax: i64 = of().map(|document| signed(document, document.tax)).sum();
        let rows = || rows.iter().filter(|row| row.currency == currency);
        assert_eq!(rows().map(|row| row.net + row.tax).sum::<i64>(), total, "{currency}");
        assert_eq!(rows().map(|row| row.tax).sum::<i64>(), tax);
        if currency == Currency::Eur {
            assert_eq!(rows().map(|row| row.net_eur + row.tax_eur).sum::<i64>(), total);
        }
    }
    let days = shop.write(|tx| super::sums::by_day(tx, from, to));
    assert_eq!(days.len(), 2, "that of the invoices and that of the credit notes");
    assert_eq!((days[0].credited, days[1].net + days[1].tax), (0, -days[1].credited));
    let items = shop.write(|tx| super::sums::by_item(tx, from, to));
    let towels = items.iter().find(|item| item.sku == "TOWEL").expect("towels");
    assert_eq!(towels.qty, 2 + 3 + 4 - 3);
    // The credit notes are of the day after: they correct what was supplied before.
    let next = jiff::civil::date(2026, 11, 22);
    let later = shop.write(|tx| super::sums::by_rate(tx, (next, to), next));
    assert!(rows.iter().all(|row| row.corrects.is_empty()));
    assert!(!later.is_empty() && later.iter().all(|row| row.corrects == "2026-11" && row.net < 0), "{later:?}");
    assert_indexed(&shop.connection, |tx| super::sums::by_day(tx, from, to));
    assert_indexed(&shop.connection, |tx| super::sums::by_item(tx, from, to));
    assert_indexed(&shop.connection, |tx| super::sums::by_rate(tx, (from, to), from));
}

#[test]
fn upgrade_sums_documents_as_issuing_does() {
    let shop = fixture::shop();
    documents_of_all_kinds(&shop);
    // The second order's invoice is replaced twice, with its credit note, and credited once more; the third's was a mistake.
    let moment = now() + jiff::SignedDuration::from_hours(60);
    for (hours, city) in [(0, "Bath"), (24, "York")] {
        shop.exec(&format!("UPDATE order_address SET city = '{city}' WHERE order_id = 2"));
        let moment = moment + jiff::SignedDuration::from_hours(hours);
        assert!(shop.write(|tx| replace(tx, &shop.config, 2, "order_changed", moment)));
    }
    let gives = Credit { amount: Money::new(100, Currency::Chf), lines: &[], reason: "goodwill" };
    let later = moment + jiff::SignedDuration::from_hours(48);
    shop.write(|tx| credit(tx, &shop.config, 2, &gives, later)).expect("a credit note");
    shop.write(|tx| super::cancel(tx, &shop.config, 3, "booked_by_mistake", moment)).expect("a credit note");
    shop.write(|tx| issue(tx, &shop.config, 3, moment + jiff::SignedDuration::from_hours(1)));
    let issued = sum_rows(&shop);
    let corrections = "SELECT COUNT(*) FROM invoice_vat WHERE is_correction = 1 AND supplied_on = '2026-11-21'";
    assert_eq!(shop.write(|tx| tx.one::<i64>(corrections, vals![])), 6, "two times three documents");
    assert_eq!(shop.write(|tx| tx.one::<i64>("SELECT COUNT(*) FROM invoice_vat", vals![])), 6 + 6 + 3);
    let migration = include_str!("../../migrations/sqlite/V128__figures.sql");
    let (_, rest) = migration.split_once("-- Documents that are there already.").expect("the step that fills");
    let (fill, _) = rest.split_once("CREATE INDEX").expect("its end");
    let fill = &fill[fill.find("INSERT").expect("a statement")..];
    shop.exec(&format!("DELETE FROM invoice_vat; DELETE FROM invoice_line; {fill}"));
    assert_eq!(sum_rows(&shop), issued);
}
