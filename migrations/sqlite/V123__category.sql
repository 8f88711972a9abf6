-- Categories as the house works on them in the console (src/category). Times are Unix milliseconds.

-- Whether its page and those of all below it are kept out of the shop. Its products stay on sale, in the categories above too.
ALTER TABLE category ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));

-- Addresses that categories had: links to them go on to the page.
CREATE TABLE category_former_address (
    url_key     TEXT NOT NULL,
    lang        TEXT NOT NULL,
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    PRIMARY KEY (url_key, lang)
) STRICT, WITHOUT ROWID;
CREATE INDEX category_former_address_of_category ON category_former_address (category_id);

-- What a category was before and after each change of the console and of `shop category`.
CREATE TABLE category_version (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL,                  -- staff:ID, token:ID, cli:USER; empty: the state that the first change found
    fields      TEXT NOT NULL                   -- JSON: field to text
) STRICT;
CREATE INDEX category_version_of_category ON category_version (category_id, id);

-- Told to the console (src/live).
CREATE TRIGGER heard_category_insert AFTER INSERT ON category BEGIN
    INSERT INTO change (noun, thing) VALUES ('category', NEW.key);
END;
CREATE TRIGGER heard_category_update AFTER UPDATE ON category BEGIN
    INSERT INTO change (noun, thing) VALUES ('category', NEW.key);
END;
CREATE TRIGGER heard_category_delete AFTER DELETE ON category BEGIN
    INSERT INTO change (noun, thing) VALUES ('category', OLD.key);
END;
CREATE TRIGGER heard_category_version_insert AFTER INSERT ON category_version BEGIN
    INSERT INTO change (noun, thing) SELECT 'category', key FROM category WHERE id = NEW.category_id;
END;
