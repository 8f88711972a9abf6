-- What is changed about an order after it was placed (src/amendment). Amounts are minor units, times Unix milliseconds.

-- Pieces that were taken out of a line before they left; `qty` stays what was ordered.
ALTER TABLE order_line ADD COLUMN canceled INTEGER NOT NULL DEFAULT 0 CHECK (canceled BETWEEN 0 AND qty);

CREATE TABLE order_change (
    id         INTEGER PRIMARY KEY,
    order_id   INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('addresses', 'lines')),
    actor      TEXT NOT NULL,
    reason     TEXT NOT NULL,
    total      INTEGER NOT NULL,                -- of the order before
    total_now  INTEGER NOT NULL,                -- and after
    refund     INTEGER NOT NULL CHECK (refund >= 0), -- what went back by it
    changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX order_change_of_order ON order_change (order_id);

-- The pieces that a change took out.
CREATE TABLE order_change_line (
    change_id INTEGER NOT NULL REFERENCES order_change (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,                 -- of the order's line
    qty       INTEGER NOT NULL CHECK (qty > 0),
    PRIMARY KEY (change_id, position)
) STRICT, WITHOUT ROWID;

-- A payment that was booked by mistake, taken back: the entry that reverses it.
CREATE TABLE payment_reversal (
    payment_id  INTEGER PRIMARY KEY REFERENCES payment (id) ON DELETE CASCADE,
    actor       TEXT NOT NULL,
    reason      TEXT NOT NULL,
    reversed_at INTEGER NOT NULL
) STRICT;

-- An invoice that a later one stands in place of, or whose payment was none: it is credited as a whole. An order has one in force.
ALTER TABLE invoice ADD COLUMN replaced_at INTEGER;
DROP INDEX invoice_once;
CREATE UNIQUE INDEX invoice_in_force ON invoice (order_id) WHERE kind = 'invoice' AND replaced_at IS NULL;

-- A payment page that the house has closed: nobody is led to it again, and its gateway is told.
ALTER TABLE payment_attempt ADD COLUMN is_withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (is_withdrawn IN (0, 1));
