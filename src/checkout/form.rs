//! Validation of the checkout form: all fields are checked and all errors reported at once.

use anyhow::Context as _;

use super::types::{Address, PlaceArgs};
use crate::address;
use crate::call::View;
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::PaymentMethod;
use crate::domain::shipping::ShippingMethod;
use crate::domain::validate::{self, AddressKind};
use crate::error::{FieldMessages, Result, check_fields};
use crate::message::{self, Message};
use crate::payment;
use crate::region::{self, Country};

/// The checked fields that an operator's order has too.
#[derive(Debug, Clone)]
pub struct Buyer {
    pub email: String,
    pub shipping_address: Address,
    pub billing_address: Address,
    /// The country of the shipping address.
    pub country: Country,
    pub shipping_method: ShippingMethod,
    pub member_card: Option<String>,
}

/// The checked form.
#[derive(Debug)]
pub struct Form {
    pub buyer: Buyer,
    pub payment_method: PaymentMethod,
    pub wants_account: bool,
    pub wants_newsletter: bool,
    pub expected_total: Amount,
    pub expected_currency: Currency,
}

/// Checks the whole form; the refusal has a message for each invalid field.
pub fn check(tx: &mut dyn Tx, view: &View, args: &PlaceArgs, needs_bed_terms: bool) -> Result<Form> {
    let mut fields = FieldMessages::new();
    let mut buyer = buyer(tx, view, args, &mut fields)?;
    if buyer.as_ref().is_some_and(|buyer| !is_offered(view, buyer.shipping_method)) {
        fields.insert("shipping_method".into(), message::SHIPPING_METHOD_UNAVAILABLE.into());
        buyer = None;
    }
    let to = buyer.as_ref().map(|buyer| &buyer.country);
    let payment_method = keep(&mut fields, "payment_method", payment_method(view, &args.payment_method, to));
    let expected_total = args.expected_total.ok_or(message::EXPECTED_TOTAL_BAD.into());
    let expected_total = keep(&mut fields, "expected_total", expected_total);
    if !args.terms {
        fields.insert("terms".into(), message::TERMS_REQUIRED.into());
    }
    if needs_bed_terms && !args.bed_terms {
        fields.insert("bed_terms".into(), message::BED_TERMS_REQUIRED.into());
    }
    check_fields(fields)?;
    let form = || {
        Some(Form {
            buyer: buyer?,
            payment_method: payment_method?,
            wants_account: args.create_account,
            wants_newsletter: args.newsletter,
            expected_total: expected_total?,
            expected_currency: args.expected_currency.unwrap_or(view.currency),
        })
    };
    Ok(form().context("a field is missing without a message")?)
}

/// Whether shoppers may choose this method.
pub fn is_offered(view: &View, method: ShippingMethod) -> bool {
    method != ShippingMethod::Pickup || view.config.pickup.at_checkout
}

/// Checks the buyer's fields; none if one is invalid, with its message in `fields`. Goods that are collected go to the house, and
/// the invoice to the customer's address.
pub fn buyer(tx: &mut dyn Tx, view: &View, args: &PlaceArgs, fields: &mut FieldMessages) -> Result<Option<Buyer>> {
    if validate::trim(&args.shipping_method) == ShippingMethod::Pickup.code() && view.config.pickup.enabled {
        return collector(tx, view, args, fields);
    }
    let email = keep(fields, "email", validate::email(&args.email));
    let shipping = address_of(tx, view, fields, "shipping_address", AddressKind::Shipping, &args.shipping_address)?;
    let billing = match &args.billing_address {
        None => shipping.as_ref().map(|(address, _)| address.clone()),
        Some(other) => {
            address_of(tx, view, fields, "billing_address", AddressKind::Billing, other)?.map(|(address, _)| address)
        }
    };
    let shipping_method = keep(fields, "shipping_method", shipping_method(tx, &args.shipping_method)?);
    let member_card = keep(fields, "member_card", validate::member_card(&args.member_card));
    let buyer = || {
        let (shipping_address, country) = shipping?;
        Some(Buyer {
            email: email?,
            shipping_address,
            billing_address: billing?,
            country,
            shipping_method: shipping_method?,
            member_card: member_card?,
        })
    };
    Ok(buyer())
}

/// [`buyer`] of goods that are collected: the address is the customer's own, wherever it stands.
fn collector(tx: &mut dyn Tx, view: &View, args: &PlaceArgs, fields: &mut FieldMessages) -> Result<Option<Buyer>> {
    let email = keep(fields, "email", validate::email(&args.email));
    let billing = match &args.billing_address {
        Some(own) => address_of(tx, view, fields, "billing_address", AddressKind::Billing, own)?,
        None => address_of(tx, view, fields, "shipping_address", AddressKind::Billing, &args.shipping_address)?,
    };
    let member_card = keep(fields, "member_card", validate::member_card(&args.member_card));
    let country = region::country(tx, view.lang(), &view.config.pickup.country)?;
    let country = country.with_context(|| format!("pickup.country: {} is unknown", view.config.pickup.country))?;
    let buyer = || {
        let (billing_address, _) = billing?;
        Some(Buyer {
            email: email?,
            shipping_address: house(view, &billing_address),
            billing_address,
            country,
            shipping_method: ShippingMethod::Pickup,
            member_card: member_card?,
        })
    };
    Ok(buyer())
}

/// Where goods are handed over to a customer.
fn house(view: &View, customer: &Address) -> Address {
    let (pickup, company) = (&view.config.pickup, &view.config.company);
    Address {
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        telephone: customer.telephone.clone(),
        company: company.name.clone(),
        address1: pickup.address.clone(),
        postcode: pickup.postcode.clone(),
        city: pickup.city.clone(),
        country: pickup.country.clone(),
        ..Address::default()
    }
}

/// The checked value; on an error none, with the message in `fields`.
fn keep<T>(fields: &mut FieldMessages, field: &str, checked: Result<T, Message>) -> Option<T> {
    checked.map_err(|fault| fields.insert(field.to_owned(), fault)).ok()
}

/// Parses the code of a shipping method: of a carrier on offer, or of the collection at the house.
pub fn shipping_method(tx: &mut dyn Tx, code: &str) -> crate::error::Result<Result<ShippingMethod, Message>> {
    let code = validate::trim(code);
    if code.is_empty() {
        return Ok(Err(message::SHIPPING_METHOD_EMPTY.into()));
    }
    let offered = match ShippingMethod::from_code(code) {
        Some(ShippingMethod::Carrier(carrier)) => {
            region::find_carrier(tx, carrier)?.filter(|row| row.offered).map(|row| ShippingMethod::Carrier(row.code))
        }
        other => other,
    };
    Ok(offered.ok_or(message::SHIPPING_METHOD_UNAVAILABLE.into()))
}

/// Parses the code of an offered payment method. `to`: the country of delivery; none where the address is at fault, which is told
/// first.
fn payment_method(view: &View, code: &str, to: Option<&Country>) -> Result<PaymentMethod, Message> {
    match validate::trim(code) {
        "" => Err(message::PAYMENT_METHOD_EMPTY.into()),
        code => {
            let method = PaymentMethod::from_code(code).ok_or(message::PAYMENT_METHOD_UNAVAILABLE)?;
            match to {
                Some(to) if !payment::is_offered(view, method, view.currency, &to.id) => {
                    Err(payment::not_offered(view, method, &to.name))
                }
                _ => Ok(method),
            }
        }
    }
}

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// Checks an address by the rules of its country; messages go into `fields` under `prefix`.
fn address_of(
    tx: &mut dyn Tx,
    view: &View,
    fields: &mut FieldMessages,
    prefix: &str,
    kind: AddressKind,
    input: &Address,
) -> Result<Option<(Address, Country)>> {
    match address::check(tx, view.lang(), kind, input)? {
        Ok(checked) => Ok(Some(checked)),
        Err(faults) => {
            fields.extend(faults.into_iter().map(|(field, fault)| (format!("{prefix}.{field}"), fault)));
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::config::Config;
    use crate::domain::store_view::Lang;
    use crate::error::Refusal;
    use crate::testing::fixture::{self, Shop};

    fn shop_with_cart() -> Shop {
        let shop = fixture::shop();
        shop.add(&shop.visitor(), "TOWEL", 1);
        shop
    }

    fn refusal(shop: &Shop, args: &PlaceArgs) -> Refusal {
        let view = shop.visitor().view;
        shop.refusal(|tx| check(tx, &view, args, true))
    }

    fn passes(shop: &Shop, args: &PlaceArgs) -> Buyer {
        let view = shop.visitor().view;
        shop.write(|tx| check(tx, &view, args, true)).buyer
    }

    /// A valid form with a changed shipping address.
    fn to(shop: &Shop, change: impl FnOnce(&mut Address)) -> PlaceArgs {
        let mut args = shop.form(&shop.visitor());
        change(&mut args.shipping_address);
        args
    }

    #[test]
    fn empty_form_reports_every_field() {
        let shop = shop_with_cart();
        let refusal = refusal(&shop, &PlaceArgs { billing_address: Some(Address::default()), ..PlaceArgs::default() });
        assert_eq!(refusal.message, message::FORM_PROBLEM);
        let told: BTreeMap<String, String> =
            refusal.fields.into_iter().map(|(field, message)| (field, message.rendered())).collect();
        let expected = BTreeMap::from(
            [
                ("email", "Please enter a valid email address."),
                ("shipping_address.first_name", "Enter your first name."),
                ("shipping_address.last_name", "Enter your last name."),
                ("shipping_address.address1", "Enter the street and number of the shipping address."),
                ("shipping_address.city", "Enter the town or city."),
                ("shipping_address.postcode", "Enter the postal code."),
                ("shipping_address.country", "Select a country."),
                ("shipping_address.telephone", "Enter a valid phone number."),
                ("billing_address.first_name", "Enter your first name."),
                ("billing_address.last_name", "Enter your last name."),
                ("billing_address.address1", "Enter the street and number of the billing address."),
                ("billing_address.city", "Enter the town or city."),
                ("billing_address.postcode", "Enter the postal code."),
                ("billing_address.country", "Select a country."),
                ("billing_address.telephone", "Enter a valid phone number."),
                ("shipping_method", "Please select a shipping method."),
                ("payment_method", "Please select a payment method"),
                ("terms", "Please accept the terms and confirm that you have read the privacy statement."),
                ("bed_terms", "Please accept the terms for beds and mattresses."),
                ("expected_total", "The expected total is an amount with two decimals."),
            ]
            .map(|(field, text)| (field.to_owned(), text.to_owned())),
        );
        assert_eq!(told, expected);
    }

    #[test]
    fn single_invalid_field_gives_the_message_of_the_form() {
        let shop = shop_with_cart();
        let form = shop.form(&shop.visitor());
        let text = |args: PlaceArgs| refusal(&shop, &args).message.rendered();
        assert_eq!(
            text(PlaceArgs { member_card: "123".into(), ..form.clone() }),
            "Please enter a valid ALL Member Card Number."
        );
        assert_eq!(text(PlaceArgs { payment_method: String::new(), ..form.clone() }), "Please select a payment method");
        let unavailable = "This payment method is not available for your order. Please select another.";
        for method in ["wechat", "cash"] {
            assert_eq!(text(PlaceArgs { payment_method: method.into(), ..form.clone() }), unavailable);
        }
        assert_eq!(
            text(PlaceArgs { email: "ada@example".into(), ..form.clone() }),
            "Please enter a valid email address. For example name@example.com."
        );
        let no_bed = PlaceArgs { bed_terms: false, ..form };
        let view = shop.visitor().view;
        assert!(shop.attempt(|tx| check(tx, &view, &no_bed, false)).is_ok(), "required for beds and mattresses only");
    }

    #[test]
    fn cheques_are_taken_by_the_country_of_delivery() {
        let at = |countries: &[&str]| {
            let mut config = Config::load(None, std::iter::empty()).expect("the default configuration");
            config.payment.cheque.countries = countries.iter().map(|&code| code.into()).collect();
            let shop = fixture::shop_with(config);
            shop.add(&shop.visitor(), "TOWEL", 1);
            shop
        };
        let by_cheque = |shop: &Shop| PlaceArgs { payment_method: "cheque".into(), ..shop.form(&shop.visitor()) };
        for countries in [&["GB", "FR"][..], &[]] {
            let shop = at(countries);
            passes(&shop, &by_cheque(&shop));
        }
        let shop = at(&["FR", "DE"]);
        let refused = refusal(&shop, &by_cheque(&shop)).fields;
        assert_eq!(
            refused["payment_method"].rendered(),
            "We take no cheques for deliveries to United Kingdom. Please select another payment method."
        );
        passes(&shop, &PlaceArgs { payment_method: "card".into(), ..by_cheque(&shop) });
        // The address is told first.
        let mut nowhere = by_cheque(&shop);
        nowhere.shipping_address.country = "ZZ".into();
        let told = refusal(&shop, &nowhere).fields;
        assert!(told.contains_key("shipping_address.country") && !told.contains_key("payment_method"), "{told:?}");
    }

    #[test]
    fn checked_form_is_normalised() {
        let shop = shop_with_cart();
        let mut args = to(&shop, |address| {
            address.first_name = "  Ada\u{a0} ".into();
            address.tax_id = "gb-123 456".into();
            address.save_in_address_book = true;
        });
        args.email = " Ada@Example.com ".into();
        args.member_card = "1234-5678 9012 3456".into();
        let form = passes(&shop, &args);
        assert_eq!(form.email, "Ada@Example.com");
        assert_eq!(form.member_card.as_deref(), Some("1234567890123456"));
        let address = &form.shipping_address;
        assert_eq!([&address.first_name, &address.postcode, &address.country], ["Ada", "SW1Y 4LB", "GB"]);
        assert_eq!([&address.telephone, &address.tax_id], ["+442079460000", "GB123456"]);
        assert!(address.save_in_address_book);
        assert_eq!(form.billing_address, form.shipping_address);
    }

    #[test]
    fn address_is_validated_by_its_country() {
        let shop = shop_with_cart();
        let fault = |change: fn(&mut Address)| {
            let refusal = refusal(&shop, &to(&shop, change));
            assert_eq!(refusal.fields.len(), 1, "{refusal}");
            refusal.fields.into_iter().map(|(field, message)| (field, message.rendered())).next().expect("one")
        };
        let field = |name: &str| format!("shipping_address.{name}");
        assert_eq!(
            fault(|address| address.postcode = "74000".into()),
            (field("postcode"), "This postal code does not fit the country. For example SW1A 2AA.".into())
        );
        assert_eq!(fault(|address| address.country = "ZZ".into()).0, field("country"));
        assert_eq!(fault(|address| address.country = "United Kingdom".into()).1, "Select a country from the list.");
        let spain = |region: &'static str| {
            move |address: &mut Address| {
                (address.country, address.postcode, address.region) = ("ES".into(), "28013".into(), region.into());
            }
        };
        let spanish = |region| refusal(&shop, &to(&shop, spain(region))).fields;
        assert_eq!(spanish("")[&field("region")].rendered(), "Select a province.");
        assert_eq!(spanish("Madrid")[&field("region")].rendered(), "Select a region from the list.");
        assert_eq!(passes(&shop, &to(&shop, spain(" ES-M "))).shipping_address.region, "ES-M");
    }

    #[test]
    fn fields_that_a_country_does_not_use_are_dropped() {
        let shop = shop_with_cart();
        let emirates = passes(
            &shop,
            &to(&shop, |address| {
                (address.country, address.region) = ("AE".into(), "AE-DU".into());
                address.county = "Middlesex".into();
            }),
        );
        let address = &emirates.shipping_address;
        assert_eq!([&address.city, &address.postcode, &address.county], ["", "", ""]);
        let singapore = |postcode: &'static str| {
            to(&shop, move |address| {
                (address.country, address.postcode, address.city) = ("SG".into(), postcode.into(), String::new());
            })
        };
        assert_eq!(passes(&shop, &singapore("546080")).shipping_address.city, "");
        assert_eq!(refusal(&shop, &singapore("")).message, message::POSTCODE_EMPTY);
    }

    #[test]
    fn messages_have_the_localised_country_name() {
        let shop = shop_with_cart();
        let mut view = shop.visitor().view;
        view.store = view.stores.of(Lang::Fr);
        let args = to(&shop, |address| (address.country, address.postcode) = ("DE".into(), "10115".into()));
        assert_eq!(shop.write(|tx| check(tx, &view, &args, false)).buyer.country.name, "Allemagne");
    }
}
