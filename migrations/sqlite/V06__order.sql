-- Orders (specification §3; decisions §6). "order" is a word of SQL, hence sales_order. What was agreed is copied here:
-- a later change of the catalogue never changes an order. Amounts are minor units of the order's currency.
CREATE TABLE counter (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sales_order (
    id                  INTEGER PRIMARY KEY,
    number              TEXT NOT NULL UNIQUE,
    session_id          INTEGER REFERENCES session (id) ON DELETE SET NULL,
    customer_id         INTEGER,
    store_id            INTEGER NOT NULL,
    lang                TEXT NOT NULL,
    email               TEXT NOT NULL,
    email_key           TEXT NOT NULL,          -- as addresses are compared
    status              TEXT NOT NULL,
    payment_method      TEXT NOT NULL,
    shipping_method     TEXT NOT NULL,
    delivery_from       TEXT NOT NULL,          -- ISO 8601 date
    delivery_to         TEXT NOT NULL,
    currency            TEXT NOT NULL,
    rate                TEXT NOT NULL,          -- units for 1 EUR when it was placed, exact decimal
    promo_tag           TEXT,                   -- the tag that counted
    promo_percentage    INTEGER NOT NULL,
    subtotal_incl_tax   INTEGER NOT NULL,
    subtotal_excl_tax   INTEGER NOT NULL,
    discount_amount     INTEGER NOT NULL,
    discount_net_amount INTEGER NOT NULL,
    shipping_amount     INTEGER NOT NULL,
    shipping_discount   INTEGER NOT NULL,
    tax_amount          INTEGER NOT NULL,
    total               INTEGER NOT NULL CHECK (total >= 0),
    total_qty           INTEGER NOT NULL CHECK (total_qty > 0),
    member_card         TEXT,
    points              INTEGER NOT NULL,
    wants_account       INTEGER NOT NULL CHECK (wants_account IN (0, 1)),
    wants_newsletter    INTEGER NOT NULL CHECK (wants_newsletter IN (0, 1)),
    created_at          INTEGER NOT NULL,
    hold_until          INTEGER                 -- last second for which unpaid goods are held; null once decided
) STRICT;
CREATE INDEX sales_order_email ON sales_order (email_key, status);
CREATE INDEX sales_order_session ON sales_order (session_id, status);
CREATE INDEX sales_order_hold ON sales_order (hold_until) WHERE hold_until IS NOT NULL;

-- Keys to an order for whoever has no account: of each only the SHA-256 is kept. An order may have several, because every
-- mail that links to it carries a key of its own.
CREATE TABLE order_token (
    token_hash BLOB PRIMARY KEY,
    order_id   INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX order_token_order ON order_token (order_id);

CREATE TABLE order_line (
    order_id           INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    position           INTEGER NOT NULL,
    product_id         INTEGER REFERENCES product (id) ON DELETE SET NULL,
    sku                TEXT NOT NULL,
    name               TEXT NOT NULL,
    options            TEXT NOT NULL,           -- as shown: JSON list of code, name, value, label
    qty                INTEGER NOT NULL CHECK (qty > 0),
    price              INTEGER NOT NULL,
    market_price       INTEGER,
    discount_amount    INTEGER NOT NULL,
    vat_rate           TEXT NOT NULL,           -- percent, exact decimal
    promotion_category TEXT NOT NULL,
    PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_line_product ON order_line (product_id);

-- The VAT contained in the total, by rate, shipping included.
CREATE TABLE order_vat (
    order_id     INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    rate         TEXT NOT NULL,                 -- percent, exact decimal
    net_amount   INTEGER NOT NULL,
    tax_amount   INTEGER NOT NULL,
    gross_amount INTEGER NOT NULL,
    PRIMARY KEY (order_id, rate)
) STRICT, WITHOUT ROWID;

-- The pieces taken from stock, so that exactly those go back, once: giving them back deletes the rows.
CREATE TABLE order_reservation (
    order_id   INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    product_id INTEGER NOT NULL REFERENCES product (id),
    qty        INTEGER NOT NULL CHECK (qty > 0),
    PRIMARY KEY (order_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_reservation_product ON order_reservation (product_id);

CREATE TABLE order_address (
    order_id   INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('shipping', 'billing')),
    first_name TEXT NOT NULL,
    last_name  TEXT NOT NULL,
    company    TEXT NOT NULL,
    address1   TEXT NOT NULL,
    address2   TEXT NOT NULL,
    city       TEXT NOT NULL,
    county     TEXT NOT NULL,
    region     TEXT NOT NULL,
    postcode   TEXT NOT NULL,
    country    TEXT NOT NULL,
    telephone  TEXT NOT NULL,
    tax_id     TEXT NOT NULL,
    PRIMARY KEY (order_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_status_history (
    order_id    INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    from_status TEXT,
    to_status   TEXT NOT NULL,
    actor       TEXT NOT NULL,                  -- customer, job, operator, gateway
    reason      TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;

-- Orders by the key that the client made: a success is replayed, another body under the key is refused.
CREATE TABLE idempotency (
    key_hash   BLOB PRIMARY KEY,                -- SHA-256 of session and key
    body_hash  BLOB NOT NULL,
    salt       TEXT NOT NULL,                   -- with the client's key it gives the order's token again
    order_id   INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_created ON idempotency (created_at);
CREATE INDEX idempotency_order ON idempotency (order_id);
