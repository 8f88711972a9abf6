-- Goods that were added to an order by telephone: an order of its own, with its own payment and invoice, linked to the first.
CREATE TABLE order_addition (
    order_id    INTEGER PRIMARY KEY REFERENCES sales_order (id) ON DELETE CASCADE, -- of the goods that were added
    added_to    INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    ships_along INTEGER NOT NULL CHECK (ships_along IN (0, 1)), -- at no charge, in the parcel of the first
    CHECK (order_id <> added_to)
) STRICT;
CREATE INDEX order_addition_to ON order_addition (added_to);

-- Both orders show each other.
CREATE TRIGGER heard_order_addition_insert AFTER INSERT ON order_addition BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id IN (NEW.order_id, NEW.added_to);
END;
CREATE TRIGGER heard_order_addition_update AFTER UPDATE ON order_addition BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id IN (NEW.order_id, NEW.added_to);
END;
CREATE TRIGGER heard_order_addition_delete AFTER DELETE ON order_addition BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id IN (OLD.order_id, OLD.added_to);
END;
