import { env } from "cloudflare:workers";
import { day, now } from "./clock.ts";

/** How many orders a busy seller has completed. */
const count = 10_000;

const numbers = (last = count) =>
  `with recursive k(i) as (select 1 union all select i + 1 from k where i < ${last})`;
const run = (text: string, ...values: (string | number)[]) => env.DB.prepare(text).bind(...values);

/**
 * The seller of a completed order completes 10,000 more. All are paid and have cleared, and nothing was sent.
 * @param order the order that the others are copies of
 */
export async function manyOrders(order: { id: string; sellerId: string }): Promise<void> {
  const at = now() - 60 * day;
  await env.DB.batch([
    run(
      `insert into orders (id, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
         package_title, delivery_days, revisions, questions, requirements, completed_at, form_token, version, created_at, updated_at)
       ${numbers()} select 'sold-' || i, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, 8000, 1600, title, package_id,
         package_title, delivery_days, revisions, questions, requirements, ?2 + i, 'sold-' || i, version, i, i from k, orders where orders.id = ?1`,
      order.id,
      at,
    ),
    run(
      `insert into payments (id, checkout_session_id, order_id, amount_cents, currency, outcome, at)
       ${numbers()} select 'sold-' || i, 'sold-' || i, 'sold-' || i, 8000, 'usd', 'applied', 1 from k`,
    ),
    entries(
      order.sellerId,
      at,
      ["payment", "cash", 8000],
      ["payment", "seller_payable", -6400],
      ["payment", "platform_revenue", -1600],
      ["fee", "stripe_fees", 262],
      ["fee", "cash", -262],
    ),
  ]);
}

/** Sends everything that `manyOrders` has earned to an account, with ten transfers in each payout. */
export async function manyTransfers(sellerId: string, accountId: string): Promise<void> {
  const at = now() - 30 * day;
  await env.DB.batch([
    run(
      `insert into transfers (id, order_id, user_id, seq, account_id, cents, open, at, confirmed_at, payment_id)
       ${numbers()} select 'sold-' || i, 'sold-' || i, ?1, i, ?2, 6400, 1, ?3 + i, ?3 + i, 'py_' || i from k`,
      sellerId,
      accountId,
      at,
    ),
    run(
      `insert into bank_payouts (id, account_id, user_id, amount, currency, cents, state, arrives_at, created_at, reconciled_at, read_at)
       ${numbers(count / 10)} select 'po_' || i, ?1, ?2, 64000, 'usd', 64000, 'paid', ?3 + i, ?3 + i, 1, 1 from k`,
      accountId,
      sellerId,
      at,
    ),
    run(
      `insert into bank_payout_transfers (payout_id, transfer_id) ${numbers()} select 'po_' || ((i + 9) / 10), 'sold-' || i from k`,
    ),
    entries(
      sellerId,
      at,
      ["transfer", "seller_payable", 6400],
      ["transfer", "transfers", -6400],
      ["transferred", "transfers", 6400],
      ["transferred", "cash", -6400],
    ),
    run("update earnings set due_at = null where order_id like 'sold-%'"),
    run("update payout_accounts set paid_cents = ?1 where id = ?2", 6400 * count, accountId),
  ]);
}

/** Takes back everything that `manyTransfers` has sent, so that it must be sent again. */
export async function manyReversals(sellerId: string): Promise<void> {
  await env.DB.batch([
    run("update transfers set reversed_cents = cents where id like 'sold-%'"),
    entries(sellerId, now(), ["reversal", "cash", 6400], ["reversal", "seller_payable", -6400]),
    run("update earnings set due_at = clears_at where order_id like 'sold-%'"),
  ]);
}

/** Rows of the ledger for each of the orders: the kind of the transaction, the account and the cents. */
function entries(sellerId: string, at: number, ...rows: [kind: string, account: string, cents: number][]) {
  const ofSeller = "('seller_payable', 'transfers')";
  return run(
    `insert into ledger ("transaction", account, order_id, user_id, amount_cents, at)
     ${numbers()} select row.value ->> 0 || ':sold-' || i, row.value ->> 1, 'sold-' || i, iif(row.value ->> 1 in ${ofSeller}, ?1, null),
       row.value ->> 2, ?2 + i from k, json_each(?3) row`,
    sellerId,
    at,
    JSON.stringify(rows),
  );
}
