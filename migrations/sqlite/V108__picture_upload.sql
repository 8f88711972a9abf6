-- Pictures that were put in by the console and are being made into the shop's sizes (src/picture). Times are Unix milliseconds.
CREATE TABLE picture_upload (
    name         TEXT PRIMARY KEY,                        -- the picture's, once it is made
    sku          TEXT NOT NULL,                           -- of the product that it was put in for
    original     TEXT NOT NULL,                           -- its file in the folder of pictures
    state        TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
    attempts     INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0), -- begun: one that ends the process is not tried for ever
    actor        TEXT NOT NULL,                           -- as in audit_entry
    requested_at INTEGER NOT NULL,
    ended_at     INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_upload_waiting ON picture_upload (requested_at, name) WHERE state = 'waiting';
CREATE INDEX picture_upload_ended ON picture_upload (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX picture_upload_of_product ON picture_upload (sku, requested_at);

-- Told to the console (src/live).
CREATE TRIGGER heard_picture_upload_insert AFTER INSERT ON picture_upload BEGIN
    INSERT INTO change (noun, thing) VALUES ('product', NEW.sku);
END;
CREATE TRIGGER heard_picture_upload_update AFTER UPDATE OF state ON picture_upload BEGIN
    INSERT INTO change (noun, thing) VALUES ('product', NEW.sku);
END;
