-- Returns, step by step: announced, received, inspected, closed with their refund; or called off. What has come back for good is
-- booked in order_return by the inspection, as before, so that stock and figures are counted in one place.
CREATE TABLE goods_return (
    id           INTEGER PRIMARY KEY,
    number       TEXT NOT NULL UNIQUE,         -- its order's, and which of its returns it is: 2026-000123-R1
    order_id     INTEGER NOT NULL REFERENCES sales_order (id) ON DELETE CASCADE,
    origin       TEXT NOT NULL CHECK (origin IN ('withdrawal', 'mail', 'telephone', 'unasked')),
    step         TEXT NOT NULL CHECK (step IN ('announced', 'received', 'inspected', 'closed', 'called_off')),
    note         TEXT NOT NULL,                -- in somebody's words
    withdrawal   TEXT,                         -- number of the statement of withdrawal
    notice_at    INTEGER,                      -- when that was received
    sent_at      INTEGER,                      -- since when the house has proof that the goods were sent
    refund_by    INTEGER,                      -- when the law wants the money to have gone back; null while it may be withheld
    opened_at    INTEGER NOT NULL,
    received_at  INTEGER,
    inspected_at INTEGER,
    refunded_at  INTEGER,
    refund       INTEGER CHECK (refund >= 0),  -- minor units of the order's currency
    first_refund INTEGER,                      -- ids of the refunds that were made for it; null without one
    last_refund  INTEGER,
    ended_at     INTEGER,
    version      INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX goods_return_order ON goods_return (order_id);
CREATE INDEX goods_return_step ON goods_return (step, id);
-- What waits for somebody, by when.
CREATE INDEX goods_return_waiting ON goods_return (step, refund_by, received_at) WHERE step IN ('announced', 'received', 'inspected');

CREATE TABLE goods_return_line (
    return_id        INTEGER NOT NULL REFERENCES goods_return (id) ON DELETE CASCADE,
    position         INTEGER NOT NULL,         -- of the order's line
    announced        INTEGER NOT NULL CHECK (announced >= 0),
    received         INTEGER CHECK (received >= 0),
    fit              INTEGER CHECK (fit BETWEEN 0 AND received),
    reason           TEXT NOT NULL,            -- a code
    value            INTEGER,                  -- minor units: what was paid for the received pieces
    deduction        INTEGER NOT NULL DEFAULT 0 CHECK (deduction >= 0 AND deduction <= coalesce(value, 0)),
    deduction_reason TEXT NOT NULL DEFAULT '', -- why they are worth less, as the customer is told
    PRIMARY KEY (return_id, position)
) STRICT, WITHOUT ROWID;

-- What had come back before there were steps. Which refund was for it is not known.
INSERT INTO goods_return (number, order_id, origin, step, note, opened_at, received_at, inspected_at, ended_at)
SELECT o.number || '-R' || row_number() OVER (PARTITION BY r.order_id ORDER BY r.id), r.order_id, 'unasked', 'closed', r.reason,
    r.received_at, r.received_at, r.received_at, r.received_at
FROM order_return r JOIN sales_order o ON o.id = r.order_id
ORDER BY r.id;
INSERT INTO goods_return_line (return_id, position, announced, received, fit, reason)
SELECT g.id, l.position, l.qty, l.qty, l.qty * l.restocked, 'not_given'
FROM (SELECT id, order_id, row_number() OVER (PARTITION BY order_id ORDER BY id) AS place FROM goods_return) g
JOIN (SELECT id, order_id, row_number() OVER (PARTITION BY order_id ORDER BY id) AS place FROM order_return) r
    ON r.order_id = g.order_id AND r.place = g.place
JOIN order_return_line l ON l.return_id = r.id;

CREATE TRIGGER heard_goods_return_insert AFTER INSERT ON goods_return BEGIN
    INSERT INTO change (noun, thing) VALUES ('return', NEW.number);
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_goods_return_update AFTER UPDATE ON goods_return BEGIN
    INSERT INTO change (noun, thing) VALUES ('return', NEW.number);
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = NEW.order_id;
END;
CREATE TRIGGER heard_goods_return_delete AFTER DELETE ON goods_return BEGIN
    INSERT INTO change (noun, thing) VALUES ('return', OLD.number);
    INSERT INTO change (noun, thing) SELECT 'order', number FROM sales_order WHERE id = OLD.order_id;
END;
