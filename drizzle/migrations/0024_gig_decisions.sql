ALTER TABLE `gigs` ADD `denial` text;--> statement-breakpoint
CREATE INDEX `gigs_off_market` ON `gigs` (`state`,`number`) WHERE "gigs"."listed" = 0;--> statement-breakpoint
INSERT INTO gig_event_kinds (name) VALUES ('denied'), ('denied_paused'), ('allowed');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('gig_denied'), ('gig_allowed');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('deny-gig'), ('allow-gig');
