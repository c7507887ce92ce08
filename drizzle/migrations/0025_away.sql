ALTER TABLE `sellers` ADD `away_until` integer;--> statement-breakpoint
CREATE INDEX `sellers_away` ON `sellers` (`away_until`) WHERE "sellers"."away_until" is not null;
--> statement-breakpoint
INSERT INTO gig_event_kinds (name) VALUES ('paused_away'), ('back');
--> statement-breakpoint
INSERT INTO seller_event_kinds (name) VALUES ('away'), ('back');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('away_over');
