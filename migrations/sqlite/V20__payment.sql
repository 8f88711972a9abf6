-- Money that comes in and goes out (decisions §7). Amounts are minor units.

-- A try to pay an order through a gateway. It is written before the gateway is asked, so that whatever happens afterwards
-- is found again.
CREATE TABLE payment_attempt (
    id          INTEGER PRIMARY KEY,
    order_id    INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    method      TEXT NOT NULL,              -- card, wechat
    gateway     TEXT NOT NULL,              -- demo, stripe, wechat
    reference   TEXT NOT NULL UNIQUE,       -- our name of it at the gateway, under which opening it twice opens it once
    external_id TEXT NOT NULL DEFAULT '',   -- the gateway's name of it, once it is known
    amount      INTEGER NOT NULL CHECK (amount > 0),
    currency    TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('opening', 'open', 'uncertain', 'declined', 'canceled', 'unreachable', 'paid')),
    url         TEXT NOT NULL DEFAULT '',   -- where the shopper pays: a page's address, or what a code holds
    url_until   INTEGER,                    -- a code is shown until then
    session_id  INTEGER REFERENCES session (id) ON DELETE SET NULL,
    email_key   TEXT NOT NULL,
    network     TEXT,                       -- hash of the shopper's network; erased after a day
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,           -- the gateway takes no money after it
    asked_at    INTEGER,                    -- when the gateway was last asked
    asked       INTEGER NOT NULL DEFAULT 0, -- how often
    check_at    INTEGER                     -- when it is to be asked next; null: it has said its last word
) STRICT;
CREATE INDEX payment_attempt_order ON payment_attempt (order_id);
CREATE INDEX payment_attempt_check ON payment_attempt (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payment_attempt_session ON payment_attempt (session_id, created_at) WHERE session_id IS NOT NULL;
CREATE INDEX payment_attempt_network ON payment_attempt (network, created_at) WHERE network IS NOT NULL;
CREATE INDEX payment_attempt_email ON payment_attempt (email_key, created_at);

-- What gateways told us, each once: they tell twice, late, and in any order.
CREATE TABLE payment_event (
    gateway     TEXT NOT NULL,
    event_id    TEXT NOT NULL,
    kind        TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    PRIMARY KEY (gateway, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_event_received ON payment_event (received_at);

-- Money that has arrived. An attempt brings it once.
CREATE TABLE payment (
    id          INTEGER PRIMARY KEY,
    order_id    INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    attempt_id  INTEGER UNIQUE REFERENCES payment_attempt (id), -- null: by transfer, by cheque, or over the counter
    method      TEXT NOT NULL,              -- card, wechat, bank_transfer, cheque, offline
    external_id TEXT NOT NULL,              -- what a refund has to name at the gateway; or the operator's own reference
    amount      INTEGER NOT NULL CHECK (amount > 0),
    currency    TEXT NOT NULL,
    received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_order ON payment (order_id);
CREATE INDEX payment_external ON payment (external_id) WHERE attempt_id IS NOT NULL;

-- Money that goes back. What a gateway brought goes back through it; what came by hand goes back by hand.
CREATE TABLE refund (
    id          INTEGER PRIMARY KEY,
    order_id    INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    payment_id  INTEGER NOT NULL REFERENCES payment (id),
    reference   TEXT NOT NULL UNIQUE,       -- our name of it at the gateway, under which it is made once
    external_id TEXT NOT NULL DEFAULT '',
    amount      INTEGER NOT NULL CHECK (amount > 0),
    currency    TEXT NOT NULL,
    reason      TEXT NOT NULL,
    actor       TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('due', 'sent', 'done', 'failed', 'by_hand')),
    created_at  INTEGER NOT NULL,
    due_at      INTEGER,                    -- when the gateway is asked next; null: not by us
    attempts    INTEGER NOT NULL DEFAULT 0,
    error       TEXT NOT NULL DEFAULT '',   -- of the last attempt that failed
    done_at     INTEGER
) STRICT;
CREATE INDEX refund_order ON refund (order_id);
CREATE INDEX refund_payment ON refund (payment_id);
CREATE INDEX refund_due ON refund (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX refund_waiting ON refund (state) WHERE state IN ('by_hand', 'failed');

-- When the customer got the confirmation of the order: at once by transfer or cheque, with the money by card.
ALTER TABLE sales_order ADD COLUMN confirmed_at INTEGER;
CREATE INDEX sales_order_customer_status ON sales_order (customer_id, status) WHERE customer_id IS NOT NULL;

-- The demonstration's own payment service: what an outside company would remember.
CREATE TABLE demo_payment (
    reference  TEXT PRIMARY KEY,
    amount     INTEGER NOT NULL,
    currency   TEXT NOT NULL,
    lang       TEXT NOT NULL,
    label      TEXT NOT NULL,               -- what the page says is paid for
    return_url TEXT NOT NULL,
    cancel_url TEXT NOT NULL,
    choice     TEXT NOT NULL DEFAULT '',    -- succeed, decline, cancel, hang, uncertain; '' until somebody has chosen
    chosen_at  INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX demo_payment_expires ON demo_payment (expires_at);

CREATE TABLE demo_refund (
    reference  TEXT PRIMARY KEY,
    payment    TEXT NOT NULL REFERENCES demo_payment (reference),
    amount     INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX demo_refund_payment ON demo_refund (payment);
