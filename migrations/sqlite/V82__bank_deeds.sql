-- A second thing that a deed changes, locked with the first: the order on which a movement of the bank is booked.
ALTER TABLE deed ADD COLUMN also_noun TEXT;
ALTER TABLE deed ADD COLUMN also_thing TEXT;
CREATE INDEX deed_also_pending ON deed (also_noun, also_thing) WHERE failure IS NULL AND also_noun IS NOT NULL;

-- Open movements of a statement.
DROP INDEX bank_line_of_statement;
CREATE INDEX bank_line_of_statement ON bank_line (statement_id, state, id);
