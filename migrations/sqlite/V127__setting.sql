-- What the house has set in its console, on top of the machine's file (src/setting).

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,                     -- as in config.toml: 'company.name'
    value TEXT NOT NULL                         -- JSON
) STRICT, WITHOUT ROWID;

-- What the machine's file said when it was last taken in: what it says differently since is taken in by the next start.
CREATE TABLE setting_file (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL                         -- JSON
) STRICT, WITHOUT ROWID;

-- Rises with each change of `setting`, whoever makes it.
CREATE TABLE setting_version (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL
) STRICT;
INSERT INTO setting_version (id, version) VALUES (1, 0);

-- The history.
CREATE TABLE setting_change (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    actor  TEXT NOT NULL,                       -- staff:ID, cli:USER; '': the machine's file
    key    TEXT NOT NULL,
    before TEXT,                                -- JSON, as the next; NULL: as the file or the defaults say
    after  TEXT
) STRICT;
CREATE INDEX setting_change_key ON setting_change (key, id);

-- Changes of where money goes, which wait for a day or for a second owner.
CREATE TABLE setting_waiting (
    id       INTEGER PRIMARY KEY,
    changes  TEXT NOT NULL,                     -- JSON: key to value; null: as the file or the defaults say
    asked_at INTEGER NOT NULL,
    force_at INTEGER NOT NULL,
    actor    TEXT NOT NULL,
    failure  TEXT                               -- JSON (src/deed, Failure): why it could not come into force
) STRICT;

-- Caches follow, whoever writes.
CREATE TRIGGER followed_setting_insert AFTER INSERT ON setting BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;
CREATE TRIGGER followed_setting_update AFTER UPDATE ON setting BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;
CREATE TRIGGER followed_setting_delete AFTER DELETE ON setting BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;

-- Told to the console (src/live).
CREATE TRIGGER heard_setting_insert AFTER INSERT ON setting BEGIN
    INSERT INTO change (noun, thing) VALUES ('setting', NEW.key);
END;
CREATE TRIGGER heard_setting_update AFTER UPDATE ON setting BEGIN
    INSERT INTO change (noun, thing) VALUES ('setting', NEW.key);
END;
CREATE TRIGGER heard_setting_delete AFTER DELETE ON setting BEGIN
    INSERT INTO change (noun, thing) VALUES ('setting', OLD.key);
END;
CREATE TRIGGER heard_setting_waiting_insert AFTER INSERT ON setting_waiting BEGIN
    INSERT INTO change (noun, thing) VALUES ('setting', '');
END;
CREATE TRIGGER heard_setting_waiting_update AFTER UPDATE ON setting_waiting BEGIN
    INSERT INTO change (noun, thing) VALUES ('setting', '');
END;
CREATE TRIGGER heard_setting_waiting_delete AFTER DELETE ON setting_waiting BEGIN
    INSERT INTO change (noun, thing) VALUES ('setting', '');
END;
