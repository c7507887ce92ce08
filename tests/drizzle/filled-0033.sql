INSERT INTO message_files (id, message_id, conversation_id, name, type, bytes) SELECT 'a-message-file', id, conversation_id, 'a.txt', 'text/plain', 5 FROM messages LIMIT 1;
INSERT INTO helpful_counts (question_id, yes, no) VALUES ('a-question', 2, 1);
INSERT INTO client_errors (day, count) VALUES (86400000, 3);
