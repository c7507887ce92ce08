-- The index of the assistant: whole words by their stems (docs/specification.md#assistant-score). The trigram indexes find
-- parts of words, so `art` would read every `part`. Marks belong to words: Hindi would be cut at them otherwise.
CREATE VIRTUAL TABLE gigs_stems_fts USING fts5(title, description, content='gigs', content_rowid='number', tokenize='porter unicode61 remove_diacritics 1 categories ''L* M* N* Co''');
--> statement-breakpoint
-- The gigs that are there, some at a time: a statement of D1 has 30 seconds.
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 0 AND number <= 50000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 50000 AND number <= 100000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 100000 AND number <= 150000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 150000 AND number <= 200000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 200000 AND number <= 250000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 250000 AND number <= 300000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 300000 AND number <= 350000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 350000 AND number <= 400000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 400000 AND number <= 450000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 450000 AND number <= 500000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 500000 AND number <= 550000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 550000 AND number <= 600000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 600000 AND number <= 650000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 650000 AND number <= 700000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 700000 AND number <= 750000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 750000 AND number <= 800000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 800000 AND number <= 850000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 850000 AND number <= 900000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 900000 AND number <= 950000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
INSERT INTO gigs_stems_fts (rowid, title, description) SELECT number, title, description FROM gigs WHERE number > 950000 AND listed = 1 ORDER BY number;
--> statement-breakpoint
CREATE TRIGGER gigs_stems_insert AFTER INSERT ON gigs WHEN new.listed = 1 BEGIN
  INSERT INTO gigs_stems_fts (rowid, title, description) VALUES (new.number, new.title, new.description);
END;
--> statement-breakpoint
CREATE TRIGGER gigs_stems_delete AFTER DELETE ON gigs WHEN old.listed = 1 BEGIN
  INSERT INTO gigs_stems_fts (gigs_stems_fts, rowid, title, description) VALUES ('delete', old.number, old.title, old.description);
END;
--> statement-breakpoint
CREATE TRIGGER gigs_stems_update AFTER UPDATE OF title, description, listed ON gigs WHEN old.listed = 1 OR new.listed = 1 BEGIN
  INSERT INTO gigs_stems_fts (gigs_stems_fts, rowid, title, description)
    SELECT 'delete', old.number, old.title, old.description WHERE old.listed = 1;
  INSERT INTO gigs_stems_fts (rowid, title, description)
    SELECT new.number, new.title, new.description WHERE new.listed = 1;
END;
