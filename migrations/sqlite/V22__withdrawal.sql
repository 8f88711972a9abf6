-- Withdrawals from contracts (Directive 2011/83/EU art. 11a): statements as they were made, whether or not we know the order.
CREATE TABLE withdrawal (
    id           INTEGER PRIMARY KEY,
    number       TEXT NOT NULL UNIQUE,      -- what the receipt names
    order_id     INTEGER REFERENCES sales_order (id) ON DELETE SET NULL, -- null: to be found by an operator
    order_number TEXT NOT NULL,             -- as it was given
    name         TEXT NOT NULL,
    email        TEXT NOT NULL,
    email_key    TEXT NOT NULL,
    items        TEXT NOT NULL,             -- as given: JSON list of what is withdrawn from; empty: the whole order
    message      TEXT NOT NULL,
    lang         TEXT NOT NULL,
    received_at  INTEGER NOT NULL,
    handled_at   INTEGER,
    note         TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX withdrawal_email ON withdrawal (email_key, received_at);
CREATE INDEX withdrawal_order ON withdrawal (order_id);
CREATE INDEX withdrawal_open ON withdrawal (received_at) WHERE handled_at IS NULL;
