-- How many goods have a VAT class, before it is taken away.
CREATE INDEX product_vat_class ON product (vat_class);
