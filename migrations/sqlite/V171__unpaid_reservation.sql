-- Whether an order that is to be paid by transfer or cheque holds the pieces: how many of a product those hold is asked with each
-- order, and must not cost more the more of them there are.
ALTER TABLE order_reservation ADD COLUMN is_unpaid INTEGER NOT NULL DEFAULT 0 CHECK (is_unpaid IN (0, 1));
UPDATE order_reservation SET is_unpaid = 1 WHERE order_id IN (
    SELECT id FROM sales_order
    WHERE status IN ('pending_bank_transfer', 'pending_cheque') AND confirm_hash IS NULL
);
CREATE INDEX order_reservation_unpaid ON order_reservation (product_id, qty) WHERE is_unpaid = 1;

CREATE TRIGGER order_reservation_is_unpaid AFTER INSERT ON order_reservation BEGIN
    UPDATE order_reservation SET is_unpaid = 1
    WHERE order_id = NEW.order_id AND product_id = NEW.product_id AND EXISTS (
        SELECT 1 FROM sales_order o
        WHERE o.id = NEW.order_id AND o.status IN ('pending_bank_transfer', 'pending_cheque') AND o.confirm_hash IS NULL
    );
END;
CREATE TRIGGER sales_order_is_unpaid AFTER UPDATE OF status, confirm_hash ON sales_order BEGIN
    UPDATE order_reservation
    SET is_unpaid = NEW.status IN ('pending_bank_transfer', 'pending_cheque') AND NEW.confirm_hash IS NULL
    WHERE order_id = NEW.id;
END;
