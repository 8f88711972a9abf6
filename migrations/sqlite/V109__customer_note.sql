-- What the house notes of customers. Times are Unix milliseconds.
CREATE TABLE customer_note (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER REFERENCES customer (id) ON DELETE CASCADE,    -- null: a guest
    email_key   TEXT NOT NULL,                  -- of a guest; empty otherwise
    actor       TEXT NOT NULL,                  -- staff:ID, token:ID or cli:USER
    text        TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    CHECK ((customer_id IS NULL) = (email_key <> ''))
) STRICT;
CREATE INDEX customer_note_of ON customer_note (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX customer_note_mailbox ON customer_note (email_key, id) WHERE email_key <> '';

-- Told to the console (V86). A guest's has no account that would be told of.
CREATE TRIGGER heard_customer_note_insert AFTER INSERT ON customer_note BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', coalesce(NEW.customer_id, ''));
END;
CREATE TRIGGER heard_customer_note_delete AFTER DELETE ON customer_note BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', coalesce(OLD.customer_id, ''));
END;
