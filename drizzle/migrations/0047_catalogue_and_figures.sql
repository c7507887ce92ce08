CREATE TABLE `category_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`category_id` text NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `category_slugs_category` ON `category_slugs` (`category_id`);--> statement-breakpoint
CREATE TABLE `subcategory_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`subcategory_id` text NOT NULL,
	FOREIGN KEY (`subcategory_id`) REFERENCES `subcategories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `subcategory_slugs_subcategory` ON `subcategory_slugs` (`subcategory_id`);--> statement-breakpoint
CREATE TABLE `figures` (
	`period` text NOT NULL,
	`start` integer NOT NULL,
	`placed` integer NOT NULL,
	`paid` integer NOT NULL,
	`cancelled` integer NOT NULL,
	`completed` integer NOT NULL,
	`late` integer NOT NULL,
	`started` integer NOT NULL,
	`start_ms` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`registration_cents` integer NOT NULL,
	`refunded_cents` integer NOT NULL,
	`credit_cents` integer NOT NULL,
	`stripe_fee_cents` integer NOT NULL,
	`users` integer NOT NULL,
	`sellers` integer NOT NULL,
	`gigs` integer NOT NULL,
	PRIMARY KEY(`period`, `start`),
	CONSTRAINT "figures_period" CHECK("figures"."period" in ('day', 'week', 'month'))
);
--> statement-breakpoint
DROP INDEX `payments_mismatch`;--> statement-breakpoint
CREATE INDEX `payments_orders_at` ON `payments` (`at`) WHERE "payments"."order_id" is not null;--> statement-breakpoint
CREATE INDEX `payments_fees_at` ON `payments` (`at`) WHERE "payments"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `payments_mismatch` ON `payments` (`at`,`id`) WHERE "payments"."outcome" = 'mismatch';--> statement-breakpoint
ALTER TABLE `categories` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `subcategories` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_at` ON `ledger` (`at`);--> statement-breakpoint
CREATE INDEX `money_calls_refunds_at` ON `money_calls` (`at`) WHERE "money_calls"."kind" = 'refund';--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`);--> statement-breakpoint
CREATE INDEX `bank_payouts_created` ON `bank_payouts` (`created_at`);--> statement-breakpoint
CREATE INDEX `transfers_at` ON `transfers` (`at`);
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('add-category'), ('edit-category'), ('delete-category'), ('edit-faqs'), ('edit-features'), ('edit-category-reviews'), ('move-gigs'), ('begin-catalogue'), ('export');
