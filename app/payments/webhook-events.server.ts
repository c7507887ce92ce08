import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { hour, minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { Work } from "#app/lib/work.ts";
import * as balanceEntries from "#app/payments/balance/balance-entries.server.ts";
import * as disputes from "#app/payments/disputes.server.ts";
import * as fees from "#app/payments/fees.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as refundUpdates from "#app/payments/refunds/refund-updates.server.ts";
import {
  aboutOf,
  type EventObject,
  type eventTypes,
  isHandled,
  type StripeEvent,
} from "#app/payments/stripe-event.ts";
import { webhookEvents, webhookRejections } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/**
 * Stores an event of a verified webhook or of Stripe's list, before it is processed
 * (docs/specification.md#webhooks).
 * @param at UTC ms
 * @returns false if it is already stored
 */
export async function store(db: Db, event: StripeEvent, at: number): Promise<boolean> {
  const { id, type } = event;
  const row = { id, type, payload: JSON.stringify(event), about: aboutOf(event), receivedAt: at, dueAt: at };
  try {
    await db.insert(webhookEvents).values({ ...row, attempts: 0 });
    return true;
  } catch (error) {
    if (brokeUnique(error, "webhook_events.id")) return false;
    throw error;
  }
}

/**
 * Stores the events that are not stored yet, in one statement.
 * @param at UTC ms
 * @returns their number
 */
export async function storeMissing(db: Db, events: StripeEvent[], at: number): Promise<number> {
  const rows = events.map((event) => ({
    id: event.id,
    type: event.type,
    payload: JSON.stringify(event),
    about: aboutOf(event),
  }));
  const { meta } = await db.run(sql`
    insert into webhook_events (id, type, payload, about, received_at, due_at, attempts)
    select value ->> '$.id', value ->> '$.type', value ->> '$.payload', value ->> '$.about', ${at}, ${at}, 0 from json_each(${JSON.stringify(rows)})
    where true on conflict (id) do nothing`);
  return meta.changes;
}

type Reason = "bad signature" | "stale" | "no signature" | "too big" | "unreadable";

/** Why a delivery from Stripe or from the mail provider is rejected. */
export type Rejection = Reason | "wrong mode" | `mail: ${Reason}`;

/** Counts rejected deliveries, per hour and reason. @param at UTC ms */
export async function countRejections(db: Db, counts: Map<Rejection, number>, at: number): Promise<void> {
  const rows = [...counts].map(([reason, count]) => ({ hour: at - (at % hour), reason, count }));
  await db
    .insert(webhookRejections)
    .values(rows)
    .onConflictDoUpdate({
      target: [webhookRejections.hour, webhookRejections.reason],
      set: { count: sql`${webhookRejections.count} + excluded.count` },
    });
}

type Row = typeof webhookEvents.$inferSelect;

/**
 * Handles the events of connected accounts. A later area (app/payouts) implements it, so the callers pass it
 * in.
 * @param account `acct_…` @param event its type, and the id of its object
 */
export type AccountHandler = (
  deps: Deps,
  account: string,
  event: { type: string; objectId: string },
) => Promise<void>;

/**
 * Processes a stored event and marks it as processed. Every handler is safe to run twice and in any order,
 * because Stripe guarantees neither.
 * @throws the handler's error, after recording it on the row; the sweep retries
 */
export async function processEvent(deps: Deps, id: string, onAccount: AccountHandler): Promise<void> {
  const { db, clock } = deps;
  const [row] = await db
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt)));
  if (!row || !(await claim(db, row, clock.now()))) return;
  try {
    await handle(deps, JSON.parse(row.payload), onAccount);
    await db
      .update(webhookEvents)
      .set({ processedAt: clock.now(), error: null, payload: "" })
      .where(eq(webhookEvents.id, id));
  } catch (error) {
    await db
      .update(webhookEvents)
      .set({ error: String(error).slice(0, 500) })
      .where(eq(webhookEvents.id, id));
    throw error;
  }
}

/**
 * Claims an event, so that only one of several workers processes it. If that worker fails or stops, the event
 * is due again after a pause: a minute at first, doubled with every attempt, at most 6 hours.
 */
async function claim(db: Db, { id, attempts }: Row, at: number): Promise<boolean> {
  const pause = Math.min(minute * 2 ** attempts, 6 * hour);
  const { meta } = await db
    .update(webhookEvents)
    .set({ attempts: attempts + 1, dueAt: at + pause })
    .where(
      and(eq(webhookEvents.id, id), eq(webhookEvents.attempts, attempts), isNull(webhookEvents.processedAt)),
    );
  return meta.changes === 1;
}

/**
 * Processes a stored event as `processEvent` does. A failure is only logged, because the sweep retries.
 * @returns false if it failed
 */
export async function tryProcessing(deps: Deps, id: string, onAccount: AccountHandler): Promise<boolean> {
  try {
    await processEvent(deps, id, onAccount);
    return true;
  } catch (error) {
    deps.log("warn", "webhook event failed", { webhook: id, error: errorStack(error) });
    return false;
  }
}

/** The stored events that are due. */
export const waitingEvents = (onAccount: AccountHandler): Work<Deps> => ({
  async find({ db, clock }, limit) {
    const waiting = await db
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(and(isNull(webhookEvents.processedAt), lte(webhookEvents.dueAt, clock.now())))
      .orderBy(webhookEvents.dueAt)
      .limit(limit);
    return waiting.map(({ id }) => id);
  },
  async run(deps, id) {
    await tryProcessing(deps, id, onAccount);
    return true;
  },
});

type Handler = (deps: Deps, object: EventObject) => Promise<unknown>;

const session: Handler = (deps, { id }) => fulfil(deps, id);
const refund: Handler = async (deps, { id }) =>
  await refundUpdates.book(deps, await deps.stripe.refunds.retrieve(id));
const dispute: Handler = (deps, { id }) => disputes.sync(deps, id);

/** Money moved: the next sweep reads the list of balance transactions. */
const balance: Handler = ({ db, clock }) => balanceEntries.moved(db, clock.now());

/**
 * The handler of each type of event. An event may be out of date, so the current state is always read from
 * Stripe.
 */
const handlers: Record<(typeof eventTypes)[number], Handler> = {
  "checkout.session.completed": session,
  "checkout.session.async_payment_succeeded": session,
  "checkout.session.async_payment_failed": session,
  "checkout.session.expired": session,
  "charge.updated": async (deps, object) => {
    if (object.payment_intent) await fees.book(deps, object.payment_intent);
  },
  "charge.refunded": (deps, { id }) => refundUpdates.bookCharge(deps, id),
  "refund.created": refund,
  "refund.updated": refund,
  "refund.failed": refund,
  "charge.dispute.created": dispute,
  "charge.dispute.updated": dispute,
  "charge.dispute.closed": dispute,
  "transfer.reversed": balance,
  "balance.available": balance,
};

/** Never treats an event of a connected account as one of the platform's own. */
async function handle(
  deps: Deps,
  { id, type, data, account }: StripeEvent,
  onAccount: AccountHandler,
): Promise<void> {
  if (account !== undefined) await onAccount(deps, account, { type, objectId: data.object.id });
  else if (isHandled(type)) await handlers[type](deps, data.object);
  else deps.log("info", "webhook event ignored", { webhook: id, type });
}
