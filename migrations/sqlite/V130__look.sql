-- The look of the shop and its home page as the house edits them (src/look). Times are Unix milliseconds.
CREATE TABLE look_draft (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    document   TEXT NOT NULL UNIQUE CHECK (document IN ('look', 'home')),
    body       TEXT NOT NULL,                   -- JSON
    base       INTEGER NOT NULL,                -- number of the version that it changes; 0: none is published
    version    INTEGER NOT NULL,
    publish_at INTEGER,
    failure    TEXT,                            -- JSON (src/deed, Failure): why it was not published at its time
    updated_at INTEGER NOT NULL,
    actor      TEXT NOT NULL                    -- of the last change: staff:ID, token:ID, cli:USER
) STRICT;
CREATE INDEX look_draft_publish_at ON look_draft (publish_at) WHERE publish_at IS NOT NULL;

CREATE TABLE look_version (
    document TEXT NOT NULL CHECK (document IN ('look', 'home')),
    number   INTEGER NOT NULL,
    body     TEXT NOT NULL,                     -- JSON
    at       INTEGER NOT NULL,
    actor    TEXT NOT NULL DEFAULT '',          -- '': neither console nor command, e.g. what the shop came with
    PRIMARY KEY (document, number)
) STRICT, WITHOUT ROWID;

-- Logos and icons, cleaned, under names made of their content.
CREATE TABLE brand_file (
    name       TEXT PRIMARY KEY,
    width      INTEGER NOT NULL,
    height     INTEGER NOT NULL,
    content    BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The newest look is in force: pages, letters and the like follow at once, whoever writes. The home page's rows are home_content.
CREATE TRIGGER followed_look_version_insert AFTER INSERT ON look_version WHEN NEW.document = 'look' BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;
CREATE TRIGGER followed_look_version_delete AFTER DELETE ON look_version WHEN OLD.document = 'look' BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;

-- Told to the console (src/live).
CREATE TRIGGER heard_look_draft_insert AFTER INSERT ON look_draft BEGIN
    INSERT INTO change (noun, thing) VALUES (NEW.document, '');
END;
CREATE TRIGGER heard_look_draft_update AFTER UPDATE ON look_draft BEGIN
    INSERT INTO change (noun, thing) VALUES (NEW.document, '');
END;
CREATE TRIGGER heard_look_draft_delete AFTER DELETE ON look_draft BEGIN
    INSERT INTO change (noun, thing) VALUES (OLD.document, '');
END;
CREATE TRIGGER heard_look_version_insert AFTER INSERT ON look_version BEGIN
    INSERT INTO change (noun, thing) VALUES (NEW.document, '');
END;
CREATE TRIGGER heard_home_content_insert AFTER INSERT ON home_content BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('home', '');
END;
CREATE TRIGGER heard_home_content_update AFTER UPDATE ON home_content BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('home', '');
END;
CREATE TRIGGER heard_home_content_delete AFTER DELETE ON home_content BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('home', '');
END;
