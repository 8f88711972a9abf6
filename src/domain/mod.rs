//! The rules of the shop, as pure functions over plain values.
//!
//! Nothing here reads a file, a database or a clock: the moment, the rows and the configuration are arguments. Whoever
//! wants to know how a price, a tax, a deadline or a check comes about reads the file of that name and its tests.
//!
//! | file | what it answers |
//! |---|---|
//! | [`money`] | amounts, currencies, percentages, rounding, prices as text |
//! | [`totals`] | what a bag or an order comes to |
//! | [`tax`] | the VAT rate of a class in a country on a day |
//! | [`promotion`] | whether an employee tag counts |
//! | [`price_history`] | the price in force, the next change, the 30-day low |
//! | [`unit_price`] | the price per litre or kilogram |
//! | [`hazard`] | what a hazard block may name |
//! | [`stock`] | availability, quantities, kits |
//! | [`shipping`] | rates by zone and weight, delivery dates |
//! | [`countries`] | lists of countries: where an item goes |
//! | [`working_days`] | working days, deadlines, chat hours |
//! | [`order_status`] | which order may become what |
//! | [`loyalty`] | reward points |
//! | [`validate`] | what a form field must look like |
//! | [`full_name`] | a person's name in the order of its script |
//! | [`common_password`] | which passwords are tried first |
//! | [`store_view`] | languages, stores, countries, currencies of a visitor |
//! | [`cookies`] | everything the shop leaves in a browser |

pub mod common_password;
pub mod cookies;
pub mod countries;
pub mod full_name;
pub mod hazard;
pub mod loyalty;
pub mod money;
pub mod order_status;
pub mod price_history;
pub mod promotion;
pub mod shipping;
pub mod stock;
pub mod store_view;
pub mod tax;
pub mod totals;
pub mod unit_price;
pub mod validate;
pub mod working_days;
