-- What the console's screens show, told as it changes (src/live): a row for each change, written by triggers, so that whatever
-- changes something is heard: calls, jobs, commands, other processes. `tests` of src/live hold the list of tables that are not.
-- The newest row stays; a job deletes old ones.
CREATE TABLE change (
    id    INTEGER PRIMARY KEY,                  -- rises in the order of commits: one transaction writes at a time
    noun  TEXT NOT NULL,                        -- as in src/live/noun.rs
    thing TEXT NOT NULL,                        -- id within the noun; empty: any
    at    INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))    -- Unix milliseconds
) STRICT;
-- Where streams begin in a database in which nothing has changed yet.
INSERT INTO change (noun, thing) VALUES ('start', '');

-- Who has which order open: rows of streams, kept alive by their process.
CREATE TABLE presence (
    stream   TEXT NOT NULL,                     -- random
    thing    TEXT NOT NULL,                     -- number of the order
    staff_id INTEGER NOT NULL REFERENCES staff (id),
    until_at INTEGER NOT NULL,                  -- Unix milliseconds; a process that died renews nothing
    PRIMARY KEY (stream, thing)
) STRICT, WITHOUT ROWID;
CREATE INDEX presence_thing ON presence (thing);
CREATE INDEX presence_until_at ON presence (until_at);
CREATE INDEX presence_of_staff ON presence (staff_id);

-- Orders. Words for the search are no part of what is shown.
CREATE TRIGGER heard_sales_order_insert AFTER INSERT ON sales_order BEGIN
    INSERT INTO change (noun, thing) VALUES ('order', NEW.number);
END;
CREATE TRIGGER heard_sales_order_update AFTER UPDATE ON sales_order
WHEN NEW.terms_state = OLD.terms_state BEGIN
    INSERT INTO change (noun, thing) VALUES ('order', NEW.number);
END;
CREATE TRIGGER heard_sales_order_delete AFTER DELETE ON sales_order BEGIN
    INSERT INTO change (noun, thing) VALUES ('order', OLD.number);
END;
CREATE TRIGGER heard_order_line_update AFTER UPDATE ON order_line BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_line_delete AFTER DELETE ON order_line BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;
CREATE TRIGGER heard_order_address_update AFTER UPDATE ON order_address BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_address_delete AFTER DELETE ON order_address BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;
CREATE TRIGGER heard_order_status_history_insert AFTER INSERT ON order_status_history BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_status_history_update AFTER UPDATE ON order_status_history BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_status_history_delete AFTER DELETE ON order_status_history BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;
CREATE TRIGGER heard_order_note_insert AFTER INSERT ON order_note BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_note_update AFTER UPDATE ON order_note BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_note_delete AFTER DELETE ON order_note BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;
CREATE TRIGGER heard_payment_insert AFTER INSERT ON payment BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_payment_update AFTER UPDATE ON payment BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_payment_delete AFTER DELETE ON payment BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;
CREATE TRIGGER heard_invoice_insert AFTER INSERT ON invoice BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_invoice_update AFTER UPDATE ON invoice BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_invoice_delete AFTER DELETE ON invoice BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;

-- Attempts to pay: that they are asked for is of no interest.
CREATE TRIGGER heard_payment_attempt_insert AFTER INSERT ON payment_attempt BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_payment_attempt_update AFTER UPDATE ON payment_attempt
WHEN NEW.state <> OLD.state OR NEW.reference IS NOT OLD.reference OR NEW.amount <> OLD.amount BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_payment_attempt_delete AFTER DELETE ON payment_attempt BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;

-- Parcels and what came back. Their lines come with them.
CREATE TRIGGER heard_shipment_insert AFTER INSERT ON shipment BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_shipment_update AFTER UPDATE ON shipment BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_shipment_delete AFTER DELETE ON shipment BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;
CREATE TRIGGER heard_order_return_insert AFTER INSERT ON order_return BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_return_update AFTER UPDATE ON order_return BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_order_return_delete AFTER DELETE ON order_return BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;
CREATE TRIGGER heard_shipment_line_update AFTER UPDATE ON shipment_line BEGIN
    INSERT INTO change (noun, thing)
        SELECT 'order', o.number FROM shipment p JOIN sales_order o ON o.id = p.order_id WHERE p.id = NEW.shipment_id;
END;
CREATE TRIGGER heard_shipment_line_delete AFTER DELETE ON shipment_line BEGIN
    INSERT INTO change (noun, thing)
        SELECT 'order', o.number FROM shipment p JOIN sales_order o ON o.id = p.order_id WHERE p.id = OLD.shipment_id;
END;
CREATE TRIGGER heard_order_return_line_update AFTER UPDATE ON order_return_line BEGIN
    INSERT INTO change (noun, thing)
        SELECT 'order', o.number FROM order_return p JOIN sales_order o ON o.id = p.order_id WHERE p.id = NEW.return_id;
END;
CREATE TRIGGER heard_order_return_line_delete AFTER DELETE ON order_return_line BEGIN
    INSERT INTO change (noun, thing)
        SELECT 'order', o.number FROM order_return p JOIN sales_order o ON o.id = p.order_id WHERE p.id = OLD.return_id;
END;

-- A refund that is made by hand stands on the screen of the bank account, too.
CREATE TRIGGER heard_refund_insert AFTER INSERT ON refund BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
    INSERT INTO change (noun, thing) VALUES ('bank', '');
END;
CREATE TRIGGER heard_refund_update AFTER UPDATE ON refund BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
    INSERT INTO change (noun, thing) VALUES ('bank', '');
END;
CREATE TRIGGER heard_refund_delete AFTER DELETE ON refund BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
    INSERT INTO change (noun, thing) VALUES ('bank', '');
END;

-- The bank account. The lines of a statement come with it.
CREATE TRIGGER heard_bank_statement_insert AFTER INSERT ON bank_statement BEGIN
    INSERT INTO change (noun, thing) VALUES ('bank', '');
END;
CREATE TRIGGER heard_bank_statement_update AFTER UPDATE ON bank_statement BEGIN
    INSERT INTO change (noun, thing) VALUES ('bank', '');
END;
CREATE TRIGGER heard_bank_statement_delete AFTER DELETE ON bank_statement BEGIN
    INSERT INTO change (noun, thing) VALUES ('bank', '');
END;
CREATE TRIGGER heard_bank_line_update AFTER UPDATE ON bank_line BEGIN
    INSERT INTO change (noun, thing) VALUES ('bank', NEW.id);
END;
CREATE TRIGGER heard_bank_line_delete AFTER DELETE ON bank_line BEGIN
    INSERT INTO change (noun, thing) VALUES ('bank', OLD.id);
END;
CREATE TRIGGER heard_bank_transfer_insert AFTER INSERT ON bank_transfer BEGIN
    INSERT INTO change (noun, thing) VALUES ('bank', '');
END;
CREATE TRIGGER heard_bank_transfer_update AFTER UPDATE ON bank_transfer BEGIN
    INSERT INTO change (noun, thing) VALUES ('bank', '');
END;
CREATE TRIGGER heard_bank_transfer_delete AFTER DELETE ON bank_transfer BEGIN
    INSERT INTO change (noun, thing) VALUES ('bank', '');
END;

-- Deeds, with the order that they lock.
CREATE TRIGGER heard_deed_insert AFTER INSERT ON deed BEGIN
    INSERT INTO change (noun, thing) VALUES ('deed', '');
    INSERT INTO change (noun, thing) SELECT 'order', NEW.thing WHERE NEW.noun = 'order';
    INSERT INTO change (noun, thing) SELECT 'order', NEW.also_thing WHERE NEW.also_noun = 'order';
    INSERT INTO change (noun, thing) SELECT 'bank', '' WHERE NEW.noun LIKE 'bank%';
END;
CREATE TRIGGER heard_deed_update AFTER UPDATE ON deed BEGIN
    INSERT INTO change (noun, thing) VALUES ('deed', '');
    INSERT INTO change (noun, thing) SELECT 'order', NEW.thing WHERE NEW.noun = 'order';
    INSERT INTO change (noun, thing) SELECT 'order', NEW.also_thing WHERE NEW.also_noun = 'order';
    INSERT INTO change (noun, thing) SELECT 'bank', '' WHERE NEW.noun LIKE 'bank%';
END;
CREATE TRIGGER heard_deed_delete AFTER DELETE ON deed BEGIN
    INSERT INTO change (noun, thing) VALUES ('deed', '');
    INSERT INTO change (noun, thing) SELECT 'order', OLD.thing WHERE OLD.noun = 'order';
    INSERT INTO change (noun, thing) SELECT 'order', OLD.also_thing WHERE OLD.also_noun = 'order';
    INSERT INTO change (noun, thing) SELECT 'bank', '' WHERE OLD.noun LIKE 'bank%';
END;

-- Letters: where they stand, not each claim of a sender.
CREATE TRIGGER heard_mail_insert AFTER INSERT ON mail BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
    INSERT INTO change (noun, thing) VALUES ('mail', NEW.id);
END;
CREATE TRIGGER heard_mail_update AFTER UPDATE ON mail
WHEN NEW.order_id IS NOT OLD.order_id OR NEW.sent_at IS NOT OLD.sent_at OR NEW.error <> OLD.error
    OR NEW.recipient <> OLD.recipient OR NEW.attempts <> OLD.attempts OR (NEW.due_at IS NULL) <> (OLD.due_at IS NULL) BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
    INSERT INTO change (noun, thing) VALUES ('mail', NEW.id);
END;
CREATE TRIGGER heard_mail_delete AFTER DELETE ON mail BEGIN
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
    INSERT INTO change (noun, thing) VALUES ('mail', OLD.id);
END;

-- Jobs: what a run has said, and when, to the minute; the lease is of no interest.
CREATE TRIGGER heard_job_insert AFTER INSERT ON job BEGIN
    INSERT INTO change (noun, thing) VALUES ('job', NEW.name);
END;
CREATE TRIGGER heard_job_update AFTER UPDATE ON job
WHEN NEW.last_result IS NOT OLD.last_result OR NEW.last_run / 60000 IS NOT OLD.last_run / 60000 BEGIN
    INSERT INTO change (noun, thing) VALUES ('job', NEW.name);
END;
CREATE TRIGGER heard_job_delete AFTER DELETE ON job BEGIN
    INSERT INTO change (noun, thing) VALUES ('job', OLD.name);
END;
CREATE TRIGGER heard_job_failure_insert AFTER INSERT ON job_failure BEGIN
    INSERT INTO change (noun, thing) VALUES ('job', NEW.job);
END;
CREATE TRIGGER heard_job_failure_update AFTER UPDATE ON job_failure BEGIN
    INSERT INTO change (noun, thing) VALUES ('job', NEW.job);
END;
CREATE TRIGGER heard_job_failure_delete AFTER DELETE ON job_failure BEGIN
    INSERT INTO change (noun, thing) VALUES ('job', OLD.job);
END;

-- What waits for an answer.
CREATE TRIGGER heard_contact_message_insert AFTER INSERT ON contact_message BEGIN
    INSERT INTO change (noun, thing) VALUES ('message', NEW.id);
END;
CREATE TRIGGER heard_contact_message_update AFTER UPDATE ON contact_message BEGIN
    INSERT INTO change (noun, thing) VALUES ('message', NEW.id);
END;
CREATE TRIGGER heard_contact_message_delete AFTER DELETE ON contact_message BEGIN
    INSERT INTO change (noun, thing) VALUES ('message', OLD.id);
END;
CREATE TRIGGER heard_chat_insert AFTER INSERT ON chat BEGIN
    INSERT INTO change (noun, thing) VALUES ('chat', NEW.id);
END;
CREATE TRIGGER heard_chat_update AFTER UPDATE ON chat BEGIN
    INSERT INTO change (noun, thing) VALUES ('chat', NEW.id);
END;
CREATE TRIGGER heard_chat_delete AFTER DELETE ON chat BEGIN
    INSERT INTO change (noun, thing) VALUES ('chat', OLD.id);
END;
CREATE TRIGGER heard_withdrawal_insert AFTER INSERT ON withdrawal BEGIN
    INSERT INTO change (noun, thing) VALUES ('withdrawal', NEW.id);
END;
CREATE TRIGGER heard_withdrawal_update AFTER UPDATE ON withdrawal BEGIN
    INSERT INTO change (noun, thing) VALUES ('withdrawal', NEW.id);
END;
CREATE TRIGGER heard_withdrawal_delete AFTER DELETE ON withdrawal BEGIN
    INSERT INTO change (noun, thing) VALUES ('withdrawal', OLD.id);
END;
CREATE TRIGGER heard_chat_message_insert AFTER INSERT ON chat_message BEGIN
    INSERT INTO change (noun, thing) VALUES ('chat', NEW.chat_id);
END;
CREATE TRIGGER heard_chat_message_update AFTER UPDATE ON chat_message BEGIN
    INSERT INTO change (noun, thing) VALUES ('chat', NEW.chat_id);
END;
CREATE TRIGGER heard_chat_message_delete AFTER DELETE ON chat_message BEGIN
    INSERT INTO change (noun, thing) VALUES ('chat', OLD.chat_id);
END;

-- Stock that runs out, or is there again.
CREATE TRIGGER heard_stock_insert AFTER INSERT ON stock
WHEN NEW.quantity = 0 BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', NEW.product_id);
END;
CREATE TRIGGER heard_stock_update AFTER UPDATE ON stock
WHEN (NEW.quantity = 0) <> (OLD.quantity = 0) BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', NEW.product_id);
END;
CREATE TRIGGER heard_stock_delete AFTER DELETE ON stock
WHEN OLD.quantity = 0 BEGIN
    INSERT INTO change (noun, thing) VALUES ('stock', OLD.product_id);
END;

-- People, roles and sessions. When somebody was last seen is told to nobody: each request would be a change.
CREATE TRIGGER heard_staff_insert AFTER INSERT ON staff BEGIN
    INSERT INTO change (noun, thing) VALUES ('person', NEW.id);
END;
CREATE TRIGGER heard_staff_update AFTER UPDATE OF name, email, lang, role_id, disabled_at ON staff BEGIN
    INSERT INTO change (noun, thing) VALUES ('person', NEW.id);
END;
CREATE TRIGGER heard_staff_delete AFTER DELETE ON staff BEGIN
    INSERT INTO change (noun, thing) VALUES ('person', OLD.id);
END;
CREATE TRIGGER heard_staff_invitation_insert AFTER INSERT ON staff_invitation BEGIN
    INSERT INTO change (noun, thing) VALUES ('person', '');
END;
CREATE TRIGGER heard_staff_invitation_update AFTER UPDATE ON staff_invitation BEGIN
    INSERT INTO change (noun, thing) VALUES ('person', '');
END;
CREATE TRIGGER heard_staff_invitation_delete AFTER DELETE ON staff_invitation BEGIN
    INSERT INTO change (noun, thing) VALUES ('person', '');
END;
CREATE TRIGGER heard_staff_role_insert AFTER INSERT ON staff_role BEGIN
    INSERT INTO change (noun, thing) VALUES ('role', NEW.id);
END;
CREATE TRIGGER heard_staff_role_update AFTER UPDATE ON staff_role BEGIN
    INSERT INTO change (noun, thing) VALUES ('role', NEW.id);
END;
CREATE TRIGGER heard_staff_role_delete AFTER DELETE ON staff_role BEGIN
    INSERT INTO change (noun, thing) VALUES ('role', OLD.id);
END;
CREATE TRIGGER heard_staff_role_permission_insert AFTER INSERT ON staff_role_permission BEGIN
    INSERT INTO change (noun, thing) VALUES ('role', NEW.role_id);
END;
CREATE TRIGGER heard_staff_role_permission_update AFTER UPDATE ON staff_role_permission BEGIN
    INSERT INTO change (noun, thing) VALUES ('role', NEW.role_id);
END;
CREATE TRIGGER heard_staff_role_permission_delete AFTER DELETE ON staff_role_permission BEGIN
    INSERT INTO change (noun, thing) VALUES ('role', OLD.role_id);
END;
CREATE TRIGGER heard_staff_session_insert AFTER INSERT ON staff_session BEGIN
    INSERT INTO change (noun, thing) VALUES ('session', NEW.staff_id);
END;
CREATE TRIGGER heard_staff_session_update AFTER UPDATE OF locked_at, is_shared, staff_id ON staff_session BEGIN
    INSERT INTO change (noun, thing) VALUES ('session', NEW.staff_id);
END;
CREATE TRIGGER heard_staff_session_delete AFTER DELETE ON staff_session BEGIN
    INSERT INTO change (noun, thing) VALUES ('session', OLD.staff_id);
END;

-- The audit, and the copies of the database, which are files: what made one by hand stands in it.
CREATE TRIGGER heard_audit_entry_insert AFTER INSERT ON audit_entry BEGIN
    INSERT INTO change (noun, thing) VALUES ('audit', NEW.id);
    INSERT INTO change (noun, thing) SELECT 'backup', '' WHERE NEW.noun = 'backup';
END;
CREATE TRIGGER heard_audit_entry_update AFTER UPDATE OF "before", "after" ON audit_entry BEGIN
    INSERT INTO change (noun, thing) VALUES ('audit', NEW.id);
END;

-- Who is where.
CREATE TRIGGER heard_presence_insert AFTER INSERT ON presence BEGIN
    INSERT INTO change (noun, thing) VALUES ('presence', NEW.thing);
END;
CREATE TRIGGER heard_presence_delete AFTER DELETE ON presence BEGIN
    INSERT INTO change (noun, thing) VALUES ('presence', OLD.thing);
END;
