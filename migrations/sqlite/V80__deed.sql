-- Deeds of the console that leave the house: kept for some seconds, in which they can be undone, then carried out and deleted;
-- one that could not be carried out stays until somebody has read why. Times are Unix milliseconds.
CREATE TABLE deed (
    -- Never given again: an undo that comes late must not meet another deed.
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    call       TEXT NOT NULL,                   -- path of the call
    args       TEXT NOT NULL,                   -- JSON; empty once it has failed
    permission TEXT NOT NULL,                   -- that of the call, as in src/domain/permission.rs
    noun       TEXT NOT NULL,
    thing      TEXT NOT NULL,                   -- id within the noun
    staff_id   INTEGER NOT NULL REFERENCES staff (id),
    staff_name TEXT NOT NULL,
    is_proved  INTEGER NOT NULL CHECK (is_proved IN (0, 1)),
    network    TEXT NOT NULL,                   -- keyed hash
    due_at     INTEGER NOT NULL,
    failure    TEXT                             -- JSON of the message; null: pending
) STRICT;
CREATE UNIQUE INDEX deed_pending ON deed (noun, thing) WHERE failure IS NULL;
CREATE INDEX deed_due_at ON deed (due_at) WHERE failure IS NULL;
CREATE INDEX deed_of_staff ON deed (staff_id);
