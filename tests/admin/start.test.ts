import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { none } from "#app/admin/figures/figure.ts";
import { never } from "#app/outbox/tries.ts";
import {
  clientErrors,
  figures,
  forgottenFiles,
  mismatches,
  outbox,
  pictures,
  stuckDays,
  uploads,
  users,
} from "#drizzle/schema.ts";
import { addApp, codeAt, nextStep, pendingBrowser } from "../support/accounts/factors.ts";
import { operator } from "../support/accounts/operator.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { day, hour, minute, now, pass, sweep } from "../support/clock.ts";
import { mailsTo } from "../support/mails.ts";
import { orderRow } from "../support/orders.ts";
import { db } from "../support/visitor.ts";
import { clearStuck, mailRow } from "./health/stuck-rows.ts";

const { ann } = await operator();
const late = { status: "in progress", stage: "working" } as const;

beforeEach(async () => {
  await clearStuck();
  await db.batch([
    db.delete(pictures),
    db.delete(uploads),
    db.delete(forgottenFiles),
    db.delete(clientErrors),
    db.delete(stuckDays),
    db.delete(outbox),
  ]);
});

const stuckMails = async () =>
  (
    await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, "stuck"), eq(outbox.userId, ann.id)))
  ).length;

it("The start page lists what is waiting, oldest first, with the numbers of the menu and of Health", async () => {
  expect((await ann.get("/admin")).text).toContain("Nothing is waiting");
  const at = now();
  await orderRow(db, { ...late, deliveryDate: at - 3 * hour });
  await db.insert(mismatches).values({ id: "re_unknown", note: "A refund of no order", at: at - 3 * day });
  await mailRow({ attempts: 3, createdAt: at - 30 * minute });
  const page = await ann.get("/admin");
  const [waiting = ""] = page.html.split("<h2>Figures</h2>");
  const rows = [...waiting.matchAll(/<tr><td.*?<\/tr>/g)].map(([row]) => row.replace(/<[^>]*>/g, " "));
  expect(rows.map((row) => row.replace(/\s+/g, " ").trim())).toEqual([
    "Payment mismatches 1 3 d Stuck",
    "Late orders 1 3 h Stuck",
    "Failed emails 1 30 min Stuck",
  ]);
  for (const to of ["/admin/payments", "/admin/orders?show=late", "/admin/health#mails"])
    expect(page.links).toContain(to);
  expect(page.text).toContain("Health 3");
  expect(page.html).toMatch(/href="\/admin" aria-current="page">Start<\/a>/);
  const health = await ann.get("/admin/health");
  for (const words of ["1 Payment mismatches oldest 3 d", "1 Late orders oldest 3 h", "Health 3"])
    expect(health.text).toContain(words);
});

it("Health counts emails, pictures and files that were given up, and today's errors in browsers", async () => {
  const at = now();
  await mailRow({ attempts: 8, error: "no answer", dueAt: never, createdAt: at - 3 * day });
  await mailRow({ attempts: 8, error: "too old", dueAt: never, createdAt: at - 10 * day });
  await mailRow({ attempts: 4, error: "mailbox full" });
  const picture = { storedAt: at - 2 * day, attempts: 5, avifAt: null, avifDueAt: null };
  await db.insert(pictures).values([
    { ...picture, key: "a" },
    { ...picture, key: "b", avifDueAt: at + hour },
  ]);
  const upload = { ownerId: ann.id, purpose: "order_file", bytes: 1 };
  await db.insert(uploads).values([
    { ...upload, id: "u1", prefix: "orders/1/", createdAt: at - 3 * day, droppedAt: at - minute },
    { ...upload, id: "u2", prefix: "orders/2/", createdAt: at - 30 * hour, droppedAt: at - minute },
  ]);
  await db.insert(forgottenFiles).values([
    { prefix: "orders/3/", dueAt: at + hour, attempts: 5 },
    { prefix: "orders/4/", dueAt: at + hour, attempts: 4 },
  ]);
  await db.insert(clientErrors).values([
    { day: at - (at % day), count: 7 },
    { day: at - (at % day) - day, count: 90 },
  ]);
  const page = await ann.get("/admin/health");
  for (const words of [
    "1 Emails given up, 7 days oldest 3 d",
    "1 Failed emails oldest 40 min",
    "1 Pictures without AVIF oldest 2 d",
    "2 Files that could not be deleted oldest 2 d",
    "7 Errors in browsers, today",
    ", given up – 3 d 8 no answer",
    // An email of each kind, and two files.
    "Health 4",
  ])
    expect(page.text).toContain(words);
  expect(page.text).not.toContain("too old");
  expect(page.text.match(/given up –/g)).toHaveLength(1);
});

it("While anything has been stuck for an hour, each operator gets one email a day that says what", async () => {
  await sweep();
  expect(await stuckMails()).toBe(0);
  await orderRow(db, { ...late, deliveryDate: now() - 59 * minute });
  await sweep();
  expect(await stuckMails()).toBe(0);
  await orderRow(db, { ...late, deliveryDate: now() - 61 * minute });
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect(await stuckMails()).toBe(1);
  const [mail] = await mailsTo(ann.email);
  expect(mail).toMatchObject({ kind: "stuck", subject: "Something is stuck and needs an operator" });
  expect(mail?.text).toContain("Late orders: 2, the oldest for 1 h");
  await pass(day);
  await sweep();
  expect(await stuckMails()).toBe(2);
  await clearStuck();
  await pass(day);
  await sweep();
  expect(await db.select().from(stuckDays)).toHaveLength(2);
});

it("What the email about overdue work reports is in no other email", async () => {
  await orderRow(db, { deadlineAt: now() - 2 * hour });
  await sweep();
  const kinds = (await db.select().from(outbox).where(eq(outbox.userId, ann.id))).map(({ kind }) => kind);
  expect(kinds).toEqual(["overdue"]);
});

it("An operator who signs in starts at the console, and everyone else where they were going", async () => {
  const { ann: eve } = await operator();
  const bob = (await operator()).ann;
  await db.update(users).set({ role: "user" }).where(eq(users.id, bob.id));
  const secrets = new Map([eve, bob].map((person) => [person, addApp(person)] as const));
  for (const [person, redirectTo, to] of [
    [eve, "/", "/admin"],
    [eve, "/orders", "/orders"],
    [bob, "/", "/"],
  ] as const) {
    const app = await secrets.get(person);
    const here = await pendingBrowser(person);
    const code = codeAt(app?.secret ?? "", await nextStep());
    expect((await here.submit("/sign-in/factor", { code, redirectTo })).location).toBe(to);
  }
});

it("The start page reads at most 400 rows, which do not grow with what is not waiting", async () => {
  const { database, read } = measuredDatabase(env.DB);
  const { ann: eve } = await operator();
  eve.send = productWith({ DB: database });
  for (let i = 0; i < 60; i++) await mailRow({ attempts: 4, error: "full" });
  expect((await eve.get("/admin")).text).toContain("Failed emails 60");
  expect(read()).toBeLessThanOrEqual(400);
});

it("Below what is waiting are the figures of 7 days and of the 7 days before; without them the page still opens", async () => {
  // Just after midnight, so that the page is still read on this day.
  await pass(day - (now() % day));
  const today = Math.floor(now() / day);
  const row = (ago: number, sums: Partial<typeof none>) =>
    db.insert(figures).values({ ...none, period: "day", start: today - ago, ...sums });
  await db.delete(figures);
  await db.batch([
    row(0, { paid: 2, grossCents: 16_000, completed: 1 }),
    row(6, { paid: 1, grossCents: 4000, refundedCents: 5000, completed: 3, late: 1 }),
    row(7, { paid: 9, grossCents: 90_050 }),
    row(13, { paid: 1 }),
    row(14, { paid: 100 }),
  ]);
  const { ann: eve } = await operator();
  const page = await eve.get("/admin");
  for (const words of [
    "Orders paid 3 10",
    "Gross sales $200.00 $900.50",
    "Late share 25% –",
    "Refund share 25% 0%",
    "Average time to start – –",
  ])
    expect(page.text).toContain(words);
  expect(page.links).toContain("/admin/figures");
  eve.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('"figures"')) });
  expectErrorLog("section read failed");
  const without = await eve.get("/admin");
  expect([without.status, without.text.includes("The figures could not be read")]).toEqual([200, true]);
});
