-- Carriers as the house sets them (src/tariff): a name, the page that shows where a parcel is, whether shoppers are offered it. Names and
-- notes of a language stay in `vocabulary` (shipping_method, shipping_note).

ALTER TABLE carrier ADD COLUMN name TEXT NOT NULL DEFAULT '';                               -- in languages without one of their own
ALTER TABLE carrier ADD COLUMN tracking TEXT NOT NULL DEFAULT '';                           -- with {number}; empty: none
ALTER TABLE carrier ADD COLUMN offered INTEGER NOT NULL DEFAULT 1 CHECK (offered IN (0, 1)); -- to shoppers

-- The one that is free from a subtotal is in every shop that has any.
INSERT INTO carrier (code, position) SELECT 'standard', 10 WHERE EXISTS (SELECT 1 FROM carrier) ON CONFLICT DO NOTHING;

-- What was in force becomes the row: the console's word, else the file's when it was last read, else what the program had.
UPDATE carrier SET
    name = coalesce(
        (SELECT text FROM vocabulary WHERE domain = 'shipping_method' AND code = carrier.code ORDER BY lang <> 'en', lang LIMIT 1),
        CASE code WHEN 'standard' THEN 'Standard delivery' WHEN 'dhl' THEN 'DHL Express' WHEN 'ups' THEN 'UPS Express' ELSE code END),
    tracking = coalesce(
        (SELECT json_extract(value, '$') FROM setting WHERE key = 'shipping.tracking.' || carrier.code),
        (SELECT json_extract(value, '$') FROM setting_file WHERE key = 'shipping.tracking.' || carrier.code),
        CASE code
            WHEN 'dhl' THEN 'https://www.dhl.com/global-en/home/tracking/tracking-parcel.html?submit=1&tracking-id={number}'
            WHEN 'ups' THEN 'https://www.ups.com/track?tracknum={number}'
            ELSE ''
        END);
DELETE FROM setting WHERE key LIKE 'shipping.tracking.%';

-- Caches follow and the console hears, whoever writes.
CREATE TRIGGER heard_carrier_insert AFTER INSERT ON carrier BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'shipping');
END;
CREATE TRIGGER heard_carrier_update AFTER UPDATE ON carrier BEGIN
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
    INSERT INTO change (noun, thing) VALUES ('tariff', 'shipping');
END;
-- Orders and parcels show its name for good.
CREATE TRIGGER carrier_stays BEFORE DELETE ON carrier BEGIN
    SELECT raise(ABORT, 'a carrier stays: take it out of the offer');
END;
