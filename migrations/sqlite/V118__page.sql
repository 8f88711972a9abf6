-- Help pages as the house writes them: drafts, and every text that was published. Times are Unix milliseconds.
CREATE TABLE page_draft (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    url_key     TEXT NOT NULL,
    lang        TEXT NOT NULL,
    title       TEXT NOT NULL,
    description TEXT NOT NULL,
    markdown    TEXT NOT NULL,
    base        INTEGER NOT NULL,               -- number of the version that it changes; 0: none is published
    version     INTEGER NOT NULL,
    publish_at  INTEGER,
    failure     TEXT,                           -- JSON (src/deed, Failure): why it was not published at its time
    updated_at  INTEGER NOT NULL,
    actor       TEXT NOT NULL,                  -- of the last change: staff:ID, token:ID, cli:USER
    UNIQUE (url_key, lang)
) STRICT;
CREATE INDEX page_draft_publish_at ON page_draft (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX page_draft_failure ON page_draft (id) WHERE failure IS NOT NULL;

CREATE TABLE page_version (
    url_key     TEXT NOT NULL,
    lang        TEXT NOT NULL,
    number      INTEGER NOT NULL,
    title       TEXT NOT NULL,
    description TEXT NOT NULL,
    markdown    TEXT NOT NULL,
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL DEFAULT '',       -- '': neither console nor command, e.g. what the shop came with
    PRIMARY KEY (url_key, lang, number)
) STRICT, WITHOUT ROWID;

INSERT INTO page_version (url_key, lang, number, title, description, markdown, at)
SELECT url_key, lang, 1, title, description, markdown, COALESCE(unixepoch(updated), 0) * 1000 FROM cms_page;

-- Whoever writes a page, it is kept as a version, and caches follow.
CREATE TRIGGER kept_cms_page_insert AFTER INSERT ON cms_page BEGIN
    INSERT INTO page_version (url_key, lang, number, title, description, markdown, at)
    SELECT NEW.url_key, NEW.lang, COALESCE(MAX(number), 0) + 1, NEW.title, NEW.description, NEW.markdown, unixepoch() * 1000
    FROM page_version WHERE url_key = NEW.url_key AND lang = NEW.lang;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;
CREATE TRIGGER kept_cms_page_update AFTER UPDATE ON cms_page BEGIN
    INSERT INTO page_version (url_key, lang, number, title, description, markdown, at)
    SELECT NEW.url_key, NEW.lang, COALESCE(MAX(number), 0) + 1, NEW.title, NEW.description, NEW.markdown, unixepoch() * 1000
    FROM page_version WHERE url_key = NEW.url_key AND lang = NEW.lang;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;
CREATE TRIGGER kept_cms_page_delete AFTER DELETE ON cms_page BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;

-- Told to the console (src/live).
CREATE TRIGGER heard_cms_page_insert AFTER INSERT ON cms_page BEGIN
    INSERT INTO change (noun, thing) VALUES ('page', NEW.url_key);
END;
CREATE TRIGGER heard_cms_page_update AFTER UPDATE ON cms_page BEGIN
    INSERT INTO change (noun, thing) VALUES ('page', NEW.url_key);
END;
CREATE TRIGGER heard_cms_page_delete AFTER DELETE ON cms_page BEGIN
    INSERT INTO change (noun, thing) VALUES ('page', OLD.url_key);
END;
CREATE TRIGGER heard_page_draft_insert AFTER INSERT ON page_draft BEGIN
    INSERT INTO change (noun, thing) VALUES ('page', NEW.url_key);
END;
CREATE TRIGGER heard_page_draft_update AFTER UPDATE ON page_draft BEGIN
    INSERT INTO change (noun, thing) VALUES ('page', NEW.url_key);
END;
CREATE TRIGGER heard_page_draft_delete AFTER DELETE ON page_draft BEGIN
    INSERT INTO change (noun, thing) VALUES ('page', OLD.url_key);
END;
