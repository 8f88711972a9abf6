-- Rows at which a job failed: each is postponed by itself, so that it holds up no other.
CREATE TABLE job_failure (
    job       TEXT NOT NULL,
    row_id    INTEGER NOT NULL,                -- in the table that the job works through
    failures  INTEGER NOT NULL CHECK (failures > 0),
    failed_at INTEGER NOT NULL,                -- the last time
    retry_at  INTEGER NOT NULL,
    error     TEXT NOT NULL,
    PRIMARY KEY (job, row_id)
) STRICT, WITHOUT ROWID;

-- A lease names its holder by a number that grows with each run. `server` tells a lease that the folder's lock protects.
ALTER TABLE job ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN server INTEGER NOT NULL DEFAULT 0 CHECK (server IN (0, 1));
