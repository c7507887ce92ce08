-- Written by hand: the words of lookup tables that the ways back need.
INSERT INTO account_link_kinds (name) VALUES ('way_back');
--> statement-breakpoint
INSERT INTO account_event_kinds (name) VALUES ('taken_back');
