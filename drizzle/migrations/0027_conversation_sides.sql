CREATE TABLE `conversation_sides` (
	`user_id` text NOT NULL,
	`conversation` integer NOT NULL,
	`other_id` text NOT NULL,
	`last_read` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`latest_at` integer NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `conversation`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation`) REFERENCES `conversations`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`other_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `conversation_sides_list` ON `conversation_sides` (`user_id`,`is_archived`,`latest_at`,`conversation`);--> statement-breakpoint
CREATE INDEX `conversation_sides_unread` ON `conversation_sides` (`user_id`) WHERE "conversation_sides"."unread" > 0;
--> statement-breakpoint
INSERT INTO conversation_sides (user_id, conversation, other_id, last_read, unread, latest_at)
  SELECT user_id, number, other_id,
    coalesce((SELECT max(m.number) FROM messages m WHERE m.conversation_id = id AND m.sender_id = other_id AND m.is_read = 1), 0),
    (SELECT count(*) FROM messages m WHERE m.conversation_id = id AND m.sender_id = other_id AND m.is_read = 0),
    updated_at
  FROM (
    SELECT number, id, first_id AS user_id, second_id AS other_id, updated_at FROM conversations
    UNION ALL
    SELECT number, id, second_id, first_id, updated_at FROM conversations
  );
--> statement-breakpoint
CREATE TRIGGER messages_sides AFTER INSERT ON messages BEGIN
  INSERT INTO conversation_sides (user_id, conversation, other_id, unread, latest_at)
    SELECT new.sender_id, number, iif(first_id = new.sender_id, second_id, first_id), 0, new.created_at
    FROM conversations WHERE id = new.conversation_id
    ON CONFLICT (user_id, conversation) DO UPDATE SET latest_at = max(latest_at, excluded.latest_at), is_archived = 0;
  INSERT INTO conversation_sides (user_id, conversation, other_id, unread, latest_at)
    SELECT iif(first_id = new.sender_id, second_id, first_id), number, new.sender_id, 1 - new.is_read, new.created_at
    FROM conversations WHERE id = new.conversation_id
    ON CONFLICT (user_id, conversation) DO UPDATE
      SET unread = unread + excluded.unread, latest_at = max(latest_at, excluded.latest_at), is_archived = 0;
END;
