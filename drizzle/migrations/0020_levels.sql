CREATE TABLE `seller_days` (
	`user_id` text NOT NULL,
	`day` integer NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`on_time` integer DEFAULT 0 NOT NULL,
	`late` integer DEFAULT 0 NOT NULL,
	`ratings` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `seller_totals` (
	`user_id` text PRIMARY KEY NOT NULL,
	`completed` integer NOT NULL,
	`ratings` integer NOT NULL,
	`rating_sum` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `sellers` ADD `level_checked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sellers` ADD `below_since` integer;--> statement-breakpoint
ALTER TABLE `sellers` ADD `level_figures` text;--> statement-breakpoint
CREATE INDEX `sellers_level_due` ON `sellers` (`level_checked_at`) WHERE "sellers"."status" = 'active';--> statement-breakpoint
-- Written by hand: the word of a mail, what has happened so far, and the triggers that keep it. A level may come at
-- most once a day: those of a deployed market are compared with the table on the day after.
INSERT INTO mail_kinds (name) VALUES ('level_changed');
--> statement-breakpoint
INSERT INTO seller_days (user_id, day, completed, on_time, late)
  SELECT seller_id, ended / 86400000, sum(status = 'completed'), sum(status = 'completed' AND NOT is_late), sum(is_late) FROM (
    SELECT seller_id, status, CASE status WHEN 'completed' THEN ifnull(completed_at, updated_at) ELSE updated_at END AS ended,
      ifnull(ifnull(first_delivered_at, CASE status WHEN 'completed' THEN ifnull(completed_at, updated_at) ELSE updated_at END) > delivery_date, 0) AS is_late
    FROM orders WHERE status IN ('completed', 'cancelled')) WHERE ended IS NOT NULL AND (status = 'completed' OR is_late) GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO seller_days (user_id, day, ratings, rating_sum)
  SELECT seller_id, created_at / 86400000, count(*), sum(rating) FROM reviews WHERE hidden_at IS NULL GROUP BY 1, 2
  ON CONFLICT (user_id, day) DO UPDATE SET ratings = excluded.ratings, rating_sum = excluded.rating_sum;
--> statement-breakpoint
INSERT INTO seller_totals (user_id, completed, ratings, rating_sum)
  SELECT user_id, sum(completed), sum(ratings), sum(rating_sum) FROM seller_days GROUP BY user_id;
--> statement-breakpoint
CREATE TRIGGER seller_days_insert AFTER INSERT ON seller_days BEGIN
  INSERT INTO seller_totals (user_id, completed, ratings, rating_sum) VALUES (new.user_id, new.completed, new.ratings, new.rating_sum)
    ON CONFLICT (user_id) DO UPDATE SET completed = completed + new.completed, ratings = ratings + new.ratings, rating_sum = rating_sum + new.rating_sum;
END;
--> statement-breakpoint
CREATE TRIGGER seller_days_update AFTER UPDATE OF completed, ratings, rating_sum ON seller_days BEGIN
  UPDATE seller_totals SET completed = completed + new.completed - old.completed, ratings = ratings + new.ratings - old.ratings,
    rating_sum = rating_sum + new.rating_sum - old.rating_sum WHERE user_id = new.user_id;
END;
--> statement-breakpoint
-- On time: the first delivery, or a completion without one, came by the due date.
CREATE TRIGGER orders_day_completed AFTER UPDATE OF status ON orders WHEN new.status = 'completed' AND old.status <> 'completed' BEGIN
  INSERT INTO seller_days (user_id, day, completed, on_time, late)
    VALUES (new.seller_id, ifnull(new.completed_at, new.updated_at) / 86400000, 1,
      ifnull(coalesce(new.first_delivered_at, new.completed_at, new.updated_at) <= new.delivery_date, 1), ifnull(coalesce(new.first_delivered_at, new.completed_at, new.updated_at) > new.delivery_date, 0))
    ON CONFLICT (user_id, day) DO UPDATE SET completed = completed + 1, on_time = on_time + excluded.on_time, late = late + excluded.late;
END;
--> statement-breakpoint
CREATE TRIGGER orders_day_inserted AFTER INSERT ON orders WHEN new.status = 'completed' BEGIN
  INSERT INTO seller_days (user_id, day, completed, on_time, late)
    VALUES (new.seller_id, ifnull(new.completed_at, new.updated_at) / 86400000, 1,
      ifnull(coalesce(new.first_delivered_at, new.completed_at, new.updated_at) <= new.delivery_date, 1), ifnull(coalesce(new.first_delivered_at, new.completed_at, new.updated_at) > new.delivery_date, 0))
    ON CONFLICT (user_id, day) DO UPDATE SET completed = completed + 1, on_time = on_time + excluded.on_time, late = late + excluded.late;
END;
--> statement-breakpoint
-- An order that is cancelled while it is late counts as late.
CREATE TRIGGER orders_day_cancelled AFTER UPDATE OF status ON orders
WHEN new.status = 'cancelled' AND old.status <> 'cancelled' AND ifnull(new.first_delivered_at, new.updated_at) > new.delivery_date BEGIN
  INSERT INTO seller_days (user_id, day, late) VALUES (new.seller_id, new.updated_at / 86400000, 1)
    ON CONFLICT (user_id, day) DO UPDATE SET late = late + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_day_insert AFTER INSERT ON reviews WHEN new.hidden_at IS NULL BEGIN
  INSERT INTO seller_days (user_id, day, ratings, rating_sum) VALUES (new.seller_id, new.created_at / 86400000, 1, new.rating)
    ON CONFLICT (user_id, day) DO UPDATE SET ratings = ratings + 1, rating_sum = rating_sum + new.rating;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_day_hidden AFTER UPDATE OF hidden_at ON reviews WHEN old.hidden_at IS NULL AND new.hidden_at IS NOT NULL BEGIN
  UPDATE seller_days SET ratings = ratings - 1, rating_sum = rating_sum - new.rating WHERE user_id = new.seller_id AND day = new.created_at / 86400000;
END;
