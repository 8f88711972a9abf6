-- The history knows languages, too; SQLite changes no CHECK in place.
CREATE TABLE tariff_change_new (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    actor  TEXT NOT NULL,                       -- staff:ID, cli:USER
    kind   TEXT NOT NULL CHECK (kind IN ('shipping', 'vat', 'closing_day', 'currency', 'language')),
    thing  TEXT NOT NULL,                       -- 'dhl ZONE', 'FR standard 2027-01-01', '2026-12-24', 'easter 1', 'CHF', 'default fr',
                                                -- 'ecb 2026-09-30 CHF', 'fr', 'default', 'order'
    before TEXT,                                -- JSON; NULL: it was not there
    after  TEXT                                 -- JSON; NULL: it is there no more
) STRICT;
INSERT INTO tariff_change_new SELECT id, at, actor, kind, thing, before, after FROM tariff_change;
DROP TABLE tariff_change;
ALTER TABLE tariff_change_new RENAME TO tariff_change;
CREATE INDEX tariff_change_kind ON tariff_change (kind, id);
