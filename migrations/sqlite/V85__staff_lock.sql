-- A device that several people use locks itself when nobody has used it for a while; any session can be locked by hand.
ALTER TABLE staff_session ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1));
ALTER TABLE staff_session ADD COLUMN locked_at INTEGER;  -- Unix milliseconds; null: open, unless nobody has used it
