CREATE TABLE `denied_changes` (
	`gig_id` text PRIMARY KEY NOT NULL,
	`denied` text NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `denied_changes_since` ON `denied_changes` (`since`);--> statement-breakpoint
CREATE TABLE `removals` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` integer NOT NULL
);
