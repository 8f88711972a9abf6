-- Chinese invoices that customers asked for (specification §3), one an order. What does not belong to a type is ''.
CREATE TABLE fapiao (
    order_id           INTEGER PRIMARY KEY REFERENCES sales_order (id) ON DELETE CASCADE,
    type               TEXT NOT NULL CHECK (type IN ('personal', 'business', 'electronic', 'vat', 'none')),
    business_name      TEXT NOT NULL,
    tax_id             TEXT NOT NULL,
    registered_address TEXT NOT NULL,
    registered_phone   TEXT NOT NULL,
    bank_name          TEXT NOT NULL,
    bank_account       TEXT NOT NULL,
    requested_at       INTEGER NOT NULL,
    issued_at          INTEGER
) STRICT;
CREATE INDEX fapiao_requested ON fapiao (requested_at);
