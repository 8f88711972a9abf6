//! Orders: the agreed data, immutable, and the only writer of their status.
//!
//! `checkout` places an order, `order_view` shows it, `settlement` handles its money. Its number gives access to its
//! customer only; anyone else needs one of its tokens, which are stored as hashes.

mod addition;
mod browse;
mod change;
mod collection;
mod export;
mod guest;
pub mod lifecycle;
pub mod mention;
mod packing;
mod store;
mod terms;
pub mod types;
mod unpaid;

pub use addition::{
    LinkedOrder, SURCHARGE_SKU, Surcharge, find_added_to, find_surcharge, list_additions, list_awaited_along,
    list_packed_along, list_surcharges, save_addition, save_surcharge,
};
pub use browse::{
    AwaitingOrder, BrowsedOrder, Extent, Figures, MOST_COUNTED, NamedOrder, NewestOrder, OrderToPack, UnpaidOrder,
    Wanted, browse, count_after, count_waiting_for_money, extent, figures, figures_through, list_awaiting_payment,
    list_named, list_to_pack, list_waiting_for_money,
};
pub use change::{
    LoweredLine, clear_confirmed, list_changes, promo_percentage, save_addresses, save_carrier, save_change,
    save_lowered, save_unpaid,
};
pub use collection::{
    Collection, UNCOLLECTED_AFTER, count_uncollected, find_collection, list_uncollected, save_collected, save_ready,
};
pub use export::PERSONAL_DATA;
pub use guest::{
    BrowsedGuest, CustomerOrder, Ordered, WantedGuests, browse_guests, count_guests, count_of_guest, list_of_customer,
    ordered_by, ordered_by_guests, owners_by_number,
};
pub use lifecycle::{place, transition};
pub use packing::{
    PackedLine, PackedOrder, lines_of, list_all_packable, list_awaiting_surcharge, list_packable, shipping_addresses,
};
pub use store::{
    CANCELED_ON_REQUEST, Filter, ListedOrder, SummaryRow, add_note, addresses, billing_names, consume_reservation,
    count_by_promo_tag, count_canceled_of_mailbox, count_open_in, count_own, currencies, delete_old_tokens, find,
    find_by_number, find_by_token, find_own, find_owner, find_typed, held, history, is_canceled_on_request,
    is_confirmed, lines, list, list_ended, list_holders, list_in_status_since, list_nameless, list_notes, list_overdue,
    list_own, list_pending_of, mailbox_of, mailboxes, moment, names, next_number, numbers, numbers_and_rates,
    points_own, quantities, rate, save_confirmed, save_customer, save_email, save_expiring_token, save_hold,
    save_paid_by, save_payment_method, save_token, statuses,
};
pub use terms::{add_terms, list_terms_due, telephone_endings, write_terms};
pub use types::{
    Actor, Address, ChangeKind, Channel, Command, NewChange, NewOrder, Note, Order, OrderChange, OrderLine,
    StatusChange,
};
pub use unpaid::{
    Held, confirmed_by_link_at, find_awaiting, held_by_customer, held_by_mailbox, held_by_network, held_by_session,
    held_of_products, in_eur, pieces_pending_online, save_awaiting, save_held, save_network, save_placed_from,
};
