-- Passkeys (WebAuthn) of the house's people, beside password and TOTP or in their place: a person may have no row in
-- staff_credential. Times are Unix milliseconds.
CREATE TABLE staff_passkey (
    id            INTEGER PRIMARY KEY,
    staff_id      INTEGER NOT NULL REFERENCES staff (id),
    name          TEXT NOT NULL,
    credential_id BLOB NOT NULL UNIQUE,
    user_handle   BLOB NOT NULL,                -- by which authenticators know the person; the same for all of a person's keys
    passkey       TEXT NOT NULL,                -- public key and counter, as webauthn-rs writes them
    rp_id         TEXT NOT NULL,                -- the console's host when it was made: it works there alone
    created_at    INTEGER NOT NULL,
    used_at       INTEGER
) STRICT;
CREATE INDEX staff_passkey_of ON staff_passkey (staff_id, id);

-- A ceremony that has begun: each row is used once, within minutes.
CREATE TABLE staff_challenge (
    token_hash    BLOB PRIMARY KEY,             -- SHA-256 of what the browser sends back
    purpose       TEXT NOT NULL CHECK (purpose IN ('register', 'sign_in', 'prove', 'unlock', 'accept')),
    session_id    INTEGER REFERENCES staff_session (id) ON DELETE CASCADE,
    invitation_id INTEGER REFERENCES staff_invitation (id) ON DELETE CASCADE,
    network       TEXT NOT NULL,                -- keyed hash
    state         TEXT NOT NULL,                -- JSON of webauthn-rs
    expires_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX staff_challenge_of_session ON staff_challenge (session_id, purpose) WHERE session_id IS NOT NULL;
CREATE UNIQUE INDEX staff_challenge_of_invitation ON staff_challenge (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX staff_challenge_network ON staff_challenge (network, expires_at);
CREATE INDEX staff_challenge_expires_at ON staff_challenge (expires_at);

-- What a person signs in with stands in the list of people (src/live).
CREATE TRIGGER heard_staff_passkey_insert AFTER INSERT ON staff_passkey BEGIN
    INSERT INTO change (noun, thing) VALUES ('person', NEW.staff_id);
END;
CREATE TRIGGER heard_staff_passkey_delete AFTER DELETE ON staff_passkey BEGIN
    INSERT INTO change (noun, thing) VALUES ('person', OLD.staff_id);
END;
