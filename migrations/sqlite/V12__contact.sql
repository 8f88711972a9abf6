-- Messages to customer service, and answers to the one question after an order (specification §3; decisions §8).
CREATE TABLE contact_message (
    id          INTEGER PRIMARY KEY,
    reference   TEXT NOT NULL UNIQUE,           -- by which the sender and the operator call it
    customer_id INTEGER REFERENCES customer (id) ON DELETE SET NULL,
    order_id    INTEGER REFERENCES sales_order (id) ON DELETE SET NULL,
    subject     TEXT NOT NULL,
    email       TEXT NOT NULL,                  -- this and the next two: '' once the sender's account is deleted
    email_key   TEXT NOT NULL,
    name        TEXT NOT NULL,
    message     TEXT NOT NULL,                  -- '' too where only a rating was given
    rating      INTEGER CHECK (rating BETWEEN 1 AND 5),
    lang        TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    closed_at   INTEGER
) STRICT;
CREATE INDEX contact_message_open ON contact_message (created_at) WHERE closed_at IS NULL;
CREATE INDEX contact_message_created ON contact_message (created_at);
CREATE INDEX contact_message_customer ON contact_message (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX contact_message_email ON contact_message (email_key) WHERE email_key <> '';
-- The question is answered once an order; answering it again changes the answer.
CREATE UNIQUE INDEX contact_message_survey ON contact_message (order_id) WHERE rating IS NOT NULL AND order_id IS NOT NULL;
CREATE INDEX contact_message_order ON contact_message (order_id) WHERE order_id IS NOT NULL;
