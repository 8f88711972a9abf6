-- Letters by e-mail (specification §3 and §4; decisions §8). One row an address, from the first time it is asked for until the
-- proof of consent is no longer owed.
CREATE TABLE newsletter (
    id                   INTEGER PRIMARY KEY,
    email                TEXT NOT NULL,             -- as it was typed
    email_key            TEXT NOT NULL UNIQUE,      -- as addresses are compared
    status               TEXT NOT NULL CHECK (status IN ('pending', 'subscribed', 'unsubscribed')),
    lang                 TEXT NOT NULL,
    source               TEXT NOT NULL,
    hah_subscribe        INTEGER NOT NULL CHECK (hah_subscribe IN (0, 1)),        -- the shop's letters
    brand                INTEGER NOT NULL CHECK (brand IN (0, 1)),                -- the hotel brand's
    all_subscribe_status INTEGER NOT NULL CHECK (all_subscribe_status IN (0, 1)), -- the partner loyalty programme's
    -- The session in which it was asked for or confirmed: only there, and to its owner, is it told that it stands.
    session_id           INTEGER REFERENCES session (id) ON DELETE SET NULL,
    asked_at             INTEGER NOT NULL,
    confirmed_at         INTEGER,                   -- null: never
    unsubscribe_asked_at INTEGER,
    unsubscribe_due_at   INTEGER,                   -- null: nothing of the kind is under way
    unsubscribed_at      INTEGER
) STRICT;
CREATE INDEX newsletter_due ON newsletter (unsubscribe_due_at) WHERE unsubscribe_due_at IS NOT NULL;
CREATE INDEX newsletter_session ON newsletter (session_id);
CREATE INDEX newsletter_status ON newsletter (status, id);

-- Links in mails: of each only the SHA-256 is kept, and what it stands for.
CREATE TABLE newsletter_link (
    token_hash           BLOB PRIMARY KEY,
    newsletter_id        INTEGER NOT NULL REFERENCES newsletter (id) ON DELETE CASCADE,
    purpose              TEXT NOT NULL CHECK (purpose IN ('confirm', 'unsubscribe')),
    hah_subscribe        INTEGER NOT NULL,          -- the letters that following the link subscribes
    brand                INTEGER NOT NULL,
    all_subscribe_status INTEGER NOT NULL,
    source               TEXT NOT NULL,
    lang                 TEXT NOT NULL,
    created_at           INTEGER NOT NULL,
    expires_at           INTEGER NOT NULL,
    used_at              INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX newsletter_link_newsletter ON newsletter_link (newsletter_id, created_at);
CREATE INDEX newsletter_link_expires ON newsletter_link (expires_at);

-- What happened when, as proof of consent (Regulation 2016/679 art. 7(1)).
CREATE TABLE newsletter_event (
    newsletter_id        INTEGER NOT NULL REFERENCES newsletter (id) ON DELETE CASCADE,
    position             INTEGER NOT NULL,
    what                 TEXT NOT NULL,             -- asked, confirmed, changed, unsubscribe_asked, unsubscribed
    hah_subscribe        INTEGER NOT NULL,
    brand                INTEGER NOT NULL,
    all_subscribe_status INTEGER NOT NULL,
    source               TEXT NOT NULL,
    at                   INTEGER NOT NULL,
    PRIMARY KEY (newsletter_id, position)
) STRICT, WITHOUT ROWID;
