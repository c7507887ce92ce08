import { and, eq, lte, sql } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { isOfActiveUser } from "#app/sellers/registrations.server.ts";
import { sellers } from "#drizzle/schema.ts";

/**
 * The one email to a user who has applied but not paid after a day
 * (docs/specification.md#seller-application).
 */
export const dueFeeReminders: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }, limit) {
    const due = await db
      .select({ id: sellers.id })
      .from(sellers)
      .where(lte(sellers.reminderAt, clock.now()))
      .orderBy(sellers.reminderAt)
      .limit(limit);
    return due.map(({ id }) => id);
  },
  async run({ db, clock }, id) {
    const at = clock.now();
    // If the fee was paid or waived in the meantime, or its user suspended, no email is sent.
    const isUnpaid = sql`exists (select 1 from sellers where id = ${id} and status = 'applied'
      and payment_status in ('pending', 'failed') and reminder_at <= ${at} and ${isOfActiveUser})`;
    const userId = sql<string>`(select user_id from sellers where id = ${id})`;
    const done = db
      .update(sellers)
      .set({ reminderAt: null })
      .where(and(eq(sellers.id, id), lte(sellers.reminderAt, at)));
    try {
      await db.batch([
        guards.that(db, "fee-unpaid", isUnpaid),
        outbox.mailOnce(db, `${id}:fee_reminder`, "fee_reminder", userId, id, at),
        done,
      ]);
    } catch (error) {
      if (guards.broken(error) !== "fee-unpaid" && !brokeUnique(error, "outbox.id")) throw error;
      await done;
    }
    return true;
  },
};
