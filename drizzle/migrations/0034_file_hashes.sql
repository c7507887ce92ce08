ALTER TABLE `ticket_files` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `message_files` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `order_files` ADD `sha256` text;