-- Carriers' rates, VAT and closing days as the house sets them (src/tariff): rules of closing days, and the history of all three. Rows
-- that are there stay as they are.

CREATE TABLE holiday_rule (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL,
    month  INTEGER CHECK (month BETWEEN 1 AND 12),   -- with `day`: each year on this day
    day    INTEGER CHECK (day BETWEEN 1 AND 31),
    easter INTEGER CHECK (easter BETWEEN -90 AND 90), -- days after Easter Sunday
    CHECK ((month IS NULL) = (day IS NULL) AND (month IS NULL) = (easter IS NOT NULL)),
    UNIQUE (month, day),
    UNIQUE (easter)
) STRICT;

CREATE TABLE tariff_change (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    actor  TEXT NOT NULL,                       -- staff:ID, cli:USER
    kind   TEXT NOT NULL CHECK (kind IN ('shipping', 'vat', 'closing_day')),
    thing  TEXT NOT NULL,                       -- 'dhl ZONE', 'FR standard 2027-01-01', '2026-12-24', 'easter 1'
    before TEXT,                                -- JSON; NULL: it was not there
    after  TEXT                                 -- JSON; NULL: it is there no more
) STRICT;
CREATE INDEX tariff_change_kind ON tariff_change (kind, id);

-- Caches follow and the console hears, whoever writes.
CREATE TRIGGER heard_carrier_zone_insert AFTER INSERT ON carrier_zone BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'shipping');
END;
CREATE TRIGGER heard_carrier_zone_update AFTER UPDATE ON carrier_zone BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'shipping');
END;
CREATE TRIGGER heard_carrier_zone_delete AFTER DELETE ON carrier_zone BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'shipping');
END;
CREATE TRIGGER heard_shipping_rate_insert AFTER INSERT ON shipping_rate BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'shipping');
END;
CREATE TRIGGER heard_shipping_rate_update AFTER UPDATE ON shipping_rate BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'shipping');
END;
CREATE TRIGGER heard_shipping_rate_delete AFTER DELETE ON shipping_rate BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'shipping');
END;
CREATE TRIGGER heard_vat_rate_insert AFTER INSERT ON vat_rate BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'vat');
END;
CREATE TRIGGER heard_vat_rate_update AFTER UPDATE ON vat_rate BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'vat');
END;
CREATE TRIGGER heard_vat_rate_delete AFTER DELETE ON vat_rate BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'vat');
END;
CREATE TRIGGER heard_holiday_insert AFTER INSERT ON holiday BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'closing_day');
END;
CREATE TRIGGER heard_holiday_update AFTER UPDATE ON holiday BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'closing_day');
END;
CREATE TRIGGER heard_holiday_delete AFTER DELETE ON holiday BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'closing_day');
END;
CREATE TRIGGER heard_holiday_rule_insert AFTER INSERT ON holiday_rule BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'closing_day');
END;
CREATE TRIGGER heard_holiday_rule_delete AFTER DELETE ON holiday_rule BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'closing_day');
END;
