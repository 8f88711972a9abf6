//! Spans, tables, files, and the entries of the journal.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::{Date, date};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::journal::{self, Account, Book};
use super::types::{Cell, Column, FileFormat, Format, MissingRate, Span, Table, TableKind};
use super::words::Words;
use super::{calls, file, ledger, sums, tables};
use crate::audit::{self, By};
use crate::call::{View, Visitor};
use crate::cart::{self, Destination};
use crate::checkout::types::{Address, PlaceArgs};
use crate::config::Accounting;
use crate::domain::money::{Amount, Currency, Money, Percent};
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::totals::VatAmount;
use crate::error::{Error, Result};
use crate::invoice::types::Part;
use crate::invoice::{self, Credit, Document, InvoiceKind};
use crate::order::{self, Actor};
use crate::payment::{Movement, MovementKind};
use crate::tariff::ecb;
use crate::tariff::types::{EcbRateEdit, SaveEcbRatesArgs};
use crate::testing::assert_indexed;
use crate::testing::fixture::{self, Shop, at};
use crate::visit::{self, Counts, Step};

fn refused<T>(result: Result<T>) -> BTreeMap<String, &'static str> {
    match result {
        Err(Error::Refused(refusal)) => refusal.fields.into_iter().map(|(key, why)| (key, why.id)).collect(),
        _ => panic!("not refused"),
    }
}

fn view(shop: &Shop) -> View {
    shop.visitor().view
}

/// A paid order of towels for a country, invoiced.
fn invoiced(shop: &Shop, key: u32, country: &str, when: Timestamp) -> i64 {
    invoiced_in(shop, key, country, Currency::Eur, when)
}

fn invoiced_in(shop: &Shop, key: u32, country: &str, currency: Currency, when: Timestamp) -> i64 {
    let mut visitor: Visitor = shop.visitor();
    visitor.view.now = when;
    visitor.view.currency = currency;
    shop.add(&visitor, "TOWEL", 2);
    let form = shop.form(&visitor);
    let contents = shop.write(|tx| cart::contents(tx, &visitor));
    let to =
        Destination { country, shipping_method: ShippingMethod::STANDARD, vouched_email: None, ships_along: false };
    let total = shop.write(|tx| cart::price(tx, &visitor, contents, to)).totals.total;
    let (postcode, city) = match country {
        "DE" => ("10117", "Berlin"),
        "FR" => ("75001", "Paris"),
        _ => ("sw1y4lb", "London"),
    };
    let shipping_address =
        Address { country: country.into(), postcode: postcode.into(), city: city.into(), ..form.shipping_address };
    let args = PlaceArgs {
        idempotency_key: format!("{key:08x}-0000-4000-8000-000000000000"),
        email: format!("guest{key}@example.com"),
        shipping_address,
        expected_total: Some(total),
        ..form
    };
    let id = shop.order_by_token(&shop.place(&visitor, &args).token).id;
    shop.write(|tx| order::transition(tx, id, OrderStatus::Processing, Actor::Operator, "paid", when));
    shop.write(|tx| invoice::issue(tx, &shop.config, id, when));
    id
}

fn text(cell: &Cell) -> &str {
    if let Cell::Text(text) = cell { text } else { panic!("{cell:?} is no text") }
}

fn cents(cell: &Cell) -> i64 {
    if let Cell::Amount(amount) = cell { amount.minor() } else { panic!("{cell:?} is no amount") }
}

fn column(table: &Table, key: &str) -> usize {
    table.columns.iter().position(|column| column.key == key).unwrap_or_else(|| panic!("no column {key}"))
}

#[test]
fn spans_are_days_of_the_shop_and_long_ones_are_told_by_months() {
    let (from, to) = (date(2026, 2, 27), date(2026, 3, 2));
    let span = Span::new(from, to);
    assert_eq!(span.periods(), ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
    // In Paris: an hour before midnight in Greenwich, and in summer two.
    assert_eq!(span.moments(), (at("2026-02-26T23:00:00Z"), at("2026-03-02T23:00:00Z")));
    assert_eq!(Span::new(date(2026, 7, 1), to).moments().0, at("2026-06-30T22:00:00Z"));
    let year = Span::new(date(2026, 1, 1), date(2026, 12, 31));
    assert_eq!((year.periods().len(), year.period_of(from)), (12, "2026-02".to_owned()));
    assert_eq!(Span::quarter_of(from), Span::new(date(2026, 1, 1), date(2026, 3, 31)));
    assert_eq!(Span::quarter_of(date(2026, 12, 31)), Span::new(date(2026, 10, 1), date(2026, 12, 31)));
    assert_eq!(refused(Span::new(to, from).check("span"))["span.to"], "figures.reversed");
    assert_eq!(refused(Span::new(date(2020, 1, 1), to).check("against"))["against.from"], "figures.too_long");
    // The last day that there is has no day after it.
    let end = Span::new(jiff::civil::Date::MAX, jiff::civil::Date::MAX);
    assert_eq!(refused(end.check("span"))["span.from"], "figures.year");
    assert_eq!(refused(Span::new(to, end.to).check("span"))["span.to"], "figures.year");
    assert_eq!((end.periods().len(), end.days()), (1, 1));
    span.check("span").expect("a span");

    let now = at("2026-11-30T23:30:00Z");
    assert_eq!(calls::parse_month("2026-12", now).expect("has begun in Paris").to, date(2026, 12, 31));
    for month in ["2027-01", "2026-13", "2026-1", "", "2026-12-01", "٢٠٢٦-12", "2026-10-15T10:00", "1999-12", "-009999"]
    {
        assert_eq!(refused(calls::parse_month(month, now))["month"], "figures.month", "{month}");
    }
}

#[test]
fn sums_are_those_of_orders_documents_and_counts() {
    let shop = fixture::shop();
    let now = at(fixture::NOW);
    let day = date(2026, 11, 21);
    let first = invoiced(&shop, 1, "GB", now);
    invoiced(&shop, 2, "GB", now);
    let gives = Credit { amount: Money::new(4_000, Currency::Eur), lines: &[(0, 1)], reason: "returned" };
    shop.write(|tx| invoice::credit(tx, &shop.config, first, &gives, now + SignedDuration::from_hours(48)));
    shop.write(|tx| visit::save(tx, &Counts::from([((day, Step::Visit), 40), ((day, Step::Checkout), 3)])));

    let span = Span::new(day, date(2026, 11, 23));
    let all = shop.write(|tx| sums::of(tx, span));
    // Two towels at 40.00 and 5.90 shipping, twice.
    assert_eq!((all.orders, all.pieces, all.ordered.minor(), all.average.minor()), (2, 4, 17_180, 8_590));
    assert_eq!((all.gross.minor(), all.credited.minor()), (17_180 - 4_000, 4_000));
    assert_eq!(all.net.minor() + all.tax.minor(), all.gross.minor());
    // Each bag was empty before.
    assert_eq!((all.visits, all.bags, all.checkouts), (40, 2, 3));
    assert_eq!(all.periods.len(), 3);
    assert_eq!((all.periods[0].gross.minor(), all.periods[2].gross.minor()), (17_180, -4_000));
    let before = shop.write(|tx| sums::of(tx, Span::new(date(2026, 11, 18), date(2026, 11, 20))));
    assert_eq!((before.orders, before.gross, before.average), (0, Amount::ZERO, Amount::ZERO));

    let words = Words::bare();
    for kind in TableKind::ALL {
        let table = shop.write(|tx| tables::make(tx, &view(&shop), &words, kind, span));
        assert_eq!(table.count, table.rows.len());
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{kind:?}");
        assert!(table.totals.is_empty() || table.totals.len() == table.columns.len());
        assert_indexed(&shop.connection, |tx| tables::make(tx, &view(&shop), &words, kind, span));
    }
    let visits = shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Visits, span));
    assert_eq!(visits.rows[0].last(), Some(&Cell::Text("5".into())), "two orders of forty visits");
    assert_eq!(visits.rows[1].last(), Some(&Cell::None));
    // Who rings has not visited.
    shop.exec("UPDATE sales_order SET channel = 'telephone' WHERE id = 2");
    assert_eq!(shop.write(|tx| sums::of(tx, span)).orders, 2);
    let visits = shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Visits, span));
    assert_eq!(visits.rows[0].last(), Some(&Cell::Text("2.5".into())), "one order of forty visits");
    let revenue = shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Revenue, span));
    assert_eq!(cents(&revenue.totals[column(&revenue, "gross")]), all.gross.minor());
    let products = shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Products, span));
    assert_eq!((text(&products.rows[0][0]), &products.rows[0][2]), ("TOWEL", &Cell::Count(3)));
    let documents = shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Documents, span));
    assert_eq!((documents.count, cents(&documents.rows[2][column(&documents, "gross")])), (3, -4_000));
}

#[test]
fn a_quarter_declares_supplies_to_other_members_and_corrects_earlier_ones() {
    let shop = fixture::shop();
    let summer = at("2026-09-29T10:00:00Z");
    let early = invoiced(&shop, 1, "DE", summer);
    let autumn = at("2026-11-21T10:00:00Z");
    let late = invoiced(&shop, 2, "DE", autumn);
    invoiced(&shop, 3, "GB", autumn);
    invoiced(&shop, 4, "FR", autumn);
    for order_id in [early, late] {
        let gives = Credit { amount: Money::new(4_000, Currency::Eur), lines: &[(0, 1)], reason: "returned" };
        shop.write(|tx| invoice::credit(tx, &shop.config, order_id, &gives, autumn));
    }
    let words = Words::bare();
    // Any day of the quarter.
    let span = Span::new(date(2026, 11, 1), date(2026, 11, 30));
    let table = shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Oss, span));
    assert_eq!(table.span, Span::new(date(2026, 10, 1), date(2026, 12, 31)));
    let row = |row: &[Cell]| -> (String, String, String, i64, i64) {
        let at = |key| column(&table, key);
        let [kind, quarter, country] =
            ["oss_kind", "quarter", "country_code"].map(|key| text(&row[at(key)]).to_owned());
        (kind, quarter, country, cents(&row[at("net_eur")]), cents(&row[at("tax_eur")]))
    };
    let rows: Vec<_> = table.rows.iter().map(|cells| row(cells)).collect();
    // 80.00 and 5.90 at 19 %, less one towel: 45.90; and a towel of the third quarter.
    assert_eq!(
        rows,
        [
            ("supply".to_owned(), "2026-Q4".to_owned(), "DE".to_owned(), 3_857, 733),
            ("correction".to_owned(), "2026-Q3".to_owned(), "DE".to_owned(), -3_361, -639),
        ]
    );
    let vat = shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Vat, span));
    assert_eq!(vat.count, 3, "all countries, in the days asked for: {vat:?}");

    // A German house declares France there, and Germany at home.
    let mut german = view(&shop);
    Arc::make_mut(&mut german.config).company.country = "DE".into();
    let table = shop.write(|tx| tables::make(tx, &german, &words, TableKind::Oss, span));
    let rows: Vec<_> = table.rows.iter().map(|cells| row(cells)).collect();
    assert_eq!(rows, [("supply".to_owned(), "2026-Q4".to_owned(), "FR".to_owned(), 7_158, 1_432)]);
}

#[test]
fn a_quarter_converts_at_the_rate_of_its_last_day_and_says_which_is_missing() {
    let shop = fixture::shop();
    let summer = at("2026-09-29T10:00:00Z");
    invoiced(&shop, 1, "DE", summer);
    let id = invoiced_in(&shop, 2, "DE", Currency::Chf, summer);
    let words = Words::bare();
    let oss = |day: Date| shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Oss, Span::new(day, day)));
    let autumn = at("2026-11-21T10:00:00Z");
    let by = |now: Timestamp| By { actor: audit::Actor::Command("test".into()), now };
    let enter = |quarter: &str, seen: Option<&str>, rate: &str, now: Timestamp| {
        let edit = EcbRateEdit { currency: Currency::Chf, seen: seen.map(str::to_owned), rate: Some(rate.into()) };
        let args = SaveEcbRatesArgs { quarter: quarter.into(), edits: vec![edit] };
        shop.connection.write(|tx| ecb::save(tx, &by(now), &args))
    };

    // No rate: nothing in euros, and no sum of what there is.
    let table = oss(date(2026, 8, 1));
    let cell = |table: &Table, at: usize, key: &str| table.rows[at][column(table, key)].clone();
    let foreign = table.rows.iter().position(|row| text(&row[column(&table, "currency")]) == "CHF").expect("a row");
    assert_eq!((cell(&table, foreign, "net_eur"), cell(&table, foreign, "tax_eur")), (Cell::None, Cell::None));
    assert_eq!(text(&cell(&table, foreign, "ecb_rate")), "rate_missing");
    assert!(matches!(cell(&table, 1 - foreign, "net_eur"), Cell::Amount(_)), "{table:?}");
    assert!(table.totals.iter().all(|cell| *cell == Cell::None), "{:?}", table.totals);
    let missing = MissingRate { quarter: "2026-Q3".into(), day: date(2026, 9, 30), currency: Currency::Chf };
    assert_eq!(table.missing_rates, std::slice::from_ref(&missing));
    let (net, tax) = (cents(&cell(&table, foreign, "net_own")), cents(&cell(&table, foreign, "tax_own")));

    // Before its day nobody knows it; then it is the bank's, whatever the shop's own is.
    let early = enter("2026-Q3", None, "0.95", at("2026-09-29T10:00:00Z"));
    assert_eq!(refused(early), BTreeMap::from([("quarter".to_owned(), "tariff.quarter_open")]));
    assert_eq!(refused(enter("2026-Q3", None, "0,95", autumn)), BTreeMap::from([("CHF".to_owned(), "tariff.rate")]));
    enter("2026-Q3", None, "0.5", autumn).expect("entered");
    let table = oss(date(2026, 8, 1));
    assert_eq!(
        (cents(&cell(&table, foreign, "net_eur")), cents(&cell(&table, foreign, "tax_eur"))),
        (net * 2, tax * 2)
    );
    assert_eq!(text(&cell(&table, foreign, "ecb_rate")), "0.5");
    assert_eq!(text(&cell(&table, foreign, "ecb_day")), "2026-09-30");
    assert_eq!(table.missing_rates, []);
    assert_eq!(cents(&table.totals[column(&table, "net_eur")]), net * 2 + cents(&cell(&table, 1 - foreign, "net_eur")));

    // What is corrected later was declared at the rate of its own quarter.
    let gives = Credit { amount: Money::new(1_000, Currency::Chf), lines: &[], reason: "goodwill" };
    shop.write(|tx| invoice::credit(tx, &shop.config, id, &gives, autumn));
    let table = oss(date(2026, 11, 1));
    assert_eq!((text(&cell(&table, 0, "quarter")), text(&cell(&table, 0, "ecb_rate"))), ("2026-Q3", "0.5"));
    assert_eq!(cents(&cell(&table, 0, "net_eur")) + cents(&cell(&table, 0, "tax_eur")), -2_000);
    // Of two people the second is told; what is taken out is missing again.
    assert!(enter("2026-Q3", None, "0.6", autumn).is_err());
    enter("2026-Q3", Some("0.5"), "", autumn).expect("taken out");
    assert_eq!(oss(date(2026, 8, 1)).missing_rates, [missing]);
    let history =
        shop.write(|tx| crate::tariff::list_history(tx, Some(crate::tariff::types::Kind::Currency), i64::MAX, 9));
    assert_eq!(history.len(), 2, "{history:?}");
}

#[test]
fn the_rates_of_a_quarter_are_those_of_the_next_day_of_publication() {
    for (quarter, day) in [
        ("2026-Q3", date(2026, 9, 30)),
        // A Saturday, and 31 December that is a Sunday before New Year's Day.
        ("2026-Q1", date(2026, 3, 31)),
        ("2023-Q3", date(2023, 10, 2)),
        ("2023-Q4", date(2024, 1, 2)),
        // Easter Sunday, and Easter Monday after it.
        ("2024-Q1", date(2024, 4, 2)),
    ] {
        assert_eq!(ecb::rate_day(ecb::quarter_end(quarter).expect("a quarter")), day, "{quarter}");
    }
    for wrong in ["", "2026", "2026-Q5", "2026-Q0", "26-Q1", "x-Q1"] {
        assert_eq!(ecb::quarter_end(wrong), None, "{wrong}");
    }
}

#[test]
fn files_hold_numbers_as_the_reader_writes_them_and_no_formula() {
    let column = |key: &str, format| Column { key: key.into(), heading: key.into(), format };
    let table = Table {
        kind: TableKind::Products,
        name: "Products: [all]".into(),
        span: Span::new(date(2026, 11, 1), date(2026, 11, 30)),
        columns: vec![
            column("name", Format::Text),
            column("amount", Format::Amount),
            column("rate", Format::Percent),
            column("day", Format::Day),
        ],
        rows: vec![vec![
            Cell::Text("=HYPERLINK(\"x\"); a".into()),
            Cell::Amount(Amount::from_minor(-123_450)),
            Cell::Text("8.1".into()),
            Cell::Text("2026-11-03".into()),
        ]],
        totals: vec![Cell::None, Cell::Amount(Amount::from_minor(-123_450)), Cell::None, Cell::None],
        count: 1,
        missing_rates: Vec::new(),
    };
    let text = |lang| String::from_utf8(file::csv(&table, "Summe", lang).expect("written")).expect("UTF-8");
    assert_eq!(
        text(Lang::De),
        "\u{feff}name;amount;rate;day\r\n\"'=HYPERLINK(\"\"x\"\"); a\";-1234,50;8,1;2026-11-03\r\nSumme;-1234,50;;\r\n"
    );
    assert!(text(Lang::En).contains("a\",-1234.50,8.1,2026-11-03\r\n"));
    let sheet = file::write(&table, "Summe", FileFormat::Xlsx, Lang::De).expect("written");
    assert_eq!(sheet.name, "products-2026-11-01-2026-11-30.xlsx");
}

#[test]
fn an_invoice_in_anothers_place_changes_nothing_of_an_earlier_quarter_but_what_it_is_lower() {
    let shop = fixture::shop();
    let words = Words::bare();
    let autumn = at("2026-11-21T10:00:00Z");
    let oss = || {
        let span = Span::new(date(2026, 10, 1), date(2026, 12, 31));
        shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Oss, span))
    };
    let id = invoiced(&shop, 1, "DE", at("2026-09-29T10:00:00Z"));
    let gives = Credit { amount: Money::new(4_000, Currency::Eur), lines: &[(0, 1)], reason: "returned" };
    shop.write(|tx| invoice::credit(tx, &shop.config, id, &gives, at("2026-09-30T10:00:00Z")));
    let change = |city: &str| {
        shop.exec(&format!("UPDATE order_address SET city = '{city}' WHERE order_id = {id}"));
        assert!(shop.write(|tx| invoice::replace(tx, &shop.config, id, "order_changed", autumn)));
    };
    change("Potsdam");
    assert_eq!(oss().rows, Vec::<Vec<Cell>>::new(), "another address");
    let day = Span::new(date(2026, 11, 21), date(2026, 11, 21));
    let sums = shop.write(|tx| sums::of(tx, day));
    assert_eq!((sums.gross, sums.credited), (Amount::ZERO, Amount::ZERO));
    // What comes back later is a correction of the quarter of the supply, whichever invoice it is for.
    change("Leipzig");
    let gives = Credit { amount: Money::new(1_000, Currency::Eur), lines: &[], reason: "goodwill" };
    shop.write(|tx| invoice::credit(tx, &shop.config, id, &gives, autumn));
    let table = oss();
    assert_eq!(table.count, 1, "{:?}", table.rows);
    assert_eq!(text(&table.rows[0][1]), "2026-Q3");
    assert_eq!(cents(&table.totals[5]) + cents(&table.totals[6]), -1_000);
    assert_eq!(shop.write(|tx| sums::of(tx, day)).credited.minor(), 1_000);
}

#[test]
fn foreign_currencies_leave_no_cent_open_and_all_tables_say_the_same() {
    let shop = fixture::shop();
    let mut visitor = shop.visitor();
    visitor.view.currency = Currency::Chf;
    shop.add(&visitor, "TOWEL", 1);
    shop.add(&visitor, "LOTION", 2);
    let order = shop.order_by_token(&shop.place(&visitor, &shop.form(&visitor)).token);
    let now = at(fixture::NOW);
    shop.write(|tx| order::transition(tx, order.id, OrderStatus::Processing, Actor::Operator, "paid", now));
    shop.write(|tx| invoice::issue(tx, &shop.config, order.id, now));
    let document = shop.write(|tx| invoice::list_of_order(tx, order.id)).remove(0).document;
    let rate = shop.write(|tx| order::rate(tx, order.id));
    let entry = journal::of_document(&document, rate, "FR").expect("an entry");
    let movement = Movement {
        kind: MovementKind::Payment,
        id: 1,
        order_id: order.id,
        method: "card".into(),
        reference: String::new(),
        amount: document.total.minor(),
        currency: Currency::Chf,
        value_date: String::new(),
        at: now.as_millisecond(),
    };
    let paid = journal::of_movement(&movement, ("", ""), rate, 1).expect("an entry");
    assert_eq!(entry.lines[0].amount + paid.lines[0].amount, 0, "the customer owes nothing");
    let span = Span::new(date(2026, 11, 21), date(2026, 11, 21));
    let words = Words::bare();
    let vat = shop.write(|tx| tables::make(tx, &view(&shop), &words, TableKind::Vat, span));
    let tax = cents(&vat.totals[column(&vat, "tax")]);
    assert_eq!(Some(tax), document.tax_eur.map(Amount::minor), "as the document says");
    let in_journal: i64 = entry.lines.iter().filter(|line| line.account == Account::VatAbroad).map(|l| -l.amount).sum();
    assert_eq!(in_journal, tax);
}

#[test]
fn money_by_hand_is_of_the_bank_and_what_came_back_is_not_forgotten() {
    let shop = fixture::shop();
    let id = invoiced(&shop, 1, "GB", at(fixture::NOW));
    let moment = at(fixture::NOW).as_millisecond();
    for (payment, method) in [(1, "card"), (2, "cheque"), (3, "offline")] {
        shop.exec(&format!(
            "INSERT INTO payment (id, order_id, method, external_id, amount, currency, received_at)
             VALUES ({payment}, {id}, '{method}', 'x', 1000, 'EUR', {moment});
             INSERT INTO refund (order_id, payment_id, reference, external_id, amount, currency, reason, actor, state,
                 created_at, done_at)
             VALUES ({id}, {payment}, 'r{payment}', '', 500, 'EUR', '', 'operator', 'done', {moment}, {moment})"
        ));
    }
    // By the gateway, and sent back by the bank the day after.
    let next = moment + 86_400_000;
    shop.exec(&format!(
        "INSERT INTO refund (order_id, payment_id, reference, external_id, amount, currency, reason, actor, state, created_at,
             done_at, sent_back_at)
         VALUES ({id}, 1, 'r4', 're_4', 500, 'EUR', '', 'operator', 'failed', {moment}, {moment}, {next})"
    ));
    let (from, until) = Span::new(date(2026, 11, 1), date(2026, 11, 30)).moments();
    let moved = |kind: MovementKind| -> Vec<(String, i64)> {
        let all = shop.write(|tx| crate::payment::list_movements(tx, from, until));
        let mut moved: Vec<_> =
            all.into_iter().filter(|one| one.kind == kind).map(|one| (one.method, one.amount)).collect();
        moved.sort();
        moved
    };
    let of = |method: &str, amount: i64| (method.to_owned(), amount);
    assert_eq!(
        moved(MovementKind::Refund),
        [of("bank_transfer", -500), of("bank_transfer", -500), of("card", -500), of("offline", -500)]
    );
    assert_eq!(moved(MovementKind::SentBack), [of("card", 500)]);
    assert_eq!(shop.write(|tx| crate::payment::count_movements(tx, from, until)), 8);
    assert_indexed(&shop.connection, |tx| crate::payment::list_movements(tx, from, until));
}

// ── The journal ─────────────────────────────────────────────────────────────────────────────────────────────────────

/// An invoice as the fixture issues it.
fn issued() -> Document {
    let shop = fixture::shop();
    let order_id = invoiced(&shop, 1, "DE", at(fixture::NOW));
    shop.write(|tx| invoice::list_of_order(tx, order_id)).remove(0).document
}

#[test]
fn invoice_and_payment_settle_what_the_customer_owes() {
    let invoice = issued();
    let entry = journal::of_document(&invoice, Decimal::ONE, "FR").expect("an entry");
    let lines: Vec<(Account, i64)> = entry.lines.iter().map(|line| (line.account, line.amount)).collect();
    // 80.00 and 5.90 with 19 % inside.
    assert_eq!(
        lines,
        [(Account::Customers, 8_590), (Account::Sales, -6_722), (Account::Shipping, -496), (Account::VatOss, -1_372),]
    );
    let at_home = journal::of_document(&invoice, Decimal::ONE, "DE").expect("an entry");
    assert_eq!(at_home.lines[3].account, Account::Vat);
    let mut beyond = invoice.clone();
    beyond.delivery.country = "CH".into();
    let beyond = journal::of_document(&beyond, Decimal::ONE, "FR").expect("an entry");
    assert_eq!(beyond.lines[3].account, Account::VatAbroad);
    let movement = Movement {
        kind: MovementKind::Payment,
        id: 12,
        order_id: 1,
        method: "card".into(),
        reference: "pi_1".into(),
        amount: 8_590,
        currency: Currency::Eur,
        value_date: "2026-11-20".into(),
        at: at(fixture::NOW).as_millisecond(),
    };
    let paid = journal::of_movement(&movement, ("2026-000001", "=Ada King"), Decimal::ONE, 7).expect("an entry");
    assert_eq!(paid.lines[0].amount + entry.lines[0].amount, 0);
    assert_eq!((paid.book, paid.lines[1].account, paid.lines[1].amount), (Book::Money, Account::Online, 8_590));

    let config = fixture::shop().config.accounting.clone();
    let span = Span::new(date(2026, 11, 1), date(2026, 11, 30));
    let fec = String::from_utf8_lossy(&ledger::fec(&[entry.clone(), paid.clone()], &config)).into_owned();
    let rows: Vec<Vec<&str>> = fec.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 1 + 4 + 2);
    assert!(rows.iter().all(|row| row.len() == 18));
    assert_eq!(rows[0][0], "JournalCode");
    assert_eq!(
        rows[1],
        [
            "VE",
            "Ventes",
            "INV-2026-000001",
            "20261121",
            "411000",
            "Clients",
            "2026-000001",
            "Ada King",
            "INV-2026-000001",
            "20261121",
            "Facture, commande 2026-000001",
            "85,90",
            "0,00",
            "",
            "",
            "20261121",
            "",
            ""
        ]
    );
    let money = &rows[5];
    assert_eq!(
        (money[0], money[2], money[3], money[7], money[8], money[9]),
        ("RG", "2026-000007", "20261121", "Ada King", "PAY-12", "20261120")
    );
    assert_eq!(ledger::fec_name("552 100 554", span), "552100554FEC20261130.txt");

    assert!(!ledger::has_datev(&config));
    let config = Accounting { datev_consultant: "1001".into(), datev_client: "7".into(), ..config };
    let entries = [entry, paid];
    let datev = String::from_utf8_lossy(&ledger::datev(&entries, &config, span, at(fixture::NOW))).into_owned();
    let rows: Vec<&str> = datev.split("\r\n").collect();
    assert_eq!(rows[0].split(';').count(), 31);
    assert!(rows[0].contains(";1001;7;20260101;6;20261101;20261130;"), "{}", rows[0]);
    assert_eq!(rows[1].split(';').count(), 14);
    assert_eq!(
        rows[2],
        "67,22;\"S\";\"EUR\";;;\"\";411000;707000;\"\";2111;\"INV-2026-000001\";\"\";;\"Rechnung 2026-000001 19%\""
    );
    assert_eq!(rows[5], "85,90;\"H\";\"EUR\";;;\"\";411000;511700;\"\";2111;\"PAY-12\";\"\";;\"Zahlung 2026-000001\"");

    // A house with numbers of its own, each another.
    let own = Accounting {
        customers: "1400".into(),
        sales: "8400".into(),
        shipping: "8401".into(),
        vat: "1776".into(),
        vat_oss: "1767".into(),
        vat_abroad: "1768".into(),
        bank: "1200".into(),
        online: "1360".into(),
        cheque: "1330".into(),
        cash: "1000".into(),
        ..config
    };
    let datev = String::from_utf8_lossy(&ledger::datev(&entries, &own, span, at(fixture::NOW))).into_owned();
    assert!(datev.contains(";1001;7;20260101;4;20261101;20261130;"), "{datev}");
    let accounts = |row: &str| row.split(';').skip(6).take(2).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = datev.lines().skip(2).map(accounts).collect();
    assert_eq!(rows, ["1400 8400", "1400 8401", "1400 1767", "1400 1360"]);
    let fec = String::from_utf8_lossy(&ledger::fec(&entries, &own)).into_owned();
    let accounts: Vec<&str> = fec.lines().skip(1).filter_map(|line| line.split('\t').nth(4)).collect();
    assert_eq!(accounts, ["1400", "8400", "8401", "1767", "1400", "1360"]);
    for (account, number) in [
        (Account::Vat, "1776"),
        (Account::VatAbroad, "1768"),
        (Account::Bank, "1200"),
        (Account::Cheque, "1330"),
        (Account::Cash, "1000"),
    ] {
        assert_eq!(account.number(&own), number);
    }
}

proptest! {
    /// Whatever a document says, in whatever currency: debits and credits of its entry are equal, a credit note takes back what an
    /// invoice enters, and euros leave no cent over.
    #[test]
    fn debits_and_credits_of_an_entry_are_equal(
        rates in prop::collection::btree_map(0_u32..2_700, (0_i64..5_000_000, 0_i64..5_000), 1..4),
        currency in prop::sample::select(vec![Currency::Eur, Currency::Chf, Currency::Gbp]),
        rate in 500_u32..2_000,
        to in prop::sample::select(vec!["FR", "DE", "CH"]),
        home in prop::sample::select(vec!["FR", "DE"]),
    ) {
        static ISSUED: std::sync::LazyLock<Document> = std::sync::LazyLock::new(issued);
        let mut document = Document { currency, shipping_parts: Vec::new(), vat: Vec::new(), ..ISSUED.clone() };
        document.delivery.country = to.to_owned();
        let mut total = 0;
        for (percent, (gross, shipping)) in rates {
            let percent: Percent = Amount::from_minor(percent.into()).to_string().parse().expect("a percentage");
            let shipping = shipping.min(gross);
            let net = gross * 100 / 120;
            let part = |gross: i64| Part {
                rate: percent,
                gross: Amount::from_minor(gross),
                net: Amount::from_minor(gross * 100 / 120),
            };
            document.shipping_parts.push(part(shipping));
            document.vat.push(VatAmount {
                rate: percent,
                net_amount: Amount::from_minor(net),
                tax_amount: Amount::from_minor(gross - net),
                gross_amount: Amount::from_minor(gross),
            });
            total += gross;
        }
        document.total = Amount::from_minor(total);
        let rate = Decimal::new(rate.into(), 3);
        let entry = journal::of_document(&document, rate, home).expect("an entry");
        prop_assert_eq!(entry.lines.iter().map(|line| line.amount).sum::<i64>(), 0);
        if currency == Currency::Eur {
            prop_assert_eq!(entry.lines[0].amount, total);
            prop_assert!(entry.lines.iter().all(|line| line.own.is_none()));
        } else {
            let own: i64 = entry.lines.iter().map(|line| line.own.map_or(0, |money| money.minor)).sum();
            prop_assert_eq!(own, 0);
        }
        let is_abroad = entry.lines.iter().any(|line| line.account == Account::VatOss);
        prop_assert!(!is_abroad || (to != home && to != "CH"));
        let credit = Document { kind: InvoiceKind::CreditNote, ..document };
        let back = journal::of_document(&credit, rate, home).expect("an entry");
        for (line, back) in entry.lines.iter().zip(&back.lines) {
            prop_assert_eq!((line.account, line.amount), (back.account, -back.amount));
        }
    }
}
