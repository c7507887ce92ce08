-- A month counts what was earned: the bookings of an order count once it is completed, in the month of its
-- completion or, if they are later, in their own. Until now a payment counted at once, and the refund of a
-- cancelled order later.
DROP TRIGGER ledger_earned;
--> statement-breakpoint
CREATE TRIGGER ledger_earned AFTER INSERT ON ledger
WHEN new.account = 'seller_payable' AND new.user_id IS NOT NULL AND (SELECT completed_at FROM orders WHERE id = new.order_id) IS NOT NULL BEGIN
  INSERT INTO earned_months (user_id, month, cents)
    SELECT new.user_id, strftime('%Y-%m', max(new.at, completed_at) / 1000, 'unixepoch'), -new.amount_cents FROM orders WHERE id = new.order_id
    ON CONFLICT (user_id, month) DO UPDATE SET cents = cents + excluded.cents;
END;
--> statement-breakpoint
CREATE TRIGGER orders_earned AFTER UPDATE OF completed_at ON orders WHEN old.completed_at IS NULL AND new.completed_at IS NOT NULL BEGIN
  INSERT INTO earned_months (user_id, month, cents)
    SELECT user_id, strftime('%Y-%m', max(at, new.completed_at) / 1000, 'unixepoch'), -sum(amount_cents) FROM ledger
    WHERE order_id = new.id AND account = 'seller_payable' AND user_id IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (user_id, month) DO UPDATE SET cents = cents + excluded.cents;
END;
--> statement-breakpoint
UPDATE earned_months SET cents = 0;
--> statement-breakpoint
INSERT INTO earned_months (user_id, month, cents)
  SELECT l.user_id, strftime('%Y-%m', max(l.at, o.completed_at) / 1000, 'unixepoch'), -sum(l.amount_cents) FROM ledger l JOIN orders o ON o.id = l.order_id
  WHERE l.account = 'seller_payable' AND l.user_id IS NOT NULL AND o.completed_at IS NOT NULL GROUP BY 1, 2
  ON CONFLICT (user_id, month) DO UPDATE SET cents = excluded.cents;
