import { and, eq, lte, sql } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { sellers } from "#drizzle/schema.ts";

/**
 * The one mail to a user who has applied and not paid after a day (docs/specification.md#seller-application).
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
    // Null if the fee was paid or waived in the meantime: then there is no mail.
    const unpaid = sql<string>`(select user_id from sellers where id = ${id} and status = 'applied'
      and payment_status in ('pending', 'failed') and reminder_at <= ${at})`;
    const done = db
      .update(sellers)
      .set({ reminderAt: null })
      .where(and(eq(sellers.id, id), lte(sellers.reminderAt, at)));
    try {
      await db.batch([outbox.mailOnce(db, `${id}:fee_reminder`, "fee_reminder", unpaid, id, at), done]);
    } catch (error) {
      if (!brokeNotNull(error, "outbox.user_id") && !brokeUnique(error, "outbox.id")) throw error;
      await done;
    }
    return true;
  },
};
