INSERT INTO tickets (id, user_id, topic, state, version, created_at, updated_at, waiting_since) SELECT 'a-ticket', id, 'other', 'open', 1, 1, 1, 1 FROM profiles LIMIT 1;
INSERT INTO ticket_entries (ticket_id, seq, kind, text, at) VALUES ('a-ticket', 1, 'question', 'Where is my order?', 1);
INSERT INTO ticket_files (id, ticket_id, name, type, bytes) VALUES ('a-file', 'a-ticket', 'a.txt', 'text/plain', 5);
INSERT INTO ticket_notes (ticket_id, operator_id, text, at) SELECT 'a-ticket', id, 'A note', 1 FROM users LIMIT 1;
INSERT INTO payment_checks (id, user_id, results, at) SELECT 'a-check', id, '[]', 1 FROM profiles LIMIT 1;
INSERT INTO visitor_mails (id, kind, ticket_id, created_at, attempts, due_at) VALUES ('a-mail', 'ticket_received', 'a-ticket', 1, 0, 1);
