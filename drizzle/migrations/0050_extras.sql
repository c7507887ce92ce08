ALTER TABLE `gigs` ADD `extras` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `lines` text;