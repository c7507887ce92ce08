import { and, eq, inArray, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import { day, minute, second } from "#app/lib/dates.ts";
import * as disputes from "#app/payments/disputes.server.ts";
import * as fees from "#app/payments/fees.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import { errorText, idIn } from "#app/payments/stripe.server.ts";
import { disputes as disputeRows, mismatches, moneyCalls, payments, settings } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/** How often Stripe's lists are looked at, and how far they are read again each time: a session may be paid for a day. In ms. */
const pause = 10 * minute;
const overlap = day;

/** Most objects of a list that one look reads; the next one goes on where it ended. */
const most = 200;

/** How far each list was read. `since`, `until`: UTC seconds; `until` null: to its end. */
type Place = { since: number; until: number | null };
type Places = { at: number; sessions: Place; refunds: Place; disputes: Place };

/**
 * Part of the sweep, every ten minutes: finds at Stripe what nobody told us of, paid sessions, refunds and disputes, and repairs it. What
 * our books know already costs no call of its own.
 * @returns how many were repaired
 */
export async function reconcile(deps: Deps): Promise<number> {
  const { db, stripe, clock } = deps;
  const at = clock.now();
  const before = await placesOf(db);
  if (before && at - before.at < pause) return 0;
  const from = Math.floor(((before?.at ?? at) - overlap) / second);
  const oldest = await disputes.oldestOpen(db);
  const fromDispute = oldest === null ? from : Math.min(from, Math.floor((oldest - overlap) / second));
  let repaired = 0;
  const look = async <T extends Listed>(
    list: (params: Params) => AsyncIterable<T>,
    place: Place,
    sift: (db: Db, page: T[]) => Promise<T[]>,
    repair: (one: T) => Promise<unknown>,
  ): Promise<Place> => {
    const { page, next } = await read(list, place);
    for (const one of await sift(db, page)) {
      try {
        await repair(one);
        repaired++;
      } catch (error) {
        deps.log("warn", "not reconciled", { object: one.id, error: errorText(error) });
      }
    }
    return next;
  };
  const place = (last: Place | undefined, since: number): Place =>
    last && last.until !== null ? last : { since, until: null };
  const places: Places = {
    at,
    sessions: await look(
      (params) => stripe.checkout.sessions.list({ ...params, status: "complete" }),
      place(before?.sessions, from),
      unsettledSessions,
      (session) => settle(deps, session),
    ),
    refunds: await look(
      (params) => stripe.refunds.list(params),
      place(before?.refunds, from),
      unsettledRefunds,
      (refund) => refunds.confirm(deps, refund),
    ),
    disputes: await look(
      (params) => stripe.disputes.list(params),
      place(before?.disputes, fromDispute),
      changedDisputes,
      (dispute) => disputes.follow(deps, dispute.id),
    ),
  };
  const isUnread = [places.sessions, places.refunds, places.disputes].some(({ until }) => until !== null);
  await keep(db, isUnread ? { ...places, at: at - pause } : places);
  return repaired;
}

type Listed = { id: string; created: number };
type Params = { limit: number; created: { gte: number; lte?: number } };

/** Lists come newest first. */
async function read<T extends Listed>(list: (params: Params) => AsyncIterable<T>, { since, until }: Place) {
  const page: T[] = [];
  const created = until === null ? { gte: since } : { gte: since, lte: until };
  for await (const one of list({ limit: 100, created })) {
    if (page.length === most) return { page, next: { since, until: one.created } };
    page.push(one);
  }
  return { page, next: { since, until: null } };
}

/** The ids of a page as one parameter: D1 takes a hundred. */
function among(page: Listed[]) {
  return sql`(select value from json_each(${JSON.stringify(page.map(({ id }) => id))}))`;
}

/** A session's payment, and what Stripe keeps of it. */
async function settle(deps: Deps, session: Stripe.Checkout.Session): Promise<void> {
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
        inArray(payments.checkoutSessionId, among(page)),
        sql`(outcome = 'mismatch' or exists (select 1 from ledger where ledger.order_id = payments.order_id and account = 'stripe_fees'))`,
      ),
    );
  const known = new Set([...booked, ...(await queued(db, page))].map(({ id }) => id));
  return page.filter(({ id }) => !known.has(id));
}

async function unsettledRefunds(db: Db, page: Stripe.Refund[]): Promise<Stripe.Refund[]> {
  const calls = await db
    .select({ id: moneyCalls.stripeId, state: moneyCalls.state })
    .from(moneyCalls)
    .where(and(eq(moneyCalls.kind, "refund"), inArray(moneyCalls.stripeId, among(page))));
  const states = new Map(calls.map(({ id, state }) => [id, state]));
  const noted = new Set((await queued(db, page)).map(({ id }) => id));
  return page.filter(({ id, status }) => {
    const expected = status === "succeeded" ? "confirmed" : status === "pending" ? "sent" : "failed";
    return !noted.has(id) && states.get(id) !== expected;
  });
}

async function changedDisputes(db: Db, page: Stripe.Dispute[]): Promise<Stripe.Dispute[]> {
  const rows = await db
    .select({ id: disputeRows.id, state: disputeRows.state })
    .from(disputeRows)
    .where(inArray(disputeRows.id, among(page)));
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const noted = new Set((await queued(db, page)).map(({ id }) => id));
  return page.filter((one) => {
    const state = disputes.stateOf(one);
    // A bank's question is an operator's, once; it may become a dispute.
    return state === null ? !noted.has(one.id) : states.get(one.id) !== state;
  });
}

/** What waits for an operator, or did. */
function queued(db: Db, page: Listed[]) {
  return db
    .select({ id: mismatches.id })
    .from(mismatches)
    .where(inArray(mismatches.id, among(page)));
}

const key = "reconciled";

async function placesOf(db: Db): Promise<Places | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  return row ? JSON.parse(row.value) : null;
}

async function keep(db: Db, places: Places): Promise<void> {
  const value = JSON.stringify(places);
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}
