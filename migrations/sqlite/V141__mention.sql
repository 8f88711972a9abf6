-- Colleagues whom notes name: `@{ID}` in a note's text is the person with that id. Times are Unix milliseconds.
CREATE TABLE order_mention (
    note_id  INTEGER NOT NULL REFERENCES order_note (id) ON DELETE CASCADE,
    staff_id INTEGER NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    done_at  INTEGER,                           -- NULL: it is on that person's list of duties
    PRIMARY KEY (note_id, staff_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_mention_of ON order_mention (staff_id);
CREATE INDEX order_mention_open ON order_mention (staff_id, note_id) WHERE done_at IS NULL;

CREATE TABLE customer_mention (
    note_id  INTEGER NOT NULL REFERENCES customer_note (id) ON DELETE CASCADE,
    staff_id INTEGER NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    done_at  INTEGER,
    PRIMARY KEY (note_id, staff_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_mention_of ON customer_mention (staff_id);
CREATE INDEX customer_mention_open ON customer_mention (staff_id, note_id) WHERE done_at IS NULL;

-- Told to the console (src/live).
CREATE TRIGGER heard_order_mention_insert AFTER INSERT ON order_mention BEGIN
    INSERT INTO change (noun, thing)
    SELECT 'order', o.number FROM order_note n JOIN sales_order o ON o.id = n.order_id WHERE n.id = NEW.note_id;
END;
CREATE TRIGGER heard_order_mention_update AFTER UPDATE ON order_mention BEGIN
    INSERT INTO change (noun, thing)
    SELECT 'order', o.number FROM order_note n JOIN sales_order o ON o.id = n.order_id WHERE n.id = NEW.note_id;
END;
CREATE TRIGGER heard_customer_mention_insert AFTER INSERT ON customer_mention BEGIN
    INSERT INTO change (noun, thing) SELECT 'customer', coalesce(customer_id, '') FROM customer_note WHERE id = NEW.note_id;
END;
CREATE TRIGGER heard_customer_mention_update AFTER UPDATE ON customer_mention BEGIN
    INSERT INTO change (noun, thing) SELECT 'customer', coalesce(customer_id, '') FROM customer_note WHERE id = NEW.note_id;
END;
