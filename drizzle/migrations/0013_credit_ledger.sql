CREATE TABLE `credit_ledger` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`transaction` text NOT NULL,
	`account` text NOT NULL,
	`user_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_ledger_account" CHECK("credit_ledger"."account" in ('promotions', 'credit'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_ledger_once` ON `credit_ledger` (`user_id`,`transaction`,`account`);--> statement-breakpoint
-- Written by hand from here: what the table needs beside it, in the same migration.
CREATE TRIGGER credit_ledger_no_update BEFORE UPDATE ON credit_ledger BEGIN SELECT RAISE(ABORT, 'credit_ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER credit_ledger_no_delete BEFORE DELETE ON credit_ledger BEGIN SELECT RAISE(ABORT, 'credit_ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER credits_granted AFTER INSERT ON credits BEGIN
  INSERT INTO credit_ledger ("transaction", account, user_id, amount_cents, at) VALUES
    ('grant:' || new.user_id, 'promotions', new.user_id, new.cents, new.created_at),
    ('grant:' || new.user_id, 'credit', new.user_id, -new.cents, new.created_at);
END;
--> statement-breakpoint
-- The address had its credit before: the grant of the same batch is taken back.
CREATE TRIGGER credits_withdrawn AFTER DELETE ON credits BEGIN
  INSERT INTO credit_ledger ("transaction", account, user_id, amount_cents, at) VALUES
    ('withdrawn:' || old.user_id, 'promotions', old.user_id, -old.cents, old.created_at),
    ('withdrawn:' || old.user_id, 'credit', old.user_id, old.cents, old.created_at);
END;
--> statement-breakpoint
-- The payment of the order debits promotions in the ledger, so the grant's debit is taken back here.
CREATE TRIGGER credit_uses_spent AFTER UPDATE OF state ON credit_uses WHEN new.state = 'spent' AND old.state <> 'spent' BEGIN
  INSERT INTO credit_ledger ("transaction", account, user_id, amount_cents, at) VALUES
    ('use:' || new.order_id, 'credit', new.user_id, new.cents, new.at),
    ('use:' || new.order_id, 'promotions', new.user_id, -new.cents, new.at);
END;
--> statement-breakpoint
CREATE TRIGGER credit_uses_returned AFTER UPDATE OF returned_cents ON credit_uses WHEN new.returned_cents > old.returned_cents BEGIN
  INSERT INTO credit_ledger ("transaction", account, user_id, amount_cents, at) VALUES
    ('return:' || new.order_id || ':' || new.returned_cents, 'promotions', new.user_id, new.returned_cents - old.returned_cents, new.at),
    ('return:' || new.order_id || ':' || new.returned_cents, 'credit', new.user_id, old.returned_cents - new.returned_cents, new.at);
END;
--> statement-breakpoint
-- What happened before this migration.
INSERT INTO credit_ledger ("transaction", account, user_id, amount_cents, at)
  SELECT 'grant:' || user_id, 'promotions', user_id, cents, created_at FROM credits
  UNION ALL SELECT 'grant:' || user_id, 'credit', user_id, -cents, created_at FROM credits;
--> statement-breakpoint
INSERT INTO credit_ledger ("transaction", account, user_id, amount_cents, at)
  SELECT 'use:' || order_id, 'credit', user_id, cents, at FROM credit_uses WHERE state IN ('spent', 'returned')
  UNION ALL SELECT 'use:' || order_id, 'promotions', user_id, -cents, at FROM credit_uses WHERE state IN ('spent', 'returned');
--> statement-breakpoint
INSERT INTO credit_ledger ("transaction", account, user_id, amount_cents, at)
  SELECT 'return:' || order_id || ':' || returned_cents, 'promotions', user_id, returned_cents, at FROM credit_uses WHERE returned_cents > 0
  UNION ALL SELECT 'return:' || order_id || ':' || returned_cents, 'credit', user_id, -returned_cents, at FROM credit_uses WHERE returned_cents > 0;
