CREATE TABLE `seller_event_kinds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `seller_events` (
	`number` integer PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`actor_id` text,
	`at` integer NOT NULL,
	`note` text,
	`cents` integer,
	FOREIGN KEY (`seller_id`) REFERENCES `sellers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kind`) REFERENCES `seller_event_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seller_events_seq` ON `seller_events` (`seller_id`,`seq`);--> statement-breakpoint
CREATE TABLE `sellers` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`skills` text DEFAULT '' NOT NULL,
	`experience` text DEFAULT '' NOT NULL,
	`languages` text DEFAULT '[]' NOT NULL,
	`country` text,
	`draft` text,
	`payment_status` text NOT NULL,
	`price_cents` integer NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`applied_at` integer,
	`activated_at` integer,
	`activated_by` text,
	`vetted_at` integer,
	`asked_at` integer,
	`reminder_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sellers_status" CHECK("sellers"."status" in ('none', 'applied', 'active', 'suspended')),
	CONSTRAINT "sellers_payment_status" CHECK("sellers"."payment_status" in ('pending', 'paid', 'refunded', 'failed')),
	CONSTRAINT "sellers_activated" CHECK(("sellers"."activated_at" is null) = ("sellers"."activated_by" is null)),
	CONSTRAINT "sellers_active" CHECK("sellers"."status" <> 'active' or "sellers"."activated_at" is not null),
	CONSTRAINT "sellers_amounts" CHECK("sellers"."price_cents" > 0 and "sellers"."refunded_cents" between 0 and "sellers"."price_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sellers_id_unique` ON `sellers` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sellers_user_id_unique` ON `sellers` (`user_id`);--> statement-breakpoint
CREATE INDEX `sellers_status` ON `sellers` (`status`,`number`);--> statement-breakpoint
CREATE INDEX `sellers_unvetted` ON `sellers` (`number`) WHERE "sellers"."status" = 'active' and "sellers"."vetted_at" is null;--> statement-breakpoint
CREATE INDEX `sellers_vetted` ON `sellers` (`number`) WHERE "sellers"."status" = 'active' and "sellers"."vetted_at" is not null;--> statement-breakpoint
CREATE INDEX `sellers_reminder` ON `sellers` (`reminder_at`) WHERE "sellers"."reminder_at" is not null;
--> statement-breakpoint
-- Written by hand: the words of a registration's events, its append-only rule, and a registration by waiver for
-- everyone who sold before registrations existed.
INSERT INTO mail_kinds (name) VALUES ('fee_reminder'), ('fee_failed'), ('fee_payment_returned'), ('fee_returned'), ('seller_activated'), ('seller_vetted'), ('seller_evidence'), ('seller_refused');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('vet'), ('ask'), ('waive'), ('return-fee'), ('refuse'), ('refuse-and-return');
--> statement-breakpoint
INSERT INTO seller_event_kinds (name) VALUES ('applied'), ('paid'), ('payment_failed'), ('waived'), ('evidence_wanted'), ('vetted'), ('refused'), ('fee_returned'), ('refunded'), ('refund_failed'), ('disputed'), ('dispute_won'), ('dispute_lost');
--> statement-breakpoint
CREATE TRIGGER seller_events_no_update BEFORE UPDATE ON seller_events BEGIN SELECT RAISE(ABORT, 'seller_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER seller_events_no_delete BEFORE DELETE ON seller_events BEGIN SELECT RAISE(ABORT, 'seller_events is append-only'); END;
--> statement-breakpoint
INSERT INTO sellers (id, user_id, status, payment_status, price_cents, activated_at, activated_by, version, created_at, updated_at)
  SELECT lower(hex(randomblob(16))), id, 'active', 'pending', 5000, created_at, 'waiver', 1, created_at, created_at FROM profiles
  WHERE deleted_at IS NULL AND EXISTS (SELECT 1 FROM gigs WHERE gigs.seller_id = profiles.id);
--> statement-breakpoint
INSERT INTO seller_events (seller_id, seq, kind, at) SELECT id, 1, 'waived', created_at FROM sellers;
