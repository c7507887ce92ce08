import { sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { Work } from "#app/lib/work.ts";
import { isStripeError, refused } from "#app/payments/stripe.server.ts";
import type { AccountRow } from "#app/payouts/accounts/accounts.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { closeForgotten } from "#app/payouts/accounts/close-account.server.ts";
import * as openAccount from "#app/payouts/accounts/open-account.server.ts";
import { read, readNamed } from "#app/payouts/accounts/read-account.server.ts";
import * as bankPayouts from "#app/payouts/bank/bank-payouts.server.ts";
import * as readPayout from "#app/payouts/bank/read-payout.server.ts";

// What makes us read a connected account or one of its payouts: an event, or the sweep.

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/**
 * Handles an event of a connected account. The event is not trusted: the account or payout that it names is
 * read from Stripe.
 * @param stripeId `acct_…` @param event its type, and the id of its object
 * @throws Stripe's error: the event is retried
 */
export async function onAccountEvent(
  deps: Deps,
  stripeId: string,
  event: { type: string; objectId: string },
): Promise<void> {
  if (!event.type.startsWith("payout.")) return await readNamed(deps, stripeId);
  const account = await accounts.find(deps.db, { stripeId });
  if (account) await followPayout(deps, account, event.objectId);
  else deps.log("info", "event of an unknown account", { account: stripeId });
}

/** Reads a payout. If it failed, reads the account too, because Stripe has disabled its bank account. */
async function followPayout(deps: Deps, account: AccountRow, id: string): Promise<void> {
  try {
    if ((await readPayout.read(deps, account, id)) !== "failed") return;
  } catch (error) {
    if (!refused(error) && account.open) throw error;
    // Stripe has no such payout of this account, or the account is closed. It is not asked again.
    deps.log("warn", "payout not read", { payout: id, error: errorStack(error) });
    await bankPayouts.neverRead(deps.db, id);
    return;
  }
  const current = await accounts.find(deps.db, { id: account.id });
  if (current && !current.bankErrored) await read(deps, current);
}

/** How many accounts and payouts one run of the sweep reads. */
const maxInRun = 20;

/** The accounts and bank payouts that are due to be read. A payout's id begins with `po_`. */
export const dueAccounts: Work<Deps> = {
  find: ({ db, clock }, limit) => findDue(db, clock.now(), Math.min(limit, maxInRun)),
  async run(deps, id) {
    try {
      return await (id.startsWith("po_") ? runPayout(deps, id) : runAccount(deps, id));
    } catch (error) {
      if (!isStripeError(error)) throw error;
      deps.log("warn", "account not read", { account: id, error: errorStack(error) });
      return true;
    }
  },
};

/** The ids of what is due, the longest overdue first. @param at UTC ms */
async function findDue(db: Db, at: number, limit: number): Promise<string[]> {
  const due = (table: "payout_accounts" | "bank_payouts") =>
    sql`select id, check_at from ${sql.identifier(table)} where check_at is not null and check_at <= ${at}`;
  const rows = await db.all<{ id: string }>(
    sql`${due("payout_accounts")} union all ${due("bank_payouts")} order by check_at limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

async function runPayout(deps: Deps, id: string): Promise<boolean> {
  const { db, clock } = deps;
  if (!(await bankPayouts.takeDue(db, id, clock.now()))) return false;
  const payout = await bankPayouts.find(db, id);
  const account = payout && (await accounts.find(db, { id: payout.accountId }));
  if (account) await followPayout(deps, account, id);
  return true;
}

async function runAccount(deps: Deps, id: string): Promise<boolean> {
  const { db, clock } = deps;
  const account = await accounts.takeDue(db, id, clock.now());
  if (!account) return false;
  const leftAt = await accounts.findForgotten(db, account.userId);
  if (leftAt !== null) {
    await closeForgotten(deps, account, leftAt);
    return true;
  }
  if (account.stripeId !== null) {
    await read(deps, account);
    return true;
  }
  if ((await openAccount.create(deps, account)) === null) return true;
  const created = await accounts.find(db, { id });
  if (created) await read(deps, created);
  return true;
}
