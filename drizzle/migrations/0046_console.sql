CREATE TABLE `factor_endings` (
	`number` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operator_id` text NOT NULL,
	`asked_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`ended_at` integer,
	`outcome` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "factor_endings_ended" CHECK(("factor_endings"."ended_at" is null) = ("factor_endings"."outcome" is null))
);
--> statement-breakpoint
CREATE INDEX `factor_endings_user` ON `factor_endings` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `factor_endings_waiting` ON `factor_endings` (`user_id`) WHERE "factor_endings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `factor_endings_due` ON `factor_endings` (`due_at`) WHERE "factor_endings"."ended_at" is null;--> statement-breakpoint
CREATE TABLE `proposals` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`action` text NOT NULL,
	`cents` integer NOT NULL,
	`input` text NOT NULL,
	`reason` text NOT NULL,
	`operator_id` text NOT NULL,
	`at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	FOREIGN KEY (`action`) REFERENCES `audit_actions`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "proposals_state" CHECK("proposals"."state" in ('open', 'confirmed', 'declined', 'expired')),
	CONSTRAINT "proposals_two" CHECK("proposals"."state" <> 'confirmed' or "proposals"."decided_by" <> "proposals"."operator_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `proposals_id_unique` ON `proposals` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `proposals_open` ON `proposals` (`kind`,`subject_id`) WHERE "proposals"."state" = 'open';--> statement-breakpoint
CREATE INDEX `proposals_waiting` ON `proposals` (`expires_at`) WHERE "proposals"."state" = 'open';--> statement-breakpoint
CREATE TABLE `stuck_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`lines` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `gig_drafts` ADD `number` integer;--> statement-breakpoint
CREATE INDEX `gig_drafts_number` ON `gig_drafts` (`number`);--> statement-breakpoint
ALTER TABLE `reports` ADD `owner_id` text REFERENCES profiles(id);--> statement-breakpoint
CREATE INDEX `reports_owner` ON `reports` (`owner_id`);--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `about` text;--> statement-breakpoint
ALTER TABLE `work_parts` ADD `running_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_parts` ADD `begun_at` integer;--> statement-breakpoint
ALTER TABLE `work_parts` ADD `took` integer;--> statement-breakpoint
ALTER TABLE `work_parts` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `work_parts` ADD `units` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_parts` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_parts` ADD `failing_since` integer;--> statement-breakpoint
CREATE INDEX `visitor_mails_given_up` ON `visitor_mails` (`created_at`) WHERE "visitor_mails"."sent_at" is null and "visitor_mails"."due_at" >= 9999999999999;--> statement-breakpoint
CREATE INDEX `forgotten_files_failing` ON `forgotten_files` (`due_at`) WHERE "forgotten_files"."attempts" >= 5;--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`created_at`) WHERE "outbox"."sent_at" is null and "outbox"."due_at" >= 9999999999999;--> statement-breakpoint
CREATE INDEX `pictures_given_up` ON `pictures` (`stored_at`) WHERE "pictures"."avif_at" IS NULL AND "pictures"."avif_due_at" IS NULL;
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('propose'), ('confirm-proposal'), ('decline-proposal');
--> statement-breakpoint
CREATE TRIGGER proposals_kept BEFORE DELETE ON proposals BEGIN
  SELECT RAISE(ABORT, 'proposals are kept');
END;
--> statement-breakpoint
-- What the first operator proposed is what the second one confirms.
CREATE TRIGGER proposals_fixed BEFORE UPDATE OF id, kind, subject_id, action, cents, input, reason, operator_id, at, expires_at ON proposals BEGIN
  SELECT RAISE(ABORT, 'a proposal does not change');
END;
--> statement-breakpoint
CREATE TRIGGER proposals_decided_once BEFORE UPDATE OF state ON proposals WHEN old.state <> 'open' BEGIN
  SELECT RAISE(ABORT, 'a proposal is decided once');
END;
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('operator_added'), ('operator_removed');
--> statement-breakpoint
-- Who is responsible for a reported thing, also of reports that earlier code writes.
CREATE TRIGGER reports_owned AFTER INSERT ON reports WHEN new.owner_id IS NULL BEGIN
  UPDATE reports SET owner_id = CASE new.kind
    WHEN 'user' THEN (SELECT id FROM profiles WHERE id = new.subject_id)
    WHEN 'gig' THEN (SELECT seller_id FROM gigs WHERE id = new.subject_id)
    WHEN 'review' THEN (SELECT buyer_id FROM reviews WHERE id = new.subject_id)
    ELSE (SELECT sender_id FROM messages WHERE id = new.subject_id) END
  WHERE number = new.number;
END;
--> statement-breakpoint
UPDATE reports SET owner_id = CASE kind
  WHEN 'user' THEN (SELECT id FROM profiles WHERE id = subject_id)
  WHEN 'gig' THEN (SELECT seller_id FROM gigs WHERE id = subject_id)
  WHEN 'review' THEN (SELECT buyer_id FROM reviews WHERE id = subject_id)
  ELSE (SELECT sender_id FROM messages WHERE id = subject_id) END;
--> statement-breakpoint
-- The counters of one account: their keys end with its hash. drizzle-kit splits an index at commas.
CREATE INDEX limits_account ON limits (substr(key, -43)) WHERE instr(key, ':account:') > 0 OR instr(key, ':pair:') > 0;
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('end-session'), ('end-sessions'), ('lift-limit'), ('verify-address'), ('end-factor'), ('keep-factor');
--> statement-breakpoint
INSERT INTO account_event_kinds (name) VALUES ('factor_end_asked'), ('factor_end_stopped');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('address_verified'), ('factor_end_asked'), ('factor_ended');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('repair');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('stuck');
--> statement-breakpoint
-- Written by hand: the operator's search for the titles of gigs that are not on the market, by state, and of drafts. The rowid is
-- `number`. The tables store no text. gigs_fts has the gigs that are listed.
CREATE VIRTUAL TABLE gigs_off_market_fts USING fts5(title, state, content='', contentless_delete=1, tokenize='trigram case_sensitive 0 remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE gig_drafts_fts USING fts5(title, content='', contentless_delete=1, tokenize='trigram case_sensitive 0 remove_diacritics 1');
--> statement-breakpoint
INSERT INTO gigs_off_market_fts (rowid, title, state) SELECT number, title, state FROM gigs WHERE listed = 0 ORDER BY number;
--> statement-breakpoint
UPDATE gig_drafts SET number = rowid;
--> statement-breakpoint
INSERT INTO gig_drafts_fts (rowid, title) SELECT number, json_extract(steps, '$.overview.typed.title') FROM gig_drafts ORDER BY number;
--> statement-breakpoint
CREATE TRIGGER gigs_off_market_insert AFTER INSERT ON gigs WHEN new.listed = 0 BEGIN
  INSERT INTO gigs_off_market_fts (rowid, title, state) VALUES (new.number, new.title, new.state);
END;
--> statement-breakpoint
CREATE TRIGGER gigs_off_market_update AFTER UPDATE OF title, state, listed ON gigs WHEN old.listed = 0 OR new.listed = 0 BEGIN
  DELETE FROM gigs_off_market_fts WHERE rowid = old.number AND old.listed = 0;
  INSERT INTO gigs_off_market_fts (rowid, title, state) SELECT new.number, new.title, new.state WHERE new.listed = 0;
END;
--> statement-breakpoint
CREATE TRIGGER gigs_off_market_delete AFTER DELETE ON gigs WHEN old.listed = 0 BEGIN
  DELETE FROM gigs_off_market_fts WHERE rowid = old.number;
END;
--> statement-breakpoint
CREATE TRIGGER gig_drafts_found_insert AFTER INSERT ON gig_drafts BEGIN
  UPDATE gig_drafts SET number = ifnull((SELECT max(number) FROM gig_drafts), 0) + 1 WHERE id = new.id;
  INSERT INTO gig_drafts_fts (rowid, title) SELECT number, json_extract(steps, '$.overview.typed.title') FROM gig_drafts WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER gig_drafts_found_update AFTER UPDATE OF steps ON gig_drafts
WHEN json_extract(old.steps, '$.overview.typed.title') IS NOT json_extract(new.steps, '$.overview.typed.title') BEGIN
  INSERT OR REPLACE INTO gig_drafts_fts (rowid, title) VALUES (new.number, json_extract(new.steps, '$.overview.typed.title'));
END;
--> statement-breakpoint
CREATE TRIGGER gig_drafts_found_delete AFTER DELETE ON gig_drafts BEGIN
  DELETE FROM gig_drafts_fts WHERE rowid = old.number;
END;
