-- Customers and what guards their accounts (specification §3, §6; decisions §4, §6). Times are Unix milliseconds.
CREATE TABLE customer (
    id            INTEGER PRIMARY KEY,
    email         TEXT NOT NULL,                -- as it was typed
    email_key     TEXT NOT NULL UNIQUE,         -- as addresses are compared
    password_hash TEXT,                         -- argon2id as a PHC string; null until a password is set
    first_name    TEXT NOT NULL,
    last_name     TEXT NOT NULL,
    member_card   TEXT,
    lang          TEXT NOT NULL,                -- of the store last visited logged in: of mail that no visit causes
    created_at    INTEGER NOT NULL,
    logged_in_at  INTEGER,
    erased_at     INTEGER                       -- the account is gone; its row keeps orders together, without a name
) STRICT;

-- Links by which a password is set: of each only the SHA-256 is kept. Using one ends all of the customer's. Those that have
-- expired stay a while, so that whoever follows one is told why it does not open.
CREATE TABLE password_link (
    token_hash  BLOB PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_link_customer ON password_link (customer_id);
CREATE INDEX password_link_expires ON password_link (expires_at);

-- Accounts that are about to be deleted. Withdrawing deletes the row.
CREATE TABLE deletion_request (
    customer_id INTEGER PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    asked_at    INTEGER NOT NULL,
    due_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX deletion_request_due ON deletion_request (due_at);

-- How much of a patience is used up, by the hash of what is tried upon: an account, a network. One number is enough: the
-- moment at which all of it has come back.
CREATE TABLE throttle (
    key_hash BLOB PRIMARY KEY,
    full_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX throttle_full ON throttle (full_at);

-- Captcha answers that have counted, kept until they would expire anyway, so that none counts twice.
CREATE TABLE captcha_use (
    signature  TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX captcha_use_expires ON captcha_use (expires_at);

-- Keys that the shop made for itself.
CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Tokens that a login has just replaced. A request that was under way with one gets neither a session nor a cookie that would
-- overwrite the new one.
CREATE TABLE retired_token (
    token_hash BLOB PRIMARY KEY,
    until      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX retired_token_until ON retired_token (until);

CREATE INDEX mail_recipient ON mail (recipient);
CREATE INDEX session_customer ON session (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX sales_order_customer ON sales_order (customer_id, id) WHERE customer_id IS NOT NULL;
