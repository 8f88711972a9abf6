-- Customers in the console: what they are found by, how guests are listed, and what is told live. Times are Unix milliseconds.

-- Words by which an account is found (src/customer/terms.rs), as those of orders.
CREATE TABLE customer_term (
    term        TEXT NOT NULL,
    customer_id INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    PRIMARY KEY (term, customer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_term_customer ON customer_term (customer_id);

-- Whether an account's terms are written: due (a job writes those of older accounts) or whole.
ALTER TABLE customer ADD COLUMN terms_state TEXT NOT NULL DEFAULT 'due' CHECK (terms_state IN ('due', 'whole'));
CREATE INDEX customer_terms_due ON customer (id) WHERE terms_state = 'due' AND erased_at IS NULL;

-- Orders of guests, by mailbox: the newest one stands for its guest.
CREATE INDEX sales_order_guest ON sales_order (email_key, id) WHERE customer_id IS NULL AND email_key <> '';

-- Who answers customers may correct what their accounts hold.
INSERT INTO staff_role_permission (role_id, permission)
    SELECT role_id, 'customers_change' FROM staff_role_permission
    WHERE permission = 'customers_read'
        AND role_id IN (SELECT role_id FROM staff_role_permission WHERE permission = 'messages_answer')
    ON CONFLICT (role_id, permission) DO NOTHING;

-- Told to the console (src/live). Words for the search are no part of what is shown.
CREATE TRIGGER heard_customer_insert AFTER INSERT ON customer BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', NEW.id);
END;
CREATE TRIGGER heard_customer_update AFTER UPDATE ON customer WHEN NEW.terms_state = OLD.terms_state BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', NEW.id);
END;
CREATE TRIGGER heard_customer_delete AFTER DELETE ON customer BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', OLD.id);
END;
CREATE TRIGGER heard_deletion_request_insert AFTER INSERT ON deletion_request BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', NEW.customer_id);
END;
CREATE TRIGGER heard_deletion_request_update AFTER UPDATE ON deletion_request BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', NEW.customer_id);
END;
CREATE TRIGGER heard_deletion_request_delete AFTER DELETE ON deletion_request BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', OLD.customer_id);
END;
CREATE TRIGGER heard_address_insert AFTER INSERT ON address BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', NEW.customer_id);
END;
CREATE TRIGGER heard_address_update AFTER UPDATE ON address BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', NEW.customer_id);
END;
CREATE TRIGGER heard_address_delete AFTER DELETE ON address BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', OLD.customer_id);
END;
CREATE TRIGGER heard_newsletter_insert AFTER INSERT ON newsletter BEGIN
    INSERT INTO change (noun, thing) SELECT 'customer', id FROM customer WHERE email_key = NEW.email_key;
END;
CREATE TRIGGER heard_newsletter_update AFTER UPDATE ON newsletter BEGIN
    INSERT INTO change (noun, thing) SELECT 'customer', id FROM customer WHERE email_key = NEW.email_key;
END;
CREATE TRIGGER heard_newsletter_delete AFTER DELETE ON newsletter BEGIN
    INSERT INTO change (noun, thing) SELECT 'customer', id FROM customer WHERE email_key = OLD.email_key;
END;

-- Views of any list: which lists there are is the program's to know.
ALTER TABLE default_view RENAME TO former_default_view;
ALTER TABLE saved_view RENAME TO former_saved_view;
CREATE TABLE saved_view (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    staff_id INTEGER REFERENCES staff (id) ON DELETE CASCADE,  -- null: everybody's
    list     TEXT NOT NULL,
    name     TEXT NOT NULL,
    query    TEXT NOT NULL,                     -- of the list's address
    position INTEGER NOT NULL
) STRICT;
INSERT INTO saved_view (id, staff_id, list, name, query, position)
    SELECT id, staff_id, list, name, query, position FROM former_saved_view;
CREATE TABLE default_view (
    staff_id INTEGER NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    list     TEXT NOT NULL,
    view_id  INTEGER NOT NULL REFERENCES saved_view (id) ON DELETE CASCADE,
    PRIMARY KEY (staff_id, list)
) STRICT, WITHOUT ROWID;
INSERT INTO default_view (staff_id, list, view_id) SELECT staff_id, list, view_id FROM former_default_view;
DROP TABLE former_default_view;
DROP TABLE former_saved_view;
CREATE INDEX saved_view_of_staff ON saved_view (staff_id, list, position);
CREATE INDEX default_view_of_view ON default_view (view_id);
