import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as mismatchQueue from "#app/admin/payments/mismatch-queue.server.ts";
import * as paymentList from "#app/admin/payments/payment-list.server.ts";
import { parsePaymentSearch, paymentsPath, paymentTabs } from "#app/admin/payments/payment-search.ts";
import * as schema from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { person } from "../../support/factories.ts";
import { orderRow } from "../../support/orders.ts";
import { db, type Page } from "../../support/visitor.ts";

vi.setConfig({ testTimeout: 60_000 });

const { ann: eve } = await operator();
const lists = ["payments", "fees", "refunds"] as const;
const call = { attempt: 1, open: false, updatedAt: 1 } as const;
const moment = (text: string) => Date.parse(text);

/** A payer with an order and a registration, each with payments, refunds and disputes named after `name`. */
async function payer(name: string, at: number) {
  const made = await person(db);
  const email = `${name.toLowerCase()}@payer.test`;
  await db.run(sql`update users set email = ${email} where id = ${made.id}`);
  const order = await orderRow(db, { buyerId: made.id });
  await sellerRow(made.id, { status: "active" });
  const [registration] = await db.all<{ id: string }>(sql`select id from sellers where user_id = ${made.id}`);
  const owners = [
    { prefix: name, orderId: order.id, registrationId: null },
    { prefix: `${name}Fee`, orderId: null, registrationId: registration?.id ?? "" },
  ];
  for (const { prefix, ...owner } of owners) {
    const paid = { ...owner, outcome: "applied", currency: "usd", amountCents: 8000, at };
    await db.insert(schema.payments).values([
      {
        ...paid,
        id: crypto.randomUUID(),
        checkoutSessionId: `cs_${prefix}`,
        paymentIntentId: `pi_${prefix}`,
      },
      // A second session of the same order, refunded because it was not due.
      {
        ...paid,
        id: crypto.randomUUID(),
        checkoutSessionId: `cs_${prefix}Twice`,
        paymentIntentId: `pi_${prefix}Twice`,
        outcome: "returned",
        at: at + 1,
      },
    ]);
    const refund = { ...call, ...owner, kind: "refund", at } as const;
    const params = (intent: string, amount: number) => JSON.stringify({ payment_intent: intent, amount });
    await db.insert(schema.moneyCalls).values([
      {
        ...refund,
        id: `again-${prefix}`,
        replaces: `failed-${prefix}`,
        state: "confirmed",
        stripeId: `re_${prefix}`,
        params: params(`pi_${prefix}`, 1234),
      },
      {
        ...refund,
        id: `failed-${prefix}`,
        state: "failed",
        error: "The card was closed",
        params: params(`pi_${prefix}`, 1234),
      },
      {
        ...refund,
        id: `twice-${prefix}`,
        state: "confirmed",
        params: params(`pi_${prefix}Twice`, 8000),
        at: at + 1,
      },
    ]);
    await db.insert(schema.disputes).values([
      { id: `dp_${prefix}`, ...owner, amountCents: 8000, state: "won", at },
      { id: `du_${prefix}`, ...owner, amountCents: 8000, state: "open", at: at + 1 },
    ]);
    await db.insert(schema.mismatches).values({ id: `re_${prefix}Odd`, ...owner, note: `Odd ${prefix}`, at });
  }
  return { email, order, registration: registration?.id ?? "" };
}

/** How many rows the table has. */
const rowsOf = (page: Page) => (page.html.split(/<.?tbody>/)[1]?.split("<tr>").length ?? 1) - 1;

it("Payments, fees and refunds are listed by day, with their outcome", async () => {
  const { order, registration } = await payer("Day", moment("2025-03-07T23:59:59.998Z"));
  await payer("Next", moment("2025-03-08T00:00:00.000Z"));
  const page = await eve.get("/admin/payments?show=payments&day=2025-03-07");
  for (const words of [
    "$80.00",
    "Accepted",
    "Disputed",
    "$12.34 refunded",
    "Not due, refunded",
    "Accepted on this day $80.00",
  ])
    expect(page.text).toContain(words);
  expect(rowsOf(page)).toBe(2);
  for (const link of [
    `/admin/orders/${order.id}`,
    "/admin/payments?show=payments&day=2025-03-06",
    "/admin/payments?show=payments&day=2025-03-08",
    "/admin/payments?show=refunds&day=2025-03-07",
    "/admin/payments?day=2025-03-07",
  ])
    expect(page.links).toContain(link);
  for (const id of ["pi_Day", "pi_DayTwice"]) expect(page.text).toContain(id);
  expect(page.text).not.toContain("pi_Next");

  const fees = await eve.get("/admin/payments?show=fees&day=2025-03-07");
  expect(fees.links).toContain(`/admin/applications?id=${registration}`);
  expect([fees.text.includes("pi_DayFee"), fees.text.includes("pi_Day ")]).toEqual([true, false]);

  const refunds = await eve.get("/admin/payments?show=refunds&day=2025-03-07");
  for (const words of [
    "Failed, sent again",
    "The card was closed",
    "re_DayFee",
    // Two of $12.34 and two of $80.00; what failed does not count.
    "Refunded, of the refunds begun on this day $184.68",
  ])
    expect(refunds.text).toContain(words);
  expect((await eve.get("/admin/payments?day=2025-03-08")).text).toContain("Odd NextFee");
  for (const { key } of paymentTabs) {
    const none = await eve.get(`/admin/payments?show=${key}&day=2025-02-28`);
    expect([key, none.status, / on this day/.test(none.text)]).toEqual([key, 200, true]);
  }
});

it("Each tab finds what belongs to an id at Stripe, an order, an application or a payer, and nothing else", async () => {
  const { email, order, registration } = await payer("Found", moment("2025-04-01"));
  await payer("Other", moment("2025-04-02"));
  /** How many rows of each tab show the payer's own objects, and how many others. */
  const found = async (q: string) => {
    const counts: Record<string, number> = {};
    for (const { key } of paymentTabs) {
      const page = await eve.get(`/admin/payments?${new URLSearchParams({ show: key, q })}`);
      expect([q, key, page.status]).toEqual([q, key, 200]);
      const rows = rowsOf(page);
      counts[key] = rows;
      expect([q, key, rows === 0, page.text.includes("No matches")]).toEqual([
        q,
        key,
        rows === 0,
        rows === 0,
      ]);
      expect(page.text).not.toMatch(/\b(cs|pi|re)_Other/);
    }
    return counts;
  };
  const ofOrder = { mismatches: 1, payments: 2, fees: 0, refunds: 3 };
  const ofFee = { mismatches: 1, payments: 0, fees: 2, refunds: 3 };
  const names = ["cs_Found", "pi_FoundTwice", "re_Found", "dp_Found", "du_Found", "re_FoundOdd"];
  for (const q of [...names, order.id, order.id.slice(0, 8), `#${order.id.slice(0, 8).toUpperCase()}`])
    expect([q, await found(q)]).toEqual([q, ofOrder]);
  for (const q of ["pi_FoundFee", "re_FoundFee", registration, registration.slice(0, 8)])
    expect([q, await found(q)]).toEqual([q, ofFee]);
  expect(await found(email.toUpperCase())).toEqual({ mismatches: 2, payments: 2, fees: 2, refunds: 6 });
  const nothing = { mismatches: 0, payments: 0, fees: 0, refunds: 0 };
  for (const q of [
    "pi_found",
    "pi_Foun",
    "ab",
    "%",
    "_",
    "cs_",
    "Odd",
    "nobody@payer.test",
    "'\"",
    "a@",
    "x".repeat(400),
  ])
    expect([q, await found(q)]).toEqual([q, nothing]);
  const day = await eve.get(
    `/admin/payments?${new URLSearchParams({ show: "payments", q: email, day: "2025-04-02" })}`,
  );
  expect(day.text).toContain("No matches");
});

it("The address keeps what is valid and drops the rest", () => {
  const search = parsePaymentSearch(new URLSearchParams("show=fees&q=%23ab&day=2025-03-07&after=re_1"));
  expect(search).toEqual({ show: "fees", q: "ab", day: "2025-03-07", after: "re_1" });
  expect(parsePaymentSearch(new URL(paymentsPath(search), "http://x").searchParams)).toEqual(search);
  for (const day of ["2025-02-30", "today", "2025-3-7", "2025-03-07T00:00"])
    expect(paymentsPath(parsePaymentSearch(new URLSearchParams({ show: "x", day, after: "a b" })))).toBe(
      "/admin/payments",
    );
});

it("A page reads at most 400 rows, 4,000 with a payer, and paging shows every row once", async () => {
  const { email, order, registration } = await payer("Many", moment("2025-05-01"));
  const many = sql`(with recursive k(i) as (select 1 union all select i + 1 from k where i < 600) select i from k)`;
  const [own] = await db.all<Record<string, unknown>>(sql`select * from orders where id = ${order.id}`);
  const columns = Object.keys(own ?? {}).filter((name) => !["number", "id", "form_token"].includes(name));
  const names = sql.raw(columns.join(", "));
  await db.run(sql`insert into orders (id, form_token, ${names}) select 'many-' || i, 'many-' || i, ${names}
    from orders join ${many} where id = ${order.id}`);
  // Five rows share each time, so pages end between rows of the same time.
  const at = sql`${moment("2025-05-02")} + i / 5`;
  for (const outcome of ["applied", "mismatch"])
    await db.run(sql`insert into payments (id, checkout_session_id, payment_intent_id, order_id, amount_cents, currency, outcome, note, at)
      select ${outcome} || i, 'cs_' || ${outcome} || i, 'pi_' || ${outcome} || i, 'many-' || i, 8000, 'usd', ${outcome}, null, ${at} from ${many}`);
  await db.run(sql`insert into payments (id, checkout_session_id, payment_intent_id, registration_id, amount_cents, currency, outcome, note, at)
    select 'fee-' || i, 'cs_fee' || i, 'pi_fee' || i, ${registration}, 5000, 'usd', 'returned', null, ${at} from ${many}`);
  await db.run(sql`insert into money_calls (id, kind, order_id, attempt, params, state, stripe_id, open, at, updated_at)
    select 'refund-' || i, 'refund', 'many-' || i, 1, '{"payment_intent":"pi_applied' || i || '","amount":100}', 'confirmed', 're_many' || i, 0, ${at}, 1 from ${many}`);
  await db.run(sql`insert into disputes (id, order_id, amount_cents, state, at)
    select 'dp_many' || i, 'many-' || i, 8000, 'lost', i from ${many}`);
  await db.run(sql`insert into mismatches (id, order_id, note, at)
    select 're_odd' || i, 'many-' || i, 'Odd', ${at} from ${many}`);
  await db.run(sql`insert into mismatches (id, note, at, resolved_at)
    select 're_done' || i, 'Odd', ${at}, i from ${many}`);

  const page = async (query: string, after: string | null) => {
    const { database, read } = measuredDatabase(env.DB);
    const measured = databaseOf(database.withSession("first-primary"));
    const search = { ...parsePaymentSearch(new URLSearchParams(query)), after };
    const { show } = search;
    const { rows, next, isCut } =
      show === "mismatches"
        ? await mismatchQueue.list(measured, search, Date.now())
        : await paymentList.list(measured, show, search);
    return { ids: rows.map(({ id }) => id), next, isCut, read: read() };
  };
  const counts = { mismatches: 1200, payments: 1200, fees: 600, refunds: 600 };
  for (const { key } of paymentTabs)
    for (const query of ["", "day=2025-05-02", `q=${email}`]) {
      const most = query.startsWith("q") ? 4000 : 400;
      const ids: string[] = [];
      let after: string | null = null;
      do {
        const part = await page(`show=${key}&${query}`, after);
        expect([key, query, part.read]).toSatisfy(([, , read]: [string, string, number]) => read <= most);
        expect(part.isCut).toBe(query.startsWith("q"));
        ids.push(...part.ids);
        after = part.next;
      } while (after !== null && ids.length < 2000);
      expect([key, query, new Set(ids).size]).toEqual([key, query, ids.length]);
      if (query.startsWith("day")) expect([key, ids.length]).toEqual([key, counts[key]]);
      else
        expect([key, query, ids.length]).toSatisfy(([, , count]: [string, string, number]) => count >= 250);
    }
  expect((await eve.get(`/admin/payments?show=payments&q=${email}`)).text).toContain(
    "Only the newest 250 orders of this person are searched.",
  );
});

it("Every list reads its own index by time", async () => {
  const search = { q: "", day: "2025-05-02", after: null };
  for (const show of lists) {
    const plan = await db.all<{ detail: string; parent: number }>(
      sql`explain query plan ${paymentList.pageQuery(show, { show, ...search }, { at: 9, number: 1 })}`,
    );
    const [scan, ...rest] = plan.filter(({ parent }) => parent === 0).map(({ detail }) => detail);
    expect(scan).toMatch(/^SEARCH p USING INDEX \w+_at \(at>\? AND at<\?\)$/);
    expect(rest.filter((detail) => !detail.startsWith("CORRELATED"))).toEqual([]);
  }
});
