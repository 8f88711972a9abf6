-- Tracking pages that the machine's file pins: they win over the house's own, which stays for the day when they are gone.
ALTER TABLE carrier ADD COLUMN pinned_tracking TEXT; -- null: none is pinned; empty: no page
ALTER TABLE carrier ADD COLUMN pinned_by TEXT;       -- the file and line, or the variable, that pins it
