import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { reviews } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

it("A review that cannot be saved stays in its form", async () => {
  const { ann, bob, order } = await paidOrder();
  const path = `/orders/${order.id}`;
  await bob.submit(path, { intent: "start" });
  await ann.submit(path, { intent: "complete" });
  const praise = { intent: "review", rating: 4, comment: "Quick & kind.\nAgain!" };
  expectErrorLog("review not saved");
  const before = ann.send;
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "reviews"')) });
  const failed = await ann.submit(path, praise);
  expect([failed.status, failed.field("comment")]).toEqual([503, "Quick & kind. Again!"]);
  expect(failed.html).toMatch(/<input(?=[^>]*checked)(?=[^>]*value="4")[^>]*name="rating"/);
  expect(failed.text).toContain("Something went wrong. Your text is still here. Please try again.");
  ann.send = before;
  expect((await ann.submit(path, praise)).status).toBe(303);
  const [row] = await db.select().from(reviews).where(eq(reviews.orderId, order.id));
  expect(row).toMatchObject({ rating: 4 });
});
