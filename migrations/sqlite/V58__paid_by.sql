-- How the money came that made an order a paid one, where a person took it at the counter: what was chosen says otherwise
-- (`payment_method` has only what shoppers can choose). Null: as was chosen.
ALTER TABLE sales_order ADD COLUMN paid_by TEXT;
UPDATE sales_order SET paid_by = 'offline'
WHERE (SELECT p.method FROM payment p JOIN order_status_history h ON h.order_id = p.order_id AND h.to_status = 'processing'
       WHERE p.order_id = sales_order.id AND p.currency = sales_order.currency AND p.received_at <= h.at
       ORDER BY p.id DESC LIMIT 1) = 'offline';

-- Its name, where the shop has names of payment methods already.
INSERT INTO vocabulary (lang, domain, code, position, text)
SELECT lang, domain, 'offline', position,
    CASE lang WHEN 'fr' THEN 'Sur place' WHEN 'de' THEN 'Vor Ort' WHEN 'es' THEN 'En persona' WHEN 'zh' THEN '线下支付'
        ELSE 'In person' END
FROM vocabulary WHERE domain = 'payment_method' AND code = 'cheque'
ON CONFLICT DO NOTHING;
