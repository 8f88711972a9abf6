//! Business rules as pure functions over plain values.
//!
//! No I/O, no SQL, no clock: the time, the rows and the settings are arguments.
//!
//! | file | content |
//! |---|---|
//! | [`money`] | amounts, currencies, percentages, rounding, numbers as text |
//! | [`totals`] | totals of a cart or an order |
//! | [`tax`] | the VAT rate of a class in a country on a day |
//! | [`promotion`] | whether an employee tag applies |
//! | [`product_law`] | what the law asks to be told about goods, by their type |
//! | [`price_history`] | the price in force, the 30-day low |
//! | [`price_ledger`] | prices that are set, campaigns laid over them and taken away |
//! | [`reduction`] | what a reduced item costs |
//! | [`unit_price`] | the price per litre or kilogram |
//! | [`url_key`] | the last part of a page's address |
//! | [`hazard`] | codes of a hazard block |
//! | [`spreadsheet`] | CSV as spreadsheets read it |
//! | [`stock`] | availability, quantities, kits |
//! | [`shipping`] | rates by zone and weight, delivery dates |
//! | [`countries`] | lists of countries that an item ships to |
//! | [`working_days`] | working days, deadlines, chat hours |
//! | [`order_status`] | transitions of an order's status |
//! | [`payment_type`] | what a hosted payment page offers, by currency |
//! | [`loyalty`] | reward points |
//! | [`mention`] | colleagues whom a note names |
//! | [`validate`] | validation and normalisation of form fields |
//! | [`full_name`] | a person's full name, in the order of its script |
//! | [`permission`] | what a person of the house may do in the console |
//! | [`common_password`] | the most common passwords |
//! | [`store_view`] | languages and store views; a visitor's language and currency |

pub mod backlog;
pub mod common_password;
pub mod countries;
pub mod full_name;
pub mod hazard;
pub mod look;
pub mod loyalty;
pub mod mention;
pub mod money;
pub mod order_status;
pub mod payment_type;
pub mod permission;
pub mod price_history;
pub mod price_ledger;
pub mod product_law;
pub mod promotion;
pub mod reduction;
pub mod shipping;
pub mod spreadsheet;
pub mod stock;
pub mod store_view;
pub mod tax;
pub mod totals;
pub mod unit_price;
pub mod url_key;
pub mod validate;
pub mod working_days;
