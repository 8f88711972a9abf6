-- Since when a customer's address is known to be theirs (Unix milliseconds): the password was set by a link that was mailed to
-- it. Another address begins unproved. Promo tags for the addresses of a domain go by it (decisions §2).
ALTER TABLE customer ADD COLUMN proved_at INTEGER;
