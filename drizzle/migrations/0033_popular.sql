CREATE TABLE `completed_days` (
	`day` integer NOT NULL,
	`gig_id` text NOT NULL,
	`completed` integer NOT NULL,
	PRIMARY KEY(`day`, `gig_id`),
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `completed_sums` (
	`gig_id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`completed` integer NOT NULL,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `completed_sums_most` ON `completed_sums` (`completed`,`number`);--> statement-breakpoint
CREATE TABLE `popular_gigs` (
	`id` integer PRIMARY KEY NOT NULL,
	`gig_ids` text NOT NULL,
	`chosen_at` integer NOT NULL
);
--> statement-breakpoint
-- Written by hand: the days begin with what the orders say, and triggers keep them and their sums.
INSERT INTO completed_days (day, gig_id, completed)
  SELECT ifnull(completed_at, updated_at) / 86400000, gig_id, count(*) FROM orders
  WHERE status = 'completed' AND ifnull(completed_at, updated_at) > (SELECT max(updated_at) FROM orders) - 31 * 86400000 GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO completed_sums (gig_id, number, completed)
  SELECT gig_id, (SELECT number FROM gigs WHERE id = gig_id), sum(completed) FROM completed_days GROUP BY gig_id;
--> statement-breakpoint
CREATE TRIGGER completed_days_insert AFTER INSERT ON completed_days BEGIN
  INSERT INTO completed_sums (gig_id, number, completed) VALUES (new.gig_id, (SELECT number FROM gigs WHERE id = new.gig_id), new.completed)
    ON CONFLICT (gig_id) DO UPDATE SET completed = completed + new.completed;
END;
--> statement-breakpoint
CREATE TRIGGER completed_days_update AFTER UPDATE OF completed ON completed_days BEGIN
  UPDATE completed_sums SET completed = completed + new.completed - old.completed WHERE gig_id = new.gig_id;
END;
--> statement-breakpoint
CREATE TRIGGER completed_days_delete AFTER DELETE ON completed_days BEGIN
  UPDATE completed_sums SET completed = completed - old.completed WHERE gig_id = old.gig_id;
  DELETE FROM completed_sums WHERE gig_id = old.gig_id AND completed <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER orders_popular_insert AFTER INSERT ON orders WHEN new.status = 'completed' BEGIN
  INSERT INTO completed_days (day, gig_id, completed) VALUES (ifnull(new.completed_at, new.updated_at) / 86400000, new.gig_id, 1)
    ON CONFLICT (day, gig_id) DO UPDATE SET completed = completed + 1;
END;
--> statement-breakpoint
CREATE TRIGGER orders_popular_update AFTER UPDATE OF status ON orders WHEN new.status = 'completed' AND old.status <> 'completed' BEGIN
  INSERT INTO completed_days (day, gig_id, completed) VALUES (ifnull(new.completed_at, new.updated_at) / 86400000, new.gig_id, 1)
    ON CONFLICT (day, gig_id) DO UPDATE SET completed = completed + 1;
END;
