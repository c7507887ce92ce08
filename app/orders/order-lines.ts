import type { OrderLine } from "#drizzle/schema.ts";

/** The lines of an order (docs/specification.md#extras). Null: the package alone, once. */
type Lines = OrderLine[] | null;

/** A line as a row above the price: `3 × Basic: A portrait`, and what they cost together, in cents. */
export function lineRow(line: OrderLine): [text: string, cents: number] {
  return [textOf(line), line.priceCents * line.quantity];
}

/** All lines as rows; none for the package alone. */
export function lineRows(lines: Lines): [text: string, cents: number][] {
  return (lines ?? []).map(lineRow);
}

/** What is ordered, in one line: the package, or all lines. */
export function orderedText({ packageTitle, lines }: { packageTitle: string; lines: Lines }): string {
  return lines ? lines.map(textOf).join(", ") : packageTitle;
}

/**
 * The same for a list of orders: `3 × Basic, 2 extras`, `Custom offer, 1 extra`; null for the package alone.
 */
export function shortText({ lines }: { lines: Lines }): string | null {
  const [offered, ...extras] = lines ?? [];
  if (!offered) return null;
  // A line of a package begins with its name (`packageLineTitle`).
  const [title = ""] = offered.title.split(": ");
  const name = textOf({ title, quantity: offered.quantity });
  if (extras.length === 0) return name;
  return `${name}, ${extras.length === 1 ? "1 extra" : `${extras.length} extras`}`;
}

function textOf({ title, quantity }: Pick<OrderLine, "title" | "quantity">): string {
  return quantity === 1 ? title : `${quantity} × ${title}`;
}
