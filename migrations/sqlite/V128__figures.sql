-- What the house's figures are summed from (src/figures).

-- The amounts of documents by rate of VAT. Those of credit notes are negative, so that any sum is what is left. They lie in the order
-- of days, as they are read.
CREATE TABLE invoice_vat (
    issued_on     TEXT NOT NULL,                -- ISO 8601, in the shop's zone
    invoice_id    INTEGER NOT NULL REFERENCES invoice (id),
    rate          TEXT NOT NULL,                -- percent, exact decimal
    order_id      INTEGER NOT NULL,             -- the order of the invoice
    country       TEXT NOT NULL,                -- where the goods are delivered
    currency      TEXT NOT NULL,
    net           INTEGER NOT NULL,             -- minor units of the currency, as the next
    tax           INTEGER NOT NULL,
    net_eur       INTEGER NOT NULL,             -- cents, by the order's rate, as the next
    tax_eur       INTEGER NOT NULL,
    supplied_on   TEXT NOT NULL,                -- the day of the first invoice of this supply: its quarter is the one that is corrected
    is_correction INTEGER NOT NULL CHECK (is_correction IN (0, 1)), -- an invoice in another's place, and what goes with that
    PRIMARY KEY (issued_on, invoice_id, rate)
) STRICT, WITHOUT ROWID;
CREATE INDEX invoice_vat_of_invoice ON invoice_vat (invoice_id);

-- Their goods.
CREATE TABLE invoice_line (
    issued_on  TEXT NOT NULL,
    invoice_id INTEGER NOT NULL REFERENCES invoice (id),
    position   INTEGER NOT NULL,                -- in the document, from 0
    sku        TEXT NOT NULL,
    name       TEXT NOT NULL,                   -- in the language of the document
    qty        INTEGER NOT NULL,
    net_eur    INTEGER NOT NULL,
    gross_eur  INTEGER NOT NULL,                -- after discounts
    PRIMARY KEY (issued_on, invoice_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX invoice_line_of_invoice ON invoice_line (invoice_id);

-- Documents that are there already. Their amounts are decimal texts of two places. An invoice stands in another's place if that ceased
-- to count in the moment in which it was issued.
INSERT INTO invoice_vat (issued_on, invoice_id, rate, order_id, country, currency, net, tax, net_eur, tax_eur, supplied_on, is_correction)
WITH RECURSIVE chain (id, issued_at, supplied_on, is_correction) AS (
    SELECT i.id, i.issued_at, i.document ->> '$.issued_on', 0 FROM invoice i
    WHERE i.kind = 'invoice' AND NOT EXISTS (
        SELECT 1 FROM invoice f
        WHERE f.order_id = i.order_id AND f.kind = 'invoice' AND f.replaced_at = i.issued_at AND f.id < i.id)
    UNION ALL
    SELECT i.id, i.issued_at, c.supplied_on, 1 FROM chain c JOIN invoice f ON f.id = c.id
        JOIN invoice i ON i.order_id = f.order_id AND i.kind = 'invoice' AND i.issued_at = f.replaced_at AND i.id > f.id
),
document AS (
    SELECT i.id, i.order_id, i.currency, i.document ->> '$.issued_on' AS issued_on,
        i.document ->> '$.delivery.country' AS country, iif(i.kind = 'credit_note', -1, 1) AS sign,
        CAST(o.rate AS REAL) AS eur, i.document, c.supplied_on,
        CASE WHEN i.kind = 'invoice' THEN c.is_correction
            ELSE (c.is_correction AND c.issued_at = i.issued_at)
                OR EXISTS (SELECT 1 FROM invoice n WHERE n.order_id = i.order_id AND n.kind = 'invoice'
                    AND n.issued_at = i.issued_at AND n.issued_at = f.replaced_at) END AS is_correction
    FROM invoice i JOIN sales_order o ON o.id = i.order_id
        JOIN invoice f ON f.number = iif(i.kind = 'invoice', i.number, i.document ->> '$.corrects.number')
        JOIN chain c ON c.id = f.id
),
amount AS (
    SELECT d.*, v.value ->> '$.rate' AS rate, CAST(round((v.value ->> '$.net_amount') * 100) AS INTEGER) AS net,
        CAST(round((v.value ->> '$.tax_amount') * 100) AS INTEGER) AS tax
    FROM document d, json_each(d.document, '$.vat') v
),
-- The VAT in euros is that of the document, and the customer owes its total: what rounding leaves stands with the highest VAT.
euro AS (
    SELECT a.*, CAST(round(tax / eur) AS INTEGER) AS one_tax, CAST(round(net / eur) AS INTEGER) AS one_net,
        CAST(round(sum(tax) OVER (PARTITION BY id) / eur) AS INTEGER) AS all_tax,
        CAST(round(sum(net + tax) OVER (PARTITION BY id) / eur) AS INTEGER) AS total,
        row_number() OVER (PARTITION BY id ORDER BY tax DESC, CAST(rate AS REAL) DESC) = 1 AS is_first
    FROM amount a
)
SELECT issued_on, id, rate, order_id, country, currency, sign * net, sign * tax,
    sign * (one_net + iif(is_first, total - all_tax - sum(one_net) OVER (PARTITION BY id), 0)),
    sign * (one_tax + iif(is_first, all_tax - sum(one_tax) OVER (PARTITION BY id), 0)),
    supplied_on, is_correction
FROM euro;
INSERT INTO invoice_line (issued_on, invoice_id, position, sku, name, qty, net_eur, gross_eur)
SELECT i.document ->> '$.issued_on', i.id, l.key, l.value ->> '$.sku', l.value ->> '$.name',
    iif(i.kind = 'credit_note', -1, 1) * (l.value ->> '$.qty'),
    iif(i.kind = 'credit_note', -1, 1) * CAST(round((l.value ->> '$.net') * 100 / CAST(o.rate AS REAL)) AS INTEGER),
    iif(i.kind = 'credit_note', -1, 1)
        * CAST(round(((l.value ->> '$.gross') - (l.value ->> '$.discount')) * 100 / CAST(o.rate AS REAL)) AS INTEGER)
FROM invoice i JOIN sales_order o ON o.id = i.order_id, json_each(i.document, '$.lines') l;

CREATE INDEX order_return_received ON order_return (received_at);
CREATE INDEX payment_received ON payment (received_at);
CREATE INDEX refund_done ON refund (done_at) WHERE done_at IS NOT NULL;
-- A refund that was made and that the bank has sent back: it was made all the same.
ALTER TABLE refund ADD COLUMN sent_back_at INTEGER;
CREATE INDEX refund_sent_back ON refund (sent_back_at) WHERE sent_back_at IS NOT NULL;
CREATE INDEX payment_reversal_at ON payment_reversal (reversed_at);
CREATE INDEX loyalty_entry_at ON loyalty_entry (at);

-- How often something happened on a day, as a number and nothing else (src/visit): visits, bags begun, checkouts opened.
CREATE TABLE daily_count (
    day   TEXT NOT NULL,                        -- ISO 8601, in the shop's zone
    step  TEXT NOT NULL CHECK (step IN ('visit', 'bag', 'checkout')),
    count INTEGER NOT NULL CHECK (count > 0),
    PRIMARY KEY (day, step)
) STRICT, WITHOUT ROWID;
