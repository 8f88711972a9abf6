-- Campaigns, which reduce the prices of chosen goods for a time, and who has set single prices. Times are Unix milliseconds.
CREATE TABLE campaign (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    begins_at  INTEGER NOT NULL,
    ends_at    INTEGER NOT NULL CHECK (ends_at > begins_at),
    kind       TEXT NOT NULL CHECK (kind IN ('percent', 'amount', 'price')),
    value      INTEGER NOT NULL CHECK (value >= 0),     -- hundredths of a percent, or EUR cents; 0: each item has its own
    ending     TEXT NOT NULL CHECK (ending IN ('step', 'whole', 'ninety', 'ninety_five')),
    state      TEXT NOT NULL CHECK (state IN ('draft', 'scheduled', 'called_off')),
    version    INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    actor      TEXT NOT NULL                    -- of the last change: staff:ID, token:ID, cli:USER
) STRICT;
CREATE INDEX campaign_begins_at ON campaign (begins_at, id);
CREATE INDEX campaign_state_begins_at ON campaign (state, begins_at, id);

CREATE TABLE campaign_item (
    campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
    product_id  INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE, -- simple, variant or kit
    price       INTEGER CHECK (price > 0),      -- EUR cents, where the item has a price of its own
    PRIMARY KEY (campaign_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX campaign_item_product ON campaign_item (product_id);

-- A row that a campaign reduces keeps what the item costs without it.
ALTER TABLE price ADD COLUMN campaign_id INTEGER REFERENCES campaign (id);
ALTER TABLE price ADD COLUMN base_amount INTEGER CHECK (base_amount > amount);
ALTER TABLE price ADD COLUMN base_regular INTEGER CHECK (base_regular > base_amount);
CREATE INDEX price_campaign ON price (campaign_id) WHERE campaign_id IS NOT NULL;

CREATE TABLE price_change (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    currency   TEXT NOT NULL,
    at         INTEGER NOT NULL,
    valid_from INTEGER NOT NULL,
    amount     INTEGER,                         -- null: what was planned for that time was taken back
    regular    INTEGER,
    note       TEXT NOT NULL,
    actor      TEXT NOT NULL
) STRICT;
CREATE INDEX price_change_of_product ON price_change (product_id, id);

-- Told to the console (src/live).
CREATE TRIGGER heard_campaign_insert AFTER INSERT ON campaign BEGIN
    INSERT INTO change (noun, thing) VALUES ('campaign', NEW.id);
END;
CREATE TRIGGER heard_campaign_update AFTER UPDATE ON campaign BEGIN
    INSERT INTO change (noun, thing) VALUES ('campaign', NEW.id);
END;
CREATE TRIGGER heard_campaign_delete AFTER DELETE ON campaign BEGIN
    INSERT INTO change (noun, thing) VALUES ('campaign', OLD.id);
END;
CREATE TRIGGER heard_price_change_insert AFTER INSERT ON price_change BEGIN
    INSERT INTO change (noun, thing) VALUES ('price', NEW.product_id);
END;
