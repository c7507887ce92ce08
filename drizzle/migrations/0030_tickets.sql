CREATE TABLE `payment_checks` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`results` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_checks_id_unique` ON `payment_checks` (`id`);--> statement-breakpoint
CREATE INDEX `payment_checks_user` ON `payment_checks` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `payment_checks_over` ON `payment_checks` (`at`);--> statement-breakpoint
CREATE TABLE `ticket_entries` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`operator_id` text,
	`text` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kind`) REFERENCES `ticket_entry_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_entries_seq` ON `ticket_entries` (`ticket_id`,`seq`);--> statement-breakpoint
CREATE TABLE `ticket_entry_kinds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ticket_files` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_files_id_unique` ON `ticket_files` (`id`);--> statement-breakpoint
CREATE INDEX `ticket_files_ticket` ON `ticket_files` (`ticket_id`,`number`);--> statement-breakpoint
CREATE TABLE `ticket_notes` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` text NOT NULL,
	`operator_id` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ticket_notes_ticket` ON `ticket_notes` (`ticket_id`,`number`);--> statement-breakpoint
CREATE TABLE `ticket_topics` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tickets` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text,
	`name` text,
	`email` text,
	`topic` text NOT NULL,
	`about_order_id` text,
	`state` text NOT NULL,
	`assignee_id` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`waiting_since` integer,
	`closed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`topic`) REFERENCES `ticket_topics`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`about_order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tickets_person" CHECK(("tickets"."user_id" is null) <> ("tickets"."email" is null)),
	CONSTRAINT "tickets_state" CHECK("tickets"."state" in ('open', 'answered', 'closed')),
	CONSTRAINT "tickets_waits" CHECK(("tickets"."state" = 'open') = ("tickets"."waiting_since" is not null)),
	CONSTRAINT "tickets_ended" CHECK(("tickets"."state" = 'closed') = ("tickets"."closed_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_id_unique` ON `tickets` (`id`);--> statement-breakpoint
CREATE INDEX `tickets_listed` ON `tickets` (`state`,`number`);--> statement-breakpoint
CREATE INDEX `tickets_waiting` ON `tickets` (`waiting_since`) WHERE "tickets"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX `tickets_mine` ON `tickets` (`assignee_id`,`number`) WHERE "tickets"."state" <> 'closed';--> statement-breakpoint
CREATE INDEX `tickets_user` ON `tickets` (`user_id`,`number`);--> statement-breakpoint
CREATE INDEX `tickets_email` ON `tickets` (`email`,`number`) WHERE "tickets"."email" is not null;--> statement-breakpoint
CREATE INDEX `tickets_order` ON `tickets` (`about_order_id`,`number`) WHERE "tickets"."about_order_id" is not null;--> statement-breakpoint
CREATE INDEX `tickets_over` ON `tickets` (`closed_at`) WHERE "tickets"."closed_at" is not null;--> statement-breakpoint
CREATE TABLE `visitor_mails` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`ticket_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`error` text,
	FOREIGN KEY (`kind`) REFERENCES `mail_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `visitor_mails_id_unique` ON `visitor_mails` (`id`);--> statement-breakpoint
CREATE INDEX `visitor_mails_waiting` ON `visitor_mails` (`sent_at`,`due_at`);--> statement-breakpoint
CREATE INDEX `visitor_mails_ticket` ON `visitor_mails` (`ticket_id`,`number`);--> statement-breakpoint
CREATE INDEX `visitor_mails_failing` ON `visitor_mails` (`created_at`) WHERE "visitor_mails"."sent_at" is null and "visitor_mails"."attempts" > 0;--> statement-breakpoint
INSERT INTO ticket_topics (name) VALUES ('charged_no_order'), ('order_problem'), ('refund'), ('seller_account'), ('sign_in'), ('report'), ('copyright'), ('privacy'), ('bug'), ('other');
--> statement-breakpoint
INSERT INTO ticket_entry_kinds (name) VALUES ('question'), ('checked'), ('reply'), ('answer'), ('closed'), ('closed_by_us'), ('reopened');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('ticket_received'), ('ticket_answered'), ('ticket_closed');
--> statement-breakpoint
INSERT INTO upload_purposes (name) VALUES ('ticket_file');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('answer-ticket'), ('note-ticket'), ('assign-ticket'), ('close-ticket');
--> statement-breakpoint
CREATE TRIGGER ticket_entries_kept BEFORE UPDATE ON ticket_entries BEGIN SELECT RAISE(ABORT, 'what was written in a ticket is not rewritten'); END;
