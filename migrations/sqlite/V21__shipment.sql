-- What happens to an order once it is paid: parcels, returns, notes, points (decisions §6).

-- The pieces that one of a line takes from stock: itself, or a kit's parts as they were when it was ordered.
CREATE TABLE order_line_piece (
    order_id   INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    product_id INTEGER NOT NULL REFERENCES product (id),
    qty        INTEGER NOT NULL CHECK (qty > 0),
    PRIMARY KEY (order_id, position, product_id),
    FOREIGN KEY (order_id, position) REFERENCES order_line (order_id, position) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX order_line_piece_product ON order_line_piece (product_id);

-- A parcel. An order may leave in several.
CREATE TABLE shipment (
    id         INTEGER PRIMARY KEY,
    order_id   INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    carrier    TEXT NOT NULL,               -- standard, dhl, ups
    tracking   TEXT NOT NULL,               -- '' without one
    shipped_at INTEGER NOT NULL
) STRICT;
CREATE INDEX shipment_order ON shipment (order_id);

CREATE TABLE shipment_line (
    shipment_id INTEGER NOT NULL REFERENCES shipment (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,           -- of the order's line
    qty         INTEGER NOT NULL CHECK (qty > 0),
    PRIMARY KEY (shipment_id, position)
) STRICT, WITHOUT ROWID;

-- Goods that came back.
CREATE TABLE order_return (
    id          INTEGER PRIMARY KEY,
    order_id    INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    reason      TEXT NOT NULL,
    received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX order_return_order ON order_return (order_id);

CREATE TABLE order_return_line (
    return_id INTEGER NOT NULL REFERENCES order_return (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    qty       INTEGER NOT NULL CHECK (qty > 0),
    restocked INTEGER NOT NULL CHECK (restocked IN (0, 1)),
    PRIMARY KEY (return_id, position)
) STRICT, WITHOUT ROWID;

-- What operators wrote down about an order, and what they have to look at.
CREATE TABLE order_note (
    id         INTEGER PRIMARY KEY,
    order_id   INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    actor      TEXT NOT NULL,
    text       TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX order_note_order ON order_note (order_id);

-- Points of the loyalty programme: due with the order's completion, taken back with what is returned after it.
CREATE TABLE loyalty_entry (
    id          INTEGER PRIMARY KEY,
    order_id    INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    member_card TEXT NOT NULL,
    points      INTEGER NOT NULL CHECK (points <> 0),
    at          INTEGER NOT NULL
) STRICT;
CREATE INDEX loyalty_entry_order ON loyalty_entry (order_id);
CREATE INDEX loyalty_entry_card ON loyalty_entry (member_card);

-- Since when an order has been in its status: what completion counts from, and what operators filter by.
ALTER TABLE sales_order ADD COLUMN status_at INTEGER NOT NULL DEFAULT 0;
UPDATE sales_order SET status_at = coalesce((SELECT max(at) FROM order_status_history h WHERE h.order_id = sales_order.id), created_at);
CREATE INDEX sales_order_status ON sales_order (status, status_at);

-- Orders placed before this table was: each line's own product, or the parts of its kit.
INSERT INTO order_line_piece
SELECT order_id, position, product_id, 1 FROM order_line
WHERE product_id IS NOT NULL AND product_id NOT IN (SELECT kit_id FROM kit_part)
UNION ALL
SELECT l.order_id, l.position, k.part_id, sum(k.qty) FROM order_line l JOIN kit_part k ON k.kit_id = l.product_id
GROUP BY l.order_id, l.position, k.part_id;
CREATE INDEX sales_order_card ON sales_order (member_card, status) WHERE member_card IS NOT NULL;
