-- Customers see where they are logged in, and no session lasts for ever (session.most_days). Times are Unix milliseconds.
ALTER TABLE session ADD COLUMN begun_at INTEGER NOT NULL DEFAULT 0;    -- the login; a guest's first visit
ALTER TABLE session ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;     -- to the day
ALTER TABLE session ADD COLUMN browser TEXT NOT NULL DEFAULT '';       -- browser and system at the login, by their short names
UPDATE session SET begun_at = created_at, seen_at = created_at;

-- Passkeys (WebAuthn) of customers, beside their password.
CREATE TABLE customer_passkey (
    id            INTEGER PRIMARY KEY,
    customer_id   INTEGER NOT NULL REFERENCES customer (id),
    name          TEXT NOT NULL,
    credential_id BLOB NOT NULL UNIQUE,
    user_handle   BLOB NOT NULL,                -- by which authenticators know the customer; the same for all of a customer's keys
    passkey       TEXT NOT NULL,                -- public key and counter, as webauthn-rs writes them
    rp_id         TEXT NOT NULL,                -- the shop's host when it was made: it works there alone
    created_at    INTEGER NOT NULL,
    used_at       INTEGER
) STRICT;
CREATE INDEX customer_passkey_of ON customer_passkey (customer_id, id);

-- A ceremony that has begun: each row is used once.
CREATE TABLE customer_challenge (
    token_hash BLOB PRIMARY KEY,                -- SHA-256 of what the browser sends back
    purpose    TEXT NOT NULL CHECK (purpose IN ('register', 'login', 'prove')),
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    network    TEXT NOT NULL,                   -- keyed hash
    state      TEXT NOT NULL,                   -- JSON of webauthn-rs
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_challenge_session ON customer_challenge (session_id, purpose, expires_at);
CREATE INDEX customer_challenge_network ON customer_challenge (network, expires_at);
CREATE INDEX customer_challenge_expires_at ON customer_challenge (expires_at);

-- Heard by the console (V86).
CREATE TRIGGER heard_customer_passkey_insert AFTER INSERT ON customer_passkey BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', NEW.customer_id);
END;
CREATE TRIGGER heard_customer_passkey_delete AFTER DELETE ON customer_passkey BEGIN
    INSERT INTO change (noun, thing) VALUES ('customer', OLD.customer_id);
END;
