-- Currencies as the house sets them (src/tariff): which are offered, rates and steps, and the default of each store view.

-- Currencies of the shop that shoppers are not offered. Prices and orders in them stay.
CREATE TABLE currency_off (
    code TEXT PRIMARY KEY CHECK (code <> 'EUR') REFERENCES currency (code) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The history gets a kind; SQLite changes no CHECK in place.
CREATE TABLE tariff_change_new (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    actor  TEXT NOT NULL,                       -- staff:ID, cli:USER
    kind   TEXT NOT NULL CHECK (kind IN ('shipping', 'vat', 'closing_day', 'currency')),
    thing  TEXT NOT NULL,                       -- 'dhl ZONE', 'FR standard 2027-01-01', '2026-12-24', 'easter 1', 'CHF', 'default fr'
    before TEXT,                                -- JSON; NULL: it was not there
    after  TEXT                                 -- JSON; NULL: it is there no more
) STRICT;
INSERT INTO tariff_change_new SELECT id, at, actor, kind, thing, before, after FROM tariff_change;
DROP TABLE tariff_change;
ALTER TABLE tariff_change_new RENAME TO tariff_change;
CREATE INDEX tariff_change_kind ON tariff_change (kind, id);

-- Caches follow and the console hears, whoever writes.
CREATE TRIGGER heard_currency_insert AFTER INSERT ON currency BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'currency');
END;
CREATE TRIGGER heard_currency_update AFTER UPDATE ON currency BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'currency');
END;
CREATE TRIGGER heard_currency_delete AFTER DELETE ON currency BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'currency');
END;
CREATE TRIGGER heard_currency_off_insert AFTER INSERT ON currency_off BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'currency');
END;
CREATE TRIGGER heard_currency_off_delete AFTER DELETE ON currency_off BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'currency');
END;
CREATE TRIGGER heard_store_view_update AFTER UPDATE ON store_view BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'currency');
END;
