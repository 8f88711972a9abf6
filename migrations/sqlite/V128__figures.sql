-- What the house's figures are summed from (src/figures).

-- The amounts of documents by rate of VAT. Those of credit notes are negative, so that any sum is what is left. They lie in the order
-- of days, as they are read.
CREATE TABLE invoice_vat (
    issued_on   TEXT NOT NULL,                  -- ISO 8601, in the shop's zone
    invoice_id  INTEGER NOT NULL REFERENCES invoice (id),
    rate        TEXT NOT NULL,                  -- percent, exact decimal
    country     TEXT NOT NULL,                  -- where the goods are delivered
    currency    TEXT NOT NULL,
    net         INTEGER NOT NULL,               -- minor units of the currency, as the next
    tax         INTEGER NOT NULL,
    net_eur     INTEGER NOT NULL,               -- cents, by the order's rate, as the next
    tax_eur     INTEGER NOT NULL,
    corrects_on TEXT NOT NULL,                  -- of a credit note: the day of the invoice; else ''
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

-- Documents that are there already. Their amounts are decimal texts of two places.
INSERT INTO invoice_vat (issued_on, invoice_id, rate, country, currency, net, tax, net_eur, tax_eur, corrects_on)
SELECT issued_on, id, rate, country, currency, sign * net, sign * tax,
    sign * CAST(round(net / eur) AS INTEGER),
    sign * (CAST(round((net + tax) / eur) AS INTEGER) - CAST(round(net / eur) AS INTEGER)), corrects_on
FROM (
    SELECT i.id, i.currency, i.document ->> '$.issued_on' AS issued_on, i.document ->> '$.delivery.country' AS country,
        coalesce(i.document ->> '$.corrects.issued_on', '') AS corrects_on,
        iif(i.kind = 'credit_note', -1, 1) AS sign, CAST(o.rate AS REAL) AS eur, v.value ->> '$.rate' AS rate,
        CAST(round((v.value ->> '$.net_amount') * 100) AS INTEGER) AS net,
        CAST(round((v.value ->> '$.tax_amount') * 100) AS INTEGER) AS tax
    FROM invoice i JOIN sales_order o ON o.id = i.order_id, json_each(i.document, '$.vat') v
);
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
CREATE INDEX payment_reversal_at ON payment_reversal (reversed_at);
CREATE INDEX loyalty_entry_at ON loyalty_entry (at);

-- How often something happened on a day, as a number and nothing else (src/visit): visits, bags begun, checkouts opened.
CREATE TABLE daily_count (
    day   TEXT NOT NULL,                        -- ISO 8601, in the shop's zone
    step  TEXT NOT NULL CHECK (step IN ('visit', 'bag', 'checkout')),
    count INTEGER NOT NULL CHECK (count > 0),
    PRIMARY KEY (day, step)
) STRICT, WITHOUT ROWID;
