-- Work of the console on many things of a list: which they are is fixed when somebody asks, and each is done in a transaction of
-- its own. Times are Unix milliseconds.
CREATE TABLE bulk_run (
    -- Never given again: a stop that comes late must not meet another run.
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    call       TEXT NOT NULL,                   -- path of the call that is made for each
    args       TEXT NOT NULL,                   -- JSON of what was typed
    staff_id   INTEGER NOT NULL REFERENCES staff (id),
    staff_name TEXT NOT NULL,
    is_proved  INTEGER NOT NULL CHECK (is_proved IN (0, 1)),
    network    TEXT NOT NULL,                   -- keyed hash
    state      TEXT NOT NULL CHECK (state IN ('draft', 'running', 'done', 'stopped')),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at   INTEGER
) STRICT;
CREATE INDEX bulk_run_running ON bulk_run (id) WHERE state = 'running';
CREATE INDEX bulk_run_of_staff ON bulk_run (staff_id, state);
CREATE INDEX bulk_run_created_at ON bulk_run (created_at);

CREATE TABLE bulk_item (
    run_id   INTEGER NOT NULL REFERENCES bulk_run (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    thing    TEXT NOT NULL,                     -- number of an order, id of a movement
    seen     TEXT NOT NULL,                     -- what it was when it was chosen; empty where the call itself looks
    state    TEXT NOT NULL CHECK (state IN ('waiting', 'asked', 'done', 'failed', 'undone', 'stopped')),
    failure  TEXT,                              -- JSON of the message
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX bulk_item_thing ON bulk_item (run_id, thing);
CREATE INDEX bulk_item_state ON bulk_item (run_id, state, position);

-- The run that has asked for a deed.
ALTER TABLE deed ADD COLUMN run_id INTEGER;
CREATE INDEX deed_of_run ON deed (run_id) WHERE run_id IS NOT NULL;

-- Lists of the console as people have arranged them.
CREATE TABLE saved_view (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    staff_id INTEGER REFERENCES staff (id) ON DELETE CASCADE,  -- null: everybody's
    list     TEXT NOT NULL CHECK (list IN ('orders', 'pack', 'bank', 'audit')),
    name     TEXT NOT NULL,
    query    TEXT NOT NULL,                     -- of the list's address
    position INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_view_of_staff ON saved_view (staff_id, list, position);

-- The view with which a person opens a list.
CREATE TABLE default_view (
    staff_id INTEGER NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    list     TEXT NOT NULL,
    view_id  INTEGER NOT NULL REFERENCES saved_view (id) ON DELETE CASCADE,
    PRIMARY KEY (staff_id, list)
) STRICT, WITHOUT ROWID;
CREATE INDEX default_view_of_view ON default_view (view_id);
