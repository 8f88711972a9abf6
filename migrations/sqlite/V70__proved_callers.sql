-- Attempts to pay count for the account that makes them: an address alone is typed by anybody, so it is kept no longer.
DROP INDEX payment_attempt_email;
ALTER TABLE payment_attempt DROP COLUMN email_key;
ALTER TABLE payment_attempt ADD COLUMN customer_id INTEGER;
CREATE INDEX payment_attempt_customer ON payment_attempt (customer_id, created_at) WHERE customer_id IS NOT NULL;

-- Whether a statement of withdrawal came with the order's token or from its customer.
ALTER TABLE withdrawal ADD COLUMN is_proved INTEGER NOT NULL DEFAULT 0;
