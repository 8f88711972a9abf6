-- A picture is put in for a product or for a category (src/picture): for a category `sku` is empty.
ALTER TABLE picture_upload ADD COLUMN category TEXT NOT NULL DEFAULT '';  -- its key
CREATE INDEX picture_upload_of_category ON picture_upload (category, requested_at) WHERE category <> '';

-- Told to the console (src/live).
DROP TRIGGER heard_picture_upload_insert;
CREATE TRIGGER heard_picture_upload_insert AFTER INSERT ON picture_upload BEGIN
    INSERT INTO change (noun, thing)
    SELECT CASE NEW.category WHEN '' THEN 'product' ELSE 'category' END, NEW.sku || NEW.category;
END;
DROP TRIGGER heard_picture_upload_update;
CREATE TRIGGER heard_picture_upload_update AFTER UPDATE OF state ON picture_upload BEGIN
    INSERT INTO change (noun, thing)
    SELECT CASE NEW.category WHEN '' THEN 'product' ELSE 'category' END, NEW.sku || NEW.category;
END;
