ALTER TABLE `mismatches` ADD `dispute_state` text;--> statement-breakpoint
ALTER TABLE `money_calls` ADD `refused_at` integer;