import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { operatorActions } from "#app/admin/orders/operator-action.ts";
import { asksOperator } from "#app/admin/orders/operator-confirmation.ts";
import { day } from "#app/lib/dates.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { orderEvents, orderFiles, orders, outbox, users } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { mailsTo } from "../../support/mails.ts";
import { orderRow } from "../../support/orders.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db } from "../../support/visitor.ts";
import { act, reason, stateOf } from "./operator-order.ts";

await deliveries("off");
const { ann } = await operator();

it("An order's page shows everything that is stored about it", async () => {
  const { ann: buyer, bob, order } = await paidOrder();
  await act(ann, order.id, { intent: "start" });
  await db.insert(orderFiles).values({
    id: "file-1",
    orderId: order.id,
    seq: 3,
    name: "cat.pdf",
    type: "application/pdf",
    bytes: 12,
  });
  const page = await ann.get(`/admin/orders/${order.id}`);
  expect(page.status).toBe(200);
  for (const words of [
    "Started",
    reason,
    "by the system",
    "Receipt to @",
    "$80.00 usd · Applied",
    "Checkout session",
    "confirmed",
    "Total $0.00",
    "−$80.00",
    "Next automatic step",
  ])
    expect(page.text).toContain(words);
  for (const link of [`/admin/users/${buyer.id}`, `/admin/users/${bob.id}`])
    expect(page.links).toContain(link);
  expect(page.text).toContain("cat.pdf 12 bytes, SHA-256 not recorded when it was sent");
  await db.update(orderFiles).set({ sha256: "5a".repeat(32) });
  expect((await ann.get(`/admin/orders/${order.id}`)).text).toContain(`12 bytes, SHA-256 ${"5a".repeat(32)}`);
  expect((await ann.get("/admin/orders/nobody")).status).toBe(404);
  expect((await act(ann, "nobody", { intent: "operator-cancel" })).status).toBe(404);
});

const held = (hold: "cancellation" | "refund") =>
  ({ status: "in progress", stage: "working", hold, heldBy: "buyer", heldSince: Date.now() }) as const;
const running = { status: "in progress", stage: "working", deliveryDate: Date.now() + day } as const;
const delivered = { ...running, stage: "delivered", deliveredAt: Date.now() } as const;

/** For each operator action: the order before, the order after, and the fields in addition to the reason. */
const cases: Record<string, [Partial<typeof orders.$inferInsert>, object, Record<string, string>?]> = {
  start: [{}, { status: "in progress", stage: "working" }],
  answer: [
    {
      stage: "awaiting_requirements",
      questions: [{ question: "Which cat?", type: "text", required: true }],
    },
    { stage: "ready", answers: ["The grey one"] },
    { "answers[0]": "The grey one" },
  ],
  deliver: [running, { stage: "delivered" }],
  revise: [delivered, { stage: "in_revision", revisionsUsed: 1 }],
  complete: [delivered, { status: "completed", stage: "closed" }],
  cancel: [{}, { status: "cancelled", stage: "closed" }],
  refuse: [{}, { status: "cancelled", stage: "closed" }],
  "ask-time": [running, { askedDays: 5, stage: "working" }, { days: "5" }],
  "allow-time": [
    { ...running, askedDays: 2 },
    { askedDays: null, deliveryDate: running.deliveryDate + 2 * day },
  ],
  "keep-date": [
    { ...running, askedDays: 2 },
    { askedDays: null, deliveryDate: running.deliveryDate },
  ],
  "request-cancel": [running, { hold: "cancellation", heldBy: "buyer" }],
  "accept-cancel": [held("cancellation"), { status: "cancelled", hold: "none" }],
  "decline-cancel": [held("cancellation"), { status: "in progress", hold: "none" }],
  "request-refund": [delivered, { hold: "refund" }],
  "accept-refund": [held("refund"), { stage: "closed", hold: "none" }],
  "answer-refund": [held("refund"), { hold: "refund" }],
  "decline-refund": [held("refund"), { hold: "none", status: "in progress" }],
  "withdraw-refund": [held("refund"), { hold: "none", status: "in progress" }],
  "operator-cancel": [
    { ...running, hold: "cancellation" },
    { status: "cancelled", hold: "none" },
  ],
};

it("Every operator action has a button, asks for a reason, changes the order, tells both parties and is audited", async () => {
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(operatorActions).toSorted());
  for (const [name, [from, to, fields = {}]] of Object.entries(cases)) {
    const row = await orderRow(db, from);
    const before = await ann.get(`/admin/orders/${row.id}`);
    const way = asksOperator(name as TransitionName)
      ? before.links.includes(`/admin/orders/${row.id}?confirm=${name}`)
      : before.html.includes(`name="intent" value="${name}"`);
    expect([name, way]).toEqual([name, true]);
    expect(before.text).toContain(
      name === "operator-cancel"
        ? "Cancel and refund $80.00"
        : operatorActions[name as TransitionName]?.label,
    );

    const short = await act(ann, row.id, { intent: name, ...fields, reason: "too short" });
    expect([name, short.status]).toEqual([name, 400]);
    expect(short.text).toContain("Please give a reason of at least 10 characters");
    expect(short.html).toContain("too short");
    expect((await stateOf(row.id)).audit).toEqual([]);

    const done = await act(ann, row.id, { intent: name, ...fields });
    expect([name, done.status, done.location]).toEqual([name, 303, `/admin/orders/${row.id}`]);
    const now = await stateOf(row.id);
    expect([name, now.order]).toMatchObject([name, to]);
    expect(now.events.map((event) => [event.actorId, event.note])).toEqual([[ann.id, reason]]);
    expect(now.audit.map((entry) => [entry.operatorId, entry.action, entry.reason])).toEqual([
      [ann.id, name, reason],
    ]);
    const mails = await db.select().from(outbox).where(eq(outbox.subjectId, row.id));
    expect(new Set(mails.map(({ userId }) => userId))).toEqual(new Set([row.buyerId, row.sellerId]));
    if (name === "refuse") {
      const [seller] = await db.select().from(users).where(eq(users.id, row.sellerId));
      const [mail] = await mailsTo(seller?.email ?? "");
      expect(mail?.subject).toMatch(/^Handiwork support declined “/);
    }
    expect((await ann.get(`/admin/orders/${row.id}`)).text).toContain(reason);
  }
});

it("Before an operator refunds or ends an order, a page names the amount and asks for the reason", async () => {
  const asked = { cancel: {}, "accept-cancel": held("cancellation"), "operator-cancel": running };
  for (const [name, from] of Object.entries({ ...asked, "accept-refund": held("refund") })) {
    const row = await orderRow(db, { ...from, creditCents: 1000, refundedCashCents: 500, feeCents: 1600 });
    const shown = await ann.get(`/admin/orders/${row.id}`);
    expect(shown.html).not.toContain(`value="${name}"`);
    if (name === "operator-cancel") expect(shown.text).toContain("Cancel and refund $75.00");
    const path = `/admin/orders/${row.id}?confirm=${name}`;
    const page = await ann.get(path);
    expect(page.html.match(/name="intent" value="[^"]*"/g)).toEqual([`name="intent" value="${name}"`]);
    expect(page.text).toContain("$75.00 goes back to person-");
    expect(page.text).toContain("$65.00 to the card, $10.00 as credit.");
    expect(page.text).toContain("$60.00 comes from the seller, $15.00 from the platform's fee.");
    expect(page.text).toMatch(/Yes, refund \$75\.00 and (end|close) it/);
    expect(page.links).toContain(`/admin/orders/${row.id}`);
    expect((await stateOf(row.id)).events).toEqual([]);
    const version = page.field("version") ?? "";
    const short = await ann.submit(path, { intent: name, version, reason: "no" });
    expect([short.status, short.text.includes("at least 10 characters")]).toEqual([400, true]);
    expect(short.text).toContain("$75.00 goes back to person-");
    const done = await ann.submit(path, { intent: name, version, reason });
    expect([name, done.status, done.location]).toEqual([name, 303, `/admin/orders/${row.id}`]);
    // It can't be asked for again: the page shows the order.
    expect((await ann.get(path)).text).toContain("All orders");
  }
  const unpaid = await orderRow(db, { paymentStatus: "pending", stage: "awaiting_payment", paidAt: null });
  const page = await ann.get(`/admin/orders/${unpaid.id}?confirm=operator-cancel`);
  expect(page.text).toContain("Nothing was paid. No money moves.");
  const late = await orderRow(db, delivered);
  expect((await ann.get(`/admin/orders/${late.id}?confirm=complete`)).text).toContain("gets paid");
  for (const confirm of ["start", "nonsense", "refund-again"])
    expect((await ann.get(`/admin/orders/${late.id}?confirm=${confirm}`)).text).toContain("All orders");
  const { ann: own } = await operator();
  const theirs = await orderRow(db, { ...running, buyerId: own.id });
  const refused = await own.get(`/admin/orders/${theirs.id}?confirm=operator-cancel`);
  expect(refused.text).toContain("You are a party to this order");
}, 20_000);

it("A transition that the order does not allow is refused with a sentence, and every question needs an answer", async () => {
  const row = await orderRow(db, { status: "completed", stage: "closed" });
  const gone = await act(ann, row.id, { intent: "start" });
  expect([gone.status, (await stateOf(row.id)).events]).toEqual([409, []]);
  expect(gone.text).toContain("This order is already completed");
  for (const intent of ["auto-complete", "nonsense", ""])
    expect([intent, (await act(ann, row.id, { intent })).status]).toEqual([intent, 400]);
  const asking = await orderRow(db, {
    stage: "awaiting_requirements",
    questions: [{ question: "Which cat?", type: "text", required: true }],
  });
  for (const fields of [{}, { "answers[0]": " " }, { "answers[0]": "a", "answers[1]": "b" }] as Record<
    string,
    string
  >[]) {
    const page = await act(ann, asking.id, { intent: "answer", ...fields });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please answer every question");
  }
  const disputed = await orderRow(db, { ...running, hold: "dispute" });
  const page = await act(ann, disputed.id, { intent: "operator-cancel" });
  expect([page.status, page.text.includes("The bank decides about this payment")]).toEqual([409, true]);
});

it("An operator asks for more time in the seller's place, with days from 1 to 30, and the history says so", async () => {
  const row = await orderRow(db, { ...running, deliveryDate: Date.now() - day });
  for (const days of ["", "0", "400"]) {
    const page = await act(ann, row.id, { intent: "ask-time", days });
    expect([page.status, page.field("days")]).toEqual([400, days]);
    expect(page.text).toContain("Enter a whole number of days from 1 to 30");
  }
  const two = await act(ann, row.id, { intent: "ask-time", days: "0", reason: "no" });
  expect(two.text).toContain("Please fix 2 things");
  await act(ann, row.id, { intent: "ask-time", days: "5" });
  const page = await ann.get(`/admin/orders/${row.id}`);
  for (const words of ["Time requested 5 more days", "5 more days asked for"])
    expect(page.text).toContain(words);
});

it("An order's actions come before its facts, folded, and what was refused or is to be confirmed is open", async () => {
  const row = await orderRow(db, running);
  const path = `/admin/orders/${row.id}`;
  const actions = { act: "Act for the buyer or the seller", time: "Ask for more time" };
  const rest = { end: "End or refund this order", refund: "Refund an amount" };
  const folds = (html: string) => [
    ...html.matchAll(/<details class="panel folded"([^>]*)><summary><h2>([^<]*)/g),
  ];
  const openIn = ({ html }: { html: string }) =>
    folds(html).flatMap(([, attributes, heading]) => (attributes?.includes("open") ? [heading] : []));
  const page = await ann.get(path);
  expect(folds(page.html).map(([, , heading]) => heading)).toEqual(Object.values({ ...actions, ...rest }));
  expect(openIn(page)).toEqual([]);
  const before = page.html.slice(0, page.html.indexOf("<dl"));
  expect([before.includes("<h1"), folds(before).length]).toEqual([true, 4]);
  expect(openIn(await act(ann, row.id, { intent: "ask-time", days: "0" }))).toEqual([actions.time]);
  expect(openIn(await act(ann, row.id, { intent: "deliver", reason: "no" }))).toEqual([actions.act]);
  expect(openIn(await ann.get(`${path}?refund=5`))).toEqual([rest.refund]);
});

it("An operator who is a party to the order is refused and told why", async () => {
  const { ann: own } = await operator();
  const row = await orderRow(db, { buyerId: own.id });
  const page = await own.get(`/admin/orders/${row.id}`);
  expect(page.text).toContain("You are a party to this order");
  expect(page.html).not.toContain("confirm=operator-cancel");
  for (const fields of [
    { intent: "operator-cancel" },
    { intent: "refund", amount: "1" },
    { intent: "refund-again", call: "x" },
  ] as Record<string, string>[]) {
    const refused = await act(own, row.id, fields);
    expect([refused.status, refused.text.includes("You are a party to this order")]).toEqual([403, true]);
  }
  expect((await stateOf(row.id)).audit).toEqual([]);
});

it("When operators act at the same time, one changes the order and the others see its new status", async () => {
  const all = [ann, ...(await Promise.all([1, 2, 3].map(async () => (await operator()).ann)))];
  const row = await orderRow(db, running);
  const pages = await Promise.all(all.map((user) => act(user, row.id, { intent: "operator-cancel" })));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  for (const page of pages.filter(({ status }) => status === 409))
    expect(page.text).toMatch(/This order has changed|This order was cancelled/);
  const now = await stateOf(row.id);
  expect([now.events.length, now.audit.length]).toEqual([1, 1]);

  // The buyer completes the order between the operator's read and write.
  const other = await orderRow(db, delivered);
  const slow = productWith({
    DB: faultyDatabase(env.DB, (sql) =>
      sql.includes('insert into "audit_log"')
        ? db
            .batch([
              db.insert(orderEvents).values({
                orderId: other.id,
                seq: 2,
                kind: "completed",
                actorId: other.buyerId,
                at: Date.now(),
              }),
              db
                .update(orders)
                .set({ status: "completed", stage: "closed", version: 2 })
                .where(eq(orders.id, other.id)),
            ])
            .then(() => undefined)
        : false,
    ),
  });
  const { ann: late } = await operator();
  late.send = slow;
  const lost = await act(late, other.id, { intent: "revise" });
  expect([lost.status, lost.text.includes("it is now completed")]).toEqual([409, true]);
  expect((await stateOf(other.id)).audit).toEqual([]);
});

it("A user who stops being an operator before the write changes nothing", async () => {
  for (const [intent, fields] of [
    ["start", {}],
    ["refund", { amount: "10" }],
  ] as const) {
    const { order } = await paidOrder();
    const { ann: dismissed } = await operator();
    dismissed.send = productWith({
      DB: faultyDatabase(env.DB, (sql) =>
        sql.includes('insert into "audit_log"')
          ? db
              .update(users)
              .set({ role: "user" })
              .where(eq(users.id, dismissed.id))
              .then(() => undefined)
          : false,
      ),
    });
    expect((await act(dismissed, order.id, { intent, ...fields })).status).toBe(404);
    const now = await stateOf(order.id);
    expect([now.order.stage, now.audit, now.refunds, now.events.length]).toEqual(["ready", [], [], 2]);
  }
});
