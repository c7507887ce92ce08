import { expect, test } from "vitest";
import { orders, outbox, webhookEvents } from "#drizzle/schema.ts";
import { productWith } from "../../support/bindings/faulty.ts";
import { day, minute } from "../../support/clock.ts";
import { person } from "../../support/factories.ts";
import { orderRow } from "../../support/orders.ts";
import { countedDatabase } from "../../support/queue.ts";
import { db, Visitor } from "../../support/visitor.ts";

test("Without a queue a sweep runs at most 500 queries, the most important first, and the next sweeps do the rest", async () => {
  const { id: userId } = await person(db);
  const at = Date.now();
  const first = await orderRow(db);
  const delivered = { status: "in progress", stage: "delivered", deliveredAt: at - 8 * day } as const;
  const event = { type: "customer.created", payload: "{}", receivedAt: at, dueAt: at, attempts: 0 };
  const mail = { kind: "password_changed", userId, createdAt: at, dueAt: at - minute, attempts: 0 };
  for (let i = 0; i < 50; i++) await db.insert(webhookEvents).values({ ...event, id: `evt_${i}` });
  for (let i = 0; i < 35; i++) {
    const own = { id: `due-${i}`, formToken: `due-${i}`, deadlineAt: at - day };
    await db.insert(orders).values({ ...first, ...delivered, ...own });
    await db.insert(outbox).values({ ...mail, id: `mail-${i}` });
  }
  const visitor = new Visitor();
  const sweeps: Record<string, number>[] = [];
  for (let i = 0; i < 4; i++) {
    const { database, queries } = countedDatabase();
    visitor.send = productWith({ DB: database });
    sweeps.push(await (await visitor.fetch("/dev/sweep", { method: "POST" })).json());
    expect(queries()).toBeLessThanOrEqual(500 + 10);
  }
  const sum = (part: string) => sweeps.reduce((all, done) => all + (done[part] ?? 0), 0);
  // A completed order writes three mails.
  expect([sum("webhooks"), sum("deadlines"), sum("mails")]).toEqual([50, 35, 35 + 3 * 35]);
  // Webhooks first; some mails waited.
  expect(sweeps[0]?.webhooks).toBe(50);
  expect(sweeps[0]?.mails).toBeLessThan(50);
});
