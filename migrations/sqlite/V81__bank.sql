-- Statements of the house's bank account (docs/decisions.md). Amounts are minor units, times Unix milliseconds.
CREATE TABLE bank_statement (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,                  -- of the file
    account     TEXT NOT NULL,                  -- IBAN; empty: the file does not say
    staff_id    INTEGER NOT NULL REFERENCES staff (id),
    imported_at INTEGER NOT NULL
) STRICT;
CREATE INDEX bank_statement_of_staff ON bank_statement (staff_id);

-- A movement on the account. The fingerprint keeps one from being imported twice, in whatever file it comes.
CREATE TABLE bank_line (
    id           INTEGER PRIMARY KEY,
    statement_id INTEGER NOT NULL REFERENCES bank_statement (id),
    fingerprint  BLOB NOT NULL UNIQUE,
    booked_on    TEXT NOT NULL,                 -- ISO 8601
    value_date   TEXT NOT NULL,
    amount       INTEGER NOT NULL,              -- negative: it left the account
    currency     TEXT NOT NULL,
    party        TEXT NOT NULL,                 -- this and the next two: empty once they are forgotten
    iban         TEXT NOT NULL,
    text         TEXT NOT NULL,
    reference    TEXT NOT NULL,
    end_to_end   TEXT NOT NULL,
    is_reversal  INTEGER NOT NULL CHECK (is_reversal IN (0, 1)),
    state        TEXT NOT NULL CHECK (state IN ('open', 'booked', 'ignored')),
    order_id     INTEGER REFERENCES sales_order (id),
    payment_id   INTEGER REFERENCES payment (id),   -- what it was booked as
    refund_id    INTEGER REFERENCES refund (id),
    created_at   INTEGER NOT NULL,
    forgotten_at INTEGER
) STRICT;
CREATE INDEX bank_line_of_statement ON bank_line (statement_id, id);
CREATE INDEX bank_line_state ON bank_line (state, id);
CREATE INDEX bank_line_of_order ON bank_line (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX bank_line_of_payment ON bank_line (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX bank_line_of_refund ON bank_line (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX bank_line_kept ON bank_line (created_at) WHERE forgotten_at IS NULL;

-- Refunds by hand that were put into a SEPA file.
CREATE TABLE bank_transfer (
    refund_id  INTEGER PRIMARY KEY REFERENCES refund (id),
    file       TEXT NOT NULL,                   -- MsgId of the last file that holds it
    written_at INTEGER NOT NULL
) STRICT;
