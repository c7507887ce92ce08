-- A payment with credit whose card has used the credit of another account.
INSERT INTO order_event_kinds (name) VALUES ('credit_refused');
--> statement-breakpoint
INSERT INTO payment_outcomes (name) VALUES ('credit_refused');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('credit_refused');
