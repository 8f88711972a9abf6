-- Tokens of orders end: those of links that were asked for at their own time, all others a year after the order's end.
ALTER TABLE order_token ADD COLUMN expires_at INTEGER;
CREATE INDEX order_token_created ON order_token (created_at);
CREATE INDEX order_token_expires ON order_token (expires_at) WHERE expires_at IS NOT NULL;
