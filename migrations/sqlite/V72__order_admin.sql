-- Orders in the console: what they are found by, what their lists are narrowed by, and which mails went out about them.

-- Words by which an order is found (src/order/terms.rs): the rest of a value from one of its words on, folded.
CREATE TABLE order_term (
    term     TEXT NOT NULL,
    order_id INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    PRIMARY KEY (term, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_term_order ON order_term (order_id);

-- Whether an order's terms are written: due (a job writes those of older orders), whole, or erased (without personal data).
ALTER TABLE sales_order ADD COLUMN terms_state TEXT NOT NULL DEFAULT 'due' CHECK (terms_state IN ('due', 'whole', 'erased'));
CREATE INDEX sales_order_terms_due ON sales_order (id) WHERE terms_state = 'due';

-- One index for each filter, in the order of ids.
CREATE INDEX sales_order_status_id ON sales_order (status, id);
CREATE INDEX sales_order_method ON sales_order (coalesce(paid_by, payment_method), id);
CREATE INDEX sales_order_created ON sales_order (created_at);
CREATE INDEX order_address_country ON order_address (country, order_id) WHERE kind = 'shipping';

-- The order that a mail is about, and which of its parcels or refunds.
ALTER TABLE mail ADD COLUMN order_id INTEGER;
ALTER TABLE mail ADD COLUMN part_id INTEGER;
CREATE INDEX mail_order ON mail (order_id) WHERE order_id IS NOT NULL;

-- What waits for a person.
CREATE INDEX mail_given_up ON mail (id) WHERE sent_at IS NULL AND due_at IS NULL AND recipient <> '';
CREATE INDEX stock_out ON stock (product_id) WHERE quantity = 0;
CREATE INDEX job_failure_stuck ON job_failure (failures);
CREATE INDEX chat_open ON chat (last_message_at) WHERE ended_at IS NULL;
CREATE INDEX payment_attempt_uncertain ON payment_attempt (created_at) WHERE state = 'uncertain' AND next_check_at IS NOT NULL;
