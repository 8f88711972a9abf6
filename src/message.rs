//! All messages in answers, in English, as the contract prints them.
//!
//! The `id` identifies a message for clients (`error.id` in the envelope) and is its key in the catalogues of `ui/locales`.
//! Literals of `boutique.md` are verbatim, its missing full stops and its "Invalide" included; the
//! English catalogue may show shoppers a better text. Placeholders `{name}` are filled from `params`.
//!
//! One table defines them all: each line is a constant and a row of [`ALL`].

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

/// A message in the table, with unfilled placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct MessageDef {
    /// Stable key, `<noun>.<name>`: clients rely on it.
    pub id: &'static str,
    /// The English text, with `{placeholders}`.
    pub text: &'static str,
}

/// A message with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Message {
    pub id: &'static str,
    /// The English text with its placeholders unfilled; [`Message::rendered`] fills them.
    #[serde(rename = "message")]
    pub text: &'static str,
    /// Placeholder → value. Values are not translated: names, numbers, amounts as `"84.00"`, dates as `2026-11-24`.
    pub params: BTreeMap<&'static str, String>,
}

impl MessageDef {
    /// The message with one placeholder filled.
    pub fn with(self, name: &'static str, value: impl fmt::Display) -> Message {
        Message::from(self).with(name, value)
    }
}

impl Message {
    /// Fills another placeholder.
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.params.insert(name, value.to_string());
        self
    }

    /// The English text with its placeholders filled, as the envelope's `message`.
    pub fn rendered(&self) -> String {
        let mut rendered = String::with_capacity(self.text.len() + 16);
        let mut rest = self.text;
        while let Some((before, after)) = rest.split_once('{') {
            rendered.push_str(before);
            match after.split_once('}') {
                Some((name, tail)) if self.params.contains_key(name) => {
                    rendered.push_str(&self.params[name]);
                    rest = tail;
                }
                // An unfilled placeholder is kept.
                _ => {
                    rendered.push('{');
                    rest = after;
                }
            }
        }
        rendered.push_str(rest);
        rendered
    }
}

impl From<MessageDef> for Message {
    fn from(def: MessageDef) -> Self {
        Self { id: def.id, text: def.text, params: BTreeMap::new() }
    }
}

impl PartialEq<MessageDef> for Message {
    fn eq(&self, def: &MessageDef) -> bool {
        self.id == def.id
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered())
    }
}

macro_rules! messages {
    ($( $(#[$doc:meta])* $name:ident = $id:literal, $text:literal; )*) => {
        $( $(#[$doc])* pub const $name: MessageDef = MessageDef { id: $id, text: $text }; )*

        /// Every message of the shop, in the order of the table.
        pub const ALL: &[MessageDef] = &[$( $name ),*];
    };
}

messages! {
    // ── The request itself ──────────────────────────────────────────────────────────────────────────────────────────
    /// boutique.md §8: what a shopper reads when the fault is ours, or the text of an answer is unknown.
    TRY_LATER = "error.try_later", "error while processing, try later";
    /// boutique.md §7: stands for a message that is absent.
    ERROR = "error.unnamed", "error";
    /// boutique.md §4: with code 0 it resets the login of the client.
    LOGIN_REQUIRED = "login.required", "login required";
    MALFORMED = "request.malformed", "The request could not be read.";
    SERVICES_HEADER = "request.services", "The Services header is missing or not the one this shop expects.";
    FOREIGN_ORIGIN = "request.foreign_origin", "This request came from another website and was not carried out.";
    UNKNOWN_CALL = "request.unknown_call", "There is no call at this path.";
    WRONG_METHOD = "request.wrong_method", "Calls are made with POST.";
    TOO_LARGE = "request.too_large", "The request is larger than this shop accepts.";
    THROTTLED = "request.throttled", "Too many requests in a short time. Please wait a minute and try again.";
    /// boutique.md §8.
    PAGE_LOAD_FAILED = "page.load_failed", "AN ERROR OCCURRED";
    PAGE_REFRESH = "page.refresh", "Please refresh the page.";
    PAGE_NOT_FOUND = "page.not_found", "Page not found";

    // ── Forms in general ────────────────────────────────────────────────────────────────────────────────────────────
    FORM_PROBLEM = "form.problem", "There is a problem. Please check the fields marked below.";
    FIELD_REQUIRED = "form.required", "This field is required.";
    /// boutique.md §5.
    SELECT_OPTION = "form.select_option", "select an option";
    FIELD_TOO_SHORT = "form.too_short", "Enter at least {min} characters.";
    FIELD_TOO_LONG = "form.too_long", "Enter at most {max} characters.";
    FIELD_BAD_CHARACTERS = "form.bad_characters", "This field contains characters that cannot be printed on a label, such as < or >.";

    // ── E-mail and newsletter ───────────────────────────────────────────────────────────────────────────────────────
    /// boutique.md §5: the field is empty.
    EMAIL_EMPTY = "email.empty", "Please enter a valid email address.";
    /// boutique.md §5: the field holds something else than an address; `email` is an example.
    EMAIL_INVALID = "email.invalid", "Please enter a valid email address. For example {email}.";
    EMAIL_TOO_LONG = "email.too_long", "This email address is too long. Enter one of at most {max} characters.";
    /// boutique.md §5: none of the three boxes is ticked.
    NEWSLETTER_SELECT = "newsletter.select", "Please select one or more ways to hear from us.";
    /// boutique.md §8: clients treat it as success.
    NEWSLETTER_ALREADY_SUBSCRIBED = "newsletter.already_subscribed", "This email address is already subscribed.";
    /// boutique.md §8: clients treat it as success.
    NEWSLETTER_OTHER_USER = "newsletter.other_user", "This email address is already assigned to another user.";
    NEWSLETTER_LINK_INVALID = "newsletter.link_invalid", "This link is no longer valid. Please subscribe again.";
    NEWSLETTER_UNSUBSCRIBE_LINK = "newsletter.unsubscribe_link", "This link is no longer valid. Please use the one in our latest letter, or write to our customer service.";
    NEWSLETTER_NOT_SUBSCRIBED = "newsletter.not_subscribed", "This email address is not subscribed.";
    NEWSLETTER_SOURCE = "newsletter.source", "The source of a subscription is either footer or lightbox.";
    NEWSLETTER_SUBSCRIBED = "newsletter.subscribed", "Thank you. You are subscribed to our letters.";
    NEWSLETTER_CONFIRM = "newsletter.confirm", "Please confirm your subscription in the email we have just sent you.";
    NEWSLETTER_CONFIRMED = "newsletter.confirmed", "Your subscription is confirmed.";
    NEWSLETTER_UNSUBSCRIBED = "newsletter.unsubscribed", "You will receive no more letters within 1 to 2 working days.";
    NEWSLETTER_FAILED = "newsletter.failed", "We could not save your subscription. Please try again.";

    // ── Names and addresses ─────────────────────────────────────────────────────────────────────────────────────────
    FIRST_NAME_EMPTY = "address.first_name_empty", "Enter your first name.";
    FIRST_NAME_TOO_LONG = "address.first_name_too_long", "This first name is too long for a label. Enter at most {max} characters.";
    FIRST_NAME_BAD_CHARACTERS = "address.first_name_bad_characters", "This first name contains characters that cannot be printed on a label, such as < or >.";
    LAST_NAME_EMPTY = "address.last_name_empty", "Enter your last name.";
    LAST_NAME_TOO_LONG = "address.last_name_too_long", "This last name is too long for a label. Enter at most {max} characters.";
    LAST_NAME_BAD_CHARACTERS = "address.last_name_bad_characters", "This last name contains characters that cannot be printed on a label, such as < or >.";
    NAME_EMPTY = "address.name_empty", "Enter your name.";
    COMPANY_TOO_LONG = "address.company_too_long", "This company name is too long for a label. Enter at most {max} characters.";
    COMPANY_BAD_CHARACTERS = "address.company_bad_characters", "This company name contains characters that cannot be printed on a label, such as < or >.";
    BILLING_STREET_EMPTY = "address.billing_street_empty", "Enter the street and number of the billing address.";
    SHIPPING_STREET_EMPTY = "address.shipping_street_empty", "Enter the street and number of the shipping address.";
    BILLING_STREET_TOO_SHORT = "address.billing_street_too_short", "The street of the billing address looks incomplete. Enter the street and number.";
    SHIPPING_STREET_TOO_SHORT = "address.shipping_street_too_short", "The street of the shipping address looks incomplete. Enter the street and number.";
    STREET_EMPTY = "address.street_empty", "Enter the street and number.";
    STREET_TOO_SHORT = "address.street_too_short", "This street looks incomplete. Enter the street and number.";
    STREET_TOO_LONG = "address.street_too_long", "This line is too long for a label. Enter at most {max} characters.";
    STREET_BAD_CHARACTERS = "address.street_bad_characters", "This line contains characters that cannot be printed on a label, such as < or >.";
    CITY_EMPTY = "address.city_empty", "Enter the town or city.";
    CITY_TOO_LONG = "address.city_too_long", "This town or city is too long for a label. Enter at most {max} characters.";
    CITY_BAD_CHARACTERS = "address.city_bad_characters", "This town or city contains characters that cannot be printed on a label, such as < or >.";
    COUNTRY_EMPTY = "address.country_empty", "Select a country.";
    COUNTRY_UNKNOWN = "address.country_unknown", "Select a country from the list.";
    REGION_EMPTY = "address.region_empty", "Select a region.";
    PROVINCE_EMPTY = "address.province_empty", "Select a province.";
    COUNTY_EMPTY = "address.county_empty", "Enter the county.";
    REGION_UNKNOWN = "address.region_unknown", "Select a region from the list.";
    REGION_TOO_LONG = "address.region_too_long", "This region is too long for a label. Enter at most {max} characters.";
    POSTCODE_EMPTY = "address.postcode_empty", "Enter the postal code.";
    POSTCODE_WRONG_LENGTH = "address.postcode_wrong_length", "A postal code has 1 to {max} characters.";
    /// boutique.md §5: no Chinese characters.
    POSTCODE_BAD_CHARACTERS = "address.postcode_bad_characters", "Enter the postal code in digits and Latin letters.";
    POSTCODE_FORMAT = "address.postcode_format", "This postal code does not fit the country. For example {example}.";
    PHONE_EMPTY = "address.phone_empty", "Enter a valid phone number.";
    PHONE_TOO_SHORT = "address.phone_too_short", "This phone number is too short. Enter at least {min} characters.";
    PHONE_BAD_CHARACTERS = "address.phone_bad_characters", "Enter the phone number in digits, spaces, hyphens and a plus.";
    TAX_ID_BAD = "address.tax_id_bad", "Enter the tax number in letters and digits, at most {max} of them.";
    ADDRESS_NOT_FOUND = "address.not_found", "This address is no longer in your address book.";
    ADDRESS_LIMIT = "address.limit", "Your address book is full: it holds {number} addresses.";
    ADDRESS_DELETED = "address.deleted", "The address is deleted.";

    // ── Member card ─────────────────────────────────────────────────────────────────────────────────────────────────
    /// boutique.md §5, the first of its two wordings, for every number that is not 16 digits.
    MEMBER_CARD_INVALID = "member.card_invalid", "Please enter a valid ALL Member Card Number.";

    // ── Catalogue, search, wishlist ─────────────────────────────────────────────────────────────────────────────────
    /// boutique.md §7, with its spelling.
    PRODUCT_NOT_FOUND = "product.not_found", "Invalide product.";
    CATEGORY_NOT_FOUND = "category.not_found", "There is no such category.";
    SORT_UNKNOWN = "catalog.sort_unknown", "This list cannot be sorted that way.";
    /// boutique.md §5.
    SEARCH_EMPTY = "search.empty", "Please enter a search term.";
    SEARCH_TOO_LONG = "search.too_long", "This search term is too long. Enter at most {max} characters.";
    /// boutique.md §6: to a guest who wants to save.
    WISHLIST_LOGIN = "wishlist.login", "Please log in or create an account to save items to your wishlist.";
    WISHLIST_NOT_FOUND = "wishlist.not_found", "This item is no longer on your wishlist.";
    WISHLIST_LIMIT = "wishlist.limit", "Your wishlist is full: it holds {number} items.";
    WISHLIST_WITHDRAWN = "wishlist.withdrawn", "{name} is no longer sold.";
    WISHLIST_ADDED = "wishlist.added", "Added to your wishlist.";
    WISHLIST_REMOVED = "wishlist.removed", "Removed from your wishlist.";

    // ── Cart ────────────────────────────────────────────────────────────────────────────────────────────────────────
    /// boutique.md §5.
    QTY_BELOW_ONE = "cart.qty_below_one", "Cannot set quantity below 1";
    QTY_NOT_A_NUMBER = "cart.qty_not_a_number", "Enter the quantity as a whole number.";
    /// boutique.md §5.
    QTY_MAXIMUM = "cart.qty_maximum", "You have reached the maximum order quantity for this item.";
    /// boutique.md §5; `name` is the item's.
    QTY_INSUFFICIENT = "cart.qty_insufficient", "We don't have as many {name} as you requested.";
    /// boutique.md §5.
    ONLY_LEFT = "cart.only_left", "Only {number} left.";
    /// boutique.md §8.
    OUT_OF_STOCK = "cart.out_of_stock", "{name} is out of stock.";
    /// boutique.md §5: a kit with unavailable parts.
    KIT_PARTS_OUT = "cart.kit_parts_out", "Some items in the set are out of stock.";
    SKU_UNKNOWN = "cart.sku_unknown", "This item is not in our catalogue.";
    OPTIONS_UNKNOWN = "cart.options_unknown", "This item is not made with the options you chose.";
    ITEM_NOT_FOUND = "cart.item_not_found", "This item is no longer in your bag.";
    CART_LIMIT = "cart.limit", "Your bag is full: it holds {number} different items.";
    CART_EMPTY = "cart.empty", "Your bag is empty.";
    /// boutique.md §5: items must be selected before deleting.
    SELECT_BEFORE_DELETE = "cart.select_before_delete", "Please select the items to delete.";
    CART_ADDED = "cart.added", "Added to your bag.";
    ORDER_REORDERED = "order.reordered", "What you ordered then is in your bag, at today’s prices.";
    ORDER_REORDERED_PARTLY = "order.reordered_partly",
        "Not everything that you ordered then could be put into your bag: something is sold out or no longer sold.";

    // ── Employee price ──────────────────────────────────────────────────────────────────────────────────────────────
    PROMO_APPLIED = "promo.applied", "Employee price: {percent}% off regular prices.";
    PROMO_UNKNOWN = "promo.unknown", "We do not know this promo tag. Regular prices apply.";
    PROMO_EXPIRED = "promo.expired", "This promo tag has expired. Regular prices apply.";
    PROMO_NOT_ALLOWED = "promo.not_allowed",
        "This promo tag is for confirmed company email addresses: set your password by the link under ‘Forgotten your password?’, then log in. Until then, regular prices apply.";

    // ── Checkout ────────────────────────────────────────────────────────────────────────────────────────────────────
    /// boutique.md §5 and §8; of other regional sites only where there are some (decisions.md §10).
    NOT_SHIPPING = "checkout.notShipping", "We cannot ship {name} to {country}.";
    NOT_SHIPPING_BUT_SITES = "checkout.not_shipping_but_sites", "We cannot ship {name} to {country}. One of our other regional sites may deliver there: {sites}.";
    COUNTRY_NOT_SERVED = "checkout.country_not_served", "We do not ship to {country}.";
    COUNTRY_NOT_SERVED_BUT_SITES = "checkout.country_not_served_but_sites", "We do not ship to {country}. One of our other regional sites may deliver there: {sites}.";
    /// boutique.md §5.
    PAYMENT_METHOD_EMPTY = "checkout.payment_method_empty", "Please select a payment method";
    PAYMENT_METHOD_COUNTRY = "checkout.payment_method_country", "We take no cheques for deliveries to {country}. Please select another payment method.";
    PAYMENT_METHOD_UNAVAILABLE = "checkout.payment_method_unavailable", "This payment method is not available for your order. Please select another.";
    SHIPPING_METHOD_EMPTY = "checkout.shipping_method_empty", "Please select a shipping method.";
    SHIPPING_METHOD_UNAVAILABLE = "checkout.shipping_method_unavailable", "This shipping method is not available for your address. Please select another.";
    TERMS_REQUIRED = "checkout.terms_required", "Please accept the terms and confirm that you have read the privacy statement.";
    BED_TERMS_REQUIRED = "checkout.bed_terms_required", "Please accept the terms for beds and mattresses.";
    PRICE_CHANGED = "checkout.price_changed", "The price of {name} has changed. Please check your bag before ordering.";
    STOCK_CHANGED = "checkout.stock_changed", "{name} is no longer available in the quantity you chose. Please check your bag before ordering.";
    ITEM_WITHDRAWN = "checkout.item_withdrawn", "{name} is no longer sold. Please remove it from your bag before ordering.";
    TOTAL_CHANGED = "checkout.total_changed", "The total of your order has changed from {expected} to {total} {currency}. Please check it before ordering.";
    EXPECTED_TOTAL_BAD = "checkout.expected_total_bad", "The expected total is an amount with two decimals.";
    IDEMPOTENCY_KEY_BAD = "checkout.idempotency_key_bad", "The idempotency key must be a UUID.";
    IDEMPOTENCY_KEY_REUSED = "checkout.idempotency_key_reused", "This order was already sent with other details. Please reload the page before ordering.";
    IDEMPOTENCY_KEY_BUSY = "checkout.idempotency_key_busy", "We are still working on your order. Please do not order again.";
    UNPAID_ORDER_LIMIT = "checkout.unpaid_order_limit", "Unpaid orders are limited to {number} at a time. Please pay by card, or pay for or cancel one of them first.";
    UNPAID_LINKS = "checkout.unpaid_links", "We have sent this address several links to confirm an order today. Please pay by card, or try again tomorrow.";
    UNPAID_SHARE = "checkout.unpaid_share", "Unpaid orders already hold all that we can set aside of {name}. Please pay by card, or order fewer.";
    ORDER_NOT_AWAITING = "order.not_awaiting", "This order no longer waits for a confirmation. Please look at its state, or order again.";

    // ── Payment ─────────────────────────────────────────────────────────────────────────────────────────────────────
    /// boutique.md §8.
    PAYMENT_FAILED = "payment.failed", "Sorry, your credit card payment failed.";
    PAYMENT_FAILED_ADVICE = "payment.failed_advice", "Please try again or choose another payment method.";
    /// boutique.md §8: declined or uncertain.
    PAYMENT_UNCERTAIN = "payment.uncertain", "A technical problem prevented us from confirming your payment. Please contact our customer service before ordering again.";
    PAYMENT_UNDER_WAY = "payment.under_way", "Your payment is on its way and takes a few working days. There is nothing more to do: we write to you as soon as it has arrived.";
    PAYMENT_CANCELED = "payment.canceled", "The payment was cancelled. Your bag is as you left it.";
    PAYMENT_UNREACHABLE = "payment.unreachable", "The payment page could not be reached. Your bag is as you left it.";
    PAYMENT_NOT_PENDING = "payment.not_pending", "This order is not waiting for a payment.";
    PAYMENT_THROTTLED = "payment.throttled", "Too many payments were tried. Please wait an hour, or choose a bank transfer or a cheque.";
    PAYMENT_QR_EXPIRED = "payment.qr_expired", "This code has expired. Please refresh it.";
    TRANSACTION_SUCCEEDED = "payment.transaction_succeeded", "The transaction succeeded.";
    TRANSACTION_FAILED = "payment.transaction_failed", "The transaction failed.";

    // ── Orders, withdrawal, invoices ────────────────────────────────────────────────────────────────────────────────
    ORDER_NOT_FOUND = "order.not_found", "We cannot find this order.";
    ORDER_NOT_CANCELABLE = "order.not_cancelable", "This order can no longer be cancelled. Please contact our customer service.";
    ORDER_STATUS_REFUSED = "order.status_refused", "An order that is {from} cannot become {to}.";
    ORDER_PARTLY_SHIPPED = "order.partly_shipped", "Part of this order has left already. What is sent can only be returned.";
    SHIP_TOO_MUCH = "order.ship_too_much", "A parcel can only hold what was ordered and has not left yet.";
    RETURN_TOO_MUCH = "order.return_too_much", "Only what was sent and has not come back can be returned.";
    RETURN_NOT_FOUND = "return.not_found", "There is no such return.";
    RETURN_ORIGIN = "return.origin", "Say how it was announced: by mail or by telephone.";
    RETURN_AMOUNT_BAD = "return.amount_bad", "Enter an amount, or 0, with at most two decimals.";
    RETURN_NOT_NOW = "return.not_now", "The return is at another step by now. Look at it again.";
    RETURN_REFUNDED = "return.refunded", "This return has been refunded already.";
    RETURN_NOT_INSPECTED = "return.not_inspected", "Inspect the goods first. Only a withdrawal whose goods are shown to be on their way is refunded before.";
    RETURN_CHANGED_MEANWHILE = "return.changed_meanwhile", "Somebody has changed this return since you opened it. Look at it again.";
    RETURN_FIT_TOO_MANY = "return.fit_too_many", "No more than the {received} received can be fit for sale.";
    RETURN_DEDUCTION_TOO_MUCH = "return.deduction_too_much", "At most {most} can be deducted: what was paid for these goods.";
    RETURN_DEDUCTION_REASON = "return.deduction_reason", "Say why the goods are worth less; the customer is told.";
    REFUND_TOO_MUCH = "order.refund_too_much", "{amount} is more than there is to refund.";
    REFUND_UNPAID = "order.refund_unpaid", "This order is still waiting for its payment. Cancel it to give back what has come.";
    REFUND_NOT_FOUND = "order.refund_not_found", "There is no such refund.";
    REFUND_NOT_BY_HAND = "order.refund_not_by_hand", "This refund does not wait for anybody.";
    AMOUNT_TOO_HIGH = "order.amount_too_high", "That is more than {max}. Check the amount.";
    AMOUNT_BAD = "order.amount_bad", "Enter an amount above zero, with at most two decimals.";
    ORDER_CANCELED = "order.canceled", "Your order is cancelled.";
    ORDER_LINK_ASKED = "order.link_asked",
        "If number and email address belong to an order, a new link to it is on its way.";
    ORDER_LINK_TOO_MANY = "order.link_too_many",
        "A new link was asked for several times. Please wait until tomorrow, or contact our customer service.";
    ORDER_NUMBER_EMPTY = "order.number_empty", "Enter the order number.";
    INVOICE_NOT_READY = "invoice.not_ready", "The invoice is issued when the order has been paid.";
    WITHDRAWAL_RECEIVED = "withdrawal.received", "We have received your withdrawal. A confirmation is on its way to you by email.";
    WITHDRAWAL_TOO_LATE = "withdrawal.too_late", "The withdrawal period of this order ended on {date}.";
    WITHDRAWAL_ITEMS_EMPTY = "withdrawal.items_empty", "Please select the items you wish to return.";
    WITHDRAWAL_ALREADY = "withdrawal.already", "You have already withdrawn from this order.";
    FAPIAO_TYPE = "fapiao.type", "Please select the type of invoice.";
    FAPIAO_NOT_OFFERED = "fapiao.not_offered", "A fapiao is issued for orders of our Chinese store only.";
    FAPIAO_ALREADY = "fapiao.already", "A fapiao has already been requested for this order.";
    BUSINESS_NAME_EMPTY = "fapiao.business_name_empty", "Enter the name of the business.";
    CREDIT_CODE_EMPTY = "fapiao.credit_code_empty", "Enter the unified social credit code.";
    CREDIT_CODE_BAD_CHARACTERS = "fapiao.credit_code_bad_characters", "A unified social credit code has letters and digits only.";
    CREDIT_CODE_WRONG_LENGTH = "fapiao.credit_code_wrong_length", "A unified social credit code has 15, 18 or 20 characters.";
    REGISTERED_ADDRESS_EMPTY = "fapiao.registered_address_empty", "Enter the registered address.";
    BANK_NAME_EMPTY = "fapiao.bank_name_empty", "Enter the name of the bank.";
    BANK_ACCOUNT_EMPTY = "fapiao.bank_account_empty", "Enter the number of the bank account.";
    BANK_ACCOUNT_BAD = "fapiao.bank_account_bad", "Enter the number of the bank account in digits, at most {max} of them.";
    FAPIAO_REQUESTED = "fapiao.requested", "Your fapiao is requested.";
    FAPIAO_CANCELED = "fapiao.canceled", "No fapiao can be issued for an order that was cancelled or returned.";
    FAPIAO_DECLINED = "fapiao.declined", "No fapiao is issued for this order.";

    // ── Login, registration, passwords ──────────────────────────────────────────────────────────────────────────────
    /// boutique.md §8, the first of its two wordings.
    LOGIN_INCORRECT = "login.incorrect", "Your email or password was entered incorrectly";
    /// boutique.md §8: throttled or disabled; clients show it as [`LOGIN_INCORRECT`].
    LOGIN_DISABLED = "login.disabled", "You did not sign in correctly or your account is temporarily disabled";
    LOGIN_SUCCEEDED = "login.succeeded", "You are logged in.";
    LOGGED_OUT = "login.logged_out", "You are logged out.";
    ACCOUNT_EXISTS = "customer.exists", "There is already an account with this email address.";
    REGISTERED = "customer.registered", "Your account is ready.";
    REGISTER_TERMS_REQUIRED = "customer.terms_required", "Please accept the terms and confirm that you have read the privacy statement to create an account.";
    PASSWORD_EMPTY = "password.empty", "Enter a password.";
    PASSWORD_TOO_SHORT = "password.too_short", "Enter a password of {min} characters or more.";
    PASSWORD_TOO_LONG = "password.too_long", "Enter a password of at most {max} characters.";
    PASSWORD_TOO_COMMON = "password.too_common", "This password is among the most common ones. Please choose another.";
    PASSWORD_HOLDS_NAME = "password.holds_name",
        "This password contains the shop’s name or a part of your email address, which is easy to guess. Please choose another.";
    PASSWORD_CONFIRMATION_EMPTY = "password.confirmation_empty", "Enter the password a second time.";
    PASSWORD_MISMATCH = "password.mismatch", "The two passwords are not the same.";
    PASSWORD_CURRENT_EMPTY = "password.current_empty", "Enter your current password.";
    PASSWORD_CURRENT_WRONG = "password.current_wrong", "The current password is not correct.";
    PASSWORD_SAVED = "password.saved", "Your password is saved. Please log in again.";
    PASSKEY_WRONG = "passkey.wrong", "This passkey was not accepted. Please use your password.";
    PASSKEY_ENDED = "passkey.ended", "That took too long. Please try again.";
    PASSKEY_NOT_MADE = "passkey.not_made", "The passkey could not be added. Please try again, or use another device.";
    PASSKEY_NOT_OFFERED = "passkey.not_offered", "Passkeys are not available here. Please use your password.";
    PASSKEY_NAME_EMPTY = "passkey.name_empty", "Enter a name for the passkey.";
    PASSKEY_TOO_MANY = "passkey.too_many", "You can have up to {most} passkeys. Remove one that you no longer use.";
    RESET_TOKEN_MISMATCH = "password.token_mismatch", "This link does not match our records. Please ask for a new one.";
    RESET_TOKEN_EXPIRED = "password.token_expired", "This link has expired. Please ask for a new one.";
    RESET_TOO_MANY = "password.too_many_resets", "Too many requests to reset the password. Please wait, or contact our customer service.";
    /// boutique.md §8: the neutral answer, whether or not there is an account.
    FORGOT_NEUTRAL = "password.forgot_neutral", "If we recognise this email address, a message with a link to reset the password is on its way.";

    // ── Account ─────────────────────────────────────────────────────────────────────────────────────────────────────
    CHANGES_SAVED = "account.saved", "Your changes are saved.";
    DELETION_QUEUED = "account.deletion_queued", "Your account will be deleted within 1 to 2 business days.";
    DELETION_ALREADY = "account.deletion_already", "The deletion of your account is already under way.";
    DELETION_NONE = "account.deletion_none", "No deletion of your account is under way.";
    DELETION_WITHDRAWN = "account.deletion_withdrawn", "Your account will be kept.";

    // ── Console ─────────────────────────────────────────────────────────────────────────────────────────────────────
    CONSOLE_FOREIGN_ORIGIN = "console.foreign_origin", "This request does not come from the console and was not carried out.";
    STAFF_SIGN_IN_REQUIRED = "staff.sign_in_required", "Please sign in.";
    STAFF_LOCKED = "staff.locked", "This device is locked. Unlock it first.";
    AUDIT_SEAL_UNREADABLE = "audit.seal_unreadable", "This is no seal. Copy it whole from the letter: a number, a colon, and 64 letters and digits.";
    AUDIT_EXPORT_TOO_MANY = "audit.export_too_many", "More than {max} entries match, too many for one file. Choose a shorter period.";
    STAFF_PASSWORD_WRONG = "staff.password_wrong", "This password is not right.";
    STAFF_CHANGED_MEANWHILE = "staff.changed_meanwhile", "Somebody has changed this person’s role or account since you looked. Look at it again first.";
    STAFF_NOT_ALLOWED = "staff.not_allowed", "Your role does not allow this.";
    STAFF_PROOF_REQUIRED = "staff.proof_required", "Please confirm that it is you.";
    /// One for everything that is wrong: address, password, code.
    STAFF_SIGN_IN_WRONG = "staff.sign_in_wrong", "Address, password or code is not right.";
    STAFF_PROOF_WRONG = "staff.proof_wrong", "Password or code is not right.";
    STAFF_THROTTLED = "staff.throttled", "Too many attempts. Please try again in {minutes} minutes.";
    STAFF_INVITATION_ENDED = "staff.invitation_ended", "This invitation has ended or was used. Please ask for a new one.";
    STAFF_CODE_WRONG = "staff.code_wrong", "This code is not right. Enter the one that your app shows now.";
    STAFF_LANGUAGE_UNKNOWN = "staff.language_unknown", "Select a language from the list.";
    STAFF_MENTION_UNKNOWN = "staff.mention_unknown", "The note names somebody who works here no more or may not read it. Take the name out.";
    STAFF_ROLE_UNKNOWN = "staff.role_unknown", "There is no such role any more.";
    STAFF_NOT_FOUND = "staff.not_found", "There is no such person.";
    STAFF_SESSION_NOT_FOUND = "staff.session_not_found", "This session has ended already.";
    STAFF_ALREADY_THERE = "staff.already_there", "This address belongs to somebody who is in the console already.";
    STAFF_GRANTS_MORE = "staff.grants_more", "Nobody can give or take rights that they do not have themselves.";
    STAFF_NO_PASSWORD = "staff.no_password", "You sign in with passkeys and have no password. Whoever runs the server can send an invitation to choose one.";
    /// One for every key that does not let in: unknown, removed, of another host or person, or wrongly signed.
    STAFF_PASSKEY_WRONG = "staff.passkey_wrong", "This passkey does not open the console. Choose another one, or sign in in another way.";
    STAFF_PASSKEY_COPIED = "staff.passkey_copied", "This passkey may have been copied: it has been used elsewhere since. Sign in in another way and remove it.";
    STAFF_PASSKEY_ENDED = "staff.passkey_ended", "This took too long, or was begun elsewhere. Please try again.";
    STAFF_PASSKEY_NOT_MADE = "staff.passkey_not_made", "The passkey could not be added. Try again, or use another device.";
    STAFF_PASSKEY_NO_HOST = "staff.passkey_no_host", "Passkeys need a host name: the console has an IP address only.";
    STAFF_PASSKEY_NOT_FOUND = "staff.passkey_not_found", "There is no such passkey any more.";
    STAFF_PASSKEY_NAME_EMPTY = "staff.passkey_name_empty", "Enter a name for this passkey.";
    STAFF_PASSKEY_TOO_MANY = "staff.passkey_too_many", "{most} passkeys are the most. Remove one that you no longer use.";
    STAFF_PASSKEY_LAST = "staff.passkey_last", "This is your last way in. Add another passkey first.";
    STAFF_NOT_OWNER = "staff.not_owner", "Only an owner sees where others are signed in.";
    STAFF_LAST_OWNER = "staff.last_owner", "This is the last owner. Make somebody else an owner first.";
    STAFF_RIGHTS_EMPTY = "staff.rights_empty", "Choose at least one right.";
    ROLE_NAME_EMPTY = "role.name_empty", "Enter a name for the role.";
    ROLE_NAME_TAKEN = "role.name_taken", "There is a role of this name already. Choose another name.";
    ROLE_TOO_MANY = "role.too_many", "There are {max} roles of your own already. Delete one that nobody needs.";
    ROLE_BUILTIN = "role.builtin", "Roles that come with the shop stay as they are. Copy this one and change the copy.";
    ROLE_CHANGED_MEANWHILE = "role.changed_meanwhile", "Somebody has changed this role since you opened it. Look at what it is now and try again.";
    ROLE_IN_USE = "role.in_use", "This role is still given to {names}. Give them another one, or withdraw their invitation, first.";
    TOKEN_NAME_EMPTY = "token.name_empty", "Enter the name of the program.";
    TOKEN_DAY_UNREADABLE = "token.day_unreadable", "Enter a day.";
    TOKEN_DAY_OUT_OF_RANGE = "token.day_out_of_range", "Choose a day from today on, at most a year ahead.";
    TOKEN_TOO_MANY = "token.too_many", "There are {max} tokens already. Revoke one that no program needs.";
    TOKEN_NOT_FOUND = "token.not_found", "There is no such token any more.";
    TOKEN_ENDED = "token.ended", "This token has ended already.";
    TOKEN_NOT_FOR_PROGRAMS = "token.not_for_programs", "No program can have this right: whoever uses it must prove that it is them.";
    /// One for everything that is wrong: unknown, mistyped, ended or revoked tokens.
    TOKEN_WRONG = "token.wrong", "This token is not valid. Create another one in the console.";
    TOKEN_WITH_COOKIE = "token.with_cookie", "Send the token without the cookie of a session.";
    TOKEN_CALL_CLOSED = "token.call_closed", "This call is for people: programs cannot make it.";
    TOKEN_NEEDS_PERSON = "token.needs_person", "This needs a person who proves with password and code that it is them. Do it in the console.";
    SYSTEM_MAIL_NOT_FOUND = "system.mail_not_found", "This mail has been sent, or is not kept any more.";
    SYSTEM_BACKUP_BUSY = "system.backup_busy", "A copy is being made already. It stands in the list in a moment.";
    SYSTEM_BACKUP_FOLDER = "system.backup_folder", "No copy can be put into {folder}. Let the shop write there, or name another folder (backup.directory).";
    JOB_UNKNOWN = "job.unknown", "There is no job of this name.";
    JOB_RUNNING = "job.running", "This job is running already. What comes of it stands in the list in a moment.";
    JOB_CLOCK = "job.clock", "The machine’s clock contradicts the last runs of the jobs: they wait until it is set.";
    JOB_STOPPING = "job.stopping", "The shop is being stopped: no job begins any more.";
    SYSTEM_RESTORING = "system.restoring", "A copy of the database is being put back. This takes a few minutes; then sign in again.";
    RESTORE_NO_COPY = "restore.no_copy", "The folder has no copy of this name, or not any more. Choose one of those listed.";
    RESTORE_NEWER = "restore.newer", "This copy was made by a newer version of the shop. Install that version first.";
    RESTORE_DAMAGED = "restore.damaged", "This file is damaged or holds no shop. Choose another copy.";
    RESTORE_CONFIRM = "restore.confirm", "Type the name of the copy exactly as it is shown.";
    RESTORE_OPEN = "restore.open", "The restore of {copy} is scheduled or under way. Call it off first.";
    RESTORE_BEGUN = "restore.begun", "The restore has begun and can no longer be called off.";
    RESTORE_NOT_SCHEDULED = "restore.not_scheduled", "This restore is no longer scheduled. Look at what has become of it.";
    STAGING_BUSY = "staging.busy", "An anonymised copy is being made already. Wait until it is ready.";
    STAGING_NONE = "staging.none", "There is no anonymised copy any more. Make a new one.";
    PACKING_NOTHING = "packing.nothing", "Choose at least one order that is still to be packed.";
    PACKING_TOO_MANY = "packing.too_many", "Choose at most {max} orders for one print.";
    STATEMENT_UNREADABLE = "statement.unreadable", "This file could not be read as a bank statement. Export it from your bank as CAMT.053 (XML), MT940 or CSV.";
    STATEMENT_COLUMNS_UNKNOWN = "statement.columns_unknown", "No columns with a date and an amount were found. Export the statement with the names of its columns, or as CAMT.053.";
    STATEMENT_ROW_UNREADABLE = "statement.row_unreadable", "Row {row} could not be read, so nothing was imported. Look at its date and amount.";
    STATEMENT_FIELD_UNREADABLE = "statement.field_unreadable", "Line {line} ({tag}) could not be read, so nothing was imported. Export the statement anew, or as CAMT.053.";
    STATEMENT_FIELD_MISSING = "statement.field_missing", "The statement that begins in line {line} has no {tag}, so nothing was imported. It may be cut off, or announce movements only: export the booked ones.";
    STATEMENT_BALANCE_WRONG = "statement.balance_wrong", "The movements do not add up to the closing balance in line {line} ({tag}), so nothing was imported. Some are missing: export the statement anew.";
    STATEMENT_EMPTY = "statement.empty", "This statement has no booked movements.";
    STATEMENT_TOO_LONG = "statement.too_long", "A statement may have {max} movements. Export fewer days at a time.";
    STATEMENT_NOT_FOUND = "statement.not_found", "There is no such statement.";
    BANK_LINE_NOT_OPEN = "bank.line_not_open", "Somebody has dealt with this movement already.";
    BANK_BOOKED_ALREADY = "bank.booked_already", "Order {number} has this payment already: the same amount, reference and day. Set the movement aside.";
    BANK_CURRENCY = "bank.currency", "The movement is in {currency}, order {number} in {other}. Ask your bank for the amount in {other}, or send the money back.";
    BANK_NOT_AWAITING = "bank.not_awaiting", "Order {number} waits for no money: this may be the payment that is booked already. If it is another one, record it on the order, and it goes back.";
    BANK_OTHER_ACCOUNT = "bank.other_account", "This statement is of another account than the one on your bills, so nothing was booked by itself. Book its movements one by one.";
    BANK_REFUND_WRITTEN = "bank.refund_written", "The refund of order {number} is in a file already. Look whether your bank has it before you write another one.";
    BANK_BOOKINGS_CHANGED = "bank.bookings_changed", "What can be taken back of this statement has changed since you looked. Look at it again, then take it back.";
    BANK_NOTHING_TO_TAKE_BACK = "bank.nothing_to_take_back", "Nothing that was booked from this statement can be taken back.";
    BANK_NOTHING_BOOKED = "bank.nothing_booked", "Nothing of this statement is booked on an order.";
    BANK_NOTHING_SURE = "bank.nothing_sure", "No open movement of this statement certainly belongs to an order.";
    BANK_NO_REFUNDS = "bank.no_refunds", "There is no refund to write. Choose at least one that waits for its transfer.";
    BANK_REFUND_CURRENCY = "bank.refund_currency", "A SEPA file holds euros only. Transfer the refund of order {number} in {currency} through your bank.";
    BANK_REFUND_NOT_WAITING = "bank.refund_not_waiting", "The refund of order {number} no longer waits to be transferred.";
    BANK_IBAN_OTHER = "bank.iban_other", "Order {number} was paid from another account. Whoever may refund can send the money to this one.";
    BANK_SUM_TOO_HIGH = "bank.sum_too_high", "These refunds are too many for one file. Choose fewer of them.";
    BANK_IBAN_BAD = "bank.iban_bad", "Enter the IBAN of order {number} as your customer has given it. For example DE89 3704 0044 0532 0130 00.";
    BANK_OWNER_EMPTY = "bank.owner_empty", "Enter the name of the account’s owner for order {number}.";
    BULK_NOTHING = "bulk.nothing", "Nothing in the list matches any more.";
    BULK_TOO_MANY = "bulk.too_many", "At most {max} can be worked on at once. Narrow the list by its search and filters, or by days.";
    BULK_BUSY = "bulk.busy", "You have {max} of these running. Wait for one to end, or stop one.";
    BULK_ASK_AGAIN = "bulk.ask_again", "This was prepared too long ago, or has been started. Choose again in the list.";
    BULK_NOT_FOUND = "bulk.not_found", "There is no such work on many any more.";
    BULK_ENDED = "bulk.ended", "This has ended already.";
    BULK_RUNNING = "bulk.running", "This is still running. Stop it first.";
    STOCK_UNKNOWN = "stock.unknown", "There is no item with a stock of its own by this number. A set has that of its parts, a product with options that of each variant.";
    STOCK_HELD = "stock.held", "{held} of these are held for orders, so at most {most} can be taken out. Cancel or change an order that holds them first.";
    STOCK_TOO_MANY = "stock.too_many", "At most {max} pieces of an item can be in stock.";
    STOCK_PIECES_BAD = "stock.pieces_bad", "Enter a whole number from 1 to {max}.";
    STOCK_THRESHOLD_CHANGED = "stock.threshold_changed_meanwhile", "Somebody has set this level since you looked. Compare both, then save again.";
    STOCK_SHELF_CHANGED = "stock.shelf_changed_meanwhile", "Somebody has moved this item since you looked. Compare both, then save again.";
    STOCK_SHELF_TWICE = "stock.shelf_twice", "This item stands in the sheet twice. Leave one line.";
    STOCK_SHELF_LINES = "stock.shelf_lines", "Paste from 1 to {max} lines at a time.";
    STOCK_CHANGED_MEANWHILE = "stock.changed_meanwhile", "Somebody has counted, received or corrected this item since you looked. Look at it again, and count once more.";
    STOCK_TWICE = "stock.twice", "This item stands in the count twice. Leave one line.";
    STOCK_COUNT_LINES = "stock.count_lines", "Count from 1 to {max} items at a time.";
    STOCK_DAY_PAST = "stock.day_past", "This day has passed. Choose today or a later day.";
    STOCK_ARRIVALS_MANY = "stock.arrivals_many", "{max} arrivals of this item are expected already. Receive one, or remove one that does not come.";
    STOCK_ARRIVAL_GONE = "stock.arrival_gone", "This arrival is no longer expected. It was received or removed meanwhile.";
    CUSTOMERS_NOT_FOUND = "customers.not_found", "There is no such customer any more.";
    CUSTOMERS_CHANGED_MEANWHILE = "customers.changed_meanwhile", "This customer has changed since you looked. Look at what is there now, and try again.";
    CUSTOMERS_EMAIL_SAME = "customers.email_same", "This is the address that the account has.";
    CUSTOMERS_GUEST = "customers.guest", "A guest has no account.";
    CUSTOMERS_GUEST_ORDERS = "customers.guest_orders", "{count} orders of this guest are under way, or may still come back. Erase again once they have ended: at the latest sixty days after delivery.";
    CUSTOMERS_NO_PASSKEY = "customers.no_passkey", "There is no such passkey any more. Nothing has to be done.";
    CUSTOMERS_NO_DELETION = "customers.no_deletion", "Nobody has asked for this account to be deleted, or it was called off meanwhile.";
    CUSTOMERS_NEWSLETTER_MAILS = "customers.newsletter_mails", "This address has got {max} letters about the newsletter today. Try again tomorrow.";
    SUBSCRIBERS_NO_ADDRESS = "subscribers.no_address", "Links would lead nowhere: server.public_url is empty. Set it to the address that shoppers use, with https://.";
    SUBSCRIBERS_TOO_MANY = "subscribers.too_many", "More than {max} addresses are too many for one file. Take those of one newsletter, or `shop newsletter export` on the machine.";
    FAPIAO_NUMBER_BAD = "fapiao_request.number_bad", "Enter the 20 digits of a digital invoice, or the code and the number of one on paper.";
    FAPIAO_NOT_OPEN = "fapiao_request.not_open", "No fapiao of order {number} waits to be issued: it is issued already, or nobody asks for one.";
    THREAD_NOT_FOUND = "thread.not_found", "There is no such message.";
    THREAD_CHANGED_MEANWHILE = "thread.changed_meanwhile", "Something has happened here since you looked. Look at what is new, then send it again.";
    THREAD_NO_ADDRESS = "thread.no_address", "There is no address to answer to any more.";
    THREAD_IS_CHAT = "thread.is_chat", "This is a chat. Answer in the chat.";
    THREAD_IS_NO_CHAT = "thread.is_no_chat", "This is no chat. Answer by letter.";
    THREAD_TEXT_EMPTY = "thread.text_empty", "Enter a text.";
    THREAD_TEXT_TOO_LONG = "thread.text_too_long", "Shorten the text to {max} characters.";
    THREAD_PLACEHOLDER_LEFT = "thread.placeholder_left", "Replace {placeholder} in the text before it is sent.";
    THREAD_LETTERS_MANY = "thread.letters_many", "This address got {max} letters within a day. Write again tomorrow, or call.";
    THREAD_CLOSED = "thread.closed", "This is closed.";
    THREAD_NOT_CLOSED = "thread.not_closed", "This is not closed.";
    THREAD_STAYS_CLOSED = "thread.stays_closed", "What was done about a withdrawal stays noted, and a chat that has ended is not opened again.";
    THREAD_NOTE_NEEDED = "thread.note_needed", "Say how the withdrawal was dealt with.";
    THREAD_PERSON_UNKNOWN = "thread.person_unknown", "This person may not answer messages.";
    CANNED_TEXT_TITLE_EMPTY = "canned_text.title_empty", "Enter a title.";
    CANNED_TEXT_TITLE_TOO_LONG = "canned_text.title_too_long", "Shorten the title to {max} characters.";
    CANNED_TEXT_TITLE_TAKEN = "canned_text.title_taken", "There is a text of this title already.";
    CANNED_TEXT_EMPTY = "canned_text.empty", "Write the text in one language at least.";
    CANNED_TEXT_LANG_UNKNOWN = "canned_text.lang_unknown", "The shop does not speak this language.";
    CANNED_TEXT_PLACEHOLDER_UNKNOWN = "canned_text.placeholder_unknown", "There is no placeholder {placeholder}. There are {known}.";
    CANNED_TEXT_CHANGED = "canned_text.changed_meanwhile", "Somebody has changed this text since you opened it. Compare both, then save again.";
    CANNED_TEXT_NOT_FOUND = "canned_text.not_found", "There is no such text any more.";
    CANNED_TEXT_TOO_MANY = "canned_text.too_many", "There are {max} texts already. Delete one that nobody needs.";
    CHAT_SETTING_CHANGED = "desk.changed_meanwhile", "Somebody has changed this since you opened it. Look at it again.";
    CHAT_HOURS_REVERSED = "desk.hours_reversed", "The chat must open before it closes.";
    TIME_SKIPPED = "campaign.time_skipped", "Clocks go forward that night and skip {time}. Choose {next} or another time.";
    TIME_BAD = "campaign.time_bad", "Enter a date and a time.";
    PAGE_LANG_UNKNOWN = "help_page.lang_unknown", "There is no such page in this language.";
    PAGE_KEY_BAD = "help_page.key_bad", "Write the address in small letters and digits, with hyphens between words.";
    PAGE_CHANGED_MEANWHILE = "help_page.changed_meanwhile", "Somebody has changed this page since you opened it. Compare both, then save again.";
    PAGE_DRAFT_GONE = "help_page.draft_gone", "There is no such draft any more. Somebody may have published or discarded it.";
    PAGE_DRAFT_THERE = "help_page.draft_there", "There is a draft in this language. Publish or discard it first.";
    PAGE_VERSION_UNKNOWN = "help_page.version_unknown", "There is no such version.";
    PAGE_TITLE_EMPTY = "help_page.title_empty", "Enter a title for the page.";
    PAGE_DESCRIPTION_EMPTY = "help_page.description_empty", "Say in a sentence or two what the page is about.";
    PAGE_TEXT_EMPTY = "help_page.text_empty", "Write the text of the page.";
    PAGE_TEXT_LONG = "help_page.text_long", "Shorten it to {max} characters.";
    PAGE_TIME_PAST = "help_page.time_past", "This time has passed. Choose one to come, or publish now.";
    PAGE_HEADING_FIRST = "help_page.heading_first", "Line {line}: a heading of the first level is the title’s. Begin with ##.";
    PAGE_PLACEHOLDER_UNKNOWN = "help_page.placeholder_unknown", "Line {line}: there is no placeholder {placeholder}.";
    PAGE_LINK_UNKNOWN = "help_page.link_unknown", "Line {line}: the link leads to the page {key}, which does not exist.";
    PAGE_SETTING_UNKNOWN = "help_page.setting_unknown", "Line {line}: there is no setting {name}. There are {known}.";
    PAGE_CONDITION_BAD = "help_page.condition_bad", "Line {line}: the condition ‘{condition}’ cannot be read. Write one setting, or several with only ‘or’ or only ‘and’ between them.";
    PAGE_CONDITION_NOT_BEGUN = "help_page.condition_not_begun", "Line {line}: ‘{word}’ ends no condition. Begin one with ‘if’ and a setting in braces.";
    PAGE_CONDITION_NOT_ENDED = "help_page.condition_not_ended", "Line {line}: this condition has no end. Write ‘end’ in braces after the last word that depends on it.";
    LOOK_CHANGED_MEANWHILE = "look.changed_meanwhile", "Somebody has changed the look or the home page since you opened it. Compare both, then save again.";
    LOOK_DRAFT_GONE = "look.draft_gone", "This draft is gone. Somebody may have published or discarded it.";
    LOOK_DRAFT_THERE = "look.draft_there", "There is a draft. Publish or discard it first.";
    LOOK_TEXT_BAD = "look.text_bad", "Remove the characters that cannot be seen.";
    LOOK_TEXT_MISSING = "look.text_missing", "Write this text.";
    LOOK_LIST_LONG = "look.list_long", "Keep to {max} at most.";
    LOOK_LISTED_TWICE = "look.listed_twice", "One of them stands here twice. Remove it once.";
    LOOK_CONTRAST_LOW = "look.contrast_low", "This colour can hardly be read: its contrast is {ratio} and should be at least {needed}. Choose a darker one, or a lighter ground.";
    LOOK_SENDER_BAD = "look.sender_bad", "Write a name without <, >, @ and quotation marks.";
    LOOK_PLACEHOLDER_UNKNOWN = "look.placeholder_unknown", "Only the placeholder of the brand’s name may stand in braces.";
    LOOK_PLACEHOLDER_FREE_FROM = "look.placeholder_free_from", "Only the placeholder of the amount of free delivery may stand in braces.";
    LOOK_PICTURE_MISSING = "look.picture_missing", "Choose a picture.";
    LOOK_CATEGORY_MISSING = "look.category_missing", "Choose a category: this one does not exist any more.";
    LOOK_CATEGORY_UNPICTURED = "look.category_unpictured", "This category has no picture. Give it one, or take it off the home page.";
    LOOK_PRODUCT_MISSING = "look.product_missing", "There is no product {sku} any more. Take it off the home page.";
    LOOK_DRAWING_UNREADABLE = "look.drawing_unreadable", "This file is neither a whole SVG nor a whole PNG. Save it again as one of the two.";
    LOOK_DRAWING_TEXT = "look.drawing_text", "This drawing holds text that would need its typeface. Convert the text to outlines, then save it again.";
    LOOK_DRAWING_EFFECTS = "look.drawing_effects", "This drawing has filters, patterns, markers or too many shapes. Save it with plain shapes only.";
    LOOK_DRAWING_LARGE = "look.drawing_large", "Choose a file of {kilobytes} KB at most.";
    LOOK_DRAWING_SMALL = "look.drawing_small", "This picture is too small. Choose one of {pixels} pixels at least, or an SVG.";
    LOOK_DRAWING_SHAPE = "look.drawing_shape", "This is too long or too tall for a logo. It may be up to ten times as wide as tall, and twice as tall as wide.";
    LOOK_DRAWING_SQUARE = "look.drawing_square", "An icon is as wide as tall. Choose a square one.";
    PAGE_CONDITION_SECOND_ELSE = "help_page.condition_second_else", "Line {line}: this is the second ‘else’ of one condition. Remove it.";
    TARIFF_UNKNOWN = "tariff.unknown", "There is no such carrier, zone, country or VAT class.";
    TARIFF_CHANGED_MEANWHILE = "tariff.changed_meanwhile", "Somebody has changed this since you opened it. What is in force now is shown: change it once more.";
    TARIFF_DAYS = "tariff.days", "Enter working days from 1 to 60, the fewest first.";
    TARIFF_BANDS = "tariff.bands", "Each line needs a weight of its own, in whole grams, and there must be one line.";
    TARIFF_PRICE = "tariff.price", "A price must be from 0 to 1 000 000 EUR.";
    TARIFF_ZONE_EMPTY = "tariff.zone_empty", "No carrier would be left for the countries of this zone. Offer another there first.";
    TARIFF_ZONE_UNSERVED = "tariff.zone_unserved", "No carrier takes anything to this zone. Offer one there first.";
    TARIFF_COUNTRY_IS_DEFAULT = "tariff.country_is_default", "The shop in {languages} begins with this country: it stays delivered to.";
    TARIFF_VAT_APPLIES = "tariff.vat_applies", "Invoices may have been written with the rate of that day: it stays. Enter a later day.";
    TARIFF_VAT_RATE = "tariff.vat_rate", "A rate must be from 0 to {most} percent.";
    TARIFF_VAT_CLASS_KEY = "tariff.vat_class_key", "Begin with a small letter and use only a–z, 0–9, - and _, at most {most} characters.";
    TARIFF_VAT_CLASS_THERE = "tariff.vat_class_there", "There is a VAT class {class} already.";
    TARIFF_VAT_CLASS_GAP = "tariff.vat_class_gap", "VAT class {class} has no rate in {countries}. Set one there, or one for all other countries, first.";
    TARIFF_VAT_CLASS_USED = "tariff.vat_class_used", "Goods that have VAT class {class}: {count}. Give them another first.";
    TARIFF_VAT_CLASS_LAST = "tariff.vat_class_last", "This is the only VAT class, and goods need one: it stays.";
    TARIFF_DAY_PAST = "tariff.day_past", "That day has passed.";
    TARIFF_DAY_THERE = "tariff.day_there", "That day is listed already.";
    TARIFF_NO_SUCH_DAY = "tariff.no_such_day", "No year has such a day.";
    TARIFF_NAME = "tariff.name", "Enter a name of at most {most} characters.";
    TARIFF_TRACKING = "tariff.tracking", "Begin with https:// and write {mark} where the parcel’s number goes, or enter nothing.";
    TARIFF_CARRIER_THERE = "tariff.carrier_there", "Another carrier has this name. Change that one, or choose another name.";
    TARIFF_CARRIERS_MOST = "tariff.carriers_most", "The house has {most} carriers. Rename one that is not offered any more.";
    TARIFF_STANDARD_STAYS = "tariff.standard_stays", "Standard delivery stays offered. Rename it, or take its rates out zone by zone.";
    TARIFF_CARRIER_LAST = "tariff.carrier_last", "Countries would be left without a carrier. Offer another in their zone first.";
    TARIFF_EURO_LEADS = "tariff.euro_leads", "All prices begin in euros: that currency stays as it is.";
    TARIFF_RATE = "tariff.rate", "Enter how many units one euro is worth, from 0.000001 to 100000, with at most six decimals.";
    TARIFF_CARRIER_UNKNOWN = "tariff.carrier_unknown", "There is no carrier {carrier}.";
    TARIFF_CARRIERS_MISSING = "tariff.carriers_missing", "Name all carriers. Missing: {carriers}.";
    TARIFF_CARRIER_TWICE = "tariff.carrier_twice", "Carrier {carrier} is named twice. Name each once.";
    TARIFF_RATE_FAR = "tariff.rate_far", "This rate is more than {percent} percent away from the one in force, {rate}. Confirm it if it is right.";
    TARIFF_QUARTER = "tariff.quarter", "Enter a quarter such as 2026-Q3.";
    TARIFF_QUARTER_OPEN = "tariff.quarter_open", "The rates of this quarter are published on {day}. Enter them then.";
    TARIFF_STEP = "tariff.step", "Choose one of the steps to which prices are rounded.";
    TARIFF_CURRENCY_IS_DEFAULT = "tariff.currency_is_default", "{currency} is the currency of the shop in {languages}. Choose another there first.";
    LANGUAGE_CHANGED_MEANWHILE = "language.changed_meanwhile", "Somebody has changed the languages since you opened them. What is in force now is shown: change it once more.";
    LANGUAGE_UNKNOWN = "language.unknown", "The shop has other languages by now. Open them once more.";
    LANGUAGE_ENGLISH_STAYS = "language.english_stays", "English stays on: it is what every other language falls back to.";
    LANGUAGE_DEFAULT_STAYS = "language.default_stays", "The default language must be on. Choose another default first.";
    LANGUAGE_COUNTRY = "language.country", "Parcels do not go to this country. Choose one that is delivered to.";
    LANGUAGE_MACHINE = "language.machine", "{language} cannot be offered yet. The machine’s file lacks something: {reason}";
    LANGUAGE_PAGES = "language.pages", "{language} cannot be offered yet. Help pages are not written in it: {pages}. The command “shop page set” writes them.";
    LANGUAGE_HOME = "language.home", "{language} cannot be offered yet. The home page lacks texts in it. The command “shop look --home set” writes them.";
    LANGUAGE_FAULT = "language.fault", "The shop could not open with these languages: {reason}";
    CURRENCY_NOT_OFFERED = "currency.not_offered", "{currency} is not offered here. Choose another currency.";
    SETTING_WRONG = "setting.wrong", "This value doesn't fit here.";
    SETTING_EMPTY = "setting.empty", "This may not be empty.";
    SETTING_EMAIL = "setting.email", "This is no email address, such as maison@example.com.";
    SETTING_NOTICES = "setting.notices", "This is no email address. Enter one, “none”, or nothing for the company's.";
    SETTING_COUNTRY = "setting.country", "Enter the country as two capital letters, such as FR.";
    SETTING_COUNTRIES = "setting.countries", "“{value}” is no country: enter two capital letters each, such as CA.";
    SETTING_SITE = "setting.site", "{country}: “{url}” is no address. Enter the country as two capital letters and an address with https://.";
    SETTING_DIGITS = "setting.digits", "Enter its {digits} digits without spaces, or nothing.";
    SETTING_VAT_ID = "setting.vat_id", "Enter the country's two letters, then 2 to 13 letters or digits, such as FR40303265045, or nothing.";
    SETTING_SERIES = "setting.series", "Enter one to eight letters and digits, such as INV.";
    SETTING_SERIES_SAME = "setting.series_same", "Invoices have this series already: credit notes need one of their own.";
    SETTING_NO_METHOD = "setting.no_method", "Offer at least one way to pay.";
    SETTING_METHOD = "setting.method", "“{value}” is no way to pay; there are {known}.";
    SETTING_TWICE = "setting.twice", "Name each only once.";
    SETTING_NO_CARD = "setting.no_card", "Stripe’s page always takes cards: name “card” among what it offers.";
    SETTING_IBAN_DEMONSTRATION = "setting.iban_demonstration", "This is the demonstration’s account: nobody would get the money. Enter your own, or take transfers out of the ways to pay (payment.methods).";
    SETTING_IBAN = "setting.iban", "This is no IBAN: its check digits don't fit. Look it up in your bank's papers.";
    SETTING_NEGATIVE = "setting.negative", "An amount may not be below zero.";
    SETTING_RANGE = "setting.range", "This must be a whole number from {least} to {most}.";
    SETTING_MOST_DAYS = "setting.most_days", "This must be at least {days}, the days without a visit.";
    SETTING_HOURS = "setting.hours", "The house must open before it closes.";
    SETTING_WEEKDAYS = "setting.weekdays", "The last day must be the first one or come after it, Sunday at the latest.";
    SETTING_PICKUP = "setting.pickup", "First allow collection at the house.";
    SETTING_PICKUP_DAYS = "setting.pickup_days", "The most days may not be fewer than the least.";
    SETTING_PINNED = "setting.pinned", "This is fixed in {place}. Change it there, or take it out of [pin].";
    SETTING_UNKNOWN = "setting.unknown", "There is no such setting, or only the machine's file may set it.";
    SETTING_CHANGED_MEANWHILE = "setting.changed_meanwhile", "Somebody has changed this since you opened it. Compare both, then save again.";
    SETTING_MACHINE = "setting.machine", "The machine's file stands against it: {reason}";
    SETTING_NOT_WAITING = "setting.not_waiting", "This change waits no longer: it is in force or has been taken back.";
    SETTING_OWN_CHANGE = "setting.own_change", "You have asked for this change: another owner must agree.";
    SETTING_NEW_OWNER = "setting.new_owner", "Only an owner who was there before the change was asked for can agree.";
    SETTING_ASKER_GONE = "setting.asker_gone", "Whoever asked for this change may not make it any more. Ask for it again, or take it back.";
    SETTING_NOT_OWNER = "setting.not_owner", "Only an owner can agree.";
    SETTING_ONE_WAITS = "setting.one_waits", "Another change of these details waits already. Take it back first.";
    SETTING_ACCOUNT = "setting.account", "Enter the number of an account: three to nine digits.";
    SETTING_DATEV = "setting.datev", "Enter digits only, at most seven, or nothing.";
    SETTING_ACCOUNT_LENGTHS = "setting.account_lengths", "For DATEV all accounts need the same number of digits, four to eight.";

    // ── Credentials for mail and payment ────────────────────────────────────────────────────────────────────────────
    CREDENTIAL_HOST = "credential.host", "This is no server's name. Enter it alone, such as smtp.example.com.";
    CREDENTIAL_BOTH = "credential.both", "User name and password belong together: enter both, or neither.";
    CREDENTIAL_PLAIN = "credential.plain", "Without encryption everybody on the way reads the password. Choose STARTTLS or TLS.";
    CREDENTIAL_STRIPE_KEY = "credential.stripe_key", "This is no secret key of Stripe. It begins with sk_ or rk_.";
    CREDENTIAL_STRIPE_WEBHOOK = "credential.stripe_webhook", "This is no signing secret of a webhook. It begins with whsec_.";
    CREDENTIAL_TEST_KEY = "credential.test_key", "With this key no money arrives: it is Stripe's for tests. Enter the live key, which begins with sk_live_ or rk_live_.";
    CREDENTIAL_CHANGED = "credential.changed_meanwhile", "Somebody has entered or removed this since you opened it. Look at it again.";
    CREDENTIAL_HELD = "credential.held", "This is given in {place}, which wins. Change it there.";
    CREDENTIAL_NOT_OWNER = "credential.not_owner", "Only an owner of the shop enters, tests or removes this.";
    CREDENTIAL_NONE = "credential.none", "Nothing is entered yet.";
    CREDENTIAL_IN_USE = "credential.in_use", "Cards are offered with these keys. Take cards out of the ways to pay first.";
    CREDENTIAL_WECHAT_IN_USE = "credential.wechat_in_use", "WeChat Pay is offered with these keys. Take it out of the ways to pay first.";
    CREDENTIAL_WECHAT_APP = "credential.wechat_app", "This is no app ID. It begins with wx, as the merchant platform shows it.";
    CREDENTIAL_WECHAT_MERCHANT = "credential.wechat_merchant", "This is no merchant number. It has digits only, as the merchant platform shows it.";
    CREDENTIAL_WECHAT_SERIAL = "credential.wechat_serial", "This is no serial number of a certificate. It has digits and the letters A to F.";
    CREDENTIAL_WECHAT_PRIVATE_KEY = "credential.wechat_private_key", "This is no private key of a merchant. Paste all of apiclient_key.pem, from BEGIN PRIVATE KEY to END PRIVATE KEY.";
    CREDENTIAL_WECHAT_KEY_ID = "credential.wechat_key_id", "This is no ID of the public key of WeChat Pay. It begins with PUB_KEY_ID_.";
    CREDENTIAL_WECHAT_PUBLIC_KEY = "credential.wechat_public_key", "This is no public key of WeChat Pay. Paste all of pub_key.pem, from BEGIN PUBLIC KEY to END PUBLIC KEY.";
    CREDENTIAL_WECHAT_API_KEY = "credential.wechat_api_key", "The APIv3 key has 32 letters and digits.";
    CREDENTIAL_KEEP_SERVER = "credential.keep_server", "Letters wait for this server, and none may be lost. Enter the server anew instead.";
    CREDENTIAL_REFUSED = "credential.refused", "The shop cannot work with this: {reason}";

    // ── What the law asks ───────────────────────────────────────────────────────────────────────────────────────────
    DUTY_BUTTON = "compliance.button", "Order button says that it obliges to pay.";
    DUTY_BUTTON_LAW = "compliance.button_law", "Dir. 2011/83/EU art. 8(2); C-249/21";
    DUTY_BUTTON_SHOWN = "compliance.button_shown", "Checkout, the last button.";
    DUTY_BEFORE_BUTTON = "compliance.before_button", "Goods, total with taxes and delivery directly before it.";
    DUTY_BEFORE_BUTTON_LAW = "compliance.before_button_law", "Dir. 2011/83/EU art. 8(2), 6(1)(a), (e)";
    DUTY_BEFORE_BUTTON_SHOWN = "compliance.before_button_shown", "Checkout, third section.";
    DUTY_BEFORE_ORDERING = "compliance.before_ordering", "Where the shop delivers and how it is paid, before ordering begins.";
    DUTY_BEFORE_ORDERING_LAW = "compliance.before_ordering_law", "Dir. 2011/83/EU art. 8(3)";
    DUTY_BEFORE_ORDERING_SHOWN = "compliance.before_ordering_shown", "Bag, above the way to the checkout.";
    DUTY_WITHDRAW = "compliance.withdraw", "Withdrawal function without a login, in two steps, with a receipt.";
    DUTY_WITHDRAW_LAW = "compliance.withdraw_law", "Dir. 2011/83/EU art. 11a";
    DUTY_WITHDRAW_SHOWN = "compliance.withdraw_shown", "Foot of every page; page of an order; letters; page “withdraw” in every language.";
    DUTY_TELEPHONE = "compliance.telephone", "Goods added by telephone are offered by letter, and nobody is bound before consenting.";
    DUTY_TELEPHONE_LAW = "compliance.telephone_law", "Dir. 2011/83/EU art. 8(6), 8(7); BGB § 312f";
    DUTY_TELEPHONE_SHOWN = "compliance.telephone_shown", "Letter about goods that were added to an order; its page, where paying accepts the offer.";
    DUTY_WITHDRAWAL_FORM = "compliance.withdrawal_form", "Withdrawal information, and the model form to take away.";
    DUTY_WITHDRAWAL_FORM_LAW = "compliance.withdrawal_form_law", "Dir. 2011/83/EU art. 6(1)(h), 8(7), annex I";
    DUTY_WITHDRAWAL_FORM_SHOWN = "compliance.withdrawal_form_shown", "Help page “returns”; withdrawal-form.pdf in every language; attached to the letter that confirms an order.";
    DUTY_MATTRESSES = "compliance.mattresses", "Unpacked mattresses may be returned.";
    DUTY_MATTRESSES_LAW = "compliance.mattresses_law", "Dir. 2011/83/EU art. 16(e); C-681/17";
    DUTY_MATTRESSES_SHOWN = "compliance.mattresses_shown", "Help pages “returns” and “bed-terms”.";
    DUTY_RETURN_COST = "compliance.return_cost", "What the return of goods costs that the post does not take.";
    DUTY_RETURN_COST_LAW = "compliance.return_cost_law", "Dir. 2011/83/EU art. 6(1)(i)";
    DUTY_RETURN_COST_SHOWN = "compliance.return_cost_shown", "Their product pages; help pages “returns”, “bed-terms” and “shipping-and-returns”.";
    DUTY_REDUCTIONS = "compliance.reductions", "Reductions are measured against the lowest price of 30 days.";
    DUTY_REDUCTIONS_LAW = "compliance.reductions_law", "Dir. 98/6/EC art. 6a; C-330/23";
    DUTY_REDUCTIONS_SHOWN = "compliance.reductions_shown", "Price blocks of lists, products, bag, wishlist.";
    DUTY_UNIT_PRICE = "compliance.unit_price", "Price of a litre or kilogram beside the price.";
    DUTY_UNIT_PRICE_LAW = "compliance.unit_price_law", "Dir. 98/6/EC art. 3; PAngV § 4, § 5";
    DUTY_UNIT_PRICE_SHOWN = "compliance.unit_price_shown", "Body care and fragrance in lists, search, suggestions, product, bag, checkout.";
    DUTY_VAT_SHIPPING = "compliance.vat_shipping", "Prices contain VAT; shipping is named, with the way to what it costs.";
    DUTY_VAT_SHIPPING_LAW = "compliance.vat_shipping_law", "Dir. 98/6/EC art. 2; Dir. 2011/83/EU art. 6(1)(e); PAngV § 6";
    DUTY_VAT_SHIPPING_SHOWN = "compliance.vat_shipping_shown", "Every price block.";
    DUTY_GUARANTEE_NOTICE = "compliance.guarantee_notice", "Notice of the legal guarantee, as the Commission draws it.";
    DUTY_GUARANTEE_NOTICE_LAW = "compliance.guarantee_notice_law", "Dir. 2011/83/EU art. 22a; Reg. (EU) 2025/1960";
    DUTY_GUARANTEE_NOTICE_SHOWN = "compliance.guarantee_notice_shown", "Product pages, open, and terms: the files of imprint.guarantee_notice. Without them words and the way to Your Europe, which do not take its place.";
    DUTY_GUARANTEE_LABEL = "compliance.guarantee_label", "Label of a maker's own guarantee of durability of more than two years.";
    DUTY_GUARANTEE_LABEL_LAW = "compliance.guarantee_label_law", "Dir. 2011/83/EU art. 5(1)(ea), 22a; Reg. (EU) 2025/1960 Annex II";
    DUTY_GUARANTEE_LABEL_SHOWN = "compliance.guarantee_label_shown", "No product of the demonstration has one; of yours the Commission's label, filled in, as a picture of the product.";
    DUTY_GREEN = "compliance.green", "No claim to be green without proof.";
    DUTY_GREEN_LAW = "compliance.green_law", "Dir. (EU) 2024/825";
    DUTY_GREEN_SHOWN = "compliance.green_shown", "All texts of the seed and of the interface.";
    DUTY_SAFETY = "compliance.safety", "Manufacturer, responsible person, identifier, picture, warnings.";
    DUTY_SAFETY_LAW = "compliance.safety_law", "Reg. (EU) 2023/988 art. 16, 19";
    DUTY_SAFETY_SHOWN = "compliance.safety_shown", "Product page, “Product safety”, open.";
    DUTY_FIBRES = "compliance.fibres", "Fibre composition in the page's language.";
    DUTY_FIBRES_LAW = "compliance.fibres_law", "Reg. (EU) 1007/2011 art. 16";
    DUTY_FIBRES_SHOWN = "compliance.fibres_shown", "Product page, “Material”.";
    DUTY_INCI = "compliance.inci", "Ingredients of cosmetics (INCI).";
    DUTY_INCI_LAW = "compliance.inci_law", "Reg. (EC) 1223/2009 art. 19";
    DUTY_INCI_SHOWN = "compliance.inci_shown", "Product page, “Ingredients”.";
    DUTY_HAZARDS = "compliance.hazards", "Hazards: pictograms, signal word, H, P and EUH statements.";
    DUTY_HAZARDS_LAW = "compliance.hazards_law", "Reg. (EC) 1272/2008 art. 48";
    DUTY_HAZARDS_SHOWN = "compliance.hazards_shown", "Product page, “Hazard information”, open.";
    DUTY_ECO = "compliance.eco", "Éco-participation beside the price, for France.";
    DUTY_ECO_LAW = "compliance.eco_law", "Code de l'environnement art. L541-10-20";
    DUTY_ECO_SHOWN = "compliance.eco_shown", "Product, bag and checkout where goods go to France; invoice.";
    DUTY_PRODUCERS = "compliance.producers", "Unique identifiers of the producer.";
    DUTY_PRODUCERS_LAW = "compliance.producers_law", "Code de l'environnement art. R541-173; VerpackG § 9; RD 1055/2022";
    DUTY_PRODUCERS_SHOWN = "compliance.producers_shown", "Terms and legal notice: section [epr] of the settings.";
    DUTY_COOKIES = "compliance.cookies", "Refusing cookies is as easy as accepting; nothing optional before the choice.";
    DUTY_COOKIES_LAW = "compliance.cookies_law", "Dir. 2002/58/EC art. 5(3); CNIL 2020-091, 2020-092";
    DUTY_COOKIES_SHOWN = "compliance.cookies_shown", "Cookie dialog on the first page; “Cookie settings” at the foot of every page.";
    DUTY_CAPTCHA = "compliance.captcha", "A foreign captcha waits for consent; buying and writing go without.";
    DUTY_CAPTCHA_LAW = "compliance.captcha_law", "Dir. 2002/58/EC art. 5(3)";
    DUTY_CAPTCHA_SHOWN = "compliance.captcha_shown", "Registration, contact, forgotten password.";
    DUTY_LETTERS = "compliance.letters", "Letters only with consent, by boxes not ticked, confirmed by mail.";
    DUTY_LETTERS_LAW = "compliance.letters_law", "Dir. 2002/58/EC art. 13; UWG § 7";
    DUTY_LETTERS_SHOWN = "compliance.letters_shown", "Foot of every page, registration, checkout, invitation.";
    DUTY_DISPUTES = "compliance.disputes", "No link to the platform for disputes, which is closed.";
    DUTY_DISPUTES_LAW = "compliance.disputes_law", "Reg. (EU) 2024/3228";
    DUTY_DISPUTES_SHOWN = "compliance.disputes_shown", "Absent from all texts.";
    DUTY_IMPRINT = "compliance.imprint", "Imprint, one click away.";
    DUTY_IMPRINT_LAW = "compliance.imprint_law", "Dir. 2000/31/EC art. 5; LCEN art. 1-1; DDG § 5; LSSI art. 10";
    DUTY_IMPRINT_SHOWN = "compliance.imprint_shown", "Foot of every page: help page “legal-notice”.";
    DUTY_ACCESSIBILITY = "compliance.accessibility", "Accessibility statement, and whom to tell of a barrier.";
    DUTY_ACCESSIBILITY_LAW = "compliance.accessibility_law", "Dir. (EU) 2019/882 art. 13, annex V";
    DUTY_ACCESSIBILITY_SHOWN = "compliance.accessibility_shown", "Foot of every page: help page “accessibility”, with the report of the tests.";
    // What is open.
    COMPLIANCE_DEMO = "compliance.open_demo", "This is still the demonstration's. Enter your own.";
    COMPLIANCE_ZEROS = "compliance.open_zeros", "A number made of zeros belongs to nobody. Enter your own.";
    COMPLIANCE_NOTICE = "compliance.open_notice", "Name the folder with the Commission's notice of the legal guarantee, in colour and unchanged, one file for each language. It is due since 27 September 2026, and the shop's own words do not take its place.";
    COMPLIANCE_HTTPS = "compliance.open_https", "Give the address that shoppers use, with https://.";
    COMPLIANCE_MODE = "compliance.open_mode", "This shop is a demonstration. Set “production” before it sells.";
    COMPLIANCE_EMPTY = "compliance.open_empty", "There is no product on sale yet.";
    COMPLIANCE_WORDS = "compliance.open_words", "Of itself the house still says the demonstration’s words, in: {languages}. Write your own.";
    COMPLIANCE_ICON = "compliance.open_icon", "Browsers still show the demonstration’s icon. Put in your own.";
    COMPLIANCE_HOME_TEXTS = "compliance.open_home_texts", "The home page still has sentences of the demonstration, in: {languages}. Write your own.";
    COMPLIANCE_HOME_PICTURES = "compliance.open_home_pictures", "The home page still shows pictures of the demonstration: {pictures}. Choose your own.";
    COMPLIANCE_MAKER_ADDRESS = "compliance.open_maker_address", "Its name, postal address and email address must be given (Regulation (EU) 2023/988, art. 19).";
    COMPLIANCE_MAKER_EXAMPLE = "compliance.open_maker_example", "One of its email addresses reaches nobody: it is the demonstration's.";
    COMPLIANCE_MAKER_COUNTRY = "compliance.open_maker_country", "Its country is not given.";
    COMPLIANCE_MAKER_OUTSIDE = "compliance.open_maker_outside", "It lies outside the Union. Name who answers for it there (Regulation (EU) 2023/988, art. 16).";
    COMPLIANCE_PRODUCTS = "compliance.open_products", "Products on sale that lack this: {count}.";
    COMPLIANCE_TYPE = "compliance.open_type", "Goods of the type {type} are on sale ({count}, such as {sku}). The shop does not know this type, and asks for neither fibres, ingredients nor content. Choose one from its list; “Other goods” says that you have looked into the law yourself.";
    COMPLIANCE_COLLECTION = "compliance.open_collection", "No product has the type {type}. There are {known}.";
    COMPLIANCE_PASSKEYS = "compliance.open_passkeys", "Passkeys that were made for {host} no longer open the console. People who have one: {people}; without another way in: {without}.";
    COMPLIANCE_TEST_KEY = "compliance.open_test_key", "The key that was entered here is Stripe’s for tests, and this shop sells: cards are not offered. Enter the live key.";
    COMPLIANCE_HELD = "compliance.open_held", "A part of this is given in {place}, so what was entered here does not count. Give all of it there, or take it out.";
    COMPLIANCE_CREDENTIAL = "compliance.open_credential", "What was entered here was sealed on another machine and cannot be read on this one. Enter it anew.";
    MACHINE_TEST_KEY = "compliance.machine_test_key", "payment.stripe.secret_key is one for tests, so orders by card count as paid and no money arrives; give the live key, which begins with sk_live_ or rk_live_";
    MACHINE_NO_MAIL = "compliance.machine_mail", "mail.host is empty, so mails to customers only become files under mail/ in the data folder; name an SMTP server";
    MACHINE_NO_URL = "compliance.machine_url", "server.public_url is empty, so links in mails and sitemaps begin with {url}, and cookies go out without Secure; give the address that shoppers use, with https://";
    MACHINE_PLAIN_URL = "compliance.machine_plain_url", "server.public_url is {url}, so cookies go out without Secure; give the address with https://";
    MACHINE_NO_PROXY = "compliance.machine_proxy", "server.trusted_proxies is empty, so all shoppers behind the web server on this machine count as one address; name the web server's address, and let it set X-Forwarded-For";
    MACHINE_NO_CONSOLE = "compliance.machine_console", "console.host is empty, and pages of the shop load scripts of a tag manager, Matomo or reCAPTCHA, which could act as whoever is signed in beside them: the console opens nowhere until it has a host name of its own";
    MACHINE_NO_METRICS = "compliance.machine_metrics", "server.metrics_from and server.metrics_token are empty, so nobody can read /metrics; name the address of the monitoring, or give it a token";
    FIGURES_REVERSED = "figures.reversed", "The last day is before the first. Please change one of the two.";
    FIGURES_YEAR = "figures.year", "Enter a year from 2000 on, e.g. 2026.";
    FIGURES_TOO_LONG = "figures.too_long", "At most three years fit into one table. Please choose a later first day.";
    FIGURES_MONTH = "figures.month", "Choose a month that has begun, e.g. 2026-10.";
    FIGURES_BUSY = "figures.busy", "Another archive is being made. Please try again in a minute.";
    CAMPAIGN_NOT_FOUND = "campaign.not_found", "There is no such campaign any more.";
    CAMPAIGN_CHANGED_MEANWHILE = "campaign.changed_meanwhile", "Somebody has changed this campaign since you opened it. Look at what it is now and try again.";
    CAMPAIGN_NO_DRAFT = "campaign.no_draft", "This campaign is scheduled or was called off. Only a draft can be changed.";
    CAMPAIGN_NOT_PLANNED = "campaign.not_planned", "Only a campaign that has yet to begin can become a draft again.";
    CAMPAIGN_NOT_RUNNING = "campaign.not_running", "Only a campaign that is planned or running can be called off.";
    CAMPAIGN_END_FIXED = "campaign.end_fixed", "Only a campaign that is planned or running can end at another time. One that has ended would begin a new reduction: plan a new campaign.";
    CAMPAIGN_END_SAME = "campaign.end_same", "This is when the campaign ends.";
    CAMPAIGN_END_TAKEN = "campaign.end_taken", "The campaign {name} reduces {sku} by then. Choose an earlier end.";
    CAMPAIGN_PLAN_CHANGED = "campaign.plan_changed", "Prices or goods have changed since you saw what this campaign does. Look at it again, then schedule it.";
    CAMPAIGN_NOTHING_REDUCED = "campaign.nothing_reduced", "This campaign would reduce no item. Choose goods, a larger reduction or another time.";
    CAMPAIGN_NAME_EMPTY = "campaign.name_empty", "Enter a name for the campaign.";
    CAMPAIGN_END_BEFORE_BEGIN = "campaign.end_before_begin", "The end must come after the begin.";
    CAMPAIGN_END_PAST = "campaign.end_past", "The end has passed. Choose a time to come.";
    CAMPAIGN_PERCENT_BAD = "campaign.percent_bad", "Enter a percentage above 0 and below 100.";
    CAMPAIGN_PRICE_BAD = "campaign.price_bad", "Enter a price above 0 for {sku}.";
    CAMPAIGN_ITEMS_MANY = "campaign.items_many", "A campaign can have at most {max} items, each variant counted. Split it into several.";
    CAMPAIGN_DAYS_BAD = "campaign.days_bad", "Show at most {max} days at a time.";
    PRICE_SKU_UNKNOWN = "price.sku_unknown", "There is no item with prices by the number {sku}. A product with options has those of each variant.";
    PRICE_CURRENCY_UNKNOWN = "price.currency_unknown", "The shop has no prices in this currency.";
    PRICE_AMOUNT_BAD = "price.amount_bad", "Enter an amount from 0.01 to 9999999.99.";
    PRICE_REGULAR_BAD = "price.regular_bad", "The regular price must be above the price. Raise it or leave it out.";
    PRICE_TIME_PAST = "price.time_past", "This time has passed. Choose a time to come, or now.";
    PRICE_CHANGED_MEANWHILE = "price.changed_meanwhile", "The prices of this item have changed since you looked. Look at them again.";
    PRICE_TWICE = "price.twice", "This price stands there twice. Leave one line.";
    PRICE_LINES = "price.lines", "Set from 1 to {max} prices at a time.";
    PRICE_NOT_PLANNED = "price.not_planned", "No price is planned for this time any more.";
    PROMO_TAG_DEMONSTRATION = "promo_tag.demonstration", "This is the demonstration’s tag, and its documentation is public. Choose another name.";
    PROMO_TAG_CODE = "promo_tag.code", "A tag has 1 to {max} letters, digits, hyphens and underscores.";
    PROMO_TAG_PERCENT = "promo_tag.percent", "Enter a whole percentage from 1 to 100.";
    PROMO_TAG_DAY = "promo_tag.day", "Enter a day, such as 2026-11-26.";
    PROMO_TAG_BACKWARDS = "promo_tag.backwards", "The last day is before the first one.";
    PROMO_TAG_OVER = "promo_tag.over", "The last day is over. Choose a day to come, or none.";
    PROMO_TAG_DOMAIN = "promo_tag.domain", "“{domain}” is no domain. Enter what follows the @ of the addresses, such as example.com.";
    PROMO_TAG_TAKEN = "promo_tag.taken", "There is a tag {tag} already. Change that one, or choose another name.";
    PROMO_TAG_CHANGED = "promo_tag.changed_meanwhile", "Somebody has changed this tag since you opened it. Look at what it is now and try again.";
    PROMO_TAG_UNKNOWN = "promo_tag.unknown", "There is no tag {tag}.";
    PROMO_TAG_OFF = "promo_tag.off", "The tag {tag} is off already.";

    // ── Products in the console ─────────────────────────────────────────────────────────────────────────────────────
    PRODUCT_UNKNOWN = "product.unknown", "There is no product with this item number.";
    PRODUCT_CHANGED_MEANWHILE = "product.changed_meanwhile", "Somebody has changed this since you looked. Compare both, then save again.";
    PRODUCT_FIELD_UNKNOWN = "product.field_unknown", "This product has no field {field}.";
    PRODUCT_EMPTY = "product.empty", "Fill this in.";
    PRODUCT_KEY_BAD = "product.key_bad", "Use letters, digits, hyphens and underscores only.";
    PRODUCT_SKU_BAD = "product.sku_bad", "Use capital letters, digits and hyphens only, at most 80.";
    PRODUCT_SKU_TAKEN = "product.sku_taken", "{sku} is taken. Choose another item number.";
    PRODUCT_HTML_BAD = "product.html_bad", "This holds what no page may show, or an element that is not closed. Use paragraphs, headings, lists, tables, bold, italics and links.";
    PRODUCT_URL_KEY_BAD = "product.url_key_bad", "Use small letters and digits in words joined by hyphens, such as linen-sheet.";
    PRODUCT_URL_KEY_TAKEN = "product.url_key_taken", "{sku} has this address already. Choose another.";
    PRODUCT_URL_KEY_REPEATED = "product.url_key_repeated", "Another product of this sheet has this address. Choose another.";
    PRODUCT_NUMBER_BAD = "product.number_bad", "Enter a whole number from {least} to {most}.";
    PRODUCT_AMOUNT_BAD = "product.amount_bad", "Enter an amount from {least} to {most}.";
    PRODUCT_CHOICE_BAD = "product.choice_bad", "Choose one of these: {choices}.";
    PRODUCT_REFERENCE_UNKNOWN = "product.reference_unknown", "The shop has no {key}. Choose one that it has.";
    PRODUCT_CONTENT_BOTH = "product.content_both", "Enter both the amount and its unit, or neither.";
    PRODUCT_HAZARD_BAD = "product.hazard_bad", "Write five groups of codes with semicolons between them, as in GHS07;warning;H317;P101,P102;";
    PRODUCT_WORDLESS = "product.wordless", "{code} has no word in the language {lang} yet. Add it to the vocabulary first.";
    PRODUCT_VAT_GAP = "product.vat_gap", "This VAT class has no rate in {countries}.";
    PRODUCT_PART_BAD = "product.part_bad", "{sku} cannot be part of a set. Choose a simple product or a variant.";
    PRODUCT_PICTURE_UNKNOWN = "product.picture_unknown", "There is no picture {name}. Upload it first.";
    PRODUCT_ALT_MANY = "product.alt_many", "There are more descriptions than pictures. The product has {pictures}.";
    PRODUCT_LINE_BAD = "product.line_bad", "Line {line} is not complete.";
    PRODUCT_LINE_TWICE = "product.line_twice", "Line {line} repeats an earlier one. Leave one of them.";
    PRODUCT_LINES_MANY = "product.lines_many", "At most {max} lines are possible here.";
    PRODUCT_MANY = "product.many", "Save from 1 to {max} products at a time.";
    PRODUCT_TWICE = "product.twice", "{sku} is there twice. Leave one of them.";
    PRODUCT_NOT_READY = "product.not_ready", "This product cannot be on sale yet. Fill in what is missing first.";
    PRODUCT_NEEDS_TEXT = "product.needs_text", "Shoppers need the texts in this language ({lang}) before the product is on sale.";
    PRODUCT_NEEDS_BY_LAW = "product.needs_by_law", "The law asks for this before the product is on sale ({law}).";
    PRODUCT_NEEDS_PRICE = "product.needs_price", "A price in euros is needed before the product is on sale; of a product with options, for each variant.";
    PRODUCT_NEEDS_VARIANTS = "product.needs_variants", "At least one variant must be on before the product is on sale.";
    PRODUCT_NEEDS_PARTS = "product.needs_parts", "A set needs its parts before it is on sale.";
    PRODUCT_PRICE_OF_VARIANTS = "product.price_of_variants", "A product with options has the prices of its variants.";
    PRODUCT_PRICE_THERE = "product.price_there", "There is a price in this currency already.";
    PRODUCT_NO_OPTIONS = "product.no_options", "Choose options with their values first. Only a product with options has variants.";
    PRODUCT_OPTION_USED = "product.option_used", "The variant {sku} is {value}. What variants have stays offered.";
    PRODUCT_CHOICE_FIXED = "product.choice_fixed", "What a variant is never changes. Switch it off and add another.";
    PRODUCT_CHOICE_TAKEN = "product.choice_taken", "Such a variant is there already, or the product does not offer it.";
    PRODUCT_VARIANTS_MANY = "product.variants_many", "From 1 to {max} variants are possible. Offer fewer values.";
    PRODUCT_VERSION_UNKNOWN = "product.version_unknown", "There is no such version of this product.";
    PRODUCT_NOTHING_CHANGED = "product.nothing_changed", "Nothing differs. There is nothing to save.";
    PRODUCT_PREVIEW_TEXTLESS = "product.preview_textless", "Write a name in this language first. Without one there is no page.";
    PRODUCT_PREVIEW_PRICELESS = "product.preview_priceless", "Enter a price first. Without one there is no page.";
    CATEGORY_UNKNOWN = "category.unknown", "There is no such category any more. Go back to the tree.";
    CATEGORY_FIELD_UNKNOWN = "category.field_unknown", "A category has no field {field}.";
    CATEGORY_KEY_TAKEN = "category.key_taken", "The key {category} is taken. Choose another.";
    CATEGORY_URL_KEY_TAKEN = "category.url_key_taken", "The category {category} has this address already. Choose another.";
    CATEGORY_BELOW_ITSELF = "category.below_itself", "A category cannot stand below itself, or below one that it holds.";
    CATEGORY_TOO_DEEP = "category.too_deep", "Categories stand at most {max} levels below the top.";
    CATEGORY_TREE_CHANGED = "category.tree_changed", "Somebody has moved categories meanwhile. Look at the tree as it is now, then move yours again.";
    CATEGORY_ORDER_CHANGED = "category.order_changed", "Somebody has put these products in another order meanwhile. Look at it as it is now, then move yours again.";
    CATEGORY_PLACES_MANY = "category.places_many", "The first {max} products of a list are put in order by hand. Move it further up.";
    CATEGORY_NOT_LISTED = "category.not_listed", "The list shows {sku} no more. Look at it as it is now.";
    CATEGORY_CHANGED_MEANWHILE = "category.changed_meanwhile", "Somebody has changed this category since you opened it. Look at it again first.";
    CATEGORY_NOT_EMPTY = "category.not_empty", "It still holds products ({products}) or categories ({categories}). Choose where they go.";
    CATEGORY_TOO_FULL = "category.too_full", "It holds {products} products, and at most {max} are moved at once. Take some out first.";
    CATEGORY_VERSION_UNKNOWN = "category.version_unknown", "There is no such version of this category.";

    // The words of the catalogue.
    LEXICON_UNKNOWN = "lexicon.unknown", "There is no such entry, or not any more. Look at the list as it is now.";
    LEXICON_PLACE_UNKNOWN = "lexicon.place_unknown", "There is no {code} to which it could belong.";
    LEXICON_FIELD_UNKNOWN = "lexicon.field_unknown", "There is no field {field} here.";
    LEXICON_CODE_TAKEN = "lexicon.code_taken", "The code {code} is taken. Choose another.";
    LEXICON_NAME_TAKEN = "lexicon.name_taken", "{code} is called this already. Choose another name.";
    LEXICON_CHANGED_MEANWHILE = "lexicon.changed_meanwhile", "Somebody has changed this since you opened it. Close it and look at it as it is now.";
    LEXICON_ORDER_CHANGED = "lexicon.order_changed", "Somebody has added or moved something here meanwhile. Look at the list as it is now, then move yours again.";
    LEXICON_UNORDERED = "lexicon.unordered", "These have no order of their own.";
    LEXICON_USED = "lexicon.used", "It stays: products use it ({products}). Give them another first.";
    LEXICON_OWN = "lexicon.own", "The shop itself uses this: change its words. It is neither added nor removed.";
    LEXICON_COUNTRIES = "lexicon.countries", "Choose at least one country. Remove a group that is sent nowhere.";
    LEXICON_SYNONYMS = "lexicon.synonyms", "Write from 2 to {most} words, one a line.";
    LEXICON_SYNONYM_TWICE = "lexicon.synonym_twice", "{word} is here twice: the search ignores case and accents.";
    LEXICON_SYNONYM_BLANK = "lexicon.synonym_blank", "{word} has no letter or digit that the search could look for.";
    LEXICON_RESPONSIBLE = "lexicon.responsible", "This maker is outside the Union: say who answers for its products there.";
    PICTURE_UNKNOWN = "picture.unknown", "This picture is not there any more.";
    PICTURE_UNREADABLE = "picture.unreadable", "This is no complete JPEG, PNG or WebP picture. Save it anew and choose it again.";
    PICTURE_TOO_LARGE = "picture.too_large", "A picture may have {megabytes} megabytes. Save it smaller and choose it again.";
    PICTURE_TOO_MANY_PIXELS = "picture.too_many_pixels", "The picture has {width} × {height} pixels. At most {megapixels} megapixels, and {side} pixels on a side, are possible: save it smaller.";
    SAVED_VIEW_NAME_EMPTY = "saved_view.name_empty", "Enter a name for the view.";
    SAVED_VIEW_NAME_TAKEN = "saved_view.name_taken", "There is a view of this name already. Choose another name.";
    SAVED_VIEW_TOO_MANY = "saved_view.too_many", "A list can have {max} views of yours and {max} for all. Delete one that nobody needs.";
    SAVED_VIEW_CHANGED = "saved_view.changed_meanwhile", "Somebody has changed this view since you opened it. Look at it again first.";
    SAVED_VIEW_NOT_FOUND = "saved_view.not_found", "There is no such view any more.";
    DEED_PENDING = "deed.pending", "{name} is changing this right now. Wait a few seconds, or undo that change first.";
    DEED_PENDING_OWN = "deed.pending_own", "Your own change of this is about to be carried out. Wait a few seconds, or undo it first.";
    DEED_AUTHOR_GONE = "deed.author_gone", "Whoever asked for this no longer has access to the console.";
    DEED_AUTHOR_NOT_ALLOWED = "deed.author_not_allowed", "The role of whoever asked for this no longer allows it.";
    DEED_CARRIED_OUT = "deed.carried_out", "This can no longer be undone: it has been carried out, or somebody has undone it.";

    // ── Orders in the console ───────────────────────────────────────────────────────────────────────────────────────
    ORDER_CHANGED_MEANWHILE = "order.changed_meanwhile", "This order has changed since you opened it. Look at what is new and try again.";
    ORDER_REASON_EMPTY = "order.reason_empty", "Say why in a few words.";
    ORDER_NOTE_EMPTY = "order.note_empty", "Write what is to be noted.";
    ORDER_TEXT_TOO_LONG = "order.text_too_long", "This text is too long. Write at most {max} characters.";
    ORDER_CARRIER_UNKNOWN = "order.carrier_unknown", "Select a carrier from the list.";
    ORDER_CARRIER_UNAVAILABLE = "order.carrier_unavailable", "This carrier does not deliver the goods of this order to its address. Select another.";
    ORDER_CARRIER_LATE = "order.carrier_late", "A parcel of this order has left already. Choose the carrier of each further parcel when you ship it.";
    ORDER_CARRIER_COLLECTED = "order.carrier_collected", "This order is collected, so no carrier takes it. To have it delivered, cancel it and enter it anew.";
    ORDER_CARRIER_AWAITED = "order.carrier_awaited", "The surcharge for another carrier, order {number}, is not paid yet. Wait for its payment, or cancel that order first.";
    ORDER_CARRIER_SURCHARGE = "order.carrier_surcharge", "This order is the surcharge for a carrier. Change the order that it belongs to, or cancel this one.";
    ORDER_CARRIER_NOT_DEARER = "order.carrier_not_dearer", "This carrier costs no more than was charged. Change to it without a surcharge.";
    ORDER_CARRIER_AMOUNT_CHANGED = "order.carrier_amount_changed", "The surcharge has changed from {expected} to {amount} {currency}. Tell the customer, then go on with the new one.";
    ORDER_CARRIER_ALONG = "order.carrier_along", "These goods travel with another order. Change the carrier of that one.";
    ORDER_NO_EMAIL = "order.no_email", "There is no email address any more to send this to.";
    ORDER_DOCUMENT_NOT_FOUND = "order.document_not_found", "This order has no such document.";
    ORDER_MAIL_NOT_FOUND = "order.mail_not_found", "This mail is not kept any more.";
    ORDER_MAIL_OUTDATED = "order.mail_outdated", "This mail no longer fits the order, so it cannot be sent again.";
    ORDER_CHANGE_LATE = "order.change_late", "This order has left or has ended: nothing can be changed about it any more.";
    ORDER_ADDRESS_LATE = "order.address_late", "A parcel of this order has left already, so its addresses stay as they are.";
    ORDER_COUNTRY_FIXED = "order.country_fixed", "VAT and shipping follow from the country of delivery, so it stays. For another one, cancel this order and enter it anew.";
    ORDER_NOTHING_CHANGED = "order.nothing_changed", "Nothing is different from what the order says already.";
    ORDER_REMOVE_TOO_MUCH = "order.remove_too_much", "Enter how many pieces to take out, at most those that have not been shipped.";
    ORDER_REMOVE_ALL = "order.remove_all", "Nothing would be left of this order. Cancel it as a whole instead.";
    ORDER_AWAITS_CONFIRMATION = "order.awaits_confirmation", "This order still waits for its customer to confirm it by mail. Change it after that, or cancel it.";
    ORDER_ADD_ENDED = "order.add_ended", "This order has ended. Enter a new one for its customer.";
    ORDER_ADD_ALONG = "order.add_along", "This order travels in the parcel of {number}. Add the goods to that order.";
    ORDER_ADD_LEFT = "order.add_left", "This order has left already, so nothing can travel with it. Choose a parcel of its own.";
    ORDER_ADD_NOTHING = "order.add_nothing", "Choose at least one item to add.";
    ORDER_ADD_TOO_MANY = "order.add_too_many", "At most {max} different items can be added at once.";
    ORDER_ADD_UNKNOWN = "order.add_unknown", "{sku} is not on sale in {currency}. Choose another item.";
    ORDER_ADD_SOLD_OUT = "order.add_sold_out", "{name} is sold out. Take it out, or choose another item.";
    ORDER_ADD_ONLY = "order.add_only", "Of {name}, 1 to {most} can be ordered now. Change the quantity.";
    ORDER_ADD_NOT_SHIPPED = "order.add_not_shipped", "{name} is not sold in {country}. Take it out, or choose another item.";
    ORDER_ADD_NO_CARRIER = "order.add_no_carrier", "No carrier takes these goods to {country}. Take something out.";
    ORDER_ADD_SHARE = "order.add_share", "Unpaid orders already hold all that may be set aside of {name}. Choose fewer, or wait until one of them is paid or canceled.";
    ORDER_ADD_TOTAL_CHANGED = "order.add_total_changed", "The total has changed from {expected} to {total} {currency}. Tell the customer, then go on with the new one.";
    ORDER_ADD_TWICE = "order.add_twice", "This was sent already with other goods. Close the window and look at the linked order.";
    ORDER_TAKE_TWICE = "order.take_twice", "This was sent already as another order. Look at the newest orders before you send it again.";
    ORDER_TO_COLLECT = "order.to_collect", "This order is collected at the house. Hand it over instead of sending it.";
    ORDER_NOT_COLLECTED = "order.not_collected", "This order is sent to its customer, not collected.";
    ORDER_READY_ALREADY = "order.ready_already", "This order lies ready already, and its customer knows.";
    ORDER_COLLECT_UNPAID = "order.collect_unpaid", "This order is not paid. Record the payment before you hand it over.";
    ORDER_COLLECT_ENDED = "order.collect_ended", "Nothing of this order is left to be collected.";
    ORDER_COLLECTOR_EMPTY = "order.collector_empty", "Enter the name of whoever takes the goods.";
    INVOICE_CREDITED = "order.invoice_credited", "{amount} of this order has been given back already, which is more than would be left of it. Cancel it as a whole instead.";
    PAYMENT_PAGE_OPEN = "payment.page_open", "The customer can pay the former amount at this moment. Close the payment page first, and wait until the order shows that it is closed.";
    PAYMENT_PAGE_NONE = "payment.page_none", "No payment page of this order is open.";
    PAYMENT_NOT_FOUND = "payment.not_found", "This order has no such payment.";
    PAYMENT_TAKEN_BACK = "payment.taken_back", "This payment has been taken back already.";
    PAYMENT_OF_GATEWAY = "payment.of_gateway", "This money has come through the payment provider, so it was no mistake. Refund it instead.";
    PAYMENT_TOO_OLD = "payment.too_old", "This payment was booked more than a day ago. Refund it instead.";
    PAYMENT_SHIPPED = "payment.shipped", "Goods of this order have left, so its payment stays booked. Ask the customer for the money.";
    PAYMENT_REFUNDED = "payment.refunded", "Money of this order has been given back or is about to be, so its payments stay as they are booked.";
    PAYMENT_NOTHING_OUTSTANDING = "payment.nothing_outstanding", "This order waits for no money. If some has come, enter its amount.";
    PAYMENT_DATE_AHEAD = "payment.date_ahead", "The value date lies ahead. Enter the day on which the money came.";
    PAYMENT_BOOKED_ALREADY = "payment.booked_already", "A payment with the same amount, reference and value date is booked already. If this is another one, confirm that it is.";

    // ── Captcha ─────────────────────────────────────────────────────────────────────────────────────────────────────
    CAPTCHA_REQUIRED = "captcha.required", "Please complete the security check.";
    /// boutique.md §8.
    CAPTCHA_WRONG = "captcha.wrong", "The security check failed: wrong code. Please try the new one.";
    CAPTCHA_EXPIRED = "captcha.expired", "The security check has expired. Please try the new one.";
    CAPTCHA_LINK_INVALID = "captcha.link_invalid", "This link has been used, or has lapsed. Please send the form once more for a new one.";
    CAPTCHA_LINKS = "captcha.links", "Several forms have been sent already. Please look in your mail, or try again later.";
    /// boutique.md §5.
    CAPTCHA_CONSENT = "captcha.consent", "Please allow the captcha cookies to create an account.";

    // ── Contact, chat, help ─────────────────────────────────────────────────────────────────────────────────────────
    CONTACT_SUBJECT_UNKNOWN = "contact.subject_unknown", "Please select a subject from the list.";
    CONTACT_TOO_MANY = "contact.too_many", "You have sent us several messages in a short time. Please wait before sending another.";
    CONTACT_SUBJECT_EMPTY = "contact.subject_empty", "Please select a subject.";
    /// boutique.md §5.
    CONTACT_MESSAGE_EMPTY = "contact.message_empty", "Please enter a message.";
    CONTACT_MESSAGE_TOO_LONG = "contact.message_too_long", "Please shorten your message to {max} characters.";
    CONTACT_SENT = "contact.sent", "Your message is sent. We answer within 24 hours.";
    SURVEY_RATING = "contact.survey_rating", "Please choose a rating from 1 to 5.";
    SURVEY_THANKS = "contact.survey_thanks", "Thank you for your answer.";
    CHAT_OPEN = "chat.open", "Our customer service is at the desk and answers at once.";
    CHAT_CLOSED = "chat.closed", "Our customer service answers from {time}.";
    CHAT_NOT_FOUND = "chat.not_found", "We cannot find this conversation. Please open the chat again.";
    CHAT_ENDED = "chat.ended", "This conversation has ended. Please open the chat again to start another.";
    CHAT_TOO_MANY = "chat.too_many", "You have sent many messages in a short time. Please wait a moment before sending another.";
    /// The chat is off, nobody is there, or the conversation has become too long.
    CHAT_UNAVAILABLE = "chat.unavailable", "The chat is closed. Please write to us through the contact form.";
    HELP_NOT_FOUND = "page.help_not_found", "There is no such help page.";

    // ── What each cookie is for (boutique.md §2: the dialog lists purposes) ─────────────────────────────────────────
    COOKIE_SESSION = "cookie.session", "Your session: keeps your bag and your login.";
    COOKIE_HANDLE = "cookie.handle", "Links requests in our technical logs; gives access to nothing.";
    COOKIE_LOGIN = "cookie.login", "Tells the pages whether you are logged in.";
    COOKIE_DEVICE = "cookie.device",
        "Recognises a device on which you have logged in, so that others’ wrong passwords do not lock you out; names nobody.";
    COOKIE_MARK = "cookie.mark", "Technical mark of the session.";
    COOKIE_LANGUAGE = "cookie.language", "The language you chose.";
    COOKIE_FROM_STORE = "cookie.from_store",
        "The store you came from when you changed the language, so that you are not led elsewhere.";
    COOKIE_CURRENCY = "cookie.currency", "The currency you chose.";
    COOKIE_PROMO = "cookie.promo", "Your employee promo tag.";
    COOKIE_CONSENT = "cookie.consent", "Your choice of cookies.";
    COOKIE_CAPTCHA = "cookie.captcha", "Whether you allow an external captcha.";
    COOKIE_DRAFT = "cookie.draft", "Keeps what you typed at checkout until you order or close the tab.";
    COOKIE_SENT = "cookie.sent", "Remembers an order that is on its way, so that it is not placed twice.";
    COOKIE_WISH = "cookie.wish", "Remembers what you wished to save, until you have logged in.";
    COOKIE_KEPT = "cookie.kept", "Keeps what you were typing while you log in again or change the language.";
    COOKIE_INVITATION = "cookie.invitation", "Shows the invitation to our letters only once, until the browser is closed.";
    COOKIE_FIRST_VISIT = "cookie.first_visit", "Shows the invitation to our letters once only.";
    COOKIE_FIRST_NAME = "cookie.first_name", "Greets you by your first name.";
    COOKIE_VIEWED = "cookie.viewed", "Shows the goods that you looked at last.";
    COOKIE_SUBSCRIBED = "cookie.subscribed", "Hides the invitation to our letters from subscribers.";
    COOKIE_RECAPTCHA = "cookie.recaptcha", "Tells people from machines on forms (Google reCAPTCHA).";
    COOKIE_TAGS = "cookie.tags", "Counts visits and purchases (Google Tag Manager).";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_and_texts_are_unique() {
        let ids: BTreeSet<_> = ALL.iter().map(|def| def.id).collect();
        let texts: BTreeSet<_> = ALL.iter().map(|def| def.text).collect();
        assert_eq!(ids.len(), ALL.len());
        assert_eq!(texts.len(), ALL.len(), "the text is the translation key");
    }

    #[test]
    fn ids_have_a_noun_and_a_name() {
        for def in ALL {
            let (noun, rest) = def.id.split_once('.').expect("a dot");
            let plain = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
            assert!(plain(noun) && plain(rest), "{}", def.id);
        }
    }

    /// The literals of boutique.md §5, §7 and §8, copied independently.
    #[test]
    fn specified_texts_are_verbatim() {
        let quoted = [
            "Please enter a valid email address.",
            "Please enter a valid email address. For example {email}.",
            "Please select one or more ways to hear from us.",
            "Please select a payment method",
            "select an option",
            "Cannot set quantity below 1",
            "You have reached the maximum order quantity for this item.",
            "We don't have as many {name} as you requested.",
            "Only {number} left.",
            "Some items in the set are out of stock.",
            "Please enter a valid ALL Member Card Number.",
            "Invalide product.",
            "login required",
            "error",
            "This email address is already subscribed.",
            "This email address is already assigned to another user.",
            "Your email or password was entered incorrectly",
            "You did not sign in correctly or your account is temporarily disabled",
            "error while processing, try later",
            "AN ERROR OCCURRED",
            "Sorry, your credit card payment failed.",
        ];
        for text in quoted {
            assert!(ALL.iter().any(|def| def.text == text), "missing: {text}");
        }
    }

    #[test]
    fn every_brace_is_a_placeholder() {
        for def in ALL {
            let names: Vec<&str> =
                def.text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
            assert_eq!(def.text.matches('{').count(), names.len(), "{}", def.id);
            assert_eq!(def.text.matches('}').count(), names.len(), "{}", def.id);
            assert!(
                names.iter().all(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase())),
                "{}",
                def.id
            );
        }
    }

    #[test]
    fn rendering_fills_known_parameters() {
        assert_eq!(
            QTY_INSUFFICIENT.with("name", "Lac bath towel").rendered(),
            "We don't have as many Lac bath towel as you requested."
        );
        assert_eq!(Message::from(ONLY_LEFT).rendered(), "Only {number} left.");
        // Values are not templates.
        assert_eq!(
            QTY_INSUFFICIENT.with("name", "{name}").rendered(),
            "We don't have as many {name} as you requested."
        );
    }
}
