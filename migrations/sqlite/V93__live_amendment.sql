-- Payments taken back and payment pages closed (V89) are told to the console as they change (src/live).
CREATE TRIGGER heard_payment_reversal_insert AFTER INSERT ON payment_reversal BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', o.number FROM payment p JOIN sales_order o ON o.id = p.order_id WHERE p.id = NEW.payment_id;
END;
CREATE TRIGGER heard_payment_reversal_update AFTER UPDATE ON payment_reversal BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', o.number FROM payment p JOIN sales_order o ON o.id = p.order_id WHERE p.id = NEW.payment_id;
END;
CREATE TRIGGER heard_payment_reversal_delete AFTER DELETE ON payment_reversal BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', o.number FROM payment p JOIN sales_order o ON o.id = p.order_id WHERE p.id = OLD.payment_id;
END;
-- A payment page that is closed.
CREATE TRIGGER withdrawn_payment_attempt AFTER UPDATE OF is_withdrawn ON payment_attempt WHEN NEW.is_withdrawn <> OLD.is_withdrawn BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
