-- The order that the house gives to what a category lists, those of the categories below it too. Products without a place follow by
-- their own position.
CREATE TABLE category_place (
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    product_id  INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    PRIMARY KEY (category_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX category_place_in_order ON category_place (category_id, position);
CREATE INDEX category_place_of_product ON category_place (product_id);

-- Grows with each change of that order, so that two who change it at once are told. The console hears it by `heard_category_update`.
ALTER TABLE category ADD COLUMN places_version INTEGER NOT NULL DEFAULT 0;
