-- Rows of bank payouts: the key of the transfers' table refers to both others.
INSERT INTO "bank_payouts" (id, account_id, user_id, amount, currency, state, arrives_at, created_at, read_at) SELECT 'po', account_id, user_id, 8000, 'usd', 'paid', 3, 3, 3 FROM transfers LIMIT 1;
INSERT INTO "bank_payout_transfers" (payout_id, transfer_id) SELECT 'po', id FROM transfers LIMIT 1;
-- An entry of Stripe's balance, and the ledger row of a movement that belongs to no order.
INSERT INTO balance_transactions (id, type, category, currency, amount_cents, fee_cents, net_cents, source, at, available_at) VALUES ('txn', 'topup', 'topup', 'usd', 5, 0, 5, 'tu', 1, 1);
INSERT INTO ledger ("transaction", account, balance_transaction_id, amount_cents, at) VALUES ('own:txn', 'cash', 'txn', 5, 1);
INSERT INTO ledger ("transaction", account, balance_transaction_id, amount_cents, at) VALUES ('own:txn', 'owner', 'txn', -5, 1);
