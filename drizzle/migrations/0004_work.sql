CREATE TABLE `dead_letters` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`body` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dead_letters_at` ON `dead_letters` (`at`);--> statement-breakpoint
CREATE TABLE `work_parts` (
	`name` text PRIMARY KEY NOT NULL,
	`queued_until` integer DEFAULT 0 NOT NULL,
	`succeeded_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (case when tried_at is null or tried_at + 600000 <= deadline_at then deadline_at else tried_at + 600000 end) WHERE "orders"."deadline_at" is not null;