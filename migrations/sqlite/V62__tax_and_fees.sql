-- Elsewhere has a row of its own: country `*`. The reference to a country lies in a generated column, which is null there.
CREATE TABLE vat_rate_with_elsewhere (
    country    TEXT NOT NULL,                   -- ISO 3166-1 alpha-2; *: every country without a row in force
    class      TEXT NOT NULL,
    valid_from TEXT NOT NULL,                   -- ISO 8601 date
    rate       TEXT NOT NULL,                   -- percent, exact decimal
    country_id TEXT GENERATED ALWAYS AS (nullif(country, '*')) STORED REFERENCES country (id) ON DELETE CASCADE,
    PRIMARY KEY (country, class, valid_from)
) STRICT, WITHOUT ROWID;
INSERT INTO vat_rate_with_elsewhere (country, class, valid_from, rate)
    SELECT country, class, valid_from, rate FROM vat_rate
    UNION ALL
    -- What these classes were charged elsewhere until now.
    SELECT '*', class, min(valid_from), '0.00' FROM vat_rate GROUP BY class;
DROP TABLE vat_rate;
ALTER TABLE vat_rate_with_elsewhere RENAME TO vat_rate;

-- The éco-participation in one piece on the day of the order, in EUR: invoices issued later show this one. Older orders take
-- today's.
ALTER TABLE order_line ADD COLUMN eco_participation INTEGER;
UPDATE order_line SET eco_participation = (SELECT p.eco_participation FROM product p WHERE p.id = order_line.product_id);
