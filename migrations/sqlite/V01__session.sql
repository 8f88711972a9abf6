-- Sessions (specification §3; decisions §4). Only the hash of a token is stored. Times are Unix milliseconds throughout.
CREATE TABLE session (
    id          INTEGER PRIMARY KEY,
    token_hash  BLOB NOT NULL UNIQUE,
    customer_id INTEGER,
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX session_expires_at ON session (expires_at);
