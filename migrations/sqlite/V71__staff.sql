-- The console's people (docs/security.md): who may come in, what they may do, and what they did. Times are Unix milliseconds.

-- A role is a set of permissions. Built-in ones stay as they are.
CREATE TABLE staff_role (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    is_builtin INTEGER NOT NULL CHECK (is_builtin IN (0, 1))
) STRICT;
CREATE TABLE staff_role_permission (
    role_id    INTEGER NOT NULL REFERENCES staff_role (id) ON DELETE CASCADE,
    permission TEXT NOT NULL,                   -- as in src/domain/permission.rs
    PRIMARY KEY (role_id, permission)
) STRICT, WITHOUT ROWID;
INSERT INTO staff_role (id, name, is_builtin) VALUES
    (1, 'owner', 1), (2, 'manager', 1), (3, 'orders', 1), (4, 'packing', 1), (5, 'accountant', 1), (6, 'editor', 1),
    (7, 'support', 1);
INSERT INTO staff_role_permission (role_id, permission) VALUES
    (1, 'staff_read'), (1, 'staff_manage'), (1, 'audit_read'), (1, 'orders_read'), (1, 'orders_change'),
    (1, 'orders_refund'), (1, 'packing'), (1, 'bank'), (1, 'products_change'), (1, 'stock_change'), (1, 'prices_change'),
    (1, 'content_change'), (1, 'messages_answer'), (1, 'customers_read'), (1, 'customers_erase'), (1, 'figures_read'),
    (1, 'settings_change'), (1, 'system'),
    (2, 'staff_read'), (2, 'audit_read'), (2, 'orders_read'), (2, 'orders_change'), (2, 'orders_refund'), (2, 'packing'),
    (2, 'bank'), (2, 'products_change'), (2, 'stock_change'), (2, 'prices_change'), (2, 'content_change'),
    (2, 'messages_answer'), (2, 'customers_read'), (2, 'customers_erase'), (2, 'figures_read'), (2, 'settings_change'),
    (3, 'orders_read'), (3, 'orders_change'), (3, 'packing'), (3, 'messages_answer'), (3, 'customers_read'),
    (4, 'orders_read'), (4, 'packing'), (4, 'stock_change'),
    (5, 'orders_read'), (5, 'figures_read'),
    (6, 'products_change'), (6, 'content_change'),
    (7, 'orders_read'), (7, 'messages_answer'), (7, 'customers_read');

-- A person. Rows stay: audit entries name them by id.
CREATE TABLE staff (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    email       TEXT NOT NULL,
    email_key   TEXT NOT NULL UNIQUE,           -- in lower case
    lang        TEXT NOT NULL,
    role_id     INTEGER NOT NULL REFERENCES staff_role (id),
    created_at  INTEGER NOT NULL,
    seen_at     INTEGER,
    disabled_at INTEGER
) STRICT;
CREATE INDEX staff_of_role ON staff (role_id);

-- Password and TOTP (RFC 6238) of a person.
CREATE TABLE staff_credential (
    staff_id      INTEGER PRIMARY KEY REFERENCES staff (id),
    password_hash TEXT NOT NULL,                -- argon2id, PHC string
    totp_secret   BLOB NOT NULL,
    totp_step     INTEGER NOT NULL              -- the last that was used: each counts once
) STRICT;

-- What lets a person in who has no TOTP at hand; a used one is deleted.
CREATE TABLE staff_recovery_code (
    staff_id  INTEGER NOT NULL REFERENCES staff (id),
    code_hash BLOB NOT NULL,                    -- SHA-256
    PRIMARY KEY (staff_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Spent and withdrawn ones are deleted.
CREATE TABLE staff_invitation (
    id          INTEGER PRIMARY KEY,
    secret_hash BLOB NOT NULL UNIQUE,           -- SHA-256
    email       TEXT NOT NULL,
    email_key   TEXT NOT NULL UNIQUE,           -- one at a time for an address
    role_id     INTEGER NOT NULL REFERENCES staff_role (id),
    totp_secret BLOB NOT NULL,
    invited_by  INTEGER REFERENCES staff (id),  -- null: a command on the machine
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX staff_invitation_expires_at ON staff_invitation (expires_at);

CREATE TABLE staff_session (
    id             INTEGER PRIMARY KEY,
    token_hash     BLOB NOT NULL UNIQUE,        -- SHA-256
    staff_id       INTEGER NOT NULL REFERENCES staff (id),
    created_at     INTEGER NOT NULL,
    seen_at        INTEGER NOT NULL,
    proof_until_at INTEGER,                     -- until then password and code count as asked just now
    browser        TEXT NOT NULL,
    network        TEXT NOT NULL                -- keyed hash
) STRICT;
CREATE INDEX staff_session_of ON staff_session (staff_id, id);
CREATE INDEX staff_session_seen_at ON staff_session (seen_at);

-- Seals: a chain of hashes over entries (src/audit). `hash` covers `previous_hash`, so that nothing sealed can be changed
-- without changing every later seal.
CREATE TABLE audit_seal (
    number        INTEGER PRIMARY KEY,          -- from 1, without gaps
    at            INTEGER NOT NULL,
    entries       INTEGER NOT NULL CHECK (entries > 0),
    previous_hash BLOB NOT NULL,                -- of the seal before it; zeros for the first
    hash          BLOB NOT NULL
) STRICT;

-- Who did what, or was refused. Written in the transaction of the deed, sealed later.
CREATE TABLE audit_entry (
    id             INTEGER PRIMARY KEY,
    at             INTEGER NOT NULL,
    actor          TEXT NOT NULL,               -- staff:ID, cli:USER, anybody
    call           TEXT NOT NULL,               -- path of the call, or words of the command
    outcome        TEXT NOT NULL CHECK (outcome IN ('done', 'refused')),
    noun           TEXT NOT NULL,
    thing          TEXT NOT NULL,               -- id of what was changed; empty: none
    "before"       TEXT,                        -- JSON; null: nothing, or erased
    "after"        TEXT,
    network        TEXT,                        -- keyed hash; null for commands, or erased
    salt           BLOB,                        -- of `content_digest`; null: contents erased
    content_digest BLOB NOT NULL,               -- of salt, before, after and network: stays when they are erased
    seal           INTEGER REFERENCES audit_seal (number)
) STRICT;
CREATE INDEX audit_entry_actor ON audit_entry (actor, id);
CREATE INDEX audit_entry_noun ON audit_entry (noun, id);
CREATE INDEX audit_entry_unsealed ON audit_entry (id) WHERE seal IS NULL;
CREATE INDEX audit_entry_sealed ON audit_entry (seal, id) WHERE seal IS NOT NULL;

CREATE TRIGGER audit_entry_stays BEFORE DELETE ON audit_entry BEGIN
    SELECT RAISE(ABORT, 'an audit entry is never deleted');
END;
CREATE TRIGGER audit_entry_unchanged
BEFORE UPDATE OF id, at, actor, call, outcome, noun, thing, content_digest ON audit_entry BEGIN
    SELECT RAISE(ABORT, 'an audit entry is never changed');
END;
CREATE TRIGGER audit_entry_only_erased
BEFORE UPDATE OF "before", "after", network, salt ON audit_entry
WHEN NEW."before" IS NOT NULL OR NEW."after" IS NOT NULL OR NEW.network IS NOT NULL OR NEW.salt IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'the contents of an audit entry are erased as a whole');
END;
CREATE TRIGGER audit_entry_sealed_once BEFORE UPDATE OF seal ON audit_entry WHEN OLD.seal IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'an audit entry is sealed once');
END;
CREATE TRIGGER audit_seal_stays BEFORE DELETE ON audit_seal BEGIN
    SELECT RAISE(ABORT, 'a seal is never deleted');
END;
CREATE TRIGGER audit_seal_unchanged BEFORE UPDATE ON audit_seal BEGIN
    SELECT RAISE(ABORT, 'a seal is never changed');
END;
