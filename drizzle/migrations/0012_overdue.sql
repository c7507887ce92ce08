INSERT INTO mail_kinds (name) VALUES ('overdue');
--> statement-breakpoint
-- From now on /healthz expects the scheduled work to run.
INSERT INTO work_parts (name, succeeded_at) VALUES ('sweep', unixepoch() * 1000);
