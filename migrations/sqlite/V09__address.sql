-- The customers' address books (specification §3). At most one default of each kind, which the two indexes see to.
CREATE TABLE address (
    id               INTEGER PRIMARY KEY,
    customer_id      INTEGER NOT NULL,
    first_name       TEXT NOT NULL,
    last_name        TEXT NOT NULL,
    company          TEXT NOT NULL,
    address1         TEXT NOT NULL,
    address2         TEXT NOT NULL,
    city             TEXT NOT NULL,
    county           TEXT NOT NULL,
    region           TEXT NOT NULL,
    postcode         TEXT NOT NULL,
    country          TEXT NOT NULL,
    telephone        TEXT NOT NULL,
    tax_id           TEXT NOT NULL,
    default_billing  INTEGER NOT NULL CHECK (default_billing IN (0, 1)),
    default_shipping INTEGER NOT NULL CHECK (default_shipping IN (0, 1))
) STRICT;
CREATE INDEX address_customer ON address (customer_id);
CREATE UNIQUE INDEX address_default_billing ON address (customer_id) WHERE default_billing = 1;
CREATE UNIQUE INDEX address_default_shipping ON address (customer_id) WHERE default_shipping = 1;
