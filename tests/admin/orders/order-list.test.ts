import { env } from "cloudflare:workers";
import { desc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { parseOrderSearch } from "#app/admin/orders/order-filters.ts";
import { list } from "#app/admin/orders/order-list.server.ts";
import { day, hour } from "#app/lib/dates.ts";
import { disputes, mismatches, moneyCalls, orders, payments, users } from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { gig, person } from "../../support/factories.ts";
import { orderRow } from "../../support/orders.ts";
import { db, type Page } from "../../support/visitor.ts";
import { stateOf } from "./operator-order.ts";

const { ann } = await operator();

const shownIds = (page: Page) =>
  [...page.html.matchAll(/href="\/admin\/orders\/([0-9a-f-]{36})"/g)].map((match) => match[1]);
const found = async (query: string) => shownIds(await ann.get(`/admin/orders?${query}`));

it("Orders are listed newest first, found by id or username, and narrowed by filters alone and together", async () => {
  const at = Date.now();
  const [buyer, seller] = [await person(db), await person(db)];
  const sold = await gig(db, { sellerId: seller.id });
  const of = { gigId: sold.id, sellerId: seller.id, buyerId: buyer.id };
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
    ["show=not-started", [waiting.id, unanswered.id, fresh.id]],
    ["show=not-started-long", [waiting.id, unanswered.id]],
    ["show=cancellation", [asked.id]],
    ["show=refund", [wanted.id]],
    ["show=dispute", [disputed.id]],
    ["show=dispute&status=completed", []],
    [`${q}&status=in+progress`, [disputed.id, asked.id, late.id, onTime.id]],
    ["status=in+progress&stage=working", [disputed.id, asked.id, onTime.id]],
    ["payment=refunded", [cancelled.id]],
    ["stage=awaiting_payment", [unpaid.id]],
    ["payment=paid&status=pending", [unanswered.id, waiting.id, fresh.id]],
    [`${q}&after=${(await stateOf(fresh.id)).order.number}`, [unpaid.id]],
    ["q=no-such-name", []],
  ] as const)
    expect([query, await found(query)]).toEqual([query, expected]);
  expect((await found("")).slice(0, all.length)).toEqual(all);
  const short = await ann.get("/admin/orders?q=ab");
  expect(short.text).toContain("Type at least 3 characters");
  expect(short.html).toMatch(/<input[^>]*name="q"[^>]*value="ab"/);
  expect((await ann.get("/admin/orders?status=completed&show=late")).text).toContain("No orders found");
});

it("Late orders are listed by waiting time on as many pages as there are, without those on hold", async () => {
  const first = await orderRow(db, {
    status: "in progress",
    stage: "working",
    deliveryDate: 1,
    hold: "dispute",
    title: "Late",
  });
  const { number: _, ...row } = (await db.select().from(orders).where(eq(orders.id, first.id)))[0] ?? first;
  const add = async (index: number, hold: "dispute" | "none") => {
    const id = `${hold}-${index}`;
    await db.insert(orders).values({ ...row, id, formToken: id, hold, deliveryDate: 1000 - index });
    return id;
  };
  const late: string[] = [];
  for (let index = 0; index < 60; index++) {
    await add(index, "dispute");
    late.push(await add(index, "none"));
  }
  const shown: string[] = [];
  for (let after: number | null = null, pages = 0; pages < 5; pages++) {
    const query = `show=late${after === null ? "" : `&after=${after}`}`;
    const page = await list(db, parseOrderSearch(new URLSearchParams(query)), 2000);
    shown.push(...page.shown.map(({ id }) => id));
    after = page.next;
    if (after === null) break;
  }
  expect(shown).toEqual(late.reverse());
  // The next test counts the rows of the lists.
  await db.update(orders).set({ status: "completed", stage: "closed" }).where(eq(orders.title, "Late"));
});

it("Orders are found by a party's email address and by Stripe's id of what was paid, refunded, disputed or sent", async () => {
  const order = await orderRow(db);
  await db.update(users).set({ email: "pays@stripe-ids.test" }).where(eq(users.id, order.buyerId));
  await orderRow(db);
  const of = { orderId: order.id, at: 1 };
  await db.insert(payments).values({
    ...of,
    id: "stripe-ids",
    checkoutSessionId: "cs_test_Ids",
    paymentIntentId: "pi_Ids",
    amountCents: 8000,
    currency: "usd",
    outcome: "applied",
  });
  const call = { ...of, attempt: 1, params: "{}", state: "confirmed", open: false, updatedAt: 1 } as const;
  await db.insert(moneyCalls).values({ ...call, id: "ids-1", kind: "refund", stripeId: "re_Ids" });
  await db.insert(moneyCalls).values({ ...call, id: "ids-2", kind: "transfer", stripeId: "tr_Ids" });
  for (const id of ["dp_Ids", "du_Ids"])
    await db.insert(disputes).values({ ...of, id, amountCents: 8000, state: "open" });
  await db.insert(mismatches).values({ ...of, id: "re_Ids2", note: "A second refund" });
  const ids = ["cs_test_Ids", "pi_Ids", "re_Ids", "re_Ids2", "dp_Ids", "du_Ids", "tr_Ids"];
  for (const q of ["PAYS@stripe-ids.test", ...ids]) {
    expect([q, await found(`q=${q}`)]).toEqual([q, [order.id]]);
    expect([q, await found(`q=${q}&status=completed`)]).toEqual([q, []]);
  }
  for (const q of ["pays@stripe", "pi_ids", "pi_Id"]) expect([q, await found(`q=${q}`)]).toEqual([q, []]);
});

it("The rows that a list reads do not grow with the number of orders", async () => {
  const sold = await gig(db);
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
      .bind(from, to, sold.id, sold.sellerId, buyer.id)
      .run();
  const searches = [
    "",
    "after=900",
    "order=oldest&after=900",
    "order=oldest&status=cancelled&payment=refunded",
    "show=late",
    "show=not-started",
    "show=not-started-long",
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
    "q=pi_many",
    "q=re_none",
  ];
  const rows = async (query: string) => {
    const { database, read } = measuredDatabase(env.DB);
    const measured = databaseOf(database.withSession("first-primary"));
    await list(measured, parseOrderSearch(new URLSearchParams(query)), Date.now());
    return read();
  };
  for (let i = 0; i < 40_000; i += 2000) await insert(i + 1, i + 2000);
  // The limit is what one page examines and looks up. The tables hold ten times as much.
  for (const query of searches)
    expect([query, await rows(query)]).toSatisfy(
      ([, read]: [string, number]) => read <= (query.startsWith("q=") ? 4000 : 400),
    );
  // The pages together show every order once.
  let path: string | undefined = "/admin/orders?status=cancelled&payment=refunded";
  const seen: unknown[] = [];
  for (let pages = 0; path && pages < 100; pages++) {
    const page: Page = await ann.get(path);
    seen.push(...[...page.html.matchAll(/href="\/admin\/orders\/(\w{8}-many)"/g)].map((match) => match[1]));
    path = page.links.find((link) => link.includes("after=") && page.text.includes("Next page"));
    if (path && !page.html.includes('rel="next"')) path = undefined;
  }
  const expected = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.paymentStatus, "refunded"))
    .orderBy(desc(orders.number));
  const cancelledOnes = expected.filter(
    ({ id }) => id.endsWith("-many") && Number.parseInt(id, 16) % 10 === 2,
  );
  expect(seen).toEqual(cancelledOnes.map(({ id }) => id));
}, 120_000);
