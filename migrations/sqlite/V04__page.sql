-- Pages that are content: help pages and the home page's texts.
CREATE TABLE cms_page (
    url_key     TEXT NOT NULL,                  -- the same in every language
    lang        TEXT NOT NULL,
    position    INTEGER NOT NULL,
    title       TEXT NOT NULL,
    description TEXT NOT NULL,
    markdown    TEXT NOT NULL,
    updated     TEXT NOT NULL,                  -- ISO 8601 date
    PRIMARY KEY (url_key, lang)
) STRICT, WITHOUT ROWID;

-- One TOML document a language, as in seed/home.
CREATE TABLE home_content (
    lang    TEXT PRIMARY KEY,                   -- '' holds the structure
    content TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE promo_tag (
    tag           TEXT PRIMARY KEY,
    percentage    INTEGER NOT NULL CHECK (percentage BETWEEN 1 AND 100),
    valid_from    INTEGER NOT NULL,
    valid_to      INTEGER,
    active        INTEGER NOT NULL CHECK (active IN (0, 1)),
    email_domains TEXT NOT NULL DEFAULT ''      -- comma-separated; '' allows any
) STRICT, WITHOUT ROWID;

CREATE TABLE conversation (
    session_id TEXT PRIMARY KEY,                -- unguessable
    visitor    INTEGER REFERENCES session (id) ON DELETE SET NULL,
    lang       TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX conversation_visitor ON conversation (visitor);
