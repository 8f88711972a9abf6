-- The version of availability, apart from that of content: what is sold leaves the pages of other products alone.
ALTER TABLE catalogue_version ADD COLUMN availability INTEGER NOT NULL DEFAULT 0;

-- Products whose availability has changed, and the version when it last did.
CREATE TABLE availability_change (
    product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL
) STRICT;
CREATE INDEX availability_change_version ON availability_change (version);
