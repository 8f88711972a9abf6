//! That every change is heard, whoever makes it: by the triggers of the schema.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::store::{self, Position};
use super::{Hub, Opening};
use crate::call::SignedIn;
use crate::error::Error;
use crate::testing::{empty, fixture, with};
use crate::vals;

/// Tables, or one kind of change of theirs, of which nobody hears, and why.
const UNHEARD: &[(&str, &str)] = &[
    // Inserted with what they belong to, which is heard, or never changed.
    ("order_line INSERT", "comes with its order"),
    ("order_address INSERT", "comes with its order"),
    ("order_vat", "comes with its order and stays"),
    ("order_line_component", "comes with its order and stays"),
    ("order_change", "comes with the change of a line or an address"),
    ("order_change_line", "comes with the change of a line"),
    ("shipment_line INSERT", "comes with its parcel"),
    ("order_return_line INSERT", "comes with its return"),
    ("goods_return_line", "comes with a change of its return"),
    ("bank_line INSERT", "comes with its statement"),
    ("bulk_item INSERT", "comes with its run"),
    ("bulk_item DELETE", "goes with its run"),
    ("page_version", "comes with the change of its page"),
    ("look_version UPDATE", "is never changed"),
    ("look_version DELETE", "is never deleted"),
    ("brand_file", "comes with the look that names it"),
    ("setting_change", "comes with the change of its setting"),
    ("tariff_change", "comes with the change of what it is about"),
    ("holiday_rule UPDATE", "is never changed"),
    ("region_seed", "is what the seed has written"),
    ("setting_file", "is what the machine's file said"),
    ("setting_version", "follows the settings"),
    ("campaign_item", "comes with the change of its campaign"),
    ("price_change UPDATE", "is never changed"),
    ("price_change DELETE", "goes with its product"),
    ("product_version UPDATE", "is never changed"),
    ("product_version DELETE", "old versions go when new ones come"),
    ("product_preview", "is of one person, for an hour"),
    ("product_former_address", "comes with a version"),
    ("picture_upload DELETE", "goes when it has ended and nobody needs it"),
    ("category_version UPDATE", "is never changed"),
    ("category_version DELETE", "old versions go when new ones come"),
    ("category_former_address", "comes with a version"),
    ("category_place", "comes with a change of its category"),
    ("product_gap", "follows the catalogue"),
    ("catalogue_version INSERT", "is one row"),
    ("catalogue_version DELETE", "is one row"),
    ("stock_change UPDATE", "is never changed"),
    ("stock_change DELETE", "goes with its product"),
    ("presence UPDATE", "says that nothing has changed"),
    ("audit_entry DELETE", "is refused"),
    // Belongs to what is shown, and is not shown itself.
    ("order_reservation", "is behind what the shop offers"),
    ("order_term", "is behind the search"),
    ("customer_note UPDATE", "is never changed"),
    ("order_mention DELETE", "goes with its note"),
    ("customer_mention DELETE", "goes with its note"),
    ("customer_term", "is behind the search"),
    ("thread_term", "is behind the search"),
    ("thread_entry DELETE", "goes with its thread"),
    ("canned_text_translation", "comes with a change of its text"),
    ("chat_setting DELETE", "stays once it is set"),
    ("order_token", "opens an order to its customer"),
    ("copied_picture", "is written into copies only"),
    ("mail_attachment", "comes with its mail"),
    ("credential_letter", "comes with its mail"),
    ("payment_event", "what it says becomes a payment"),
    ("demo_payment", "is the demonstration's bank"),
    ("demo_refund", "is the demonstration's bank"),
    ("tracked_purchase", "is told to analytics"),
    ("invoice_vat", "comes with its document and stays"),
    ("invoice_line", "comes with its document and stays"),
    ("daily_count", "is asked for, and changes every minute"),
    ("search_miss", "is asked for, and changes every minute"),
    ("invoice_series", "is behind the numbers of invoices"),
    ("counter", "is behind the numbers of orders"),
    ("audit_seal", "is asked for by a call of its own"),
    ("staff_credential", "is shown to nobody"),
    ("staff_recovery_code", "is shown once, to whom it was made for"),
    ("staff_challenge", "is of one sign-in"),
    ("staff_passkey UPDATE", "says when a key was used, or how its person calls it"),
    ("audit_letter", "is asked for by a call of its own"),
    ("saved_view", "is one's own, or changed seldom"),
    ("default_view", "is one's own"),
    ("api_token_permission", "comes with its token and stays"),
    // What the console does not show yet.
    ("cart", "customers"),
    ("cart_item", "customers"),
    ("customer_challenge", "is of one login"),
    ("customer_passkey UPDATE", "says when a key was used, or how its customer calls it"),
    ("erasure", "customers"),
    ("loyalty_entry", "customers"),
    ("newsletter_event", "customers"),
    ("newsletter_token", "customers"),
    ("password_token", "customers"),
    ("wishlist_item", "customers"),
    ("carrier DELETE", "is refused"),
    ("country INSERT", "settings"),
    ("country DELETE", "settings"),
    ("country_name", "settings"),
    ("region", "settings"),
    ("shipping_zone", "settings"),
    ("store_view INSERT", "settings"),
    ("store_view DELETE", "settings"),
    ("currency_off UPDATE", "is never changed"),
    ("category_text", "the catalogue"),
    ("kit_part", "the catalogue"),
    ("listing", "the catalogue"),
    ("listing_order", "the catalogue"),
    ("listing_price", "the catalogue"),
    ("listing_set", "the catalogue"),
    ("availability_change", "the catalogue"),
    ("listing_stock", "the catalogue"),
    ("listing_total", "the catalogue"),
    ("manufacturer", "the catalogue"),
    ("option_kind", "the catalogue"),
    ("option_value", "the catalogue"),
    ("picture", "the catalogue"),
    ("price", "the catalogue"),
    ("product", "the catalogue"),
    ("product_attribute", "the catalogue"),
    ("product_category", "the catalogue"),
    ("product_fibre", "the catalogue"),
    ("product_option", "the catalogue"),
    ("product_option_value", "the catalogue"),
    ("product_picture", "the catalogue"),
    ("product_picture_text", "the catalogue"),
    ("product_related", "the catalogue"),
    ("product_set", "the catalogue"),
    ("product_text", "the catalogue"),
    ("ship_group_country", "the catalogue"),
    ("synonym", "the catalogue"),
    ("variant_option", "the catalogue"),
    ("vocabulary", "the catalogue"),
    // Machinery.
    ("change", "the changes themselves"),
    ("idempotency", "machinery"),
    ("retired_token", "machinery"),
    ("secret", "machinery"),
    ("security_event", "machinery"),
    ("session", "machinery"),
    ("throttle", "machinery"),
    ("form_link", "machinery"),
    ("used_captcha", "machinery"),
];

#[test]
fn each_change_of_each_table_is_heard_or_named_with_its_reason() {
    let shop = empty();
    let tables: Vec<String> = shop
        .all(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'refinery%'",
            vals![],
        )
        .expect("tables");
    let heard: BTreeSet<String> = shop
        .all::<String>(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'heard!_%' ESCAPE '!'",
            vals![],
        )
        .expect("triggers")
        .into_iter()
        .collect();
    let mut wrong = Vec::new();
    for table in &tables {
        for change in ["INSERT", "UPDATE", "DELETE"] {
            let is_heard = heard.contains(&format!("heard_{table}_{}", change.to_lowercase()));
            let is_named = UNHEARD.iter().any(|(name, _)| *name == table || *name == format!("{table} {change}"));
            if is_heard == is_named {
                wrong.push(format!("{table} {change}: heard {is_heard}, named {is_named}"));
            }
        }
    }
    for (name, _) in UNHEARD {
        let table = name.split(' ').next().unwrap_or_default();
        if !tables.iter().any(|one| one == table) {
            wrong.push(format!("{name}: no such table"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Statements, and what is heard of each.
#[test]
fn statements_are_heard_by_noun_and_thing() {
    let shop = fixture::shop();
    let number = shop.order_of(1, 1);
    let heard = |sql: &str| -> Vec<String> {
        let Position { id, .. } = shop.write(store::newest);
        shop.exec(sql);
        let rows = shop.write(|tx| store::list_after(tx, id, 100));
        rows.into_iter().map(|row| format!("{} {}", row.noun, row.thing).trim_end().to_owned()).collect()
    };
    let order = format!("order {number}");
    for (sql, expected) in [
        ("UPDATE sales_order SET status = status", vec![order.as_str()]),
        // The search's own words.
        ("UPDATE sales_order SET terms_state = 'erased'", vec![]),
        ("UPDATE order_line SET qty = qty", vec![&order]),
        ("UPDATE order_address SET city = 'Lyon' WHERE kind = 'shipping'", vec![&order]),
        ("INSERT INTO order_note (order_id, actor, text, created_at) VALUES (1, 'system', 'x', 1)", vec![&order]),
        ("DELETE FROM order_note", vec![&order]),
        (
            "INSERT INTO mail (id, template, lang, recipient, data, created_at, due_at, order_id) VALUES (901, 'x', 'en', 'a@b.example', '', 1, 1, 1)",
            vec![&order, "mail 901"],
        ),
        // A claim of the sender.
        ("UPDATE mail SET due_at = 2, unrecorded = 1 WHERE id = 901", vec![]),
        ("UPDATE mail SET sent_at = 2, due_at = NULL, attempts = 1 WHERE id = 901", vec![&order, "mail 901"]),
        ("UPDATE promo_tag SET active = 0 WHERE tag = 'STAFF'", vec!["promo_tag STAFF"]),
        (
            "INSERT INTO fapiao (order_id, type, business_name, tax_id, registered_address, registered_phone, bank_name,
                 bank_account, requested_at)
             VALUES (1, 'personal', '', '', '', '', '', '', 1)",
            vec![&order],
        ),
        ("INSERT INTO job (name) VALUES ('x')", vec!["job x"]),
        ("UPDATE job SET lease_until = 9, fence = 2, server = 1 WHERE name = 'x'", vec![]),
        ("UPDATE job SET lease_until = 0, last_run = 60000, last_result = 'done' WHERE name = 'x'", vec!["job x"]),
        ("UPDATE job SET lease_until = 0, last_run = 65000, last_result = 'done' WHERE name = 'x'", vec![]),
        ("UPDATE job SET last_run = 120000 WHERE name = 'x'", vec!["job x"]),
        (
            "INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at) VALUES (7, 'A', 'a', 'a', 'en', 1, 1)",
            vec!["person 7"],
        ),
        ("UPDATE staff SET seen_at = 2", vec![]),
        ("UPDATE staff SET disabled_at = 2", vec!["person 7"]),
        (
            "INSERT INTO staff_session (id, token_hash, staff_id, created_at, seen_at, browser, network) VALUES (3, x'00', 7, 1, 1, '', '')",
            vec!["session 7"],
        ),
        (
            "INSERT INTO staff_passkey (id, staff_id, name, credential_id, user_handle, passkey, rp_id, created_at) VALUES (4, 7, '', x'00', x'00', '', '', 1)",
            vec!["person 7"],
        ),
        ("UPDATE staff_passkey SET used_at = 2", vec![]),
        ("DELETE FROM staff_passkey", vec!["person 7"]),
        ("UPDATE staff_session SET seen_at = 2", vec![]),
        ("UPDATE staff_session SET locked_at = 2", vec!["session 7"]),
        ("DELETE FROM staff_session", vec!["session 7"]),
        ("DELETE FROM staff_role_permission WHERE role_id = 7 AND permission = 'orders_read'", vec!["role 7"]),
        (
            "INSERT INTO deed (id, call, args, permission, noun, thing, also_noun, also_thing, staff_id, staff_name, is_proved, network, due_at)
             VALUES (5, 'bank/book', '{}', 'bank', 'bank_line', '4', 'order', 'N1', 7, 'A', 0, '', 1)",
            vec!["deed", "order N1", "bank"],
        ),
        ("DELETE FROM deed", vec!["deed", "order N1", "bank"]),
        (
            "INSERT INTO bulk_run (id, call, args, staff_id, staff_name, is_proved, network, state, created_at)
             VALUES (4, 'order/note', '{}', 7, 'A', 0, '', 'draft', 1)",
            vec!["bulk 4"],
        ),
        ("INSERT INTO bulk_item (run_id, position, thing, seen, state) VALUES (4, 1, 'N1', '', 'waiting')", vec![]),
        ("UPDATE bulk_run SET state = 'running'", vec!["bulk 4"]),
        ("UPDATE bulk_item SET state = 'done'", vec!["bulk 4"]),
        ("UPDATE bulk_item SET state = 'done'", vec![]),
        ("DELETE FROM bulk_run", vec!["bulk 4"]),
    ] {
        assert_eq!(heard(sql), expected, "{sql}");
    }
}

#[test]
fn changes_are_read_by_their_numbers() {
    let shop = empty();
    crate::testing::assert_indexed(&shop, |tx| {
        store::list_after(tx, 1, 10)?;
        store::delete_old(tx, 10)?;
        store::present(tx, &["a".to_owned()])?;
        store::delete_lapsed_presence(tx, jiff::Timestamp::UNIX_EPOCH)?;
        store::is_known(tx, Position { id: 1, at: 1 })
    });
    let highest: i64 = with(&shop, |tx| tx.one("SELECT MAX(id) FROM change", vals![]));
    assert_eq!(with(&shop, |tx| store::newest(tx).map(|at| at.id)), highest);
}

#[test]
fn streams_in_all_are_limited_and_those_of_a_session_too() {
    let shop = fixture::shop();
    let hub = Arc::new(Hub::default());
    let open = |session_id: i64| {
        let who = SignedIn { session_id, ..shop.owner().who };
        hub.open(Opening { who, token: String::new(), resume: None, orders: vec![], threads: Vec::new() })
    };
    // A session that opens many has four at most, whose room is not others'.
    let of_one: Vec<_> = (0..600).map(|_| open(0).expect("the oldest makes room")).collect();
    let others: Vec<_> = (1..=496).map(|session| open(session).expect("room")).collect();
    assert!(matches!(open(999), Err(Error::Unavailable(_))));
    drop(others);
    assert!(open(999).is_ok());
    drop(of_one);
}
