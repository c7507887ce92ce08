import Stripe from "stripe";

/** A money call may hold a request this long (docs/architecture.md#money-calls). */
export const stripeTimeout = 10_000;

/**
 * The real library, over fetch, without its own retries: a retry is ours, from the row of the call.
 * @param api `https://api.stripe.com`, or the stand-in's address
 */
export function stripeClient(api: string, key: string): Stripe {
  const url = new URL(api);
  const protocol = url.protocol === "http:" ? "http" : "https";
  return new Stripe(key, {
    host: url.hostname,
    port: url.port || (protocol === "http" ? 80 : 443),
    protocol,
    httpClient: Stripe.createFetchHttpClient(),
    timeout: stripeTimeout,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * True when Stripe has answered a definite no: asking the same again cannot succeed. Told by the error's type, not its
 * class: the door and the pages are bundled apart and may hold two copies of the library.
 */
export function refused(error: unknown): boolean {
  const type = error instanceof Error && "type" in error ? error.type : null;
  return (type === "StripeInvalidRequestError" && !inUse(error)) || type === "StripeCardError";
}

/**
 * What a failed call has come to. `refused`: a definite no. `answered`: a fault of Stripe's (5xx), which it repeats under the same
 * idempotency key. `unknown`: the line was cut, or the first try is still being worked on; the same key must ask again.
 */
export type Verdict = "refused" | "answered" | "unknown";

export function verdictOf(error: unknown): Verdict {
  if (refused(error)) return "refused";
  return statusOf(error) >= 500 ? "answered" : "unknown";
}

/** True when another request with the same idempotency key is being worked on. */
export function inUse(error: unknown): boolean {
  return statusOf(error) === 409;
}

function statusOf(error: unknown): number {
  return error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 0;
}

/** True when Stripe refuses a refund because the whole charge was refunded before. */
export function alreadyRefunded(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "charge_already_refunded";
}

/** The id of what a field of Stripe's refers to, whether or not it was asked for whole; null: nothing. */
export function idIn(field: string | { id: string } | null): string | null {
  return typeof field === "string" ? field : (field?.id ?? null);
}

/** A provider's error in one line for a row or a log; people never see it. */
export function errorText(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`.slice(0, 500)
    : String(error).slice(0, 500);
}
