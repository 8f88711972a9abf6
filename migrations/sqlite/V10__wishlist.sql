-- Wishlists (specification §3: each entry has an id and an item id).
CREATE TABLE wishlist_item (
    id          INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    product_id  INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE, -- of any kind: a configurable product too
    -- As they were when it was saved: what is said of an item that is no longer sold.
    sku         TEXT NOT NULL,
    name        TEXT NOT NULL,
    added_at    INTEGER NOT NULL,
    UNIQUE (customer_id, product_id)
) STRICT;
CREATE INDEX wishlist_item_customer ON wishlist_item (customer_id, id);
CREATE INDEX wishlist_item_product ON wishlist_item (product_id);
