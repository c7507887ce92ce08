import { eq } from "drizzle-orm";
import { auditLog, moneyCalls, orderEvents, orders } from "#drizzle/schema.ts";
import { db, type Visitor } from "../../support/visitor.ts";

export const reason = "Both of them wrote to us about it";

/** The rows of an order that operators write. */
export async function stateOf(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(orderEvents.seq);
  const audit = await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.number);
  const calls = await db
    .select()
    .from(moneyCalls)
    .where(eq(moneyCalls.orderId, id))
    .orderBy(moneyCalls.number);
  if (!order) throw new Error("No order");
  return { order, events, audit, refunds: calls.filter(({ kind }) => kind === "refund") };
}

const versionOf = async (id: string) =>
  String((await db.select().from(orders).where(eq(orders.id, id)))[0]?.version ?? 0);

/** Sends the form of an order's page that was read just now. */
export const act = async (user: Visitor, id: string, fields: Record<string, string>) =>
  await user.submit(`/admin/orders/${id}`, { reason, version: await versionOf(id), ...fields });
