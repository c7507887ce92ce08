CREATE TABLE `gig_draft_pictures` (
	`key` text NOT NULL,
	`draft_id` text NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`draft_id`, `key`),
	FOREIGN KEY (`draft_id`) REFERENCES `gig_drafts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gig_draft_pictures_four" CHECK("gig_draft_pictures"."place" between 1 and 4)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gig_draft_pictures_place` ON `gig_draft_pictures` (`draft_id`,`place`);--> statement-breakpoint
CREATE TABLE `gig_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`steps` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gig_drafts_seller` ON `gig_drafts` (`seller_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `upload_purposes` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`purpose` text NOT NULL,
	`prefix` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`dropped_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`purpose`) REFERENCES `upload_purposes`(`name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `uploads_unused` ON `uploads` (`created_at`);--> statement-breakpoint
ALTER TABLE `drafts` ADD `user_id` text;
--> statement-breakpoint
INSERT INTO upload_purposes (name) VALUES ('profile_picture'), ('gig_picture'), ('order_file');
--> statement-breakpoint
INSERT INTO gig_event_kinds (name) VALUES ('published'), ('edited'), ('mended');
--> statement-breakpoint
DROP TRIGGER gig_events_limit;
--> statement-breakpoint
-- A mended gig is shown again, so it counts like a published one (docs/specification.md#gig-limit).
CREATE TRIGGER gig_events_limit BEFORE INSERT ON gig_events WHEN new.kind IN ('published', 'resumed', 'mended') BEGIN
  SELECT RAISE(ABORT, 'a new seller has 5 active gigs') FROM gigs AS one JOIN profiles ON profiles.id = one.seller_id
  WHERE one.id = new.gig_id AND coalesce(profiles.seller_level, 'Rising Talent') = 'Rising Talent'
    AND (SELECT count(*) FROM gigs AS other WHERE other.seller_id = one.seller_id AND other.state = 'active' AND other.id <> one.id) >= 5;
END;
