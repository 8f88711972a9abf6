-- A small shop for tests: eleven products, eight countries. Unit tests and the simulation share it.
INSERT INTO shipping_zone VALUES ('near'), ('world'), ('island');
INSERT INTO country
    (id, eu, zone, fields, required, lines, postcode_pattern, postcode_example, postcode_label, city_label, region_label,
     county_label)
VALUES
 ('GB', 0, 'near', 'address1,address2,city,county,postcode', 'postcode,city', '{address1}
{address2}
{city}
{county}
{postcode}', '^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$', 'SW1A 2AA', 'postcode', 'town', '', 'county'),
 ('FR', 1, 'near', 'address1,address2,postcode,city', 'postcode,city', '{address1}
{address2}
{postcode} {city}', '^\d{2} ?\d{3}$', '74000', 'postal_code', 'city', '', ''),
 ('DE', 1, 'near', 'address1,address2,postcode,city', 'postcode,city', '{address1}
{address2}
{postcode} {city}', '^\d{5}$', '10115', 'postal_code', 'city', '', ''),
 ('ES', 1, 'near', 'address1,address2,postcode,city,region', 'postcode,city,region', '{address1}
{address2}
{postcode} {city}
{region}', '^\d{5}$', '28013', 'postal_code', 'city', 'province', ''),
 ('CH', 0, 'world', 'address1,address2,postcode,city', 'postcode,city', '{address1}
{address2}
{postcode} {city}', '^\d{4}$', '1201', 'postal_code', 'city', '', ''),
 ('AE', 0, 'world', 'address1,address2,region', 'region', '{address1}
{address2}
{region}', '', '', '', '', 'emirate', ''),
 ('SG', 0, 'world', 'address1,address2,postcode', 'postcode', '{address1}
{address2}
{postcode}', '^\d{6}$', '546080', 'postal_code', '', '', ''),
 ('PN', 0, 'island', 'address1,address2,city', 'city', '{address1}
{city}', '', '', '', 'city', '', '');
INSERT INTO country_name SELECT id, lang, CASE id WHEN 'GB' THEN 'United Kingdom' WHEN 'FR' THEN 'France'
 WHEN 'DE' THEN 'Germany' WHEN 'ES' THEN 'Spain' WHEN 'CH' THEN 'Switzerland' WHEN 'AE' THEN 'United Arab Emirates'
 WHEN 'SG' THEN 'Singapore' ELSE 'Pitcairn' END FROM country, (SELECT 'en' AS lang UNION SELECT 'fr');
UPDATE country_name SET name = 'Allemagne' WHERE country = 'DE' AND lang = 'fr';
INSERT INTO region (country, id, name, position) VALUES ('ES', 'ES-M', 'Madrid', 1), ('AE', 'AE-DU', 'Dubai', 1);
INSERT INTO vat_rate VALUES ('GB', 'standard', '2022-01-01', '20.00'), ('FR', 'standard', '2022-01-01', '20.00'),
 ('DE', 'standard', '2022-01-01', '19.00'), ('ES', 'standard', '2022-01-01', '21.00'),
 ('CH', 'standard', '2022-01-01', '7.70'), ('CH', 'standard', '2024-01-01', '8.10'),
 ('AE', 'standard', '2022-01-01', '5.00'), ('*', 'standard', '2022-01-01', '0.00');
INSERT INTO carrier (code, position, name) VALUES ('standard', 10, 'Standard delivery'), ('dhl', 20, 'DHL Express'), ('ups', 30, 'UPS Express');
INSERT INTO carrier_zone VALUES ('standard', 'near', 2, 4), ('dhl', 'near', 1, 2), ('standard', 'world', 4, 8);
INSERT INTO shipping_rate VALUES ('near', 'standard', 30000, 590), ('near', 'standard', 100000000, 4900),
 ('near', 'dhl', 30000, 1490), ('world', 'standard', 100000000, 2400);
INSERT INTO currency VALUES ('EUR', 10, '€', '1.0000', '2026-11-02', 1), ('CHF', 20, 'CHF', '0.9350', '2026-11-02', 100),
 ('GBP', 30, '£', '0.8400', '2026-11-02', 50);

INSERT INTO product (id, sku, parent_id, kind, type, position, created_at, enabled, vat_class, weight_g, max_qty,
 promotion_category, bed_terms, content_amount, content_unit, ship_group) VALUES
 (1, 'TOWEL', NULL, 'simple', 'towel', 1, 0, 1, 'standard', 600, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (2, 'MAT', NULL, 'simple', 'bath_mat', 2, 0, 1, 'standard', 900, 4, 'bath', 0, NULL, NULL, 'WORLD'),
 (3, 'ROBE', NULL, 'configurable', 'robe', 3, 0, 1, 'standard', 1200, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (4, 'ROBE-S', 3, 'variant', 'robe', 1, 0, 1, 'standard', 1200, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (5, 'ROBE-M', 3, 'variant', 'robe', 2, 0, 1, 'standard', 1200, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (6, 'SET', NULL, 'kit', 'bath_set', 4, 0, 1, 'standard', 2100, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (7, 'DUO', NULL, 'kit', 'bath_set', 5, 0, 1, 'standard', 1800, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (8, 'BED', NULL, 'simple', 'bed', 6, 0, 1, 'standard', 64000, NULL, 'beds', 1, NULL, NULL, 'LARGE'),
 (9, 'CANDLE', NULL, 'simple', 'candle', 7, 0, 1, 'standard', 500, NULL, 'fragrance', 0, 200, 'g', 'WORLD'),
 (10, 'GONE', NULL, 'simple', 'towel', 8, 0, 0, 'standard', 600, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (11, 'LOTION', NULL, 'simple', 'body_lotion', 9, 0, 1, 'standard', 300, NULL, 'body', 0, 250, 'ml', 'WORLD');
INSERT INTO product_text SELECT id, lang, name || CASE lang WHEN 'fr' THEN ' (fr)' ELSE '' END, '', lower(sku) || lang,
 '', '', '', '', '', '', '', '' FROM (
 SELECT id, sku, CASE id WHEN 1 THEN 'Lac towel' WHEN 2 THEN 'Lac mat' WHEN 3 THEN 'Rive robe' WHEN 6 THEN 'Lac set'
 WHEN 7 THEN 'Rive duo' WHEN 8 THEN 'Lac bed' WHEN 9 THEN 'Cedar candle' WHEN 11 THEN 'Fig lotion' ELSE sku END AS name
 FROM product WHERE parent_id IS NULL), (SELECT 'en' AS lang UNION SELECT 'fr');
INSERT INTO option_kind VALUES ('robe_size', 'button');
INSERT INTO option_value VALUES ('robe_size', 's', 1, NULL), ('robe_size', 'm', 2, NULL), ('robe_size', 'l', 3, NULL);
INSERT INTO product_option VALUES (3, 1, 'robe_size');
INSERT INTO product_option_value VALUES (3, 'robe_size', 1, 's'), (3, 'robe_size', 2, 'm'), (3, 'robe_size', 3, 'l');
INSERT INTO variant_option VALUES (4, 'robe_size', 's'), (5, 'robe_size', 'm');
INSERT INTO kit_part VALUES (6, 1, 1, 2), (6, 2, 2, 1), (7, 1, 1, 1), (7, 2, 5, 1);
INSERT INTO ship_group_country SELECT 'WORLD', id FROM country;
INSERT INTO ship_group_country VALUES ('LARGE', 'FR'), ('LARGE', 'DE'), ('LARGE', 'GB');
INSERT INTO price (product_id, currency, valid_from, amount, regular) VALUES
 (1, 'EUR', 0, 4000, NULL), (2, 'EUR', 0, 6000, NULL), (4, 'EUR', 0, 12000, NULL), (5, 'EUR', 0, 13000, NULL),
 (6, 'EUR', 0, 13000, NULL), (7, 'EUR', 0, 15000, NULL), (8, 'EUR', 0, 190000, NULL), (9, 'EUR', 0, 8000, 10000),
 (10, 'EUR', 0, 4000, NULL), (11, 'EUR', 0, 2555, NULL);
INSERT INTO price (product_id, currency, valid_from, amount, regular)
 SELECT product_id, 'CHF', 0, amount, regular FROM price WHERE currency = 'EUR';
INSERT INTO stock VALUES (1, 10), (2, 50), (4, 5), (5, 0), (8, 2), (9, 3), (10, 9), (11, 100);
INSERT INTO promo_tag VALUES ('VALMERE-TEAM', 30, 0, NULL, 1, ''), ('STAFF', 30, 0, NULL, 1, 'valmere.example'),
 ('OLD', 30, 0, 1000, 1, '');
INSERT INTO vocabulary VALUES ('en', 'option', 'robe_size', 1, 'Size'), ('en', 'value.robe_size', 's', 1, 'Small'),
 ('en', 'status', 'pending_bank_transfer', 1, 'Pending Bank Transfer'), ('en', 'status', 'canceled', 2, 'Canceled'),
 ('fr', 'status', 'pending_bank_transfer', 1, 'Virement en attente'),
 ('en', 'payment_method', 'card', 0, 'Credit card'), ('en', 'payment_method', 'bank_transfer', 1, 'Bank transfer'), ('en', 'payment_method', 'cheque', 2, 'Cheque'),
 ('en', 'shipping_method', 'standard', 1, 'Standard delivery'), ('en', 'shipping_method', 'dhl', 2, 'DHL Express'),
 ('en', 'shipping_note', 'standard', 1, 'To your door');
