CREATE TABLE `saved_replies` (
	`number` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `saved_replies_user` ON `saved_replies` (`user_id`);--> statement-breakpoint
DROP INDEX `conversations_first`;--> statement-breakpoint
DROP INDEX `conversations_second`;--> statement-breakpoint
ALTER TABLE `conversations` ADD `forget_at` integer;--> statement-breakpoint
CREATE INDEX `conversations_forget` ON `conversations` (`forget_at`) WHERE "conversations"."forget_at" is not null;--> statement-breakpoint
CREATE INDEX `conversations_second` ON `conversations` (`second_id`);--> statement-breakpoint
ALTER TABLE `conversation_sides` ADD `latest` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_sides` ADD `digested` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_sides` ADD `digest_at` integer;--> statement-breakpoint
ALTER TABLE `conversation_sides` ADD `digest_due` integer;--> statement-breakpoint
ALTER TABLE `conversation_sides` ADD `has_written` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_sides` ADD `is_muted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_sides` ADD `is_blocked` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `conversation_sides_digest` ON `conversation_sides` (`digest_due`) WHERE "conversation_sides"."digest_due" is not null;--> statement-breakpoint
ALTER TABLE `messages` ADD `gig_id` text REFERENCES gigs(id);--> statement-breakpoint
ALTER TABLE `messages` ADD `order_id` text REFERENCES orders(id);--> statement-breakpoint
ALTER TABLE `profiles` ADD `shows_presence` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_pair` ON `orders` (`buyer_id`,`seller_id`,`status`,`number`);--> statement-breakpoint
UPDATE conversation_sides SET
  latest = coalesce((SELECT max(m.number) FROM messages m
    WHERE m.conversation_id = (SELECT id FROM conversations WHERE number = conversation)), 0),
  has_written = EXISTS (SELECT 1 FROM messages m
    WHERE m.conversation_id = (SELECT id FROM conversations WHERE number = conversation) AND m.sender_id = user_id);
--> statement-breakpoint
DROP TRIGGER messages_sides;
--> statement-breakpoint
CREATE TRIGGER messages_sides AFTER INSERT ON messages BEGIN
  INSERT INTO conversation_sides (user_id, conversation, other_id, unread, latest, latest_at, has_written)
    SELECT iif(is_senders, new.sender_id, other_id), number, iif(is_senders, other_id, new.sender_id),
      iif(is_senders, 0, 1 - new.is_read), new.number, new.created_at, is_senders
    FROM (SELECT number, iif(first_id = new.sender_id, second_id, first_id) AS other_id FROM conversations
      WHERE id = new.conversation_id), (SELECT 1 AS is_senders UNION ALL SELECT 0)
    WHERE true
    ON CONFLICT (user_id, conversation) DO UPDATE
      SET unread = unread + excluded.unread, latest = excluded.latest, latest_at = max(latest_at, excluded.latest_at),
        has_written = max(has_written, excluded.has_written), is_archived = 0;
END;
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('message_digest');
--> statement-breakpoint
UPDATE conversations SET forget_at = coalesce((SELECT max(max(created_at, coalesce(completed_at, 0))) + 31536000000 FROM orders
    WHERE (buyer_id = first_id AND seller_id = second_id) OR (buyer_id = second_id AND seller_id = first_id)), 0)
  WHERE NOT EXISTS (SELECT 1 FROM profiles WHERE id IN (first_id, second_id) AND deleted_at IS NULL);
