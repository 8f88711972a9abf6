-- Employees' tags, requests for fapiao and newsletter subscriptions are dealt with in the console.

-- In how many orders a tag counted.
CREATE INDEX sales_order_promo_tag ON sales_order (promo_tag, status) WHERE promo_tag IS NOT NULL;
-- Requests that wait, and issued ones.
CREATE INDEX fapiao_open ON fapiao (requested_at, order_id) WHERE issued_at IS NULL AND type <> 'none';
CREATE INDEX fapiao_issued ON fapiao (issued_at, order_id) WHERE issued_at IS NOT NULL;
-- Subscriptions of a state, by address.
CREATE INDEX newsletter_status_email ON newsletter (status, email_key);

CREATE TRIGGER heard_promo_tag_insert AFTER INSERT ON promo_tag BEGIN
    INSERT INTO change (noun, thing) VALUES ('promo_tag', NEW.tag);
END;
CREATE TRIGGER heard_promo_tag_update AFTER UPDATE ON promo_tag BEGIN
    INSERT INTO change (noun, thing) VALUES ('promo_tag', NEW.tag);
END;
CREATE TRIGGER heard_promo_tag_delete AFTER DELETE ON promo_tag BEGIN
    INSERT INTO change (noun, thing) VALUES ('promo_tag', OLD.tag);
END;
CREATE TRIGGER heard_fapiao_insert AFTER INSERT ON fapiao BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_fapiao_update AFTER UPDATE ON fapiao BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_fapiao_delete AFTER DELETE ON fapiao BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;
