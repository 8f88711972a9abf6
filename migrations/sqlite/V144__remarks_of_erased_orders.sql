-- Who has looked at what, found by one look however much lies between.
CREATE INDEX audit_entry_view ON audit_entry (actor, call, thing, at);

-- What the house's people wrote about orders whose persons were erased before erasure took it too (src/order/store.rs,
-- src/payment/store.rs, src/shipment/store.rs).
DELETE FROM order_note WHERE order_id IN (SELECT id FROM sales_order WHERE email = '' AND status IN ('canceled', 'closed', 'complete'));
UPDATE order_status_history SET reason = ''
WHERE (actor = 'operator' OR actor LIKE 'staff:%' OR actor LIKE 'token:%')
  AND order_id IN (SELECT id FROM sales_order WHERE email = '' AND status IN ('canceled', 'closed', 'complete'));
UPDATE order_change SET reason = ''
WHERE order_id IN (SELECT id FROM sales_order WHERE email = '' AND status IN ('canceled', 'closed', 'complete'));
UPDATE order_return SET reason = ''
WHERE order_id IN (SELECT id FROM sales_order WHERE email = '' AND status IN ('canceled', 'closed', 'complete'));
UPDATE refund SET reason = ''
WHERE state = 'done'
  AND order_id IN (SELECT id FROM sales_order WHERE email = '' AND status IN ('canceled', 'closed', 'complete'));
UPDATE payment_reversal SET reason = ''
WHERE payment_id IN (SELECT p.id FROM payment p JOIN sales_order o ON o.id = p.order_id
                     WHERE o.email = '' AND o.status IN ('canceled', 'closed', 'complete'));
