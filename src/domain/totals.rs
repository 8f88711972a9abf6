//! Totals of a cart or an order: lines, employee discount, shipping, VAT.
//!
//! Prices and sums are gross; VAT is extracted once per rate from the sums, as EN 16931 requires on
//! invoices (decisions.md §2). With `r` the VAT rate and `round` half away from zero to two decimals:
//!
//! ```text
//! line      gross              = price × qty
//!           discount           = gross − least(gross, regular − round(tag % × regular)),  regular = regular price × qty
//! sums      subtotal_incl_tax  = Σ gross
//!           discount_amount    = Σ discount
//!           total              = subtotal_incl_tax − discount_amount + shipping_amount − shipping_discount
//! per rate  paid(r)            = Σ gross(r) − Σ discount(r) + shipping(r)
//!           subtotal_excl_tax  = Σr round(Σ gross(r) / (1 + r))
//!           discount_net       = Σr round(Σ discount(r) / (1 + r))
//!           tax(r)             = paid(r) − round(paid(r) / (1 + r))
//! ```
//!
//! Without a reduction `price = regular price`, so the discount is `round(30 % × gross)`. On a reduced item the lower
//! of reduced and employee price applies: the price stays the reduced one, and the discount is the rest, or zero.
//!
//! Shipping carries VAT at the goods' rate. With several rates it is split over them in proportion to what is paid for
//! the goods of each, to the cent. The tag never reduces shipping.
//!
//! Example at 20 %: 120.00 → discount 36.00 (30.00 net) → total 84.00, VAT 14.00.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::money::{Amount, Currency, Money, MoneyError, Percent, prorate};
use super::shipping::ShippingCharge;

/// One line of a cart, in its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Price in force for one piece, including VAT.
    pub price: Money,
    /// The regular price of one piece when the item is reduced (`market_price`).
    pub market_price: Option<Money>,
    pub qty: u32,
    /// VAT of the product's class at the destination.
    pub vat: Percent,
}

/// Amounts of one line, VAT included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTotals {
    /// `price × qty`.
    pub gross: Money,
    /// The employee discount; at most `gross`.
    pub discount: Money,
}

/// The totals of a cart or an order, with the names of the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    pub currency: Currency,
    /// Σ price × qty, VAT included.
    pub subtotal_incl_tax: Amount,
    pub subtotal_excl_tax: Amount,
    /// The employee discount, VAT included, as a positive amount.
    pub discount_amount: Amount,
    /// The employee discount without its VAT.
    pub discount_net_amount: Amount,
    /// The carrier's rate, VAT included.
    pub shipping_amount: Amount,
    /// Discount on the carrier's rate.
    pub shipping_discount: Amount,
    /// The VAT contained in `total`.
    pub tax_amount: Amount,
    /// Amount to pay.
    pub total: Amount,
    /// Number of pieces.
    pub total_qty: u32,
    /// `tax_amount` by rate, lowest rate first.
    pub vat: Vec<VatAmount>,
}

/// The VAT of one rate, shipping included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VatAmount {
    pub rate: Percent,
    pub net_amount: Amount,
    pub tax_amount: Amount,
    /// `net_amount + tax_amount`.
    pub gross_amount: Amount,
}

/// The totals, and the amounts of each line in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    pub totals: Totals,
    pub lines: Vec<LineTotals>,
}

/// Σ price × qty, which decides on free shipping.
pub fn subtotal(currency: Currency, lines: &[Line]) -> Result<Money, MoneyError> {
    lines.iter().try_fold(Money::zero(currency), |sum, line| sum.plus(line.price.times(line.qty)?))
}

/// Totals of lines with an employee discount (the tag's percentage, if it applies) and a shipping charge.
///
/// Without lines everything is zero, shipping included.
pub fn compute(
    currency: Currency,
    lines: &[Line],
    employee: Option<Percent>,
    shipping: ShippingCharge,
) -> Result<Computed, MoneyError> {
    let shipping = if lines.is_empty() { ShippingCharge::free(currency) } else { shipping };
    let shipping_paid = shipping.amount.minus(shipping.discount)?;
    if shipping.discount.minor < 0 || shipping_paid.minor < 0 {
        return Err(MoneyError::Negative);
    }

    let mut by_rate: BTreeMap<Percent, LineTotals> = BTreeMap::new();
    let mut line_totals = Vec::with_capacity(lines.len());
    let mut total_qty: u32 = 0;
    for line in lines {
        let totals = line_total(line, employee)?;
        line_totals.push(totals);
        let zero = Money::zero(currency);
        let sums = by_rate.entry(line.vat).or_insert(LineTotals { gross: zero, discount: zero });
        sums.gross = sums.gross.plus(totals.gross)?;
        sums.discount = sums.discount.plus(totals.discount)?;
        total_qty = total_qty.checked_add(line.qty).ok_or(MoneyError::Overflow)?;
    }

    let goods_paid: Vec<i64> = by_rate.values().map(|sums| sums.gross.minor - sums.discount.minor).collect();
    let shipping_parts = prorate(shipping_paid.minor, &goods_paid);

    let zero = Money::zero(currency);
    let (mut gross, mut net, mut discount, mut discount_net) = (zero, zero, zero, zero);
    let (mut total, mut tax) = (zero, zero);
    let mut vat = Vec::with_capacity(by_rate.len());
    for ((rate, sums), shipping_part) in by_rate.iter().zip(shipping_parts) {
        gross = gross.plus(sums.gross)?;
        net = net.plus(sums.gross.net(*rate)?)?;
        discount = discount.plus(sums.discount)?;
        discount_net = discount_net.plus(sums.discount.net(*rate)?)?;
        let paid = sums.gross.minus(sums.discount)?.plus(Money::new(shipping_part, currency))?;
        let paid_net = paid.net(*rate)?;
        let paid_tax = paid.minus(paid_net)?;
        total = total.plus(paid)?;
        tax = tax.plus(paid_tax)?;
        vat.push(VatAmount {
            rate: *rate,
            net_amount: paid_net.amount(),
            tax_amount: paid_tax.amount(),
            gross_amount: paid.amount(),
        });
    }

    let totals = Totals {
        currency,
        subtotal_incl_tax: gross.amount(),
        subtotal_excl_tax: net.amount(),
        discount_amount: discount.amount(),
        discount_net_amount: discount_net.amount(),
        shipping_amount: shipping.amount.amount(),
        shipping_discount: shipping.discount.amount(),
        tax_amount: tax.amount(),
        total: total.amount(),
        total_qty,
        vat,
    };
    Ok(Computed { totals, lines: line_totals })
}

/// One line at the lower of reduced and employee price.
fn line_total(line: &Line, employee: Option<Percent>) -> Result<LineTotals, MoneyError> {
    let gross = line.price.times(line.qty)?;
    if gross.minor < 0 {
        return Err(MoneyError::Negative);
    }
    let Some(percent) = employee else {
        return Ok(LineTotals { gross, discount: Money::zero(gross.currency) });
    };
    // A regular price below the price in force is an error in the data, not a reduction.
    let market_price = line.market_price.filter(|market| market.minor > line.price.minor);
    let regular = market_price.unwrap_or(line.price).times(line.qty)?;
    let employee_price = regular.minus(regular.percent(percent)?)?;
    // A percentage above 100 must not make the amount negative.
    let payable = gross.least(employee_price)?.minor.max(0);
    Ok(LineTotals { gross, discount: gross.minus(Money::new(payable, gross.currency))? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const THIRTY: Percent = Percent::whole(30);

    fn eur(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn line(minor: i64, market: Option<i64>, qty: u32, vat: u16) -> Line {
        Line { price: eur(minor), market_price: market.map(eur), qty, vat: Percent::whole(vat) }
    }

    fn ship(amount: i64, discount: i64) -> ShippingCharge {
        ShippingCharge { amount: eur(amount), discount: eur(discount) }
    }

    fn totals(lines: &[Line], employee: Option<Percent>, shipping: ShippingCharge) -> Totals {
        compute(Currency::Eur, lines, employee, shipping).expect("in range").totals
    }

    #[test]
    fn totals_match_the_example_of_the_decisions() {
        let totals = totals(&[line(12_000, None, 1, 20)], Some(THIRTY), ship(0, 0));
        assert_eq!(
            serde_json::to_value(&totals).expect("serialises"),
            serde_json::json!({
                "currency": "EUR",
                "subtotal_incl_tax": "120.00",
                "subtotal_excl_tax": "100.00",
                "discount_amount": "36.00",
                "discount_net_amount": "30.00",
                "shipping_amount": "0.00",
                "shipping_discount": "0.00",
                "tax_amount": "14.00",
                "total": "84.00",
                "total_qty": 1,
                "vat": [{ "rate": "20", "net_amount": "70.00", "tax_amount": "14.00", "gross_amount": "84.00" }],
            })
        );
    }

    #[test]
    fn shipping_is_taxed_and_never_discounted_by_a_tag() {
        let totals = totals(&[line(12_000, None, 1, 20)], Some(THIRTY), ship(1_200, 0));
        assert_eq!(totals.total.minor(), 9_600);
        assert_eq!(totals.tax_amount.minor(), 1_600);
        assert_eq!(totals.shipping_amount.minor(), 1_200);
    }

    #[test]
    fn free_shipping_shows_its_rate_and_the_same_discount() {
        let totals = totals(&[line(15_000, None, 1, 20)], None, ship(690, 690));
        assert_eq!((totals.shipping_amount.minor(), totals.shipping_discount.minor()), (690, 690));
        assert_eq!(totals.total.minor(), 15_000);
        assert_eq!(totals.tax_amount.minor(), 2_500);
    }

    #[test]
    fn discount_rounds_per_line() {
        // 30 % of 3 × 0.55 is 0.495, rounded per line; not 30 % of the sum 3.30.
        let lines = [line(55, None, 3, 20), line(55, None, 3, 20)];
        assert_eq!(totals(&lines, Some(THIRTY), ship(0, 0)).discount_amount.minor(), 100);
    }

    #[test]
    fn reduced_items_get_the_lower_of_both_prices() {
        let of = |price, market| {
            compute(Currency::Eur, &[line(price, Some(market), 2, 20)], Some(THIRTY), ship(0, 0)).expect("in range")
        };
        // Reduced from 100.00 to 80.00: 30 % off the regular price is 70.00, which is lower.
        let employee = of(8_000, 10_000);
        assert_eq!(employee.totals.total.minor(), 14_000);
        assert_eq!(employee.lines[0].discount, eur(2_000));
        // Reduced from 100.00 to 60.00: the reduction is lower than 70.00.
        let reduced = of(6_000, 10_000);
        assert_eq!(reduced.totals.total.minor(), 12_000);
        assert_eq!(reduced.lines[0].discount, eur(0));
        // Equal.
        assert_eq!(of(7_000, 10_000).totals.total.minor(), 14_000);
    }

    #[test]
    fn shipping_is_prorated_over_vat_rates_by_value() {
        let lines = [line(10_000, None, 1, 20), line(5_000, None, 1, 5)];
        let totals = totals(&lines, None, ship(1_000, 0));
        // 10.00 over 50 : 100 → 3.33 and 6.67.
        assert_eq!(totals.vat.iter().map(|vat| vat.gross_amount.minor()).collect::<Vec<_>>(), [5_333, 10_667]);
        assert_eq!(totals.vat[0].tax_amount.minor(), 5_333 - 5_079);
        assert_eq!(totals.vat[1].tax_amount.minor(), 10_667 - 8_889);
        assert_eq!(totals.total.minor(), 16_000);
        assert_eq!(totals.subtotal_excl_tax.minor(), 4_762 + 8_333);
    }

    #[test]
    fn shipping_is_charged_on_free_goods() {
        let lines = [line(10_000, None, 1, 20), line(5_000, None, 1, 5)];
        let totals = totals(&lines, Some(Percent::whole(100)), ship(1_000, 0));
        assert_eq!(totals.total.minor(), 1_000);
        assert_eq!(totals.vat.iter().map(|vat| vat.gross_amount.minor()).collect::<Vec<_>>(), [500, 500]);
    }

    #[test]
    fn empty_cart_has_zero_totals() {
        let totals = totals(&[], Some(THIRTY), ship(690, 0));
        assert_eq!((totals.total, totals.shipping_amount, totals.total_qty), (Amount::ZERO, Amount::ZERO, 0));
    }

    #[test]
    fn invalid_input_is_an_error() {
        let compute = |line, shipping| compute(Currency::Eur, &[line], None, shipping);
        assert_eq!(compute(line(-1, None, 1, 20), ship(0, 0)), Err(MoneyError::Negative));
        assert_eq!(compute(line(1, None, 1, 20), ship(5, 6)), Err(MoneyError::Negative));
        assert_eq!(compute(line(i64::MAX, None, 2, 20), ship(0, 0)), Err(MoneyError::Overflow));
        let francs = Line { price: Money::new(1, Currency::Chf), ..line(1, None, 1, 20) };
        assert!(matches!(compute(francs, ship(0, 0)), Err(MoneyError::CurrencyMismatch(..))));
    }

    prop_compose! {
        fn any_line()(
            price in 0i64..5_000_000,
            above in prop::option::of(0i64..1_000_000),
            qty in 0u32..50,
            vat in prop::sample::select(vec![0u32, 250, 550, 810, 1_000, 1_900, 2_000, 2_550, 2_700]),
        ) -> Line {
            Line { price: eur(price), market_price: above.map(|above| eur(price + above)), qty, vat: Percent::from_hundredths(vat) }
        }
    }

    proptest! {
        #[test]
        fn totals_agree_with_their_lines(
            lines in prop::collection::vec(any_line(), 1..8),
            tag in prop::option::of(0u16..=100),
            rate in 0i64..10_000,
            free in any::<bool>(),
        ) {
            let tag = tag.map(Percent::whole);
            let shipping = ship(rate, if free { rate } else { 0 });
            let computed = compute(Currency::Eur, &lines, tag, shipping).expect("in range");
            let totals = &computed.totals;

            let gross: i64 = computed.lines.iter().map(|line| line.gross.minor).sum();
            let discount: i64 = computed.lines.iter().map(|line| line.discount.minor).sum();
            prop_assert_eq!(totals.subtotal_incl_tax.minor(), gross);
            prop_assert_eq!(totals.discount_amount.minor(), discount);
            prop_assert_eq!(
                totals.total.minor(),
                gross - discount + totals.shipping_amount.minor() - totals.shipping_discount.minor()
            );
            prop_assert_eq!(subtotal(Currency::Eur, &lines).expect("in range").minor, gross);

            prop_assert!(totals.tax_amount.minor() >= 0);
            prop_assert!(totals.tax_amount <= totals.total);
            let mut paid = 0;
            let mut tax = 0;
            for vat in &totals.vat {
                prop_assert_eq!(vat.net_amount.minor() + vat.tax_amount.minor(), vat.gross_amount.minor());
                prop_assert!(vat.tax_amount.minor() >= 0);
                paid += vat.gross_amount.minor();
                tax += vat.tax_amount.minor();
            }
            prop_assert_eq!((paid, tax), (totals.total.minor(), totals.tax_amount.minor()));
            prop_assert!(totals.subtotal_excl_tax <= totals.subtotal_incl_tax);
            prop_assert!(totals.discount_net_amount <= totals.discount_amount);

            for (line, sums) in lines.iter().zip(&computed.lines) {
                prop_assert!(sums.discount.minor >= 0 && sums.discount.minor <= sums.gross.minor);
                let regular = line.market_price.unwrap_or(line.price).times(line.qty).expect("in range");
                let employee = regular.minor - tag.map_or(0, |tag| regular.percent(tag).expect("in range").minor);
                prop_assert_eq!(sums.gross.minor - sums.discount.minor, sums.gross.minor.min(employee));
            }
        }

        #[test]
        fn totals_do_not_depend_on_line_order(
            (lines, shuffled) in prop::collection::vec(any_line(), 1..8)
                .prop_flat_map(|lines| (Just(lines.clone()), Just(lines).prop_shuffle())),
            rate in 0i64..10_000,
        ) {
            prop_assert_eq!(totals(&lines, Some(THIRTY), ship(rate, 0)), totals(&shuffled, Some(THIRTY), ship(rate, 0)));
        }

        #[test]
        fn single_vat_rate_follows_the_formula_of_the_decisions(
            lines in prop::collection::vec((1i64..5_000_000, 1u32..20), 1..6),
            rate in 0i64..10_000,
        ) {
            let lines: Vec<Line> = lines.into_iter().map(|(price, qty)| line(price, None, qty, 20)).collect();
            let totals = totals(&lines, Some(THIRTY), ship(rate, 0));
            let gross = eur(totals.subtotal_incl_tax.minor());
            let total = eur(totals.total.minor());
            prop_assert_eq!(totals.subtotal_excl_tax, gross.net(Percent::whole(20)).expect("in range").amount());
            prop_assert_eq!(totals.tax_amount.minor(), total.minor - total.net(Percent::whole(20)).expect("in range").minor);
        }
    }
}
