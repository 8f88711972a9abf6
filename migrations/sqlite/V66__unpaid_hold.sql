-- What unpaid orders hold, counted by network and by proved address; orders that wait for their mailed link.

-- A keyed hash of the network that placed a pending order; forgotten once it is paid or canceled.
ALTER TABLE sales_order ADD COLUMN network TEXT;
-- How the address was proved: 'login' or 'link'. NULL: not proved.
ALTER TABLE sales_order ADD COLUMN proved_by TEXT CHECK (proved_by IN ('login', 'link'));
-- The hash of the token in the mailed link. While it is set, the order waits and holds no stock.
ALTER TABLE sales_order ADD COLUMN confirm_hash BLOB;

CREATE INDEX sales_order_network ON sales_order (network, status) WHERE network IS NOT NULL;
CREATE UNIQUE INDEX sales_order_confirm ON sales_order (confirm_hash) WHERE confirm_hash IS NOT NULL;
