import { and, eq, isNotNull } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { tellOffer } from "#app/conversations/live/offer-changed.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { Work } from "#app/lib/work.ts";
import * as automatic from "#app/transitions/automatic-transitions.server.ts";
import { orders } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "inboxes" | "log">;

/**
 * Pushes the offer of a cancelled order to the open pages of both participants: if the order ended unpaid, a
 * trigger has opened the offer again. Best effort, so a failure is only logged.
 */
export async function tellReopened({ db, inboxes, log }: Deps, orderId: string): Promise<void> {
  try {
    const [order] = await db
      .select({ offerId: orders.offerId })
      .from(orders)
      .where(and(eq(orders.id, orderId), eq(orders.status, "cancelled"), isNotNull(orders.offerId)));
    if (order?.offerId) await tellOffer({ db, inboxes }, order.offerId);
  } catch (error) {
    log("warn", "offer not pushed", { order: orderId, error: errorStack(error) });
  }
}

/** The orders whose deadline has passed. An unpaid one that expires opens its offer again. */
export const dueOrders: Work<Deps & Parameters<typeof automatic.dueOrders.run>[0]> = {
  find: automatic.dueOrders.find,
  async run(deps, id) {
    const hasChanged = await automatic.dueOrders.run(deps, id);
    if (hasChanged) await tellReopened(deps, id);
    return hasChanged;
  },
};
