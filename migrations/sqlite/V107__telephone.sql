-- Orders by telephone, and goods that are collected at the house. Times are Unix milliseconds.
ALTER TABLE sales_order ADD COLUMN channel TEXT NOT NULL DEFAULT 'shop' CHECK (channel IN ('shop', 'telephone'));
CREATE INDEX sales_order_channel ON sales_order (channel);
-- Whoever has placed an order stands in its history: customers do so in the shop.
UPDATE sales_order SET channel = 'telephone' WHERE id IN
    (SELECT order_id FROM order_status_history WHERE position = 0 AND actor <> 'customer');

-- An order that is collected: packed and waiting, then handed over.
CREATE TABLE order_collection (
    order_id     INTEGER PRIMARY KEY REFERENCES sales_order (id) ON DELETE CASCADE,
    ready_at     INTEGER NOT NULL,
    ready_by     TEXT NOT NULL,                 -- staff:ID, token:ID, operator
    collected_at INTEGER,
    collected_by TEXT,                          -- who of the house has handed it over
    collected_to TEXT,                          -- the name of whoever has taken it
    CHECK ((collected_at IS NULL) = (collected_by IS NULL)),
    CHECK ((collected_at IS NULL) = (collected_to IS NULL))
) STRICT;

-- Told to the console (src/live).
CREATE TRIGGER heard_order_collection_insert AFTER INSERT ON order_collection BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_collection_update AFTER UPDATE ON order_collection BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_collection_delete AFTER DELETE ON order_collection BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;

-- The words of the new method, in the languages that a shop has.
INSERT INTO vocabulary (lang, domain, code, position, text)
SELECT lang, 'shipping_method', 'pickup', 3,
    CASE lang WHEN 'fr' THEN 'Retrait sur place' WHEN 'de' THEN 'Abholung vor Ort' WHEN 'es' THEN 'Recogida en persona'
        WHEN 'zh' THEN '到店自提' ELSE 'Collection at the house' END
FROM vocabulary WHERE domain = 'shipping_method' AND code = 'standard'
ON CONFLICT DO NOTHING;

-- Orders are found by telephone numbers from now on: a job writes their words anew.
UPDATE sales_order SET terms_state = 'due' WHERE terms_state = 'whole';
