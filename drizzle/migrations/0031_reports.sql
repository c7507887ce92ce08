CREATE TABLE `report_kinds` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `report_reasons` (
	`name` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`conversation_id` text,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text NOT NULL,
	`at` integer NOT NULL,
	`opens` integer DEFAULT false NOT NULL,
	`resolved_at` integer,
	`outcome` text,
	FOREIGN KEY (`kind`) REFERENCES `report_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reporter_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reason`) REFERENCES `report_reasons`(`name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`kind`,`subject_id`,`reporter_id`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`kind`,`subject_id`,`number`) WHERE "reports"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `reports_waiting` ON `reports` (`number`) WHERE "reports"."opens" = 1 and "reports"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `reports_resolved` ON `reports` (`resolved_at`) WHERE "reports"."opens" = 1 and "reports"."resolved_at" is not null;--> statement-breakpoint
CREATE INDEX `reports_conversation` ON `reports` (`conversation_id`) WHERE "reports"."conversation_id" is not null;--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`);--> statement-breakpoint
ALTER TABLE `messages` ADD `removed_at` integer;
INSERT INTO report_kinds (name) VALUES ('gig'), ('user'), ('review'), ('message');
--> statement-breakpoint
INSERT INTO report_reasons (name) VALUES ('outside'), ('fraud'), ('abuse'), ('stolen'), ('spam'), ('illegal'), ('untrue'), ('other');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('report_decided'), ('warned');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('leave-gig'), ('leave-user'), ('leave-message'), ('remove-message'), ('warn'), ('read-conversation');
--> statement-breakpoint
CREATE TRIGGER reports_opens AFTER INSERT ON reports
WHEN new.resolved_at IS NULL AND NOT EXISTS (SELECT 1 FROM reports
  WHERE kind = new.kind AND subject_id = new.subject_id AND resolved_at IS NULL AND opens = 1)
BEGIN
  UPDATE reports SET opens = 1 WHERE number = new.number;
END;
--> statement-breakpoint
INSERT INTO reports (kind, subject_id, reporter_id, reason, note, at, opens, resolved_at, outcome)
  SELECT 'review', review_id, reporter_id, 'other', reason, at, resolved_at IS NOT NULL, resolved_at,
    iif(resolved_at IS NULL, NULL, iif((SELECT hidden_at FROM reviews WHERE id = review_id) IS NULL, 'left', 'removed'))
  FROM review_reports ORDER BY number;
--> statement-breakpoint
CREATE TRIGGER review_reports_copied AFTER INSERT ON review_reports BEGIN
  INSERT INTO reports (kind, subject_id, reporter_id, reason, note, at, resolved_at)
    SELECT 'review', new.review_id, new.reporter_id, 'other', new.reason, new.at, new.resolved_at
    WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER review_reports_resolved AFTER UPDATE OF resolved_at ON review_reports
WHEN old.resolved_at IS NULL AND new.resolved_at IS NOT NULL
BEGIN
  UPDATE reports SET resolved_at = new.resolved_at
    WHERE kind = 'review' AND subject_id = new.review_id AND resolved_at IS NULL;
END;
