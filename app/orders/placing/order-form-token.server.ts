import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as credit from "#app/ledger/credit.server.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { beforeIt } from "#app/orders/orders.server.ts";
import { orders } from "#drizzle/schema.ts";

/**
 * What an order form of a gig knows of whoever looks at it. Its token is the same on every page of this gig until they have paid for it, so that
 * two tabs, or the page that Back shows, lead to one order; then it is another, and the old form leads to what was bought.
 * @returns the one-time form token, and the credit that they have to use, in cents
 */
export async function orderFormToken(
  db: Db,
  viewerId: string,
  gigId: string,
): Promise<{ token: string; creditCents: number }> {
  const paid = inArray(orders.paymentStatus, ["paid", "refunded"]);
  const bought = await db
    .select({ n: orders.n })
    .from(orders)
    .where(and(eq(orders.buyerId, viewerId), eq(orders.gigId, gigId), paid));
  const token = (await sha256(`${viewerId}:${gigId}:${bought.length}`)).slice(0, 22);
  // An order from here takes the place of the unpaid ones, and their credit with it.
  return { token, creditCents: await credit.available(db, viewerId, beforeIt(viewerId, gigId, token)) };
}
