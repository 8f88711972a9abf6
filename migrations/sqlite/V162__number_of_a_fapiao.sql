-- The number that the tax office has given an issued fapiao: 20 digits of a digital one, code and number of one on paper; empty where
-- the house has not noted it.
ALTER TABLE fapiao ADD COLUMN number TEXT NOT NULL DEFAULT '';
