-- An order that is to go by another carrier (src/amendment): a kind of change, with the carrier before and after.
CREATE TABLE order_change_now (
    id          INTEGER PRIMARY KEY,
    order_id    INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('addresses', 'lines', 'carrier')),
    actor       TEXT NOT NULL,
    reason      TEXT NOT NULL,
    total       INTEGER NOT NULL,                -- of the order before
    total_now   INTEGER NOT NULL,                -- and after
    refund      INTEGER NOT NULL CHECK (refund >= 0), -- what went back by it
    changed_at  INTEGER NOT NULL,
    carrier     TEXT,                            -- codes, of a change of the carrier: before
    carrier_now TEXT,                            -- and after
    CHECK ((kind = 'carrier') = (carrier IS NOT NULL AND carrier_now IS NOT NULL))
) STRICT;
INSERT INTO order_change_now (id, order_id, kind, actor, reason, total, total_now, refund, changed_at)
SELECT id, order_id, kind, actor, reason, total, total_now, refund, changed_at FROM order_change;

CREATE TABLE order_change_line_now (
    change_id INTEGER NOT NULL REFERENCES order_change_now (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,                  -- of the order's line
    qty       INTEGER NOT NULL CHECK (qty > 0),
    PRIMARY KEY (change_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO order_change_line_now (change_id, position, qty) SELECT change_id, position, qty FROM order_change_line;

DROP TABLE order_change_line;
DROP TABLE order_change;
ALTER TABLE order_change_now RENAME TO order_change;
ALTER TABLE order_change_line_now RENAME TO order_change_line;
CREATE INDEX order_change_of_order ON order_change (order_id);
