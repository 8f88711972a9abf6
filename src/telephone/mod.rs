//! Orders that people of the house take by telephone: goods, customers, what it would cost, and the order.
//!
//! Has no tables and no rules of its own: `checkout` prices, checks and places, as for shoppers and for `shop order create`.

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::{CustomersRead, OrdersChange};
use crate::limits::RateClass::Standard;

mod calls;
mod customers;
pub mod types;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(OrdersChange, "telephone/form", calls::form).rate(Standard))
        .add(staff_read(OrdersChange, "telephone/find_goods", calls::find_goods).rate(Standard))
        .add(staff_read(CustomersRead, "telephone/find_customers", customers::find).rate(Standard))
        .add(staff_read(OrdersChange, "telephone/plan", calls::plan).rate(Standard))
        .add(staff_write(OrdersChange, "telephone/take", calls::take).rate(Standard))
}
