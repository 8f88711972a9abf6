-- Where an item lies in the house, for whoever fetches it.
CREATE TABLE stock_shelf (
    product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE, -- simple or variant
    shelf      TEXT NOT NULL CHECK (shelf <> '')
) STRICT;

-- Told to the console (src/live).
CREATE TRIGGER heard_stock_shelf_insert AFTER INSERT ON stock_shelf BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', NEW.product_id);
END;
CREATE TRIGGER heard_stock_shelf_update AFTER UPDATE ON stock_shelf BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', NEW.product_id);
END;
CREATE TRIGGER heard_stock_shelf_delete AFTER DELETE ON stock_shelf BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', OLD.product_id);
END;
