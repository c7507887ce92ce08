ALTER TABLE `sessions` ADD `unlocked_at` integer;--> statement-breakpoint
CREATE INDEX `account_events_refused` ON `account_events` (`at`) WHERE "account_events"."kind" = 'codes_refused';