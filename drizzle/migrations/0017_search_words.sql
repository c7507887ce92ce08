CREATE TABLE `search_variants` (
	`variant` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`variant`, `word`)
);
--> statement-breakpoint
CREATE TABLE `search_words` (
	`word` text PRIMARY KEY NOT NULL,
	`seen` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `gigs` ADD `completed_orders` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `gigs_best` ON `gigs` (`listed`,((case when review_count > 0 then 1000 * (rating_sum + 8) / (review_count + 2) else 0 end) << 6 | (case when completed_orders < 63 then completed_orders else 63 end)) << 32 | number);--> statement-breakpoint
-- Written by hand from here: the index of the search for single words, and the words that a mistyped one may mean
-- (docs/architecture.md#scale, docs/specification.md#search-words).
UPDATE gigs SET completed_orders = o.completed FROM (SELECT gig_id, count(*) AS completed FROM orders WHERE status = 'completed' GROUP BY gig_id) AS o
  WHERE o.gig_id = gigs.id;
--> statement-breakpoint
-- What the index holds of a gig. `words`: title and tags in lower case, a space around each word, so that words of
-- one and two letters can be found. `vocabulary`: all words, for search_words. `topics`: its category and subcategory by number, so that a new name changes no gig.
CREATE VIEW gig_words AS SELECT g.number, g.id, g.seller_id, g.listed, g.title, g.description,
  ((case when g.review_count > 0 then 1000 * (g.rating_sum + 8) / (g.review_count + 2) else 0 end) << 6 | (case when g.completed_orders < 63 then g.completed_orders else 63 end)) << 32 | g.number AS best,
  (((case when g.review_count > 0 then 1000 * (g.rating_sum + 8) / (g.review_count + 2) else 0 end) << 6 | (case when g.completed_orders < 63 then g.completed_orders else 63 end)) << 32 | g.number) << 12 | c.number AS place,
  lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(g.title || ' ' || ifnull(g.meta_keywords, ''), '"', ' '), ',', ' '), '.', ' '), ':', ' '), ';', ' '), '/', ' '), '&', ' '), '+', ' '), '-', ' '), '_', ' '), '(', ' '), ')', ' '), '[', ' '), ']', ' ')) AS words,
  lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(g.title || ' ' || ifnull(g.meta_keywords, '') || ' ' || g.description, '"', ' '), ',', ' '), '.', ' '), ':', ' '), ';', ' '), '/', ' '), '&', ' '), '+', ' '), '-', ' '), '_', ' '), '(', ' '), ')', ' '), '[', ' '), ']', ' '), '!', ' '), '?', ' '), '–', ' '), '—', ' '), '“', ' '), '”', ' '), char(10), ' ')) AS vocabulary,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(p.username || ' ' || ifnull(p.full_name, ''), '"', ' '), ',', ' '), '.', ' '), ':', ' '), ';', ' '), '/', ' '), '&', ' '), '+', ' '), '-', ' '), '_', ' '), '(', ' '), ')', ' '), '[', ' '), ']', ' ') AS seller,
  '#c' || c.number || ' #s' || ifnull(s.number, 0) AS topics
  FROM gigs g JOIN profiles p ON p.id = g.seller_id JOIN categories c ON c.id = g.category_id LEFT JOIN subcategories s ON s.id = g.subcategory_id;
--> statement-breakpoint
-- The rowid is `place`: the order of `gigs_best`, and in its last 12 bits the number of the category, so that matches are
-- counted by category without a look at the gigs. The table stores no text.
CREATE VIRTUAL TABLE gigs_best_fts USING fts5(title, description, words, content='', contentless_delete=1, tokenize='trigram case_sensitive 0 remove_diacritics 1');
--> statement-breakpoint
CREATE TRIGGER search_words_insert AFTER INSERT ON search_words BEGIN
  INSERT OR IGNORE INTO search_variants (variant, word) SELECT new.word, new.word UNION
    SELECT substr(new.word, 1, value - 1) || substr(new.word, value + 1), new.word
    FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]') WHERE value <= length(new.word);
END;
--> statement-breakpoint
-- The gigs that are there, some at a time: a statement of D1 has 30 seconds, and little memory for a GROUP BY.
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 0 AND number <= 25000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 0 AND number <= 25000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 25000 AND number <= 50000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 25000 AND number <= 50000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 50000 AND number <= 75000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 50000 AND number <= 75000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 75000 AND number <= 100000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 75000 AND number <= 100000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 100000 AND number <= 125000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 100000 AND number <= 125000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 125000 AND number <= 150000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 125000 AND number <= 150000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 150000 AND number <= 175000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 150000 AND number <= 175000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 175000 AND number <= 200000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 175000 AND number <= 200000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 200000 AND number <= 225000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 200000 AND number <= 225000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 225000 AND number <= 250000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 225000 AND number <= 250000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 250000 AND number <= 275000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 250000 AND number <= 275000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 275000 AND number <= 300000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 275000 AND number <= 300000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 300000 AND number <= 325000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 300000 AND number <= 325000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 325000 AND number <= 350000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 325000 AND number <= 350000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 350000 AND number <= 375000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 350000 AND number <= 375000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 375000 AND number <= 400000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 375000 AND number <= 400000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 400000 AND number <= 425000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 400000 AND number <= 425000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 425000 AND number <= 450000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 425000 AND number <= 450000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 450000 AND number <= 475000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 450000 AND number <= 475000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 475000 AND number <= 500000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 475000 AND number <= 500000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 500000 AND number <= 525000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 500000 AND number <= 525000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 525000 AND number <= 550000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 525000 AND number <= 550000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 550000 AND number <= 575000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 550000 AND number <= 575000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 575000 AND number <= 600000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 575000 AND number <= 600000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 600000 AND number <= 625000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 600000 AND number <= 625000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 625000 AND number <= 650000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 625000 AND number <= 650000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 650000 AND number <= 675000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 650000 AND number <= 675000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 675000 AND number <= 700000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 675000 AND number <= 700000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 700000 AND number <= 725000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 700000 AND number <= 725000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 725000 AND number <= 750000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 725000 AND number <= 750000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 750000 AND number <= 775000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 750000 AND number <= 775000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 775000 AND number <= 800000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 775000 AND number <= 800000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 800000 AND number <= 825000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 800000 AND number <= 825000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 825000 AND number <= 850000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 825000 AND number <= 850000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 850000 AND number <= 875000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 850000 AND number <= 875000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 875000 AND number <= 900000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 875000 AND number <= 900000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 900000 AND number <= 925000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 900000 AND number <= 925000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 925000 AND number <= 950000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 925000 AND number <= 950000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 950000 AND number <= 975000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 950000 AND number <= 975000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
INSERT INTO gigs_best_fts (rowid, title, description, words) SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number > 975000 AND listed = 1 ORDER BY place;
--> statement-breakpoint
INSERT INTO search_words (word, seen) SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']') WHERE number > 975000 AND listed = 1 AND length(value) BETWEEN 4 AND 24 ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
--> statement-breakpoint
CREATE TRIGGER gigs_best_insert AFTER INSERT ON gigs WHEN new.listed = 1 BEGIN
  INSERT INTO gigs_best_fts (rowid, title, description, words)
    SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number = new.number;
  INSERT INTO search_words (word, seen) SELECT value, count(*) FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']')
    WHERE number = new.number AND length(value) BETWEEN 4 AND 24 GROUP BY value
    ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
END;
--> statement-breakpoint
CREATE TRIGGER gigs_best_delete AFTER DELETE ON gigs WHEN old.listed = 1 BEGIN
  DELETE FROM gigs_best_fts WHERE rowid = ((((case when old.review_count > 0 then 1000 * (old.rating_sum + 8) / (old.review_count + 2) else 0 end) << 6 | (case when old.completed_orders < 63 then old.completed_orders else 63 end)) << 32 | old.number) << 12 | (SELECT number FROM categories WHERE id = old.category_id));
END;
--> statement-breakpoint
CREATE TRIGGER gigs_best_update AFTER UPDATE OF title, description, meta_keywords, listed, seller_id, category_id, subcategory_id, rating_sum, review_count, completed_orders ON gigs
  WHEN old.listed = 1 OR new.listed = 1 BEGIN
  DELETE FROM gigs_best_fts WHERE old.listed = 1 AND rowid = ((((case when old.review_count > 0 then 1000 * (old.rating_sum + 8) / (old.review_count + 2) else 0 end) << 6 | (case when old.completed_orders < 63 then old.completed_orders else 63 end)) << 32 | old.number) << 12 | (SELECT number FROM categories WHERE id = old.category_id));
  INSERT INTO gigs_best_fts (rowid, title, description, words)
    SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE number = new.number AND listed = 1;
END;
--> statement-breakpoint
CREATE TRIGGER gigs_words_update AFTER UPDATE OF title, description, meta_keywords, listed ON gigs WHEN new.listed = 1 BEGIN
  INSERT INTO search_words (word, seen) SELECT value, count(*) FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']')
    WHERE number = new.number AND length(value) BETWEEN 4 AND 24 GROUP BY value
    ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen;
END;
--> statement-breakpoint
-- The plus keeps SQLite from reading all listed gigs for those of one seller.
CREATE TRIGGER profiles_sell_update AFTER UPDATE OF username, full_name ON profiles
  WHEN old.username <> new.username OR old.full_name IS NOT new.full_name BEGIN
  DELETE FROM gigs_best_fts WHERE rowid IN (SELECT place FROM gig_words WHERE seller_id = new.id AND +listed = 1);
  INSERT INTO gigs_best_fts (rowid, title, description, words)
    SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' FROM gig_words WHERE seller_id = new.id AND +listed = 1;
END;
--> statement-breakpoint
CREATE TRIGGER orders_completed_insert AFTER INSERT ON orders WHEN new.status = 'completed' BEGIN
  UPDATE gigs SET completed_orders = completed_orders + 1 WHERE id = new.gig_id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_completed_update AFTER UPDATE OF status ON orders WHEN new.status = 'completed' AND old.status <> 'completed' BEGIN
  UPDATE gigs SET completed_orders = completed_orders + 1 WHERE id = new.gig_id;
END;
