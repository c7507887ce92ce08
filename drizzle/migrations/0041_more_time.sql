ALTER TABLE `order_events` ADD `days` integer;--> statement-breakpoint
ALTER TABLE `order_events` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `asked_days` integer;--> statement-breakpoint
ALTER TABLE `seller_days` ADD `declined` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A seller declines a paid order, or asks for more time.
INSERT INTO order_event_kinds (name) VALUES ('declined'), ('time_requested'), ('time_allowed'), ('date_kept');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('declined'), ('time_requested'), ('time_allowed'), ('date_kept');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('ask-time'), ('allow-time'), ('keep-date');
--> statement-breakpoint
-- The first two orders that a seller declines in a calendar month (UTC) count in no level figure. Each one after them
-- counts as late. What an operator declines in the seller's place does not count.
CREATE TRIGGER order_events_declined AFTER INSERT ON order_events WHEN new.kind = 'declined' BEGIN
  INSERT INTO seller_days (user_id, day, late, declined)
    SELECT o.seller_id, new.at / 86400000,
      (SELECT ifnull(sum(d.declined), 0) >= 2 FROM seller_days d WHERE d.user_id = o.seller_id
        AND d.day BETWEEN unixepoch(new.at / 1000, 'unixepoch', 'start of month') / 86400 AND new.at / 86400000), 1
    FROM orders o WHERE o.id = new.order_id AND o.seller_id = new.actor_id
    ON CONFLICT (user_id, day) DO UPDATE SET late = late + excluded.late, declined = declined + 1;
END;
