-- Written by hand: lookup tables whose rows may grow, rules that SQLite keeps in triggers, and the search indexes.
INSERT INTO gig_states (name) VALUES ('active'), ('paused'), ('denied'), ('suspended'), ('withdrawn');
--> statement-breakpoint
INSERT INTO gig_event_kinds (name) VALUES ('paused'), ('resumed'), ('repriced'), ('suspended'), ('suspended_paused'), ('restored'), ('withdrawn');
--> statement-breakpoint
INSERT INTO order_stages (name) VALUES ('awaiting_payment'), ('awaiting_requirements'), ('ready'), ('working'), ('delivered'), ('in_revision'), ('closed');
--> statement-breakpoint
INSERT INTO order_holds (name) VALUES ('none'), ('cancellation'), ('refund'), ('dispute');
--> statement-breakpoint
INSERT INTO order_event_kinds (name) VALUES ('placed'), ('paid'), ('payment_failed'), ('answered'), ('started'), ('delivered'), ('revision_requested'), ('completed'), ('cancelled'), ('cancellation_requested'), ('cancellation_declined'), ('refund_requested'), ('refund_answered'), ('refund_granted'), ('refund_declined'), ('refunded'), ('refund_failed'), ('disputed'), ('dispute_won'), ('dispute_lost');
--> statement-breakpoint
INSERT INTO ledger_accounts (name) VALUES ('cash'), ('stripe_fees'), ('promotions'), ('platform_revenue'), ('seller_payable'), ('refunds'), ('disputes');
--> statement-breakpoint
INSERT INTO payment_outcomes (name) VALUES ('applied'), ('mismatch'), ('returned'), ('resolved');
--> statement-breakpoint
INSERT INTO money_call_kinds (name) VALUES ('checkout_session'), ('refund');
--> statement-breakpoint
INSERT INTO mail_kinds (name) VALUES ('verify'), ('account_exists'), ('reset'), ('password_changed'), ('change_email'), ('email_changed'), ('email_restored'), ('email_taken'), ('factor_added'), ('factor_removed'), ('recovery_code_used'), ('sign_in_attempts'), ('username_changed'), ('account_deleted'), ('suspended'), ('restored'), ('new_signup'), ('receipt'), ('new_order'), ('started'), ('completed'), ('cancelled'), ('payment_returned'), ('seller_left'), ('payment_failed'), ('answered'), ('delivered'), ('revision_requested'), ('review_wanted'), ('cancellation_requested'), ('cancellation_declined'), ('refund_requested'), ('refund_answered'), ('refund_granted'), ('refund_declined'), ('refunded'), ('disputed'), ('dispute_won'), ('dispute_lost'), ('requirements_reminder'), ('delivery_reminder'), ('completes_tomorrow'), ('due_tomorrow'), ('late');
--> statement-breakpoint
INSERT INTO account_link_kinds (name) VALUES ('verify'), ('reset'), ('change_email'), ('undo_email');
--> statement-breakpoint
INSERT INTO account_event_kinds (name) VALUES ('verified'), ('password_changed'), ('password_reset'), ('email_change_asked'), ('email_changed'), ('email_restored'), ('factor_added'), ('factor_removed'), ('recovery_codes_made'), ('recovery_code_used'), ('username_changed'), ('session_ended'), ('sessions_ended'), ('suspended'), ('restored'), ('deleted');
--> statement-breakpoint
INSERT INTO audit_actions (name) VALUES ('suspend'), ('restore'), ('cancel'), ('complete'), ('start'), ('answer'), ('deliver'), ('revise'), ('request-cancel'), ('accept-cancel'), ('decline-cancel'), ('request-refund'), ('accept-refund'), ('answer-refund'), ('decline-refund'), ('operator-cancel'), ('refund'), ('refund-again'), ('return-payment'), ('look-into'), ('try-mail'), ('work-webhook'), ('try-money-call'), ('take-review-down'), ('leave-review');
--> statement-breakpoint
CREATE TRIGGER account_events_no_update BEFORE UPDATE ON account_events BEGIN SELECT RAISE(ABORT, 'account_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER account_events_no_delete BEFORE DELETE ON account_events BEGIN SELECT RAISE(ABORT, 'account_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
--> statement-breakpoint
-- A request that began before an account was deleted must not write for it afterwards.
CREATE TRIGGER sessions_of_deleted_user BEFORE INSERT ON sessions WHEN (SELECT deleted_at FROM users WHERE id = new.user_id) IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'this account was deleted'); END;
--> statement-breakpoint
CREATE TRIGGER orders_of_deleted_buyer BEFORE INSERT ON orders WHEN (SELECT deleted_at FROM users WHERE id = new.buyer_id) IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'this account was deleted'); END;
--> statement-breakpoint
CREATE TRIGGER gig_events_no_update BEFORE UPDATE ON gig_events BEGIN SELECT RAISE(ABORT, 'gig_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER gig_events_no_delete BEFORE DELETE ON gig_events BEGIN SELECT RAISE(ABORT, 'gig_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER order_events_no_update BEFORE UPDATE ON order_events BEGIN SELECT RAISE(ABORT, 'order_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER order_events_no_delete BEFORE DELETE ON order_events BEGIN SELECT RAISE(ABORT, 'order_events is append-only'); END;
--> statement-breakpoint
-- A new user's $10 (docs/specification.md#credit).
CREATE TRIGGER users_credit AFTER INSERT ON users BEGIN INSERT INTO credits (user_id, cents, created_at) VALUES (new.id, 1000, new.created_at); END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
-- A user's balance for each ledger account, so that the dashboard reads one row however long the history is.
CREATE TRIGGER ledger_balanced AFTER INSERT ON ledger WHEN new.user_id IS NOT NULL BEGIN
  INSERT INTO ledger_balances (user_id, account, cents) VALUES (new.user_id, new.account, new.amount_cents)
    ON CONFLICT (user_id, account) DO UPDATE SET cents = cents + new.amount_cents;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE gigs_fts USING fts5(title, description, content='gigs', content_rowid='number', tokenize='trigram case_sensitive 0 remove_diacritics 1');
--> statement-breakpoint
-- The same matches in the order of the price: the rowid is price_cents << 32 | number. The table stores no text.
CREATE VIRTUAL TABLE gigs_by_price_fts USING fts5(title, description, content='', tokenize='trigram case_sensitive 0 remove_diacritics 1');
--> statement-breakpoint
CREATE TRIGGER gigs_listed_insert AFTER INSERT ON gigs WHEN new.listed = 1 BEGIN
  INSERT INTO gigs_fts (rowid, title, description) VALUES (new.number, new.title, new.description);
  INSERT INTO gigs_by_price_fts (rowid, title, description) VALUES (new.price_cents << 32 | new.number, new.title, new.description);
  INSERT INTO gig_counts (category_id, subcategory_id, count) VALUES (new.category_id, ifnull(new.subcategory_id, ''), 1)
    ON CONFLICT (category_id, subcategory_id) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER gigs_listed_delete AFTER DELETE ON gigs WHEN old.listed = 1 BEGIN
  INSERT INTO gigs_fts (gigs_fts, rowid, title, description) VALUES ('delete', old.number, old.title, old.description);
  INSERT INTO gigs_by_price_fts (gigs_by_price_fts, rowid, title, description)
    VALUES ('delete', old.price_cents << 32 | old.number, old.title, old.description);
  UPDATE gig_counts SET count = count - 1 WHERE category_id = old.category_id AND subcategory_id = ifnull(old.subcategory_id, '');
END;
--> statement-breakpoint
CREATE TRIGGER gigs_searched_update AFTER UPDATE OF title, description, price_cents, listed ON gigs BEGIN
  INSERT INTO gigs_fts (gigs_fts, rowid, title, description)
    SELECT 'delete', old.number, old.title, old.description WHERE old.listed = 1;
  INSERT INTO gigs_by_price_fts (gigs_by_price_fts, rowid, title, description)
    SELECT 'delete', old.price_cents << 32 | old.number, old.title, old.description WHERE old.listed = 1;
  INSERT INTO gigs_fts (rowid, title, description)
    SELECT new.number, new.title, new.description WHERE new.listed = 1;
  INSERT INTO gigs_by_price_fts (rowid, title, description)
    SELECT new.price_cents << 32 | new.number, new.title, new.description WHERE new.listed = 1;
END;
--> statement-breakpoint
CREATE TRIGGER gigs_counted_update AFTER UPDATE OF category_id, subcategory_id, listed ON gigs BEGIN
  UPDATE gig_counts SET count = count - 1
    WHERE old.listed = 1 AND category_id = old.category_id AND subcategory_id = ifnull(old.subcategory_id, '');
  INSERT INTO gig_counts (category_id, subcategory_id, count)
    SELECT new.category_id, ifnull(new.subcategory_id, ''), 1 WHERE new.listed = 1
    ON CONFLICT (category_id, subcategory_id) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_insert AFTER INSERT ON reviews BEGIN
  UPDATE gigs SET rating_sum = rating_sum + new.rating, review_count = review_count + 1 WHERE id = new.gig_id;
  INSERT INTO gig_ratings (gig_id, rating, count) VALUES (new.gig_id, new.rating, 1)
    ON CONFLICT (gig_id, rating) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_hidden AFTER UPDATE OF hidden_at ON reviews WHEN old.hidden_at IS NULL AND new.hidden_at IS NOT NULL BEGIN
  UPDATE gigs SET rating_sum = rating_sum - old.rating, review_count = review_count - 1 WHERE id = old.gig_id;
  UPDATE gig_ratings SET count = count - 1 WHERE gig_id = old.gig_id AND rating = old.rating;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_stay_hidden BEFORE UPDATE OF hidden_at ON reviews WHEN old.hidden_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'a review that was taken down stays down'); END;
--> statement-breakpoint
CREATE TRIGGER reviews_delete AFTER DELETE ON reviews WHEN old.hidden_at IS NULL BEGIN
  UPDATE gigs SET rating_sum = rating_sum - old.rating, review_count = review_count - 1 WHERE id = old.gig_id;
  UPDATE gig_ratings SET count = count - 1 WHERE gig_id = old.gig_id AND rating = old.rating;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_no_other_rating BEFORE UPDATE OF rating, gig_id ON reviews BEGIN SELECT RAISE(ABORT, 'a rating is not rewritten'); END;
--> statement-breakpoint
-- The operator's search for users: any three letters of name, username or e-mail, newest first (rowid = users.number). The table stores
-- no text.
CREATE VIRTUAL TABLE users_fts USING fts5(email, username, full_name, content='', contentless_delete=1, tokenize='trigram case_sensitive 0 remove_diacritics 1');
--> statement-breakpoint
CREATE TRIGGER profiles_found_insert AFTER INSERT ON profiles BEGIN
  INSERT INTO users_fts (rowid, email, username, full_name) SELECT number, email, new.username, new.full_name FROM users WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_found_update AFTER UPDATE OF username, full_name ON profiles BEGIN
  INSERT OR REPLACE INTO users_fts (rowid, email, username, full_name) SELECT number, email, new.username, new.full_name FROM users WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_found_update AFTER UPDATE OF email ON users BEGIN
  INSERT OR REPLACE INTO users_fts (rowid, email, username, full_name) SELECT new.number, new.email, username, full_name FROM profiles WHERE id = new.id;
END;
