-- Roles of the house's own, and tokens with which programs call the console (src/token). Times are Unix milliseconds.

-- Rises with each change of a role: whoever edits it says which one they have seen.
ALTER TABLE staff_role ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- A token reaches what it was given and its maker still holds, whichever is less.
CREATE TABLE api_token (
    -- Never given again: the audit, histories and pending deeds name tokens by it.
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT NOT NULL,
    secret_hash  BLOB NOT NULL UNIQUE,          -- SHA-256
    staff_id     INTEGER NOT NULL REFERENCES staff (id),    -- who has made it
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    last_used_at INTEGER,                       -- written at most once a minute
    network      TEXT,                          -- of the last use: keyed hash
    revoked_at   INTEGER
) STRICT;
CREATE INDEX api_token_of_staff ON api_token (staff_id);
CREATE INDEX api_token_expires_at ON api_token (expires_at);
CREATE INDEX api_token_revoked_at ON api_token (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE TABLE api_token_permission (
    token_id   INTEGER NOT NULL REFERENCES api_token (id) ON DELETE CASCADE,
    permission TEXT NOT NULL,                   -- as in src/domain/permission.rs
    PRIMARY KEY (token_id, permission)
) STRICT, WITHOUT ROWID;

-- The token of a program that has asked; null: a person.
ALTER TABLE deed ADD COLUMN token_id INTEGER;
ALTER TABLE bulk_run ADD COLUMN token_id INTEGER;

-- Told to the console as they change (src/live). When one was used last is told to nobody: each request would be a change.
CREATE TRIGGER heard_api_token_insert AFTER INSERT ON api_token BEGIN
    INSERT INTO change (noun, thing) VALUES ('token', NEW.id);
END;
CREATE TRIGGER heard_api_token_update AFTER UPDATE OF name, staff_id, expires_at, revoked_at ON api_token BEGIN
    INSERT INTO change (noun, thing) VALUES ('token', NEW.id);
END;
CREATE TRIGGER heard_api_token_delete AFTER DELETE ON api_token BEGIN
    INSERT INTO change (noun, thing) VALUES ('token', OLD.id);
END;
