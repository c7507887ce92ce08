CREATE TABLE `balance_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`stripe_cents` integer DEFAULT 0 NOT NULL,
	`ledger_cents` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `balance_days_different` ON `balance_days` (`day`) WHERE "balance_days"."stripe_cents" <> "balance_days"."ledger_cents";--> statement-breakpoint
CREATE TABLE `balance_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`category` text NOT NULL,
	`currency` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`net_cents` integer NOT NULL,
	`source` text,
	`about` text,
	`call` text,
	`at` integer NOT NULL,
	`available_at` integer NOT NULL,
	`booked_as` text,
	`mismatch_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `balance_transactions_booked` ON `balance_transactions` (`booked_as`) WHERE "balance_transactions"."booked_as" is not null;--> statement-breakpoint
CREATE INDEX `balance_transactions_source` ON `balance_transactions` (`source`);--> statement-breakpoint
CREATE INDEX `balance_transactions_unexplained` ON `balance_transactions` (`at`) WHERE "balance_transactions"."booked_as" is null;--> statement-breakpoint
CREATE INDEX `balance_transactions_mismatch` ON `balance_transactions` (`mismatch_id`) WHERE "balance_transactions"."mismatch_id" is not null;--> statement-breakpoint
CREATE TABLE `ledger_totals` (
	`account` text PRIMARY KEY NOT NULL,
	`cents` integer NOT NULL,
	FOREIGN KEY (`account`) REFERENCES `ledger_accounts`(`name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `statement_months` (
	`user_id` text NOT NULL,
	`month` text NOT NULL,
	`cents` integer NOT NULL,
	`first_number` integer NOT NULL,
	`last_number` integer NOT NULL,
	PRIMARY KEY(`user_id`, `month`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `bank_payout_transfers` (
	`payout_id` text NOT NULL,
	`transfer_id` text NOT NULL,
	PRIMARY KEY(`payout_id`, `transfer_id`),
	FOREIGN KEY (`payout_id`) REFERENCES `bank_payouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `transfers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bank_payout_transfers_payouts` ON `bank_payout_transfers` (`transfer_id`,`payout_id`);--> statement-breakpoint
CREATE TABLE `bank_payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`cents` integer,
	`state` text NOT NULL,
	`failure_code` text,
	`arrives_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`failed_at` integer,
	`reconciled_at` integer,
	`read_at` integer NOT NULL,
	`check_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `payout_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bank_payouts_user` ON `bank_payouts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `bank_payouts_account` ON `bank_payouts` (`account_id`);--> statement-breakpoint
CREATE INDEX `bank_payouts_check` ON `bank_payouts` (`check_at`) WHERE "bank_payouts"."check_at" is not null;--> statement-breakpoint
CREATE TABLE `payout_holds` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`denies_bank` integer DEFAULT false NOT NULL,
	`placed_by` text,
	`at` integer NOT NULL,
	`until` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`placed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_holds_one_open` ON `payout_holds` (`user_id`) WHERE "payout_holds"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `payout_holds_user` ON `payout_holds` (`user_id`);--> statement-breakpoint
CREATE INDEX `payout_holds_until` ON `payout_holds` (`until`) WHERE "payout_holds"."ended_at" is null;--> statement-breakpoint
CREATE TABLE `payout_reminders` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`since` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payout_reminders_due` ON `payout_reminders` (`due_at`);--> statement-breakpoint
-- The ledger gets a third subject beside orders and registrations: the platform's own movements at Stripe. SQLite cannot
-- change a CHECK, so the table is written again, as in 0019. No other table refers to it, but a trigger of orders reads it.
DROP TRIGGER orders_earned;
--> statement-breakpoint
CREATE TABLE `__new_ledger` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
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
INSERT INTO `__new_ledger`("number", "transaction", "account", "order_id", "registration_id", "balance_transaction_id", "user_id", "amount_cents", "at") SELECT "number", "transaction", "account", "order_id", "registration_id", NULL, "user_id", "amount_cents", "at" FROM `ledger`;--> statement-breakpoint
DROP TABLE `ledger`;--> statement-breakpoint
ALTER TABLE `__new_ledger` RENAME TO `ledger`;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`transaction`,`account`);--> statement-breakpoint
CREATE INDEX `ledger_order` ON `ledger` (`order_id`);--> statement-breakpoint
CREATE INDEX `ledger_registration` ON `ledger` (`registration_id`) WHERE "ledger"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `ledger_own` ON `ledger` (`balance_transaction_id`) WHERE "ledger"."balance_transaction_id" is not null;--> statement-breakpoint
CREATE INDEX `ledger_user` ON `ledger` (`user_id`,`account`);--> statement-breakpoint
CREATE INDEX `ledger_goodwill` ON `ledger` (`order_id`) WHERE "ledger"."account" = 'goodwill';--> statement-breakpoint
ALTER TABLE `earnings` ADD `owed_since` integer;--> statement-breakpoint
CREATE INDEX `earnings_turned_down` ON `earnings` (`clears_at`) WHERE "earnings"."refusal" is not null and "earnings"."refusal" <> 'balance_insufficient' and "earnings"."refusal" <> 'kept';--> statement-breakpoint
CREATE INDEX `earnings_without_funds` ON `earnings` (`clears_at`) WHERE "earnings"."refusal" = 'balance_insufficient';--> statement-breakpoint
CREATE INDEX `earnings_owed` ON `earnings` (`owed_since`) WHERE "earnings"."owed_since" is not null;--> statement-breakpoint
ALTER TABLE `payout_accounts` ADD `bank_shared_since` integer;--> statement-breakpoint
ALTER TABLE `payout_accounts` ADD `schedule_wanted` text;--> statement-breakpoint
ALTER TABLE `payout_accounts` ADD `schedule` text;--> statement-breakpoint
ALTER TABLE `payout_accounts` ADD `schedule_at` integer;--> statement-breakpoint
ALTER TABLE `payout_accounts` ADD `manual_since` integer;--> statement-breakpoint
ALTER TABLE `payout_accounts` ADD `paid_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payout_accounts` ADD `failed_payout` text;--> statement-breakpoint
CREATE INDEX `payout_accounts_stopped` ON `payout_accounts` (`number`) WHERE "payout_accounts"."open" = 1 and "payout_accounts"."bank_since" is not null and ("payout_accounts"."transfers" <> 'active' or "payout_accounts"."payouts" <> 'active');--> statement-breakpoint
CREATE INDEX `payout_accounts_new_bank` ON `payout_accounts` (`bank_since`) WHERE "payout_accounts"."open" = 1 and "payout_accounts"."bank_since" is not null;--> statement-breakpoint
CREATE INDEX `payout_accounts_shared` ON `payout_accounts` (`bank_shared_since`) WHERE "payout_accounts"."bank_shared_since" is not null;--> statement-breakpoint
CREATE INDEX `payout_accounts_failed` ON `payout_accounts` (`number`) WHERE "payout_accounts"."failed_payout" is not null;--> statement-breakpoint
ALTER TABLE `transfers` ADD `payment_id` text;--> statement-breakpoint
CREATE INDEX `transfers_payment` ON `transfers` (`payment_id`) WHERE "transfers"."payment_id" is not null;
--> statement-breakpoint
-- Words. Of the ledger: `goodwill`: what the platform bears of refunds in a seller's place. `write_offs`: debts that it gave
-- up. `bank`: what the owner has paid to sellers from a bank account of their own. `owner`: what the owner has taken out
-- or added. `reserves`: what Stripe keeps back. `adjustments`: what Stripe has corrected.
INSERT INTO ledger_accounts (name) VALUES ('owner'), ('reserves'), ('adjustments'), ('goodwill'), ('write_offs'), ('bank');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('take-in'), ('hold-payouts'), ('renew-hold'), ('release-payouts'), ('try-payouts-again'), ('reverse-transfer'), ('pay-by-hand'), ('write-off-debt'), ('read-payout-account'), ('export-taxes');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('payouts_on_way'), ('payouts_failed'), ('payouts_not_me'), ('payouts_held'), ('payouts_released'), ('fee_receipt'), ('payouts_reminder'), ('payouts_asked_again'), ('payouts_sent'), ('payouts_taken_back'), ('payouts_called_back'), ('payouts_owed'), ('debts_paid');
--> statement-breakpoint
INSERT INTO account_link_kinds (name) VALUES ('not_me');
--> statement-breakpoint
INSERT INTO account_event_kinds (name) VALUES ('payouts_held');
--> statement-breakpoint
-- The triggers of the ledger, which went with the old table, and the one that was dropped above.
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_balanced AFTER INSERT ON ledger WHEN new.user_id IS NOT NULL BEGIN
  INSERT INTO ledger_balances (user_id, account, cents) VALUES (new.user_id, new.account, new.amount_cents)
    ON CONFLICT (user_id, account) DO UPDATE SET cents = cents + new.amount_cents;
END;
--> statement-breakpoint
-- What the platform gives a seller back after a refund was earned, too.
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
CREATE TRIGGER balance_listed AFTER INSERT ON balance_transactions WHEN new.currency = 'usd' BEGIN
  INSERT INTO balance_days (day, stripe_cents) VALUES (new.at / 86400000, new.net_cents)
    ON CONFLICT (day) DO UPDATE SET stripe_cents = stripe_cents + excluded.stripe_cents;
END;
--> statement-breakpoint
-- Cash that was booked on another day than Stripe's counts on Stripe's.
CREATE TRIGGER balance_explained AFTER UPDATE OF booked_as ON balance_transactions WHEN old.booked_as IS NULL AND new.booked_as IS NOT NULL BEGIN
  INSERT INTO balance_days (day, ledger_cents)
    SELECT at / 86400000, -amount_cents FROM ledger WHERE account = 'cash' AND "transaction" IN (new.booked_as, iif(new.fee_cents > 0, 'fee:' || new.source, NULL))
    ON CONFLICT (day) DO UPDATE SET ledger_cents = ledger_cents + excluded.ledger_cents;
  INSERT INTO balance_days (day, ledger_cents)
    SELECT new.at / 86400000, amount_cents FROM ledger WHERE account = 'cash' AND "transaction" IN (new.booked_as, iif(new.fee_cents > 0, 'fee:' || new.source, NULL))
    ON CONFLICT (day) DO UPDATE SET ledger_cents = ledger_cents + excluded.ledger_cents;
END;
--> statement-breakpoint
INSERT INTO balance_days (day, ledger_cents) SELECT at / 86400000, sum(amount_cents) FROM ledger WHERE account = 'cash' GROUP BY 1
  ON CONFLICT (day) DO UPDATE SET ledger_cents = excluded.ledger_cents;
--> statement-breakpoint
INSERT INTO ledger_totals (account, cents) SELECT account, sum(amount_cents) FROM ledger GROUP BY 1
  ON CONFLICT (account) DO UPDATE SET cents = excluded.cents;
--> statement-breakpoint
CREATE TRIGGER ledger_owed AFTER INSERT ON ledger WHEN new.account = 'seller_debts' BEGIN
  UPDATE earnings SET owed_since = iif((SELECT sum(amount_cents) FROM ledger WHERE order_id = new.order_id AND account = 'seller_debts') > 0,
    ifnull(owed_since, new.at), NULL) WHERE order_id = new.order_id;
END;
--> statement-breakpoint
UPDATE earnings SET owed_since = (SELECT min(at) FROM ledger WHERE order_id = earnings.order_id AND account = 'seller_debts')
WHERE order_id IN (SELECT order_id FROM ledger WHERE account = 'seller_debts' GROUP BY order_id HAVING sum(amount_cents) > 0);
--> statement-breakpoint
CREATE TRIGGER payout_accounts_bank_changed AFTER UPDATE OF bank_fingerprint ON payout_accounts WHEN old.bank_fingerprint IS NOT new.bank_fingerprint BEGIN
  UPDATE payout_accounts SET bank_shared_since = iif(EXISTS (SELECT 1 FROM payout_accounts other
      WHERE other.bank_fingerprint = payout_accounts.bank_fingerprint AND other.user_id <> payout_accounts.user_id),
    ifnull(bank_shared_since, new.updated_at), NULL) WHERE id = new.id OR bank_fingerprint IN (old.bank_fingerprint, new.bank_fingerprint);
END;
--> statement-breakpoint
-- The open accounts are read again, which sets their payout schedule at Stripe, and closes those of people who have left.
UPDATE payout_accounts SET check_at = ifnull(check_at, 0)
  WHERE open = 1 AND stripe_id IS NOT NULL;
--> statement-breakpoint
-- What each month changed in what is owed to a seller. A trigger keeps it, so that no write can forget it.
CREATE TRIGGER ledger_statement AFTER INSERT ON ledger
WHEN new.user_id IS NOT NULL AND new.account IN ('seller_payable', 'transfers', 'seller_debts', 'offsets') BEGIN
  INSERT INTO statement_months (user_id, month, cents, first_number, last_number)
    VALUES (new.user_id, strftime('%Y-%m', new.at / 1000, 'unixepoch'), -new.amount_cents, new.number, new.number)
    ON CONFLICT (user_id, month) DO UPDATE SET cents = cents + excluded.cents,
      first_number = min(first_number, excluded.first_number), last_number = max(last_number, excluded.last_number);
END;
--> statement-breakpoint
INSERT INTO statement_months (user_id, month, cents, first_number, last_number)
  SELECT user_id, strftime('%Y-%m', at / 1000, 'unixepoch'), -sum(amount_cents), min(number), max(number) FROM ledger
  WHERE user_id IS NOT NULL AND account IN ('seller_payable', 'transfers', 'seller_debts', 'offsets') GROUP BY 1, 2
  ON CONFLICT (user_id, month) DO UPDATE SET cents = excluded.cents, first_number = excluded.first_number, last_number = excluded.last_number;
--> statement-breakpoint
UPDATE payout_accounts SET bank_shared_since = updated_at WHERE bank_fingerprint IN
  (SELECT bank_fingerprint FROM payout_accounts WHERE bank_fingerprint IS NOT NULL GROUP BY bank_fingerprint HAVING count(DISTINCT user_id) > 1);
