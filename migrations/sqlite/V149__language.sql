-- Languages as the house sets them (src/language): which are on, in which order shoppers see them, and the one for whoever has none.

ALTER TABLE store_view ADD COLUMN place INTEGER NOT NULL DEFAULT 0;                                    -- among the languages, the least first
ALTER TABLE store_view ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)); -- of visitors whose browser names none

UPDATE store_view SET
    place = 10 * (SELECT count(*) FROM store_view other WHERE other.id <= store_view.id),
    is_default = language = 'en';
CREATE UNIQUE INDEX store_view_default ON store_view (is_default) WHERE is_default = 1;

-- Whom a language concerns that is switched off.
CREATE INDEX customer_lang ON customer (lang) WHERE erased_at IS NULL;
CREATE INDEX newsletter_lang ON newsletter (lang, status);

-- A language that comes or goes is told by whatever is shown of it, too.
CREATE TRIGGER heard_store_view_language AFTER UPDATE OF enabled, place, is_default, default_country ON store_view BEGIN
    INSERT INTO change (noun, thing) VALUES ('tariff', 'language');
END;
