-- The shop in each of its languages (specification §3). `languages` in the configuration, where it names any, decides which
-- are on instead of `enabled`.
CREATE TABLE store_view (
    id               INTEGER PRIMARY KEY,       -- `store_id` of the calls
    language         TEXT NOT NULL UNIQUE,      -- ISO 639-1
    code_suffix      TEXT NOT NULL UNIQUE,      -- of the store code, after the brand key and an underscore
    default_country  TEXT NOT NULL,             -- ISO 3166-1 alpha-2; the destination until an address is known
    default_currency TEXT NOT NULL,             -- ISO 4217; for visitors whose cookie and region name none
    enabled          INTEGER NOT NULL CHECK (enabled IN (0, 1))
) STRICT;
INSERT INTO store_view (id, language, code_suffix, default_country, default_currency, enabled) VALUES
    (94, 'en', 'en', 'GB', 'EUR', 1),
    (95, 'fr', 'fr', 'FR', 'EUR', 1),
    (96, 'de', 'de', 'DE', 'EUR', 1),
    (97, 'es', 'es', 'ES', 'EUR', 1),
    (98, 'zh', 'zh', 'CN', 'EUR', 0);
