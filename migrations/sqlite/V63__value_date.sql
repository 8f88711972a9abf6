-- The day on which a payment that an operator books was received, by the bank's statement (ISO 8601); '' for gateways.
ALTER TABLE payment ADD COLUMN value_date TEXT NOT NULL DEFAULT '';
