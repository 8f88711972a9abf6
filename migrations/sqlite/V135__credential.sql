-- What the house has entered for mail and payment (src/setting/credential.rs): sealed with a key that is in the data folder and in no copy.

CREATE TABLE credential (
    name   TEXT PRIMARY KEY,                    -- 'mail', 'stripe'
    sealed BLOB NOT NULL,                       -- nonce and AES-256-GCM of JSON, the name as associated data
    hint   TEXT NOT NULL,                       -- what may be shown: the server's name, the end of a payment key
    set_at INTEGER NOT NULL,                    -- Unix milliseconds; also the version that was seen
    actor  TEXT NOT NULL                        -- staff:ID
) STRICT, WITHOUT ROWID;

-- In force with the settings, whoever writes.
CREATE TRIGGER followed_credential_insert AFTER INSERT ON credential BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
END;
CREATE TRIGGER followed_credential_update AFTER UPDATE ON credential BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
END;
CREATE TRIGGER followed_credential_delete AFTER DELETE ON credential BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
END;

-- Told to the console (src/live).
CREATE TRIGGER heard_credential_insert AFTER INSERT ON credential BEGIN
    INSERT INTO change (noun, thing) VALUES ('setting', 'credential');
END;
CREATE TRIGGER heard_credential_update AFTER UPDATE ON credential BEGIN
    INSERT INTO change (noun, thing) VALUES ('setting', 'credential');
END;
CREATE TRIGGER heard_credential_delete AFTER DELETE ON credential BEGIN
    INSERT INTO change (noun, thing) VALUES ('setting', 'credential');
END;
