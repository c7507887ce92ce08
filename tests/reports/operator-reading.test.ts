import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "#drizzle/schema.ts";
import { operator } from "../support/accounts/operator.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { conversationOf, write } from "../support/conversations.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";
import { auditOf, decide, nastyMessage, report, why } from "./world.ts";

await deliveries("off");
const { ann: eve } = await operator();
const pathOf = (id: string) => `/admin/conversations/${id}`;

test("An operator reads a reported conversation after giving a reason each time, and each time is logged", async () => {
  const { ann, conversation, id } = await nastyMessage("You are a ladder");
  expect((await eve.get(pathOf(conversation))).status).toBe(404);
  await report(ann, "message", id);
  expect((await eve.get("/admin/reports")).links).toContain(pathOf(conversation));
  const form = await eve.get(pathOf(conversation));
  expect([form.status, form.text.includes("ladder")]).toEqual([200, false]);
  const short = await eve.submit(pathOf(conversation), { reason: "no" });
  expect([short.status, short.text.includes("ladder")]).toEqual([400, false]);
  expect(await auditOf(conversation)).toEqual([]);
  for (const times of [1, 2]) {
    const read = await eve.submit(pathOf(conversation), { reason: why });
    expect([read.status, read.text.includes("You are a ladder")]).toEqual([200, true]);
    expect(read.headers.get("Cache-Control")).toContain("no-store");
    expect(await auditOf(conversation)).toEqual(Array.from({ length: times }, () => "read-conversation"));
  }
  expect((await eve.get(pathOf(conversation))).text).not.toContain("ladder");
  await decide(eve, id, "take-down");
  const after = await eve.submit(pathOf(conversation), { reason: why });
  expect(after.text).toContain("You are a ladder");
  expect(after.text).toContain("Removed by an operator");
  await db.update(schema.reports).set({ resolvedAt: 1 }).where(eq(schema.reports.subjectId, id));
  expect((await eve.submit(pathOf(conversation), { reason: why })).status).toBe(404);
});

test("The same applies to a conversation with an open refund request or dispute between the two, page by page", async () => {
  const { ann, bob, order } = await paidOrder();
  const conversation = await conversationOf(ann, bob);
  await write(conversation, ann, 60);
  const path = pathOf(conversation);
  const hold = (hold: "none" | "cancellation" | "refund" | "dispute") =>
    db.update(schema.orders).set({ hold }).where(eq(schema.orders.id, order.id));
  for (const one of ["none", "cancellation"] as const) {
    await hold(one);
    expect((await eve.submit(path, { reason: why })).status).toBe(404);
    expect((await eve.get(`/admin/orders/${order.id}`)).links).not.toContain(path);
  }
  for (const one of ["refund", "dispute"] as const) {
    await hold(one);
    expect((await eve.get(`/admin/orders/${order.id}`)).links).toContain(path);
    const newest = await eve.submit(path, { reason: why });
    expect([newest.text.includes("message 60"), newest.text.includes("message 10 ")]).toEqual([true, false]);
    const before = newest.field("before");
    const older = await eve.submit(path, { reason: why, before });
    expect([older.text.includes("message 10"), older.text.includes("message 11")]).toEqual([true, false]);
    expect((await eve.submit(path, { reason: "", before })).status).toBe(400);
  }
  expect(await auditOf(conversation)).toHaveLength(4);
});

test("Other users, parties and operators without grounds get the ordinary 404; an operator who takes part is refused", async () => {
  const { ann, mallory, conversation, id } = await nastyMessage("You are a bucket");
  await report(ann, "message", id);
  const { ann: weak } = await operator({ aal: "aal1" });
  for (const who of [ann, mallory, weak, visitor.signedOut()]) {
    expect((await who.get(pathOf(conversation))).status).toBe(404);
    const page = await who.submit(pathOf(conversation), { reason: why });
    expect([page.status, page.text.includes("bucket")]).toEqual([404, false]);
  }
  const other = await conversationOf(await visitor.signedIn(), await visitor.signedIn());
  for (const foreign of [other, crypto.randomUUID()]) {
    expect((await eve.get(pathOf(foreign))).status).toBe(404);
    expect((await eve.submit(pathOf(foreign), { reason: why })).status).toBe(404);
  }
  await db.update(schema.users).set({ role: "operator" }).where(eq(schema.users.id, ann.id));
  await ann.beginSession({ aal: "aal2", role: "operator" });
  expect((await ann.submit(pathOf(conversation), { reason: why })).status).toBe(403);
  expect(await auditOf(conversation)).toEqual([]);
});

test("Messages stay private if the grounds end during the request", async () => {
  const { ann, conversation, id } = await nastyMessage("You are a spoon");
  await report(ann, "message", id);
  const { ann: zoe } = await operator();
  const ended = () =>
    db
      .update(schema.reports)
      .set({ resolvedAt: 1 })
      .where(eq(schema.reports.subjectId, id))
      .then((done) => done);
  zoe.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => (sql.startsWith('insert into "guards"') ? ended() : false)),
  });
  // Only the action's answer: the page's own loader finds no grounds either.
  const page = await zoe.submit(`${pathOf(conversation)}.data`, { reason: why });
  expect([page.status, page.html.includes("spoon")]).toEqual([404, false]);
  expect(await auditOf(conversation)).toEqual([]);
});
