-- The surcharge of a dearer carrier is a linked order, too: what it buys once it is paid, and the working days to the door.
ALTER TABLE order_addition ADD COLUMN carrier TEXT CHECK (carrier IS NULL OR ships_along = 1);
ALTER TABLE order_addition ADD COLUMN min_days INTEGER CHECK ((min_days IS NULL) = (carrier IS NULL));
ALTER TABLE order_addition ADD COLUMN max_days INTEGER CHECK ((max_days IS NULL) = (carrier IS NULL));
