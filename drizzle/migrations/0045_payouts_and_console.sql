CREATE TABLE `cleared_months` (
	`user_id` text NOT NULL,
	`month` text NOT NULL,
	`orders` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`refunded_cents` integer NOT NULL,
	PRIMARY KEY(`user_id`, `month`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `ledger_order`;--> statement-breakpoint
CREATE INDEX `ledger_order` ON `ledger` (`order_id`,`account`);--> statement-breakpoint
DROP INDEX `money_calls_stripe_id_unique`;--> statement-breakpoint
DROP INDEX `money_calls_replaces_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_stripe_id_unique` ON `money_calls` (`stripe_id`) WHERE "money_calls"."stripe_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_replaces_unique` ON `money_calls` (`replaces`) WHERE "money_calls"."replaces" is not null;--> statement-breakpoint
DROP INDEX `earnings_seller_due`;--> statement-breakpoint
ALTER TABLE `earnings` ADD `cleared_at` integer;--> statement-breakpoint
CREATE INDEX `earnings_seller_due` ON `earnings` (`seller_id`,`clears_at`,`order_id`) WHERE "earnings"."due_at" is not null;--> statement-breakpoint
DROP INDEX `transfers_order`;--> statement-breakpoint
ALTER TABLE `transfers` ADD `payout_id` text;--> statement-breakpoint
CREATE INDEX `transfers_order` ON `transfers` (`order_id`,`seq`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `cents` integer;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `before` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `after` text;--> statement-breakpoint
CREATE INDEX `audit_log_operator` ON `audit_log` (`operator_id`,`number`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`number`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
ALTER TABLE `statement_months` ADD `paid_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `statement_months` ADD `refunded_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `statement_months` ADD `sent_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `statement_months` ADD `taken_back_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `statement_months` ADD `goodwill_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `statement_months` ADD `by_hand_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `statement_months` ADD `written_off_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `statement_months` ADD `orders` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `statement_months` ADD `paid_fee_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `statement_months` ADD `refunded_fee_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_examined` ON `payments` (`order_id`) WHERE "payments"."outcome" = 'mismatch';
--> statement-breakpoint
-- Written by hand. The words, then the triggers, then what they would have written so far.
INSERT INTO mail_kinds (name) VALUES ('year_statement'), ('payouts_link');
--> statement-breakpoint
INSERT INTO account_link_kinds (name) VALUES ('payouts');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('set');
--> statement-breakpoint
DROP TRIGGER ledger_statement;
--> statement-breakpoint
-- What is decided, but not done, changes nothing on these accounts together.
CREATE TRIGGER ledger_statement AFTER INSERT ON ledger
WHEN new.user_id IS NOT NULL AND new.account IN ('seller_payable', 'transfers', 'seller_debts', 'offsets')
  AND NOT (new."transaction" LIKE 'transfer:%' OR new."transaction" LIKE 'reversal:%' OR new."transaction" LIKE 'refused:transfer:%') BEGIN
  INSERT INTO statement_months (user_id, month, cents, first_number, last_number, paid_cents, refunded_cents, sent_cents,
      taken_back_cents, goodwill_cents, by_hand_cents, written_off_cents, orders)
    VALUES (new.user_id, strftime('%Y-%m', new.at / 1000, 'unixepoch'), -new.amount_cents, new.number, new.number,
      iif(new."transaction" LIKE 'payment:%', -new.amount_cents, 0), iif(new."transaction" LIKE 'return:%', -new.amount_cents, 0),
      iif(new."transaction" LIKE 'transferred:%', -new.amount_cents, 0), iif(new."transaction" LIKE 'reversed:%', -new.amount_cents, 0),
      iif(new."transaction" LIKE 'goodwill:%', -new.amount_cents, 0), iif(new."transaction" LIKE 'hand:%', -new.amount_cents, 0),
      iif(new."transaction" LIKE 'write_off:%', -new.amount_cents, 0), new."transaction" LIKE 'payment:%')
    ON CONFLICT (user_id, month) DO UPDATE SET cents = cents + excluded.cents,
      first_number = min(first_number, excluded.first_number), last_number = max(last_number, excluded.last_number),
      paid_cents = paid_cents + excluded.paid_cents, refunded_cents = refunded_cents + excluded.refunded_cents,
      sent_cents = sent_cents + excluded.sent_cents, taken_back_cents = taken_back_cents + excluded.taken_back_cents,
      goodwill_cents = goodwill_cents + excluded.goodwill_cents, by_hand_cents = by_hand_cents + excluded.by_hand_cents,
      written_off_cents = written_off_cents + excluded.written_off_cents, orders = orders + excluded.orders;
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
-- What has nothing left to do has cleared, whichever code was live then.
CREATE TRIGGER earnings_settled AFTER UPDATE OF due_at ON earnings WHEN new.due_at IS NULL AND new.cleared_at IS NULL BEGIN
  UPDATE earnings SET cleared_at = clears_at WHERE order_id = new.order_id;
END;
--> statement-breakpoint
CREATE TRIGGER earnings_cleared AFTER UPDATE OF cleared_at ON earnings WHEN old.cleared_at IS NULL AND new.cleared_at IS NOT NULL BEGIN
  INSERT INTO cleared_months (user_id, month, orders, gross_cents, fee_cents, refunded_cents)
    SELECT new.seller_id, strftime('%Y-%m', max(at, new.cleared_at) / 1000, 'unixepoch'),
      sum(account = 'seller_payable' AND "transaction" LIKE 'payment:%'), -sum(iif("transaction" LIKE 'payment:%', amount_cents, 0)),
      -sum(iif(account = 'platform_revenue', amount_cents, 0)), sum(iif("transaction" LIKE 'return:%', amount_cents, 0))
    FROM ledger WHERE order_id = new.order_id AND account IN ('seller_payable', 'platform_revenue')
      AND ("transaction" LIKE 'payment:%' OR "transaction" LIKE 'return:%') GROUP BY 2
    ON CONFLICT (user_id, month) DO UPDATE SET orders = orders + excluded.orders, gross_cents = gross_cents + excluded.gross_cents,
      fee_cents = fee_cents + excluded.fee_cents, refunded_cents = refunded_cents + excluded.refunded_cents;
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
UPDATE statement_months SET paid_cents = s.paid, refunded_cents = s.refunded, sent_cents = s.sent, taken_back_cents = s.taken_back,
  goodwill_cents = s.goodwill, by_hand_cents = s.by_hand, written_off_cents = s.written_off, orders = s.orders
FROM (SELECT user_id, strftime('%Y-%m', at / 1000, 'unixepoch') AS month,
    -sum(iif("transaction" LIKE 'payment:%', amount_cents, 0)) AS paid, -sum(iif("transaction" LIKE 'return:%', amount_cents, 0)) AS refunded,
    -sum(iif("transaction" LIKE 'transferred:%', amount_cents, 0)) AS sent, -sum(iif("transaction" LIKE 'reversed:%', amount_cents, 0)) AS taken_back,
    -sum(iif("transaction" LIKE 'goodwill:%', amount_cents, 0)) AS goodwill, -sum(iif("transaction" LIKE 'hand:%', amount_cents, 0)) AS by_hand,
    -sum(iif("transaction" LIKE 'write_off:%', amount_cents, 0)) AS written_off, sum("transaction" LIKE 'payment:%') AS orders
  FROM ledger WHERE user_id IS NOT NULL AND account IN ('seller_payable', 'transfers', 'seller_debts', 'offsets') GROUP BY 1, 2) s
WHERE s.user_id = statement_months.user_id AND s.month = statement_months.month;
--> statement-breakpoint
INSERT INTO statement_months (user_id, month, cents, first_number, last_number, paid_fee_cents, refunded_fee_cents)
  SELECT o.seller_id, strftime('%Y-%m', l.at / 1000, 'unixepoch'), 0, min(l.number), max(l.number),
    -sum(iif(l."transaction" LIKE 'payment:%', l.amount_cents, 0)), -sum(iif(l."transaction" LIKE 'return:%', l.amount_cents, 0))
  FROM ledger l JOIN orders o ON o.id = l.order_id
  WHERE l.account = 'platform_revenue' AND (l."transaction" LIKE 'payment:%' OR l."transaction" LIKE 'return:%') GROUP BY 1, 2
  ON CONFLICT (user_id, month) DO UPDATE SET paid_fee_cents = excluded.paid_fee_cents, refunded_fee_cents = excluded.refunded_fee_cents;
--> statement-breakpoint
-- What was sent, or is looked at again, has cleared. The sweep marks the rest.
UPDATE earnings SET cleared_at = min(clears_at, ifnull((SELECT min(t.at) FROM transfers t WHERE t.order_id = earnings.order_id AND t.open = 1), clears_at))
WHERE cleared_at IS NULL AND (due_at IS NULL OR (due_at > clears_at
  AND (SELECT hold FROM orders WHERE id = order_id) = 'none'
  AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.order_id = earnings.order_id AND d.state = 'open')
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = earnings.order_id AND p.outcome = 'mismatch')
  AND NOT EXISTS (SELECT 1 FROM mismatches m WHERE m.order_id = earnings.order_id AND m.resolved_at IS NULL)));
--> statement-breakpoint
-- The newest payout that contains a transfer: of two that contain it, the later one replaces one that failed.
CREATE TRIGGER bank_payout_transfers_newest AFTER INSERT ON bank_payout_transfers BEGIN
  UPDATE transfers SET payout_id = new.payout_id WHERE id = new.transfer_id
    AND ifnull((SELECT created_at FROM bank_payouts WHERE id = transfers.payout_id), 0) <= (SELECT created_at FROM bank_payouts WHERE id = new.payout_id);
END;
--> statement-breakpoint
UPDATE transfers SET payout_id = (SELECT b.payout_id FROM bank_payout_transfers b JOIN bank_payouts p ON p.id = b.payout_id
  WHERE b.transfer_id = transfers.id ORDER BY p.created_at DESC, p.id DESC LIMIT 1)
WHERE id IN (SELECT transfer_id FROM bank_payout_transfers);
--> statement-breakpoint
-- Transfers that were confirmed before 0044 do not know the payment as which they arrived, so no payout contains them.
-- The payouts of their accounts are read again, the oldest of each account first and minutes apart: a payout may return
-- what an earlier one contained. They are due in an hour, when this release runs; the one before does not find them.
UPDATE bank_payouts SET reconciled_at = NULL, check_at = unixepoch() * 1000 + 3600000 + p.place * 180000
FROM (SELECT id, row_number() OVER (PARTITION BY account_id ORDER BY created_at, id) AS place FROM bank_payouts
  WHERE reconciled_at IS NOT NULL AND account_id IN (
    SELECT account_id FROM transfers WHERE payment_id IS NULL AND confirmed_at IS NOT NULL AND cents > 0
    INTERSECT SELECT id FROM payout_accounts WHERE open = 1)) p
WHERE p.id = bank_payouts.id;
--> statement-breakpoint
-- The release before ended the reminders of suspended sellers. They are due again, and send the link.
INSERT INTO payout_reminders (user_id, kind, since, due_at)
  SELECT DISTINCT e.seller_id, 'setup', unixepoch() * 1000, unixepoch() * 1000 + 3600000 FROM earnings e
  JOIN users u ON u.id = e.seller_id AND u.suspended_at IS NOT NULL AND u.deleted_at IS NULL
  WHERE e.due_at = 8640000000000000 ON CONFLICT DO NOTHING;
