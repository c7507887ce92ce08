CREATE TABLE `announcements` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`effective_at` integer,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`operator_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`last_number` integer,
	`done_number` integer DEFAULT 0 NOT NULL,
	`written` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "announcements_kind" CHECK("announcements"."kind" in ('news', 'terms', 'privacy')),
	CONSTRAINT "announcements_state" CHECK("announcements"."state" in ('draft', 'running', 'stopped', 'done')),
	CONSTRAINT "announcements_started" CHECK(("announcements"."started_at" is null) = ("announcements"."last_number" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `announcements_id_unique` ON `announcements` (`id`);--> statement-breakpoint
CREATE INDEX `announcements_running` ON `announcements` (`number`) WHERE "announcements"."state" = 'running';--> statement-breakpoint
CREATE TABLE `bad_addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "bad_addresses_kind" CHECK("bad_addresses"."kind" in ('bounced', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `bad_addresses_at` ON `bad_addresses` (`at`);--> statement-breakpoint
CREATE TABLE `mail_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_events_at` ON `mail_events` (`at`);--> statement-breakpoint
CREATE TABLE `mail_switches` (
	`user_id` text NOT NULL,
	`mail_group` text NOT NULL,
	`by` text NOT NULL,
	`off_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `mail_group`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mail_switches_group" CHECK("mail_switches"."mail_group" in ('buying', 'selling', 'messages', 'advice')),
	CONSTRAINT "mail_switches_by" CHECK("mail_switches"."by" in ('user', 'link', 'complaint'))
);
--> statement-breakpoint
CREATE TABLE `saved_gigs` (
	`user_id` text NOT NULL,
	`gig_id` text NOT NULL,
	`price_cents` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `gig_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `saved_gigs_newest` ON `saved_gigs` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `saved_gigs_gig` ON `saved_gigs` (`gig_id`,`at`);--> statement-breakpoint
ALTER TABLE `gig_figures` ADD `saves` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `subject` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `path` text;
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('announcement'), ('terms_changed'), ('privacy_changed');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('write-announcement'), ('edit-announcement'), ('delete-announcement'), ('test-announcement'), ('send-announcement'), ('stop-announcement'), ('resume-announcement'), ('clear-address');
--> statement-breakpoint
CREATE TRIGGER gigs_saved AFTER INSERT ON saved_gigs BEGIN
  INSERT INTO gig_figures (gig_id, saves) VALUES (new.gig_id, json_object(CAST(new.at / 86400000 AS TEXT), 1))
    ON CONFLICT (gig_id) DO UPDATE SET saves = json_set(
      (SELECT json_group_object(key, value) FROM json_each(gig_figures.saves) WHERE CAST(key AS INTEGER) > new.at / 86400000 - 30),
      '$."' || (new.at / 86400000) || '"',
      ifnull(gig_figures.saves ->> ('$."' || (new.at / 86400000) || '"'), 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER gigs_forgotten AFTER DELETE ON saved_gigs BEGIN
  UPDATE gig_figures SET saves = json_set(saves, '$."' || (old.at / 86400000) || '"', (saves ->> ('$."' || (old.at / 86400000) || '"')) - 1)
    WHERE gig_id = old.gig_id AND (saves ->> ('$."' || (old.at / 86400000) || '"')) > 0;
END;
