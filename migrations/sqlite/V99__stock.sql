-- What the house does to its stock (src/stock). What orders hold and give back stands with the orders. Times are Unix milliseconds.
CREATE TABLE stock_change (
    id         INTEGER PRIMARY KEY,
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE, -- simple or variant
    at         INTEGER NOT NULL,
    reason     TEXT NOT NULL CHECK (reason IN ('counted', 'arrived', 'returned', 'found', 'damaged', 'lost', 'used', 'set')),
    pieces     INTEGER NOT NULL,                -- came; below zero: went
    on_hand    INTEGER NOT NULL,                -- there afterwards, those that orders hold included
    note       TEXT NOT NULL,
    actor      TEXT NOT NULL                    -- staff:ID, cli:USER
) STRICT;
CREATE INDEX stock_change_of_product ON stock_change (product_id, id);

-- At how many pieces an item warns. `is_low` follows what can be sold; what is sold out warns by itself.
CREATE TABLE stock_threshold (
    product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
    threshold    INTEGER NOT NULL CHECK (threshold > 0),
    is_low     INTEGER NOT NULL CHECK (is_low IN (0, 1))
) STRICT;
CREATE INDEX stock_threshold_low ON stock_threshold (product_id) WHERE is_low = 1;
CREATE TRIGGER stock_threshold_follows AFTER UPDATE OF quantity ON stock BEGIN
    UPDATE stock_threshold SET is_low = (NEW.quantity BETWEEN 1 AND threshold)
        WHERE product_id = NEW.product_id AND is_low <> (NEW.quantity BETWEEN 1 AND threshold);
END;

-- Goods that are on their way to the house.
CREATE TABLE stock_arrival (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id  INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    pieces      INTEGER NOT NULL CHECK (pieces > 0),    -- that have not come yet
    expected_on TEXT NOT NULL,                  -- ISO 8601 date in the shop's zone
    note        TEXT NOT NULL,
    created_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX stock_arrival_of_product ON stock_arrival (product_id, expected_on, id);
CREATE INDEX stock_arrival_expected_on ON stock_arrival (expected_on);

-- Told to the console (src/live).
CREATE TRIGGER heard_stock_change_insert AFTER INSERT ON stock_change BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', NEW.product_id);
END;
CREATE TRIGGER heard_stock_threshold_insert AFTER INSERT ON stock_threshold BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', NEW.product_id);
END;
CREATE TRIGGER heard_stock_threshold_update AFTER UPDATE ON stock_threshold BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', NEW.product_id);
END;
CREATE TRIGGER heard_stock_threshold_delete AFTER DELETE ON stock_threshold BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', OLD.product_id);
END;
CREATE TRIGGER heard_stock_arrival_insert AFTER INSERT ON stock_arrival BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', NEW.product_id);
END;
CREATE TRIGGER heard_stock_arrival_update AFTER UPDATE ON stock_arrival BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', NEW.product_id);
END;
CREATE TRIGGER heard_stock_arrival_delete AFTER DELETE ON stock_arrival BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', OLD.product_id);
END;
