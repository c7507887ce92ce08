import { Fragment } from "react";
import { exactDollars } from "#app/lib/money.ts";
import { lineRow } from "#app/orders/order-lines.ts";
import type { OrderLine } from "#drizzle/schema.ts";

/** The lines of an order in its list of amounts, above the price; nothing for the package alone. */
export function LineRows({ lines }: { lines: OrderLine[] | null }) {
  return lines?.map((line) => {
    const [text, cents] = lineRow(line);
    return (
      <Fragment key={line.id}>
        <dt>{text}</dt>
        <dd className="num">{exactDollars(cents)}</dd>
      </Fragment>
    );
  });
}
