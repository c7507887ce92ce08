-- The books of money name an order or a seller's registration, exactly one. SQLite cannot take a NOT NULL away, so
-- the tables are written again. No other table refers to them. The live code works with the new tables: it always
-- names an order. The selects and the triggers at the end are written by hand.
CREATE TABLE `__new_disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`registration_id` text,
	`amount_cents` integer NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `sellers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputes_state" CHECK("__new_disputes"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "disputes_paid_for" CHECK(("__new_disputes"."order_id" is null) <> ("__new_disputes"."registration_id" is null))
);
--> statement-breakpoint
INSERT INTO `__new_disputes`("id", "order_id", "registration_id", "amount_cents", "state", "at", "closed_at") SELECT "id", "order_id", NULL, "amount_cents", "state", "at", "closed_at" FROM `disputes`;--> statement-breakpoint
DROP TABLE `disputes`;--> statement-breakpoint
ALTER TABLE `__new_disputes` RENAME TO `disputes`;--> statement-breakpoint
CREATE INDEX `disputes_order` ON `disputes` (`order_id`);--> statement-breakpoint
CREATE INDEX `disputes_registration` ON `disputes` (`registration_id`) WHERE "disputes"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`at`) WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE TABLE `__new_ledger` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`transaction` text NOT NULL,
	`account` text NOT NULL,
	`order_id` text,
	`registration_id` text,
	`user_id` text,
	`amount_cents` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`account`) REFERENCES `ledger_accounts`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `sellers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_paid_for" CHECK(("__new_ledger"."order_id" is null) <> ("__new_ledger"."registration_id" is null))
);
--> statement-breakpoint
INSERT INTO `__new_ledger`("number", "transaction", "account", "order_id", "registration_id", "user_id", "amount_cents", "at") SELECT "number", "transaction", "account", "order_id", NULL, "user_id", "amount_cents", "at" FROM `ledger`;--> statement-breakpoint
DROP TABLE `ledger`;--> statement-breakpoint
ALTER TABLE `__new_ledger` RENAME TO `ledger`;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`transaction`,`account`);--> statement-breakpoint
CREATE INDEX `ledger_order` ON `ledger` (`order_id`);--> statement-breakpoint
CREATE INDEX `ledger_registration` ON `ledger` (`registration_id`) WHERE "ledger"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `ledger_user` ON `ledger` (`user_id`,`account`);--> statement-breakpoint
CREATE TABLE `__new_money_calls` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`order_id` text,
	`registration_id` text,
	`attempt` integer NOT NULL,
	`params` text NOT NULL,
	`state` text NOT NULL,
	`stripe_id` text,
	`url` text,
	`open` integer NOT NULL,
	`error` text,
	`replaces` text,
	`at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`refused_at` integer,
	FOREIGN KEY (`kind`) REFERENCES `money_call_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `sellers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "money_calls_paid_for" CHECK(("__new_money_calls"."order_id" is null) <> ("__new_money_calls"."registration_id" is null)),
	CONSTRAINT "money_calls_state" CHECK("__new_money_calls"."state" in ('due', 'sent', 'confirmed', 'failed'))
);
--> statement-breakpoint
INSERT INTO `__new_money_calls`("number", "id", "kind", "order_id", "registration_id", "attempt", "params", "state", "stripe_id", "url", "open", "error", "replaces", "at", "updated_at", "refused_at") SELECT "number", "id", "kind", "order_id", NULL, "attempt", "params", "state", "stripe_id", "url", "open", "error", "replaces", "at", "updated_at", "refused_at" FROM `money_calls`;--> statement-breakpoint
DROP TABLE `money_calls`;--> statement-breakpoint
ALTER TABLE `__new_money_calls` RENAME TO `money_calls`;--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_id_unique` ON `money_calls` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_stripe_id_unique` ON `money_calls` (`stripe_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_replaces_unique` ON `money_calls` (`replaces`);--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_one_open_session` ON `money_calls` (`order_id`) WHERE "money_calls"."kind" = 'checkout_session' and "money_calls"."open" = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_one_open_fee` ON `money_calls` (`registration_id`) WHERE "money_calls"."kind" = 'checkout_session' and "money_calls"."open" = 1 and "money_calls"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `money_calls_unsettled` ON `money_calls` (`state`,`updated_at`);--> statement-breakpoint
CREATE INDEX `money_calls_retried` ON `money_calls` (`updated_at`) WHERE "money_calls"."state" = 'failed' and "money_calls"."stripe_id" is null and "money_calls"."refused_at" is null;--> statement-breakpoint
CREATE INDEX `money_calls_order` ON `money_calls` (`order_id`,`kind`);--> statement-breakpoint
CREATE INDEX `money_calls_registration` ON `money_calls` (`registration_id`,`kind`) WHERE "money_calls"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `money_calls_open` ON `money_calls` (`open`,`updated_at`);--> statement-breakpoint
CREATE TABLE `__new_payments` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`checkout_session_id` text NOT NULL,
	`payment_intent_id` text,
	`order_id` text,
	`registration_id` text,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`outcome` text NOT NULL,
	`note` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `sellers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`outcome`) REFERENCES `payment_outcomes`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_paid_for" CHECK(("__new_payments"."order_id" is null) <> ("__new_payments"."registration_id" is null))
);
--> statement-breakpoint
INSERT INTO `__new_payments`("number", "id", "checkout_session_id", "payment_intent_id", "order_id", "registration_id", "amount_cents", "currency", "outcome", "note", "at") SELECT "number", "id", "checkout_session_id", "payment_intent_id", "order_id", NULL, "amount_cents", "currency", "outcome", "note", "at" FROM `payments`;--> statement-breakpoint
DROP TABLE `payments`;--> statement-breakpoint
ALTER TABLE `__new_payments` RENAME TO `payments`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_id_unique` ON `payments` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_checkout_session_id_unique` ON `payments` (`checkout_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_applied` ON `payments` (`order_id`) WHERE "payments"."outcome" = 'applied';--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_fee` ON `payments` (`registration_id`) WHERE "payments"."outcome" = 'applied' and "payments"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`);--> statement-breakpoint
CREATE INDEX `payments_registration` ON `payments` (`registration_id`) WHERE "payments"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `payments_intent` ON `payments` (`payment_intent_id`);--> statement-breakpoint
CREATE INDEX `payments_mismatch` ON `payments` (`number`) WHERE "payments"."outcome" = 'mismatch';--> statement-breakpoint
CREATE TABLE `__new_mismatches` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`registration_id` text,
	`note` text NOT NULL,
	`at` integer NOT NULL,
	`resolved_at` integer,
	`dispute_state` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `sellers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mismatches_paid_for" CHECK("__new_mismatches"."order_id" is null or "__new_mismatches"."registration_id" is null)
);
--> statement-breakpoint
INSERT INTO `__new_mismatches`("id", "order_id", "registration_id", "note", "at", "resolved_at", "dispute_state") SELECT "id", "order_id", NULL, "note", "at", "resolved_at", "dispute_state" FROM `mismatches`;--> statement-breakpoint
DROP TABLE `mismatches`;--> statement-breakpoint
ALTER TABLE `__new_mismatches` RENAME TO `mismatches`;--> statement-breakpoint
CREATE INDEX `mismatches_waiting` ON `mismatches` (`resolved_at`,`at`);--> statement-breakpoint
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_balanced AFTER INSERT ON ledger WHEN new.user_id IS NOT NULL BEGIN
  INSERT INTO ledger_balances (user_id, account, cents) VALUES (new.user_id, new.account, new.amount_cents)
    ON CONFLICT (user_id, account) DO UPDATE SET cents = cents + new.amount_cents;
END;
