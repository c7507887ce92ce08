import { env } from "cloudflare:workers";
import { desc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { operatorActions } from "#app/admin/orders/operator-action.ts";
import { list } from "#app/admin/orders/order-list.server.ts";
import { parseOrderSearch } from "#app/admin/orders/order-search.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { day, hour } from "#app/lib/dates.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { auditLog, moneyCalls, orderEvents, orderFiles, orders, outbox, users } from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, shopWith } from "../../support/bindings/faulty.ts";
import { gig, person } from "../../support/factories.ts";
import { operator } from "../../support/operator.ts";
import { orderRow } from "../../support/orders.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, type Page, type Visitor } from "../../support/visitor.ts";

await deliveries("off");
const { ann } = await operator();
const reason = "Both of them wrote to us about it";

const shownIds = (page: Page) =>
  [...page.html.matchAll(/href="\/admin\/orders\/([0-9a-f-]{36})"/g)].map((match) => match[1]);
const found = async (query: string) => shownIds(await ann.get(`/admin/orders?${query}`));

async function stateOf(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(orderEvents.seq);
  const audit = await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.n);
  const calls = await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, id)).orderBy(moneyCalls.n);
  if (!order) throw new Error("No order");
  return { order, events, audit, refunds: calls.filter(({ kind }) => kind === "refund") };
}

const versionOf = async (id: string) =>
  String((await db.select().from(orders).where(eq(orders.id, id)))[0]?.version ?? 0);

/** As from a page that was read just now. */
const act = async (who: Visitor, id: string, fields: Record<string, string>) =>
  await who.submit(`/admin/orders/${id}`, { reason, version: await versionOf(id), ...fields });

it("lists orders newest first, found by id or person, narrowed by every filter, also together", async () => {
  const at = Date.now();
  const [buyer, seller] = [await person(db), await person(db)];
  const service = await gig(db, { sellerId: seller.id });
  const of = { gigId: service.id, sellerId: seller.id, buyerId: buyer.id };
  const running = { ...of, status: "in progress", stage: "working" } as const;
  const unpaid = await orderRow(db, {
    ...of,
    paymentStatus: "pending",
    stage: "awaiting_payment",
    paidAt: null,
  });
  const fresh = await orderRow(db, of);
  const waiting = await orderRow(db, { ...of, paidAt: at - 4 * day });
  const unanswered = await orderRow(db, { ...of, stage: "awaiting_requirements", paidAt: at - 4 * day });
  const onTime = await orderRow(db, { ...running, deliveryDate: at + day });
  const late = await orderRow(db, { ...running, stage: "in_revision", deliveryDate: at - hour });
  const asked = await orderRow(db, { ...running, hold: "cancellation", deliveryDate: at - hour });
  const wanted = await orderRow(db, { ...of, status: "completed", stage: "closed", hold: "refund" });
  const disputed = await orderRow(db, { ...running, hold: "dispute" });
  const cancelled = await orderRow(db, {
    ...of,
    status: "cancelled",
    stage: "closed",
    paymentStatus: "refunded",
  });
  const all = [cancelled, disputed, wanted, asked, late, onTime, unanswered, waiting, fresh, unpaid].map(
    ({ id }) => id,
  );
  const q = `q=${seller.username}`;
  for (const [query, expected] of [
    [q, all],
    [`q=@${buyer.username.toUpperCase()}`, all],
    [`q=${late.id.slice(0, 8)}`, [late.id]],
    [`q=%23${late.id.toUpperCase()}`, [late.id]],
    [`${q}&show=late`, [late.id]],
    ["show=late", [late.id]],
    ["show=not-started", [unanswered.id, waiting.id]],
    ["show=cancellation", [asked.id]],
    ["show=refund", [wanted.id]],
    ["show=dispute", [disputed.id]],
    ["show=dispute&status=completed", []],
    [`${q}&status=in+progress`, [disputed.id, asked.id, late.id, onTime.id]],
    ["status=in+progress&stage=working", [disputed.id, asked.id, onTime.id]],
    ["payment=refunded", [cancelled.id]],
    ["stage=awaiting_payment", [unpaid.id]],
    ["payment=paid&status=pending", [unanswered.id, waiting.id, fresh.id]],
    [`${q}&before=${(await stateOf(fresh.id)).order.n}`, [unpaid.id]],
    ["q=nobody-of-that-name", []],
  ] as const)
    expect([query, await found(query)]).toEqual([query, expected]);
  expect((await found("")).slice(0, all.length)).toEqual(all);
  const short = await ann.get("/admin/orders?q=ab");
  expect(short.text).toContain("Type at least 3 characters");
  expect(short.html).toMatch(/<input[^>]*name="q"[^>]*value="ab"/);
  expect((await ann.get("/admin/orders?status=completed&show=late")).text).toContain("No orders found");
});

it("an order's page shows everything that is held of it", async () => {
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
    "by the product",
    "Receipt to @",
    "$80.00 usd · Applied",
    "Checkout session",
    "confirmed",
    "Sum $0.00",
    "−$80.00",
    "Moves by itself",
  ])
    expect(page.text).toContain(words);
  for (const link of [
    `/admin/users/${buyer.id}`,
    `/admin/users/${bob.id}`,
    `/orders/${order.id}/files/file-1`,
  ])
    expect(page.links).toContain(link);
  expect((await ann.get("/admin/orders/nobody")).status).toBe(404);
  expect((await act(ann, "nobody", { intent: "operator-cancel" })).status).toBe(404);
});

const held = (hold: "cancellation" | "refund") =>
  ({ status: "in progress", stage: "working", hold, heldBy: "buyer", heldSince: Date.now() }) as const;
const running = { status: "in progress", stage: "working", deliveryDate: Date.now() + day } as const;
const delivered = { ...running, stage: "delivered", deliveredAt: Date.now() } as const;

/** Where each twin is made from, what it asks besides the reason, and what it becomes. */
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
  "request-cancel": [running, { hold: "cancellation", heldBy: "buyer" }],
  "accept-cancel": [held("cancellation"), { status: "cancelled", hold: "none" }],
  "decline-cancel": [held("cancellation"), { status: "in progress", hold: "none" }],
  "request-refund": [delivered, { hold: "refund" }],
  "accept-refund": [held("refund"), { stage: "closed", hold: "none" }],
  "answer-refund": [held("refund"), { hold: "refund" }],
  "decline-refund": [held("refund"), { hold: "none", status: "in progress" }],
  "operator-cancel": [
    { ...running, hold: "cancellation" },
    { status: "cancelled", hold: "none" },
  ],
};

it("every twin has its button, asks for a reason, moves the order, tells both and is audited", async () => {
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(operatorActions).toSorted());
  for (const [name, [from, to, fields = {}]] of Object.entries(cases)) {
    const row = await orderRow(db, from);
    const before = await ann.get(`/admin/orders/${row.id}`);
    expect([name, before.html.includes(`name="intent" value="${name}"`)]).toEqual([name, true]);
    expect(before.text).toContain(operatorActions[name as TransitionName]?.label ?? "?");

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
    const told = await db.select().from(outbox).where(eq(outbox.subjectId, row.id));
    expect(new Set(told.map(({ userId }) => userId))).toEqual(new Set([row.buyerId, row.sellerId]));
    expect((await ann.get(`/admin/orders/${row.id}`)).text).toContain(reason);
  }
}, 60_000);

it("a move that the order does not allow is refused in words, and questions have to be answered", async () => {
  const row = await orderRow(db, { status: "completed", stage: "closed" });
  const gone = await act(ann, row.id, { intent: "start" });
  expect([gone.status, (await stateOf(row.id)).events]).toEqual([409, []]);
  expect(gone.text).toContain("This order is completed already");
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
  expect([page.status, page.text.includes("The bank decides about the money")]).toEqual([409, true]);
});

it("gives an amount back, once shown how it is divided, never more than is left, and closes the order with the last of it", async () => {
  const { order } = await paidOrder();
  const path = `/admin/orders/${order.id}`;
  const shown = await ann.get(`${path}?refund=30`);
  expect(shown.text).toContain("$30.00 to the card, $0.00 as credit");
  expect(shown.text).toContain("Refund $30.00");
  for (const [amount, sentence] of [
    ["80.01", "At most $80.00 can be refunded"],
    ["0", "Please give an amount above $0.00"],
    ["-5", "Please give an amount in dollars, such as 12.50"],
    ["", "Please give an amount in dollars, such as 12.50"],
  ] as const) {
    expect((await ann.get(`${path}?refund=${amount}`)).text).toContain(sentence);
    const refused = await act(ann, order.id, { intent: "refund", amount });
    expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
    expect(refused.field("refund")).toBe(amount);
  }
  const short = await act(ann, order.id, { intent: "refund", amount: "30", reason: "no" });
  expect([short.status, short.text.includes("Please give a reason of at least 10")]).toEqual([400, true]);
  expect((await stateOf(order.id)).refunds).toEqual([]);

  expect((await act(ann, order.id, { intent: "refund", amount: "30" })).status).toBe(303);
  await expect
    .poll(async () => (await stateOf(order.id)).refunds.map(({ state }) => state))
    .toEqual(["confirmed"]);
  const partly = await stateOf(order.id);
  expect(partly.order).toMatchObject({ refundedCashCents: 3000, paymentStatus: "paid", stage: "ready" });
  expect(partly.audit.map(({ action, reason }) => [action, reason])).toEqual([["refund", reason]]);
  expect(partly.events.map(({ kind, cents }) => [kind, cents])).toContainEqual(["refund_granted", 3000]);
  expect(await ledger.balances(db, order.id)).toMatchObject({
    cash: 4738,
    seller_payable: -5000,
    refunds: 0,
  });
  expect((await act(ann, order.id, { intent: "refund", amount: "50.01" })).text).toContain(
    "At most $50.00 can be refunded",
  );

  expect((await act(ann, order.id, { intent: "refund", amount: "50" })).status).toBe(303);
  await expect.poll(async () => (await stateOf(order.id)).order.paymentStatus).toBe("refunded");
  expect((await stateOf(order.id)).order.stage).toBe("closed");
  const over = await act(ann, order.id, { intent: "refund", amount: "1" });
  expect([over.status, over.text.includes("Everything that was paid goes back already")]).toEqual([
    409,
    true,
  ]);
  const unpaid = await orderRow(db, { paymentStatus: "pending", stage: "awaiting_payment", paidAt: null });
  expect((await act(ann, unpaid.id, { intent: "refund", amount: "1" })).text).toContain(
    "Nothing was paid that could be refunded",
  );
}, 20_000);

it("a page of an earlier state gives and moves nothing, says so, and keeps what was typed", async () => {
  const { order } = await paidOrder();
  const path = `/admin/orders/${order.id}`;
  const first = await ann.get(`${path}?refund=30`);
  expect(first.html).toContain('data-pending="Processing..."');
  const form = { intent: "refund", amount: "30", reason, version: first.field("version") };
  const twice = await Promise.all([1, 2].map(() => ann.submit(`${path}?refund=30`, form)));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  // Back, and the button once more.
  const back = await ann.submit(`${path}?refund=30`, form);
  expect([back.status, back.text.includes("This order changed in the meantime")]).toEqual([409, true]);
  expect(back.html).toContain(`>${reason}</textarea>`);
  expect(Number(back.field("version"))).toBeGreaterThan(Number(form.version));
  const { version, ...without } = form;
  expect((await ann.submit(`${path}?refund=30`, without)).status).toBe(400);
  expect((await stateOf(order.id)).order.refundedCashCents).toBe(3000);

  const moved = await act(ann, order.id, { intent: "start", version: version ?? "" });
  expect([moved.status, moved.field("reason")]).toEqual([409, reason]);
  expect((await stateOf(order.id)).order.stage).toBe("ready");
  // The form is gone: its text is not.
  const over = await orderRow(db, { status: "completed", stage: "closed", paymentStatus: "refunded" });
  const gone = await act(ann, over.id, { intent: "refund", amount: "1", version: "0" });
  expect([gone.status, gone.text.includes(`What you have typed: ${reason}`)]).toEqual([409, true]);
  const asking = await orderRow(db, {
    stage: "awaiting_requirements",
    questions: [{ question: "Which cat?", type: "text", required: true }],
  });
  const short = { intent: "answer", "answers[0]": "The grey one", reason: "no" };
  expect((await act(ann, asking.id, short)).html).toContain(">The grey one</textarea>");
});

it("a refund that failed after Stripe had taken it is sent again once, however often it is asked for", async () => {
  const { order } = await paidOrder();
  const { ann: first } = await operator();
  // Its work is left to others, and they fail.
  first.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('update "money_calls"')) });
  expectErrorLog("a fault made by the test");
  await act(first, order.id, { intent: "refund", amount: "30" });
  const [sent] = (await stateOf(order.id)).refunds;
  await db
    .update(moneyCalls)
    .set({ state: "failed", stripeId: "re_failed", error: "lost_or_stolen_card" })
    .where(eq(moneyCalls.id, sent?.id ?? ""));
  const page = await ann.get(`/admin/orders/${order.id}`);
  expect(page.text).toContain("lost_or_stolen_card");
  expect(page.text).toContain("Stripe had taken a refund of $30.00, and it failed after all.");
  expect((await ledger.balances(db, order.id)).refunds).toBe(-3000);

  const again = { intent: "refund-again", call: sent?.id ?? "" };
  expect((await act(ann, order.id, { ...again, reason: "no" })).status).toBe(400);
  const tries = await Promise.all(Array.from({ length: 4 }, () => act(ann, order.id, again)));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  await expect
    .poll(async () => (await stateOf(order.id)).refunds.map(({ state }) => state))
    .toEqual(["failed", "confirmed"]);
  const now = await stateOf(order.id);
  expect(now.audit.map(({ action }) => action)).toEqual(["refund", "refund-again"]);
  expect(await ledger.balances(db, order.id)).toMatchObject({ cash: 4738, refunds: 0 });
  const after = await ann.get(`/admin/orders/${order.id}`);
  expect(after.html).not.toContain('value="refund-again"');
  // Another order's call is none of this one's.
  const other = await orderRow(db);
  expect((await act(ann, other.id, again)).status).toBe(409);

  // The rest goes back too: a failed call that was replaced keeps nothing open.
  await act(ann, order.id, { intent: "refund", amount: "50" });
  await expect.poll(async () => (await stateOf(order.id)).order.paymentStatus).toBe("refunded");
}, 20_000);

it("an operator who is a party is refused, and reads so", async () => {
  const { ann: own } = await operator();
  const row = await orderRow(db, { buyerId: own.id });
  const page = await own.get(`/admin/orders/${row.id}`);
  expect(page.text).toContain("You are a party of this order");
  expect(page.html).not.toContain('name="intent" value="operator-cancel"');
  for (const fields of [
    { intent: "operator-cancel" },
    { intent: "refund", amount: "1" },
    { intent: "refund-again", call: "x" },
  ] as Record<string, string>[]) {
    const refused = await act(own, row.id, fields);
    expect([refused.status, refused.text.includes("You are a party of this order")]).toEqual([403, true]);
  }
  expect((await stateOf(row.id)).audit).toEqual([]);
});

it("of many operators at once one moves the order, and the others read what it is now", async () => {
  const all = [ann, ...(await Promise.all([1, 2, 3].map(async () => (await operator()).ann)))];
  const row = await orderRow(db, running);
  const pages = await Promise.all(all.map((who) => act(who, row.id, { intent: "operator-cancel" })));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  for (const page of pages.filter(({ status }) => status === 409))
    expect(page.text).toMatch(
      /This order changed in the meantime: it is cancelled now|This order was cancelled/,
    );
  const now = await stateOf(row.id);
  expect([now.events.length, now.audit.length]).toEqual([1, 1]);

  // The buyer comes between the operator's look and the write.
  const other = await orderRow(db, delivered);
  const slow = shopWith({
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
  late.door = slow;
  const lost = await act(late, other.id, { intent: "revise" });
  expect([lost.status, lost.text.includes("it is completed now")]).toEqual([409, true]);
  expect((await stateOf(other.id)).audit).toEqual([]);
});

it("an operator who is none any more by the time of writing moves nothing", async () => {
  for (const [intent, fields] of [
    ["start", {}],
    ["refund", { amount: "10" }],
  ] as const) {
    const { order } = await paidOrder();
    const { ann: dismissed } = await operator();
    dismissed.door = shopWith({
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

it("what a list reads does not grow with the number of orders", async () => {
  const service = await gig(db);
  const buyer = await person(db);
  const insert = (from: number, to: number) =>
    env.DB.prepare(
      `insert into orders (id, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
         package_title, delivery_days, revisions, questions, requirements, paid_at, delivery_date, form_token, version, created_at, updated_at)
       with recursive k(i) as (select ? union all select i + 1 from k where i < ?)
       select printf('%08x-many', i), ?, ?, ?,
         case i % 10 when 0 then 'pending' when 1 then 'in progress' when 2 then 'cancelled' else 'completed' end,
         iif(i % 97 = 0, 'refunded', 'paid'), case i % 10 when 0 then 'ready' when 1 then 'working' else 'closed' end,
         iif(i % 20 = 1, 'dispute', 'none'), 8000, 0, 'Many', 'starter', 'Basic', 3, 1, '[]', '', i, i, 'many-' || i, 1, i, i from k`,
    )
      .bind(from, to, service.id, service.sellerId, buyer.id)
      .run();
  const searches = [
    "",
    "before=900",
    "show=late",
    "show=not-started",
    "show=dispute",
    "show=refund",
    "status=completed",
    "status=cancelled&payment=refunded",
    "payment=refunded",
    "stage=working&status=completed",
    "show=late&status=completed",
    `q=${buyer.username}`,
    `q=${buyer.username}&status=pending`,
    "q=0000",
    "q=00000",
    "q=nobody",
  ];
  const rows = async (query: string) => {
    const { database, read } = measuredDatabase(env.DB);
    const its = databaseOf(database.withSession("first-primary"));
    await list(its, parseOrderSearch(new URLSearchParams(query)), Date.now());
    return read();
  };
  for (let i = 0; i < 40_000; i += 2000) await insert(i + 1, i + 2000);
  // What one page examines, and what it looks up of it; the tables hold ten times as much.
  for (const query of searches)
    expect([query, await rows(query)]).toSatisfy(([, read]: [string, number]) => read <= 4000);
  // From page to page everything is passed once.
  let path: string | undefined = "/admin/orders?status=cancelled&payment=refunded";
  const seen: unknown[] = [];
  for (let pages = 0; path && pages < 100; pages++) {
    const page: Page = await ann.get(path);
    seen.push(...[...page.html.matchAll(/href="\/admin\/orders\/(\w{8}-many)"/g)].map((match) => match[1]));
    path = page.links.find((link) => link.includes("before=") && page.text.includes("Older"));
    if (path && !page.html.includes('rel="next"')) path = undefined;
  }
  const expected = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.paymentStatus, "refunded"))
    .orderBy(desc(orders.n));
  const cancelledOnes = expected.filter(
    ({ id }) => id.endsWith("-many") && Number.parseInt(id, 16) % 10 === 2,
  );
  expect(seen).toEqual(cancelledOnes.map(({ id }) => id));
}, 120_000);
