-- The buyer withdraws a refund request.
INSERT INTO order_event_kinds (name) VALUES ('refund_withdrawn');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('refund_withdrawn');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('withdraw-refund');
