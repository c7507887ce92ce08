import { eq } from "drizzle-orm";
import { hour, minute } from "#app/lib/dates.ts";
import {
  auditLog,
  deadLetters,
  mismatches,
  moneyCalls,
  orders,
  outbox,
  payments,
  webhookEvents,
  webhookRejections,
} from "#drizzle/schema.ts";
import { person } from "../../support/factories.ts";
import { db } from "../../support/visitor.ts";

/** Settles everything that earlier tests of the file left behind, so that nothing is stuck. */
export async function clearStuck(): Promise<void> {
  await db.batch([
    db.update(outbox).set({ sentAt: 1, error: null }),
    db.update(webhookEvents).set({ processedAt: 1, error: null }),
    db.update(moneyCalls).set({ state: "confirmed", open: false }),
    db.update(orders).set({ status: "completed", stage: "closed", hold: "none" }),
    db.update(payments).set({ outcome: "returned" }).where(eq(payments.outcome, "mismatch")),
    db.update(mismatches).set({ resolvedAt: 1 }),
    db.delete(webhookRejections),
    db.delete(deadLetters),
    db.update(orders).set({ deadlineAt: null }),
  ]);
}

/** A row of the outbox from 40 minutes ago. @returns its id */
export async function mailRow(state: Partial<typeof outbox.$inferInsert>): Promise<string> {
  const { id: userId } = await person(db);
  const at = Date.now() - 40 * minute;
  const id = crypto.randomUUID();
  await db.insert(outbox).values({
    id,
    kind: "password_changed",
    userId,
    createdAt: at,
    dueAt: Date.now() + hour,
    attempts: 0,
    ...state,
  });
  return id;
}

/** A stored webhook from two hours ago, tried once. @returns its id */
export async function webhookRow(state: Partial<typeof webhookEvents.$inferInsert> = {}): Promise<string> {
  const id = `evt_${crypto.randomUUID()}`;
  const payload = JSON.stringify({ id, type: "customer.created", data: { object: {} } });
  const at = Date.now() - 2 * hour;
  await db
    .insert(webhookEvents)
    .values({ id, type: "customer.created", payload, receivedAt: at, dueAt: at, attempts: 1, ...state });
  return id;
}

/** A refund call from ten minutes ago, due unless `state` says otherwise. */
export async function callRow(
  orderId: string,
  state: Partial<typeof moneyCalls.$inferInsert>,
): Promise<void> {
  await db.insert(moneyCalls).values({
    id: crypto.randomUUID(),
    kind: "refund",
    orderId,
    attempt: 1,
    params: "{}",
    state: "due",
    open: false,
    at: Date.now() - 10 * minute,
    updatedAt: Date.now(),
    ...state,
  });
}

/** The actions and reasons of a subject's audit rows. */
export async function auditOf(id: string) {
  return (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map((row) => [
    row.action,
    row.reason,
  ]);
}
