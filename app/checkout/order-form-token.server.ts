import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as credit from "#app/ledger/credit.server.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { replacedOrders } from "#app/orders/orders.server.ts";
import { orders } from "#drizzle/schema.ts";

/**
 * What a gig's order form needs from its viewer. The token is the same on every page of the gig until the
 * viewer has paid for it, so that two tabs, or a page reached by Back, place one order. After that the gig's
 * pages have a new token, and an old form redirects to the paid order.
 * @returns the form token, and the credit that the viewer can use, in cents
 */
export async function orderFormToken(
  db: Db,
  viewerId: string,
  gigId: string,
): Promise<{ token: string; creditCents: number }> {
  const isPaid = inArray(orders.paymentStatus, ["paid", "refunded"]);
  const bought = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.buyerId, viewerId), eq(orders.gigId, gigId), isPaid));
  const token = (await sha256(`${viewerId}:${gigId}:${bought.length}`)).slice(0, 22);
  // A new order from this form replaces the unpaid ones, and may use their credit.
  return { token, creditCents: await credit.available(db, viewerId, replacedOrders(viewerId, gigId, token)) };
}
