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
CREATE TABLE `statements` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`user_id` text NOT NULL,
	`rule` text NOT NULL,
	`happened` text NOT NULL,
	`found_by` text NOT NULL,
	`operator_id` text NOT NULL,
	`proposed_by` text,
	`mail_id` text NOT NULL,
	`at` integer NOT NULL,
	`ticket_id` text,
	`appealed_at` integer,
	`outcome` text,
	`answer` text,
	`decided_by` text,
	`decided_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "statements_kind" CHECK("statements"."kind" in ('warning', 'denial', 'review-removal', 'message-removal', 'refusal', 'suspension')),
	CONSTRAINT "statements_appealed" CHECK(("statements"."ticket_id" is null) = ("statements"."appealed_at" is null)),
	CONSTRAINT "statements_decided" CHECK(("statements"."outcome" is null) = ("statements"."decided_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `statements_id_unique` ON `statements` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `statements_mail_id_unique` ON `statements` (`mail_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `statements_ticket_id_unique` ON `statements` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `statements_user` ON `statements` (`user_id`,`number`);--> statement-breakpoint
CREATE INDEX `statements_subject` ON `statements` (`subject_id`,`kind`,`number`);--> statement-breakpoint
DROP INDEX `payments_mismatch`;--> statement-breakpoint
CREATE INDEX `payments_orders_at` ON `payments` (`at`) WHERE "payments"."order_id" is not null;--> statement-breakpoint
CREATE INDEX `payments_fees_at` ON `payments` (`at`) WHERE "payments"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX `payments_mismatch` ON `payments` (`at`,`id`) WHERE "payments"."outcome" = 'mismatch';--> statement-breakpoint
ALTER TABLE `categories` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `subcategories` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `money_calls_refunds_at` ON `money_calls` (`at`) WHERE "money_calls"."kind" = 'refund';--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`);--> statement-breakpoint
CREATE INDEX `bank_payouts_created` ON `bank_payouts` (`created_at`);--> statement-breakpoint
CREATE INDEX `transfers_at` ON `transfers` (`at`);
--> statement-breakpoint
-- What was said does not change; only a deleted account erases it.
CREATE TRIGGER statements_kept BEFORE DELETE ON statements BEGIN
  SELECT RAISE(ABORT, 'statements are kept');
END;
--> statement-breakpoint
CREATE TRIGGER statements_fixed BEFORE UPDATE OF id, kind, subject_id, user_id, rule, found_by, operator_id, proposed_by, at ON statements BEGIN
  SELECT RAISE(ABORT, 'a statement does not change');
END;
--> statement-breakpoint
CREATE TRIGGER statements_words_fixed BEFORE UPDATE OF happened ON statements WHEN new.happened <> '' BEGIN
  SELECT RAISE(ABORT, 'a statement does not change');
END;
--> statement-breakpoint
CREATE TRIGGER statements_decided_once BEFORE UPDATE OF outcome ON statements WHEN old.outcome IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'an appeal is decided once');
END;
--> statement-breakpoint
INSERT INTO ticket_topics (name) VALUES ('appeal');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('content_removed'), ('appeal_decided');
--> statement-breakpoint
INSERT INTO seller_event_kinds (name) VALUES ('refusal_reversed');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('uphold-appeal'), ('reverse-appeal'), ('close-appeal'), ('reverse-warning'), ('reverse-refusal'), ('restore-review'), ('restore-message');
--> statement-breakpoint
-- An appeal can bring a review back, with its rating.
DROP TRIGGER reviews_stay_hidden;
--> statement-breakpoint
CREATE TRIGGER reviews_shown AFTER UPDATE OF hidden_at ON reviews WHEN old.hidden_at IS NOT NULL AND new.hidden_at IS NULL BEGIN
  UPDATE gigs SET rating_sum = rating_sum + old.rating, review_count = review_count + 1 WHERE id = old.gig_id;
  INSERT INTO gig_ratings (gig_id, rating, count) VALUES (old.gig_id, old.rating, 1)
    ON CONFLICT (gig_id, rating) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_day_shown AFTER UPDATE OF hidden_at ON reviews WHEN old.hidden_at IS NOT NULL AND new.hidden_at IS NULL BEGIN
  INSERT INTO seller_days (user_id, day, ratings, rating_sum) VALUES (new.seller_id, new.created_at / 86400000, 1, new.rating)
    ON CONFLICT (user_id, day) DO UPDATE SET ratings = ratings + 1, rating_sum = rating_sum + new.rating;
END;

--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('add-category'), ('edit-category'), ('delete-category'), ('edit-faqs'), ('edit-features'), ('edit-category-reviews'), ('move-gigs'), ('begin-catalogue'), ('export');
