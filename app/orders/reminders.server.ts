import { and, eq, lte, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as guards from "#app/lib/guards.server.ts";
import { runDue, type Work } from "#app/lib/work.ts";
import { deadlineOf, nextReminderAt, remindersOf } from "#app/orders/clocks.ts";
import type { Order } from "#app/orders/orders.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { orders } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "log">;

/**
 * The reminders that are due (docs/specification.md#order-reminders). Each is written once, even by
 * concurrent runs.
 */
export const dueReminders: Work<Deps> = {
  async find({ db, clock }, limit) {
    const due = await db
      .select({ id: orders.id })
      .from(orders)
      .where(lte(orders.reminderAt, clock.now()))
      .orderBy(orders.reminderAt)
      .limit(limit);
    return due.map(({ id }) => id);
  },
  async run({ db, clock, log }, id) {
    const at = clock.now();
    const [order] = await db
      .select()
      .from(orders)
      .where(and(eq(orders.id, id), lte(orders.reminderAt, at)));
    if (!order) return false;
    try {
      return (await remind(db, order, at)) > 0;
    } catch (error) {
      log("warn", "reminder not written", { order: id, error: errorStack(error) });
      return false;
    }
  },
};

/** Writes due reminders of at most 50 orders. @returns for how many orders some were written */
export function write(deps: Deps): Promise<number> {
  return runDue(dueReminders, deps);
}

/**
 * One batch: the emails, and the time of the next reminder. It requires the order as it was read: if it has
 * changed, or another sweep has written the reminders, the batch is rolled back.
 */
async function remind(db: Db, order: Order, at: number): Promise<number> {
  const mails = dueOf(order, at).map((reminder) => {
    const id = `${order.id}:${reminder.kind}:${reminder.to}:${reminder.at}`;
    return outbox.mailOnce(db, id, reminder.kind, order[`${reminder.to}Id`], order.id, at);
  });
  const isUnchanged = sql`exists (select 1 from orders
    where id = ${order.id} and version = ${order.version} and reminder_at = ${order.reminderAt})`;
  const next = db
    .update(orders)
    .set({ reminderAt: nextReminderAt(order, at) })
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.version, order.version),
        eq(orders.reminderAt, order.reminderAt ?? 0),
      ),
    );
  try {
    if (mails.length > 0) await db.batch([guards.that(db, "order-unchanged", isUnchanged), ...mails, next]);
    else await next;
    return mails.length;
  } catch (error) {
    if (guards.broken(error) === "order-unchanged" || brokeUnique(error, "outbox.id")) return 0;
    throw error;
  }
}

/**
 * The reminders to send now. After a long gap between sweeps, only the last one. None if an automatic
 * transition of the order is due.
 */
function dueOf(order: Order, at: number): ReturnType<typeof remindersOf> {
  const deadline = deadlineOf(order);
  if (deadline !== null && deadline.at <= at) return [];
  const due = remindersOf(order).filter(
    (reminder) => reminder.at >= (order.reminderAt ?? at) && reminder.at <= at,
  );
  return due.filter((reminder) => reminder.at === due.at(-1)?.at);
}
