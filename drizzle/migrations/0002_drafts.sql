CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`browser_hash` text NOT NULL,
	`fields` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drafts_expired` ON `drafts` (`expires_at`);