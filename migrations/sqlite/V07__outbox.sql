-- Mail waits here, written in the transaction that causes it; a job delivers it.
CREATE TABLE mail (
    id         INTEGER PRIMARY KEY,
    template   TEXT NOT NULL,
    lang       TEXT NOT NULL,
    recipient  TEXT NOT NULL,
    data       TEXT NOT NULL,                   -- what the template shows, JSON; emptied once it is sent
    created_at INTEGER NOT NULL,
    due_at     INTEGER,                         -- null when nothing more is to be done
    attempts   INTEGER NOT NULL DEFAULT 0,
    error      TEXT NOT NULL DEFAULT '',        -- of the last attempt that failed
    sent_at    INTEGER                          -- null with no due_at: given up
) STRICT;
CREATE INDEX mail_due ON mail (due_at) WHERE due_at IS NOT NULL;

-- One row a job: its lease keeps runs from overlapping, its last run lets a long sleep be caught up with.
CREATE TABLE job (
    name        TEXT PRIMARY KEY,
    lease_until INTEGER NOT NULL DEFAULT 0,
    last_run    INTEGER,
    last_result TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
