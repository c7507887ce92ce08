-- A warning. Its kind, and what belongs together, are checked.
INSERT INTO "statements" (id, kind, subject_id, user_id, rule, happened, found_by, operator_id, mail_id, at) SELECT 'statement', 'warning', id, id, 'conduct', 'because', 'report', id, 'mail', 1 FROM profiles LIMIT 1;
-- Former slugs.
INSERT INTO "category_slugs" (slug, category_id) SELECT 'a-former-slug', id FROM categories LIMIT 1;
INSERT INTO "subcategory_slugs" (slug, subcategory_id) SELECT 'a-former-slug', id FROM subcategories LIMIT 1;
INSERT INTO figures VALUES ('day', 20000, 1, 1, 0, 0, 0, 0, 0, 8000, 1600, 0, 0, 0, 300, 1, 0, 0);
