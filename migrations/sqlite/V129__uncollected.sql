-- What lies ready at the house and nobody has fetched.
CREATE INDEX order_collection_waiting ON order_collection (ready_at) WHERE collected_at IS NULL;
