-- Restores that were asked for, and what became of them. Times are Unix milliseconds. In a copy the row of the restore that
-- the copy was made for is still open: a database that is put in place has its open rows ended.
CREATE TABLE restore (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    token            TEXT NOT NULL UNIQUE,           -- random: ids are given out anew after a restore
    copy             TEXT NOT NULL,                  -- name of its file in the folder of copies
    actor            TEXT NOT NULL,                  -- as in audit_entry
    actor_name       TEXT NOT NULL,
    requested_at     INTEGER NOT NULL,
    due_at           INTEGER NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('scheduled', 'running', 'done', 'failed', 'called_off')),
    ended_at         INTEGER,
    failure          TEXT,                           -- in English, as the log has it
    is_read          INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)), -- somebody has taken note of the failure
    kept             TEXT,                           -- name of the copy that was made of the former database
    missing_pictures INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX restore_open ON restore (due_at) WHERE state IN ('scheduled', 'running');
CREATE INDEX restore_unread ON restore (ended_at) WHERE state = 'failed' AND is_read = 0;

CREATE TRIGGER heard_restore_insert AFTER INSERT ON restore BEGIN
    INSERT INTO change (noun, thing) VALUES ('backup', '');
END;
CREATE TRIGGER heard_restore_update AFTER UPDATE ON restore BEGIN
    INSERT INTO change (noun, thing) VALUES ('backup', '');
END;
CREATE TRIGGER heard_restore_delete AFTER DELETE ON restore BEGIN
    INSERT INTO change (noun, thing) VALUES ('backup', '');
END;

-- The pictures' files that a copy has, by their content. Empty in a shop's own database.
CREATE TABLE copied_picture (
    name   TEXT PRIMARY KEY,                         -- of the file in the folder of pictures
    sha256 TEXT NOT NULL,                            -- of its content, in hexadecimal digits: its name in the store
    bytes  INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT, WITHOUT ROWID;

-- The anonymised copy for staging: one at a time, deleted after a day. Times are Unix milliseconds.
CREATE TABLE anonymised_copy (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    state        TEXT NOT NULL CHECK (state IN ('making', 'ready', 'failed')),
    requested_at INTEGER NOT NULL,
    percent      INTEGER NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
    made_at      INTEGER,
    bytes        INTEGER,
    failure      TEXT                                -- in English, as the log has it
) STRICT;
CREATE TRIGGER heard_anonymised_copy_insert AFTER INSERT ON anonymised_copy BEGIN
    INSERT INTO change (noun, thing) VALUES ('backup', '');
END;
CREATE TRIGGER heard_anonymised_copy_update AFTER UPDATE ON anonymised_copy BEGIN
    INSERT INTO change (noun, thing) VALUES ('backup', '');
END;
CREATE TRIGGER heard_anonymised_copy_delete AFTER DELETE ON anonymised_copy BEGIN
    INSERT INTO change (noun, thing) VALUES ('backup', '');
END;
