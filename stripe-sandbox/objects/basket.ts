import { invalid } from "../api/failure.ts";
import type { Params } from "../api/params.ts";

/** One line of what is sold; `unitAmount` in cents. */
export interface Line {
  name: string;
  description: string | null;
  unitAmount: number;
  quantity: number;
}

/** What a Checkout Session sells, and what its PaymentIntent will carry once somebody tries to pay. */
export interface Basket {
  lines: Line[];
  intent: {
    description: string | null;
    metadata: Record<string, string>;
  };
}

/** Sum of the lines in cents. */
export function totalOf(lines: Line[]): number {
  return lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
}

/** Cents as Stripe prints US dollars: `$1,110.00`. */
export function dollars(cents: number): string {
  return (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** The basket of a `POST /v1/checkout/sessions`. */
export function fromParams(params: Params): Basket {
  const intent = params.nested("payment_intent_data")?.only("metadata", "description");
  return {
    lines: linesFrom(params),
    intent: { description: intent?.text("description", 1000) ?? null, metadata: intent?.metadata() ?? {} },
  };
}

/** Its `line_items`, each with a price of its own; throws Stripe's refusals, of a sum it would not take too. */
export function linesFrom(params: Params): Basket["lines"] {
  const items = params.list("line_items");
  if (items.length === 0) params.requiredText("line_items");
  const lines = items.map((item) => {
    item.only("price_data", "quantity");
    const price = item.nested("price_data")?.only("currency", "unit_amount", "product_data");
    if (!price)
      throw invalid(`Missing required param: ${item.path("price_data")}.`, {
        code: "parameter_missing",
        param: item.path("price_data"),
      });
    const currency = price.requiredText("currency").toLowerCase();
    if (currency !== "usd")
      throw invalid(`Invalid currency: ${currency}. The stand-in knows usd only.`, {
        param: price.path("currency"),
      });
    const product = price.nested("product_data")?.only("name", "description", "images", "metadata");
    const name = product?.requiredText("name") ?? price.requiredText("product_data");
    const unitAmount = price.requiredInteger("unit_amount");
    if (unitAmount < 0)
      throw invalid("This value must be greater than or equal to 0.", { param: price.path("unit_amount") });
    const quantity = item.requiredInteger("quantity");
    if (quantity < 1)
      throw invalid("This value must be greater than or equal to 1.", { param: item.path("quantity") });
    return { name, description: product?.text("description") ?? null, unitAmount, quantity };
  });
  const total = totalOf(lines);
  if (total < 50) {
    const message = "The Checkout Session's total amount due must add up to at least $0.50 usd";
    throw invalid(message, { code: "amount_too_small", param: "line_items" });
  }
  if (total > 99_999_999) {
    const message = "The Checkout Session's total amount due must be no more than $999,999.99";
    throw invalid(message, { code: "amount_too_large", param: "line_items" });
  }
  return lines;
}
