import { sql } from "drizzle-orm";
import { uncounted } from "#app/admin/figures/counting.server.ts";
import { none, type Period, type Sums, startOf, total } from "#app/admin/figures/figure.ts";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { runDue } from "#app/lib/work.ts";
import * as schema from "#drizzle/schema.ts";

/** Counts the operator's figures until nothing is left. @returns how many units it took */
export async function countFigures(db: Db): Promise<number> {
  let units = 0;
  for (let done = -1; done !== 0; units += Math.max(0, done)) done = await runDue(uncounted, { db });
  return units;
}

type Addition = [at: number, adds: Partial<Sums>];

/** What the rows of the ledger add to the figures. */
async function moved(db: Db): Promise<Addition[]> {
  return (await db.select().from(schema.ledger)).map(
    ({ account, transaction, orderId, amountCents: cents, at }) => {
      const isRevenue = account === "platform_revenue";
      const isShare = orderId !== null && (isRevenue || account === "seller_payable");
      return [
        at,
        {
          grossCents: isShare && transaction.startsWith("payment:") ? -cents : 0,
          refundedCents: isShare && transaction.startsWith("return:") ? cents : 0,
          feeCents: isRevenue && orderId !== null ? -cents : 0,
          registrationCents: isRevenue && orderId === null ? -cents : 0,
          creditCents: account === "promotions" ? cents : 0,
          stripeFeeCents: account === "stripe_fees" ? cents : 0,
        },
      ];
    },
  );
}

/** What the events of orders and registrations, new gigs and new users add. */
async function happened(db: Db): Promise<Addition[]> {
  const [orders, events, sold, gigs, users] = await Promise.all([
    db.select().from(schema.orders),
    db.select().from(schema.orderEvents),
    db.select().from(schema.sellerEvents).orderBy(schema.sellerEvents.number),
    // By day: there may be a million. While they were counted here, the connection to the database closed.
    db.all<{ at: number; gigs: number }>(
      sql`select created_at / 86400000 * 86400000 as at, count(*) as gigs from gigs group by 1`,
    ),
    db.select({ createdAt: schema.users.createdAt }).from(schema.users),
  ]);
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  const activated = new Map<string, number>();
  for (const { kind, sellerId, at } of sold)
    if ((kind === "paid" || kind === "waived") && !activated.has(sellerId)) activated.set(sellerId, at);
  return [
    ...events.map(({ kind, orderId, at }): Addition => {
      const { paidAt, firstDeliveredAt, firstDueAt, deliveryDate } = orderOf.get(orderId) ?? {};
      const due = firstDueAt ?? deliveryDate ?? Number.POSITIVE_INFINITY;
      const isCompleted = kind === "completed";
      const isStarted = kind === "started";
      return [
        at,
        {
          placed: Number(kind === "placed"),
          paid: Number(kind === "paid"),
          cancelled: Number(kind === "cancelled" || kind === "declined"),
          completed: Number(isCompleted),
          late: Number(isCompleted && (firstDeliveredAt ?? at) > due),
          started: Number(isStarted),
          startMs: isStarted && paidAt != null ? at - paidAt : 0,
        },
      ];
    }),
    ...[...activated.values()].map((at): Addition => [at, { sellers: 1 }]),
    ...gigs.map(({ at, ...added }): Addition => [at, added]),
    ...users.map(({ createdAt }): Addition => [createdAt, { users: 1 }]),
  ];
}

/**
 * Compares the figures of every day, week and month with the rows that were to be counted, without the
 * product's SQL, and their sums with the accounts of the ledger and the states of the orders.
 * @returns what differs, or null
 */
export async function findFigureProblem(db: Db): Promise<string | null> {
  const expected = new Map<string, Sums>();
  for (const [at, adds] of [...(await moved(db)), ...(await happened(db))])
    for (const by of ["day", "week", "month"] as Period[]) {
      const key = `${by} ${startOf(by, Math.floor(at / day))}`;
      expected.set(key, total([expected.get(key) ?? none, { ...none, ...adds }]));
    }
  const rows = await db.select().from(schema.figures);
  const found = new Map(rows.map((row) => [`${row.period} ${row.start}`, row]));
  for (const key of new Set([...expected.keys(), ...found.keys()])) {
    const problem = difference(found.get(key) ?? none, expected.get(key) ?? none);
    if (problem) return `${key}: ${problem}`;
  }
  const { feeCents, registrationCents, ...all } = total(rows.filter(({ period }) => period === "day"));
  const totals = new Map(
    (await db.select().from(schema.ledgerTotals)).map((one) => [one.account, one.cents]),
  );
  const states = (await db.select().from(schema.orders)).map(({ status }) => status);
  return difference(
    { ...all, feeCents: feeCents + registrationCents },
    {
      feeCents: 0 - (totals.get("platform_revenue") ?? 0),
      creditCents: totals.get("promotions") ?? 0,
      stripeFeeCents: totals.get("stripe_fees") ?? 0,
      placed: states.length,
      cancelled: states.filter((status) => status === "cancelled").length,
      completed: states.filter((status) => status === "completed").length,
    },
  );
}

function difference(found: Partial<Sums>, expected: Partial<Sums>): string | null {
  const [wrong] = (Object.keys(expected) as (keyof Sums)[]).filter((key) => found[key] !== expected[key]);
  return wrong ? `${wrong} is ${found[wrong]} instead of ${expected[wrong]}` : null;
}
