import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { read } from "#app/payouts/accounts/read-account.server.ts";
import { placeHold } from "#app/payouts/holds/hold-decisions.server.ts";
import { settle } from "#app/payouts/transfers/settle.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { balanceTransactions, earnings, orders as orderRows, payoutAccounts } from "#drizzle/schema.ts";
import { userId } from "./people.ts";
import type { SaleDeps } from "./sales.ts";

/** The numbers of bank accounts that the stand-in knows: one that is paid, and one to which payouts fail. */
const [works, fails] = ["000123456789", "000111111116"];

/**
 * Seeds sellers' payouts: two of `seller`, one of them on its way; `seller2` is asked for a document.
 * Elsewhere there is a failed payout, a debt and a hold.
 */
export async function seedPayouts(deps: SaleDeps, stripeApi: string): Promise<void> {
  const { db } = deps;
  const control = async (path: string, body: object = {}) => {
    const answer = await fetch(`${stripeApi}/control/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The stand-in refused ${path}: ${await answer.text()}`);
  };
  await listHistory(db);
  // The stand-in does not know the payments of the history, so their money was there before its list begins.
  // The owner's top-up pays for the credit and Stripe's fees.
  const [cash] = await db.all<{ cents: number }>(
    sql`select sum(amount_cents) as cents from ledger where account = 'cash' and "transaction" like 'payment:cs_seed_%'`,
  );
  await control("balance", { opening: cash?.cents ?? 0, top_up: 100_000 });

  const open = async (username: string, number: string) => {
    const account = await openAccount(deps, username);
    await control(`accounts/${account.stripeId}/bank`, { number });
    for (const capability of ["stripe_transfers", "payouts"])
      await control(`accounts/${account.stripeId}/status`, { capability, status: "active" });
    await control(`accounts/${account.stripeId}/requirements`, { entries: [] });
    await readAgain(deps, account.id);
    // It was added long ago, so that transfers do not wait for it.
    await db
      .update(payoutAccounts)
      .set({ bankSince: deps.clock.now() - 60 * day })
      .where(eq(payoutAccounts.id, account.id));
    return account;
  };
  const payOut = async ({ id, stripeId }: { id: string; stripeId: string }, end?: "paid" | "failed") => {
    await control(`accounts/${stripeId}/payout`);
    const { data } = await deps.stripe.payouts.list({ limit: 1 }, { stripeAccount: stripeId });
    if (end) await control(`payouts/${data[0]?.id}/settle`, { status: end });
    await readAgain(deps, id);
  };

  const seller = await open("seller", works);
  const due = await dueOf(db, "seller");
  for (const id of due.slice(0, due.length / 2)) await settle(deps, id);
  await payOut(seller, "paid");
  for (const id of due.slice(due.length / 2)) await settle(deps, id);
  await payOut(seller);

  const asked = await openAccount(deps, "seller2");
  await control(`accounts/${asked.stripeId}/requirements`, {
    entries: ["identity.individual.documents.primary_verification.front_back.front"],
    due: Math.floor(deps.clock.now() / 1000) + 20 * 86_400,
  });
  await readAgain(deps, asked.id);

  const failed = await open("yuki_translates", fails);
  for (const id of (await dueOf(db, "yuki_translates")).slice(0, 1)) await settle(deps, id);
  await payOut(failed, "failed");

  // The last order is refunded after its earnings have gone to the bank.
  const owing = await open("hazel_draws", works);
  for (const id of await dueOf(db, "hazel_draws")) await settle(deps, id);
  await payOut(owing, "paid");
  // Stripe refuses to take back what has gone to the bank, and the product warns of that.
  await refund({ ...deps, log() {} }, "hazel_draws");

  await db.batch(
    placeHold(
      db,
      {
        userId: userId("lens_tamar"),
        reason: "Two buyers have reported photographs that were not taken for them",
        placedBy: userId("admin"),
        days: 30,
      },
      deps.clock.now(),
    ),
  );
}

/** The entries of Stripe's balance for the payments of the history, which the stand-in does not know. */
async function listHistory(db: Db): Promise<void> {
  await db.insert(balanceTransactions).select(sql`
    select replace("transaction", 'payment:cs_', 'txn_'), 'charge', 'charge', 'usd', amount_cents, 0, amount_cents,
      replace("transaction", 'payment:cs_', 'ch_'), null, null, at, at, "transaction", null
    from ledger where account = 'cash' and "transaction" like 'payment:cs_seed_%'`);
}

/** A seller's account at Stripe, as the product opens it, and our row of it. */
async function openAccount({ db, stripe, clock }: SaleDeps, username: string) {
  const id = crypto.randomUUID();
  const { id: stripeId } = await stripe.v2.core.accounts.create({
    contact_email: `${username}@handiwork.test`,
    display_name: username,
    dashboard: "express",
    identity: { country: "us" },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
    metadata: { call: id },
  });
  const at = clock.now() - 60 * day;
  await db.insert(payoutAccounts).values({
    id,
    userId: userId(username),
    country: "US",
    stripeId,
    open: true,
    createdAt: at,
    updatedAt: at,
  });
  return { id, stripeId };
}

async function readAgain(deps: SaleDeps, id: string): Promise<void> {
  const [account] = await deps.db.select().from(payoutAccounts).where(eq(payoutAccounts.id, id));
  if (!account) throw new Error(`No account ${id}`);
  await read(deps, account);
}

/** The orders of a seller whose earnings have cleared, the earliest first. */
async function dueOf(db: Db, username: string): Promise<string[]> {
  const rows = await db
    .select({ id: earnings.orderId })
    .from(earnings)
    .where(
      and(
        eq(earnings.sellerId, userId(username)),
        isNotNull(earnings.dueAt),
        sql`${earnings.clearsAt} <= ${Date.now()}`,
      ),
    )
    .orderBy(asc(earnings.clearsAt));
  return rows.map(({ id }) => id);
}

/** An operator refunds the newest order of a seller that the stand-in knows. */
async function refund(deps: SaleDeps, username: string): Promise<void> {
  const { db } = deps;
  const [row] = await db
    .select({ id: orderRows.id })
    .from(orderRows)
    .innerJoin(
      sql`payments`,
      sql`payments.order_id = ${orderRows.id} and payments.payment_intent_id not like 'pi_seed_%'`,
    )
    .where(and(eq(orderRows.sellerId, userId(username)), eq(orderRows.status, "completed")))
    .limit(1);
  const order = row && (await orders.find(db, row.id));
  const by = userId("admin");
  if (
    !order ||
    !(await orderTransitions.refund(deps, order, order.priceCents, by, "The files cannot be printed"))
  )
    throw new Error(`No order of ${username} was refunded`);
  await refunds.sendDue(deps, 0);
  await settle(deps, order.id);
  await settle(deps, order.id);
}
