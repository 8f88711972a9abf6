-- Forms without script: what was typed waits for the link that was mailed in place of the proof of work.
CREATE TABLE form_link (
    token_hash BLOB PRIMARY KEY,
    call       TEXT NOT NULL,
    typed      TEXT NOT NULL,          -- JSON: text by field, without passwords
    email_key  TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX form_link_expires ON form_link (expires_at);
CREATE INDEX form_link_email ON form_link (email_key);
