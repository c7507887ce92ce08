INSERT INTO forgotten_files (prefix, due_at, attempts) VALUES ('a-picture/', 1, 0);
