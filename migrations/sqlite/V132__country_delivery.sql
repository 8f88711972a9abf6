-- Countries that the house delivers to, and their zones, as the house sets them (src/tariff).
ALTER TABLE country ADD COLUMN delivered INTEGER NOT NULL DEFAULT 1 CHECK (delivered IN (0, 1));
CREATE INDEX country_zone ON country (zone);

CREATE TRIGGER heard_country_update AFTER UPDATE ON country BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'shipping');
END;
