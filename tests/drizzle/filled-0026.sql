INSERT INTO gig_drafts (id, seller_id, steps, version, created_at, updated_at) SELECT 'a-draft', id, '{"overview":{"version":1,"typed":{"title":"Logo"}}}', 1, 1, 1 FROM profiles LIMIT 1;
INSERT INTO gig_draft_pictures (key, draft_id, place) VALUES ('a-draft-picture', 'a-draft', 1);
INSERT INTO uploads (id, owner_id, purpose, prefix, bytes, created_at) SELECT 'an-upload', id, 'order_file', 'orders/an-order/an-upload', 5, 1 FROM profiles LIMIT 1;
