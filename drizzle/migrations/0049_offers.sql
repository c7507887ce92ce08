CREATE TABLE `offer_drafts` (
	`seller_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`typed` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`seller_id`, `conversation_id`),
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `offer_requests` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`gig_id` text,
	`budget_cents` integer,
	`wanted_by` text,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "offer_requests_state" CHECK("offer_requests"."state" in ('open', 'offered', 'declined')),
	CONSTRAINT "offer_requests_budget" CHECK("offer_requests"."budget_cents" between 500 and 1000000),
	CONSTRAINT "offer_requests_parties" CHECK("offer_requests"."seller_id" <> "offer_requests"."buyer_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offer_requests_id_unique` ON `offer_requests` (`id`);--> statement-breakpoint
CREATE INDEX `offer_requests_waiting` ON `offer_requests` (`seller_id`,`number`) WHERE "offer_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX `offer_requests_conversation` ON `offer_requests` (`conversation_id`);--> statement-breakpoint
CREATE TABLE `offers` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`gig_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`features` text NOT NULL,
	`price_cents` integer NOT NULL,
	`delivery_days` integer NOT NULL,
	`revisions` integer NOT NULL,
	`questions` text NOT NULL,
	`edition` integer NOT NULL,
	`replaces_id` text,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`reason` text,
	`order_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`gig_id`) REFERENCES `gigs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "offers_state" CHECK("offers"."state" in ('open', 'accepted', 'declined', 'withdrawn', 'expired', 'replaced')),
	CONSTRAINT "offers_price" CHECK("offers"."price_cents" between 500 and 1000000),
	CONSTRAINT "offers_days" CHECK("offers"."delivery_days" between 1 and 90),
	CONSTRAINT "offers_revisions" CHECK("offers"."revisions" between -1 and 9),
	CONSTRAINT "offers_parties" CHECK("offers"."seller_id" <> "offers"."buyer_id"),
	CONSTRAINT "offers_accepted" CHECK(("offers"."state" = 'accepted') = ("offers"."order_id" is not null)),
	CONSTRAINT "offers_closed" CHECK(("offers"."state" = 'open') = ("offers"."closed_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_id_unique` ON `offers` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `offers_replaces` ON `offers` (`replaces_id`) WHERE "offers"."replaces_id" is not null;--> statement-breakpoint
CREATE INDEX `offers_conversation` ON `offers` (`conversation_id`,`state`);--> statement-breakpoint
CREATE INDEX `offers_sellers_open` ON `offers` (`seller_id`) WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX `offers_expiring` ON `offers` (`expires_at`) WHERE "offers"."state" = 'open';--> statement-breakpoint
ALTER TABLE `messages` ADD `offer_id` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `offer_id` text REFERENCES offers(id);--> statement-breakpoint
CREATE INDEX `orders_offer` ON `orders` (`offer_id`) WHERE "orders"."offer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_offer_once` ON `orders` (`offer_id`) WHERE "orders"."offer_id" is not null and ("orders"."status" <> 'cancelled' or "orders"."paid_at" is not null);
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('offer_sent'), ('offer_withdrawn'), ('offer_declined'), ('offer_expired');
--> statement-breakpoint
-- Written by hand: what the two sides agreed on never changes.
CREATE TRIGGER offers_terms BEFORE UPDATE OF gig_id, seller_id, buyer_id, title, text, features, price_cents, delivery_days,
  revisions, questions, edition, replaces_id, created_at, expires_at ON offers BEGIN
  SELECT RAISE(ABORT, 'The terms of an offer never change');
END;
--> statement-breakpoint
-- An order that ends unpaid, however it ends, opens its offer again.
CREATE TRIGGER orders_offer_open AFTER UPDATE OF status ON orders
  WHEN new.offer_id IS NOT NULL AND new.status = 'cancelled' AND old.status = 'pending' AND new.paid_at IS NULL BEGIN
  UPDATE offers SET order_id = NULL, version = version + 1, state = iif(expires_at > new.updated_at, 'open', 'expired'),
    closed_at = iif(expires_at > new.updated_at, NULL, new.updated_at)
    WHERE id = new.offer_id AND order_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_offers AFTER DELETE ON messages BEGIN
  DELETE FROM offer_requests WHERE id = old.id;
  DELETE FROM offers WHERE id = old.id AND NOT EXISTS (SELECT 1 FROM orders WHERE offer_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER conversations_offer_drafts AFTER DELETE ON conversations BEGIN
  DELETE FROM offer_drafts WHERE seller_id IN (old.first_id, old.second_id) AND conversation_id = old.id;
END;
