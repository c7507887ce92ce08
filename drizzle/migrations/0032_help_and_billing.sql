CREATE TABLE `client_errors` (
	`day` integer PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `helpful_counts` (
	`question_id` text PRIMARY KEY NOT NULL,
	`yes` integer DEFAULT 0 NOT NULL,
	`no` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `buyer_company` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `buyer_tax_number` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `company_name` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `tax_number` text;