ALTER TABLE `disputes` ADD `payment_intent_id` text;--> statement-breakpoint
-- An order or a registration with one accepted payment: the dispute is about that one.
UPDATE disputes SET payment_intent_id = (SELECT min(payment_intent_id) FROM payments p
  WHERE p.outcome = 'applied' AND (p.order_id = disputes.order_id OR p.registration_id = disputes.registration_id)
  HAVING count(*) = 1);
