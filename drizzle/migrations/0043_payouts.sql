CREATE TABLE `earnings` (
	`order_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`completed_at` integer NOT NULL,
	`clears_at` integer NOT NULL,
	`due_at` integer,
	`refusal` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `earnings_seller` ON `earnings` (`seller_id`,`clears_at`,`order_id`);--> statement-breakpoint
CREATE INDEX `earnings_seller_due` ON `earnings` (`seller_id`,`due_at`) WHERE "earnings"."due_at" is not null;--> statement-breakpoint
CREATE INDEX `earnings_refused` ON `earnings` (`clears_at`) WHERE "earnings"."refusal" is not null;--> statement-breakpoint
CREATE INDEX `earnings_due` ON `earnings` (`due_at`) WHERE "earnings"."due_at" is not null;--> statement-breakpoint
CREATE TABLE `payout_accounts` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`country` text NOT NULL,
	`stripe_id` text,
	`open` integer NOT NULL,
	`transfers` text DEFAULT 'restricted' NOT NULL,
	`transfers_reasons` text DEFAULT '[]' NOT NULL,
	`payouts` text DEFAULT 'restricted' NOT NULL,
	`payouts_reasons` text DEFAULT '[]' NOT NULL,
	`requirements` text DEFAULT '[]' NOT NULL,
	`bank_name` text,
	`bank_last4` text,
	`bank_currency` text,
	`bank_fingerprint` text,
	`bank_errored` integer DEFAULT false NOT NULL,
	`bank_since` integer,
	`bank_is_first` integer DEFAULT true NOT NULL,
	`read_at` integer,
	`check_at` integer,
	`closed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_accounts_closed" CHECK("payout_accounts"."open" = ("payout_accounts"."closed_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_accounts_id_unique` ON `payout_accounts` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payout_accounts_stripe_id_unique` ON `payout_accounts` (`stripe_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payout_accounts_one_open` ON `payout_accounts` (`user_id`) WHERE "payout_accounts"."open" = 1;--> statement-breakpoint
CREATE INDEX `payout_accounts_user` ON `payout_accounts` (`user_id`);--> statement-breakpoint
CREATE INDEX `payout_accounts_check` ON `payout_accounts` (`check_at`) WHERE "payout_accounts"."check_at" is not null;--> statement-breakpoint
CREATE INDEX `payout_accounts_bank` ON `payout_accounts` (`bank_fingerprint`) WHERE "payout_accounts"."bank_fingerprint" is not null;--> statement-breakpoint
CREATE TABLE `transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`user_id` text NOT NULL,
	`seq` integer NOT NULL,
	`account_id` text NOT NULL,
	`cents` integer NOT NULL,
	`reversed_cents` integer DEFAULT 0 NOT NULL,
	`open` integer NOT NULL,
	`refusal` text,
	`at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `payout_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transfers_cents" CHECK("transfers"."cents" >= 0 and "transfers"."reversed_cents" between 0 and "transfers"."cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_seq` ON `transfers` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `transfers_order` ON `transfers` (`order_id`);--> statement-breakpoint
ALTER TABLE `sellers` ADD `payout_country` text;--> statement-breakpoint
CREATE INDEX `mismatches_open` ON `mismatches` (`order_id`) WHERE "mismatches"."resolved_at" is null and "mismatches"."order_id" is not null;--> statement-breakpoint
-- Written by hand. `account`: the seller's account at Stripe is opened. `transfer`: an order's earnings go there.
-- `reversal`: some of it is taken back.
INSERT INTO money_call_kinds (name) VALUES ('account'), ('transfer'), ('reversal');
--> statement-breakpoint
INSERT INTO ledger_accounts (name) VALUES ('transfers'), ('seller_debts'), ('offsets');
--> statement-breakpoint
INSERT INTO order_event_kinds (name) VALUES ('transferred');
--> statement-breakpoint
-- A month counts payments and what was returned. A transfer to the seller is neither.
DROP TRIGGER ledger_earned;
--> statement-breakpoint
CREATE TRIGGER ledger_earned AFTER INSERT ON ledger
WHEN new.account = 'seller_payable' AND new.user_id IS NOT NULL AND (new."transaction" LIKE 'payment:%' OR new."transaction" LIKE 'return:%')
  AND (SELECT completed_at FROM orders WHERE id = new.order_id) IS NOT NULL BEGIN
  INSERT INTO earned_months (user_id, month, cents)
    SELECT new.user_id, strftime('%Y-%m', max(new.at, completed_at) / 1000, 'unixepoch'), -new.amount_cents FROM orders WHERE id = new.order_id
    ON CONFLICT (user_id, month) DO UPDATE SET cents = cents + excluded.cents;
END;
--> statement-breakpoint
-- What a refund returns after the earnings were sent is taken back from the seller.
CREATE TRIGGER ledger_earnings_returned AFTER INSERT ON ledger
WHEN new.account = 'seller_payable' AND new.amount_cents > 0 AND new."transaction" LIKE 'return:%' BEGIN
  UPDATE earnings SET due_at = min(ifnull(due_at, new.at), new.at) WHERE order_id = new.order_id AND clears_at <= new.at;
END;
--> statement-breakpoint
-- When the earnings of completed orders clear: `clearsAt` in app/payouts/clearing.ts, without holds. Triggers write the
-- rows, so that no completion goes without its own, not even one written by the previous version of the code.
CREATE VIEW completed_orders (order_id, seller_id, completed_at, clears_at) AS
  SELECT o.id, o.seller_id, o.completed_at, max(ifnull(o.first_delivered_at, o.completed_at) + o.refund_days * 86400000,
    o.completed_at + 86400000 * CASE (SELECT seller_level FROM profiles WHERE id = o.seller_id)
      WHEN 'Top Rated' THEN ifnull((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clear_days_top_rated'), 7)
      ELSE ifnull((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clear_days'), 14) END)
  FROM orders o WHERE o.completed_at IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER earnings_completed AFTER UPDATE OF completed_at ON orders WHEN old.completed_at IS NULL AND new.completed_at IS NOT NULL BEGIN
  INSERT INTO earnings (order_id, seller_id, completed_at, clears_at, due_at)
    SELECT order_id, seller_id, completed_at, clears_at, clears_at FROM completed_orders WHERE order_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER earnings_inserted AFTER INSERT ON orders WHEN new.completed_at IS NOT NULL BEGIN
  INSERT INTO earnings (order_id, seller_id, completed_at, clears_at, due_at)
    SELECT order_id, seller_id, completed_at, clears_at, clears_at FROM completed_orders WHERE order_id = new.id;
END;
--> statement-breakpoint
-- The end of a hold is the order's last change. It makes due what waits for it, but not what is done.
CREATE TRIGGER earnings_hold_ended AFTER UPDATE OF hold ON orders
WHEN old.hold <> 'none' AND new.hold = 'none' AND old.completed_at IS NOT NULL BEGIN
  UPDATE earnings SET clears_at = max(clears_at, new.updated_at), due_at = iif(due_at IS NULL, NULL, max(clears_at, new.updated_at)) WHERE order_id = new.id;
END;
--> statement-breakpoint
-- The orders that are completed already, with the level that their seller has today, and the end of holds as events tell it.
INSERT INTO earnings (order_id, seller_id, completed_at, clears_at, due_at)
  SELECT order_id, seller_id, completed_at, at, iif((SELECT sum(amount_cents) FROM ledger l WHERE l.order_id = c.order_id AND account = 'seller_payable') <> 0, at, NULL)
  FROM (SELECT order_id, seller_id, completed_at, max(clears_at, ifnull((SELECT max(at) FROM order_events e WHERE e.order_id = completed_orders.order_id
    AND e.at > completed_at AND kind IN ('refund_granted', 'refund_declined', 'refund_withdrawn', 'dispute_won', 'dispute_lost')), 0)) AS at FROM completed_orders) c;
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('payouts_ready'), ('payouts_asked'), ('payouts_bank');
