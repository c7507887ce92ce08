import { env } from "cloudflare:workers";
import { and, eq, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { type Period, periodOf } from "#app/payouts/statements/period.ts";
import * as statements from "#app/payouts/statements/statements.server.ts";
import * as taxCsv from "#app/payouts/taxes/tax-csv.server.ts";
import * as schema from "#drizzle/schema.ts";
import { measuredDatabase, productWith } from "#tests/support/bindings/faulty.ts";
import { now, pass, sweep } from "#tests/support/clock.ts";
import { expectMonthSums } from "#tests/support/month-sums.ts";
import { completedOrder, control, readyAccount, refund } from "#tests/support/payouts.ts";
import { paidOrder } from "#tests/support/purchase.ts";
import { deliveries } from "#tests/support/stripe.ts";
import { db, Visitor } from "#tests/support/visitor.ts";

await deliveries("off");

const accounts = ["seller_payable", "transfers", "seller_debts", "offsets"];

/** Moves the clock to the middle of a later month. @returns its name */
async function toNextMonth(): Promise<string> {
  const today = new Date(now());
  const next = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 14, 12);
  await pass(Math.round((next - now()) / 1000) * 1000);
  return monthOf(now());
}

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

const period = (name: string): Period => {
  const found = periodOf(name, now());
  if (!found) throw new Error(`${name} is no period`);
  return found;
};

/** A statement with all of its lines. */
async function statementOf(sellerId: string, name: string) {
  const statement = await statements.find(db, sellerId, period(name));
  if (!statement?.range) throw new Error(`There is no statement of ${name}`);
  const { lines } = await statements.listLines(db, statement.range);
  return { ...statement, lines };
}

/** What the ledger owes a seller at a time, added up row by row. */
async function owedAt(sellerId: string, at: number): Promise<number> {
  const rows = await db
    .select()
    .from(schema.ledger)
    .where(and(eq(schema.ledger.userId, sellerId), inArray(schema.ledger.account, accounts)));
  return rows.filter((row) => row.at < at).reduce((sum, row) => sum - row.amountCents, 0);
}

/** Books payments of $1.00 each, with a fee of 20 %, for one order. @param at UTC ms */
async function payMany(orderId: string, sellerId: string, count: number, at: number): Promise<void> {
  const rows = sql.raw("('cash', 0, 100), ('seller_payable', 1, -80), ('platform_revenue', 0, -20)");
  await db.insert(schema.ledger).select(sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}),
      sides (account, is_sellers, cents) as (values ${rows})
    select null, 'payment:many-' || ${orderId} || '-' || ${at} || '-' || i, account, ${orderId}, null, null, iif(is_sellers, ${sellerId}, null), cents, ${at}
    from n cross join sides`);
}

/** The cells of a CSV file, line by line. No cell of these files contains a line end. */
const rowsOf = (csv: string) =>
  csv
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n")
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1] ?? m[2] ?? ""));

test("Opening, lines and closing agree with the ledger to the cent, over months with refunds and debts", async () => {
  // The first month: three orders are paid and completed.
  await toNextMonth();
  const { order: first, bob } = await completedOrder({ priceCents: 8000 });
  const second = await completedOrder({ sellerId: bob.id, priceCents: 5000 });
  const third = await completedOrder({ sellerId: bob.id, priceCents: 9000 });
  const account = await readyAccount(bob.id);
  const months = [monthOf(now())];
  // The second: the first is sent. The third: it is refunded, and another pays the debt. The fourth: nothing.
  const { earnings } = schema;
  for (const { order } of [second, third])
    await db.update(earnings).set({ dueAt: null }).where(eq(earnings.orderId, order.id));
  months.push(await toNextMonth());
  await sweep();
  await refund(second.order.id, 1000);
  await control(`accounts/${account.stripeId}/payout`);
  months.push(await toNextMonth());
  await refund(first.id, 8000);
  await sweep();
  for (const { order } of [second, third]) {
    await db.update(earnings).set({ dueAt: now() }).where(eq(earnings.orderId, order.id));
    await sweep();
  }
  // A refund that Stripe takes back from the account.
  await refund(third.order.id, 500);
  await sweep();
  const year = monthOf(now()).slice(0, 4);

  let closing = 0;
  const kinds = new Set<string>();
  for (const month of months) {
    const statement = await statementOf(bob.id, month);
    expect(statement.openingCents).toBe(closing);
    expect(statement.openingCents).toBe(await owedAt(bob.id, period(month).start));
    expect(statement.closingCents).toBe(await owedAt(bob.id, period(month).end));
    const sums = [statement.lines, statement.changes, statement.months].map((rows) =>
      rows.reduce((sum, { cents }) => sum + cents, 0),
    );
    for (const sum of sums) expect(statement.openingCents + sum).toBe(statement.closingCents);
    for (const { kind } of statement.lines) kinds.add(kind);
    closing = statement.closingCents;
  }
  expect([...kinds].sort()).toEqual(["debt paid", "owed", "paid", "refunded", "sent", "taken back"]);
  expect(closing).toBe(0);
  expect((await expectMonthSums()).statements).toBeGreaterThanOrEqual(months.length);

  const paid = (await statementOf(bob.id, months[0] ?? "")).lines;
  expect(
    paid.map(({ kind, grossCents, feeCents, cents }) => ({ kind, grossCents, feeCents, cents })),
  ).toEqual(
    [first, second.order, third.order].map(({ priceCents, feeCents }) => ({
      kind: "paid",
      grossCents: priceCents,
      feeCents,
      cents: priceCents - feeCents,
    })),
  );
  // The year is the sum of its months.
  const ofYear = months.filter((month) => month.startsWith(year));
  expect((await statementOf(bob.id, year)).months.map(({ month }) => month)).toEqual(ofYear);

  // His session has ended since.
  await bob.beginSession();
  const page = await bob.get(`/earnings/${months[2]}`);
  expect(page.status).toBe(200);
  for (const text of ["Refunded to the buyer", "Now owed back", "Debt paid with other earnings"])
    expect(page.text).toContain(text);
  expect((await bob.get(`/earnings/${year}`)).text).toContain("Balance so far");
  const links = (await bob.get("/earnings")).html;
  for (const name of [...months, year]) expect(links).toContain(`href="/earnings/${name}"`);

  // The file has the same lines.
  const file = await bob.fetch(`/earnings/${months[2]}.csv`);
  const rows = rowsOf(await file.text());
  const opening = rows.find(([, line]) => line === "Opening balance");
  const last = rows.at(-1);
  const amounts = rows.slice(2, -1).map((row) => Math.round(Number(row[7]) * 100));
  expect(Math.round(Number(opening?.[9]) * 100) + amounts.reduce((sum, cents) => sum + cents, 0)).toBe(
    Math.round(Number(last?.[9]) * 100),
  );
  expect(rows.find(([, line]) => line === "Taken back from your Stripe account")?.[12]).toMatch(/^tr_/);
});

test("The file is UTF-8 with a mark, has amounts and times that programs read, and runs no formula", async () => {
  const { order, bob } = await paidOrder({ priceCents: 12000, title: '=Ünsinn, "bold"' });
  const month = monthOf(now());
  const answer = await bob.fetch(`/earnings/${month}.csv`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("Content-Disposition")).toContain(`filename="handiwork-earnings-${month}.csv"`);
  expect(answer.headers.get("Cache-Control")).toContain("no-store");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  expect(text.split("\r\n")).toHaveLength(5);
  const [, , line] = text.split("\r\n");
  const net = ((12000 - order.feeCents) / 100).toFixed(2);
  expect(line).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,Paid by the buyer,/);
  expect(line).toContain(`,"'=Ünsinn, ""bold""",120.00,`);
  expect(line).toContain(`,${net},,${net},,Not completed,,,`);
  // A second file in the same minute redirects to the page.
  expect(await bob.get(`/earnings/${month}.csv`)).toMatchObject({
    status: 302,
    location: `/earnings/${month}`,
  });
});

test("A period that does not exist, has not begun or has no entries of the viewer is the ordinary 404, as page and as file", async () => {
  const { bob, ann } = await paidOrder();
  const [month, year] = [monthOf(now()), Number(monthOf(now()).slice(0, 4))];
  const wrong = [
    "0000",
    "2026-13",
    "2026-00",
    "2026-1",
    `${year + 1}`,
    `${year + 1}-01`,
    `${year - 1}`,
    "x",
    "-1",
  ];
  for (const name of wrong)
    for (const end of ["", ".csv"]) expect((await bob.get(`/earnings/${name}${end}`)).status, name).toBe(404);
  // The buyer has sold nothing.
  for (const end of ["", ".csv"]) {
    expect((await ann.get(`/earnings/${month}${end}`)).status).toBe(404);
    expect((await new Visitor().get(`/earnings/${month}${end}`)).location).toContain("/sign-in");
  }
  expect((await bob.get(`/earnings/${month}`)).status).toBe(200);
});

test("A statement shows each line once, however many pages of the ledger they fill", async () => {
  const { order, bob } = await paidOrder();
  await payMany(order.id, bob.id, 700, Date.UTC(2025, 4, 20));
  const may = await statements.find(db, bob.id, period("2025-05"));
  const seen: string[] = [];
  for (let range = may?.range ?? null; range; ) {
    const page = await statements.listLines(db, range);
    seen.push(...page.lines.map(({ number }) => String(number)));
    range = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([700, 700]);
  const page = await bob.get("/earnings/2025-05");
  expect(page.text).toContain("This month has more lines.");
  const csv = await (await bob.fetch("/earnings/2025-05.csv")).text();
  expect(rowsOf(csv)).toHaveLength(703);
});

test("The page of a month or a year of 10,000 payments reads at most 150 rows in addition to the lines", async () => {
  const { order, bob } = await paidOrder();
  for (let month = 0; month < 12; month++)
    await payMany(order.id, bob.id, month === 6 ? 40 : 906, Date.UTC(2025, month, 20));
  await expectMonthSums();
  const rowsFor = async (path: string) => {
    const { database, read } = measuredDatabase(env.DB);
    bob.send = productWith({ DB: database });
    const page = await bob.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    return { page, rows: read() };
  };
  // What every page reads once.
  await rowsFor("/earnings/2025");
  const year = await rowsFor("/earnings/2025");
  // All of them are of one order, which counts with its first payment.
  expect(year.page.text).toMatch(/Q3 ?0 ?\$1,852\.00 ?\$370\.40 ?\$0\.00/);
  expect(year.page.text).toContain("Paid by buyers, after fees");
  expect(year.page.html.match(/<tr/g)).toHaveLength(1 + 12 + 1 + 4);
  expect(year.rows).toBeLessThanOrEqual(150);
  const july = await rowsFor("/earnings/2025-07");
  // Each line is a row of the seller, and a transaction with its order.
  const perLine = 13;
  expect(july.page.html.match(/<tr/g)).toHaveLength(1 + 40);
  expect(july.rows).toBeLessThanOrEqual(150 + 40 * perLine);
  // A month without a line, and the year of all sellers' file.
  expect((await rowsFor("/earnings/2026-01")).rows).toBeLessThanOrEqual(150);
  const { database, read } = measuredDatabase(env.DB);
  const parts: string[] = [];
  for await (const part of taxCsv.partsOf(drizzle(database, { schema }), period("2025"))) parts.push(part);
  expect(parts.join("")).toContain(`${bob.id},`);
  expect(read()).toBeLessThanOrEqual(150);
});
