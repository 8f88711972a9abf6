-- A manufacturer outside the Union has a responsible person inside it, who is shown beside it (Regulation (EU) 2023/988
-- art. 16 and 19). The country is ISO 3166-1 alpha-2; empty where it was never told.
ALTER TABLE manufacturer ADD COLUMN country TEXT NOT NULL DEFAULT '';
ALTER TABLE manufacturer ADD COLUMN responsible_name TEXT NOT NULL DEFAULT '';
ALTER TABLE manufacturer ADD COLUMN responsible_address TEXT NOT NULL DEFAULT '';
ALTER TABLE manufacturer ADD COLUMN responsible_email TEXT NOT NULL DEFAULT '';
