//! Arguments and answers of the calls about orders by telephone. Times are RFC 3339.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::address::Address;
use crate::catalog::types::DeliveryWindow;
use crate::checkout::{Account, Payment};
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::totals::Totals;
use crate::order_admin::types::{AddedLine, ItemQty};

/// What an order can be made of.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TelephoneForm")]
pub struct Form {
    /// The languages of letters, English first.
    pub languages: Vec<FormLanguage>,
    pub currencies: Vec<Currency>,
    /// Where goods are collected; null where the house does not offer it.
    pub pickup: Option<PickupPlace>,
}

/// A language, with the country and currency from which its orders mostly come.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TelephoneLanguage")]
pub struct FormLanguage {
    pub lang: Lang,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub currency: Currency,
}

/// Where and when goods are collected.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TelephonePickup")]
pub struct PickupPlace {
    pub address: String,
    pub postcode: String,
    pub city: String,
    /// ISO 3166-1 alpha-2: whose VAT is due.
    pub country: String,
    /// Days of the week, 1 (Monday) to 7.
    pub from_day: u8,
    pub to_day: u8,
    /// `HH:MM`, in the shop's zone.
    pub opens: String,
    pub closes: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TelephoneFindGoodsArgs")]
pub struct FindGoodsArgs {
    /// Words of names, options and SKUs.
    pub q: String,
    pub currency: Currency,
    /// ISO 3166-1 alpha-2: where the goods go.
    pub country: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TelephoneFindCustomersArgs")]
pub struct FindCustomersArgs {
    /// Name, mail address, telephone, member card or the number of an order.
    pub q: String,
}

/// Customers that were found, at most 10.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FoundCustomers {
    pub items: Vec<FoundCustomer>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FoundCustomer {
    /// By which `customer/show` names them.
    pub key: String,
    pub is_guest: bool,
    pub name: String,
    pub email: String,
    pub member_card: Option<String>,
}

/// An order that is planned.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TelephonePlanArgs")]
pub struct PlanArgs {
    pub items: Vec<ItemQty>,
    pub currency: Currency,
    /// ISO 3166-1 alpha-2: where the goods go; of no importance for what is collected.
    pub country: String,
    /// `standard` when empty; `pickup`: it is collected at the house.
    pub shipping_method: String,
    /// Tells whether an account has it.
    pub email: String,
}

/// What an order would cost.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TelephonePlan")]
pub struct Plan {
    pub lines: Vec<AddedLine>,
    pub totals: Totals,
    /// All that take the goods there, and the collection at the house last.
    pub shipping: Vec<PlanShipping>,
    /// The one in `totals`; null where the one that was asked for does not take them.
    pub shipping_method: Option<ShippingMethod>,
    pub delivery: Option<DeliveryWindow>,
    /// The ways to pay in this currency.
    pub payments: Vec<Payment>,
    /// The last second for which the goods would be held unpaid.
    pub hold_until: String,
    pub account: Account,
    /// What a member card would earn.
    pub points: i64,
    /// Nothing speaks against the goods and their way.
    pub is_possible: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TelephoneShipping")]
pub struct PlanShipping {
    pub method: ShippingMethod,
    /// In the reader's language.
    pub name: String,
    /// What is paid for it.
    pub amount: Amount,
    pub delivery: DeliveryWindow,
}

/// Arguments of `telephone/take`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TelephoneTakeArgs")]
pub struct TakeArgs {
    pub email: String,
    /// Of the letters, English when absent.
    pub lang: Lang,
    pub currency: Currency,
    pub items: Vec<ItemQty>,
    pub shipping_address: Address,
    /// Null: the same. Of what is collected the customer's own, else `shipping_address`.
    pub billing_address: Option<Address>,
    pub shipping_method: String,
    /// Null is refused: it stands in the form.
    pub payment: Option<Payment>,
    /// Sixteen digits, or empty.
    pub member_card: String,
    /// The total that was told to the customer.
    pub total: String,
    /// A UUID: the same one again makes no second order.
    pub key: String,
}

/// The order that was taken.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TelephoneOrder")]
pub struct Taken {
    pub number: String,
    pub status: OrderStatus,
    pub currency: Currency,
    pub total: Amount,
    pub email: String,
    /// The last second for which it is held unpaid; null where there is nothing to pay.
    pub hold_until: Option<String>,
}
