CREATE TABLE `forgotten_files` (
	`prefix` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "forgotten_files_prefix" CHECK("forgotten_files"."prefix" GLOB '[0-9A-Za-z_-]*/')
);
--> statement-breakpoint
CREATE INDEX `forgotten_files_due` ON `forgotten_files` (`due_at`);--> statement-breakpoint
CREATE INDEX `profiles_picture` ON `profiles` (`avatar_url`) WHERE "profiles"."avatar_url" IS NOT NULL;