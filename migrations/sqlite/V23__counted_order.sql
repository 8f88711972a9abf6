-- Orders whose purchase was told to the page's data layer: once each, in whatever window (specification §3).
CREATE TABLE counted_order (
    order_id   INTEGER PRIMARY KEY REFERENCES sales_order (id) ON DELETE CASCADE,
    counted_at INTEGER NOT NULL
) STRICT;
