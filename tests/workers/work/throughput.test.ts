import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as due from "#app/transitions/due-orders.server.ts";
import { orders } from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { day, minute } from "../../support/clock.ts";
import { orderRow } from "../../support/orders.ts";
import { runCron } from "../../support/queue.ts";
import { db } from "../../support/visitor.ts";

/** `npm run bench -- sweep` sets it. */
const dueOrders = Number(import.meta.env.DUE_ORDERS ?? 30);

/** Orders that were delivered eight days ago: they are completed automatically after seven. */
async function fill(count: number): Promise<void> {
  const template = await orderRow(db, { status: "completed", stage: "closed" });
  const at = Date.now() - 8 * day;
  await env.DB.prepare(
    `insert into orders (id, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
       package_title, delivery_days, revisions, questions, requirements, paid_at, delivered_at, first_delivered_at, delivery_date, deadline_at,
       form_token, version, created_at, updated_at)
     with recursive k(i) as (select 1 union all select i + 1 from k where i < ${count})
     select lower(hex(randomblob(16))), gig_id, seller_id, buyer_id, 'in progress', 'paid', 'delivered', 'none', 8000, 0, 'Many', 'starter',
       'Basic', 3, 1, '[]', '', ?2, ?2, ?2, ?2, ?3, hex(randomblob(8)), 1, ?2, ?2
     from k, orders where orders.id = ?1`,
  )
    .bind(template.id, at, at + 7 * day)
    .run();
}

test("Finding the first of many due orders reads at most 2,000 rows", async () => {
  await fill(Math.max(dueOrders, 6000));
  const { database, read } = measuredDatabase(env.DB);
  const found = await due.find(databaseOf(database.withSession("first-primary")), Date.now(), 500);
  expect([found.length, read() > 0, read() <= 2000]).toEqual([500, true, true]);
  console.log(`figures: ${JSON.stringify({ rows: read() })}`);
  // Those that were tried just now come last, however old their deadline is.
  await db
    .update(orders)
    .set({ triedAt: Date.now() })
    .where(eq(orders.id, found[0] ?? ""));
  expect(await due.find(db, Date.now(), 500)).not.toContain(found[0]);
  await db.delete(orders).where(eq(orders.title, "Many"));
});

test("The queue completes the orders that are due, and sends their mails", {
  timeout: 20 * minute,
}, async () => {
  await fill(dueOrders);
  const began = Date.now();
  await runCron();
  // Calls the cron each minute, as Cloudflare does; with few orders sooner, so that the test does not wait.
  const pause = dueOrders > 100 ? minute : 500;
  const timer = setInterval(() => void runCron(), pause);
  const left = async () => {
    const counts = await env.DB.prepare(
      `select (select count(*) from orders where title = 'Many' and status = 'in progress') as open,
         (select count(*) from outbox where sent_at is null) as unsent, (select count(*) from outbox) as mails`,
    ).first();
    expect(counts).toEqual({ open: 0, unsent: 0, mails: 3 * dueOrders });
  };
  await vi.waitFor(left, { timeout: 19 * minute, interval: dueOrders > 100 ? 5000 : 300 });
  clearInterval(timer);
  console.log(`figures: ${JSON.stringify({ seconds: (Date.now() - began) / 1000 })}`);
});
