-- An order that ends unpaid, however it ends, opens its offer again. If the offer's time is over, the sweep closes
-- it like any other, and mails its seller.
DROP TRIGGER orders_offer_open;
--> statement-breakpoint
CREATE TRIGGER orders_offer_open AFTER UPDATE OF status ON orders
  WHEN new.offer_id IS NOT NULL AND new.status = 'cancelled' AND old.status = 'pending' AND new.paid_at IS NULL BEGIN
  UPDATE offers SET order_id = NULL, version = version + 1, state = 'open', closed_at = NULL
    WHERE id = new.offer_id AND order_id = new.id;
END;
