-- Written by hand: new words of lookup tables, for the second step after too many wrong codes.
INSERT INTO account_link_kinds (name) VALUES ('unlock');
--> statement-breakpoint
INSERT INTO account_event_kinds (name) VALUES ('codes_refused'), ('codes_unlocked');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('wrong_codes'), ('unlock');
