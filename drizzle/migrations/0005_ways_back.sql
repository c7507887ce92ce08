CREATE TABLE `credit_holders` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `credit_uses_one_live`;--> statement-breakpoint
CREATE UNIQUE INDEX `credit_uses_one_reserved` ON `credit_uses` (`user_id`) WHERE "credit_uses"."state" = 'reserved';--> statement-breakpoint
ALTER TABLE `account_links` ADD `redirect_to` text;