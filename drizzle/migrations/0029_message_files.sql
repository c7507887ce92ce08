CREATE TABLE `message_files` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`message_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_files_id_unique` ON `message_files` (`id`);--> statement-breakpoint
CREATE INDEX `message_files_message` ON `message_files` (`message_id`);--> statement-breakpoint
CREATE INDEX `message_files_conversation` ON `message_files` (`conversation_id`);--> statement-breakpoint
ALTER TABLE `uploads` ADD `name` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `type` text;
--> statement-breakpoint
INSERT INTO upload_purposes (name) VALUES ('message_file');
