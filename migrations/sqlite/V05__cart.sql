-- Bags (specification §3 and §4). A guest's bag hangs on the session.
CREATE TABLE cart (
    id          INTEGER PRIMARY KEY,
    session_id  INTEGER UNIQUE REFERENCES session (id) ON DELETE CASCADE,
    customer_id INTEGER UNIQUE,
    updated_at  INTEGER NOT NULL
) STRICT;

CREATE TABLE cart_item (
    cart_id    INTEGER NOT NULL REFERENCES cart (id) ON DELETE CASCADE,
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE, -- simple, variant or kit
    qty        INTEGER NOT NULL CHECK (qty > 0),
    -- As they were when it was added: what is said of an item that is no longer sold.
    sku        TEXT NOT NULL,
    name       TEXT NOT NULL,
    position   INTEGER NOT NULL,                -- in the order of adding
    PRIMARY KEY (cart_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cart_item_product ON cart_item (product_id);
