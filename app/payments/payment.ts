/**
 * True if the previous page in the browser's history is one of ours.
 * @param state `history.state`, in which the router counts the pages shown since it was loaded
 * @param referrer `document.referrer`
 * @param origin the product's own origin
 */
export function isPreviousPageOurs(state: unknown, referrer: string, origin: string): boolean {
  const index = typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : 0;
  return index > 0 || referrer.startsWith(`${origin}/`);
}

/**
 * The result of a fulfilment. `confirmed`: the order is paid, or the seller active. `processing`: the bank
 * has not answered. `unpaid`: the session is still open, or has ended unpaid. `returned`: the payment is
 * refunded. `credit refused`: it is refunded because its card has used the credit of another account; the
 * order waits for its full price. `mismatch`: an operator must check it. `looked into`: an operator has
 * checked it. `unknown`: the session belongs to none of our orders.
 */
export type Fulfilment = {
  state:
    | "confirmed"
    | "processing"
    | "unpaid"
    | "returned"
    | "credit refused"
    | "mismatch"
    | "looked into"
    | "unknown";
};

/**
 * The result of opening the Checkout page: its address; nothing left to pay; a bank that has not answered; or
 * a failure, with an optional sentence for the buyer.
 */
export type Checkout =
  | { url: string }
  | { nothingDue: true }
  | { processing: true }
  | { failed: string | null };

/** The notice for a buyer whose bank has not answered. */
export const bankIsProcessing = "Your bank has not confirmed yet. Please don't pay a second time.";

/**
 * The notice for a buyer whose new order would replace one that may be paid, while Stripe does not answer.
 */
export function earlierUnreached(requestId: string): string {
  return `Failed to process payment: We can't reach the payment page of your earlier order, so we placed no new order. If you have already paid, do not pay again: we are checking. (${requestId.slice(0, 8)})`;
}

/**
 * The notice for a buyer who is not redirected to the Checkout page (docs/specification.md#error-catalogue).
 * @returns null if none is needed
 */
export function checkoutNotice(
  checkout: Exclude<Checkout, { url: string }>,
): { kind: "info" | "error"; text: string } | null {
  if ("processing" in checkout) {
    return { kind: "info", text: bankIsProcessing };
  }
  if ("nothingDue" in checkout) return null;
  return {
    kind: "error",
    text: checkout.failed ? `Failed to process payment: ${checkout.failed}` : "Payment processing failed",
  };
}

const states: Record<string, Fulfilment["state"]> = {
  applied: "confirmed",
  returned: "returned",
  credit_refused: "credit refused",
  resolved: "looked into",
};

/** The result of a fulfilment that is booked. */
export function fulfilmentOf({ outcome }: { outcome: string }): Fulfilment {
  return { state: states[outcome] ?? "mismatch" };
}
