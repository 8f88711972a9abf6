-- Where the shop sells and on what terms: seeded from seed/regions, whose files name their sources.
CREATE TABLE shipping_zone (
    key TEXT PRIMARY KEY
) STRICT;

CREATE TABLE country (
    id               TEXT PRIMARY KEY,          -- ISO 3166-1 alpha-2
    eu               INTEGER NOT NULL CHECK (eu IN (0, 1)),
    zone             TEXT NOT NULL REFERENCES shipping_zone (key),
    fields           TEXT NOT NULL,             -- of the address form, in order, comma-separated
    required         TEXT NOT NULL,             -- comma-separated
    lines            TEXT NOT NULL,             -- the address as printed: a template a line
    postcode_pattern TEXT NOT NULL,             -- this and the next two: '' where the country has no postal code
    postcode_example TEXT NOT NULL,
    postcode_label   TEXT NOT NULL,
    city_label       TEXT NOT NULL,             -- this and the next two: '' where the form lacks the field
    region_label     TEXT NOT NULL,
    county_label     TEXT NOT NULL
) STRICT;

CREATE TABLE country_name (
    country TEXT NOT NULL REFERENCES country (id) ON DELETE CASCADE,
    lang    TEXT NOT NULL,
    name    TEXT NOT NULL,
    PRIMARY KEY (country, lang)
) STRICT, WITHOUT ROWID;

CREATE TABLE region (
    country  TEXT NOT NULL REFERENCES country (id) ON DELETE CASCADE,
    id       TEXT NOT NULL,
    parent   TEXT NOT NULL DEFAULT '',          -- id of the region it lies in
    name     TEXT NOT NULL,
    latin    TEXT NOT NULL DEFAULT '',          -- shown instead of name on pages that are not Chinese
    position INTEGER NOT NULL,
    PRIMARY KEY (country, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE vat_rate (
    country    TEXT NOT NULL REFERENCES country (id) ON DELETE CASCADE,
    class      TEXT NOT NULL,
    valid_from TEXT NOT NULL,                   -- ISO 8601 date
    rate       TEXT NOT NULL,                   -- percent, exact decimal
    PRIMARY KEY (country, class, valid_from)
) STRICT, WITHOUT ROWID;

CREATE TABLE carrier (
    code     TEXT PRIMARY KEY,
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE carrier_zone (
    carrier  TEXT NOT NULL REFERENCES carrier (code) ON DELETE CASCADE,
    zone     TEXT NOT NULL REFERENCES shipping_zone (key) ON DELETE CASCADE,
    min_days INTEGER NOT NULL CHECK (min_days > 0), -- working days from the order to the door
    max_days INTEGER NOT NULL CHECK (max_days >= min_days),
    PRIMARY KEY (carrier, zone)
) STRICT, WITHOUT ROWID;

CREATE TABLE shipping_rate (
    zone    TEXT NOT NULL REFERENCES shipping_zone (key) ON DELETE CASCADE,
    carrier TEXT NOT NULL REFERENCES carrier (code) ON DELETE CASCADE,
    up_to_g INTEGER NOT NULL CHECK (up_to_g > 0),
    price   INTEGER NOT NULL CHECK (price >= 0), -- EUR cents, VAT included
    PRIMARY KEY (zone, carrier, up_to_g)
) STRICT, WITHOUT ROWID;

CREATE TABLE holiday (
    date TEXT PRIMARY KEY,                      -- ISO 8601 date
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE currency (
    code      TEXT PRIMARY KEY,
    position  INTEGER NOT NULL,
    symbol    TEXT NOT NULL,
    rate      TEXT NOT NULL,                    -- units for 1 EUR, exact decimal
    rate_date TEXT NOT NULL,                    -- ISO 8601 date
    step      INTEGER NOT NULL CHECK (step > 0) -- converted prices are rounded up to it, minor units
) STRICT, WITHOUT ROWID;
