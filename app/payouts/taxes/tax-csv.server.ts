import type { Db } from "#app/context.ts";
import { byteOrderMark, type Cell, csvAmount, csvLine } from "#app/lib/csv.ts";
import type { Period } from "#app/payouts/statements/period.ts";
import * as taxes from "#app/payouts/taxes/taxes.server.ts";
import type { Quarter, TaxYear } from "#app/payouts/taxes/taxes.ts";

const amounts = ["orders", "gross sales", "fees kept", "refunds"];
const columns = [
  ...["Number", "Name", "Username", "Country", "Year", "Quarter"],
  ...amounts.map((name) => `By payment: ${name}`),
  ...amounts.map((name) => `By clearing: ${name}`),
];

/**
 * The file of all sellers for a year, some sellers at a time: one line for each quarter in which a seller
 * sold something (docs/specification.md#taxes).
 */
export async function* partsOf(db: Db, year: Period): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + csvLine(columns);
  for (let after = ""; ; ) {
    const sellers = await taxes.listSellers(db, year, after);
    const last = sellers.at(-1);
    if (!last) return;
    const ids = sellers.map(({ id }) => id);
    const years = await taxes.findYears(db, ids, year);
    yield sellers.map((seller) => linesOf(seller, year.name, years.get(seller.id))).join("");
    after = last.id;
  }
}

function linesOf(
  { id, name, username, country }: taxes.TaxSeller,
  year: string,
  { byPayment, byClearing }: TaxYear = { byPayment: [], byClearing: [] },
): string {
  return [1, 2, 3, 4]
    .map((quarter) => {
      const [paid, cleared] = [byPayment, byClearing].map((all) =>
        all.find((one) => one.quarter === quarter),
      );
      if (!paid && !cleared) return "";
      const seller = [id, name, username, country, year, String(quarter)];
      return csvLine([...seller, ...cellsOf(paid), ...cellsOf(cleared)]);
    })
    .join("");
}

const nothing = { orders: 0, grossCents: 0, feeCents: 0, refundedCents: 0 };

function cellsOf({
  orders,
  grossCents,
  feeCents,
  refundedCents,
}: Omit<Quarter, "quarter"> = nothing): Cell[] {
  return [String(orders), csvAmount(grossCents), csvAmount(feeCents), csvAmount(refundedCents)];
}
