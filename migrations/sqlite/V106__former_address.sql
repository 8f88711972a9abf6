-- Addresses that products had: links to them go on to the page.
CREATE TABLE product_former_address (
    url_key    TEXT NOT NULL,
    lang       TEXT NOT NULL,
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    PRIMARY KEY (url_key, lang)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_former_address_of_product ON product_former_address (product_id);
