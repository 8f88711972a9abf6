//! What Stripe's page may offer, by the name that its API has for it, with the currencies that the shop can charge it in.
//!
//! Sources: the payment method types of Checkout Sessions and their guides (<https://docs.stripe.com/payments/payment-methods>), and
//! Klarna's currencies (<https://docs.klarna.com/acquirer/klarna/web-payments/additional-resources/supported-transaction-currencies/>).

use super::money::Currency::{self, Chf, Eur, Gbp, Pln, Ron};

/// A payment method type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentType {
    Card,
    ApplePay,
    GooglePay,
    Link,
    Paypal,
    Klarna,
    RevolutPay,
    SepaDebit,
    Bancontact,
    Ideal,
    Eps,
    P24,
    Blik,
    Twint,
}

impl PaymentType {
    pub const ALL: [PaymentType; 14] = [
        Self::Card,
        Self::ApplePay,
        Self::GooglePay,
        Self::Link,
        Self::Paypal,
        Self::Klarna,
        Self::RevolutPay,
        Self::SepaDebit,
        Self::Bancontact,
        Self::Ideal,
        Self::Eps,
        Self::P24,
        Self::Blik,
        Self::Twint,
    ];

    /// As Stripe and the configuration name it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::ApplePay => "apple_pay",
            Self::GooglePay => "google_pay",
            Self::Link => "link",
            Self::Paypal => "paypal",
            Self::Klarna => "klarna",
            Self::RevolutPay => "revolut_pay",
            Self::SepaDebit => "sepa_debit",
            Self::Bancontact => "bancontact",
            Self::Ideal => "ideal",
            Self::Eps => "eps",
            Self::P24 => "p24",
            Self::Blik => "blik",
            Self::Twint => "twint",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.code() == code)
    }

    /// The proper name, the same in all languages. That of the SEPA scheme stands where the house has no word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Card => "Card",
            Self::ApplePay => "Apple Pay",
            Self::GooglePay => "Google Pay",
            Self::Link => "Link",
            Self::Paypal => "PayPal",
            Self::Klarna => "Klarna",
            Self::RevolutPay => "Revolut Pay",
            Self::SepaDebit => "SEPA Direct Debit",
            Self::Bancontact => "Bancontact",
            Self::Ideal => "iDEAL",
            Self::Eps => "EPS",
            Self::P24 => "Przelewy24",
            Self::Blik => "BLIK",
            Self::Twint => "TWINT",
        }
    }

    /// Whether it can be paid with in a currency.
    pub fn takes(self, currency: Currency) -> bool {
        let currencies: &[Currency] = match self {
            Self::Card | Self::ApplePay | Self::GooglePay | Self::Link => &Currency::ALL,
            Self::Paypal => &[Eur, Gbp, Chf, Pln],
            Self::Klarna => &[Eur, Gbp, Chf, Pln, Ron],
            Self::RevolutPay => &[Eur, Gbp, Pln, Ron],
            Self::SepaDebit | Self::Bancontact | Self::Ideal | Self::Eps => &[Eur],
            Self::P24 => &[Eur, Pln],
            Self::Blik => &[Pln],
            Self::Twint => &[Chf],
        };
        currencies.contains(&currency)
    }

    /// Whether it comes with cards by itself, as wallets do: Stripe knows no type of that name.
    pub const fn comes_with_card(self) -> bool {
        matches!(self, Self::ApplePay | Self::GooglePay)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn codes_are_unique_and_known_to_stripe_but_for_wallets() {
        let described: Value =
            serde_json::from_str(include_str!("../../tests/support/stripe.json")).expect("Stripe's description");
        let path = "/requests/POST ~1v1~1checkout~1sessions/properties/allowed_payment_method_types/items/enum";
        let types = described.pointer(path).and_then(Value::as_array).expect("the types of a session");
        for one in PaymentType::ALL {
            assert_eq!(PaymentType::from_code(one.code()), Some(one));
            assert_eq!(types.iter().any(|code| code == one.code()), !one.comes_with_card(), "{}", one.code());
            assert!(Currency::ALL.into_iter().any(|currency| one.takes(currency)), "{}", one.code());
        }
        assert_eq!(PaymentType::from_code("cheque"), None);
    }

    #[test]
    fn each_currency_has_its_own() {
        let of = |currency| {
            let local = PaymentType::ALL.into_iter().filter(|one| !one.takes(Currency::Aed));
            local.filter(|one| one.takes(currency)).map(PaymentType::code).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of(Eur), "paypal klarna revolut_pay sepa_debit bancontact ideal eps p24");
        assert_eq!(of(Chf), "paypal klarna twint");
        assert_eq!(of(Gbp), "paypal klarna revolut_pay");
        assert_eq!(of(Pln), "paypal klarna revolut_pay p24 blik");
        assert_eq!(of(Ron), "klarna revolut_pay");
        assert_eq!(of(Currency::Cny), "");
    }
}
