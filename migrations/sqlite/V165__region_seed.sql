-- What the seed has written once, and what is the house's from then on: a closing day that was taken out does not come back with the
-- next `shop seed`.
CREATE TABLE region_seed (
    part TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO region_seed (part) SELECT 'closing_days' WHERE EXISTS (SELECT 1 FROM country);
