import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { hour, minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as disputes from "#app/payments/disputes.server.ts";
import * as fees from "#app/payments/fees.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";
import { webhookEvents, webhookRejections } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/**
 * Keeps a verified event before anything is done about it.
 * @param at UTC ms
 * @returns false when it is here already
 */
export async function store(db: Db, event: Heard, at: number): Promise<boolean> {
  const { id, type } = event;
  const row = { id, type, payload: JSON.stringify(essence(event)), receivedAt: at, dueAt: at, attempts: 0 };
  try {
    await db.insert(webhookEvents).values(row);
    return true;
  } catch (error) {
    if (brokeUnique(error, "webhook_events.id")) return false;
    throw error;
  }
}

/** An event, whatever it is about. */
type Heard = { id: string; type: string; data: { object: object } };
/** What is read of that: its id, and the payment intent that it belongs to. */
type Read = { id?: string; payment_intent?: string | { id: string } | null };

/** Stripe keeps the rest; here it would be one more place that knows the payer's address. */
function essence({ id, type, data }: Heard): Heard {
  const object: Read = data.object;
  return {
    id,
    type,
    data: { object: { id: object.id, payment_intent: idIn(object.payment_intent ?? null) } },
  };
}

/** Why a delivery is turned away. */
export type Rejection = "bad signature" | "stale" | "no signature" | "too big" | "unreadable";

/** Counts a delivery that was turned away, by the hour. @param at UTC ms */
export async function countRejection(db: Db, reason: Rejection, at: number): Promise<void> {
  await db
    .insert(webhookRejections)
    .values({ hour: at - (at % hour), reason, count: 1 })
    .onConflictDoUpdate({
      target: [webhookRejections.hour, webhookRejections.reason],
      set: { count: sql`${webhookRejections.count} + 1` },
    });
}

type Row = typeof webhookEvents.$inferSelect;

/**
 * Does what an event asks for and notes that it is done. Every part of it may be done twice without harm, in any order.
 * @throws what the work throws, after noting it on the row: the sweep comes again
 */
export async function work(deps: Deps, id: string): Promise<void> {
  const { db, clock } = deps;
  const [row] = await db
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt)));
  if (!row || !(await take(db, row, clock.now()))) return;
  try {
    await handle(deps, JSON.parse(row.payload));
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
 * Takes an event to work on it: only one of several gets it. Should that one die or fail, it is due again after a pause that doubles
 * from a minute to 6 hours.
 */
async function take(db: Db, { id, attempts }: Row, at: number): Promise<boolean> {
  const pause = Math.min(minute * 2 ** attempts, 6 * hour);
  const { meta } = await db
    .update(webhookEvents)
    .set({ attempts: attempts + 1, dueAt: at + pause })
    .where(
      and(eq(webhookEvents.id, id), eq(webhookEvents.attempts, attempts), isNull(webhookEvents.processedAt)),
    );
  return meta.changes === 1;
}

/** Part of the sweep: events that were stored but not done, and whose time has come. @returns how many were tried */
export async function workWaiting(deps: Deps): Promise<number> {
  const waiting = await deps.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), lte(webhookEvents.dueAt, deps.clock.now())))
    .orderBy(webhookEvents.dueAt)
    .limit(50);
  for (const { id } of waiting) {
    try {
      await work(deps, id);
    } catch (error) {
      deps.log("warn", "webhook still not done", { webhook: id, error: errorStack(error) });
    }
  }
  return waiting.length;
}

/** An event may be older than what is true now: Stripe is asked what it is about, never the event itself. */
async function handle(deps: Deps, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      await fulfil(deps, event.data.object.id);
      return;
    case "charge.updated": {
      const intent = idIn(event.data.object.payment_intent);
      if (intent) await fees.book(deps, intent);
      return;
    }
    case "charge.refunded":
      await refunds.confirmOf(deps, event.data.object.id);
      return;
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      await refunds.confirm(deps, await deps.stripe.refunds.retrieve(event.data.object.id));
      return;
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
      await disputes.follow(deps, event.data.object.id);
      return;
    default:
      deps.log("info", "webhook of no interest", { webhook: event.id, type: event.type });
  }
}
