CREATE TABLE `order_extras` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`order_id` text NOT NULL,
	`gig_extra_id` text,
	`title` text NOT NULL,
	`price_cents` integer NOT NULL,
	`days` integer NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_extras_state" CHECK("order_extras"."state" in ('offered', 'chosen', 'added', 'closed')),
	CONSTRAINT "order_extras_price" CHECK("order_extras"."price_cents" between 500 and 100000),
	CONSTRAINT "order_extras_refunded" CHECK("order_extras"."refunded_cents" between 0 and "order_extras"."price_cents"),
	CONSTRAINT "order_extras_days" CHECK("order_extras"."days" between 0 and 30),
	CONSTRAINT "order_extras_ended" CHECK(("order_extras"."state" in ('offered', 'chosen')) = ("order_extras"."ended_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_extras_id_unique` ON `order_extras` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_extras_one_offered` ON `order_extras` (`order_id`) WHERE "order_extras"."state" = 'offered';--> statement-breakpoint
CREATE UNIQUE INDEX `order_extras_one_chosen` ON `order_extras` (`order_id`) WHERE "order_extras"."state" = 'chosen';--> statement-breakpoint
CREATE INDEX `order_extras_order` ON `order_extras` (`order_id`);--> statement-breakpoint
CREATE TABLE `saved_news` (
	`user_id` text PRIMARY KEY NOT NULL,
	`next_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `saved_news_next` ON `saved_news` (`next_at`);--> statement-breakpoint
CREATE TABLE `saved_seen` (
	`user_id` text NOT NULL,
	`gig_id` text NOT NULL,
	`price_cents` integer NOT NULL,
	`available` integer NOT NULL,
	`was_cents` integer,
	`is_back` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `gig_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `payments_one_applied`;--> statement-breakpoint
ALTER TABLE `payments` ADD `extra_id` text REFERENCES order_extras(id);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_extra` ON `payments` (`extra_id`) WHERE "payments"."outcome" = 'applied' and "payments"."extra_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_applied` ON `payments` (`order_id`) WHERE "payments"."outcome" = 'applied' and "payments"."extra_id" is null;--> statement-breakpoint
ALTER TABLE `money_calls` ADD `extra_id` text REFERENCES order_extras(id);
--> statement-breakpoint
INSERT INTO order_event_kinds (name) VALUES ('extra_offered'), ('extra_withdrawn'), ('extra_declined'), ('extra_added');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('extra_offered'), ('extra_declined'), ('extra_added'), ('extra_returned'), ('saved_news');
--> statement-breakpoint
-- Written by hand: an order counts once, however many payments it has.
DROP TRIGGER ledger_statement;
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
DROP TRIGGER earnings_cleared;
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
