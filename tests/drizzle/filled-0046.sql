-- A proposal and the end of a second factor. Their states are checked.
INSERT INTO "proposals" (id, kind, subject_id, action, cents, input, reason, operator_id, at, expires_at) SELECT 'proposal', 'order', 'an order', 'refund', 100, '{}', 'because', id, 1, 2 FROM users LIMIT 1;
INSERT INTO "factor_endings" (user_id, operator_id, asked_at, due_at) SELECT id, id, 1, 2 FROM users LIMIT 1;
