import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import { webhookEvents } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/**
 * Keeps a verified event before anything is done about it.
 * @param event `payload` is the raw body @param at UTC ms
 * @returns false when it is here already
 */
export async function store(
  db: Db,
  event: { id: string; type: string; payload: string },
  at: number,
): Promise<boolean> {
  try {
    await db.insert(webhookEvents).values({ ...event, receivedAt: at, attempts: 0 });
    return true;
  } catch (error) {
    if (brokeUnique(error, "webhook_events.id")) return false;
    throw error;
  }
}

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
  if (!row) return;
  try {
    await handle(deps, JSON.parse(row.payload));
    await db
      .update(webhookEvents)
      // Stripe keeps it; here it would be one more place that knows the payer's address.
      .set({
        processedAt: clock.now(),
        attempts: sql`${webhookEvents.attempts} + 1`,
        error: null,
        payload: "",
      })
      .where(eq(webhookEvents.id, id));
  } catch (error) {
    await db
      .update(webhookEvents)
      .set({ attempts: sql`${webhookEvents.attempts} + 1`, error: String(error).slice(0, 500) })
      .where(eq(webhookEvents.id, id));
    throw error;
  }
}

/** Part of the sweep: events that were stored but not done, older than a minute. @returns how many were tried */
export async function workWaiting(deps: Deps): Promise<number> {
  const waiting = await deps.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), lte(webhookEvents.receivedAt, deps.clock.now() - minute)))
    .orderBy(webhookEvents.attempts, webhookEvents.receivedAt)
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

async function handle(deps: Deps, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      await fulfil(deps, event.data.object.id);
      return;
    case "checkout.session.expired": {
      const call = await moneyCalls.find(deps.db, { stripeId: event.data.object.id });
      if (call?.open) await moneyCalls.settle(deps.db, call.id, { open: false }, deps.clock.now());
      return;
    }
    case "refund.updated":
    case "refund.failed":
      // The event may be older than what is true now: the refund itself is asked.
      await refunds.confirm(deps, await deps.stripe.refunds.retrieve(event.data.object.id));
      return;
    default:
      deps.log("info", "webhook of no interest", { webhook: event.id, type: event.type });
  }
}
