INSERT INTO payout_accounts (id, user_id, country, open, created_at, updated_at) SELECT 'an account', id, 'US', 1, 1, 1 FROM profiles LIMIT 1;
