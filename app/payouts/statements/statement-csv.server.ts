import type { Db } from "#app/context.ts";
import { byteOrderMark, csvAmount, csvLine, csvTime } from "#app/lib/csv.ts";
import type { Earning } from "#app/payouts/order-earnings.server.ts";
import * as earningList from "#app/payouts/order-earnings.server.ts";
import { stateText } from "#app/payouts/order-earnings.ts";
import type { Period } from "#app/payouts/statements/period.ts";
import { type Line, lineTexts } from "#app/payouts/statements/statement.ts";
import * as statements from "#app/payouts/statements/statements.server.ts";

const columns = [
  "Time",
  "Line",
  "Order",
  "Service",
  "Price",
  "Fee",
  "Refunded",
  "Amount",
  "Debt",
  "Balance",
  "Clears",
  "State",
  "Transfer",
  "Payout",
  "In the bank",
] as const;

/**
 * The file of a statement, some lines at a time (docs/specification.md#statements). Amounts are in US
 * dollars, times in UTC.
 * @param at UTC ms: the time of the states
 */
export async function* partsOf(
  db: Db,
  sellerId: string,
  period: Period,
  statement: statements.Statement,
  at: number,
): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark +
    csvLine(columns) +
    balanceRow(period.start, "Opening balance", statement.openingCents);
  let balanceCents = statement.openingCents;
  for (let range = statement.range; range; ) {
    const { lines, next } = await statements.listLines(db, range);
    const orderIds = [...new Set(lines.map(({ orderId }) => orderId))];
    const [fates, earned] = await Promise.all([
      statements.listFates(db, orderIds),
      earningList.listOf(db, sellerId, orderIds, at),
    ]);
    const fateOf = new Map(fates.map((fate) => [fate.orderId, fate]));
    const earningOf = new Map(earned.map((earning) => [earning.orderId, earning]));
    let text = "";
    for (const line of lines) {
      balanceCents += line.cents;
      text += lineOf(line, balanceCents, fateOf.get(line.orderId), earningOf.get(line.orderId));
    }
    yield text;
    range = next;
  }
  const end = Math.min(period.end, at);
  yield balanceRow(end, end < period.end ? "Balance so far" : "Closing balance", balanceCents);
}

/** The cells of a line by column; an absent one is empty. */
type Cells = Partial<Record<(typeof columns)[number], string | null>>;

function rowOf(cells: Cells): string {
  return csvLine(columns.map((column) => cells[column] ?? null));
}

function lineOf(line: Line, balanceCents: number, fate?: statements.Fate, earning?: Earning): string {
  const { at, kind, orderId, title, grossCents, feeCents, cents, debtCents } = line;
  return rowOf({
    Time: csvTime(at),
    Line: lineTexts[kind],
    Order: orderId,
    Service: title,
    Price: kind === "paid" ? csvAmount(grossCents) : null,
    Fee: feeCents === 0 ? null : csvAmount(feeCents),
    Refunded: kind === "refunded" ? csvAmount(-grossCents) : null,
    Amount: csvAmount(cents),
    Debt: debtCents === 0 ? null : csvAmount(debtCents),
    Balance: csvAmount(balanceCents),
    Clears: fate?.clearsAt == null ? null : csvTime(fate.clearsAt),
    State: earning ? stateText(earning.state, null) : "Not completed",
    Transfer: fate?.transfer,
    Payout: fate?.payout,
    "In the bank": fate?.arrivesAt == null ? null : csvTime(fate.arrivesAt),
  });
}

function balanceRow(at: number, name: string, cents: number): string {
  return rowOf({ Time: csvTime(at), Line: name, Balance: csvAmount(cents) });
}
