-- An extra in every state, and a user who wants news of what they saved.
INSERT INTO order_extras (id, order_id, gig_extra_id, title, price_cents, days, state, at, ended_at) SELECT 'an-extra-offered', id, NULL, 'A second glaze', 2000, 1, 'offered', 1795332560001, NULL FROM orders LIMIT 1;
INSERT INTO order_extras (id, order_id, gig_extra_id, title, price_cents, days, state, at, ended_at) SELECT 'an-extra-chosen', id, 'gift-box', 'Gift box', 1500, 0, 'chosen', 1795332560002, NULL FROM orders LIMIT 1;
INSERT INTO order_extras (id, order_id, gig_extra_id, title, price_cents, refunded_cents, days, state, at, ended_at) SELECT 'an-extra-added', id, 'stamp', 'Stamp', 500, 200, 2, 'added', 1795332560003, 1795332560004 FROM orders LIMIT 1;
INSERT INTO order_extras (id, order_id, gig_extra_id, title, price_cents, days, state, at, ended_at) SELECT 'an-extra-closed', id, NULL, 'A third glaze', 2000, 1, 'closed', 1795332560005, 1795332560006 FROM orders LIMIT 1;
INSERT INTO saved_news (user_id, next_at) SELECT id, 1795332560007 FROM users LIMIT 1;
INSERT INTO saved_seen (user_id, gig_id, price_cents, available) SELECT u.id, g.id, 4000, 1 FROM users u, gigs g LIMIT 1;
