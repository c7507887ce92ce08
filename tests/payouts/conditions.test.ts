import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { isOff } from "#app/payouts/accounts/account.ts";
import { hasCleared as hasClearedNow } from "#app/payouts/clearing.ts";
import * as waiting from "#app/payouts/waiting.server.ts";
import { canTransferFrom } from "#app/payouts/waiting.ts";
import * as schema from "#drizzle/schema.ts";
import { orderRow } from "../support/orders.ts";
import { db } from "../support/visitor.ts";
import { now, waitingRows } from "./waiting-rows.ts";

const ids = { order: "", seller: "" };

beforeAll(async () => {
  const order = await orderRow(db, { status: "completed", stage: "closed", paidAt: now });
  Object.assign(ids, { order: order.id, seller: order.sellerId });
});

test("The condition for an account agrees with the rule in every row of the table", async () => {
  for (const { what, account } of waitingRows) {
    await db.delete(schema.payoutAccounts);
    if (account)
      await db.insert(schema.payoutAccounts).values({
        id: "a",
        userId: ids.seller,
        country: "US",
        createdAt: 1,
        updatedAt: 1,
        closedAt: account.open ? null : 1,
        ...account,
      });
    const [row] = await db.all<{ can: number; off: number }>(
      sql`select exists (select 1 from payout_accounts a where ${waiting.canTransferTo("a", now)}) as can,
        exists (select 1 from payout_accounts a where ${waiting.isOff("a")}) as off`,
    );
    const from = canTransferFrom(account);
    expect(row?.can === 1, what).toBe(from !== null && from <= now);
    expect(row?.off === 1, what).toBe(account !== null && isOff(account));
  }
});

test("The condition for an order agrees with the rule in every row of the table", async () => {
  const { order: orderId, seller: sellerId } = ids;
  for (const { what, order } of waitingRows) {
    const { clearsAt, hold, isDisputed, isExamined } = order;
    // What does not match is a payment, or something else at Stripe.
    for (const kind of ["payment", "mismatch"] as const) {
      await db.batch([
        db.delete(schema.earnings),
        db.delete(schema.disputes),
        db.delete(schema.payments),
        db.delete(schema.mismatches),
        db.insert(schema.earnings).values({ orderId, sellerId, completedAt: 1, clearsAt, dueAt: clearsAt }),
        db.update(schema.orders).set({ hold }).where(eq(schema.orders.id, orderId)),
        db.insert(schema.disputes).values({
          id: "du_1",
          orderId,
          amountCents: 1,
          state: isDisputed ? "open" : "won",
          at: 1,
        }),
        db.insert(schema.mismatches).values({
          id: "re_1",
          orderId,
          note: "It differs",
          at: 1,
          resolvedAt: isExamined && kind === "mismatch" ? null : 2,
        }),
        db.insert(schema.payments).values({
          id: "p",
          checkoutSessionId: "cs_1",
          orderId,
          amountCents: 1,
          currency: "usd",
          outcome: isExamined && kind === "payment" ? "mismatch" : "applied",
          at: 1,
        }),
      ]);
      const [row] = await db.all<{ has: number }>(
        sql`select exists (select 1 from earnings e join orders o on o.id = e.order_id
          where ${waiting.hasCleared("e", "o", now)}) as has`,
      );
      expect(row?.has === 1, `${what}, ${kind}`).toBe(hasClearedNow(order, now));
    }
  }
});
