-- The European Central Bank's rates of days on which a quarter is declared, as the house enters them: what the One-Stop-Shop return
-- converts by (Directive 2006/112/EC art. 369h(2)). Those at which the shop sells are its own (currency).
CREATE TABLE ecb_rate (
    day      TEXT NOT NULL, -- on which it was published
    currency TEXT NOT NULL,
    rate     TEXT NOT NULL, -- units for one euro
    PRIMARY KEY (day, currency)
) STRICT, WITHOUT ROWID;

-- Told to the console (src/live).
CREATE TRIGGER heard_ecb_rate_insert AFTER INSERT ON ecb_rate BEGIN
    INSERT INTO change (noun, thing) VALUES ('tariff', 'currency');
END;
CREATE TRIGGER heard_ecb_rate_update AFTER UPDATE ON ecb_rate BEGIN
    INSERT INTO change (noun, thing) VALUES ('tariff', 'currency');
END;
CREATE TRIGGER heard_ecb_rate_delete AFTER DELETE ON ecb_rate BEGIN
    INSERT INTO change (noun, thing) VALUES ('tariff', 'currency');
END;
