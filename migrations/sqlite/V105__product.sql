-- The catalogue as the house works on it in the console (src/product). Times are Unix milliseconds.

-- What a product was before and after each change of the console and of `shop product`.
CREATE TABLE product_version (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    at         INTEGER NOT NULL,
    actor      TEXT NOT NULL,                   -- staff:ID, token:ID, cli:USER; empty: the state that the first change found
    fields     TEXT NOT NULL                    -- JSON: field to text
) STRICT;
CREATE INDEX product_version_of_product ON product_version (product_id, id);

-- A read model of src/catalog: what products lack, by SKU. `gap` is text.LANG, alt.LANG, picture, price, variants, parts,
-- manufacturer, fibres, inci or content.
CREATE TABLE product_gap (
    gap        TEXT NOT NULL,
    sku        TEXT NOT NULL,
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    PRIMARY KEY (gap, sku)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_gap_of_product ON product_gap (product_id);

-- Lists by SKU: all, those off sale, those of a kind.
CREATE INDEX product_whole ON product (sku) WHERE parent_id IS NULL;
CREATE INDEX product_off ON product (sku) WHERE parent_id IS NULL AND enabled = 0;
CREATE INDEX product_of_kind ON product (kind, sku) WHERE parent_id IS NULL;

-- Read models of an older version lack the gaps: the next look at the prices makes all of them anew.
UPDATE catalogue_version SET prices_at = 0;

-- Told to the console (src/live).
CREATE TRIGGER heard_product_version_insert AFTER INSERT ON product_version BEGIN
    INSERT INTO change (noun, thing) SELECT 'product', sku FROM product WHERE id = NEW.product_id;
END;
CREATE TRIGGER heard_catalogue_version_update AFTER UPDATE OF search ON catalogue_version BEGIN
    INSERT INTO change (noun, thing) VALUES ('product', '');
END;
