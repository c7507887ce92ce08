-- Four tables lose AUTOINCREMENT, which reads and writes `sqlite_sequence` with each INSERT: to find the counter of a table,
-- SQLite reads that table from its start. It only matters where the newest row can be deleted. Triggers refuse that for the
-- ledger and the order's events, nothing deletes a money call, and only emails of the past are pruned. SQLite cannot change a
-- column, so the tables are written again, as in 0044: 12 s at a million rows in each. No other table refers to them, but
-- these triggers of other tables read the ledger.
DROP TRIGGER orders_earned;
--> statement-breakpoint
DROP TRIGGER balance_explained;
--> statement-breakpoint
DROP TRIGGER earnings_cleared;
--> statement-breakpoint
-- Two indexes of `money_calls` become partial: few of its rows are open or unconfirmed.
CREATE TABLE `__new_money_calls` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`order_id` text,
	`registration_id` text,
	`extra_id` text,
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
	FOREIGN KEY (`extra_id`) REFERENCES `order_extras`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "money_calls_paid_for" CHECK(("__new_money_calls"."order_id" is null) <> ("__new_money_calls"."registration_id" is null)),
	CONSTRAINT "money_calls_state" CHECK("__new_money_calls"."state" in ('due', 'sent', 'confirmed', 'failed'))
);
--> statement-breakpoint
INSERT INTO `__new_money_calls`("number", "id", "kind", "order_id", "registration_id", "extra_id", "attempt", "params", "state", "stripe_id", "url", "open", "error", "replaces", "at", "updated_at", "refused_at") SELECT "number", "id", "kind", "order_id", "registration_id", "extra_id", "attempt", "params", "state", "stripe_id", "url", "open", "error", "replaces", "at", "updated_at", "refused_at" FROM `money_calls`;--> statement-breakpoint
DROP TABLE `money_calls`;--> statement-breakpoint
ALTER TABLE `__new_money_calls` RENAME TO `money_calls`;--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_id_unique` ON `money_calls` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_stripe_id_unique` ON `money_calls` (`stripe_id`) WHERE "money_calls"."stripe_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_replaces_unique` ON `money_calls` (`replaces`) WHERE "money_calls"."replaces" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_one_open_session` ON `money_calls` (`order_id`) WHERE "money_calls"."kind" = 'checkout_session' and "money_calls"."open" = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_one_open_fee` ON `money_calls` (`registration_id`) WHERE "money_calls"."kind" = 'checkout_session' and "money_calls"."open" = 1 and "money_calls"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `money_calls_unsettled` ON `money_calls` (`state`,`updated_at`) WHERE "money_calls"."state" <> 'confirmed';--> statement-breakpoint
CREATE INDEX `money_calls_retried` ON `money_calls` (`updated_at`) WHERE "money_calls"."state" = 'failed' and "money_calls"."stripe_id" is null and "money_calls"."refused_at" is null;--> statement-breakpoint
CREATE INDEX `money_calls_order` ON `money_calls` (`order_id`,`kind`);--> statement-breakpoint
CREATE INDEX `money_calls_refunds_at` ON `money_calls` (`at`) WHERE "money_calls"."kind" = 'refund';--> statement-breakpoint
CREATE INDEX `money_calls_registration` ON `money_calls` (`registration_id`,`kind`) WHERE "money_calls"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `money_calls_open` ON `money_calls` (`updated_at`) WHERE "money_calls"."open" = 1;--> statement-breakpoint
CREATE TABLE `__new_ledger` (
	`number` integer PRIMARY KEY NOT NULL,
	`transaction` text NOT NULL,
	`account` text NOT NULL,
	`order_id` text,
	`registration_id` text,
	`balance_transaction_id` text,
	`user_id` text,
	`amount_cents` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`account`) REFERENCES `ledger_accounts`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `sellers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`balance_transaction_id`) REFERENCES `balance_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_paid_for" CHECK(("__new_ledger"."order_id" is not null) + ("__new_ledger"."registration_id" is not null) + ("__new_ledger"."balance_transaction_id" is not null) = 1)
);
--> statement-breakpoint
INSERT INTO `__new_ledger`("number", "transaction", "account", "order_id", "registration_id", "balance_transaction_id", "user_id", "amount_cents", "at") SELECT "number", "transaction", "account", "order_id", "registration_id", "balance_transaction_id", "user_id", "amount_cents", "at" FROM `ledger`;--> statement-breakpoint
DROP TABLE `ledger`;--> statement-breakpoint
ALTER TABLE `__new_ledger` RENAME TO `ledger`;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`transaction`,`account`);--> statement-breakpoint
CREATE INDEX `ledger_order` ON `ledger` (`order_id`,`account`);--> statement-breakpoint
CREATE INDEX `ledger_registration` ON `ledger` (`registration_id`) WHERE "ledger"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `ledger_own` ON `ledger` (`balance_transaction_id`) WHERE "ledger"."balance_transaction_id" is not null;--> statement-breakpoint
CREATE INDEX `ledger_user` ON `ledger` (`user_id`,`account`);--> statement-breakpoint
CREATE INDEX `ledger_goodwill` ON `ledger` (`order_id`) WHERE "ledger"."account" = 'goodwill';--> statement-breakpoint
CREATE TABLE `__new_order_events` (
	`number` integer PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`actor_id` text,
	`at` integer NOT NULL,
	`note` text,
	`cents` integer,
	`days` integer,
	`due_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kind`) REFERENCES `order_event_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_order_events`("number", "order_id", "seq", "kind", "actor_id", "at", "note", "cents", "days", "due_at") SELECT "number", "order_id", "seq", "kind", "actor_id", "at", "note", "cents", "days", "due_at" FROM `order_events`;--> statement-breakpoint
DROP TABLE `order_events`;--> statement-breakpoint
ALTER TABLE `__new_order_events` RENAME TO `order_events`;--> statement-breakpoint
CREATE UNIQUE INDEX `order_events_seq` ON `order_events` (`order_id`,`seq`);
--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`address` text,
	`subject_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`error` text,
	`subject` text,
	`path` text,
	FOREIGN KEY (`kind`) REFERENCES `mail_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("number", "id", "kind", "user_id", "address", "subject_id", "created_at", "sent_at", "attempts", "due_at", "error", "subject", "path") SELECT "number", "id", "kind", "user_id", "address", "subject_id", "created_at", "sent_at", "attempts", "due_at", "error", "subject", "path" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_id_unique` ON `outbox` (`id`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`sent_at`,`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_account` ON `outbox` (`user_id`,`number`);--> statement-breakpoint
CREATE INDEX `outbox_subject` ON `outbox` (`subject_id`,`number`);--> statement-breakpoint
CREATE INDEX `outbox_failing` ON `outbox` (`created_at`) WHERE "outbox"."sent_at" is null and "outbox"."attempts" > 0;--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`created_at`) WHERE "outbox"."sent_at" is null and "outbox"."due_at" >= 9999999999999;
--> statement-breakpoint
-- The triggers that went with the old tables, and those that were dropped above, unchanged.
CREATE TRIGGER order_events_no_update BEFORE UPDATE ON order_events BEGIN SELECT RAISE(ABORT, 'order_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER order_events_no_delete BEFORE DELETE ON order_events BEGIN SELECT RAISE(ABORT, 'order_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER order_events_declined AFTER INSERT ON order_events WHEN new.kind = 'declined' BEGIN
  INSERT INTO seller_days (user_id, day, late, declined)
    SELECT o.seller_id, new.at / 86400000,
      (SELECT ifnull(sum(d.declined), 0) >= 2 FROM seller_days d WHERE d.user_id = o.seller_id
        AND d.day BETWEEN unixepoch(new.at / 1000, 'unixepoch', 'start of month') / 86400 AND new.at / 86400000), 1
    FROM orders o WHERE o.id = new.order_id AND o.seller_id = new.actor_id
    ON CONFLICT (user_id, day) DO UPDATE SET late = late + excluded.late, declined = declined + 1;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_balanced AFTER INSERT ON ledger WHEN new.user_id IS NOT NULL BEGIN
  INSERT INTO ledger_balances (user_id, account, cents) VALUES (new.user_id, new.account, new.amount_cents)
    ON CONFLICT (user_id, account) DO UPDATE SET cents = cents + new.amount_cents;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_earned AFTER INSERT ON ledger
WHEN new.account = 'seller_payable' AND new.user_id IS NOT NULL
  AND (new."transaction" LIKE 'payment:%' OR new."transaction" LIKE 'return:%' OR new."transaction" LIKE 'goodwill:%')
  AND (SELECT completed_at FROM orders WHERE id = new.order_id) IS NOT NULL BEGIN
  INSERT INTO earned_months (user_id, month, cents)
    SELECT new.user_id, strftime('%Y-%m', max(new.at, completed_at) / 1000, 'unixepoch'), -new.amount_cents FROM orders WHERE id = new.order_id
    ON CONFLICT (user_id, month) DO UPDATE SET cents = cents + excluded.cents;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_earnings_returned AFTER INSERT ON ledger
WHEN new.account = 'seller_payable' AND new.amount_cents > 0 AND new."transaction" LIKE 'return:%' BEGIN
  UPDATE earnings SET due_at = min(ifnull(due_at, new.at), new.at) WHERE order_id = new.order_id AND clears_at <= new.at;
END;
--> statement-breakpoint
CREATE TRIGGER orders_earned AFTER UPDATE OF completed_at ON orders WHEN old.completed_at IS NULL AND new.completed_at IS NOT NULL BEGIN
  INSERT INTO earned_months (user_id, month, cents)
    SELECT user_id, strftime('%Y-%m', max(at, new.completed_at) / 1000, 'unixepoch'), -sum(amount_cents) FROM ledger
    WHERE order_id = new.id AND account = 'seller_payable' AND user_id IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (user_id, month) DO UPDATE SET cents = cents + excluded.cents;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_totalled AFTER INSERT ON ledger BEGIN
  INSERT INTO ledger_totals (account, cents) VALUES (new.account, new.amount_cents)
    ON CONFLICT (account) DO UPDATE SET cents = cents + excluded.cents;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_cash AFTER INSERT ON ledger WHEN new.account = 'cash' BEGIN
  INSERT INTO balance_days (day, ledger_cents) VALUES (new.at / 86400000, new.amount_cents)
    ON CONFLICT (day) DO UPDATE SET ledger_cents = ledger_cents + excluded.ledger_cents;
END;
--> statement-breakpoint
CREATE TRIGGER balance_explained AFTER UPDATE OF booked_as ON balance_transactions WHEN old.booked_as IS NULL AND new.booked_as IS NOT NULL BEGIN
  INSERT INTO balance_days (day, ledger_cents)
    SELECT at / 86400000, -amount_cents FROM ledger WHERE account = 'cash' AND "transaction" IN (new.booked_as, iif(new.fee_cents > 0, 'fee:' || new.source, NULL))
    ON CONFLICT (day) DO UPDATE SET ledger_cents = ledger_cents + excluded.ledger_cents;
  INSERT INTO balance_days (day, ledger_cents)
    SELECT new.at / 86400000, amount_cents FROM ledger WHERE account = 'cash' AND "transaction" IN (new.booked_as, iif(new.fee_cents > 0, 'fee:' || new.source, NULL))
    ON CONFLICT (day) DO UPDATE SET ledger_cents = ledger_cents + excluded.ledger_cents;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_owed AFTER INSERT ON ledger WHEN new.account = 'seller_debts' BEGIN
  UPDATE earnings SET owed_since = iif((SELECT sum(amount_cents) FROM ledger WHERE order_id = new.order_id AND account = 'seller_debts') > 0,
    ifnull(owed_since, new.at), NULL) WHERE order_id = new.order_id;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_statement_fee AFTER INSERT ON ledger
WHEN new.account = 'platform_revenue' AND new.order_id IS NOT NULL AND (new."transaction" LIKE 'payment:%' OR new."transaction" LIKE 'return:%') BEGIN
  INSERT INTO statement_months (user_id, month, cents, first_number, last_number, paid_fee_cents, refunded_fee_cents)
    SELECT seller_id, strftime('%Y-%m', new.at / 1000, 'unixepoch'), 0, new.number, new.number,
      iif(new."transaction" LIKE 'payment:%', -new.amount_cents, 0), iif(new."transaction" LIKE 'return:%', -new.amount_cents, 0)
    FROM orders WHERE id = new.order_id
    ON CONFLICT (user_id, month) DO UPDATE SET paid_fee_cents = paid_fee_cents + excluded.paid_fee_cents,
      refunded_fee_cents = refunded_fee_cents + excluded.refunded_fee_cents;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_returned_later AFTER INSERT ON ledger
WHEN new.account IN ('seller_payable', 'platform_revenue') AND new.order_id IS NOT NULL AND new."transaction" LIKE 'return:%' BEGIN
  INSERT INTO cleared_months (user_id, month, orders, gross_cents, fee_cents, refunded_cents)
    SELECT seller_id, strftime('%Y-%m', max(new.at, cleared_at) / 1000, 'unixepoch'), 0, 0,
      iif(new.account = 'platform_revenue', -new.amount_cents, 0), new.amount_cents
    FROM earnings WHERE order_id = new.order_id AND cleared_at IS NOT NULL
    ON CONFLICT (user_id, month) DO UPDATE SET fee_cents = fee_cents + excluded.fee_cents, refunded_cents = refunded_cents + excluded.refunded_cents;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_statement AFTER INSERT ON ledger
WHEN new.user_id IS NOT NULL AND new.account IN ('seller_payable', 'transfers', 'seller_debts', 'offsets')
  AND NOT (new."transaction" LIKE 'transfer:%' OR new."transaction" LIKE 'reversal:%' OR new."transaction" LIKE 'refused:transfer:%') BEGIN
  INSERT INTO statement_months (user_id, month, cents, first_number, last_number, paid_cents, refunded_cents, sent_cents,
      taken_back_cents, goodwill_cents, by_hand_cents, written_off_cents, orders)
    VALUES (new.user_id, strftime('%Y-%m', new.at / 1000, 'unixepoch'), -new.amount_cents, new.number, new.number,
      iif(new."transaction" LIKE 'payment:%', -new.amount_cents, 0), iif(new."transaction" LIKE 'return:%', -new.amount_cents, 0),
      iif(new."transaction" LIKE 'transferred:%', -new.amount_cents, 0), iif(new."transaction" LIKE 'reversed:%', -new.amount_cents, 0),
      iif(new."transaction" LIKE 'goodwill:%', -new.amount_cents, 0), iif(new."transaction" LIKE 'hand:%', -new.amount_cents, 0),
      iif(new."transaction" LIKE 'write_off:%', -new.amount_cents, 0),
      new."transaction" LIKE 'payment:%' AND NOT EXISTS (SELECT 1 FROM ledger WHERE order_id = new.order_id
        AND account = 'seller_payable' AND number < new.number AND "transaction" LIKE 'payment:%'))
    ON CONFLICT (user_id, month) DO UPDATE SET cents = cents + excluded.cents,
      first_number = min(first_number, excluded.first_number), last_number = max(last_number, excluded.last_number),
      paid_cents = paid_cents + excluded.paid_cents, refunded_cents = refunded_cents + excluded.refunded_cents,
      sent_cents = sent_cents + excluded.sent_cents, taken_back_cents = taken_back_cents + excluded.taken_back_cents,
      goodwill_cents = goodwill_cents + excluded.goodwill_cents, by_hand_cents = by_hand_cents + excluded.by_hand_cents,
      written_off_cents = written_off_cents + excluded.written_off_cents, orders = orders + excluded.orders;
END;
--> statement-breakpoint
CREATE TRIGGER earnings_cleared AFTER UPDATE OF cleared_at ON earnings WHEN old.cleared_at IS NULL AND new.cleared_at IS NOT NULL BEGIN
  INSERT INTO cleared_months (user_id, month, orders, gross_cents, fee_cents, refunded_cents)
    SELECT new.seller_id, strftime('%Y-%m', max(at, new.cleared_at) / 1000, 'unixepoch'),
      max(account = 'seller_payable' AND "transaction" LIKE 'payment:%'), -sum(iif("transaction" LIKE 'payment:%', amount_cents, 0)),
      -sum(iif(account = 'platform_revenue', amount_cents, 0)), sum(iif("transaction" LIKE 'return:%', amount_cents, 0))
    FROM ledger WHERE order_id = new.order_id AND account IN ('seller_payable', 'platform_revenue')
      AND ("transaction" LIKE 'payment:%' OR "transaction" LIKE 'return:%') GROUP BY 2
    ON CONFLICT (user_id, month) DO UPDATE SET orders = orders + excluded.orders, gross_cents = gross_cents + excluded.gross_cents,
      fee_cents = fee_cents + excluded.fee_cents, refunded_cents = refunded_cents + excluded.refunded_cents;
END;
