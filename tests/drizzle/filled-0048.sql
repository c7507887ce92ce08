INSERT INTO mail_switches VALUES ((SELECT id FROM users LIMIT 1), 'advice', 'link', 1);
INSERT INTO bad_addresses VALUES ('gone@handiwork.test', 'bounced', 'no such mailbox', 1);
INSERT INTO announcements (id, kind, subject, text, state, version, operator_id, created_at) SELECT 'announcement', 'news', 'News', 'Text', 'draft', 1, id, 1 FROM users LIMIT 1;
INSERT INTO saved_gigs VALUES ((SELECT id FROM users LIMIT 1), (SELECT id FROM gigs LIMIT 1), 2500, 1728000000000);
