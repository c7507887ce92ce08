-- A warning. Its kind, and what belongs together, are checked.
INSERT INTO "statements" (id, kind, subject_id, user_id, rule, happened, found_by, operator_id, mail_id, at) SELECT 'statement', 'warning', id, id, 'conduct', 'because', 'report', id, 'mail', 1 FROM profiles LIMIT 1;
