-- Links by which the house sees a product's page in the shop before it is on sale (src/product/preview.rs).
CREATE TABLE product_preview (
    secret_hash BLOB PRIMARY KEY,               -- SHA-256; the secret is in the link alone
    product_id  INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    lang        TEXT NOT NULL,
    expires_at  INTEGER NOT NULL,               -- Unix milliseconds
    actor       TEXT NOT NULL                   -- staff:ID or token:ID
) STRICT, WITHOUT ROWID;
CREATE INDEX product_preview_of_product ON product_preview (product_id);
CREATE INDEX product_preview_expires ON product_preview (expires_at);
