CREATE TABLE `account_event_kinds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account_events` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`link_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kind`) REFERENCES `account_event_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`link_id`) REFERENCES `account_links`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_events_link_id_unique` ON `account_events` (`link_id`);--> statement-breakpoint
CREATE INDEX `account_events_user` ON `account_events` (`user_id`,`number`);--> statement-breakpoint
CREATE TABLE `account_link_kinds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account_links` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`kind`) REFERENCES `account_link_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_links_user` ON `account_links` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `account_links_email` ON `account_links` (`email`);--> statement-breakpoint
CREATE TABLE `factor_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`factor_id` text NOT NULL,
	`session_id` text NOT NULL,
	`code_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`factor_id`) REFERENCES `factors`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `factor_challenges_factor` ON `factor_challenges` (`factor_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `factors` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`factor_type` text NOT NULL,
	`status` text NOT NULL,
	`friendly_name` text NOT NULL,
	`secret` text,
	`phone` text,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`verified_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "factors_type" CHECK("factors"."factor_type" in ('totp', 'phone')),
	CONSTRAINT "factors_status" CHECK("factors"."status" in ('unverified', 'verified')),
	CONSTRAINT "factors_one" CHECK(("factors"."factor_type" = 'totp') = ("factors"."secret" is not null)),
	CONSTRAINT "factors_phone" CHECK(("factors"."factor_type" = 'phone') = ("factors"."phone" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `factors_id_unique` ON `factors` (`id`);--> statement-breakpoint
CREATE INDEX `factors_user` ON `factors` (`user_id`);--> statement-breakpoint
CREATE TABLE `limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `limits_over` ON `limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_code_hash_unique` ON `recovery_codes` (`code_hash`);--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`aal` text NOT NULL,
	`owes_factor` integer NOT NULL,
	`device` text NOT NULL,
	`place` text,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sessions_aal" CHECK("sessions"."aal" in ('aal1', 'aal2'))
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `admin_notifications` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`message` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_notifications_id_unique` ON `admin_notifications` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `admin_notifications_once` ON `admin_notifications` (`type`,`user_id`);--> statement-breakpoint
CREATE TABLE `audit_actions` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`action`) REFERENCES `audit_actions`(`name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_id`,`number`);--> statement-breakpoint
CREATE TABLE `categories` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text,
	`icon` text,
	`meta_title` text,
	`meta_description` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_id_unique` ON `categories` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name_unique` ON `categories` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug_unique` ON `categories` (`slug`);--> statement-breakpoint
CREATE TABLE `seo_faqs` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category_id` text,
	`subcategory_id` text,
	`question` text NOT NULL,
	`answer` text NOT NULL,
	`display_order` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subcategory_id`) REFERENCES `subcategories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seo_faqs_topic" CHECK(("seo_faqs"."category_id" is null) <> ("seo_faqs"."subcategory_id" is null))
);
--> statement-breakpoint
CREATE INDEX `seo_faqs_category` ON `seo_faqs` (`category_id`,`display_order`);--> statement-breakpoint
CREATE INDEX `seo_faqs_subcategory` ON `seo_faqs` (`subcategory_id`,`display_order`);--> statement-breakpoint
CREATE TABLE `seo_features` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category_id` text,
	`subcategory_id` text,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`display_order` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subcategory_id`) REFERENCES `subcategories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seo_features_topic" CHECK(("seo_features"."category_id" is null) <> ("seo_features"."subcategory_id" is null))
);
--> statement-breakpoint
CREATE INDEX `seo_features_category` ON `seo_features` (`category_id`,`display_order`);--> statement-breakpoint
CREATE INDEX `seo_features_subcategory` ON `seo_features` (`subcategory_id`,`display_order`);--> statement-breakpoint
CREATE TABLE `seo_reviews` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category_id` text NOT NULL,
	`rating` integer NOT NULL,
	`review` text NOT NULL,
	`name` text NOT NULL,
	`title` text,
	`service` text,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seo_reviews_rating" CHECK("seo_reviews"."rating" in (1, 2, 3, 4, 5))
);
--> statement-breakpoint
CREATE INDEX `seo_reviews_category` ON `seo_reviews` (`category_id`,`number`);--> statement-breakpoint
CREATE TABLE `subcategories` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`category_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text,
	`meta_title` text,
	`meta_description` text,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subcategories_id_unique` ON `subcategories` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subcategories_slug_unique` ON `subcategories` (`slug`);--> statement-breakpoint
CREATE INDEX `subcategories_category` ON `subcategories` (`category_id`,`name`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	`last_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`first_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`second_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversations_pair" CHECK("conversations"."first_id" < "conversations"."second_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_id_unique` ON `conversations` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_once` ON `conversations` (`first_id`,`second_id`);--> statement-breakpoint
CREATE INDEX `conversations_first` ON `conversations` (`first_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `conversations_second` ON `conversations` (`second_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`content` text NOT NULL,
	`is_read` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_id_unique` ON `messages` (`id`);--> statement-breakpoint
CREATE INDEX `messages_thread` ON `messages` (`conversation_id`,`number`);--> statement-breakpoint
CREATE INDEX `messages_unread` ON `messages` (`conversation_id`,`sender_id`) WHERE "messages"."is_read" = 0;--> statement-breakpoint
CREATE TABLE `gig_counts` (
	`category_id` text NOT NULL,
	`subcategory_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`category_id`, `subcategory_id`)
);
--> statement-breakpoint
CREATE INDEX `gig_counts_subcategory` ON `gig_counts` (`subcategory_id`,`count`);--> statement-breakpoint
CREATE TABLE `gig_event_kinds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `gig_events` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`gig_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`actor_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kind`) REFERENCES `gig_event_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gig_events_seq` ON `gig_events` (`gig_id`,`seq`);--> statement-breakpoint
CREATE TABLE `gig_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`gig_id` text NOT NULL,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `gig_states` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `gigs` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`price_cents` integer NOT NULL,
	`delivery_time` integer NOT NULL,
	`revisions` integer NOT NULL,
	`features` text NOT NULL,
	`image_url` text,
	`image_alt` text,
	`further_images` text DEFAULT '[]' NOT NULL,
	`faqs` text DEFAULT '[]' NOT NULL,
	`seller_id` text NOT NULL,
	`category_id` text NOT NULL,
	`subcategory_id` text,
	`package_details` text,
	`questions` text NOT NULL,
	`meta_title` text,
	`meta_description` text,
	`meta_keywords` text,
	`state` text DEFAULT 'active' NOT NULL,
	`listed` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`review_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subcategory_id`) REFERENCES `subcategories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`state`) REFERENCES `gig_states`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gigs_price" CHECK("gigs"."price_cents" > 0),
	CONSTRAINT "gigs_revisions" CHECK("gigs"."revisions" >= -1),
	CONSTRAINT "gigs_listed" CHECK("gigs"."listed" = 0 or "gigs"."state" = 'active')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gigs_id_unique` ON `gigs` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `gigs_slug_unique` ON `gigs` (`slug`);--> statement-breakpoint
CREATE INDEX `gigs_newest` ON `gigs` (`listed`,`number`);--> statement-breakpoint
CREATE INDEX `gigs_by_price` ON `gigs` (`listed`,`price_cents`,`number`);--> statement-breakpoint
CREATE INDEX `gigs_category_newest` ON `gigs` (`category_id`,`listed`,`number`);--> statement-breakpoint
CREATE INDEX `gigs_category_by_price` ON `gigs` (`category_id`,`listed`,`price_cents`,`number`);--> statement-breakpoint
CREATE INDEX `gigs_subcategory_newest` ON `gigs` (`subcategory_id`,`listed`,`number`);--> statement-breakpoint
CREATE INDEX `gigs_subcategory_by_price` ON `gigs` (`subcategory_id`,`listed`,`price_cents`,`number`);--> statement-breakpoint
CREATE INDEX `gigs_seller` ON `gigs` (`seller_id`,`number`);--> statement-breakpoint
CREATE TABLE `credit_uses` (
	`order_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`cents` integer NOT NULL,
	`returned_cents` integer NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_uses_state" CHECK("credit_uses"."state" in ('reserved', 'spent', 'released', 'returned')),
	CONSTRAINT "credit_uses_cents" CHECK("credit_uses"."cents" > 0 and "credit_uses"."returned_cents" between 0 and "credit_uses"."cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_uses_one_live` ON `credit_uses` (`user_id`) WHERE "credit_uses"."state" in ('reserved', 'spent');--> statement-breakpoint
CREATE INDEX `credit_uses_user` ON `credit_uses` (`user_id`);--> statement-breakpoint
CREATE TABLE `credits` (
	`user_id` text PRIMARY KEY NOT NULL,
	`cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputes_state" CHECK("disputes"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE INDEX `disputes_order` ON `disputes` (`order_id`);--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`at`) WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE TABLE `ledger` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`transaction` text NOT NULL,
	`account` text NOT NULL,
	`order_id` text NOT NULL,
	`user_id` text,
	`amount_cents` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`account`) REFERENCES `ledger_accounts`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`transaction`,`account`);--> statement-breakpoint
CREATE INDEX `ledger_order` ON `ledger` (`order_id`);--> statement-breakpoint
CREATE INDEX `ledger_user` ON `ledger` (`user_id`,`account`);--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger_balances` (
	`user_id` text NOT NULL,
	`account` text NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`user_id`, `account`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account`) REFERENCES `ledger_accounts`(`name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `mismatches` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`note` text NOT NULL,
	`at` integer NOT NULL,
	`resolved_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mismatches_waiting` ON `mismatches` (`resolved_at`,`at`);--> statement-breakpoint
CREATE TABLE `money_call_kinds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `money_calls` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`order_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`params` text NOT NULL,
	`state` text NOT NULL,
	`stripe_id` text,
	`url` text,
	`open` integer NOT NULL,
	`error` text,
	`replaces` text,
	`at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`kind`) REFERENCES `money_call_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "money_calls_state" CHECK("money_calls"."state" in ('due', 'sent', 'confirmed', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_id_unique` ON `money_calls` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_stripe_id_unique` ON `money_calls` (`stripe_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_replaces_unique` ON `money_calls` (`replaces`);--> statement-breakpoint
CREATE UNIQUE INDEX `money_calls_one_open_session` ON `money_calls` (`order_id`) WHERE "money_calls"."kind" = 'checkout_session' and "money_calls"."open" = 1;--> statement-breakpoint
CREATE INDEX `money_calls_unsettled` ON `money_calls` (`state`,`updated_at`);--> statement-breakpoint
CREATE INDEX `money_calls_order` ON `money_calls` (`order_id`,`kind`);--> statement-breakpoint
CREATE INDEX `money_calls_open` ON `money_calls` (`open`,`updated_at`);--> statement-breakpoint
CREATE TABLE `payment_outcomes` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payments` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`checkout_session_id` text NOT NULL,
	`payment_intent_id` text,
	`order_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`outcome` text NOT NULL,
	`note` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`outcome`) REFERENCES `payment_outcomes`(`name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_id_unique` ON `payments` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_checkout_session_id_unique` ON `payments` (`checkout_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_applied` ON `payments` (`order_id`) WHERE "payments"."outcome" = 'applied';--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`);--> statement-breakpoint
CREATE INDEX `payments_intent` ON `payments` (`payment_intent_id`);--> statement-breakpoint
CREATE INDEX `payments_mismatch` ON `payments` (`number`) WHERE "payments"."outcome" = 'mismatch';--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `webhook_events_waiting` ON `webhook_events` (`processed_at`,`due_at`);--> statement-breakpoint
CREATE TABLE `webhook_rejections` (
	`hour` integer NOT NULL,
	`reason` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`hour`, `reason`)
);
--> statement-breakpoint
CREATE TABLE `order_event_kinds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_events` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`actor_id` text,
	`at` integer NOT NULL,
	`note` text,
	`cents` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kind`) REFERENCES `order_event_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_events_seq` ON `order_events` (`order_id`,`seq`);--> statement-breakpoint
CREATE TABLE `order_files` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`order_id` text NOT NULL,
	`seq` integer NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_files_id_unique` ON `order_files` (`id`);--> statement-breakpoint
CREATE INDEX `order_files_order` ON `order_files` (`order_id`,`seq`);--> statement-breakpoint
CREATE TABLE `order_holds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_stages` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`gig_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`status` text NOT NULL,
	`payment_status` text NOT NULL,
	`stage` text NOT NULL,
	`hold` text NOT NULL,
	`price_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`credit_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cash_cents` integer DEFAULT 0 NOT NULL,
	`refunded_credit_cents` integer DEFAULT 0 NOT NULL,
	`refund_days` integer DEFAULT 14 NOT NULL,
	`title` text NOT NULL,
	`package_id` text NOT NULL,
	`package_title` text NOT NULL,
	`delivery_days` integer NOT NULL,
	`revisions` integer NOT NULL,
	`questions` text NOT NULL,
	`requirements` text NOT NULL,
	`answers` text,
	`revisions_used` integer DEFAULT 0 NOT NULL,
	`held_by` text,
	`suspended_hold` text,
	`suspended_by` text,
	`paid_at` integer,
	`delivery_date` integer,
	`delivered_at` integer,
	`first_delivered_at` integer,
	`completed_at` integer,
	`clock_stopped_at` integer,
	`held_since` integer,
	`held_ms` integer DEFAULT 0 NOT NULL,
	`deadline_at` integer,
	`reminder_at` integer,
	`tried_at` integer,
	`turn` text,
	`form_token` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stage`) REFERENCES `order_stages`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hold`) REFERENCES `order_holds`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status" CHECK("orders"."status" in ('pending', 'in progress', 'completed', 'cancelled')),
	CONSTRAINT "orders_payment_status" CHECK("orders"."payment_status" in ('pending', 'paid', 'refunded', 'failed')),
	CONSTRAINT "orders_package" CHECK("orders"."package_id" in ('starter', 'pro', 'elite')),
	CONSTRAINT "orders_price" CHECK("orders"."price_cents" > 0 and "orders"."fee_cents" >= 0 and "orders"."fee_cents" <= "orders"."price_cents"),
	CONSTRAINT "orders_amounts" CHECK("orders"."credit_cents" >= 0 and "orders"."refunded_cash_cents" between 0 and "orders"."price_cents" - "orders"."credit_cents"
        and "orders"."refunded_credit_cents" between 0 and "orders"."credit_cents"),
	CONSTRAINT "orders_revisions" CHECK("orders"."revisions" = -1 or "orders"."revisions_used" <= "orders"."revisions"),
	CONSTRAINT "orders_parties" CHECK("orders"."seller_id" <> "orders"."buyer_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_id_unique` ON `orders` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_form_token` ON `orders` (`buyer_id`,`form_token`);--> statement-breakpoint
CREATE INDEX `orders_buyer` ON `orders` (`buyer_id`,`number`);--> statement-breakpoint
CREATE INDEX `orders_seller` ON `orders` (`seller_id`,`number`);--> statement-breakpoint
CREATE INDEX `orders_buyer_status` ON `orders` (`buyer_id`,`status`,`number`);--> statement-breakpoint
CREATE INDEX `orders_seller_status` ON `orders` (`seller_id`,`status`,`number`);--> statement-breakpoint
CREATE INDEX `orders_buyers_turn` ON `orders` (`buyer_id`,`number`) WHERE "orders"."turn" = 'buyer';--> statement-breakpoint
CREATE INDEX `orders_sellers_turn` ON `orders` (`seller_id`,`number`) WHERE "orders"."turn" = 'seller';--> statement-breakpoint
CREATE INDEX `orders_sellers_due` ON `orders` (`seller_id`,case when "delivery_date" is null then "deadline_at" else "delivery_date" end) WHERE "orders"."turn" = 'seller';--> statement-breakpoint
CREATE INDEX `orders_seller_completed` ON `orders` (`seller_id`,`completed_at`) WHERE "orders"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX `orders_seller_held` ON `orders` (`seller_id`) WHERE "orders"."hold" <> 'none';--> statement-breakpoint
CREATE INDEX `orders_deadline` ON `orders` (`deadline_at`) WHERE "orders"."deadline_at" is not null;--> statement-breakpoint
CREATE INDEX `orders_reminder` ON `orders` (`reminder_at`) WHERE "orders"."reminder_at" is not null;--> statement-breakpoint
CREATE INDEX `orders_held` ON `orders` (`hold`,`number`) WHERE "orders"."hold" <> 'none';--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`number`);--> statement-breakpoint
CREATE INDEX `orders_payment` ON `orders` (`payment_status`,`number`);--> statement-breakpoint
CREATE INDEX `orders_stage` ON `orders` (`stage`,`number`);--> statement-breakpoint
CREATE INDEX `orders_not_started` ON `orders` (`paid_at`) WHERE "orders"."stage" in ('awaiting_requirements', 'ready');--> statement-breakpoint
CREATE INDEX `orders_running` ON `orders` (`delivery_date`) WHERE "orders"."stage" in ('working', 'in_revision');--> statement-breakpoint
CREATE TABLE `mail_kinds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`address` text,
	`subject_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`error` text,
	FOREIGN KEY (`kind`) REFERENCES `mail_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_id_unique` ON `outbox` (`id`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`sent_at`,`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_subject` ON `outbox` (`subject_id`,`number`);--> statement-breakpoint
CREATE INDEX `outbox_failing` ON `outbox` (`created_at`) WHERE "outbox"."sent_at" is null and "outbox"."attempts" > 0;--> statement-breakpoint
CREATE TABLE `former_addresses` (
	`hash` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `former_usernames` (
	`username` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `former_usernames_user` ON `former_usernames` (`user_id`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`full_name` text NOT NULL,
	`avatar_url` text,
	`title` text,
	`seller_level` text,
	`description` text,
	`time_zone` text,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "profiles_username_lower" CHECK("profiles"."username" = lower("profiles"."username"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_username_unique` ON `profiles` (`username`);--> statement-breakpoint
CREATE TABLE `users` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`email_verified_at` integer,
	`role` text DEFAULT 'user' NOT NULL,
	`suspended_at` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_role" CHECK("users"."role" in ('user', 'operator')),
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_id_unique` ON `users` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`number`) WHERE "users"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX `users_operators` ON `users` (`number`) WHERE "users"."role" = 'operator';--> statement-breakpoint
CREATE TABLE `pictures` (
	`key` text PRIMARY KEY NOT NULL,
	`stored_at` integer NOT NULL,
	`avif_at` integer,
	`attempts` integer NOT NULL,
	`avif_due_at` integer
);
--> statement-breakpoint
CREATE INDEX `pictures_waiting` ON `pictures` (`stored_at`) WHERE "pictures"."avif_due_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `gig_ratings` (
	`gig_id` text NOT NULL,
	`rating` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`gig_id`, `rating`),
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `review_reports` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`review_id` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`resolved_at` integer,
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reporter_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_reports_once` ON `review_reports` (`review_id`,`reporter_id`);--> statement-breakpoint
CREATE INDEX `review_reports_waiting` ON `review_reports` (`number`) WHERE "review_reports"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `review_reports_resolved` ON `review_reports` (`resolved_at`) WHERE "review_reports"."resolved_at" is not null;--> statement-breakpoint
CREATE TABLE `reviews` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`order_id` text NOT NULL,
	`gig_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`rating` integer NOT NULL,
	`comment` text,
	`reply` text,
	`replied_at` integer,
	`created_at` integer NOT NULL,
	`hidden_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reviews_rating" CHECK("reviews"."rating" in (1, 2, 3, 4, 5))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_id_unique` ON `reviews` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_order_id_unique` ON `reviews` (`order_id`);--> statement-breakpoint
CREATE INDEX `reviews_gig` ON `reviews` (`gig_id`,`number`) WHERE "reviews"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX `reviews_unanswered` ON `reviews` (`seller_id`,`number`) WHERE "reviews"."reply" is null and "reviews"."hidden_at" is null;--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
