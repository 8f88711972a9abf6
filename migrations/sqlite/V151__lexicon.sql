-- The words of the catalogue as the house works on them in the console (src/lexicon): who uses them is counted for each page of a list.
CREATE INDEX product_of_ship_group ON product (ship_group);
CREATE INDEX product_of_hazard ON product (hazard) WHERE hazard <> '';
CREATE INDEX product_option_code ON product_option (option);
CREATE INDEX product_option_value_code ON product_option_value (option, value);
CREATE INDEX variant_option_value ON variant_option (option, value);
CREATE INDEX product_fibre_fibre ON product_fibre (fibre);
CREATE INDEX product_fibre_part ON product_fibre (part);
-- A code's words in all languages, and the codes of a domain.
CREATE INDEX vocabulary_code ON vocabulary (domain, code);
