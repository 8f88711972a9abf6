-- Invoices and credit notes (decisions §6). A document is what it was when it was issued: nothing of it changes, nothing is
-- deleted, and the numbers of a series have no gap. Amounts are minor units.

-- The last number given out, of each series and year. The row is raised in the transaction that issues, and goes back with it.
CREATE TABLE invoice_series (
    kind TEXT NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
    year INTEGER NOT NULL,                      -- in Paris
    last INTEGER NOT NULL CHECK (last > 0),
    PRIMARY KEY (kind, year)
) STRICT, WITHOUT ROWID;

CREATE TABLE invoice (
    id         INTEGER PRIMARY KEY,
    order_id   INTEGER NOT NULL REFERENCES sales_order (id),
    kind       TEXT NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
    number     TEXT NOT NULL UNIQUE,
    year       INTEGER NOT NULL,
    sequence   INTEGER NOT NULL CHECK (sequence > 0),
    issued_at  INTEGER NOT NULL,
    currency   TEXT NOT NULL,
    total      INTEGER NOT NULL,                -- of a credit note: what is given back
    tax_amount INTEGER NOT NULL,
    document   TEXT NOT NULL,                   -- all that it says, JSON
    mailed     INTEGER NOT NULL DEFAULT 0 CHECK (mailed IN (0, 1)), -- whether a letter has taken it along
    UNIQUE (kind, year, sequence)
) STRICT;
CREATE INDEX invoice_of_order ON invoice (order_id, id);
CREATE UNIQUE INDEX invoice_once ON invoice (order_id) WHERE kind = 'invoice';
CREATE INDEX invoice_issued ON invoice (issued_at);

CREATE TRIGGER invoice_stays BEFORE DELETE ON invoice BEGIN
    SELECT RAISE(ABORT, 'an invoice is never deleted');
END;
CREATE TRIGGER invoice_unchanged
BEFORE UPDATE OF id, order_id, kind, number, year, sequence, issued_at, currency, total, tax_amount, document ON invoice BEGIN
    SELECT RAISE(ABORT, 'an issued invoice is never changed');
END;

-- What goes out with a mail, by reference: it is made when the mail is sent.
CREATE TABLE mail_attachment (
    mail_id   INTEGER NOT NULL REFERENCES mail (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('invoice')),
    reference INTEGER NOT NULL,                 -- invoice: its id
    PRIMARY KEY (mail_id, position)
) STRICT, WITHOUT ROWID;
