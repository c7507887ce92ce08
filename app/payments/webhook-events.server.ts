import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { hour, minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as disputes from "#app/payments/disputes.server.ts";
import * as fees from "#app/payments/fees.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as refundUpdates from "#app/payments/refund-updates.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";
import { webhookEvents, webhookRejections } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/**
 * Stores a verified event, before it is processed (docs/specification.md#webhooks).
 * @param at UTC ms
 * @returns false if it is already stored
 */
export async function store(db: Db, event: StoredEvent, at: number): Promise<boolean> {
  const { id, type } = event;
  const row = {
    id,
    type,
    payload: JSON.stringify(withoutDetails(event)),
    receivedAt: at,
    dueAt: at,
    attempts: 0,
  };
  try {
    await db.insert(webhookEvents).values(row);
    return true;
  } catch (error) {
    if (brokeUnique(error, "webhook_events.id")) return false;
    throw error;
  }
}

/** The parts of an event that every type has. */
type StoredEvent = { id: string; type: string; data: { object: object } };
/** The fields of an event's object that the product uses. */
type EventObject = { id?: string; payment_intent?: string | { id: string } | null };

/**
 * Removes everything that the product does not use: the payer's personal data should not be stored here too.
 */
function withoutDetails({ id, type, data }: StoredEvent): StoredEvent {
  const object: EventObject = data.object;
  return {
    id,
    type,
    data: { object: { id: object.id, payment_intent: idIn(object.payment_intent ?? null) } },
  };
}

/** Why a delivery is rejected. */
export type Rejection = "bad signature" | "stale" | "no signature" | "too big" | "unreadable";

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
 * Processes a stored event and marks it as processed. Every handler is safe to run twice and in any order,
 * because Stripe guarantees neither.
 * @throws the handler's error, after it is recorded on the row; the sweep tries again
 */
export async function processEvent(deps: Deps, id: string): Promise<void> {
  const { db, clock } = deps;
  const [row] = await db
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt)));
  if (!row || !(await claim(db, row, clock.now()))) return;
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

/** Part of the sweep: processes the stored events that are due. @returns the number attempted */
export async function processWaiting(deps: Deps): Promise<number> {
  const waiting = await deps.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), lte(webhookEvents.dueAt, deps.clock.now())))
    .orderBy(webhookEvents.dueAt)
    .limit(50);
  for (const { id } of waiting) {
    try {
      await processEvent(deps, id);
    } catch (error) {
      deps.log("warn", "webhook event failed again", { webhook: id, error: errorStack(error) });
    }
  }
  return waiting.length;
}

/**
 * Handles an event by its type. An event may be out of date, so the current state is always read from Stripe.
 */
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
      await refundUpdates.bookCharge(deps, event.data.object.id);
      return;
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      await refundUpdates.book(deps, await deps.stripe.refunds.retrieve(event.data.object.id));
      return;
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
      await disputes.sync(deps, event.data.object.id);
      return;
    default:
      deps.log("info", "webhook event ignored", { webhook: event.id, type: event.type });
  }
}
