-- The account that asked for a subscription or confirmed it while logged in. Until its address is verified, an account sees and
-- ends only these.
ALTER TABLE newsletter ADD COLUMN customer_id INTEGER REFERENCES customer (id) ON DELETE SET NULL;
UPDATE newsletter SET customer_id =
    (SELECT c.id FROM session s JOIN customer c ON c.id = s.customer_id
     WHERE s.id = newsletter.session_id AND c.email_key = newsletter.email_key)
WHERE status = 'subscribed' OR confirmed_at IS NULL;
CREATE INDEX newsletter_customer ON newsletter (customer_id) WHERE customer_id IS NOT NULL;

-- The account that a mail is about; null for other mails.
ALTER TABLE mail ADD COLUMN customer_id INTEGER REFERENCES customer (id) ON DELETE SET NULL;
UPDATE mail SET customer_id =
    (SELECT id FROM customer WHERE email_key = lower(mail.recipient) AND customer.created_at <= mail.created_at)
WHERE template IN ('welcome', 'password_reset', 'password_first', 'password_changed', 'email_changed', 'deletion_asked');
-- Whether the recipient's data has been erased: the row is emptied once nothing more is to be delivered.
ALTER TABLE mail ADD COLUMN is_erased INTEGER NOT NULL DEFAULT 0 CHECK (is_erased IN (0, 1));
CREATE INDEX mail_customer ON mail (customer_id) WHERE customer_id IS NOT NULL;
DROP INDEX mail_recipient;
CREATE INDEX mail_recipient_key ON mail (lower(recipient));

-- Erasures that have been carried out in this database, as in the journal beside it. No address: its keyed hash.
CREATE TABLE erasure (
    customer_id INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,               -- of the account: ids are given out anew after a restore
    mailbox     TEXT NOT NULL,
    is_proved   INTEGER NOT NULL CHECK (is_proved IN (0, 1)),
    at          INTEGER NOT NULL,
    PRIMARY KEY (customer_id, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_erased ON customer (erased_at) WHERE erased_at IS NOT NULL;
