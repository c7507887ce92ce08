-- A payment, a completion and a transfer write fewer rows. The scheduled work counts what is read an hour or a
-- day later: the totals of the ledger's accounts, and the completed orders for Popular Services.
CREATE TABLE `ledger_sums` (
	`account` text PRIMARY KEY NOT NULL,
	`cents` integer NOT NULL,
	`counted_to` integer NOT NULL,
	FOREIGN KEY (`account`) REFERENCES `ledger_accounts`(`name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP TRIGGER ledger_totalled;--> statement-breakpoint
INSERT INTO ledger_sums (account, cents, counted_to) SELECT account, cents, (SELECT ifnull(max(number), 0) FROM ledger) FROM ledger_totals;--> statement-breakpoint
DROP TABLE `ledger_totals`;--> statement-breakpoint
-- The same name and columns, so that earlier code finds the totals here.
CREATE VIEW ledger_totals AS SELECT account, sum(cents) AS cents FROM (
  SELECT account, cents FROM ledger_sums
  UNION ALL SELECT account, amount_cents FROM ledger WHERE number > (SELECT ifnull(max(counted_to), 0) FROM ledger_sums)
) GROUP BY account;--> statement-breakpoint
DROP TRIGGER ledger_balanced;--> statement-breakpoint
-- A confirmed transfer or reversal moves its amount from the user's `transfers` to their `cash`. Only the sum
-- of the two is read.
CREATE TRIGGER ledger_balanced AFTER INSERT ON ledger
WHEN new.user_id IS NOT NULL AND NOT (new."transaction" LIKE 'transferred:%' OR new."transaction" LIKE 'reversed:%') BEGIN
  INSERT INTO ledger_balances (user_id, account, cents) VALUES (new.user_id, new.account, new.amount_cents)
    ON CONFLICT (user_id, account) DO UPDATE SET cents = cents + new.amount_cents;
END;
--> statement-breakpoint
UPDATE ledger_balances SET cents = cents + (SELECT c.cents FROM ledger_balances c WHERE c.user_id = ledger_balances.user_id AND c.account = 'cash')
WHERE account = 'transfers' AND EXISTS (SELECT 1 FROM ledger_balances c WHERE c.user_id = ledger_balances.user_id AND c.account = 'cash');--> statement-breakpoint
UPDATE ledger_balances SET cents = 0 WHERE account = 'cash';--> statement-breakpoint
DROP TRIGGER orders_popular_insert;--> statement-breakpoint
DROP TRIGGER orders_popular_update;--> statement-breakpoint
ALTER TABLE `popular_gigs` ADD `counted_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO popular_gigs (id, gig_ids, chosen_at) SELECT 1, '[]', 0 WHERE EXISTS (SELECT 1 FROM completed_days) AND NOT EXISTS (SELECT 1 FROM popular_gigs);--> statement-breakpoint
UPDATE popular_gigs SET counted_to = (SELECT ifnull(max(number), 0) FROM order_events);--> statement-breakpoint
DROP INDEX `orders_seller_completed`;--> statement-breakpoint
DROP INDEX `orders_stage`;--> statement-breakpoint
CREATE INDEX `orders_stage` ON `orders` (`stage`,`number`) WHERE "orders"."stage" <> 'closed';--> statement-breakpoint
DROP INDEX `outbox_user`;--> statement-breakpoint
CREATE INDEX `outbox_limited` ON `outbox` (`user_id`,`kind`,`created_at`) WHERE "outbox"."kind" in ('account_exists', 'announcement', 'email_taken', 'payouts_link', 'privacy_changed', 'reset', 'sign_in_attempts', 'terms_changed', 'unlock', 'verify', 'wrong_codes');
