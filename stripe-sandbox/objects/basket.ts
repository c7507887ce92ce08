import { invalid } from "../api/failure.ts";
import type { Params } from "../api/params.ts";

/** A line item; `unitAmount` is in cents. */
export interface Line {
  name: string;
  description: string | null;
  unitAmount: number;
  quantity: number;
}

/**
 * The line items of a Checkout Session, and the details for the PaymentIntent of its first payment attempt.
 */
export interface Basket {
  lines: Line[];
  intent: {
    description: string | null;
    metadata: Record<string, string>;
  };
}

/** The sum of the lines, in cents. */
export function totalOf(lines: Line[]): number {
  return lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
}

/** Formats cents as Stripe does: `$1,110.00`. */
export function dollars(cents: number): string {
  return (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** Reads the basket from the parameters of `POST /v1/checkout/sessions`. */
export function fromParams(params: Params): Basket {
  const intent = params.nested("payment_intent_data")?.allowOnly("metadata", "description");
  return {
    lines: linesFrom(params),
    intent: { description: intent?.text("description", 1000) ?? null, metadata: intent?.metadata() ?? {} },
  };
}

/**
 * Reads `line_items`.
 * @throws Failure if a line is invalid, or the total is below $0.50 or above $999,999.99
 */
export function linesFrom(params: Params): Basket["lines"] {
  const items = params.list("line_items");
  if (items.length === 0) params.requiredText("line_items");
  const lines = items.map((item) => {
    item.allowOnly("price_data", "quantity");
    const price = item.nested("price_data")?.allowOnly("currency", "unit_amount", "product_data");
    if (!price)
      throw invalid(`Missing required param: ${item.path("price_data")}.`, {
        code: "parameter_missing",
        param: item.path("price_data"),
      });
    const currency = price.requiredText("currency").toLowerCase();
    if (currency !== "usd")
      throw invalid(`Invalid currency: ${currency}. The stand-in supports only usd.`, {
        param: price.path("currency"),
      });
    const product = price.nested("product_data")?.allowOnly("name", "description", "images", "metadata");
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
