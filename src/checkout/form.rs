//! The checkout's form: every field checked, all faults told at once, and what to keep of it.

use anyhow::{Context as _, anyhow};

use super::types::{Address, PlaceArgs};
use crate::address::{self, Country};
use crate::call::View;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::PaymentMethod;
use crate::domain::shipping::ShippingMethod;
use crate::domain::validate::{self, AddressKind, AddressLines, CountryRules, PostcodePattern, RegionWord, compact};
use crate::error::{FieldMessages, Result, check_fields};
use crate::message::{self, Message};

/// The form in order.
#[derive(Debug)]
pub struct Form {
    pub email: String,
    pub shipping_address: Address,
    pub billing_address: Address,
    /// The country of the shipping address.
    pub country: Country,
    pub shipping_method: ShippingMethod,
    pub payment_method: PaymentMethod,
    pub member_card: Option<String>,
    pub wants_account: bool,
    pub wants_newsletter: bool,
    pub expected_total: Amount,
}

/// Checks the whole form; the refusal holds a message for each field at fault.
pub fn check(tx: &mut dyn Tx, view: &View, args: &PlaceArgs, needs_bed_terms: bool) -> Result<Form> {
    let mut fields = FieldMessages::new();
    let email = keep(&mut fields, "email", validate::email(&args.email));
    let shipping =
        address_of(tx, view, &mut fields, "shipping_address", AddressKind::Shipping, &args.shipping_address)?;
    let billing = match &args.billing_address {
        None => shipping.as_ref().map(|(address, _)| address.clone()),
        Some(other) => address_of(tx, view, &mut fields, "billing_address", AddressKind::Billing, other)?
            .map(|(address, _)| address),
    };
    let shipping_method = keep(&mut fields, "shipping_method", shipping_method(&args.shipping_method));
    let payment_method = keep(&mut fields, "payment_method", payment_method(view, &args.payment_method));
    let member_card = keep(&mut fields, "member_card", validate::member_card(&args.member_card));
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
        let (shipping_address, country) = shipping?;
        Some(Form {
            email: email?,
            shipping_address,
            billing_address: billing?,
            country,
            shipping_method: shipping_method?,
            payment_method: payment_method?,
            member_card: member_card?,
            wants_account: args.create_account,
            wants_newsletter: args.newsletter,
            expected_total: expected_total?,
        })
    };
    Ok(form().context("a field is missing, yet none is at fault")?)
}

fn keep<T>(fields: &mut FieldMessages, field: &str, checked: Result<T, Message>) -> Option<T> {
    checked.map_err(|fault| fields.insert(field.to_owned(), fault)).ok()
}

/// Reads the code of a shipping method.
pub fn shipping_method(code: &str) -> Result<ShippingMethod, Message> {
    match validate::trim(code) {
        "" => Err(message::SHIPPING_METHOD_EMPTY.into()),
        code => ShippingMethod::from_code(code).ok_or(message::SHIPPING_METHOD_UNAVAILABLE.into()),
    }
}

/// Reads the code of a payment method that the shop offers.
fn payment_method(view: &View, code: &str) -> Result<PaymentMethod, Message> {
    match validate::trim(code) {
        "" => Err(message::PAYMENT_METHOD_EMPTY.into()),
        code => {
            let offered = offered_payment_methods(view).find(|method| method.code() == code);
            offered.ok_or(message::PAYMENT_METHOD_UNAVAILABLE.into())
        }
    }
}

/// The payment methods that the operator offers, in the operator's order.
pub fn offered_payment_methods(view: &View) -> impl Iterator<Item = PaymentMethod> {
    view.config.payment.methods.iter().filter_map(|code| PaymentMethod::from_code(code))
}

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// Checks an address by the rules of its country; its faults go into `fields` under `prefix`.
fn address_of(
    tx: &mut dyn Tx,
    view: &View,
    fields: &mut FieldMessages,
    prefix: &str,
    kind: AddressKind,
    input: &Address,
) -> Result<Option<(Address, Country)>> {
    let country = address::country(tx, view.lang(), &compact(&input.country).to_uppercase())?;
    match checked(input, kind, country.as_ref())? {
        Ok(address) => {
            let country = country.ok_or_else(|| anyhow!("an address passed without its country"))?;
            Ok(Some((address, country)))
        }
        Err(faults) => {
            fields.extend(faults.into_iter().map(|(field, fault)| (format!("{prefix}.{field}"), fault)));
            Ok(None)
        }
    }
}

fn checked(input: &Address, kind: AddressKind, country: Option<&Country>) -> Result<Result<Address, FieldMessages>> {
    let mut lines = lines_of(input);
    let Some(country) = country else {
        return Ok(validate::address(&lines, kind, None).map(|lines| address_from(lines, input)));
    };
    blank_absent(&mut lines, country);
    let pattern = pattern_of(country)?;
    let rules = CountryRules {
        postcode: pattern.as_ref(),
        requires_postcode: country.requires("postcode"),
        requires_city: country.requires("city"),
        requires_region: country.requires("region"),
        requires_county: country.requires("county"),
        region_word: RegionWord::from_label(&country.region_label),
    };
    let mut faults = FieldMessages::new();
    let is_of_country =
        |region: &str| country.regions.is_empty() || region.is_empty() || country.region(region).is_some();
    if !is_of_country(validate::trim(&lines.region)) {
        faults.insert("region".into(), message::REGION_UNKNOWN.into());
    }
    Ok(match validate::address(&lines, kind, Some(rules)) {
        Ok(lines) if faults.is_empty() => Ok(address_from(lines, input)),
        Ok(_) => Err(faults),
        Err(found) => {
            faults.extend(found);
            Err(faults)
        }
    })
}

/// Empties what the country's form does not ask: a value left over from another country is not an error.
fn blank_absent(lines: &mut AddressLines, country: &Country) {
    let fields = [
        ("city", &mut lines.city),
        ("county", &mut lines.county),
        ("region", &mut lines.region),
        ("postcode", &mut lines.postcode),
    ];
    for (name, text) in fields {
        if !country.has_field(name) {
            text.clear();
        }
    }
}

fn pattern_of(country: &Country) -> Result<Option<PostcodePattern>> {
    if country.postcode_pattern.is_empty() {
        return Ok(None);
    }
    let pattern = PostcodePattern::new(&country.postcode_pattern, &country.postcode_example);
    Ok(Some(pattern.with_context(|| format!("postcode pattern of {}", country.id))?))
}

fn lines_of(address: &Address) -> AddressLines {
    let address = address.clone();
    AddressLines {
        first_name: address.first_name,
        last_name: address.last_name,
        company: address.company,
        address1: address.address1,
        address2: address.address2,
        city: address.city,
        county: address.county,
        region: address.region,
        postcode: address.postcode,
        country: address.country,
        telephone: address.telephone,
        tax_id: address.tax_id,
    }
}

fn address_from(lines: AddressLines, input: &Address) -> Address {
    Address {
        first_name: lines.first_name,
        last_name: lines.last_name,
        company: lines.company,
        address1: lines.address1,
        address2: lines.address2,
        city: lines.city,
        county: lines.county,
        region: lines.region,
        postcode: lines.postcode,
        country: lines.country,
        telephone: lines.telephone,
        tax_id: lines.tax_id,
        default_billing: input.default_billing,
        default_shipping: input.default_shipping,
        save_in_address_book: input.save_in_address_book,
    }
}
