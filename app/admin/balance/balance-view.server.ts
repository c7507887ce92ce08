import { desc, isNull, sql } from "drizzle-orm";
import { figuresOf } from "#app/admin/balance/balance-figures.ts";
import type { Capabilities } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { within } from "#app/lib/reads.ts";
import * as balanceEntries from "#app/payments/balance/balance-entries.server.ts";
import { balanceDays, balanceTransactions, ledgerTotals } from "#drizzle/schema.ts";

/** How many days the page shows, how many earlier days with a difference, and how many entries. */
const shown = { days: 30, earlier: 20, entries: 50 };

/** How long the page waits for Stripe, in ms. */
const patience = 3000;

/**
 * The books and the balance at Stripe (docs/specification.md#operator-balance). It reads day sums, account
 * totals and the ledger's rows of the last minute, so its cost does not grow with the orders.
 */
export async function find(deps: Pick<Capabilities, "db" | "stripe" | "clock" | "log">) {
  const { db, clock } = deps;
  const today = Math.floor(clock.now() / day);
  const [balance, totals, days, earlier, entries] = await Promise.all([
    findBalance(deps),
    db.select().from(ledgerTotals),
    db
      .select()
      .from(balanceDays)
      .where(sql`day > ${today - shown.days}`)
      .orderBy(desc(balanceDays.day)),
    // Names its index: without statistics SQLite may read all days.
    db.all<typeof balanceDays.$inferSelect>(sql`
      select day, stripe_cents as stripeCents, ledger_cents as ledgerCents from balance_days indexed by balance_days_different
      where stripe_cents <> ledger_cents and day <= ${today - shown.days} order by day desc limit ${shown.earlier}`),
    db
      .select()
      .from(balanceTransactions)
      .where(isNull(balanceTransactions.bookedAs))
      .orderBy(desc(balanceTransactions.at))
      .limit(shown.entries),
  ]);
  const sums = Object.fromEntries(totals.map(({ account, cents }) => [account, cents]));
  return { ...balance, figures: figuresOf(sums, balance.balance), days: [...days, ...earlier], entries };
}

/** The current balance; the last reported one if Stripe does not answer in time. */
async function findBalance(deps: Parameters<typeof find>[0]) {
  try {
    return { balance: await within(patience, balanceEntries.findBalance(deps)), isCurrent: true };
  } catch (error) {
    deps.log("warn", "Stripe's balance was not read", { error: errorStack(error) });
    return { balance: await balanceEntries.lastBalance(deps.db), isCurrent: false };
  }
}
