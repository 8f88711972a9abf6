-- Programs and commands import statements, too.
DROP INDEX bank_statement_of_staff;
ALTER TABLE bank_statement ADD COLUMN actor TEXT NOT NULL DEFAULT '';   -- staff:ID, token:ID, cli:USER
UPDATE bank_statement SET actor = 'staff:' || staff_id;
ALTER TABLE bank_statement DROP COLUMN staff_id;
