-- The catalogue (specification §3; decisions §2 and §3). Text stands per language; money in minor units.
CREATE TABLE catalogue_version (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    version   INTEGER NOT NULL,                 -- grows with every change that a cached page could show
    search    INTEGER NOT NULL,                 -- grows with every change that the search index must follow
    prices_at INTEGER NOT NULL                  -- the moment whose prices the read models hold
) STRICT;
INSERT INTO catalogue_version (id, version, search, prices_at) VALUES (1, 1, 1, 0);

CREATE TABLE manufacturer (
    key     TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    address TEXT NOT NULL,
    email   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE category (
    id         INTEGER PRIMARY KEY,
    key        TEXT NOT NULL UNIQUE,
    parent_id  INTEGER REFERENCES category (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    picture    TEXT NOT NULL DEFAULT ''         -- its name in the shop's media, as everywhere in this file
) STRICT;
CREATE INDEX category_parent ON category (parent_id, position);

CREATE TABLE category_text (
    category_id      INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    lang             TEXT NOT NULL,
    name             TEXT NOT NULL,
    url_key          TEXT NOT NULL,
    intro            TEXT NOT NULL,
    meta_title       TEXT NOT NULL,
    meta_description TEXT NOT NULL,
    alt              TEXT NOT NULL,
    PRIMARY KEY (category_id, lang)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX category_url_key ON category_text (url_key, lang);

-- Parents, variants, simple products and kits alike; a row's id is the item id on the wire.
CREATE TABLE product (
    id                 INTEGER PRIMARY KEY,
    sku                TEXT NOT NULL UNIQUE,
    parent_id          INTEGER REFERENCES product (id) ON DELETE CASCADE,
    kind               TEXT NOT NULL CHECK (kind IN ('simple', 'configurable', 'kit', 'variant')),
    type               TEXT NOT NULL,
    category_id        INTEGER REFERENCES category (id),  -- the canonical one
    position           INTEGER NOT NULL,
    created_at         INTEGER NOT NULL,
    enabled            INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    manufacturer       TEXT REFERENCES manufacturer (key),
    vat_class          TEXT NOT NULL,
    weight_g           INTEGER NOT NULL CHECK (weight_g >= 0),
    max_qty            INTEGER CHECK (max_qty > 0),
    promotion_category TEXT NOT NULL,
    bed_terms          INTEGER NOT NULL CHECK (bed_terms IN (0, 1)),
    content_amount     INTEGER CHECK (content_amount > 0), -- ml or g in one piece, for the unit price
    content_unit       TEXT CHECK (content_unit IN ('ml', 'g')),
    eco_participation  INTEGER,                            -- EUR cents
    inci               TEXT NOT NULL DEFAULT '',
    hazard             TEXT NOT NULL DEFAULT '',           -- codes: pictograms;signal;h;p;euh, comma-separated inside
    ship_group         TEXT NOT NULL,
    picture            TEXT NOT NULL DEFAULT ''            -- a variant's own; the others list theirs in product_picture
) STRICT;
CREATE INDEX product_parent ON product (parent_id, position) WHERE parent_id IS NOT NULL;
CREATE INDEX product_canonical ON product (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX product_manufacturer ON product (manufacturer) WHERE manufacturer IS NOT NULL;

-- Of parents, simple products and kits; a variant goes by its parent's name and its options.
CREATE TABLE product_text (
    product_id       INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    lang             TEXT NOT NULL,
    name             TEXT NOT NULL,
    sort_key         TEXT NOT NULL,              -- the name folded, so that comparing bytes sorts it
    url_key          TEXT NOT NULL,
    short            TEXT NOT NULL,
    long_html        TEXT NOT NULL,              -- safe HTML made from Markdown at import
    details          TEXT NOT NULL,              -- a bullet a line
    material         TEXT NOT NULL,
    care             TEXT NOT NULL,
    dimensions       TEXT NOT NULL,
    safety           TEXT NOT NULL,
    meta_description TEXT NOT NULL,
    PRIMARY KEY (product_id, lang)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX product_url_key ON product_text (url_key, lang);
CREATE INDEX product_text_sort ON product_text (lang, sort_key, product_id);

CREATE TABLE product_picture (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    picture    TEXT NOT NULL,
    PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_picture_text (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    lang       TEXT NOT NULL,
    alt        TEXT NOT NULL,
    PRIMARY KEY (product_id, position, lang)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_category (
    product_id  INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    PRIMARY KEY (product_id, category_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_category_category ON product_category (category_id);

CREATE TABLE product_attribute (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    facet      TEXT NOT NULL,
    value      TEXT NOT NULL,
    PRIMARY KEY (product_id, facet, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_attribute_value ON product_attribute (facet, value, product_id);

CREATE TABLE product_fibre (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    part       TEXT NOT NULL,
    fibre      TEXT NOT NULL,
    percent    INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 100),
    PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_related (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    related_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE ship_group_country (
    ship_group TEXT NOT NULL,
    country    TEXT NOT NULL REFERENCES country (id) ON DELETE CASCADE,
    PRIMARY KEY (ship_group, country)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_option (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    option     TEXT NOT NULL,
    PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE option_kind (
    code    TEXT PRIMARY KEY,
    display TEXT NOT NULL CHECK (display IN ('swatch', 'button', 'select'))
) STRICT, WITHOUT ROWID;

CREATE TABLE option_value (
    option   TEXT NOT NULL REFERENCES option_kind (code),
    value    TEXT NOT NULL,
    position INTEGER NOT NULL,
    color    TEXT,                              -- #rrggbb of a swatch
    PRIMARY KEY (option, value)
) STRICT, WITHOUT ROWID;

-- What a product offers of an option, in its own order.
CREATE TABLE product_option_value (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    option     TEXT NOT NULL,
    position   INTEGER NOT NULL,
    value      TEXT NOT NULL,
    PRIMARY KEY (product_id, option, position),
    FOREIGN KEY (option, value) REFERENCES option_value (option, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE variant_option (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE, -- the variant
    option     TEXT NOT NULL,
    value      TEXT NOT NULL,
    PRIMARY KEY (product_id, option),
    FOREIGN KEY (option, value) REFERENCES option_value (option, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE kit_part (
    kit_id   INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    part_id  INTEGER NOT NULL REFERENCES product (id),
    qty      INTEGER NOT NULL CHECK (qty > 0),
    PRIMARY KEY (kit_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX kit_part_part ON kit_part (part_id);

-- Names of codes: options, values, facets, fibres, hazards, statuses, methods.
CREATE TABLE vocabulary (
    lang     TEXT NOT NULL,
    domain   TEXT NOT NULL,                     -- e.g. option, value.bed_size, facet, attribute.colour
    code     TEXT NOT NULL,
    position INTEGER NOT NULL,                  -- the order in which lists show the codes
    text     TEXT NOT NULL,
    PRIMARY KEY (lang, domain, code)
) STRICT, WITHOUT ROWID;

CREATE TABLE synonym (
    lang  TEXT NOT NULL,
    word  TEXT NOT NULL,
    grp   INTEGER NOT NULL,
    PRIMARY KEY (lang, word, grp)
) STRICT, WITHOUT ROWID;

-- Every price that was ever in force is a row with its interval; nothing is overwritten (Directive 98/6/EC art. 6a).
CREATE TABLE price (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE, -- simple, variant or kit
    currency   TEXT NOT NULL REFERENCES currency (code),
    valid_from INTEGER NOT NULL,
    valid_to   INTEGER CHECK (valid_to > valid_from),   -- null: until further notice
    amount     INTEGER NOT NULL CHECK (amount >= 0),
    regular    INTEGER CHECK (regular > amount),        -- the regular price while the item is reduced
    PRIMARY KEY (product_id, currency, valid_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX price_boundary ON price (valid_to) WHERE valid_to IS NOT NULL;
CREATE INDEX price_start ON price (valid_from);

CREATE TABLE stock (
    product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE, -- simple or variant
    quantity   INTEGER NOT NULL CHECK (quantity >= 0)
) STRICT;

-- Read models for lists, rebuilt by catalog::listing whenever the catalogue changes. A product here is what a list shows:
-- simple, configurable or kit, and enabled.
CREATE TABLE listing_price (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    currency   TEXT NOT NULL,
    low        INTEGER NOT NULL,
    high       INTEGER NOT NULL,
    item_id    INTEGER NOT NULL,                -- the item that costs `low`, to which the next two belong
    regular    INTEGER,
    lowest_30d INTEGER,
    PRIMARY KEY (product_id, currency)
) STRICT, WITHOUT ROWID;

-- Pieces to be had: of all variants together; of a kit, complete sets.
CREATE TABLE listing_stock (
    product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
    quantity   INTEGER NOT NULL
) STRICT;

-- One row for each product in each category it is shown in, ancestors included. Its place there under the order of
-- positions, from 0, is its ordinal: by ordinals the next two tables name products.
CREATE TABLE listing (
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    ordinal     INTEGER NOT NULL,
    product_id  INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    PRIMARY KEY (category_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_product ON listing (product_id);

-- A category's products in another order: price (by currency), name (by language), newest.
CREATE TABLE listing_order (
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    sort        TEXT NOT NULL,
    scope       TEXT NOT NULL,                  -- currency, language or ''
    ordinals    BLOB NOT NULL,                  -- four bytes each, least significant first
    PRIMARY KEY (category_id, sort, scope)
) STRICT;

-- Which of a category's products have a value of a facet: filters are sets laid over each other.
CREATE TABLE listing_set (
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    facet       TEXT NOT NULL,
    scope       TEXT NOT NULL,                  -- currency of the facet price, else ''
    value       TEXT NOT NULL,
    count       INTEGER NOT NULL,
    members     BLOB NOT NULL,                  -- bit n of the whole stands for ordinal n, least significant first
    PRIMARY KEY (category_id, facet, scope, value)
) STRICT;

CREATE TABLE listing_total (
    category_id INTEGER PRIMARY KEY REFERENCES category (id) ON DELETE CASCADE,
    total       INTEGER NOT NULL
) STRICT;
