//! Each table of the schema, and each of its texts and bytes: kept, replaced or emptied, and why. A column that is not named here
//! fails a test, so that none can be forgotten.

use super::pseudonym::Kind;

/// What is done with a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    To(Kind),
    /// Null, or empty where it may not be null.
    Clear,
    /// An example of its country.
    Postcode,
    /// What was typed becomes the number of the order that was found by it.
    OrderNumber,
    /// A person who may not come in any more.
    ShutOut,
    /// The words by which the order is found are to be written anew.
    Due,
}

use Treatment::{Clear, Due, OrderNumber, Postcode, ShutOut, To};

/// What is done with a table.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    pub name: &'static str,
    /// Why it is done so.
    pub why: &'static str,
    /// Columns of texts and bytes that stay, with spaces between them.
    pub kept: &'static str,
    /// Columns, with spaces between them, and what becomes of them.
    pub replaced: &'static [(&'static str, Treatment)],
    /// Whether no row stays.
    pub is_emptied: bool,
}

const fn kept(name: &'static str, why: &'static str, kept: &'static str) -> Table {
    Table { name, why, kept, replaced: &[], is_emptied: false }
}

const fn emptied(name: &'static str, why: &'static str) -> Table {
    Table { name, why, kept: "", replaced: &[], is_emptied: true }
}

const fn replaced(
    name: &'static str,
    why: &'static str,
    kept: &'static str,
    replaced: &'static [(&'static str, Treatment)],
) -> Table {
    Table { name, why, kept, replaced, is_emptied: false }
}

/// An address, of a book or of an order.
const ADDRESS: &[(&str, Treatment)] = &[
    ("first_name", To(Kind::FirstName)),
    ("last_name", To(Kind::LastName)),
    ("company", To(Kind::Company)),
    ("address1 address2", To(Kind::Street)),
    ("city county", To(Kind::City)),
    ("postcode", Postcode),
    ("telephone", To(Kind::Phone)),
    ("tax_id", To(Kind::TaxId)),
];

/// All tables.
pub const TABLES: &[Table] = &[
    replaced("address", "people’s address books", "region country", ADDRESS),
    emptied("anonymised_copy", "the state of this copy"),
    emptied("api_token", "lets programs in"),
    emptied("api_token_permission", "belongs to tokens"),
    emptied("audit_entry", "names people, and what they did"),
    emptied("audit_letter", "belongs to the audit"),
    emptied("audit_seal", "belongs to the audit"),
    replaced(
        "bank_line",
        "movements of the house’s account",
        "booked_on value_date currency state",
        &[
            ("fingerprint end_to_end", To(Kind::Token)),
            ("party", To(Kind::FullName)),
            ("iban", To(Kind::Digits)),
            ("text reference", To(Kind::Text)),
        ],
    ),
    replaced(
        "bank_statement",
        "statements of the house’s account",
        "",
        &[("name", To(Kind::Text)), ("account", To(Kind::Digits))],
    ),
    replaced("bank_transfer", "files of refunds", "", &[("file", To(Kind::Token))]),
    emptied("bulk_item", "quotes what people typed"),
    emptied("bulk_run", "names people"),
    replaced("campaign", "what people wrote", "ending kind name state", &[("actor", To(Kind::Actor))]),
    kept("campaign_item", "the catalogue, as everybody sees it", ""),
    kept("carrier", "settings of countries, carriers and taxes", "code"),
    kept("carrier_zone", "settings of countries, carriers and taxes", "carrier zone"),
    emptied("cart", "bags of people who are there now"),
    emptied("cart_item", "belongs to bags"),
    kept("canned_text", "what the house writes of itself", "title"),
    kept("canned_text_translation", "what the house writes of itself", "lang text"),
    kept("catalogue_version", "the catalogue, as everybody sees it", ""),
    kept("category", "the catalogue, as everybody sees it", "key picture"),
    kept("category_former_address", "the catalogue, as everybody sees it", "url_key lang"),
    kept(
        "category_text",
        "the catalogue, as everybody sees it",
        "lang name url_key intro meta_title meta_description alt",
    ),
    replaced("category_version", "who changed the categories", "fields", &[("actor", To(Kind::Actor))]),
    emptied("change", "what the console has heard"),
    replaced("chat", "what people wrote", "lang", &[("session_id", To(Kind::Token))]),
    replaced("chat_message", "what people wrote", "author actor", &[("text", To(Kind::Text))]),
    kept("chat_setting", "settings of the chat", "mode opens closes"),
    kept("cms_page", "published pages", "url_key lang title description markdown updated"),
    replaced(
        "contact_message",
        "what people wrote",
        "reference subject lang",
        &[("email email_key", To(Kind::Email)), ("name", To(Kind::FullName)), ("message", To(Kind::Text))],
    ),
    emptied("copied_picture", "names files beside the true copies"),
    kept("counter", "the next numbers of documents", "name"),
    kept(
        "country",
        "settings of countries, carriers and taxes",
        "id zone fields required lines postcode_pattern postcode_example postcode_label city_label region_label county_label",
    ),
    kept("country_name", "settings of countries, carriers and taxes", "country lang name"),
    kept("currency", "settings of countries, carriers and taxes", "code symbol rate rate_date"),
    kept("currency_off", "settings of countries, carriers and taxes", "code"),
    replaced(
        "customer",
        "people’s accounts: nobody can log in, and points and orders stay theirs",
        "lang",
        &[
            ("email email_key", To(Kind::Email)),
            ("password_hash", Clear),
            ("first_name", To(Kind::FirstName)),
            ("last_name", To(Kind::LastName)),
            ("member_card", To(Kind::Digits)),
            ("terms_state", Due),
        ],
    ),
    emptied("customer_challenge", "lets somebody in"),
    replaced(
        "customer_note",
        "what people wrote",
        "",
        &[("email_key", To(Kind::Email)), ("actor", To(Kind::Actor)), ("text", To(Kind::Text))],
    ),
    emptied("customer_passkey", "lets somebody in"),
    emptied("customer_term", "words of names and addresses; written anew by a job"),
    emptied("deed", "names people; nothing of it may be carried out"),
    emptied("default_view", "people’s own"),
    kept("daily_count", "numbers of days", "day step"),
    kept("deletion_request", "ids and times", ""),
    replaced(
        "demo_payment",
        "references of the bank",
        "currency lang choice",
        &[("reference", To(Kind::Token)), ("label", To(Kind::Text)), ("return_url cancel_url", Clear)],
    ),
    replaced("demo_refund", "references of the bank", "", &[("reference payment", To(Kind::Token))]),
    emptied("erasure", "hashes of addresses; belongs to the true shop"),
    replaced(
        "fapiao",
        "whom Chinese invoices are for",
        "type",
        &[
            ("business_name", To(Kind::Company)),
            ("tax_id", To(Kind::TaxId)),
            ("registered_address", To(Kind::Street)),
            ("registered_phone", To(Kind::Phone)),
            ("bank_name", To(Kind::Text)),
            ("bank_account", To(Kind::Digits)),
        ],
    ),
    kept("holiday", "settings of countries, carriers and taxes", "date name"),
    kept("holiday_rule", "settings of countries, carriers and taxes", "name"),
    kept("home_content", "published pages", "lang content"),
    emptied("idempotency", "keys of browsers"),
    replaced("invoice", "whom invoices are for", "kind number currency", &[("document", To(Kind::Document))]),
    kept("invoice_line", "what was sold, and when", "issued_on sku name"),
    kept("invoice_series", "the next numbers of documents", "kind"),
    kept("invoice_vat", "amounts by country and rate", "issued_on rate country currency supplied_on"),
    replaced("job", "results may name files", "name", &[("last_result", Clear)]),
    emptied("job_failure", "quotes errors"),
    kept("kit_part", "the catalogue, as everybody sees it", ""),
    kept("listing", "the catalogue, as everybody sees it", ""),
    kept("listing_order", "the catalogue, as everybody sees it", "sort scope ordinals"),
    kept("listing_price", "the catalogue, as everybody sees it", "currency"),
    kept("listing_set", "the catalogue, as everybody sees it", "facet scope value members"),
    kept("listing_stock", "the catalogue, as everybody sees it", ""),
    kept("listing_total", "the catalogue, as everybody sees it", ""),
    replaced("loyalty_entry", "whose points they are", "", &[("member_card", To(Kind::Digits))]),
    emptied("mail", "letters to people"),
    emptied("mail_attachment", "belongs to letters"),
    kept(
        "manufacturer",
        "published with the goods, as the law asks",
        "key name address email country responsible_name responsible_address responsible_email",
    ),
    replaced("newsletter", "subscribers", "status lang source", &[("email email_key", To(Kind::Email))]),
    kept("newsletter_event", "codes and times", "what source"),
    emptied("newsletter_token", "lets somebody in"),
    kept("option_kind", "the catalogue, as everybody sees it", "code display"),
    kept("option_value", "the catalogue, as everybody sees it", "option value color"),
    kept("order_addition", "ids", ""),
    replaced("order_address", "where orders go", "kind region country", ADDRESS),
    replaced(
        "order_change",
        "why, in somebody’s words",
        "kind",
        &[("actor", To(Kind::Actor)), ("reason", To(Kind::Text))],
    ),
    kept("order_change_line", "goods and amounts", ""),
    replaced(
        "order_collection",
        "who has taken it",
        "",
        &[("ready_by collected_by", To(Kind::Actor)), ("collected_to", To(Kind::FullName))],
    ),
    kept("order_line", "goods and amounts", "sku name options vat_rate promotion_category"),
    kept("order_line_component", "goods and amounts", ""),
    replaced("order_note", "what people wrote", "", &[("actor", To(Kind::Actor)), ("text", To(Kind::Text))]),
    kept("order_reservation", "goods and amounts", ""),
    replaced("order_return", "why, in somebody’s words", "", &[("reason", To(Kind::Text))]),
    kept("order_return_line", "goods and amounts", ""),
    replaced(
        "order_status_history",
        "why, in somebody’s words",
        "from_status to_status",
        &[("actor", To(Kind::Actor)), ("reason", To(Kind::Text))],
    ),
    emptied("order_term", "words of names and addresses; written anew by a job"),
    emptied("order_token", "lets somebody in"),
    kept("order_vat", "amounts", "rate"),
    emptied("page_draft", "names people, and is not published"),
    replaced(
        "page_version",
        "published pages",
        "url_key lang title description markdown",
        &[("actor", To(Kind::Actor))],
    ),
    emptied("password_token", "lets somebody in"),
    replaced("payment", "references of the bank", "method currency value_date", &[("external_id", To(Kind::Token))]),
    replaced(
        "payment_attempt",
        "references of the bank, addresses to pay at, networks",
        "method gateway currency state",
        &[("reference external_id", To(Kind::Token)), ("url network", Clear)],
    ),
    replaced("payment_event", "references of the bank", "gateway kind", &[("event_id", To(Kind::Token))]),
    replaced(
        "payment_reversal",
        "why, in somebody’s words",
        "",
        &[("actor", To(Kind::Actor)), ("reason", To(Kind::Text))],
    ),
    kept("picture", "the catalogue, as everybody sees it", "name widths hash preview original"),
    emptied("picture_upload", "names people, and files that wait for their sizes"),
    emptied("presence", "names people"),
    kept("price", "the catalogue, as everybody sees it", "currency"),
    replaced("price_change", "what people wrote", "currency", &[("actor", To(Kind::Actor)), ("note", To(Kind::Text))]),
    kept(
        "product",
        "the catalogue, as everybody sees it",
        "sku kind type manufacturer vat_class promotion_category content_unit inci hazard ship_group picture",
    ),
    kept("product_attribute", "the catalogue, as everybody sees it", "facet value"),
    kept("product_category", "the catalogue, as everybody sees it", ""),
    kept("product_fibre", "the catalogue, as everybody sees it", "part fibre"),
    kept("product_former_address", "the catalogue, as everybody sees it", "url_key lang"),
    kept("product_gap", "the catalogue, as everybody sees it", "gap sku"),
    kept("product_option", "the catalogue, as everybody sees it", "option"),
    kept("product_option_value", "the catalogue, as everybody sees it", "option value"),
    kept("product_picture", "the catalogue, as everybody sees it", "picture"),
    kept("product_picture_text", "the catalogue, as everybody sees it", "lang alt"),
    emptied("product_preview", "lets somebody in"),
    kept("product_related", "the catalogue, as everybody sees it", ""),
    kept("product_set", "the catalogue, as everybody sees it", "scope facet value members"),
    kept(
        "product_text",
        "the catalogue, as everybody sees it",
        "lang name sort_key url_key short long_html details material care dimensions safety meta_description",
    ),
    replaced("product_version", "who changed the goods", "fields", &[("actor", To(Kind::Actor))]),
    kept("promo_tag", "rates and the houses that they are for", "tag email_domains"),
    kept("refinery_schema_history", "the version of the schema", "name applied_on checksum"),
    replaced(
        "refund",
        "references of the bank, and why",
        "currency state",
        &[("reference external_id", To(Kind::Token)), ("reason error", To(Kind::Text)), ("actor", To(Kind::Actor))],
    ),
    kept("region", "settings of countries, carriers and taxes", "country id parent name latin"),
    emptied("restore", "names people"),
    emptied("retired_token", "keys of browsers"),
    replaced(
        "sales_order",
        "numbers, goods, amounts, dates and statuses stay; who ordered goes",
        "number lang status channel payment_method shipping_method delivery_from delivery_to currency rate promo_tag paid_by proved_by",
        &[
            ("email email_key", To(Kind::Email)),
            ("member_card", To(Kind::Digits)),
            ("network", Clear),
            ("confirm_hash", To(Kind::Token)),
            ("terms_state", Due),
        ],
    ),
    emptied("saved_view", "may search for people"),
    emptied("secret", "the keys of the true shop; the first start makes others"),
    emptied("security_event", "networks and people"),
    emptied("session", "keys of browsers"),
    kept("setting", "what the house has set", "key value"),
    replaced("setting_change", "what the house has set", "key before after", &[("actor", To(Kind::Actor))]),
    kept("setting_file", "what the machine's file said", "key value"),
    kept("setting_version", "what the house has set", ""),
    emptied("setting_waiting", "names people, and is not in force"),
    kept("ship_group_country", "the catalogue, as everybody sees it", "ship_group country"),
    replaced("shipment", "carriers know by it who", "carrier", &[("tracking", To(Kind::Digits))]),
    kept("shipment_line", "goods and amounts", ""),
    kept("shipping_rate", "settings of countries, carriers and taxes", "zone carrier"),
    kept("shipping_zone", "settings of countries, carriers and taxes", "key"),
    replaced(
        "staff",
        "people of the house: without keys and shut out, as documents refer to them",
        "lang",
        &[("name", To(Kind::FullName)), ("email email_key", To(Kind::Email)), ("disabled_at", ShutOut)],
    ),
    emptied("staff_challenge", "lets somebody in"),
    emptied("staff_credential", "passwords and authenticators"),
    emptied("staff_invitation", "lets somebody in"),
    emptied("staff_passkey", "lets somebody in"),
    emptied("staff_recovery_code", "lets somebody in"),
    kept("staff_role", "roles", "name"),
    kept("staff_role_permission", "roles", "permission"),
    emptied("staff_session", "keys of browsers"),
    kept("stock", "the catalogue, as everybody sees it", ""),
    replaced("stock_arrival", "what people wrote", "expected_on", &[("note", To(Kind::Text))]),
    replaced("stock_change", "what people wrote", "reason", &[("actor", To(Kind::Actor)), ("note", To(Kind::Text))]),
    kept("stock_threshold", "the catalogue, as everybody sees it", ""),
    kept(
        "store_view",
        "settings of countries, carriers and taxes",
        "language code_suffix default_country default_currency",
    ),
    kept("synonym", "the catalogue, as everybody sees it", "lang word"),
    replaced(
        "tariff_change",
        "settings of countries, carriers and taxes",
        "kind thing before after",
        &[("actor", To(Kind::Actor))],
    ),
    replaced(
        "thread",
        "what people wrote; found by new words",
        "reference kind lang state",
        &[("email_key", To(Kind::Email)), ("terms_state", Due)],
    ),
    replaced("thread_entry", "what the house wrote", "kind actor", &[("text", To(Kind::Text))]),
    emptied("thread_term", "words of names and addresses; written anew by a job"),
    emptied("throttle", "hashes of networks and addresses"),
    kept("tracked_purchase", "ids and times", ""),
    emptied("used_captcha", "hashes of browsers"),
    kept("variant_option", "the catalogue, as everybody sees it", "option value"),
    kept("vat_rate", "settings of countries, carriers and taxes", "country class valid_from rate country_id"),
    kept("vocabulary", "the catalogue, as everybody sees it", "lang domain code text"),
    kept("wishlist_item", "goods", "sku name"),
    replaced(
        "withdrawal",
        "what people wrote",
        "number lang",
        &[
            ("order_number", OrderNumber),
            ("name", To(Kind::FullName)),
            ("email email_key", To(Kind::Email)),
            ("items message note", To(Kind::Text)),
        ],
    ),
];
