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
CREATE UNIQUE INDEX `credit_ledger_once` ON `credit_ledger` (`user_id`,`transaction`,`account`);