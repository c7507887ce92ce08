CREATE TABLE `earned_months` (
	`user_id` text NOT NULL,
	`month` text NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`user_id`, `month`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `gig_figures` (
	`gig_id` text PRIMARY KEY NOT NULL,
	`views` text DEFAULT '{}' NOT NULL,
	`orders` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Written by hand: both tables begin with what the rows say, and triggers keep them, so that no write can forget them.
INSERT INTO gig_figures (gig_id, orders)
  SELECT gig_id, json_group_object(CAST(day AS TEXT), paid) FROM (
    SELECT gig_id, paid_at / 86400000 AS day, count(*) AS paid FROM orders
    WHERE paid_at > (SELECT max(paid_at) FROM orders) - 30 * 86400000 GROUP BY 1, 2)
  GROUP BY gig_id;
--> statement-breakpoint
INSERT INTO earned_months (user_id, month, cents)
  SELECT user_id, strftime('%Y-%m', at / 1000, 'unixepoch'), -sum(amount_cents) FROM ledger
  WHERE account = 'seller_payable' AND user_id IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER orders_figured AFTER UPDATE OF paid_at ON orders WHEN old.paid_at IS NULL AND new.paid_at IS NOT NULL BEGIN
  INSERT INTO gig_figures (gig_id, orders) VALUES (new.gig_id, json_object(CAST(new.paid_at / 86400000 AS TEXT), 1))
    ON CONFLICT (gig_id) DO UPDATE SET orders = json_set(
      (SELECT json_group_object(key, value) FROM json_each(gig_figures.orders) WHERE CAST(key AS INTEGER) > new.paid_at / 86400000 - 30),
      '$."' || (new.paid_at / 86400000) || '"',
      ifnull(gig_figures.orders ->> ('$."' || (new.paid_at / 86400000) || '"'), 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_earned AFTER INSERT ON ledger WHEN new.account = 'seller_payable' AND new.user_id IS NOT NULL BEGIN
  INSERT INTO earned_months (user_id, month, cents) VALUES (new.user_id, strftime('%Y-%m', new.at / 1000, 'unixepoch'), -new.amount_cents)
    ON CONFLICT (user_id, month) DO UPDATE SET cents = cents - new.amount_cents;
END;
