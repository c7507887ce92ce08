import { env } from "cloudflare:workers";
import { and, eq, inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { loadMailData } from "#app/emails/load-mail-data.server.ts";
import { dueYearStatements } from "#app/payouts/statements/year-mails.server.ts";
import * as schema from "#drizzle/schema.ts";
import { measuredDatabase } from "#tests/support/bindings/faulty.ts";
import { day, deps, now, pass, passToDate, sweep } from "#tests/support/clock.ts";
import { completedOrder, readyAccount, refund } from "#tests/support/payouts.ts";
import { paidOrder } from "#tests/support/purchase.ts";
import { deliveries } from "#tests/support/stripe.ts";
import { db, origin } from "#tests/support/visitor.ts";

await deliveries("off");
await db.insert(schema.settings).values({ key: "fee_percent", value: "20" });

const { outbox, profiles, users } = schema;
const mails = (...ids: string[]) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.kind, "year_statement"), inArray(outbox.userId, ids)));

const dollars = (cents: number) => `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

test("In January each seller with entries in the past year gets one mail with the sums of the year's page", async () => {
  // All of it is in one year.
  await passToDate(5, 1);
  const { order, bob, ann } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  const year = String(new Date(now()).getUTCFullYear());
  await pass(15 * day);
  await sweep();
  await refund(order.id, 1000);
  await sweep();
  const [{ bob: suspended }, { bob: deleted }] = [await paidOrder(), await paidOrder()];
  await db.update(users).set({ suspendedAt: now() }).where(eq(users.id, suspended.id));
  await db.update(users).set({ deletedAt: now() }).where(eq(users.id, deleted.id));
  const all = [bob.id, ann.id, suspended.id, deleted.id];

  await passToDate(0, 1);
  await sweep();
  expect(await mails(...all)).toEqual([]);
  await pass(day);
  for (let i = 0; i < 20; i++) expect((await sweep())["year-statements"]).toBe(i === 0 ? 1 : 0);
  const written = await mails(...all);
  expect(written.map(({ userId }) => userId).sort()).toEqual([bob.id, suspended.id].sort());
  for (const { sentAt } of written) expect(sentAt).not.toBeNull();

  const mine = written.find(({ userId }) => userId === bob.id);
  const loaded = mine && (await loadMailData({ ...deps, origin, secret: "" }, mine));
  if (!loaded) throw new Error("The mail has no data");
  const { subject, paragraphs, link } = mailTemplates.year_statement(loaded.mailData);
  expect(subject).toBe(`Your statement for ${year}`);
  expect(link?.url).toBe(`${origin}/earnings/${year}`);
  expect(paragraphs[2]).toEqual({
    rows: [
      ["What we owed you on 1 January", "$0.00"],
      [`Earned, after refunds and our fees of ${dollars(1400)}`, dollars(5600)],
      ["Sent to you", dollars(5600)],
      ["What we owed you on 31 December", "$0.00"],
    ],
  });
  await bob.beginSession();
  const { text } = await bob.get(`/earnings/${year}`);
  expect(text).toMatch(/Paid by buyers, after fees ?\$64\.00 ?Refunded to buyers ?−\$8\.00/);
  expect(text).toMatch(
    /Sent to your Stripe account ?−\$64\.00 ?Taken back from your Stripe account ?\$8\.00/,
  );

  // When all are written, it costs one row. Outside January it costs nothing.
  const { database, read } = measuredDatabase(env.DB);
  const measured = { db: drizzle(database, { schema }), clock: deps.clock };
  expect(await dueYearStatements.find(measured, 50)).toEqual([]);
  expect(read()).toBeLessThanOrEqual(1);
  await pass(31 * day);
  expect(await dueYearStatements.find(measured, 50)).toEqual([]);
  expect(read()).toBeLessThanOrEqual(1);
});

test("Each of more than a hundred sellers gets one, even if runs overlap and one is interrupted", async () => {
  const thisYear = new Date(now()).getUTCFullYear();
  const year = String(thisYear);
  const january = { db, clock: { now: () => Date.UTC(thisYear + 1, 0, 3) } };
  const many = Array.from({ length: 120 }, (_, i) => `seller-${String(i).padStart(3, "0")}`);
  for (const id of many)
    await db.batch([
      db.insert(users).values({ id, email: `${id}@example.test`, createdAt: 1 }),
      db.insert(profiles).values({ id, username: id, fullName: "Bob", createdAt: 1 }),
      db.insert(schema.statementMonths).values({
        userId: id,
        // The last one sold nothing that year.
        month: `${id.endsWith("119") ? thisYear - 1 : year}-05`,
        cents: 100,
        firstNumber: 1,
        lastNumber: 1,
      }),
    ]);
  expect(await dueYearStatements.find(january, 50)).toEqual([year]);
  // One of the mails already exists, because the progress was lost.
  await db.insert(outbox).values({
    id: `seller-005:${year}:year_statement`,
    kind: "year_statement",
    userId: "seller-005",
    subjectId: year,
    createdAt: now(),
    dueAt: now(),
    attempts: 0,
  });
  await Promise.all([1, 2, 3].map(() => dueYearStatements.run(january, year)));
  const first = await mails(...many.slice(0, 90));
  expect(first.length).toBeGreaterThan(0);
  for (let i = 0; i < 4; i++) await dueYearStatements.run(january, year);
  const written = await db.select().from(outbox).where(eq(outbox.subjectId, year));
  const ids = written.map(({ userId }) => userId).filter((id) => id.startsWith("seller-"));
  expect(ids.sort()).toEqual(many.slice(0, -1));
  expect(await dueYearStatements.find(january, 50)).toEqual([]);
});
