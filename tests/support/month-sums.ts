import { expect } from "vitest";
import { kindOf } from "#app/payouts/statements/statement.ts";
import * as schema from "#drizzle/schema.ts";
import { db } from "./visitor.ts";

const owed = ["seller_payable", "transfers", "seller_debts", "offsets"];
const columnOf: Record<string, string> = {
  paid: "paidCents",
  refunded: "refundedCents",
  sent: "sentCents",
  "taken back": "takenBackCents",
  goodwill: "goodwillCents",
  "paid by hand": "byHandCents",
  "written off": "writtenOffCents",
};
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

/** Sums by user and month, without those that are 0. */
class Sums {
  readonly months = new Map<string, Record<string, number>>();
  add(userId: string, month: string, column: string, count: number) {
    const key = `${userId} ${month}`;
    const sums = this.months.get(key) ?? {};
    this.months.set(key, { ...sums, [column]: (sums[column] ?? 0) + count });
  }
  get sorted() {
    const nonZero = [...this.months].map(([key, sums]): [string, Record<string, number>] => [
      key,
      Object.fromEntries(
        Object.entries(sums)
          .filter(([, n]) => n !== 0)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    ]);
    return nonZero.filter(([, sums]) => Object.keys(sums).length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function kept(rows: ({ userId: string; month: string } & Record<string, string | number>)[]) {
  const sums = new Sums();
  for (const { userId, month, firstNumber: _, lastNumber: __, ...columns } of rows)
    for (const [column, n] of Object.entries(columns)) sums.add(userId, month, column, Number(n));
  return sums.sorted;
}

/**
 * Compares the sums of sellers' months with the ledger, row by row. @returns how many months there are
 * @throws an assertion's error
 */
export async function expectMonthSums(): Promise<{ statements: number; cleared: number }> {
  const [rows, orders, earnings, statementMonths, clearedMonths] = await Promise.all([
    db.select().from(schema.ledger),
    db.select({ id: schema.orders.id, sellerId: schema.orders.sellerId }).from(schema.orders),
    db.select().from(schema.earnings),
    db.select().from(schema.statementMonths),
    db.select().from(schema.clearedMonths),
  ]);
  const sellerOf = new Map(orders.map(({ id, sellerId }) => [id, sellerId]));
  const clearedAt = new Map(earnings.map((earning) => [earning.orderId, earning.clearedAt]));
  const [statements, cleared] = [new Sums(), new Sums()];
  // An order counts with its first payment.
  const counted = new Set<string | null>();
  for (const { transaction, account, orderId, userId, amountCents, at } of rows) {
    const kind = kindOf(transaction);
    const sellerId = sellerOf.get(orderId ?? "");
    const isFee = account === "platform_revenue";
    const isSale = (kind === "paid" || kind === "refunded") && (account === "seller_payable" || isFee);
    const isFirst = kind === "paid" && account === "seller_payable" && !counted.has(orderId);
    if (isFirst) counted.add(orderId);
    if (userId !== null && owed.includes(account)) {
      statements.add(userId, monthOf(at), "cents", -amountCents);
      const column = columnOf[kind];
      if (column) statements.add(userId, monthOf(at), column, -amountCents);
      if (isFirst) statements.add(userId, monthOf(at), "orders", 1);
    }
    if (!isSale || sellerId === undefined) continue;
    if (isFee)
      statements.add(
        sellerId,
        monthOf(at),
        kind === "paid" ? "paidFeeCents" : "refundedFeeCents",
        -amountCents,
      );
    const since = clearedAt.get(orderId ?? "");
    if (since == null) continue;
    const month = monthOf(Math.max(at, since));
    if (kind === "paid") cleared.add(sellerId, month, "grossCents", -amountCents);
    else cleared.add(sellerId, month, "refundedCents", amountCents);
    if (isFee) cleared.add(sellerId, month, "feeCents", -amountCents);
    else if (isFirst) cleared.add(sellerId, month, "orders", 1);
  }
  expect(kept(statementMonths)).toEqual(statements.sorted);
  expect(kept(clearedMonths)).toEqual(cleared.sorted);
  return { statements: statementMonths.length, cleared: clearedMonths.length };
}
