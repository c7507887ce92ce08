ALTER TABLE `conversation_sides` ADD `latest` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `gig_id` text REFERENCES gigs(id);--> statement-breakpoint
ALTER TABLE `messages` ADD `order_id` text REFERENCES orders(id);--> statement-breakpoint
CREATE INDEX `orders_pair` ON `orders` (`buyer_id`,`seller_id`,`status`,`number`);--> statement-breakpoint
UPDATE conversation_sides SET latest = coalesce((SELECT max(m.number) FROM messages m
  WHERE m.conversation_id = (SELECT id FROM conversations WHERE number = conversation)), 0);
--> statement-breakpoint
DROP TRIGGER messages_sides;
--> statement-breakpoint
CREATE TRIGGER messages_sides AFTER INSERT ON messages BEGIN
  INSERT INTO conversation_sides (user_id, conversation, other_id, unread, latest, latest_at)
    SELECT new.sender_id, number, iif(first_id = new.sender_id, second_id, first_id), 0, new.number, new.created_at
    FROM conversations WHERE id = new.conversation_id
    ON CONFLICT (user_id, conversation) DO UPDATE
      SET latest = excluded.latest, latest_at = max(latest_at, excluded.latest_at), is_archived = 0;
  INSERT INTO conversation_sides (user_id, conversation, other_id, unread, latest, latest_at)
    SELECT iif(first_id = new.sender_id, second_id, first_id), number, new.sender_id, 1 - new.is_read, new.number, new.created_at
    FROM conversations WHERE id = new.conversation_id
    ON CONFLICT (user_id, conversation) DO UPDATE
      SET unread = unread + excluded.unread, latest = excluded.latest,
        latest_at = max(latest_at, excluded.latest_at), is_archived = 0;
END;
