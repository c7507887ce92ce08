import { and, eq, inArray, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import { day, minute, second } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { Work } from "#app/lib/work.ts";
import * as disputes from "#app/payments/disputes.server.ts";
import * as fees from "#app/payments/fees.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as refundUpdates from "#app/payments/refunds/refund-updates.server.ts";
import { idIn, isStripeError } from "#app/payments/stripe.server.ts";
import { disputes as disputeRows, mismatches, moneyCalls, payments, settings } from "#drizzle/schema.ts";

/** `queries`: how many queries the caller's database has run so far. Absent: no limit. */
type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret"> & { queries?: () => number };

/**
 * How often Stripe's lists of objects are read, and how far back they are read again each time, in ms. The
 * overlap is a day, because a session can be paid up to a day after it was created. The pause is a minute
 * short of a day, so that the daily run keeps its time of day.
 */
const pause = day - minute;
const overlap = day;

/** The maximum number of objects of a list that one run reads. The next run continues from there. */
const maxObjects = 200;

/** After this many queries a run repairs no further object. The next run continues from there. */
const maxQueries = 100;

/**
 * How far a list was read, in UTC seconds. Lists come newest first; `until` is null once the list was read to
 * its end.
 */
type Cursor = { since: number; until: number | null };
type Cursors = { at: number; sessions: Cursor; refunds: Cursor; disputes: Cursor };

/**
 * Comparing Stripe's objects with our books is one unit of work, once a day. It is a second check after
 * Stripe's list of events. Stripe's failures are only logged.
 */
export const stripeLists: Work<Deps> = {
  async find({ db, clock }) {
    const before = await readCursors(db);
    return before && clock.now() - before.at < pause ? [] : ["lists"];
  },
  async run(deps) {
    try {
      return (await compareLists(deps)) > 0;
    } catch (error) {
      if (!isStripeError(error)) throw error;
      deps.log("warn", "Stripe's lists were not read", { error: errorStack(error) });
      return false;
    }
  },
};

/**
 * Compares the paid sessions, refunds and disputes at Stripe with our books, and repairs the differences
 * (docs/specification.md#reconciliation). An object that is already in our books needs no further call.
 * @returns how many objects were repaired
 */
export async function compareLists(deps: Deps): Promise<number> {
  const { db, stripe, clock } = deps;
  const at = clock.now();
  const before = await readCursors(db);
  if (before && at - before.at < pause) return 0;
  const from = Math.floor(((before?.at ?? at) - overlap) / second);
  const oldest = await disputes.oldestOpen(db);
  const fromDispute = oldest === null ? from : Math.min(from, Math.floor((oldest - overlap) / second));
  let repaired = 0;
  const { queries = () => 0 } = deps;
  const begun = queries();
  const reconcileList = async <T extends Listed>(
    list: (params: Params) => AsyncIterable<T>,
    cursor: Cursor,
    findDifferent: (db: Db, page: T[]) => Promise<T[]>,
    repair: (object: T) => Promise<unknown>,
  ): Promise<Cursor> => {
    const { page, next } = await read(list, cursor);
    const different = await findDifferent(db, page);
    for (const object of different) {
      if (repaired > 0 && queries() - begun > maxQueries)
        return { since: cursor.since, until: object.created };
      try {
        await repair(object);
        repaired++;
      } catch (error) {
        deps.log("warn", "not reconciled", { object: object.id, error: errorStack(error) });
      }
    }
    return next;
  };
  const cursor = (last: Cursor | undefined, since: number): Cursor =>
    last && last.until !== null ? last : { since, until: null };
  const cursors: Cursors = {
    at,
    sessions: await reconcileList(
      (params) => stripe.checkout.sessions.list({ ...params, status: "complete" }),
      cursor(before?.sessions, from),
      unsettledSessions,
      (session) => bookSession(deps, session),
    ),
    refunds: await reconcileList(
      (params) => stripe.refunds.list(params),
      cursor(before?.refunds, from),
      unsettledRefunds,
      (refund) => refundUpdates.book(deps, refund),
    ),
    disputes: await reconcileList(
      (params) => stripe.disputes.list(params),
      cursor(before?.disputes, fromDispute),
      changedDisputes,
      (dispute) => disputes.sync(deps, dispute.id),
    ),
  };
  const isUnfinished = [cursors.sessions, cursors.refunds, cursors.disputes].some(
    ({ until }) => until !== null,
  );
  // The next sweep continues an unfinished list without a pause.
  await saveCursors(db, isUnfinished ? { ...cursors, at: at - pause } : cursors);
  return repaired;
}

type Listed = { id: string; created: number };
type Params = { limit: number; created: { gte: number; lte?: number } };

/** Reads one page of a list. @returns the page, and where the next run continues */
async function read<T extends Listed>(list: (params: Params) => AsyncIterable<T>, { since, until }: Cursor) {
  const page: T[] = [];
  const created = until === null ? { gte: since } : { gte: since, lte: until };
  for await (const object of list({ limit: 100, created })) {
    if (page.length === maxObjects) return { page, next: { since, until: object.created } };
    page.push(object);
  }
  return { page, next: { since, until: null } };
}

/** The ids of a page as one bound parameter, because D1 allows a hundred parameters per query. */
function idsOf(page: Listed[]) {
  return sql`(select value from json_each(${JSON.stringify(page.map(({ id }) => id))}))`;
}

/** Books a session's payment and Stripe's fee. */
async function bookSession(deps: Deps, session: Stripe.Checkout.Session): Promise<void> {
  await fulfil(deps, session.id);
  const intent = idIn(session.payment_intent);
  if (intent) await fees.book(deps, intent);
}

async function unsettledSessions(
  db: Db,
  page: Stripe.Checkout.Session[],
): Promise<Stripe.Checkout.Session[]> {
  const booked = await db
    .select({ id: payments.checkoutSessionId })
    .from(payments)
    .where(
      and(
        inArray(payments.checkoutSessionId, idsOf(page)),
        // Each payment of an order has a fee, and so may a dispute.
        sql`(outcome in ('mismatch', 'resolved') or (select count(*) from ledger where (ledger.order_id = payments.order_id or ledger.registration_id = payments.registration_id)
            and account = 'stripe_fees' and "transaction" like 'fee:%' and not exists (select 1 from disputes where "transaction" = 'fee:' || disputes.id))
          >= (select count(*) from payments paid where (paid.order_id = payments.order_id or paid.registration_id = payments.registration_id) and paid.outcome not in ('mismatch', 'resolved')))`,
      ),
    );
  const known = new Set([...booked, ...(await queued(db, page))].map(({ id }) => id));
  return page.filter(({ id }) => !known.has(id));
}

async function unsettledRefunds(db: Db, page: Stripe.Refund[]): Promise<Stripe.Refund[]> {
  const calls = await db
    .select({ id: moneyCalls.stripeId, state: moneyCalls.state })
    .from(moneyCalls)
    .where(and(eq(moneyCalls.kind, "refund"), inArray(moneyCalls.stripeId, idsOf(page))));
  const states = new Map(calls.map(({ id, state }) => [id, state]));
  const queuedIds = new Set((await queued(db, page)).map(({ id }) => id));
  return page.filter(({ id, status }) => {
    const expected = status === "succeeded" ? "confirmed" : status === "pending" ? "sent" : "failed";
    return !queuedIds.has(id) && states.get(id) !== expected;
  });
}

async function changedDisputes(db: Db, page: Stripe.Dispute[]): Promise<Stripe.Dispute[]> {
  const rows = await db
    .select({ id: disputeRows.id, state: disputeRows.state })
    .from(disputeRows)
    .where(inArray(disputeRows.id, idsOf(page)));
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const queue = new Map((await queued(db, page)).map((row) => [row.id, row]));
  return page.filter((dispute) => {
    const state = disputes.stateOf(dispute);
    const row = queue.get(dispute.id);
    // An inquiry is queued for the operator once. It may later become a dispute or end.
    if (state === null) return dispute.status === "warning_closed" ? row?.resolvedAt === null : !row;
    return (states.get(dispute.id) ?? row?.disputeState) !== state;
  });
}

/** The objects of a page that are, or were, in the operator's queue. */
function queued(db: Db, page: Listed[]) {
  return db
    .select({ id: mismatches.id, resolvedAt: mismatches.resolvedAt, disputeState: mismatches.disputeState })
    .from(mismatches)
    .where(inArray(mismatches.id, idsOf(page)));
}

/** The name of the setting that stores the cursors. */
const key = "reconciled";

async function readCursors(db: Db): Promise<Cursors | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  return row ? JSON.parse(row.value) : null;
}

async function saveCursors(db: Db, cursors: Cursors): Promise<void> {
  const value = JSON.stringify(cursors);
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}
